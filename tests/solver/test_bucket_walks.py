"""Walks under buckets against the general engine on all real cards: every rule, unbiased draws, and exact values.

The general engine plays out every deal of a small deck, with buckets that brute force has found (`every_deal`).
"""

from collections import Counter
from functools import cache
from itertools import cycle
from math import comb

import numba
import numpy as np
import pytest
from every_deal import OfSequences, deals_of, largest_stake, name_of, on_the_tree
from hypothesis import given, settings
from hypothesis import strategies as st

import cfrlib
from cfrlib.abstraction.evaluator import BucketEvaluator, bracket
from cfrlib.abstraction.joint import joint_table
from cfrlib.evaluate import flat, sequence_form
from cfrlib.game import Decision
from cfrlib.games import holdem, texas
from cfrlib.kernels import bucket_deals
from cfrlib.kernels.update import Rule
from cfrlib.layout.public_tree import public_tree
from cfrlib.layout.table_profile import TableProfile
from cfrlib.sampling import ByPlace, Mixed, Scheme, cs, pcs, robust, visits

GAMES = [
    texas((2, 2, 1, 2), (1, 0, 0, 1), (3, 3)), holdem((1, 2), (4, 2), (2, 3)), holdem((2, 1), (7, 1), 2),
]  # fmt: skip
FORGETFUL = [holdem((1, 1), (5, 2), 3, "imperfect"), texas((3, 2, 2, 3), (0, 1, 0, 0), (3, 3), "imperfect")]
RULES = [
    {"regret": "rm"}, {"regret": "rm+", "average": "linear"}, {"regret": "linear", "average": "linear"},
    {"regret": "discounted", "average": "quadratic"}, {"regret": "predictive", "average": "quadratic"},
    {"regret": "rm", "average": "quadratic", "average_in": "opponent"},
    {"regret": "discounted", "average": "uniform", "average_in": "opponent"},
    {"regret": "predictive", "average": "linear", "average_in": "opponent"},
    {"regret": "rm+", "average_in": "opponent"},
]  # fmt: skip
ROWS = ["vanilla", "pcs", "cs", cs("sequences")]
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
    """Compare what is found at the information sets that there are."""
    for key, row in expected.items():
        here = found[key]
        here = [here[a] for a in row] if isinstance(row, dict) else here
        row = list(row.values()) if isinstance(row, dict) else row
        np.testing.assert_allclose(here, np.asarray(row) * scale, rtol=0, atol=tolerance, err_msg=str(key))


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
def test_full_walks_are_those_of_the_general_engine(game, row):
    compare_runs(game, tree_of(game), row, (1, 2, 7) if len(game.shows) > 1 else (1, 2, 3, 10, 30))


@settings(max_examples=25, deadline=None)
@given(
    deck=st.sampled_from([(3, 3), (9, 1), (4, 2), (7, 1), (3, 4)]),
    raises=st.tuples(*[st.integers(0, 2)] * 4),
    counts=st.tuples(*[st.integers(1, 3)] * 4),
    row=st.sampled_from(RULES),
)
def test_full_walks_on_random_games(deck, raises, counts, row):
    """On the abstract game itself, which chance deals from a table that was counted over all deals."""
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


def movers(game):
    """Return {public part of a key: who moves}."""
    return {"".join(a): node.player for a, node in game.action_sequences() if isinstance(node, Decision)}


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
        bucket_deals.deal_board.py_func(cards, walks.table, walks.steps, walks.room.sizes, walks.early_pairs, None)
        frozen.walk(walks.steps, walks.steps, walks._worth(frozen.solver.tree.last))
        frozen.collect(weight / sum(weight for _, weight in boards))
    left = game.deck.cards - sum(game.shows)
    hands = comb(left, 2)
    frozen.check(game, seed, me if average_in == "own" else 1 - me, hands * comb(left - 2, 2), hands)


