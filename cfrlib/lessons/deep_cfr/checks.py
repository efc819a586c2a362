"""Checks of lesson 16: what a network learns from samples, the reservoir, what is kept out of training, and a step."""

import numpy as np

from cfrlib.lessons.verdict import Case, Wrong, call, check, compare


@check
def check_best_guess():
    """Check a function (samples, times) -> the number x for which the sum of t (x - r)^2 is smallest."""
    for samples, times in (
        ([2.0, 4.0, -1.0], [1, 1, 2]),
        ([3.0, -3.0], [1, 5]),
        ([0.5], [7]),
        ([1.0, 0.0, 2.0, -2.0], [1, 3, 3, 10]),
    ):
        r, t = np.array(samples), np.array(times)
        right, name = (t @ r) / t.sum(), f"samples {samples}, times {times}"
        slips = [
            (r.mean(), "Every sample counted once. A sample of iteration t counts t times."),
            (t @ r, "That is the sum, t times each sample. Divide by the sum of all t."),
            (t @ r / len(r), f"Divide by the sum of all t, {t.sum()}, not by how many samples there are."),
            ((t**2 @ r) / (t**2).sum(), "The loss has t once, so the mean has t once, not its square."),
            (np.median(r), "The median has the smallest sum of distances; here it is squares of distances."),
        ]
        yield Case(name, (r, t), right, "Where the derivative is zero: sum of t (x - r) = 0.", slips)
    return "A network that could tell all information sets apart, trained to the end, would come to these means."


PLACE_CASES = ((0, 3, 0.9), (2, 3, 0.3), (3, 3, 0.6), (3, 3, 0.8), (9, 3, 0.25), (9, 3, 0.3), (9, 1, 0.05))
"""(samples seen before, capacity, a random number)."""


@check
def check_place():
    """Check a function (samples seen before, capacity, u) -> where the next sample goes, None if it is not kept."""
    for before, capacity, u in PLACE_CASES:
        drawn, slips = int(u * (before + 1)), ()
        right, hint = before, "There is still room: it goes to the next place, whatever u is."
        if before >= capacity:
            right = drawn if drawn < capacity else None
            what = "no place of the memory, so it is not kept" if right is None else "a place of the memory"
            hint = f"Draw one of the seen + 1 numbers from 0: int(u * (seen + 1)). Here that is {drawn}, {what}."
            every = f"So every new sample would be kept, and old ones be forgotten faster and faster. {hint}"
            too_few = f"The new sample counts, too: there are seen + 1 of them. {hint}"
            slips = [(k, why) for k, why in ((int(u * capacity), every), (int(u * before), too_few)) if k != drawn]
        yield Case(f"seen = {before}, capacity = {capacity}, u = {u}", (before, capacity, u), right, hint, slips)
    return "So each of n samples is in a memory of m with probability m / n, whether it came early or late."


@check
def check_kept_out(kept_out):
    """Check a function (places, share, rng) -> which samples are kept out: all those of some information sets."""
    for sets, samples, share, seed in ((12, 200, 0.25, 1), (5, 60, 0.2, 2), (30, 3000, 0.1, 3)):
        places = np.random.default_rng(seed).integers(sets, size=samples)
        name = f"{samples} samples of {sets} information sets, share {share}"
        chosen = np.asarray(call(kept_out, name, places.copy(), share, np.random.default_rng(seed)))
        if chosen.shape != places.shape or chosen.dtype != bool:
            raise Wrong(f"At {name}: return an array of True and False, one for each sample.")
        out, kept = set(places[chosen].tolist()), set(places[~chosen].tolist())
        if out & kept:
            hint = "The network has seen these in training. Draw information sets, not samples."
            compare(len(out & kept), 0, f"{name}: information sets on both sides", hint)
        wanted = round(share * len(set(places.tolist())))
        hint = "Draw that share of the information sets: rng.choice(..., replace=False)."
        compare(len(out), wanted, f"{name}: information sets that are kept out", hint)
    return "Now a table fails the test, and a network passes only if it has found what information sets have in common."


@check
def check_step():
    """Check a function (w, features, targets, times, rate) -> the weights after one step of gradient descent."""
    for weights, rows, targets, times, rate in (
        ([0.0, 0.0], [[1, 0], [0, 1], [1, 1]], [1.0, -2.0, 0.5], [1, 1, 1], 0.1),
        ([0.5, -1.0], [[1, 2], [3, 1]], [1.0, 0.0], [1, 3], 0.05),
        ([1.0, 1.0, 1.0], [[1, 0, 2], [0, 1, 1], [2, 2, 0], [1, 1, 1]], [0.0, 1.0, -1.0, 4.0], [1, 2, 2, 5], 0.01),
    ):
        w, F, r, t = (np.array(part, float) for part in (weights, rows, targets, times))
        off = F @ w - r
        slope = 2 * (t * off) @ F / t.sum()
        right, name = w - rate * slope, f"w {weights}, features {rows}, targets {targets}, times {times}"
        slips = [
            (w + rate * slope, "That goes uphill. The slope says where the loss grows: subtract it."),
            (w - rate * 2 * off @ F / len(r), "Every sample counted once. A sample of iteration t counts t times."),
            (w - rate * slope / 2, "The derivative of a square has a factor of 2."),
            (w - rate * slope * t.sum(), "Divide by the sum of all t: the loss is a mean."),
            (slope, "That is the slope. The step goes from w, by rate times the slope, downhill."),
        ]
        hint = "off = features @ w - targets; the slope is 2 * sum(t * off * features) / sum(t)."
        yield Case(name, (w, F, r, t, rate), right, hint, slips)
    return "A network is trained by just such steps; only its slope takes longer to write down."
