"""The checks of lesson 16 accept the right answer and say where a wrong one is wrong."""

import numpy as np
from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.deep import Reservoir
from cfrlib.lessons.deep_cfr import checks


def best_guess(samples, times):
    return np.average(samples, weights=times)


def place(seen, capacity, u):
    if seen < capacity:
        return seen
    k = int(u * (seen + 1))
    return k if k < capacity else None


def kept_out(places, share, rng):
    sets = np.unique(places)
    return np.isin(places, rng.choice(sets, round(share * len(sets)), replace=False))


def step(w, features, targets, times, rate, turn=-1):
    off = features @ w - targets
    return w + turn * rate * 2 * (times * off) @ features / times.sum()


RIGHT = [
    (checks.check_best_guess, best_guess),
    (checks.check_best_guess, lambda r, t: float(np.repeat(r, t).mean())),
    (checks.check_place, place),
    (checks.check_kept_out, kept_out),
    (checks.check_step, step),
    (checks.check_step, lambda *given: step(*given).tolist()),
]
test_right_answers_pass = right_answers(RIGHT)
test_other_attempts_get_a_verdict = other_attempts(RIGHT, lambda *_: "a")

WRONG = [
    (checks.check_place, lambda s, c, u: int(u * (s + 1)), "seen = 2", "still room"),
    (checks.check_place, lambda s, c, u: s if s < c else None, "seen = 3", "a place of the memory"),
    (checks.check_place, lambda s, c, u: s if s < c else int(u * c), "forgotten faster"),
    (checks.check_place, lambda s, c, u: place(s, c, u) if s < c else place(s - 1, 0, u), "a place of the memory"),
    (checks.check_place, lambda s, c, u: s if s < c else int(u * (s + 1)), "not kept"),
    (checks.check_place, lambda s, c, u: s if s < c else (int(u * s) if int(u * s) < c else None), "seen + 1"),
    (checks.check_kept_out, lambda p, share, rng: rng.random(len(p)) < share, "Draw information sets"),
    (checks.check_kept_out, lambda p, share, rng: p == p[0], "that share"),
    (checks.check_kept_out, lambda p, share, rng: np.unique(p), "True and False"),
]
test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)


def test_places_are_those_of_the_library(monkeypatch):
    memory, held = Reservoir(1, capacity=5, seed=3), [None] * 5
    numbers = np.random.default_rng(3).random(100)
    for k in range(100):
        memory.add(np.array([k]), np.array([[0.0]]), 1)
        where = place(k, 5, numbers[k])
        if where is not None:
            held[where] = k
    assert memory.places.tolist() == held
