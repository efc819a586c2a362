"""A session: a person plays a game against a machine that follows a profile, hand after hand."""

from __future__ import annotations

from functools import cached_property
from os import PathLike
from typing import Any, Self

import numpy as np

from cfrlib._util.arguments import checked_seed, file_path, flag, one_of, positive, whole
from cfrlib._util.samples import half_width
from cfrlib.evaluate import exploitability
from cfrlib.game import Game
from cfrlib.games import matrix
from cfrlib.playing import saving
from cfrlib.playing.chance import PERSON, dealing, move
from cfrlib.playing.machine import Machine, solved
from cfrlib.playing.record import SEATS, Hand, Round
from cfrlib.playing.table import Play, check_game, happened
from cfrlib.profile import Player, Profile
from cfrlib.tree import Tree


class Session:
    """A person against a machine, which moves as soon as it is its turn.

    Parameters
    ----------
    game : Game, matrix or Tree
        What is played; hold'em with all its cards, not under buckets.
    profile : Profile or callable, optional
        What the machine follows; or a function, which is asked when it moves (`Profile.from_function`) and may remember
        what it was asked. By default a profile that is found on the spot.
    seat : {"alternate", 0, 1}
        The person's, hand after hand.
    seed : int
        Of the deals and of the machine's actions.
    seconds : float
        For finding a profile, at most.
    path : str or Path, optional
        Where the session is kept after each action. One that is there already is taken up again.
    progress : bool
        Whether to show a bar while a profile is sought.

    Attributes
    ----------
    game : Game
        What is played.
    profile : Profile or callable
        What the machine follows.
    hands : list of Hand
        That are over.

    Raises
    ------
    TypeError, ValueError
        If an argument is wrong, or the session at `path` is another one or damaged.

    Examples
    --------
    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> session = Session(game, cfrlib.Profile.uniform(game), seat=1, seed=1)
    >>> session.private, session.history, session.actions
    ('J', [('machine', 'b')], ('p', 'b'))
    >>> session.act("b")
    >>> session.over, session.paid, session.revealed
    (True, -2.0, 'Q')

    A player of one's own in the person's place, and its score with the luck taken out:

    >>> from cfrlib.playing.aivat import summary
    >>> def caller(game, key, actions, rng):
    ...     return "b" if "b" in key[1] else {"p": 0.5, "b": 0.5}
    >>> optimal = cfrlib.equilibrium(game)[1]
    >>> session = Session(game, optimal)
    >>> session.play_by(caller, hands=500)
    >>> found = summary(game, optimal, session.hands)
    >>> found.corrected_half_width < found.plain_half_width / 2
    True
    """

    def __init__(
        self, game: Game | matrix | Tree, profile: Profile | Player | None = None, seat: str | int = "alternate",
        seed: int = 0, seconds: float = 10, path: str | PathLike[str] | None = None, progress: bool = False,
    ) -> None:  # fmt: skip
        kept, seconds = self._new(game, seat, seed), positive("seconds", seconds)
        flag("progress", progress)
        if path is not None:
            path = file_path("path", path)
            kept, profile = saving.kept_at(path, self, profile)
        if profile is None:
            profile, self.exploitability = solved(game, seconds, progress)
        self._begin(profile, kept)
        if path is not None:
            saving.save(self, path)
            self.path = path

    def _new(self, game, seat, seed):
        check_game(game)
        self.game, self.seed, self.path, self.digest = game, checked_seed(seed), None, None
        self.seats = seat if one_of("seat", seat, SEATS) == "alternate" else int(seat)

    def _begin(self, profile, kept):
        """Begin the first hand, or go on with what was kept."""
        self.profile, self.machine = profile, Machine(self.game, profile)
        self._go_on(*([], None) if kept is None else saving.replayed_hands(self, kept))

    def act(self, action: str) -> None:
        """Do one of `actions`, and let the machine answer."""
        self._play.act(action)
        self._answer()

    def next_hand(self) -> None:
        """Deal the next hand; while this one is not over, that is refused."""
        if not self.over:
            raise ValueError(f"next_hand: this one is not over; it takes one of {', '.join(map(repr, self.actions))}")
        self._go_on(self.hands)

    def play_by(self, player: Profile | Player, hands: int) -> None:
        """Let a profile or a function act in the person's place until so many more hands are over.

        A hand in progress is played on, and counts. A function may remember what it was asked.
        """
        person, last = Machine(self.game, player, "player"), len(self.hands) + whole("hands", hands, 1)
        while len(self.hands) < last:
            if self.over:
                self.next_hand()
            while not self.over:
                self.act(move(person, self._play, self.seed, len(self.hands), PERSON))

    def _go_on(self, hands, play=None):
        """Go on after these hands: in a hand that was begun, or the next one."""
        self.hands, number = hands, len(hands)
        self._play = Play(self.game, self.seat_in(number), dealing(self.seed, number)) if play is None else play
        self._answer()

    def _answer(self):
        """Let the machine move where it is its turn, and keep what there is."""
        play = self._play
        while not self.over and play.node.player != self.seat:
            play.act(move(self.machine, play, self.seed, len(self.hands)))
        if self.over and (not self.hands or self.hands[-1].rounds is not play.rounds):
            self.hands.append(Hand(play.rounds, play.paid))
        if self.path is not None:
            saving.write(self, self.path)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the session to exactly this path and, unless that is too large, its profile beside it.

        The profile's file has the same name with ``.profile`` behind it. If writing fails, a file that was there before
        stays as it was.
        """
        saving.save(self, path)

    @classmethod
    def load(
        cls, path: str | PathLike[str], profile: Profile | Player | None = None,
        game: Game | matrix | Tree | None = None,
    ) -> Self:  # fmt: skip
        """Return the session that `save` wrote, ready to go on; it is not written there again by itself, see `Session`.

        `profile` is the one that was played against; it is needed if it was a function, or too large to be saved.
        `game` is needed if it is not of `cfrlib.games`. Others are refused, and so is a file that is damaged or whose
        hands do not follow the rules.
        """
        if game is not None:
            check_game(game)
        kept = saving.read(path, game)
        session = cls.__new__(cls)
        session._new(kept.game, kept.seat, kept.seed)
        session._begin(saving.profile_of(kept, profile), kept)
        return session

    @property
    def round(self) -> Round:
        """The round in progress, or the last one of a hand that is over: a `Round`."""
        return self._play.round

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds of this hand that are over: a tuple of `Round`."""
        return self._play.rounds

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self._play.paid is not None

    @property
    def actions(self) -> tuple[str, ...]:
        """What the person may do now: a tuple, empty when the hand is over."""
        return () if self.over else self._play.node.actions

    @property
    def seat(self) -> int:
        """The person's seat in this round."""
        return self.round.seat

    def seat_in(self, hand: int) -> int:
        """Return the person's seat, 0 or 1, in the first round of a hand; the first hand is number 0."""
        return hand % 2 if self.seats == "alternate" else int(self.seats)

    @property
    def private(self) -> str:
        """The person's private outcome; in a tree the first part of the last key of an information set of theirs."""
        return self.round.held(self.seat)

    @property
    def shown(self) -> tuple[str, ...]:
        """The public outcomes seen in this round, a tuple; in a tree the rest of that key."""
        return self.round.shown()

    @property
    def revealed(self) -> str | None:
        """The machine's private outcome, once a showdown has shown it; else None."""
        return self.uncovered(self.round)

    def uncovered(self, round: Round) -> str | None:
        """Return the machine's private outcome in a round of this session; None if no showdown has shown it."""
        return round.held(1 - round.seat) if round.showdown else None

    @property
    def history(self) -> list[tuple[str, str]]:
        """What has happened in this round, in order: see `cfrlib.playing.table.happened`."""
        return happened(self.round)

    def strategy_of(self, player: int) -> dict[str, float]:
        """Return the probability of each action in the profile's strategy for `player`, whose turn it must be."""
        if self.over or player != self.seat:
            takes = "nobody, the hand is over" if self.over else f"{self.seat}, whose turn it is"
            raise ValueError(f"player={player!r}: it takes {takes}")
        return self.machine.strategy(self.round)

    @property
    def solved(self) -> list[Any]:
        """What the machine has solved anew in this round, in order, as `cfrlib.Resolving` keeps it in `solved`."""
        known, round_, machine = getattr(self.profile, "solved", {}), self.round, 1 - self.seat
        starts = (round_.actions[:t] for t in range(len(round_.actions) + 1))
        places = ((actions, round_.shown(actions), machine) for actions in starts)
        return [known[place] for place in places if place in known]

    @property
    def paid(self) -> float | None:
        """What the last hand that is over paid the person, in the game's unit; None before the first one."""
        return self.hands[-1].paid if self.hands else None

    @property
    def score(self) -> float:
        """What all hands have paid the person."""
        return sum(hand.paid for hand in self.hands)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The mean of a hand and half its 95 % confidence interval, by Student's t; None before the second hand."""
        if len(self.hands) < 2:
            return None
        paid = [hand.paid for hand in self.hands]
        return float(np.mean(paid)), half_width(paid)

    @cached_property
    def exploitability(self) -> float:
        """How exploitable the profile is, in the game's unit; of a large game it takes seconds."""
        return exploitability(self.game, self.profile)
