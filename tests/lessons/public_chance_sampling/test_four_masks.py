"""Four masks, driven without a browser."""

import pytest

from cfrlib.lessons.public_chance_sampling.four_masks import MASKS, draws, mean_and_spread, recorded
from cfrlib.widgets import four_masks


def test_all_means_are_the_exact_value_and_the_spreads_are_not():
    found = {name: mean_and_spread(name) for name in MASKS}
    assert [mean for mean, _ in found.values()] == pytest.approx([-1.6 / 6] * 4)
    assert [spread for _, spread in found.values()] == pytest.approx([0, 0.5249, 0.3771, 0.7888], abs=1e-4)


@pytest.mark.parametrize("name", MASKS)
def test_each_pair_is_carried_with_its_probability_on_average(name):
    """A pair counts W/q in the draws that carry it; W is 1/6 for two different cards."""
    assert sum(q for *_, q in draws(name)) == 1
    for i in range(3):
        for j in range(3):
            carried = [q for mine, theirs, q in draws(name) if i in mine and j in theirs]
            assert not carried or i == j or len(carried) == 1


def test_what_is_recorded_is_what_the_widget_says():
    made = four_masks()
    assert made.words.startswith("PCS draws no private card: q = 1, weight 1/6. It records −0.267")
    made.other_one.value = True
    said = []
    for _ in range(3):
        said.append(made.words.split("It records ")[1].split(" ")[0])
        made.again()
    assert said == ["0.2", "0", "−1"] == [made_of(x) for x in (recorded(*each) for each in draws("OPCS"))]
    assert made.at == 0
    made.own.value = True
    made.press("ArrowRight")
    assert made.words.startswith("CS draws Player 2's J and Player 1's K: q = 1/6, weight 1. It records 0 ")
    assert ">no pair is carried</text>" in made.picture().svg
    made.own.value = False
    assert made.at == 0


def made_of(value):
    return f"{value:g}".replace("-", "−")
