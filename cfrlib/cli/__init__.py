"""The command ``cfrlib``: the course, its stored runs, and compiling ahead.

::

    cfrlib lab                                                 open the course in JupyterLab
    cfrlib lab my-class --no-solutions                         a folder without solved exercises and exam answers
    cfrlib exam --seed 7 --lessons 01,03,05                    an exam with numbers of its own, and its solutions
    cfrlib slides 01 03 --pdf                                  two lessons as slides, and on paper
    cfrlib list                                                what runs there are
    cfrlib run kuhn_oscillation --scale paper                  make the data of one again
    cfrlib run kuhn_oscillation --scale paper --resume         go on where it was interrupted
    cfrlib run kuhn_oscillation --executor processes           on all processors; or on a cluster, dask://HOST:PORT
    cfrlib run --table sweep.toml                              do all runs of a table of one's own
    cfrlib draw kuhn_oscillation                               draw the stored data
    cfrlib draw sweep --table sweep.toml --facets game --hue regret --out race.pdf
    cfrlib verify                                              recompute a random sample of the stored data
    cfrlib warm                                                compile all kernels of the course
    cfrlib grade submissions                                   run what students handed in, and judge it
    cfrlib spot Td9d6hQc2s "AA, KQs" "22+" --pot 20 --stack 90 solve a spot of hold'em: a table, and a page with grids
"""

import argparse
import codecs
import math
import os
import random
import sys
import unicodedata

from cfrlib._util.arguments import whole
from cfrlib._util.files import Held
from cfrlib._util.imports import from_extras
from cfrlib.cli import spot_page
from cfrlib.runs import steps, store, verification
from cfrlib.runs.table import figures_folder, find, is_table, names, source
from cfrlib.runs.workers import MOST_WORKERS, Lost, checked

BACKGROUND = "quietly, at the lowest priority, and no longer than the program runs that has started it"
FOLDER = "where the lessons are; what is missing there is copied (default: the course around, or cfrlib-course)"
SIGNS = {"−": "-", "–": "-", "—": "-", "·": "*", "×": "x", "±": "+-", "²": "^2", "…": "..."}
"""What stands for them where the console cannot show them."""

REFUSED = (Held, Lost, FileExistsError, FileNotFoundError, ImportError, ConnectionError)
"""What is said in a line, without where in the code it was noticed."""


def main(arguments=None):
    """Do what the command line says: a list of str, by default what the program was started with."""
    codecs.register_error("cfrlib", _readable)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # what a program puts in their place may have none
            stream.reconfigure(errors="cfrlib")
    parser = _parser()
    given = list(sys.argv[1:] if arguments is None else arguments)
    end = given.index("--") if given[:1] == ["lab"] and "--" in given else len(given)
    chosen = parser.parse_args(given[:end], argparse.Namespace(lab_arguments=given[end + 1 :]))
    try:
        _check_name(parser, chosen)
        chosen.do(chosen)
        sys.stdout.flush()
    except REFUSED as error:
        sys.exit(str(error))
    except ValueError as error:
        if not is_table(getattr(chosen, "folder", None)):
            raise
        sys.exit(f"{chosen.folder}: {error}")
    except BrokenPipeError:  # who reads, such as `head`, has seen enough; nothing is left to be flushed at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _readable(error):
    """Return what stands for characters that the console cannot show: a sign, a letter, the name of a Greek one."""

    def readable(c):
        plain = unicodedata.normalize("NFKD", c).encode("ascii", "ignore").decode()
        name = unicodedata.name(c, "")
        return SIGNS.get(c) or plain or (name.split()[-1].lower() if name.startswith("GREEK") else "?")

    return "".join(map(readable, error.object[error.start : error.end])), error.end


