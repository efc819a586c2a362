"""A line over the page, which no cell has to show; see `cfrlib.widgets.waiting`."""

from pathlib import Path

import anywidget
import traitlets as T

HERE = Path(__file__).parent


class Note(anywidget.AnyWidget):
    """A line at the lower edge of the page. It counts seconds by itself, as Python is busy while it is seen.

    Attributes
    ----------
    where : str
        Which cell; "" hides the line.
    since : float
        Seconds that the cell had taken when the line was shown.
    doing : str
        What is being done, a few words.
    """

    _esm = "".join((HERE / name).read_text("utf-8") for name in ("kernel.js", "note.js"))
    _css = HERE / "note.css"

    where = T.Unicode("").tag(sync=True)
    since = T.Float(0.0).tag(sync=True)
    doing = T.Unicode("").tag(sync=True)

    def show(self, where, since, doing):
        """Show the line."""
        with self.hold_sync():
            self.where, self.since, self.doing = where, since, doing

    def hide(self):
        """Hide the line."""
        with self.hold_sync():
            self.where, self.doing = "", ""
