"""The inner loops, compiled by numba and kept in its cache.

No kernel calls itself: a recursive function that numba has cached crashes when it is loaded again (numba issue 6061).
The bundles of a public tree lie parents first, so one loop forward carries reach probabilities down and one loop back
carries values up; the scalar walk keeps its own stack.

No kernel makes an array either: all room to work is passed in. So the compiler need not count references to arrays
(`_nrt=False`), which would cost more than the work itself: each count is an atomic operation.

What a scalar walk calls all the time is put into its caller (`forceinline`): to hand over some tens of arrays would
cost about as much as the work.

What numba has compiled is kept on disk, as long as none of the files that kernels are made of has changed
(`cfrlib._util.compile_cache`).
"""

import numba

from cfrlib._util import compiling as compiling  # it listens from now on
from cfrlib._util.compile_cache import keep


def njit(function=None, **options):
    """Compile a kernel when it is called for the first time, and keep it: a decorator, with or without options."""
    options = {"nogil": True, "error_model": "numpy", "_nrt": False, **options}
    compile_it = numba.njit(**options)
    return keep(compile_it(function)) if function else lambda function: keep(compile_it(function))
