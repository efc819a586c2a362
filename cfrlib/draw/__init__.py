"""Pictures: trees, strategies, trajectories and convergence, as SVG with a description.

Every function returns a `Picture`, which a notebook shows; given a `name` it also writes ``figures/NAME.svg``.
Each is loaded when it is first used, and Graphviz and Matplotlib with it. The lists below say where each stands, and
``__init__.pyi`` says it to type checkers.
"""

from importlib import import_module

import lazy_loader as lazy

from cfrlib._util.extras import from_extras

OF_SEVERAL = {
    "curves": ["convergence", "lines"],
    "mask_tables": ["masks"],
    "picture": ["Picture", "show"],
    "preflop": ["preflop_grid"],
    "public": ["public_tree"],
    "samples": ["bars", "histogram", "intervals"],
    "spots": ["range_grid", "spot_grid"],
    "strategies": ["strategy_chart"],
    "trees": ["tree"],
}
OF_ONE_LESSON = {
    "simplex": "regret.simplexes", "plane": "regret.simplexes", "sweep_picture": "public_chance_sampling.sweep_picture",
    "betting_rounds": "holdem_in_two_rounds.betting_rounds", "flop_chart": "holdem_in_two_rounds.flop_chart",
    "preflop_buckets": "abstraction.preflop_buckets", "futures": "abstraction.hand_futures",
    "cross_table": "one_on_one.cross_tables",
}  # fmt: skip
"""Pictures that stand in the room of a lesson, and can be had here, too."""

_of_several, _, _ = lazy.attach(__name__, submod_attrs=OF_SEVERAL)
__all__ = sorted([*OF_ONE_LESSON, *(name for names in OF_SEVERAL.values() for name in names)])


@from_extras()
def __getattr__(name):
    if name in OF_ONE_LESSON:
        return getattr(import_module(f"cfrlib.lessons.{OF_ONE_LESSON[name]}"), name)
    return _of_several(name)


def __dir__():
    return __all__
