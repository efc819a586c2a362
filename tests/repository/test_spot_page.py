"""`cfrlib spot`: what it prints of a spot with a known solution, and that its page stands alone."""

import re

import pytest

import cfrlib
from cfrlib import cli

NUTS_OR_AIR = [
    "spot",
    "2c2d7h8s9s",
    "AcAd, 4h3h",
    "KcKd",
    "--pot",
    "1",
    "--stack",
    "1",
    "--bets",
    "100%",
    "--raises",
    "",
]
"""Player 1 bets aces, and half of the air; Player 2 calls half of the time."""


@pytest.fixture
def said(tmp_path, monkeypatch, capsys):
    """Return a function that does what a command line says, and returns what is printed and the page."""
    monkeypatch.chdir(tmp_path)

    def run(*options):
        cli.main([*NUTS_OR_AIR, *options])
        return capsys.readouterr().out, (tmp_path / "spot.html").read_text(encoding="utf-8")

    return run


def test_a_known_solution(said):
    out, page = said("--until", "0.001", "--json", "all.json")
    lines = out.splitlines()
    assert lines[:4] == [
        "2c 2d 7h 8s 9s, pot 1, stack 1",
        "Player 1, out of position, AcAd, 4h3h: 0.75 chips on average, 75.0 % of the pot",
        "Player 2, in position, KcKd: 0.25 chips on average, 25.0 % of the pot",
        "Solution: exploitability 0.00 % of the pot",
    ]
    rows = [re.split("  +|: ", line.strip()) for line in lines[4:-2]]
    assert [row[:2] for row in rows] == [
        ["100.0 %", "Player 1, acts first"], ["25.0 %", "Player 2, after check"],
        ["75.0 %", "Player 2, after bet 1, all-in"],
    ]  # fmt: skip
    shares = [[float(part) for part in re.findall(r"([\d.]+) %", does)] for *_, does in rows]
    assert shares == [pytest.approx(part, abs=0.2) for part in ([25, 75], [100, 0], [50, 50])]
    assert rows[2][2].endswith(" % call, all-in.")
    assert lines[-2:] == ["Written: spot.html", "Written: all.json"]
    profile = cfrlib.spot_from_json("all.json")
    assert profile["4h3h", ""]["b1"] == pytest.approx(0.5, abs=1e-3)
    assert page.count("<figure>") == page.count("<tr><td>") == 3
    for row in rows:
        assert f"<tr><td>{'<td>'.join(row)}" in page


def test_the_page_needs_nothing_else(said):
    _, page = said()
    assert set(re.findall(r"\w+://[^\"' ]*", page)) == {"http://www.w3.org/2000/svg"}
    assert re.findall(r"<script|<link| src=|@import|url\((?!#)", page) == []
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(set(ids)) == len(ids)


def test_with_rake_it_is_called_a_heuristic(said):
    out, page = said("--rake", "0.05", "--cap", "0.1")
    for text in (out, page):
        assert "Solution: heuristic (rake: the game is not zero-sum" in text
        assert re.search(r"left to gain: 0\.0\d % of the pot and 0\.0\d % of the pot", text)
    assert "exploitability" not in out + page


@pytest.mark.parametrize(
    "options, message",
    [
        (["--bets", "x"], "bets='x': it takes a list of sizes"), (["--until", "0"], "--until=0.0: it takes"),
        (["--rake", "2"], "share=2.0: it takes"), (["--pot", "-1"], "pot=-1.0: it takes"),
        (["--out", "none/spot.html"], "path='none/spot.html': not written"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_line(said, options, message):
    with pytest.raises(SystemExit, match=re.escape(message)):
        said(*options)
