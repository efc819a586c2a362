"""A widget on a page of its own, or as a part of one: it moves without a kernel."""

from __future__ import annotations

from html import escape
from os import PathLike

from cfrlib._util.arguments import file_path, typed
from cfrlib._util.files import write_atomically
from cfrlib.widgets.parts.recorder import live, script, style
from cfrlib.widgets.widget import Widget

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --jp-layout-color0: Canvas; --jp-ui-font-color1: CanvasText;
  --jp-layout-color2: color-mix(in srgb, CanvasText 8%, Canvas);
  --jp-border-color1: color-mix(in srgb, CanvasText 50%, Canvas); }}
body {{ font: 15px/1.45 system-ui, sans-serif; margin: 1rem; }}
{style}</style>
</head>
<body>
<main>
{parts}
</main>
<script>
{script}</script>
</body>
</html>
"""


def page(widget: Widget, path: str | PathLike[str]) -> None:
    """Write a widget as a page that needs no kernel, no network and no other file: for slides, or to be sent.

    Its buttons, keys, sliders and clicks do what they do in a notebook; all that they can lead to is recorded. What
    stands behind *More* is left out, what is typed stands still, and a line says what else only a notebook has.

    Parameters
    ----------
    widget : widget
        Of `cfrlib.widgets`, or of your own, that names its `state` and has at most 700 states: of a `stepper` few
        iterations, of `regret_explorer` 120 rounds, of `suit_fold` one flop, of `flop_view` twelve, of `preflop_view`
        as far as it is solved, of a `switchboard` steps that are not `fine`. Of `play`, a game of at most 700
        histories: after the first five hands, which are those of its seed, cards are dealt at random.
    path : str or Path
        Of the file, such as "question.html".

    Raises
    ------
    TypeError
        If this is no widget.
    ValueError
        If it has more than 700 states, or no end of them, as `race`; the message says which.
    OSError
        If it cannot be written. A file that was there before is left as it was.

    Examples
    --------
    >>> import cfrlib
    >>> question = cfrlib.widgets.predict("start_here/queen")
    >>> page(question, "question.html")  # doctest: +SKIP
    """
    typed("widget", widget, Widget, "a widget of cfrlib.widgets")
    parts = live(widget)
    text = PAGE.format(title=escape(type(widget).__name__), style=style(), parts=parts, script=script())
    write_atomically(file_path("path", path), lambda file: file.write(text.encode("utf-8")))
