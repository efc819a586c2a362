"""Fixtures of the browser tests: a `lab.Notebook` for a path in the repository, or for the sources of cells."""

import os

import lab
import nbformat
import pytest

from cfrlib import widgets


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


@pytest.fixture(scope="module")
def open_notebook(context, lab_address):
    """Open notebooks, by their path in the repository, for the tests of a module."""
    opened = []

    def open_one(path):
        opened.append(lab.Notebook(context, lab_address, path))
        return opened[-1]

    yield open_one
    for notebook in opened:
        notebook.close()


@pytest.fixture(scope="module")
def open_made(open_notebook):
    """Open a notebook that a test has made; return it and its file."""
    folder, made = lab.ROOT / "build" / "browser", []  # ignored by git, served by JupyterLab
    folder.mkdir(parents=True, exist_ok=True)

    def open_one(name, nb):
        nb.metadata.setdefault("kernelspec", {"name": "python3", "display_name": "Python 3"})  # else JupyterLab asks
        made.append(folder / f"{name}.ipynb")
        nbformat.write(nb, made[-1])
        return open_notebook(made[-1].relative_to(lab.ROOT).as_posix()), made[-1]

    yield open_one
    for path in made:
        path.unlink()


@pytest.fixture(scope="module")
def open_cells(open_made):
    """Open a notebook made of these cells, run them, and wait until there is something of this CSS selector.

    A notebook of a name that is open already is run again: its widgets are new, and its kernel has compiled.
    """
    opened = {}

    def open_one(name, *sources, until):
        if name not in opened:
            cells = [nbformat.v4.new_code_cell(source.strip()) for source in sources]
            opened[name], _ = open_made(name, nbformat.v4.new_notebook(cells=cells))
        notebook = opened[name]
        notebook.page.bring_to_front()
        notebook.errors.clear()
        notebook.run_all()
        notebook.page.locator(until).first.wait_for()
        return notebook

    return open_one


@pytest.fixture
def opened(context, tmp_path):
    """Open the page of a widget, without a network; return it, and a list of what went wrong."""
    context.set_offline(True)
    tab, wrong = context.new_page(), []
    tab.on("pageerror", lambda error: wrong.append(str(error)))

    def open_page(widget):
        widgets.page(widget, tmp_path / "page.html")
        tab.goto((tmp_path / "page.html").as_uri())
        tab.wait_for_selector(".cfr-widget")
        return tab, wrong

    yield open_page
    tab.close()
    context.set_offline(False)
