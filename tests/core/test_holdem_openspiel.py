"""Two-round hold'em scores as in OpenSpiel's universal_poker.

Everything is compared in thousandths of a big blind, to 1e-9 of one. OpenSpiel's best responses keep every order in
which cards can be dealt, so they are for the smallest decks (all raises on 8 cards in two suits take 5 GB). Larger
ones are held against the tree of OpenSpiel's states without those orders, and its best responses are played in
OpenSpiel with them. Which hand is stronger is compared in `tests/cards/test_ranks.py`.
"""

import re
from itertools import combinations

import numpy as np
import pyspiel
import pytest

import cfrlib
from cfrlib.engine.common.table_profile import TableProfile
from cfrlib.engine.contract import layout_of
from cfrlib.game import Game
from cfrlib.games.holdem import holdem
from cfrlib.tree import CHANCE, TERMINAL, Tree, unroll

pytestmark = pytest.mark.slow

CHIP = 500
"""Thousandths of a big blind."""
MOVES = "fcr"
"""OpenSpiel's moves 0, 1 and 2."""


class Spiel:
    """A game as universal_poker has it: the `tree` of its states, without the orders of cards.

    Keys are ours, with suits that have names; `names` has OpenSpiel's name of each.
    """

    def __init__(self, ours):
        (before, after), (ranks, suits) = ours.raises, (ours.deck.ranks, ours.deck.suits)
        self.game = pyspiel.load_game(
            "universal_poker(betting=limit,numPlayers=2,numRounds=2,blind=1 2,firstPlayer=1 2,raiseSize=2 4,"
            f"maxRaises={before} {after},numSuits={suits},numRanks={ranks},numHoleCards=2,numBoardCards=0 3,"
            "stack=1000 1000)"
        )
        self.ours, self.tree, self.names = ours, Tree(), {}
        start = self.game.new_initial_state()
        self.cards = {start.action_to_string(card)[-2:]: card for card in start.legal_actions()}
        self._grow(start, None, None, (2, 2, 3))

    def _grow(self, state, parent, action, deals):
        """Add a state and all that follows; chance deals so many cards at a time."""
        if state.is_terminal():
            self.tree.add(parent, action, player=TERMINAL, payoff=CHIP * state.returns()[0])
            return
        if state.is_chance_node():
            dealt = list(combinations(state.legal_actions(), deals[0]))
            chances = [1 / len(dealt)] * len(dealt)
            node = self.tree.add(parent, action, player=CHANCE, actions=map(str, dealt), probabilities=chances)
            for cards in dealt:
                after = state.clone()
                for card in cards:
                    after.apply_action(card)
                self._grow(after, node, str(cards), deals[1:])
            return
        moves, name = state.legal_actions(), state.information_state_string()
        key = self._key(name)
        assert self.names.setdefault(key, name) == name
        actions = [MOVES[move] for move in moves]
        node = self.tree.add(parent, action, player=state.current_player(), actions=actions, key=key)
        for move, label in zip(moves, actions, strict=True):
            self._grow(state.child(move), node, label, deals)

    def _key(self, name):
        """Return our key for a name such as "...[Private: 5c2c][Public: 8c6c4c][Sequences: cc|r]"."""
        hand, flop, betting = re.search(r"\[Private: (\w+)]\[Public: (\w*)]\[Sequences: ([fcr|]*)]", name).groups()
        before, _, after = betting.partition("|")
        return self._spelling(hand), before + (f"/{self._spelling(flop)}:{after}" if flop else "")

    def _spelling(self, text):
        return self.ours.deck.label(sorted(self.cards[text[i : i + 2]] for i in range(0, len(text), 2)))

    def policy(self, profile):
        """Return a profile as OpenSpiel takes it."""
        chances = {name: profile[key].items() for key, name in self.names.items()}
        return pyspiel.TabularPolicy(
            {name: [(MOVES.index(action), p) for action, p in row] for name, row in chances.items()}
        )

    def values(self, *policies):
        """Return what OpenSpiel expects for both, all orders of cards being dealt."""
        return CHIP * np.array(pyspiel.expected_returns(self.game.new_initial_state(), list(policies), -1, False))


def random_profile(game):
    """Return a profile with many zeros."""
    layout, rng = layout_of(game), np.random.default_rng(2)
    return TableProfile(layout, tuple(rng.random(size) * (rng.random(size) < 0.7) for size in layout.sizes))


def written(tree, profile):
    """Return a profile with the names that information sets have in a tree."""
    return cfrlib.Profile.from_flat(tree, [profile[i.key][action] for i in tree.infosets for action in i.actions])


class named(holdem):
    """Hold'em whose suits have names: every hand is a class of its own."""

    layout = "tree"
    key, canonical, num_keys = Game.key, Game.canonical, Game.num_keys


def test_values_and_best_responses_are_those_of_openspiel():
    """Of the smallest game, on which OpenSpiel finds best responses in seconds."""
    game = holdem((0, 1), (7, 1))
    spiel, solver = Spiel(game), cfrlib.CFR(game)
    solver.run(50)
    profile = solver.average_strategy()
    policy = spiel.policy(profile)
    responses = [pyspiel.TabularBestResponse(spiel.game, player, policy) for player in (0, 1)]
    best = [CHIP * response.value_from_state(spiel.game.new_initial_state()) for response in responses]
    assert cfrlib.best_response_values(game, profile) == pytest.approx(best, abs=1e-9)
    assert cfrlib.exploitability(game, profile) == pytest.approx(np.mean(best), abs=1e-9)
    assert np.mean(best) > 1
    value = cfrlib.expected_value(game, profile)
    assert spiel.values(policy, policy) == pytest.approx([value, -value], abs=1e-9)


@pytest.mark.parametrize("raises, deck", [((1, 1), (7, 1)), ((0, 1), (2, 4))], ids=str)
def test_values_are_those_of_the_tree_of_openspiels_states(raises, deck):
    game = holdem(raises, deck)
    spiel = Spiel(game)
    assert set(spiel.names) == {i.key for i in unroll(named(raises, deck)).infosets}
    profile = random_profile(game)
    theirs = written(spiel.tree, profile)
    best = cfrlib.best_response_values(spiel.tree, theirs)
    assert cfrlib.best_response_values(game, profile) == pytest.approx(best, abs=1e-9)
    value = cfrlib.expected_value(game, profile)
    policy, response = spiel.policy(theirs), spiel.policy(cfrlib.best_response(spiel.tree, theirs))
    assert spiel.values(policy, policy)[0] == pytest.approx(value, abs=1e-9)
    assert spiel.values(response, policy)[0] == pytest.approx(best[0], abs=1e-9)
    assert spiel.values(policy, response)[1] == pytest.approx(best[1], abs=1e-9)
