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
SMALL = [((0, 1), (7, 1))]
"""Raises and a deck on which OpenSpiel finds best responses in seconds."""
LARGER = [((1, 1), (4, 2)), ((0, 1), (2, 4))]


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


def profiles(game):
    """Return an average strategy on its way to an equilibrium, and a random profile with many zeros."""
    solver, rng = cfrlib.CFR(game, "pcs", seed=1), np.random.default_rng(2)
    solver.run(300)
    sizes = layout_of(game).sizes
    chances = tuple(rng.random(size) * (rng.random(size) < 0.7) for size in sizes)
    return solver.average_strategy(), TableProfile(layout_of(game), chances)


def written(tree, profile):
    """Return a profile with the names that information sets have in a tree."""
    return cfrlib.Profile.from_flat(tree, [profile[i.key][action] for i in tree.infosets for action in i.actions])


class named(holdem):
    """Hold'em whose suits have names: every hand is a class of its own."""

    layout = "tree"
    key, canonical, num_keys = Game.key, Game.canonical, Game.num_keys


@pytest.mark.parametrize("raises, deck", SMALL, ids=str)
def test_values_and_best_responses_are_those_of_openspiel(raises, deck):
    game = holdem(raises, deck)
    spiel, both = Spiel(game), profiles(game)
    policies = [spiel.policy(profile) for profile in both]
    best = np.zeros((2, 2))
    for player in (0, 1):
        response = pyspiel.TabularBestResponse(spiel.game, player, policies[0])  # its tree serves both profiles
        for k, policy in enumerate(policies):
            response.set_policy(policy)
            best[k, player] = CHIP * response.value_from_state(spiel.game.new_initial_state())
    for profile, policy, theirs in zip(both, policies, best, strict=True):
        assert cfrlib.best_response_values(game, profile) == pytest.approx(theirs, abs=1e-9)
        assert cfrlib.exploitability(game, profile) == pytest.approx(theirs.mean(), abs=1e-9)
        assert theirs.mean() > 1
        value = cfrlib.expected_value(game, profile)
        assert spiel.values(policy, policy) == pytest.approx([value, -value], abs=1e-9)


@pytest.mark.parametrize("raises, deck", LARGER, ids=str)
def test_values_are_those_of_the_tree_of_openspiels_states(raises, deck):
    game = holdem(raises, deck)
    spiel = Spiel(game)
    assert set(spiel.names) == {i.key for i in unroll(named(raises, deck)).infosets}
    for profile in profiles(game):
        theirs = written(spiel.tree, profile)
        best = cfrlib.best_response_values(spiel.tree, theirs)
        assert cfrlib.best_response_values(game, profile) == pytest.approx(best, abs=1e-9)
        value = cfrlib.expected_value(game, profile)
        policy, response = spiel.policy(theirs), spiel.policy(cfrlib.best_response(spiel.tree, theirs))
        assert spiel.values(policy, policy)[0] == pytest.approx(value, abs=1e-9)
        assert spiel.values(response, policy)[0] == pytest.approx(best[0], abs=1e-9)
        assert spiel.values(policy, response)[1] == pytest.approx(best[1], abs=1e-9)
