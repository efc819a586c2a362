"""A walk in steps is the walk: what it shows is what the sampled walks of the lesson do with the same draws."""

import numpy as np
import pytest

from cfrlib.lessons.sampling import one_walk as module
from cfrlib.lessons.sampling import walks
from cfrlib.textbook.draws import pick
from cfrlib.widgets import one_walk

OUTCOME = {"outcome": {}, "nothing divided": {"divide": False}, "no exploration": {"exploration": 0.0}}


@pytest.mark.parametrize("program", OUTCOME)
@pytest.mark.parametrize("bets", [False, True])
def test_it_gets_what_an_outcome_walk_gets(program, bets):
    for number in range(60):
        tree, rng = module._deal(5, number)
        R, S = walks.tables(tree)
        where = {I.name: I.index for I in tree.infosets}
        if bets and "K" in where:
            R[where["K"]][:] = -1, 1  # as regrets: they bet
        before = [row.copy() for row in R]
        draw = lambda p, rng=rng: pick(p, rng.random())[0]  # noqa: E731
        walks.outcome(tree, tree.nodes[2], 0, R, S, draw, **OUTCOME[program])
        calling = R[where["Kpb"]][1] - before[where["Kpb"]][1] if "Kpb" in where else 0.0
        assert module._walk(program, bets, 5, number)[0] == pytest.approx(calling)


def test_an_external_walk_tries_all_and_divides_nothing():
    got = {module._walk("external", False, 0, number)[0] for number in range(100)}
    assert got == {0, 1.5}


def test_the_mean_is_exact_in_the_end_if_the_walk_divides_and_explores():
    made = one_walk("outcome", bets=True)
    made.thousand()
    assert made.done == 1000
    assert made.means[-1] == pytest.approx(module.EXACT, abs=0.15)
    made.program = "no exploration"
    assert made.done == 0
    made.thousand()
    assert set(made.means) == {0}


def test_steps_go_on_and_back_and_numbers_stay_where_they_are():
    made = one_walk("outcome", seed=177)
    made.press("ArrowLeft")
    assert (made.done, made.at) == (0, 0)
    for _ in range(4):
        made.press("ArrowRight")
    assert "KJpb: b was drawn, and counts 2 / (1/2): p 0, b 4. The mix is 2." in made.words
    assert all(part in made.picture().svg for part in ("q 1/24", "counts p 0, b 4", "regret b +4"))
    made.press("n")
    assert (made.done, made.at, made.means) == (1, 0, [4])
    assert "(Walks done: 1; mean 4, exact 0.25.)" in made.words
    made.press("Home")
    assert made.means == []
    made.bets = True
    assert np.isfinite(made.at)
    with pytest.raises(ValueError, match="program"):
        one_walk("es")
