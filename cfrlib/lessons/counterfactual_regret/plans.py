"""What a plan would have earned, and the local regrets along it: their sum is the same number."""

import lazy_loader as lazy
import numpy as np

from cfrlib.evaluate import expected_value
from cfrlib.profile import Profile
from cfrlib.textbook import CFR

pd = lazy.load("pandas")


def along(tree, plan, profile=None):
    """Compare a plan of one player, {key: action}, with what is played, by default uniformly.

    A row for each decision that it comes to has the action and its local (counterfactual) regret; then come their sum,
    and what the whole plan earns more, by the payoffs alone.
    """
    profile = Profile.uniform(tree) if profile is None else profile
    sets = [tree.infoset(key) for key in plan]
    if len({infoset.player for infoset in sets}) != 1:
        raise ValueError(f"plan={plan!r}: it takes the decisions of one player")
    player, regret = sets[0].player, local_regrets(tree, profile)
    rows = {tree.infoset(key).name: (plan[key], regret[key][plan[key]]) for key in reached(tree, plan, player)}
    pure = {I.key: {a: float(a == plan[I.key]) for a in I.actions} for I in sets}
    planned = Profile.from_dict(tree, {**dict(profile.items()), **pure})
    better = (expected_value(tree, planned) - expected_value(tree, profile)) * (1, -1)[player]
    table = pd.DataFrame.from_dict(rows, orient="index", columns=["action", "local regret"])
    table.loc["sum"] = "", table["local regret"].sum()
    table.loc["gain of the whole plan"] = "", better
    return table


def local_regrets(tree, profile):
    """Return the counterfactual regrets of one iteration in which this profile is played: {key: {action: regret}}."""
    solver = CFR(tree, updates="simultaneous")
    solver.strategy = [np.array(list(profile[infoset.key].values())) for infoset in tree.infosets]
    solver.run(1)
    return {
        infoset.key: dict(zip(infoset.actions, regrets.tolist(), strict=True))
        for infoset, regrets in zip(tree.infosets, solver.regret, strict=True)
    }


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
