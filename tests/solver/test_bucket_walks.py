"""Walks under buckets against the general engine on all real cards: every rule, unbiased draws, and exact values.

The general engine plays out every deal of a small deck, with buckets that brute force has found (`every_deal`).
"""

import time
from collections import Counter
from functools import cache
from itertools import cycle
from math import comb

import numba
import numpy as np
import psutil
import pytest
from every_deal import OfSequences, deals_of, largest_stake, name_of, on_the_tree
from hypothesis import given, settings
from hypothesis import strategies as st
from threadpoolctl import threadpool_limits

import cfrlib
from cfrlib.abstraction.evaluator import BucketEvaluator, bracket
from cfrlib.abstraction.joint import joint_table
from cfrlib.evaluate import flat, sequence_form
from cfrlib.game import Decision
from cfrlib.games import holdem, texas
from cfrlib.kernels import bucket_deals, bucket_sides
from cfrlib.kernels.update import Rule
from cfrlib.layout.public_tree import public_tree
from cfrlib.layout.table_profile import TableProfile
from cfrlib.sampling import ByPlace, Mixed, Scheme, cs, pcs, robust, visits

GAMES = [
    texas((2, 2, 1, 2), (1, 0, 0, 1), (3, 3)), holdem((1, 2), (4, 2), (2, 3)), holdem((2, 1), (7, 1), 2),
]  # fmt: skip
FORGETFUL = [holdem((1, 1), (5, 2), 3, "imperfect"), texas((3, 2, 2, 3), (0, 1, 0, 0), (3, 3), "imperfect")]
THIN = texas((2, 1, 2, 2), (0, 0, 0, 1), (9, 1))
"""Nine cards of one suit: few boards, four streets."""
RULES = [
    {"regret": "rm"}, {"regret": "rm+", "average": "linear"}, {"regret": "linear", "average": "linear"},
    {"regret": "discounted", "average": "quadratic"}, {"regret": "predictive", "average": "quadratic"},
    {"regret": "rm", "average": "quadratic", "average_in": "opponent"},
    {"regret": "discounted", "average": "uniform", "average_in": "opponent"},
    {"regret": "predictive", "average": "linear", "average_in": "opponent"},
    {"regret": "rm+", "average_in": "opponent"},
]  # fmt: skip
ROWS = ["vanilla", "pcs", "opcs", "spcs", "cs", cs("sequences"), "es"]
PLAIN = Rule(0, 0.0, np.zeros((2, 1)))

tree_of = cache(on_the_tree)


@pytest.fixture(scope="module", params=GAMES, ids=repr)
def game(request):
    return request.param


def by_key(layout, tables):
    """Return {key: entries} of tables under buckets."""
    return {
        key: tables[table][entry : entry + apart * len(names) : apart].copy()
        for key, names, (table, entry, apart) in layout.information_sets()
    }


def of_engine(solver, table):
    """Return {key: entries} of a table of the general engine."""
    names = solver.tree.profile_map
    parts = zip(names.keys, names.starts, names.actions, strict=True)
    return {key: table[names.entries[start : start + len(a)]].copy() for key, start, a in parts}


def assert_same(found, expected, tolerance, scale=1.0):
    """Compare what is found, arrays or {action: probability}, at the information sets that there are."""
    keys = [key for key, row in expected.items() for _ in row]
    rows = ([here[key] for key in expected] for here in (found, expected))
    ours, theirs = (
        np.concatenate([list(row.values()) if isinstance(row, dict) else row for row in part]) for part in rows
    )
    off = np.abs(ours - scale * theirs)
    worst = np.argmax(off)
    assert off[worst] <= tolerance, (keys[worst], ours[worst], scale * theirs[worst])


# -- vanilla ---------------------------------------------------------------------------------


def compare_runs(game, oracle, row, marks):
    """Hold regrets and both strategies equal; `oracle` has payoffs in units of the largest stake.

    Averages are compared where their player comes with a probability that is not rounding.
    """
    fast, slow, scale = cfrlib.CFR(game, **row), cfrlib.CFR(oracle, **row), largest_stake(game)
    for mark in marks:
        fast.run(mark - fast.iterations)
        slow.run(mark - slow.iterations)
        regret = by_key(fast.tree, (fast._tables.early_regret, fast._tables.regret))
        expected = of_engine(slow, slow._tables.regret)
        most = scale * max(np.abs(row).max() for row in expected.values())
        assert_same(regret, expected, 1e-9 * most, scale)
        assert_same(fast.current_strategy(), slow.current_strategy(), 1e-9)
        sums, average = of_engine(slow, slow._tables.sums), slow.average_strategy()
        most = max(row.sum() for row in sums.values())
        average = {key: average[key] for key, row in sums.items() if row.sum() > 1e-7 * most}
        assert len(average) > len(sums) / 3
        assert_same(fast.average_strategy(), average, 1e-9)


@pytest.mark.parametrize("row", RULES, ids=str)
@pytest.mark.parametrize("game", GAMES[1:], ids=repr)
def test_full_walks_of_two_rounds_are_those_of_the_general_engine(game, row):
    compare_runs(game, tree_of(game), row, (1, 2, 12))


@pytest.mark.parametrize("row", RULES, ids=str)
def test_full_walks_of_four_rounds_are_those_of_the_general_engine(row):
    """On the abstract game itself, which chance deals from a table that was counted over all deals."""
    compare_runs(GAMES[0], of_sequences(GAMES[0]), row, (1, 2, 12))


