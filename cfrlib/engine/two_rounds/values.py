"""The values of all public states of limit hold'em in two rounds, one flop at a time; see `cfrlib.playing.values`.

Before the flop they come from one compiled walk over all flops, for classes of hands. A flop is worked out when it is
asked for, with all hands side by side, as in `cfrlib.engine.two_rounds.terminals`.
"""

from functools import lru_cache
from math import comb

import numpy as np

from cfrlib.cards.deck import FLOP, HOLE
from cfrlib.engine.common.limit_holdem.rounds import FOLD, NEXT, SHOWDOWN
from cfrlib.engine.common.state_values import States, decided
from cfrlib.engine.sums import proportions
from cfrlib.game import CHANCE

KEPT = 32  # flops whose values are kept
ROUNDING = 1e-12  # what weights may be, relative to the weight of all hands, and count as none


class RoundStates(States):
    """The states of two-round hold'em. Hands that differ in the names of suits only are worth the same."""

    def __init__(self, game, profile, seat, best):
        super().__init__(game, seat, best)
        evaluator = self.layout.evaluator
        self.tables, self.tolerance = evaluator.read(profile)
        cards = self.game.deck.cards
        self.deals, self.flops = comb(cards, HOLE) * comb(cards - HOLE, HOLE), comb(cards - 2 * HOLE, FLOP)
        first, hand_class = self.layout.first.betting, self.layout.preflop.hand_class
        values = evaluator.before_the_flop(self.seat, self.tables, self.best)
        self.values = values[:, hand_class] / self.deals
        strategy = self._strategies(0, self.layout.first, hand_class[None].astype(int), self.layout.classes)
        self.reach = self._reaches(first, strategy, np.ones((1, len(hand_class))))
        self.mass = _held(self.reach[:, 0], self.game.deck.hands) / self.deals
        self.on_flop = lru_cache(KEPT)(self._on_flop)

    def vectors(self, actions, public):
        if CHANCE not in actions:
            node = self.layout.first.nodes.index(actions)
            return self.mass[node], self.values[node]
        before, after = actions[: actions.index(CHANCE)], actions[actions.index(CHANCE) + 1 :]
        lane, node = self.layout.first.nexts.index(before), self.layout.second.nodes.index(after)
        mass, values = self.on_flop(public)
        return mass[node][lane], values[node][lane]

    def _on_flop(self, public):
        """Return weights and values of all nodes on a flop: two lists of (lanes, hands) arrays."""
        deck, second, betting = self.game.deck, self.layout.second, self.layout.second.betting
        cards = deck.parse(public[0], FLOP)
        free = np.flatnonzero(~np.isin(deck.hands, cards).any(axis=1))
        base, stride = self.layout.places(np.tile(cards, (len(free), 1)), free)
        lanes = np.arange(self.layout.lanes)[:, None]
        strategy = self._strategies(1, second, base[:, 1] + lanes, stride[:, 1])
        nexts = np.flatnonzero(self.layout.first.betting.kind == NEXT)
        reach = self._reaches(betting, strategy, self.reach[nexts, 0][:, free]) / (self.deals * self.flops)
        shows = np.flatnonzero(betting.kind == SHOWDOWN)
        shown = (*self.layout.first.nexts[0], CHANCE, *second.nodes[shows[0]])
        strength = self.game.payoff(shown, public).strength[0][free]
        won = dict(zip(shows.tolist(), _ahead(reach[shows], deck.hands[free], strength), strict=True))
        mass, values = _held(reach, deck.hands[free]), [None] * len(betting.kind)
        for node in range(len(betting.kind) - 1, -1, -1):
            kind, below = betting.kind[node], betting.child[betting.edges[node] : betting.edges[node + 1]]
            if kind >= FOLD:
                stake = betting.stakes[betting.end[node]][:, None]
                values[node] = stake * won[node] if kind == SHOWDOWN else stake * mass[node] * (1, -1)[self.seat]
            elif kind != self.seat:
                values[node] = sum(values[child] for child in below)
            else:
                values[node] = decided([values[child] for child in below], None if self.best else strategy[node])
        return self._spread(free, mass), self._spread(free, values)

    def _spread(self, free, vectors):
        """Return vectors of the hands that a flop leaves as vectors of all hands."""
        result = np.zeros((len(vectors), self.layout.lanes, len(self.game.deck.hands)))
        result[..., free] = vectors
        return result

    def _strategies(self, table, part, place, stride):
        """Return the profile at each decision, (actions, lanes, hands): `stride` from row to row, from `place` on."""
        strategies = []
        for names, row in zip(part.names, part.betting.row, strict=True):
            rows = row + np.arange(len(names))[:, None, None]
            sums = self.tables[table][place + rows * stride] if names else np.zeros((0, 1))
            strategies.append(proportions(sums, self.tolerance[table]))
        return strategies

    def _reaches(self, betting, strategy, start):
        """Return how likely the machine plays its part up to each node, arrays (lanes, hands)."""
        reach = [start] * len(betting.kind)
        for node, kind in enumerate(betting.kind):
            for a, child in enumerate(betting.child[betting.edges[node] : betting.edges[node + 1]]):
                reach[child] = reach[node] * strategy[node][a] if kind == 1 - self.seat else reach[node]
        return np.array(reach)


def _held(reach, hands):
    """Return the reach, (..., hands), of all hands that can be held against each."""
    total, by_card = reach.sum(axis=-1, keepdims=True), reach @ _cards(hands)
    held = total - by_card[..., hands].sum(axis=-1) + reach
    return np.where(held > ROUNDING * total, held, 0.0)


def _ahead(reach, hands, strength):
    """Return the reach of weaker hands less that of stronger ones, for each."""
    order, cards = np.argsort(strength), np.column_stack([np.ones(len(hands)), _cards(hands)])
    upto = np.zeros((*reach.shape[:-1], len(hands) + 1, cards.shape[1]))  # of all hands so weak, and those with a card
    np.cumsum(reach[..., order, None] * cards[order], axis=-2, out=upto[..., 1:, :])

    def below(place):
        return upto[..., place, 0] - upto[..., place[:, None], 1 + hands].sum(axis=-1)

    weaker, rest = (np.searchsorted(strength[order], strength, side) for side in ("left", "right"))
    return below(weaker) + below(rest) - below(np.full(len(hands), len(hands)))


def _cards(hands):
    """Return which cards each hand has, (hands, cards) float64."""
    return (hands[:, :, None] == np.arange(hands.max() + 1)).any(axis=1).astype(float)


STATES = RoundStates
