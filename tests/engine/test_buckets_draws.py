"""Draws under buckets: the mean of all that a walk may draw is the full walk, and all of it is equally likely."""

import time
from collections import Counter
from functools import cache
from itertools import combinations, cycle, permutations
from math import comb

import numba
import numpy as np
import pytest
from every_deal import deals_of, largest_stake, name_of
from small_buckets import FORGETFUL, GAMES, assert_same, by_key, movers, of_engine, of_sequences, random_tables

import cfrlib
from cfrlib.engine.buckets import deals as bucket_deals
from cfrlib.engine.buckets import hands as single_deals
from cfrlib.engine.common.table_profile import TableProfile
from cfrlib.engine.contract import layout_of
from cfrlib.engine.step import IDLE
from cfrlib.sampling import cs

pytestmark = pytest.mark.slow


@cache
def exact(game, seed):
    """Return what the general engine adds to regrets, in mbb/g, and to sums, strategies being frozen."""
    oracle = cfrlib.CFR(of_sequences(game), updates="simultaneous")
    profile, names = by_key(layout_of(game), random_tables(game, seed)), oracle.layout.profile_map
    for key, start, actions in zip(names.keys, names.starts, names.actions, strict=True):
        row = profile[key] if profile[key].any() else np.ones(len(actions))
        oracle.engine.tables.strategy[names.entries[start : start + len(actions)]] = row / row.sum()
    oracle.run(1)
    gains = {key: row * largest_stake(game) for key, row in of_engine(oracle, oracle.engine.tables.regret).items()}
    return gains, of_engine(oracle, oracle.engine.tables.sums)


@cache
def plans(game, seed):
    """Return {key: own reach times strategy}, with perfect recall."""
    profile, mover, result = TableProfile(layout_of(game), random_tables(game, seed)), movers(game), {}
    for private, public in profile:
        reach, buckets = 1.0, private.split(".")
        for k, action in enumerate(public):
            if mover.get(public[:k]) == mover[public]:
                reach *= profile[".".join(buckets[: public[:k].count("/") + 1]), public[:k]].get(action, 1)
        result[private, public] = reach * np.array(list(profile[private, public].values()))
    return result


@cache
def met(game):
    """Return {(round, private part of a key): the share of all deals that fall into it}."""
    rows, often, _ = deals_of(game).kinds(game.buckets, game.recall == "perfect")
    shares = Counter()
    for row, many in zip(rows.tolist(), often.tolist(), strict=True):
        for k, sequence in enumerate(row):
            shares[k, name_of(game, k, sequence)] += many / often.sum()
    return shares


class Frozen:
    """A solver that starts all walks of one player from the same tables, those of a random profile.

    What they add is collected. Walks of the other player leave no trace.
    """

    def __init__(self, game, row, seed, me, average_at="own"):
        self.solver = cfrlib.CFR(game, row, average_at=average_at, dtype="float32")
        self.start, self.me = random_tables(game, seed), me
        self.solver.prepare()
        self.walks, self.tables = self.solver.engine, self.solver.engine.tables
        names = "theirs", "matched", "regret", "sums"
        mute = tuple(
            walk._replace(**{name: getattr(walk, name).copy() for name in names}) for walk in self.walks.walks[1 - me]
        )
        self.walks.walks = (self.walks.walks[0], mute) if me == 0 else (mute, self.walks.walks[1])
        self.kept = (self.tables.early_regret, self.tables.regret), (self.tables.early_sums, self.tables.sums)
        started = [*self.kept[0], *self.walks.matched_tables()]
        started += [getattr(walk, name) for name in names[:3] for walk in mute]
        self.started = list(zip(started, cycle(self.start)))
        self.added = [[np.zeros_like(table) for table in part] for part in self.kept]
        self.again()

    def again(self):
        for table, values in self.started:
            table[...] = values
        for table in (*self.kept[1], self.tables.last_update):
            table[...] = 0

    def walk(self, mine, theirs, worth):
        """Do a walk on vectors."""
        own = self.walks.walks[self.me]
        self.walks.workspace.walk(mine, theirs, worth, own, IDLE, self.tables.last_update, 1)

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
        assert_same(by_key(self.solver.layout, self.added[0]), gains, 1e-5 * most)
        if game.recall != "perfect":
            expected = {key: row * hands for key, row in sums.items()}
        elif hands is None:
            expected = plans(game, seed)
        else:
            shares = met(game)
            expected = {k: row * hands * shares[k[1].count("/"), k[0]] for k, row in plans(game, seed).items()}
        expected = {key: row * (mover[key[1]] == averaged) for key, row in expected.items()}
        most = max(row.max() for row in expected.values())
        assert_same(by_key(self.solver.layout, self.added[1]), expected, 1e-5 * most)


