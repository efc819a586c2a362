"""The inner loops, compiled by numba and kept on disk (`cfrlib._util.compile_cache`).

No kernel calls itself: a recursive function that numba has cached crashes when it is loaded again (numba issue 6061).
No kernel makes an array: all workspace is passed in. So the compiler need not count references to arrays
(`_nrt=False`), which would cost more than the work itself: each count is an atomic operation. What a scalar walk calls
all the time is put into its caller (`forceinline`): to hand over some tens of arrays would cost as much as the work.

Most kernels are called by kernels only. They get no wrapper that takes its arguments from Python: for tens of arrays
that wrapper is larger than many a kernel, and without it all compile in two thirds of the time (`inner_njit`).
"""

import numba

from cfrlib._util import compiling as compiling  # it listens from now on
from cfrlib._util.compile_cache import keep

OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}


def njit(function=None, **options):
    """Compile a kernel when it is called for the first time, and keep it: a decorator, with or without options."""
    compile_it = numba.njit(**{**OPTIONS, **options})
    return keep(compile_it(function)) if function else lambda function: keep(compile_it(function))


def inner_njit(function=None, **options):
    """As `njit`, for a kernel that kernels call and Python does not.

    A call from Python, as in a test, is answered by a second kernel: compiled then and there, and not kept.
    """

    def compile_it(function):
        inner = njit(no_cpython_wrapper=True, **options)(function)
        if hasattr(inner, "py_func"):  # with NUMBA_DISABLE_JIT it is a function of Python
            with_wrapper = numba.njit(**{**OPTIONS, **options})(function)
            inner._insert = lambda *_: None  # so a call from Python finds nothing compiled, and asks for it here
            inner._compile_for_args = with_wrapper._compile_for_args
        return inner

    return compile_it(function) if function else compile_it
