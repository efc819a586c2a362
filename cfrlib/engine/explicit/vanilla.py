"""Vanilla CFR in sequence form: a sparse matrix times a vector, and a pass over the pasts; see `layout`."""

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common.regret_matching import update_listed
from cfrlib.engine.step import weight_of


@inner_njit
def follow(form, strategy, plan):
    """Fill in a realization plan: how likely a player is to play each sequence, if nothing else stops it."""
    plan[0] = 1.0
    for k in range(len(form.parent)):
        reach, s, e = plan[form.parent[k]], form.first[k], form.entry[k]
        for a in range(form.first[k + 1] - s):
            plan[s + a] = reach * strategy[e + a]


@inner_njit
def pay(form, plan, value):
    """Fill in what the terminals of each sequence pay against the other player's plan."""
    for s in range(len(value)):
        total = 0.0
        for z in range(form.starts[s], form.starts[s + 1]):
            total += form.payoff[z] * plan[form.other[z]]
        value[s] = total


@inner_njit
def add_regrets(form, strategy, instantaneous, value):
    """Carry the values of sequences up; what an action is worth more than the strategy is its regret."""
    for k in range(len(form.parent) - 1, -1, -1):
        s, e, mean = form.first[k], form.entry[k], 0.0
        actions = form.first[k + 1] - s
        for a in range(actions):
            mean += strategy[e + a] * value[s + a]
        for a in range(actions):
            instantaneous[e + a] += value[s + a] - mean
        value[form.parent[k]] += mean


@inner_njit
def add_to_average(form, plan, weight, sums):
    """Add the strategy that a plan follows to the average."""
    for k in range(len(form.parent)):
        s, e, x = form.first[k], form.entry[k], weight * form.chance[k]
        for a in range(form.first[k + 1] - s):
            sums[e + a] += x * plan[s + a]


@njit
def iterate(forms, plans, values, rows, rule, opponents_average, simultaneous, tables, t, iterations):
    """Do iterations t, t + 1, ...; `rows` are those of each player, as `update_listed` takes them."""
    for player in range(2):
        follow(forms[player], tables.strategy, plans[player])
    for now in range(t, t + iterations):
        weight = weight_of(rule.power, rule.exponent, now, rule.weights)
        for player in range(2):
            averaged = 1 - player if opponents_average else player
            add_to_average(forms[averaged], plans[averaged], weight, tables.sums)
            pay(forms[player], plans[1 - player], values[player])
            add_regrets(forms[player], tables.strategy, tables.instantaneous, values[player])
            if not simultaneous:
                update_listed(rule, now, tables, rows[player], len(rows[player]))
                follow(forms[player], tables.strategy, plans[player])
        if simultaneous:
            for player in range(2):
                update_listed(rule, now, tables, rows[player], len(rows[player]))
                follow(forms[player], tables.strategy, plans[player])
