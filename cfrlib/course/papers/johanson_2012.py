"""Johanson et al. (2012): Algorithm 1 line by line, the printed weights of chance, the appendix, equal time."""

import re
from functools import partial
from math import comb

import lazy_loader as lazy
import numpy as np

from cfrlib.cards.deck import Deck
from cfrlib.cards.isomorphism import num_classes
from cfrlib.course import variance as microscope
from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.game import CHANCE, PublicChance, Terminal
from cfrlib.games import holdem
from cfrlib.profile import Profile
from cfrlib.runs import code_of
from cfrlib.sampling import scheme
from cfrlib.textbook.deals import Deals
from cfrlib.textbook.public_chance import PublicChanceCFR
from cfrlib.textbook.public_tables import matched
from cfrlib.tree import unroll

pd = lazy.load("pandas")
regret_bounds = code_of("regret_bounds")


ROWS = ("pcs", "opcs", "spcs", "cs")
MARKS = 10
"""Efforts at which two curves are compared."""

# -- 3.1: Algorithm 1 --------------------------------------------------------------------


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
    tables = book.tables
    first = max(
        abs(ours[key] - theirs[key[0]][tables.rows[key]])[game.weights(key[1]).any(axis=1 - _mover(game, key))].max()
        for ours, theirs in ((r, tables.regret), (s, tables.sums))
        for key in ours
    )
    mine, theirs = book.average_strategy(), fast.average_strategy()
    return first, max(abs(p - theirs[key][a]) for key in mine for a, p in mine[key].items())


def _mover(game, key):
    return game.node(key[0]).player


# -- 3 and 3.1: the printed weights of chance -------------------------------------------------


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


# -- 3: what an update is worth ----------------------------------------------------------------


def updates(game, profile, rows=ROWS):
    """Return what a variant updates in an iteration, and how precise that is, exactly: a row for each variant.

    Columns "updated": information sets, expected, without those that a drawn card makes impossible. "states": public
    nodes, ends too, times the private outcomes carried there, expected; what cards exclude is carried, too. "bias": the
    largest difference of a mean and the exact regret. "variance": of an update as an estimate of the exact regret,
    given that it is made (not to an outcome that is excluded), summed over all information sets and actions; an update
    is scaled by the probability that it is made, so that its mean is the exact regret under every variant.
    """
    sets, found = unroll(game).infosets, {}
    names = [(one.player, one.key[0], tuple(re.findall("/([^:]+):", one.key[1]))) for one in sets]
    sizes = [len(one.actions) for one in sets]
    exact = microscope.moments(game, profile, "vanilla").regret_mean
    for row in rows:
        moments, deals = microscope.moments(game, profile, row), Deals(game, scheme(row))
        chance = {name: _made(game, deals, *name) for name in dict.fromkeys(names)}
        made = np.repeat([chance[name] for name in names], sizes)
        mean, square = moments.regret_mean, moments.regret_variance + moments.regret_mean**2
        off, variance = abs(mean - exact).max(), (made * square - mean**2).sum()
        found[row] = {
            "updated": sum(chance[name] for name in names), "states": moments.touched, "bias": off,
            "variance": 0.0 if variance < 1e-12 else variance,
        }  # fmt: skip
    return pd.DataFrame.from_dict(found, orient="index")


def _made(game, deals, player, private, shown):
    """Return the probability that a walk of a player updates an information set after these public outcomes."""
    own, weights, made = game.outcomes(player).index(private), game.weights(shown), 0.0
    for deal in deals.all(player):
        if own in deal.carried[player] and (deal.board is None or deal.board[: len(shown)] == shown):
            pair = np.ix_([own], deal.carried[1]) if player == 0 else np.ix_(deal.carried[0], [own])
            made += deal.probability * bool(weights[pair].any())
    return made


# -- 3.2: terminals -----------------------------------------------------------------------


def called(bid, mine, theirs, reach):
    """Return what a call of the bid is worth to each roll of the caller, by the paper's three passes.

    Parameters
    ----------
    bid : str
        Such as "2-5" or "1-*".
    mine, theirs : sequence of str
        The rolls of the caller and of the other, such as "15" or "3*".
    reach : (theirs,) array
    """
    x, y = bid.split("-")
    count = [np.array([sum(die in (y, "*") for die in roll) for roll in rolls]) for rolls in (mine, theirs)]
    X = np.bincount(count[1], weights=reach, minlength=len(theirs[0]) + 1)  # by the dice that show y or a star
    dice = np.arange(len(X))
    U = [X[dice < int(x) - j].sum() - X[dice >= int(x) - j].sum() for j in range(len(mine[0]) + 1)]
    return np.array(U)[count[0]]


