"""The checks of notebook 07 accept what is right and say where an answer is wrong; house rules do what they say."""

import numpy as np
import pytest
from verdicts import other_attempts, right_answers, wrong_answers

import cfrlib
from cfrlib.course.exercises import leduc as checks
from cfrlib.course.exercises.house_rules import house_rules
from cfrlib.games import leduc


def chips(history, bets=(2, 4), raised=True):
    total, player, later = [1, 1], 0, 0
    for action in history:
        if action == "/":
            player, later = 0, 1
            continue
        if action != "f":
            total[player] = max(total) if raised or action == "c" else total[player]
            total[player] += bets[later] * (action == "r")
        player = 1 - player
    return tuple(total)


def showdown(own, other, board):
    strength = [3 if card == board else "JQK".index(card) for card in (own, other)]
    return int(np.sign(strength[0] - strength[1]))


def hands_needed(spread, gap, errors):
    return int(np.ceil((errors * spread / gap) ** 2 * (1 - 1e-12)))


def house():
    return {"bets": "doubling", "raises": (2, 1)}


RIGHT = [
    (checks.check_chips, chips),
    (checks.check_showdown, showdown),
    (checks.check_hands_needed, hands_needed),
    (checks.check_detective, house),
]

test_right_answers_pass = right_answers(RIGHT)


WRONG = [
    (checks.check_chips, lambda h: chips(h, bets=(2, 2)), "In the second round a bet is 4"),
    (checks.check_chips, lambda h: chips(h, raised=False), "At history 'rr': expected [3, 5], found [3, 3]. A raise"),
    (checks.check_chips, lambda h: chips(h)[::-1], "swapped"),
    (checks.check_chips, lambda h: tuple(x - 1 for x in chips(h)), "The ante is missing"),
    (checks.check_chips, lambda h: chips(h.replace("f", "c")), "expected [7, 3], found [7, 7]. Who folds"),
    (checks.check_chips, lambda h: sum(chips(h)), "expected 2 numbers, found one number"),
    (checks.check_showdown, lambda a, b, c: int(np.sign("JQK".index(a) - "JQK".index(b))), "makes a pair"),
    (checks.check_showdown, lambda a, b, c: showdown(a, b, c) or 1, "At J against J, public card Q"),
    (checks.check_showdown, lambda a, b, c: -showdown(a, b, c), "J against Q, public card J"),
    (checks.check_showdown, lambda a, b, c: "Player 1", "not a number"),
    (checks.check_hands_needed, lambda s, g, e: hands_needed(s, g, e) ** 0.5, "square it"),
    (checks.check_hands_needed, lambda s, g, e: e * s**2 / g**2, "squared, too"),
    (checks.check_hands_needed, lambda s, g, e: s / g, "At spread 2.3"),
    (checks.check_detective, dict, "they are worth -0.085606, which is 0.042057 below"),
    (checks.check_detective, lambda: {"bets": "doubling", "raises": 1}, "above"),
    (checks.check_hands_needed, lambda s, g, e: int((e * s / g) ** 2), "round up"),
    (checks.check_detective, lambda: {"ranks": 1}, "ranks"),
    (checks.check_detective, lambda: {"ante": 0.613}, "nobody plays for 0.613 chips"),
    (checks.check_detective, lambda: {"bets": (2.31, 4)}, "nobody plays for 2.31 chips"),
    (checks.check_detective, lambda: {"ties": "chopped"}, "ties='chopped'"),
    (checks.check_detective, lambda: -0.043549, "a dictionary of rules"),
]

test_wrong_answers_are_told_where = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(RIGHT, lambda *_: "", lambda *_: (1, 2, 3), lambda a, b, c, d: 0)


@pytest.mark.parametrize(
    "rules", [{}, {"bets": "doubling", "raises": 1}, {"ranks": 4, "suits": 3, "ante": 2, "raises": 3}]
)
def test_house_rules_are_leduc_by_default(rules):
    house, plain = house_rules(**rules), leduc(suits_matter=False, **rules)
    assert checks.ends(house) == checks.ends(plain)
    assert [i.key for i in cfrlib.tree.unroll(house).infosets] == [i.key for i in cfrlib.tree.unroll(plain).infosets]
    assert cfrlib.equilibrium(house)[0] == pytest.approx(cfrlib.equilibrium(plain)[0], abs=1e-9)


@pytest.mark.parametrize(
    "rules", [{"board": "hidden"}, {"board": "from a full deck"}, {"raises": (0, 1)}, {"suits": 1}]
)
def test_house_rules_count_what_the_tree_has(rules):
    game = house_rules(**rules)
    assert game.num_infosets == cfrlib.tree.unroll(game).num_infosets


def test_house_rules_do_what_they_say():
    n = {name: house_rules(**rules) for name, rules in {
        "in turn": {"opens": "in turn"}, "ties": {"ties": "Player 1 wins"}, "nothing": {"pairs": "nothing"},
        "fold": {"fold": "ante"}, "limits": {"raises": (0, 1)},
    }.items()}  # fmt: skip
    assert n["in turn"].node(("c", "r", "c", "/")).player == 1
    assert n["in turn"].node(("c", "c", "/")).player == 0
    assert n["ties"].payoff(("c", "c", "/", "c", "c"), ("Q",)).tie == 1
    assert n["nothing"].payoff_table(("c", "c", "/", "c", "c"), ("J",))[0, 2] == -1
    assert n["fold"].payoff(("r", "c", "/", "r", "f"), ("Q",)) == 1
    assert n["fold"].payoff(("r", "c", "/", "c", "r", "f"), ("Q",)) == -1
    assert "r" not in n["limits"].node(()).actions
    with pytest.raises(ValueError, match="opens='x'"):
        house_rules(opens="x")
    with pytest.raises(ValueError, match="raises"):
        house_rules(raises=(1, 2, 3))


def test_deal_values_average_to_the_value():
    game = leduc(suits_matter=False, bets="doubling", raises=1)
    value, profile = cfrlib.equilibrium(game)
    values, chances = checks.deal_values(game, profile)
    assert chances.sum() == pytest.approx(1)
    assert values @ chances == pytest.approx(value, abs=1e-9)


def test_the_published_table_is_the_doubling_one():
    assert checks.ends(leduc(bets="doubling", raises=1)) == checks.FIGURE_3
