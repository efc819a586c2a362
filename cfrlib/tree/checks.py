"""What is looked at before a node joins a tree, and before a tree is evaluated or walked."""

from math import isfinite, nan
from random import Random

import numpy as np

from cfrlib._util.arguments import is_real

PLAYS = 100
"""At random, from which it follows that a tree is far too large."""
DEEPEST = 400
"""Actions of the longest history that recursive walks take; Python allows 1,000 calls inside one another."""


def checked_payoff(payoff, node):
    """Return a payoff as a float."""
    try:
        paid = float(payoff) if is_real(type(payoff)) else nan
    except (ValueError, OverflowError):  # a Decimal that signals, a large int
        paid = nan
    if not isfinite(paid):
        raise ValueError(f"payoff={payoff!r}: after {node.history} it takes a finite number")
    return paid


def checked_probabilities(probabilities, node):
    """Return the probabilities of a chance node as floats."""
    given = tuple(probabilities)
    try:
        numbers = tuple(map(float, given)) if all(map(is_real, set(map(type, given)))) else ()
    except (ValueError, OverflowError):
        numbers = ()
    if len(numbers) != len(node.actions):
        takes = f"it takes a number for each of the actions {node.actions}"
        raise ValueError(f"probabilities={given}: after {node.history} {takes}")
    if not abs(sum(numbers) - 1) <= 1e-9 or min(numbers) < 0:
        raise ValueError(f"probabilities={numbers}: after {node.history} they must be >= 0 and sum to 1")
    return numbers


def told_apart(labels):
    """Return the labels of the edges of a node, numbered if two are the same."""
    return labels if len(set(labels)) == len(labels) else [f"{label} #{k}" for k, label in enumerate(labels, start=1)]


def complete(tree, argument="game"):
    """Return a tree in which every action leads somewhere, in the order of the list; errors name its `argument`."""
    if not tree.nodes:
        raise ValueError(f"{argument}: the tree has no nodes yet; grow it from the root with add")
    for node in tree.nodes:
        if len(node.children) < len(node.actions):
            raise ValueError(f"{argument}: after {node.history} nothing is added below some of {node.actions}")
        if any(tree.nodes[child].action != a for a, child in zip(node.actions, node.children, strict=True)):
            raise ValueError(f"{argument}: after {node.history} it takes nodes in the order of {node.actions}")
    return tree


def contents(tree):
    """Return all that a tree says, as named arrays."""
    names = [(i.key, i.player, i.actions) for i in tree.infosets]
    chances = [probability for node in tree.nodes for probability in node.probabilities]
    return {
        "kind": np.array([node.player for node in tree.nodes]),
        "infoset": np.array([node.infoset for node in tree.nodes]),
        "parent": np.array([node.parent for node in tree.nodes]),
        "payoff": np.array([node.payoff for node in tree.nodes]),
        "probabilities": np.array(chances),
        "names": np.frombuffer(repr(names).encode(), np.uint8),
    }


def shallow(tree):
    """Return a complete tree that a walk which calls itself can take: no history is longer than `DEEPEST`."""
    deepest = max(node.depth for node in complete(tree).nodes)
    if deepest > DEEPEST:
        takes = f"takes at most {DEEPEST}; cfrlib.equilibrium and cfrlib.exploitability take any"
        raise ValueError(
            f"game: its longest history has {deepest:,} actions; this walks the tree recursively and {takes}"
        )
    return tree


def surely_more(most, play):
    """Return whether a game has more than so many histories, without its tree: by random plays (Knuth 1975).

    ``play(rng)`` gives the numbers of choices along one. On average their product is the number of ends, so it is eight
    times the number of histories once in eight plays at most: with 1 in 10^15 for half of the plays.
    """
    rng, over = Random(0), 0
    for _ in range(PLAYS):
        width = 1
        for choices in play(rng):
            width *= choices
            if width >= 8 * most:
                over += 1
                break
    return 2 * over >= PLAYS
