"""cfrlib: counterfactual regret minimization, to be read, to be watched, and to be fast.

The names are listed in ``__init__.pyi``. Each is loaded when it is first used, so `import cfrlib` takes no time.
"""

import importlib
import sys

import lazy_loader as lazy

from cfrlib._util.imports import from_extras

__version__ = "0.1.0"

_loaded, __dir__, __all__ = lazy.attach_stub(__name__, __file__)
__getattr__ = from_extras()(_loaded)

if "ipykernel" in sys.modules:
    importlib.import_module("cfrlib.widgets.waiting").start()
