"""What stands on the pages that list lessons and papers: cards, and the map of what needs what.

All of it is told elsewhere: on the first screen of a notebook, in the README.md of a lesson's room, in the ledger.
"""

import re
from html import escape
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

import nbformat
from what_held_up import FILLS

import build
from cfrlib.draw.parts.svg import element, num

FIGURES = Path(__file__).resolve().parent.parent / "figures"
ROWS = {"06": 5, "07": 3, "08": 2, "09": 4, "11": 3, "12": 2, "13": 2, "14": 4, "15": 2, "16": 1, "17": 2, "18": 3}
"""In which row of the map a lesson stands that is not in its first column; only looks depend on it."""
BOX, GAP, STEP = (98.0, 42.0), 20.0, 56.0
"""Of the map: the size of a lesson, what is between two columns, and from row to row."""
SVG = "http://www.w3.org/2000/svg"
GLYPHS = re.compile(r"scale\([\d.]+ -")
"""How Matplotlib turns over what it writes."""
FIRST = "what_held_up", "zinkevich_2007", "johanson_2012"
"""The papers that come before the others."""
LINE = 14
"""Letters of a title that have room in a line of the map."""
SIDE = 9
"""Of a square that stands for a statement."""


def drawn(table):
    """Return {page: {mark in its text: the markup that comes there}}; `table` is the ledger."""
    framed = '<div class="cfr-figure">{}</div>'.format
    return {
        "lessons.md": {"<cards>": lesson_cards(), "<map>": framed(lesson_map())},
        "papers.md": {"<cards>": paper_cards(table)},
        "docs/teaching.md": {f"```text\n{text_map()}\n```": framed(lesson_map("../notebooks"))},
    }


def edges():
    """Return [(lesson, a lesson that it needs)], leaving out what needs of needs bring along."""
    needs = {one.number: set(one.needed) for one in build.lessons()}

    def all_below(number):
        return needs[number].union(*map(all_below, needs[number]))

    return [(one, low) for one in needs for low in sorted(needs[one] - set().union(*map(all_below, needs[one])))]


def text_map():
    """Return what needs what as `docs/teaching.md` has it, in a line for all lessons that need the same."""
    by_needs = groupby(edges(), key=lambda edge: edge[0])
    lines = {}
    for one, pairs in by_needs:
        lines.setdefault(", ".join(low for _, low in pairs), []).append(one)
    return "\n".join(f"{', '.join(those)} after {low}" for low, those in lines.items())


def places():
    """Return {lesson: (column, row)}, as far right as its longest way from the first; down before a fork."""
    depth = {build.lessons()[0].number: 0}
    for one, low in edges():
        depth[one] = max(depth.get(one, 0), depth[low] + 1)
    each = list(depth.values())
    trunk = next((k for k in range(len(each)) if each.count(k) > 1), len(each))
    return {one: (0, k) if k < trunk else (k - trunk + 1, ROWS.get(one, 0)) for one, k in depth.items()}


def lesson_map(folder="notebooks"):
    """Return the map as an SVG whose lessons are links, in the colors of the page."""
    at, (wide, high) = places(), BOX
    left, top = ({one: 2 + spot[k] * step for one, spot in at.items()} for k, step in ((0, wide + GAP), (1, STEP)))
    lines, boxes = [], []
    for one, low in edges():
        if at[one][0] == at[low][0]:
            lines.append(f"M{num(left[low] + wide / 2)} {num(top[low] + high)}V{num(top[one])}")
            continue
        x, y, to, down = left[low] + wide, top[low] + high / 2, left[one], top[one] + high / 2
        bend = to - GAP  # it keeps its row as long as it can
        ends = f"{num(bend + 12)} {num(y)} {num(bend + 8)} {num(down)} {num(to)} {num(down)}"
        lines.append(f"M{num(x)} {num(y)}H{num(bend)}C{ends}")
    for one in build.lessons():
        x, y = left[one.number], top[one.number]
        box = element("rect", x=x, y=y, width=wide, height=high, rx=8)
        head, tail = _two_lines(one.title)
        words = "".join(
            element("text", escape(line), x=x + wide / 2, y=y + down, font_size=size)
            for line, down, size in ((one.number, 13.0, 11), (head, 25.0, 11), (tail, 36.5, 11))
            if line
        )
        boxes.append(element("a", box + words, href=f"{folder}/{one.name}.html"))
    size = max(left.values()) + wide + 2, max(top.values()) + high + 2
    paths = "".join(element("path", d=d) for d in lines)
    wide, high = map(num, size)
    return element(
        "svg", paths, *boxes, class_="cfr-map", role="group", aria_label="What needs what", xmlns=SVG,
        viewBox=f"0 0 {wide} {high}", width=wide, height=high, style=f"min-width:{wide}px",
    )  # fmt: skip


