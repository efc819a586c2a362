"""The twelve bars that learn: what they show is what CFR has learned by then, and Play goes from start to end."""

import re

import pytest

import cfrlib
from cfrlib.lessons.start_here.played_tree import WIDEST, WORDS
from cfrlib.widgets import learning

KUHN = cfrlib.games.kuhn()


@pytest.fixture
def bars():
    return learning(20)


def test_each_picture_is_the_average_strategy_of_its_iteration(bars):
    assert bars.times[:5] == [0, 1, 2, 3, 4]
    assert bars.at == len(bars.times) - 1  # what was learned, until somebody plays
    for at, time in list(enumerate(bars.times))[::3]:
        bars.at = at
        cfr = cfrlib.textbook.CFR(KUHN)
        cfr.run(time)
        assert bars.profile == cfr.average_strategy()
        assert bars.errors[at] == pytest.approx(cfrlib.exploitability(KUHN, bars.profile))
        assert f"After {time} iteration" in bars.canvas.svg


def test_play_starts_again_at_the_end_and_pauses_there(bars):
    bars.press(" ")
    assert (bars.at, bars.playing, bars.playing_button.description) == (0, True, "Pause")
    assert bars.canvas.beat > 0
    for at in range(1, len(bars.times)):
        assert bars.canvas.alt == "It plays."  # the pictures are too many to be read aloud
        bars.press("ArrowRight")  # the page does so
        assert bars.at == at
    assert (bars.playing, bars.canvas.beat, bars.canvas.alt) == (False, 0, bars.words)
    bars.press("ArrowLeft")
    bars.press(" ")
    assert (bars.at, bars.playing) == (len(bars.times) - 2, True)  # from where it stands
    bars.press("End")
    assert (bars.at, bars.playing) == (len(bars.times) - 1, False)


def test_edges_are_as_wide_as_they_are_played():
    watched = learning(20, tree=True)
    for at in (0, 3, len(watched.times) - 1):
        watched.at = at
        profile, svg = watched.profile, watched.canvas.svg
        widths = [float(width) for width in re.findall(r'stroke-width="([\d.]+)" stroke-opacity="0.85"', svg)]
        strands = [(card, way) for way in WORDS for card in "KQJ"]
        assert dict(zip(strands, widths, strict=True)) == pytest.approx(
            {(card, way): WIDEST * profile[card, way[:-1]][way[-1]] for card, way in strands}, abs=0.006
        )
        jacks = f"{profile['J', '']['b']:.0%}"
        assert f">{jacks}</text>" in svg
        assert f"bets {jacks} of the Jacks" in watched.says.value
        assert "The same as bars" in watched._chart.svg
    assert watched.picture().svg.count('stroke-opacity="0.85"') == 24


def test_dashed_lines_stand_where_the_bars_end_up():
    profile = cfrlib.Profile.uniform(KUHN)
    plain, marked = (cfrlib.draw.strategy_chart(profile, targets=targets).svg for targets in (None, profile))
    assert "stroke-dasharray" not in plain
    assert marked.count('stroke-dasharray="4 3"') == 12
    with pytest.raises(ValueError, match="targets"):
        cfrlib.draw.strategy_chart(profile, targets={})


def test_a_hand_on_the_slider_stops_it():
    shown = learning(60)
    shown.playing = True
    shown.slider.value += 1  # as it goes forward by itself
    assert shown.playing
    shown.slider.value += 5
    assert not shown.playing
