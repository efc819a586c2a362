"""The rules, one file a game."""

from cfrlib.games.bluff import bluff
from cfrlib.games.holdem import holdem
from cfrlib.games.kuhn import kuhn
from cfrlib.games.leduc import leduc
from cfrlib.games.leduc_no_limit import leduc_no_limit
from cfrlib.games.matrix import matrix
from cfrlib.games.spot import spot
from cfrlib.games.texas import texas

__all__ = ["bluff", "holdem", "kuhn", "leduc", "leduc_no_limit", "matrix", "spot", "texas"]
