"""The values of all public states of a game of rising bids; see `cfrlib.playing.values`.

Masks with the same lowest bit may go on by the same bids, so they are valued side by side: weights from the high bits
to the low ones, values from the low ones to the high ones.
"""

import numpy as np

from cfrlib.engine.bids.layout import popcount
from cfrlib.engine.common.state_values import States, decided
from cfrlib.engine.sums import proportions

MOST_BIDS = 20
"""A million histories; Bluff(2,1) with six faces has 18 bids, Bluff(2,2) with six 24."""


class BidStates(States):
    """The states of a game of bids, all valued at once."""

    def __init__(self, game, profile, seat, best):
        self.bids = len(game.bids)
        if self.bids > MOST_BIDS:
            raise ValueError(f"game={game!r}: it has {self.bids} bids; its values take at most {MOST_BIDS}")
        super().__init__(game, seat, best)
        self.table, (self.tolerance,) = self.layout.evaluator.read(profile)
        own, other = (game.roll_weights(player) for player in (self.seat, self.machine))
        self.weights = np.outer(other, own)  # [theirs, mine]
        self.reach, self.values = (np.ones((2**self.bids, len(part))) for part in (other, own))
        for k in range(self.bids, 0, -1):
            self._carry_down(k)
        for k in range(self.bids + 1):
            self._bring_up(k)

    def vectors(self, actions, public):
        called = actions[-1:] == ("call",)
        bits = [self.bids - 1 - self.game.bids.index(bid) for bid in (actions[:-1] if called else actions)]
        if public or sorted(bits, reverse=True) != bits or len(set(bits)) < len(bits) or (called and not bits):
            raise KeyError(actions)
        masks = np.array([sum(1 << bit for bit in bits)])
        if not called:
            return (self.reach[masks] @ self.weights)[0], self.values[masks[0]]
        reach = self._called(masks, bits[-1])
        return (reach @ self.weights)[0], self._worth(reach, len(bits) % 2, bits[-1])[0]

    def _histories(self, k):
        """Yield (who moves, masks) of the histories with the lowest bit k."""
        masks = np.array([0]) if k == self.bids else (2 * np.arange(2 ** (self.bids - 1 - k)) + 1) << k
        movers = popcount(masks) % 2
        for player in (0, 1):
            if (movers == player).any():
                yield player, masks[movers == player]

    def _carry_down(self, k):
        for player, masks in self._histories(k):
            play = self._strategy(player, masks, k) if player == self.machine else None
            for bit in range(k):
                reach = self.reach[masks]
                self.reach[masks | 1 << bit] = reach if play is None else reach * play[k - 1 - bit]

    def _bring_up(self, k):
        for player, masks in self._histories(k):
            below = [self.values[masks | 1 << bit] for bit in range(k - 1, -1, -1)]
            if k < self.bids:
                below.append(self._worth(self._called(masks, k), player, k))
            if player == self.machine:
                self.values[masks] = sum(below)
            else:
                self.values[masks] = decided(below, None if self.best else self._strategy(player, masks, k))

    def _called(self, masks, k):
        """Return the machine's reach after a call of bit k."""
        if popcount(masks[:1])[0] % 2 != self.machine:
            return self.reach[masks]
        return self.reach[masks] * self._strategy(self.machine, masks, k)[-1]

    def _worth(self, reach, caller, k):
        """Return the counterfactual values of the machine's reach where a player calls the bid of bit k."""
        actions = (*self.game.bids[: 1 - caller], self.game.bids[self.bids - 1 - k], "call")  # the first bid is any
        if self.best:
            paid = self.game.best_payoff_table(self.seat, actions, ())
        else:
            paid = self.game.payoff_table(actions, ()) * (1, -1)[self.seat]
        return reach @ (self.weights * (paid.T if self.seat == 0 else paid))

    def _strategy(self, player, masks, k):
        """Return the profile at these histories, (actions, masks, outcomes), the call last."""
        places, classes = self.layout.places, self.layout.class_of[player][k]
        many = k + (k < self.bids)
        if k == 0:
            return np.ones((1, len(masks), len(classes)))
        prefix, below = masks >> places.low, masks & (1 << places.low) - 1
        if k >= places.low:
            first, stride = places.above[prefix][:, None] + classes, int(places.classes[player, k])
        else:
            parity, (group, member) = popcount(prefix) % 2, np.divmod(prefix >> 1, places.batch)
            start = places.below[parity, player] + group * places.group[parity, player] + places.node[parity, below]
            first = start[:, None] + classes * places.batch + member[:, None]
            stride = int(places.classes[player, k]) * places.batch
        return proportions(self.table[first + np.arange(many)[:, None, None] * stride], self.tolerance)


STATES = BidStates
