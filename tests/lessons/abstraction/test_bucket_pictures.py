"""Buckets drawn: the histogram against the futures, the path and the square against the game, words, errors."""

import re

import pytest

from cfrlib.abstraction import futures as counted
from cfrlib.cards.deck import number
from cfrlib.cards.flops import preflop_names, preflop_table
from cfrlib.draw import futures, preflop_buckets
from cfrlib.draw.parts.colors import contrast, text_on
from cfrlib.games.holdem import holdem
from cfrlib.games.texas import texas
from cfrlib.lessons.abstraction.hand_futures import HIGH, WIDE, highest, read_futures
from cfrlib.lessons.abstraction.hand_in_buckets import BOXES, MOST_BOXES, Step, hand_in_buckets, read_path
from cfrlib.lessons.abstraction.preflop_buckets import shade

pytestmark = pytest.mark.slow

TEXAS = texas(buckets=(2, 3, 2, 3), deck=(4, 3))
ROUNDS = holdem(buckets=(3, 4), deck=(4, 2))
FORGETFUL = texas(buckets=(2, 3, 2, 3), deck=(4, 3), recall="imperfect")
HAND, BOARD = "AhKd", "JcQcQh Kc Jd"


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


@pytest.mark.parametrize("game", [TEXAS, FORGETFUL])
@pytest.mark.parametrize("cards", [0, 3, 4, 5])
def test_the_path_is_that_of_the_game(game, cards):
    deck, board = game.deck, BOARD.replace(" ", "")[: 2 * cards]
    shown, hand = [deck.names.index(board[k : k + 2]) for k in range(0, len(board), 2)], deck.parse(HAND, 2)
    rest = [card for card in range(deck.cards) if card not in {*shown, *hand}]
    sequences = game.percentiles.find([[*shown, *rest][:5]], [int(number(hand))])[0]
    path, dealt = read_path(game, HAND, board), max(cards - 1, 1)
    assert [(step.betting_round, step.buckets) for step in path] == list(enumerate(game.buckets))
    assert all(step.bucket is step.square is None for step in path[dealt:])
    for street, step in enumerate(path[:dealt]):
        assert step.bucket == game.percentiles.split(street, int(sequences[street]))[-1]
        assert step.square == counted.futures(deck, HAND, shown[: street and street + 2]).mean_square
    svg = hand_in_buckets(game, HAND, board).svg
    marks = {"not dealt yet": 4 - dealt, 'fill-opacity="0.3"': dealt - 1 if game is TEXAS else 0,
             'stroke-width="3"': dealt, 'stroke-width="0.8"': sum(n - 1 for n in game.buckets[:dealt])}  # fmt: skip
    assert {mark: svg.count(mark) for mark in marks} == marks


def test_the_filled_boxes_stand_where_their_percentiles_are():
    path, drawn = read_path(TEXAS, HAND, BOARD), hand_in_buckets(TEXAS, HAND, BOARD)
    filled = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"[^>]*stroke-width="3"', drawn.svg)
    rest = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="[\d.]+"[^>]*stroke-width="(?:3|0.8)"', drawn.svg)
    left = min(map(float, rest))
    assert len(filled) == 4
    for step, (x, wide) in zip(path, filled, strict=True):
        assert float(x) == pytest.approx(left + BOXES * step.bucket / step.buckets, abs=0.006)
        assert float(wide) == pytest.approx(BOXES / step.buckets, abs=0.006)
        assert f">{step.range}</text>" in drawn.svg


def test_words_of_the_path():
    path = read_path(TEXAS, HAND, BOARD)
    called = TEXAS.key(0, (), ("JcQcQh", "Kc", "Jd"), int(number(TEXAS.deck.parse(HAND, 2))))[0]
    text = hand_in_buckets(TEXAS, HAND, BOARD).text
    last = f"bucket {path[3].bucket + 1} of 3 ({path[3].range})"
    assert text.startswith("A hand in its buckets: AhKd on JcQcQhKcJd")
    assert "Buckets: before the flop bucket " in text
    assert text.endswith(f"on the river {last}: sequence {called}, one of 36.")
    assert hand_in_buckets(FORGETFUL, HAND, BOARD).text.endswith("; each street is cut as a whole.")
    assert Step(0, 3, 8, 0.5).range == "37.5–50 %"
    assert Step(0, 11, 12, 0.5).range == "91.7–100 %"


@pytest.mark.parametrize("buckets", [1, 12, MOST_BOXES, MOST_BOXES + 1])
def test_any_number_of_buckets_fits(buckets):
    drawn = hand_in_buckets(holdem(buckets=(buckets, 2), deck=(4, 2)), "AcKc")
    boxes = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"[^>]*stroke-width="(?:3|0.8)"', drawn.svg)
    assert len(boxes) == (buckets if buckets <= MOST_BOXES else 1)
    axis = 5  # of the histogram above
    assert drawn.svg.count(" %</text>") == axis + (1 if buckets > 12 else 1 + buckets)


def test_the_histogram_above_is_that_of_futures():
    both, alone = hand_in_buckets(TEXAS, HAND, BOARD[:6]), futures(HAND, BOARD[:6], deck=(4, 3))
    assert bars(both.svg) == bars(alone.svg) != []
    assert both.svg.count('stroke-width="3"') == 2
    assert alone.text.partition(": ")[2].rstrip(".") in both.text


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


def test_wrong_cards_are_named():
    with pytest.raises(ValueError, match="^board='JdQdKdAd': it takes 0 or 3 different cards"):
        hand_in_buckets(ROUNDS, "AcKc", "JdQdKdAd")
    with pytest.raises(ValueError, match="^hand='2c2d'"):
        hand_in_buckets(TEXAS, "2c2d")
