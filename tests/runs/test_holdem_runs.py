"""Runs of two-round hold'em: what they count, buckets in the real game, flops solved anew."""

import numpy as np
import pandas as pd
import pytest

import cfrlib
from cfrlib import CFR, exploitability
from cfrlib.engine.buckets.cfr_br import CFRBR
from cfrlib.engine.buckets.lifting import lifted_profile, real_game
from cfrlib.engine.contract import layout_of
from cfrlib.games import holdem
from cfrlib.runs import code_of, find, store
from cfrlib.runs.practice import Checkpoint

pytestmark = pytest.mark.slow

bucket_growth = find("bucket_growth")
bucket_metrics = find("bucket_metrics")
holdem_buckets = find("holdem_buckets")
holdem_matches = find("holdem_matches")
resolving_holdem = find("resolving_holdem")
two_rounds = code_of("two_rounds")


# -- the race --------------------------------------------------------------------------


def test_numbers_carried_count_the_hands_of_both_players():
    """10 public states before the flop and 27 on it, after all ways to bet; 1,326 hands and 1,176; two walks."""
    table = pd.DataFrame({"curve": ["PCS", "CS", "OPCS", "SPCS", "ES"], "seed": 0, "iterations": 10, "cpu_seconds": 1.0,
                          "histories_touched": 0, "seconds": 1.0,
                          "nodes_touched": [900_240, 740, 900_240, 740, 300]})  # fmt: skip
    assert 2 * (10 * 1326 + 27 * 1176) == 90_024
    both = 10 * (90_024 + 74)
    assert two_rounds.carried(table)["numbers_carried"].round(6).tolist() == [1_800_480, 1480, both, both, 600]


def test_averages_are_read_where_epochs_end():
    flops = len(layout_of(holdem(deck=(5, 2))).flops.weight)
    task = {"raises": (1, 1), "deck": (5, 2), "length": 40}
    for curve in ("epochs, DCFR", "strata"):
        marks = two_rounds.marks(task | {"curve": curve})
        assert marks[-1] == 40 * flops
        assert all(mark % flops == 0 for mark in marks)
    assert two_rounds.marks(task | {"curve": "CS", "length": 9000})[0] == 9000 / two_rounds.SPAN


# -- buckets ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def buckets():
    """The whole run of buckets at its quick scale, with fewer iterations of CFR-BR."""
    return pd.concat([holdem_buckets.run_task(task) for task in holdem_buckets.tasks("quick")], ignore_index=True)


def part(table, curve, before, after):
    """Return the rows of a curve of an abstraction."""
    return table[(table["curve"] == curve) & (table["before"] == before) & (table["after"] == after)]


@pytest.mark.parametrize("make, curve, before", [(CFR.plus, "CFR+", 2), (CFRBR, "CFR-BR", 2), (CFR.plus, "grid", 1)])
def test_the_last_row_is_what_a_solver_of_so_many_iterations_has(make, curve, before, buckets):
    row = part(buckets, curve, before, 2).iloc[-1]
    game, real = (holdem(deck=(4, 2), buckets=each) for each in ((before, 2), None))
    solver = make(game)
    solver.run(int(row.iterations))
    profile = solver.average_strategy()
    assert row.abstract == pytest.approx(exploitability(game, profile), rel=1e-8)
    assert row.real == pytest.approx(exploitability(real, lifted_profile(profile)), rel=1e-8)


def test_the_story_of_the_small_deck(buckets):
    """Self-play fits its buckets and gets worse in the real game; CFR-BR does better there, and worse among buckets. A
    refinement before the flop does worse."""
    plain, best = (part(buckets, curve, 2, 2) for curve in ("CFR+", "CFR-BR"))
    assert (buckets["real"] > buckets["abstract"]).all()
    assert plain["abstract"].iloc[-1] < 1
    assert plain["real"].iloc[-1] > plain["real"].min() + 10
    assert best["real"].iloc[-1] < plain["real"].min() - 10
    assert best["abstract"].iloc[-1] > 100 * plain["abstract"].iloc[-1]
    finer, coarser = (part(buckets, "grid", before, 2)["real"].item() for before in (2, 1))
    assert finer > coarser + 10


def test_all_doublings_are_stored():
    doubled, (older, _) = find("bucket_doublings"), store.load("holdem_buckets")
    table, _ = store.load("bucket_doublings")
    assert list(doubled.doublings(table)) == [(b, 2 * b) for b in range(1, 13)]
    shared = older[older.iterations == 3000].drop_duplicates(["before", "after"]).set_index(["before", "after"]).real
    for b in (1, 2, 4, 5, 8, 10, 16, 20):
        assert table.set_index("before").real[b] == pytest.approx(shared[b, b], rel=1e-6)
    made_up = pd.DataFrame({"before": [1, 2, 3, 4, 6], "real": [400.0, 100.0, 40.0, 50.0, 44.0]})
    assert doubled.doublings(made_up) == pytest.approx({(1, 2): 0.25, (2, 4): 0.5, (3, 6): 1.1})


def test_metrics_are_compared_on_equal_terms():
    table = pd.concat([bucket_metrics.run_task(task) for task in bucket_metrics.tasks("quick")], ignore_index=True)
    assert table.groupby(["before", "after"]).wins.sum().abs().max() < 1e-9
    leads = bucket_metrics.leads(table)
    one = table[(table.before == 2) & (table.after == 2)].set_index("metric")
    assert leads.loc[(2, 2), "wins"] == one.wins["E[HS^2]"]
    assert leads.loc[(2, 2), "safer"] == one.real["E[HS]"] - one.real["E[HS^2]"]
    assert (table.real > table.abstract).all()