@pytest.mark.parametrize("row", RULES, ids=str)
@pytest.mark.parametrize("game", GAMES[:2], ids=repr)
def test_full_walks_that_update_at_once_are_those_of_the_general_engine(game, row):
    compare_runs(game, of_sequences(game), {**row, "updates": "simultaneous"}, (1, 2, 12))


@pytest.mark.parametrize("row", [RULES[0], RULES[4], RULES[6]], ids=str)
def test_full_walks_on_all_deals_of_nine_cards(row):
    game = texas((2, 2, 1, 2), (0, 0, 0, 1), (3, 3))
    compare_runs(game, tree_of(game), row, (1, 4))


@settings(max_examples=20, deadline=None)
@given(
    deck=st.sampled_from([(3, 3), (9, 1), (4, 2), (7, 1), (3, 4)]),
    raises=st.tuples(*[st.integers(0, 2)] * 4),
    counts=st.tuples(*[st.integers(1, 3)] * 4),
    row=st.sampled_from(RULES),
)
def test_full_walks_on_random_games(deck, raises, counts, row):
    if deck in ((3, 3), (9, 1)):
        game = texas(counts, raises if sum(raises) <= 4 else (1, 1, 1, 1), deck)
    else:
        game = holdem(raises[:2], deck, counts[:2])
    compare_runs(game, OfSequences(game), row, (1, 2, 6))


# -- draws -----------------------------------------------------------------------------------


def random_tables(game, seed):
    """Return tables in which a quarter of the actions has no probability; positive regrets are the strategy."""
    rng = np.random.default_rng(seed)
    return tuple((0.2 + rng.random(size)) * (rng.random(size) < 0.75) for size in public_tree(game).sizes)


@cache
def exact(game, seed):
    """Return what the general engine adds to regrets, in mbb/g, and to sums, strategies being frozen."""
    oracle = cfrlib.CFR(of_sequences(game), updates="simultaneous")
    profile, names = by_key(public_tree(game), random_tables(game, seed)), oracle.tree.profile_map
    for key, start, actions in zip(names.keys, names.starts, names.actions, strict=True):
        row = profile[key] if profile[key].any() else np.ones(len(actions))
        oracle._tables.strategy[names.entries[start : start + len(actions)]] = row / row.sum()
    oracle.run(1)
    gains = {key: row * largest_stake(game) for key, row in of_engine(oracle, oracle._tables.regret).items()}
    return gains, of_engine(oracle, oracle._tables.sums)


@cache
def of_sequences(game):
    return OfSequences(game)


@cache
def movers(game):
    """Return {public part of a key: who moves}."""
    return {"".join(a): node.player for a, node in game.action_sequences() if isinstance(node, Decision)}


@cache
def plans(game, seed):
    """Return {key: own reach times strategy}, with perfect recall."""
    profile, mover, result = TableProfile(public_tree(game), random_tables(game, seed)), movers(game), {}
    for private, public in profile:
        reach, buckets = 1.0, private.split(".")
        for k, action in enumerate(public):
            if mover.get(public[:k]) == mover[public]:
                reach *= profile[".".join(buckets[: public[:k].count("/") + 1]), public[:k]].get(action, 1)
        result[private, public] = reach * np.array(list(profile[private, public].values()))
    return result


@cache
def met(game):
    """Return {(street, private part of a key): the share of all deals that fall into it}."""
    rows, often, _ = deals_of(game).kinds(game.buckets, game.recall == "perfect")
    shares = Counter()
    for row, many in zip(rows.tolist(), often.tolist(), strict=True):
        for street, sequence in enumerate(row):
            shares[street, name_of(game, street, sequence)] += many / often.sum()
    return shares


class Frozen:
    """A solver that starts all walks of one player from the same tables, those of a random profile.

    What they add is collected. Walks of the other player leave no trace.
    """

    def __init__(self, game, row, seed, me, average_in="own"):
        self.solver, self.start, self.me = cfrlib.CFR(game, row, average_in=average_in), random_tables(game, seed), me
        self.solver._walks.prepare(self.solver)
        self.walks, self.tables, names = self.solver._walks, self.solver._tables, ("theirs", "basis", "regret", "sums")
        mute = [
            part[1 - me]._replace(**{name: getattr(part[1 - me], name).copy() for name in names})
            for part in self.walks.walks
        ]
        self.walks.walks = tuple(
            (part[0], other) if me == 0 else (other, part[1])
            for part, other in zip(self.walks.walks, mute, strict=True)
        )
        self.kept = (self.tables.early_regret, self.tables.regret), (self.tables.early_sums, self.tables.sums)
        started = [*self.kept[0], *self.walks._bases(self.solver)]
        started += [getattr(walk, name) for name in names[:3] for walk in mute]
        self.started = list(zip(started, cycle(self.start)))
        self.added = [[np.zeros_like(table) for table in part] for part in self.kept]
        self.again()

    def again(self):
        for table, values in self.started:
            table[...] = values
        for table in (*self.kept[1], self.tables.seen):
            table[...] = 0

    def walk(self, mine, theirs, worth):
        """Do a walk on vectors."""
        early, last = self.walks.walks
        self.walks.room.walk(mine, theirs, worth, early[self.me], last[self.me], PLAIN, self.tables.seen, 1)

    def collect(self, weight):
        """Add what the last walk has added, and start again."""
        for results, tables, starts in zip(self.added, self.kept, (self.start, (0, 0)), strict=True):
            for result, table, values in zip(results, tables, starts, strict=True):
                result += weight * (table - values)
        self.again()

    def check(self, game, seed, averaged, constant, hands=None):
        """Regrets are those of the general engine times a constant. Sums are reach times strategy times how often an
        information set comes and so many `hands`; without them each counts once. With imperfect recall, which adds up
        different pasts, they are what the general engine adds."""
        mover, (gains, sums) = movers(game), exact(game, seed)
        gains = {key: row * constant * (mover[key[1]] == self.me) for key, row in gains.items()}
        most = max(np.abs(row).max() for row in gains.values())
        assert most > 1
        assert_same(by_key(self.solver.tree, self.added[0]), gains, 1e-9 * most)
        if game.recall != "perfect":
            expected = {key: row * hands for key, row in sums.items()}
        elif hands is None:
            expected = plans(game, seed)
        else:
            shares = met(game)
            expected = {k: row * hands * shares[k[1].count("/"), k[0]] for k, row in plans(game, seed).items()}
        expected = {key: row * (mover[key[1]] == averaged) for key, row in expected.items()}
        most = max(row.max() for row in expected.values())
        assert_same(by_key(self.solver.tree, self.added[1]), expected, 1e-9 * most)


