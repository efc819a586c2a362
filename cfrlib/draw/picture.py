"""A picture: SVG for the eye, one sentence for everybody else, a file in `figures/` when it has a name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from html import escape
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from cfrlib._util.arguments import file_name, file_path, flag, said, text
from cfrlib._util.imports import from_extras
from cfrlib.draw.parts.svg import document

Drawing = TypeVar("Drawing", bound=Callable[..., Any])

ADDRESS = str.maketrans({"%": "%25", "#": "%23", "&": "%26", '"': "%22", "\n": " "})
"""What would end an attribute of HTML, or an address, before its time."""


@dataclass(frozen=True, repr=False)
class Picture:
    """A finished drawing, as the SVG document `svg`; a notebook shows it where it stands last in a cell.

    `text` describes it in one sentence where pictures are not shown; `name` is that of its file in `figures`, if any.
    """

    svg: str
    text: str
    name: str | None = None

    def __post_init__(self):
        text("svg", self.svg)
        text("text", self.text)
        if self.name is not None:
            file_name("name", self.name)

    def __repr__(self):
        return self.text

    @property
    def html(self) -> str:
        """The picture as an image with its words: notebooks show an SVG output as an image that has none."""
        return f'<img role="img" alt="{escape(self.text)}" src="data:image/svg+xml,{self.svg.translate(ADDRESS)}">'

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/html": self.html, "image/svg+xml": self.svg, "text/plain": self.text}

    def save(self, folder: str | PathLike[str] | None = None) -> None:
        """Write the picture to ``NAME.svg``, unless the file already has these bytes.

        `folder` is a folder, by default the project's `figures`, or the file itself if it ends in ".svg" or ".pdf". A
        picture without a name can be saved only to such a file. PDFs, of vectors, take the extra `pdf`.
        """
        path = figures_folder() if folder is None else file_path("folder", folder)
        if not path.suffix or path.is_dir():
            if self.name is None:
                raise ValueError("name=None: a picture needs a name to be saved, such as 'kuhn_tree'")
            path = path / f"{self.name}.svg"
        elif path.suffix.lower() not in (".svg", ".pdf"):
            raise ValueError(f"folder={str(path)!r}: it takes a folder, or a file that ends in .svg or .pdf")
        content = _pdf(self.svg) if path.suffix.lower() == ".pdf" else self.svg.encode("utf-8")
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def _pdf(svg):
    """Return the bytes of a PDF; its texts are in the font that Matplotlib brings, so that no machine lacks it."""
    with from_extras():
        matplotlib, svg2pdf = map(import_module, ("matplotlib", "svg2pdf_py"))
    fonts = svg2pdf.FontDatabase()
    fonts.load_fonts_dir(f"{matplotlib.get_data_path()}/fonts/ttf")
    return svg2pdf.svg_to_pdf(svg, fonts)


def _labels(argument, given):
    """Raise ValueError unless this is a dict with texts as keys."""
    if not isinstance(given, Mapping) or not all(isinstance(label, str) for label in given):
        raise ValueError(f"{argument}={said(given)}: it takes a dict by label")


def _strategies(argument, given):
    """Raise ValueError unless probabilities can be looked up in it."""
    if not isinstance(given, Mapping):
        raise ValueError(f"{argument}={said(given)}: it takes a Profile, or {{key: {{action: probability}}}}")


def _infosets(argument, given):
    """Raise ValueError unless this is True, False or "pointed"."""
    if not isinstance(given, bool) and not (isinstance(given, str) and given == "pointed"):
        raise ValueError(f"{argument}={said(given)}: it takes True, False or 'pointed'")


SHARED = {
    "title": text, "xlabel": text, "ylabel": text, "unit": text, "name": file_name,
    "standalone": flag, "infosets": _infosets, "join_deals": flag, "log_x": flag,
    "profile": _strategies, "bands": _labels, "reference": _labels, "stages": _labels, "values": _labels,
}  # fmt: skip
"""How arguments are checked that many drawing functions take."""


def drawing(draw: Drawing) -> Drawing:
    """Let a drawing function check what it shares with others, by name, before it draws; None where it is optional."""
    signature = inspect.signature(draw)

    @wraps(draw)
    def checked(*given, **named):
        for argument, value in signature.bind(*given, **named).arguments.items():
            optional = signature.parameters[argument].default is None
            if argument in SHARED and not (value is None and optional):
                SHARED[argument](argument, value)
        return draw(*given, **named)

    return checked


def finished(svg, text, name=None):
    """Return the picture, saved if it has a name."""
    picture = Picture(svg, text, name)
    if name is not None:
        picture.save()
    return picture


def composed(width, height, *body, called, desc, title=None, name=None, **look):
    """Return the picture of a `document`; without a title it is `called` so. The last line of what is drawn by hand."""
    called = title or called
    svg = document(width, height, *body, title=called, desc=desc, heading=title, **look)
    return finished(svg, f"{called}: {desc}", name)


def titled(width, height, *body, title, desc, **look):
    """Return the picture of a `document` whose alternative text begins with its title: what a widget draws by hand."""
    return Picture(document(width, height, *body, title=title, desc=desc, **look), f"{title}. {desc}")


@drawing
def show(picture: Picture, name: str) -> None:
    """Show a picture in the notebook at once, and write it to ``figures/NAME.svg``."""
    with from_extras():
        # Only in a notebook.
        from IPython.display import display

    if not isinstance(picture, Picture):
        raise ValueError(f"picture={said(picture)}: it takes what the functions of cfrlib.draw return")
    display(finished(picture.svg, picture.text, name))


def figures_folder():
    """Return the project's `figures`: the nearest folder of that name beside `notebooks`, from the current one upwards.

    Outside the project it is `figures` in the current folder.
    """
    current = Path.cwd()
    inside = (folder for folder in (current, *current.parents) if (folder / "notebooks").is_dir())
    return next((folder / "figures" for folder in inside if (folder / "figures").is_dir()), current / "figures")
