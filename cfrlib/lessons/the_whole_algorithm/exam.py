"""Exam questions of lesson 05: one update of regrets, and the average of strategies."""

import numpy as np

from cfrlib.textbook import match_regrets, normalized


def update(rng):
    """Ask for a decision's regrets and strategy before and after an iteration."""
    regrets, values = ([rng.randint(-4, 6) for _ in "abc"] for _ in range(2))
    now = match_regrets(regrets)
    after = np.add(regrets, values) - now @ values
    following = match_regrets(after)
    if (now > 0).sum() != 2 or (following > 0).sum() != 2 or abs(now - following).max() < 0.1:
        return None
    kinds = ("now", now), ("regret", after), ("next", following)
    answers = {f"{kind}_{action}": x for kind, row in kinds for action, x in zip("abc", row, strict=True)}
    numbers = {"regrets": regrets, "values": values, "now": now, "after": after, "next": following}
    return answers, {**numbers, "worth": now @ values, "sum": list(zip(now, values, strict=True))}


def average(rng):
    """Ask what the average strategy plays after visits with different own reach."""
    reach, b = rng.sample([1, 0.75, 0.5, 0.25, 0], 3), [n / 10 for n in rng.sample(range(11), 3)]
    share = normalized([np.dot(reach, np.subtract(1, b)), np.dot(reach, b)])[1]
    if abs(share - np.mean(b)) < 0.05:
        return None
    visits = {f"{name}{t}": x for name, row in (("r", reach), ("b", b)) for t, x in enumerate(row, start=1)}
    numbers = {"sum": list(zip(reach, b, strict=True)), "S": np.dot(reach, b), "votes": sum(reach)}
    return {"share": share}, {**visits, **numbers}
