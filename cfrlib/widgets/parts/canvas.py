"""A picture in a widget that can be clicked and played by keyboard."""

from pathlib import Path

import anywidget
import traitlets as T

from cfrlib.widgets.parts.order import in_order

HERE = Path(__file__).parent


class Canvas(anywidget.AnyWidget):
    """An SVG picture that says what was clicked on it and which keys were pressed.

    Keys are taken while the focus is on the picture or anywhere else in the widget around it that has the
    class ``cfr-keys``, except in fields that need them themselves.

    Attributes
    ----------
    svg : str
        The picture, drawn with ``standalone=False``; or other markup, such as a group of radio buttons: then the Tab
        key reaches the one that is chosen, and Enter is left to `takes` and to buttons. What has the class "current",
        or a name in ``data-moves``, moves to its place from where it was in the picture before.
    alt : str
        What it shows, in a sentence; read aloud when it changes.
    zoom : float
        Size of the picture; 1 is its natural one.
    fit : bool
        Never wider than the room there is; else the picture scrolls, and its current history stays in sight.
    around : int
        Pixels of height that the page and the rest of the widget need: a picture that fits leaves them, so that both
        are on screen together; 0: it may be as high as it likes. See `cfrlib.widgets.parts.frame`.
    bare : bool
        Without its legend, which goes anyway where there is no room for texts of a legible size.
    ringed : str
        The ``data-node`` with a ring around it, which takes a few bytes where a new picture takes many.
    focusable : str
        A CSS selector of parts of the picture that can have the focus, such as ".node", in place of those that bring
        a ``tabindex``. The Tab key reaches one of them, and the arrow keys lead from it to the others.
    takes : list of str
        The keys to take: names as browsers have them, such as "ArrowRight".
    running : str
        What runs in the background, such as "The race", "" if nothing does; said at the foot of the page.
    clicked : dict
        ``node`` and ``infoset`` as they stand in the picture ("" if there is none), ``count`` so far, and ``how``:
        "click" or "Enter".
    key : dict
        ``name`` of the last key and ``count`` so far.
    stop : dict
        ``count``: how often the button was pressed that stops what runs.
    """

    _esm = "".join((HERE / name).read_text("utf-8") for name in ("kernel.js", "canvas.js"))
    _css = HERE / "canvas.css"

    svg = T.Unicode("").tag(sync=True)
    alt = T.Unicode("").tag(sync=True)
    zoom = T.Float(1.0).tag(sync=True)
    fit = T.Bool(True).tag(sync=True)
    around = T.Int(0).tag(sync=True)
    bare = T.Bool(False).tag(sync=True)
    ringed = T.Unicode("").tag(sync=True)
    focusable = T.Unicode("").tag(sync=True)
    takes = T.List(T.Unicode()).tag(sync=True)
    running = T.Unicode("").tag(sync=True)
    clicked = T.Dict({"node": "", "infoset": "", "count": 0, "how": ""})
    key = T.Dict({"name": "", "count": 0})
    stop = T.Dict({"count": 0})

    def __init__(self, on_click=None, on_key=None, on_stop=None, **traits):
        super().__init__(**traits)
        in_order(self).on_msg(self._told)
        for hear, call in ((self.on_click, on_click), (self.on_key, on_key), (self.on_stop, on_stop)):
            if call is not None:
                hear(call)

    def _told(self, _, content, __):
        """Take what the picture says, each by a message of its own: none is lost while Python is busy."""
        for trait in ("clicked", "key", "stop"):
            if trait in content:
                self._count(trait, content[trait])

    def _count(self, trait, what):
        setattr(self, trait, {**what, "count": getattr(self, trait)["count"] + 1})

    def on_click(self, call):
        """Let ``call(node, infoset)`` be called at each click, with the texts that stand in the picture."""
        self.observe(lambda change: call(change.new["node"], change.new["infoset"]), "clicked")

    def on_key(self, call):
        """Let ``call(name)`` be called for each key of `takes`."""
        self.observe(lambda change: call(change.new["name"]), "key")

    def on_stop(self, call):
        """Let ``call()`` be called when what runs is to be stopped."""
        self.observe(lambda _: call(), "stop")

    def show(self, drawn, alt=None):
        """Show a picture, with its own words or others."""
        self.svg, self.alt = drawn.svg, drawn.text if alt is None else alt

    def reveal(self, selector):
        """Bring into sight, and give the focus to, what a CSS selector finds in the widget around the picture."""
        self.send({"reveal": selector})

    def click(self, node="", infoset=""):
        """Do as if something was clicked."""
        self._count("clicked", {"node": str(node), "infoset": str(infoset), "how": "click"})

    def press(self, name):
        """Do as if a key was pressed."""
        self._count("key", {"name": name})
