"""What a reader chose first, in a file beside the notebook that a teacher can read: only where the reader agrees."""

import json
import os
from contextlib import suppress
from functools import cache
from pathlib import Path

import ipywidgets as W

from cfrlib._util.files import write_atomically
from cfrlib.widgets.parts.controls import in_order
from cfrlib.widgets.parts.questions import OWN, path_of


class Answers:
    """The file ``NN_name.answers.json``, such as {"after_a_win": "A"}: it is there as long as `box` is ticked.

    A question of one's own is called {"monday.toml/blinds": "B"}.
    """

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


def answers(lesson):
    """Return the answers to a lesson's questions, the same ones for all of a notebook; None where it is not.

    Those of a file of one's own are kept with the notebook that JupyterLab says asks them, or else beside that file.
    """
    if str(lesson).endswith(OWN):
        open_one = Path.cwd() / Path(os.environ.get("JPY_SESSION_NAME", "")).name
        return kept_at(open_one if open_one.suffix == ".ipynb" and open_one.exists() else path_of(lesson))
    notebook = next(Path.cwd().glob(f"[0-9][0-9]_{lesson}.ipynb"), None)
    return notebook and kept_at(notebook)


@cache
def kept_at(path):
    """Return the answers of the notebook, or of the file of questions, that is there."""
    return Answers(path.with_suffix(".answers.json"))
