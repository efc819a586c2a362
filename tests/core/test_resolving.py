"""Subgames solved anew: two examples by hand, safety on random games, and margins by linear programs of their own."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_games import copied_games, games, random_profile
from scipy.optimize import linprog

import cfrlib
from cfrlib.engine.contract import layout_of
from cfrlib.game import CHANCE, Decision, Game, PublicChance, Terminal
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit
from cfrlib.lessons.solving_while_you_play.coin import GUESSES, Coin
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium
from cfrlib.tree import Tree, unroll

fast = settings(deadline=None, derandomize=True, max_examples=30)
SAFE = "gadget", "margin", "reach"
seeds = st.integers(0, 2**32 - 1)


def states(game):
    """Return all public states with something to decide below."""
    return [
        (actions, public)
        for actions, node in game.action_sequences() if not isinstance(node, Terminal)
        for public in game.public_sequences(actions.count(CHANCE))
    ]  # fmt: skip


def solvable(game, profile, state, resolver, safe):
    """Return the subgame; assume that the resolver can come there, and that it holds whole information sets."""
    try:
        return cfrlib.subgame(game, profile, *state, resolver, safe)
    except ValueError as error:
        assume("have no mass" not in str(error) and "goes on where" not in str(error))
        raise


# --- the coin ---------------------------------------------------------------------------------------------------------


class Hedged(Coin):
    """Player 2 has a third choice: to win 4 whatever the coin is."""

    guesses = GUESSES | {"hedge": (-4.0, -4.0)}


COIN, PLAY = Hedged(), ("play",)
BLUEPRINT = COIN.plan((1, 1 / 3), (1 / 2, 1 / 2, 0))


def lost(profile):
    """Return what Player 1 can win from this Player 2."""
    return cfrlib.best_response_values(COIN, profile)[0]


def test_the_coin_is_worth_nothing_and_the_blueprint_loses_three():
    assert cfrlib.equilibrium(COIN)[0] == pytest.approx(0, abs=1e-9)
    assert lost(BLUEPRINT) == pytest.approx(3)
    assert [part.tolist() for part in cfrlib.reach(COIN, BLUEPRINT, PLAY)] == [[1, pytest.approx(1 / 3)], [1]]
    values = cfrlib.counterfactual_values(COIN, BLUEPRINT, 0)
    assert values[PLAY, ()].tolist() == [0, 0]
    assert values[("sell",), ()].tolist() == [3, -3]  # times the chance of 1/2
    assert values[(), ()].tolist() == [3, 0]


def test_naive_at_the_coin_guesses_heads_and_loses_nine():
    below = cfrlib.subgame(COIN, BLUEPRINT, PLAY, resolver=1)
    assert below.weights(()).ravel().tolist() == pytest.approx([3 / 4, 1 / 4])
    worth = [(below.weights(()) * below.payoff_table((guess,), ())).sum() for guess in COIN.guesses]
    assert worth == pytest.approx([-6, 6, -4])  # -8 and 8 at reach 1 and 1/3: times 3/4
    naive = cfrlib.resolve(COIN, BLUEPRINT, PLAY, resolver=1)
    assert naive["?", "play"] == pytest.approx({"heads": 1, "tails": 0, "hedge": 0})
    assert lost(BLUEPRINT.stitch(naive)) == pytest.approx(9)


@pytest.mark.parametrize("method, mix, loses, margin", [
    ("margin", (0, 0, 1), 1, 4),
    ("reach", (0, 1 / 4, 3 / 4), 0, 6),  # heads gave up 6 by playing: there Player 2 may lose 6 more
])  # fmt: skip
def test_margins_at_the_coin(method, mix, loses, margin):
    safe = cfrlib.resolve(COIN, BLUEPRINT, PLAY, resolver=1, method=method)
    assert list(safe["?", "play"].values()) == pytest.approx(mix)
    assert lost(BLUEPRINT.stitch(safe)) == pytest.approx(loses, abs=1e-9)
    assert cfrlib.equilibrium(cfrlib.subgame(COIN, BLUEPRINT, PLAY, resolver=1, safe=method))[0] == -margin


# --- Kuhn's queen -----------------------------------------------------------------------------------------------------

KUHN, LEDUC = kuhn(), leduc(suits_matter=False)


def by_cfr(game):
    solver = cfrlib.CFR(game)
    solver.run(20_000)
    return solver.average_strategy()


def resolved(game, profile, places, method, solve=None):
    """Return the profile with these subgames solved anew by both players, all from the old one."""
    new = profile
    for place in places:
        reached = cfrlib.reach(game, profile, *place)
        for resolver in (0, 1):
            ranges = [part ** (method == "naive" or player == resolver) for player, part in enumerate(reached)]
            if (np.outer(*ranges) * game.weights(place[1])).any():
                new = new.stitch(cfrlib.resolve(game, profile, *place, resolver=resolver, method=method, solve=solve))
    return new


def test_kuhns_queen_by_hand():
    # The queen facing a bet is indifferent. CFR calls half the time, not 1/3: then a king's bet earns 5/4, not 7/6.
    exact = kuhn_equilibrium(1 / 6)
    naive = exact.stitch(cfrlib.resolve(KUHN, exact, ("b",), resolver=1, solve=by_cfr))
    assert naive["Q", "b"]["b"] == pytest.approx(1 / 2, abs=1e-3)
    assert cfrlib.counterfactual_values(KUHN, exact, 0)[("b",), ()][2] * 3 == pytest.approx(7 / 6)
    assert cfrlib.counterfactual_values(KUHN, naive, 0)[("b",), ()][2] * 3 == pytest.approx(5 / 4, abs=1e-3)
    assert sum(cfrlib.best_response_values(KUHN, naive)) == pytest.approx(1 / 36, abs=1e-3)


# --- what must hold in all games --------------------------------------------------------------------------------------


def chance_of(game, profile, deal, actions, public):
    """Return how likely a history of the explicit tree is."""
    tree, shown, chance = cfrlib.tree.unroll(game), iter(public), 1.0
    node = tree.root
    for step in (*deal, *actions):
        label = next(shown) if step == CHANCE else step
        if label not in node.actions:
            return 0.0
        k = node.actions.index(label)
        strategy = node.probabilities if node.player < 0 else profile[tree.infosets[node.infoset].key].values()
        chance, node = chance * list(strategy)[k], tree.nodes[node.children[k]]
    return chance


@settings(fast, max_examples=20)
@given(st.one_of(games(stages=1), copied_games(stages=1)), seeds, st.integers(0, 1), st.data())
def test_a_subgame_is_what_bayes_says(game, seed, resolver, data):
    """Its deals are those of the whole game, given what happened; and nothing is wrong with it."""
    profile, (actions, public) = random_profile(game, seed), data.draw(st.sampled_from(states(game)))
    below = solvable(game, profile, (actions, public), resolver, None)
    expected = np.array([
        [chance_of(game, profile, (i, j), actions, public) for j in game.outcomes(1)] for i in game.outcomes(0)
    ])  # fmt: skip
    assert below.weights(()) == pytest.approx(expected / expected.sum(), abs=1e-12)
    assert {infoset.key for infoset in cfrlib.tree.unroll(below).infosets} <= set(profile)
    assert cfrlib.check(below) == []
    assert cfrlib.check(cfrlib.subgame(game, profile, actions, public, resolver, "gadget")) == []


@fast
@given(st.one_of(games(), copied_games()), seeds, st.integers(0, 1), st.sampled_from(SAFE), st.data())
def test_safe_ones_never_lose_by_it(game, seed, resolver, method, data):
    """In the whole game, against its best response."""
    profile, state = random_profile(game, seed), data.draw(st.sampled_from(states(game)))
    solvable(game, profile, state, resolver, method)
    new = profile.stitch(cfrlib.resolve(game, profile, *state, resolver=resolver, method=method))
    before, after = (cfrlib.best_response_values(game, p)[1 - resolver] for p in (profile, new))
    assert after <= before + 1e-8
    theirs = [key for key, player in zip(profile, profile.players, strict=True) if player != resolver]
    assert all(new[key] == profile[key] for key in theirs)


@fast
@given(copied_games(), seeds, st.integers(1, 3), st.sampled_from(SAFE))
def test_nor_do_they_where_all_subgames_are_solved_at_once(game, seed, depth, method):
    profile = random_profile(game, seed)
    places = [state for state in states(game) if len(state[0]) == depth]
    assert_no_worse(game, profile, resolved(game, profile, places, method))


def assert_no_worse(game, profile, new):
    """Check that no best response earns more than before."""
    for before, after in zip(*(cfrlib.best_response_values(game, p) for p in (profile, new)), strict=True):
        assert after <= before + 1e-8


ROUNDS = [state for state in states(LEDUC) if state[0][-1:] == (CHANCE,)]


@pytest.mark.parametrize("method", SAFE)
def test_all_second_rounds_of_leduc_at_once(method):
    """ "reach" would lose here if each second round got all that was given up before the card."""
    profile = random_profile(LEDUC, 0)
    new = resolved(LEDUC, profile, ROUNDS, method)
    assert_no_worse(LEDUC, profile, new)


def test_naive_halves_a_bad_blueprint_and_ruins_a_perfect_one():
    """The naive number is that of another program, written before this one."""
    solver = cfrlib.CFR(LEDUC)
    solver.run(100)
    blueprint, exact = solver.average_strategy(), cfrlib.equilibrium(LEDUC)[1]
    naive, reach = (cfrlib.exploitability(LEDUC, resolved(LEDUC, blueprint, ROUNDS, m)) for m in ("naive", "reach"))
    assert cfrlib.exploitability(LEDUC, blueprint) == pytest.approx(0.0957, abs=1e-4)
    assert naive == pytest.approx(0.0560, abs=1e-4)
    assert 0.05 < reach < 0.0957
    assert cfrlib.exploitability(LEDUC, resolved(LEDUC, exact, ROUNDS, "naive")) > 0.01
    assert cfrlib.exploitability(LEDUC, resolved(LEDUC, exact, ROUNDS, "reach")) < 1e-8


# --- what is refused --------------------------------------------------------------------------------------------------


class Blind(Game):
    """A public card that only player 0 can make out."""

    def outcomes(self, player):
        return ("-",)

    def public_outcomes(self, public):
        return "x", "y"

    def weights(self, public):
        return np.full((1, 1), 0.5 ** len(public))

    def node(self, actions):
        kinds = PublicChance(), Decision(0, ("a", "b")), Decision(1, ("a", "b")), Terminal()
        return kinds[len(actions)]

    def key(self, player, actions, public, outcome):
        return (public[0] if player == 0 else ""), "".join(actions)

    def payoff(self, actions, public):
        return float((public == ("x",)) == (actions[2] == "a"))


PASSES = cfrlib.Profile.uniform(KUHN).replace({(card, ""): {"p": 1} for card in "JQK"})


@pytest.mark.parametrize("arguments, said", [
    ((KUHN, PASSES, ("b",)), "ranges have no mass"),
    ((KUHN, PASSES, ("b",), (), 0, "gadget"), "ranges have no mass"),
    ((KUHN, PASSES, ("x",)), r"actions=.*after \(\) it takes one of 'p', 'b'"),
    ((KUHN, PASSES, ("p", "p")), "actions=.*the game is over"),
    ((KUHN, PASSES, ("p", "p", "p")), r"actions=.*after \('p', 'p'\) it takes no more"),
    ((KUHN, PASSES, ("p",), ("Ks",)), r"public=\('Ks',\): it takes one outcome for each '/'"),
    ((LEDUC, cfrlib.Profile.uniform(LEDUC), ("c", "c", "/")), r"public=\(\): it takes one outcome"),
    ((LEDUC, cfrlib.Profile.uniform(LEDUC), ("c", "c", "/"), ("A",)), "public=.* it takes one of 'J', 'Q', 'K'"),
    ((LEDUC, PASSES, ("c",)), "profile=.* it takes a profile of leduc"),
    ((KUHN, PASSES.replace({}), "p"), "actions='p': it takes a tuple"),
    ((Blind(), cfrlib.Profile.uniform(Blind()), ("/",), ("x",)), r"public=\('x',\): .* goes on where something else"),
    ((bluff((2, 1), 2), cfrlib.Profile.uniform(KUHN), ("1-1",)), "profile="),
    ((unroll(KUHN), PASSES, ("b",)), "game=<Tree .*: it takes a Game .* such as kuhn.*, of which this is"),
    ((Tree(), PASSES, ("b",)), r"game=<Tree: .*: it takes a Game \(observable actions, private chance\);"),
])  # fmt: skip
def test_what_is_no_subgame_is_refused(arguments, said):
    with pytest.raises(ValueError, match=said):
        cfrlib.subgame(*arguments)


def test_where_hold_em_has_no_subgames_nor_a_game_after_which_another_follows():
    chain = bluff((2, 1), 2)
    with pytest.raises(ValueError, match="further game follows"):
        cfrlib.subgame(chain, cfrlib.CFR(chain).average_strategy(), ("1-1",))
    game = holdem(deck=(4, 2), buckets=2)
    with pytest.raises(ValueError, match="buckets go on where other cards were shown"):
        cfrlib.subgame(game, cfrlib.CFR(game).average_strategy(), ("c",))
    large = holdem(deck=(6, 4))
    uniform = cfrlib.CFR(large, dtype="float32").average_strategy()
    with pytest.raises(ValueError, match=r"public=\(\): .* it takes a later state"):
        cfrlib.subgame(large, uniform, ("c",))
    with pytest.raises(ValueError, match=r"public=\('xx',\): .* it takes one of '.*', \.\.\.$"):
        cfrlib.subgame(large, uniform, ("c", "c", CHANCE), ("xx",))


def test_stitching_refuses_what_does_not_fit():
    below = cfrlib.resolve(KUHN, PASSES, ("b",), resolver=1, method="gadget")  # nobody need come to a safe subgame
    assert set(below) == {(card, "b") for card in "JQK"}
    with pytest.raises(ValueError, match="other=.* subgame of kuhn"):
        cfrlib.Profile.uniform(kuhn(4)).stitch(below)
    with pytest.raises(ValueError, match="no such information set"):
        PASSES.stitch(cfrlib.Profile([("A", "")], [0], [("p", "b")], [0.5, 0.5]))
    with pytest.raises(TypeError, match="other"):
        PASSES.stitch({})


def test_a_subgame_of_a_subgame():
    uniform = cfrlib.Profile.uniform(LEDUC)
    after = cfrlib.subgame(LEDUC, uniform, ("c", "c"))
    state = ("c", "c", "/", "r"), ("K",)
    inner = cfrlib.resolve(after, cfrlib.Profile.uniform(after), ("/", "r"), ("K",), method="margin")
    direct = cfrlib.resolve(LEDUC, uniform, *state, method="margin")
    assert set(inner) == set(direct)
    left = [cfrlib.counterfactual_values(LEDUC, uniform.stitch(new), 1)[state] for new in (inner, direct)]
    assert left[0] == pytest.approx(left[1])


# --- hold'em ----------------------------------------------------------------------------------------------------------

HOLDEM = holdem(deck=(3, 3))


@pytest.fixture(scope="module")
def practised():
    solver = cfrlib.CFR(HOLDEM)
    solver.run(10)
    return solver.average_strategy()


def test_a_flop_of_hold_em(practised):
    """It stands for all flops that differ in the names of suits only."""
    flop = "JcQcKc"
    ways = [actions for actions, _ in HOLDEM.action_sequences() if actions[-1:] == (CHANCE,)]
    new = resolved(HOLDEM, practised, [(actions, (flop,)) for actions in ways], "reach")
    before, after = (np.array(cfrlib.best_response_values(HOLDEM, p)) for p in (practised, new))
    assert (after <= before + 1e-6).all()
    assert (after < before - 1e-3).any()
    assert sum(new[key] != practised[key] for key in new) > 20
    shown = HOLDEM.key(0, ways[0], (flop,), 0)[1].partition("/")[2]
    assert all(new[key] == practised[key] for key in new if f"/{shown}" not in key[1])


def test_isomorphic_flops_of_hold_em_have_one_solution(practised):
    actions = "r", "c", CHANCE
    one, other = (cfrlib.resolve(HOLDEM, practised, actions, (flop,), 1, "margin") for flop in ("JcJdKh", "JdJhKc"))
    assert set(one) == set(other)
    values = [cfrlib.counterfactual_values(HOLDEM, practised.stitch(new), 0) for new in (one, other)]
    worth = [value[actions, ("JcJdKh",)] for value in values]
    assert worth[0] == pytest.approx(worth[1], abs=1e-9)


def test_the_subgame_of_a_flop_is_worth_what_the_whole_game_says():
    """Of 66 hands, so many that they are swept."""
    game = holdem(deck=(4, 3))
    state = ("c", "r", "c", CHANCE, "r"), ("JcJdKh",)
    solver = cfrlib.CFR(game)
    solver.run(3)
    profile = solver.average_strategy()
    below = cfrlib.subgame(game, profile, *state)
    ours = cfrlib.Profile.from_dict(below, {infoset.key: profile[infoset.key] for infoset in unroll(below).infosets})
    ranges = cfrlib.reach(game, profile, *state)
    for player, sign in ((0, 1), (1, -1)):
        worth = cfrlib.counterfactual_values(game, profile, player, best=False)[state] @ ranges[player]
        assert sign * below.mass * cfrlib.expected_value(below, ours) == pytest.approx(worth, abs=1e-9)
    assert layout_of(below).orders
    solver = cfrlib.CFR(below)
    solver.run(3)
    assert solver.exploitability() == pytest.approx(cfrlib.exploitability(unroll(below), solver.average_strategy()))


# --- linear programs of their own -------------------------------------------------------------------------------------


class Program:
    """The resolver's part of a subgame as a linear program, from the rules alone; all he sees are his outcomes.

    A row is {variable: coefficient}. Variables: the resolver's sequences x and, at each decision of the other player
    and for each of his outcomes, what he gets at most.
    """

    def __init__(self, game, own, resolver):
        self.game, self.own, self.resolver, self.size = game, own, resolver, 0
        self.equal, self.most = [], []  # rows and what they are, or are at most

    def new(self, n):
        self.size += n
        return range(self.size - n, self.size)

    def values(self, actions, public, x):
        """Return a row for each outcome of the other player: what he gets, with the weights of chance."""
        game, node = self.game, self.game.node(actions)
        if isinstance(node, PublicChance):
            parts = [
                self.values((*actions, CHANCE), (*public, shown), x)
                for shown in game.public_outcomes(public) if game.weights((*public, shown)).any()
            ]  # fmt: skip
            return [added(rows) for rows in zip(*parts, strict=True)]
        if not isinstance(node, Decision):
            paid = game.payoff_table(actions, public) * game.weights(public)
            paid = -paid.T if self.resolver == 0 else paid
            return [{x[i]: paid[j, i] for i in range(len(x))} for j in range(len(paid))]
        if node.player == self.resolver:
            split = [self.new(len(x)) for _ in node.actions]
            for i, before in enumerate(x):
                self.equal.append(({before: -1.0, **{part[i]: 1.0 for part in split}}, 0.0))
            parts = [self.values((*actions, a), public, part) for a, part in zip(node.actions, split, strict=True)]
            return [added(rows) for rows in zip(*parts, strict=True)]
        got = self.new(len(game.outcomes(node.player)))
        for a in node.actions:
            for v, row in zip(got, self.values((*actions, a), public, x), strict=True):
                self.most.append((added([row, {v: -1.0}]), 0.0))
        return [{v: 1.0} for v in got]

    def solve(self, cost):
        """Return the least cost, a row."""

        def matrix(rows):
            dense = np.zeros((len(rows), self.size))
            for k, (row, _) in enumerate(rows):
                for v, c in row.items():
                    dense[k, v] = c
            return dense

        plans = {v for row, _ in self.equal for v in row}
        solution = linprog(
            matrix([(cost, 0)])[0], matrix(self.most), [b for _, b in self.most], matrix(self.equal),
            [b for _, b in self.equal], [(0 if v in plans else None, None) for v in range(self.size)],
        )  # fmt: skip
        assert solution.success
        return solution.fun


def added(rows):
    total = {}
    for row in rows:
        for v, c in row.items():
            total[v] = total.get(v, 0.0) + c
    return total


def by_hand(game, profile, state, resolver):
    """Return the program, its rows at a public state, and by outcome of the other the chance of the rest."""
    own = cfrlib.reach(game, profile, *state)[resolver]
    program = Program(game, own, resolver)
    x = program.new(len(own))
    program.equal += [({v: 1.0}, r) for v, r in zip(x, own, strict=True)]
    weights = game.weights(state[1])
    return program, program.values(*state, x), own @ (weights if resolver == 0 else weights.T)


CASES = [(KUHN, (("b",), ())), (KUHN, (("p", "b"), ())), (kuhn(5, bet=2), (("p",), ())),
         (LEDUC, (("r", "c", "/"), ("Q",))), (LEDUC, (("c", "r"), ())), (leduc_no_limit(4), (("1",), ()))]  # fmt: skip


@pytest.mark.parametrize("resolver", [0, 1])
@pytest.mark.parametrize("game, state", CASES, ids=repr)
def test_gadget_and_margin_are_those_of_linear_programs(game, state, resolver):
    profile = random_profile(game, 7)
    worth = cfrlib.counterfactual_values(game, profile, 1 - resolver)[state]
    sign = 1 if resolver == 0 else -1

    program, rows, there = by_hand(game, profile, state, resolver)
    got = program.new(len(rows))  # for each outcome the better of both
    for v, row, stopped in zip(got, rows, worth, strict=True):
        program.most += [(added([row, {v: -1.0}]), 0.0), ({v: -1.0}, -stopped)]
    least = program.solve(dict.fromkeys(got, 1.0))
    value, _ = cfrlib.equilibrium(cfrlib.subgame(game, profile, *state, resolver, "gadget"))
    assert -sign * value == pytest.approx(least / there.sum(), abs=1e-9)
    assert least == pytest.approx(worth.sum())

    program, rows, there = by_hand(game, profile, state, resolver)
    (t,) = program.new(1)
    program.most += [({**row, t: m}, w) for row, m, w in zip(rows, there, worth, strict=True) if m > 0]
    margin = -program.solve({t: -1.0})
    assert margin >= -1e-12
    value, _ = cfrlib.equilibrium(cfrlib.subgame(game, profile, *state, resolver, "margin"))
    assert sign * value == pytest.approx(margin, abs=1e-9)
    new = profile.stitch(cfrlib.resolve(game, profile, *state, resolver=resolver, method="margin"))
    left = worth - cfrlib.counterfactual_values(game, new, 1 - resolver)[state]
    assert (left[there > 0] / there[there > 0]).min() == pytest.approx(margin, abs=1e-8)
