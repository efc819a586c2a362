"""What a game says otherwise than the class of `cfrlib.games` that it is made from: then engines, tables and formulas
that know the rules of this class by heart must not be asked."""

from functools import cache, cached_property

from cfrlib._util import built

HARMLESS = {
    "layout", "name", "num_classes", "num_infoset_actions", "num_infosets", "num_keys", "small", "table", "unit",
}  # fmt: skip
"""No number of a game follows from these."""
READ = {"bets", "fix_leaves", "following", "leaf", "percentiles", "roll_weights", "tolerance"}
"""Whoever knows the rules by heart asks for these."""
PAYING = {"best_payoff", "best_payoff_table", "canonical", "payoff", "payoff_table", "row", "showdown"}
"""No information set comes or goes with these."""


@cache
def _changed(kind):
    """Return (the class of ours that a class is made from, what it changes, what an object of it can change)."""
    ours = next(base for base in kind.__mro__ if f"{base.__module__}.".startswith(("cfrlib.game.", "cfrlib.games.")))
    names = {name for name in dir(ours) if not name.startswith("__") and name != "_abc_impl"} - HARMLESS
    changed = frozenset(name for name in names if getattr(kind, name) is not getattr(ours, name))
    return ours, changed, frozenset(name for name in names if not isinstance(getattr(ours, name), cached_property))


built.caches.append(_changed.cache_clear)


def made_from(game):
    """Return the class of `cfrlib.games` that a game is, or is made from; `Game` if it is wholly of one's own."""
    return _changed(type(game))[0]


def changes(game):
    """Return the names to which a game gives another meaning than the class of `cfrlib.games` that it is made from."""
    _, changed, settable = _changed(type(game))
    return changed | (vars(game).keys() & settable)


def own_rules(game):
    """Return those of its `changes` that are not read by who knows the rules by heart."""
    return changes(game) - READ


def counted_anew(game):
    """Return whether formulas for the number of information sets no longer hold."""
    return not own_rules(game) <= PAYING
