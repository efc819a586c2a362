"""Drive a real JupyterLab in headless Chromium.

`jupyterlab` runs the recipe of ``make lab`` in the environment of the tests; `browser` opens Chromium; a
`Notebook` is a tab in which one notebook can be run and used. Everything JupyterLab writes goes to a
temporary folder, so a developer's own settings can neither break a test nor be changed by it.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
NAMES = [os.environ.get("CHROMIUM", "chromium"), "chromium-browser", "google-chrome"]
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {
    "apputils-extension/notification": {"checkForUpdates": False},
    # a test must not save the notebook it looks at
    "docmanager-extension/plugin": {"autosave": False},
}
TOKEN = "test"
SCROLL = """() => [...document.querySelectorAll('.jp-OutputArea-output, .jp-OutputArea-output *')].filter(box => {
    const { overflowX, overflowY } = getComputedStyle(box);
    return (overflowY !== 'visible' && box.clientHeight > 1 && box.scrollHeight > box.clientHeight)
        || (overflowX !== 'visible' && box.clientWidth > 1 && box.scrollWidth > box.clientWidth);
}).map(box => `${box.tagName} ${box.className} ${box.scrollWidth} ${box.scrollHeight}`)"""
"""The boxes whose content does not fit."""
INK = """selector => [...document.querySelectorAll(selector)].map(part => getComputedStyle(part).color
    .match(/[0-9.]+/g).slice(0, 3).reduce((sum, c) => sum + Number(c), 0) / 765)"""
"""How light what is written is: 0 for black to 1 for white."""
INVERTED = "images => images.map((image) => getComputedStyle(image).filter.startsWith('invert'))"
ASK = """async code => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const asked = kernel.requestExecute({ code });
    let said = '';
    asked.onIOPub = message => { said += message.content.text ?? ''; };
    await asked.done;
    return said;
}"""
"""What a line of code prints in the kernel."""


def free_port():
    """Return a port that nobody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextmanager
def jupyterlab(state):
    """Start ``make lab`` with all its state in the folder `state`; yield its address.

    The stamp of the environment is declared old (``-o``), so that nothing is installed. Nothing is compiled ahead:
    what a test needs is compiled by the test, and everything else would only take the processor from it.
    """
    for name, values in SETTINGS.items():
        path = state / "settings/@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(values))
    folders = {
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "IPYTHONDIR": "ipython",
    }
    address = f"http://127.0.0.1:{free_port()}"
    port = address.rpartition(":")[2]
    # LabApp.expose_app_in_browser gives the page window.jupyterapp
    args = f"--no-browser --ip=127.0.0.1 --port={port} --IdentityProvider.token={TOKEN}"
    args += " --LabApp.expose_app_in_browser=True"
    log = state / "lab.log"
    server = subprocess.Popen(
        ["make", "lab", f"VENV={sys.prefix}", "-o", f"{sys.prefix}/lab.stamp", "WARM=no", f"LAB_ARGS={args}"],
        cwd=ROOT,
        env=os.environ | {key: str(state / folder) for key, folder in folders.items()},
        stdout=log.open("w"),
        stderr=subprocess.STDOUT,
        start_new_session=True,  # make, its shell and the server end together
    )
    try:
        for _ in range(120):
            try:
                urllib.request.urlopen(f"{address}/api?token={TOKEN}", timeout=1).close()
                break
            except OSError:
                if server.poll() is not None:
                    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()}") from None
                time.sleep(0.5)
        else:
            raise RuntimeError(f"JupyterLab did not answer within a minute:\n{log.read_text()}")
        yield address
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGTERM)
        server.wait(20)


@contextmanager
def browser(state):
    """Open headless Chromium with its profile in the folder `state`."""
    with sync_playwright() as p:
        context = p.chromium.launch_persistent_context(
            str(state / "profile"),
            executable_path=CHROMIUM,
            headless=True,
            args=FLAGS,
            viewport={"width": 1300, "height": 1000},
        )
        yield context
        context.close()


