"""Profiles: found under any spelling, checked when made."""

import math
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import games as random_games
from random_games import random_profile

import cfrlib
from cfrlib import profile as strategy
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, matrix
from cfrlib.profile import Profile
from cfrlib.tree import unroll

fast = settings(deadline=None, derandomize=True, max_examples=20)


def test_lookups_of_the_contract():
    p = Profile.uniform(kuhn())
    assert p["Q", "pb"] == {"p": 0.5, "b": 0.5}
    assert Profile.uniform(leduc())["Qs", "rc/Ks:r"] == dict.fromkeys("fcr", 1 / 3)
    assert Profile.uniform(bluff(faces=5))["*", "1-3 2-4"] == dict.fromkeys(["2-*", "call"], 0.5)
    assert repr(p) == "<Profile of kuhn(cards=3, ante=1, bet=1): 12 information sets>"
    assert len(p) == 12
    assert ("Q", "pb") in p
    assert ("Q", "bb") not in p
    assert "Q" not in p
    assert 3 not in p


def test_any_suit_is_accepted_where_suits_do_not_matter():
    # Whoever thinks of a real card finds the row of its rank, on the hand and on the board.
    p = random_profile(leduc(suits_matter=False), 0)
    assert p["Qs", "rc/Kh:r"] == p["Q", "rc/K:r"] == p["Qd", "rc/Ks:r"]
    assert p["Qs", ""] == p["Q", ""]
    assert ("Qh", "cc/Qs:") in p
    assert random_profile(leduc_no_limit(stack=4), 0)["Qh", "0 2 2/Ks:0"] is not None
    with pytest.raises(KeyError, match="keys look like"):  # they are not dropped where they matter
        Profile.uniform(leduc())["Q", ""]


@pytest.mark.parametrize(
    "key", ["Q", ("Q",), ("Q", "pb", ""), ("X", ""), ("Q", "x"), (1, 2), None, 3, ("Qs", "rc/Xs:r")]
)
def test_an_unknown_key_says_what_keys_look_like(key):
    for game in (kuhn(), leduc(suits_matter=False)):
        p = Profile.uniform(game)
        with pytest.raises(KeyError, match=r"key=.*keys look like \('J', ''\)"):
            p[key]
        assert key not in p


def test_items_come_in_a_stable_order():
    # The order of the tree: tables, files and pictures rely on it.
    p, tree = Profile.uniform(kuhn()), unroll(kuhn())
    assert [key for key, _ in p.items()] == list(p) == [i.key for i in tree.infosets]
    assert list(Profile.uniform(kuhn())) == list(p)
    assert all(list(row) == ["p", "b"] for _, row in p.items())


def test_a_profile_is_a_snapshot():
    flat = np.full(24, 0.5)
    p = Profile.from_flat(unroll(kuhn()), flat)
    flat[:] = 7
    assert p["J", ""] == {"p": 0.5, "b": 0.5}
    with pytest.raises(ValueError, match="read-only"):
        p.probabilities[0] = 1
    p["J", ""]["p"] = 9  # what was handed out is the reader's own
    assert p["J", ""]["p"] == 0.5
    copy = p.copy()
    assert copy == p
    assert copy is not p
    assert not np.shares_memory(copy.probabilities, p.probabilities)


def test_profiles_are_equal_if_they_play_the_same():
    assert Profile.uniform(kuhn()) == Profile.uniform(kuhn())
    assert Profile.uniform(kuhn()) != random_profile(kuhn(), 1)
    assert Profile.uniform(kuhn()) != Profile.uniform(kuhn(cards=4))
    assert Profile.uniform(kuhn()) != {}
    for game in (leduc(ranks=2), bluff(faces=3), holdem((0, 1), (7, 1)), holdem((0, 1), (7, 1), 2)):
        solver = cfrlib.CFR(game)
        solver.run(2)
        p = solver.average_strategy()
        keys = list(p)[::-1]
        turned = [{action: p[key][action] for action in reversed(p[key])} for key in keys]
        for other in (
            Profile.from_dict(game, dict(p)),
            Profile(keys, [0] * len(keys), list(map(list, turned)), [x for row in turned for x in row.values()]),
        ):
            assert p == other
            assert other == p
            key = next(key for key in keys if len(p[key]) > 1)
            assert p != other.replace({key: {list(p[key])[0]: 1.0}})


def test_table_has_a_row_for_each_information_set(monkeypatch):
    p = Profile.uniform(kuhn()).replace({("Q", "pb"): {"p": 1 / 3, "b": 2 / 3}})
    table = p.table(digits=2)
    assert table.shape == (12, 2)
    assert table.index.names == ["player", "private", "public"]
    assert table.loc[1, "Q", "pb"].tolist() == [0.33, 0.67]
    assert table.loc[2, "K", "b"].tolist() == [0.5, 0.5]
    assert p.table().loc[1, "Q", "pb"]["p"] == 1 / 3
    monkeypatch.setattr(strategy, "MAX_TABLE_ROWS", 11)
    with pytest.raises(ValueError, match=r"table: 12 rows.*items\(\)"):
        p.table()


def test_table_leaves_illegal_actions_empty():
    # Leduc, because folding to nothing is not legal.
    table = Profile.uniform(leduc(suits_matter=False)).table()
    assert set(table.columns) == {"f", "c", "r"}
    assert math.isnan(table.loc[1, "Q", ""]["f"])
    assert (table.sum(axis=1) - 1).abs().max() < 1e-12
    assert isinstance(table.index, pd.MultiIndex)


