"""Large tables: whether they fit into the memory that is free, asked before anything is allocated."""

import numpy as np
import psutil


def zeros(size, dtype):
    """Return zeros in memory that is there. New memory comes when it is first written to, at a price that the clock of
    a solver should not count."""
    return np.full(size, 0, dtype=dtype)


def check_room(name, value, needed):
    """Refuse an argument that asks for more memory than there is.

    Parameters
    ----------
    name : str
        Of the argument.
    value : object
    needed : int
        Bytes.

    Raises
    ------
    ValueError
        If less is available; the message says what is needed.
    """
    available = psutil.virtual_memory().available
    if needed > available:
        raise ValueError(
            f"{name}={value:,}: that needs {needed:,} bytes ({needed / 1e9:,.2f} GB) and {available / 1e9:.2f} GB are "
            "available; it takes less"
        )


def check_memory(game, needed, smaller):
    """Refuse a run whose tables would not fit.

    Parameters
    ----------
    game : Game
    needed : int
        Bytes of its tables.
    smaller : sequence of (str, int)
        Modes that need less, and their bytes, the best first.

    Raises
    ------
    ValueError
        If less is available; the message says what is needed and which mode fits.
    """
    available = psutil.virtual_memory().available
    if needed <= available:
        return
    fitting = [f"{mode} needs {size / 1e9:.2f} GB" for mode, size in smaller if size <= available]
    advice = fitting[0] if fitting else "no mode of it fits; take a smaller game"
    raise ValueError(
        f"game={game!r}: its tables need {needed:,} bytes ({needed / 1e9:.2f} GB) and {available / 1e9:.2f} GB are "
        f"available; {advice}"
    )
