"""Vanilla CFR in sequence form: a sparse matrix times a vector, and a pass over the pasts; see `layout`."""

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.regret_matching import update_listed, weight_of


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
def pull(mu, plan, reference, value):
    """Take from the values of sequences what a player loses by going away from a reference plan."""
    for s in range(len(value)):
        value[s] -= mu * (plan[s] - reference[s])


@inner_njit
def perturb(gamma, rows, strategy, matched):
    """Keep the strategies that regrets are matched to, and play each action with a probability of gamma at least."""
    for k in range(len(rows)):
        e, actions = rows[k, 0], rows[k, 2]
        for a in range(e, e + actions):
            matched[a] = strategy[a]
            strategy[a] = (1.0 - gamma * actions) * strategy[a] + gamma


@inner_njit
def add_to_average(form, plan, weight, sums):
    """Add the strategy that a plan follows to the average."""
    for k in range(len(form.parent)):
        s, e, x = form.first[k], form.entry[k], weight * form.chance[k]
        for a in range(form.first[k + 1] - s):
            sums[e + a] += x * plan[s + a]


@njit
def iterate(forms, plans, references, values, rows, rule, opponents_average, simultaneous, tables, t, iterations):
    """Do iterations t, t + 1, ...; `rows` are those of each player, as `update_listed` takes them."""
    (mu, most, every), pulls = rule.pull, len(references[0]) > 0
    reference, matched = tables.memory[0], tables.memory[1] if pulls else tables.strategy
    for player in range(2):
        follow(forms[player], tables.strategy, plans[player])
        if pulls:
            follow(forms[player], reference, references[player])
    for now in range(t, t + iterations):
        weight, gamma = weight_of(rule.power, rule.exponent, now, rule.weights), most * 0.5 ** (now // every)
        if pulls and now % every == 0:
            loops.copy(reference, 0, tables.strategy, 0, len(reference))
            for player in range(2):
                follow(forms[player], reference, references[player])
        for player in range(2):
            averaged = 1 - player if opponents_average else player
            add_to_average(forms[averaged], plans[averaged], weight, tables.sums)
            pay(forms[player], plans[1 - player], values[player])
            if pulls:
                pull(mu, plans[player], references[player], values[player])
            add_regrets(forms[player], matched, tables.instantaneous, values[player])
            if not simultaneous:
                update_listed(rule, now, tables, rows[player], len(rows[player]))
                if pulls:
                    perturb(gamma, rows[player], tables.strategy, matched)
                follow(forms[player], tables.strategy, plans[player])
        if simultaneous:
            for player in range(2):
                update_listed(rule, now, tables, rows[player], len(rows[player]))
                if pulls:
                    perturb(gamma, rows[player], tables.strategy, matched)
                follow(forms[player], tables.strategy, plans[player])
