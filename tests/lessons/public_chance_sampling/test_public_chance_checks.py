"""The checks of lesson 11 ask for what the library computes."""

import numpy as np
import pytest
from verdicts import right_answers

from cfrlib.games import leduc
from cfrlib.lessons.public_chance_sampling import checks
from cfrlib.textbook import terminals
from cfrlib.textbook.public_chance import PublicChanceCFR


def at_an_end(W, u, reach, mine, theirs):
    pairs = np.ix_(mine, theirs)
    return (W[pairs] / W[pairs].sum() * u[pairs]) @ reach[theirs]


def called_bluff(mine, theirs, reach, needed):
    """Go through all pairs of rolls."""
    return (np.where(np.add.outer(mine, theirs) < needed, 1, -1) * reach).sum(axis=1)


RIGHT = [
    (checks.check_at_an_end, at_an_end),
    (checks.check_called_bluff, called_bluff),
    (checks.check_fold, lambda reach, hands, payoff: terminals.fold(reach, payoff, hands)),
]
test_the_library_passes = right_answers(RIGHT)


def test_the_mask_cases_are_the_walks():
    """The first case is what the textbook's walk computes at this terminal, for a uniform opponent."""
    game, actions, public = leduc(), checks.CHECKED, ("Ks",)
    W, u, _, mine, theirs = next(checks.check_at_an_end.cases()).given
    cfr = PublicChanceCFR(game, "pcs")
    deal = next(d for d in cfr.deals.all(0) if d.board == public)
    step = next(s for s in cfr.walk(0, deal) if s.actions == actions)
    assert at_an_end(W, u, step.reach[1], mine, theirs) == pytest.approx(step.value)
