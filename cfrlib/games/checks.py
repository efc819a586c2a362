"""Is a game what `cfrlib.game.Game` says that games are? A wrong one is refused, for it would be solved wrongly."""

import logging
from itertools import islice

import numpy as np

from cfrlib.game import CHANCE, Decision, PublicChance, Terminal

log = logging.getLogger("cfrlib")
MOST = 10**6
"""Information sets that are looked at, and nodes; of more information sets, a sample: those of decisions at random."""
OFF = 1e-9
"""How far probabilities may be from summing to 1."""


def check_game(game):
    """Refuse a game that is not as `Game` says. It is looked at once; games of `cfrlib.games` are known to be right.

    Raises
    ------
    ValueError
        With the first thing that is wrong.
    """
    if type(game).__module__.startswith("cfrlib.games") or "_checked" in vars(game):
        return
    for problem in problems(game):
        raise ValueError(f"game={game!r}: {problem}")
    game._checked = True


def problems(game):
    """Yield what is wrong with a game, each time a sentence."""
    try:
        yield from _of_outcomes(game)
        yield from _of_weights(game, ())
        nodes = list(islice(game.action_sequences(), MOST + 1))
    except (TypeError, AttributeError, IndexError) as error:
        yield f"its rules cannot be followed ({type(error).__name__}: {error})"
        return
    if len(nodes) > MOST:
        log.warning("%r: of its action sequences only the first %s are checked", game, f"{MOST:,}")
    publics = {}
    for actions, node in nodes[:MOST]:
        yield from _of_node(actions, node)
        stage = actions.count(CHANCE)
        if stage not in publics:
            publics[stage] = list(islice(game.public_sequences(stage), MOST))
        if isinstance(node, PublicChance) and stage + 1 not in publics:  # the first that shows what comes next
            for public in publics[stage]:
                yield from _of_public_chance(game, public)
    for actions, node in nodes[:MOST]:
        for public in publics[actions.count(CHANCE)] if isinstance(node, Terminal) else ():
            yield from _of_payoff(game, actions, public)
    yield from _of_keys(game, [(a, node) for a, node in nodes[:MOST] if isinstance(node, Decision)], publics)


def _of_keys(game, decisions, publics):
    states = sum(len(publics[a.count(CHANCE)]) * len(game.outcomes(node.player)) for a, node in decisions)
    if states > MOST:
        log.warning("%r: of its information sets only a sample of about %s is checked", game, f"{MOST:,}")
        decisions = [decisions[k] for k in np.random.default_rng(0).permutation(len(decisions))]
    seen, left = {}, MOST
    for actions, node in decisions:
        for key in islice(_keys(game, actions, node.player, publics[actions.count(CHANCE)]), left):
            left -= 1
            yield from _of_key(key, actions, seen.setdefault(key, actions))


def _of_outcomes(game):
    for player in (0, 1):
        labels = game.outcomes(player)
        if not len(labels) or not all(isinstance(label, str) for label in labels):
            yield f"outcomes({player}) gives {labels!r}; it takes a tuple of strings"
        twice = _twice(labels)
        if twice is not None:
            yield f"outcomes({player}) has {twice!r} twice, but outcomes are told apart by their labels"


def _twice(labels):
    known = set()
    for label in labels:
        if label in known:
            return label
        known.add(label)
    return None


def _of_weights(game, public):
    shape = len(game.outcomes(0)), len(game.outcomes(1))
    weights = np.asarray(game.weights(public), dtype=float)
    if weights.shape != shape:
        yield f"weights({public!r}) has shape {weights.shape}; it takes {shape}, one for each pair of outcomes"
    elif not (np.isfinite(weights).all() and (weights >= 0).all()):
        yield f"weights({public!r}) has entries that are negative or not finite; they are probabilities"
    elif not public and abs(weights.sum() - 1) > OFF:
        yield f"weights(()) sums to {weights.sum():.12g}; the probabilities of all deals sum to 1"


def _of_node(actions, node):
    if isinstance(node, Decision):
        if node.player not in (0, 1):
            yield f"after {actions!r} player {node.player!r} moves; games have two players, 0 and 1"
        names = node.actions
        if not isinstance(names, tuple) or not names or not all(isinstance(name, str) and name for name in names):
            yield f"after {actions!r} the actions are {names!r}; it takes a tuple of strings, at least one"
        elif CHANCE in names or _twice(names) is not None:
            yield f"after {actions!r} the actions are {names!r}; each has a name of its own, and {CHANCE!r} is chance's"
    elif not isinstance(node, PublicChance | Terminal):
        yield f"node({actions!r}) gives {node!r}; it takes a Decision, a PublicChance or a Terminal"


def _of_public_chance(game, public):
    labels = game.public_outcomes(public)
    twice = _twice(labels)
    if not all(isinstance(label, str) for label in labels) or twice is not None:
        yield f"public_outcomes({public!r}) gives {labels!r}; it takes strings that differ"
        return
    total = np.zeros((len(game.outcomes(0)), len(game.outcomes(1))))
    for shown in labels:
        yield from _of_weights(game, (*public, shown))
        total += np.broadcast_to(game.weights((*public, shown)), total.shape)
    off = np.abs(total - game.weights(public)).max(initial=0)
    if not off <= OFF:
        yield f"weights of what can follow {public!r} sum to something else than weights({public!r}), by {off:.3g}"


def _of_payoff(game, actions, public):
    try:
        table = np.asarray(game.payoff_table(actions, public), dtype=float)
    except (TypeError, ValueError) as error:
        yield f"payoff({actions!r}, {public!r}) fits no pair of outcomes ({error})"
        return
    if not np.isfinite(table[np.asarray(game.weights(public)) > 0]).all():
        yield f"payoff({actions!r}, {public!r}) is not finite"


def _keys(game, actions, player, publics):
    """Yield each information set of a decision once."""
    known = set()
    for public in publics:
        for outcome in np.flatnonzero(np.asarray(game.weights(public)).any(axis=1 - player)):
            key = game.key(player, actions, public, int(outcome))
            if key not in known:
                known.add(key)
                yield key


def _of_key(key, actions, before):
    if not (isinstance(key, tuple) and len(key) == 2 and all(isinstance(part, str) for part in key)):
        yield f"key gives {key!r} after {actions!r}; it takes a pair of strings (private, public)"
    elif actions != before:
        yield (
            f"key gives {key!r} both after {before!r} and after {actions!r}. Actions are public here, so what a player "
            "knows differs by them: let the key hold all actions, and let no two sequences of names read alike. A game "
            "with hidden actions is an explicit tree (cfrlib.tree.Tree) for cfrlib.textbook and cfrlib.equilibrium"
        )
