r"""The variance microscope: exact mean and variance of what a sampled walk adds to the tables, and what it costs.

The profile is frozen. Once all chance is dealt, actions drawn in different branches are independent, so means and
variances come up the tree like values do. With :math:`\hat u(ha) = [a \text{ followed}]\,\tilde u(ha) / \xi(a)`,
where the walk follows a with probability :math:`\xi(a)` and a and b both with :math:`\xi(a, b)`,

.. math::
    E[\hat u(ha)^2] = E[\tilde u(ha)^2] / \xi(a), \qquad
    E[\hat u(ha)\,\hat u(hb)] = \frac{\xi(a, b)}{\xi(a)\,\xi(b)} u(ha)\,u(hb),

and every number that a walk computes at h is a weighted sum of the :math:`\hat u(ha)`. The mean over all deals, each
with its probability, is exact: nothing here is drawn. (Sampled walks: Lanctot, Waugh, Zinkevich and Bowling 2009.)

Rows that sample a part of chance only (PCS, OPCS, SPCS: Johanson et al. 2012) walk on vectors; see
`cfrlib.textbook.vector_variance`.
"""

from dataclasses import dataclass
from numbers import Integral

import lazy_loader as lazy
import numpy as np

from cfrlib._util.arguments import one_of, whole
from cfrlib.game import CHANCE as CHANCE_MARK
from cfrlib.game import Game
from cfrlib.profile import Profile
from cfrlib.sampling import ByPlace, Mixed, scheme
from cfrlib.textbook import CFR
from cfrlib.textbook.vector_variance import VectorScope
from cfrlib.tree import CHANCE, TERMINAL, unroll
from cfrlib.tree.checks import shallow

pd = lazy.load("pandas")


ROWS = ("vanilla", "cs", "es", "robust", "os")
COSTS = {"histories": "nodes", "nodes_touched": "touched"}
"""What `compare` can count as the cost of an iteration, and where `Moments` has it."""


@dataclass(frozen=True)
class Moments:
    """What one iteration (a walk for each player) adds, entry by entry of a tree's flat arrays.

    Attributes
    ----------
    regret_mean, regret_variance : (entries,) float64
        Of the gain in regret of each (information set, action).
    average_mean, average_variance : (entries,) float64
        Of the gain in the sums that the average strategy is made of.
    nodes : float
        Expected number of histories that the two walks enter, chance nodes and terminals included.
    touched : float
        Expected nodes touched, as `cfrlib.CFR` counts them: public nodes times private outcomes of the walking player.
        Not a number for an explicit tree, which does not say what is public.
    """

    regret_mean: np.ndarray
    regret_variance: np.ndarray
    average_mean: np.ndarray
    average_variance: np.ndarray
    nodes: float
    touched: float


def moments(game, profile, sampling, average_at=None):
    """Return the exact `Moments` of one iteration that starts from a frozen profile.

    Parameters
    ----------
    game : Game or Tree
    profile : Profile
        Both walks use it: as with simultaneous updates.
    sampling : str or Scheme
        A row of `cfrlib.sampling`; on an explicit tree one that samples all of chance or nothing.
    average_at : {"own", "opponent"}, optional
        As in `cfrlib.CFR`; rows that sample a part of chance take "own".

    Raises
    ------
    ValueError
        For mixes, and for rows that sample a part of chance of an explicit tree; where chance depends on actions;
        where one walk can meet an information set twice.
    """
    return _Microscope(game, profile, sampling, average_at).moments()


def look(game, profile, sampling, average_at=None):
    """Return the moments as a tidy table: one row for each information set and action.

    Returns
    -------
    pandas.DataFrame
        Columns player (1 or 2), private, public, action, regret (vanilla's, exact), bias, variance (of the regret's
        estimate), average, average_variance.
    """
    scope = _Microscope(game, profile, sampling, average_at)
    found, exact = scope.moments(), _Microscope(game, profile, "vanilla", None).moments()
    names = [(i.player + 1, *i.key, a) for i in scope.tree.infosets for a in i.actions]
    table = pd.DataFrame(names, columns=["player", "private", "public", "action"])
    return table.assign(
        regret=exact.regret_mean,
        bias=_clean(found.regret_mean - exact.regret_mean),
        variance=found.regret_variance,
        average=found.average_mean,
        average_variance=found.average_variance,
    )


def compare(game, profile, rows=ROWS, cost="histories"):
    """Return one line for each row of the table of switches: what its walks cost, and how noisy they are.

    Parameters
    ----------
    game : Game or Tree
    profile : Profile
    rows : iterable of str or Scheme
    cost : {"histories", "nodes_touched"}
        What is counted.

    Returns
    -------
    pandas.DataFrame
        Index: the row. Columns nodes (what an iteration costs, expected), bias (the largest of any regret),
        variance (of the regrets, summed over all information sets and actions), and variance x nodes. At equal nodes
        the number of iterations is in proportion to 1 / nodes, so the variance of the mean regret is in proportion to
        the last column.
    """
    counted = COSTS[one_of("cost", cost, tuple(COSTS))]
    exact = moments(game, profile, "vanilla").regret_mean
    lines = {}
    for row in rows:
        found = moments(game, profile, row)
        bias, variance = np.abs(_clean(found.regret_mean - exact)).max(), found.regret_variance.sum()
        nodes = getattr(found, counted)
        lines[str(scheme(row))] = (nodes, bias, variance, variance * nodes)
    return pd.DataFrame.from_dict(lines, orient="index", columns=["nodes", "bias", "variance", "variance x nodes"])