def _parser():
    parser = argparse.ArgumentParser(prog="cfrlib", description="the course, its stored runs, and compiling ahead")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name, do, what):
        sub = commands.add_parser(name, help=what, description=what)
        sub.set_defaults(do=do)
        if do not in (_lab, _exam, _slides, _grade, _warm, _spot):
            where = sub.add_mutually_exclusive_group()
            where.add_argument("--folder", help="the folder of figures (default: that of the course around)")
            if do is not _verify:
                where.add_argument("--table", dest="folder", metavar="FILE.toml", help="a table of runs of your own")
        return sub

    lab = command("lab", _lab, "open the course in JupyterLab; what follows -- is passed on to it")
    lab.add_argument("folder", nargs="?", metavar="FOLDER", help=FOLDER)
    lab.add_argument("--no-browser", action="store_true", help="only say the address")
    lab.add_argument("--no-warm", action="store_true", help="compile nothing ahead")
    lab.add_argument("--no-solutions", action="store_true", help="copy no solved exercises, nor the teacher's page")
    exam = command("exam", _exam, "write an exam whose numbers are drawn, and its solutions, as pages to print")
    exam.add_argument("--seed", type=int, help="of the numbers; a new one by default")
    exam.add_argument("--lessons", metavar="01,03", help="which are asked about (default: all that have questions)")
    exam.add_argument("--folder", default=".", help="where the two pages are written (default: this folder)")
    slides = command("slides", _slides, "write lessons as slides, each deck a page that needs no network")
    slides.add_argument("names", nargs="*", metavar="NAME", help="how one begins, such as 04 (default: all lessons)")
    slides.add_argument("--folder", default="slides", help="where decks are written, over older ones (default: slides)")
    slides.add_argument("--pdf", action="store_true", help="print each deck to a PDF, too; it takes Chromium")
    command("list", _list, "what runs there are")
    run = command("run", _run, "make the data of a run again")
    run.add_argument("name", metavar="NAME", nargs="?", help="not with --table, all of which is done")
    run.add_argument("--scale", choices=("quick", "paper"), default="paper")
    run.add_argument("--resume", action="store_true", help="go on where an interrupted run stopped")
    run.add_argument(
        "--executor", metavar="processes|dask://HOST:PORT", help="who does the tasks (default: this process)"
    )
    run.add_argument("--workers", metavar="N", type=int, help="how many processes (default: one for each processor)")
    draw = command("draw", _draw, "draw the stored data of a run")
    draw.add_argument("name", metavar="NAME")
    draw.add_argument("--facets", metavar="COLUMN", help="of the table; each of its values has a panel of its own")
    draw.add_argument("--hue", metavar="COLUMN", help="of the table; each of its values has a curve of its own")
    draw.add_argument("--out", metavar="FILE", help="it ends in .svg or .pdf (default: NAME.svg beside the table)")
    verify = command("verify", _verify, "recompute a random sample of the stored data from its seeds")
    verify.add_argument("--samples", type=int, default=3, help="how many parts of runs (default: 3)")
    verify.add_argument("--seconds", type=float, default=60.0, help="none that takes longer (default: 60)")
    verify.add_argument("--seed", type=int, help="of the sample; a new one by default")
    warm = command("warm", _warm, "compile all kernels of the course, so that nobody waits for them")
    warm.add_argument("--background", action="store_true", help=BACKGROUND)
    grade = command("grade", _grade, "run what students handed in, and judge it; this is no sandbox")
    grade.add_argument("folder", metavar="FOLDER", help="which has STUDENT/NN_name.ipynb")
    grade.add_argument("--out", metavar="FILE", help="of the rows; others stand beside it (default: FOLDER.csv)")
    grade.add_argument("--seconds", type=int, default=60, help="no cell takes longer (default: 60)")
    grade.add_argument("--jobs", metavar="N", type=int, default=1, help="how many notebooks at a time (default: 1)")
    spot = command("spot", _spot, "solve a spot on turn or river: a table, and a page with grids")
    spot.add_argument("board", metavar="BOARD", help="four or five cards, such as Td9d6hQc2s")
    spot.add_argument("first", metavar="RANGE", help='of who is out of position, such as "QQ+, AKs, KJo:0.5"')
    spot.add_argument("second", metavar="RANGE", help="of who is in position")
    for name, default, what in (
        ("pot", 100.0, "chips in the pot"), ("stack", 100.0, "chips behind it"),
        ("bets", "33%,75%,all-in", "shares of the pot"), ("raises", "50%,all-in", "shares of the pot after a call"),
        ("rake", 0.0, "the share that the house takes, such as 0.05, a heuristic"), ("cap", math.inf, "chips at most"),
        ("until", 0.3, "exploitability in percent of the pot; not with --rake"),
    ):  # fmt: skip
        spot.add_argument(f"--{name}", type=type(default), default=default, help=f"{what} (default: %(default)s)")
    spot.add_argument("--out", metavar="FILE", default="spot.html", help="of the page (default: spot.html)")
    spot.add_argument("--json", metavar="FILE", help="write the whole solution, too, as cfrlib.spot_to_json does")
    return parser


