"""The walk over a public tree as a list of operations, compiled once from its `Bundles`.

Every walk does the same: it goes down with the probability that a player plays their part (their *reach*) and comes up
with the values of all states. So what is to be done is written down once, as rows of numbers, and a walk is one loop
over these rows: no bundle is looked up again, and what belongs together is done in one go.

Each player has two lists, and two vectors with a number for each own infostate, bundle after bundle (`offset`): of
reach and of values. The rows of `down` fill reach from the root on, those of `up` the values from the terminals
to the root. The first number of a row says what it does, the others where:

======== =============================================================================================================
down
======== =============================================================================================================
PLAY     to, from, length, entry, place in `class_of`, stretches, step, stage: reach times the strategy, from an entry
         of the table on
PASS     to, from, length: reach as it is, where the other player moves
CHANCE   to, from, sequences, public outcomes before and after, where these start in `parent`: to each public outcome
SLOTS    the same, and the place in `slots`
======== =============================================================================================================

======== =============================================================================================================
up
======== =============================================================================================================
TERMINAL to, from (the other's reach), sequences, public outcomes, matrix, place in `scale`, stage
SWEEP    to, from (the other's reach), sequences, public outcomes, first record, place in `scale`: see `sweeps`
DECIDE   to, length, place in `below`, actions, entry, classes, place in `chance`, place in `class_of`, stretches, step,
         step in `chance`, stage, row
ADD      to, length, place in `below`, actions: where the other player moves
CHANCE   to, from, sequences, public outcomes before and after, where these start in `parent`, whether this is the
         `FIRST`: over public outcomes
SLOTS    the same, but the last is the place in `slots`
======== =============================================================================================================

A *stage* is how many public outcomes were shown, an *entry* is a place in a table, `classes` the distance there from
one action to the next, and `row` the first row; a *sequence* is one way of acting that leads to a bundle. For the
fields of `Bundles` see `cfrlib.engine.common.flat_tree`. The values after each action of a decision start where
``below[place], below[place + 1], ...`` say. Infostates that stand side by side in the vectors may not in a table, if a
walk carries some public or private outcomes only. They form *stretches* of the same length: from one to the next it is
that length in the vectors, and a `step` in the table.

With many hands and cards these vectors would not stay in the cache. Then all that is done after the last public outcome
is done for one such outcome after the other, down and up, in the same short vectors: each is a *part*, which `parts`
bounds. What comes before is done once: down before the first part, up after the last, which adds to the values there.

A walk that draws some of chance goes through a list of what it carries, by a `View`; see `drawn_walk`. It passes on
what it has drawn of public chance, as everybody does who does not move.
"""

from typing import NamedTuple

import numpy as np

from cfrlib.engine.common.flat_tree import integers
from cfrlib.tree import explicit

PLAY, PASS, CHANCE, SLOTS, TERMINAL, SWEEP, DECIDE, ADD = range(8)
COUNT, STEP, CHANCE_STEP, STAGE, ROW = range(9, 14)
"""The last columns of `DECIDE`: how many stretches it has, steps from one to the next, and where they stand."""
COLUMNS = 14
FIRST = -1
"""In the seventh column of `CHANCE`: values are summed up from 0 on, and not added to those of parts before."""


class ProgramData(NamedTuple):
    """What operations refer to between decisions; apart, as compiled code copies all that a call hands over."""

    below: np.ndarray  # (places,) int64
    parent: np.ndarray  # (b,) int64: as in `Bundles`
    slots: np.ndarray  # int64: the place before public chance of each private outcome after it, where that is another
    scale: np.ndarray  # (z,) float64: as in `Bundles`
    payoffs: tuple  # two vectors: the payoff matrices to player 0, to player 1
    records: np.ndarray  # (records, 3) int64: where each starts in the next two, and how many partners an outcome has
    places: np.ndarray  # int64
    numbers: np.ndarray  # float64
    outcomes: np.ndarray  # (2,) int64: number of private outcomes of each player


class Program(NamedTuple):
    """The operations of both players, and what they refer to; see above."""

    down: tuple  # two arrays (operations, COLUMNS) int64, for either player
    up: tuple  # likewise
    between: ProgramData
    class_of: np.ndarray  # (l,) int64: class of each infostate, from the start of a block; from 0 on, of those that are
    # their own classes
    chance: tuple  # two vectors: weights of public and private outcomes, as often as a bundle of a stage needs them;
    # of a view they are filled in when it is known what is drawn
    root: np.ndarray  # (2,) int64: infostates of either player at the root
    sizes: np.ndarray  # (3,) int64: infostates of either player in all bundles, and the most classes of any
    parts: np.ndarray  # (2, 2, parts + 1) int64: of either player, down and up, where parts begin, and the end


