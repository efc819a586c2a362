__version__: str

__all__ = [
    "CFR",
    "CHANCE",
    "Comparison",
    "Decision",
    "Game",
    "Profile",
    "PublicChance",
    "Resolving",
    "Terminal",
    "abstraction",
    "best_response",
    "best_response_values",
    "check",
    "counterfactual_values",
    "cross_table",
    "curve",
    "deep",
    "draw",
    "engine",
    "equilibrium",
    "estimate",
    "evaluate",
    "exercises",
    "expected_value",
    "experiments",
    "exploitability",
    "game",
    "games",
    "match",
    "matches",
    "play",
    "playing",
    "profile",
    "reach",
    "regret",
    "resolve",
    "runs",
    "sampling",
    "subgame",
    "textbook",
    "tree",
    "widgets",
]

from . import (
    abstraction,
    deep,
    draw,
    engine,
    evaluate,
    exercises,
    game,
    games,
    matches,
    playing,
    profile,
    regret,
    runs,
    sampling,
    textbook,
    tree,
    widgets,
)
from .engine.estimates import estimate
from .engine.preflight import check
from .engine.solver import CFR
from .evaluate import best_response, best_response_values, expected_value, exploitability
from .exact.continual import Resolving
from .exact.linear_program import equilibrium
from .exact.public_states import counterfactual_values, reach
from .exact.resolving import resolve
from .exact.subgames import subgame
from .game import CHANCE, Comparison, Decision, Game, PublicChance, Terminal
from .matches import cross_table, match
from .profile import Profile
from .runs import experiments
from .runs.curves import curve
from .widgets.play import play
