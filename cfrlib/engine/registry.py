"""Which layout a game has: the parts of an engine are found by name, as `Game.layout` says."""

from importlib import import_module


def layout_of(game):
    """Return the public tree of a game as it lies in memory: the same object at every call with the same game.

    Parameters
    ----------
    game : Game
        It says itself which layout fits it (`Game.layout`).
    """
    if "_layout" not in vars(game):  # of two threads that both make one, the first has made it
        vars(game).setdefault("_layout", part_of(game, "layout").LAYOUT(game))
    return game._layout


def part_of(game, name):
    """Return a file of the engine of a game, or the module that is all of it, if that is somewhere else."""
    return import_module(game.layout if "." in game.layout else f"cfrlib.engine.{game.layout}.{name}")