def compile_program(b, orders, slots=None, split=False, view=None):
    """Return the `Program` of `Bundles`, with the `orders` of `Payoffs` in place of their matrices.

    `slots` may have for either player and stage the place before of each private outcome, (boards, n). With `split` it
    has parts; then every infostate is its own class, and sweeps over hands value all terminals after public outcomes.
    With a view it carries that alone.
    """
    every = b  # the whole tree; from here on b is what this walk carries of it
    if split:
        b = b._replace(boards=np.append(b.boards[:-1], 1))
    elif view is not None:
        b = b._replace(boards=view.boards, outcomes=view.private)
    states = b.sequences * b.boards[b.stage]
    offset = [np.concatenate([[0], np.cumsum(states * n)]).tolist() for n in b.outcomes]
    shown = b if view is not None else every
    chance, starts = zip(*(_chance(shown, player, repeats(every, b, player)) for player in (0, 1)), strict=True)
    widest = max((states[g] * b.outcomes[b.kind[g]] for g in np.flatnonzero(b.kind >= 0)), default=1)
    below, down, up, parts, records, ways = [], [], [], [], ShowdownOrders(), []
    for player in (0, 1):
        through = _through_chance(b, player, offset[player], None if slots is None else slots[player], ways)
        if view is not None and view.boards[-1] < every.boards[-1]:  # drawn before the walk, which then just passes on
            through = {}
        ways_on = through, [stretches(every, b, g, player) for g in range(len(b.kind))]
        going = _down(b, player, offset[player], int(widest), ways_on)
        coming = _up(b, player, offset, below, starts[player], int(widest), (orders, records), ways_on)
        (first, inside), (last, outside) = (_parted(every, player, s, below, split) for s in (going, coming))
        down.append(_table(first + sum(inside, [])))
        up.append(_table(sum(outside, []) + last))
        parts.append([np.cumsum([len(first), *map(len, inside)]), np.cumsum([0, *map(len, outside)])])
    payoffs = tuple(part.ravel() for part in b.payoffs)
    between = ProgramData(integers(below), b.parent, integers(ways), b.scale, payoffs, *records.arrays(), b.outcomes)
    longest = max(0 if split else b.classes.max(), widest, *b.outcomes)
    class_of, sizes = np.concatenate([np.arange(widest), b.class_of]), [offset[0][-1], offset[1][-1], longest]
    bounds, root = np.array(parts, dtype=np.int64), states[0] * b.outcomes
    return Program(tuple(down), tuple(up), between, class_of, chance, root, integers(sizes), bounds)


def stretches(every, b, g, player):
    """Return how a player's carried infostates of a bundle stand in a table: (how many stretches, length, step)."""
    stage, sequences = b.stage[g], int(b.sequences[g])
    boards, n = int(every.boards[stage]), int(every.outcomes[player])
    if b.boards[stage] < boards:
        return sequences, int(b.outcomes[player]), boards * n
    if b.outcomes[player] < n:
        return sequences * boards, 1, n
    return 1, sequences * boards * n, 0


def repeats(every, b, player):
    """Return how often the weights of chance are needed at each stage: once if each stretch is a sequence."""
    return [
        1 if b.boards[s] < boards else max((b.sequences[(b.stage == s) & (b.kind >= 0)]).tolist(), default=1)
        for s, boards in enumerate(every.boards)
    ]


def _parted(b, player, steps, below, split):
    """Return the operations in no part and those of each part, from (bundle, operation) for one last public outcome.

    A table has the public outcomes of one action sequence side by side, so a part has an operation for each stretch.
    """
    shared, parts, n = [], [[] for _ in range(b.boards[-1] if split else 0)], int(b.outcomes[player])
    for g, step in steps:
        if not (split and b.stage[g] + (step[0] == CHANCE) == len(b.boards) - 1):
            shared.append(step)
            continue
        for s in range(b.sequences[g] if step[0] in (PLAY, DECIDE) else 1):
            place, to = len(below), s * n
            below += [start + to for start in below[step[3] :][: step[4]]] if step[0] == DECIDE else []
            for k, part in enumerate(parts):
                entry = (s * len(parts) + k) * n
                # By column of the tables above: what is added to it in this part.
                change = {
                    PLAY: {1: to, 2: to, 4: entry}, DECIDE: {1: to, 3: place - step[3], 5: entry, 7: k * n},
                    CHANCE: {6: k, 7: -(k > 0)}, SWEEP: {5: k},
                }.get(step[0], {})  # fmt: skip
                part.append(tuple(x + change.get(column, 0) for column, x in enumerate(step)))
    return shared, parts


class ShowdownOrders:
    """The records of terminals that orders decide, one after the other, each once."""

    def __init__(self):
        self.first, self.rows, self.places, self.numbers, self.lengths = {}, [], [integers(())], [np.zeros(0)], (0, 0)

    def of(self, matrix, player, parts):
        """Return the number of the record for the first public outcomes of a matrix."""
        if (matrix, player) not in self.first:
            self.first[matrix, player] = len(self.rows)
            for part in parts:
                places, numbers, partners = part[player]
                self.rows.append((*self.lengths, partners))
                self.places.append(places)
                self.numbers.append(numbers)
                self.lengths = self.lengths[0] + len(places), self.lengths[1] + len(numbers)
        return self.first[matrix, player]

    def arrays(self):
        """Return the arrays of all records; see `Program`."""
        rows = np.array(self.rows, dtype=np.int64).reshape(-1, 3)
        return rows, np.concatenate(self.places), np.concatenate(self.numbers)