CASES = [(1, 0, "own"), (2, 0, "own"), (1, 1, "own"), (2, 1, "opponent"), (1, 0, "opponent")]
"""The seed of a profile, the player who walks, and whose average grows. Constants are the same for all profiles."""
cases = pytest.mark.parametrize("seed, me, average_in", CASES)
all_games = pytest.mark.parametrize("game", [*GAMES, *FORGETFUL], ids=repr)


@cases
def test_a_full_walk_adds_what_the_general_engine_adds(game, seed, me, average_in):
    frozen = Frozen(game, "vanilla", seed, me, average_in)
    frozen.walk(frozen.walks.steps, frozen.walks.steps, frozen.walks.worth)
    frozen.collect(1)
    frozen.check(game, seed, me if average_in == "own" else 1 - me, 1)


@cases
@all_games
def test_one_board_is_the_mean_of_all(game, seed, me, average_in, monkeypatch):
    """Boards that differ in the names of suits do the same, so one of them stands for all. A walk sums over all pairs
    of hands on its board, and averages over the hands."""
    frozen, cards = Frozen(game, "pcs", seed, me, average_in), game.percentiles.tables
    walks, boards = frozen.walks, list(some_boards(game))
    for board, weight in boards:
        monkeypatch.setattr(bucket_deals, "draw_board", lambda _, __, out, board=board: out.__setitem__(..., board))
        steps = walks.steps[me]
        bucket_deals.deal_board.py_func(cards, walks.table, steps, walks.room.sizes, walks.early_pairs, None)
        frozen.walk(steps, steps, walks._worth(steps.count[1:], steps.count[1:]))
        frozen.collect(weight / sum(weight for _, weight in boards))
    left = game.deck.cards - sum(game.shows)
    hands = comb(left, 2)
    frozen.check(game, seed, me if average_in == "own" else 1 - me, hands * comb(left - 2, 2), hands)


@cases
@pytest.mark.parametrize("row", ["opcs", "spcs"])
@pytest.mark.parametrize("game", [*GAMES[1:], FORGETFUL[0], THIN], ids=repr)
def test_one_hand_against_all_on_its_board_is_the_mean_of_all(game, row, seed, me, average_in, monkeypatch):
    """Every hand on every board is drawn once; a walk sums over the pairs that the drawn hand is one of. Of a player
    who has all hands as many are averaged, of the other one."""
    frozen, cards = Frozen(game, row, seed, me, average_in), game.percentiles.tables
    walks, boards = frozen.walks, list(some_boards(game))
    hands, averaged = walks.hands, me if average_in == "own" else 1 - me
    for board, weight in boards:
        monkeypatch.setattr(bucket_sides, "draw_board", lambda _, __, out, board=board: out.__setitem__(..., board))
        for hand in range(hands):
            bucket_sides.deal_side.py_func(
                cards, walks.table, walks.steps[me], walks.alone[me], walks.room.sizes, walks.early_pairs,
                walks.own_all, Number((hand + 0.5) / hands),
            )  # fmt: skip
            mine, theirs = (walks.steps[me], walks.alone[me])[:: 1 if walks.own_all else -1]
            frozen.walk(mine, theirs, walks._worth(mine.count[1:], theirs.count[1:]))
            frozen.collect(weight / hands / sum(weight for _, weight in boards))
    left = game.deck.cards - sum(game.shows)
    assert hands == comb(left, 2)
    everybody = (averaged == me) == walks.own_all
    frozen.check(game, seed, averaged, comb(left - 2, 2), hands if everybody else 1)


def some_boards(game):
    """Yield canonical flops with all that goes on from them, and how many boards each stands for."""
    flops = game.percentiles.tables.flops
    for cards, weight in zip(flops.cards.tolist(), flops.weight.tolist(), strict=True):
        left = [card for card in range(game.deck.cards) if card not in cards]
        runouts = [()] if len(game.shows) == 1 else [(a, b) for a in left for b in left if a != b]
        yield from (([*cards, *more], weight) for more in runouts)