def some_boards(game):
    """Yield canonical flops with all that goes on from them, and how many boards each stands for."""
    flops = game.percentiles.tables.flops
    for cards, weight in zip(flops.cards.tolist(), flops.weight.tolist(), strict=True):
        left = [card for card in range(game.deck.cards) if card not in cards]
        runouts = [()] if len(game.shows) == 1 else [(a, b) for a in left for b in left if a != b]
        yield from (([*cards, *more], weight) for more in runouts)


@cases
@all_games
def test_one_deal_is_the_mean_of_all(game, seed, me, average_in, monkeypatch):
    """Of deals, those that look alike under buckets and that the same hand wins do the same."""
    if game is FORGETFUL[1]:
        pytest.skip("too many kinds of deals")
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
            for x in (upto - weight, upto - weight / 2, upto * (1 - 1e-12)):
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
    for _ in range(draws):
        worth = bucket_deals.draw_sequences(running, wins, pairs, sequences, b.counts, b.nested, rng)
        assert worth == wins[sequences[0, -1], sequences[1, -1]] / pairs[sequences[0, -1], sequences[1, -1]]
        counts[sequences[0, -1], sequences[1, -1]] += 1


def assert_likely(counts, expected):
    """Compare counts to how likely they are: chi square, at six standard errors."""
    expected = expected * (counts.sum() / expected.sum())
    assert (counts[expected == 0] == 0).all()
    off = (counts - expected)[expected > 0] ** 2 / expected[expected > 0]
    assert abs(off.sum() - (len(off) - 1)) < 6 * np.sqrt(2 * len(off))


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
    count_sequences(*solver._walks.joint, b, sequences, rng, 300_000, counts)
    assert_likely(counts, pairs)
    for street, count in enumerate(game.buckets[1:], start=1):
        assert (sequences[:, street] // count == sequences[:, street - 1]).all()


def test_boards_are_equally_likely():
    game = holdem((0, 0), (4, 2), 2)
    solver = cfrlib.CFR(game, "pcs", seed=7)
    solver._walks.prepare(solver)
    counts = np.zeros((8, 8, 8), dtype=np.int64)
    for _ in range(20_000):
        solver._walks._deal(solver._rng)
        counts[tuple(solver._walks.table.board)] += 1
    places = np.indices(counts.shape)
    different = (places[0] != places[1]) & (places[0] != places[2]) & (places[1] != places[2])
    assert_likely(counts, different.astype(float))


# -- runs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("row", [
    {}, {"regret": "discounted", "average": 2.0, "dtype": "float32"}, {"sampling": "pcs"},
    {"sampling": "pcs", "regret": "discounted", "average": "linear"}, {"sampling": "pcs", "regret": "predictive"},
    {"sampling": "cs", "regret": "rm+", "average": "linear"}, {"sampling": "cs", "regret": "discounted"},
    {"sampling": cs("sequences"), "regret": "linear", "average": "linear", "average_in": "opponent"},
    {"sampling": cs("sequences"), "regret": "predictive"},
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


@pytest.mark.parametrize("row", ["pcs", "cs", cs("sequences")], ids=str)
@pytest.mark.parametrize("game", FORGETFUL, ids=repr)
def test_saved_and_resumed_with_imperfect_recall(tmp_path, game, row):
    if str(row) == "cs(sequences)":
        pytest.skip("refused")
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


@pytest.mark.parametrize("row", [{"sampling": "vanilla"}, {"sampling": "vanilla", "dtype": "float32"},
                                 {"sampling": "pcs"}], ids=str)  # fmt: skip
def test_threads_do_not_change_a_bit(row):
    """625 sequences: products of matrices that a library would like to share."""
    game = holdem((1, 1), (5, 4), (25, 25))
    solvers = [cfrlib.CFR(game, threads=threads, **row) for threads in (1, 2, 3)]
    for solver in solvers:
        solver.run(3)
    for solver in solvers[1:]:
        for one, other in zip(solvers[0]._tables, solver._tables, strict=True):
            np.testing.assert_array_equal(one, other)
