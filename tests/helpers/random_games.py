"""Random small games with every feature that a `Game` may have, random trees, and brute force on any small tree."""

import itertools

import numpy as np
from hypothesis import strategies as st
from scipy.optimize import linprog

from cfrlib.game import CHANCE as MARK
from cfrlib.game import Comparison, Decision, Game, PublicChance, Terminal
from cfrlib.games import matrix
from cfrlib.profile import Profile
from cfrlib.tree import CHANCE, TERMINAL, Tree, unroll


class RandomGame(Game):
    """A game drawn from a seed.

    - A random tree of actions: any player may move next, with one to `branching` actions; public chance comes
      anywhere, up to `stages` times on a path, even at the root, before a terminal or twice in a row.
    - Joint weights of (private outcome of 0, of 1, public outcomes): small integers over their sum,
      correlated, many of them 0. Zeros take out pairs of private outcomes, like a card that one player holds.
    - The class map shows a player a *signal* of (public chance, private outcome) at the start and after each
      public chance. Signals join private outcomes and also different public outcomes; keys hold all signals
      so far, so classes refine along a path. From some depth on a player sees his whole outcome, dealt at the
      root.
    - Payoffs are multiples of 1/4: a number, a comparison, a table, or an array of one player's outcomes.

    `depth` and `stages` are the most actions and public chance events on a path, `branching` the most actions at a
    node, `outcomes` the numbers of private outcomes, `shown` that of public ones of an event.
    """

    separator = ""

    def __init__(self, seed, depth=3, branching=3, outcomes=(3, 2), stages=2, shown=2):
        super().__init__(seed=seed, depth=depth, branching=branching, outcomes=outcomes, stages=stages, shown=shown)
        self._rng = np.random.default_rng([seed, depth, branching, *outcomes, stages, shown])
        self._nodes, self._payoffs = {}, {}
        self._grow((), depth, stages)
        self._draw_weights(outcomes, stages, shown)
        self._draw_signals(outcomes, stages, shown)
        self._sees_all_after = self._rng.integers(1, depth + 2, size=2)

    def _grow(self, actions, depth, stages):
        """Draw the node after `actions` and everything below it."""
        draw = self._rng.random()
        if stages and draw < 0.35:
            self._nodes[actions] = PublicChance()
            self._grow((*actions, MARK), depth, stages - 1)
        elif depth == 0 or (draw > 0.85 and depth < self.parameters["depth"]):
            self._nodes[actions] = Terminal()
        else:
            single = self._rng.random() < 0.15
            n = 1 if single else int(self._rng.integers(2, self.parameters["branching"] + 1))
            self._nodes[actions] = Decision(int(self._rng.integers(2)), tuple("abcdefgh"[:n]))
            for action in "abcdefgh"[:n]:
                self._grow((*actions, action), depth - 1, stages)

    def _draw_weights(self, outcomes, stages, shown):
        shape = (*outcomes, *[shown] * stages)
        counts = self._rng.integers(1, 4, size=shape) * (self._rng.random(shape) < 0.8)
        held_by_one = self._rng.random(outcomes) < 0.25
        counts[held_by_one] = 0
        if not counts.any():
            counts.flat[0] = 1
        self._counts = counts

    def _draw_signals(self, outcomes, stages, shown):
        """Draw the signal of each (public outcomes so far, private outcome), for each player and stage."""
        self._signals = [
            [
                self._rng.integers(self._rng.integers(1, 4), size=(*[shown] * stage, outcomes[player]))
                for stage in range(stages + 1)
            ]
            for player in (0, 1)
        ]

    def outcomes(self, player):
        return tuple(f"{'xy'[player]}{i}" for i in range(self.parameters["outcomes"][player]))

    def public_outcomes(self, public):
        return tuple(f"s{i}" for i in range(self.parameters["shown"]))

    def _places(self, public):
        return tuple(int(label[1:]) for label in public)

    def weights(self, public):
        after = np.moveaxis(self._counts, (0, 1), (-2, -1))[self._places(public)]
        return after.reshape(-1, *self.parameters["outcomes"]).sum(axis=0) / self._counts.sum()

    def node(self, actions):
        return self._nodes[actions]

    def payoff(self, actions, public):
        if (actions, public) not in self._payoffs:
            text = "".join((*actions, "|", *public))
            rng = np.random.default_rng([self.parameters["seed"], *map(ord, text)])
            self._payoffs[actions, public] = self._draw_payoff(rng)
        return self._payoffs[actions, public]

    def _draw_payoff(self, rng):
        n0, n1 = self.parameters["outcomes"]
        kind = rng.integers(5)
        if kind == 0:
            return float(rng.integers(-8, 9) / 4)
        if kind == 1:
            win, lose, tie = rng.integers(-8, 9, size=3) / 4
            return Comparison((rng.integers(3, size=n0), rng.integers(3, size=n1)), win, lose, tie)
        shape = {2: (n0, 1), 3: (1, n1), 4: (n0, n1)}[int(kind)]
        return rng.integers(-8, 9, size=shape) / 4

    def key(self, player, actions, public, outcome):
        signals = [
            str(self._signals[player][stage][(*self._places(public[:stage]), outcome)])
            for stage in range(len(public) + 1)
        ]
        if len(actions) - len(public) >= self._sees_all_after[player]:
            signals.append(self.outcomes(player)[outcome])
        return ".".join(signals), "".join(actions)


