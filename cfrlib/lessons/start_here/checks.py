"""Check of notebook 00: how a strategy is looked up."""

from cfrlib.games import kuhn
from cfrlib.lessons.verdict import check, compare
from cfrlib.profile import Profile


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
