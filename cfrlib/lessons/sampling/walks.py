"""Sampled walks of a few lines, to be looked at one at a time, and to be run wrong.

A walk is a function ``walk(tree, h, i, R, S, draw)``: it visits history h for player i, adds to the regrets `R` and to
the strategy sums `S`, lists of arrays by information set, and returns what h is worth to i, or an estimate of it.
``draw(probabilities)`` returns the index of what is drawn.
"""

from fractions import Fraction

import numpy as np

from cfrlib import draw as pictures
from cfrlib._util.arguments import one_of
from cfrlib.evaluate import exploitability
from cfrlib.profile import Profile
from cfrlib.textbook import CFR, match_regrets
from cfrlib.textbook.draws import pick
from cfrlib.textbook.regret_matching import normalized
from cfrlib.tree import CHANCE, TERMINAL

EXPLORATION = 0.6
"""How much of its own draws an outcome walk spreads evenly."""


def outcome(tree, h, i, R, S, draw, q=1.0, divide=True, exploration=EXPLORATION):
    """Walk one path; `q` is the probability of the own draws so far, of which a share, `exploration`, is spread evenly.

    What the others draw cancels against their reach. Without `divide` it is wrong: draws are not made up for.
    """
    if h.player == TERMINAL:
        return h.payoff if i == 0 else -h.payoff
    sigma = np.array(h.probabilities) if h.player == CHANCE else match_regrets(R[h.infoset])
    own = h.player == i
    drawn = exploration / len(sigma) + (1 - exploration) * sigma if own else sigma
    a = draw(drawn)
    onward = q * drawn[a] if own and divide else q
    value = outcome(tree, tree.nodes[h.children[a]], i, R, S, draw, onward, divide, exploration)
    if own:
        values = np.zeros(len(sigma))
        values[a] = value / drawn[a] if divide else value
        R[h.infoset] += (values - sigma @ values) / q
        return sigma @ values
    if h.player != CHANCE:
        S[h.infoset] += sigma / q
    return value


def tables(tree):
    """Return empty tables: regrets and strategy sums, lists of arrays by information set."""
    return tuple([np.zeros(len(I.actions)) for I in tree.infosets] for _ in range(2))


def learn(tree, walk, marks, seed=0):
    """Let both players learn by a walk; return the marks, numbers of iterations, and the exploitability at each."""
    marks = list(marks)
    return marks, [exploitability(tree, average) for average in averages(tree, walk, marks, seed)]


def averages(tree, walk, marks, seed=0):
    """Yield the average strategy that both players have learned by a walk at each of the marks."""
    rng, (R, S), done = np.random.default_rng(seed), tables(tree), 0
    for mark in marks:
        for _ in range(mark - done):
            for i in (0, 1):
                walk(tree, tree.root, i, R, S, lambda p: pick(p, rng.random())[0])
        done = mark
        yield Profile.from_flat(tree, np.concatenate([normalized(row) for row in S]))


def regret_of_a_walk(tree, infoset, action, walk):
    """Return a function that takes a random generator, walks once before anything is learned, and returns the regret
    that one action of an information set, such as "Kpb", gets: 0 if the walk does not come there."""
    where = {I.name: I for I in tree.infosets}
    I = where[one_of("infoset", infoset, tuple(where))]
    a = I.actions.index(one_of("action", action, tuple(I.actions)))

    def once(rng):
        R, S = tables(tree)
        walk(tree, tree.root, I.player, R, S, lambda p: pick(p, rng.random())[0])
        return float(R[I.index][a])

    return once


def picture(tree, sampling, seed, title, name=None):
    """Draw the first walk for Player 1, and q, how likely such a walk comes there, beside each decision on the way."""
    steps = CFR(tree, sampling=sampling, seed=seed).steps()
    visited = {step.node: step for step in steps if step.player == 0 and step.node >= 0}
    decisions = [n for n in visited if tree.nodes[n].player in (0, 1)]
    notes = {n: [str(Fraction(visited[n].visited).limit_denominator(1000))] for n in decisions}
    notes[decisions[0]] = [f"q = {notes[decisions[0]][0]}"]  # on every note it would need more room than the tree has
    unseen = [h.index for h in tree.nodes if h.index not in visited]
    return pictures.tree(tree, infosets=False, path=visited, dim=unseen, notes=notes, title=title, name=name)
