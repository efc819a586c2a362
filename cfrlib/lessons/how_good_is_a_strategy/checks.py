"""Checks of notebook 03: best responses, exploitability and the equilibria of Kuhn poker."""

from numbers import Real

from cfrlib.evaluate import best_response_values, expected_value, exploitability
from cfrlib.games import kuhn
from cfrlib.lessons.verdict import Slip, Wrong, check, compare, likely, returned
from cfrlib.profile import Profile


@check
def check_best_action(best_action):
    """Check a function from {action: [(reach of the others, u), ...]} to (best action, its sum of reach times u)."""
    for name, options in (
        ("Player 2's Queen facing one who always bets", {"p": [(0.2, -1), (0.2, -1)], "b": [(0.2, 2), (0.2, -2)]}),
        ("a Queen who beats one hand of three", {"p": [(0.1, -1)] * 3, "b": [(0.1, 6), (0.1, -6), (0.1, -6)]}),
        ("Player 2's Queen facing a rare bluffer", {"p": [(0.02, -1), (0.2, -1)], "b": [(0.02, 2), (0.2, -2)]}),
        ("a set with three histories", {"f": [(0.1, -1), (0.3, -1), (0.1, -1)], "c": [(0.1, 9), (0.3, -6), (0.1, 5)]}),
        ("a set with one history", {"p": [(0.5, -1)], "b": [(0.5, -2)]}),
    ):
        answer = returned(best_action({action: list(histories) for action, histories in options.items()}), name)
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            raise Wrong(f"At {name}: it takes a pair (action, value), found {answer!r}.")
        value = {action: sum(w * u for w, u in histories) for action, histories in options.items()}
        best = max(value, key=value.get)
        hint = _action_hint(*answer, options, value, best)
        compare(answer[0], best, f"{name}, action", hint)
        compare(answer[1], value[best], f"{name}, value", hint)
    return "One action for the whole information set, chosen by the weighted sum."


def _action_hint(action, number, options, value, best):
    """Say what seems to have been computed, if it can be guessed from the pair."""
    if not isinstance(action, str):
        if isinstance(number, str) and number in options:
            return Slip("The pair is the wrong way round: first the action, then its value.")
        return f"Give the action itself, one of {list(options)}, and not its number in the list."
    plain = {a: sum(u for _, u in histories) for a, histories in options.items()}
    single = {a: max(u for _, u in histories) for a, histories in options.items()}
    peeking = sum(max(w * u for w, u in column) for column in zip(*options.values(), strict=True))
    summed = Slip("You added up u without weights; a history counts as much as the others make it come about.")
    luckiest = Slip("You went by the luckiest history; the action is taken in all of them, so add them up.")
    hint = "For each action sum reach times u over the histories; then take the action with the largest sum."
    if action != best:
        return {max(single, key=single.get): luckiest, max(plain, key=plain.get): summed}.get(action, hint)
    slips = (
        (peeking, "You chose an action for each history; the player cannot tell them apart and takes one for all."),
        (value[best] / sum(w for w, _ in options[best]),
         "That is the mean over the histories. Give the sum of reach times u."),
        (plain[best], summed),
        (max(single.values()), luckiest),
        *((max(w * u for w, u in histories), luckiest) for histories in options.values()),
    )  # fmt: skip
    return likely(number, slips, hint)


HONEST_CALLER = {
    ("J", ""): 0, ("Q", ""): 0, ("K", ""): 1, ("J", "p"): 0, ("Q", "p"): 0, ("K", "p"): 1,
    ("J", "b"): 0, ("Q", "b"): 1, ("K", "b"): 1, ("J", "pb"): 0, ("Q", "pb"): 1, ("K", "pb"): 1,
}  # fmt: skip
"""How likely the honest caller bets or calls, by information set."""


@check
def check_honest_caller(honest_caller):
    """Check a function without arguments that gives (profile of the honest caller, its exploitability)."""
    answer = honest_caller()
    if not isinstance(answer, tuple | list) or len(answer) != 2 or not isinstance(answer[0], Profile):
        raise Wrong(f"It takes a pair (Profile, number), found {answer!r}.")
    profile, number = answer
    for key, bets in HONEST_CALLER.items():
        card, public = key
        does = "call" if public.endswith("b") else "bet"
        after = f" after {public}" if public else ""
        hint = f"With {card}{after} the honest caller does {'' if bets else 'not '}{does}."
        compare(profile[key]["b"], bets, f"information set {key!r}, probability of b", hint)
    b1, b2 = best_response_values(kuhn(), profile)
    hint = "Half the sum of what the two best responses earn."
    if isinstance(number, Real) and abs(number - (b1 + b2)) < 1e-9:
        hint = Slip("That is NashConv, the sum of both gains; exploitability is half of it.")
    compare(number, (b1 + b2) / 2, "the exploitability", hint)
    return "1/6 of a chip: calling with the Queen stops the bluffs and pays the King."


@check
def check_right_value(right_value):
    """Check a function without arguments that gives a profile of value -1/18 with an exploitability of 0.1 or more."""
    profile, where = right_value(), "your profile"
    if not isinstance(profile, Profile):
        raise Wrong(f"It takes a Profile, found {profile!r}. `profile_of_bets` makes one.")
    hint = "If Player 2 plays as in the family, Player 1's Jack and King earn the same with a bet and with a pass."
    compare(expected_value(kuhn(), profile), -1 / 18, f"{where}, value to Player 1", hint)
    gap = exploitability(kuhn(), profile)
    if gap < 0.1:
        raise Wrong(
            f"At {where}: the value is right, but it can be exploited for {gap:.4f} only. Let the Jack or the King "
            "of Player 1 bet far from one Jack for three Kings."
        )
    return f"The value of an equilibrium, and {gap:.4g} a hand to be won from it."


@check
def check_bluff_frequency(bluff_frequency):
    """Check a function (king, ante, bet) to the bluffing probability that leaves Player 2's Queen indifferent."""
    for king, ante, bet in ((1.0, 1, 1), (0.6, 1, 1), (0.0, 1, 1), (1.0, 1, 2), (0.9, 2, 1)):
        jack = bluff_frequency(king, ante, bet)
        where = f"a King that bets with probability {king:g}, ante {ante}, bet {bet}"
        if not isinstance(jack, Real) or isinstance(jack, bool) or not 0 <= jack <= 1:
            raise Wrong(f"At {where}: expected a probability, found {jack!r}.")
        fold, call = queen_values(jack, king, ante, bet)
        if abs(fold - call) > 1e-9:
            advice = "The Queen calls" if call > fold else "The Queen folds"
            remedy = "less" if call > fold else "more"
            raise Wrong(
                f"At {where}: with your {jack:.6g} folding is worth {fold:.6g} and calling {call:.6g} (sums of reach "
                f"times chips). {advice}: the Jack has to bluff {remedy} often."
            )
    return "The larger the bet, the more bluffs belong to it: b / (2a + b) for each King."


def queen_values(jack, king, ante=1, bet=1):
    """Return the counterfactual values of folding and calling with Player 2's Queen, facing a bet."""
    lose, win = -(ante + bet), ante + bet
    return -ante * (jack + king) / 6, (win * jack + lose * king) / 6