def _check_name(parser, chosen):
    """Refuse the name of a run that the folder of figures does not have, and no name but with a table of one's own."""
    if chosen.do is _run and (chosen.name is None) != is_table(chosen.folder):
        parser.error("it takes either NAME or --table FILE.toml")
    if chosen.do is _run:
        try:
            checked(chosen.executor, chosen.workers)
        except ValueError as error:
            parser.error(str(error))
    if getattr(chosen, "name", None) is not None:
        known = names(chosen.folder)
        if chosen.name not in known:
            parser.error(f"argument NAME: invalid choice: {chosen.name!r} (choose from {', '.join(known)})")


def _lab(chosen):
    with from_extras():
        # Jupyter, which only an extra brings.
        from cfrlib.cli.lab import open_lab

    try:
        passed_on = ["--no-browser"] * chosen.no_browser + chosen.lab_arguments
        open_lab(chosen.folder, passed_on, not chosen.no_warm, not chosen.no_solutions)
    except OSError as error:  # a folder that cannot be written to
        sys.exit(str(error))


def _exam(chosen):
    # All lessons that have questions.
    from cfrlib.cli import exam
    from cfrlib.lessons.exam import rooms

    known = list(rooms())
    numbers = known if chosen.lessons is None else [name.strip() for name in chosen.lessons.split(",")]
    for name in numbers:
        if name not in known:
            sys.exit(f"argument --lessons: {name!r} has no exam questions (choose from {', '.join(known)})")
    seed = random.SystemRandom().randrange(1_000_000) if chosen.seed is None else chosen.seed
    for path in exam.write(seed, numbers, chosen.folder):
        print(path)


def _slides(chosen):
    with from_extras():
        # What turns notebooks into pages, which only an extra brings.
        from cfrlib.cli import slides

    try:
        for path in slides.write(chosen.names, chosen.folder, chosen.pdf):
            print(path, flush=True)
    except OSError as error:
        sys.exit(str(error))


def _list(chosen):
    for name in names(chosen.folder):
        row, _ = source(name, chosen.folder)
        print(f"{name:24} {row.get('about', name).strip().splitlines()[0]}")


def _run(chosen):
    where = {"folder": chosen.folder, "executor": chosen.executor, "workers": chosen.workers}
    try:
        print(steps.run(chosen.name, chosen.scale, resume=chosen.resume, progress=True, **where))
    except KeyboardInterrupt:
        sys.exit("\nInterrupted. What is finished is kept: the same command with --resume goes on with it.")


def _draw(chosen):
    table, _ = store.load(chosen.name, chosen.folder)
    columns = {"by": chosen.hue, "facets": chosen.facets}
    changes = {name: column for name, column in columns.items() if column is not None}
    for column in changes.values():
        if column not in table:
            sys.exit(f"argument --facets, --hue: there is no column {column!r} (choose from {', '.join(table)})")
    path = chosen.out or figures_folder(chosen.folder) / f"{chosen.name}.svg"
    picture = find(chosen.name, chosen.folder).draw(table, name=None, **changes)
    picture.save(path)
    print(f"{path if chosen.out or is_table(chosen.folder) else f'figures/{path.name}'}: {picture.text}")


def _verify(chosen):
    wrong = 0
    for part in verification.sample(chosen.samples, chosen.seconds, chosen.seed, chosen.folder):
        print(f"{part.name} {part.task} ...", flush=True)
        differences = verification.differences(part, chosen.folder)
        wrong += bool(differences)
        print("\n".join(f"    {line}" for line in differences or ["the same"]), flush=True)
    if wrong:
        sys.exit(f"{wrong} of the parts differ from what is stored.")


def _warm(chosen):
    # All of the engine, which takes a while to import.
    from cfrlib.cli import precompile

    precompile.main(chosen.background)


def _grade(chosen):
    with from_extras():
        # What runs notebooks, which only an extra brings.
        from cfrlib.cli.grade import grade

    try:
        seconds, jobs = whole("--seconds", chosen.seconds, 1), whole("--jobs", chosen.jobs, 1, MOST_WORKERS)
        print("Written:", *grade(chosen.folder, chosen.out, seconds, jobs))
    except KeyboardInterrupt:
        sys.exit("\nInterrupted. What is finished is kept: the same command goes on with it.")
    except (OSError, ValueError) as error:
        sys.exit(str(error))


def _spot(chosen):
    try:
        spot_page.report(chosen)
    except (OSError, ValueError) as error:
        sys.exit(str(error))
