"""Is a game what `cfrlib.game.Game` says that games are? A wrong one is refused, for it would be solved wrongly."""

import logging
from collections import Counter
from itertools import islice

import numpy as np

from cfrlib._util.arguments import GREATEST, is_real, said
from cfrlib._util.built import derived
from cfrlib._util.own_code import raised
from cfrlib._util.waiting import Patience
from cfrlib.cards.deck import HOLE, apart
from cfrlib.game import CARDS, CHANCE, Comparison, Decision, Endless, Game, PublicChance, Terminal
from cfrlib.games.overrides import changes, counted_anew, made_from, own_rules

log = logging.getLogger("cfrlib")
MOST = 10**6
"""Information sets that are looked at, and nodes; of more information sets, a sample: those of decisions at random."""
SMALLER = "take fewer cards, smaller stacks or fewer bets"
MOST_PAIRS = 5 * 10**7
"""Pairs of private outcomes, over all public ones, whose weights are looked at, and whose payoffs."""
OFF = 1e-9
"""How far probabilities may be from summing to 1."""


def check_game(game):
    """Refuse what is no `Game`, or not as `Game` says, by the first thing that is wrong; ours are right."""
    if not isinstance(game, Game):
        whole = getattr(game, "game", None)
        such = f", such as {whole!r}, of which this is the tree" if isinstance(whole, Game) else ""
        raise ValueError(
            f"game={said(game)}: it takes a Game (observable actions, private chance){such}; a matrix game, or an "
            "explicit tree (cfrlib.tree.Tree), is for cfrlib.CFR, cfrlib.equilibrium, cfrlib.exploitability and "
            "cfrlib.match"
        )
    _is_right(game)


@derived
def _is_right(game):
    try:
        problem = None if is_ours(game) or getattr(game, "_checked", False) else next(problems(game), None)
    except Endless:
        raise
    except Exception as error:  # whatever rules of one's own raise
        raise ValueError(f"game={said(game)}: {raised(error, dir(Game))}") from error
    if problem is not None:
        raise ValueError(f"game={said(game)}: {problem}")


@derived
def is_ours(game):
    """Return whether it is one of `cfrlib.games` as it stands there: those are checked by the tests."""
    return made_from(game) is not Game and not changes(game)


def problems(game):
    """Yield what is wrong with a game, each time a sentence."""
    yield from _of_outcomes(game)
    yield from _of_weights(game, ())
    yield from _of_size(game)
    strange = (following for following in game.chain if not isinstance(following, Game))
    yield from (f"following gives {following!r}; it takes a Game" for following in strange)
    patience = Patience(f"check: action sequences of {said(game)}")
    nodes = list(islice(patience.count(game.action_sequences()), MOST + 1))
    if len(nodes) > MOST:
        log.warning("%r: of its action sequences only the first %s are checked", game, f"{MOST:,}")
    publics, some, left = {}, _states(game), _states(game)
    for actions, node in nodes[:MOST]:
        yield from _of_node(actions, node)
        stage = actions.count(CHANCE)
        if stage not in publics:
            publics[stage] = list(islice(game.public_sequences(stage), some))
        if isinstance(node, PublicChance) and stage + 1 not in publics:  # the first that shows what comes next
            for public in publics[stage]:
                left -= len(game.public_outcomes(public))
                yield from _of_public_chance(game, public) if left >= 0 else ()
    terminals = ((a, p) for a, node in nodes[:MOST] if isinstance(node, Terminal) for p in publics[a.count(CHANCE)])
    patience = Patience(f"check: payoffs of {said(game)}")
    for actions, public in patience.count(islice(terminals, some)):
        yield from _of_payoff(game, actions, public)
    if left < 0 or next(terminals, None) is not None:
        log.warning("%r: only a part of its weights and payoffs is checked", game)
    if made_from(game) is Game or counted_anew(game) or not changes(game):  # else all keys are as in ours
        yield from _of_keys(game, [(a, node) for a, node in nodes[:MOST] if isinstance(node, Decision)], publics)


def _pairs(game):
    return len(game.outcomes(0)) * len(game.outcomes(1))


