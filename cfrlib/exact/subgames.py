r"""Subgames: the part of a game that follows a public state, as a game of its own.

With the weights :math:`W_{ij}` of the public state and the ranges r and s with which the players reach it, chance
deals i and j with probability :math:`W_{ij} r_i s_j`, divided by the sum of all. Nothing else changes, keys included.

A solution of this may lose in the whole game: the other player need not reach it with the range that the profile says.
In a *safe* subgame the other player enters with every private outcome at full weight. ``worth[j]`` is their expected
best-response value with j against the profile, given the range of the *resolver*, who solves the subgame.

- "gadget": before the subgame they *terminate*, and get `worth`, or they *follow*. The resolver is safe if following
  wins nothing. Every safe strategy is as good as any other here, the old one included.
- "margin": they choose their private outcome, which the resolver does not see, and pay `worth` for it. The value to
  the resolver is the margin: the number by which all of `worth` can be lowered at once without losing safety.
- "reach": the same, but `worth` is raised by the *gifts* of the other player: what they gave up on the way, by actions
  that were not the best. Gifts are divided by the probability that chance and the resolver lead there: so each public
  state below gets its part, and the whole is safe even where all subgames are solved like this.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from cfrlib._util.arguments import numbers, one_of, refuse
from cfrlib.exact.public_states import CounterfactualValues, checked_state, reach
from cfrlib.game import CHANCE as MARK
from cfrlib.game import Decision, Game, PublicChance, Terminal
from cfrlib.games.checks import MOST_PAIRS, is_ours
from cfrlib.profile import Profile
from cfrlib.tree import CHANCE, Tree, unroll

TERMINATE, FOLLOW = "terminate", "follow"
SAFE = "gadget", "margin", "reach"
"""Kinds of safe subgames, see above."""


class Subgame(Game):
    """The part of the game `whole` that follows a public state, when both reach it with `ranges`.

    With a `resolver`, only this player's strategy is meant for the game; see `Profile.stitch`.
    """

    def __init__(self, whole, actions, public, ranges, resolver=None):
        self.whole, self.start, self.shown, self.ranges, self.resolver = whole, actions, public, ranges, resolver
        self.unit, self.separator = whole.unit, whole.separator
        self.factors = np.outer(*ranges)
        self.mass = float((whole.weights(public) * self.factors).sum())
        if not self.mass > 0:
            raise ValueError(
                f"profile: by it nobody comes to actions={actions!r}, public={public!r}; ranges have no mass"
            )
        self.factors /= self.mass
        written = tuple(tuple(part.tolist()) for part in ranges)
        super().__init__(game=whole, actions=actions, public=public, ranges=written, resolver=resolver)

    @property
    def _checked(self):
        return not self._replaced()  # `whole` was checked; only overridden methods need checking

    def __repr__(self):
        return f"{self.name}({self.whole!r}, {self.start!r}, {self.shown!r})"

    def outcomes(self, player):
        return self.whole.outcomes(player)

    def weights(self, public):
        return self.whole.weights((*self.shown, *public)) * self.factors

    def removal(self, public):
        dealt = self.whole.removal((*self.shown, *public))
        if dealt is None:
            return None
        parts = self.ranges[0] / self.mass, self.ranges[1]
        return tuple((cards, shares * part) for (cards, shares), part in zip(dealt, parts, strict=True))

    def public_outcomes(self, public):
        return self.whole.public_outcomes((*self.shown, *public))

    def node(self, actions):
        return self.whole.node((*self.start, *actions))

    def payoff(self, actions, public):
        return self.whole.payoff((*self.start, *actions), (*self.shown, *public))

    def key(self, player, actions, public, outcome):
        return self.whole.key(player, (*self.start, *actions), (*self.shown, *public), outcome)

    def canonical(self, key):
        return self.whole.canonical(key)


class Gadget(Subgame):
    """A subgame before which the other player may terminate: with j they get ``worth[j]``, knowing ``known[j]``.

    Outcomes that a later information set joins have one name in `known`.
    """

    def __init__(self, whole, actions, public, ranges, resolver, known, worth):
        super().__init__(whole, actions, public, ranges, resolver)
        self.known, self.worth = known, worth
        self.parameters |= {"worth": tuple(worth.tolist())}

    def node(self, actions):
        if not actions:
            return Decision(1 - self.resolver, (TERMINATE, FOLLOW))
        return Terminal() if actions[0] == TERMINATE else super().node(actions[1:])

    def payoff(self, actions, public):
        if actions[0] == TERMINATE:
            return -self.worth[None, :] if self.resolver == 0 else self.worth[:, None]
        return super().payoff(actions[1:], public)

    def key(self, player, actions, public, outcome):
        if not actions:
            return self.known[outcome], f"{TERMINATE} or {FOLLOW}"
        return super().key(player, actions[1:], public, outcome)


def subgame(
    game: Game, profile: Profile, actions: Sequence[str], public: Sequence[str] = (), resolver: int = 0,
    safe: str | None = None, worth: ArrayLike | None = None,
) -> Game | Tree:  # fmt: skip
    """Return what follows a public state as a game of its own, which both enter with the ranges of a profile.

    Its keys are those of the game, so `Profile.stitch` puts what solves it into a profile of the game. In hold'em a
    flop stands for all that differ from it in the names of suits only.

    Parameters
    ----------
    game : Game
        In which no further game follows after a terminal; not under buckets.
    profile : Profile
        How both reach the public state.
    actions, public : sequence of str
        The action sequence that leads there, with `CHANCE` where public chance moves, and the public outcomes on the
        way.
    resolver : int
        Who solves it anew, 0 or 1, if it is to be safe.
    safe : {None, "gadget", "margin", "reach"}
        Whether the other player may enter with any private outcome. None: both enter with their ranges. Otherwise the
        resolver does, and the other player first decides: by "gadget" whether to terminate, and get the value of the
        private outcome to a best response to the profile; by "margin" which private outcome to hold, for that price;
        by "reach" the same, where what was given up on the way is paid for, too.
    worth : array_like, shape (n,), optional
        What they get or pay in a safe one, by private outcome: their `counterfactual_values` there, over the
        probability with which the resolver reaches it, ``game.weights(public) @ reach`` of the resolver. By default
        computed from the profile below the public state, which is not read if `worth` is given.

    Returns
    -------
    Game or Tree
        In the unit of the game, per deal that reaches it. By "margin" and "reach" it is an explicit tree, whose value
        to the resolver is the margin: by how much the other player gets less than they pay, whatever they hold.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If the profile is of another game or never reaches the state, the game has no such state, its information sets
        span several public states, a further game follows, or what follows is too large (a flop of hold'em is not).

    References
    ----------
    N. Burch, M. Johanson, M. Bowling, *Solving Imperfect Information Games Using Decomposition* (2014).
    M. Moravcik and others, *Refining Subgames in Large Imperfect Information Games* (2016).
    N. Brown, T. Sandholm, *Safe and Nested Subgame Solving for Imperfect-Information Games* (2017).

    Examples
    --------
    After a bet that a queen never makes:

    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> profile = cfrlib.Profile.uniform(game).replace({("Q", ""): {"p": 1}})
    >>> after_bet = subgame(game, profile, ("b",))
    >>> after_bet.weights(()).tolist()
    [[0.0, 0.25, 0.25], [0.0, 0.0, 0.0], [0.25, 0.25, 0.0]]
    >>> value, exact = cfrlib.equilibrium(after_bet)
    >>> exact["Q", "b"]
    {'p': 0.0, 'b': 1.0}
    """
    one_of("resolver", resolver, (0, 1))
    if safe is not None:
        one_of("safe", safe, SAFE)
    ranges = reach(game, profile, actions, public)
    actions, public = checked_state(game, actions, public)
    _check_solvable(game, actions, public)
    other = 1 - resolver
    known = _known(game, other, actions, public)  # also refuses information sets that span public states
    if worth is not None:
        takes = f"{len(known)} finite numbers, one for each private outcome of player {other}"
        worth = numbers("worth", worth, takes)
        if worth.shape != (len(known),) or not np.isfinite(worth).all():
            refuse("worth", worth, takes, right_type=True)
    if safe is None:
        return Subgame(game, actions, public, ranges)
    ranges = tuple(part if player == resolver else np.ones_like(part) for player, part in enumerate(ranges))
    if worth is None:
        worth = worth_to(game, profile, other, actions, public, safe == "reach")
    if safe == "gadget":
        return Gadget(game, actions, public, ranges, resolver, known, worth)
    return _hidden_choice(Subgame(game, actions, public, ranges, resolver), known, worth)


def _check_solvable(game, actions, public):
    """Raise ValueError if what follows a public state cannot be a subgame, or is too large."""
    if isinstance(game.node(actions), Terminal):
        raise ValueError(f"actions={actions!r}: it takes a state with a decision below, and here the game is over")
    no_later_game = getattr(game.best_payoff, "__func__", None) is Game.best_payoff
    if not (no_later_game or (is_ours(game) and not game.chain[1:])):
        raise ValueError(f"game={game!r}: a further game follows after a terminal; it takes a game in which none does")
    if game.abstract:
        raise ValueError(f"game={game!r}: buckets go on where other cards were shown; it takes a game without them")
    below = (node for later, node in game.action_sequences() if later[: len(actions)] == actions)
    if any(isinstance(node, PublicChance) for node in below):
        size = len(game.public_outcomes(public)) * len(game.outcomes(0)) * len(game.outcomes(1))
        if size > MOST_PAIRS:
            raise ValueError(f"public={public!r}: {size:,} deals with the next outcome; it takes a later state")


def _known(game, player, actions, public):
    """Return a name for each private outcome of a player: the same for those that a later information set joins.

    Raise ValueError if an information set of this state occurs after other public outcomes, too.
    """
    outcomes = game.outcomes(player)
    if getattr(game.key, "__func__", None) is Game.key:
        return outcomes
    if is_ours(game) and game.isomorphic:
        return tuple(game.key(player, actions, public, i)[0] for i in range(len(outcomes)))
    first = list(range(len(outcomes)))  # the outcome whose name each one has
    for later, node in game.action_sequences():
        if later[: len(actions)] != actions or not isinstance(node, Decision):
            continue
        within, beside = {}, set()
        for shown in game.public_sequences(later.count(MARK)):
            below = shown[: len(public)] == public
            for i in np.flatnonzero(game.weights(shown).any(axis=1 - node.player)).tolist():
                key = game.key(node.player, later, shown, i)
                within.setdefault(key, set()).add(i) if below else beside.add(key)
        for key, joined in within.items():
            if key in beside:
                raise ValueError(f"public={public!r}: information set {key!r} goes on where something else was shown")
            names = {first[i] for i in joined} if node.player == player else ()
            first = [min(names) if name in names else name for name in first]
    return tuple(outcomes[k] for k in first)


def worth_to(game, profile, player, actions, public, with_gifts):
    """Return the value per deal of each private outcome of a player at a public state to a best response.

    `with_gifts`, the player's gifts on the way are added.
    """
    values = CounterfactualValues(game, profile, player, best=True)
    mass, worth = per_deal(game, player, actions, public, *values.mass_and_values(actions, public))
    for i, gift in gifts(values, actions, public, np.flatnonzero(mass).tolist()) if with_gifts else ():
        worth[i] += gift
    return worth


def gifts(values, actions, public, outcomes):
    """Yield (i, part of gift(i)) for each private outcome i and each action of the player on the way.

    gift(i) = sum over own actions on the way of max(CBV(I) - CBV(I taken), 0) / mass(I), all summed over the histories
    of the information set I (Brown and Sandholm 2017); CBV are the counterfactual values of a best response.
    """
    for t in range(len(actions)):
        before, shown, node = actions[:t], public[: actions[:t].count(MARK)], values.game.node(actions[:t])
        for i in outcomes if isinstance(node, Decision) and node.player == values.player else ():
            joined = values.alike(before, shown, i)
            # Both are summed over the histories of the information set.
            mass, best = (sum(values.mass_and_values(before, at)[part][k] for at, k in joined) for part in (0, 1))
            taken = sum(values.mass_and_values(actions[: t + 1], at)[1][k] for at, k in joined)
            yield i, max(best - taken, 0.0) / mass


def per_deal(game, player, actions, public, mass, value):
    """Return (mass, value / mass) per outcome, pooled over outcomes that a later information set joins."""
    groups = np.unique(_known(game, player, actions, public), return_inverse=True)[1]
    mass, value = (np.bincount(groups, part)[groups] for part in (mass, value))
    return mass, np.divide(value, mass, out=np.zeros_like(value), where=mass > 0)


def _hidden_choice(game, known, worth):
    """Return the tree in which the other player chooses a name of `known`, and pays `worth` of the outcome dealt."""
    dealt, other = unroll(game), 1 - game.resolver
    tree, price = Tree(game, game.unit, game.separator), worth if other == 0 else -worth
    deals = {name: [] for name in known}
    for first, mine in dealt.children(dealt.root):
        for second, node in dealt.children(mine):
            held = game.outcomes(other).index((first, second)[other])
            deals[known[held]].append((f"{first} {second}", node, dealt.chance_reach[node.index], price[held]))
    deals = {name: some for name, some in deals.items() if some}
    root = tree.add(player=other, actions=list(deals), key=("", "what to hold"))
    for name, some in deals.items():
        labels, nodes, chances, prices = zip(*some, strict=True)
        chance = tree.add(root, name, player=CHANCE, actions=labels, probabilities=np.array(chances) / sum(chances))
        for label, node, paid in zip(labels, nodes, prices, strict=True):
            _copy(dealt, node, tree, chance, label, paid)
    return tree


def _copy(source, node, tree, parent, action, price):
    """Put a node of another tree, and all below it, under `parent`; payoffs are less by a price."""
    key = source.infosets[node.infoset].key if node.infoset >= 0 else None
    new = tree.add(
        parent, action, player=node.player, actions=node.actions, probabilities=node.probabilities, key=key,
        payoff=node.payoff - price,
    )  # fmt: skip
    for onward, child in source.children(node):
        _copy(source, child, tree, new, onward, price)
