"""Hold'em before the flop and on it, drawn: numbers against the profile, names, errors, the same bytes again."""

import re
import time

import numpy as np
import pytest

import cfrlib
from cfrlib.cards.ranks import CATEGORIES
from cfrlib.draw import flop_chart, preflop_grid
from cfrlib.draw.parts.colors import contrast
from cfrlib.draw.preflop import FILLS, action_words, decisions, read_range, situation
from cfrlib.game import CHANCE
from cfrlib.games.holdem import holdem
from cfrlib.lessons.holdem_in_two_rounds.flop_chart import HIGH, LEFT, WIDE, bettings, read_board, read_flop

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def full():
    """The uniform profile of the full deck."""
    return cfrlib.CFR(holdem(), dtype="float32").average_strategy()


@pytest.fixture(scope="module", params=[(7, 1), (5, 3)], ids=str)
def solved(request):
    solver = cfrlib.CFR.discounted(holdem(raises=(2, 2), deck=request.param))
    solver.run(20)
    return solver.average_strategy()


def areas(svg, action):
    """Return the area of all boxes that a picture fills for an action."""
    fill = re.escape(FILLS[action])
    found = re.findall(rf'<path d="([^"]*)" fill="{fill}"', svg)
    boxes = re.findall(r"h([\d.]+)v([\d.]+)h", "".join(found))
    return sum(float(wide) * float(high) for wide, high in boxes)


# -- before the flop -----------------------------------------------------------------


def test_the_square_of_the_full_deck(full):
    found = read_range(full)
    assert found.hands.sum() == 1326
    square = found.square
    assert len(square.at) == len(square.names) == 169
    at = {place: square.names[c] for place, c in square.at.items()}
    assert [at[0, 0], at[0, 1], at[1, 0], at[12, 12], at[12, 7], at[5, 4]] == ["AA", "AKs", "AKo", "22", "72o", "T9o"]
    counts = {"pair": 6, "s": 4, "o": 12}
    assert all(n == counts.get(name[2:], 6) for name, n in zip(square.names, found.hands, strict=True))
    drawn = preflop_grid(full)
    assert drawn.text == (
        "Before the flop: Player 1, small blind, opens. Of 1,326 hands, 33.3 % raise, 33.3 % call, 33.3 % fold."
    )
    assert drawn.svg.count('class="node"') == 169
    assert "<title>A7s: raise 0.333, call 0.333, fold 0.333</title>" in drawn.svg


def test_a_frame_of_the_full_deck_is_quick(full):
    """A view draws four frames a second; one takes 15 ms on an idle machine."""
    times = []
    for _ in range(5):
        began = time.process_time()  # whatever else this machine does
        preflop_grid(full, standalone=False)
        times.append(time.process_time() - began)
    assert min(times) < 0.1


def test_shares_are_those_of_all_hands_one_by_one(solved):
    game = solved.game
    for after in decisions(game):
        found = read_range(solved, after)
        rows = [solved[hand, after] for hand in game.outcomes(0)]
        for action, share in found.shares().items():
            assert share == pytest.approx(np.mean([row[action] for row in rows]))
        assert found.hands.sum() == len(rows)
        assert sum(found.shares().values()) == pytest.approx(1)


def test_cells_are_split_by_the_probabilities(solved):
    ranks = solved.game.deck.ranks
    cell = min(72.0, 624 / ranks) * min(48.0, 442 / ranks)
    for after in decisions(solved.game):
        found, drawn = read_range(solved, after), preflop_grid(solved, after)
        for action, p in found.strategy.items():
            assert areas(drawn.svg, action) / cell == pytest.approx(p.sum(), abs=0.01 * len(p))


def test_with_one_suit_there_are_no_pairs_and_no_offsuit_hands():
    profile = cfrlib.CFR(holdem(deck=(7, 1))).average_strategy()
    square = read_range(profile).square
    assert all(row < column for row, column in square.places)
    assert len(square.places) == 21
    assert all(name.endswith("s") for name in square.names)
    drawn = preflop_grid(profile).svg
    assert drawn.count('class="node"') == 21
    assert "offsuit" not in drawn


def test_actions_are_called_what_they_are_there():
    game = holdem(raises=(3, 4), deck=(4, 2))
    assert action_words(game, ()) == {"r": "raise", "c": "call", "f": "fold"}
    assert action_words(game, ("c",)) == {"r": "raise", "c": "check"}
    assert action_words(game, ("c", "c", CHANCE)) == {"r": "bet", "c": "check"}
    assert action_words(game, ("c", "c", CHANCE, "c", "r")) == {"r": "raise", "c": "call", "f": "fold"}
    assert situation(game, ()) == "Player 1, small blind, opens"
    assert situation(game, ("c",)) == "Player 2, big blind, after a call"
    assert situation(game, ("c", "r", "r")) == "Player 2, big blind, after a call, a raise and a raise"
    assert situation(game, ("c", "c", CHANCE)) == "Player 2, big blind, opens"
    assert situation(game, ("r", "c", CHANCE, "c", "r")) == "Player 2, big blind, after a check and a bet"
    assert decisions(game)[:3] == ("", "c", "r")