# -- 3.3: the bound -----------------------------------------------------------------------


def over_the_bound(table, games, p=1.0):
    """Return regrets over the bound of Theorem 1, where that is at most the range of the payoffs: it could fail there.

    Parameters
    ----------
    table : pandas.DataFrame
        Columns game, iterations, regret_0 and regret_1, as of a stored run.
    games : dict of str to Game
    p : float
        The bound of p = 1 is the lowest: what it holds for, that of any p holds for.

    Returns
    -------
    float64 array
        Empty if the bound is above the range everywhere.
    """
    found = []
    for name, part in table.groupby("game"):
        for player in (0, 1):
            of = regret_bounds.sizes(games[name], player)
            bounds = part["iterations"].map(lambda T, of=of: regret_bounds.bound(T, p, of["delta"], of["M"], of["A"]))
            could = bounds <= of["delta"] * (1 + 1e-9)
            found.append((part[f"regret_{player}"] / bounds)[could].to_numpy())
    return np.concatenate(found)


def theorem_1(games):
    """Return what the bound asks of some games, and for each player the T at which it comes down to the range."""
    rows = {(name, player + 1): regret_bounds.sizes(game, player) for name, game in games.items() for player in (0, 1)}
    table = pd.DataFrame.from_dict(rows, orient="index").rename(columns={"infosets": "sets", "delta": "Δ"})
    for p in (1, 0.05):
        table[f"T, p = {p}"] = np.ceil(((1 + 2 / p**0.5) * table["M"]) ** 2 * table["A"] - 1e-6).astype(int)
    return table


# -- appendix -----------------------------------------------------------------------------


def largest_y(game, row, profile):
    r"""Return the largest Y of the appendix over all blocks that a row can draw, both players and all own sequences.

    For a block Q and a sequence of own actions, :math:`Y = \sum_I (\sum_z \pi_{-i}(z[I]) \pi(z[I], z) / q(z))^2` over
    the information sets I that have this own past, and the ends z of Q below them.

    Returns
    -------
    dict of str to float
        "printed": the weight of chance is the product of what was not drawn, player 0's card dealt first. "drawn": it
        is W / q, the probability of a pair of hands given what was drawn so far, which is what walks use.
    """
    cfr, found = PublicChanceCFR(game, row), {"printed": [0.0], "drawn": [0.0]}
    cfr.tables.freeze(profile)
    for player in (0, 1):
        for deal in cfr.deals.all(player):
            ones = np.ones(len(deal.carried[1 - player]))
            for name, chance in (("printed", partial(_not_drawn, game)), ("drawn", cfr.deals.chance)):
                squares = {}
                _add_squares(cfr, player, deal, chance, ones, (), (), (), squares)
                found[name] += squares.values()
    return {name: max(values) for name, values in found.items()}


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
        weight = chance(deal, public)
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
    rng, found = np.random.default_rng(seed), {}
    for key, row in Profile.uniform(game).items():
        chosen = rng.integers(len(row))
        found[key] = {a: float(k == chosen) for k, a in enumerate(row)}
    return Profile.from_dict(game, found)


# -- 2.3: sizes ---------------------------------------------------------------------------

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


def texas_holdem():
    """Return (information sets, entries) of limit Texas hold'em with all names of suits; entries are actions."""
    part = layout_of(holdem((3, 4), deck=(4, 2)))
    sets, entries, ways, deals = 0, 0, 1, 1
    streets = (part.first, comb(52, 2)), (part.second, comb(50, 3)), (part.second, 47), (part.second, 46)
    for betting, dealt in streets:  # a hand, the flop, the turn, the river
        deals *= dealt
        sets += ways * deals * sum(len(names) > 0 for names in betting.names)
        entries += ways * deals * betting.betting.rows
        ways *= len(betting.nexts) or betting.betting.shows
    return sets, entries


# -- 4: curves ------------------------------------------------------------------------------


