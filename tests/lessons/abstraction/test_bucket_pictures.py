"""Buckets drawn: the histogram against the futures, the square against the game, words."""

import re

import pytest

from cfrlib.abstraction import futures as counted
from cfrlib.cards.flops import preflop_names, preflop_table
from cfrlib.draw import futures, preflop_buckets
from cfrlib.draw.parts.colors import contrast, text_on
from cfrlib.games.holdem import holdem
from cfrlib.games.texas import texas
from cfrlib.lessons.abstraction.hand_futures import HIGH, WIDE, highest, read_futures
from cfrlib.lessons.abstraction.preflop_buckets import shade

pytestmark = pytest.mark.slow

TEXAS = texas(buckets=(2, 3, 2, 3), deck=(4, 3))
ROUNDS = holdem(buckets=(3, 4), deck=(4, 2))


def bars(svg):
    """Return (part of HS, boards, width, height) of all bars of a picture."""
    found = re.findall(
        r'<rect x="[\d.]+" y="[\d.]+" width="([\d.]+)" height="([\d.]+)"[^>]*>'
        r"<title>HS from ([\d.]+) to [\d.]+: ([\d,]+) of", svg,
    )  # fmt: skip
    return [(round(float(low) * 20), int(many.replace(",", "")), float(w), float(h)) for w, h, low, many in found]


def marks(svg):
    """Return where the lines of E[HS] and of the root of E[HS^2] stand in the plot."""
    lines = r'<path d="M([\d.]+),([\d.]+)V([\d.]+)" stroke="#(?:222222|D55E00)" stroke-width="2.6"'
    return [float(x) for x, top, floor in re.findall(lines, svg) if float(floor) - float(top) > HIGH]


@pytest.mark.parametrize("board", ["2c7d9h", "2c7d9hJs"])
def test_bars_and_marks_are_the_futures(board):
    drawn, strengths = futures("7h6h", board), counted.futures((13, 4), "7h6h", board)
    most, _ = highest(read_futures("7h6h", board, (13, 4), 5))
    assert {k: many for k, many, *_ in bars(drawn.svg)} == {k: n for k, n in enumerate(strengths.bins(20)) if n}
    for _, many, wide, high in bars(drawn.svg):
        assert wide == WIDE / 20 - 2
        assert high == pytest.approx(HIGH * many / strengths.boards / most, abs=0.006)
    left = float(re.search(r'<path d="M([\d.]+),[\d.]+V[\d.]+H', drawn.svg)[1])
    wanted = [left + WIDE * strengths.mean, left + WIDE * strengths.mean_square**0.5]
    assert marks(drawn.svg) == pytest.approx(wanted, abs=0.006)
    assert f"over {strengths.boards:,} boards that can come E[HS] = {strengths.mean:.3g} and E[HS²] = " in drawn.text


def test_a_complete_board_leaves_one_strength():
    drawn = futures("AsKs", "QsJsTs2c2d")
    assert drawn.text == "What a hand may still become: AsKs on QsJsTs2c2d: no card is to come, HS = 1."
    assert "the board is complete" in drawn.svg
    assert "HS from 0.95 to 1: this board" in drawn.svg
    assert futures("AcKc", "", deck=(5, 2), last=3).text.startswith(
        "What a hand may still become: AcKc before the flop: over 56 boards that can come"
    )


@pytest.mark.parametrize("game", [TEXAS, ROUNDS, holdem(buckets=(5, 1), deck=(7, 1))])
def test_the_square_shows_the_bucket_of_every_hand(game):
    drawn, deck = preflop_buckets(game), game.deck
    cells = dict(re.findall(r"<g><title>(\w+): bucket (\d+) of \d+</title>", drawn.svg))
    names = preflop_names(deck)
    assert list(cells) == list(names)
    buckets = [game.key(0, (), (), hand)[0] for hand in range(len(deck.hands))]
    assert [cells[names[c]] for c in preflop_table(deck).hand_class] == buckets
    for k in range(1, game.buckets[0] + 1):
        said = f"bucket {k} has {100 * buckets.count(str(k)) / len(buckets):.1f}".removesuffix(".0")
        assert (f"{said} % of all hands" in drawn.text) == (str(k) in buckets)
    assert ("offsuit" in drawn.svg) == (deck.suits > 1)


def test_every_number_is_readable_on_its_shade():
    for count in (1, 2, 5, 12, 169):
        fills = [shade(k, count) for k in range(count)]
        assert all(contrast(fill, text_on(fill)) >= 4.5 for fill in fills)
        luminances = [contrast(fill, "#000000") for fill in fills]
        assert luminances == sorted(luminances, reverse=True)
