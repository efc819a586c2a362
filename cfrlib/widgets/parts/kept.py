"""What a reader chose first, in a file beside the notebook that a teacher can read: only where the reader agrees."""

import json
from contextlib import suppress
from functools import cache
from pathlib import Path

import ipywidgets as W

from cfrlib._util.files import write_atomically
from cfrlib.widgets.parts.controls import in_order


class Answers:
    """The file ``NN_name.answers.json``, such as {"after_a_win": "A"}: it is there as long as `box` is ticked."""

    def __init__(self, path):
        self.path, self.first = path, {}
        words = {"description": "Keep my answers in a file for my teacher", "tooltip": f"It is {path.name}"}
        self.box = in_order(W.Checkbox(value=path.exists(), indent=False, layout=W.Layout(width="auto"), **words))
        self.box.observe(lambda _: self._keep(), "value")

    def add(self, question, letter):
        """Take note of a choice that is locked; what was locked before it stays."""
        self.first.setdefault(question, letter)
        if self.box.value:
            self._keep()

    def _keep(self):
        try:
            if not self.box.value:
                return self.path.unlink(missing_ok=True)
            with suppress(FileNotFoundError, ValueError):
                self.first |= json.loads(self.path.read_text(encoding="utf-8"))
            write_atomically(self.path, lambda file: file.write(json.dumps(self.first, indent=1).encode()))
        except OSError as error:
            self.box.description = f"Not kept: {error}"


@cache
def answers(lesson):
    """Return the answers to a lesson's questions, the same ones for all of them; None where its notebook is not."""
    notebook = next(Path.cwd().glob(f"[0-9][0-9]_{lesson}.ipynb"), None)
    return notebook and Answers(notebook.with_suffix(".answers.json"))
