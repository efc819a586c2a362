r"""What a person's decisions lost, one by one, against this machine.

At an information set I of the person, with V as in `cfrlib.playing.values` by a best response to the machine,

.. math:: \text{lost}(I, a) = \max_b V(I, b) - V(I, a) \ge 0

is by how much the person would rather have been there with the best action. A best response loses nothing, and the mean
of what a hand lost, all its decisions together, is exactly what a best response earns less what the person earns:
losses are luck-free. They say nothing of how the person would fare against others.
"""

import lazy_loader as lazy

from cfrlib._util.arguments import whole
from cfrlib.playing.values import RoundValues, checked

pd = lazy.load("pandas")

ROUNDING = 1e-9
"""What a decision may lose, relative to the largest of the values, and count as losing nothing."""


def losses(game, profile, hands):
    """Return what each decision of the person lost in these hands, a table with a line for each decision.

    Columns: hand and round, from 0; game, of the round; seat; private and public, the key of the information set;
    action; lost, in the game's unit; best, the best action there (the person's, if it is as good); profile, the
    machine's strategy there, {action: probability}. Later games of Bluff are played by their solutions.
    """
    values, rows = RoundValues(game, profile, "best"), []
    for n, hand in enumerate(checked(hands)):
        for k, part in enumerate(hand.rounds):
            try:
                rows.extend({"hand": n, "round": k, **row} for row in decisions(values.of(part), part))
            except (KeyError, ValueError) as error:
                raise ValueError(f"hands[{n}]: {error.args[0]}") from None
    columns = ("hand", "round", "game", "seat", "private", "public", "action", "lost", "best", "profile")
    return pd.DataFrame(rows, columns=columns)


def decisions(values, part):
    """Yield a row for each decision of the person in a round."""
    for player, actions, action in part.decisions():
        if player != part.seat:
            continue
        each = values.action_values(actions, part.shown(actions), part.deal[player])
        best = max(each, key=each.get)
        if each[best] - each[action] <= ROUNDING * max(map(abs, each.values())):
            best = action
        private, public = part.key(player, actions)
        yield {
            "game": part.game,
            "seat": player,
            "private": private,
            "public": public,
            "action": action,
            "lost": each[best] - each[action],
            "best": best,
            "profile": values.profile[private, public],
        }


def costliest(decisions, rows=10):
    """Return the actions that cost most in total, at most so many `rows`: a table with the costliest first.

    Index (seat, private, public, action); columns: times it was done, lost in total, each time, best action, profile,
    and the game of the round. Actions that lost nothing are left out.
    """
    rows = whole("rows", rows, 1)
    same = decisions[decisions["lost"] > 0].groupby(["game", "seat", "private", "public", "action"], sort=False)
    table = same.agg(
        times=("lost", "size"), lost=("lost", "sum"), each=("lost", "mean"), best=("best", "first"),
        profile=("profile", "first"),
    )  # fmt: skip
    return (
        table.sort_values("lost", ascending=False, kind="stable")
        .head(rows)
        .reset_index("game")[["times", "lost", "each", "best", "profile", "game"]]
    )
