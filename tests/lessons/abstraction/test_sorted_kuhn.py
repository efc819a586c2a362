"""Kuhn poker in buckets: linear programs over cards against the library's own games."""

import numpy as np
import pytest

import cfrlib
from cfrlib.games import kuhn
from cfrlib.lessons.abstraction.sorted_kuhn import BET, CARDS, buckets, solve


class Sorted(kuhn):
    """The abstract game, as the engine takes it."""

    def __init__(self, cuts):
        self.bucket = buckets(cuts)
        super().__init__(CARDS, bet=BET)

    def key(self, player, actions, public, outcome):
        return str(self.bucket[outcome]), "".join(actions)

    def num_keys(self, actions):
        return max(self.bucket) + 1


def profile(game, found, label):
    """Return the strategies in a profile; `label` says how a game calls the card."""
    table, bucket = {}, buckets(found.cuts)
    for card, b in enumerate(bucket):
        bet, call = found.bets[b], found.calls[b]
        later = call / (1 - bet) if bet < 1 - 1e-9 else 0
        for seen, p in (("", bet), ("pb", later), ("b", found.answers[b]), ("p", found.raises[b])):
            p = float(np.clip(p, 0, 1))
            table[label(card), seen] = {"p": 1 - p, "b": p}
    return cfrlib.Profile.from_dict(game, table)


@pytest.mark.parametrize("cuts", [(), (5, 6), (1, 3, 5)])
def test_gaps_and_values_are_the_library_s(cuts):
    found, whole, sorted_game = solve(cuts), kuhn(CARDS, bet=BET), Sorted(cuts)
    real = profile(whole, found, lambda card: whole.outcomes(0)[card])
    assert found.gap() == pytest.approx(cfrlib.exploitability(whole, real), abs=1e-6)
    abstract = profile(sorted_game, found, lambda card: str(buckets(cuts)[card]))
    assert cfrlib.exploitability(sorted_game, abstract) == pytest.approx(0, abs=1e-6)
    assert found.gap(cuts) == pytest.approx(0, abs=1e-6)
    assert found.value == pytest.approx(cfrlib.equilibrium(sorted_game)[0], abs=1e-6)


def test_all_cuts_are_the_real_game():
    found = solve(range(1, CARDS))
    assert found.gap() == pytest.approx(0, abs=1e-6)
    assert found.value == pytest.approx(cfrlib.equilibrium(kuhn(CARDS, bet=BET))[0], abs=1e-6)


@pytest.mark.parametrize("cuts", [(), (5, 6), (1, 3, 5)])
def test_the_better_answer_with_each_card_is_a_best_response(cuts):
    whole = kuhn(CARDS, bet=BET)
    real = profile(whole, solve(cuts), lambda card: whole.outcomes(0)[card])
    best = cfrlib.best_response_values(whole, real)[1]
    assert solve(cuts).worth().max(axis=1).sum() / 42 == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize("wrong", [(0,), (7,), (2, 2), ("2",)])
def test_wrong_cuts_are_named(wrong):
    with pytest.raises(ValueError, match="^cuts="):
        solve(wrong)


def test_cfr_finds_no_equilibrium_that_loses_less():
    game, whole = Sorted((5, 6)), kuhn(CARDS, bet=BET)
    solver = cfrlib.CFR.plus(game)
    solver.run(2000)
    average, lifted = solver.average_strategy(), {}
    for card, label in enumerate(whole.outcomes(0)):
        for seen in ("", "p", "b", "pb"):
            lifted[label, seen] = average[str(game.bucket[card]), seen]
    assert cfrlib.exploitability(whole, cfrlib.Profile.from_dict(whole, lifted)) > 6 / 42 - 1e-3
