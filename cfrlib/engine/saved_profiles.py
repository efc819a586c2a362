"""Profiles that were saved as the tables of a large game."""

import numpy as np

from cfrlib.engine.common.table_profile import TableProfile
from cfrlib.engine.contract import layout_of
from cfrlib.profile import rebuilt


def table_profile(stored):
    """Return the profile in a file that `TableProfile.save` wrote; see `cfrlib._util.archive`."""
    header, kinds = stored.header, ("float64", "float32")
    layout = layout_of(rebuilt(header["game"], stored.size))
    tables = tuple(stored.take(f"sums{k}", (size,), kinds) for k, size in enumerate(layout.sizes))
    tolerance = header["nothing"]
    if len(tolerance) != len(tables) or not all(0 <= x < np.inf for x in tolerance):
        raise ValueError(f"nothing: {tolerance!r}")
    profile = TableProfile(layout, tables if len(tables) > 1 else tables[0], tolerance)
    profile.gives_up = bool(header["gives_up"])
    return profile
