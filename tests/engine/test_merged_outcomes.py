"""Outcomes that nothing tells apart: merged solvers learn what others do, and whatever differs in anything is kept."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import copied_games

import cfrlib
from cfrlib.engine.contract import layout_of
from cfrlib.game import CHANCE, Decision, Game, PublicChance, Terminal
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit
from cfrlib.regret import RULES

RULE = st.sampled_from([name for name in RULES if name not in ("hedge", "mmd")])
UPDATES = st.sampled_from(["alternating", "simultaneous"])
some = settings(deadline=None, derandomize=True, max_examples=40)


def both(game, **switches):
    """Return a solver as it is, and one that merges nothing."""
    merged, apart = (cfrlib.CFR(game, **switches) for _ in range(2))
    apart.engine = apart.engine.without_merging()
    return merged, apart


def of(profile):
    return np.concatenate([list(row.values()) for _, row in profile.items()])


def test_suits_of_leduc_are_merged():
    # 6 cards are 3 ranks; 30 pairs of a private and a public card are 9.
    small = layout_of(leduc()).merged.bundles
    assert (small.outcomes.tolist(), small.boards.tolist()) == ([3, 3], [1, 3])
    assert small.weights[0].tolist() == pytest.approx(np.array([[2, 4, 4], [4, 2, 4], [4, 4, 2]]) / 30)
    assert small.weights[1].tolist() == pytest.approx(np.array([[0, 4, 4], [4, 4, 8], [4, 8, 4]]) / 120)


def test_with_two_ranks_all_that_counts_is_a_pair():
    # Before the public card nothing tells a king from a jack: either wins if it comes again.
    small = layout_of(leduc(ranks=2)).merged
    assert (small.bundles.outcomes.tolist(), small.bundles.boards.tolist()) == ([2, 2], [1, 1])
    assert small.bundles.marginals[0].tolist() == [[1, 0], [pytest.approx(1 / 3), pytest.approx(2 / 3)]]
    assert small.slots[0][1].tolist() == [[0, 0]]


def test_leduc_runs_as_leduc_by_ranks():
    merged, ranks = cfrlib.CFR.plus(leduc()), cfrlib.CFR.plus(leduc(suits_matter=False))
    for solver in (merged, ranks):
        solver.run(30)
    for ours, theirs in zip(merged.engine.tables, ranks.engine.tables, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12)
    assert merged.exploitability() == pytest.approx(ranks.exploitability(), abs=1e-12)
    average = merged.average_strategy()
    assert len(average) == 936
    assert average["Kh", "rc/Qs:r"] == average["Ks", "rc/Qh:r"]


@some
@given(copied_games(), RULE, UPDATES, st.sampled_from(["own", "opponent"]))
def test_copies_are_merged_and_nothing_changes(game, rule, updates, average_at):
    merged, apart = both(game, regret=rule, updates=updates, average_at=average_at, average=1)
    small, b = merged.engine.layout.bundles, merged.layout.bundles
    for now, before in zip((*small.outcomes, *small.boards), (*b.outcomes, *b.boards), strict=True):
        assert now == 1 or now * game.copies <= before
    for _ in range(6):
        for solver in (merged, apart):
            solver.run(1)
        for name in ("current_strategy", "average_strategy"):
            ours, theirs = (getattr(solver, name)() for solver in (merged, apart))
            assert list(ours) == list(theirs)
            assert of(ours) == pytest.approx(of(theirs), abs=1e-12)
        worth = cfrlib.exploitability(game, merged.average_strategy())
        assert merged.exploitability() == pytest.approx(worth, abs=1e-12)
        assert apart.exploitability() == pytest.approx(worth, abs=1e-12)
    assert merged.nodes_touched == apart.nodes_touched
    assert merged.histories_touched == apart.histories_touched


@some
@given(copied_games(stages=1), st.sampled_from(["float64", "float32"]))
def test_what_is_saved_goes_on_as_it_was(tmp_path_factory, game, dtype):
    path = tmp_path_factory.mktemp("saved") / "solver"
    for solver in both(game, regret="discounted", average="linear", dtype=dtype):
        solver.run(3)
        solver.save(path)
        again = cfrlib.CFR.load(path, game)
        assert (again.engine.layout is again.layout) == (solver.engine.layout is solver.layout)
        for each in (solver, again):
            each.run(3)
        for ours, theirs in zip(solver.engine.tables, again.engine.tables, strict=True):
            assert ours.tobytes() == theirs.tobytes()
        assert solver.exploitability() == again.exploitability()


def test_the_value_is_that_of_the_linear_program():
    game = leduc(ranks=2, raises=1)
    solver = cfrlib.CFR.plus(game)
    solver.run(2000)
    average = solver.average_strategy()
    assert solver.exploitability() == pytest.approx(cfrlib.exploitability(cfrlib.tree.unroll(game), average), abs=1e-12)
    assert solver.exploitability() < 1e-4
    assert cfrlib.expected_value(game, average) == pytest.approx(cfrlib.equilibrium(game)[0], abs=2e-4)


class Twins(Game):
    """Player 0 holds one of three cards, the first two of them alike; he bets before and after a public card.

    Each `ruin` tells the first two apart by one thing.
    """

    def __init__(self, ruin=None):
        super().__init__(ruin=ruin)
        self.ruin = ruin

    def outcomes(self, player):
        return ("a", "A", "b") if player == 0 else ("x", "y")

    def public_outcomes(self, public):
        return "s", "t"

    def weights(self, public):
        parts = np.array([[[5, 5], [5, 5], [5, 3]], [[4, 4], [4, 4], [1, 5]]])  # by public card, 0's card, 1's card
        if self.ruin == "weight":
            parts[0, 0] += [1, -1]
        if self.ruin == "public card":
            parts[:, 0] += [[1, 1], [-1, -1]]
        return (parts["st".index(public[0])] if public else parts.sum(axis=0)) / 50

    def node(self, actions):
        if actions == ("bet",):
            return PublicChance()
        return Terminal() if len(actions) in (1, 3) else Decision(0, ("pass", "bet"))

    def payoff(self, actions, public):
        payoffs = np.random.default_rng([len(actions), "t" in public]).normal(size=(2, 2))[[0, 0, 1]]
        if self.ruin == "payoff" and (actions, public) == (("bet", CHANCE, "bet"), ("t",)):
            payoffs[0, 1] += 1e-9
        if self.ruin == "against whom":
            payoffs[0] = payoffs[0, ::-1]
        return payoffs


class Called(Twins):
    """A player cannot tell the first card from the last before the public card: these are one information set."""

    def key(self, player, actions, public, outcome):
        return "?" if not public and outcome != 1 else str(outcome), self.public_string(actions, public)


class SharesRows(Twins):
    def row(self, player, actions, public, outcome):
        return public, outcome // 2


class GoesOn(Twins):
    def best_payoff(self, player, actions, public):
        return None


def num_cards(game, **switches):
    return cfrlib.CFR(game, **switches).engine.layout.bundles.outcomes[0]


def test_twins_are_merged():
    assert num_cards(Twins()) == 2
    merged, apart = both(Twins(), regret="rm+")
    for solver in (merged, apart):
        solver.run(10)
    assert of(merged.average_strategy()) == pytest.approx(of(apart.average_strategy()), abs=1e-12)


RUINS = ["payoff", "against whom", "weight", "public card"]


@pytest.mark.parametrize("game", [*map(Twins, RUINS), Called(), SharesRows(), GoesOn()], ids=repr)
def test_what_differs_in_anything_is_not_merged(game):
    assert num_cards(game) == 3


def test_a_local_update_sees_the_size_of_regrets():
    assert num_cards(Twins(), regret="hedge") == 3


@pytest.mark.parametrize("sampling", ["cs", "es", "os", "robust", "pcs"])
def test_rows_that_draw_are_not_merged(sampling):
    solver = cfrlib.CFR(leduc(), sampling)
    assert solver.engine.layout is solver.layout


@pytest.mark.parametrize(
    "game", [kuhn(), kuhn(cards=30), leduc(suits_matter=False), leduc_no_limit(stack=4), bluff(faces=3)], ids=repr
)
def test_where_all_differs_nothing_is_merged(game):
    assert layout_of(game).merged is layout_of(game)


def test_many_cards_of_many_strengths_are_left_to_their_order():
    # With 13 ranks a matrix is fast; with as many as in the second game an order is, which merged outcomes have not.
    assert layout_of(leduc(ranks=13, suits=2)).merged.bundles.outcomes.tolist() == [13, 13]

    class Suited(kuhn):
        def outcomes(self, player):
            return tuple(f"{card}{suit}" for card in super().outcomes(player) for suit in "cd")

        def weights(self, public):
            return super().weights(public).repeat(2, axis=0).repeat(2, axis=1) / 4

        def payoff(self, actions, public):
            payoff = super().payoff(actions, public)
            if not isinstance(payoff, cfrlib.Comparison):
                return payoff
            return replace(payoff, strength=tuple(np.repeat(part, 2) for part in payoff.strength))

    assert layout_of(Suited(cards=5)).merged.bundles.outcomes.tolist() == [5, 5]
    tree = layout_of(Suited(cards=30))
    assert tree.merged is tree
