"""The explicit tree of an OpenSpiel game, for comparing and for games that are not described here."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cfrlib._util.arguments import said, typed, whole
from cfrlib._util.waiting import Patience
from cfrlib.tree.checks import surely_more, told_apart
from cfrlib.tree.explicit import CHANCE, TERMINAL, Tree
from cfrlib.tree.unroll import MAX_HISTORIES

if TYPE_CHECKING:
    import pyspiel


def from_openspiel(game: pyspiel.Game | str, max_histories: int = MAX_HISTORIES) -> Tree:
    """Return the explicit tree of a two-player zero-sum OpenSpiel game, or of what `pyspiel.load_game` makes of a text.

    Simultaneous moves are made one after the other, unseen (`pyspiel.convert_to_turn_based`). If the utilities come to
    another constant than 0, half of it is taken from each, and the tree names it as its `constant`. The tree's `game`
    is the OpenSpiel game, turn-based; payoffs are the returns of player 0. Keys are (information state string, ""); of
    a string that both players can have, (string, "Player 1") and (string, "Player 2"). More than `max_histories`
    histories are refused.
    """
    # Optional: only whoever passes a game of OpenSpiel has it.
    import pyspiel

    game = _loaded("game", game)
    kind = game.get_type()
    if game.num_players() != 2:
        raise ValueError(f"game={game}: it has {game.num_players()} players; this takes games of two")
    if kind.utility not in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM):
        raise ValueError(f"game={game}: its utilities are {kind.utility}; this takes zero-sum and constant-sum games")
    game = _in_turns(game)
    if not game.get_type().provides_information_state_string:
        raise ValueError(f"game={game}: it has no information state strings, which say what a player knows")
    whole("max_histories", max_histories, 1)
    too_many = (
        f"game={game}: it has more than {max_histories:,} histories; pass a larger max_histories= if there is time and "
        "memory for them, or a smaller game"
    )
    if surely_more(max_histories, lambda rng: _play(game, rng)):
        raise ValueError(too_many)
    tree, patience = Tree(game, constant=game.utility_sum()), Patience(f"from_openspiel: histories of {game}")
    stack = [(game.new_initial_state(), None, None, None)]
    while stack:
        before, move, parent, action = stack.pop()
        state = before if parent is None else before.child(move)
        if tree.num_histories == max_histories:
            raise ValueError(too_many)
        patience.at(tree.num_histories)
        if state.is_terminal():
            tree.add(parent, action, player=TERMINAL, payoff=state.returns()[0] - tree.constant / 2)
            continue
        player = state.current_player()
        if state.is_chance_node():
            _check_choices(game, state, state.chance_outcomes())
            moves, chances = zip(*state.chance_outcomes(), strict=True)
            labels = told_apart([state.action_to_string(move) for move in moves])
            node = tree.add(parent, action, player=CHANCE, actions=labels, probabilities=chances)
        else:
            moves, key = state.legal_actions(), (state.information_state_string(), f"Player {player + 1}")
            labels = told_apart([state.action_to_string(move) for move in moves])
            node = tree.add(parent, action, player=player, actions=labels, key=key)
        following = [(state, move, node, label) for move, label in zip(moves, labels, strict=True)]
        stack.extend(reversed(following))
    both = Counter(infoset.key[0] for infoset in tree.infosets)
    for infoset in tree.infosets:
        if both[infoset.key[0]] == 1:
            infoset.key = infoset.key[0], ""
    tree._by_key = {infoset.key: infoset for infoset in tree.infosets}
    return tree


def _play(game, rng):
    """Yield how many choices there are along a random play."""
    state = game.new_initial_state()
    while not state.is_terminal():
        choices = state.legal_actions()
        _check_choices(game, state, choices)
        yield len(choices)
        state.apply_action(rng.choice(choices))


def _check_choices(game, state, choices):
    if not choices:
        kind = "chance node without outcomes" if state.is_chance_node() else "decision without actions"
        raise ValueError(f"game={game}: it has a {kind}, after {state.history_str()}")


def _loaded(argument, game):
    """Return the game of OpenSpiel that an argument is, or names."""
    # Optional: only whoever passes a game of OpenSpiel has it.
    import pyspiel

    typed(argument, game, str | pyspiel.Game, "a game of OpenSpiel, or its name")
    if isinstance(game, str):
        if game.partition("(")[0] not in pyspiel.registered_names():
            raise ValueError(f"{argument}={said(game)}: OpenSpiel has no game of this name")
        try:
            game = pyspiel.load_game(game)
        except (pyspiel.SpielError, IndexError) as error:
            raise ValueError(f"{argument}={said(game)}: {error}") from None
    return game


def _in_turns(game):
    """Return the game with simultaneous moves made one after the other."""
    # Optional: only whoever passes a game of OpenSpiel has it.
    import pyspiel

    simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    return pyspiel.convert_to_turn_based(game) if simultaneous else game


def side_by_side(tree, theirs):
    """Yield (our information set, OpenSpiel's state) for each decision of a tree and of the same game of OpenSpiel's.

    The k-th child of ours is the k-th of theirs; that payoffs and chances agree is not looked at.
    """
    theirs = _in_turns(_loaded("openspiel", theirs))
    pairs = [(tree.root, theirs.new_initial_state())]
    while pairs:
        node, state = pairs.pop()
        player = TERMINAL if state.is_terminal() else CHANCE if state.is_chance_node() else state.current_player()
        moves = [] if player == TERMINAL else state.legal_actions()
        if (player, len(moves)) != (node.player, len(node.children)):
            raise ValueError(
                f"openspiel={theirs}: its tree is not that of {tree.game}; they part at {tree.label(node)!r}"
            )
        if player >= 0:
            yield tree.infosets[node.infoset], state
        pairs += [(tree.nodes[child], state.child(move)) for child, move in zip(node.children, moves, strict=True)]
