"""What many players would have done in so many hands: numbers of times, all hands at once.

Hands are independent, so how many take each way at a deal or a decision is multinomial; a walk down the public tree
splits the numbers for all players together.
"""

import numpy as np

from cfrlib.engine.tree.values import play
from cfrlib.tree.explicit import CHANCE


def counts_of_players(tree, machine, person, hands, players, rng):
    """Return how often each of many players takes each action, (players, num_infoset_actions) int64.

    They play `hands` = (as player 0, as player 1) hands by the strategy `person` against `machine`, both in the order
    of the keys of the game's profiles.
    """
    # The last column is for infostates that cannot occur.
    counts = np.zeros((players, len(machine) + 1), dtype=np.int64)
    for seat in (0, 1):
        if hands[seat]:
            strategies = [tree.profile_map.by_infostate(who) for who in ((person, machine), (machine, person))[seat]]
            _play(tree, strategies, seat, hands[seat], counts, rng)
    return counts[:, :-1]


def _play(tree, strategies, seat, hands, counts, rng):
    """Play hands in one seat; add to `counts` how often its actions were taken."""
    b, names = tree.by_infostate, tree.profile_map.infostates
    deal = rng.multinomial(hands, b.weights[0].ravel() / b.weights[0].sum(), size=len(counts))
    hands_at = [
        np.zeros((len(counts), sequences, boards, *b.outcomes), dtype=np.int64)
        for sequences, boards in zip(b.sequences, b.boards[b.stage], strict=True)
    ]
    hands_at[0][:, 0, 0] = deal.reshape(-1, *b.outcomes)
    for g, kind in enumerate(b.kind):
        edges = range(b.edges[g], b.edges[g + 1])
        if kind == CHANCE:
            parts = [_shown(b, g, hands_at[g], rng)]
        elif kind in (0, 1):
            chances = np.moveaxis(play(tree, strategies[kind], g), 0, -1)
            chances = chances[..., :, None, :] if kind == 0 else chances[..., None, :, :]
            split = rng.multinomial(hands_at[g], chances)
            parts = np.moveaxis(split, -1, 0)
            if kind == seat:
                own = parts.sum(axis=-1 if seat == 0 else -2)  # [action][player][sequence][board][outcome]
                width = len(edges) * b.classes[g]
                np.add.at(
                    counts, (slice(None), names[b.block[g] :][:width]), np.moveaxis(own, 1, 0).reshape(len(counts), -1)
                )
        for edge, part in zip(edges, parts, strict=bool(len(edges))):
            hands_at[b.child[edge]][:, b.slot[edge] : b.slot[edge] + b.sequences[g]] = part


def _shown(b, g, hands, rng):
    """Return how many hands go on to each public outcome after a chance bundle."""
    stage = b.stage[g]
    before, after = (b.weights[b.first_board[s] :][: b.boards[s]] for s in (stage, stage + 1))
    parent = b.parent[b.first_board[stage + 1] :][: b.boards[stage + 1]]
    onward = np.empty((*hands.shape[:2], len(parent), *hands.shape[3:]), dtype=np.int64)
    for board in range(len(before)):
        into = np.flatnonzero(parent == board)
        chances = np.divide(after[into], before[board], out=np.zeros_like(after[into]), where=before[board] > 0)
        split = rng.multinomial(hands[:, :, board], np.moveaxis(chances, 0, -1))
        onward[:, :, into] = np.moveaxis(split, -1, 2)
    return onward
