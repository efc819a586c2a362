"""House rules do what they say."""

import pytest

from cfrlib.games import leduc
from cfrlib.lessons.your_own_game.house_rules import house_rules
from cfrlib.tree import unroll


@pytest.mark.parametrize("rules", [{}, {"bets": "doubling", "raises": 1}, {"ranks": 4, "ante": 2, "raises": 3}])
def test_house_rules_are_leduc_by_default(rules):
    house, plain = unroll(house_rules(**rules)), unroll(leduc(suits_matter=False, **rules))
    assert house.nodes == plain.nodes
    assert [infoset.key for infoset in house.infosets] == [infoset.key for infoset in plain.infosets]


@pytest.mark.parametrize(
    "rules", [{"board": "hidden"}, {"board": "from a full deck"}, {"raises": (0, 1)}, {"suits": 1}]
)
def test_house_rules_count_what_the_tree_has(rules):
    game = house_rules(**rules)
    assert game.num_infosets == unroll(game).num_infosets


def test_house_rules_do_what_they_say():
    n = {name: house_rules(**rules) for name, rules in {
        "in turn": {"opens": "in turn"}, "ties": {"ties": "Player 1 wins"}, "pairs": {"pairs": "nothing"},
        "fold": {"fold": "ante"}, "limits": {"raises": (0, 1)},
    }.items()}  # fmt: skip
    assert n["in turn"].node(("c", "r", "c", "/")).player == 1
    assert n["in turn"].node(("c", "c", "/")).player == 0
    assert n["ties"].payoff(("c", "c", "/", "c", "c"), ("Q",)).tie == 1
    assert n["pairs"].payoff_table(("c", "c", "/", "c", "c"), ("J",))[0, 2] == -1
    assert n["fold"].payoff(("r", "c", "/", "r", "f"), ("Q",)) == 1
    assert n["fold"].payoff(("r", "c", "/", "c", "r", "f"), ("Q",)) == -1
    assert "r" not in n["limits"].node(()).actions
    with pytest.raises(ValueError, match="opens='x'"):
        house_rules(opens="x")
    with pytest.raises(ValueError, match="raises"):
        house_rules(raises=(1, 2, 3))
