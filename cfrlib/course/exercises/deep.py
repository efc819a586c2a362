"""Checks of notebook 16: what a network learns from samples, the reservoir, what is played, and what training costs."""

import numpy as np

from cfrlib.course.exercises.verdict import call, check, compare, try_out

LEARN_CASES = (
    ([2.0, 4.0, -1.0], [1, 1, 2]),
    ([3.0, -3.0], [1, 5]),
    ([0.5], [7]),
    ([1.0, 0.0, 2.0, -2.0], [1, 3, 3, 10]),
)
"""(sampled advantages of one action, the iteration of each)."""


@check
def check_best_guess(best_guess):
    """Check a function (samples, times) -> the number x for which the sum of t (x - r)^2 is smallest."""
    for samples, times in LEARN_CASES:
        r, t = np.array(samples), np.array(times)
        right, name = (t @ r) / t.sum(), f"samples {samples}, times {times}"
        slips = [
            (r.mean(), "Every sample counted once. A sample of iteration t counts t times."),
            (t @ r, "That is the sum, t times each sample. Divide by the sum of all t."),
            (t @ r / len(r), f"Divide by the sum of all t, {t.sum()}, not by how many samples there are."),
            ((t**2 @ r) / (t**2).sum(), "The loss has t once, so the mean has t once, not its square."),
            (np.median(r), "The median has the smallest sum of distances; here it is squares of distances."),
        ]
        try_out(best_guess, name, r.copy(), t.copy(), right=right, slips=slips,
                hint="Where the derivative is zero: sum of t (x - r) = 0.")  # fmt: skip
    return "A network that could tell all information sets apart, trained to the end, would come to these means."


PLACE_CASES = ((0, 3, 0.9), (2, 3, 0.3), (3, 3, 0.6), (3, 3, 0.8), (9, 3, 0.25), (9, 3, 0.3), (9, 1, 0.05))
"""(samples seen before, capacity, a random number)."""


@check
def check_place(place):
    """Check a function (samples seen before, capacity, u) -> where the next sample goes, None if it is not kept."""
    for seen, capacity, u in PLACE_CASES:
        name = f"seen = {seen}, capacity = {capacity}, u = {u}"
        drawn = int(u * (seen + 1))
        right = seen if seen < capacity else drawn if drawn < capacity else None
        found = call(place, name, seen, capacity, u)
        hint = "Draw one of the seen + 1 numbers from 0: int(u * (seen + 1)). Kept if it is a place of the memory."
        if seen < capacity:
            hint = "There is still room: it goes to the next place, whatever u is."
        elif found == int(u * capacity):
            hint = "So every new sample would be kept, and old ones be forgotten faster and faster. " + hint
        elif found is not None and found == int(u * seen) != drawn:
            hint = "The new sample counts, too: there are seen + 1 of them. " + hint
        if right is None:
            if found is not None:
                compare(found if isinstance(found, int) else repr(found), "None: it is not kept", name, hint)
        elif found is None:
            compare("None", right, name, f"The number drawn is {drawn}, a place of the memory. {hint}")
        else:
            compare(found, right, name, hint)
    return "So each of n samples is in a memory of m with probability m / n, whether it came early or late."


PLAY_CASES = ((3.0, -1.0, 1.0), (-2.0, -0.5, -3.0), (0.0, 0.0, -1.0), (0.0, 2.0, 0.0), (-4.0,), (-1.0, -1.0))
"""What a network expects of each action."""
SOME = "Some are above 0: play in proportion to the positive ones."
LARGEST = "None is above 0: the one with the largest advantage is played, alone."
UNIFORM = "None is above 0, and the rule is 'uniform': all actions alike."


@check
def check_play(play):
    """Check a function (advantages, no_positive) -> the strategy: regret matching, with either rule where none is above
    zero: "largest", the first of them alone, or "uniform"."""
    for advantages in PLAY_CASES:
        for rule in ("largest", "uniform"):
            a = np.array(advantages)
            positive = np.maximum(a, 0)
            first, uniform = np.eye(len(a))[a.argmax()], np.full(len(a), 1 / len(a))
            shifted, some = a - a.min(), positive.any()
            right = positive / positive.sum() if some else first if rule == "largest" else uniform
            slips = [
                (first, SOME if some else UNIFORM),
                (uniform, SOME if some else LARGEST),
                (np.eye(len(a))[a.argmin()], "That is the action with the smallest advantage."),
                (shifted / (shifted.sum() or 1), "Negative advantages count 0; nothing is shifted."),
                (np.abs(a) / (np.abs(a).sum() or 1), "Negative advantages count 0, not their size."),
            ]
            name = f"advantages {list(advantages)}, no_positive {rule!r}"
            hint = "Positive parts over their sum; if there are none, what `no_positive` says."
            try_out(play, name, a.copy(), rule, right=right, slips=slips, hint=hint)
    return "In a table the two hardly differ. A network is never quite right, and its best guess tells more than none."


TRAIN_CASES = ((1, 10), (2, 1), (4, 2), (100, 20), (1000, 20))
"""(iterations, half-life)."""


@check
def check_trainings(trainings):
    """Check a function (iterations, half-life) -> how many trainings of one network are to be expected."""
    for iterations, half in TRAIN_CASES:
        t = np.arange(1, iterations + 1)
        right, name = (0.5 ** ((t - 1) / half)).sum(), f"{iterations} iterations, half-life {half}"
        slips = [
            ((0.5 ** (t / half)).sum(), "In iteration 1 the probability is 1: the exponent is (t - 1) / half_life."),
            (0.5 ** ((iterations - 1) / half), "That is the probability in the last iteration. Add up all of them."),
            ((0.5 ** ((t - 1) * half)).sum(), "It halves every half_life iterations: divide by it."),
            (iterations * 0.5, "The probability is not always 1/2. It falls from 1, by half in half_life iterations."),
            (2 * right, "That is for both players. One network is asked."),
        ]
        hint = "Expected numbers add up: the sum of 0.5 ** ((t - 1) / half_life) over t = 1, 2, ..., iterations."
        try_out(trainings, name, iterations, half, right=right, slips=slips, hint=hint)
    most = 1 / (1 - 0.5 ** (1 / half))
    return f"However long it runs, not more than {most:.1f} with half-life {half}: the sum converges."
