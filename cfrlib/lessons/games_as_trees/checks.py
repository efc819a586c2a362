"""Checks of notebook 02: information sets, counting, and keys."""

from collections.abc import Mapping
from itertools import product

from cfrlib.games import kuhn
from cfrlib.lessons.verdict import Case, Wrong, call, check, compare, likely, returned, tried_on
from cfrlib.tree import unroll


def _decisions():
    """Return the 24 histories of Kuhn poker at which a player decides."""
    return [node.history for node in unroll(kuhn()).nodes if node.player >= 0]


def _knows(history, player):
    """Say what the player who moves after `history` has seen, in words."""
    moves = "".join(history[2:])
    return f"they hold {history[player]} and the moves were {moves or 'none'}"


def _written(history):
    return "".join(history)


@tried_on(lambda: {f"{_written(h)} and {_written(g)}": (h, g) for h, g in product(_decisions(), repeat=2)})
def check_same_infoset(h, g):
    """Check a function of two histories of Kuhn poker: are they in the same information set?"""
    i, j = len(h) % 2, len(g) % 2
    hint = f"Player {i + 1} moves after {_written(h)}, Player {j + 1} after {_written(g)}."
    if i == j:
        hint = (
            f"Player {i + 1} moves after both. After {_written(h)} {_knows(h, i)}; after {_written(g)} {_knows(g, j)}."
        )
    yield Case((i, h[i], h[2:]) == (j, g[j], g[2:]), hint)
    return "All 576 pairs are right."


@check
def check_counts(counts):
    """Check a function from the number of cards of one-bet poker to its histories, terminals, information sets."""
    hints = {
        "histories": "How many histories come before both have a card, and how many come with each deal?",
        "terminals": "In how many ways can the betting end, and how many deals are there?",
        "infosets": "After which moves does somebody decide, and what else does that player know?",
    }
    for n in (2, 3, 4, 10, 100):
        deals = n * (n - 1)
        expected = {"histories": 1 + n + 5 * deals, "terminals": 3 * deals, "infosets": 2 * n}
        kuhn_poker = "This counts Kuhn poker. Here Player 2 may not bet: after p the game is over."
        unseen = "Whoever decides does not see the other's card: count own cards, not deals."
        cards = "You have the betting of each deal. What about the histories before both players have a card?"
        slips = {
            "histories": [(5 * deals, cards), (1 + 5 * deals, cards), (1 + n + 9 * deals, kuhn_poker)],
            "terminals": [(5 * deals, kuhn_poker), (3, "That is one deal. How many deals are there?")],
            "infosets": [(4 * n, kuhn_poker), (2 * deals, unseen)],
        }
        answer = call(counts, f"{n} cards", n)
        if not isinstance(answer, Mapping) or set(answer) != set(expected):
            compare(answer, expected, f"{n} cards")
        for what, number in expected.items():
            compare(answer[what], number, f"{n} cards, {what}", likely(answer[what], slips[what], hints[what]))
    return "100 cards: 49,601 histories, and only 200 information sets."


@check
def check_key(key):
    """Check the keys of Kuhn poker: a pair of the player's own card and the moves; only the grouping matters."""
    _check_keys(key, lambda h: h[len(h) % 2])
    return "Each player their own card, and the moves. Now Qpb means the same to everybody."


@check
def check_open_key(open_key):
    """Check the keys of Kuhn poker when Player 2's card lies face up; only the grouping matters."""
    _check_keys(open_key, lambda h: h[1] if len(h) % 2 else h[:2])
    return "18 information sets: Player 1's six have become twelve, Player 2's six have stayed."


def _check_keys(attempt, cards):
    """Raise `Wrong` unless keys group the decisions by player, moves and the `cards` that the player sees."""
    keys = {}
    for h in _decisions():
        key = returned(call(attempt, _written(h), h), _written(h))
        if not (isinstance(key, tuple) and len(key) == 2 and all(isinstance(part, str) for part in key)):
            raise Wrong(f"At {_written(h)}: a key is a pair of strings, not {key!r}.")
        keys[h] = key
    for h, g in product(keys, repeat=2):
        i, j, where = len(h) % 2, len(g) % 2, f"At {_written(h)} and {_written(g)}"
        apart, differ = (i, h[2:], cards(h)) != (j, g[2:], cards(g)), keys[h] != keys[g]
        if apart and not differ:
            raise Wrong(f"{where}: both get the key {keys[h]!r}. {_apart(h, g)}")
        if differ and not apart:
            raise Wrong(
                f"{where}: the keys {keys[h]!r} and {keys[g]!r} differ. "
                f"But Player {i + 1} moves after both, and has seen the same."
            )


def _apart(h, g):
    """Say why the player who moves can tell the histories apart."""
    i, j = len(h) % 2, len(g) % 2
    if i != j:
        return f"Player {i + 1} moves after the one, Player {j + 1} after the other."
    if h[2:] != g[2:]:
        return "The moves differ, and everybody has seen them."
    if h[i] != g[i]:
        return f"Player {i + 1} has looked at the card: {h[i]} in the one, {g[i]} in the other."
    return f"Player 1 sees Player 2's card: {h[1]} in the one, {g[1]} in the other."
