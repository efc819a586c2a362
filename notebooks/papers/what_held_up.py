"""The ledger: every statement of the sources, what we measured, and the verdict that the one rule gives."""

import json
import re
from html import escape

import pandas as pd

from cfrlib.draw.parts.colors import CRIMSON, GRAY, GREEN, YELLOW, text_on
from cfrlib.draw.parts.svg import LIGHT, element, num, text, text_width
from cfrlib.draw.picture import composed, drawing
from claims import FOLDER, claims, measured
from rule import VERDICTS, WEIGHTS, by_our_number, verdict
from tables import SIGNS, folded, sentence, written

FILLS = {"reproduced": GREEN, "refuted": CRIMSON, "substituted": YELLOW, "open": GRAY}
"""The color of each verdict."""
NAMED = {"main": "main claims", "detail": "details", "misprint": "misprints"}
"""What weights are called."""
CELL, LARGE, WIDTH = 20.0, 30.0, 500.0
"""Side of a square, of one for a main claim, and how much a line of them takes."""


def ledger(folder=FOLDER):
    """Return the ledger: a row a statement, by id, in the order of the sources.

    Columns source, weight, place, statement, ours, over (what ours goes over), verdict, our_number (whether it rests on
    a number of our choice), how (it was judged: computed, measured or not), sentence (what we measured, its numbers
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
            "source": claim.source, "weight": claim.weight, "place": claim.place, "statement": claim.statement,
            "ours": written(ours), "over": claim.over if ours else "", "verdict": verdict(claim, ours),
            "our_number": by_our_number(claim, ours),
            "how": "not judged" if not ours else "computed" if claim.exact else "measured",
            "sentence": sentence(claim, ours), "link": f"{name}.ipynb#{_heading(claim.id, cells).replace(' ', '-')}",
            "command": f"make execute NAMES=papers/{name}",
        }  # fmt: skip
    return pd.DataFrame.from_dict(rows, orient="index")


def counts(table, by="source"):
    """Return how many statements of each source have each verdict, with sums; or by weight, or by how they were judged.

    The last column has how many of those reproduced or refuted rest on a number of our choice.
    """
    numbers = pd.crosstab(table[by], table.verdict).reindex(columns=VERDICTS, fill_value=0)
    orders = {"how": ["computed", "measured", "not judged"], "weight": WEIGHTS}
    numbers = numbers.reindex(orders.get(by, table[by].unique()))
    numbers["in all"] = numbers.sum(axis=1)
    numbers["by our number"] = table.groupby(by).our_number.sum()
    numbers.loc["all"] = numbers.sum()
    return numbers.rename_axis(None).rename_axis(None, axis=1)


def linked(table):
    """Return rows of the ledger as HTML, folded by weight; an id is a link to where its statement is judged."""
    shown = table.rename(columns={"sentence": "what we found"})
    shown["verdict"] += shown.our_number.map({True: " (by our number)", False: ""})
    shown = shown[["place", "statement", "verdict", "what we found"]].map(escape)
    shown.index = [f'<a href="{escape(link)}">{name}</a>' for name, link in zip(table.index, table.link, strict=True)]
    parts = []
    for weight, words in NAMED.items():
        rows, each = (table.weight == weight).to_numpy(), table.verdict[table.weight == weight].value_counts()
        said = ", ".join(f"{each[what]} {what}" for what in VERDICTS if what in each)
        if rows.any():
            words = words if rows.sum() > 1 else words.removesuffix("s")
            parts.append(folded(f"{rows.sum()} {words}: {said}", shown[rows].to_html(escape=False)))
    return "\n".join(parts)


@drawing
def squares(table, title=None, name=None):
    """Draw a mark for each statement, by source and weight; sign and color say what became of it.

    A main claim is a large square, a misprint is round. It is hollow where that rests on a number of our choice.
    """
    parts, y = [], 8.0
    for source, rows in table.groupby("source", sort=False):
        parts.append(_words(8, y + 10, f"{source}: {len(rows)} statements"))
        y += 24
        main = rows.weight == "main"
        for some, side in ((rows[main], LARGE), (rows[~main].sort_values("weight", kind="stable"), CELL)):
            line = int(WIDTH // side)
            for k, row in enumerate(some.itertuples()):
                parts += _mark(8 + side * (k % line), y + side * (k // line), row.verdict, row.weight, row.our_number)
            y += side * -(-len(some) // line)
        y += 14
    x = 8.0
    for what in VERDICTS:
        said = f"{what}: {(table.verdict == what).sum()}"
        parts += [*_mark(x, y, what), _words(x + CELL + 2, y + 9, said)]
        x += CELL + 12 + text_width(said, 14)
    x, y = 8.0, y + CELL + 10
    for weight, number in table.weight.value_counts().reindex(WEIGHTS).items():
        side = LARGE if weight == "main" else CELL
        parts += [
            *_mark(x, y + (LARGE - side) / 2, "", weight),
            _words(x + side + 4, y + 14, f"{number} {NAMED[weight]}"),
        ]
        x += WIDTH / 3
    x, y, ours = 8.0, y + LARGE + 8, table[table.our_number].verdict
    for what in ours.unique():
        parts += _mark(x, y, what, hollow=True)
        x += CELL + 2
    said = ", ".join(f"{(ours == what).sum()} {what}" for what in ours.unique())
    parts.append(_words(x + 4, y + 9, f"hollow: by a number of our choice ({said})"))
    numbers = pd.concat([counts(table), counts(table[table.weight == "main"]).rename("main claims of {}".format)])
    each = "; ".join(
        f"{source}: " + ", ".join(f"{numbers.loc[source, what]} {what}" for what in VERDICTS)
        for source in numbers.index
    )  # fmt: skip
    each += f". By a number of our choice: {said}"
    return composed(16 + WIDTH, y + CELL + 10, *parts, called="What held up", desc=f"{each}.",
                    kind="cfr-ledger", title=title, name=name)  # fmt: skip


def _words(x, y, words):
    return text(x, y, words, 14, text_anchor="start", fill=LIGHT.ink)


def _mark(x, y, what, weight="detail", hollow=False):
    color, side = FILLS.get(what, GRAY), (LARGE if weight == "main" else CELL) - 3
    fill, edge = (LIGHT.paper, 2.5) if hollow else (color, 0)
    x, y, side = x + edge / 2, y + edge / 2, side - edge
    box = element("rect", x=num(x), y=num(y), width=num(side), height=num(side), fill=fill, stroke=color,
                  rx=num(side / 2) if weight == "misprint" else 3, stroke_width=edge)  # fmt: skip
    return [
        box,
        text(x + side / 2, y + side / 2, SIGNS.get(what, ""), 18 if weight == "main" else 12, fill=text_on(fill)),
    ]


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
