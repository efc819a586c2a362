"""The explicit tree of an OpenSpiel game, for comparing and for games that are not described here."""

from cfrlib.tree.explicit import CHANCE, TERMINAL, Tree


def from_openspiel(game):
    """Return the explicit tree of a two-player zero-sum OpenSpiel game.

    Parameters
    ----------
    game : pyspiel.Game or str
        The game, or what `pyspiel.load_game` takes. Keys are (information state string, "").

    Raises
    ------
    ValueError
        If the game does not have two players, is not zero-sum, or has simultaneous moves.
    """
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
    tree = Tree(game)

    def grow(state, parent, action):
        if state.is_terminal():
            tree.add(parent, action, player=TERMINAL, payoff=state.returns()[0])
            return
        if state.is_chance_node():
            moves, chances = zip(*state.chance_outcomes(), strict=True)
            labels = [state.action_to_string(move) for move in moves]
            node = tree.add(parent, action, player=CHANCE, actions=labels, probabilities=chances)
        else:
            moves = state.legal_actions()
            labels = [state.action_to_string(move) for move in moves]
            key = (state.information_state_string(), "")
            node = tree.add(parent, action, player=state.current_player(), actions=labels, key=key)
        for move, label in zip(moves, labels, strict=True):
            grow(state.child(move), node, label)

    grow(game.new_initial_state(), None, None)
    return tree
