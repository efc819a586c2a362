"""The fast solver, `CFR`: switches become walks over flat arrays; a run can be stopped, saved and taken up again.

Its folders are engines, each for one way in which a game lies in memory, and `common` has what they share.
`cfrlib.engine.contract` says what they have in common, and `Engine` is what one of your own inherits from.
"""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach(
    __name__,
    submod_attrs={
        "solver": ["CFR"],
        "contract": ["Engine", "Layout", "Setup", "layout_of"],
        "combinations": ["refusal_table", "refuse_others", "support_table"],
    },
)