def _states(game):
    """Return how many public states are looked at."""
    return max(1, min(MOST, MOST_PAIRS // _pairs(game)))


def _of_size(game):
    """Large games are solved by what knows the rules by heart. With rules of one's own they have to be small."""
    own = ", ".join(sorted(own_rules(game)))
    if made_from(game) is Game or not own:
        return
    publics = 1 if type(game).public_outcomes is Game.public_outcomes else len(game.public_outcomes(()))
    if counted_anew(game):
        large = next(islice(game.action_sequences(), MOST, None), None) is not None
    else:
        large = game.num_infoset_actions > MOST_PAIRS
    if large or publics * _pairs(game) > MOST_PAIRS:
        yield f"it is too large for layout='tree', the only one that reads its own {own}; {SMALLER}"


def _of_keys(game, decisions, publics):
    states = sum(len(publics[a.count(CHANCE)]) * len(game.outcomes(node.player)) for a, node in decisions)
    if states > MOST:
        log.warning("%r: of its information sets only a sample of about %s is checked", game, f"{MOST:,}")
        decisions = [decisions[k] for k in np.random.default_rng(0).permutation(len(decisions))]
    known, left = {}, MOST
    for actions, node in decisions:
        for key in islice(_keys(game, actions, node.player, publics[actions.count(CHANCE)]), left):
            left -= 1
            yield from _of_key(key, actions, known.setdefault(key, actions))


def _of_outcomes(game):
    for player in (0, 1):
        labels = game.outcomes(player)
        if not len(labels) or not all(isinstance(label, str) for label in labels):
            yield f"outcomes({player}) gives {labels!r}; it takes a tuple of strings"
        twice = _twice(labels)
        if twice is not None:
            yield f"outcomes({player}) has {twice!r} twice, but outcomes are told apart by their labels"


def _twice(labels):
    """Return a label that comes more than once, or None."""
    return next((label for label, times in Counter(labels).items() if times > 1), None)


def _of_weights(game, public):
    shape = len(game.outcomes(0)), len(game.outcomes(1))
    weights = game.weights(public)
    if not _are_numbers(weights) or not isinstance(weights, np.ndarray):
        yield f"weights({public!r}) gives {said(weights)}; it takes an array of numbers, none of them masked"
    elif weights.shape != shape:
        yield f"weights({public!r}) has shape {weights.shape}; it takes {shape}, one for each pair of outcomes"
    elif not (np.isfinite(weights).all() and (weights >= 0).all()):
        yield f"weights({public!r}) has entries that are negative or not finite; they are probabilities"
    elif not public and abs(weights.sum() - 1) > OFF:
        yield f"weights(()) sums to {weights.sum():.12g}; the probabilities of all deals sum to 1"
    elif not _fits(game.removal(public), weights):
        yield f"removal({public!r}) does not say what weights({public!r}) says; by default it gives None"


def _fits(dealt, weights):
    """Return whether what `Game.removal` gives says the same as weights, or nothing."""
    if dealt is None:
        return True
    cards, shares = zip(*dealt, strict=True)
    right = [part.shape == (n, HOLE) for part, n in zip(cards, weights.shape, strict=True)]
    right += [part.dtype.kind in "iu" and (part >= 0).all() and (part < CARDS).all() for part in cards]
    return all(right) and np.abs(np.outer(*shares) * apart(*cards) - weights).max() <= OFF


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
    where = f"payoff({actions!r}, {public!r})"
    paid, *best = game.payoff(actions, public), *(game.best_payoff(player, actions, public) for player in (0, 1))
    for given in (paid, *(most for most in best if most is not None)):
        parts = (*given.strength, given.win, given.lose, given.tie) if isinstance(given, Comparison) else (given,)
        if not all(map(_are_numbers, parts)):
            yield f"{where} gives {said(given)}; it takes numbers, none of them masked"
            return
    try:
        table = np.array(game._table(paid), dtype=float)  # as payoff_table does, without asking again
        if isinstance(paid, Comparison):  # what is not a number would count as equal
            table[np.logical_or.outer(*(np.isnan(np.asarray(s, dtype=float)) for s in paid.strength))] = np.nan
        players = () if all(given is None for given in best) else (0, 1)
        most = [np.asarray(game.best_payoff_table(player, actions, public), dtype=float) for player in players]
    except (IndexError, TypeError, ValueError) as error:
        yield f"{where} fits no pair of outcomes ({error})"
        return
    table, *most = (values[game.weights(public) > 0] for values in (table, *most))
    largest = np.abs([table, *most]).max(initial=0)
    if not largest <= GREATEST:
        yield f"{where} is not finite, or more than {GREATEST:g}"
    elif any((b - a).min(initial=0) < -OFF * largest for a, b in zip((table, -table), most, strict=False)):
        yield f"best_payoff after {actions!r}, {public!r} is less than the payoff; it is the most that one can get"


def _are_numbers(given):
    """Return whether these are real numbers, none of them masked."""
    array = np.asarray(given)
    real = array.dtype.kind in "biuf" or (array.dtype == object and all(is_real(type(x)) for x in array.flat))
    return real and not np.ma.is_masked(given)


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
            "knows differs by them: let the key hold all actions, and let no two sequences of names read alike, as "
            '`separator = " "` in the class sees to. A game '
            "with hidden actions is an explicit tree (cfrlib.tree.Tree), which cfrlib.CFR and cfrlib.equilibrium take"
        )
