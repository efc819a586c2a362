"""The ledger: every statement of the sources, what we measured, and the verdict that the one rule gives."""

import json
import re
from html import escape

import pandas as pd

from cfrlib.draw.parts.colors import CRIMSON, GRAY, GREEN, YELLOW, text_on
from cfrlib.draw.parts.svg import LIGHT, element, num, text, text_width
from cfrlib.draw.picture import composed, drawing
from claims import FOLDER, claims, measured
from rule import VERDICTS, by_our_number, verdict
from tables import SIGNS, folded, sentence, written

FILLS = {"reproduced": GREEN, "refuted": CRIMSON, "substituted": YELLOW, "open": GRAY}
"""The color of each verdict."""
CELL, ROW = 20.0, 40
"""Side of a square, and how many stand in a line."""


def ledger(folder=FOLDER):
    """Return the ledger: a row a statement, by id, in the order of the sources.

    Columns source, place, statement, ours, over (what ours goes over), verdict, our_number (whether it rests on a
    number of our choice), how (it was judged: computed, measured or not), sentence (what we measured, its numbers
    computed), link (to the section where it is judged) and command (that makes it again). A statement that has no
    verdict, or that no cell judges, is refused.
    """
    notebooks, stored = _notebooks(folder), _verdicts(folder)
    rows = {}
    for claim in claims(folder):
        if claim.source not in notebooks or claim.id not in stored.index:
            raise ValueError(f"{claim.id}: it has no verdict; make execute NAMES=papers/ judges all")
        name, cells = notebooks[claim.source]
        ours = measured(stored.loc[claim.id])
        rows[claim.id] = {
            "source": claim.source, "place": claim.place, "statement": claim.statement, "ours": written(ours),
            "over": claim.over if ours else "", "verdict": verdict(claim, ours),
            "our_number": by_our_number(claim, ours),
            "how": "not judged" if not ours else "computed" if claim.exact else "measured",
            "sentence": sentence(claim, ours), "link": f"{name}.ipynb#{_heading(claim.id, cells).replace(' ', '-')}",
            "command": f"make execute NAMES=papers/{name}",
        }  # fmt: skip
    return pd.DataFrame.from_dict(rows, orient="index")


def counts(table, by="source"):
    """Return how many statements of each source have each verdict, with sums; or by how they were judged.

    The last column has how many of those reproduced or refuted rest on a number of our choice.
    """
    numbers = pd.crosstab(table[by], table.verdict).reindex(columns=VERDICTS, fill_value=0)
    numbers = numbers.reindex(table[by].unique() if by == "source" else ["computed", "measured", "not judged"])
    numbers["statements"] = numbers.sum(axis=1)
    numbers["by our number"] = table.groupby(by).our_number.sum()
    numbers.loc["all"] = numbers.sum()
    return numbers.rename_axis(None).rename_axis(None, axis=1)


def linked(table):
    """Return rows of the ledger as HTML, folded; an id is a link to where its statement is judged."""
    shown = table.rename(columns={"sentence": "what we found"})
    shown["verdict"] += shown.our_number.map({True: " (by our number)", False: ""})
    shown = shown[["place", "statement", "verdict", "what we found"]].map(escape)
    shown.index = [f'<a href="{escape(link)}">{name}</a>' for name, link in zip(table.index, table.link, strict=True)]
    each = table.verdict.value_counts().reindex(VERDICTS, fill_value=0)
    words = ", ".join(f"{number} {what}" for what, number in each.items())
    return folded(f"{len(table)} statements: {words}", shown.to_html(escape=False))


@drawing
def squares(table, title=None, name=None):
    """Draw a square for each statement, in the order of its source; sign and color say what became of it.

    It is hollow where that rests on a number of our choice.
    """
    parts, y, ink = [], 8.0, {"fill": LIGHT.ink}
    for source, rows in table.groupby("source", sort=False):
        parts.append(text(8, y + 10, f"{source}: {len(rows)} statements", 14, text_anchor="start", **ink))
        y += 24
        for k, (what, hollow) in enumerate(zip(rows.verdict, rows.our_number, strict=True)):
            parts += _square(8 + CELL * (k % ROW), y + CELL * (k // ROW), what, hollow)
        y += CELL * -(-len(rows) // ROW) + 14
    x = 8.0
    for what in VERDICTS:
        number = int((table.verdict == what).sum())
        parts += [*_square(x, y, what), text(x + CELL + 6, y + 9, f"{what}: {number}", 14, text_anchor="start", **ink)]
        x += CELL + 30 + text_width(f"{what}: {number}", 14)
    x, y, ours = 8.0, y + CELL + 8, table[table.our_number].verdict
    for what in ours.unique():
        parts += _square(x, y, what, hollow=True)
        x += CELL + 2
    said = ", ".join(f"{(ours == what).sum()} {what}" for what in ours.unique())
    parts.append(text(x + 4, y + 9, f"hollow: by a number of our choice ({said})", 14, text_anchor="start", **ink))
    numbers = counts(table)
    each = "; ".join(
        f"{source}: " + ", ".join(f"{numbers.loc[source, what]} {what}" for what in VERDICTS)
        for source in numbers.index
    )  # fmt: skip
    each += f". By a number of our choice: {said}"
    return composed(16 + CELL * ROW, y + CELL + 10, *parts, called="What held up", desc=f"{each}.",
                    kind="cfr-ledger", title=title, name=name)  # fmt: skip


def _square(x, y, what, hollow=False):
    color, side = FILLS[what], CELL - 3
    fill, edge = (LIGHT.paper, 2.5) if hollow else (color, 0)
    x, y, side = x + edge / 2, y + edge / 2, side - edge
    box = element("rect", x=num(x), y=num(y), width=num(side), height=num(side), rx=3, fill=fill, stroke=color,
                  stroke_width=edge)  # fmt: skip
    return [box, text(x + side / 2, y + side / 2, SIGNS[what], 12, fill=text_on(fill))]


def _verdicts(folder):
    """Return the verdicts that the notebooks have stored, by id."""
    tables = [pd.read_csv(path) for path in sorted((folder / "verdicts").glob("*.csv"))]
    return pd.concat(tables).set_index("id")


def _notebooks(folder):
    """Return {source: (name of its notebook, cells)}."""
    by_source = {}
    for path in sorted(folder.glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        source = re.search(r'\bPaper\("([^"]+)"\)', "".join("".join(cell["source"]) for cell in cells))
        if source:
            by_source[source[1]] = path.stem, cells
    return by_source


def _heading(name, cells):
    """Return the heading above the first cell that judges a statement: its code names it, or its output shows it."""
    named, shown, head = re.compile(rf'\b{name}=|"{name}"'), re.compile(rf"^{name}\b", re.M), ""
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            head = ([line.lstrip("# ").strip() for line in source.splitlines() if re.match("#+ ", line)] or [head])[-1]
            continue
        printed = ["".join(out.get("data", {}).get("text/plain", "")) for out in cell["outputs"]]
        if ("judge" in source and named.search(source)) or any(map(shown.search, printed)):
            return head
    raise ValueError(f"{name}: no cell judges it")
