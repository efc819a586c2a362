"""What the replication of Zinkevich et al. computes, against what is known otherwise."""

from math import comb

import pandas as pd
import pytest
import zinkevich_2007 as zinkevich
from claims import claims, printed

import cfrlib

pytestmark = pytest.mark.slow


def test_average_regrets_are_those_of_the_sums():
    table = zinkevich.regrets(cfrlib.games.kuhn(), [2, 50])
    assert table.index.tolist() == [(2, 1), (2, 2), (50, 1), (50, 2)]
    assert table.bound[50].to_numpy() == pytest.approx(4 * 6 * (2 / 50) ** 0.5)
    assert (table.regret <= table["sum"] + 1e-12).all()
    assert table.gain.groupby("T").sum().to_numpy() == pytest.approx(table.regret.groupby("T").sum().to_numpy())


def test_average_regrets_against_best_responses():
    """By hand. The matrix is symmetric, so both players have the same numbers; columns 0 and 2 are the responses."""
    game = cfrlib.games.matrix([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    table = zinkevich.regrets(game, [1, 2], against="best response")
    assert table.index.tolist() == [(1, 1), (1, 2), (2, 1), (2, 2)]
    for player in (1, 2):
        assert table.regret[:, player].tolist() == pytest.approx([4 / 3, 41 / 30])
        assert table["sum"][:, player].tolist() == pytest.approx([4 / 3, 41 / 30])
        assert table.bound[:, player].tolist() == pytest.approx([4 * 3**0.5, 4 * 1.5**0.5])
        assert table["at sets"][2, player] == pytest.approx(41 / 15 / (4 * 6**0.5))
        assert table.gain[:, player].tolist() == pytest.approx([4 / 3, 1 - 1 / 10])
    kuhn = zinkevich.regrets(cfrlib.games.kuhn(), [1], against="best response").loc[1, 1]
    assert kuhn.regret == pytest.approx(1 / 3 + 5 / 12)  # against whoever bets after each pass and folds only the jack
    assert kuhn["sum"] == pytest.approx((2 + 6 + 0 + 2 + 1 + 2) / 12)  # K, K pb, Q, Q pb, J, J pb


def test_sizes_of_abstractions():
    sizes = zinkevich.sizes([1, 5])
    assert sizes["information sets"][5] == cfrlib.games.texas(5).num_infosets
    assert sizes.loc[1].tolist() == sizes.loc["one sequence"].tolist()
    assert 3.185e14 < sizes["information sets"]["all cards"] < 3.195e14
    assert zinkevich.sets_by_round(5).sum() == cfrlib.games.texas(5).num_infosets


def test_sizes_of_a_game_with_one_bet_by_hand():
    """Without raises: fold, call or check, in each round, two decisions for each deal; a state more for each end,
    chance node and fold."""
    sizes = zinkevich.sizes([1, 2], raises=(0, 0, 0, 0))
    assert sizes.loc[1, ["information sets", "states"]].tolist() == [8, 4 * 5]
    decisions, hands, flops = sizes.decisions, comb(52, 2) * comb(50, 2), comb(48, 3)
    assert decisions[1] == decisions["one sequence"] == 4 * 2
    assert decisions[2] == 2 * (2**2 + 4**2 + 8**2 + 16**2)
    assert decisions["all cards"] == 2 * hands * (1 + flops + flops * 45 + flops * 45 * 44)
    assert 3.1615e17 < zinkevich.sizes([]).decisions["all cards"] < 3.1625e17  # Johanson 2013: 3.162e17


RUNS = pd.DataFrame({
    "buckets": [5] * 4 + [8] * 3, "curve": "CS", "seed": 0, "iterations": [1, 10, 100, 1000, 10, 100, 1000],
    "exploitability": [1000.0, 100, 10, 1, 200, 20, 2], "cpu_seconds": [1.0, 2, 3, 4, 5, 6, 7],
})  # fmt: skip


def test_of_two_runs_with_one_seed_the_longer_counts():
    short = pd.DataFrame({"buckets": 5, "curve": "CS", "seed": 0, "iterations": [1, 10], "exploitability": [9.0, 3.0]})
    long = short.assign(iterations=[4, 40])
    others = pd.concat([short.assign(seed=1), short.assign(curve="PCS"), short.assign(buckets=8)])
    table = zinkevich.longest(short, pd.concat([long, others]))
    assert len(table) == 8
    of_seed_0 = table[(table.buckets == 5) & (table.curve == "CS") & (table.seed == 0)]
    assert list(of_seed_0.iterations) == [4, 40]
    assert list(table.columns) == list(short.columns)


def test_curves_by_size():
    sets = {5: 10, 8: 20}
    runs = zinkevich.by_size(RUNS, sets)
    assert {b: len(parts) for b, parts in runs.items()} == {5: 1, 8: 1}
    assert zinkevich.over_the_first(runs, 1.0) == {8: pytest.approx([1, 1])}
    needed = zinkevich.iterations_for(runs, 10)
    assert needed == {5: pytest.approx(100), 8: pytest.approx(200)}
    assert zinkevich.iterations_for(runs, 1.5) == {5: pytest.approx(1000 / 1.5)}
    assert zinkevich.exponents(needed, sets) == pytest.approx([1])
    assert zinkevich.speeds(RUNS) == {5: [4.0], 8: [7.0]}


def test_seeds_are_averaged_geometrically():
    twice = pd.concat([RUNS, RUNS.assign(seed=1, exploitability=RUNS.exploitability * 4)])
    runs = zinkevich.by_size(twice, {5: 10, 8: 20})
    assert zinkevich.iterations_for(runs, 10)[5] == pytest.approx(200)
    assert zinkevich.over_the_first(runs, 1.0)[8] == pytest.approx([0.5, 0.5, 2, 2])


def test_iterations_of_a_budget():
    every = {row.id: row for row in claims()}
    figure = printed("zinkevich_figure_1a").set_index("abstraction")
    for name, buckets in zip("efgh", figure.index, strict=True):
        claim = every[f"Z4{name}"]
        assert zinkevich.published_iterations(claim) == figure.iterations_1e6[buckets] * 10**6
        assert claim.value == figure.exploitability[buckets]


def test_table_1_is_a_cross_table():
    table = zinkevich.table_1()
    square = table.drop(columns="Average")
    assert square.columns.tolist() == square.index.tolist()
    assert (square == -square.T).all(axis=None)
    of_the_others = square.sum(axis=1) / 6
    assert (abs(of_the_others - table.Average) < 1).all()  # they rounded before or after
    claimed = {row.statement: row.value for row in claims() if row.id.startswith("Z6") and " against " in row.statement}
    for statement, value in claimed.items():
        a, _, b = statement.removesuffix("; ours trained by PCS").split()
        assert square.loc[a, b] == value
