"""What is kept between runs is kept in a directory of this run: no run depends on an earlier one. And what is quick.

All processes of a run share the directory, the kernels of notebooks, too: a table that one has made serves the others.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

HERE = Path(__file__).parent
NOT_QUICK = {
    "browser", "experiments", "faults",
    "abstraction/test_percentiles", "core/test_texas",
    "engine/test_buckets_cfr_br", "engine/test_buckets_joint", "engine/test_buckets_lifting",
    "cards/test_flops", "cards/test_hand_strength", "cards/test_isomorphism", "cards/test_ranks",
    "deep/test_deep_cfr", "deep/test_deep_saving", "deep/test_infosets", "deep/test_learners", "deep/test_reservoir",
    "draw/test_buckets", "draw/test_preflop",
    "exercises/test_abstraction", "experiments/test_sampling_runs",
    "util/test_compiling", "util/test_compile_cache", "engine/test_mixed_walks", "engine/test_single_walks",
    "engine/test_tree_walks",
    "matches/test_matches", "matches/test_simple_players",
    "playing/test_losses", "playing/test_luck", "playing/test_posterior", "playing/test_session", "playing/test_words",
    "engine/test_baselines", "engine/test_contract", "engine/test_buckets_draws", "engine/test_buckets_evaluator",
    "engine/test_buckets_walks",
    "engine/test_single_deals", "engine/test_bids_runs", "engine/test_bids_single", "engine/test_bids_walks",
    "engine/test_two_rounds_samples", "engine/test_two_rounds_walks",
    "widgets/test_play", "widgets/test_stepper",
    "core/test_bluff", "core/test_holdem_openspiel", "core/test_linear_program", "core/test_tree",
    "course/test_curves", "course/test_precompile", "course/test_variance", "course/test_waiting",
    "engine/test_sampling",
    "repository/test_benchmarked_profiles", "repository/test_build", "repository/test_docstrings",
    "repository/test_import", "repository/test_public_names",
    "textbook/test_public_chance", "textbook/test_textbook", "textbook/test_textbook_places",
    "textbook/test_textbook_sampling",
}  # fmt: skip
"""What takes longer than some seconds. Of each engine `make quick` has `engine/test_engines.py`."""
FIRST = (
    "course/test_precompile", "textbook/test_textbook", "core/test_linear_program", "core/test_tree",
    "repository/test_build", "repository/test_public_names", "repository/test_make_lab", "textbook/test_terminals",
    "cards/test_ranks", "repository/test_notebook_hygiene",
)  # fmt: skip
"""What a run begins with."""


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="leave out what takes long: see tests/conftest.py")
    parser.addoption("--all-sizes", action="store_true", help="look at the widgets on screens of all sizes, not of one")


def pytest_configure(config):
    settings.register_profile("cfrlib", deadline=None, derandomize=True)  # a busy machine is no reason to fail
    settings.load_profile("cfrlib")
    if not hasattr(config, "workerinput"):  # a worker of xdist has its environment from who starts it
        kept = TemporaryDirectory(prefix="cfrlib-tests-", ignore_cleanup_errors=True)
        config.add_cleanup(kept.cleanup)
        patch = pytest.MonkeyPatch()
        patch.setenv("CFRLIB_CACHE", kept.name)
        config.add_cleanup(patch.undo)
    config.addinivalue_line("markers", "fault: what must hold when something breaks; all of tests/faults is of it")
    config.addinivalue_line("markers", "slow_fault: as `fault`, and too long for every run: only `make faults` has it")


def pytest_ignore_collect(collection_path, config):
    if config.option.quick and collection_path.is_relative_to(HERE):
        return collection_path.relative_to(HERE).with_suffix("").as_posix() in NOT_QUICK or None
    return None


def pytest_itemcollected(item):
    if item.path.is_relative_to(HERE / "faults"):
        item.add_marker("fault")


def pytest_collection_modifyitems(config, items):
    """Spread notebooks and the browser over a run of several processes, in which files are dealt out in this order.

    So a browser that waits has something beside it that computes, the second edition of a notebook finds the tables of
    the first, and neighbours that would compile the same kernels at the same time are fewer. One process begins with
    `test_precompile`, which compiles what most others need; what stands beside it in `FIRST` needs little of that.
    """
    if not hasattr(config, "workerinput"):
        return
    kinds = {}
    for item in items:
        kind = kinds.setdefault((item.path.suffix, item.path.is_relative_to(HERE / "browser")), {})
        kind.setdefault(item.path, []).append(item)
    places = {path: k / (len(kind) + 1) for kind in kinds.values() for k, path in enumerate(kind)}
    places |= {HERE / f"{name}.py": k - len(FIRST) for k, name in enumerate(FIRST)}
    items.sort(key=lambda item: places[item.path])