def means(table, x="cpu_seconds", y="exploitability", by="curve", names=None):
    """Return the curves and bands that `cfrlib.draw` takes: the mean over seeds, and from the lowest to the highest.

    Points are the marks that all seeds of a curve share, at the median of their x.
    """
    curves, bands = {}, {}
    for name in table[by].unique() if names is None else names:
        wide = table[table[by] == name].pivot(index="iterations", columns="seed")[[x, y]].dropna()
        curves[name] = wide[x].median(axis=1).to_numpy(), wide[y].mean(axis=1).to_numpy()
        bands[name] = wide[y].min(axis=1).to_numpy(), wide[y].max(axis=1).to_numpy()
    return {"curves": curves, "bands": bands}


def at(table, effort, x="cpu_seconds", y="exploitability", log=True):
    """Return y at an effort for each seed of a curve, between the marks a straight line over the logarithm of x.

    With `log` also over the logarithm of y. Seeds that were not measured before and after it are left out.
    """
    found = []
    for _, part in table.groupby("seed"):
        if part[x].min() <= effort <= part[x].max():
            values = np.log(part[y]) if log else part[y]
            value = np.interp(np.log(effort), np.log(part[x]), values)
            found.append(np.exp(value) if log else value)
    return np.array(found, dtype=float)


def compared(one, other, x="cpu_seconds", y="exploitability", ratio=True, start=None):
    """Return one curve over another at equal effort, or less it: columns low and high over all pairs of seeds.

    Parameters
    ----------
    one, other : pandas.DataFrame
        The rows of either curve, all seeds.
    ratio : bool
        Else the difference, y on a linear scale.
    start : float, optional
        The first effort; by default a tenth of the last, which is where the shortest of all runs ends.

    Returns
    -------
    pandas.DataFrame
        Index: the efforts.
    """
    both = [part.groupby("seed")[x].agg(["min", "max"]) for part in (one, other)]
    first, last = max(ends["min"].max() for ends in both), min(ends["max"].min() for ends in both)
    efforts = np.geomspace(max(first, last / 10 if start is None else start), last, MARKS)
    efforts[[0, -1]] = efforts[0] * (1 + 1e-12), last * (1 - 1e-12)
    rows = {}
    for effort in efforts:
        a, b = (at(part, effort, x, y, ratio) for part in (one, other))
        low, high = (a.min() / b.max(), a.max() / b.min()) if ratio else (a.min() - b.max(), a.max() - b.min())
        rows[effort] = {"low": low, "high": high}
    return pd.DataFrame.from_dict(rows, orient="index")


def reach_level(table, level, x="cpu_seconds", y="exploitability", falling=True):
    """Return for each seed the effort at which a curve is first at a level; seeds that do not come there are left out.

    Straight lines between the marks: over the logarithm of both, or of x alone where it does not fall but rise.
    """
    found = []
    for _, part in table.groupby("seed"):
        u, v = part[x].to_numpy(float), part[y].to_numpy(float)
        there = v <= level if falling else v >= level
        if not there.any():
            continue
        k = int(np.argmax(there))
        if k == 0:
            found.append(u[0])
            continue
        (p, q), goal = (np.log(v[k - 1 : k + 1]), np.log(level)) if falling else (v[k - 1 : k + 1], level)
        found.append(float(np.exp(np.interp((goal - p) / (q - p), [0, 1], np.log(u[k - 1 : k + 1])))))
    return np.array(found)


def quotients(one, other):
    """Return the lowest and the highest quotient of two lists of numbers."""
    return min(one) / max(other), max(one) / min(other)


def sooner(one, other):
    """Return the lowest and the highest quotient of times that two curves take to the lowest point of one's worst seed.

    A seed of the other that does not come there takes forever: then the lowest is 0.
    """
    level = one.groupby("seed").exploitability.min().max()
    there = reach_level(other, level)
    return quotients(reach_level(one, level), [*there, *[np.inf] * (other.seed.nunique() - len(there))])


def table_of(found):
    """Return comparisons, {name: what `compared` returns}, as a table: from and to which effort, lowest, highest."""
    rows = {
        name: {"from": part.index[0], "to": part.index[-1], "lowest": part.low.min(), "highest": part.high.max()}
        for name, part in found.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index")