def _two_lines(title):
    """Return a title in two lines, the second one "" where one is enough."""
    head, rest = "", title.split()
    while rest and len(f"{head} {rest[0]}") <= LINE + 1:
        head = f"{head} {rest.pop(0)}".strip()
    return head, " ".join(rest)


def lesson_cards():
    """Return the cards of all lessons, as HTML."""
    every = []
    for one in build.lessons():
        can, needs = f"{one.afterwards[0].upper()}{one.afterwards[1:]}.", one.needs.partition(". ")[0].removesuffix(".")
        lines = f"{one.number} {one.title}", can, f"{one.minutes} minutes. Needs {needs}."
        every.append(card(f"notebooks/{one.name}.html", thumbnail(one.picture), *lines))
    return grid(every)


def paper_cards(table):
    """Return the cards of all papers, as HTML; `table` is the ledger, whose statements are squares."""
    every = []
    named = {path.stem: path for path in sorted((build.NOTEBOOKS / "papers").glob("*.ipynb"))}
    for path in (named[name] for name in dict.fromkeys([*FIRST, *named])):
        head = nbformat.read(path, as_version=4).cells[0].source
        rows = table[table.link.str.startswith(path.name)] if path.stem != "what_held_up" else table
        title, verdict = head.partition("\n")[0], re.search(r"\*\*(.+?)\*\*", head)
        said = verdict[1] if verdict else head.split("\n\n")[1]
        said, title = (re.sub(r"[*$]", "", words.removeprefix("# ")) for words in (said, title))
        each = ", ".join(f"{number} {what}" for what, number in rows.verdict.value_counts().items())
        every.append(card(f"notebooks/papers/{path.stem}.html", squares(rows.verdict), title, said, f"{each}."))
    return grid(every)


def squares(verdicts, across=None):
    """Return a square for each statement, colored by what became of it, as an SVG; `across` stand in a row."""
    order = [what for what in FILLS for _ in range((verdicts == what).sum())]
    across = across or max(12, round((2.2 * len(order)) ** 0.5))
    marks = [
        element("rect", x=SIDE * (k % across) + 0.5, y=SIDE * (k // across) + 0.5, width=SIDE - 1, height=SIDE - 1,
                rx=1.5, fill=FILLS[what])
        for k, what in enumerate(order)
    ]  # fmt: skip
    high = SIDE * -(-len(order) // across)
    return element("svg", *marks, viewBox=f"0 0 {SIDE * across} {high}", aria_hidden="true", xmlns=SVG)


def thumbnail(name):
    """Return the markup of a figure that says nothing which the words beside it do not say."""
    if not (FIGURES / f"{name}.svg").exists():
        raise ValueError(f"**Picture.** {name}: a lesson takes the name of a file in figures/")
    return f'<img src="_static/cards/{name}.svg" alt="" loading="lazy">'


def wordless(name):
    """Return a figure without its legend and its texts, which a thumbnail makes too small to be read."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring((FIGURES / f"{name}.svg").read_bytes())
    for above in list(root.iter()):
        for part in list(above):
            legend = part.get("class") == "legend"
            if legend or part.tag == f"{{{SVG}}}text" or GLYPHS.search(part.get("transform", "")):
                above.remove(part)
            if legend and part.get("transform"):  # it stands below
                below = float(re.search(r",([\d.]+)", part.get("transform"))[1])
                root.set("viewBox", f"0 0 {root.get('width')} {below - 15:g}")
    return ElementTree.tostring(root, encoding="unicode")


def card(to, picture, title, *lines):
    """Return a card that is a link."""
    said = "".join(f"<span>{escape(line)}</span>" for line in lines)
    return f'<a class="cfr-card" href="{to}">{picture}<strong>{escape(title)}</strong>{said}</a>'


def grid(cards):
    """Return cards side by side."""
    return "\n".join(['<div class="cfr-cards cfr-list">', *cards, "</div>"])
