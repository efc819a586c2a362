"""One visit in vectors: its numbers are those of the textbook, and what it cannot draw is refused by name."""

import re

import pytest

import cfrlib
from cfrlib.lessons.public_chance_sampling.visits import visit
from cfrlib.textbook.public_chance import PublicChanceCFR


def numbers(picture):
    return [float(x.replace("−", "-")) for x in re.findall(r"[+−]?\d+(?:\.\d+)?", picture.text)]


def test_the_regrets_are_those_of_a_walk():
    game = cfrlib.games.kuhn()
    cfr = PublicChanceCFR(game, "pcs", updates="simultaneous")
    step = next(s for s in cfr.walk(1, next(iter(cfr.deals.all(1)))) if s.actions == ("b",))
    drawn = numbers(visit(game, ("b",), step.reach[0]))
    assert drawn[:2] == [2, 0.5]  # Player 2, reach of the first card
    rows = [drawn[4 + 4 * k : 8 + 4 * k] for k in range(3)]
    for row, values in zip(rows, step.values * 6, strict=True):
        assert row == pytest.approx([*values, *(values - values.mean())])


def test_what_it_does_not_take():
    for actions in (("p",), ("b", "b")):
        with pytest.raises(ValueError, match="all end the game"):
            visit(cfrlib.games.kuhn(), actions, [1, 1, 1])
    with pytest.raises(ValueError, match="equally likely"):
        visit(Uneven(), ("b",), [1, 1, 1])


class Uneven(cfrlib.games.kuhn):
    def weights(self, public):
        weights = super().weights(public).copy()
        weights[0] *= 2
        return weights / weights.sum()
