"""The square of hands before the flop: pairs on the diagonal, suited hands above it, offsuit hands below."""

import numpy as np

from cfrlib.cards.flops import preflop_names, preflop_table

STEPS = {"ArrowLeft": (0, -1), "ArrowRight": (0, 1), "ArrowUp": (-1, 0), "ArrowDown": (1, 0)}
"""Rows and columns that an arrow key leads on."""


class HandSquare:
    """Where the classes of hands of a deck stand: a class c has `names[c]`, `hands[c]` members and `places[c]`."""

    def __init__(self, deck):
        table = preflop_table(deck)
        self.ranks, self.suits = deck.ranks, deck.suits
        self.names, self.hands, self.at = preflop_names(deck), table.multiplicity, {}
        for c, (low, high) in enumerate(table.orbits.tolist()):
            row, column = (low, high) if self.names[c].endswith("o") else (high, low)
            self.at[deck.ranks - 1 - row, deck.ranks - 1 - column] = c
        self.places = list(self.at)
        self.first = np.unique(table.hand_class, return_index=True)[1]
        """The number of a hand of each class."""

    @property
    def caption(self):
        """What stands below the square."""
        if self.suits == 1:
            return "With one suit all hands are suited (s)."
        return "Suited hands (s) above the diagonal, offsuit hands (o) below it."

    def box(self, c, left, top, wide, high):
        """Return the cell of a class as attributes of an SVG rectangle; the square begins at (left, top)."""
        row, column = self.places[c]
        return {"x": left + column * wide, "y": top + row * high, "width": wide, "height": high}

    def step(self, c, key):
        """Return the next class in the direction of an arrow key, the same at the edge, and from None the first one."""
        if c is None:
            return self.at[min(self.at)]
        (row, column), (down, right) = self.places[c], STEPS[key]
        ahead = ((row + n * down, column + n * right) for n in range(1, self.ranks))
        return next((self.at[place] for place in ahead if place in self.at), c)
