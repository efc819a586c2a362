"""The AI Poker Tutorial's walk-through of CFR on the deal Queen, King of Kuhn poker, statement by statement.

Two iterations with simultaneous updates; pairs of numbers are for pass and for bet. Information sets are named by
card and history: Q, Kp, Kb, Qpb.
"""

import lazy_loader as lazy
import numpy as np

from cfrlib.games import kuhn
from cfrlib.tree import unroll

pd = lazy.load("pandas")



def statements(steps):
    """Return what the page states about an iteration, in its order, each with the number that is right.

    Parameters
    ----------
    steps : iterable of cfrlib.textbook.Step
        Of one iteration on ``unroll(kuhn()).given("Q", "K")``.

    Returns
    -------
    list of (str, float or (2,) array)
    """
    sets = unroll(kuhn()).given("Q", "K").infosets
    at = {sets[step.infoset].name: step for step in steps if step.kind == "regret"}
    Q, Kp, Kb, Qpb = at["Q"], at["Kp"], at["Kb"], at["Qpb"]
    return [
        ("Q plays p with", Q.strategy[0]),
        ("Kp plays p with", Kp.strategy[0]),
        ("Kp: passing is worth", Kp.action_values[0]),
        ("Kp plays b with", Kp.strategy[1]),
        ("Qpb plays", Qpb.strategy),
        ("Qpb: actions are worth", Qpb.action_values),
        ("Qpb is worth", Qpb.value),
        ("Qpb: regrets before weighting", Qpb.action_values - Qpb.value),
        ("Qpb: added to regrets", Qpb.regret),
        ("Qpb is worth, to Player 2", -Qpb.value),
        ("Kp: actions are worth", Kp.action_values),
        ("Kp is worth", Kp.value),
        ("Kp: regrets before weighting", Kp.action_values - Kp.value),
        ("Kp: added to regrets", Kp.regret),
        ("Kp is worth, to Player 1", -Kp.value),
        ("Q plays b with", Q.strategy[1]),
        ("Kb plays", Kb.strategy),
        ("Kb: actions are worth", Kb.action_values),
        ("Kb is worth", Kb.value),
        ("Kb: regrets before weighting", Kb.action_values - Kb.value),
        ("Kb: added to regrets", Kb.regret),
        ("Kb is worth, to Player 1", -Kb.value),
        ("Q is worth", Q.value),
        ("Q: regrets before weighting", Q.action_values - Q.value),
        ("Q: added to regrets", Q.regret),
        *((f"{name}: strategy sum afterwards", at[name].sums) for name in ("Q", "Kp", "Kb", "Qpb")),
    ]


def side_by_side(page, steps):
    """Return a table of the page's numbers, the right ones, and a verdict for each statement.

    Parameters
    ----------
    page : list of float or pair of floats
        What the page says, in the order of `statements`; nan where it says nothing.
    steps : iterable of cfrlib.textbook.Step

    Returns
    -------
    pandas.DataFrame
        Columns statement, page, right, verdict: "holds", "unfinished" (what is said holds, a part is missing), "wrong".
    """
    rows = []
    for theirs, (what, ours) in zip(page, statements(steps), strict=True):
        theirs, ours = np.atleast_1d(theirs).astype(float), np.atleast_1d(ours)
        said = ~np.isnan(theirs)
        holds = np.allclose(theirs[said], ours[said])
        verdict = "wrong" if not holds else "holds" if said.all() else "unfinished"
        rows.append((what, _written(theirs), _written(ours), verdict))
    return pd.DataFrame(rows, columns=["statement", "page", "right", "verdict"], index=range(1, len(rows) + 1))


class Folded:
    """A table that shows its first rows and, in a notebook, the others on a click.

    Parameters
    ----------
    table : pandas.DataFrame
        The first and the last label of its index say which rows are hidden.
    shown : int
        How many rows to show.
    """

    def __init__(self, table, shown=9):
        self.table, self.shown = table, shown

    def __repr__(self):
        return self.table.to_string()

    def _repr_html_(self):
        first, rest = self.table.iloc[: self.shown], self.table.iloc[self.shown :]
        if rest.empty:
            return first.to_html()
        words = f"Rows {rest.index[0]} to {rest.index[-1]}: click to show"
        return f"{first.to_html()}\n<details><summary>{words}</summary>\n{rest.to_html()}\n</details>"


def _written(numbers):
    return ", ".join("?" if np.isnan(x) else f"{x + 0.0:g}" for x in numbers)
