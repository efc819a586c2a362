"""One on one: matches between strategies, cross tables, and simple players to measure oneself against."""

from cfrlib.matches.duplicate import Match, cross_table, expected, match
from cfrlib.matches.simple_players import BASELINES, baseline

__all__ = ["BASELINES", "Match", "baseline", "cross_table", "expected", "match"]
