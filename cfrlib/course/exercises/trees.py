"""Checks of notebook 02: information sets, counting, keys, the rules of a new game, reach probabilities."""

from collections.abc import Mapping

import numpy as np

from cfrlib.course.exercises.verdict import Wrong, call, check, compare, likely, returned, try_out
from cfrlib.course.kuhn_equilibria import kuhn_equilibrium
from cfrlib.game import Decision, PublicChance, Terminal
from cfrlib.games import kuhn
from cfrlib.profile import Profile
from cfrlib.tree import CHANCE, unroll


def _decisions():
    """Return the 24 histories of Kuhn poker at which a player decides."""
    return [node.history for node in unroll(kuhn()).nodes if node.player >= 0]


def _knows(history, player):
    """Say what the player who moves after `history` has seen, in words."""
    moves = "".join(history[2:])
    return f"they hold {history[player]} and the moves were {moves or 'none'}"


def _written(history):
    return "".join(history)


@check
def check_same_infoset(same_infoset):
    """Check a function of two histories of Kuhn poker: are they in the same information set?"""
    decisions = _decisions()
    for h in decisions:
        for g in decisions:
            i, j = len(h) % 2, len(g) % 2
            expected = (i, h[i], h[2:]) == (j, g[j], g[2:])
            if i != j:
                hint = f"Player {i + 1} moves after {_written(h)}, Player {j + 1} after {_written(g)}."
            else:
                hint = (
                    f"Player {i + 1} moves after both. After {_written(h)} {_knows(h, i)}; "
                    f"after {_written(g)} {_knows(g, j)}."
                )
            where = f"{_written(h)} and {_written(g)}"
            found = call(same_infoset, where, h, g)
            if isinstance(found, np.bool_):
                found = bool(found)
            compare(found, expected, where, hint)
    return "All 576 pairs are right."


@check
def check_counts(counts):
    """Check a function from the number of cards of one-bet poker to its histories, terminals, information sets."""
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
        found = call(counts, f"{n} cards", n)
        if not isinstance(found, Mapping) or set(found) != set(expected):
            compare(found, expected, f"{n} cards")
        for what, number in expected.items():
            compare(found[what], number, f"{n} cards, {what}", likely(found[what], slips[what], COUNTING[what]))
    return "100 cards: 49,601 histories, and only 200 information sets."


COUNTING = {
    "histories": "Look at the tree in the picture: how many nodes before the betting, how many below each deal?",
    "terminals": "In how many ways can the betting end, and how many deals are there?",
    "infosets": "After which moves does somebody decide, and what else does that player know?",
}
"""Where to look, for each number of `check_counts`."""


@check
def check_open_key(open_key):
    """Check the keys of Kuhn poker when Player 2's card lies face up; only the grouping matters."""
    decisions = _decisions()
    keys = {}
    for h in decisions:
        key = returned(call(open_key, _written(h), h), _written(h))
        if not (isinstance(key, tuple) and len(key) == 2 and all(isinstance(part, str) for part in key)):
            raise Wrong(f"At {_written(h)}: a key is a pair of strings (what is private, what is public), not {key!r}.")
        keys[h] = key
    for h in decisions:
        for g in decisions:
            i, j = len(h) % 2, len(g) % 2
            apart = i != j or h[2:] != g[2:] or h[i] != g[i] or (i == 0 and h[1] != g[1])
            if apart and keys[h] == keys[g]:
                raise Wrong(f"At {_written(h)} and {_written(g)}: both get the key {keys[h]!r}. {_apart(h, g)}")
            if not apart and keys[h] != keys[g]:
                raise Wrong(
                    f"At {_written(h)} and {_written(g)}: the keys {keys[h]!r} and {keys[g]!r} differ. "
                    f"But Player {i + 1} moves after both, and has seen the same."
                )
    return "18 information sets: now Player 1 knows both cards, Player 2 still only their own."


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


