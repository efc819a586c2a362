"""A static picture beside a widget, so that a saved notebook shows something without a kernel.

JupyterLab prefers the live view when it has one; other viewers, and a notebook just opened, take the picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cfrlib.course.draw.picture import Picture


class StaticFallback:
    """Mixin for ipywidgets classes; it stands first among the bases, and the class says what `picture` returns."""

    def picture(self) -> Picture:
        """Return what the widget shows now as a `cfrlib.draw.Picture` with its own background.

        Returns
        -------
        Picture
            With a background of its own; `cfrlib.draw.show` writes it to a file.
        """
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, **self.picture()._repr_mimebundle_()}, metadata
