"""The checks of lesson 16 accept what the library does and say where a wrong one is wrong."""

import numpy as np
from verdicts import right_answers, wrong_answers

from cfrlib.deep import Reservoir
from cfrlib.lessons.deep_cfr import checks


def place(seen, capacity, u):
    if seen < capacity:
        return seen
    k = int(u * (seen + 1))
    return k if k < capacity else None


WRONG = [
    (checks.check_kept_out, lambda p, share, rng: rng.random(len(p)) < share, "Draw information sets"),
    (checks.check_kept_out, lambda p, share, rng: p == p[0], "that share"),
    (checks.check_kept_out, lambda p, share, rng: np.unique(p), "True and False"),
]
test_right_answers_pass, test_wrong_answers_are_told = (
    right_answers([(checks.check_place, place)]),
    wrong_answers(WRONG),
)


def test_places_are_those_of_the_library():
    memory, held = Reservoir(1, capacity=5, seed=3), [None] * 5
    numbers = np.random.default_rng(3).random(100)
    for k in range(100):
        memory.add(np.array([k]), np.array([[0.0]]), 1)
        where = place(k, 5, numbers[k])
        if where is not None:
            held[where] = k
    assert memory.places.tolist() == held
