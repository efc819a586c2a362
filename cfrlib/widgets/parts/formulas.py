"""The formula behind every number that CFR computes, with the numbers filled in.

Symbols are those of Johanson et al. (2012): π reach probability, σ strategy, u payoff, v value, r and R regret of one
walk and in total; S is the strategy sum, σ̄ the average strategy. Values are to the player whose walk it is.
"""

import numpy as np

from cfrlib.tree import CHANCE, TERMINAL
from cfrlib.widgets.parts.numbers import SUBSCRIPTS, Formula, factor, history, show

SPELL_OUT = 4
"""Up to so many actions a sum is written out in symbols."""


def of_step(moment):
    """Return the formulas of what the step just taken has computed."""
    step, tree = moment.step, moment.tree
    if step is None:
        return []
    if step.kind == "strategy":
        return strategy(moment, step.infoset) + average(moment, step.infoset)
    node = tree.nodes[step.node]
    if step.kind == "visit":
        return reach(moment, node)
    if step.kind == "terminal":
        return reach(moment, node) + value(moment, node)
    if step.kind == "value":
        return value(moment, node)
    return regret(moment, node) + totals(moment, step.infoset)


def of_node(moment, index):
    """Return the formulas of all that the present walk knows about a history so far."""
    node = moment.tree.nodes[index]
    known = ((reach, moment.visits), (value, moment.values), (regret, moment.regrets))
    return [formula for of_it, steps in known if index in steps for formula in of_it(moment, node)]


def of_infoset(moment, infoset):
    """Return the formulas of all that stands in the table of an information set."""
    return totals(moment, infoset) + strategy(moment, infoset) + average(moment, infoset)


def reach(moment, node):
    """π of Player 1, Player 2 and chance: one factor more than at the parent."""
    tree, step, at = moment.tree, moment.visits[node.index], history(moment.tree, node)
    if node.parent < 0:
        return [Formula(f"π{who}({at})", "", "", 1.0) for who in SUBSCRIPTS]
    parent, before = tree.nodes[node.parent], moment.visits[node.parent]
    mover = 2 if parent.player == CHANCE else parent.player
    of_reach = []
    for i, who in enumerate(SUBSCRIPTS):
        symbols, numbers = f"π{who}({history(tree, parent)})", show(before.reach[i])
        if i == mover:
            symbols += f" · σ{who}({node.history[-1]})"
            numbers += f" · {show(before.strategy[parent.children.index(node.index)])}"
        of_reach.append(Formula(f"π{who}({at})", symbols, numbers, step.reach[i]))
    return of_reach


def value(moment, node):
    """v: the payoff at a terminal, elsewhere the mean of what follows."""
    tree, step = moment.tree, moment.values[node.index]
    name = f"u({history(tree, node)})"
    if node.player == TERMINAL:
        if step.player == 0:
            return [Formula(name, "u₁", show(node.payoff), step.value)]
        return [Formula(name, "u₂ = −u₁", f"−{factor(node.payoff)}" if node.payoff else "0", step.value)]
    who = "c" if node.player == CHANCE else ""
    if len(node.actions) <= SPELL_OUT:
        symbols = " + ".join(f"σ{who}({a}) · {_after(a)}" for a in node.actions)
    else:
        symbols = f"Σ σ{who}(a) · u(ha)"
    numbers = " + ".join(f"{show(s)} · {factor(v)}" for s, v in zip(step.strategy, step.action_values, strict=True))
    return [Formula(name, symbols, numbers, step.value)]


def _after(action):
    """Return how the lessons write what a history is worth after an action: u(hp), and u(h call)."""
    return f"u(h{action})" if len(action) == 1 else f"u(h {action})"


def regret(moment, node):
    """r: how much better each action would have been, counted with the probability that the others lead here."""
    step = moment.regrets[node.index]
    i, I = step.player, moment.tree.infosets[step.infoset]
    where = I.name if len(I.nodes) == 1 else history(moment.tree, node)
    lead = f"{show(step.reach[1 - i])} · {show(step.reach[2])}"
    return [
        Formula(f"r({where}; {a})", f"π₋ᵢ(h) · ({_after(a)} − u(h))", f"{lead} · ({show(v)} − {factor(step.value)})", r)
        for a, v, r in zip(node.actions, step.action_values, step.regret, strict=True)
    ]


def totals(moment, infoset):
    """R and S: what stood in the table before, plus what each history of the set has added in this iteration."""
    I, table = moment.tree.infosets[infoset], moment.table(infoset)
    name, i = I.name, I.player
    rows = []
    for a, action in enumerate(I.actions):
        added = "".join(f" + {factor(part.regret[a])}" for part in table.parts)
        symbols = "R before" + (" + r" if len(table.parts) == 1 else " + Σ r" if table.parts else "")
        rows.append(Formula(f"R({name}; {action})", symbols, show(table.before[a]) + added, table.regret[a]))
    for a, action in enumerate(I.actions):
        terms = [(part.reach[i], part.reach[2], part.strategy[a]) for part in table.parts]
        old = table.sum[a] - sum(x * c * s for x, c, s in terms)
        added = "".join(f" + {show(x)} · {show(c)} · {show(s)}" for x, c, s in terms)
        term = f"π{SUBSCRIPTS[i]} · πc · σ({action})"
        symbols = "S before" + (f" + {term}" if len(terms) == 1 else f" + Σ {term}" if terms else "")
        rows.append(Formula(f"S({name}; {action})", symbols, show(old) + added, table.sum[a]))
    return rows


def strategy(moment, infoset):
    """σ: in proportion to the positive part R⁺ of the regrets that the last walk of this player has left."""
    return _shares(moment, infoset, "σ", "R⁺", np.maximum(moment.matched(infoset), 0), moment.table(infoset).strategy)


def average(moment, infoset):
    """σ̄: in proportion to the strategy sums."""
    table = moment.table(infoset)
    return _shares(moment, infoset, "σ̄", "S", table.sum, table.average)


def _shares(moment, infoset, symbol, weight, weights, results):
    I = moment.tree.infosets[infoset]
    name, n = I.name, len(I.actions)
    if not weights.sum() > 0:
        rule = f"1/{n}, as Σ{weight} = 0"
        return [Formula(f"{symbol}({name}; {a})", rule, f"1/{n}", 1 / n) for a in I.actions]
    total = show(weights.sum())
    return [
        Formula(f"{symbol}({name}; {a})", f"{weight}({a})/Σ{weight}", f"{show(w)}/{total}", x)
        for a, w, x in zip(I.actions, weights, results, strict=True)
    ]
