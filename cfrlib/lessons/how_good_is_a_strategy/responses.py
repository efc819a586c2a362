"""What a best response is made of: what an end pays, what follows a history, who leads there, what is decided last."""

import lazy_loader as lazy

from cfrlib.profile import Profile
from cfrlib.tree import CHANCE, TERMINAL

pd = lazy.load("pandas")


def bluffer(queen, jacks):
    """Return who bets every King and so many of the Jacks, in the tree of the Queen, which calls half of the time."""
    bets = {"J": jacks, "K": 1.0, "Qb": 0.5}
    return Profile.from_dict(queen, {(name, ""): {"p": 1 - b, "b": b} for name, b in bets.items()})


def payoff(h, i):
    """Return what a terminal history pays player i: the payoff for 0, who is Player 1, and its opposite for 1."""
    return h.payoff if i == 0 else -h.payoff


def onward(tree, h, sigma):
    """Return (probability, child) for each action of a history, whether a player chooses it or chance does."""
    chances = h.probabilities if h.player == CHANCE else sigma[tree.infosets[h.infoset].key].values()
    return zip(chances, (child for _, child in tree.children(h)), strict=True)


def reach_of_others(tree, sigma, i):
    """Return, for each history, how likely chance and the other player lead there if player i does all they can."""
    pi = [1.0] * len(tree.nodes)
    for h in tree.nodes:
        if h.player != TERMINAL:
            for p, child in onward(tree, h, sigma):
                pi[child.index] = pi[h.index] * (1 if h.player == i else p)
    return pi


def last_first(tree, i):
    """Return player i's information sets, later decisions before earlier ones: a tree lists them from the root down."""
    return [infoset for infoset in reversed(tree.infosets) if infoset.player == i]


def in_rows(rows, digits=4):
    """Return {row: {column: number}} as a table of texts with so many decimals; no zero has a sign."""
    table = pd.DataFrame.from_dict(rows, orient="index").round(digits) + 0
    return table.map(f"{{:.{digits}f}}".format)
