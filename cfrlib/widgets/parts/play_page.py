"""What a page needs to play hands of a small game without a kernel: `dealer.js` plays them, and knows no rules."""

from dataclasses import replace

from cfrlib.game import CHANCE, Game
from cfrlib.playing.chance import ACTIONS, dealing, generator
from cfrlib.playing.machine import Machine
from cfrlib.playing.record import Round
from cfrlib.playing.table import words
from cfrlib.playing.values import RoundValues
from cfrlib.tree import TERMINAL, unroll

MATCH, MOST = 5, 700
"""Hands after which luck is taken out; histories of a game at most."""


def for_page(play):
    """Return the tree of a `play` widget's game, what the profile does, what actions are worth, and the next hands."""
    session, game = play.session, play.session.game
    few = isinstance(game, Game) and len(game.chain) == 1 and game.num_infosets <= MOST
    if not few or (tree := unroll(game)).num_histories > MOST:
        raise ValueError(f"widget=play({game!r}): a page takes a game of one round with at most {MOST} histories")
    rounds, values = _rounds(tree), RoundValues(game, session.profile, "best")
    first, end = len(session.hands), len(session.hands) + play.recorded
    return {
        "game": game.name, "unit": game.unit, "seats": session.seats, "match": MATCH,
        "first": first, "hands": [_draws(session, tree, rounds, hand) for hand in range(first, end)],
        "best": [values.of(Round(game, seat, (0, 0))).start for seat in (0, 1)],
        "sets": [_infoset(session.profile, tree, rounds, infoset, values) for infoset in tree.infosets],
        "nodes": [_node(node, rounds.get(node.index)) for node in tree.nodes],
    }  # fmt: skip


def _rounds(tree):
    """Return {index: `Round`} of all histories in which both players hold something."""
    rounds, game = {}, tree.game
    for node in tree.nodes:
        if node.depth == 2:
            deal = (game.outcomes(player).index(label) for player, label in enumerate(node.history))
            rounds[node.index] = Round(game, 0, tuple(deal))
        elif node.depth > 2:
            before, shows = rounds[node.parent], tree.nodes[node.parent].player < 0
            after = (*before.actions, CHANCE if shows else node.action)
            public = (*before.public, node.action) if shows else before.public
            rounds[node.index] = replace(before, actions=after, public=public)
    return rounds


def _node(node, round_):
    """Return a history: what chance deals and to whom, who acts and how that is said, or what it pays Player 1."""
    put = round_ and round_.table.staked(round_.actions)
    if node.player == TERMINAL:
        return {"pays": node.payoff, "shows": round_.showdown, "put": put}
    if node.player < 0:
        return {"chance": node.probabilities, "faces": node.actions, "to": node.children, "put": put}
    done = [replace(round_, actions=(*round_.actions, action)) for action in node.actions]
    says = [round_.table.phrase(round_.actions, action) for action in node.actions]
    does = [words(after, len(round_.actions)) for after in done]
    return {"who": node.player, "set": node.infoset, "says": says, "does": does, "to": node.children, "put": put}


def _infoset(profile, tree, rounds, infoset, values):
    """Return what the profile does at an information set, what actions are worth to a person, and which are bluffs."""
    round_ = replace(rounds[infoset.nodes[0]], seat=infoset.player)
    try:
        worth = list(values.of(round_).action_values(round_.actions, round_.shown(), round_.deal[round_.seat]).values())
    except ValueError:  # nobody comes there against this profile
        worth = None
    plays = [profile[infoset.key][action] for action in infoset.actions]
    bluffs = [_bluff(tree, rounds, infoset, k) for k in range(len(plays))]
    return {"actions": infoset.actions, "plays": plays, "worth": worth, "bluffs": bluffs}


def _bluff(tree, rounds, infoset, k):
    """Say whether an action puts in more than the other player has, and then wins no showdown that can follow."""
    me, after = infoset.player, [tree.nodes[node].children[k] for node in infoset.nodes]
    put = rounds[after[0]].table.staked(rounds[after[0]].actions)
    shown = []
    while after:
        node = tree.nodes[after.pop()]
        after += node.children
        if node.player == TERMINAL and rounds[node.index].showdown:
            shown.append(node.payoff * (1, -1)[me])
    return put is not None and put[me] > put[1 - me] and max(shown, default=0) < 0


def _draws(session, tree, rounds, hand):
    """Return what chance and the machine draw in a hand of a session: {index of a history: which child it leads to}."""
    machine, seat = Machine(session.game, session.profile), session.seat_in(hand)
    deal, public = dealing(session.seed, hand)(session.game, 0)
    labels = [session.game.outcomes(player)[k] for player, k in enumerate(deal)]
    drawn = {0: labels[0], tree.find(labels[0]).index: labels[1]}
    for index, round_ in rounds.items():
        shown, player = round_.public, tree.nodes[index].player
        if round_.deal != deal or shown != public[: len(shown)] or player in (seat, TERMINAL):
            continue
        rng = generator(session.seed, ACTIONS, hand, 0, len(round_.actions))
        drawn[index] = public[len(shown)] if player < 0 else machine.choose(round_, rng)
    return {index: tree.nodes[index].actions.index(label) for index, label in drawn.items()}
