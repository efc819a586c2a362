"""The words of each game."""

import re

import numpy as np
import pytest
from random_games import RandomGame
from sessions import CHAIN, FLOP, KUHN, LEDUC, every_game

from cfrlib.game import CHANCE, Decision, Terminal
from cfrlib.games import bluff, holdem, kuhn, leduc_no_limit, spot
from cfrlib.games.at_table import table_of
from cfrlib.playing import table
from cfrlib.playing.record import Round
from cfrlib.playing.table import happened

RAISED = holdem((2, 2), (4, 2))

pytestmark = pytest.mark.slow

# -- words -----------------------------------------------------------------------------------

SAID = [
    (KUHN, "", "p", "check"), (KUHN, "", "b", "bet"), (KUHN, "p", "p", "check"), (KUHN, "p", "b", "bet"),
    (KUHN, "b", "p", "fold"), (KUHN, "b", "b", "call"), (KUHN, "pb", "p", "fold"), (KUHN, "pb", "b", "call"),
    (LEDUC, "", "c", "check"), (LEDUC, "", "r", "bet"), (LEDUC, "c", "c", "check"), (LEDUC, "c", "r", "bet"),
    (LEDUC, "r", "f", "fold"), (LEDUC, "r", "c", "call"), (LEDUC, "r", "r", "raise"), (LEDUC, "crr", "c", "call"),
    (LEDUC, "cc/", "c", "check"), (LEDUC, "rc/", "r", "bet"), (LEDUC, "rc/r", "r", "raise"),
    (RAISED, "", "f", "fold"), (RAISED, "", "c", "call"), (RAISED, "", "r", "raise"), (RAISED, "c", "c", "check"),
    (RAISED, "c", "r", "raise"), (RAISED, "cr", "c", "call"), (RAISED, "cc/", "c", "check"),
    (RAISED, "cc/", "r", "bet"), (RAISED, "cc/r", "r", "raise"), (RAISED, "cc/r", "f", "fold"),
    (RandomGame(0), "", "a", "play a"),
]  # fmt: skip
NO_LIMIT = [
    ("", "0", "check"), ("", "3", "bet 3"), ("", "19", "bet 19, all-in"), ("0", "0", "check"), ("0", "2", "bet 2"),
    ("3", "0", "fold"), ("3", "3", "call"), ("3", "7", "raise by 4"), ("3", "19", "raise by 16, all-in"),
    ("19", "19", "call, all-in"), ("3 7", "4", "call"), ("3 7", "0", "fold"), ("3 7", "16", "raise by 12, all-in"),
    ("3 3 /", "0", "check"), ("3 3 /", "16", "bet 16, all-in"), ("3 3 / 4", "12", "raise by 8"),
    ("3 3 / 0 16", "16", "call, all-in"), ("0 2 4 2 /", "15", "bet 15, all-in"),
]  # fmt: skip
BIDS = [
    ("", "1-1", "bid one one"), ("", "2-1", "bid two ones"), ("", "1-6", "bid one six"), ("", "3-6", "bid three sixes"),
    ("", "3-5", "bid three fives"), ("1-2", "4-*", "bid four stars"), ("1-2", "1-*", "bid one star"),
    ("1-2 4-9", "call", "call the bluff"), ("", "2-8", "bid two eights"), ("", "2-2", "bid two twos"),
]  # fmt: skip
SAID += [(leduc_no_limit(), before.split(), action, named) for before, action, named in NO_LIMIT]
RIVER = spot("Td9d6hQc2s", ("AA", "KK"), pot=200, stack=900)
BETS = [
    ("", "c", "check"), ("", "b66", "bet 66"), ("", "b900", "bet 900, all-in"), ("c", "c", "check"),
    ("c", "b150", "bet 150"), ("b66", "f", "fold"), ("b66", "c", "call"), ("b66", "r165", "raise to 165"),
    ("c b66", "r900", "raise to 900, all-in"), ("b66 r165", "r412.5", "raise to 412.5"),
    ("b66 r165", "c", "call"), ("b900", "c", "call, all-in"),
]  # fmt: skip
SAID += [(RIVER, before.split(), action, named) for before, action, named in BETS]
SAID += [(bluff((2, 2)), before.split(), action, named) for before, action, named in BIDS]


@pytest.mark.parametrize("game, before, action, named", SAID, ids=lambda part: str(part)[:12])
def test_actions_have_names(game, before, action, named):
    assert table_of(game).phrase(tuple(before), action) == named
    done = re.sub(r"^\w+", r"\g<0>s", named)
    round = Round(game, 0, (0, 1), ("Ks",), (*before, action, CHANCE))
    assert table.words(round, len(before)) == done


@every_game
def test_every_action_has_a_name_of_its_own(game):
    """A fold ends the game without comparing hands; who may fold may call, and raise; else he checks or bets."""
    nodes = dict(game.action_sequences())
    for actions, node in nodes.items():
        if not isinstance(node, Decision):
            continue
        names = [table_of(game).phrase(actions, action) for action in node.actions]
        assert len(set(names)) == len(names)
        if isinstance(game, bluff):
            continue
        verbs = [re.match(r"\w+", name)[0] for name in names]
        assert set(verbs) <= {"check", "fold", "call", "bet", "raise"}
        assert ("check" in verbs) + ("fold" in verbs) == 1
        assert ("fold" in verbs) == ("call" in verbs)
        assert "bet" not in verbs or "fold" not in verbs
        for verb, action in zip(verbs, node.actions, strict=True):
            ended = isinstance(nodes[(*actions, action)], Terminal)
            shown = next(game.public_sequences(actions.count(CHANCE)))
            assert (verb == "fold") == (ended and np.isscalar(game.payoff((*actions, action), shown)))


def test_what_chance_shows_is_said():
    round = Round(LEDUC, 0, (0, 1), ("Ks",), ("c", "c", CHANCE, "r", "f"))
    assert [table.words(round, k) for k in range(5)] == ["checks", "checks", "shows Ks", "bets", "folds"]


@pytest.mark.parametrize(
    "game, paid, said",
    [
        (KUHN, -1.0, "1 chip"), (KUHN, 2.0, "2 chips"), (kuhn(ante=0.5), 0.5, "0.5 chips"),
        (FLOP, -3000.0, "3,000 mbb"), (CHAIN, 1.0, "the game"), (bluff(), -1.0, "the game"),
        (bluff(rounds="one"), 1.0, "the round"),
    ],
)  # fmt: skip
def test_what_is_won_has_a_name(game, paid, said):
    assert table_of(game).amount(paid) == said


def test_what_has_happened_is_said_by_who_did_it():
    round = Round(LEDUC, 1, (0, 1), ("Ks",), ("c", "r", "c", CHANCE, "r", "f"))
    assert happened(round) == [
        ("machine", "c"), ("person", "r"), ("machine", "c"), ("chance", "Ks"), ("machine", "r"), ("person", "f")
    ]  # fmt: skip
