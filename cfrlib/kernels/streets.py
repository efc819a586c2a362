"""Walks of two-round hold'em: before the flop, on one flop or on all of them, and back."""


from cfrlib.kernels import lanes, njit
from cfrlib.kernels.street import ends, walk_down, walk_up
from cfrlib.layout.rounds import NEXT


@njit
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


@njit
def hand_back(boards, board, below, found, count, weight):
    """Add the values of a flop, times its weight, to those of the classes before it: `found` is [lane][class]."""
    start, n = boards.start[board], boards.start[board + 1] - boards.start[board]
    classes = len(found) // count
    for k in range(n):
        before, m = boards.before[start + k], weight * boards.hands[start + k]
        for l in range(count):
            found[l * classes + before] += m * below.value[k * count + l]


@njit
def walk_flops(first, second, boards, flops, weights, walk, room, below, found, count):
    """Walk the given flops, one after the other; `room` holds reach before the flop."""
    for i in range(len(flops)):
        board = flops[i]
        start, n = boards.start[board], boards.start[board + 1] - boards.start[board]
        base, width = second.rows * count * start, n * count
        hand_over(first, boards, board, room, below, count)
        walk_down(second, walk, below, base, width)
        ends(second, boards, board, walk, below, count)
        walk_up(second, walk, below, base, width)
        hand_back(boards, board, below, found, count, weights[i])


@njit
def begin(first, walk, room, classes):
    """Carry reach through the first round."""
    lanes.fill(room.reach, 0, 1.0, classes)
    lanes.fill(room.mine, 0, 1.0, classes)
    walk_down(first, walk, room, 0, classes)


@njit
def finish(first, board, walk, room, found, hands, scale, count, classes):
    """Bring values to the start; return what the walking player gets, summed over all deals."""
    ends(first, board, 0, walk, room, 1)
    lane = 0
    for node in range(len(first.kind)):
        if first.kind[node] == NEXT:
            for c in range(classes):
                room.value[node * room.apart + c] = found[lane * classes + c] * scale / hands[c]
            lane += 1
    walk_up(first, walk, room, 0, classes)
    total = 0.0
    for c in range(classes):
        total += hands[c] * room.value[c]
    return total
