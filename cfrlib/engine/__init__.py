"""The fast solver, `CFR`: switches become walks over flat arrays; a run can be stopped, saved and taken up again."""

from cfrlib.engine.solver import CFR

__all__ = ["CFR"]
