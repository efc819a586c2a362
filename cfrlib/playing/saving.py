"""A session in a file: JSON text, with the profile beside it, written whole or not at all; no pickle is involved.

Only the game, the seed and the hands are kept. What is random in a session is told by its seed
(`cfrlib.playing.chance`), so there is nothing else to know; and what is read is replayed by the rules.
"""

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from cfrlib._util.arguments import checked_seed, one_of, typed
from cfrlib._util.files import write_atomically
from cfrlib.engine.contract import layout_of
from cfrlib.engine.saving import fingerprint
from cfrlib.game import Game
from cfrlib.playing.chance import replayed
from cfrlib.playing.record import SEATS, Hand
from cfrlib.profile import Profile, checked_player, described, rebuilt

FORMAT = "cfrlib session 2"
LARGE = 10**7
"""Entries of a profile above which it is not kept with a session."""
FUNCTION = "a function"
DAMAGE = (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError)
"""What reading makes of a file that is not as it should be."""


class Kept(NamedTuple):
    """A session as it is written down: the hands that are over, and the rounds of the hand in progress, if any."""

    path: Path
    game: Game
    seat: str | int
    seed: int
    digest: str
    hands: list[dict]
    now: list[dict] | None


def save(session, path):
    """Write a session to exactly this path and its profile beside it.

    What has more than `LARGE` entries, or is a function, is not written.
    """
    if isinstance(session.profile, Profile) and session.game.num_infoset_actions <= LARGE:
        session.profile.save(beside(path))
    write(session, path)


def write(session, path):
    """Write a session without its profile."""
    game, session.digest = session.game, session.digest or digest(session.profile)
    text = {
        "format": FORMAT,
        "game": described(game) or fingerprint(layout_of(game)),
        "seat": session.seats,
        "seed": session.seed,
        "profile": session.digest,
        "hands": [{"rounds": list(map(_described, hand.rounds)), "paid": hand.paid} for hand in session.hands],
        "now": None if session.over else list(map(_described, (*session.rounds, session.round))),
    }
    text["checksum"] = _checksum(text)
    write_atomically(path, lambda file: file.write(json.dumps(text).encode("utf-8")))


def beside(path):
    """Return where the profile of the session in `path` is."""
    path = Path(path)
    return path.with_name(path.name + ".profile")


def digest(profile):
    """Return what tells a profile from others of its game; of functions that nothing tells apart, `FUNCTION`."""
    if not isinstance(profile, Profile):
        return FUNCTION
    total = hashlib.sha256()
    for table in getattr(profile, "tables", None) or (profile.probabilities,):
        total.update(np.ascontiguousarray(table))
    return total.hexdigest()


def _checksum(text):
    """Return the checksum of everything else in a file."""
    return hashlib.sha256(json.dumps(text).encode("utf-8")).hexdigest()


def _described(round):
    held = list(map(round.held, (0, 1))) if isinstance(round.game, Game) else list(round.deal)
    return {"deal": held, "public": list(round.public), "actions": list(round.actions)}


def read(path, game=None):
    """Return what is in a file, as `Kept`; a game that is not of `cfrlib.games` is passed."""
    text = Path(path).read_bytes()
    try:
        kept = json.loads(text)
        if kept["format"] != FORMAT:
            raise ValueError(f"format {kept['format']!r}")
        if kept.pop("checksum") != _checksum(kept):
            raise ValueError("its checksum is that of another one")
        seat, seed = one_of("seat", kept["seat"], SEATS), checked_seed(kept["seed"])
        stored = rebuilt(kept["game"]) if isinstance(kept["game"], dict) else kept["game"]
        return Kept(Path(path), _game(path, stored, game), seat, seed, kept["profile"], kept["hands"], kept["now"])
    except OtherGame:
        raise
    except DAMAGE as error:
        raise ValueError(f"path={str(path)!r}: not a complete saved session ({error!r})") from None


class OtherGame(ValueError):
    """A session is not of the game that is passed."""


def _game(path, stored, game):
    """Return the game of a session, `stored` or told by its fingerprint, if it is the one that is passed."""
    if game is None and isinstance(stored, str):
        raise OtherGame(f"game=None: the session in path={str(path)!r} is of one that is not in cfrlib.games; pass it")
    if game not in (None, stored) and (described(game) or fingerprint(layout_of(game)) != stored):
        raise OtherGame(f"game={game!r}: the one in path={str(path)!r} is a session with game={stored!r}")
    return stored if game is None else game


def kept_at(path, session, profile):
    """Return what is kept at the path of a new session, None if nothing is; and the profile to be played against."""
    if not Path(path).exists():
        if profile is None and session.game.num_infoset_actions > LARGE:
            entries = f"{session.game.num_infoset_actions:,} entries"
            raise ValueError(f"profile=None: one of {entries} is not kept with a session; it takes one that you saved")
        return None, profile
    kept = read(path, session.game)
    for name, given in (("seat", session.seats), ("seed", session.seed)):
        stored = getattr(kept, name)
        if given != stored:
            raise ValueError(f"{name}={given!r}: the one in path={str(path)!r} is a session with {name}={stored!r}")
    return kept, profile_of(kept, profile)


def profile_of(kept, profile):
    """Return the profile that a session was played against, whether it is passed or saved."""
    where = f"the session in path={str(kept.path)!r}"
    if profile is None:
        if kept.digest == FUNCTION:
            raise ValueError(f"profile=None: in {where} it was a function, which is not saved and must be passed")
        if kept.game.num_infoset_actions > LARGE:
            raise ValueError(f"profile=None: the one of {where} is too large to be saved with it, and must be passed")
        try:
            profile = Profile.load(beside(kept.path))
        except FileNotFoundError:
            raise ValueError(f"profile=None: the one of {where} is not in {str(beside(kept.path))!r}") from None
    if digest(checked_player(profile, "profile")) != kept.digest:
        raise ValueError(f"profile={profile!r}: {where} was played against another one")
    return profile


def replayed_hands(session, kept):
    """Return the hands that were kept, replayed by the rules, and the last `Play`, which may be in progress."""
    hands, play = [], None

    def again(rounds):
        for part in _list(rounds):
            for name in ("deal", "public", "actions"):
                _list(part[name])
        return replayed(session.game, session.seat_in(len(hands)), session.seed, len(hands), rounds, session.machine)

    try:
        for hand in _list(kept.hands):
            play = again(hand["rounds"])
            if play.paid is None or isinstance(hand["paid"], bool) or play.paid != hand["paid"]:
                raise ValueError(f"hand {len(hands) + 1} pays {play.paid}, not {hand['paid']}")
            hands.append(Hand(play.rounds, play.paid))
        if kept.now is not None:
            play = again(kept.now)
            if play.paid is not None:
                raise ValueError("the hand in progress is over")
    except DAMAGE as error:
        raise ValueError(f"path={str(kept.path)!r}: its hands do not follow the rules ({error!r})") from None
    return hands, play


def _list(value):
    """Return what is written as a list, and no text or dict, which could be read like one."""
    return typed("hands", value, list, "a list")