@cases
@pytest.mark.parametrize("game", [*GAMES, FORGETFUL[0]], ids=repr)
def test_one_deal_is_the_mean_of_all(game, seed, me, average_in, monkeypatch):
    """Of deals, those that look alike under buckets and that the same hand wins do the same."""
    frozen = Frozen(game, "cs", seed, me, average_in)
    rows, _, (pairs, wins, losses) = deals_of(game).kinds(game.buckets, game.recall == "perfect")
    for worth, counted in ((1.0, wins), (-1.0, losses), (0.0, pairs - wins - losses)):
        for first, second in zip(*np.nonzero(counted), strict=True):
            def deal(b, board, sequences, rng, both=rows[[first, second]], worth=worth):
                sequences[...] = both
                return worth

            monkeypatch.setattr(bucket_deals, "deal_hands", deal)
            iterate(frozen, None)
            frozen.collect(counted[first, second] / pairs.sum())
    frozen.check(game, seed, me if average_in == "own" else 1 - me, 1, 1)


def iterate(frozen, rng):
    """Do an iteration on single deals, its loop not compiled."""
    walks = frozen.walks
    ends = tuple(street.ends for street in walks.room.early)
    bucket_deals.iterate_hands.py_func(
        walks.buckets, walks.joint, walks.board, walks.sequences, walks.steps, walks.room.early, walks.room.last, ends,
        *walks.walks, PLAIN, frozen.tables.seen, walks.room.open, rng, 1, 1,
    )  # fmt: skip


@cases
def test_one_pair_of_sequences_is_the_mean_of_all(game, seed, me, average_in, monkeypatch):
    frozen = Frozen(game, cs("sequences"), seed, me, average_in)
    monkeypatch.setattr(bucket_deals, "draw_sequences", bucket_deals.draw_sequences.py_func)
    running, _, pairs = frozen.walks.joint
    for upto, weight in zip(running / running[-1], pairs.ravel() / running[-1], strict=True):
        if weight:
            for x in upto - weight * np.array([1 - 1e-6, 0.5, 1e-6]):
                iterate(frozen, Number(x))
                frozen.collect(weight / 3)
    frozen.check(game, seed, me if average_in == "own" else 1 - me, 1, 1)


class Number:
    """A generator that draws the same number each time."""

    def __init__(self, x):
        self.random = lambda: x


# -- what is drawn ---------------------------------------------------------------------------


@numba.njit
def count_deals(b, board, sequences, rng, draws, counts):
    for _ in range(draws):
        worth = bucket_deals.deal_hands(b, board, sequences, rng)
        counts[int(worth) + 1, sequences[0, -1], sequences[1, -1]] += 1


@numba.njit
def count_sequences(running, wins, pairs, b, sequences, rng, draws, counts):
    wrong = 0
    for _ in range(draws):
        worth = bucket_deals.draw_sequences(running, wins, pairs, sequences, b.counts, rng)
        mine, theirs = sequences[0, -1], sequences[1, -1]
        wrong += worth != wins[mine, theirs] / pairs[mine, theirs]
        counts[mine, theirs] += 1
    return wrong


def assert_likely(counts, expected):
    """Compare counts to how likely they are: chi square, at six standard errors."""
    expected = expected * (counts.sum() / expected.sum())
    assert (counts[expected == 0] == 0).all()
    off = (counts - expected)[expected > 0] ** 2 / expected[expected > 0]
    assert abs(off.sum() - (len(off) - 1)) < 6 * np.sqrt(2 * len(off))


