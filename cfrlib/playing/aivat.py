r"""The score with the luck taken out: AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling 2018).

The person's score is what the rules pay. Much of it is luck: the deal, the public cards, what the machine happened to
do, and what it happened to hold at the end. None of this can be foreseen, so each time the luck is

.. math:: V_i(\text{after}) - \mathrm{E}[V_i(\text{after}) \mid \text{what the person knew}],

by the values of `cfrlib.playing.values`: its mean is 0 whatever the person does, and it may be taken off the score.

==========  ============================================================  =====================================
event       before                                                        after
==========  ============================================================  =====================================
deal        the value of the game                                         that with the own private outcome
chance      the value before a public outcome                             after it
machine     before an action of the machine                               after it
showdown    the payoff to all that the machine may hold, each as likely   what is paid for what it does hold
            as the person must think
==========  ============================================================  =====================================

What the person does is never corrected. As the values before an event are exactly the mean of those after it, what is
left of a hand is the value of the game and, for each decision of the person, by how much the action changed the value:
someone who plays exactly as the reference does, never leaving it to chance what to do, scores the same in every hand.
In a game of several rounds the end of a round is worth what the rest of the game is, and all luck adds up.

In an explicit tree the values are those of *histories*, with what both hold in sight, and a showdown corrects nothing.
So it is against a machine that is a function; as it may do tomorrow what it does not today, nobody can say how likely
it was to act as it did, either. Only what chance did is taken off, then, by values in equilibrium; that leaves the less
luck the nearer both play to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial
from math import inf

import lazy_loader as lazy
import numpy as np

from cfrlib._util.arguments import one_of
from cfrlib._util.samples import half_width, plus_minus
from cfrlib.evaluate import flat
from cfrlib.exact.linear_program import equilibrium
from cfrlib.game import CHANCE, Game
from cfrlib.games import matrix
from cfrlib.playing.losses import losses
from cfrlib.playing.record import Hand
from cfrlib.playing.table import check_game
from cfrlib.playing.values import RoundValues, checked
from cfrlib.profile import Player, Profile, checked_player
from cfrlib.textbook.baselines import history_values
from cfrlib.tree import Tree, unroll

pd = lazy.load("pandas")

EVENTS = ("deal", "chance", "machine", "showdown")
ROUNDING = 1e-6
"""How far a score may be from what the rules pay, relative to it, where chains of solutions are summed up."""


def breakdown(game, profile, hands, kind="mean"):
    """Return a table with a row for each hand against the machine's profile or function, in the game's unit: paid, the
    luck of each of `EVENTS`, and corrected, which is paid less all luck.

    The person might go on by the profile (`kind` "mean"), or by a best response to the machine ("best"); either is
    unbiased. By "best" what is left of a hand is what a best response earns less what the hand's decisions lost
    (`cfrlib.playing.losses`). Hands that are not over, not of this game, paid otherwise than by the rules, or that
    cannot happen against the profile are refused.
    """
    if isinstance(checked_player(profile, "profile"), Profile) and not isinstance(game, matrix | Tree):
        correct = partial(_correct, RoundValues(game, profile, kind))
    else:
        check_game(game)
        one_of("kind", kind, ("mean",))
        correct = Histories(game, profile).correct
    rows = []
    for n, hand in enumerate(checked(hands)):
        corrections = dict.fromkeys(EVENTS, 0.0)
        try:
            for part in hand.rounds:
                paid = correct(part, corrections)
        except (KeyError, ValueError) as error:
            raise ValueError(f"hands[{n}]: {error.args[0]}") from None
        if abs(paid - hand.paid) > ROUNDING * max(abs(paid), 1):
            raise ValueError(f"hands[{n}]: it paid {hand.paid!r}; by the rules it takes {paid!r}")
        rows.append({"paid": hand.paid, **corrections, "corrected": hand.paid - sum(corrections.values())})
    return pd.DataFrame(rows)


def split(machine, hands, game=None):
    """Return a table with a row for each hand: paid = seat + luck - mistakes, all in the game's unit.

    `seat` is what the game is worth in the player's seat; the game is by default that of the machine's profile.
    """
    hands, game = list(hands), machine.game if game is None else game
    table = breakdown(game, machine, hands, "best")
    lost = losses(game, machine, hands).groupby("hand")["lost"].sum()
    mistakes = lost.reindex(range(len(hands)), fill_value=0.0).to_numpy()
    parts = {"seat": table["corrected"] + mistakes, "luck": table["paid"] - table["corrected"], "mistakes": mistakes}
    return pd.DataFrame({"paid": table["paid"], **parts})


def _correct(values, part, corrections):
    """Add the luck of a round to the corrections by event; return what the round paid."""
    values = values.of(part)
    outcome = part.deal[part.seat]
    now = values.value((), (), outcome)
    corrections["deal"] += now - values.start
    for k, action in enumerate(part.actions):
        actions = part.actions[: k + 1]
        after = values.value(actions, part.shown(actions), outcome)
        if action == CHANCE:
            corrections["chance"] += after - now
        elif part.game.node(part.actions[:k]).player != part.seat:
            corrections["machine"] += after - now
        now = after
    paid = values.paid(part.actions, part.shown(), part.deal)
    corrections["showdown"] += paid - now
    return paid


class Histories:
    """What each history is worth to player 0 if both play by the machine's profile, or by the equilibrium."""

    def __init__(self, game, player):
        self.games = getattr(game, "chain", (game,))
        self.profile, self.of = player if isinstance(player, Profile) else None, cache(self._of)

    def _of(self, game):
        if game not in self.games:
            raise ValueError(f"round of {game!r}: it takes a round of {self.games[0]!r}")
        tree = unroll(game)
        plays = flat(tree, equilibrium(game)[1] if self.profile is None else self.profile)
        return tree, history_values(tree, [plays[infoset.entries] for infoset in tree.infosets])

    def correct(self, part, corrections):
        """Add the luck of a round to the corrections by event; return what the round paid."""
        (tree, values), sign, begun = self.of(part.game), (1, -1)[part.seat], "deal"
        now = tree.root
        for action in part.history:
            event = begun if now.player < 0 else "machine" if self.profile and now.player != part.seat else None
            begun = "chance" if now.player >= 0 else begun
            before, now = now, tree.nodes[now.children[now.actions.index(action)]]
            if event:
                corrections[event] += sign * (values[now.index] - values[before.index])
        return sign * part.pay()


