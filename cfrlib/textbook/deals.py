"""Masks: which private outcomes a vector walk carries, and how chance deals the ones it does not carry all of."""

from dataclasses import dataclass

import numpy as np

from cfrlib.game import CHANCE


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance did in a walk: which private outcomes of either player are carried, drawn with a `probability`.

    `board` holds all public outcomes; None where the walk takes all of them.
    """

    board: tuple | None
    carried: tuple
    probability: float


class Deals:
    """All that chance can deal under a scheme; `boards` are all sequences of public outcomes of the longest game."""

    def __init__(self, game, scheme):
        self.game, self.scheme = game, scheme
        self.sizes = tuple(len(game.outcomes(player)) for player in (0, 1))
        self.boards = tuple(game.public_sequences(max(a.count(CHANCE) for a, _ in game.action_sequences())))

    @property
    def public(self):
        """Whether public chance is taken "all" or "one": "all" where there is only one."""
        return self.scheme.public if len(self.boards) > 1 else "all"

    def masks(self, player):
        """Return which private outcomes of player 0 and of player 1 a walk for `player` carries: "all" or "one"."""
        own, opponent, _ = self.scheme.chance
        masks = (own, opponent) if player == 0 else (opponent, own)
        return tuple(mask if n > 1 else "all" for mask, n in zip(masks, self.sizes, strict=True))

    def draw(self, player, rng):
        """Draw what a walk for `player` carries: the public outcomes, then player 0's, then player 1's.

        Where everything is drawn one random number does for all. `cfrlib.CFR` does the same.
        """
        if self.scheme.chance == ("one", "one", "one"):
            weights = np.array([self.game.weights(board) for board in self.boards]).transpose(1, 2, 0)
            i, j, b = np.unravel_index(pick(weights.ravel(), rng), weights.shape)
            return self._deal(self.boards[b], (int(i), int(j)))
        board, weights, chosen = None, self.game.weights(()), [None, None]
        if self.public == "one":
            board = self.boards[pick([self.game.weights(board).sum() for board in self.boards], rng)]
            weights = self.game.weights(board)
        for p, mask in enumerate(self.masks(player)):
            if mask == "one":
                chosen[p] = pick(weights.sum(axis=1 - p), rng)
                weights = np.take(weights, [chosen[p]], axis=p)
        return self._deal(board, chosen)

    def all(self, player):
        """Return every `Deal` that can be drawn for a walk of `player`; their probabilities sum to 1."""
        boards = self.boards if self.public == "one" else (None,)
        first, second = (
            range(n) if mask == "one" else (None,) for mask, n in zip(self.masks(player), self.sizes, strict=True)
        )
        every = (self._deal(board, (i, j)) for board in boards for i in first for j in second)
        return [deal for deal in every if deal.probability > 0]

    def chance(self, deal, public):
        """Return the probability of each carried pair, given what was drawn: (own outcomes, opponent's) of W / q."""
        carried = np.ix_(*deal.carried)
        drawn = self.game.weights(() if deal.board is None else public)[carried]
        return self.game.weights(public)[carried] / drawn.sum()

    def _deal(self, board, chosen):
        carried = tuple(np.arange(n) if k is None else np.array([k]) for k, n in zip(chosen, self.sizes, strict=True))
        return Deal(board, carried, float(self.game.weights(board or ())[np.ix_(*carried)].sum()))


def pick(weights, rng):
    """Draw a place in proportion to its weight, by the same arithmetic as `cfrlib.engine.tree.carried.pick`."""
    running = np.cumsum(weights)
    return int(np.searchsorted(running, rng.random() * (1 - 2e-16) * running[-1], side="right"))
