"""A regret rule of one's own: ten lines of data. This one is DCFR+ with a prediction that counts half."""

import cfrlib

RULE = cfrlib.regret.RegretRule(
    "half predictive dcfr+",
    positive=cfrlib.regret.Power(1.5),  # iteration t multiplies positive regrets by t^1.5 / (t^1.5 + 1)
    floor=0,  # there are no negative regrets
    prediction=0.5,  # of the last gain
)


def race(game, iterations):
    """Return the exploitability of CFR+ and of the rule after so many iterations, both with linear averages."""
    solvers = cfrlib.CFR.plus(game), cfrlib.CFR(game, regret=RULE, average="linear")
    for solver in solvers:
        solver.run(iterations)
    return tuple(solver.exploitability() for solver in solvers)
