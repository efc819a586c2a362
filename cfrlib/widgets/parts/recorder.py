"""Record a widget as it is: what each of its states shows, and which one each button, key, slider and click leads to.

Boxes, controls, words and pictures are read off the widget, so nothing is drawn twice. What its state is, and what a
page has of it, it says by the public names of `cfrlib.widgets.Widget`. What stands behind *More* is left out, too, and
what is typed is text. `player.js` plays what is recorded here.
"""

import base64
import json
import re
import zlib
from contextlib import contextmanager
from html import escape

import ipywidgets as W

from cfrlib.widgets.parts.canvas import FOLDER, Canvas

MOST = 700
"""States of a recording: a page of them has some hundred kilobytes."""
PIECES = re.compile("(?<=>)(?=<)")
"""Where a text is cut: most pieces of a picture stay as they are from one state to the next."""
FIXED = {
    Canvas: ("focusable", "around", "fit", "zoom", "bare", "votes", "hovers"), W.HTML: (), W.Button: ("tooltip",),
    W.ToggleButton: ("tooltip",), W.Dropdown: ("description", "tooltip"),
    W.Text: ("description",), W.BoundedIntText: ("description",),
    W.IntSlider: ("description", "tooltip", "min", "max", "step", "readout"),
    W.FloatSlider: ("description", "tooltip", "min", "max", "step"),
}  # fmt: skip
"""What is recorded, and what of it is the same in all states."""
SHOWN = {
    Canvas: ("svg", "alt", "ringed", "beat"), W.HTML: ("value",), W.Button: ("description", "disabled", "button_style"),
    W.ToggleButton: ("value", "description", "button_style"), W.Dropdown: ("_options_labels", "index", "disabled"),
    W.Text: ("value",), W.BoundedIntText: ("value",), W.IntSlider: ("value",), W.FloatSlider: ("value",),
}  # fmt: skip
"""What changes from state to state."""
BOX = "flex", "width", "min_width", "max_width", "display"