CASES = [(1, 0, "own"), (2, 1, "opponent"), (2, 1, "own"), (1, 0, "opponent")]
"""The seed of a profile, the player who walks, and whose average grows. Constants are the same for all profiles."""


def dealt(*games):
    """Give games the cases in turn: either player walks, either average grows."""
    cases = [(game, *CASES[k % 4]) for k, game in enumerate(games)]
    return pytest.mark.parametrize("game, seed, me, average_at", cases, ids=str)


def kind(game, *parts):
    """Name cards, in parts whose order counts, whatever their suits are called."""
    suits = game.deck.suits
    return min(
        tuple(tuple(sorted(card // suits * suits + names[card % suits] for card in part)) for part in parts)
        for names in permutations(range(suits))
    )


def shares(game, hands):
    """Return how likely each kind of board is, and of a hand beside it, a tuple of so many cards."""
    counts, deck = Counter(), set(range(game.deck.cards))
    for flop in combinations(deck, 3):
        for more in permutations(deck.difference(flop), sum(game.shows) - 3):
            for hand in combinations(deck.difference(flop, more), hands):
                counts[kind(game, flop, *zip(more), hand)] += 1
    return {name: count / counts.total() for name, count in counts.items()}


def each_once(game, deal, hands=0):
    """Deal until each kind has come, and yield at its first time how likely it is; `deal` returns board and hand."""
    left, rng = shares(game, hands), np.random.Generator(np.random.PCG64(0))
    while left:
        board, hand = deal(rng)
        share = left.pop(kind(game, board[:3], *zip(board[3:]), hand), None)
        if share is not None:
            yield share


@dealt(*GAMES[:2], FORGETFUL[0], GAMES[1], GAMES[1])
def test_one_board_is_the_mean_of_all(game, seed, me, average_at):
    """A walk sums over all pairs of hands on its board, and averages over the hands."""
    frozen, cards = Frozen(game, "pcs", seed, me, average_at), game.percentiles.tables
    walks, steps = frozen.walks, frozen.walks.steps[me]

    def deal(rng):
        bucket_deals.deal_board(cards, walks.table, steps, walks.workspace.sizes, walks.early_pairs, rng)
        return walks.table.board.tolist(), ()

    for share in each_once(game, deal):
        frozen.walk(steps, steps, walks._worth(steps.count[1:], steps.count[1:]))
        frozen.collect(share)
    left = game.deck.cards - sum(game.shows)
    hands = comb(left, 2)
    frozen.check(game, seed, me if average_at == "own" else 1 - me, hands * comb(left - 2, 2), hands)


@pytest.mark.parametrize("row, seed, me, average_at", [
    ("opcs", *CASES[0]), ("spcs", *CASES[1]), ("opcs", *CASES[3]), ("spcs", *CASES[2]),
], ids=str)  # fmt: skip
def test_one_hand_against_all_on_its_board_is_the_mean_of_all(row, seed, me, average_at):
    """A walk sums over the pairs that the drawn hand is one of. Of a player who has all hands as many are averaged, of
    the other one."""
    game = GAMES[1]
    frozen, cards = Frozen(game, row, seed, me, average_at), game.percentiles.tables
    walks, averaged = frozen.walks, me if average_at == "own" else 1 - me
    steps, alone = walks.steps[me], walks.alone[me]

    def deal(rng):
        bucket_deals.deal_side(
            cards, walks.table, steps, alone, walks.workspace.sizes, walks.early_pairs, walks.own_all, rng
        )
        rng.bit_generator.advance(-1)  # the last number that was drawn has chosen the hand
        hand = walks.table.order[0, int(rng.random() * walks.hands)]
        return walks.table.board.tolist(), game.deck.hands[hand].tolist()

    for share in each_once(game, deal, hands=2):
        mine, theirs = (steps, alone)[:: 1 if walks.own_all else -1]
        frozen.walk(mine, theirs, walks._worth(mine.count[1:], theirs.count[1:]))
        frozen.collect(share)
    left = game.deck.cards - sum(game.shows)
    assert walks.hands == comb(left, 2)
    everybody = (averaged == me) == walks.own_all
    frozen.check(game, seed, averaged, comb(left - 2, 2), walks.hands if everybody else 1)


@dealt(*GAMES[:2])
def test_one_deal_is_the_mean_of_all(game, seed, me, average_at):
    """Of deals, those that look alike under buckets and that the same hand wins do the same."""
    frozen, rng = Frozen(game, cs("sequences"), seed, me, average_at), np.random.default_rng(0)
    walks, last_update = frozen.walks, frozen.tables.last_update
    pairs, wins, losses = deals_of(game).joint(game.buckets)
    for worth, counted in ((1.0, wins), (-1.0, losses), (0.0, pairs - wins - losses)):
        for place in np.flatnonzero(counted):
            running = (np.arange(pairs.size) >= place).astype(float)  # so no other sequences are drawn
            drawn = walks.drawn._replace(joint=(running, np.full(pairs.shape, worth), np.ones(pairs.shape)))
            single_deals.iterate(drawn, walks.steps, walks.rounds, walks.walks, IDLE, last_update, rng, 1, 1)
            frozen.collect(counted.flat[place] / pairs.sum())
    frozen.check(game, seed, me if average_at == "own" else 1 - me, 1, 1)


@numba.njit
def count_deals(drawn, rng, draws, counts):
    """Count pairs of sequences, what player 0 wins with them, and its squares."""
    for _ in range(draws):
        worth = single_deals.draw(drawn, rng)
        for power in range(3):
            counts[power, drawn.sequences[0, -1], drawn.sequences[1, -1]] += worth**power


def assert_likely(counts, expected):
    """Compare counts to how likely they are: chi square, at six standard errors."""
    expected = expected * (counts.sum() / expected.sum())
    assert (counts[expected == 0] == 0).all()
    off = (counts - expected)[expected > 0] ** 2 / expected[expected > 0]
    assert abs(off.sum() - (len(off) - 1)) < 6 * np.sqrt(2 * len(off))


@pytest.mark.parametrize("game", GAMES[:2], ids=repr)
def test_deals_are_equally_likely(game):
    pairs, wins, losses = deals_of(game).joint(game.buckets)
    rng, counts = np.random.Generator(np.random.PCG64(3)), np.zeros((2, 3, *pairs.shape))
    for draws, counted in zip(("independent", "sequences"), counts, strict=True):
        drawn = single_deals.make_drawn(layout_of(game), draws)
        count_deals(drawn, rng, 100_000, counted)
        for k, count in enumerate(game.buckets[1:], start=1):
            assert (drawn.sequences[:, k] // count == drawn.sequences[:, k - 1]).all()
    (both, lead, decided), (by_sequences, mean, _) = counts
    assert_likely(np.array([decided - lead, 2 * (both - decided), decided + lead]) / 2,
                  np.array([losses, pairs - wins - losses, wins]))  # fmt: skip
    assert_likely(by_sequences, pairs)
    assert mean == pytest.approx(by_sequences * (wins - losses) / np.maximum(pairs, 1))


def test_nobody_is_at_work_any_more_when_something_went_wrong():
    solver = cfrlib.CFR(GAMES[0], "pcs", threads=2, dtype="float32")
    solver.run(1)
    begun, done = [], []

    def work(number):
        begun.append(number)
        if number == 0:
            raise ZeroDivisionError
        time.sleep(0.05)
        done.append(number)

    with pytest.raises(ZeroDivisionError):
        solver.engine.workspace._at_once(work, [(number,) for number in range(6)])
    assert sorted(done) == sorted(begun)[1:]
    assert len(begun) < 6
