"""Buttons, properties that are values of controls, and rows, alike in all widgets."""

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as W

from cfrlib._util.arguments import number, one_of, whole


def in_order(made):
    """Have an ipywidget heard in one thread with all others that went through here; return it.

    Since version 7.4, ipykernel hears each button and picture in the thread that spoke for it last. Then two threads
    answer the parts of one widget: a key on the picture can overtake the click on a button that came before it, and
    both change the same numbers at once. A browser that sends all widgets to one thread is taken at its word instead.
    """
    made.comm._reply_subshell_for = lambda data, sent_to: sent_to
    return made


def button(text: str, icon: str, tip: str, call: Callable[[], object], style: str = "") -> W.Button:
    """Return a button that calls ``call()``.

    Parameters
    ----------
    text, icon, tip : str
        Its name; one of Font Awesome's names, such as "forward"; what is said while one points at it.
    call : callable
        What is done; it takes no argument.
    style : str
        "primary" for the one that is pressed most.

    Returns
    -------
    ipywidgets.Button
        To be handed over as one of the actions.
    """
    look = {"icon": icon, "tooltip": tip, "button_style": style, "layout": W.Layout(width="auto")}
    made = in_order(W.Button(description=text, **look))
    made.on_click(lambda _: call())
    return made


def value_of(control, argument, words):
    """Return a property of a widget: the value of a field, menu, switch or slider, which takes what that offers."""

    def read(self) -> Any:
        made = getattr(self, control)
        if not isinstance(made, W.FloatSlider):
            return made.value
        steps = round(1 / made.step)  # to 1
        nearest = round(made.value * steps) / steps
        return nearest if abs(nearest - made.value) < 1e-6 else made.value  # what a browser sends is rounded

    def write(self, value: Any) -> None:
        made = getattr(self, control)
        if isinstance(made, W.IntSlider):
            made.value = whole(argument, value, made.min, made.max)
        elif isinstance(made, W.FloatSlider):
            made.value = number(argument, value, f"a number from {made.min:g} to {made.max:g}", made.min, made.max)
        elif isinstance(made, W.ToggleButton):
            made.value = bool(value)
        elif isinstance(made, W.Dropdown):
            values = (option[1] if isinstance(option, tuple) else option for option in made.options)
            made.value = one_of(argument, value, tuple(values))
        else:
            made.value = str(value)

    return property(read, write, doc=words)


def complaint(read, *arguments):
    """Return what is wrong with what was typed, as the ValueError says that reading it raises; "" if it is right."""
    try:
        read(*arguments)
    except ValueError as error:
        return str(error)
    return ""


def alert(wrong):
    """Return a complaint as HTML that is read aloud at once."""
    return f'<p role="alert"><b>{escape(wrong)}</b></p>' if wrong else ""


def following(made, by=1):
    """Go on in a menu, from which JupyterLab keeps the arrow keys, or by a step of a slider; or turn a switch."""
    if isinstance(made, W.Dropdown):
        made.index = (made.index + by) % len(made.options)
    else:
        made.value = not made.value if isinstance(made, W.ToggleButton) else made.value + by * made.step


def go_or_pause(made, on, go="Run", whom=""):
    """Let a button say what it does: pause what is on, else let it go."""
    made.description, made.icon = (f"Pause{whom}", "pause") if on else (f"{go}{whom}", "play")


def row(*children, align="center", **layout):
    """Return a box whose children stand side by side, and below one another where there is no room."""
    return W.Box(children, layout=W.Layout(flex_flow="row wrap", align_items=align, **layout))


PAGE, BAR, LINE = 116, 38, 22
"""Pixels of height: of JupyterLab around a notebook, of a row of buttons, of a line of text."""


def stage(*parts):
    """Return pictures and numbers, side by side where there is room."""
    made = row(*parts, align="flex-start")
    made.add_class("cfr-stage")
    return made


def column(*parts, width):
    """Return texts below one another; only on a narrow page is the column narrower than `width`, such as "15em"."""
    made = W.VBox(parts, layout=W.Layout(flex=f"1 0 {width}", max_width="100%", min_width="0"))
    made.add_class("cfr-beside")
    return made


def space_for(width, shrink=0.6):
    """Return the layout of a picture of a natural width in pixels: it shrinks to leave space to what is beside it."""
    return W.Layout(flex=shrinking(width, shrink), min_width="0")


def shrinking(width, shrink):
    """Return the ``flex`` of such a layout."""
    return f"100 1 {shrink * width:.0f}px"
