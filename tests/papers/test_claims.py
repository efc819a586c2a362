"""The rule by which a verdict follows from what is published and what is measured, and the file of statements."""

import re
from dataclasses import replace

import claims
import numpy as np
import pandas as pd
import pytest
from claims import Paper
from rule import VERDICTS, Claim, verdict
from tables import Glance

from cfrlib.draw import Picture

PICTURE = Picture("<svg/>", "A picture.")


def claim(relation="=", published="1.33", plus_minus="", instead="", kind="ours"):
    return Claim(
        "X1", "A source", "detail", "1", "It is so", relation, published, plus_minus, "chips", "", instead, kind
    )


@pytest.mark.parametrize(
    "published, plus_minus, least, most",
    [
        ("1.33", "", 1.325, 1.335),
        ("-0.0566", "", -0.05665, -0.05655),
        ("0.000", "", -0.0005, 0.0005),
        ("7", "", 6.5, 7.5),
        ("4e9", "", 3.5e9, 4.5e9),
        ("-1/18", "", -1 / 18, -1 / 18),
        ("5", "2", 3, 7),
    ],
)
def test_a_number_allows_its_rounding_or_its_stated_error(published, plus_minus, least, most):
    assert claim("=", published, plus_minus).allowed == pytest.approx((least, most))


@pytest.mark.parametrize(
    "published, inside, outside",
    [
        ("1.33", (1.325, 1.335, 1.3399), (1.3249, 1.34)),
        (".85", (0.845, 6 / 7), (0.8449, 0.86)),
        ("-0.08", (-0.0856, -0.075), (-0.09, -0.0749)),
        ("4e9", (3.5e9, 4.9e9), (3.4e9, 5e9)),
        ("5", (4.5, 5), (4.4, 6)),  # one more is not cut off
        ("-1/18", (-1 / 18,), (-0.0555, -0.0556)),
    ],
)
def test_printed_digits_may_be_rounded_or_cut_off(published, inside, outside):
    """One rule for all of them; what we choose has half a unit on either side (above)."""
    printed = claim("=", published, kind="digits")
    assert {verdict(printed, ours) for ours in inside} == {"reproduced"}
    assert {verdict(printed, ours) for ours in outside} == {"refuted"}


@pytest.mark.parametrize(
    "relation, published, ours, expected",
    [
        ("=", "-1/18", -1 / 18 + 1e-12, "reproduced"),
        ("=", "-1/18", -0.0555, "refuted"),
        ("=", "1.33", 1.335, "reproduced"),  # at the edge of what rounds to it
        ("=", "1.33", 1.3351, "refuted"),
        ("=", "1.33", (1.32, 1.326), "reproduced"),  # they meet
        ("=", "1.33", (1.0, 1.3249), "refuted"),
        ("=", "1.33", (0.5, 1.83), "reproduced"),  # just as wide as the number is large
        ("=", "1.33", (0.5, 1.84), "open"),
        ("=", "0.000", (0.0001, 0.0004), "reproduced"),
        ("=", "0.000", (0.0001, 0.0006), "open"),  # beside 0, only what lies inside counts
        ("=", "0.000", 0.0006, "refuted"),
        (">", "0", 1e-17, "refuted"),  # rounding is no difference
        (">", "0", 1e-6, "reproduced"),
        (">", "1", (1.01, 5), "reproduced"),
        (">", "1", np.array([3, 1.5, 2]), "reproduced"),  # from the lowest to the highest
        (">", "1", [3, 0.9, 5], "open"),
        (">", "1", (0.2, 1), "refuted"),
        ("<", "1", (0.2, 0.9), "reproduced"),
        ("<", "1", 1.0, "refuted"),
        ("<=", "1", (0.2, 1.0), "reproduced"),
        ("<=", "1", (0.2, 1.1), "open"),
        (">=", "1", (1.0, 1.1), "reproduced"),
        (">=", "1", 0.9, "refuted"),
        ("<", "1", None, "open"),
    ],
)
def test_the_rule(relation, published, ours, expected):
    assert verdict(claim(relation, published), ours) == expected


def test_what_stands_in_for_something_else_neither_reproduces_nor_refutes():
    gone = claim(instead="our own chart")
    assert verdict(gone, 1.33) == verdict(gone, 9) == "substituted"
    assert verdict(gone, None) == "open"


@pytest.mark.parametrize("ours", [[], float("nan"), [1, float("inf")], [[1, 2]], {"a": 1}])
def test_ours_is_finite_numbers_in_a_row(ours):
    with pytest.raises(ValueError, match="it takes a number, or several"):
        verdict(claim(), ours)


# -- the file --------------------------------------------------------------------------


