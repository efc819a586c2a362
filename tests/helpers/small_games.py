"""Small games of all kinds."""

from cfrlib.game import Terminal
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit

SMALL = [
    kuhn(), kuhn(cards=2), kuhn(cards=5, ante=2, bet=3), leduc(), leduc(suits_matter=False),
    leduc(ranks=4, suits=1, raises=3), leduc(ranks=2, suits=3, suits_matter=False),
    leduc(ranks=5, suits=2, bets="doubling", raises=1, suits_matter=False), leduc_no_limit(stack=2),
    leduc_no_limit(stack=4), bluff(faces=2), bluff(faces=4), bluff(faces=5, merged=False),
]  # fmt: skip


def named(game):
    """Name a test case after its game."""
    return repr(game)


def terminals(game):
    """Return the action sequences after which the game is over."""
    return [actions for actions, node in game.action_sequences() if isinstance(node, Terminal)]
