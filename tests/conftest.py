"""What is kept between runs is kept in a directory of this run: no run depends on an earlier one. What is slow comes
first, or is left out.

All processes of a run share the directory, the kernels of notebooks, too: a table that one has made serves the others.
"""

import gc
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from absl.logging import get_absl_handler
from hypothesis import settings

HERE = Path(__file__).parent
SLOW = "pytestmark = pytest.mark.slow\n"
"""The line of a file whose tests take longer than some seconds. Of each engine `make quick` has `test_engines.py`."""


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="leave out what takes long, as its file says")
    parser.addoption("--all-sizes", action="store_true", help="look at the widgets on screens of all sizes, not of one")


def pytest_configure(config):
    settings.register_profile("cfrlib", deadline=None, derandomize=True)  # a busy machine is no reason to fail
    settings.load_profile("cfrlib")
    # OpenSpiel's logging takes the stderr of its import, and closes it where another program sets up its own logging.
    get_absl_handler().python_handler.stream = sys.__stderr__
    if not hasattr(config, "workerinput"):  # a worker of xdist has its environment from who starts it
        kept = TemporaryDirectory(prefix="cfrlib-tests-", ignore_cleanup_errors=True)
        config.add_cleanup(kept.cleanup)
        patch = pytest.MonkeyPatch()
        patch.setenv("CFRLIB_CACHE", kept.name)
        config.add_cleanup(patch.undo)


def pytest_ignore_collect(collection_path, config):
    """With --quick slow files are not even imported: that would take longer than the tests of the others."""
    if config.option.quick and collection_path.is_relative_to(HERE):
        slow = collection_path.suffix == ".py" and SLOW in collection_path.read_text(encoding="utf-8")
        return slow or collection_path.name in ("browser", "faults") or None
    return None


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is imported stays: nothing is to be looked through for garbage, neither meanwhile nor later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_itemcollected(item):
    if item.path.is_relative_to(HERE / "faults"):
        item.add_marker("fault")


def pytest_collection_modifyitems(config, items):
    """Begin with what is slow: notebooks, the browser and slow files, each kind spread evenly over the others.

    Processes take files in this order. A browser that waits has something beside it that computes; and where one
    process is done with its last file, the other has a short one, too. What `cfrlib warm` has left to be compiled is
    looked at before others compile it.
    """
    if not hasattr(config, "workerinput"):
        return
    kinds, places = {}, {}
    for item in items:
        kind = next((name for name in ("browser", "slow") if item.get_closest_marker(name)), item.path.suffix)
        kinds.setdefault(kind, {})[item.path] = None
    for kind, paths in kinds.items():
        places |= {path: k / len(paths) + (kind == ".py") for k, path in enumerate(paths)}
    items.sort(key=lambda item: (item.path.stem != "test_precompile", places[item.path]))
