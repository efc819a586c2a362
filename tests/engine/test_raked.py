"""Spots with rake: values and gains by all pure strategies, one by one; what an answer that forgets the rake loses."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cfrlib
from cfrlib.game import CHANCE, Decision, PublicChance, Terminal
from cfrlib.games import spot

RIVER = spot("2c2d7h8s9s", ("AcAd,AhAs,4h3h", "KcKd"), pot=1, stack=1, bets=[1], raises=[])
TIES = spot("AsKsQsJhTs", ("4h3h,4c3c", "5h5d, Jd2d"), pot=3, stack=4, bets=[0.5], raises=[])
TURN = spot("Th9dJhTs", ("TdAd,AsKs", "AcKd,KcKh"), pot=2, stack=5, bets=["all-in"], raises=[], deck=(6, 4))


def chips(game, share, cap, profile, player, actions=(), public=(), hands=(0, 0)):
    """Return what a player takes out of the pot, less own bets and rake, with these hands, by all that can follow."""
    node = game.node(actions)
    if isinstance(node, Terminal):
        put = game.bets_after(actions)
        pot = game.pot + 2 * min(put)
        if actions[-1] == "f":
            won = float(put[player] == max(put))
        else:
            first, second = (game.payoff(actions, public).strength[p][hands[p]] for p in (0, 1))
            won = 0.5 if first == second else float((first > second) == (player == 0))
        return won * (pot - min(share * pot, cap)) - min(put)
    args = game, share, cap, profile, player
    if isinstance(node, PublicChance):
        cards = [(card,) for card in game.public_outcomes(()) if game.weights((card,))[hands] > 0]
        return sum(chips(*args, (*actions, CHANCE), card, hands) for card in cards) / len(cards)
    strategy = profile[game.key(node.player, actions, public, hands[node.player])]
    return sum(p * chips(*args, (*actions, a), public, hands) for a, p in strategy.items() if p)


def mean(game, share, cap, profile, player):
    weights = game.weights(())
    return sum(
        weights[hands] * chips(game, share, cap, profile, player, hands=hands)
        for hands in itertools.product(*map(range, weights.shape))
        if weights[hands]
    )


def best(game, share, cap, profile, player):
    """Return what the best of all pure strategies of a player takes out of the pot."""
    own = [a for a, node in game.action_sequences() if isinstance(node, Decision) and node.player == player]
    keys = [key for actions in own for key in game.keys(actions)]
    ways = itertools.product(*([{a: 1.0} for a in profile[key]] for key in keys))
    return max(mean(game, share, cap, profile.replace(dict(zip(keys, way, strict=True))), player) for way in ways)


@pytest.mark.parametrize("game", [RIVER, TIES], ids=["river", "ties"])
@pytest.mark.parametrize("share, cap, iterations", [(0.05, 0.1, 30), (0.3, 100, 3), (0.1, 0.3, 1)])
def test_worth_and_gains_are_those_of_all_pure_strategies(game, share, cap, iterations):
    raked = cfrlib.solve_raked(game, share, cap, iterations)
    assert raked.profile.game == game
    for player in (0, 1):
        assert raked.worth[player] == pytest.approx(mean(game, share, cap, raked.profile, player), abs=1e-12)
        gain = best(game, share, cap, raked.profile, player) - raked.worth[player]
        assert raked.incentives[player] == pytest.approx(gain, abs=1e-12)
    assert raked.label.startswith("heuristic (rake: the game is not zero-sum")


@pytest.mark.parametrize(
    "share, cap, rakes", [(0.05, 100, (0.05, 0.15)), (0.05, 0.1, (0.05, 0.1)), (0.2, 1, (0.2, 0.6))]
)
def test_the_clairvoyance_game_with_rake_by_hand(share, cap, rakes):
    """A bet of 1 into a pot of 1: the bluffs make a call worth nothing, the calls a bluff; both after rake."""
    game = spot("2c2d7h8s9s", ("AcAd,4h3h", "KcKd"), pot=1, stack=1, bets=[1], raises=[])
    raked = cfrlib.solve_raked(game, share, cap, 10_000)
    bluffs = 1 / (2 - rakes[1])
    assert raked.profile["4h3h", ""]["b1"] == pytest.approx(bluffs, abs=0.01)
    assert raked.profile["KdKc", "b1"]["c"] == pytest.approx((1 - rakes[0]) / (2 - rakes[0]), abs=0.01)
    assert raked.worth[1] == pytest.approx((1 - bluffs) / 2 * (1 - rakes[0]), abs=0.01)


def test_worth_on_the_turn():
    raked = cfrlib.solve_raked(TURN, 0.1, 0.5, 2)
    for player in (0, 1):
        assert raked.worth[player] == pytest.approx(mean(TURN, 0.1, 0.5, raked.profile, player), abs=1e-12)


SMALL = spot("TcJdQh9cAd", ("random", "random"), 10, 20, bets=[0.5, 1], raises=["50%"], deck=(6, 4))


@settings(deadline=None, derandomize=True, max_examples=8)
@given(
    st.sampled_from([0.01, 0.05, 0.2, 0.6]), st.sampled_from([0.2, 1, 3, 100]), st.sampled_from([[0.5], [1, "all-in"]])
)  # fmt: skip
def test_little_is_left_to_be_gained(share, cap, bets):
    game = spot("TcJdQhKcAd", ("AA,KK,QsJs,9d9s:0.5", "random"), 10, 20, bets, ["50%"], deck=(6, 4))
    raked = cfrlib.solve_raked(game, share, cap, 600)
    assert -1e-9 <= min(raked.incentives) <= max(raked.incentives) < 0.02
    most, least = (min(share * pot, cap) for pot in (game.pot + 2 * game.stack, game.pot))
    assert game.pot - most - 1e-9 <= sum(raked.worth) <= game.pot - least + 1e-9


def test_what_is_lost_by_forgetting_the_rake():
    """With a tenth of each pot gone, calls that break even in the spot without rake lose, and so do thin bets."""
    without = cfrlib.solve_raked(SMALL, 0, iterations=1000)
    assert sum(without.worth) == pytest.approx(SMALL.pot)
    assert sum(without.incentives) / 2 == pytest.approx(cfrlib.exploitability(SMALL, without.profile), abs=1e-12)
    forgotten, raked = cfrlib.judge_raked(without.profile, 0.1), cfrlib.solve_raked(SMALL, 0.1, iterations=1000)
    assert sum(raked.incentives) < 0.01 < 0.1 < sum(forgotten.incentives)
    assert sum(raked.worth) > sum(forgotten.worth)


def test_values_by_hand_are_those_after_rake():
    raked = cfrlib.solve_raked(TIES, 0.1, 1.0, 50)
    for player, after in enumerate(("", "c")):
        table = cfrlib.spot_table(raked.seen[player], after)
        state = tuple(after)
        args = TIES, 0.1, 1.0, raked.profile, player
        weights = TIES.weights(())
        for row in table.itertuples():
            own = TIES.outcomes(player).index(row.hand)
            met = weights[own] if player == 0 else weights[:, own]
            if player:
                met = met * [raked.profile[hand, ""]["c"] for hand in TIES.outcomes(0)]
            pairs = [(own, other) if player == 0 else (other, own) for other in range(len(met))]
            below = [chips(*args, (*state, row.action), (), hands) for hands in pairs]
            assert row.value == pytest.approx(met @ below / met.sum(), abs=1e-12)


def test_what_is_locked_is_played_after_rake_too():
    lock = RIVER.lock("b1", {"f": 1.0, "c": 0.0})
    raked = cfrlib.solve_raked(RIVER, 0.05, 0.1, 300, locked=lock)
    assert raked.profile["KdKc", "b1"]["c"] == 0
    assert raked.profile["4h3h", ""]["b1"] == pytest.approx(1, abs=0.01)  # as nobody calls
    free = cfrlib.judge_raked(raked.profile, 0.05, 0.1)
    assert raked.incentives[1] < 1e-3 < 0.1 < free.incentives[1]


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"share": 1.5}, "share=1.5: it takes a number from 0 to 1"), ({"cap": -1}, "cap=-1: it takes chips"),
        ({"iterations": 0}, "iterations=0"), ({"game": cfrlib.games.kuhn()}, "game=.*: it takes a spot"),
    ],
)  # fmt: skip
def test_what_has_no_rake(changes, message):
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        cfrlib.solve_raked(**{"game": RIVER, "share": 0.05, **changes})


def test_rules_of_ones_own_have_no_rake():
    class Mine(spot):
        def payoff(self, actions, public):
            return 0.0

    with pytest.raises(ValueError, match="^game=Mine.*: it takes a spot as it stands in cfrlib.games"):
        cfrlib.judge_raked(cfrlib.Profile.uniform(Mine(**RIVER.parameters)), 0.05)
