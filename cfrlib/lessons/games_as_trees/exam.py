"""Exam questions of lesson 02: how large a game is, and plans imitated by a behavior strategy."""

import numpy as np

from cfrlib.games import kuhn
from cfrlib.textbook import normalized
from cfrlib.tree import unroll


def sizes(rng):
    """Ask for deals, terminal histories and information sets of Kuhn poker with more cards."""
    cards = rng.randint(4, 12)
    game = kuhn(cards=cards)
    deals, tree = int(np.count_nonzero(game.weights(()))), unroll(game)
    answers = {"deals": deals, "terminals": len(tree.terminals), "infosets": game.num_infosets}
    return answers, {"cards": cards, "others": cards - 1}


def plans(rng):
    """Ask for the behavior strategy that does what a mixture of plans does."""
    a, b, c, d = notes = [rng.randint(0, 6) for _ in range(4)]
    if sum(notes) not in (8, 10) or 0 in (a + b, c, d) or c == d:
        return None
    answers = {"go": normalized(notes)[2:].sum(), "R": normalized(notes[2:])[1]}
    return answers, {**dict(zip("abcd", notes, strict=True)), "notes": sum(notes), "going": c + d}
