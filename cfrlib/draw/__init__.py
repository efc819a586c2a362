"""Pictures: trees, strategies, trajectories and convergence, as SVG with a description.

Every function returns a `Picture`, which a notebook shows; given a `name` it also writes ``figures/NAME.svg``.
A `title` is a heading; `standalone=False` takes background and text colors from the page, for SVG inside a widget.
Each is loaded when it is first used, and Graphviz and Matplotlib with it. ``__init__.pyi`` says where each stands.
"""

from cfrlib._util.imports import of_stub

__getattr__, __dir__, __all__ = of_stub(__name__, __file__)
