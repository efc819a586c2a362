"""Named runs: what takes too long for a notebook, made again by one command, with its data kept beside it.

::

    cfrlib list
    cfrlib run kuhn_oscillation --scale paper
    cfrlib run kuhn_oscillation --scale paper --resume    goes on where it was interrupted
    cfrlib run kuhn_oscillation --executor processes      on all processors
    cfrlib draw kuhn_oscillation

What runs there are says the folder of figures (`cfrlib.runs.table`); here is what does them, keeps them and resumes
them. A notebook reads a stored run by ``store.load("texas_race")``.
"""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach(
    __name__,
    [
        "checkpoint", "curves", "experiments", "practice", "reading", "steps", "store", "table", "verification",
        "workers",
    ],
    {"table": ["code_of", "figures_folder", "find", "names"], "store": ["load"]},
)