@dataclass(frozen=True)
class Summary:
    """What a person won a hand, as paid and with the luck taken out, each with half of its 95 % confidence interval.

    `fewer` times fewer hands are as sure with the luck taken out: the ratio of the variances, perhaps infinite.
    """

    hands: int
    unit: str
    plain: float
    plain_half_width: float
    corrected: float
    corrected_half_width: float
    fewer: float

    def __str__(self):
        corrected = plus_minus(self.corrected, self.corrected_half_width)
        plain = plus_minus(self.plain, self.plain_half_width)
        return f"{corrected} {self.unit} with the luck taken out, {plain} as paid (95 %, {self.hands:,} hands)"


def summary(game: Game | matrix | Tree, profile: Profile | Player, hands: Iterable[Hand]) -> Summary:
    """Return the mean score of at least two hands, as paid and with the luck taken out (AIVAT).

    Parameters
    ----------
    game : Game, matrix or Tree
        What was played.
    profile : Profile or callable
        What the machine followed.
    hands : iterable of Hand
        Those of a `Session`: what is of another game, not over, or cannot happen against the profile is refused.

    Returns
    -------
    Summary
        `plain` and `corrected`, a hand in the game's unit, each with half of its 95 % confidence interval; `fewer`, how
        many times fewer hands would be as sure with the luck taken out.

    Raises
    ------
    TypeError, ValueError
        If an argument is wrong, or there are fewer than two hands.

    Examples
    --------
    Who always bets and calls loses 1/9 of a chip a hand against this equilibrium:

    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> exact = cfrlib.equilibrium(game)[1]
    >>> session = cfrlib.playing.Session(game, exact, seed=1)
    >>> session.play_by(lambda game, key, actions, rng: actions[-1], hands=100)
    >>> print(summary(game, exact, session.hands))
    -0.100 ± 0.034 chips with the luck taken out, -0.24 ± 0.32 as paid (95 %, 100 hands)
    """
    table = breakdown(game, profile, hands)
    n = len(table)
    if n < 2:
        raise ValueError(f"hands: there is {n}; it takes at least 2 to say how sure a mean is")
    paid, left = (table[name].to_numpy() for name in ("paid", "corrected"))
    spread, rest = (float(scores.std(ddof=1)) for scores in (paid, left))
    fewer = (spread / rest) ** 2 if rest > ROUNDING * np.abs(paid).max() else inf
    return Summary(n, game.unit, float(paid.mean()), half_width(paid), float(left.mean()), half_width(left), fewer)
