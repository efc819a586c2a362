"""The public names: each says in full what it takes, gives and refuses, in words and in types that a checker reads."""

import inspect
import os
import subprocess
import sys
from functools import cached_property
from importlib import import_module
from pathlib import Path

import pytest
from numpydoc.validate import ERROR_MSGS, validate

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = {
    "cfrlib": "CFR Comparison Decision Game Profile PublicChance Terminal best_response best_response_values "
    "cross_table curve equilibrium expected_value exploitability match play",
    "cfrlib.games": "bluff holdem kuhn leduc leduc_no_limit matrix texas",
    "cfrlib.sampling": "ByPlace HalfLife Linear Mixed Scheme after cs half_life os pcs robust scheme visits",
    "cfrlib.regret": "Averaging Power RegretRule discounted",
    "cfrlib.tree": "InfoSet Node Tree from_efg from_openspiel to_efg unroll",
    "cfrlib.textbook": "CFR PublicChanceCFR PublicStep Round Step match_regrets normalised regret_matching",
    "cfrlib.deep": "DeepCFR",
    "cfrlib.matches": "Match baseline",
    "cfrlib.playing.session": "Session",
    "cfrlib.draw": "Picture bars betting_rounds bucket_path convergence cross_table flop_chart futures histogram "
    "intervals lines masks plane preflop_buckets preflop_grid public_tree show simplex strategy_chart sweep_picture "
    "tree",
    "cfrlib.widgets": "alpha_slider baseline_slider bucket_cuts bucket_view compile_ahead flop_view hidden_card "
    "leduc_rules pile play predict preflop_view race regret_explorer self_test stepper suit_fold sweep tree_view",
}
NAMES = [f"{module}.{name}" for module, names in PUBLIC.items() for name in names.split()]
COMPLETE = [m for m in PUBLIC if m.removeprefix("cfrlib.") not in ("regret", "deep", "matches", "playing.session")]
"""All that these export is public."""
NOT_ASKED = {"ES01", "EX01", "SA01"}
"""An extended summary, examples and "See Also" are there where they help."""


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


def documented(name):
    """Yield the full names whose docstrings a public name stands for; an override has that of what it overrides."""
    found = named(name)
    yield f"{found.__module__}.{found.__qualname__}"
    for kind, member, what in members(found) if inspect.isclass(found) else ():
        overrides = any(member in vars(base) for base in kind.__mro__[1:])
        if not member.startswith("__") and (what.__doc__ or not overrides):
            yield f"{kind.__module__}.{kind.__qualname__}.{member}"


def unannotated(function):
    """Return which parameters of a function have no type, and "return" if what it returns has none."""
    signature = inspect.signature(function)
    own = [p.name for p in signature.parameters.values() if p.annotation is p.empty and p.name not in ("self", "cls")]
    return own + ["return"] * (signature.return_annotation is signature.empty)


def functions(member):
    """Return the functions that make up a method or property."""
    if isinstance(member, property):
        return [function for function in (member.fget, member.fset) if function is not None]
    return [getattr(member, "func", getattr(member, "__func__", member))]


def test_the_list_is_complete():
    for module in COMPLETE:
        exported = {name for name in named(module).__all__ if callable(getattr(named(module), name))}
        assert exported == set(PUBLIC[module].split()), module


@pytest.mark.filterwarnings("ignore:Widget:DeprecationWarning")  # of ipywidgets, whose attributes are looked at
@pytest.mark.parametrize("name", NAMES)
def test_the_docstring_is_full(name):
    assert set(ERROR_MSGS) >= NOT_ASKED
    wrong = [
        f"{where}: {code} {message}"
        for where in documented(name) for code, message in validate(where)["errors"] if code not in NOT_ASKED
    ]  # fmt: skip
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", NAMES)
def test_the_signature_has_types(name):
    found = named(name)
    if not inspect.isclass(found):
        assert unannotated(found) == []
        return
    made = [p.name for p in inspect.signature(found).parameters.values() if p.annotation is p.empty]
    assert made == [], f"of {name}"
    for _, member, what in members(found):
        for function in functions(what):
            missing = unannotated(function)
            assert missing == [] or (member == "__init__" and missing == ["return"]), f"{name}.{member}"


# -- a type checker -----------------------------------------------------------------------


def checked(*files, cache):
    """Return what the type checker says about files that use the package."""
    command = [
        sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--no-error-summary",
        "--cache-dir", str(cache), *map(str, files),
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "MYPYPATH": str(ROOT)}, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return [line for line in done.stdout.splitlines() if ": error: " in line]


WRONG = """
import cfrlib

game = cfrlib.games.kuhn()
cfrlib.CFR(game, regrets="rm")
cfrlib.CFR(game, regret=3)
cfrlib.draw.tree(game, infoset=True)
cfrlib.exploitability(game, "profile")
cfrlib.games.leduc(rank=3)
cfrlib.play(game, seats=0)
strategy: str = cfrlib.Profile.uniform(game)["Q", "pb"]
"""


def test_a_type_checker_reads_the_types(tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG)
    found = checked(Path(__file__).with_name("consumer.py"), wrong, cache=tmp_path / "cache")
    right = [line for line in found if "consumer.py" in line]
    assert right == [], "\n".join(right)
    lines = {int(line.partition("wrong.py:")[2].partition(":")[0]) for line in found}
    assert lines == set(range(5, 12)), "\n".join(found)
