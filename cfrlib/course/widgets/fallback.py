"""A static picture beside a widget, so that a saved notebook shows something without a kernel.

JupyterLab prefers the live view when it has one; other viewers, and a notebook just opened, take the picture.
"""


class StaticFallback:
    """Mixin for ipywidgets classes; it stands first among the bases, and the class says what `picture` returns."""

    def picture(self):
        """Return what the widget shows now as a `cfrlib.draw.Picture` with its own background."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, **self.picture()._repr_mimebundle_()}, metadata
