"""Spots and their solutions as JSON, for the programs and pages that people look at them with."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from cfrlib._util.files import json_from
from cfrlib.evaluate import expected_value
from cfrlib.exact.public_states import counterfactual_values
from cfrlib.exact.spot_table import met_and_chips, spot_of
from cfrlib.game import CHANCE, Decision, PublicChance
from cfrlib.games.spot import spot
from cfrlib.profile import MAX_TABLE_ROWS, Profile, described

FORMAT = "cfrlib spot 1"


def spot_to_json(profile: Profile) -> str:
    """Return a spot and how it is played as JSON, for whatever people look at solutions with.

    It is an object with ``format``; ``spot``, the arguments of `cfrlib.games.spot`; ``worth``, what each player takes
    out of the pot on average, in chips less their own bets; and ``nodes``, a list of all decisions, each with

    - ``after``, the betting so far as `spot.state` reads it, and ``bets``, the chips that it has cost each player;
    - ``player``, 0 (out of position) or 1, and their ``actions``;
    - ``hands``, an object with each hand: ``weight``, how much of it is held, as in `cfrlib.spot_table`, ``strategy``,
      the probability of each action, and ``values``, what each is worth in chips like ``worth``, or null where the
      other player never meets the hand.

    Parameters
    ----------
    profile : Profile
        Of a `cfrlib.games.spot`.

    Returns
    -------
    str
        In which every number has all its digits.

    Raises
    ------
    ValueError
        If this is no profile of a spot of `cfrlib.games`, or has more than a million information sets.

    Examples
    --------
    >>> import cfrlib
    >>> game = cfrlib.games.spot("2c2d7h8s9s", ("AcAd, 4h3h", "KcKd"), pot=1, stack=1, bets=[1], raises=[])
    >>> opening = json.loads(cfrlib.spot_to_json(cfrlib.Profile.uniform(game)))["nodes"][0]
    >>> opening["actions"], opening["hands"]["AdAc"]
    (['c', 'b1'], {'weight': 1.0, 'strategy': [0.5, 0.5], 'values': [1.0, 1.5]})
    """
    game = spot_of(profile)
    own = described(game)
    if own is None or game.num_infosets > MAX_TABLE_ROWS:
        takes = f"a spot as it stands in cfrlib.games, with at most {MAX_TABLE_ROWS:,} information sets"
        raise ValueError(f"profile={profile!r}: it takes a profile of {takes}")
    values = [counterfactual_values(game, profile, player, best=False) for player in (0, 1)]
    held = [share / share.max() for _, share in game.removal(())]
    value = expected_value(game, profile)
    worth = [game.worth(value, player).chips for player in (0, 1)]
    head = json.dumps({"format": FORMAT, "spot": own["parameters"], "worth": worth})[:-1]
    nodes = ",\n".join(map(json.dumps, _nodes(profile, values, (), (), held)))
    return f'{head}, "nodes": [\n{nodes}\n]}}\n'


def _nodes(profile, values, actions, public, held):
    """Yield the decisions from a public state on, by the `held` weights with which both players come there."""
    game, node = profile.game, profile.game.node(actions)
    if isinstance(node, PublicChance):
        for shown in game.public_sequences(len(public) + 1):
            yield from _nodes(profile, values, (*actions, CHANCE), shown, held)
    elif isinstance(node, Decision):
        player, after = node.player, game.public_string(actions, public)
        names, strategy = game.outcomes(player), np.zeros((len(game.outcomes(player)), len(node.actions)))
        met, chips = met_and_chips(values[player], actions, public)
        hands = {}
        for i in np.flatnonzero(game.weights(public).any(axis=1 - player)).tolist():
            strategy[i] = list(profile[names[i], after].values())
            worth = chips[i].tolist() if met[i] > 0 else None
            hands[names[i]] = {"weight": float(held[player][i]), "strategy": strategy[i].tolist(), "values": worth}
        bets = game.bets_after(actions)
        yield {"after": after, "player": player, "bets": bets, "actions": node.actions, "hands": hands}
        for k, action in enumerate(node.actions):
            left = [part * strategy[:, k] if p == player else part for p, part in enumerate(held)]
            yield from _nodes(profile, values, (*actions, action), public, left)


def spot_from_json(text_or_path: str | Path) -> Profile:
    """Return the profile, and its spot, that `cfrlib.spot_to_json` wrote.

    Parameters
    ----------
    text_or_path : str or Path
        The text, which starts with "{", or the path of a file with it. Of a hand only ``strategy`` is read.

    Returns
    -------
    Profile
        With the same probabilities, to the last bit; its ``game`` is the spot.

    Raises
    ------
    TypeError, ValueError
        If it is no such text or file, or its nodes are not those of its spot.

    Examples
    --------
    >>> import cfrlib
    >>> game = cfrlib.games.spot("2c2d7h8s9s", ("AcAd, 4h3h", "KcKd"), pot=1, stack=1, bets=[1], raises=[])
    >>> exact = cfrlib.equilibrium(game)[1]
    >>> again = cfrlib.spot_from_json(cfrlib.spot_to_json(exact))
    >>> again == exact, again.game == game
    (True, True)
    """

    def played(read):
        game = spot(**read["spot"])
        given = {(hand, node["after"]): (node["actions"], part["strategy"])
                 for node in read["nodes"] for hand, part in node["hands"].items()}  # fmt: skip
        return _profile(game, given)

    return json_from(text_or_path, FORMAT, played)


def _profile(game, given):
    """Return the profile of a spot from {key: (names of actions, probabilities)}."""
    rows, flat = [], []
    for before, node in game.action_sequences():
        for key in game.keys(before) if isinstance(node, Decision) else ():
            names, strategy = given.pop(key, ((), ()))
            if tuple(names) != node.actions or len(strategy) != len(names):
                raise ValueError(f"at {key!r} its spot has actions {node.actions}, the file {strategy} for {names}")
            rows.append((key, *node))
            flat += strategy
    if given:
        raise ValueError(f"its spot has no information set {next(iter(given))!r}")
    return Profile.of_known(*zip(*rows, strict=True), flat, game)
