r"""Exact mean and variance of what a sampled walk adds to the tables, and what the walk costs.

The profile is frozen. Once all chance is dealt, actions drawn in different branches are independent, so means and
variances come up the tree like values do. With :math:`\hat u(ha) = [a \text{ followed}]\,\tilde u(ha) / \xi(a)`,
where the walk follows a with probability :math:`\xi(a)` and a and b both with :math:`\xi(a, b)`,

.. math::
    E[\hat u(ha)^2] = E[\tilde u(ha)^2] / \xi(a), \qquad
    E[\hat u(ha)\,\hat u(hb)] = \frac{\xi(a, b)}{\xi(a)\,\xi(b)} u(ha)\,u(hb),

and every number that a walk computes at h is a weighted sum of the :math:`\hat u(ha)`. The mean over all deals, each
with its probability, is exact: nothing here is drawn. (Sampled walks: Lanctot, Waugh, Zinkevich and Bowling 2009.)

Rows that sample a part of chance only (PCS, OPCS, SPCS: Johanson et al. 2012) walk on vectors and try every action, so
there are few deals: each is walked, by `cfrlib.textbook.public_chance`, and counts with its probability.
"""

from dataclasses import dataclass
from numbers import Integral

import lazy_loader as lazy
import numpy as np

from cfrlib._util.arguments import one_of
from cfrlib.game import CHANCE as CHANCE_MARK
from cfrlib.game import Game
from cfrlib.profile import checked_profile
from cfrlib.sampling import ByPlace, Mixed, scheme
from cfrlib.textbook.public_chance import PublicChanceCFR
from cfrlib.textbook.public_tables import PublicTables
from cfrlib.tree import CHANCE, TERMINAL, unroll
from cfrlib.tree.checks import shallow

pd = lazy.load("pandas")

ROWS = ("vanilla", "cs", "es", "robust", "os")


@dataclass(frozen=True)
class Moments:
    """What one iteration (a walk for each player) adds, entry by entry of a tree's flat arrays.

    Means and variances (entries,) are those of the instantaneous regrets, and of what is added to the sums that the
    average strategy is made of. `nodes` is the expected number of histories that the two walks enter, chance nodes and
    terminals included; `touched` that of nodes as `cfrlib.CFR` counts them, public nodes times private outcomes of the
    walking player: not a number for an explicit tree, which does not say what is public.
    """

    regret_mean: np.ndarray
    regret_variance: np.ndarray
    average_mean: np.ndarray
    average_variance: np.ndarray
    nodes: float
    touched: float


def moments(game, profile, sampling, average_at=None):
    """Return the exact `Moments` of one iteration whose walks both use a frozen profile, as with simultaneous updates.

    On an explicit tree the row samples all of chance or nothing. `average_at` is that of `cfrlib.CFR`; rows that sample
    a part of chance take "own". Mixes are refused, and games in which chance depends on actions or one walk can meet an
    information set twice.
    """
    tree, row = shallow(unroll(game)), scheme(sampling)
    if isinstance(row, ByPlace | Mixed):
        raise ValueError(f"sampling={str(row)!r}: exact variances are those of single rows, not of mixes")
    default = row.average_at if average_at is None else average_at
    average_at = one_of("average_at", default, ("own", "opponent"))
    walks = VectorWalks if len(set(row.chance)) > 1 else HistoryWalks
    mean, square, nodes, touched = walks(game, tree, checked_profile(profile), row, average_at).moments()
    variance = np.maximum(square - mean**2, 0.0)
    variance[variance < 1e-14 * np.maximum(square, 1e-300)] = 0.0  # rounding
    return Moments(mean[0], variance[0], mean[1], variance[1], float(nodes), float(touched))


