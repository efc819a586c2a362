"""The checks of notebook 16 accept the right answer and say where a wrong one is wrong."""

import numpy as np
from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.course.exercises import deep as checks
from cfrlib.deep import Reservoir


def best_guess(samples, times):
    return np.average(samples, weights=times)


def place(seen, capacity, u):
    if seen < capacity:
        return seen
    k = int(u * (seen + 1))
    return k if k < capacity else None


def play(a, rule="largest"):
    p = np.maximum(a, 0)
    if p.sum() > 0:
        return p / p.sum()
    return np.eye(len(a))[np.argmax(a)] if rule == "largest" else np.full(len(a), 1 / len(a))


def trainings(n, half):
    return sum(2 ** (-t / half) for t in range(n))


RIGHT = [
    (checks.check_best_guess, best_guess),
    (checks.check_best_guess, lambda r, t: float(np.repeat(r, t).mean())),
    (checks.check_place, place),
    (checks.check_play, play),
    (checks.check_play, lambda a, rule: play(a, rule).tolist()),
    (checks.check_trainings, trainings),
    (checks.check_trainings, lambda n, h: (1 - 2 ** (-n / h)) / (1 - 2 ** (-1 / h))),
]
test_right_answers_pass = right_answers(RIGHT)
test_other_attempts_get_a_verdict = other_attempts(RIGHT, lambda *_: "a")

WRONG = [
    (checks.check_best_guess, lambda r, t: r.mean(), "samples [2.0, 4.0, -1.0]", "counted once"),
    (checks.check_best_guess, lambda r, t: t @ r, "Divide by the sum of all t"),
    (checks.check_best_guess, lambda r, t: t @ r / len(r), "not by how many"),
    (checks.check_best_guess, lambda r, t: np.average(r, weights=t**2), "not its square"),
    (checks.check_best_guess, lambda r, t: np.median(r), "median"),
    (checks.check_best_guess, lambda r, t: 1.0, "derivative"),
    (checks.check_place, lambda s, c, u: int(u * (s + 1)), "seen = 2", "still room"),
    (checks.check_place, lambda s, c, u: s if s < c else None, "seen = 3", "a place of the memory"),
    (checks.check_place, lambda s, c, u: s if s < c else int(u * c), "forgotten faster"),
    (checks.check_place, lambda s, c, u: place(s, c, u) if s < c else place(s - 1, 0, u), "a place of the memory"),
    (checks.check_place, lambda s, c, u: s if s < c else int(u * (s + 1)), "not kept"),
    (checks.check_place, lambda s, c, u: s if s < c else (int(u * s) if int(u * s) < c else None), "seen + 1"),
    (checks.check_play, lambda a, rule: np.full(len(a), 1 / len(a)), "advantages [3.0, -1.0, 1.0]", "positive"),
    (checks.check_play, lambda a, rule: play(a) if a.max() > 0 else np.full(len(a), 1 / len(a)), "largest advantage"),
    (checks.check_play, lambda a, rule: np.eye(len(a))[a.argmax()], "in proportion"),
    (checks.check_play, lambda a, rule: np.abs(a) / np.abs(a).sum(), "not their size"),
    (checks.check_play, lambda a, rule: (a - a.min()) / (a - a.min()).sum(), "nothing is shifted"),
    (checks.check_play, lambda a, rule: play(a) if a.max() > 0 else np.eye(len(a))[a.argmin()], "smallest"),
    (checks.check_play, lambda a, rule: play(a), "no_positive 'uniform'", "all actions alike"),
    (checks.check_play, lambda a, rule: play(a, "uniform"), "no_positive 'largest'", "largest advantage is played"),
    (checks.check_trainings, lambda n, h: n, "2 iterations, half-life 1", "add up"),
    (checks.check_trainings, lambda n, h: trainings(n, h) - 1, "1 iterations"),
    (checks.check_trainings, lambda n, h: sum(2 ** (-(t + 1) / h) for t in range(n)), "the exponent is (t - 1)"),
    (checks.check_trainings, lambda n, h: 2 ** (-(n - 1) / h), "last iteration"),
    (checks.check_trainings, lambda n, h: 2 * trainings(n, h), "both players"),
    (checks.check_trainings, lambda n, h: n / 2, "not always 1/2"),
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
