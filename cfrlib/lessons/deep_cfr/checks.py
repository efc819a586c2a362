"""Checks of lesson 16: what a network learns from samples, the reservoir, what is kept out of training, and a step."""

import numpy as np

from cfrlib.lessons.verdict import Case, Wrong, call, check, compare, tried_on


@tried_on([
    ([2.0, 4.0, -1.0], [1, 1, 2]), ([3.0, -3.0], [1, 5]), ([0.5], [7]), ([1.0, 0.0, 2.0, -2.0], [1, 3, 3, 10]),
], "samples {}, times {}".format, arrays=True)
def check_best_guess(r, t):
    """Check a function (samples, times) -> the number x for which the sum of t (x - r)^2 is smallest."""
    yield Case(t @ r / t.sum(), "Where the derivative is zero: sum of t (x - r) = 0.")
    yield r.mean(), "Every sample counted once. A sample of iteration t counts t times."
    yield t @ r, "That is the sum, t times each sample. Divide by the sum of all t."
    yield t @ r / len(r), f"Divide by the sum of all t, {t.sum()}, not by how many samples there are."
    yield t**2 @ r / (t**2).sum(), "The loss has t once, so the mean has t once, not its square."
    yield np.median(r), "The median has the smallest sum of distances; here it is squares of distances."
    return "A network that could tell all information sets apart, trained to the end, would come to these means."


@tried_on([
    (0, 3, 0.9), (2, 3, 0.3), (3, 3, 0.6), (3, 3, 0.8), (9, 3, 0.25), (9, 3, 0.3), (9, 1, 0.05),
], "seen = {}, capacity = {}, u = {}".format)
def check_place(before, capacity, u):
    """Check a function (samples seen before, capacity, u) -> where the next sample goes, None if it is not kept."""
    drawn = int(u * (before + 1))
    if before < capacity:
        yield Case(before, "There is still room: it goes to the next place, whatever u is.")
    else:
        what = "a place of the memory" if drawn < capacity else "no place of the memory, so it is not kept"
        hint = f"Draw one of the seen + 1 numbers from 0: int(u * (seen + 1)). Here that is {drawn}, {what}."
        yield Case(drawn if drawn < capacity else None, hint)
        if int(u * capacity) != drawn:
            every = "So every new sample would be kept, and old ones be forgotten faster and faster."
            yield int(u * capacity), f"{every} {hint}"
        if int(u * before) != drawn:
            yield int(u * before), f"The new sample counts, too: there are seen + 1 of them. {hint}"
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


@tried_on({
    f"w {given[0]}, features {given[1]}, targets {given[2]}, times {given[3]}": (
        *(np.array(part, float) for part in given), rate,
    )
    for *given, rate in (
        ([0.0, 0.0], [[1, 0], [0, 1], [1, 1]], [1.0, -2.0, 0.5], [1, 1, 1], 0.1),
        ([0.5, -1.0], [[1, 2], [3, 1]], [1.0, 0.0], [1, 3], 0.05),
        ([1.0, 1.0, 1.0], [[1, 0, 2], [0, 1, 1], [2, 2, 0], [1, 1, 1]], [0.0, 1.0, -1.0, 4.0], [1, 2, 2, 5], 0.01),
    )
})
def check_step(w, F, r, t, rate):
    """Check a function (w, features, targets, times, rate) -> the weights after one step of gradient descent."""
    off = F @ w - r
    slope = 2 * (t * off) @ F / t.sum()
    yield Case(w - rate * slope, "off = features @ w - targets; the slope is 2 * sum(t * off * features) / sum(t).")
    yield w + rate * slope, "That goes uphill. The slope says where the loss grows: subtract it."
    yield w - rate * 2 * off @ F / len(r), "Every sample counted once. A sample of iteration t counts t times."
    yield w - rate * slope / 2, "The derivative of a square has a factor of 2."
    yield w - rate * slope * t.sum(), "Divide by the sum of all t: the loss is a mean."
    yield slope, "That is the slope. The step goes from w, by rate times the slope, downhill."
    return "A network is trained by just such steps; only its slope takes longer to write down."
