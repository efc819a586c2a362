"""One on one: matches between strategies, cross tables, and simple players to measure oneself against."""

from cfrlib.matches.baselines import BASELINES, baseline
from cfrlib.matches.playing import Match, cross_table, expected, match

__all__ = ["BASELINES", "Match", "baseline", "cross_table", "expected", "match"]
