"""Spots on the square of hands: shares against all deals one by one, heights, tips, errors."""

import re

import numpy as np
import pytest

import cfrlib
from cfrlib.draw import range_grid, spot_grid
from cfrlib.draw.parts.colors import contrast
from cfrlib.draw.spots import SIZES

GAME = cfrlib.games.spot("Td9d6hQc2s", ("TT+,AKs,AQ:0.5", "KJs,JJ,AhKh:0.25"), pot=20, stack=90, bets=(0.5, "all-in"))


@pytest.fixture(scope="module")
def profile():
    solver = cfrlib.CFR.discounted(GAME)
    solver.run(50)
    return solver.average_strategy()


def shares(profile, after, river=()):
    """Return {action: share} of all deals that come to a decision, each by its weight and what is played."""
    game, actions, total = profile.game, tuple(after.split()), {}
    for deal in np.argwhere(game.weights(river) > 0):
        p = game.weights(river)[tuple(deal)]
        played = [{}]
        for k in range(len(actions) + 1):
            if k == len(actions) or actions[k] != "/":
                player = game.node(actions[:k]).player
                hand = game.outcomes(player)[deal[player]]
                played.append(profile[hand, game.public_string(actions[:k], river[: actions[:k].count("/")])])
                p *= 1 if k == len(actions) else played[-1][actions[k]]
        for action, q in played[-1].items():
            total[action] = total.get(action, 0) + p * q
    return {action: part / sum(total.values()) for action, part in total.items()}


@pytest.mark.parametrize("after", ["", "c", "b10", "c b10", "c b90", "b10 r25"])
def test_shares_are_those_of_all_deals(profile, after):
    drawn, expected = spot_grid(profile, after), shares(profile, after)
    said = [float(part) for part in re.findall(r"([\d.]+) %", drawn.text)]
    assert said == pytest.approx([100 * share for share in expected.values()], abs=0.051)


@pytest.mark.parametrize(
    "after, line, river",
    [("", "", ()), ("c b10", "c b10", ()), ("c c/Kd:b10", "c c / b10", ("Kd",)), ("b10 c/Tc:", "b10 c /", ("Tc",))],
)  # fmt: skip
def test_on_the_turn_and_after_a_river_card(after, line, river):
    ranges = "AhAd,KdQd,JcTc,AdTd", "KdKh,AhJh:0.5,JhTd"
    game = cfrlib.games.spot("ThJdQhKc", ranges, pot=20, stack=90, bets=[0.5], raises=[], deck=(5, 3))
    solver = cfrlib.CFR.discounted(game)
    solver.run(5)
    profile = solver.average_strategy()
    drawn, expected = spot_grid(profile, after), shares(profile, line, river)
    said = [float(part) for part in re.findall(r"([\d.]+) %", drawn.text)]
    assert said == pytest.approx([100 * share for share in expected.values()], abs=0.051)
    assert drawn.text.startswith("Turn spot: Player ")
    assert (f"river {river[0]}" if river else "board Th Jd Qh Kc") in drawn.text
    with pytest.raises(ValueError, match="after='c c/Th:': it takes one of '', 'b10', "):
        spot_grid(profile, "c c/Th:")  # a card of the board


def test_words(profile):
    assert spot_grid(profile, "c b10").text.startswith(
        "River spot: Player 1, out of position, board Td 9d 6h Qc 2s, after check, bet 10: "
    )
    assert re.search(r"fold, .* call, .* raise to 25, .* raise to 90, all-in\.$", spot_grid(profile, "c b10").text)
    assert range_grid(GAME, 1).text == "Range: Player 2, in position, board Td 9d 6h Qc 2s: 11 of 1,081 hands."


def heights(svg):
    """Return the heights of all that is filled for an action."""
    boxes = re.findall(r"h[\d.]+v([\d.]+)h", svg.partition('height="100%"')[2])
    return sorted({float(h) for h in boxes} - {16.0})  # that of the legend


def test_a_cell_is_filled_as_high_as_its_class_is_held():
    """A cell is 34 high; of kings and jacks of a suit three are left of three, of AKs one of four, at a quarter."""
    assert heights(range_grid(GAME, 1).svg) == [pytest.approx(34 / 16, abs=0.01), 34]
    assert heights(range_grid(GAME, 0).svg) == [17, 34]


def test_after_a_bet_what_did_not_bet_is_gone():
    game = cfrlib.games.spot("2c2d7h8s9s", ("AcAd, 4h3h", "KcKd"), pot=1, stack=1, bets=[1], raises=[])
    exact = cfrlib.equilibrium(game)[1]
    assert "100 % call" not in spot_grid(exact, "b1").text
    always = exact.replace({(hand, ""): {"c": 1.0, "b1": 0.0} for hand in game.outcomes(0)})
    with pytest.raises(ValueError, match="after='b1': with this profile the betting never comes there"):
        spot_grid(always, "b1")


def test_a_tip_has_every_hand(profile):
    drawn = spot_grid(profile, "c").svg
    assert "<title>72o: not held</title>" in drawn
    assert re.search(
        r"<title>JJ: check [\d.]+, bet 10 [\d.]+, bet 90, all-in [\d.]+; (J.J. [\d. ]+,? ?){6}</title>", drawn
    )
    assert drawn.count('class="node"') == 169


def slopes(lines):
    """Return the directions of the lines of a path, a number each."""
    ends = np.array(re.findall(r"M([-\d.]+),([-\d.]+)L([-\d.]+),([-\d.]+)", lines), dtype=float).reshape(-1, 4)
    return frozenset(np.arctan2(ends[:, 3] - ends[:, 1], ends[:, 2] - ends[:, 0]).round(1).tolist())


def test_text_is_readable_on_every_fill():
    assert all(contrast(fill, "#000000") > 4.5 for fill in SIZES)


def test_many_sizes_of_a_small_deck_look_different():
    bets = [size / 10 for size in range(1, 9)]
    game = cfrlib.games.spot("TcJdQhKcAd", ("random", "random"), 10, 90, bets=bets, raises=[], deck=(5, 3))
    drawn = spot_grid(cfrlib.CFR(game).average_strategy()).svg
    hatched = r'(?:<path d="([^"]*L[^"]*)"[^>]*?( stroke-dash[^>]*)?/>)?'
    swatches = re.findall(r'<path d="M[^"]*,-8h16v16h-16z" fill="(#\w+)"/>' + hatched, drawn)
    looks = {(color, slopes(lines), dashes) for color, lines, dashes in swatches if color in SIZES}
    assert len(looks) == 9  # a check has the color of one of them


def test_only_spots_have_ranges():
    with pytest.raises(TypeError, match="game=.* it takes a spot"):
        range_grid(cfrlib.games.kuhn())