@check
def check_raise_node(node):
    """Check the public tree of Kuhn poker in which a bet may be raised once."""
    waiting = [()]
    while waiting:
        actions = waiting.pop(0)
        expected = raise_node(actions)
        where = f"the moves {''.join(actions) or '(none yet)'}"
        found = returned(call(node, where, actions), where)
        if not isinstance(found, Decision | PublicChance | Terminal):
            raise Wrong(f"At {where}: it takes Decision(player, actions) or Terminal(), found {found!r}.")
        if type(found) is not type(expected):
            over = isinstance(expected, Terminal)
            raise Wrong(
                f"At {where}: your rules say {type(found).__name__}, expected {type(expected).__name__}. "
                + ("The game is over: there was a fold, a call, or two passes." if over else _to_answer(actions))
            )
        if isinstance(expected, Decision):
            hint = "The players take turns; they are 0 and 1."
            compare(found.player, expected.player, f"{where}, the player to move", hint)
            legal = found.actions
            if not isinstance(legal, tuple | list) or not all(isinstance(a, str) for a in legal):
                raise Wrong(f"At {where}: the actions are a tuple of strings such as ('p', 'b'), not {legal!r}.")
            if sorted(legal) != sorted(expected.actions):
                raise Wrong(
                    f"At {where}: expected the actions {expected.actions}, found {tuple(legal)}. {_to_answer(actions)}"
                )
            waiting.extend((*actions, a) for a in expected.actions)
    return "With three cards the game has 94 histories, 54 of them terminal, and 18 information sets: as you predicted?"


def raise_node(actions):
    """Return the node of the public tree of Kuhn poker with one raise: what the exercise asks for."""
    moves = "".join(actions)
    if moves == "pp" or moves[-2:] in ("bp", "bb", "rp", "rb"):
        return Terminal()
    return Decision(len(moves) % 2, ("p", "b", "r") if moves.endswith("b") else ("p", "b"))


def _to_answer(actions):
    last = actions[-1] if actions else ""
    return {
        "b": "A bet must be answered: p folds, b calls, r raises.",
        "r": "A raise must be answered: p folds, b calls; it cannot be raised again.",
    }.get(last, "Nothing has been bet: p passes, b bets, and there is nothing to raise.")


@check
def check_reach(reach):
    """Check a function (history, profile of Kuhn poker) to the probability pi(h) that play comes through h."""
    tree = unroll(kuhn())
    uneven = {
        infoset.key: {"p": 1 - b, "b": b}
        for infoset, b in zip(tree.infosets, np.linspace(0.05, 0.93, 12).round(2), strict=True)
    }
    profiles = {
        "the uniform profile": Profile.uniform(tree),
        "an equilibrium": kuhn_equilibrium(0.2),
        "an uneven profile": Profile.from_dict(kuhn(), uneven),
    }
    for name, profile in profiles.items():
        for node in tree.nodes:
            h = node.history
            players, chance = _parts(tree, h, profile)
            where = f"{_written(h) or 'the root'} under {name}"
            swapped = _parts(tree, (h[1], h[0], *h[2:]), profile) if len(h) >= 2 else (players, chance)
            slips = [
                (swapped[0] * swapped[1], "Player 1 holds the first card of the history, Player 2 the second."),
                (players, "Chance plays a part too: it deals the first card with 1/3, the second with 1/2."),
                (players / 9 if len(h) >= 2 else -1, "The second card comes from the two that are left: 1/2, not 1/3."),
                (chance, "This is chance's part alone. Multiply by the probability of every move of the players."),
            ]
            hint = "Multiply over all steps: chance's cards, then each move at its player's information set."
            try_out(reach, where, h, profile, right=players * chance, slips=slips, hint=hint, tolerance=1e-9)
    return "All 58 histories have the right probability."


def _parts(tree, history, profile):
    """Return the players' part of the reach probability, and chance's."""
    players, chance, node = 1.0, 1.0, tree.root
    for action in history:
        if node.player == CHANCE:
            chance *= node.probabilities[node.actions.index(action)]
        else:
            players *= profile[tree.infosets[node.infoset].key][action]
        node = tree.nodes[node.children[node.actions.index(action)]]
    return players, chance
