"""Walks of two-round hold'em that draw hands: unbiased in regrets and average, and what they count and refuse.

Chance is enumerated, so means are exact; where actions are drawn, means of many walks are compared at six standard
errors.
"""

from functools import cache
from itertools import combinations
from math import comb

import numba
import numpy as np
import pytest
from small_flops import GAMES, Frozen, exact_gains, frozen, random_profile

import cfrlib
from cfrlib.engine.common.limit_holdem import draws as street_draws
from cfrlib.engine.common.limit_holdem import single_walk as hand_walk
from cfrlib.engine.common.single_histories.actions import NOBODY, Turn
from cfrlib.engine.contract import layout_of
from cfrlib.engine.step import IDLE
from cfrlib.engine.two_rounds import one_sided
from cfrlib.engine.two_rounds import single as hand_deals
from cfrlib.evaluate import flat, sequence_form
from cfrlib.games.holdem import holdem
from cfrlib.sampling import Mixed, os, robust

pytestmark = pytest.mark.slow

DRAWN = [Mixed("es", os(0.3), 0.3, per_node=True), Mixed("cs", robust(1), 0.4), "robust"]


@cache
def reached(game, seed):
    """Return own reach times strategy at all entries of a profile, from the explicit tree."""
    layout, profile, form = layout_of(game), random_profile(game, seed), sequence_form(game)
    plans = form.plans(flat(form.tree, cfrlib.Profile.from_dict(game, dict(profile.items()))))
    whole, result = sum(plan[:-1] for plan in plans), [np.zeros(size) for size in layout.sizes]
    owner = [np.zeros(size, dtype=int) for size in layout.sizes]
    for infoset in form.tree.infosets:
        names, (table, entry, stride) = layout.find(infoset.key)
        entries = slice(entry, entry + stride * len(names), stride)
        result[table][entries], owner[table][entries] = whole[infoset.entries], infoset.player
    return result, owner


def chances(game, drawn):
    """Return for each entry the probability that a walk comes with its flop and, if the hand is drawn, its class."""
    layout, cards = layout_of(game), game.deck.cards
    hands, flops = layout.preflop.multiplicity, layout.flops
    before = np.tile(hands / comb(cards, 2) if drawn else np.ones(len(hands)), layout.first.betting.rows)
    after = []
    for f, weight in enumerate(flops.weight / flops.weight.sum()):
        own = flops.multiplicity[flops.start[f] : flops.start[f + 1]] / comb(cards - 3, 2)
        part = weight * np.repeat(own if drawn else np.ones(len(own)), layout.lanes)
        after.append(np.tile(part, layout.second.betting.rows))
    return before, np.concatenate(after)


def flops_of(layout):
    """Yield canonical flops, how likely they and their like are, and the cards they leave."""
    weights = layout.flops.weight / layout.flops.weight.sum()
    for flop, probability in enumerate(weights):
        yield flop, probability, [c for c in range(layout.game.deck.cards) if c not in layout.flops.cards[flop]]


def mean_of_sides(game, row, seed, me, average_at):
    """Return the mean, over all flops and hands, of what a walk adds to regrets and sums of both rounds."""
    one, mean = Frozen(game, row, seed, me, average_at=average_at), [0] * 4
    for flop, probability, left in flops_of(one.solver.layout):
        for a, b in combinations(left, 2):
            one_sided.walk(one.engine.rounds, one.engine.side, *one.walks, flop, a, b)
            mean = [m + probability / comb(len(left), 2) * part for m, part in zip(mean, one.added(), strict=True)]
    return mean[:2], mean[2:]


@pytest.mark.parametrize("game, row, average_at, seed", [
    (GAMES[0], "opcs", "own", 3), (GAMES[0], "spcs", "opponent", 3), (GAMES[1], "spcs", "own", 4),
    (GAMES[2], "opcs", "opponent", 5),
], ids=str)  # fmt: skip
def test_sides_have_the_mean_of_full_walks(game, row, average_at, seed):
    """Regrets up to how often an information set comes, and for opcs how likely a hand of the opponent is; averages are
    reach times strategy, times how often the information set comes, whatever the strategies are."""
    cards, (plans, owner) = game.deck.cards, reached(game, seed)
    likely = (1 / comb(cards, 2), 1 / comb(cards - 3, 2)) if row == "opcs" else (1, 1)
    for me in (0, 1):
        gains, sums = mean_of_sides(game, row, seed, me, average_at)
        exact, chance = exact_gains(game, seed, me), chances(game, row == "spcs")
        averaged = me if average_at == "own" else 1 - me
        often = chances(game, (row == "spcs") == (average_at == "own"))
        for k in (0, 1):
            np.testing.assert_allclose(gains[k], exact[k] * chance[k] * likely[k], atol=1e-9)
            expected = np.where(owner[k] == averaged, plans[k] * often[k], 0)
            np.testing.assert_allclose(sums[k], expected, atol=1e-12)
        assert np.abs(gains[1]).max() > 1


