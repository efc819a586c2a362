"""What the evaluators of large games have in common: profiles are read from tables, and walks find their worth."""

from cfrlib.engine.common.table_profile import filled


class TableEvaluator:
    """Base of the evaluators of a `TableLayout`."""

    def __init__(self, layout):
        self.layout = layout

    def strategy(self, profile):
        """Return tables from which the profile's strategies follow: what it views, or new ones (see `filled`)."""
        if getattr(profile, "layout", None) is not None and profile.game == self.layout.game:
            return profile.writeable
        return filled(self.layout, profile)

    def read(self, profile):
        """Return what `best_response_values` and `expected_value` take: tables, and what counts as nothing in them."""
        tables = self.strategy(profile)
        viewed = tables is getattr(profile, "writeable", None)
        return tables, profile.tolerance if viewed else (0.0,) * len(self.layout.sizes)

    def value_between(self, first, second):
        """Return the expected value to player 0 when he follows one profile and player 1 another."""
        (mine, tolerance), (theirs, none) = self.read(first), self.read(second)
        return self.expected_value_of(mine, theirs, tuple(map(max, tolerance, none)))
