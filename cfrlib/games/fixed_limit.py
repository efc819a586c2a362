"""Poker with bets of fixed sizes: how it is bet, from Leduc hold'em to Texas hold'em."""

from __future__ import annotations

from cfrlib.game import CHANCE, Comparison, Decision, Game, PublicChance, Terminal
from cfrlib.games.at_table import Table


class BettingTable(Table):
    """Fixed-limit poker at a table: "f" is a fold, "c" a check or a call, "r" a bet or a raise."""

    blinds = False
    """Whether the first round begins with a bet."""

    @property
    def shown(self):
        return len(self.game.shows)

    def staked(self, actions):
        return tuple(self.game.stakes(actions)[0])

    def phrase(self, before, action):
        faced = "f" in self.game.node(before).actions
        opened = faced or (self.blinds and CHANCE not in before)
        return {"f": "fold", "c": "call" if faced else "check", "r": "raise" if opened else "bet"}[action]


class FixedLimit(Game):
    """Poker with bets of fixed sizes. A subclass says what is posted, bet, shown and dealt, and who wins."""

    table: type = BettingTable
    shows: tuple[int, ...] = (1,)
    """How many cards are turned before each later round."""

    def stakes(self, actions: tuple[str, ...]) -> tuple[list[float], int, int, int]:
        """Replay the betting: return the stakes of both players, who would act next, the raises and the actions.

        Stakes are what a player has put in, in the game's unit. Raises, bets among them, and actions are counted in the
        betting round that is going on.
        """
        stakes, player, raises, acted, later = list(self._posted()), 0, 0, 0, 0
        for action in actions:
            if action == CHANCE:
                player, raises, acted, later = self._opener(player), 0, 0, later + 1
                continue
            if action != "f":
                call = stakes[1 - player]
                stakes[player] = call + (self._bet(later, call) if action == "r" else 0)
                raises += action == "r"
            acted += 1
            player = 1 - player
        return stakes, player, raises, acted

    def _posted(self):
        """Return what each player has put in before anybody acts."""

    def _bet(self, later, call):
        """Return the size of a bet or raise over `call`, after so many public chances."""
        return self.bets[later]

    def _opener(self, player):
        """Return who opens a later round, where `player` would be next to act."""

    def _limit(self, later):
        """Return how many bets and raises there may be in a round."""

    def node(self, actions: tuple[str, ...]) -> Decision | PublicChance | Terminal:
        stakes, player, raises, acted = self.stakes(actions)
        later = actions.count(CHANCE)
        if actions and actions[-1] == "f":
            return Terminal()
        if acted >= 2 and stakes[0] == stakes[1]:
            return Terminal() if later == len(self.shows) else PublicChance()
        fold = ("f",) if stakes[player] < stakes[1 - player] else ()
        return Decision(player, (*fold, "c", *(("r",) if raises < self._limit(later) else ())))

    def payoff(self, actions: tuple[str, ...], public: tuple[str, ...]) -> float | Comparison:
        stakes, player, _, _ = self.stakes(actions)
        if actions[-1] == "f":
            return stakes[1] if player == 0 else -stakes[0]
        return self.showdown(public, stakes[0])

    def showdown(self, public: tuple[str, ...], stake: float) -> Comparison:
        """Return the payoff of a showdown, in which the winner gets `stake` from the loser, in the game's unit.

        Equally strong hands win nothing.
        """
        raise NotImplementedError
