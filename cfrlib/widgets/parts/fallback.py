"""What widgets are made of: rows of controls, and a static picture that a saved notebook shows without a kernel.

JupyterLab prefers the live view when it has one; other viewers, and a notebook just opened, take the picture.
"""

from __future__ import annotations

from contextlib import contextmanager
from html import escape

import ipywidgets as W

from cfrlib._util.arguments import one_of
from cfrlib.draw.picture import Picture
from cfrlib.widgets.parts.controls import following


class Rows(W.VBox):
    """Rows of controls and pictures, below one another; a canvas among them hears `_keys` anywhere in the widget.

    The class says how it is drawn, `_draw`, or what `picture` returns; what has a line of words and one canvas calls
    them `says` and `canvas`. Where `_recorded` names what its state is, it can be recorded: see
    `cfrlib.widgets.parts.recorder`, for `_spots`, `_left_out` and `_within`, too. `_only` says what a page has not.
    """

    _keys, _busy, _recorded, _spots, _left_out, _only = {}, False, (), (), (), ""

    def __init__(self, rows):
        super().__init__(rows)
        self.add_class("cfr-widget")
        if self._keys:
            self.add_class("cfr-keys")

    def picture(self) -> Picture:
        """Return what the widget shows now as a `cfrlib.draw.Picture` with its own background.

        Returns
        -------
        Picture
            With a background of its own; `cfrlib.draw.show` writes it to a file.
        """
        return self._draw(standalone=True)

    def _draw(self, standalone):
        """Return the picture, with a background of its own or in the colors of the page."""
        raise NotImplementedError

    def _within(self):
        """Return whether a page has the present state."""
        return True

    def _say(self):
        self.says.value = f'<div class="cfr-says cfr-line"><p>{escape(self.words)}</p></div>'

    def _refresh(self):
        """Show in words and as a picture what there is to see."""
        self._say()
        self.canvas.show(self._draw(standalone=False))

    def _repr_mimebundle_(self, **kwargs):
        return {**super()._repr_mimebundle_(**kwargs), **self.picture()._repr_mimebundle_()}, {}

    @contextmanager
    def _quietly(self):
        """Set controls that need not say that they have changed."""
        self._busy = True
        try:
            yield
        finally:
            self._busy = False


class Keyed(Rows):
    """Rows with a method for each key, or a menu to go on in: `_keys` says which."""

    def press(self, key: str) -> None:
        """Respond to a key as `KEYS` says; its name is that of browsers, such as "ArrowRight" or "n"."""
        meant = getattr(self, self._keys[one_of("key", key, tuple(self._keys))])
        following(meant) if isinstance(meant, W.Dropdown) else meant()
