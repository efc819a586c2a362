"""The inner loops, compiled by numba and kept in its cache.

No kernel calls itself: a recursive function that numba has cached crashes when it is loaded again (numba issue 6061).
The bundles of a public tree lie parents first, so one loop forward carries reach probabilities down and one loop back
carries values up; the scalar walk keeps its own stack.

No kernel makes an array either: all room to work is passed in. So the compiler need not count references to arrays
(`_nrt=False`), which would cost more than the work itself: each count is an atomic operation.

What a scalar walk calls all the time is put into its caller (`forceinline`): to hand over some tens of arrays would
cost about as much as the work.

numba's cache looks at the file of the function that is called from Python only, and cannot be read where a class has
moved. So when any of the files that kernels are made of has changed, all that was compiled is thrown away
(`cfrlib.kernels.freshness`).
"""

from functools import partial
from pathlib import Path

import numba

from cfrlib.kernels import compiling as compiling  # it listens from now on
from cfrlib.kernels.freshness import forget_stale

HERE = Path(__file__).parent
forget_stale(HERE, [*HERE.glob("*.py"), *(HERE.parent / "layout").glob("*.py")])

njit = partial(numba.njit, cache=True, nogil=True, error_model="numpy", _nrt=False)
