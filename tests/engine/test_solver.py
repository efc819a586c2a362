"""`CFR`: agreement with OpenSpiel, convergence, counters, going on where one stopped, and what is refused."""

import gc
import inspect
from itertools import pairwise

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from open_spiel.python.algorithms import cfr as spiel_cfr
from random_games import games as random_games

import cfrlib
from cfrlib.games import kuhn, leduc
from cfrlib.regret import discounted
from cfrlib.sampling import SCHEMES, ByPlace, HalfLife, Mixed, after, half_life, os, robust, visits
from cfrlib.tree import unroll
from cfrlib.tree.openspiel import side_by_side

SAMPLINGS = [
    *(*SCHEMES, os(0.3), robust(1), Mixed("es", "os", HalfLife(50)), Mixed("es", "os", 0.5, per_node=True)),
    *(ByPlace(rule, cutoff=(6, 6)) for rule in (after(12), half_life(8), visits(5))),
]
RULES = ["rm", "rm+", "linear", "discounted", "predictive"]
some = settings(deadline=None, derandomize=True, max_examples=10)


@pytest.mark.parametrize(
    "ours, theirs", [(cfrlib.CFR, spiel_cfr.CFRSolver), (cfrlib.CFR.plus, spiel_cfr.CFRPlusSolver)]
)
@pytest.mark.parametrize("game, name, iterations", [(kuhn(), "kuhn_poker", 20), (leduc(), "leduc_poker", 4)])
def test_averages_are_openspiels(game, name, iterations, ours, theirs):
    # Iteration by iteration; Leduc, because not all its actions are legal everywhere.
    spiel = pyspiel.load_game(name)
    mine, other = ours(game), theirs(spiel)
    pairs = side_by_side(unroll(game), spiel)
    names = {infoset.key: (state.information_state_string(), state.legal_actions()) for infoset, state in pairs}
    for _ in range(iterations):
        mine.run(1)
        other.evaluate_and_update_policy()
        average, expected = mine.average_strategy(), other.average_policy()
        for key, (label, legal) in names.items():
            assert list(average[key].values()) == pytest.approx(
                expected.policy_for_key(label)[legal].tolist(), abs=1e-9
            )


@pytest.mark.parametrize("game, name", [(kuhn(), "kuhn_poker"), (leduc(), "leduc_poker")])
def test_the_profile_scores_the_same_in_openspiel(game, name):
    spiel = pyspiel.load_game(name)
    solver = cfrlib.CFR.plus(game)
    solver.run(100)
    profile = solver.average_strategy()
    theirs = pyspiel.exploitability(spiel, profile.to_openspiel(spiel))
    assert solver.exploitability() == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize(
    "make, iterations",
    [(cfrlib.CFR.plus, 500), (cfrlib.CFR.discounted, 330), (cfrlib.CFR.predictive, 900)],
)
def test_leduc_to_a_thousandth(make, iterations):
    # As the best peers: CFR+ about 490 iterations, discounted about 330.
    solver = make(leduc())
    solver.run(iterations, until=1e-3)
    assert solver.exploitability() <= 1e-3


def test_until_leaves_out_looks_that_are_far_from_it_and_stops_where_all_would():
    """Looks are at iterations 1, 2, ..., then 2 % apart."""
    every, solver, looks = cfrlib.CFR.discounted(leduc()), cfrlib.CFR.discounted(leduc()), []
    all_looks = [0]
    while all_looks[-1] < 400:
        all_looks.append(max(all_looks[-1] + 1, int(all_looks[-1] * 1.02)))
    for before, look in pairwise(all_looks):
        every.run(look - before)
        if every.exploitability() <= 1e-3:
            break
    exploitability = solver.exploitability
    solver.exploitability = lambda: looks.append(solver.iterations) or exploitability()
    solver.run(until=1e-3)
    assert looks[-1] == solver.iterations == every.iterations
    assert set(looks) < set(all_looks)
    assert len(looks) < 70


def test_discounts_are_made_up_for_exactly():
    # Discounts that a row has missed are applied at its next visit. Where every row is visited in every walk nothing
    # is missed, and a walk that samples nothing must be the plain one: PCS on Kuhn keeps the books of sampled walks,
    # vanilla does not.
    one, two = cfrlib.CFR.discounted(kuhn(), sampling="pcs"), cfrlib.CFR.discounted(kuhn())
    one.run(40)
    two.run(40)
    assert one.average_strategy() == two.average_strategy()
    rule = discounted(2.0, 0.5)
    logs = rule.logarithms(50)
    product = np.prod([s**2.0 / (s**2.0 + 1) for s in range(11, 41)])
    assert np.exp(logs[0, 40] - logs[0, 10]) == pytest.approx(product, rel=1e-12)


