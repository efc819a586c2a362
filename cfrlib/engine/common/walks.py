"""The words of walks on vectors: what a walk is for, how regrets are kept, and the numbers that it is given."""

REGRETS, BEST, MEAN, ANSWER = range(4)
"""What a walk is for: to update regrets, what a best response to a table's strategies gets, or their expected value; in
rounds of hold'em also to write such a best response down."""
PLAIN, PLUS, PREDICTIVE, APART = range(4)
"""How regrets are kept: as they are, clipped at zero, or clipped with the last gain as a guess of the next. `APART`: as
they are, in a table of their own, which strategies are matched to when the walk is over; it may come to a row often."""
ZERO, TINY, ONE, NOTHING, WEIGHT, GAIN, WIN, LOSE, SHARES = range(9)
"""Places in `Walk.numbers`."""
LEAST = 1e-30
"""Reach and regrets up to here count as 0: numbers further down would slow a processor, or overflow as divisors."""
KEPT = {"rm": PLAIN, "rm+": PLUS, "linear": PLAIN, "discounted": PLAIN, "predictive": PREDICTIVE}
TOLERANCES = {"float64": 1e-12, "float32": LEAST}
"""A sum of positive regrets up to here counts as none: many actions of Bluff are worth exactly the same, and what the
rounding of their values leaves is no reason to prefer one. In float32 rounding is not to be told from regrets."""
