"""The size of limit Texas hold'em with all names of suits."""

from math import comb

from cfrlib.engine.contract import layout_of
from cfrlib.games import holdem


def texas_holdem():
    """Return (information sets, entries) of limit Texas hold'em with all names of suits; entries are actions."""
    part = layout_of(holdem((3, 4), deck=(4, 2)))
    sets, entries, ways, deals = 0, 0, 1, 1
    rounds = (part.first, comb(52, 2)), (part.second, comb(50, 3)), (part.second, 47), (part.second, 46)
    for betting, dealt in rounds:  # a hand, the flop, the turn, the river
        deals *= dealt
        sets += ways * deals * sum(len(names) > 0 for names in betting.names)
        entries += ways * deals * betting.betting.rows
        ways *= len(betting.nexts) or betting.betting.shows
    return sets, entries
