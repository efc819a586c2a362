"""Named experiments: runs too long for a notebook, made again by one command, with their data kept in `figures/data`.

::

    python -m cfrlib.experiments list
    python -m cfrlib.experiments run kuhn_oscillation --scale paper
    python -m cfrlib.experiments draw kuhn_oscillation

An experiment is a module with a docstring (its first line is what `list` shows), `SCALES`, `run(scale, progress)` that
returns a tidy table, and `draw(table)` that returns the picture.
"""

import importlib

NAMES = ("kuhn_oscillation",)


def find(name):
    """Return the module of a named experiment.

    Raises
    ------
    ValueError
        If there is none; the message lists the names.
    """
    if name not in NAMES:
        raise ValueError(f"name={name!r}: it takes one of {', '.join(NAMES)}")
    return importlib.import_module(f"cfrlib.experiments.{name}")
