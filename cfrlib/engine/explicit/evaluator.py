"""Best responses to the average strategy of a table, a pass over the pasts each; `cfrlib.evaluate` takes profiles."""

import numpy as np

from cfrlib._util.jit import Bound, inner_njit, njit
from cfrlib.engine.explicit.layout import forms_of
from cfrlib.engine.explicit.vanilla import pay
from cfrlib.engine.step import EMPTY
from cfrlib.evaluate import sequence_form


@inner_njit
def average_plan(form, sums, plan):
    """Do what `follow` does, with the average strategy of a table of sums."""
    plan[0] = 1.0
    for k in range(len(form.parent)):
        reach, s, e = plan[form.parent[k]], form.first[k], form.entry[k]
        actions, total = form.first[k + 1] - s, 0.0
        for a in range(actions):
            total += sums[e + a]
        for a in range(actions):
            plan[s + a] = reach * (sums[e + a] / total if total > 0 else 1.0 / actions)


@njit
def best_value(forms, player, sums, kept, plan, value):
    """Return what a best response of a player earns against the average strategy of a table of sums.

    It keeps what is locked, in `kept`, which has -1 elsewhere, or nothing.
    """
    form = forms[player]
    average_plan(forms[1 - player], sums, plan)
    pay(form, plan, value)
    for k in range(len(form.parent) - 1, -1, -1):
        best = value[form.first[k]]
        for s in range(form.first[k] + 1, form.first[k + 1]):
            best = max(best, value[s])
        if len(kept) and kept[form.entry[k]] >= 0:
            best = 0.0
            for a in range(form.first[k + 1] - form.first[k]):
                best += kept[form.entry[k] + a] * value[form.first[k] + a]
        value[form.parent[k]] += best
    return value[0]


class Evaluator:
    """Evaluates tables of summed strategies of one tree; ValueError if its players forget."""

    def __init__(self, layout):
        form = sequence_form(layout.game)
        as_paid = all(np.array_equal(*both) for both in zip(form.best, (form.payoff, -form.payoff), strict=True))
        self.forms = layout.forms if as_paid else forms_of(layout.game, form.best)
        """Paid what either player gets by best play in what may follow (`Game.best_payoff`)."""
        self.best = Bound(best_value)

    def best_response_values(self, sums, kept=EMPTY):
        """Return (b1, b2) against the average strategy of a table of sums; see `best_value` for `kept`."""
        vectors = [np.empty(form.first[-1]) for form in self.forms]
        return tuple(
            self.best(self.forms, player, sums, kept, vectors[1 - player], vectors[player]) for player in (0, 1)
        )
