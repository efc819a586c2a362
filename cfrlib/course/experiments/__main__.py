"""The command line of the named experiments."""

import argparse
import sys

from cfrlib._util.files import Held
from cfrlib.course.experiments import NAMES, find, steps, store


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
            sub.add_argument("--resume", action="store_true", help="go on where an interrupted run stopped")
    arguments = parser.parse_args()
    if arguments.command == "list":
        for name in NAMES:
            print(f"{name:24} {find(name).__doc__.splitlines()[0]}")
    elif arguments.command == "run":
        try:
            print(steps.run(arguments.name, arguments.scale, resume=arguments.resume, progress=True))
        except Held as error:
            sys.exit(str(error))
        except KeyboardInterrupt:
            sys.exit("\nInterrupted. What is finished is kept: the same command with --resume goes on with it.")
    else:
        table, _ = store.load(arguments.name)
        picture = find(arguments.name).draw(table)
        print(f"figures/{picture.name}.svg: {picture.text}")


if __name__ == "__main__":
    main()
