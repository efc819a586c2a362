"""The ledger: every statement once, its verdict by the rule, its link and its command."""

import json
import re

import nbformat
import pandas as pd
import pytest
import what_held_up
from claims import FOLDER, claims
from rule import WEIGHTS, verdict


@pytest.fixture(scope="module")
def ledger():
    return what_held_up.ledger()


def test_every_statement_stands_there_once(ledger):
    assert ledger.index.tolist() == [claim.id for claim in claims()]
    assert len(ledger) >= 270
    assert ledger.source.nunique() == 6


def test_verdicts_follow_from_what_was_stored(ledger):
    stored = pd.concat(pd.read_csv(path) for path in (FOLDER / "verdicts").glob("*.csv")).set_index("id")
    assert sorted(stored.index) == sorted(ledger.index)
    for claim in claims():
        low, high, said = stored.loc[claim.id]
        assert verdict(claim, None if pd.isna(low) else (low, high)) == said == ledger.verdict[claim.id], claim.id


def test_sentences_carry_our_numbers(ledger):
    measured = ledger[ledger.over != ""]
    assert len(measured) > 240
    assert all(row.ours in row.sentence for row in measured.itertuples())
    left = {claim.id: claim.unjudged for claim in claims() if claim.unjudged}
    assert set(ledger[ledger.over == ""].index) == set(left)
    for name, why in left.items():
        assert ledger.verdict[name] == "open"
        assert ledger.sentence[name] == f"Not judged: {why}."


def test_links_lead_to_headings_and_commands_to_notebooks(ledger):
    headings = {}
    for path in FOLDER.glob("*.ipynb"):
        lines = [line for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] for line in cell["source"]
                 if cell["cell_type"] == "markdown"]  # fmt: skip
        headings[path.name] = {line.lstrip("# ").strip().replace(" ", "-") for line in lines if line.startswith("#")}
    for row in ledger.itertuples():
        name, place = row.link.split("#", 1)
        assert place in headings[name], row.link
        assert row.command == f"make execute NAMES=papers/{name.removesuffix('.ipynb')}"
    assert ledger.groupby("source").link.nunique().min() > 4


def test_a_statement_that_nobody_judged_is_named(tmp_path):
    (tmp_path / "verdicts").mkdir()
    (tmp_path / "claims.csv").write_bytes((FOLDER / "claims.csv").read_bytes())
    (tmp_path / "verdicts" / "x.csv").write_text("id,low,high,verdict\nT1a,1.333,1.333,reproduced\n")
    source = 'paper = Paper("AI Poker Tutorial")'
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)]), tmp_path / "a.ipynb")
    with pytest.raises(ValueError, match="T1a: no cell judges it"):
        what_held_up.ledger(tmp_path)
    (tmp_path / "verdicts" / "x.csv").write_text("id,low,high,verdict\nT1b,1,1,reproduced\n")
    with pytest.raises(ValueError, match="T1a: it has no verdict"):
        what_held_up.ledger(tmp_path)


def test_a_row_over_seeds_says_how_many(ledger):
    """Or pairs of seeds, or runs; and a single one is said to be one."""
    for name, over in ledger.over[ledger.over.str.contains("seed|run")].items():
        assert re.search(r"\d seeds|\bone (seed|run|pair of seeds)\b|\d × \d pairs|20 with λ", over), (name, over)


def test_squares_are_hollow_where_our_number_decided(ledger):
    ours = {claim.id for claim in claims() if claim.kind == "ours"}
    decided = set(ledger.index[ledger.verdict.isin(["reproduced", "refuted"])])
    assert set(ledger.index[ledger.our_number]) == ours & decided
    numbers = what_held_up.counts(ledger)["by our number"]
    assert numbers["all"] == numbers.drop("all").sum() == len(ours & decided)
    picture = what_held_up.squares(ledger)
    assert picture.svg.count('stroke-width="2.5"') == len(ours & decided) + 2  # and two in the legend
    assert f"({(ledger.our_number & (ledger.verdict == 'reproduced')).sum()} reproduced" in picture.svg
    assert what_held_up.linked(ledger).count("(by our number)") == len(ours & decided)


def test_main_claims_are_large_and_counted(ledger):
    numbers = what_held_up.counts(ledger, "weight")
    assert numbers.index.tolist() == [*WEIGHTS, "all"]
    picture, page = what_held_up.squares(ledger), what_held_up.linked(ledger)
    main = numbers.loc["main"]
    assert picture.svg.count('font-size="18"') == main["in all"] + 1  # and one in the legend
    assert picture.svg.count('rx="8.5"') + picture.svg.count('rx="7.25"') == numbers["in all"]["misprint"] + 1
    assert f"main claims of all: {main.reproduced} reproduced, {main.refuted} refuted" in picture.text
    assert f"{main['in all']} main claims: {main.reproduced} reproduced" in page
    first = json.loads((FOLDER / "what_held_up.ipynb").read_text(encoding="utf-8"))["cells"][0]["source"]
    rest = f"{main.refuted} refuted, {main.substituted} substituted and {main.open} open."
    assert f"Of {main['in all']} main claims, {main.reproduced} are reproduced, {rest}" in "".join(first)
    assert set(ledger.source) == set(ledger.source[ledger.weight == "main"])
