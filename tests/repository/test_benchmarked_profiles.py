"""The profiles whose speed `benchmarks/bench.py` reports score the same in OpenSpiel: speed of the right thing."""

import importlib.util
import sys
from pathlib import Path

import pyspiel
import pytest

import cfrlib
from cfrlib.tree import CHANCE, unroll

pytestmark = pytest.mark.slow

PATH = Path(__file__).resolve().parents[2] / "benchmarks" / "bench.py"
SPEC = importlib.util.spec_from_file_location("bench", PATH)
bench = importlib.util.module_from_spec(SPEC)
sys.path.append(str(PATH.parent))  # as for a script: it imports its neighbors
SPEC.loader.exec_module(bench)


def leduc_names(game, spiel):
    """Return {our key: OpenSpiel's name} by walking both trees side by side."""
    tree, names = unroll(game), {}
    pairs = [(tree.root, spiel.new_initial_state())]
    while pairs:
        node, state = pairs.pop()
        if state.is_terminal():
            continue
        if node.player != CHANCE:
            names[tree.infosets[node.infoset].key] = state.information_state_string()
        moves = state.legal_actions()
        pairs += [(tree.nodes[c], state.child(move)) for c, move in zip(node.children, moves, strict=True)]
    return names


def liars_dice_names(game, _):
    """Return {our key: OpenSpiel's name}: it writes the die and the bids as we do, and the star as the highest face."""
    profile = cfrlib.Profile.uniform(game)
    return {(roll, bids): f"{roll} {bids}".strip().replace("*", str(game.faces)) for roll, bids in profile}


def liars_dice_moves(game, actions):
    """Return OpenSpiel's numbers of our actions: bids from low to high, then the call."""
    return [len(game.bids) if action == "call" else game.bids.index(action) for action in actions]


def leduc_moves(_, actions):
    """Return OpenSpiel's numbers of our actions."""
    return ["fcr".index(action) for action in actions]


NAMES = {"Leduc": leduc_names, "Liar's Dice 1v1": liars_dice_names}
MOVES = {"Leduc": leduc_moves, "Liar's Dice 1v1": liars_dice_moves}


SLOW = {"Liar's Dice 1v1": pytest.mark.slow_fault}  # OpenSpiel takes seconds


@pytest.mark.parametrize("name", [pytest.param(name, marks=SLOW.get(name, ())) for name in bench.CASES])
def test_the_profile_of_the_benchmark_scores_the_same_in_openspiel(name):
    case = bench.CASES[name]
    game, spiel = case.ours(), pyspiel.load_game(case.theirs)
    solver = cfrlib.CFR.plus(game)
    solver.run(bench.WARM_UP + case.iterations)
    profile, names = solver.average_strategy(), NAMES[name](game, spiel)
    policy = {names[key]: list(zip(MOVES[name](game, row), row.values(), strict=True)) for key, row in profile.items()}
    uniform = pyspiel.UniformRandomPolicy(spiel).policy_table()
    moves = [{state: [move for move, _ in row] for state, row in table.items()} for table in (policy, uniform)]
    assert moves[0] == moves[1]  # all information sets, and all that is legal there
    policy = pyspiel.TabularPolicy(policy)
    theirs = pyspiel.nash_conv(spiel, policy) / 2
    assert 0 < theirs < 0.1
    assert solver.exploitability() == pytest.approx(theirs, abs=1e-9)
    assert cfrlib.exploitability(game, profile) == pytest.approx(theirs, abs=1e-9)
    values = pyspiel.expected_returns(spiel.new_initial_state(), policy, -1, False)
    assert cfrlib.expected_value(game, profile) == pytest.approx(values[0], abs=1e-9)
    assert values[0] == pytest.approx(-values[1], abs=1e-9)


def test_where_the_time_of_an_iteration_under_buckets_goes(capsys):
    solver = cfrlib.CFR(cfrlib.games.holdem((1, 2), (4, 2), (2, 3)), "pcs", dtype="float32")
    solver.run(1)
    bench.texas.parts_of_an_iteration(solver, repeats=1)
    assert [said.split()[-1] for said in capsys.readouterr().out.splitlines()] == ["ms"] * 4