def test_every_statement_is_there_once_and_complete():
    stated = claims.claims()
    assert len({row.id for row in stated}) == len(stated)
    for row in stated:
        assert all((row.id, row.source, row.place, row.statement, row.published, row.kind)), row
        assert row.allowed[0] <= row.value <= row.allowed[1]
    ids = {row.id.rstrip("abcdefghijkl") for row in stated}
    rows = {"T": 19, "N": 9, "Z": 17, "M": 24, "P": 19, "R": 5}
    assert {f"{letter}{k}" for letter, last in rows.items() for k in range(1, last + 1)} <= ids


def write(folder, *rows):
    pd.DataFrame([vars(row) for row in rows]).to_csv(folder / "claims.csv", index=False)


@pytest.mark.parametrize(
    "rows, complaint",
    [
        ([claim(), claim()], "X1 is there twice"),
        ([claim("~")], "X1: relation='~'"),
        ([claim("=", "much")], "X1: .*much"),
        ([replace(claim(), kind="theirs")], "X1: kind='theirs'"),
        ([replace(claim(), weight="")], "X1: weight=''"),
        ([replace(claim("<"), kind="digits")], "X1: digits take an equality"),
    ],
)
def test_a_wrong_row_is_named(tmp_path, rows, complaint):
    write(tmp_path, *rows)
    with pytest.raises(ValueError, match=complaint):
        claims.claims(tmp_path)


def test_a_paper_keeps_what_was_judged(tmp_path):
    write(tmp_path, claim(), Claim("X2", "A source", "main", "2", "More", ">", "0", "", "", "", ""))
    paper = Paper("A source", tmp_path)
    table = paper.judge(X1=(1.3, 1.34))
    assert table.columns.tolist() == ["place", "statement", "allowed", "ours", "verdict"]
    assert table.loc["X1"].tolist() == ["1", "It is so", "1.33 chips (our choice)", "1.3 to 1.34", "reproduced"]
    assert paper["X1"] == 1.33
    assert paper.left() == ["X2"]
    with pytest.raises(ValueError, match="X2: judge these first"):
        paper.save()
    paper.judge(X2=None)
    assert paper.verdicts().verdict.tolist() == ["reproduced", "open"]
    assert paper.verdicts().ours["X2"] == "–"
    paper.save()
    written = (tmp_path / "verdicts" / "a_source.csv").read_text(encoding="utf-8")
    assert written == "id,low,high,verdict\nX1,1.3,1.34,reproduced\nX2,,,open\n"
    assert repr(paper.glance(PICTURE)) == "1 reproduced, 0 substituted, 1 open, 0 refuted"
    with pytest.raises(ValueError, match="id='Y'"):
        paper.judge(Y=1)
    with pytest.raises(ValueError, match="source='Z'"):
        Paper("Z")


def test_every_refutation_has_its_cause():
    """And only these; a first screen has all statements, in a sentence each."""
    for source in {row.source for row in claims.claims()}:
        shown = Paper(source).glance(PICTURE)
        causes = [row.id for row in claims.claims() if row.source == source and row.cause]
        assert [claim.id for claim, _ in shown.rows["refuted"]] == causes
        page = shown._repr_mimebundle_()["text/html"]
        assert page.count("<li>") == len(Paper(source).claims)
        assert page.count(" Cause: ") == len(causes)
        assert not re.search(r"< ?\d", page)


def test_main_claims_that_are_refuted_stand_in_the_open():
    refuted = [
        (replace(claim(), id=name, weight=weight), (9, 9)) for name, weight in (("X1", "main"), ("X2", "detail"))
    ]
    page = Glance(refuted, PICTURE)._repr_mimebundle_()["text/html"]
    assert "2 refuted</b>: ours disagrees (1 of the main claims; 2 by a number of our choice)" in page
    assert page.index("X1") < page.index("<summary>1 more</summary>") < page.index("X2")
    alone = Glance(refuted[1:], PICTURE)._repr_mimebundle_()["text/html"]
    assert "X2" in alone
    assert "more" not in alone


def test_clocks_of_other_machines_refute_nothing():
    """A number of seconds, hours or days that a source measured has ours in its place, or nothing."""
    clocks = [row for row in claims.claims() if row.unit in ("seconds", "hours", "days", "years")]
    assert len(clocks) >= 10
    allowed = {"Z9d", "Z9e"}  # arithmetic of the paper's own speed
    assert all(row.instead or row.unjudged for row in clocks if row.id not in allowed)


@pytest.mark.parametrize("path", sorted((claims.FOLDER / "verdicts").glob("*.csv")), ids=lambda path: path.stem)
def test_a_replication_has_judged_every_statement_of_its_source(path):
    judged = pd.read_csv(path)
    source = {row.source for row in claims.claims() if row.id in set(judged.id)}
    assert len(source) == 1
    assert judged.id.tolist() == [row.id for row in claims.claims() if row.source in source]
    assert set(judged.verdict) <= set(VERDICTS)
    assert (judged.low.isna() | (judged.low <= judged.high)).all()