def test_matches_are_exact_and_nobody_takes_more_than_a_best_response():
    table = pd.concat([holdem_matches.run_task(task) for task in holdem_matches.tasks("quick")], ignore_index=True)
    wins, loses = holdem_matches.square(table)
    game = holdem(deck=(4, 2), buckets=3)
    solver = CFR.plus(game)
    solver.run(100)
    three, call = lifted_profile(solver.average_strategy()), lifted_profile(cfrlib.matches.baseline(game, "call"))
    real = real_game(game)
    found = cfrlib.matches.match(real, three, call, hands=40_000, seed=1)
    assert abs(found.mean - wins.loc["3 buckets", "call"]) < 2 * found.half_width
    assert loses["3 buckets"] == pytest.approx(exploitability(real, three))
    np.testing.assert_array_equal(wins, -wins.T)
    assert (-wins).max(axis=1).le(loses + 1e-9).all()
    stored, lost = holdem_matches.square(store.load("holdem_matches")[0])
    assert (-stored).max(axis=1).le(lost).all()
    doubled = store.load("bucket_doublings")[0].set_index("before")["real"]
    for buckets in 2, 3, 5, 12:
        assert lost[f"{buckets} buckets"] == pytest.approx(doubled[buckets], abs=1e-5), "two runs, one number"


def test_a_game_of_the_mean_is_another_game():
    rules = {"deck": (4, 2), "buckets": (2, 2)}
    mean, square = bucket_metrics.by_mean(**rules), holdem(**rules)
    assert mean != square
    assert mean.percentiles.name != square.percentiles.name
    assert real_game(mean) == real_game(square)
    assert (mean.percentiles.tables.preflop != square.percentiles.tables.preflop).any()


def test_growth_of_curves_that_are_known():
    table = pd.concat([
        pd.DataFrame({"curve": "cs", "seed": 0, "sets": n, "iterations": [1, 10, 100, 1000],
                      "exploitability": n / np.array([1.0, 10, 100, 1000])})
        for n in (10, 100, 10_000)
    ])  # fmt: skip
    needed = bucket_growth.needed(table, 5)
    assert needed["cs", 0].to_dict() == {10: pytest.approx(2), 100: pytest.approx(20)}  # the last does not come there
    assert bucket_growth.growth(needed)["cs", 0] == pytest.approx(1)
    assert len({(task["buckets"], task["curve"], task["seed"]) for task in bucket_growth.tasks("quick")}) == 6


def test_sequences_on_a_board():
    run = find("board_sequences")
    for task in run.tasks("quick"):
        table = run.run_task(task)
        assert (table.hands == 6).all()
        assert table["all"].tolist() == [task["buckets"] ** 4] * 5
        assert table.sequences.between(1, table.hands).all()


def test_luck():
    run = find("texas_luck")
    table = pd.concat([run.run_task(task) for task in run.tasks("quick")], ignore_index=True)
    assert table[["longer", "shorter"]].to_numpy().tolist() == [[2, 2], [20, 2], [20, 20]]
    assert table["mean"][1] > 0
    assert run.hands_for(5000, 10, sides=2) == pytest.approx((1.96 * 500) ** 2, rel=1e-3)
    assert run.hands_for(5000, 10) == pytest.approx((1.645 * 500) ** 2, rel=1e-3)


# -- flops solved anew -----------------------------------------------------------------


@pytest.mark.slow_fault
@pytest.mark.parametrize("resolver", [0, 1])
def test_all_flops_at_once_are_the_subgames_of_each(resolver):
    """Discounted CFR does the same in a subgame, in the engine of all games; in float32 rounding decides ties."""
    game, state, iterations = holdem(deck=(4, 2)), (("c", "c", "/"), ("JcJdKc",)), 20
    solver = CFR.discounted(game)
    solver.run(5)
    blueprint = solver.average_strategy()

    def solve(below):
        inner = CFR.discounted(below)
        inner.run(iterations)
        return inner.average_strategy()

    for method, profile in (
        ("naive", resolving_holdem.with_locks(blueprint, iterations, (0, 1))),
        ("gadget", resolving_holdem.by_gadgets(blueprint, iterations, resolver)),
    ):
        new = cfrlib.resolve(game, blueprint, *state, resolver=resolver, method=method, solve=solve)
        own = [key for key, player in zip(new, new.players, strict=True) if player == resolver]
        assert len(own) >= 20
        for key in own:
            assert profile[key] == pytest.approx(new[key], abs=1e-8), (method, key)


@pytest.mark.slow_fault
def test_flops_solved_anew_go_on_where_they_stopped(tmp_path):
    task = resolving_holdem.tasks("quick")[0]
    whole = resolving_holdem.run_task(task, Checkpoint(tmp_path))
    kept = Checkpoint(tmp_path)
    solver, rows = kept.load(lambda: CFR.discounted(holdem(deck=(4, 2), buckets=2), dtype="float32"))
    kept.save(solver, rows[:2])
    again = resolving_holdem.run_task(task, Checkpoint(tmp_path))
    assert again.drop(columns="cpu_seconds").equals(whole.drop(columns="cpu_seconds"))
