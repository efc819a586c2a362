"""Which layout a game has."""

from importlib import import_module


def layout_of(game):
    """Return the public tree of a game as it lies in memory: the same object at every call with the same game.

    Parameters
    ----------
    game : Game
        It says itself which layout fits it (`Game.layout`).
    """
    if "_layout" not in vars(game):
        own = "." in game.layout  # an engine that is a module somewhere else
        game._layout = import_module(game.layout if own else f"cfrlib.engine.{game.layout}.layout").LAYOUT(game)
    return game._layout
