r"""How good is a strategy? Value, best response, and exploitability.

Everything is computed in sequence form (Koller, Megiddo and von Stengel 1996). A player's *realization plan* gives
each of his sequences the probability that he plays it, if chance and the other player let him:

.. math:: x(I, a) = x(\text{the sequence that leads to } I) \, \sigma(a \mid I)

The expected value is then a sum over terminals z of ``chance(z) * x(z) * y(z) * payoff(z)``, and a best response is one
backward pass over the information sets. Where a terminal stands for a further game, a best response takes what one
earns in it (`Game.best_payoff`). Larger games are evaluated by vectors (`cfrlib.engine.tree.evaluator`).

References
----------
D. Koller, N. Megiddo, B. von Stengel, *Efficient Computation of Equilibria for Extensive Two-Person Games* (1996).
M. Johanson, K. Waugh, M. Bowling, M. Zinkevich, *Accelerating Best Response Calculation in Large Extensive Games*
(2011).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cfrlib._util.arguments import typed
from cfrlib._util.built import derived
from cfrlib._util.imports import lazy_import
from cfrlib.game import CHANCE as CHANCE_MARK
from cfrlib.game import Game
from cfrlib.games.checks import check_game
from cfrlib.profile import Profile, in_order, locked_entries, profile_of
from cfrlib.tree import unroll
from cfrlib.tree.checks import complete
from cfrlib.tree.explicit import CHANCE, TERMINAL

if TYPE_CHECKING:
    from cfrlib.games import matrix
    from cfrlib.tree import Tree


def expected_value(game: Game | matrix | Tree, profile: Profile) -> float:
    """Return the expected payoff to player 0, in the game's unit, when both follow a profile.

    Parameters
    ----------
    game : Game, matrix or Tree
        What is played.
    profile : Profile
        How both play it.

    Returns
    -------
    float
        In the game's unit. Player 1 gets as much less.

    Raises
    ------
    TypeError
        If `profile` is no profile, or `game` no game.
    ValueError
        If the profile does not fit the game, or a tree is not complete or lacks perfect recall.

    Examples
    --------
    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> round(cfrlib.expected_value(game, cfrlib.Profile.uniform(game)), 4)
    0.125
    """
    fast = _by_vectors(game)
    if fast is not None:
        return fast.expected_value(*fast.read(profile_of(game, profile)))
    form, plans = _plans(game, profile)
    return form.value(*plans)


def value_between(game, first, second):
    """Return the expected payoff to player 0 when he follows one profile and player 1 another; see `expected_value`."""
    fast = _by_vectors(game)
    if fast is not None:
        return fast.value_between(profile_of(game, first), profile_of(game, second))
    (form, (x, _)), (_, (_, y)) = _plans(game, first), _plans(game, second)
    return form.value(x, y)


def best_response_values(
    game: Game | matrix | Tree, profile: Profile, *, locked: Mapping[tuple[str, str], Mapping[str, float]] | None = None
) -> tuple[float, float]:
    """Return (b1, b2): what a best response of player 0, and of player 1, earns against a profile.

    In equilibrium b1 = -b2 is the value of the game.

    Parameters
    ----------
    game : Game, matrix or Tree
        What is played; a tree with perfect recall.
    profile : Profile
        Whom they respond to.
    locked : dict of pair of str to dict of str to float, optional
        What both play at some information sets, whoever responds and whatever the profile says, as `cfrlib.CFR` takes
        it.

    Returns
    -------
    b1 : float
        To player 0, in the game's unit.
    b2 : float
        To player 1.

    Raises
    ------
    TypeError
        If `profile` is no profile, or `game` no game.
    ValueError
        If the profile does not fit the game, what is locked is not of the game, or a tree is not complete or lacks
        perfect recall.

    Examples
    --------
    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> [round(b, 4) for b in cfrlib.best_response_values(game, cfrlib.Profile.uniform(game))]
    [0.5, 0.4167]
    """
    fast = _by_vectors(game)
    if fast is not None:
        return fast.best_response_values(*fast.read(profile_of(game, profile), _some(locked)))
    form, plans, kept = _locked_plans(game, profile, locked)
    return tuple(form.best_response(player, plans[1 - player], kept=kept)[0] for player in (0, 1))


def best_response(
    game: Game | matrix | Tree, profile: Profile, *, locked: Mapping[tuple[str, str], Mapping[str, float]] | None = None
) -> Profile:
    """Return the profile in which each player plays a best response to the other's strategy.

    Among equally good actions it takes the first.

    Parameters
    ----------
    game : Game, matrix or Tree
        At most so large that `cfrlib.tree.unroll` takes it; a tree with perfect recall.
    profile : Profile
        Whom they respond to.
    locked : dict of pair of str to dict of str to float, optional
        What both play at some information sets; see `best_response_values`.

    Returns
    -------
    Profile
        Pure, but for what is locked: at each information set one action has probability 1.

    Raises
    ------
    TypeError
        If `profile` is no profile, or `game` no game.
    ValueError
        If the game is too large, or as from `best_response_values`.

    Examples
    --------
    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> cfrlib.best_response(game, cfrlib.Profile.uniform(game))["Q", "b"]
    {'p': 0.0, 'b': 1.0}
    """
    form, plans, kept = _locked_plans(game, profile, locked)
    response = np.zeros(form.tree.num_infoset_actions)
    for player in (0, 1):
        values = form.best_response(player, plans[1 - player], kept=kept)[1]
        response[form.best_entries(player, values)] = 1
    return Profile.from_flat(form.tree, response if kept is None else np.where(kept < 0, response, kept))


def exploitability(
    game: Game | matrix | Tree, profile: Profile, *, locked: Mapping[tuple[str, str], Mapping[str, float]] | None = None
) -> float:
    """Return (b1 + b2) / 2: what best responses earn on average, 0 in equilibrium, in the game's unit.

    Parameters
    ----------
    game : Game, matrix or Tree
        What is played; a tree with perfect recall.
    profile : Profile
        Whose exploitability it is.
    locked : dict of pair of str to dict of str to float, optional
        What both play at some information sets; see `best_response_values`. The exploitability is that in the game in
        which chance plays there.

    Returns
    -------
    float
        In the game's unit; see `best_response_values`.

    Raises
    ------
    TypeError, ValueError
        As from `best_response_values`.

    Examples
    --------
    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> round(cfrlib.exploitability(game, cfrlib.Profile.uniform(game)), 4)
    0.4583
    >>> honest = {("J", ""): {"p": 1}, ("J", "p"): {"p": 1}}  # nobody bluffs with a Jack
    >>> round(cfrlib.exploitability(game, cfrlib.Profile.uniform(game), locked=honest), 4)
    0.3333
    """
    return max(sum(best_response_values(game, profile, locked=locked)) / 2, 0.0)  # below 0 it is rounding


def _by_vectors(game):
    """Return the fast evaluator of a game; None where the explicit tree must do (or does well enough: a small game)."""
    if not isinstance(game, Game):
        return None
    check_game(game)
    return None if game.small else lazy_import("layout_of")(game).evaluator


def _plans(game, profile):
    """Return the sequence form of a game, and the realization plans of both players in it."""
    form = sequence_form(game)
    return form, form.plans(flat(form.tree, profile_of(game, profile)))


def _locked_plans(game, profile, locked):
    """Return the sequence form, the plans of a profile that keeps what is locked, and that as `locked_entries`."""
    form = sequence_form(game)
    probabilities, kept = flat(form.tree, profile_of(game, profile)), locked_entries(locked, form.tree)
    return form, form.plans(probabilities if kept is None else np.where(kept < 0, probabilities, kept)), kept


def _some(locked):
    """Return what is locked, None if nothing is; TypeError says what else it is."""
    return None if locked is None else typed("locked", locked, Mapping, "{key: {action: probability}}") or None


def flat(tree, profile):
    """Return the probabilities of `profile` in the order of the tree's flat arrays."""
    return in_order(profile, [i.key for i in tree.infosets], [i.actions for i in tree.infosets])


