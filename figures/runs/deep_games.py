"""The games of the experiments with Deep CFR, by name."""

from cfrlib.games import bluff, kuhn, leduc

GAMES = {"kuhn": kuhn, "leduc": leduc, "bluff": bluff}
"""`bluff` is Bluff(1,1) with six faces."""
