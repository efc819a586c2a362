"""The inner loops, compiled by numba and kept on disk (`cfrlib._util.compile_cache`).

No kernel calls itself: a recursive function that numba has cached crashes when it is loaded again (numba issue 6061).
No kernel makes an array: all workspace is passed in. So the compiler need not count references to arrays
(`_nrt=False`), which would cost more than the work itself: each count is an atomic operation. What a scalar walk calls
all the time is put into its caller (`forceinline`): to hand over some tens of arrays would cost as much as the work.
Whoever wants that says so. Numba would hand it on to all that is compiled on the way and says nothing; then the speed
of what several walks share would depend on which of them is compiled first.

Most kernels are called by kernels only. They get no wrapper that takes its arguments from Python: for tens of arrays
that wrapper is larger than many a kernel, and without it all compile in two thirds of the time (`inner_njit`). Nor are
they made into machine code by themselves, and few are optimized before they are part of one that Python calls: what is
innermost would be optimized again at each level above.
"""

from importlib import import_module

import llvmlite.binding
import numba
import numpy as np
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

from cfrlib._util import compiling as compiling  # it listens from now on
from cfrlib._util.compile_cache import keep

OPTIONS = {
    "nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True, "forceinline": False,
}  # fmt: skip
APART = range(10, 61)
"""Basic blocks of an inner kernel that is optimized by itself, too: one with loops over vectors, which the compiler
takes for more than they are inside of all the rest. Shorter ones are faster as part of what calls them."""


class _InnerCode(JITCodeLibrary):
    """What an inner kernel is compiled to, for its callers to link."""

    def _optimize_final_module(self):
        if sum(1 for function in self._final_module.functions for _ in function.blocks) in APART:
            super()._optimize_final_module()
        self._finalized = True
        self._get_module_for_linking()
        kept = [str(self._codegen._create_empty_module(self.name))]  # and what numba sets when it loads a kernel
        kept += [str(value) for value in self._final_module.global_variables if value.name.startswith("_ZN08NumbaEnv")]
        self._final_module = llvmlite.binding.parse_assembly("\n".join(kept))


class _InnerCompiler(Compiler):
    def compile_extra(self, function):
        self.state.library = _InnerCode(self.state.targetctx.codegen(), function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)


def njit(function=None, **options):
    """Compile a kernel when it is called for the first time, and keep it: a decorator, with or without options."""
    compile_it = numba.njit(**{**OPTIONS, **options})
    return keep(compile_it(function)) if function else lambda function: keep(compile_it(function))


def inner_njit(function=None, **options):
    """Return what `njit` does, for a kernel that kernels call and Python does not.

    A call from Python, as in a test, is answered by a second kernel: compiled then and there, and not kept.
    """

    def compile_it(function):
        inner = njit(no_cpython_wrapper=True, pipeline_class=_InnerCompiler, **options)(function)
        if hasattr(inner, "py_func"):  # with NUMBA_DISABLE_JIT it is a function of Python
            with_wrapper = numba.njit(**{**OPTIONS, **options})(function)
            inner._insert = lambda *_: None  # so a call from Python finds nothing compiled, and asks for it here
            inner._compile_for_args = with_wrapper._compile_for_args
        return inner

    return compile_it(function) if function else compile_it


class Bound:
    """A kernel that is called again and again: what numba calls for arguments of these types is found once.

    Else numba looks at every array of every named tuple each time, which takes longer than a small game's walk. Tuples
    and generators of the last call are known again: their types cannot have changed. Those of all else are compared.
    """

    def __init__(self, kernel):
        self.kernel, self.last = kernel, ((), (), None)

    def __call__(self, *arguments):
        known, _, compiled = self.last
        if len(known) != len(arguments):
            return self._otherwise(arguments)
        for value, last in zip(arguments, known, strict=True):
            if value is last or type(value) is last:
                continue
            if type(last) is not tuple or type(value) is not last[0]:
                return self._otherwise(arguments)
            if value.dtype is not last[1] or value.ndim != last[2] or value.flags.num != last[3]:
                return self._otherwise(arguments)
        return compiled(*arguments)

    def _otherwise(self, arguments):
        """Call it with arguments that may have other types than those of the last call."""
        if not hasattr(self.kernel, "compile"):  # with NUMBA_DISABLE_JIT it is a function of Python
            return self.kernel(*arguments)
        seen = {id(value): kind for value, kind in zip(*self.last[:2], strict=True)}
        kinds = [seen.get(id(value)) or _kind(value) for value in arguments]
        types = self.kernel, *kinds
        compiled = _COMPILED.get(types)
        if compiled is None:
            compiled = _COMPILED[types] = self.kernel.compile(tuple(map(numba.typeof, arguments)))
        whole = tuple, np.random.Generator
        known = [value if isinstance(value, whole) else kind for value, kind in zip(arguments, kinds, strict=True)]
        self.last = known, kinds, compiled
        return compiled(*arguments)

    def __reduce__(self):
        return _bound, (self.kernel.__module__, self.kernel.__name__)


def _bound(module, name):
    return Bound(getattr(import_module(module), name))


def _kind(value):
    """Return what tells values apart that have different types to numba.

    What numba has for this, a fingerprint, is wrong for long tuples in version 0.60.
    """
    if isinstance(value, np.ndarray):
        return type(value), value.dtype, value.ndim, value.flags.num
    if isinstance(value, tuple):
        return type(value), *map(_kind, value)
    return type(value) if isinstance(value, PLAIN) else value


PLAIN = bool, int, float, type(None), np.generic, np.random.Generator
"""Types whose values have one type to numba."""
_COMPILED = {}
"""What numba calls, by kernel and the kinds of arguments."""
