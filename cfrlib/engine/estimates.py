"""What a solver will take, before it is built: memory from what engines ask for, time from how far a walk comes.

How many nodes a walk enters that draws some events and tries all outcomes of others is found by following random
paths: on a path each node counts the product of the numbers of outcomes that are tried above it, and the mean over
paths is the number of nodes (Knuth 1975, "Estimating the efficiency of backtrack programs").
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cfrlib._util.memory import Asked, asking
from cfrlib.engine.combinations import CS, PCS, VANILLA
from cfrlib.engine.contract import check_solved, layout_of
from cfrlib.engine.solver import CFR
from cfrlib.game import CHANCE, Decision, Game, PublicChance
from cfrlib.games.kuhn import kuhn
from cfrlib.games.matrix import matrix
from cfrlib.sampling import ByPlace, Mixed, scheme
from cfrlib.tree import Tree, unroll
from cfrlib.tree.explicit import TERMINAL

if TYPE_CHECKING:
    from cfrlib.sampling import Scheme

BUILT = 200_000
"""Entries, or histories of a tree, up to which a solver is built to be looked at: that takes a part of a second."""
PATHS = 1_000
LOCKED, GUESSED, LOCAL = 58e-6, 38e-9, 30e-9
"""More seconds of an iteration: for locks; for each value of an exact baseline; for each entry of a local update."""
FLOAT32, SLOWED = 0.8, 2.0
"""The time of an entry in float32, as a part of that in float64; that of a walk by place, or with learned baselines."""
DRAWN, NODE = 1e-6, 10
"""More seconds to draw one of a million deals; what a node costs by vectors, beside as many outcomes carried there."""
ALL, VECTORS, DEAL, ONE = range(4)
COSTS = {
    "tree": ((0.25e-6, 5e-9), (0.3e-6, 2e-9), (0.25e-6, 13e-9), (0.15e-6, 20e-9)),
    "bids": ((300e-6, 5e-9), (200e-6, 0.6e-9), (200e-6, 4e-9), (0.2e-6, 45e-9)),
    "two_rounds": ((400e-6, 12e-9), (5e-6, 1.2e-9), (0.8e-6, 20e-9), (0.8e-6, 20e-9)),
    "buckets": ((200e-6, 20e-9), (210e-6, 1.2e-9), (6e-6, 2.4e-9), (1.5e-6, 40e-9)),
    "explicit": ((0.05e-6, 15e-9), (0.3e-6, 2e-9), (0.1e-6, 16e-9), (0.1e-6, 20e-9)),
}
"""Seconds of an iteration, and what is added: where all is tried for each entry, else for each node times what walks
carry there, by vectors, with all actions of one deal, or with some. Measured on one processor of a server, in 2026."""


@dataclass(frozen=True)
class Estimate:
    """What a solver will take; `estimate` returns it.

    `infosets` are those of both players, `entries` the numbers in a table of regrets: pairs of an information set and
    an action, without what a solver merges. `bytes` are those of all tables, and of what is between all sequences of
    buckets where a walk takes all; what else walks write comes on top, in large games little. `seconds` are those of
    an iteration on one processor of today, within a factor of about two, or nan if not known; `source` says what
    this is estimated from.
    """

    infosets: int
    entries: int
    bytes: int
    seconds: float
    source: str

    def __repr__(self):
        units = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "bytes"))
        unit, name = next((unit for unit in units if self.bytes >= unit[0]), units[-1])
        time = f"about {self.seconds:.1g} s an iteration" if self.seconds == self.seconds else "its time is not known"
        return (
            f"<Estimate: {self.infosets:,} information sets, tables of {self.entries:,} entries, "
            f"{self.bytes / unit:.3g} {name}, {time}; from {self.source}>"
        )


def estimate(
    game: Game | matrix | Tree, sampling: str | Scheme | Mixed | ByPlace = "vanilla", **switches: Any
) -> Estimate:
    """Return what `cfrlib.CFR` with these switches will take: memory, and seconds an iteration.

    Small games are laid out to be looked at; of large ones nothing is built.

    Parameters
    ----------
    game : Game, matrix or Tree
        What is to be solved.
    sampling : str, Scheme, Mixed or ByPlace
        A row of `cfrlib.sampling`.
    **switches : object
        Other arguments of `cfrlib.CFR`.

    Returns
    -------
    Estimate
        Information sets, entries, bytes and seconds.

    Raises
    ------
    TypeError, ValueError
        As from `cfrlib.CFR`, but not because too little memory is free.

    References
    ----------
    D. E. Knuth, *Estimating the Efficiency of Backtrack Programs* (1975).

    Examples
    --------
    >>> import cfrlib
    >>> large = cfrlib.estimate(cfrlib.games.bluff(dice=(2, 2)), dtype="float32")
    >>> large.infosets, large.entries, large.bytes
    (352321536, 127369174, 1018953392)
    """
    check_solved(game)
    given = {**switches, "sampling": sampling}
    of = unroll(game) if isinstance(game, matrix | Tree) else game
    engine = of.layout if of.layout in COSTS else "tree"
    size = max(of.num_infoset_actions, of.num_histories if engine == "explicit" else 0)
    local, more, row = 0.0, LOCKED if given.get("locked") else 0.0, scheme(sampling)
    slowed = isinstance(row, ByPlace)
    if engine not in ("tree", "explicit"):
        layout = layout_of(game)
        entries, needed, source = sum(layout.sizes), _asked(game, given), "what its engine asks for"
    else:
        built = size <= BUILT  # a small game's solver refuses wrong switches, too
        solver = CFR(game, **given) if built else CFR(kuhn(), **{k: v for k, v in given.items() if k != "locked"})
        if built:
            entries, source = sum(table.size for table in solver.engine.regret_tables()), "its tables"
            needed = sum(table.nbytes for table in solver.engine.tables)
        else:
            entries, source = of.num_infoset_actions, "its information sets, of which a solver may merge some"
            needed = 4 * np.dtype(given.get("dtype", "float64")).itemsize * entries + 8 * of.num_infosets
        more *= not solver.engine.holds
        local = LOCAL if solver.regret.local else 0.0
        slowed |= solver.baseline.kind == "learned"
        if solver.baseline.kind == "exact":  # all of its values are computed anew
            more += GUESSED * solver.engine.tables.baseline.size if built else math.nan
    share = FLOAT32 if given.get("dtype") == "float32" else 1.0
    if engine not in ("tree", "explicit"):
        share /= min(given.get("threads", 1), os.cpu_count() or 1)
    seconds = more + (SLOWED if slowed else 1.0) * _seconds(of, engine, row, entries, share, local)
    return Estimate(of.num_infosets, entries, needed, seconds, source)


def _asked(game, switches):
    """Return the bytes of the tables that an engine is about to make."""
    try:
        with asking():
            CFR(game, **switches)
    except Asked as asked:
        return asked.needed
    raise AssertionError(f"the engine of {game!r} does not ask for memory")


def _seconds(game, engine, row, entries, share, local):
    """Return what an iteration takes, of which each entry costs its share and `local`; of a mix, the mean."""
    if isinstance(row, Mixed | ByPlace):
        return sum(_seconds(game, engine, part, entries, share, local) for part in (row.first, row.second)) / 2
    tree, rng, drawn = isinstance(game, Tree), np.random.default_rng(0), row.samples_actions
    shown = any(player is None for _ in range(PATHS // 10) for player, _ in _path(game, rng, False))
    if not drawn and (row.chance == VANILLA or (row.chance == PCS and not shown)):
        start, each = COSTS[engine][ALL]
        return start + (each * share + local) * entries
    kind = ONE if drawn else DEAL if row.chance == CS else VECTORS
    start, each = COSTS[engine][kind]
    if engine == "tree" and kind != VECTORS:
        start += DRAWN * min(len(game.outcomes(0)) * len(game.outcomes(1)) / 1e6, 1.0)
    entered = 0.0
    for me in (0, 1):
        sizes = (1, 1) if tree else (len(game.outcomes(me)), len(game.outcomes(1 - me)))
        carried = max(n if switch == "all" else 1 for n, switch in zip(sizes, row.chance, strict=False))
        if engine == "buckets":
            carried = min(carried, layout_of(game).sequences[-1])
        if engine == "bids" and not drawn:
            nodes = layout_of(game).num_nodes
        elif tree or drawn or row.public == "all":
            nodes = np.mean([_entered(game, row, me, rng) for _ in range(PATHS)])
        else:
            nodes = sum(1 for _ in game.action_sequences())
        entered += (carried + NODE * (engine in ("tree", "bids") and kind == VECTORS)) * nodes
    return start + (each + local) * entered


def _entered(game, row, me, rng):
    """Return how many nodes a walk of a player enters, by one random path."""
    total, factor, switches = 1.0, 1, {me: row.own_actions, 1 - me: row.opponent_actions, None: row.public}
    for player, choices in _path(game, rng, row.public == "all"):
        switch = switches[player]
        factor *= choices if switch == "all" else 1 if switch == "one" else min(switch, choices)
        total += factor
    return total


def _path(game, rng, counts=True):
    """Yield (who moves, None for chance; number of outcomes) on a random path; of chance it is 1 unless it `counts`."""
    if isinstance(game, Tree):
        node = game.root
        while node.player != TERMINAL:
            yield (None if node.player < 0 else node.player), len(node.children)
            node = game.nodes[node.children[int(rng.random() * len(node.children))]]
        return
    actions, public, node = (), (), game.node(())
    while isinstance(node, Decision | PublicChance):
        if isinstance(node, Decision):
            yield node.player, len(node.actions)
            actions = (*actions, node.actions[int(rng.random() * len(node.actions))])
        else:
            outcomes = game.public_outcomes(public) if counts else ("",)
            yield None, len(outcomes)
            actions, public = (*actions, CHANCE), (*public, outcomes[0])
        node = game.node(actions)
