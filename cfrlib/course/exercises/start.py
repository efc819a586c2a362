"""Checks of notebook 00: the rules of Kuhn poker, and how a strategy is looked up."""

from cfrlib.course.exercises.verdict import check, compare
from cfrlib.games import kuhn
from cfrlib.profile import Profile


@check
def check_number_of_deals(number_of_deals):
    """Check a function from the size of the deck to the number of ways to deal a card to each player."""
    for cards in (2, 3, 4, 10, 100):
        compare(
            number_of_deals(cards),
            cards * (cards - 1),
            f"a deck of {cards} cards",
            "Player 1 can get any card, Player 2 any of the cards that are left.",
        )
    return "6 deals with three cards, 9,900 with a hundred."


@check
def check_bluff(bluff):
    """Check a function from a profile of Kuhn poker to the probability that a Jack bets after a pass."""
    uniform = Profile.uniform(kuhn())
    hint = "A key has two parts: the card, then the actions so far."
    compare(bluff(uniform), 0.5, "the uniform profile", hint)
    for p in (0.0, 0.2, 1.0):
        changed = uniform.replace({("J", "p"): {"p": 1 - p, "b": p}})
        compare(bluff(changed), p, f"a profile in which the Jack bluffs with probability {p}", hint)
    return "You can look up a strategy."
