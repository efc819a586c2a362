"""What Player 1 earns by playing the coin, with heads and with tails: one point for each way to guess it."""

import numpy as np

from cfrlib.draw.parts.colors import GRAY, GREEN, INK
from cfrlib.draw.parts.stable import plotted, plotting
from cfrlib.draw.parts.svg import readable
from cfrlib.draw.picture import drawing


@drawing
def plane(coin, mixes, stored, gift=0, title=None, name=None):
    """Draw the mixes of Player 2, by label, on all that can be reached, and where no side gets more than is stored.

    With a `gift`, heads may get so much more.
    """
    corners = np.array(list(coin.guesses.values()))
    points = {label: np.array(mix) @ corners for label, mix in mixes.items()}
    x, y = stored
    low, high = -15, 15
    with plotting((6.4, 5.0), title=title) as (figure, (axes,)):
        look = {"facecolor": GREEN, "edgecolor": GREEN, "alpha": 0.2}
        axes.fill([low, x, x, low], [low, low, y, y], label="no side gets more than is stored", **look)
        if gift:
            axes.plot([x + gift, x + gift, x], [low, y, y], color=GREEN, linestyle=(0, (5, 2)), label="with the gift")
        axes.fill(
            *corners.T, facecolor="#EEEEEE", edgecolor=GRAY, linewidth=2, label="all that Player 2 can do", zorder=0
        )
        for label, point in points.items():
            inside = len(corners) > 2 and (point <= np.array(stored) - 0.01).all()
            look = {"ha": "right", "xytext": (-9, -5)} if inside else {"ha": "left", "xytext": (7, 6)}
            axes.plot(*point, "o", color=INK)
            axes.annotate(label, point, textcoords="offset points", **look)
        axes.set(xlim=(low, high), ylim=(low, high), xticks=range(-12, 13, 6), yticks=range(-12, 13, 6), aspect="equal")
        axes.set(xlabel="Player 1 earns by playing heads", ylabel="Player 1 earns by playing tails")
        figure.legend(loc="outside lower center", frameon=False, ncols=2)
        told = "; ".join(f"{label} {readable(a, 3)} and {readable(b, 3)}" for label, (a, b) in points.items())
        return plotted(
            figure, title or "Heads and tails", f"Stored are {x:g} and {y:g}. Heads and tails get: {told}.", name
        )
