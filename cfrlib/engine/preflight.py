"""Before a long run: is a game of one's own what it is meant to be?"""

from __future__ import annotations

import logging
import re
from itertools import islice

from cfrlib._util.arguments import said
from cfrlib._util.own_code import raised
from cfrlib.engine.solver import CFR
from cfrlib.evaluate import best_response_values
from cfrlib.exact.linear_program import equilibrium
from cfrlib.game import Game
from cfrlib.games import matrix
from cfrlib.games.checks import check_game, is_ours, problems
from cfrlib.tree import Tree, unroll
from cfrlib.tree.checks import complete

log = logging.getLogger("cfrlib")
MOST = 50
"""Kinds of problems that are said."""
LOOKED = 10_000
"""Problems that are counted."""
ACTIONS = re.compile(r"\(('[^']*'(, |,?(?=\))))*\)")
ITERATIONS = 100
LARGEST = 100_000
"""Histories of a game that a linear program is made for."""
OFF = 1e-6
"""By how much what must agree may differ, in parts of the largest payoff."""


def check(game: Game | matrix | Tree) -> list[str]:
    """Return all that is wrong with a game: first in its rules, then whether it is worth the same however it is solved.

    A solver says the first thing that is wrong, and this says everything. Then the compiled engine solves the game for
    100 iterations, and what best responses earn against its average strategy must be the same on the explicit tree; the
    value by linear programming must lie between them, and nobody may gain against its equilibrium. A game that is too
    large for that is not compared, and the log says so.

    Parameters
    ----------
    game : Game, matrix or Tree
        Such as a class of your own describes, or a tree that you grow, which takes perfect recall.

    Returns
    -------
    list of str
        A sentence for each kind of problem; empty if nothing is wrong, at most 50. Of those that differ only by their
        actions it has the first, and how many there are.

    Raises
    ------
    ValueError
        If this is none of them.

    Examples
    --------
    >>> import cfrlib
    >>> class Broken(cfrlib.games.kuhn):
    ...     def weights(self, public):
    ...         return super().weights(public) / 2
    >>> check(Broken())
    ['weights(()) sums to 0.5; the probabilities of all deals sum to 1']
    >>> check(cfrlib.games.kuhn())
    []
    """
    if not isinstance(game, Game | matrix | Tree):
        check_game(game)  # refuses it
    wrong = {}
    try:
        if not isinstance(game, Game):
            _ = complete(unroll(game)).parent_sequence  # raises what is wrong
        for problem in islice(problems(game) if isinstance(game, Game) and not is_ours(game) else (), LOOKED):
            wrong.setdefault(ACTIONS.sub("()", problem), {})[problem] = None
        return _counted(wrong) or list(_disagreements(game))
    except Exception as error:  # whatever rules of one's own raise
        return _counted(wrong) or [raised(error, dir(Game))]


def _counted(wrong):
    """Return the first problem of each kind, and how many others differ from it only by their actions."""
    return [
        first + f", and {len(others):,} other{'s' * (len(others) > 1)} alike" * bool(others)
        for first, *others in list(wrong.values())[:MOST]
    ]


def _disagreements(game):
    """Yield what differs between the engine, the explicit tree and the linear program."""
    try:
        tree = unroll(game)
    except ValueError as error:
        log.warning("only its rules are checked: %s", error)
        return
    solver = CFR(game)  # what every engine takes
    solver.run(ITERATIONS)
    by_engine, earned = solver.exploitability(), best_response_values(tree, solver.average_strategy())
    close = OFF * max(abs(node.payoff) for node in tree.terminals)
    if not abs(sum(earned) / 2 - by_engine) <= close:
        yield f"the engine finds an exploitability of {by_engine:g}, its explicit tree {sum(earned) / 2:g}"
    if tree.num_histories > LARGEST:
        log.warning(
            "%s: not compared with a linear program, it has %s histories", said(game), f"{tree.num_histories:,}"
        )
        return
    value, exact = equilibrium(game)
    if not -earned[1] - close <= value <= earned[0] + close:
        yield f"the linear program finds the value {value:g}; best responses leave {-earned[1]:g} to {earned[0]:g}"
    left = sum(best_response_values(tree, exact)) / 2
    if not left <= close:
        yield f"the equilibrium of the linear program has an exploitability of {left:g}"
