"""Games made from ours: what a subclass, or an object, says otherwise is read by everything, or refused in words."""

import numpy as np
import pytest

import cfrlib
from cfrlib import games
from cfrlib.engine.contract import layout_of
from cfrlib.engine.following import solution
from cfrlib.game import Comparison, Decision
from cfrlib.games.at_table import table_of
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow

SMALL = {
    "two_rounds": (games.holdem, {"raises": (0, 1), "deck": (7, 1)}),
    "buckets": (games.holdem, {"raises": (0, 1), "deck": (7, 1), "buckets": 2}),
    "bids": (games.bluff, {"faces": 2}),
}
"""A small game of each layout that knows rules by heart; a game of Bluff is "bids" only if it is large."""


def ten_times(paid):
    if isinstance(paid, Comparison):
        return Comparison(paid.strength, 10 * paid.win, 10 * paid.lose, 10 * paid.tie)
    return 10 * paid


def skewed(weights):
    """Player 0 has his first outcome twice as often."""
    weights = weights.copy()
    weights[0] *= 2
    return weights


class Skewed:
    def weights(self, public):
        return skewed(super().weights(public)) / skewed(super().weights(())).sum()


class Paid:
    def payoff(self, actions, public):
        return ten_times(super().payoff(actions, public))


class Best:
    def best_payoff(self, player, actions, public):
        return np.abs(self.payoff_table(actions, public)) + 1


class Blind:
    """Nobody looks at his cards."""

    def key(self, player, actions, public, outcome):
        return "?", super().key(player, actions, public, outcome)[1]


class Shared:
    """Whatever is held, the same is done."""

    def row(self, player, actions, public, outcome):
        return actions


class Renamed:
    def outcomes(self, player):
        return tuple(f"<{label}>" for label in super().outcomes(player))


class Short:
    """Player 1 only ever does the first thing."""

    def node(self, actions):
        node = super().node(actions)
        return Decision(1, node.actions[:1]) if isinstance(node, Decision) and node.player == 1 else node


class Weak:
    """Of the boards only the first half is turned."""

    def public_outcomes(self, public):
        return super().public_outcomes(public)[:20]

    def weights(self, public):
        weights = sum(super(Weak, self).weights((board,)) for board in self.public_outcomes(()))
        return (super().weights(public) if public else weights) / weights.sum()


class Stronger:
    """The lowest cards win."""

    def _strength(self, board):
        return -super()._strength(board)


class Antes:
    """Both have put in a big blind more."""

    def stakes(self, actions):
        stakes, *rest = super().stakes(actions)
        return [stake + 1000 for stake in stakes], *rest


OWN = {
    "two_rounds": (Blind, Weak, Antes), "buckets": (Stronger,), "bids": (Best, Skewed, Shared, Renamed, Short),
}  # fmt: skip


def made(layout, own):
    base, parameters = SMALL[layout]
    return type("Own", (own, base), {})(**parameters)


def agreed(game):
    """Return what is found about a game, all ways to which agree: value and exploitability of a solver's profile."""
    solver, tree = cfrlib.CFR(game, regret="rm+"), unroll(game)
    solver.run(5)
    profile = solver.average_strategy()
    value, reached = cfrlib.expected_value(game, profile), cfrlib.exploitability(game, profile)
    assert reached == pytest.approx(solver.exploitability()) == pytest.approx(cfrlib.exploitability(tree, profile))
    assert value == pytest.approx(cfrlib.expected_value(tree, profile))
    best, optimal = cfrlib.equilibrium(game)
    assert best == pytest.approx(cfrlib.expected_value(game, optimal), rel=1e-6, abs=1e-6)
    assert game.num_infosets == len(tree.infosets)
    return value, reached


@pytest.mark.parametrize("layout, own", [(layout, own) for layout, owns in OWN.items() for own in owns])
def test_what_a_subclass_says_is_read_by_all(layout, own):
    game = made(layout, own)
    assert type(layout_of(game)).__name__ == "PublicTree"
    agreed(game)


def test_ten_times_the_payoff_is_ten_times_the_value():
    game = games.bluff(faces=2)
    payoff, expected = game.payoff, [10 * number for number in agreed(game)]
    assert agreed(made("bids", Paid)) == pytest.approx(expected)
    game.payoff = lambda actions, public: ten_times(payoff(actions, public))  # what was found before is forgotten
    assert agreed(game) == pytest.approx(expected)


@pytest.mark.parametrize("layout", ["buckets", "bids"])
def test_hands_are_dealt_and_paid_by_the_rules_of_a_subclass(layout):
    class Both(Skewed, Paid):
        pass

    game = made(layout, Both)
    optimal, uniform = cfrlib.equilibrium(game)[1], cfrlib.Profile.uniform(game)
    result = cfrlib.match(game, optimal, uniform, hands=200)
    assert abs(result.mean - cfrlib.matches.expected(game, optimal, uniform)) < 2 * result.half_width
    assert not table_of(game).by_heart