def live(widget, still=""):
    """Return the markup of a widget that moves where `script` and `style` are; until then `still` is seen.

    Below it stands what it can do in a notebook only.
    """
    marked = []
    for recording in recordings(widget):
        text = json.dumps(recording, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
        packed = base64.b64encode(zlib.compress(text, 9)).decode()
        marked.append(f'<div class="cfr-live" data-recording="{packed}">{still}</div>')
        still = ""
    return "\n".join(marked) + only(widget)


def only(widget, before=""):
    """Return the line that says what a widget, or a class of them, can do in a notebook only."""
    said = getattr(widget, "only", "")
    return f'\n<p class="cfr-only">{before}Only in JupyterLab: {escape(said)}.</p>' if said else ""


def script():
    """Return the program that plays recordings, a classic script: browsers load no module from a file."""
    player = "".join((FOLDER / name).read_text("utf-8") for name in ("vote.js", "canvas.js", "dealer.js", "player.js"))
    return f"(() => {{\n{player.replace('export default { initialize, render };', '')}}})();\n"


def style():
    """Return the look of widgets outside of JupyterLab."""
    return "".join((FOLDER / name).read_text("utf-8") for name in ("canvas.css", "player.css", "dealer.css"))


def recordings(widget):
    """Return {"layout", "slots", "events", "starts"} of a widget, or of each question; at most `MOST` states.

    Of a widget without an end of states that has `for_page`, it is what that returns: see `play_page.py`.
    """
    if hasattr(widget, "for_page"):
        return [widget.for_page()]
    return [_recording(part) for part in getattr(widget, "asked", [widget])]


def _recording(widget):
    if not widget.state:
        raise _endless(widget)
    leaves, frames = {}, []
    layout, start = _layout(widget, leaves, _left_out(widget)), _get(widget)
    try:
        with _undrawn(widget):
            states, events = _reached(widget, leaves, start)
        for state in states:
            with _undrawn(widget):
                _put(widget, state)
            widget.refresh()
            shown = {f"{k} {name}": getattr(leaf, name) for k, leaf in leaves.items() for name in SHOWN[_kind(leaf)]}
            frames.append(shown)
    finally:
        _put(widget, start)
        widget.refresh()
    slots = {slot: _packed([frame[slot] for frame in frames]) for slot in frames[0]}
    starts = [k for k, leaf in leaves.items() if leaf is getattr(widget, widget.starts or "state")]
    return {"layout": layout, "events": events, "slots": slots, "starts": starts}


def _reached(widget, leaves, start):
    """Return all states that events lead to, breadth first, and {event: where it leads from each of them}."""
    places, states, events = {start: 0}, [start], {}
    for k, state in enumerate(states):  # grows
        _put(widget, state)
        for event, do in list(_events(widget, leaves)):
            _put(widget, state)
            do()
            after = _get(widget)
            if after not in places and widget.recordable():
                places[after] = len(states)
                states.append(after)
            if after != state and after in places:
                events.setdefault(event, {})[k] = places[after]
        if len(states) > MOST:
            raise _endless(widget)
    # Where an event leads nowhere, the state stays.
    return states, {event: [leads.get(k, k) for k in range(len(states))] for event, leads in events.items()}


def _endless(widget):
    return ValueError(
        f"widget={type(widget).__name__}(...): a page takes a widget that has at most {MOST} states, such as "
        f"predict(...) or stepper(..., iterations=2), and this one has more: {widget.only or 'too many to record'}"
    )


def _left_out(widget):
    """Return controls and keys that a page has not."""
    return [*widget.left_out, *(getattr(widget, name) for name in widget.left_out if hasattr(widget, name))]


def _part(widget, name):
    """Return what holds a part of the state, and by which name: of a control it is the value."""
    part = getattr(widget, name)
    return (part, "value") if isinstance(part, W.ValueWidget) else (widget, name)


def _get(widget):
    return tuple(getattr(*_part(widget, name)) for name in widget.state)


def _put(widget, state):
    for name, value in zip(widget.state, state, strict=True):
        if getattr(*_part(widget, name)) != value:  # some take their time
            setattr(*_part(widget, name), value)


@contextmanager
def _undrawn(widget):
    """Draw nothing in this block, which takes most of the time."""
    widget.refresh = lambda: None
    try:
        yield
    finally:
        del widget.refresh


def _layout(part, leaves, left_out=()):
    """Return how a part of a widget is laid out, and number its controls, words and pictures in `leaves`."""
    style = {name: value for name in BOX if (value := getattr(part.layout, name)) is not None}
    look = {"classes": list(part._dom_classes), "style": style}
    if isinstance(part, W.Box):
        shown = [child for child in part.children if not {"cfr-menu", "cfr-more"} & set(child._dom_classes)]
        inside = [_layout(child, leaves, left_out) for child in shown if child not in left_out]
        return {**look, "column": isinstance(part, W.VBox), "children": inside}
    number = len(leaves)
    leaves[number] = part
    kind = _kind(part)
    if kind is Canvas:
        look["takes"] = [key for key in part.takes if key not in left_out]
    return {**look, "id": number, "kind": kind.__name__, **{name: getattr(part, name) for name in FIXED[kind]}}


def _kind(leaf):
    for kind in type(leaf).__mro__:
        if kind in FIXED:
            return kind
    raise ValueError(f"{type(leaf).__name__}: a page takes {', '.join(kind.__name__ for kind in FIXED)}")


def _events(widget, leaves):
    """Yield (name of an event, what it does)."""
    for k, leaf in leaves.items():
        if isinstance(leaf, Canvas):
            keys = [key for key in leaf.takes if key not in widget.left_out]
            yield from ((f"{k} key {key}", lambda leaf=leaf, key=key: leaf.press(key)) for key in keys)
            yield from ((f"{k} click {spot}", lambda leaf=leaf, spot=spot: leaf.click(spot)) for spot in widget.spots)
        elif isinstance(leaf, W.Button):
            yield f"{k}", leaf.click
        elif isinstance(leaf, W.ToggleButton):
            yield f"{k}", lambda leaf=leaf: setattr(leaf, "value", not leaf.value)
        elif isinstance(leaf, W.Dropdown):
            choices = range(len(leaf.options))
            yield from ((f"{k} {n}", lambda leaf=leaf, n=n: setattr(leaf, "index", n)) for n in choices)
        elif isinstance(leaf, W.IntSlider | W.FloatSlider):
            steps = range(round((leaf.max - leaf.min) / leaf.step) + 1)
            values = ((n, leaf.min + n * leaf.step) for n in steps)
            yield from ((f"{k} {n}", lambda leaf=leaf, v=v: setattr(leaf, "value", v)) for n, v in values)


def _packed(column):
    """Return what a slot shows in each state: once if always the same; of a text how it differs from the one before.

    A change is [pieces kept at the front, pieces taken out after them, new pieces ...]: `player.js` undoes it.
    """
    if all(value == column[0] for value in column):
        return {"same": column[0]}
    if not isinstance(column[0], str):
        return {"each": column}
    pieces, before, changes = {}, [], []
    for text in column:
        now = [pieces.setdefault(piece, len(pieces)) for piece in PIECES.split(text)]
        shorter = min(len(before), len(now))
        head = next((k for k in range(shorter) if before[k] != now[k]), shorter)
        tail = next((k for k in range(shorter - head) if before[~k] != now[~k]), shorter - head)
        changes.append([head, len(before) - head - tail, *now[head : len(now) - tail]])
        before = now
    return {"pieces": list(pieces), "changes": changes}
