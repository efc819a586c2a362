"""Buckets drawn: the square against the game, words."""

import re

import pytest

from cfrlib.cards.flops import preflop_names, preflop_table
from cfrlib.draw import preflop_buckets
from cfrlib.draw.parts.colors import contrast, text_on
from cfrlib.games.holdem import holdem
from cfrlib.games.texas import texas
from cfrlib.lessons.abstraction.preflop_buckets import shade

pytestmark = pytest.mark.slow

TEXAS = texas(buckets=(2, 3, 2, 3), deck=(4, 3))
ROUNDS = holdem(buckets=(3, 4), deck=(4, 2))


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
