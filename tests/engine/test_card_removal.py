"""Sweeps over hands of two cards equal payoff matrices, and the sequence form, which shares no code with them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import random_profile

import cfrlib
from cfrlib.cards.deck import Deck, apart
from cfrlib.engine.contract import layout_of
from cfrlib.engine.tree import layout, merging, payoffs, removal
from cfrlib.evaluate import best_response_values
from cfrlib.game import Comparison, Decision, Game, PublicChance, Terminal
from cfrlib.games import spot
from cfrlib.tree import unroll

DECK = Deck(4, 3)


class Turned(Game):
    """Hands of two of twelve cards and an order at random; a bet, a card that is shown or two, a bet, any payoffs."""

    def __init__(self, seed, shown):
        super().__init__(seed=seed, shown=shown)
        rng = np.random.default_rng(seed)
        sizes = rng.integers(3, 20, 2)
        self.hands = [DECK.hands[rng.choice(len(DECK.hands), size, replace=False)] for size in sizes]
        self.shares = [rng.random(size) * (rng.random(size) < 0.9) + 1e-3 for size in sizes]
        self.scale = 1.0
        self.scale = 1 / self.weights(()).sum()
        self.strength = {card: [rng.integers(0, 6, size) for size in sizes] for card in ("", *DECK.names)}
        self.paid = rng.integers(-9, 9, 40)

    def outcomes(self, player):
        return tuple(map(DECK.label, self.hands[player]))

    def public_outcomes(self, public):
        return DECK.names[: self.parameters["shown"]] if not public else ()

    def weights(self, public):
        (first, a), (second, b) = Turned.removal(self, public)
        return np.outer(a, b) * apart(first, second)

    def removal(self, public):
        shown = self.parameters["shown"]
        scale = [self.scale / (shown if public else 1), 1]
        return tuple(zip(self.hands, [s * part for s, part in zip(scale, self.shares, strict=True)], strict=True))

    def node(self, actions):
        acts = [action for action in actions if action != cfrlib.game.CHANCE]
        if acts[-1:] == ["fold"] or len(acts) == 4:
            return Terminal()
        if len(acts) == 2 and "/" not in actions and self.parameters["shown"]:
            return PublicChance()
        return Decision(len(acts) % 2, ("fold", "call", "bet"))

    def payoff(self, actions, public):
        k = sum(3**place * len(action) for place, action in enumerate(actions)) % 37
        if actions[-1] == "fold":
            return float(self.paid[k])
        win, lose, tie = map(float, self.paid[k : k + 3])
        if win == lose:
            win += 1
        return Comparison(tuple(self.strength[public[0] if public else ""]), win, lose, tie)


class Matrices(Turned):
    def removal(self, public):
        return None


@pytest.fixture
def swept(monkeypatch):
    monkeypatch.setattr(removal, "FEWEST", 0)


@settings(deadline=None, derandomize=True, max_examples=15)
@given(st.integers(0, 10**6), st.integers(0, 3), st.integers(0, 99), st.booleans())
def test_any_payoffs_and_public_cards(game_seed, shown, seed, large):
    """Of large games no weights are kept, and the last public cards are walked one after the other."""
    game, plain = pair = Turned(game_seed, shown), Matrices(game_seed, shown)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(removal, "FEWEST", 0)
        patch.setattr(merging, "MOST", 0 if large else merging.MOST)
        assert layout_of(game).orders
    assert layout_of(game).splits == (large and shown > 1)
    assert not layout_of(plain).orders
    profile = random_profile(game, seed)
    for measure in (best_response_values, cfrlib.expected_value):
        assert measure(game, profile) == pytest.approx(measure(plain, profile), abs=1e-9)
    a, b = (cfrlib.CFR(g) for g in pair)
    a.run(3)
    b.run(3)
    one, other = a.average_strategy(), b.average_strategy()
    assert max(abs(one[key][action] - other[key][action]) for key in one for action in one[key]) < 1e-6
    assert game.num_infosets == plain.num_infosets


@settings(deadline=None, derandomize=True, max_examples=6)
@given(st.integers(0, 10**6), st.integers(0, 2), st.integers(0, 1), st.sampled_from([None, "gadget"]), st.data())
def test_subgames_are_swept_too(game_seed, shown, resolver, safe, data):
    """Ranges are shares of hands, and so is what a hand gets that terminates."""
    game, plain = pair = Turned(game_seed, shown), Matrices(game_seed, shown)
    states = [(actions, public) for actions, node in game.action_sequences() if not isinstance(node, Terminal)
              for public in game.public_sequences(actions.count(cfrlib.CHANCE))]  # fmt: skip
    state = data.draw(st.sampled_from(states))
    below, other = (cfrlib.subgame(g, random_profile(g, game_seed), *state, resolver, safe) for g in pair)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(removal, "FEWEST", 0)
        assert len(layout_of(below).orders) > (safe is not None)
    assert not layout_of(other).orders
    a, b = (cfrlib.CFR(g) for g in (below, other))
    a.run(2)
    b.run(2)
    one, two = a.average_strategy(), b.average_strategy()
    assert max(abs(one[key][action] - two[key][action]) for key in one for action in one[key]) < 1e-6
    assert a.exploitability() == pytest.approx(b.exploitability(), abs=1e-9)


@pytest.mark.parametrize("ranges", [("77+,A9s+,54s", "AT+,JTs,T9s:.5"), ("AhKd,QQ", "AhKd,AA,QQ:.1,54s")])
def test_a_spot_equals_the_sequence_form(ranges, swept):
    game = spot("Td9d6hQc2s", ranges, pot=10, stack=12, bets=[0.5], raises=["all-in"])
    assert len(layout_of(game).orders) == 2  # showdowns and folds, of pots of all sizes
    tree, profile = unroll(game), random_profile(game, 5)
    assert best_response_values(game, profile) == pytest.approx(best_response_values(tree, profile), abs=1e-9)
    assert cfrlib.expected_value(game, profile) == pytest.approx(cfrlib.expected_value(tree, profile), abs=1e-9)
    solver = cfrlib.CFR.discounted(game)
    solver.run(300)
    value, _ = cfrlib.equilibrium(game)
    average = solver.average_strategy()
    assert solver.exploitability() == pytest.approx(cfrlib.exploitability(tree, average), abs=1e-9)
    assert abs(cfrlib.expected_value(game, average) - value) <= 2 * solver.exploitability() < 0.05


def test_the_published_spot():
    """All hands, three bets, two raises: postflop-solver says 94.463 chips for the first player, exploitable by .031.

    It keeps 16 bits of each number.
    """
    game = spot("Td9d6hQc2s", ("random", "100%"), 200, 900, bets=(0.33, 0.75, "all-in"), raises=(2.5, "all-in"))
    assert len(game.outcomes(0)) == len(game.outcomes(1)) == 1081
    solver = cfrlib.CFR.discounted(game, dtype="float32")
    solver.run(1000)
    layout, profile = solver.layout, solver.average_strategy()
    assert layout.bundles.payoffs[0].size == 0
    assert len(layout.orders) == 2  # showdowns and folds, of pots of all sizes
    assert solver.exploitability() < 0.03
    assert game.worth(cfrlib.expected_value(game, profile)).chips == pytest.approx(94.462, abs=0.002)


TURN = {"board": "TcJdQhKc", "ranges": ("random", "random"), "pot": 10, "stack": 12, "deck": (5, 3)}


def turn():
    """All 55 hands of a small deck, seven rivers for each two of them; a bet and a raise on the turn, a bet then."""
    return spot(**TURN, bets=[0.5], raises=["all-in"])


@pytest.fixture
def large(monkeypatch):
    monkeypatch.setattr(merging, "MOST", 0)


def test_a_turn_equals_the_sequence_form(large, swept):
    game = spot(**{**TURN, "ranges": ("AhAd,KhQd,JhTh,AdTd", "KhKd,AhJh:0.5,JdTd")}, bets=[0.5], raises=["all-in"])
    solver = cfrlib.CFR.discounted(game)
    solver.run(200)
    assert solver.layout.splits
    assert solver.layout.bundles.weights.size == 0
    tree, average = unroll(game), solver.average_strategy()
    assert best_response_values(game, average) == pytest.approx(best_response_values(tree, average), abs=1e-9)
    assert cfrlib.expected_value(game, average) == pytest.approx(cfrlib.expected_value(tree, average), abs=1e-9)
    assert solver.exploitability() == pytest.approx(cfrlib.exploitability(tree, average), abs=1e-9)
    value, _ = cfrlib.equilibrium(game)
    assert abs(cfrlib.expected_value(game, average) - value) <= 2 * solver.exploitability() < 0.05


@pytest.mark.parametrize("switches", [
    {}, {"regret": "predictive", "dtype": "float32"}, {"average_at": "opponent"}, {"updates": "simultaneous"},
    {"regret": "hedge"}, {"locked": {("KhTd", ""): {"c": 0.0, "b5": 1.0}}},
])  # fmt: skip
def test_one_river_card_after_the_other_is_as_good_as_all_at_once(switches, monkeypatch):
    solvers = []
    for split in (True, False):
        with monkeypatch.context() as patch:
            patch.setattr(merging, "MOST", 0)
            patch.setattr(layout.PublicTree, "splits", split)
            solvers.append(cfrlib.CFR(turn(), **switches))
            solvers[-1].run(3)
            one = solvers[-1].exploitability()
    assert solvers[0].exploitability() == one
    for first, second in zip(*(solver.engine.tables for solver in solvers), strict=True):
        assert np.array_equal(first, second)


class Blurred(spot):
    """On the river a player remembers neither suits nor the river: hands share rows."""

    def row(self, player, actions, public, outcome):
        hand = self.outcomes(player)[outcome]
        return (player, actions, hand[0], hand[2]) if public else (player, actions, outcome)


def test_rows_that_hands_share_are_walked_all_at_once(monkeypatch):
    """One river after the other, a walk would take every hand for a row of its own, and leave the tables."""
    solvers = []
    for most in (merging.MOST, 0):
        monkeypatch.setattr(merging, "MOST", most)
        solvers.append(cfrlib.CFR.plus(Blurred(**TURN, bets=[0.5], raises=["all-in"])))
        solvers[-1].run(5)
    small, large = solvers
    assert small.layout.bundles.weights.size > large.layout.bundles.weights.size == 0
    assert not large.layout.splits
    for first, second in zip(small.engine.tables, large.engine.tables, strict=True):
        assert first == pytest.approx(second, abs=1e-12)


@pytest.mark.parametrize("row", ["es", "pcs"])
def test_a_row_that_draws_solves_a_turn(row, large):
    solver = cfrlib.CFR(turn(), row, seed=3)
    before = solver.exploitability()
    solver.run(30 if row == "pcs" else 3000)
    assert solver.exploitability() < 0.7 * before


def test_a_turn_with_too_many_weights_takes_walks_that_draw_nothing(tmp_path, large, monkeypatch):
    for module in (layout, payoffs):
        monkeypatch.setattr(module, "MAX_ENTRIES", 20_000)
    solver = cfrlib.CFR(turn())
    solver.run(2)
    solver.save(tmp_path / "turn.npz")
    again = cfrlib.CFR.load(tmp_path / "turn.npz")
    assert again.exploitability() == solver.exploitability()
    with pytest.raises(ValueError, match="its payoffs have more than 20,000 entries: take fewer cards"):
        cfrlib.CFR(turn(), "pcs")


@pytest.mark.parametrize("row", ["cs", "es", "os", "pcs", "opcs", "spcs", "robust"])
def test_every_row_solves_a_spot(row, swept):
    game = spot("Td9d6hQc2s", ("TT+,AhKh,AsKs", "KJs,JJ"), pot=2, stack=3, bets=[1], raises=[])
    solver = cfrlib.CFR(game, row, seed=3)
    before = solver.exploitability()
    solver.run(3000)
    assert solver.exploitability() < before / 4


def test_a_locked_hand_is_played_to(swept):
    """Against a bluff catcher who always folds every hand bets."""
    game = spot("2c2d2h8s9s", ("AcAd, 3h4h", "KcKd"), pot=1, stack=1, bets=[1], raises=[])
    solver = cfrlib.CFR.plus(game, locked={("KdKc", "b1"): {"f": 1.0, "c": 0.0}})
    solver.run(300)
    assert solver.average_strategy()["4h3h", ""]["b1"] == pytest.approx(1, abs=0.01)


class Lying(Turned):
    def removal(self, public):
        hands, (cards, shares) = Turned.removal(self, public)
        return hands, (cards, shares * 1.001)


class Numbered(Turned):
    def removal(self, public):
        hands, (cards, shares) = Turned.removal(self, public)
        return hands, (cards + 52, shares)


@pytest.mark.parametrize("kind", [Lying, Numbered])
def test_what_says_otherwise_than_the_weights_is_refused(kind):
    with pytest.raises(ValueError, match=r"removal\(\(\)\) does not say what weights\(\(\)\) says"):
        cfrlib.CFR(kind(3, 0))


def test_a_spot_with_weights_of_its_own_is_refused_until_it_says_so():
    class Even(spot):
        def weights(self, public):
            sizes = len(self.outcomes(0)), len(self.outcomes(1))
            return np.full(sizes, 1 / np.prod(sizes))

    arguments = {"board": "Td9d6hQc2s", "ranges": ("AA,KK", "AK"), "pot": 2, "stack": 3}
    with pytest.raises(ValueError, match="removal"):
        cfrlib.CFR(Even(**arguments))
    Even.removal = lambda self, public: None
    assert cfrlib.CFR(Even(**arguments)).exploitability() > 0
