"""Walks on single histories that leave strategies and regrets as they are and list what they find, for Deep CFR."""

from cfrlib._util.jit import njit
from cfrlib.engine.common.single_histories.actions import Turn
from cfrlib.engine.common.single_histories.draws import begin
from cfrlib.engine.common.single_histories.walk import walk


@njit
def sample(tree, switches, rule, rng, player, walks, tables, frames, deal, entries, regrets):
    """Do walks of one player, as many as there is space for, all with the same strategies; return how many, and more.

    Fills in the first entry of the row (`entries`) of each sampled regret, and its actions' regrets. Visits of the
    opponent add the strategy there to ``tables.sums``. Returned, too: how many sampled regrets, nodes and histories.
    """
    done = listed = total = histories = 0
    while done < walks and listed + len(frames.visited[player]) <= len(entries):
        begin(tree.public, tree, rng, deal)
        turn = Turn(player, 1 - player, 0, 1.0, 0.0, 1)
        count, nodes, _ = walk(tree, switches, turn, rule, rng, deal, tables, frames)
        for k in range(count):
            entry, classes, actions, _ = frames.visited[player, k]
            entries[listed] = entry
            for a in range(actions):
                regrets[listed, a] = tables.instantaneous[entry + a * classes]
                tables.instantaneous[entry + a * classes] = 0
            listed += 1
        total += nodes
        histories += nodes + 2
        done += 1
    return done, listed, total, histories
