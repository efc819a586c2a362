"""What a plan would have earned, and the local regrets along it: their sum is the same number."""

from fractions import Fraction

import lazy_loader as lazy
import numpy as np

from cfrlib.evaluate import expected_value
from cfrlib.profile import Profile
from cfrlib.textbook import CFR

pd = lazy.load("pandas")


def along(tree, plan, profile=None):
    """Compare a plan of one player, {key: action}, with what is played, by default uniformly.

    A row for each decision that it comes to has the action, how much more it earns "once there", the reach of the
    others, and their product, the local (counterfactual) regret; then come the sum of these, and what the whole plan
    earns more, by the payoffs alone.
    """
    profile = Profile.uniform(tree) if profile is None else profile
    sets = [tree.infoset(key) for key in plan]
    if len({infoset.player for infoset in sets}) != 1:
        raise ValueError(f"plan={plan!r}: it takes the decisions of one player")
    player, regret, weighed = sets[0].player, local_regrets(tree, profile), counterfactual_values(tree, profile)
    rows = {}
    for key in reached(tree, plan, player):
        others, local = weighed[key][0], regret[key][plan[key]]
        weight = str(Fraction(others).limit_denominator(1000))
        rows[tree.infoset(key).name] = plan[key], round(local / others, 6) if others else "", weight, local
    pure = {I.key: {a: float(a == plan[I.key]) for a in I.actions} for I in sets}
    planned = Profile.from_dict(tree, {**dict(profile.items()), **pure})
    better = (expected_value(tree, planned) - expected_value(tree, profile)) * (1, -1)[player]
    rows |= {"sum": ("", "", "", sum(row[-1] for row in rows.values())), "gain of the whole plan": ("", "", "", better)}
    columns = ["action", "once there", "reach of the others", "local regret"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


def counterfactual_values(tree, profile):
    """Return {key: (reach of the others, {action: counterfactual value})} while this profile is played."""
    solver, told = CFR(tree, updates="simultaneous"), {}
    solver.strategy = [np.array(list(profile[infoset.key].values())) for infoset in tree.infosets]
    for step in solver.steps():
        if step.kind == "regret":
            infoset, others = tree.infosets[step.infoset], step.reach[1 - step.player] * step.reach[2]
            reach, values = told.get(infoset.key, (0.0, dict.fromkeys(infoset.actions, 0.0)))
            added = zip(values.items(), step.action_values.tolist(), strict=True)
            told[infoset.key] = reach + others, {action: v + others * u for (action, v), u in added}
    return told


def local_regrets(tree, profile):
    """Return the counterfactual regrets of one iteration in which this profile is played: {key: {action: regret}}."""
    regrets = {}
    for key, (_, values) in counterfactual_values(tree, profile).items():
        played = sum(p * v for p, v in zip(profile[key].values(), values.values(), strict=True))
        regrets[key] = {action: v - played for action, v in values.items()}
    return regrets


def reached(tree, plan, player):
    """Return the keys of the player's information sets that the plan comes to, if the others let it."""
    keys = []
    for infoset in tree.infosets:
        before = tree.parent_sequence[infoset.index]
        leads = before < 0
        for earlier in tree.infosets:
            if earlier.entries.start <= before < earlier.entries.stop:
                leads = earlier.key in keys and plan[earlier.key] == earlier.actions[before - earlier.offset]
        if infoset.player == player and leads:
            if infoset.key not in plan:
                raise ValueError(f"plan={plan!r}: it comes to {infoset.key!r}, and does not say what to do there")
            keys.append(infoset.key)
    return keys
