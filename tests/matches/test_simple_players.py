"""Simple players: what each does at every information set, what they win from one another, and all against all."""

from itertools import combinations

import numpy as np
import pytest
from every_deal import buckets_of, deals_of

from cfrlib import Profile, cross_table, match
from cfrlib.game import CHANCE, Decision
from cfrlib.games import holdem, texas
from cfrlib.matches import BASELINES, baseline

pytestmark = pytest.mark.slow

REAL, BUCKETS = holdem(deck=(4, 2)), holdem((2, 3), (4, 2), buckets=2)
TEXAS = texas(2, raises=(1, 2, 0, 1), deck=(3, 3))
games = pytest.mark.parametrize("game", [REAL, BUCKETS, TEXAS], ids=["real", "buckets", "texas"])
WANTED = {"fold": "f", "call": "c", "raise": "r"}


def decisions(game):
    """Yield (actions, legal actions) of every decision."""
    for actions, node in game.action_sequences():
        if isinstance(node, Decision):
            yield actions, node.actions


@games
@pytest.mark.parametrize("name", BASELINES)
def test_actions_are_legal_and_as_stated_at_every_information_set(game, name):
    """Who would fold checks where he may, who would raise calls where he may not."""
    profile, legal = baseline(game, name), {"".join(actions): names for actions, names in decisions(game)}
    for (_, public), strategy in profile.items():
        assert tuple(strategy) == legal[public]
        assert sum(strategy.values()) == pytest.approx(1, abs=1e-12)
        assert min(strategy.values()) >= 0
        if name == "uniform":
            assert list(strategy.values()) == [1 / len(strategy)] * len(strategy), public
        elif name in WANTED:
            assert strategy[WANTED[name] if WANTED[name] in strategy else "c"] == 1, public
    assert {public for _, public in profile} == set(legal)


@pytest.mark.parametrize("game", [REAL, TEXAS], ids=["real", "texas"])
def test_the_rule_goes_by_tenths_of_all_hands(game):
    """E[HS^2] counted over every deal; hands are looked up by their cards, at every decision of 40 deals."""
    profile, deals, names = baseline(game, "rule"), deals_of(game), game.deck.names
    some = np.random.default_rng(0).choice(len(deals.hands), 40, replace=False)
    done, tenths = set(), []
    for (values, _), alike in zip(deals.values, deals.alike, strict=True):
        tenths.append(1 + np.repeat(buckets_of(values, 10), alike))
    for deal in some:
        board = deals.boards[deal].tolist()
        public = game.deck.label(board[:3]), *(names[card] for card in board[3:])
        for actions, legal in decisions(game):
            street = actions.count(CHANCE)
            tenth, bet = tenths[street][deal], "f" in legal
            action = "f" if bet and tenth <= 4 else "r" if tenth >= (9 if bet else 8) else "c"
            action = action if action in legal else "c"
            key = game.outcomes(0)[deals.hands[deal]], game.public_string(actions, public[:street])
            assert profile[key][action] == 1, (key, tenth)
            done.add((street, bet, action))
    streets = range(len(game.shows) + 1)
    assert {(k, bet) for k, bet, _ in done} == {(k, bet) for k in streets for bet in (True, False)} - {
        (k, True) for k in streets if k and not game.raises[k]
    }
    assert {action for *_, action in done} == set("fcr")


# -- what they win ---------------------------------------------------------------------------


@games
@pytest.mark.parametrize("other", ["call", "raise"])
def test_who_always_folds_loses_750(game, other):
    """His blind: 500 as player 0, and 1000 as player 1, even where he could check."""
    p, q = baseline(game, "fold"), baseline(game, other)
    found = match(game, p, q, hands=10_000)
    assert (found.mean, found.deviation, found.half_width) == (-750, 0, 0)
    back = match(game, q, p, hands=500)
    assert (back.mean, back.deviation) == (750, 0)
    plain = match(game, p, q, hands=500, duplicate=False)
    assert plain.mean == -750
    for played in (found, plain):
        assert (played.won == [[-500], [-1000]]).all()
    himself = match(game, p, p, hands=500)
    assert (himself.won == [[-500], [500]]).all()


def test_who_gives_up_still_does_so_when_loaded(tmp_path):
    game = REAL
    baseline(game, "fold").save(tmp_path / "fold")
    baseline(game, "call").save(tmp_path / "call")
    fold, call = (Profile.load(tmp_path / name) for name in ("fold", "call"))
    assert match(game, fold, call, hands=500).mean == -750
    assert not call.gives_up


# -- all against all -------------------------------------------------------------------------


def test_a_cross_table_has_all_pairs(capsys):
    players = {name: baseline(REAL, name) for name in ("rule", "raise", "fold", "uniform")}
    names = list(players)
    means, widths = cross_table(REAL, players, hands=600, seed=4)
    for table in (means, widths):
        assert list(table.index) == list(table.columns) == names
        assert (np.diag(table) == 0).all()
    np.testing.assert_array_equal(means, -means.T)
    np.testing.assert_array_equal(widths, widths.T)
    for a, b in combinations(names, 2):
        found = match(REAL, players[a], players[b], hands=600, seed=4)
        assert (means.loc[a, b], widths.loc[a, b]) == (found.mean, found.half_width)
    assert means.loc["fold", "raise"] == -750
    assert capsys.readouterr().err == ""
    shown = cross_table(REAL, players, hands=600, seed=4, progress=True)
    assert "6/6" in capsys.readouterr().err
    assert shown[0].equals(means)
    assert shown[1].equals(widths)
