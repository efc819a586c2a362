"""Which layout a game has, and what its states are worth: found by name, as `Game.layout` says."""

from importlib import import_module


def layout_of(game):
    """Return the public tree of a game as it lies in memory: the same object at every call with the same game.

    Parameters
    ----------
    game : Game
        It says itself which layout fits it (`Game.layout`).
    """
    if "_layout" not in vars(game):
        game._layout = import_module(f"cfrlib.engine.{game.layout}.layout").LAYOUT(game)
    return game._layout


def states_of(game, profile, seat, best):
    """Return the values of all public states of a game; see `cfrlib.engine.common.state_values.States`."""
    return import_module(f"cfrlib.engine.{game.layout}.values").STATES(game, profile, seat, best)