@pytest.mark.parametrize(
    "sampling, nodes, histories",
    [
        ("vanilla", 2 * 9 * 3, 2 * 58),  # nine public nodes with three cards; 58 histories
        ("pcs", 2 * 9 * 3, 2 * 58),
        ("opcs", 2 * 9 * 3, (1 + 3 + 9 * 2) + (1 + 1 + 9 * 2)),
        ("spcs", 2 * 9, (1 + 1 + 9 * 2) + (1 + 3 + 9 * 2)),
        ("cs", 2 * 9, 2 * (2 + 9)),
    ],
)
def test_counts_on_kuhn_by_hand(sampling, nodes, histories):
    solver = cfrlib.CFR(kuhn(), sampling)
    solver.run(3)
    assert solver.nodes_touched == 3 * nodes
    assert solver.histories_touched == 3 * histories
    assert solver.iterations == 3


def test_counts_of_sampled_walks_are_openspiels():
    # Counted in its Python solvers: 14.4 and 10.6 histories of Kuhn in an iteration, the deals included in each of
    # the two walks.
    for sampling, expected in (("es", 14.4), ("os", 10.6)):
        solver = cfrlib.CFR(kuhn(), sampling)
        solver.run(20_000)
        assert solver.histories_touched / 20_000 == pytest.approx(expected, abs=0.5)


def test_many_short_runs_leave_nothing_behind():
    solver = cfrlib.CFR(kuhn(), "cs")
    solver.run(1)
    gc.freeze()  # what others have made is not counted
    try:
        for _ in range(50):
            solver.run(1)
        gc.collect()
        assert len(gc.get_objects()) < 50
    finally:
        gc.unfreeze()


def test_a_run_for_some_time_prints_nothing_but_a_bar(capsys):
    solver = cfrlib.CFR(kuhn(), "es")
    solver.run(seconds=0.2)
    assert 0.2 <= solver.seconds < 0.5
    assert solver.iterations > 1000
    assert capsys.readouterr() == ("", "")
    solver.run(10, progress=True)
    assert capsys.readouterr().out == ""


@some
@given(random_games())
def test_every_scheme_runs_on_every_game(game):
    tree = unroll(game)
    for sampling in SAMPLINGS:
        solver = cfrlib.CFR(game, sampling)
        solver.run(5)
        average = solver.average_strategy()
        assert solver.exploitability() == pytest.approx(cfrlib.exploitability(tree, average), abs=1e-12)
        assert solver.iterations == 5
        assert solver.nodes_touched >= 2 * 5


BOTH = pytest.mark.parametrize("build", [cfrlib.CFR, cfrlib.textbook.CFR], ids=["engine", "textbook"])


def test_the_textbook_has_switches_of_the_engine():
    engine, book = (inspect.signature(build).parameters for build in (cfrlib.CFR, cfrlib.textbook.CFR))
    assert set(book) <= set(engine)
    for switches in (engine, book):
        by_position = [name for name, switch in switches.items() if switch.kind != inspect.Parameter.KEYWORD_ONLY]
        assert by_position == ["game", "sampling"]


@BOTH
def test_switches_mean_the_same(build):
    solver = build(kuhn(), "es", regret="rm+", average="linear", seed=7, updates="simultaneous", average_at="own")
    solver.run(3)
    assert (solver.updates, solver.average_at, solver.iterations) == ("simultaneous", "own", 3)


def test_a_rule_of_ones_own_cannot_be_saved(tmp_path):
    class Mine(cfrlib.regret.RegretRule):
        pass

    with pytest.raises(ValueError, match="^regret=.*cannot be saved"):
        saved(tmp_path, regret=Mine("rm"))
    assert list(tmp_path.iterdir()) == []


def saved(tmp_path, **switches):
    solver = cfrlib.CFR(kuhn(), **switches)
    solver.run(5)
    solver.save(tmp_path / "solver")
    return tmp_path / "solver"


def test_a_mix_by_a_function_of_ones_own_cannot_be_saved(tmp_path):
    with pytest.raises(ValueError, match="^sampling="):
        saved(tmp_path, sampling=Mixed("es", "os", lambda t: 1 / t))
    assert list(tmp_path.iterdir()) == []
