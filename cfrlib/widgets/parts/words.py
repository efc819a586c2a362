"""What a step of CFR does, in plain words."""

from cfrlib.tree import CHANCE
from cfrlib.widgets.parts.numbers import history, show, signed


def of_step(moment, hidden=False):
    """Return one or two sentences about the step just taken; with `hidden`, the question that it answers."""
    step, tree = moment.step, moment.tree
    if step is None:
        return (
            "Nothing has happened yet. All regrets are 0, so every strategy is uniform. "
            "Go forward: the first walk starts, and it asks for Player 1's regrets."
        )
    walk = f"Walk for Player {step.player + 1}: "
    if step.kind == "strategy":
        return _strategy(moment, hidden)
    node = tree.nodes[step.node]
    return walk + {"visit": _visit, "terminal": _terminal, "value": _value, "regret": _regret}[step.kind](
        moment, node, hidden
    )


def _mix(actions, sigma):
    return ", ".join(f"{a} with {show(p)}" for a, p in zip(actions, sigma, strict=True))


def _amount(moment, value):
    unit = moment.tree.unit
    return f"{signed(value)} {unit[:-1] if abs(value) == 1 and unit.endswith('s') else unit}"


def _visit(moment, node, hidden):
    step, tree = moment.step, moment.tree
    at = "the start" if node.parent < 0 else history(tree, node)
    if hidden:
        return f"it comes to {at}. Predict the reach: how likely do Player 1, Player 2 and chance play their parts?"
    if node.player == CHANCE:
        if len(node.actions) == 1:
            return f"it comes to {at}, where chance deals {node.actions[0]}: the only outcome in this part of the game."
        return f"it comes to {at}, where chance deals {_mix(node.actions, step.strategy)}. It tries every outcome."
    who, mix = f"Player {node.player + 1}", _mix(node.actions, step.strategy)
    knows = f"who only knows {tree.infosets[node.infoset].name}"
    if node.player == step.player:
        return f"it comes to {at}. {who}, {knows}, plays {mix}. The walk tries every action."
    return f"it comes to {at}. The opponent, {knows}, plays {mix}. The walk follows every action."


def _terminal(moment, node, hidden):
    at, who = history(moment.tree, node), f"Player {moment.step.player + 1}"
    if hidden:
        return f"the game ends at {at}. Predict: what does {who} get?"
    return f"the game ends at {at}, and {who} gets {_amount(moment, moment.step.value)}."


def _value(moment, node, hidden):
    step = moment.step
    at = "the start" if node.parent < 0 else history(moment.tree, node)
    known = " and ".join(f"{show(v)} after {a}" for a, v in zip(node.actions, step.action_values, strict=True))
    if hidden:
        return f"all of {at} has been tried: {known}. Predict: what is {at} worth to Player {step.player + 1}?"
    weighing = "weighted with the chances" if node.player == CHANCE else "weighted with σ"
    return (
        f"all of {at} has been tried: {known}; {weighing}, it is worth {show(step.value)} to Player {step.player + 1}."
    )


def _regret(moment, node, hidden):
    step, tree = moment.step, moment.tree
    others = step.reach[1 - step.player] * step.reach[2]
    I = tree.infosets[step.infoset]
    shared = f" (one of the {len(I.nodes)} histories of {I.name})" if len(I.nodes) > 1 else ""
    question = (
        f"how much better than {show(step.value)} would each action have been at {history(tree, node)}{shared}? "
        f"That counts {show(others)}, the probability that Player {2 - step.player} and chance lead here."
    )
    if hidden:
        return f"{question} Predict the regrets and the new totals."
    regrets = ", ".join(f"{signed(r)} for {a}" for a, r in zip(node.actions, step.regret, strict=True))
    return f"{question} Regrets: {regrets}."


def _strategy(moment, hidden):
    step, tree = moment.step, moment.tree
    I = tree.infosets[step.infoset]
    regrets = ", ".join(f"{show(r)} for {a}" for a, r in zip(I.actions, step.totals, strict=True))
    opening = f"Regret matching at {I.name}: the totals are {regrets}."
    if hidden:
        return f"{opening} Predict: how does Player {step.player + 1} play from now on?"
    why = "in proportion to the positive ones" if max(step.totals) > 0 else "all actions alike, as none is positive"
    ended = ""
    if moment.position == moment.iteration * moment.recording.per_iteration:
        ended = f" Iteration {moment.iteration} is complete."
    return f"{opening} From now on Player {step.player + 1} plays {why}: {_mix(I.actions, step.strategy)}.{ended}"
