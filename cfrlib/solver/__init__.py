"""The fast solver, `CFR`: switches become walks over flat arrays; a run can be stopped, saved and taken up again."""

from cfrlib.solver.cfr import CFR

__all__ = ["CFR"]
