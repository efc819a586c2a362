"""cfrlib: counterfactual regret minimisation, to be read, to be watched, and to be fast.

Everything below is loaded when it is first used, so `import cfrlib` takes no time.
"""

import importlib
import sys

__version__ = "0.1.0"

_WHERE = {
    "CFR": "cfrlib.engine",
    "Profile": "cfrlib.profile",
    "best_response": "cfrlib.evaluate",
    "best_response_values": "cfrlib.evaluate",
    "curve": "cfrlib.course.curves",
    "expected_value": "cfrlib.evaluate",
    "exploitability": "cfrlib.evaluate",
    "equilibrium": "cfrlib.linear_program",
    "cross_table": "cfrlib.matches",
    "match": "cfrlib.matches",
    "play": "cfrlib.widgets",
}
_MODULES = (
    "abstraction",
    "deep",
    "draw",
    "evaluate",
    "exercises",
    "experiments",
    "game",
    "games",
    "matches",
    "playing",
    "regret",
    "sampling",
    "strategy",
    "textbook",
    "tree",
    "widgets",
)

__all__ = sorted([*_WHERE, *_MODULES])


def __getattr__(name):
    if name in _WHERE:
        return getattr(importlib.import_module(_WHERE[name]), name)
    if name in _MODULES:
        return importlib.import_module(f"cfrlib.{name}")
    raise AttributeError(f"module 'cfrlib' has no attribute {name!r}")


def __dir__():
    return sorted([*globals(), *__all__])


if "ipykernel" in sys.modules:
    importlib.import_module("cfrlib.course.waiting").start()
