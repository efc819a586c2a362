"""Ni and Lamb: the strategies that they print, and how far an average utility swings."""

from fractions import Fraction

import numpy as np

from cfrlib.course.claims import printed
from cfrlib.game import Comparison, Decision
from cfrlib.games import kuhn
from cfrlib.profile import Profile
from cfrlib.tree import unroll


def figure_2(alpha):
    """Return the printed equilibrium of Kuhn poker: {"Qpb": how likely it bets or calls}."""
    rows = printed("ni_lamb_figure_2").itertuples()
    return {row.infoset: float(Fraction(row.bet)) + float(row.bet_alpha) * alpha for row in rows}


def figure_4():
    """Return the printed strategy after five million iterations, indexed by information set: columns pass and bet."""
    return printed("ni_lamb_figure_4").set_index("infoset")


def profile(bets):
    """Return the profile of Kuhn poker in which each information set bets or calls with the probability in `bets`."""
    game = kuhn()
    found = {I.key: bets["".join(I.key)] for I in unroll(game).infosets}
    return Profile.from_dict(game, {key: {"p": 1 - b, "b": b} for key, b in found.items()})


def bets(profile):
    """Return {"Qpb": how likely it bets or calls} of a profile of Kuhn poker."""
    return {"".join(key): row["b"] for key, row in profile.items()}


def kuhn_ends():
    """Return {"pbb": what the end is worth}: to Player 1 after a fold, "±2" where the showdown decides."""
    game, found = kuhn(), {}
    for actions, node in game.action_sequences():
        if not isinstance(node, Decision):
            payoff = game.payoff(actions, ())
            found["".join(actions)] = f"±{payoff.win:g}" if isinstance(payoff, Comparison) else f"{payoff:+g}"
    return found


def largest_later(run, start, value):
    """Return the largest distance of a run's average utility from the value of the game, from `start` iterations on."""
    return float(np.abs(run.average_utility - value)[run.iterations >= start].max())