def compare(game, profile, rows=ROWS):
    """Return a table with a line for each row of switches: what its walks cost, and how noisy they are.

    Columns: nodes, what an iteration costs, expected; bias, the largest of any regret; variance, of the regrets, summed
    over all information sets and actions; and variance x nodes. At equal nodes the number of iterations is in
    proportion to 1 / nodes, so the variance of the mean regret is in proportion to the last column.
    """
    exact, lines = moments(game, profile, "vanilla").regret_mean, {}
    for row in rows:
        those = moments(game, profile, row)
        bias, variance = np.abs(those.regret_mean - exact).max(), those.regret_variance.sum()
        lines[str(scheme(row))] = those.nodes, 0.0 if bias < 1e-12 else bias, variance, variance * those.nodes
    return pd.DataFrame.from_dict(lines, orient="index", columns=["nodes", "bias", "variance", "variance x nodes"])


class HistoryWalks:
    """Walks over histories, of a row that samples all of chance or nothing."""

    def __init__(self, game, tree, profile, row, average_at):
        self.game, self.tree, self.row, self.average_at = game, tree, row, average_at
        self.sigma = [np.array(list(profile[i.key].values())) for i in tree.infosets]

    def moments(self):
        """Return means and mean squares of regrets and averages, (2, entries), and histories and nodes to expect."""
        size = self.tree.num_infoset_actions
        mean, square, nodes = np.zeros((2, size)), np.zeros((2, size)), 0.0
        for chance, probability in self._deals():
            for player in (0, 1):
                self.first, self.second, self.nodes, self.met = np.zeros((2, size)), np.zeros((2, size)), 0.0, set()
                self._walk(self.tree.root, chance, player, (1.0, 1.0), 1.0)
                mean += probability * self.first
                square += probability * self.second
                nodes += probability * self.nodes
        if not self.row.samples_something:  # then all deals are walked at once, and nothing is drawn
            square, nodes = mean**2, 2.0 * self.tree.num_histories
        return mean, square, nodes, self._touched(nodes)

    def _touched(self, histories):
        """Return the nodes that an iteration touches; where something is drawn, histories but for two deals a walk."""
        if not isinstance(self.game, Game):
            return np.nan
        if self.row.samples_something:
            return histories - 4.0  # each of two walks counts two private deals less
        outcomes = sum(len(self.game.outcomes(player)) for player in (0, 1))
        lengths = [actions.count(CHANCE_MARK) for actions, _ in self.game.action_sequences()]
        boards = [len(list(self.game.public_sequences(length))) for length in range(max(lengths) + 1)]
        return outcomes * sum(boards[length] for length in lengths)

    def _deals(self):
        """Return all that chance can do in a walk: pairs (outcomes by what chance did before, probability)."""
        events, stack = {}, [(self.tree.root, ())]
        while stack:
            node, before = stack.pop()
            if node.player == CHANCE:
                known = events.setdefault(before, node)
                if (known.actions, known.probabilities) != (node.actions, node.probabilities):
                    raise ValueError("game: chance depends on what the players did; it takes one where it does not")
            for action, child in self.tree.children(node):
                stack.append((child, (*before, action) if node.player == CHANCE else before))
        deals = {(): 1.0}
        for before in sorted(events, key=len):
            node, p = events[before], deals.pop(before)
            deals |= {(*before, a): p * q for a, q in zip(node.actions, node.probabilities, strict=True)}
        return deals.items()

    def _walk(self, node, chance, player, reach, q):
        """Return mean and second moment of what a walk that comes to `node`, with probability q given the deal, finds.

        `chance` are the outcomes still to come, `reach` the probabilities with which the players play to the node.
        """
        self.nodes += q
        if node.player == TERMINAL:
            value = node.payoff if player == 0 else -node.payoff
            return value, value * value
        if node.player == CHANCE:
            child = self.tree.nodes[node.children[node.actions.index(chance[0])]]
            return self._walk(child, chance[1:], player, reach, q)

        who, sigma = node.player, self.sigma[node.infoset]
        followed, both = self._following(who == player, sigma)
        mean, square = np.zeros(len(sigma)), np.zeros(len(sigma))
        for a in np.flatnonzero(followed):
            onward = tuple(p * sigma[a] if i == who else p for i, p in enumerate(reach))
            child = self.tree.nodes[node.children[a]]
            mean[a], square[a] = self._walk(child, chance, player, onward, q * followed[a])
        products = both * np.outer(mean, mean)
        with np.errstate(divide="ignore", invalid="ignore"):
            np.fill_diagonal(products, np.where(followed > 0, square / followed, 0.0))

        entries = self.tree.infosets[node.infoset].entries
        if who == player:
            if node.infoset in self.met:
                raise ValueError("game: a walk can meet an information set twice; it takes observable actions")
            self.met.add(node.infoset)
            compared = np.eye(len(sigma)) - sigma  # row a: from the estimates to the regret of a
            weight = reach[1 - player] / q
            self.first[0, entries] += q * weight * (compared @ mean)
            self.second[0, entries] += q * weight**2 * np.einsum("ab,bc,ac->a", compared, products, compared)
        if who == (player if self.average_at == "own" else 1 - player):
            weight = reach[who] / q
            self.first[1, entries] += q * weight * sigma
            self.second[1, entries] += q * weight**2 * sigma**2
        return float(sigma @ mean), float(sigma @ products @ sigma)

    def _following(self, own, sigma):
        """Return xi(a), and xi(a, b) / (xi(a) xi(b))."""
        n = len(sigma)
        switch = self.row.own_actions if own else self.row.opponent_actions
        if switch == "all":
            return np.ones(n), np.ones((n, n))
        if isinstance(switch, Integral):
            k = min(switch, n)
            together = k * (k - 1) / (n * (n - 1)) if n > 1 else 1.0
            return np.full(n, k / n), np.full((n, n), together * (n / k) ** 2)
        policy = self.row.epsilon / n + (1 - self.row.epsilon) * sigma if own else sigma
        return policy, np.zeros((n, n))


