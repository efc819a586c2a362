"""Fixtures of the browser tests: `open_notebook` takes a path in the repository, gives a `lab.Notebook`."""

import os

import lab
import pytest


@pytest.fixture(scope="session")
def chromium():
    """Skip without Chromium, or fail where CFRLIB_REQUIRE_BROWSER says that it must be there."""
    if lab.CHROMIUM is None:
        message = "no Chromium found; install it or name it in the variable CHROMIUM"
        if os.environ.get("CFRLIB_REQUIRE_BROWSER", "0") != "0":
            pytest.fail(message)
        pytest.skip(message)


@pytest.fixture(scope="session")
def lab_address(chromium, tmp_path_factory):
    with lab.jupyterlab(tmp_path_factory.mktemp("lab")) as address:
        yield address


@pytest.fixture(scope="module")  # Playwright's event loop must be gone when nbval's kernels start
def context(chromium, tmp_path_factory):
    with lab.browser(tmp_path_factory.mktemp("browser")) as context:
        yield context


@pytest.fixture
def open_notebook(context, lab_address):
    """Open notebooks, by their path in the repository, for the time of one test."""
    opened = []

    def open_one(path):
        opened.append(lab.Notebook(context, lab_address, path))
        return opened[-1]

    yield open_one
    for notebook in opened:
        notebook.close()
