r"""What a person may expect at every public state, by what he knows, against a machine whose strategy is known.

Let the person hold outcome i and the machine j, with joint weight :math:`W_{ij}`, and let :math:`\pi_j(h)` be how
likely the machine plays its part of h. Then, with v the expected payoff to the person when both go on from h,

.. math::
    m_i(h) = \sum_j W_{ij} \pi_j(h), \qquad c_i(h) = \sum_j W_{ij} \pi_j(h) v_{ij}(h), \qquad V_i(h) = c_i(h) / m_i(h)

are the weight of the state, its counterfactual value, and the person's expectation there. The machine goes on by its
profile; the person by the same profile ("mean"), or by a best response to the machine ("best").

One walk over the public tree finds all of them (`cfrlib.engine.tree.values`, and for large games of Bluff
`cfrlib.engine.bids.values`); limit hold'em in two rounds has too many flops for that
(`cfrlib.engine.two_rounds.values`).
"""

from cfrlib._util.arguments import listed, one_of, refuse
from cfrlib.engine.common.state_values import states_of
from cfrlib.engine.following import solution
from cfrlib.exact.public_states import check
from cfrlib.game import Decision
from cfrlib.games.at_table import table_of
from cfrlib.playing.record import Hand

KINDS = ("mean", "best")


class StateValues:
    """The values of all public states of a game to the person, of one `kind`; `start` is what the game is worth."""

    def __init__(self, game, profile, seat, kind="mean"):
        check(game, profile)
        self.game, self.profile = game, profile
        self.seat, self.kind = one_of("seat", seat, (0, 1)), one_of("kind", kind, KINDS)
        self._states = states_of(game, profile, self.seat, kind == "best")
        self.start = float(self._vectors((), ())[1].sum())

    def mass(self, actions, public, outcome):
        """Return how likely chance and the machine let the person get to a state with a private outcome."""
        return float(self._vectors(actions, public)[0][outcome])

    def value(self, actions, public, outcome):
        """Return what the person may expect at a state with a private outcome, which can be reached."""
        return self._expected(actions, public, outcome, actions, [(public, outcome)])

    def action_values(self, actions, public, outcome):
        """Return what the person may expect by each action, {action: value}, at his information set there.

        Where the set joins several private or public outcomes, it is the expectation over all of them.
        """
        self._vectors(actions, public)
        node = self.game.node(actions)
        if not isinstance(node, Decision) or node.player != self.seat:
            raise ValueError(f"actions={actions!r}: it takes a decision of player {self.seat}")
        alike = self._states.alike(actions, public, outcome)
        return {a: self._expected(actions, public, outcome, (*actions, a), alike) for a in node.actions}

    def _expected(self, actions, public, outcome, onward, alike):
        """Return the expectation at a state, of these (public outcomes, private outcome), when play goes `onward`."""
        mass = sum(self.mass(actions, *place) for place in alike)
        if not mass > 0:
            raise ValueError(
                f"actions={actions!r}, public={public!r}: with {self.game.outcomes(self.seat)[outcome]!r} this cannot "
                "be reached against this profile"
            )
        return float(sum(self._vectors(onward, shown)[1][i] for shown, i in alike) / mass)

    def paid(self, actions, public, deal):
        """Return what a terminal pays the person with these two private outcomes.

        Where a further game follows, it is what that is worth to a person who goes on in the same way.
        """
        table = table_of(self.game)
        if self.kind == "best":
            return table.best_paid(self.seat, actions, public, deal)
        return table.paid(actions, public, deal) * (1, -1)[self.seat]

    def _vectors(self, actions, public):
        try:
            return self._states.vectors(actions, public)
        except (KeyError, ValueError):
            raise KeyError(f"actions={actions!r}, public={public!r}: {self.game} has no such state") from None


class RoundValues:
    """`StateValues` of the game and of its later games, for rounds of hands, found when first needed.

    Later games of Bluff are played by their solutions (`cfrlib.engine.following`), which the payoffs of the game take.
    """

    def __init__(self, game, profile, kind="mean"):
        check(game, profile)
        self.game, self.profile, self.kind = game, profile, one_of("kind", kind, KINDS)
        self._known, self._games = {}, game.chain

    def of(self, part):
        """Return the values for a `Round`."""
        if part.game not in self._games:
            raise ValueError(f"round of {part.game!r}: it takes a round of {self.game!r}")
        if (part.game, part.seat) not in self._known:
            game = self._games[self._games.index(part.game)]
            profile = self.profile if game is self.game else solution(game).profile()
            self._known[game, part.seat] = StateValues(game, profile, part.seat, self.kind)
        return self._known[part.game, part.seat]


def checked(hands):
    """Return hands as a list; raise an error unless each is a `Hand` that is over."""
    takes = "a list of at least one Hand"
    hands = [hands] if isinstance(hands, Hand) else listed("hands", hands, takes)
    if not hands or not all(isinstance(hand, Hand) for hand in hands):
        refuse("hands", hands, takes, right_type=not hands)
    for n, hand in enumerate(hands):
        if not hand.rounds or not all(round.over for round in hand.rounds):
            raise ValueError(f"hands[{n}]={hand!r:.200}: it takes a hand that is over")
    return hands
