"""The command line of the named experiments."""

import argparse
import time

from cfrlib.experiments import NAMES, find, store


def main():
    """List, run or draw a named experiment."""
    parser = argparse.ArgumentParser(prog="python -m cfrlib.experiments", description="the stored runs of the course")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="what there is")
    for command, what in (("run", "make the data again"), ("draw", "draw the stored data")):
        sub = commands.add_parser(command, help=what)
        sub.add_argument("name", choices=NAMES)
        if command == "run":
            sub.add_argument("--scale", choices=("quick", "paper"), default="paper")
    arguments = parser.parse_args()
    if arguments.command == "list":
        for name in NAMES:
            print(f"{name:24} {find(name).__doc__.splitlines()[0]}")
    elif arguments.command == "run":
        began = time.process_time()
        table = find(arguments.name).run(arguments.scale, progress=True)
        print(store.save(arguments.name, table, scale=arguments.scale, cpu_seconds=time.process_time() - began))
    else:
        table, _ = store.load(arguments.name)
        print(find(arguments.name).draw(table).save())


if __name__ == "__main__":
    main()