@fast
@given(random_games(), st.integers(0, 2**32 - 1))
def test_written_down_and_read_again(game, seed):
    p = random_profile(game, seed)
    assert Profile.from_dict(game, dict(p.items())) == p
    assert p.replace(dict(p.items())) == p
    assert all(sum(row.values()) == pytest.approx(1, abs=1e-12) for row in p.values())


def test_actions_left_out_have_probability_0():
    rps = matrix([[0, 1], [1, 0]])
    p = Profile.from_dict(rps, {("Player 1", ""): {"1": 1}, ("Player 2", ""): {"2": 1}})
    assert p["Player 1", ""] == {"1": 1, "2": 0}
    assert p.replace({("Player 1", ""): {"2": 1}})["Player 1", ""] == {"1": 0, "2": 1}


def test_from_dict_takes_other_spellings():
    game = leduc(suits_matter=False)
    written = {(key[0] + "s", key[1]): row for key, row in Profile.uniform(game).items()}
    assert Profile.from_dict(game, written) == Profile.uniform(game)
    changed = Profile.uniform(game).replace({("Qs", "rc/Kh:"): {"c": 1}})
    assert changed["Q", "rc/K:"] == {"c": 1, "r": 0}


WRONG = [
    ({"p": 0.5, "b": 0.6}, "sum to 1.1"), ({"p": 0.5}, "sum to 0.5"), ({}, "sum to 0"),
    ({"p": 0.3333, "b": 0.6666}, "sum to 0.9999"), ({"p": -0.5, "b": 1.5}, "must be >= 0"),
    ({"p": math.nan, "b": 0.5}, "sum to nan"), ({"p": math.inf, "b": 0.5}, "sum to inf"),
    ({"p": math.inf, "b": -math.inf}, "sum to nan"), ({"p": 0.5, "call": 0.5}, "the actions are .* not 'call'"),
]  # fmt: skip


@pytest.mark.parametrize("row, why", WRONG)
def test_wrong_probabilities_are_refused(row, why):
    # The message names the information set, so that the student knows which line to look at.
    for make in (cfrlib.Profile.replace, lambda p, rows: Profile.from_dict(kuhn(), {**p, **rows})):
        with pytest.raises(ValueError, match=rf"\('Q', 'pb'\).*{why}"):
            make(Profile.uniform(kuhn()), {("Q", "pb"): row})


def test_every_information_set_is_named_once():
    game = leduc(suits_matter=False)
    written = {**Profile.uniform(game), ("Qs", ""): {"c": 1}}  # which of the two would count is nobody's guess
    with pytest.raises(ValueError, match=r"^probabilities: .*\('Q', ''\).*twice"):
        Profile.from_dict(game, written)
    del written["Qs", ""], written["K", "rr"]
    with pytest.raises(ValueError, match=r"^probabilities: information set \('K', 'rr'\) is missing"):
        Profile.from_dict(game, written)


@pytest.mark.parametrize("key", [("X", ""), ("Q", "bb"), "Q", 7, ("Q",)])
def test_an_unknown_information_set_is_named(key):
    for game in (kuhn(), leduc(suits_matter=False)):
        written = {**Profile.uniform(game), key: {"p": 1}}
        with pytest.raises(ValueError, match=rf"^probabilities: {re.escape(repr(key))} is no information set of"):
            Profile.from_dict(game, written)
    with pytest.raises(KeyError, match="^.key="):
        Profile.uniform(kuhn()).replace({key: {"p": 1}})


def test_rounded_probabilities_are_divided_by_their_sum():
    # Single precision and seven written digits are good enough; what is stored is a strategy.
    third = Profile.uniform(kuhn()).replace({("Q", "pb"): {"p": 0.3333333, "b": 0.6666666}})["Q", "pb"]
    assert sum(third.values()) == pytest.approx(1, abs=1e-15)
    assert third["p"] == pytest.approx(1 / 3, abs=1e-7)


def overriding(*names, base=Profile):
    """Return a subclass that says something of its own under these names."""
    return type("Mine", (base,), {"__module__": __name__, **dict.fromkeys(names, lambda *arguments: None)})


class Loud:
    """What gives to a class that it is mixed into."""

    def __getitem__(self, key):
        return {"p": 1.0}


@pytest.mark.parametrize(
    "name", ["__getitem__", "__iter__", "items", "values", "get", "copy", "snapshot", "probabilities"]
)
@pytest.mark.parametrize("base", [Profile, cfrlib.Resolving])
def test_no_subclass_says_what_is_played(name, base):
    with pytest.raises(TypeError, match=rf"Mine\.{name}: .*from_dict\(game, .*replace"):
        overriding(name, base=base)


def test_a_subclass_may_have_more():
    with pytest.raises(TypeError, match="__getitem__"):
        type("Mixed", (Loud, Profile), {"__module__": __name__})
    plain = overriding("bluffs", "__repr__")
    p = plain.from_dict(kuhn(), Profile.uniform(kuhn()))
    assert isinstance(p, plain)
    assert cfrlib.exploitability(kuhn(), p) == cfrlib.exploitability(kuhn(), Profile.uniform(kuhn()))