def sample(game, profile, sampling, walks, seed=0):
    """Return the gains in regret of so many iterations from a frozen profile, as the textbook's walks draw them.

    Returns
    -------
    (walks, entries) float64 array
        Entries as in a tree's flat arrays; 0 where a walk does not come.
    """
    if _part_of_chance(scheme(sampling)):
        return _Microscope(game, profile, sampling, None, seed).vectors.sample(whole("walks", walks, 1))
    cfr = CFR(game, sampling=sampling, updates="simultaneous", seed=seed)
    sets = cfr.tree.infosets
    frozen = [np.array(list(profile[i.key].values())) for i in sets]
    found = np.zeros((whole("walks", walks, 1), cfr.tree.num_infoset_actions))
    for gains in found:
        cfr.strategy = list(frozen)
        for step in cfr.steps():
            if step.kind == "regret":
                gains[sets[step.infoset].entries] += step.regret
    return found


def _clean(differences):
    """Return differences without rounding noise."""
    return np.where(np.abs(differences) < 1e-12, 0.0, differences)


def _variance(mean, square):
    """Return variances without rounding noise."""
    variance = np.maximum(square - mean**2, 0.0)
    variance[variance < 1e-14 * np.maximum(square, 1e-300)] = 0.0
    return variance


def _part_of_chance(row):
    """Whether a row samples some kinds of chance and takes all of others."""
    return not isinstance(row, ByPlace | Mixed) and len(set(row.chance)) > 1


class _Microscope:
    def __init__(self, game, profile, sampling, average_at, seed=0):
        self.game, self.tree, self.vectors = game, shallow(unroll(game)), None
        self.row = scheme(sampling)
        if isinstance(self.row, ByPlace | Mixed):
            raise ValueError(f"sampling={str(self.row)!r}: the microscope takes single rows, no mixes")
        if not isinstance(profile, Profile):
            raise ValueError(f"profile={profile!r}: it takes a Profile")
        self.average_at = one_of(
            "average_at", self.row.average_at if average_at is None else average_at, ("own", "opponent")
        )
        self.sigma = [np.array(list(profile[i.key].values())) for i in self.tree.infosets]
        if _part_of_chance(self.row):
            self._look_at_vectors(profile, seed)

    def _look_at_vectors(self, profile, seed):
        if not isinstance(self.game, Game):
            raise ValueError(
                f"sampling={str(self.row)!r}: it walks on vectors over private outcomes, which an explicit tree or a "
                "matrix game does not have; on those the microscope takes vanilla cs es robust os"
            )
        if self.average_at != "own":
            raise ValueError(f"average_at={self.average_at!r}: with sampling={str(self.row)!r} it takes 'own'")
        self.vectors = VectorScope(self.game, self.tree, profile, self.row, seed)

    def _touched(self, histories):
        """Return nodes touched by an iteration of a scalar row: its histories without the two deals of each walk."""
        if not isinstance(self.game, Game):
            return np.nan
        if self.row.samples_something:
            return histories - 4.0
        outcomes = sum(len(self.game.outcomes(player)) for player in (0, 1))
        lengths = [actions.count(CHANCE_MARK) for actions, _ in self.game.action_sequences()]
        boards = [len(list(self.game.public_sequences(length))) for length in range(max(lengths) + 1)]
        return float(outcomes * sum(boards[length] for length in lengths))

    def moments(self):
        if self.vectors is not None:
            found, histories, touched = self.vectors.moments()
            (regret, average), (regret_square, average_square) = found[::2], found[1::2]
            return Moments(
                regret, _variance(regret, regret_square), average, _variance(average, average_square),
                float(histories), float(touched),
            )  # fmt: skip
        size = self.tree.num_infoset_actions
        first, second, nodes = np.zeros((2, size)), np.zeros((2, size)), 0.0
        for chance, probability in self._deals():
            for player in (0, 1):
                self.first, self.second, self.nodes = np.zeros((2, size)), np.zeros((2, size)), 0.0
                self._met = set()
                self._walk(self.tree.root, chance, player, (1.0, 1.0), 1.0)
                first += probability * self.first
                second += probability * self.second
                nodes += probability * self.nodes
        variance = _variance(first, second)
        if not self.row.samples_something:  # then all deals are walked at once, and nothing is drawn
            variance[:], nodes = 0.0, 2.0 * self.tree.num_histories
        return Moments(first[0], variance[0], first[1], variance[1], float(nodes), self._touched(float(nodes)))

    def _deals(self):
        """Return all that chance can do in a walk: pairs (outcomes by what chance did before, probability)."""
        events = {}
        stack = [(self.tree.root, ())]
        while stack:
            node, before = stack.pop()
            if node.player == CHANCE and events.setdefault(before, node) is not node:
                known = events[before]
                if (known.actions, known.probabilities) != (node.actions, node.probabilities):
                    raise ValueError(
                        "game: chance depends on what the players did; the microscope takes games where it does not"
                    )
            for action, child in self.tree.children(node):
                stack.append((child, (*before, action) if node.player == CHANCE else before))
        deals = [((), 1.0)]
        for before in sorted(events, key=len):
            node = events[before]
            split = [(known, p) for known, p in deals if known == before]
            deals = [deal for deal in deals if deal[0] != before]
            deals += [
                ((*known, a), p * q)
                for known, p in split
                for a, q in zip(node.actions, node.probabilities, strict=True)
            ]
        return deals

    def _walk(self, node, chance, player, reach, q):
        """Return mean and second moment of what a walk that comes to `node`, with probability q given the deal,
        brings back.

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
            if node.infoset in self._met:
                raise ValueError(
                    "game: a walk can meet an information set twice; the microscope takes games with observable actions"
                )
            self._met.add(node.infoset)
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
