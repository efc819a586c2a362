"""Johanson et al. (2012): Algorithm 1 line by line, the printed weights of chance, the appendix, equal time."""

from math import comb

import numpy as np
import pandas as pd

from cfrlib import draw
from cfrlib.cards.deck import Deck
from cfrlib.cards.isomorphism import num_classes
from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.game import CHANCE, PublicChance, Terminal
from cfrlib.games import holdem
from cfrlib.runs import code_of, store
from cfrlib.sampling import scheme
from cfrlib.textbook.deals import Deals
from cfrlib.textbook.public_chance import PublicChanceCFR
from cfrlib.textbook.public_tables import matched
from comparing import means

regret_bounds, two_rounds = code_of("regret_bounds"), code_of("two_rounds")
AXES = {"xlabel": "processor seconds of one core", "ylabel": "exploitability (mbb/g)"}


def figure_2a():
    """Return the paper's Fig. 2a, of the stored run: means over the seeds, bands from the lowest to the highest."""
    two = means(two_rounds.carried(store.load("holdem_2_1")[0]), names=two_rounds.PAPER)
    return draw.convergence(**two, **AXES, title="[2-1] hold'em: Fig. 2a", name="johanson_2a")


def algorithm_1(game, row, iterations, seed=0):
    """Return the tables of regrets and strategy sums after some iterations, each by (actions, public outcomes).

    Line numbers are those of the paper. Two things differ from what it prints: line 7 takes the joint weight of both
    players' outcomes, which is the product of two vectors only where these are independent, and line 38 a factor of
    chance, as the package does; where every private outcome has a row of its own, averages are the same without it.
    """
    deals, rng, r, s = Deals(game, scheme(row)), np.random.default_rng(seed), {}, {}  # lines 1 to 3

    def walk_tree(i, deal, reach, actions=(), public=()):
        node = game.node(actions)
        if isinstance(node, PublicChance):  # lines 9 to 18
            shown = game.public_outcomes(public) if deal.board is None else [deal.board[len(public)]]
            return sum(walk_tree(i, deal, reach, (*actions, CHANCE), (*public, card)) for card in shown)
        chance = deals.chance(deal, public)
        if isinstance(node, Terminal):  # lines 6 to 8
            u = game.payoff_table(actions, public)[np.ix_(*deal.carried)] * chance
            return u @ reach[1] if i == 0 else -(reach[0] @ u)
        who, own = node.player, deal.carried[node.player]  # line 19
        zeros = np.zeros((len(game.outcomes(who)), len(node.actions)))
        R, S = (table.setdefault((actions, public), zeros.copy()) for table in (r, s))
        sigma, m = matched(R[own]), []  # line 21
        for a, action in enumerate(node.actions):  # lines 22 to 33
            onward = [p * sigma[:, a] if player == who else p for player, p in enumerate(reach)]
            m.append(walk_tree(i, deal, onward, (*actions, action), public))
        m = np.array(m).T
        if who != i:
            return m.sum(axis=1)  # line 31
        u = (sigma * m).sum(axis=1)  # line 27
        R[own] += m - u[:, None]  # line 37
        S[own] += (reach[i] * chance.sum(axis=1 - i))[:, None] * sigma  # line 38
        return u

    for _ in range(iterations):  # lines 44 to 49
        for i in (0, 1):
            deal = deals.draw(i, rng)
            walk_tree(i, deal, [np.ones(len(own)) for own in deal.carried])
    return r, s


def differences(game, row, iterations, seed=0):
    """Return how far `algorithm_1` is from the package: in regrets and sums, and its readable version from the engine.

    The second number is of average strategies. All three draw the same cards.
    """
    r, s = algorithm_1(game, row, iterations, seed)
    book, fast = PublicChanceCFR(game, row, seed=seed), CFR(game, row, seed=seed)
    book.run(iterations)
    fast.run(iterations)
    off = []
    for ours, theirs in ((r, book.tables.regret), (s, book.tables.sums)):
        for (actions, public), table in ours.items():
            dealt = game.weights(public).any(axis=1 - game.node(actions).player)
            off.append(abs(table - theirs[actions][book.tables.rows[actions, public]])[dealt].max())
    mine, theirs = book.average_strategy(), fast.average_strategy()
    return max(off), max(abs(p - theirs[key][a]) for key in mine for a, p in mine[key].items())