def sequence_form(game):
    """Return the sequence form of a game, matrix game or tree; kept with its tree: a complete one never grows."""
    return _form_of(unroll(game))


@derived
def _form_of(tree):
    return SequenceForm(complete(tree))


@dataclass(frozen=True)
class _Layer:
    """Information sets of one player with the same number of own earlier decisions, and their flat entries."""

    entries: np.ndarray
    starts: np.ndarray
    parents: np.ndarray
    """The sequence that leads to each information set."""
    entry_parents: np.ndarray
    """And to each entry."""


class SequenceForm:
    """The sequence form of an explicit tree with perfect recall.

    Over its z terminals: `payoff`, (z,), to player 0, times the probability that chance plays its part; `best`, the
    same to either player by best play in what may follow (`Game.best_payoff`); `last`, (2, z), the last sequence of
    each player, -1 (the last entry of a plan) for the empty one.
    """

    def __init__(self, tree):
        self.tree = tree
        self.parents = tree.parent_sequence
        terminal = np.array([n.index for n in tree.nodes if n.player == TERMINAL])
        chance = tree.chance_reach[terminal]
        self.payoff = np.array([tree.nodes[z].payoff for z in terminal]) * chance
        best = _best_payoffs(tree, terminal)
        self.best = (self.payoff, -self.payoff) if best is None else tuple(best * chance)
        self.last = tree.sequences[:, terminal]

    @cached_property
    def layers(self):
        """For each player, his information sets in layers from the root down."""
        infosets = self.tree.infosets
        owner = np.repeat(np.arange(len(infosets)), [len(i.actions) for i in infosets])
        depth = np.zeros(len(infosets), dtype=int)
        for i, parent in enumerate(self.parents):  # sets are listed as they are met: those that lead to one come first
            depth[i] = 0 if parent < 0 else depth[owner[parent]] + 1
        layers = ([], [])
        for player in (0, 1):
            mine = np.array([i.player == player for i in infosets], dtype=bool)
            for d in range(depth[mine].max(initial=-1) + 1):
                chosen = np.flatnonzero(mine & (depth == d))
                sizes = np.array([len(infosets[i].actions) for i in chosen])
                entries = np.concatenate([np.arange(infosets[i].offset, infosets[i].entries.stop) for i in chosen])
                starts = np.cumsum(sizes) - sizes
                parents = self.parents[chosen]
                layers[player].append(_Layer(entries, starts, parents, np.repeat(parents, sizes)))
        return layers

    def plans(self, probabilities):
        """Return the realization plans of both players, two (num_infoset_actions + 1,) arrays.

        Entry -1 belongs to the empty sequence and is 1; entries of the other player are 0.
        """
        plans = []
        for player in (0, 1):
            plan = np.zeros(len(probabilities) + 1)
            plan[-1] = 1
            for layer in self.layers[player]:
                plan[layer.entries] = plan[layer.entry_parents] * probabilities[layer.entries]
            plans.append(plan)
        return tuple(plans)

    def value(self, x, y):
        """Return the expected payoff to player 0 of the realization plans of both players."""
        return float(np.sum(self.payoff * x[self.last[0]] * y[self.last[1]]))

    def best_response(self, player, opponent_plan, payoff=None, kept=None):
        """Return the value of a best response of `player`, and that of each of their actions.

        `payoff` to `player` at each terminal, times chance's part: `best` by default. `kept` has what is locked, -1
        elsewhere.
        """
        size = self.tree.num_infoset_actions + 1
        payoff = self.best[player] if payoff is None else payoff
        weights = payoff * opponent_plan[self.last[1 - player]]
        value = np.bincount(self.last[player] % size, weights=weights, minlength=size)
        for layer in reversed(self.layers[player]):
            best = np.maximum.reduceat(value[layer.entries], layer.starts)
            if kept is not None:
                mean = np.add.reduceat(kept[layer.entries] * value[layer.entries], layer.starts)
                best = np.where(kept[layer.entries[layer.starts]] < 0, best, mean)
            np.add.at(value, layer.parents, best)
        return float(value[-1]), value

    def best_entries(self, player, values):
        """Return where in flat arrays a player's best actions are, the first of equals, by `values` of all actions."""
        own = (infoset for infoset in self.tree.infosets if infoset.player == player)
        return [infoset.offset + int(np.argmax(values[infoset.entries])) for infoset in own]


def _best_payoffs(tree, terminals):
    """Return what each player can get at the terminals of a game's tree, (2, z); None if that is just the payoff."""
    game = tree.game
    if not isinstance(game, Game) or getattr(game.best_payoff, "__func__", None) is Game.best_payoff:
        return None
    tables, best = {}, []
    for z in terminals:
        deal, actions, public = _state(tree, tree.nodes[z])
        if (actions, public) not in tables:
            tables[actions, public] = [game.best_payoff_table(player, actions, public) for player in (0, 1)]
        best.append([table[deal] for table in tables[actions, public]])
    return np.array(best, dtype=float).reshape(-1, 2).T


def _state(tree, node):
    """Return (indices of the private outcomes, action sequence, public outcomes) of a node below the deal."""
    by_chance = []
    while node.parent >= 0:
        parent = tree.nodes[node.parent]
        by_chance.append((node.action, parent.player == CHANCE))
        node = parent
    (first, _), (second, _), *later = reversed(by_chance)
    deal = tree.game.outcomes(0).index(first), tree.game.outcomes(1).index(second)
    actions = tuple(CHANCE_MARK if shown else label for label, shown in later)
    return deal, actions, tuple(label for label, shown in later if shown)