class Copied(RandomGame):
    """A random game in which each outcome comes `copies` times, as cards come in suits that decide nothing.

    A card cannot be dealt or shown twice. Outcomes of one kind stand side by side. Players see all there is to see,
    and payoffs are drawn from a normal distribution, so regrets do not tie.
    """

    key = Game.key

    def __init__(self, seed, copies=2, depth=3, branching=2, kinds=(2, 2), stages=1, shown=2):
        self.copies = copies
        super().__init__(seed, depth, branching, tuple(copies * n for n in kinds), stages, copies * shown)
        self.parameters["copies"] = copies

    def _draw_weights(self, outcomes, stages, shown):
        super()._draw_weights(tuple(n // self.copies for n in outcomes), stages, shown // self.copies)
        cards = np.indices((*outcomes, *[shown] * stages))
        counts = self._counts[tuple(cards // self.copies)]
        for one, other in itertools.combinations(cards, 2):
            counts[one == other] = 0
        self._counts = counts if counts.any() else self._counts[tuple(cards // self.copies)]

    def payoff(self, actions, public):
        return super().payoff(actions, tuple(f"s{place // self.copies}" for place in self._places(public)))

    def _draw_payoff(self, rng):
        kinds = rng.normal(size=[n // self.copies for n in self.parameters["outcomes"]])
        return kinds.repeat(self.copies, axis=0).repeat(self.copies, axis=1)


def copied_games(stages=2):
    """Strategy: games with outcomes that nothing tells apart."""
    return st.builds(
        Copied, seed=st.integers(0, 2**32 - 1), copies=st.integers(2, 3), depth=st.integers(1, 3),
        kinds=st.tuples(st.integers(1, 2), st.integers(1, 2)), stages=st.integers(0, stages), shown=st.integers(1, 2),
    )  # fmt: skip


def games(depth=3, branching=3, outcomes=3, stages=2, shown=2):
    """Strategy: random games up to these sizes."""
    private = st.tuples(st.integers(1, outcomes), st.integers(1, outcomes))
    return st.builds(
        RandomGame, seed=st.integers(0, 2**32 - 1), depth=st.integers(1, depth), branching=st.integers(2, branching),
        outcomes=private, stages=st.integers(0, stages), shown=st.integers(2, shown),
    )  # fmt: skip


def tiny_games():
    """Strategy: random games small enough to list every pure strategy of both players (see `normal_form`)."""
    tiny = games(depth=3, branching=2, outcomes=3, stages=1)
    return tiny.filter(lambda game: max(num_pure_strategies(unroll(game), player) for player in (0, 1)) <= 600)


def matrices(size=4):
    """Strategy: matrix games with payoffs that are multiples of 1/4, so that ties and saddle points occur."""
    shapes = st.tuples(st.integers(1, size), st.integers(1, size))
    entry = st.integers(-8, 8).map(lambda n: n / 4)
    return shapes.flatmap(
        lambda shape: st.lists(
            st.lists(entry, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
        )
    ).map(matrix)


def coarse_tree(seed, depth=7, branching=2):
    """Return a random tree with perfect recall in which players see little of chance and of each other, or nothing.

    A key holds what its player has done and seen, and nothing counts the moves that were not seen: the histories of a
    set lie at several depths, and may be met before or after histories of the sets that lead to it. Payoffs are
    multiples of 1/4.
    """
    rng = np.random.default_rng([seed, depth, branching])
    (shown, mixed), tree, actions = rng.choice([0, 0.05, 0.4], size=2), Tree(), {}

    def add(parent, action, seen, left):
        """Add a node; return what is open below it: (node, what the players have seen, moves left, next action)."""
        player = int(rng.choice([CHANCE, 0, 1, TERMINAL], p=[0.4, 0.22, 0.22, 0.16])) if left else TERMINAL
        if player == TERMINAL:
            tree.add(parent, action, player=TERMINAL, payoff=rng.integers(-8, 9) / 4)
            return []
        key = (str(player), "".join(seen[player])) if player != CHANCE else None
        if key is None or key not in actions:
            actions[key] = "abcdef"[: rng.integers(2 - (rng.random() < 0.2), branching + 1)]
        parts = rng.integers(1, 4, size=len(actions[key]))
        chances = parts / parts.sum() if player == CHANCE else ()
        node = tree.add(parent, action, player=player, actions=actions[key], probabilities=chances, key=key)
        return [(node, seen, left, 0)]

    open_nodes = add(None, None, ((), ()), depth)
    while open_nodes:  # one branch after the other, or some from here and some from there
        node, seen, left, k = open_nodes.pop(rng.integers(len(open_nodes)) if rng.random() < mixed else -1)
        if k + 1 < len(node.actions):
            open_nodes.append((node, seen, left, k + 1))
        action = node.actions[k]
        below = tuple(
            (*before, f"{action}!") if node.player == who else before + (action,) * int(rng.random() < shown)
            for who, before in enumerate(seen)
        )
        open_nodes += add(node, action, below, left - 1)
    return tree


def coarse_trees(most=600):
    """Strategy: `coarse_tree`s with a set at several depths, and few enough pure strategies for `normal_form`."""
    trees = st.builds(coarse_tree, st.integers(0, 2**32 - 1), depth=st.integers(3, 7))
    return trees.filter(
        lambda tree: (
            any(len({tree.nodes[n].depth for n in i.nodes}) > 1 for i in tree.infosets)
            and max(num_pure_strategies(tree, player) for player in (0, 1)) <= most
        )
    )


def random_profile(game, seed):
    """Return a random profile of a small game or tree; about one action in four has probability 0."""
    tree, rng = unroll(game), np.random.default_rng(seed)
    parts = []
    for infoset in tree.infosets:
        weights = rng.random(len(infoset.actions)) * (rng.random(len(infoset.actions)) < 0.75)
        parts.append(weights / weights.sum() if weights.any() else np.full(len(weights), 1 / len(weights)))
    return Profile.from_flat(tree, np.concatenate(parts) if parts else [])


def num_pure_strategies(tree, player):
    """Return how many pure strategies a player of a tree has."""
    return int(np.prod([float(len(i.actions)) for i in tree.infosets if i.player == player]))


def pure_strategies(tree, player):
    """Return every pure strategy of a player: a list of {index of information set: index of action}."""
    mine = [i for i in tree.infosets if i.player == player]
    choices = itertools.product(*(range(len(i.actions)) for i in mine))
    return [{i.index: a for i, a in zip(mine, chosen, strict=True)} for chosen in choices]


def normal_form(tree):
    """Return the expected payoffs to player 0 of pure strategies: his in rows, player 1's in columns."""
    plays = [
        {
            (infoset.index, a): np.array([s[infoset.index] == a for s in pure])
            for infoset in tree.infosets
            if infoset.player == player
            for a in range(len(infoset.actions))
        }
        for player, pure in ((p, pure_strategies(tree, p)) for p in (0, 1))
    ]
    sizes = [num_pure_strategies(tree, p) for p in (0, 1)]
    total = np.zeros(sizes)

    def add(node, rows, columns, chance):
        """Add what every pair of pure strategies that gets to `node` wins below it."""
        if node.player == TERMINAL:
            total[np.ix_(rows, columns)] += chance * node.payoff
        for k, (_, child) in enumerate(tree.children(node)):
            if node.player == CHANCE:
                add(child, rows, columns, chance * node.probabilities[k])
            elif node.player == 0:
                add(child, rows & plays[0][node.infoset, k], columns, chance)
            else:
                add(child, rows, columns & plays[1][node.infoset, k], chance)

    add(tree.root, *(np.ones(n, dtype=bool) for n in sizes), 1.0)
    return total


def matrix_value(payoffs):
    """Return the value of a matrix game by linear program: the most a mix of rows earns in every column."""
    m, n = payoffs.shape
    result = linprog(
        np.append(np.zeros(m), -1.0), A_ub=np.hstack([-payoffs.T, np.ones((n, 1))]), b_ub=np.zeros(n),
        A_eq=np.append(np.ones(m), 0.0)[None], b_eq=[1.0], bounds=[(0, None)] * m + [(None, None)],
    )  # fmt: skip
    return -result.fun


def best_response_value(tree, player, probability, number=float):
    """Return what a best response of `player` earns in a tree with perfect recall: he decides on histories that he
    cannot tell apart. The opponent takes action k with `probability(infoset, k)`; a Fraction is exact."""

    def value(bag):
        """Of a bag of (history, weight) that `player` has not been able to tell apart so far."""
        earned, decisions = number(0), {}
        while bag:
            node, weight = bag.pop()
            if node.player == TERMINAL:
                earned += weight * number(node.payoff if player == 0 else -node.payoff)
            elif node.player == player:
                decisions.setdefault(node.infoset, []).append((node, weight))
            else:
                for k, (_, child) in enumerate(tree.children(node)):
                    if node.player == CHANCE:
                        chance = number(node.probabilities[k])
                    else:
                        chance = probability(tree.infosets[node.infoset], k)
                    bag.append((child, weight * chance))
        for index, here in decisions.items():
            earned += max(
                value([(tree.nodes[node.children[k]], weight) for node, weight in here])
                for k in range(len(tree.infosets[index].actions))
            )
        return earned

    return value([(tree.root, number(1))])


def forgetful(tree, seed):
    """Return a random tree with imperfect recall: one whose sets are joined at random, where actions are the same."""
    rng = np.random.default_rng(seed)
    joined = {i.key: (f"{i.player} {''.join(i.actions)}", str(rng.integers(2))) for i in tree.infosets}
    return regrown(tree, keys=joined.get)


def untied(seed, depth, forgets):
    """Return a random tree in which no two payoffs are equal, so that rounding decides between no actions."""
    tree = coarse_tree(seed, depth)
    tree, rng = forgetful(tree, seed) if forgets else tree, np.random.default_rng(seed)
    for node in tree.terminals:
        node.payoff += rng.random()
    return tree


def untied_trees(forgets=(False,)):
    """Strategy: `untied` trees, of players who forget or not."""
    return st.builds(untied, st.integers(0, 2**32 - 1), st.integers(1, 7), st.sampled_from(forgets))


def regrown(tree, between=lambda part: None, stakes=1.0, keys=lambda key: key):
    """Return the same tree with payoffs times `stakes`, grown node by node; `between` gets it after each.

    `keys` names information sets anew.
    """
    again, above = Tree(), {-1: None}
    for node in tree.nodes:
        key = keys(tree.infosets[node.infoset].key) if node.infoset >= 0 else None
        above[node.index] = again.add(
            above[node.parent], node.action, player=node.player, actions=node.actions, key=key,
            probabilities=node.probabilities, payoff=node.payoff * stakes,
        )  # fmt: skip
        between(again)
    return again
