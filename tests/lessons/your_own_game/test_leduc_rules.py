"""The rule bench solves what its menus say."""

import pytest

from cfrlib.exact.linear_program import equilibrium
from cfrlib.lessons.your_own_game import leduc_rules as rule_bench
from cfrlib.lessons.your_own_game.house_rules import house_rules
from cfrlib.widgets import leduc_rules
from cfrlib.widgets.parts.numbers import show


def test_every_choice_is_solved():
    bench = leduc_rules(targets={"reported": -0.043549})
    assert bench.value == pytest.approx(-0.085606, abs=1e-6)
    assert "Standard rules" in bench.words
    bench.change(bets="doubling", raises=(2, 1))
    assert bench.value == pytest.approx(-0.043614, abs=1e-6)
    assert "bets: doubling" in bench.words.lower()
    assert bench.rules["raises"] == (2, 1)


def test_what_is_shown_belongs_to_the_menus_even_if_one_changes_meanwhile(monkeypatch):
    bench = leduc_rules()

    def slow(game):
        solved = equilibrium(game)
        bench._menus["ties"].value = "Player 1 wins"
        return solved

    monkeypatch.setattr(rule_bench, "equilibrium", slow)
    bench.change(suits=3)
    assert (bench.rules["suits"], bench.rules["ties"]) == (3, "Player 1 wins")
    assert bench.value == equilibrium(house_rules(suits=3, ties="Player 1 wins"))[0]
    assert f"Worth {show(bench.value)} chips" in bench.says.value
    assert "Suits: 3; ties: Player 1 wins" in bench.says.value
    assert f"Worth {show(bench.value)} chips" in bench.canvas.alt


def test_the_picture_says_what_it_shows():
    bench = leduc_rules(targets={"reported": -0.043549}, ties="Player 1 wins")
    assert "Worth 0.4009 chips" in bench.picture().text
    assert "reported −0.04355" in bench.picture().svg
    assert bench._repr_mimebundle_()[0]["image/svg+xml"] == bench.picture().svg


def test_what_no_menu_offers_is_refused_and_changes_nothing():
    bench = leduc_rules()
    with pytest.raises(ValueError, match="suits=7: it takes one of 1, 2, 3, 4"):
        bench.change(ranks=4, suits=7)
    with pytest.raises(ValueError, match="wild=1: rules are ranks"):
        bench.change(wild=1)
    assert bench.rules["ranks"] == 3
