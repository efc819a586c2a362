"""What is described once: its parameters stay as they were when it was built, and what was worked out from its rules is
dropped when a rule is replaced."""

from abc import ABCMeta
from functools import cached_property, wraps
from inspect import Signature, signature
from weakref import WeakValueDictionary

import numpy as np

from cfrlib._util.arguments import said

_living = WeakValueDictionary()
caches = []
"""Called when a class changes, to forget what was known of it."""


def derived(make):
    """Let a function work something out of a game, or a tree, once: it lies in the one record `_derived`, by name.

    Its other arguments are part of the name, but those by keyword only say how it is worked out.
    """

    @wraps(make)
    def kept(game, *of, **how):
        record, name = vars(game).setdefault("_derived", {}), (make.__name__, *of) if of else make.__name__
        return record[name] if name in record else record.setdefault(name, make(game, *of, **how))  # of two, the first

    return kept


class ReadOnly(dict):
    """A dict that nobody can change."""

    def _refuse(self, *_, **__):
        raise TypeError("a game cannot be changed after it was built; build another one")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self):
        return ReadOnly, (dict(self),)


def frozen(value):
    """Return a copy that cannot be changed, and no part of it: tuples for lists, read-only arrays for arrays."""
    if isinstance(value, np.ndarray):
        value = value.copy()
        value.setflags(write=False)
    elif type(value) in (list, tuple):
        value = tuple(map(frozen, value))
    elif isinstance(value, dict):
        value = ReadOnly({name: frozen(part) for name, part in value.items()})
    elif isinstance(value, set):
        value = frozenset(value)
    return value


def same(one, other):
    """Return whether two values are equal, arrays in them too."""
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(part, other[name]) for name, part in one.items())
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


class Kind(ABCMeta):
    """The type of classes whose objects are described once; when a class changes, its objects forget."""

    @property
    def __signature__(cls):
        """What the constructor takes, which help and editors show."""
        _, *parameters = signature(cls.__init__).parameters.values()
        return Signature(parameters)

    def __call__(cls, *args, **parameters):
        made = super().__call__(*args, **parameters)
        if not hasattr(made, "parameters"):
            raise TypeError(f"{cls.__name__}: its __init__ takes a call of super().__init__ with its parameters")
        made._freeze()
        vars(made)["_given"] = {"_given", *vars(made)}
        return made

    def __setattr__(cls, name, value):
        super().__setattr__(name, value)
        Kind._changed(cls)

    def __delattr__(cls, name):
        super().__delattr__(name)
        Kind._changed(cls)

    def _changed(cls):
        for forget in caches:
            forget()
        for made in list(_living.values()):
            if cls in type(made).__mro__:
                made._forget()


class Built(metaclass=Kind):
    """Described by its `parameters`. While ``__init__`` runs all can be set; later its rules, and private names."""

    def __new__(cls, *_, **__):
        made = super().__new__(cls)
        _living[id(made)] = made
        return made

    def __setattr__(self, name, value):
        self._before_change(name, value)
        super().__setattr__(name, value)

    def __delattr__(self, name):
        self._before_change(name, ...)
        super().__delattr__(name)

    def __getstate__(self):
        later = self._later()
        return {name: value for name, value in vars(self).items() if name not in later}

    def __setstate__(self, state):
        vars(self).update(state)
        self._freeze()  # copies of arrays can be written to

    def __eq__(self, other):
        if type(self) is not type(other):
            return False
        try:
            equal = self.parameters == other.parameters  # most often: games are compared by the hundred thousand
        except ValueError:  # arrays in them
            equal = same(self.parameters, other.parameters)
        return equal and same(self._replaced(), other._replaced())

    def __hash__(self):
        return hash((repr(self), frozenset(self._replaced())))

    def _before_change(self, name, value):
        """Forget what follows from a rule that is about to change; refuse the change of anything else."""
        if callable(getattr(type(self), name, None)):
            self._forget()
        elif "_given" in vars(self) and not name.startswith("_"):
            kind, value = type(self).__name__, "..." if value is ... else said(value)
            named = name in getattr(self, "parameters", ())
            other = f"{kind}({name}={value})" if named else f"a class made from {kind} that says so"
            raise AttributeError(f"{name}={value}: a game cannot be changed after it was built; take {other}")

    def _freeze(self):
        """Put copies that nobody can change in the place of parameters, wherever the object holds them."""
        parameters = getattr(self, "parameters", {})
        copies = {id(value): frozen(value) for value in parameters.values()}
        for name, value in vars(self).items():
            if name == "parameters":
                vars(self)[name] = ReadOnly({key: copies[id(part)] for key, part in value.items()})
            elif id(value) in copies or name in parameters:
                vars(self)[name] = copies[id(value)] if id(value) in copies else frozen(value)

    def _forget(self):
        for name in self._later():
            vars(self).pop(name, None)

    def _later(self):
        """Return the names of all that was worked out since it was built, or that works itself out again."""
        given = vars(self).get("_given", vars(self)) | self._replaced().keys()
        again = {name for name in vars(self) if isinstance(getattr(type(self), name, None), cached_property)}
        return vars(self).keys() - given | again | {"_derived"}

    def _replaced(self):
        """Return the rules that are of this object alone, by name."""
        return {name: rule for name, rule in vars(self).items() if callable(getattr(type(self), name, None))}
