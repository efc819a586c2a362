"""Spots as JSON: what is written is what tables say, and what is read back is the same, to the last bit."""

import json

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from random_games import random_profile

import cfrlib
from cfrlib.games import spot

SPOT = spot("2c2d7h8s9s", ("AcAd:0.5, 4h3h, TT", "KdKc, 55"), pot=2, stack=3, bets=[0.5, 1], raises=["all-in"])
RANGES = ["AhAd,KdQd:0.3,JcTc", "KsKc,AsJs:0.7,JsTh", "random", "9d9s,KdQs@25,JJ", "AhKd,QhQs,[5]JJ[/5]"]
SIZES = [[], [0.5], [1 / 3, "all-in"], [0.7, "125%"], ([0.5], ["60%"])]


@st.composite
def spots(draw):
    """A spot of a small deck, on the river mostly."""
    board = draw(st.sampled_from(["ThJdQhKcAd", "9hTsQd9cKh", "ThJdQhKc"]))
    ranges = [draw(st.sampled_from(RANGES if len(board) == 10 else RANGES[:2])) for _ in (0, 1)]
    raises = draw(st.sampled_from([[], [2.5], ([], ["50%"]), {"river": [3, "all-in"]}])) if len(board) == 10 else []
    pot, stack = draw(st.floats(0.1, 900)), draw(st.floats(0.1, 900))
    bets, all_in_from = draw(st.sampled_from(SIZES)), draw(st.sampled_from([1, 0.8]))
    try:
        return spot(board, ranges, pot, stack, bets, raises, all_in_from, (6, 4))
    except ValueError:  # no hand of one can meet a hand of the other
        reject()


@settings(deadline=None, derandomize=True, max_examples=12)
@given(spots(), st.integers(0, 99))
def test_a_spot_comes_back_with_the_same_numbers(game, seed):
    profile = random_profile(game, seed)
    written = cfrlib.spot_to_json(profile)
    again = cfrlib.spot_from_json(written)
    assert again.game == game
    assert repr(again.game) == repr(game)
    assert again == profile
    assert {key: again[key] for key in again} == {key: profile[key] for key in profile}
    assert cfrlib.expected_value(again.game, again) == cfrlib.expected_value(game, profile)
    assert cfrlib.best_response_values(again.game, again) == cfrlib.best_response_values(game, profile)
    assert cfrlib.spot_to_json(again) == written


@settings(deadline=None, derandomize=True, max_examples=6)
@given(spots(), st.integers(0, 99))
def test_every_decision_is_as_its_table_has_it(game, seed):
    profile = random_profile(game, seed)
    read = json.loads(cfrlib.spot_to_json(profile))
    assert read["worth"] == [game.worth(cfrlib.expected_value(game, profile), player).chips for player in (0, 1)]
    assert sum(read["worth"]) == pytest.approx(game.pot)
    for node in read["nodes"][:: max(1, len(read["nodes"]) // 8)]:
        actions, _ = game.state(node["after"])
        assert (node["player"], tuple(node["actions"])) == game.node(actions)
        assert tuple(node["bets"]) == game.bets_after(actions)
        met = {hand: part for hand, part in node["hands"].items() if part["weight"] > 0 and part["values"] is not None}
        if not met:
            continue
        table = cfrlib.spot_table(profile, node["after"])
        assert set(table["hand"]) == set(met)
        for hand, rows in table.groupby("hand"):
            part = met[hand]
            assert part["strategy"] == rows["probability"].tolist()
            assert part["weight"] == pytest.approx(rows["weight"].iloc[0])
            assert part["values"] == pytest.approx(rows["value"].tolist(), rel=1e-12)


def test_a_hand_that_is_never_met_has_no_values():
    game = spot("2c2d7h8s9s", ("AcAd, 4h3h", "KcKd"), pot=1, stack=1, bets=[1], raises=[])
    checks = cfrlib.Profile.uniform(game).replace({(hand, ""): {"c": 1} for hand in game.outcomes(0)})
    nodes = {node["after"]: node for node in json.loads(cfrlib.spot_to_json(checks))["nodes"]}
    assert nodes["b1"]["hands"] == {"KdKc": {"weight": 1.0, "strategy": [0.5, 0.5], "values": None}}
    assert nodes[""]["hands"]["4h3h"]["values"] == [-0.25, 0.0]


def test_from_a_file(tmp_path):
    profile, path = random_profile(SPOT, 1), tmp_path / "spot.json"
    path.write_text(cfrlib.spot_to_json(profile), encoding="utf-8")
    assert cfrlib.spot_from_json(path) == cfrlib.spot_from_json(str(path)) == profile


def changed(change):
    read = json.loads(cfrlib.spot_to_json(cfrlib.Profile.uniform(SPOT)))
    change(read)
    return json.dumps(read)


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda read: read.update(format="spot 2"), "its format is 'spot 2'"),
        (lambda read: read.pop("nodes"), "nodes"),
        (lambda read: read["nodes"].pop(), "its spot has actions .*, the file"),
        (lambda read: read["nodes"][0]["hands"].popitem(), "at .*AdAc.*, the file"),
        (lambda read: read["nodes"][0]["actions"].reverse(), "its spot has actions .'c', 'b1', 'b2'., the file .*'b2'"),
        (lambda read: read["nodes"].append({**read["nodes"][0], "after": "x"}), "no information set .*'x'"),
        (lambda read: read["nodes"][0]["hands"]["4h3h"].update(strategy=[0.5, 0.5]), "its spot has actions"),
        (lambda read: read["nodes"][0]["hands"]["4h3h"].update(strategy=[0.5, 0.5, 0.5]), "sum to 1.5"),
        (lambda read: read["nodes"][0]["hands"]["4h3h"].update(strategy=[1, 0, "0"]), "probabilities="),
        (lambda read: read["spot"].update(pot=-1), "pot=-1: it takes"),
        (lambda read: read["spot"].update(ante=1), "ante"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(change, message):
    with pytest.raises(ValueError, match=f"^text_or_path=.*: this is no 'cfrlib spot 1': .*{message}"):
        cfrlib.spot_from_json(changed(change))


@pytest.mark.parametrize("wrong", ["{", "nowhere.json", "[]", "{}", '{"format": NaN}'])
def test_what_is_no_such_text(wrong):
    with pytest.raises(ValueError, match="^text_or_path="):
        cfrlib.spot_from_json(wrong)


def test_a_short_text_asks_for_no_endless_tree():
    """Raises by one percent, of a stack that is a million pots, have more nodes than any computer."""
    read = json.loads(cfrlib.spot_to_json(cfrlib.Profile.uniform(SPOT)))
    read["spot"] |= {"stack": 2e6, "raises": ["1%", "2%", "3%"]}
    with pytest.raises(ValueError, match="its spot has actions"):
        cfrlib.spot_from_json(json.dumps(read))


def test_only_spots_of_the_package_are_written():
    class Mine(spot):
        def payoff(self, actions, public):
            return 0.0

    with pytest.raises(
        ValueError, match="^profile=.*Mine.*: it takes a profile of a spot as it stands in cfrlib.games"
    ):
        cfrlib.spot_to_json(cfrlib.Profile.uniform(Mine(**SPOT.parameters)))
    with pytest.raises(ValueError, match="^profile=.*: it takes a profile of a spot"):
        cfrlib.spot_to_json(cfrlib.Profile.uniform(cfrlib.games.kuhn()))
