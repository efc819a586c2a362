"""The frame of a widget: what one presses next, and under it the picture and the numbers, on screen together.

What one presses seldom stands in a menu behind the button "More": a disclosure, opened by the page itself, so that it
answers while Python is busy.
"""

import ipywidgets as W

from cfrlib.course.widgets.parts.controls import row, switch

PAGE, BAR, LINE = 116, 38, 22
"""Pixels of height: of JupyterLab around a notebook, of a row of buttons, of a line of text."""


def frame(actions, *below, more=()):
    """Return the rows of a widget.

    Parameters
    ----------
    actions : list of Widget
        Buttons and fields in sight; the first that is "primary" is the next thing to do.
    *below : Widget
        The rows below, see `stage`.
    more : list of Widget
        What stands in the menu.
    """
    if not more:
        return [row(*actions), *below]
    opener = switch("More", "Show or hide the other controls", lambda _: None, "ellipsis-h")
    opener.add_class("cfr-more")
    bar, menu = row(*actions, opener), row(*more)
    bar.add_class("cfr-bar")
    menu.add_class("cfr-menu")
    return [bar, menu, *below]


def stage(*parts, align="flex-start"):
    """Return pictures and numbers, side by side where there is room."""
    made = row(*parts, align=align)
    made.add_class("cfr-stage")
    return made


def column(*parts, width):
    """Return a column of texts that is never narrower, but on a page that is, and does not grow with what it says."""
    return W.VBox(parts, layout=W.Layout(flex=f"1 0 {width}", max_width="100%", min_width="0"))


def room_for(width, shrink=0.6):
    """Return the layout of a picture of a natural width in pixels: it shrinks to leave room beside it."""
    return W.Layout(flex=f"100 1 {shrink * width:.0f}px", max_width=f"min({width:.0f}px, 100%)", min_width="0")
