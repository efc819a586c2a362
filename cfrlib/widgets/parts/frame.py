"""The frame of a widget: what one presses next, and under it the picture and the numbers, on screen together.

The menu behind the button "More" is opened by the page itself, so that it answers while Python is busy.
"""

import ipywidgets as W

from cfrlib.widgets.parts.controls import row, switch

PAGE, BAR, LINE = 116, 38, 22
"""Pixels of height: of JupyterLab around a notebook, of a row of buttons, of a line of text."""


def frame(actions, *below, more=()):
    """Return the rows of a widget: `actions` in sight ("primary" is the next one), the menu, and what is `below`."""
    if not more:
        return [row(*actions), *below]
    opener = switch("More", "Show or hide the other controls", lambda _: None, "ellipsis-h")
    opener.add_class("cfr-more")
    bar, menu = row(*actions, opener), row(*more)
    bar.add_class("cfr-bar")
    menu.add_class("cfr-menu")
    return [bar, menu, *below]


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
