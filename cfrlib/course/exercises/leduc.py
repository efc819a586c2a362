"""Leduc hold'em for notebook 07: what each deal is worth, and the checks of the exercises."""

from collections.abc import Mapping
from itertools import product

import numpy as np

from cfrlib.course.exercises.house_rules import house_rules
from cfrlib.course.exercises.verdict import Wrong, call, check, compare
from cfrlib.game import CHANCE, Decision, PublicChance
from cfrlib.linear_program import equilibrium

FIGURE_3 = {
    "crf": -1, "rf": 1, "cc/crf": -1, "cc/rf": 1, "cc/cc": "±1", "crc/crf": -2, "rc/crf": -2,
    "crc/rf": 2, "rc/rf": 2, "crc/cc": "±2", "rc/cc": "±2", "cc/crc": "±2", "cc/rc": "±2",
    "crc/crc": "±4", "crc/rc": "±4", "rc/crc": "±4", "rc/rc": "±4",
}  # fmt: skip
"""The utility table of Ni and Lamb, without re-raise, to Player 1; "±4" where the showdown decides."""


def ends(game):
    """Return {actions: payoff to Player 1} of all ends: a number after a fold, "±4" where a showdown decides."""
    found = {}
    for actions, node in game.action_sequences():
        if not isinstance(node, Decision | PublicChance):
            name = "".join(actions)
            payoff = game.payoff(actions, game.outcomes(0)[:1])
            found[name] = payoff if actions[-1] == "f" else f"±{payoff.win:g}"
    return found


def deal_values(game, profile):
    """Return what each deal (two private cards, public card) is worth to Player 1, and how likely it is.

    Returns
    -------
    (d,) float64 array, in chips
    (d,) float64 array
    """
    cards = game.outcomes(0)
    value = np.zeros((len(cards),) * 3)

    def follow(actions, board, reach):
        node = game.node(actions)
        if isinstance(node, PublicChance):
            follow((*actions, CHANCE), board, reach)
        elif isinstance(node, Decision):
            public = (cards[board],) if CHANCE in actions else ()
            keys = [game.key(node.player, actions, public, own) for own in range(len(cards))]
            for action in node.actions:
                plays = np.array([profile[key][action] if key in profile else 0.0 for key in keys])
                follow((*actions, action), board, reach * (plays[:, None] if node.player == 0 else plays))
        else:
            value[:, :, board] += reach * game.payoff_table(actions, (cards[board],))

    for board in range(len(cards)):
        follow((), board, np.ones((len(cards), len(cards))))
    weights = np.stack([game.weights((card,)) for card in cards], axis=2)
    return value[weights > 0], weights[weights > 0]


HISTORIES = {
    "": (1, 1), "rr": (3, 5), "crrc/": (5, 5), "crc/rf": (7, 3), "cc/rr": (5, 9), "rc/crrc": (11, 11),
    "rrc/rrc": (13, 13),
}  # fmt: skip
"""Chips of Player 1 and Player 2 after some actions, ante 1, bets 2 and 4."""


@check
def check_chips(chips):
    """Check a function from a history such as "crc/rf" to the chips that each player has put in."""
    for history, right in HISTORIES.items():
        found = call(chips, f"history {history!r}", history)
        hint = (
            "A raise first matches the other player, then adds 2 (first round) or 4 (second); Player 1 opens "
            "both rounds."
        )
        try:
            numbers = tuple(float(x) for x in found)
        except (TypeError, ValueError):
            numbers = ()
        if len(numbers) == 2 and numbers == tuple(x - 1 for x in right):
            hint = "The ante is missing: before the first action each player has put in 1."
        elif numbers == right[::-1] != right:
            hint = "The players are swapped: after a slash it is Player 1's turn again."
        elif sum(numbers) < sum(right) and "rr" in history:
            hint = "A raise is a call and a bet: it matches the other player first."
        elif sum(numbers) < sum(right) and "/" in history:
            hint = "In the second round a bet is 4."
        elif sum(numbers) > sum(right) and history.endswith("f"):
            hint = "Who folds puts in nothing more."
        compare(found, right, f"history {history!r}", hint)
    return "Chips in the pot decide what a fold costs and what a showdown is about: at most 13 each."


@check
def check_showdown(showdown):
    """Check a function (card of Player 1, card of Player 2, public card) to 1, -1 or 0."""
    for own, other, board in product("JQK", repeat=3):
        if own == other == board:
            continue
        strength = [3 if card == board else "JQK".index(card) for card in (own, other)]
        right = int(np.sign(strength[0] - strength[1]))
        hint = "A pair with the public card wins; else the higher card; equal cards split."
        if board in (own, other):
            hint = (
                f"The {board} of {'Player 1' if own == board else 'Player 2'} makes a pair, which beats any "
                "single card."
            )
        where = f"{own} against {other}, public card {board}"
        compare(call(showdown, where, own, other, board), right, where, hint)
    return "A Jack with a pair beats a King: the public card turns the order of the cards round."


@check
def check_hands_needed(hands_needed):
    """Check a function (spread of a hand, gap, standard errors) to the smallest number of hands."""
    cases = {
        "spread 2.3, gap 0.013, two standard errors": (2.3, 0.013, 2),
        "spread 2.8, gap 0.0525, three standard errors": (2.8, 0.0525, 3),
        "spread 1, gap 0.0011, one standard error": (1.0, 0.0011, 1),
    }
    for name, case in cases.items():
        spread, gap, errors = case
        exact = (errors * spread / gap) ** 2
        hint = (
            "The standard error of n hands is spread / sqrt(n). Ask for errors * spread / sqrt(n) <= gap, "
            "solve for n, round up."
        )
        found = call(hands_needed, name, *case)
        if isinstance(found, int | float) and abs(found - np.ceil(exact**0.5)) <= 1:
            hint = "The error falls with the square root of the number of hands: square it."
        elif isinstance(found, int | float) and abs(found - errors * spread**2 / gap**2) <= 1 and errors != 1:
            hint = "The number of standard errors is squared, too."
        elif isinstance(found, int | float) and abs(found - exact) <= 1:
            hint = "It takes a whole number of hands, and one less is not enough: round up."
        compare(found, int(np.ceil(exact * (1 - 1e-12))), name, hint, tolerance=0.5)
    return "Half the gap takes four times the hands."


TARGET, CLOSE = -0.043549, 0.0005
"""What `check_detective` looks for, in chips."""


@check
def check_detective(house):
    """Check a function without arguments that gives rules (keywords of `house_rules`) worth about -0.043549."""
    rules = house()
    if not isinstance(rules, Mapping):
        raise Wrong(f"Expected a dictionary of rules, such as dict(raises=1, ante=2); found {rules!r}.")
    try:
        game = house_rules(**rules)
    except (TypeError, ValueError) as error:
        raise Wrong(f"At your rules: {error}") from None
    for stake in (game.ante, *(() if game.bets == "doubling" else game.bets)):
        if 2 * stake % 1:
            raise Wrong(f"At your rules: nobody plays for {stake:g} chips. Antes and bets come in whole or half chips.")
    value = equilibrium(game)[0]
    if abs(value - TARGET) > CLOSE:
        way = "above" if value > TARGET else "below"
        raise Wrong(
            f"At your rules: they are worth {value:.6f}, which is {abs(value - TARGET):.6f} {way} {TARGET}. "
            f"Change one rule and see which way the value moves; {CLOSE} is near enough."
        )
    return (
        f"Worth {value:.6f}: your rules explain the number. Do you believe that they were played? That is "
        "another question."
    )
