"""The explicit tree of an OpenSpiel game, for comparing and for games that are not described here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfrlib._util.arguments import whole
from cfrlib.tree.explicit import CHANCE, TERMINAL, Tree
from cfrlib.tree.unroll import MAX_HISTORIES

if TYPE_CHECKING:
    import pyspiel


def from_openspiel(game: pyspiel.Game | str, max_histories: int = MAX_HISTORIES) -> Tree:
    """Return the explicit tree of a two-player zero-sum OpenSpiel game.

    Parameters
    ----------
    game : pyspiel.Game or str
        The game, or what `pyspiel.load_game` takes. Keys are (information state string, "").
    max_histories : int
        How many histories to build at most.

    Returns
    -------
    Tree
        Its `game` is the OpenSpiel game; payoffs are the returns of player 0.

    Raises
    ------
    ModuleNotFoundError
        If OpenSpiel is not installed.
    ValueError
        If the game does not have two players, is not zero-sum, has simultaneous moves, more histories than
        `max_histories`, or an information state string that both players can have.
    """
    # Optional: only whoever passes a game of OpenSpiel has it.
    import pyspiel

    if isinstance(game, str):
        game = pyspiel.load_game(game)
    kind = game.get_type()
    if game.num_players() != 2:
        raise ValueError(f"game={game}: it has {game.num_players()} players; this takes games of two")
    if kind.utility != pyspiel.GameType.Utility.ZERO_SUM:
        raise ValueError(f"game={game}: its utilities are {kind.utility}; this takes zero-sum games")
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise ValueError(f"game={game}: moves are simultaneous; pyspiel.convert_to_turn_based makes them sequential")
    whole("max_histories", max_histories, 1)
    tree, players = Tree(game), {}
    stack = [(game.new_initial_state(), None, None, None)]
    while stack:
        before, move, parent, action = stack.pop()
        state = before if parent is None else before.child(move)
        if tree.num_histories == max_histories:
            raise ValueError(
                f"game={game}: it has more than {max_histories:,} histories; pass a larger max_histories= if there is "
                "time and memory for them, or a smaller game"
            )
        if state.is_terminal():
            tree.add(parent, action, player=TERMINAL, payoff=state.returns()[0])
            continue
        if state.is_chance_node():
            moves, chances = zip(*state.chance_outcomes(), strict=True)
            labels = [state.action_to_string(move) for move in moves]
            node = tree.add(parent, action, player=CHANCE, actions=labels, probabilities=chances)
        else:
            moves, player, text = state.legal_actions(), state.current_player(), state.information_state_string()
            if players.setdefault(text, player) != player:
                raise ValueError(
                    f"game={game}: both players can have the information state string {text!r}; this takes games "
                    "whose strings say whose they are"
                )
            labels = [state.action_to_string(move) for move in moves]
            node = tree.add(parent, action, player=player, actions=labels, key=(text, ""))
        following = [(state, move, node, label) for move, label in zip(moves, labels, strict=True)]
        stack.extend(reversed(following))
    return tree
