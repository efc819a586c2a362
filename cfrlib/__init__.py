"""cfrlib: counterfactual regret minimization, to be read, to be watched, and to be fast.

The names are listed in ``__init__.pyi``. Each is loaded when it is first used, so `import cfrlib` takes no time.
"""

import importlib
import sys

import lazy_loader as lazy

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy.attach_stub(__name__, __file__)

if "ipykernel" in sys.modules:
    importlib.import_module("cfrlib.widgets.waiting").start()
