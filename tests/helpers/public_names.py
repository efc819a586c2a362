"""The public names of the package: what docstrings, types, examples and refusals are looked at for."""

import inspect
from functools import cached_property
from importlib import import_module

PUBLIC = {
    "cfrlib": "CFR Comparison Decision Game Profile PublicChance Resolving Terminal best_response best_response_values "
    "check counterfactual_values cross_table curve equilibrium estimate expected_value exploitability match play reach "
    "resolve subgame",
    "cfrlib.games": "bluff holdem kuhn leduc leduc_no_limit matrix spot texas",
    "cfrlib.sampling": "ByPlace HalfLife Linear Mixed Scheme after cs half_life os pcs robust scheme visits",
    "cfrlib.regret": "Averaging Power Ramp RegretRule discounted mmd",
    "cfrlib.tree": "InfoSet Node Tree from_efg from_openspiel to_efg unroll",
    "cfrlib.textbook": "CFR PublicChanceCFR PublicStep Round Step match_regrets normalized regret_matching",
    "cfrlib.deep": "DeepCFR",
    "cfrlib.matches": "Match baseline",
    "cfrlib.playing.session": "Session",
    "cfrlib.draw": "Picture bars betting_rounds convergence cross_table flop_chart futures histogram "
    "intervals lines masks plane preflop_buckets preflop_grid public_tree range_grid show simplex spot_grid "
    "strategy_chart sweep_picture tree",
    "cfrlib.widgets": "alpha_slider baseline_slider bucket_cuts bucket_view compile_ahead drag_bars flop_view "
    "hidden_card leduc_rules learning page pile play predict preflop_view race regret_explorer self_test "
    "stepper suit_fold sweep tree_view",
}
NAMES = [f"{module}.{name}" for module, names in PUBLIC.items() for name in names.split()]


def named(name):
    """Return what a user reaches by this name; a module of it may have to be imported."""
    found = import_module("cfrlib")
    for part in name.split(".")[1:]:
        found = getattr(found, part) if hasattr(found, part) else import_module(f"{found.__name__}.{part}")
    return found


def members(cls):
    """Yield (class that defines it, name, what it is) of the public methods and properties that this package wrote."""
    seen = set()
    for kind in cls.__mro__:
        for name, member in vars(kind).items() if kind.__module__.startswith("cfrlib") else ():
            public = name in ("__init__", "__call__", "__getitem__") or not name.startswith("_")
            function = inspect.isfunction(member) or isinstance(member, classmethod | staticmethod)
            if public and name not in seen and (function or isinstance(member, property | cached_property)):
                seen.add(name)
                yield kind, name, member
