"""From the description of a game to its explicit tree."""

from __future__ import annotations

import logging

import numpy as np

from cfrlib._util.arguments import said, typed
from cfrlib._util.built import derived
from cfrlib._util.memory import check_memory
from cfrlib._util.waiting import Patience
from cfrlib.game import CHANCE as CHANCE_MARK
from cfrlib.game import LONGEST, Decision, Endless, Game, PublicChance
from cfrlib.games.checks import SMALLER, check_game, is_ours
from cfrlib.games.matrix import matrix
from cfrlib.tree.checks import surely_more
from cfrlib.tree.explicit import CHANCE, TERMINAL, Tree

MAX_INFOSETS = 200_000
MAX_HISTORIES = 2_000_000
LARGE = 500_000
"""Histories above which it is said what they take."""
BYTES = 1_000
"""Bytes of a history, with all that is derived from the tree to evaluate a profile."""
log = logging.getLogger("cfrlib")


def unroll(game: Game | matrix | Tree) -> Tree:
    """Return the explicit tree of a small game, the same object at every call; a tree is returned as it is.

    Chance deals one player at a time; deals and public outcomes of probability 0 are left out. Games of more than
    `MAX_INFOSETS` information sets or `MAX_HISTORIES` histories are refused, and so are those that do not fit into
    memory or do not follow what `cfrlib.Game` asks.
    """
    if isinstance(game, Tree):
        return game
    return _tree(typed("game", game, Game | matrix, "a Game, a matrix game or a Tree"))


@derived
def _tree(game):
    too_many = f"game={said(game)}: an explicit tree takes at most {MAX_HISTORIES:,} histories; {SMALLER}"
    if isinstance(game, Game) and not is_ours(game):  # ours are counted by formula
        if _far_too_large(game):
            raise ValueError(too_many)
        check_game(game)
        if _histories(game) > MAX_HISTORIES:
            raise ValueError(too_many)
    if game.num_infosets > MAX_INFOSETS:
        raise ValueError(
            f"game={game!r} has {game.num_infosets:,} information sets: "
            f"an explicit tree takes at most {MAX_INFOSETS:,}; {SMALLER}"
        )
    histories = _histories(game)
    if histories > MAX_HISTORIES:
        raise ValueError(too_many)
    check_memory(game, BYTES * histories, [])
    if histories > LARGE:
        log.warning("%r: an explicit tree of %s histories takes about %.1f GB", game, f"{histories:,}",
                    BYTES * histories / 1e9)  # fmt: skip
    return _unroll_matrix(game) if isinstance(game, matrix) else _unroll_public(game)


def _far_too_large(game):
    """Return whether a game of one's own has so many action sequences that not even its rules are checked first."""
    try:
        return surely_more(MAX_HISTORIES, lambda rng: list(_play(game, rng)))
    except Exception:  # what is wrong with its rules is said by who checks them
        return False


def _play(game, rng):
    """Yield how many choices there are along a random play."""
    actions = ()
    while isinstance(node := game.node(actions), Decision | PublicChance):
        if len(actions) > LONGEST:
            raise Endless
        choices = node.actions if isinstance(node, Decision) else (CHANCE_MARK,)
        yield len(choices)
        actions = (*actions, rng.choice(choices))


def _histories(game):
    """Return how many histories there are, but for the deals; no more are counted than `MAX_HISTORIES` and some."""
    if isinstance(game, matrix):
        return game.payoffs.size
    deals, total = {}, 0
    for actions, _ in game.action_sequences():
        stage = actions.count(CHANCE_MARK)
        if stage not in deals:
            deals[stage] = sum(np.count_nonzero(game.weights(public)) for public in game.public_sequences(stage))
        total += deals[stage]
        if total > MAX_HISTORIES:
            break
    return total


def _unroll_matrix(game):
    tree = Tree(game, game.unit)
    root = tree.add(player=0, actions=game.rows, key=("Player 1", ""))
    for r, row in enumerate(game.rows):
        node = tree.add(root, row, player=1, actions=game.columns, key=("Player 2", ""))
        for c, column in enumerate(game.columns):
            tree.add(node, column, player=TERMINAL, payoff=game.payoffs[r, c])
    return tree


def _unroll_public(game):
    tree = Tree(game, game.unit, game.separator)
    payoffs, weights, nodes, patience = {}, {}, {}, Patience(f"unroll: histories of {game!r}")

    def weight(public):
        if public not in weights:
            weights[public] = game.weights(public)
        return weights[public]

    def deal(player, dealt, parent, label):
        """Add the chance node that deals a private outcome to `player`, and all that follows."""
        remaining = weight(())[dealt] if dealt else weight(()).sum(axis=1)
        possible = np.flatnonzero(remaining)
        names = [game.outcomes(player)[k] for k in possible]
        node = tree.add(
            parent, label, player=CHANCE, actions=names, probabilities=remaining[possible] / remaining.sum()
        )
        for k, name in zip(possible.tolist(), names, strict=True):
            if player == 0:
                deal(1, (k,), node, name)
            else:
                play((*dealt, k), (), (), node, name)

    def play(dealt, actions, public, parent, label):
        """Add what follows an action sequence and public outcomes, for one deal."""
        patience.at(tree.num_histories)
        if actions not in nodes:
            nodes[actions] = game.node(actions)
        kind = nodes[actions]
        if isinstance(kind, Decision):
            key = game.key(kind.player, actions, public, dealt[kind.player])
            node = tree.add(parent, label, player=kind.player, actions=kind.actions, key=key)
            for action in kind.actions:
                play(dealt, (*actions, action), public, node, action)
        elif isinstance(kind, PublicChance):
            total = weight(public)[dealt]
            shown = [o for o in game.public_outcomes(public) if weight((*public, o))[dealt] > 0]
            chances = [weight((*public, o))[dealt] / total for o in shown]
            node = tree.add(parent, label, player=CHANCE, actions=shown, probabilities=chances)
            for outcome in shown:
                play(dealt, (*actions, CHANCE_MARK), (*public, outcome), node, outcome)
        else:
            if (actions, public) not in payoffs:
                payoffs[actions, public] = game.payoff_table(actions, public)
            tree.add(parent, label, player=TERMINAL, payoff=payoffs[actions, public][dealt])

    deal(0, (), None, None)
    return tree