def watched(solver, seed):
    """Freeze the strategies of a solver; return its parts, and the empty tables in them that walks add to: regrets and
    sums."""
    solver.prepare()
    profile = frozen(solver, seed)
    added = [[np.zeros_like(table) for table in profile.tables] for _ in range(2)]
    parts = [
        part._replace(regret=gains, matched=values.copy(), sums=sums)
        for part, values, gains, sums in zip(solver.engine.parts, profile.tables, *added, strict=True)
    ]
    return tuple(parts), added


@pytest.mark.parametrize("game, seed, average_at", [(GAMES[0], 6, "own"), (GAMES[2], 7, "opponent")], ids=str)
def test_regrets_and_averages_of_chance_sampling_are_exact(game, seed, average_at):
    solver, cards = cfrlib.CFR(game, "cs", average_at=average_at), game.deck.cards
    plans, owner = reached(game, seed)
    for me in (0, 1):
        parts, (gains, sums) = watched(solver, seed)
        averaged = me if average_at == "own" else 1 - me
        gains_exact, mean = exact_gains(game, seed, me), mean_of_deals(solver, parts, gains, sums, me, averaged)
        for k, (chance, pairs) in enumerate(zip(chances(game, True), (cards - 2, cards - 5), strict=True)):
            expected = gains_exact[k] * chance / comb(pairs, 2)
            np.testing.assert_allclose(mean[0][k], expected, atol=1e-9)
            assert k == 0 or np.abs(expected).max() > 0.1
            np.testing.assert_allclose(mean[1][k], np.where(owner[k] == averaged, plans[k] * chance, 0), atol=1e-12)


def mean_of_deals(solver, parts, gains, sums, me, averaged):
    """Return the mean, over all deals, of what a walk that tries all actions adds."""
    layout, walks, switches = solver.layout, solver.engine, solver.engine._switches(1, 1)
    mean = [[np.zeros_like(table) for table in tables] for tables in (gains, sums)]
    after = layout.flops.hand_class
    for flop, probability, left in flops_of(layout):
        for group in (*gains, *sums):
            group[:] = 0
        for own in combinations(left, 2):
            for other in combinations([c for c in left if c not in own], 2):
                hands = [int(street_draws.number(*cards)) for cards in (own, other)]
                hand_deals.put_hands(walks.cards, walks.deals[0], flop, *(int(after[flop, h]) for h in hands))
                turn = Turn(me, averaged, 0, 1.0, IDLE.power, 1)
                hand_walk.walk(walks.hand, switches, walks.workspace, walks.deals[0], parts, IDLE, turn, solver.rng)
        deals = comb(len(left), 2) * comb(len(left) - 2, 2)
        for results, tables in zip(mean, (gains, sums), strict=True):
            for result, table in zip(results, tables, strict=True):
                result += probability / deals * table
    return mean


@pytest.mark.parametrize("row", DRAWN, ids=str)
def test_drawn_walks_have_the_exact_mean(row):
    """Both players' walks together, with strategies frozen."""
    game, batches, walks, seed = holdem(deck=(7, 1)), 30, 10_000, 9
    solver = cfrlib.CFR(game, row, seed=seed)
    engine, samples, (parts, added) = solver.engine, [], watched(solver, seed)
    for _ in range(batches):
        for table in (*added[0], *added[1]):
            table[:] = 0
        hand_walk.iterate(
            engine.hand, engine.cards, engine._switches(1, walks), engine.workspace, engine.deals, parts, IDLE,
            solver.rng, 1, walks,
        )  # fmt: skip
        samples.append(np.concatenate([*added[0], *added[1]]) / walks)
    expected = [sum(parts) for parts in zip(*(exact_gains(game, seed, me) for me in (0, 1)), strict=True)]
    chance = chances(game, True)
    gains = [x * c / comb(n, 2) for x, c, n in zip(expected, chance, (5, 2), strict=True)]
    sums = [x * c for x, c in zip(reached(game, seed)[0], chance, strict=True)]
    exact, mean = np.concatenate([*gains, *sums]), np.mean(samples, axis=0)
    error = np.std(samples, axis=0, ddof=1) / np.sqrt(batches)
    assert (np.abs(mean - exact) <= 6 * error + 1e-9 * np.abs(exact).max()).all()
    assert np.abs(error).max() < 0.1 * np.abs(exact).max()


