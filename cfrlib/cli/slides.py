"""``cfrlib slides``: lessons as slides, each deck one page that loads nothing, and on paper by way of Chromium."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from jinja2 import pass_context
from math_core import LatexToMathML
from nbconvert.exporters import SlidesExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments.formatters import HtmlFormatter
from traitlets.config import Config

from cfrlib._util.files import write_atomically
from cfrlib.cli.lab import SOURCE
from cfrlib.runs.table import course_folder

DECK = Path(__file__).parent / "deck"
LINK = re.compile(r'href="(?:\.\./)*(\w+)\.ipynb[^"]*"')
BROWSERS = "chromium", "chromium-browser", "google-chrome", "chrome", "msedge"
REMOVED = {"remove_input_tags": ["predict"], "remove_single_output_tags": ["seal"], "enabled": True}


class _Renderer(IPythonRenderer):
    """Writes formulas as MathML, which browsers show without a script."""

    convert = staticmethod(LatexToMathML(annotation=False).convert_with_local_state)

    def inline_math(self, body):
        return self.convert(body, displaystyle=False)

    def block_math(self, body):
        return f"<p>{self.convert(body, displaystyle=True)}</p>"


class Deck(SlidesExporter):
    """Writes a notebook as one page with reveal.js and its look in it."""

    raw_template = (DECK / "page.html.j2").read_text(encoding="utf-8")
    exclude_input_prompt = exclude_output_prompt = True

    @property
    def default_config(self):
        config = Config({"TagRemovePreprocessor": REMOVED})
        config.merge(super().default_config)
        return config

    @pass_context
    def markdown2html(self, context, source):
        path = context["resources"]["metadata"]["path"]
        renderer = _Renderer(escape=False, embed_images=True, path=path, exclude_anchor_links=True)
        return MarkdownWithMath(renderer=renderer).render(source).replace("<details>", "<details open>")


def chosen(names, folder):
    """Return the notebooks whose names begin so, without a name all lessons; a paper's may leave out "papers/"."""
    every = sorted(folder.glob("[0-9]*.ipynb")) + sorted(folder.glob("papers/*.ipynb"))
    if not names:
        return [path for path in every if path.parent == folder]
    for name in names:
        if not any(path.name.startswith(name.removeprefix("papers/")) for path in every):
            raise FileNotFoundError(f"NAME {name}: no notebook in {folder} begins so")
    return [path for path in every if path.name.startswith(tuple(name.removeprefix("papers/") for name in names))]


def write(names, folder, pdf=False):
    """Write decks, and with `pdf` the same for paper; yield the path of each file when it is there."""
    browser = next(filter(None, map(shutil.which, [os.environ.get("CHROMIUM", ""), *BROWSERS])), None)
    if pdf and browser is None:
        raise FileNotFoundError(f"--pdf takes one of {', '.join(BROWSERS)}; the variable CHROMIUM may name it")
    for path in chosen(names, (course_folder() or SOURCE) / "notebooks"):
        made = Path(folder).absolute() / f"{path.stem}.html"
        made.parent.mkdir(parents=True, exist_ok=True)
        text = deck(path).encode("utf-8")
        write_atomically(made, lambda file, text=text: file.write(text))
        yield made
        if pdf:
            yield printed(made, browser)


def deck(path):
    """Return the page of a notebook's deck."""

    def read(*names):
        return "\n".join((DECK / name).read_text(encoding="utf-8") for name in names)

    styles = read("reveal/reveal.css", "deck.css") + HtmlFormatter().get_style_defs(".highlight")
    scripts = read("reveal/reveal.js", "deck.js")
    shown = {"title": path.stem.replace("_", " "), "styles": styles, "scripts": scripts}
    text, _ = Deck().from_filename(str(path), resources={"metadata": {"path": str(path.parent)}, **shown})
    return LINK.sub(r'href="\1.html"', text)


def printed(made, browser):
    """Print a deck to a PDF beside it, and return its path."""
    paper = made.with_suffix(".pdf")
    options = "--headless", "--no-pdf-header-footer", "--virtual-time-budget=20000", f"--print-to-pdf={paper}"
    as_root = ["--no-sandbox"] * (hasattr(os, "geteuid") and os.geteuid() == 0)
    done = subprocess.run([browser, *options, *as_root, f"{made.as_uri()}?print-pdf"], capture_output=True, text=True)
    if done.returncode or not paper.exists():
        raise OSError(f"{browser} has not printed {made}: {done.stderr[-500:]}")
    return paper
