"""What each hand does in a spot, and what each action is worth to it, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader as lazy
import numpy as np

from cfrlib._util.arguments import one_of, said
from cfrlib.cards.flops import preflop_names, preflop_table
from cfrlib.exact.public_states import counterfactual_values, reach
from cfrlib.game import CHANCE
from cfrlib.games.spot import RIVER, spot
from cfrlib.profile import Profile

if TYPE_CHECKING:
    import pandas

pd = lazy.load("pandas")


def spot_table(profile: Profile, after: str = "", by: str = "hand") -> pandas.DataFrame:
    """Return what a player does with each hand at a decision of a spot, and what that is worth.

    Parameters
    ----------
    profile : Profile
        Of a `cfrlib.games.spot`: how both play it.
    after : str
        The betting so far, as `spot.state` reads it: "" when player 0 opens, "c b66" after a check and a bet of 66.
    by : {"hand", "class"}
        Whether each hand has its rows, or all hands of a class such as "AKs" together, each as often as it is held.

    Returns
    -------
    pandas.DataFrame
        A row for each hand and action: hand; weight, how much of the hand is held (its weight in the range, 1 for the
        highest, times the probabilities of the player's own actions up to here; of a class the mean); equity, the
        probability to win a showdown now, a tie counting half, against what the other holds; action; its probability;
        value, the chips that it takes out of the pot on average less all of the player's own bets, and share, the same
        in percent of the pot as it was at the start (`spot.worth`). Both go on as the profile does, also after actions
        that a hand never takes: there a solver's profile has learned little, or is uniform, so that value is no price
        of the action. Hands that can meet no hand of the other are left out.

    Raises
    ------
    TypeError, ValueError
        If this is no profile of a spot, or the spot has no such decision, or the profile never comes there.

    Examples
    --------
    >>> import cfrlib
    >>> game = cfrlib.games.spot("2c2d7h8s9s", ("AcAd, 4h3h", "KcKd"), pot=1, stack=1, bets=[1], raises=[])
    >>> print(cfrlib.spot_table(cfrlib.equilibrium(game)[1]).round(2).to_string(index=False))
    hand  weight  equity action  probability  value  share
    4h3h     1.0     0.0      c          0.5    0.0    0.0
    4h3h     1.0     0.0     b1          0.5    0.0    0.0
    AdAc     1.0     1.0      c          0.0    1.0  100.0
    AdAc     1.0     1.0     b1          1.0    1.5  150.0
    """
    game = spot_of(profile)
    one_of("by", by, ("hand", "class"))
    actions, public = game.state(after)
    player, names = game.node(actions)
    ranges, text = reach(game, profile, actions, public), game.public_string(actions, public)
    values = counterfactual_values(game, profile, player, best=False)
    met, chips = met_and_chips(values, actions, public)
    often = met * ranges[player]
    held = np.flatnonzero(often > 0)
    if not len(held):
        raise ValueError(f"after={after!r}: with this profile the betting never comes there")
    share = game.removal(())[player][1]
    hands, weight = np.array(game.outcomes(player))[held], (ranges[player] * share / share.max())[held]
    fixed = {"weight": weight, "equity": _equity(game, public, player, ranges[1 - player])[held]}
    parts = []
    for action, value in zip(names, chips.T[:, held], strict=True):
        told = {"action": action, "probability": [profile[hand, text][action] for hand in hands]}
        parts.append(pd.DataFrame({"hand": hands, **fixed, **told, "value": value, "share": 100 * value / game.pot}))
    table = pd.concat(parts).sort_index(kind="stable").reset_index(drop=True)  # all actions of a hand together
    return table if by == "hand" else _by_class(table, game.deck, np.repeat(often[held], len(names)))


def spot_of(profile):
    """Return the spot that a profile is of, else raise ValueError."""
    game = getattr(profile, "game", None)
    if not isinstance(game, spot):
        raise ValueError(f"profile={said(profile)}: it takes a profile of a spot, cfrlib.games.spot")
    return game


def met_and_chips(values, actions, public):
    """Return how likely chance and the other come to a decision, by hand, and what each action is worth, (n, actions).

    That is in chips out of the pot less all of the player's own bets, 0 with a hand that the other never meets there.
    """
    game, met = values.game, values.mass_and_values(actions, public)[0]
    below = [values.mass_and_values((*actions, action), public)[1] for action in game.node(actions).actions]
    return met, np.where(met > 0, game.pot / 2 + np.array(below) / np.where(met > 0, met, 1), 0.0).T


def _by_class(table, deck, often):
    """Return the table with the hands of each class together, each as often as it is held; weights are their mean."""
    names, classes = preflop_names(deck), preflop_table(deck).hand_class.tolist()
    named = {deck.label(hand): names[c] for hand, c in zip(deck.hands, classes, strict=True)}
    table["hand"] = table["hand"].map(named)
    means = ["equity", "probability", "value", "share"]
    table[means] = table[means].mul(often, axis=0)
    groups = table.assign(often=often).groupby(["hand", "action"], sort=False)
    summed = groups[[*means, "often"]].sum()
    summed[means] = summed[means].div(summed["often"], axis=0)
    return summed.assign(weight=groups["weight"].mean()).reset_index()[list(table)]


def _equity(game, public, player, other):
    """Return how often each hand of a player wins a showdown against what the other holds, a tie counting half."""
    left, wins, met = RIVER - len(game.board) - len(public), 0.0, 0.0
    for shown in game.public_sequences(left) if left else [public]:
        end = ("c", "c", *(CHANCE, "c", "c") * (len(game.board) < RIVER))  # no bet
        pairs, won = game.weights(shown), (1 + np.sign(np.subtract.outer(*game.payoff(end, shown).strength))) / 2
        pairs, won = (pairs, won) if player == 0 else (pairs.T, 1 - won.T)
        wins, met = wins + pairs * won @ other, met + pairs @ other
    return wins / np.where(met > 0, met, 1.0)
