"""A picture in a widget that can be clicked and played by keyboard."""

from pathlib import Path

import anywidget
import traitlets as T

from cfrlib.widgets.parts.controls import in_order

FOLDER = Path(__file__).parent


class Canvas(anywidget.AnyWidget):
    """An SVG picture that says what was clicked on it and which keys were pressed.

    It calls ``on_click(node, infoset)`` with the texts that stand in the picture ("" if there is none), for each key
    that it takes ``on_key(name)``, and ``on_stop()`` when what runs is to be stopped. Keys are taken while the focus is
    on it, or in the widget around it that has the class ``cfr-keys``, except in fields that need them themselves.
    """

    _esm = "".join((FOLDER / name).read_text("utf-8") for name in ("kernel.js", "vote.js", "canvas.js"))
    _css = FOLDER / "canvas.css"

    svg = T.Unicode("").tag(sync=True)
    """The picture, drawn with ``standalone=False``; or other markup, such as a group of radio buttons: then the Tab key
    reaches the one that is chosen. Enter presses buttons, and is sent only if `takes` lists it. What has the class
    "current", or a name in ``data-moves``, moves to its place from where it was in the picture before."""
    alt = T.Unicode("").tag(sync=True)
    """What it shows, in a sentence; read aloud when it changes."""
    zoom = T.Float(1.0).tag(sync=True)
    fit = T.Bool(True).tag(sync=True)
    """Whether it is never wider than the space there is; else it scrolls, and its current history stays in sight."""
    around = T.Int(0).tag(sync=True)
    """Pixels of height that the page and the rest of the widget need, so that all is on screen together; 0: none."""
    bare = T.Bool(False).tag(sync=True)
    """Whether it has no legend, which goes anyway where it would leave no texts of a legible size."""
    ringed = T.Unicode("").tag(sync=True)
    """The ``data-node`` with a ring around it, which takes a few bytes where a new picture takes many."""
    focusable = T.Unicode("").tag(sync=True)
    """A CSS selector of parts that can have the focus, in place of those that bring a ``tabindex``. The Tab key reaches
    one of them, and the arrow keys lead from it to the others."""
    takes = T.List(T.Unicode()).tag(sync=True)
    """Names of keys as browsers have them, such as "ArrowRight"."""
    hovers = T.Bool(False).tag(sync=True)
    """Whether pointing at a ``data-node`` does what clicking on it does."""
    votes = T.Bool(False).tag(sync=True)
    """Whether the hands of a class can be counted beside its radio buttons, by the page itself."""
    beat = T.Int(0).tag(sync=True)
    """Milliseconds after which the page presses the right arrow, again and again; 0: never."""
    running = T.Unicode("").tag(sync=True)
    """What runs in the background, such as "The race", "" if nothing does; said at the foot of the page."""

    def __init__(self, on_click=None, on_key=None, on_stop=None, **traits):
        super().__init__(**traits)
        self._calls = {
            "clicked": lambda said: on_click and on_click(said["node"], said["infoset"]),
            "key": lambda said: on_key and on_key(said["name"]),
            "stop": lambda _: on_stop and on_stop(),
        }
        in_order(self).on_msg(self._told)

    def _told(self, _, content, __):
        """Dispatch one message from canvas.js, so that none is lost while Python is busy.

        {clicked: {node, infoset}} | {key: {name}} | {stop: {}}
        """
        for what in self._calls.keys() & content.keys():
            self._calls[what](content[what])

    def show(self, drawn, alt=None):
        """Show a picture, with its own words or others."""
        self.svg, self.alt = drawn.svg, drawn.text if alt is None else alt

    def reveal(self, selector):
        """Bring into sight, and give the focus to, what a CSS selector finds in the widget around the picture."""
        self.send({"reveal": selector})

    def click(self, node="", infoset=""):
        """Do as if something was clicked."""
        self._calls["clicked"]({"node": str(node), "infoset": str(infoset)})

    def press(self, name):
        """Do as if a key was pressed."""
        self._calls["key"]({"name": name})
