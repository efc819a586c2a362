"""Pictures: trees, strategies, trajectories and convergence, as SVG with a description."""

from cfrlib.draw.picture import Picture, show
from cfrlib.draw.trees import tree

__all__ = ["Picture", "show", "tree"]
