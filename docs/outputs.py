"""What a page shows of a cell that shows something: a picture as a part of the page, a widget that moves."""

import ast
import base64
import io
import json
import re
import zlib
from collections import Counter
from contextlib import redirect_stdout
from urllib.parse import unquote

import build
import cfrlib
from cfrlib.widgets.parts.recorder import live, only

PICTURE = re.compile(r'<img role="img" alt="[^"]*" src="data:image/svg\+xml,([^"]*)">')
LEAST, TICKS = 11, 44 / 3
"""Pixels: how small a picture makes its texts on a narrow page, before it scrolls; how large Matplotlib's texts are."""
ITERATIONS = 3
"""Of a stepper on a page."""


def shown_widget(source):
    """Return what makes the widget that a cell shows: a class, or `predict`; None where it shows none."""
    names, shown = {}, None
    for line in ast.parse(source).body:
        match line:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Attribute(ast.Name("cfrlib" | "widgets"), kind))):
                names[name] = kind
        match line:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name("cfrlib" | "widgets"), kind))):
                shown = kind
            case ast.Expr(ast.Name(name)):
                shown = names.get(name)
            case _:
                shown = None
    return getattr(cfrlib.widgets, shown) if shown in cfrlib.widgets.__all__ else None


def moving(kind, source, made, still):
    """Return the markup of a widget that moves, as far as a page can hold it, or else of its picture."""
    picture = still + only(kind, "This is a picture. ")
    if not getattr(kind, "state", True) and kind not in (cfrlib.widgets.self_test, cfrlib.play):
        return picture
    widget = made.widget(source)
    if isinstance(widget, cfrlib.widgets.stepper) and widget.iterations > ITERATIONS:
        widget.iterations = ITERATIONS
    if getattr(widget, "fine", False):
        widget.fine = False
    try:
        markup = live(widget, still)
    except ValueError:
        if kind is cfrlib.play:  # its game is too large
            return picture
        raise
    made.moves.append((kind.__name__, *size(markup)))
    return markup


def size(markup):
    """Return of how many states a recording is, and how many kB it has."""
    packed = re.findall(r'data-recording="([^"]*)"', markup)
    every = [json.loads(zlib.decompress(base64.b64decode(text))) for text in packed]
    states = [one["nodes"] if "nodes" in one else next(iter(one["events"].values()), [0]) for one in every]
    return sum(map(len, states)), round(len(markup) / 1000)


class Made:
    """The widgets of a notebook, each made by running its cell, and of the other cells what it needs, each once."""

    def __init__(self, sources):
        self.sources, self._names, self._ran, self.moves = sources, {}, [], []

    def widget(self, source):
        """Return the widget that a cell shows."""
        *first, shown = ast.parse(source).body
        run = [text for text in self.sources[: self.sources.index(source)] if build.only_imports(text)]
        while True:
            try:
                for text in [*run, ast.unparse(ast.Module(first, []))]:
                    self._run(text)
                return eval(compile(ast.Expression(shown.value), "cell", "eval"), self._names)
            except NameError as error:
                name = error.name
                made = rf"^((def|class) {name}\b|(from|import) .*\b{name}\b|[\w, ]*\b{name}\b[\w, ]* = )"
                gives = re.compile(made, re.M)
                run = [next(text for text in self.sources if gives.search(text) and text not in run), *run]

    def _run(self, text):
        if text not in self._ran:
            with redirect_stdout(io.StringIO()):
                exec(text, self._names)
            self._ran.append(text)


def inline(image):
    """Return a picture in a box that scrolls; `image` is a match of `PICTURE`.

    It is a part of the page, unless it has ids: those of two pictures would meet there.
    """
    svg = unquote(image[1])
    least = f'style="min-width:{least_width(svg):.0f}px'
    if re.search(r'\bid="', svg):
        return f'<div class="cfr-figure">{image[0][:-1]} {least}"></div>'
    svg = svg.replace('role="img"', 'role="group"').replace('role="button"', 'role="group"')
    svg = svg.replace('style="max', f"{least};max", 1)
    return f'<div class="cfr-figure">{svg}</div>'


def least_width(svg):
    """Return how wide a picture must be, in pixels, for its smallest text to be legible; 0 where it says no size."""
    if not (size := re.match(r'<svg\b[^>]* width="([\d.]+)(pt)?"', svg)):
        return 0
    texts = [float(text) for text in re.findall(r'font-size="([\d.]+)"', svg)]
    natural = float(size[1]) * (4 / 3 if size[2] else 1)
    return natural * min(1, LEAST / min(texts, default=TICKS))


def works_alone(place, nb):
    """Return a row about the page of a lesson: which widgets move on it, which are pictures, what else takes Python."""
    moves, still, exercises = Counter(), Counter(), 0
    for cell in (cell for cell in nb.cells if cell.cell_type == "code"):
        html = "".join(output.get("data", {}).get("text/html", "") for output in cell.outputs)
        exercises += cell.source.startswith("exercises.check_")
        if 'class="cfr-live"' in html or 'class="cfr-only"' in html:
            (moves if 'class="cfr-live"' in html else still)[shown_widget(cell.source).__name__] += 1
    listed = (", ".join(f"`{name}` {many}" for name, many in sorted(part.items())) or "none" for part in (moves, still))
    title = nb.cells[0].source.partition("\n")[0].removeprefix("# ")
    return f"| [{title}](../{place.as_posix()}) | {' | '.join(listed)} | {exercises or 'none'} |"