def two_vectors(game, public=()):
    """Return the weight that line 7 prints for a pair of private outcomes over the exact one: an array, pair by pair.

    Printed is the product of both players' distributions given the public outcomes. Pairs that cannot be are left out.
    """
    W = game.weights(public)
    W = W / W.sum()
    printed = np.multiply.outer(W.sum(axis=1), W.sum(axis=0))
    return printed[W > 0] / W[W > 0]


def sum_over_blocks(game, boards):
    """Return the sum of the printed q over all blocks of PCS: boards, each with its chance given both hands."""
    before = game.weights(())
    i, j = np.unravel_index(np.argmax(game.weights(boards[0])), before.shape)  # a pair that this board leaves
    return len(boards) * game.weights(boards[0])[i, j] / before[i, j]


def never_drawn(game, board):
    """Return the share of boards that a pair of hands excludes: all that a walk never draws after one fixed dummy pair.

    Counted the other way round, as the share of pairs that one board excludes: by symmetry these are the same.
    """
    before = game.weights(())
    return 1 - before[game.weights(board) > 0].sum() / before.sum()


def called(bid, mine, theirs, reach):
    """Return what a call of a bid, such as "2-5" or "1-*", is worth to each roll of the caller, by the paper's passes.

    Rolls, of the caller and of the other, are such as "15" or "3*"; the others have a `reach`.
    """
    x, y = bid.split("-")
    count = [np.array([sum(die in (y, "*") for die in roll) for roll in rolls]) for rolls in (mine, theirs)]
    X = np.bincount(count[1], weights=reach, minlength=len(theirs[0]) + 1)  # by the dice that show y or a star
    dice = np.arange(len(X))
    U = [X[dice < int(x) - j].sum() - X[dice >= int(x) - j].sum() for j in range(len(mine[0]) + 1)]
    return np.array(U)[count[0]]


def over_the_bound(table, games):
    """Return regrets over the bound of Theorem 1, where that is at most the range of the payoffs: it could fail there.

    The bound of p = 1 is the lowest: what it holds for, that of any p holds for. `table` is that of a stored run, of
    some games by their names.
    """
    ratios = []
    for name, part in table.groupby("game"):
        for player in (0, 1):
            of = regret_bounds.sizes(games[name], player)
            bounds = part["iterations"].map(lambda T, of=of: regret_bounds.bound(T, 1, of["delta"], of["M"], of["A"]))
            could = bounds <= of["delta"] * (1 + 1e-9)
            ratios.append((part[f"regret_{player}"] / bounds)[could].to_numpy())
    return np.concatenate(ratios)


def theorem_1(games):
    """Return what the bound asks of some games, and for each player the T at which it comes down to the range."""
    rows = {(name, player + 1): regret_bounds.sizes(game, player) for name, game in games.items() for player in (0, 1)}
    table = pd.DataFrame.from_dict(rows, orient="index").rename(columns={"infosets": "sets", "delta": "Δ"})
    for p in (1, 0.05):
        table[f"T, p = {p}"] = np.ceil(((1 + 2 / p**0.5) * table["M"]) ** 2 * table["A"] - 1e-6).astype(int)
    return table


CAPS = {
    "[2-1], raises over the blind": (1, 1), "[2-1], the blind is the raise": (0, 1),
    "[2-4], raises over the blind": (4, 4), "[2-4], the blind is the first raise": (3, 4),
}  # fmt: skip
"""Two readings of each cap on raises."""


def readings():
    """Return the information sets of two-round hold'em: rows are readings of the caps, columns what is the same."""
    deck, pairs = Deck(13, 4), comb(52, 3) * comb(49, 2)
    hands = {
        "all names of suits": (169, num_classes(deck)),
        "a pair has an order": (169, num_classes(deck, ordered=True)),
        "no symmetry": (1326, pairs),
    }
    rows = {}
    for cap, raises in CAPS.items():
        part = layout_of(holdem(raises, deck=(4, 2)))  # the betting is that of any deck
        first, second = (sum(len(names) > 0 for names in betting.names) for betting in (part.first, part.second))
        rows[cap] = {name: first * h + part.lanes * second * f for name, (h, f) in hands.items()}
    return pd.DataFrame.from_dict(rows, orient="index")