def test_a_decision_with_one_action_is_drawn():
    profile = cfrlib.CFR(holdem(raises=(0, 0), deck=(4, 2))).average_strategy()
    assert preflop_grid(profile, "c").text.endswith("Of 28 hands, 100 % check.")
    assert flop_chart(profile, "JcQcKc", "cc").text.count("100 % check") == 1


def test_looks(full, tmp_path, monkeypatch):
    page, own = preflop_grid(full, standalone=False, chosen="77").svg, preflop_grid(full, title="Uniform").svg
    assert 'fill="#FFFFFF"/>' not in page  # no background of its own
    assert "var(--jp-layout-color0" in page
    assert ">Uniform</text>" in own
    assert own == preflop_grid(full, title="Uniform").svg
    assert page.count('stroke-width="3.4"') == 1
    assert all(contrast(fill, "#000000") > 4.5 for fill in FILLS.values())  # of the names in the cells
    pale = list(FILLS.values())
    assert all(contrast(one, other) > 1.6 for one, other in zip(pale, pale[1:], strict=False))  # without color, too
    monkeypatch.chdir(tmp_path)
    assert (preflop_grid(full, name="grid").svg) == (tmp_path / "figures" / "grid.svg").read_text(encoding="utf-8")


def test_buckets_are_refused():
    with pytest.raises(ValueError, match="profile=.*two-round hold'em without buckets"):
        preflop_grid(cfrlib.CFR(cfrlib.games.holdem((1, 1), (4, 2), buckets=(2, 3))).average_strategy())


# -- on the flop ---------------------------------------------------------------------


def test_the_flop_against_the_profile(solved):
    game = solved.game
    starts, decided = bettings(game)
    shown = game.deck.label(game.deck.flops[3])
    clear = [h for h in game.outcomes(0) if not set(game.deck.parse(h, 2)) & set(game.deck.parse(shown, 3))]
    for before in starts:
        for after in decided:
            found = read_flop(solved, shown, before, after)
            rows = [solved[hand, f"{before}/{shown}:{after}"] for hand in clear]
            assert found.hands.sum() == len(rows)
            for action, share in found.shares().items():
                assert share == pytest.approx(np.mean([row[action] for row in rows]))
                drawn = areas(flop_chart(solved, shown, before, after).svg, action) / (WIDE * HIGH)
                assert drawn == pytest.approx(share, abs=0.01)


def test_hands_on_a_flop_of_the_full_deck(full):
    found = read_flop(full, "2c7d9h", "cc")
    assert found.hands.sum() == 1176  # 49 cards are left
    assert (np.diff(found.kinds) >= 0).all()
    made = {CATEGORIES[k]: int(found.hands[found.kinds == k].sum()) for k in np.unique(found.kinds)}
    # 3 pairs of the flop's ranks, of 3 x 3 hands each; 3 sets of 3 hands each
    assert made == {"high card": 720, "pair": 420, "two pair": 27, "three of a kind": 9}
    assert found.examples[0] == "4c3c"
    assert set(found.examples[-1][::2]) == {"9"}
    text = flop_chart(full, "2c7d9h", "cc").text
    assert "Player 2, big blind, opens. Of 1,176 hands, 50 % bet, 50 % check." in text
    assert text.endswith("720 high card, 420 pair, 27 two pair, 9 three of a kind.")


@pytest.mark.parametrize("board, kinds", [
    ("9sTsJs", ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "straight flush"]),
    ("4dAhAs", ["pair", "two pair", "three of a kind", "full house", "four of a kind"]),
])  # fmt: skip
def test_every_kind_has_a_name_that_no_other_touches(full, board, kinds):
    drawn = flop_chart(full, board, "rc", "c").svg
    label = rf'<text x="([\d.]+)" y="([\d.]+)"[^>]*>({"|".join(CATEGORIES)}) [\d.]+ %</text>'
    names = re.findall(label, drawn)
    assert [name for *_, name in names] == kinds
    assert all(LEFT <= float(x) <= LEFT + WIDE for x, _, _ in names)
    lines = {}
    for x, y, _ in names:
        lines.setdefault(y, []).append(float(x))
    assert all(b - a > 80 for xs in lines.values() for a, b in zip(xs, xs[1:], strict=False))


def test_any_spelling_of_a_board(full):
    drawn = flop_chart(full, "2c7d9h", "cc")
    assert drawn.text.startswith("On the flop 2c7d9h: before the flop: a call, a check. Player 2")
    for board in ("9h2c7d", "7D 9H 2C", " 2c, 7d, 9h "):
        assert flop_chart(full, board, "cc") == drawn
    assert read_board(full.game.deck, "tS AD 9h") == read_board(full.game.deck, "9hTsAd")
