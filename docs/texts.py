"""Texts of pages that no file of the repository holds: figures, statements, names."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import nbformat
from docutils.nodes import make_id
from public_names import PUBLIC, named

import build

FIGURES = build.NOTEBOOKS.parent / "figures"


def anchor(fragment):
    """Return the anchor of a heading on a page, from the one it has in JupyterLab."""
    return make_id(unescape(unquote(fragment)).replace("-", " "))


def notebooks():
    """Return {place in the sources: (file, whether it is a solved edition)} of all lessons and papers."""
    places = {}
    for name in build.names():
        solved, *student = build.editions(name)
        places[Path("notebooks") / f"{name}.ipynb"] = solved, bool(student)
    return places


def gallery():
    """Return the text of the page of all figures: those of each notebook, and those that a stored run draws."""
    shown, titles = {}, {}
    for place, (path, _) in notebooks().items():
        cells = nbformat.read(path, as_version=4).cells
        titles[place] = cells[0].source.partition("\n")[0].removeprefix("# ")
        for cell in cells:
            for output in cell.get("outputs", []):
                if svg := output.get("data", {}).get("image/svg+xml"):
                    shown.setdefault(_words(svg), place)
    by_place = {}
    for figure in sorted(FIGURES.glob("*.svg")):
        words = _words(figure.read_text(encoding="utf-8"))
        by_place.setdefault(shown.get(words), []).append((figure.name, words))
    lines = ["# All figures", "", "Each section says which command makes its figures, in a checkout of the project."]
    for place in [*notebooks(), None]:
        if place is None:
            lines += ["", "## Of stored runs", "", "`cfrlib draw NAME`, each by its own name."]
        elif place in by_place:
            name = place.relative_to("notebooks").with_suffix("").as_posix()
            lines += ["", f"## {titles[place]}", "", f"`make execute NAMES={name}` · [read it]({place.as_posix()})"]
        if place in by_place:
            lines += ["", '<div class="cfr-gallery">']
            for name, words in by_place[place]:
                lines += ["", f"```{{figure}} figures/{name}", f":alt: {words}", f":target: _images/{name}", ""]
                lines += [f"`{name.removesuffix('.svg')}`", "```"]
            lines += ["", "</div>"]
    return "\n".join(lines)


def _words(svg):
    """Return title and description of a picture."""
    return unescape(". ".join(" ".join(words.split()) for words in re.findall(r"<(?:title|desc)>(.*?)</", svg, re.S)))


def statements(name, rows):
    """Return the text of the page of a source: its statements, and what became of each."""
    lines = [f"# {name}", "", '<div class="cfr-ledger">', ""]
    lines += ["| where | statement | ours | verdict | what we found |", "|---|---|---|---|---|"]
    for key, row in rows.iterrows():
        file, _, fragment = row.link.partition(".ipynb#")
        link = f"[{key}](../notebooks/papers/{file}.ipynb#{anchor(fragment)})"
        cells = link, row.statement, row.ours, row.verdict, row.sentence
        lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([*lines, "", "</div>"])


def linked(text):
    """Return the teachers' page with a link wherever its paths and headings name a lesson."""
    address = {one.number: f"../notebooks/{one.name}.ipynb" for one in build.lessons()}
    text = re.sub(r"(?m)^(\|[\w ]* \| )(\d\d)(?= \|)", lambda m: f"{m[1]}[{m[2]}]({address[m[2]]})", text)
    return re.sub(r"(?m)^## Lesson (\d\d).*$", lambda m: f"{m[0]}\n\n[Open lesson {m[1]}]({address[m[1]]})", text)


def toc(title, pages, text=""):
    """Return the text of a page that lists pages."""
    return "\n".join([f"# {title}", "", text, "", "```{toctree}", ":maxdepth: 2", "", *pages, "```"])


def api():
    """Return {module: text of the page of its public names}; what has two names is there once."""
    known, texts = [], {}
    for module, names in PUBLIC.items():
        new = [name for name in names if not any(named(f"{module}.{name}") is one for one in known)]
        known += [named(f"{module}.{name}") for name in new]
        head = [module, "=" * len(module), "", f".. currentmodule:: {module}", "", ".. autosummary::"]
        texts[module] = "\n".join([*head, "   :toctree: names", "", *(f"   {name}" for name in new)])
    return texts
