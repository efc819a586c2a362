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
    tolerance, gives_up = header.get("nothing"), header.get("gives_up", False)  # older files have neither
    if tolerance is not None and not (len(tolerance) == len(tables) and all(0 <= x < np.inf for x in tolerance)):
        raise ValueError(f"nothing: {tolerance!r}")
    found = TableProfile(layout, tables if len(tables) > 1 else tables[0], tolerance)
    found.gives_up = bool(gives_up)
    return found