class VectorWalks:
    """Walks over public nodes, of a row that samples a part of chance; all deals are walked."""

    def __init__(self, game, tree, profile, row, average_at):
        if not isinstance(game, Game):
            raise ValueError(
                f"sampling={str(row)!r}: it walks on vectors over private outcomes, which an explicit tree or a matrix "
                "game does not have; there it takes vanilla cs es robust os"
            )
        if average_at != "own":
            raise ValueError(f"average_at={average_at!r}: with sampling={str(row)!r} it takes 'own'")
        self.game, self.size = game, tree.num_infoset_actions
        self.cfr = PublicChanceCFR(game, row, updates="simultaneous")
        tables = self.cfr.tables = PublicTables(game, shared=False)
        tables.freeze(profile)
        self.tables = tables.instantaneous, tables.sums
        entries = {infoset.key: infoset.entries for infoset in tree.infosets}
        self.rows = [[(entries[key], row) for key, _, row in tables.by_key(table)] for table in self.tables]

    def moments(self):
        """Return what `HistoryWalks.moments` does."""
        mean, square, histories, touched = np.zeros((2, self.size)), np.zeros((2, self.size)), 0.0, 0.0
        for player in (0, 1):
            for deal in self.cfr.deals.all(player):
                added, pairs, outcomes = self._walk(player, deal)
                mean += deal.probability * added
                square += deal.probability * added**2
                histories += deal.probability * (1 + len(deal.carried[0]) + pairs)
                touched += deal.probability * outcomes
        return mean, square, histories, touched

    def _walk(self, player, deal):
        """Return what a walk adds to regrets and averages, (2, entries), and how many pairs and outcomes it meets."""
        for table in self.tables:
            for rows in table.values():
                rows[:] = 0.0
        pairs = outcomes = 0
        for step in self.cfr.walk(player, deal):
            pairs += np.count_nonzero(self.game.weights(step.public)[np.ix_(*step.carried)])
            outcomes += len(step.carried[player])
        added = np.zeros((2, self.size))
        for flat, rows in zip(added, self.rows, strict=True):
            for entries, row in rows:
                flat[entries] = row
        return added, pairs, outcomes