def _table(operations):
    """Return operations as rows of numbers."""
    rows = np.zeros((len(operations), COLUMNS), dtype=np.int64)
    for row, operation in zip(rows, operations, strict=True):
        row[: len(operation)] = operation
    return rows


def _chance(b, player, most):
    """Return the weights of chance, by stage, of the most sequences of a bundle there; and where each stage starts."""
    n = b.outcomes[player]
    shown = [b.marginals[player][first:][:boards, :n] for first, boards in zip(b.first_board, b.boards, strict=True)]
    parts = [np.tile(part.ravel(), sequences) for part, sequences in zip(shown, most, strict=True)]
    return np.concatenate(parts), np.cumsum([0, *map(len, parts)])[:-1].tolist()


def _below(b, g, player, offset):
    """Return where the infostates after each action of a bundle start in a player's vectors."""
    edges = range(b.edges[g], b.edges[g + 1])
    width = b.outcomes[player] * b.boards[b.stage[g]]
    return [offset[b.child[e]] + b.slot[e] * width for e in edges]


def _through_chance(b, player, offset, slots, ways):
    """Return the operations of bundles of public chance, by bundle, the same down and up; add to `ways`, the slots."""
    operations, starts = {}, {}
    for g in np.flatnonzero(b.kind == explicit.CHANCE):
        edge, stage = b.edges[g], b.stage[g] + 1
        start = offset[b.child[edge]] + b.slot[edge] * b.boards[stage] * b.outcomes[player]
        if stage not in starts:
            other = slots is not None and (slots[stage] != np.arange(b.outcomes[player])).any()
            starts[stage] = len(ways) if other else FIRST
            ways += slots[stage].ravel().tolist() if other else []
        shown = b.boards[stage - 1], b.boards[stage], b.first_board[stage], starts[stage]
        operations[g] = SLOTS if shown[-1] >= 0 else CHANCE, offset[g], start, b.sequences[g], *shown
    return operations


def _down(b, player, offset, shift, ways_on):
    """Return the operations that carry a player's reach, parents first, each with its bundle."""
    operations, (through, together) = [], ways_on
    for g, kind in enumerate(b.kind):
        length = offset[g + 1] - offset[g]
        if g in through:
            operations.append((g, through[g]))
        elif kind == player:
            for a, start in enumerate(_below(b, g, player, offset)):
                entry, first = b.block[g] + a * b.classes[g], 0 if b.identity[g] else shift + b.infostate[g]
                count, length, step = together[g]
                operations.append((g, (PLAY, start, offset[g], length, entry, first, count, step, b.stage[g])))
        elif kind != explicit.TERMINAL:
            operations += [(g, (PASS, start, offset[g], length)) for start in _below(b, g, player, offset)]
    return operations


def _up(b, player, offset, below, starts, shift, swept, ways_on):
    """Return the operations that make a player's values, children first, each with its bundle; add to `below` and
    `records`."""
    (orders, records), (through, together) = swept, ways_on
    operations, own, other = [], offset[player], offset[1 - player]
    n, m = b.outcomes[player], b.outcomes[1 - player]
    for g in range(len(b.kind) - 1, -1, -1):
        kind, stage, length = b.kind[g], b.stage[g], own[g + 1] - own[g]
        boards = b.boards[stage]
        if kind == explicit.TERMINAL:
            matrices = b.matrix[b.terminal[g] :][: b.sequences[g]]
            for run in np.split(np.arange(len(matrices)), np.flatnonzero(np.diff(matrices)) + 1):
                to, start = own[g] + run[0] * boards * n, other[g] + run[0] * boards * m
                place, matrix = b.terminal[g] + run[0], int(matrices[run[0]])
                if matrix in orders:
                    record = records.of(matrix, player, orders[matrix])
                    operations.append((g, (SWEEP, to, start, len(run), boards, record, place)))
                    continue
                operations.append((g, (TERMINAL, to, start, len(run), boards, matrix, place, stage)))
        elif g in through:
            operations.append((g, through[g]))
        else:
            starting, after = len(below), _below(b, g, player, own)
            below += after
            if kind == player:
                first = 0 if b.identity[g] else shift + b.infostate[g]
                count, length, step = together[g]
                table = b.block[g], b.classes[g], starts[stage], first
                places = count, step, 0 if count == b.sequences[g] else length, stage, b.row[g]
                operations.append((g, (DECIDE, own[g], length, starting, len(after), *table, *places)))
            else:
                operations.append((g, (ADD, own[g], length, starting, len(after))))
    return operations
