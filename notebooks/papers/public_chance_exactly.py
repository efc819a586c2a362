"""What an update of public chance sampling is worth, and the Y of its proof: exact, over all that can be drawn."""

import re
from functools import cache, partial

import numpy as np
import pandas as pd

from cfrlib.game import CHANCE, PublicChance, Terminal
from cfrlib.profile import Profile
from cfrlib.sampling import scheme
from cfrlib.textbook.deals import Deals
from cfrlib.textbook.public_chance import PublicChanceCFR
from cfrlib.textbook.variance import moments as regret_moments
from cfrlib.tree import unroll

ROWS = ("pcs", "opcs", "spcs", "cs")


def updates(game, profile, rows=ROWS):
    """Return what a variant updates in an iteration, and how precise that is, exactly: a row for each variant.

    Columns "updated": information sets, expected, without those that a drawn card makes impossible. "states": public
    nodes, ends too, times the private outcomes carried there, expected; what cards exclude is carried, too. "bias": the
    largest difference of a mean and the exact regret. "variance": of an update as an estimate of the exact regret,
    given that it is made (not to an outcome that is excluded), summed over all information sets and actions; an update
    is scaled by the probability that it is made, so that its mean is the exact regret under every variant.
    """
    sets, table = unroll(game).infosets, {}
    names = [(one.player, one.key[0], tuple(re.findall("/([^:]+):", one.key[1]))) for one in sets]
    sizes = [len(one.actions) for one in sets]
    exact = regret_moments(game, profile, "vanilla").regret_mean
    for row in rows:
        moments, deals = regret_moments(game, profile, row), Deals(game, scheme(row))
        every = [list(deals.all(player)) for player in (0, 1)]
        chance = {name: _made(game, every[name[0]], *name) for name in dict.fromkeys(names)}
        made = np.repeat([chance[name] for name in names], sizes)
        mean, square = moments.regret_mean, moments.regret_variance + moments.regret_mean**2
        off, variance = abs(mean - exact).max(), (made * square - mean**2).sum()
        table[row] = {
            "updated": sum(chance[name] for name in names), "states": moments.touched, "bias": off,
            "variance": 0.0 if variance < 1e-12 else variance,
        }  # fmt: skip
    return pd.DataFrame.from_dict(table, orient="index")


def _made(game, deals, player, private, shown):
    """Return the probability that a walk of a player updates an information set after these public outcomes."""
    own, weights, made = game.outcomes(player).index(private), game.weights(shown), 0.0
    for deal in deals:
        if own in deal.carried[player] and (deal.board is None or deal.board[: len(shown)] == shown):
            pair = np.ix_([own], deal.carried[1]) if player == 0 else np.ix_(deal.carried[0], [own])
            made += deal.probability * bool(weights[pair].any())
    return made


def largest_y(game, row, profile):
    r"""Return the largest Y of the appendix over all blocks that a row can draw, both players and all own sequences.

    For a block Q and a sequence of own actions, :math:`Y = \sum_I (\sum_z \pi_{-i}(z[I]) \pi(z[I], z) / q(z))^2` over
    the information sets I that have this own past, and the ends z of Q below them.

    "printed": the weight of chance is the product of what was not drawn, player 0's card dealt first. "drawn": it is
    W / q, the probability of a pair of hands given what was drawn so far, which is what walks use.
    """
    cfr, ys = PublicChanceCFR(game, row), {"printed": [0.0], "drawn": [0.0]}
    cfr.tables.freeze(profile)
    for player in (0, 1):
        for deal in cfr.deals.all(player):
            ones = np.ones(len(deal.carried[1 - player]))
            for name, chance in (("printed", partial(_not_drawn, game)), ("drawn", cfr.deals.chance)):
                squares = {}
                _add_squares(cfr, player, deal, cache(partial(chance, deal)), ones, (), (), (), squares)
                ys[name] += squares.values()
    return {name: max(values) for name, values in ys.items()}


def _not_drawn(game, deal, public):
    """Return the product of f_c over the private events that a deal has not drawn; 0 where the board excludes it."""
    W = game.weights(())
    first = W.sum(axis=1, keepdims=True)
    f = [first, np.divide(W, first, where=first > 0, out=np.zeros_like(W))]
    drawn = [len(own) < n for own, n in zip(deal.carried, W.shape, strict=True)]
    weight = np.where(drawn[0], 1.0, f[0]) * np.where(drawn[1], 1.0, f[1])
    return (weight * ((W > 0) & (game.weights(public) > 0)))[np.ix_(*deal.carried)]


def _add_squares(cfr, player, deal, chance, reach, actions, public, past, squares):
    """Return the sums over z at and below a public state; add their squares to `squares`, by own past."""
    game, tables, node = cfr.game, cfr.tables, cfr.game.node(actions)
    if isinstance(node, Terminal):
        weight = chance(public)
        return weight @ reach if player == 0 else reach @ weight
    if isinstance(node, PublicChance):
        shown = game.public_outcomes(public) if deal.board is None else [deal.board[len(public)]]
        then = (*actions, CHANCE)
        return sum(_add_squares(cfr, player, deal, chance, reach, then, (*public, c), past, squares) for c in shown)
    sigma = tables.strategy[actions][tables.rows[actions, public][deal.carried[node.player]]]
    total = 0.0
    for a, action in enumerate(node.actions):
        mine = node.player == player
        onward, then = (reach, (*past, action)) if mine else (reach * sigma[:, a], past)
        value = _add_squares(cfr, player, deal, chance, onward, (*actions, action), public, then, squares)
        total = total + (sigma[:, a] * value if mine else value)
    if node.player == player:
        squares[past] = squares.get(past, 0.0) + float(total @ total)
    return total


def pure_profile(game, seed):
    """Return a profile that takes one action at each information set, drawn at random."""
    rng, rows = np.random.default_rng(seed), {}
    for key, row in Profile.uniform(game).items():
        chosen = rng.integers(len(row))
        rows[key] = {a: float(k == chosen) for k, a in enumerate(row)}
    return Profile.from_dict(game, rows)
