"""The switchboard of the CFR family: presets move controls, and what it shows is what the package plays."""

import numpy as np
import pytest

import cfrlib
from cfrlib.lessons.the_cfr_family import family
from cfrlib.textbook.regret_matching import after_step, match_regrets
from cfrlib.widgets import switchboard

NAMED = {
    "CFR": cfrlib.CFR, "CFR+": cfrlib.CFR.plus, "Linear CFR": cfrlib.CFR.linear,
    "Discounted CFR": cfrlib.CFR.discounted, "Predictive CFR+": cfrlib.CFR.predictive,
}  # fmt: skip


@pytest.fixture(scope="module")
def board():
    return switchboard(games=["Kuhn"])


@pytest.mark.parametrize("name", NAMED)
def test_a_preset_moves_the_controls_and_is_the_algorithm_of_its_name(board, name):
    board.presets[name].value = True
    assert board.settings == family.FAMILY[name]
    assert [made.value for made in board.presets.values()] == [one == name for one in NAMED]
    solver = NAMED[name](cfrlib.games.kuhn())
    solver.run(1000)
    assert family.exploitabilities("Kuhn", board.settings)[0, -1] == pytest.approx(solver.exploitability(), rel=1e-3)


@pytest.mark.parametrize("name", NAMED)
def test_a_wind_is_played_as_the_rule_says(name):
    settings, R, total = family.FAMILY[name], np.zeros(2), 0.0
    looked_at = R
    for t, u in enumerate(np.array(family.WINDS["rhythm"]), start=1):
        sigma = match_regrets(looked_at)
        R, looked_at = after_step(settings.rule.step(t, t - 1), R, u - sigma @ u, None)
        total += sigma @ u
    assert family.played("rhythm", settings)[1] == pytest.approx(total / 240)


def test_controls_make_a_rule_of_ones_own(board):
    board.choose("CFR")
    assert "Set is CFR: change waits 1,000; disaster lasts 468; rhythm earns 0.477." in board.words
    board.ahead.value = 0.5
    assert "a rule of your own" in board.words
    assert board.settings.rule.prediction == 0.5
    assert not any(made.value for made in board.presets.values())
    board.presets["CFR"].value = True
    assert board.presets["CFR"].value
    board.presets["CFR"].value = False  # a press on what is set
    assert board.name == "CFR"
    assert board.presets["CFR"].value


def test_what_never_comes_is_said(board):
    board.choose("CFR")
    board.debts.value, board.praise.value = np.inf, 3
    assert "lasts" in board.numbers["disaster"]
    board.choose("Linear CFR")
    board.debts.value = np.inf
    assert board.numbers["change"] == "waits 1,000"


def test_coarse_steps_keep_the_five_and_give_up_others():
    board = switchboard("Discounted CFR", games=["Kuhn"], fine=False)
    assert board.settings == family.FAMILY["Discounted CFR"]
    assert (board.ahead.step, board.average.step) == (0.5, 1)
    board.fine = True
    board.praise.value = 2
    board.fine = False
    assert board.praise.value == np.inf
    for name in NAMED:
        board.choose(name)
        assert board.name == name


@pytest.mark.parametrize("wrong", [{"name": "PCFR"}, {"games": ["Bluff"]}])
def test_only_what_there_is_can_be_set(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        switchboard(**wrong)