def test_the_published_scale_divides_by_the_probability_of_the_deal():
    """Outcome sampling of such a mix adds at its own nodes, times the number of deals; external sampling as ever."""
    game, added = GAMES[0], []
    mix = Mixed("es", "os", 0.5, scale="published")
    for row, which, average_at in ((mix, 1, None), ("os", 0, "own"), (mix, 0, None), ("es", 0, None)):
        solver = cfrlib.CFR(game, row, seed=1, average_at=average_at)
        parts, (_, sums) = watched(solver, 9)
        averaged = NOBODY if row is mix else 0 if average_at == "own" else 1
        flop, hands = 3, [h for h in range(28) if solver.layout.flops.hand_class[3, h] >= 0]
        for first, second in [(h, g) for h in hands for g in hands if game._apart[h, g]]:
            walks, classes = solver.engine, solver.layout.flops.hand_class[flop]
            hand_deals.put_hands(walks.cards, walks.deals[0], flop, int(classes[first]), int(classes[second]))
            turn = Turn(0, averaged, which, 0.5, IDLE.power, 1)
            switches = walks._switches(1, 1)
            hand_walk.walk(walks.hand, switches, walks.workspace, walks.deals[0], parts, IDLE, turn, solver.rng)
        added.append(sums)
    deals = 28 * 15, 28 * 15 * 4
    for outcome, outcome_plain, external, external_plain, count in zip(*added, deals, strict=True):
        assert outcome_plain.any()
        assert external_plain.any()
        np.testing.assert_allclose(outcome, outcome_plain * count, rtol=1e-12)
        np.testing.assert_array_equal(external, external_plain)


@numba.njit
def count_deals(dealer, rng, draws, counts):
    for _ in range(draws):
        flop = street_draws.draw_flop(dealer, rng)
        a, b = street_draws.draw_hand(dealer, rng, dealer.shown[flop])
        c, d = street_draws.draw_hand(dealer, rng, dealer.shown[flop] | (1 << a) | (1 << b))
        counts[flop, street_draws.number(a, b), street_draws.number(c, d)] += 1


def test_deals_are_equally_likely():
    game, draws = GAMES[0], 500_000
    layout = layout_of(game)
    counts = np.zeros((len(layout.flops.weight), 28, 28), dtype=np.int64)
    count_deals(street_draws.dealer(layout), np.random.Generator(np.random.PCG64(1)), draws, counts)
    free = layout.flops.hand_class >= 0
    expected = layout.flops.weight[:, None, None] * (free[:, :, None] & free[:, None, :] & game._apart)
    expected = expected * (draws / expected.sum())
    assert (counts[expected == 0] == 0).all()
    off = (counts - expected)[expected > 0] ** 2 / expected[expected > 0]
    assert abs(off.sum() - (len(off) - 1)) < 6 * np.sqrt(2 * len(off))


@pytest.mark.parametrize("row", ["opcs", "cs", "os"])
def test_discounts_are_caught_up(row):
    """Regrets that are all discounted in every iteration lead to the same average."""
    lazy = cfrlib.CFR(GAMES[0], row, regret=cfrlib.regret.discounted(1.5, 0.5), average="linear", seed=4)
    dense = cfrlib.CFR(GAMES[0], row, average="linear", seed=4)
    lazy.run(100)
    for s in range(100):
        for table in (dense.engine.tables.early_regret, dense.engine.tables.regret) if s else ():
            table *= np.where(table > 0, s**1.5 / (s**1.5 + 1), s**0.5 / (s**0.5 + 1))
        dense.run(1)
    for sums, expected in zip(*(solver.engine.sums(solver.iterations) for solver in (lazy, dense)), strict=True):
        np.testing.assert_allclose(sums, expected, rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_touched(game):
    """Nodes times hands that are carried of the walking player; and pairs of hands, the deal's own nodes included."""
    flops = [cfrlib.game.CHANCE in actions for actions, _ in game.action_sequences()]
    cards, before, after = game.deck.cards, flops.count(False), flops.count(True)
    all_hands, left = comb(cards, 2), comb(cards - 3, 2)
    pairs = before * comb(cards - 2, 2) + after * comb(cards - 5, 2)
    expected = {
        "cs": (2 * (before + after), 2 * (before + after) + 4),
        "opcs": (2 * (before * all_hands + after * left), 2 * pairs + 3 + all_hands),
        "spcs": (2 * (before + after), 2 * pairs + 3 + all_hands),
    }
    for row, counts in expected.items():
        solver = cfrlib.CFR(game, row)
        solver.run(7)
        assert (solver.nodes_touched, solver.histories_touched) == (7 * counts[0], 7 * counts[1])
    fewer = cfrlib.CFR(game, "os")
    fewer.run(50)
    assert 50 * 4 <= fewer.nodes_touched < 50 * expected["cs"][0]
    assert fewer.histories_touched == fewer.nodes_touched + 200
