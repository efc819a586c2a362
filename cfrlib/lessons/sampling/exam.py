"""An exam question of lesson 09: what is recorded of two values, one of which is drawn."""

from cfrlib.evaluate import expected_value
from cfrlib.profile import Profile
from cfrlib.textbook.small_games import Choice, grown


def one_of_two(rng):
    """Ask what must be recorded to be right on average, and what the mean is without dividing."""
    a, b = rng.sample(range(1, 21), 2)
    played, drawn = rng.choice([0.25, 0.5, 0.75]), rng.choice([0.1, 0.2, 0.4, 0.8, 0.9])
    tree = grown(Choice(0, "I", {"a": a, "b": b}))
    mixed = (Profile.from_dict(tree, {("I", ""): {"a": p, "b": 1 - p}}) for p in (played, drawn))
    worth, plain = (expected_value(tree, profile) for profile in mixed)
    records = {"after_a": played * a / drawn, "after_b": (1 - played) * b / (1 - drawn)}
    numbers = {"a": a, "b": b, "played": played, "drawn": drawn, "not_played": 1 - played, "not_drawn": 1 - drawn}
    numbers |= {"sum": [(played, a), (1 - played, b)], "sum_plain": [(drawn, a), (1 - drawn, b)]}
    numbers["sum_records"] = list(zip((drawn, 1 - drawn), records.values(), strict=True))
    return {"worth": worth, **records, "plain": plain}, numbers
