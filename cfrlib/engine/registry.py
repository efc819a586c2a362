"""Which layout a game has: the parts of an engine are found by name, as `Game.layout` says."""

from importlib import import_module

from cfrlib.games.bluff import bluff
from cfrlib.games.checks import check_game
from cfrlib.games.limit_base import LimitHoldem
from cfrlib.games.overrides import own_rules

BY_HEART = {"bids": bluff, "two_rounds": LimitHoldem, "buckets": LimitHoldem}
"""Layouts that know the rules of a class and read little else."""


def layout_of(game):
    """Return the public tree of a game as it lies in memory: the same object at every call with the same game.

    Parameters
    ----------
    game : Game
        It says itself which layout fits it (`Game.layout`).

    Raises
    ------
    ValueError
        If this is no game, a wrong one, one that its layout would not read, or too large for it.
    """
    if not hasattr(game, "_layout"):
        check_game(game)
        kind, own = BY_HEART.get(game.layout), ", ".join(sorted(own_rules(game)))
        if kind is not None and (own or not isinstance(game, kind)):
            raise ValueError(
                f"game={game!r}: layout={game.layout!r} knows the rules of {kind.__name__} by heart and would not read "
                f"{own or 'these'}; layout='tree' reads all rules"
            )
        made = part_of(game, "layout").LAYOUT(game)
        vars(game).setdefault("_layout", made)  # of two threads that both make one, the first has made it
    return game._layout


def part_of(game, name):
    """Return a file of the engine of a game, or the module that is all of it, if that is somewhere else."""
    return import_module(game.layout if "." in game.layout else f"cfrlib.engine.{game.layout}.{name}")
