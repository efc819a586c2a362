"""Walks of two-round hold'em with all hands: before the flop, on one flop or on many of them, and back."""


from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.limit_holdem.betting_round import Parts, set_time, walk_down, walk_up
from cfrlib.engine.common.limit_holdem.draws import next_flop
from cfrlib.engine.common.limit_holdem.rounds import NEXT
from cfrlib.engine.two_rounds.terminals import ends


@inner_njit
def hand_over(betting, boards, board, room, below, count):
    """Give the reach at the ends of the first round to the classes of a flop: [class][lane]."""
    start, n = boards.start[board], boards.start[board + 1] - boards.start[board]
    lane = 0
    for node in range(len(betting.kind)):
        if betting.kind[node] != NEXT:
            continue
        theirs, mine = room.at[0, node], room.at[1, node]
        for k in range(n):
            before = boards.before[start + k]
            below.reach[k * count + lane] = room.reach[theirs + before]
            below.mine[k * count + lane] = room.mine[mine + before]
        lane += 1


@inner_njit
def hand_back(boards, board, below, found, count, weight):
    """Add the values of a flop, times its weight, to those of the classes before it: `found` is [lane][class]."""
    start, n = boards.start[board], boards.start[board + 1] - boards.start[board]
    classes = len(found) // count
    for k in range(n):
        before, m = boards.before[start + k], weight * boards.hands[start + k]
        for l in range(count):
            found[l * classes + before] += m * below.value[k * count + l]


@inner_njit
def walk_flop(first, second, boards, board, weight, walk, room, below, found, count):
    """Walk a flop; `room` holds reach before it."""
    start, n = boards.start[board], boards.start[board + 1] - boards.start[board]
    base, width = second.rows * count * start, n * count
    parts = Parts(0, width, 0, width)
    hand_over(first, boards, board, room, below, count)
    walk_down(second, walk, below, base, width, parts)
    ends(second, boards, board, walk, below, count)
    walk_up(second, walk, below, base, width, parts)
    hand_back(boards, board, below, found, count, weight)


@njit
def walk_flops(first, second, boards, flops, weights, walk, room, below, found, count):
    """Walk the given flops, one after the other; their values are added to `found`."""
    for i in range(len(flops)):
        walk_flop(first, second, boards, flops[i], weights[i], walk, room, below, found, count)


@njit
def begin(first, walk, room, classes):
    """Carry reach through the first round."""
    loops.fill(room.reach, 0, 1.0, classes)
    loops.fill(room.mine, 0, 1.0, classes)
    walk_down(first, walk, room, 0, classes, Parts(0, classes, 0, classes))


@njit
def finish(first, board, walk, room, found, hands, scale, count, classes):
    """Bring values to the start; return what the walking player gets, summed over all deals."""
    ends(first, board, 0, walk, room, 1)
    lane = 0
    for node in range(len(first.kind)):
        if first.kind[node] == NEXT:
            for c in range(classes):
                room.value[node * room.stride + c] = found[lane * classes + c] * scale / hands[c]
            lane += 1
    walk_up(first, walk, room, 0, classes, Parts(0, classes, 0, classes))
    total = 0.0
    for c in range(classes):
        total += hands[c] * room.value[c]
    return total


@njit
def walk(first, second, boards, flop, weight, early, late, room, below, found, count, scale):
    """Do a walk over one flop, whose values count `weight` before it; see `finish` for the rest."""
    classes = len(boards[0].hands)
    begin(first, early, room, classes)
    loops.fill(found, 0, 0.0, len(found))
    walk_flop(first, second, boards[1], flop, weight, late, room, below, found, count)
    return finish(first, boards[0], early, room, found, boards[0].hands, scale, count, classes)


@inner_njit
def remember(second, boards, board, count, early, late, before, before_flop):
    """Copy the strategies before the flop and on one: of simultaneous updates, what they were before an iteration."""
    loops.copy(before, 0, early.matched, 0, len(before))
    base = second.rows * count * boards.start[board]
    length = second.rows * count * boards.start[board + 1] - base
    loops.copy(before_flop, base, late.matched, base, length)


@njit
def iterate(
    first, second, boards, early, late, room, below, found, count, scale, urn, simultaneous, last_update, rule, rng, t,
    iterations,
):  # fmt: skip
    """Do iterations t, t + 1, ... whose walks go over one flop each, drawn as `urn` says.

    Parameters
    ----------
    boards : (before the flop, on it)
    early, late : pair of Walk
        Of player 0 and of player 1, in either round. If updates are simultaneous `theirs` of player 1 has room of its
        own, where strategies are kept as they were before the iteration.
    scale : float
        See `finish`.
    seen : (2, flops) int64
        When a player's walk came to a flop last.
    """
    for now in range(t, t + iterations):
        flops = next_flop(urn, 0, now, rng), next_flop(urn, 1, now, rng)
        if simultaneous:
            remember(second, boards[1], flops[1], count, early[1], late[1], early[1].theirs, late[1].theirs)
        for me in range(2):
            flop = flops[me]
            set_time(early[me], rule, now, now - 1)
            set_time(late[me], rule, now, last_update[me, flop])
            last_update[me, flop] = now
            walk(
                first, second, boards, flop, urn.weight[flop], early[me], late[me], room, below, found, count, scale
            )
