"""A line over the page, which no cell has to show; see `cfrlib.widgets.waiting`."""

from pathlib import Path

import anywidget
import traitlets as T

FOLDER = Path(__file__).parent


class Note(anywidget.AnyWidget):
    """A line at the lower edge of the page. It counts seconds by itself, as Python is busy while it is seen."""

    _esm = "".join((FOLDER / name).read_text("utf-8") for name in ("kernel.js", "note.js"))
    _css = FOLDER / "note.css"

    where = T.Unicode("").tag(sync=True)
    """Which cell; "" hides the line."""
    since = T.Float(0.0).tag(sync=True)
    """Seconds that the cell had taken when the line was shown."""
    doing = T.Unicode("").tag(sync=True)

    def show(self, where, since, doing):
        """Show the line."""
        with self.hold_sync():
            self.where, self.since, self.doing = where, since, doing

    def hide(self):
        """Hide the line."""
        with self.hold_sync():
            self.where, self.doing = "", ""