def button(page, text, which=0):
    """Return a button of a widget by its text, the first of the page or another."""
    return page.locator(".cfr-widget button").filter(has_text=text).nth(which)


def more(page, which=0):
    """Open the menu of a widget, the first of the page or another, where it has what is pressed seldom."""
    button(page, "More", which).click()


def expect_text(page, selector, text):
    """Wait until something that a CSS selector finds says this."""
    page.locator(selector).filter(has_text=text).first.wait_for(timeout=10_000)


def readable_in_both_themes(page, *selectors, save=None):
    """See that what CSS selectors find is light in the dark theme and dark in the light one; save pictures of it.

    No picture is a white box in the dark theme.
    """
    for theme in ("Dark", "Light"):
        page.evaluate(f"window.jupyterapp.commands.execute('apputils:change-theme', {{ theme: 'JupyterLab {theme}' }})")
        page.wait_for_function(f"document.body.dataset.jpThemeName === 'JupyterLab {theme}'")
        inks = [ink for selector in selectors for ink in page.evaluate(INK, selector)]
        assert min(inks) > 0.8 if theme == "Dark" else max(inks) < 0.3
        images = page.locator(".jp-OutputArea-output img[role=img]")
        assert set(images.evaluate_all(INVERTED)) <= {theme == "Dark"}
        for k, widget in enumerate(page.locator(".cfr-widget.cfr-keys").all() if save else ()):
            widget.screenshot(path=f"{save}_{k}_{theme}.png")


def from_jupyterlab_alone(stack):
    """Return whether nothing but JupyterLab's own program is on the stack of an error, neither a widget nor a test.

    It takes cells out of the page that are not in sight, on a busy machine now and then one that is out already, and
    the browser then says that the node to be removed is not a child. Widgets come from addresses of their own.
    """
    places = re.findall(r"(?:https?|blob):\S+", stack)
    return bool(places) and all("/static/lab/" in place for place in places)


class Notebook:
    """One notebook, by its path or else the one that JupyterLab opens, in a tab and connected to its kernel.

    Attributes
    ----------
    page : playwright.sync_api.Page
        The tab.
    errors : list of str
        JavaScript errors so far, with their stacks, but those of JupyterLab alone: see `from_jupyterlab_alone`.
    """

    def __init__(self, context, address, name):
        self.page, self.errors = context.new_page(), []
        self.page.on("pageerror", self._keep)
        self.page.goto(f"{address}/{name and 'doc/tree/'}{name}?token={TOKEN}")
        self.page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=60_000)
        # The status bar says "Idle" before the session exists, and a menu click then opens the
        # "Select Kernel" dialog. Asking the application is the only reliable signal.
        self.page.evaluate("""async () => {
            const app = window.jupyterapp; await app.restored;
            const session = app.shell.currentWidget.sessionContext; await session.ready;
            if (!session.session?.kernel) throw new Error('no kernel');
            await session.session.kernel.info;
        }""")

    def _keep(self, error):
        said = error.stack or str(error)
        if not from_jupyterlab_alone(said):
            self.errors.append(said)

    def run_all(self):
        """Run every cell; fail with the errors of cells not tagged ``raises-exception``."""
        raised = self.page.evaluate("""async () => {
            const app = window.jupyterapp;
            await app.commands.execute('notebook:run-all-cells');
            return app.shell.currentWidget.content.widgets
                .filter(cell => cell.model.type === 'code')
                .filter(cell => !(cell.model.getMetadata('tags') ?? []).includes('raises-exception'))
                .flatMap(cell => cell.model.outputs.toJSON())
                .filter(output => output.output_type === 'error')
                .map(output => `${output.ename}: ${output.evalue}`);
        }""")
        assert raised == []

    def nudge_slider(self, steps=1, index=0):
        """Move a slider by the keyboard: what a keyboard user does, and never flaky."""
        handle = self.page.locator(".noUi-handle").nth(index)
        handle.scroll_into_view_if_needed()
        handle.focus()
        for _ in range(steps):
            self.page.keyboard.press("ArrowRight")

    def close(self):
        """Shut the kernel down and close the tab."""
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
        self.page.close()
