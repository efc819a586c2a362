"""The base of all widgets: controls, words, and a picture that follows them, for a notebook and for a page.

JupyterLab prefers the live view when it has one; other viewers, and a notebook just opened, take the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from html import escape
from typing import Any

import ipywidgets as W

from cfrlib._util.arguments import one_of
from cfrlib.draw.picture import Picture
from cfrlib.widgets.parts.canvas import Canvas
from cfrlib.widgets.parts.controls import BAR, LINE, PAGE, alert, button, following, in_order, row, space_for, stage


class Widget(W.VBox):
    """The base of a widget of one's own: controls in a row, and below them words and a picture that follow them.

    A subclass makes its controls by `button`, `switch` and `field`, and hands them over in the last line of its
    ``__init__``. It says in `words` and `draw` what there is to see; `refresh` shows both when a control changes. Where
    it names its `state`, `cfrlib.widgets.page` records it: all that buttons, sliders, keys and clicks lead to.

    Parameters
    ----------
    actions : sequence of ipywidgets.Widget
        What stands in the first row.
    *below : ipywidgets.Widget
        The rows below it; by default `says` and `canvas`.
    more : sequence of ipywidgets.Widget
        Controls behind a button *More*; a page leaves them out.

    Attributes
    ----------
    state : tuple of str
        What the state is made of: names of controls, or of attributes that can be set. Class data, as all that follows;
        without it a page refuses the widget.
    takes : dict of str to str
        By key, as browsers name them, such as "ArrowRight": the name of the method that it calls, or of the menu,
        slider or switch in which it goes on; with "-" before that name it goes back.
    spots : sequence
        What can be clicked on in the picture: each is the ``data-node`` of a part of the SVG; see `click`.
    left_out : tuple of str
        Keys, and names of controls, that a page has not.
    starts : str
        The name of a button, or of a switch, that a page presses by itself once the picture is in sight, unless less
        motion is asked for; "" for none.
    only : str
        What a page has not, in the words that follow "Only in JupyterLab:".
    width : float
        How wide the picture is by nature, in pixels; it shrinks to `shrink` of that before something beside it goes
        below it. 0: as wide as it says.
    shrink : float
        See `width`.
    beside : float
        How wide a second picture is, `other`, which stands beside the first where there is room: see `draw_beside`. 0:
        there is none.
    around : int
        Pixels of height that the page and the rest of the widget need, so that all is on screen together.

    Examples
    --------
    >>> import cfrlib, ipywidgets
    >>> class coin(cfrlib.widgets.Widget):
    ...     state = ("heads",)
    ...
    ...     def __init__(self):
    ...         self.heads = self.field(ipywidgets.IntSlider, "heads", "Percent of heads", "20em", value=50, max=100)
    ...         super().__init__([self.heads])
    ...
    ...     @property
    ...     def words(self):
    ...         return f"Who always bets on heads is right {self.heads.value} % of the time."
    ...
    ...     def draw(self, standalone):
    ...         mix = {"heads": self.heads.value / 100, "tails": 1 - self.heads.value / 100}
    ...         return cfrlib.draw.strategy_chart({("the coin", ""): mix}, standalone=standalone).svg
    >>> made = coin()
    >>> made.heads.value = 60
    >>> made.picture()
    Who always bets on heads is right 60 % of the time.
    """

    state: Sequence[str] = ()
    takes: dict[str, str] = {}
    spots: Sequence = ()
    left_out: Sequence[str] = ()
    starts, only, width, shrink, beside, around = "", "", 0.0, 0.6, 0.0, PAGE + BAR + 2 * LINE
    _busy = False

    def __init__(self, actions: Sequence[W.Widget] = (), *below: W.Widget, more: Sequence[W.Widget] = ()) -> None:
        rows = [row(*actions)] if actions else []
        if more:
            opener = self.switch("More", "Show or hide the other controls", lambda _: None, "ellipsis-h")
            opener.add_class("cfr-more")
            rows = [row(*actions, opener), row(*more)]
            rows[0].add_class("cfr-bar")
            rows[1].add_class("cfr-menu")
        pictures = (self.canvas, self.other) if self.beside else (self.canvas,)
        super().__init__([*rows, *(below or (self.says, stage(*pictures) if self.width else self.canvas))])
        self.add_class("cfr-widget")
        if self.takes:
            self.add_class("cfr-keys")
        self.refresh()

    button = staticmethod(button)

    def switch(
        self, text: str, tip: str, call: Callable[[Any], object] | None = None, icon: str = "", on: bool = False
    ) -> W.ToggleButton:
        """Return a button that stays pressed.

        Parameters
        ----------
        text, tip : str
            As of a `button`.
        call : callable, optional
            What is done when it changes, with the change as ipywidgets describe it; by default `refresh`.
        icon : str
            As of a `button`.
        on : bool
            Whether it is pressed to begin with.

        Returns
        -------
        ipywidgets.ToggleButton
            Its `value` is whether it is pressed.
        """
        look = {"icon": icon, "tooltip": tip, "layout": W.Layout(width="auto")}
        return self._heard(W.ToggleButton(value=on, description=text, **look), call)

    def field(
        self, kind: type, text: str, tip: str, width: str, call: Callable[[Any], object] | None = None, **traits: Any
    ) -> Any:
        """Return a menu, a slider, or a field for a text or a number.

        Parameters
        ----------
        kind : type
            Of ipywidgets: `Dropdown`, `IntSlider`, `FloatSlider`, `Text` or `BoundedIntText`, which a page has, too.
        text, tip : str
            As of a `button`.
        width : str
            Such as "12em".
        call : callable, optional
            As of a `switch`.
        **traits
            What else `kind` takes, such as `value`, `options`, `min`, `max` and `step`.

        Returns
        -------
        ipywidgets.ValueWidget
            Its `value` is what is chosen.
        """
        style, layout = {"description_width": "auto"}, W.Layout(width=width)
        return self._heard(kind(description=text, tooltip=tip, style=style, layout=layout, **traits), call)

    def _heard(self, made, call):
        made.observe(lambda change: self._busy or (call(change) if call else self.refresh()), "value")
        return in_order(made)

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Set controls that need not say that they have changed.

        Yields
        ------
        None
            While what is set calls nothing.
        """
        before, self._busy = self._busy, True
        try:
            yield
        finally:
            self._busy = before

    @cached_property
    def says(self) -> W.HTML:
        """Where the words stand."""
        return W.HTML()

    @cached_property
    def canvas(self) -> Canvas:
        """Where the picture stands; it hears the keys of `takes` anywhere in the widget."""
        look = {"layout": space_for(self.width, self.shrink)} if self.width else {}
        clicked = lambda node, _: node and self.click(node)  # noqa: E731
        return Canvas(clicked, self.press, self.interrupt, takes=list(self.takes), around=self.around, **look)

    @cached_property
    def other(self) -> Canvas:
        """Where the second picture stands, if there is one."""
        return Canvas(around=self.around, layout=space_for(self.beside, self.shrink))

    def press(self, key: str) -> None:
        """Respond to a key as `takes` says; its name is that of browsers, such as "ArrowRight" or "n"."""
        name = self.takes[one_of("key", key, tuple(self.takes))]
        meant = getattr(self, name.removeprefix("-"))
        following(meant, -1 if name.startswith("-") else 1) if isinstance(meant, W.ValueWidget) else meant()

    def click(self, spot: str) -> None:
        """Respond to a click on one of the `spots`; by default nothing happens."""

    def interrupt(self) -> None:
        """Stop what runs in the background, if anything does."""

    @property
    def words(self) -> str:
        """What there is to see, in a sentence or two."""
        return ""

    @property
    def message(self) -> str:
        """What is wrong with what was typed, "" if nothing is; as long as something is, the picture stays as it is."""
        return ""

    def draw(self, standalone: bool) -> Picture | str:
        """Return the picture, with a background of its own or in the colors of the page.

        Parameters
        ----------
        standalone : bool
            As drawing functions of `cfrlib.draw` take it: whether the picture has a background of its own.

        Returns
        -------
        Picture or str
            A picture with its own alternative text, or an SVG that has `words` for it.
        """
        raise NotImplementedError

    def draw_beside(self) -> Picture:
        """Return the second picture, in the colors of the page; `draw` has it, too, if it has a background of its own.

        Returns
        -------
        Picture
            With its own alternative text.
        """
        raise NotImplementedError

    def _with_words(self, standalone):
        drawn = self.draw(standalone)
        return Picture(drawn, self.words) if isinstance(drawn, str) else drawn

    def picture(self) -> Picture:
        """Return what the widget shows now as a `cfrlib.draw.Picture` with its own background.

        Returns
        -------
        Picture
            With a background of its own; `cfrlib.draw.show` writes it to a file.
        """
        return self._with_words(standalone=True)

    def refresh(self) -> None:
        """Show in words and as a picture what there is to see, or say what is wrong."""
        said = alert(self.message) or (f"<p>{escape(words)}</p>" if (words := self.words) else "")
        self.says.value = said and f'<div class="cfr-says cfr-line">{said}</div>'
        if self.message:
            self.canvas.alt = self.message
        else:
            self.canvas.show(self._with_words(standalone=False))
            if self.beside:
                self.other.show(self.draw_beside())

    def recordable(self) -> bool:
        """Say whether a page has the present state.

        Returns
        -------
        bool
            By default True.
        """
        return True

    def _repr_mimebundle_(self, **kwargs):
        return {**super()._repr_mimebundle_(**kwargs), **self.picture()._repr_mimebundle_()}, {}
