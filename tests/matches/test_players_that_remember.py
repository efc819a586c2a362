"""A player that remembers knows no more than its own cards: plain hands, seats by turns, each pair of a table anew."""

from functools import partial
from itertools import combinations
from threading import Lock

import numpy as np
import pytest

from cfrlib import cross_table, equilibrium, match
from cfrlib.games import kuhn, leduc, matrix
from cfrlib.matches import expected
from cfrlib.profile import Profile
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow

KUHN = kuhn()
OPTIMAL = equilibrium(KUHN)[1]


def cheat():
    """Return a player that takes the card it held in its last hand as first player for the other's in the next hand.

    As first player it keeps to the equilibrium; as second it knows whether it would win, and whom a bluff may scare.
    """
    held = ["Q"]

    def player(game, key, actions, rng):
        card, public = key
        if public in ("", "pb"):
            held[:] = card
            return OPTIMAL[key]
        mine, theirs = "JQK".index(card), "JQK".index(held[0])
        return "b" if mine > theirs or (public, theirs) == ("p", 1) else "p"

    return player


@pytest.mark.parametrize("game", [KUHN, unroll(KUHN)], ids=["game", "tree"])
def test_who_remembers_a_card_wins_nothing_from_an_equilibrium(game):
    """The value is at most 0, whoever plays, with seats by turns."""
    for players, sign in (((cheat(), OPTIMAL), 1), ((OPTIMAL, cheat()), -1)):
        found = match(game, *players, hands=20_000, seed=1)
        assert not found.duplicate
        assert sign * found.mean < found.half_width


def test_it_knows_the_others_card_where_a_deal_comes_again():
    found = match(KUHN, cheat(), OPTIMAL, hands=20_000, duplicate=True, seed=1)
    assert found.duplicate
    assert found.interval[0] > 0.05


@pytest.mark.parametrize("game", [KUHN, leduc(), unroll(KUHN)], ids=["Kuhn", "Leduc", "tree"])
def test_seats_change_after_each_hand(game):
    """Who is asked first in a hand, where only the first player is asked at an empty history."""
    begun = []

    def notes(who, game, key, actions, rng):
        if key[1] == "":
            begun.append(who)
        return str(rng.choice(actions))

    found = match(game, partial(notes, "p"), partial(notes, "q"), hands=200)
    assert begun == ["p", "q"] * 100
    assert found.won.shape == (2, 100)


def test_hands_are_won_where_they_are_counted():
    """A function wins all as Player 1 and nothing as Player 2: the first row, and the second."""
    rich = matrix([[3, 3], [0, 0]], rows=("take", "leave"), columns=("a", "b"))
    found = match(rich, lambda game, key, actions, rng: actions[0], Profile.uniform(rich), hands=400)
    assert (found.won[0] == 3).all()
    assert -1.5 - 3 * 1.5 / np.sqrt(200) < found.won[1].mean() < -1.5 + 3 * 1.5 / np.sqrt(200)


def test_intervals_hold_the_exact_value_with_a_function():
    """Of seeds 0 to 39 in at least 33: as in matches of profiles."""
    uniform = Profile.uniform(KUHN)
    exact, held = expected(KUHN, OPTIMAL, uniform), 0
    for seed in range(40):
        found = match(KUHN, lambda game, key, actions, rng: OPTIMAL[key], uniform, hands=200, seed=seed)
        held += abs(found.mean - exact) <= found.half_width
    assert held >= 33


# -- cross tables ----------------------------------------------------------------------------


class Grim:
    """Passes until it has faced a bet ten times; then it bets."""

    def __init__(self):
        self.faced = 0

    def __call__(self, game, key, actions, rng):
        self.faced += key[1].endswith("b")
        return "b" if self.faced > 10 else "p"


@pytest.mark.parametrize("game", [KUHN, unroll(KUHN)], ids=["game", "tree"])
@pytest.mark.parametrize("make", [Grim, lambda: Grim().__call__, lambda: partial(Grim())])
def test_each_pair_of_a_table_is_a_match_of_players_as_they_came(game, make):
    """So in which order pairs meet does not matter; two profiles play duplicates, in a game."""
    uniform, grim = Profile.uniform(KUHN), make()
    players = {"grim": grim, "optimal": OPTIMAL, "uniform": uniform, "other": grim}
    for names in (list(players), ["optimal", "grim", "other", "uniform"]):
        means, widths = cross_table(game, {name: players[name] for name in names}, hands=200, seed=3)
        for a, b in combinations(names, 2):
            fresh = [make() if name in ("grim", "other") else players[name] for name in (a, b)]
            found = match(game, *fresh, hands=200, seed=3)
            assert found.duplicate == (game is KUHN and {a, b} == {"optimal", "uniform"})
            assert (means.loc[a, b], means.loc[b, a]) == (found.mean, -found.mean)
            assert widths.loc[a, b] == widths.loc[b, a] == found.half_width


def test_what_cannot_be_copied_is_named_before_the_first_match():
    locked, asked = Grim(), []
    locked.lock = Lock()

    def notes(game, key, actions, rng):
        asked.append(key)
        return actions[0]

    with pytest.raises(TypeError, match=r"^players\['locked'\]=.*: it takes a player that copy.deepcopy copies"):
        cross_table(KUHN, {"a": notes, "b": Profile.uniform(KUHN), "locked": locked}, hands=20)
    assert not asked
    means, _ = cross_table(KUHN, {"a": notes, "locked": lambda *told: locked(*told)}, hands=20)
    assert means.shape == (2, 2)
    assert locked.faced + len(asked) > 0
