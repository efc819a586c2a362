"""The race of regret rules: its own games, and that a row is a run."""

import numpy as np
import pandas as pd
import pyspiel
import pytest

import cfrlib
from cfrlib.runs import find

rules_race = find("rules_race")


def test_goofspiel_is_openspiels():
    name = "turn_based_simultaneous_game(game=goofspiel(num_cards=3,points_order=random))"
    ours, theirs = rules_race.goofspiel(3), cfrlib.tree.from_openspiel(pyspiel.load_game(name))
    assert ours.perfect_recall
    assert ours.num_infosets == 2 * (3 + 6 * 9 + 6 * 36)
    assert cfrlib.equilibrium(ours)[0] == pytest.approx(cfrlib.equilibrium(theirs)[0], abs=1e-9)


def test_random_games_are_the_same_each_time_and_nobody_forgets():
    one, other = (rules_race.random_game((2, 3), 3, 2) for _ in range(2))
    assert one.perfect_recall
    assert [node.payoff for node in one.nodes] == [node.payoff for node in other.nodes]
    assert (one.num_histories, one.num_infosets) == (1 + 2 + 6 * 15, 2 * (1 + 4) + 3 * 2)


def test_a_row_is_a_run():
    task = {"game": "Kuhn, 13 cards", "rule": "DCFR+", "seeds": 2, "iterations": 1}
    table = rules_race.run_task(task)
    own = table[table.average == rules_race.own_average("DCFR+")].exploitability.tolist()
    solver = cfrlib.CFR(cfrlib.games.kuhn(13), regret="dcfr+", average=4)
    solver.run(1)
    assert own == pytest.approx([solver.exploitability()] * 2, rel=1e-6)
    assert own[0] != own[1]


def test_the_picture_says_what_is_lowest():
    rows = [("A", rule, average, seed, 9, x * (1 + seed)) for rule, average, x in (
        ("CFR", "uniform", 0.5), ("CFR", "linear", 0.3), ("CFR+", "uniform", 0.4), ("CFR+", "linear", 0.2)
    ) for seed in range(2)]  # fmt: skip
    table = pd.DataFrame(rows, columns=["game", "rule", "average", "seed", "iterations", "exploitability"])
    assert rules_race.medians(table).loc[("A", "CFR+")].tolist() == pytest.approx([0.6, 0.3])
    drawn = rules_race.draw(table, name=None)
    assert "A: CFR+." in drawn.text
    assert ">best<" in drawn.svg
    near = table.assign(exploitability=table.exploitability.where(table.rule == "CFR+", table.exploitability - 0.2))
    decades, may_be_best = rules_race.rivals(near)
    assert decades.loc["A"].tolist() == pytest.approx([np.log10(0.55 / 0.3), 0])
    assert may_be_best.loc["A"].tolist() == [True, True]