@pytest.mark.parametrize(
    "base, parameters, own",
    [(games.texas, {"buckets": 2}, Paid), (games.holdem, {}, Blind), (games.bluff, {"dice": (2, 2)}, Paid)],
)
def test_what_is_too_large_to_be_read_is_refused_by_name(base, parameters, own):
    name = next(iter(vars(own).keys() & {"payoff", "key"}))
    with pytest.raises(ValueError, match=f"too large for layout='tree', the only one that reads its own {name};"):
        cfrlib.CFR(type("Own", (own, base), {})(**parameters))


@pytest.mark.parametrize("layout", SMALL)
def test_a_layout_that_would_not_read_it_is_refused(layout):
    base, parameters = SMALL[layout]
    with pytest.raises(ValueError, match=f"layout='{layout}' knows .* would not read payoff; layout='tree' reads"):
        cfrlib.CFR(type("Own", (Paid, base), {"layout": layout})(**parameters))
    with pytest.raises(ValueError, match=f"layout='{layout}' knows"):
        cfrlib.CFR(type("Own", (games.kuhn,), {"layout": layout})())


def around(game, change):
    """Return what is found about a game before and after a rule is replaced: value, and exploitability of uniform."""
    found = [(cfrlib.equilibrium(game)[0], cfrlib.exploitability(game, cfrlib.Profile.uniform(game)))]
    table_of(game), cfrlib.CFR(game).run(1)
    change()
    return [*found, (cfrlib.equilibrium(game)[0], cfrlib.exploitability(game, cfrlib.Profile.uniform(game)))]


@pytest.mark.parametrize("game", [games.kuhn(), games.leduc(raises=1), games.bluff(faces=2)], ids=repr)
def test_a_rule_that_is_replaced_is_read_at_once(game):
    fresh, dealt = type(game)(**game.parameters), game.payoff
    before, after = around(game, lambda: setattr(game, "payoff", lambda *at: ten_times(dealt(*at))))
    assert after == pytest.approx([10 * number for number in before])
    assert game != fresh
    assert around(game, lambda: delattr(game, "payoff"))[1] == pytest.approx(before)
    assert game == fresh
    assert hash(game) == hash(fresh)


def test_so_is_a_rule_of_a_class():
    class Mine(games.leduc):
        pass

    game = Mine(raises=1)
    paid = games.leduc.payoff
    before, after = around(game, lambda: setattr(Mine, "payoff", lambda game, *at: ten_times(paid(game, *at))))
    assert after == pytest.approx([10 * number for number in before])
    assert around(game, lambda: delattr(Mine, "payoff"))[1] == pytest.approx(before)


def test_so_is_what_a_later_game_pays():
    game = games.bluff(faces=2)
    assert solution(game).value != 0
    game.payoff = lambda actions, public: 0.0
    assert solution(game).value == 0


def coarse(game):
    """Let nobody look at cards or dice."""
    game.key = lambda player, actions, public, outcome: ("?", "/".join(actions))
    return game


@pytest.mark.parametrize(
    "game",
    [
        games.kuhn(4), games.leduc(suits_matter=False), games.leduc_no_limit(4), games.bluff(faces=3),
        games.holdem((0, 1), (7, 1)), games.holdem((0, 1), (7, 1), 2),
    ],
    ids=repr,
)  # fmt: skip
def test_information_sets_of_keys_of_ones_own_are_counted(game):
    ours = game.num_infosets
    decisions = sum(isinstance(node, Decision) for _, node in game.action_sequences())
    assert ours > coarse(game).num_infosets == decisions
    own = type("Own", (Blind, type(game)), {})(**game.parameters)
    assert own.num_infosets < ours


def test_a_file_says_which_game_it_is_of_only_if_that_says_all(tmp_path):
    class kuhn(games.kuhn):
        def payoff(self, actions, public):
            return ten_times(super().payoff(actions, public))

    games_of_its_name = kuhn(), games.kuhn(3)
    games_of_its_name[1].payoff = lambda actions, public: 1.0
    for game in games_of_its_name:
        solver = cfrlib.CFR(game)
        solver.save(tmp_path / "solver")
        solver.average_strategy().save(tmp_path / "profile")
        assert cfrlib.Profile.load(tmp_path / "profile").game is None
        with pytest.raises(ValueError, match="game=None"):
            cfrlib.CFR.load(tmp_path / "solver")
        with pytest.raises(ValueError, match="of another game"):
            cfrlib.CFR.load(tmp_path / "solver", game=games.kuhn())
        cfrlib.CFR.load(tmp_path / "solver", game=game)


def test_what_the_engines_read_needs_no_other_layout():
    class cheap(games.holdem):
        bets = (1000.0, 1000.0)

    solver = cfrlib.CFR(cheap(deck=(4, 2)))
    assert solver.layout.game.layout == "two_rounds"
    with pytest.raises(ValueError, match="cannot be saved as tables"):
        solver.average_strategy().save("never written")
