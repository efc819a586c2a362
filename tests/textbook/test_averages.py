"""Three ways to average under sampling, and the trap of the own nodes."""

import numpy as np
import pytest

from cfrlib.games import kuhn, leduc
from cfrlib.textbook import CFR
from cfrlib.textbook.averages import RULES, Averages


@pytest.mark.parametrize("row", ["es", "os", "robust", "cs"])
@pytest.mark.parametrize("game", [kuhn(), leduc(ranks=2, suits_matter=False, raises=1)], ids=repr)
def test_lazy_is_exact_for_every_row(game, row):
    averages = Averages(CFR(game, row, updates="simultaneous", average_at="opponent", seed=1))
    averages.run(60)
    averages.finish()
    assert averages.sums["lazy"] == pytest.approx(averages.sums["exact"], abs=1e-10)


def test_without_sampling_stochastic_is_exact_too():
    cfr = CFR(kuhn(), updates="simultaneous", average_at="opponent")
    averages = Averages(cfr)
    averages.run(20)
    assert averages.sums["stochastic"] == pytest.approx(averages.sums["exact"], abs=1e-12)
    assert averages.sums["stochastic"] == pytest.approx(np.concatenate(cfr.strategy_sum), abs=1e-12)


def clearly_off(rule, runs):
    """Return how many sums are off in the mean of the runs, by more than three standard errors."""
    errors = [averages.sums[rule] - averages.sums["exact"] for averages in runs]
    limit = 3 * np.std(errors, axis=0, ddof=1) / len(runs) ** 0.5 + 1e-7
    return np.count_nonzero(np.abs(np.mean(errors, axis=0)) > limit)


def test_which_are_biased():
    runs = [Averages(CFR(kuhn(), "os", updates="simultaneous", average_at="opponent", seed=k)) for k in range(24)]
    for averages in runs:
        averages.run(100)
        averages.finish()
    found = {rule: clearly_off(rule, runs) for rule in RULES}
    assert found["exact"] == found["lazy"] == 0
    assert found["stochastic"] <= 1
    assert found["optimistic"] >= 4
    assert found["stochastic, own nodes"] >= 8


def test_it_starts_with_a_new_run():
    with pytest.raises(ValueError, match="simultaneous updates and a new run"):
        Averages(CFR(kuhn(), "os"))