@pytest.mark.parametrize("game", GAMES[:2], ids=repr)
def test_deals_are_equally_likely(game):
    pairs, wins, losses = deals_of(game).joint(game.buckets)
    exact = np.array([losses, pairs - wins - losses, wins])
    counts, b = np.zeros_like(exact), game.percentiles.tables
    sequences = np.zeros((2, len(game.buckets)), dtype=np.int64)
    rng = np.random.Generator(np.random.PCG64(3))
    count_deals(b, np.zeros(sum(game.shows), dtype=np.int8), sequences, rng, 300_000, counts)
    assert_likely(counts, exact)
    for street, count in enumerate(game.buckets[1:], start=1):
        assert (sequences[:, street] // count == sequences[:, street - 1]).all()
    solver = cfrlib.CFR(game, cs("sequences"))
    solver.run(1)
    counts = np.zeros_like(pairs)
    assert count_sequences(*solver._walks.joint, b, sequences, rng, 300_000, counts) == 0
    assert_likely(counts, pairs)
    for street, count in enumerate(game.buckets[1:], start=1):
        assert (sequences[:, street] // count == sequences[:, street - 1]).all()


def test_boards_are_equally_likely():
    game = holdem((0, 0), (4, 2), 2)
    solver = cfrlib.CFR(game, "pcs", seed=7)
    solver._walks.prepare(solver)
    counts = np.zeros((8, 8, 8), dtype=np.int64)
    for _ in range(20_000):
        solver._walks._deal(0, solver._rng)
        counts[tuple(solver._walks.table.board)] += 1
    places = np.indices(counts.shape)
    different = (places[0] != places[1]) & (places[0] != places[2]) & (places[1] != places[2])
    assert_likely(counts, different.astype(float))


@pytest.mark.parametrize("row", ["pcs", "opcs", "spcs"])
@pytest.mark.parametrize("game, regret", [
    *((game, regret) for game in GAMES[:2] for regret in ("rm", "rm+", "discounted", "predictive")),
    *((FORGETFUL[0], regret) for regret in ("rm", "rm+", "discounted")),
], ids=str)  # fmt: skip
def test_player_1_walks_against_the_strategies_before_the_iteration(game, row, regret):
    """By hand: player 1's walk gets a copy of all that strategies were matched to."""
    kernel, by_hand = (cfrlib.CFR(game, row, regret, seed=6, updates=u) for u in ("simultaneous", "alternating"))
    kernel.run(13)
    kernel.run(12)
    by_hand._walks.prepare(by_hand)
    walks = by_hand._walks
    bases, pairs = walks._bases(by_hand), walks.walks
    for t in range(1, 26):
        before = [basis.copy() for basis in bases]
        walks.walks = tuple((own, other._replace(theirs=old)) for (own, other), old in zip(pairs, before, strict=True))
        walks.iterate(by_hand, by_hand.rule(t), t, 1)
    for one, other in zip(kernel._tables, by_hand._tables, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("row", ["vanilla", "pcs", "spcs"])
def test_a_run_that_is_stopped_in_an_iteration_can_go_on(row):
    """What strategies were before an iteration, under simultaneous updates, is up to date again."""
    solver = cfrlib.CFR(GAMES[0], row, updates="simultaneous", seed=2)
    solver.run(5)
    walk, walked = solver._walks.room.walk, []

    def stop(*arguments):
        if walked:
            raise KeyboardInterrupt
        walked.append(walk(*arguments))

    solver._walks.room.walk = stop
    with pytest.raises(KeyboardInterrupt):
        solver.run(1)
    kept, bases = (by_key(solver.tree, tables) for tables in (solver._walks.before, solver._walks._bases(solver)))
    own = [key for key in kept if movers(GAMES[0])[key[1]] == 0]
    assert any(kept[key].any() for key in own)
    assert all(np.array_equal(kept[key], bases[key]) for key in own)


def test_nobody_is_at_work_any_more_when_something_went_wrong():
    solver = cfrlib.CFR(GAMES[0], "pcs", threads=2)
    solver.run(1)
    begun, done = [], []

    def work(number):
        begun.append(number)
        if number == 0:
            raise ZeroDivisionError
        time.sleep(0.2)
        done.append(number)

    with pytest.raises(ZeroDivisionError):
        solver._walks.room._at_once(work, [(number,) for number in range(6)])
    assert sorted(done) == sorted(begun)[1:]
    assert len(begun) < 6


# -- runs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("row", [
    {}, {"regret": "discounted", "average": 2.0}, {"sampling": "pcs"},
    {"sampling": "pcs", "regret": "discounted", "average": "linear"}, {"sampling": "pcs", "regret": "predictive"},
    {"sampling": "cs", "regret": "rm+", "average": "linear"}, {"sampling": "cs", "regret": "discounted"},
    {"sampling": cs("sequences"), "regret": "linear", "average": "linear", "average_in": "opponent"},
    {"sampling": cs("sequences"), "regret": "predictive"}, {"sampling": "opcs"},
    {"sampling": "spcs", "regret": "discounted"},
    {"sampling": "opcs", "updates": "simultaneous", "regret": "predictive"},
    {"sampling": "pcs", "updates": "simultaneous"}, {"updates": "simultaneous"},
], ids=str)  # fmt: skip
def test_saved_and_resumed_bit_for_bit(tmp_path, row, dtype):
    game = GAMES[0]
    through, halves, stopped = (cfrlib.CFR(game, seed=5, **{**row, "dtype": dtype}) for _ in range(3))
    through.run(47)
    halves.run(20)
    halves.run(27)
    stopped.run(20)
    stopped.save(tmp_path / "solver")
    resumed = cfrlib.CFR.load(tmp_path / "solver")
    assert resumed.game == game
    resumed.run(27)
    for other in (halves, resumed):
        for one, two in zip(through._tables, other._tables, strict=True):
            assert one.dtype == two.dtype
            np.testing.assert_array_equal(one, two)
        assert (other.iterations, other.nodes_touched, other.histories_touched) == (
            through.iterations, through.nodes_touched, through.histories_touched,
        )  # fmt: skip


@pytest.mark.parametrize("row", ["pcs", "cs", "spcs", "es"])
@pytest.mark.parametrize("game", FORGETFUL, ids=repr)
def test_saved_and_resumed_with_imperfect_recall(tmp_path, game, row):
    through, stopped = cfrlib.CFR(game, row, "discounted", seed=1), cfrlib.CFR(game, row, "discounted", seed=1)
    through.run(31)
    stopped.run(11)
    stopped.save(tmp_path / "solver")
    resumed = cfrlib.CFR.load(tmp_path / "solver")
    resumed.run(20)
    for one, other in zip(through._tables, resumed._tables, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_seed_says_what_is_drawn(row):
    same, twin, other = (cfrlib.CFR(GAMES[0], row, seed=seed) for seed in (1, 1, 2))
    for solver in (same, twin, other):
        solver.run(40)
    assert same.average_strategy() == twin.average_strategy()
    assert (same.average_strategy() == other.average_strategy()) == (row == "vanilla")


SHARED = holdem((1, 1), (5, 4), (25, 25))
"""625 sequences: products of matrices that a library would like to share."""


@pytest.mark.parametrize("game, row", [
    *((GAMES[0], {"sampling": row, "regret": "discounted"}) for row in ("vanilla", "pcs", "opcs", "spcs")),
    (GAMES[0], {"updates": "simultaneous"}), (GAMES[0], {"sampling": "pcs", "updates": "simultaneous"}),
    (FORGETFUL[0], {"sampling": "pcs"}),
    (SHARED, {}), (SHARED, {"dtype": "float32"}), (SHARED, {"sampling": "pcs", "dtype": "float32"}),
], ids=str)  # fmt: skip
def test_threads_do_not_change_a_bit(game, row):
    solvers = [cfrlib.CFR(game, threads=threads, **row) for threads in (1, 1, 2, 3)]
    for k, solver in enumerate(solvers):
        with threadpool_limits(4 if k else 1, user_api="blas"):  # threads of the library are not asked
            solver.run(3)
    for solver in solvers[1:]:
        for one, other in zip(solvers[0]._tables, solver._tables, strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("row, iterations, within", [
    ({"sampling": "pcs"}, 2000, 20), ({"sampling": "cs"}, 100_000, 10), ({"sampling": cs("sequences")}, 100_000, 10),
    ({"sampling": "pcs", "regret": "rm+", "average": "linear", "dtype": "float32"}, 2000, 20),
    ({"sampling": "cs", "regret": "discounted", "average": 2.0}, 100_000, 10), ({"regret": "rm"}, 500, 5),
    ({"sampling": "opcs"}, 10_000, 20), ({"sampling": "spcs", "updates": "simultaneous"}, 10_000, 20),
    ({"sampling": "es"}, 300_000, 12), ({"sampling": "os", "average": "linear lazy"}, 600_000, 40),
    ({"sampling": Mixed("es", robust(1), 0.5), "regret": "rm+"}, 500_000, 20),
    ({"sampling": "cs", "updates": "simultaneous"}, 100_000, 10), ({"updates": "simultaneous"}, 500, 12),
    ({"sampling": "pcs", "updates": "simultaneous", "dtype": "float32"}, 2000, 25),
    ({"regret": "rm+", "average": "linear", "dtype": "float32"}, 500, 0.2),
    ({"regret": "predictive", "average": "quadratic"}, 500, 0.2),
], ids=str)  # fmt: skip
def test_runs_come_to_the_value_of_the_linear_program(row, iterations, within):
    game, rounding = GAMES[0], 1e-2 if "dtype" in row else 1e-5
    value, _ = cfrlib.equilibrium(of_sequences(game))
    value *= largest_stake(game)
    solver = cfrlib.CFR(game, seed=4, **row)
    assert solver.exploitability() > 900
    solver.run(iterations)
    b1, b2 = cfrlib.best_response_values(game, solver.average_strategy())
    assert -b2 - rounding <= value <= b1 + rounding
    assert solver.exploitability() < within


def test_float32_is_close_to_float64(game):
    """As long as no tie has been split by rounding, tables are; and whatever happened, exploitability is."""
    fine, coarse = (cfrlib.CFR(game, "pcs", seed=3, dtype=dtype) for dtype in ("float64", "float32"))
    for solver in (fine, coarse):
        solver.run(2)
    for one, other in zip(fine._walks.sums(fine), coarse._walks.sums(coarse), strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-4, atol=1e-4 * np.abs(one).max())
    assert coarse._tables.regret.dtype == coarse._tables.sums.dtype == np.float32
    assert coarse._tables.early_regret.dtype == coarse._tables.early_sums.dtype == float
    fine.run(998)
    sums = fine._walks.sums(fine)
    exact = public_tree(game).evaluator.best_response_values(sums)
    rounded = public_tree(game).evaluator.best_response_values((sums[0], sums[1].astype(np.float32)))
    assert rounded == pytest.approx(exact, abs=1e-5 * largest_stake(game))
    coarse.run(998)
    assert coarse.exploitability() == pytest.approx(fine.exploitability(), rel=0.3)


def test_what_is_touched(game):
    """Public nodes times what is carried of the walking player: a hand, the hands on a board, or all sequences."""
    nodes = Counter(actions.count("/") for actions, _ in game.action_sequences())
    hands = comb(game.deck.cards - sum(game.shows), 2)
    carried = {"cs": dict.fromkeys(nodes, 1), "pcs": dict.fromkeys(nodes, hands),
               "opcs": dict.fromkeys(nodes, hands), "spcs": dict.fromkeys(nodes, 1),
               "vanilla": dict(enumerate(game.percentiles.sequences))}  # fmt: skip
    for row, many in carried.items():
        solver = cfrlib.CFR(game, row)
        solver.run(7)
        assert solver.nodes_touched == 2 * 7 * sum(nodes[street] * many[street] for street in nodes)
        if row == "cs":
            assert solver.histories_touched == 2 * 7 * (nodes.total() + 2)
        if row == "vanilla":
            pairs = sum(nodes[street] * many[street] ** 2 for street in nodes)
            assert solver.histories_touched == 2 * 7 * (1 + many[0] + pairs)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("row", ["vanilla", "pcs", "cs"])
def test_what_rounding_leaves_is_no_regret(row, dtype):
    """A sum of positive regrets far below the stakes makes no strategy, for walks and for who looks at it."""
    game = GAMES[0]
    solver = cfrlib.CFR(game, row, dtype=dtype)
    pairs = zip(solver._walks._bases(solver), solver._walks.nothing(solver), strict=True)
    for part, (basis, nothing) in enumerate(pairs):
        key, names, (_, entry, apart) = next(
            found for found in solver.tree.information_sets() if found[2][0] == part and len(found[1]) > 1
        )
        basis[entry + apart] = nothing / 2
        assert set(solver.current_strategy()[key].values()) == {1 / len(names)}
        basis[entry + apart] = 4 * nothing
        assert solver.current_strategy()[key][names[1]] == 1
        basis[entry + apart] = nothing / 2
    twin = cfrlib.CFR(game, row, dtype=dtype)
    for one in (solver, twin):
        one.run(1)
    for one, other in zip(solver._walks.sums(solver), twin._walks.sums(twin), strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_profile_is_saved_and_loaded(tmp_path, game):
    solver = cfrlib.CFR(game, "pcs", dtype="float32")
    assert set(map(len, map(set, map(dict.values, map(dict, solver.average_strategy().values()))))) == {1}  # uniform
    solver.run(50)
    profile = solver.average_strategy()
    profile.save(tmp_path / "profile")
    again = cfrlib.Profile.load(tmp_path / "profile")
    assert again == profile
    assert again.game == game
    kept = profile.copy()
    solver.run(50)
    assert kept == again
    assert profile != again  # a view of the solver's tables


# -- values ----------------------------------------------------------------------------------

VALUED = [
    (texas(2, (0, 0, 0, 0), (3, 3)), on_the_tree), (GAMES[1], on_the_tree), (GAMES[2], on_the_tree),
    (GAMES[0], OfSequences), (texas((2, 1, 2, 1), (1, 1, 1, 0), (3, 3)), OfSequences),
    (holdem((2, 3), (3, 4), (3, 2)), OfSequences),
]  # fmt: skip
valued = pytest.mark.parametrize("game, make", VALUED, ids=lambda x: getattr(x, "__name__", repr(x)))
tree_for = cache(lambda game, make: make(game))


def explicit(game, make, profile):
    """Return the sequence form of the explicit tree, and the plans of a profile there."""
    form = sequence_form(tree_for(game, make))
    rows = {i.key: profile[i.key] for i in form.tree.infosets}
    return form, form.plans(flat(form.tree, cfrlib.Profile.from_dict(form.tree, rows)))


@valued
def test_values_are_those_of_the_explicit_tree(game, make):
    scale = largest_stake(game)
    for seed in range(3):
        profile = TableProfile(public_tree(game), random_tables(game, seed))
        form, plans = explicit(game, make, profile)
        value = scale * np.sum(form.payoff * plans[0][form.last[0]] * plans[1][form.last[1]])
        best = [scale * form.best_response(player, plans[1 - player])[0] for player in (0, 1)]
        assert cfrlib.expected_value(game, profile) == pytest.approx(value, abs=1e-12 * scale)
        assert cfrlib.best_response_values(game, profile) == pytest.approx(best, abs=1e-12 * scale)
        assert cfrlib.exploitability(game, profile) == pytest.approx(sum(best) / 2, abs=1e-12 * scale)


@valued
def test_a_best_response_is_a_strategy(game, make):
    """What it earns is what is promised, in the abstract game and on the explicit tree; where nothing is better, it
    mixes."""
    evaluator, sums = public_tree(game).evaluator, random_tables(game, 4)
    for me in (0, 1):
        value, answer = evaluator.best_response(me, sums)
        best = evaluator.best_response_values(sums)[me]
        assert value == pytest.approx(best, abs=1e-9)
        played = (answer, sums) if me == 0 else (sums, answer)
        assert (1, -1)[me] * evaluator.expected_value_of(*played) == pytest.approx(best, abs=1e-9)
        assert evaluator.expected_value_of(sums, sums) == pytest.approx(evaluator.expected_value(sums), abs=1e-9)
        assert (1, -1)[me] * evaluator.expected_value(sums) <= best + 1e-9
        form, theirs = explicit(game, make, TableProfile(public_tree(game), sums))
        _, mine = explicit(game, make, TableProfile(public_tree(game), answer))
        both = mine[me], theirs[1 - me]
        earned = largest_stake(game) * np.sum(
            form.best[me] * both[0][form.last[me]] * both[1][form.last[1 - me]]
        )
        assert earned == pytest.approx(best, abs=1e-9)
        assert {float(x) for table in answer for x in np.unique(table)} == {0, 1}


def test_a_profile_written_down_is_evaluated_like_a_view(game):
    profile = TableProfile(public_tree(game), random_tables(game, 5))
    keys = list(profile)
    written = cfrlib.Profile(keys, [0] * len(keys), [tuple(profile[key]) for key in keys],
                             [p for key in keys for p in profile[key].values()], game)  # fmt: skip
    assert cfrlib.exploitability(game, written) == pytest.approx(cfrlib.exploitability(game, profile), abs=1e-9)


def test_values_on_an_estimated_table():
    """The value is unbiased, whatever type the tables have."""
    game, seeds = GAMES[1], 60
    sums, found = random_tables(game, 6), []
    exact = public_tree(game).evaluator.expected_value(sums)
    for seed in range(seeds):
        evaluator = BucketEvaluator(public_tree(game), joint_table(game, 40, seed))
        found.append(evaluator.expected_value(sums))
        rounded = evaluator.expected_value((sums[0], sums[1].astype(np.float32)))
        assert rounded == pytest.approx(found[-1], abs=1e-5 * largest_stake(game))
    assert abs(np.mean(found) - exact) < 4 * np.std(found, ddof=1) / np.sqrt(seeds)
    assert np.std(found) > 1


@pytest.mark.parametrize("game, boards", [(texas(3, (0, 0, 0, 1), (3, 3)), 12), (holdem((1, 2), (4, 3), (4, 3)), 3)])
def test_the_bracket_holds_in_the_mean(game, boards):
    """Boards so few that a best response fits what was drawn, and is worth less on other boards."""
    profile, seeds = TableProfile(public_tree(game), random_tables(game, 7)), 200
    exact = cfrlib.exploitability(game, profile)
    found = np.array([bracket(game, profile, boards, seed) for seed in range(seeds)])
    low, high = found.mean(axis=0)
    off = found.std(axis=0, ddof=1) / np.sqrt(seeds)
    assert low + 4 * off[0] < exact < high - 4 * off[1]
    assert bracket(game, profile, boards, 3) == tuple(found[3])
    assert len(np.unique(found[:, 0])) == seeds
    assert bracket(game, profile, 20_000) == pytest.approx((exact, exact), rel=0.02)
    tables = joint_table(game, boards, 6), joint_table(game, boards, 7)
    assert bracket(game, profile, tables=tables) == tuple(found[3])
    assert bracket(game, profile, tables=[joint_table(game)] * 2) == pytest.approx((exact, exact), abs=1e-9)


# -- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize("wrong, takes", [
    ({"sampling": ByPlace(visits(3))}, "visits are counted"),
    ({"sampling": Scheme("own", own_private="one")}, "it takes (vanilla )?pcs opcs spcs cs es os robust, or a mix"),
    ({"sampling": pcs("epochs")}, "epochs are for .* not for buckets"),
    ({"sampling": pcs("stratified")}, "epochs are for .* not for buckets"),
    ({"baseline": "learned"}, "it takes 'none'"), ({"baseline": "exact", "sampling": "cs"}, "it takes 'none'"),
    ({"baseline": "learned", "sampling": "es"}, "it takes 'none'"),
    ({"average": "lazy", "sampling": "cs"}, "lazy and optimistic averaging are for"),
], ids=str)  # fmt: skip
@pytest.mark.parametrize("game", [GAMES[0], GAMES[1], FORGETFUL[0]], ids=repr)
def test_what_is_not_there_is_refused(game, wrong, takes):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}='.*{takes}"):
        cfrlib.CFR(game, **{"sampling": "pcs", **wrong})


@pytest.mark.parametrize("game", FORGETFUL, ids=repr)
def test_what_rows_without_one_past_have_missed_cannot_be_told(game):
    with pytest.raises(ValueError, match="^average='uniform lazy' with recall='imperfect'"):
        cfrlib.CFR(game, "es", average="lazy")
    cfrlib.CFR(game, "es", average="optimistic").run(5)


@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
@pytest.mark.parametrize("row", ["vanilla", cs("sequences")], ids=str)
@pytest.mark.parametrize("game", FORGETFUL, ids=repr)
def test_without_perfect_recall_there_is_no_joint_table(game, row, updates):
    with pytest.raises(ValueError, match="^sampling=.*recall='imperfect'"):
        cfrlib.CFR(game, row, updates=updates)


@pytest.mark.parametrize("game", FORGETFUL, ids=repr)
def test_without_perfect_recall_nothing_is_evaluated(game):
    solver = cfrlib.CFR(game, "cs")
    solver.run(3)
    profile = solver.average_strategy()
    for ask in (cfrlib.expected_value, cfrlib.best_response_values, cfrlib.exploitability):
        with pytest.raises(ValueError, match="with imperfect recall .* takes recall='perfect'"):
            ask(game, profile)
    with pytest.raises(ValueError, match="with imperfect recall .* takes recall='perfect'"):
        solver.exploitability()
    with pytest.raises(ValueError, match="perfect recall"):
        bracket(game, profile)
    assert "heuristic (imperfect recall)" in repr(solver)


@pytest.mark.parametrize("game", [holdem(deck=(4, 2)), cfrlib.games.kuhn(), cfrlib.games.bluff(faces=3)], ids=repr)
def test_sequences_are_drawn_under_buckets_only(game):
    with pytest.raises(ValueError, match=r"sampling='cs\(sequences\)'"):
        cfrlib.CFR(game, cs("sequences"))


def test_too_little_memory_is_refused_before_anything_is_made(monkeypatch):
    """Early streets have tables of eight bytes, the last one as asked for; a count for each sequence and player."""
    game = texas(12)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: type("Memory", (), {"available": 2_500_000_000}))
    early, last = public_tree(game).sizes
    assert early + last == game.num_infoset_actions
    seen = 8 * 2 * sum(12**street for street in (1, 2, 3, 4))
    with pytest.raises(ValueError, match=rf"{16 * (early + last) + seen:,} bytes.* dtype='float32' needs"):
        cfrlib.CFR(game, "cs")
    with pytest.raises(ValueError, match=rf"{24 * early + 12 * last + seen:,} bytes.*no mode of it fits"):
        cfrlib.CFR(game, "pcs", "predictive", dtype="float32")
