"""What the core needs of the engine, by name: imported when it is first asked for.

The core says what a game is and how a strategy is judged; it imports no engine, and on small games needs none. Where a
game is large it asks for one of these.
"""

from functools import cache
from importlib import import_module

PROVIDERS = {
    "CFR": "cfrlib.engine.solver",  # what solves a game with the trunk of it locked
    "layout_of": "cfrlib.engine.contract",  # how a game lies in memory, with a fast evaluator
    "table_profile": "cfrlib.engine.saved_profiles",  # a profile that was saved as the tables of a large game
    "solution": "cfrlib.engine.following",  # what a game is worth that another one ends in
    "states_of": "cfrlib.engine.common.state_values",  # what all public states are worth
}


@cache
def provided(name):
    """Return the function of this name that the engine provides."""
    return getattr(import_module(PROVIDERS[name]), name)
