"""`CFR.label`: what is called proved converges, and what does not converge is not called proved."""

from itertools import product
from math import inf

import numpy as np
import pytest
from random_games import RandomGame

import cfrlib
from cfrlib.engine.convergence import THEOREMS
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.regret import NAMES, Power, RegretRule, averaging, discounted, regret_rule
from cfrlib.sampling import Mixed

GAMES = kuhn(), RandomGame(2)
ALPHAS, BETAS = (-inf, 0, 0.5, 1, 1.5, inf), (-inf, 0, 0.5, 1, inf)
RULES = [
    *(name for name in NAMES if name not in ("discounted",)),
    *(discounted(*powers) for powers in product(ALPHAS, BETAS)),
    RegretRule("half", floor=0, prediction=0.5), RegretRule("fading", positive=0.9, negative=0.9),
    RegretRule("by a function", positive=lambda t: 1 / t),
]  # fmt: skip
UPDATES = "alternating", "simultaneous"


def is_proved(solver):
    return solver.label.startswith("proved")


@pytest.mark.parametrize("average", ["uniform", "linear", "quadratic", 5])
@pytest.mark.parametrize("updates", UPDATES)
def test_what_is_proved_converges(average, updates):
    proved = 0
    for k, rule in enumerate(RULES):
        solver = cfrlib.CFR(GAMES[k % 2], regret=rule, average=average, updates=updates)
        if is_proved(solver):
            solver.run(1000)
            assert solver.exploitability() < 0.015, solver
            proved += 1
    assert proved >= 10


SAMPLED = ["pcs", "opcs", "spcs", "cs", "es", "robust", "os", Mixed("es", "os", 0.5), Mixed("cs", "os", 0.5)]


@pytest.mark.parametrize("row", SAMPLED, ids=str)
def test_what_is_proved_of_samples_converges(row):
    rules = ("rm", "uniform"), ("rm+", "linear"), ("linear", "linear"), ("discounted", "quadratic")
    for k in (0, 1 + SAMPLED.index(row) % 3):
        rule, average = rules[k]
        solver = cfrlib.CFR(kuhn(), row, regret=rule, average=average, updates=UPDATES[k % 2], seed=1)
        assert is_proved(solver)
        solver.run(20_000)
        assert solver.exploitability() < 0.06, solver
        value = cfrlib.expected_value(kuhn(), solver.average_strategy())
        assert value == pytest.approx(-1 / 18, abs=0.01)  # nearer than the exploitability says


def test_every_theorem_is_quoted():
    """None stands behind one that covers more."""
    averages = map(averaging, ("uniform", "linear", "quadratic"))
    cases = product(map(regret_rule, RULES), list(averages), UPDATES)
    quoted = [next((theorem for theorem in THEOREMS if theorem.covers(*case)), None) for case in cases]
    assert set(THEOREMS) <= set(quoted)


class OneRow(kuhn):
    """All cards share a row."""

    def row(self, player, actions, public, outcome):
        return actions


class TwoCards(kuhn):
    """Queen and King share rows."""

    def row(self, player, actions, public, outcome):
        return actions, min(outcome, 1)


class Blind(kuhn):
    """Nobody sees a card, but the table does."""

    def key(self, player, actions, public, outcome):
        return "?", self.public_string(actions, public)

    def row(self, player, actions, public, outcome):
        return outcome


@pytest.mark.parametrize(
    "game, switches, left",
    [
        (leduc(), {"regret": discounted(0, 0)}, 0.3), (leduc(), {"regret": discounted(-inf, -inf)}, 2),
        (kuhn(), {"regret": discounted(0, 0), "average": "quadratic"}, 0.02),
        (kuhn(), {"regret": RegretRule("rm of mine", positive=Power(-1), negative=Power(-1))}, 0.1),
        (kuhn(), {"average": "quadratic", "updates": "simultaneous"}, 0.01), (kuhn(), {"average": 1000}, 0.02),
        (OneRow(), {}, 0.3), (TwoCards(), {}, 0.1), (Blind(), {}, 0.1),
        (OneRow(), {"sampling": "es"}, 0.3),
    ],
)  # fmt: skip
def test_what_does_not_converge_is_unknown(game, switches, left):
    solver = cfrlib.CFR(game, **switches)
    assert solver.label.startswith("unknown (")
    solver.run(2000)
    assert solver.exploitability() > left


@pytest.mark.parametrize(
    "switches, label",
    [
        ({}, "proved (alternating updates: Burch"),
        ({"updates": "simultaneous"}, "proved (Zinkevich"),
        ({"regret": "discounted"}, "proved (Brown"),
        ({"regret": "predictive", "updates": "simultaneous"}, "proved (Farina"),
        ({"regret": "predictive"}, "unknown (no theorem"),
        ({"regret": "dcfr+", "average": 4}, "proved (Xu et al. 2024; with these parameters by an argument of our own)"),
        ({"regret": "pdcfr+", "average": 5, "updates": "simultaneous"}, "proved (Xu"),
        ({"regret": "pdcfr+", "average": 5}, "unknown (no theorem"),
        ({"regret": "sapcfr+", "average": 2, "updates": "simultaneous"}, "proved (Farina"),
        ({"average": "linear"}, "unknown (no theorem"),
        ({"average": "linear", "sampling": "es"}, "unknown (no theorem"),
        ({"regret": RegretRule("another name", floor=0)}, "proved (alternating updates: Burch"),
        ({"regret": RegretRule("fading", positive=0.9)}, "unknown (regret='fading' is a rule of your own)"),
        ({"sampling": "es"}, "proved with high probability"),
        ({"sampling": "es"}, "2020; of each player's regret only, as updates alternate)"),
        ({"sampling": "es", "updates": "simultaneous"}, "Sandholm 2020)"),
        ({"sampling": "es", "regret": "predictive"}, "heuristic"),
    ],
)
def test_the_repr_says_what_is_known(switches, label):
    assert label in repr(cfrlib.CFR(kuhn(), **switches))


class Forgetful(kuhn):
    """Kuhn poker in which player 0, having passed, forgets his card."""

    def key(self, player, actions, public, outcome):
        key = super().key(player, actions, public, outcome)
        return ("?", key[1]) if len(actions) == 2 else key


class SameRows(Forgetful):
    """The same, with a `row` that says nothing new."""

    def row(self, *where):
        return self.key(*where)


class Kuhns(kuhn):
    """Kuhn poker with a `row` that says nothing new."""

    def row(self, player, actions, public, outcome):
        return outcome


class Heavier(bluff):
    """A round in which a roll is worth more, which bids do not say."""

    def payoff(self, actions, public):
        return self._table(super().payoff(actions, public)) * np.arange(1, 5)[:, None]


def test_rows_that_are_not_ours_are_not_taken_on_trust():
    assert is_proved(cfrlib.CFR(Kuhns()))
    for game in (bluff(faces=4), Heavier(faces=4, merged=False)):
        assert is_proved(cfrlib.CFR(game))
    assert cfrlib.CFR(Heavier(faces=4)).label.startswith("unknown (row: ")


@pytest.mark.parametrize("switches", [{}, {"sampling": "es"}, {"sampling": "pcs", "regret": "predictive"}])
def test_imperfect_recall_is_a_heuristic(switches):
    for game in (Forgetful(), SameRows()):
        assert "; heuristic (imperfect recall);" in repr(cfrlib.CFR(game, **switches))
    for game in (leduc(suits_matter=False), bluff(faces=3), RandomGame(5), RandomGame(12)):
        assert "recall" not in repr(cfrlib.CFR(game, **switches))
