"""Exam questions of lesson 04: counterfactual values and regrets at a decision, and the local regrets of a plan."""

from cfrlib.lessons.counterfactual_regret.plans import along, counterfactual_values, local_regrets
from cfrlib.profile import Profile
from cfrlib.textbook.small_games import Choice, grown
from cfrlib.tree import CHANCE


def one_decision(rng):
    """Ask for counterfactual values and regrets where two histories cannot be told apart."""
    heads, tails = (n / 10 for n in rng.sample(range(1, 10), 2))
    a, paid = rng.choice([0.25, 0.5, 0.75]), rng.sample([n for n in range(-6, 7) if n], 4)
    sides = {
        side: Choice(1, side, {"stop": 0, "go on": Choice(0, "I", dict(zip("ab", pays, strict=True)))})
        for side, pays in (("heads", paid[:2]), ("tails", paid[2:]))
    }
    tree = grown(Choice(CHANCE, "toss", sides))
    going = {(side, ""): {"stop": 1 - p, "go on": p} for side, p in (("heads", heads), ("tails", tails))}
    profile = Profile.from_dict(tree, {**going, ("I", ""): {"a": a, "b": 1 - a}})
    values, regrets = counterfactual_values(tree, profile)["I", ""][1], local_regrets(tree, profile)["I", ""]
    numbers = {"heads": heads, "tails": tails, "a": a, "reach_heads": heads / 2, "reach_tails": tails / 2}
    numbers |= dict(zip(("heads_a", "heads_b", "tails_a", "tails_b"), paid, strict=True))
    for k, action in enumerate("ab"):
        numbers[f"sum_{action}"] = [(heads / 2, paid[k]), (tails / 2, paid[2 + k])]
    played = [(a, values["a"]), (1 - a, values["b"])]
    numbers |= {"sum_played": played, "played": sum(p * v for p, v in played)}
    return {f"{what}_{k}": x for what, row in (("value", values), ("regret", regrets)) for k, x in row.items()}, numbers


def plan(rng):
    """Ask for the local regrets along a plan of two decisions, and for what the plan gains."""
    stay, left, right = rng.sample(range(11), 3)
    go, often = rng.choice([0.25, 0.5, 0.75]), rng.choice([0.25, 0.5, 0.75])
    tree = grown(Choice(0, "A", {"stay": stay, "go": Choice(0, "B", {"L": left, "R": right})}))
    played = {("A", ""): {"stay": 1 - go, "go": go}, ("B", ""): {"L": 1 - often, "R": often}}
    rows = along(tree, {("A", ""): "go", ("B", ""): "R"}, Profile.from_dict(tree, played))["local regret"]
    at_B = [(1 - often, left), (often, right)]
    worth = sum(p * v for p, v in at_B)
    whole = [(1 - go, stay), (go, worth)]
    numbers = {"stay": stay, "left": left, "right": right, "go": go, "often": often, "sum_B": at_B, "B": worth}
    numbers |= {"sum_A": whole, "A": sum(p * v for p, v in whole)}
    return ({"go_at_A": rows["A"], "R_at_B": rows["B"], "plan": rows["sum"]}, numbers) if right > left else None
