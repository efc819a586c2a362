"""A button that compiles what the notebooks use, while one reads on."""

from __future__ import annotations

import html
import subprocess
import sys
import threading

import ipywidgets as W

from cfrlib.widgets.parts.canvas import Canvas
from cfrlib.widgets.parts.controls import button

COMMAND = [sys.executable, "-u", "-m", "cfrlib", "warm"]


class compile_ahead(W.HBox):
    """A button that compiles what the notebooks use in another process; `says` shows the last line of its output."""

    def __init__(self) -> None:
        self.says = W.HTML()
        self.start = button("Compile ahead", "cogs", "Compile what the notebooks use, while you read on", self.run)
        super().__init__([self.start, self.says, Canvas()])  # the canvas sees when the kernel goes
        self.add_class("cfr-widget")

    def run(self) -> threading.Thread:
        """Start the process; return the thread that reads its output and ends with it."""
        self.start.disabled = True
        self.says.value = "begins ..."
        process = subprocess.Popen(COMMAND, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        reading = threading.Thread(target=self._read, args=[process], daemon=True)
        reading.start()
        return reading

    def _read(self, process):
        line = ""
        for line in process.stderr:
            self.says.value = html.escape(line.strip())
        if process.wait():
            self.says.value = f"It failed: {html.escape(line.strip())}"
            self.start.disabled = False

    def _repr_mimebundle_(self, **kwargs):
        instead = {"text/plain": "A button that compiles ahead; run the cell to use it."}
        return {**super()._repr_mimebundle_(**kwargs), **instead}, {}
