"""Compares what `frozen.py` has written of two checkouts: bit for bit, or but for rounding."""

import base64
import json
import re
import zlib
from collections import Counter

import numpy as np

FLOAT32 = 1e-5
"""By how much arrays of float32 may differ where those of float64 may differ by less."""
DIGEST = re.compile(r"(\w+ \([\d, ]*\) )?[0-9a-f]{64}")
"""What stands for an array, a profile or a text."""
WHOLE = "array "
"""How the name of a fact begins that is an array, kept whole."""


def packed(array):
    """Return an array as a text: its type and its bytes."""
    return f"{array.dtype} {base64.b85encode(zlib.compress(np.ascontiguousarray(array), 1)).decode()}"


def numbers(fact):
    """Return the array that a fact says: a packed one, or numbers in hexadecimal; None if it says something else."""
    if isinstance(fact, list):
        parts = [numbers(part) for part in fact]
        return np.concatenate(parts) if parts and all(part is not None for part in parts) else None
    if not isinstance(fact, str) or DIGEST.fullmatch(fact):
        return None
    try:
        return np.array([float.fromhex(fact)])
    except (ValueError, OverflowError):
        dtype, _, data = fact.partition(" ")
        return np.frombuffer(zlib.decompress(base64.b85decode(data)), dtype) if dtype[:5] == "float" else None


def apart(one, other):
    """Return how far two arrays are apart, in parts of their largest entry; infinitely far if they are not alike."""
    if one is None or other is None or one.dtype != other.dtype or one.shape != other.shape:
        return np.inf
    if np.array_equal(one, other, equal_nan=True):
        return 0.0
    difference = np.abs(one - other).max() / max(np.abs(one).max(), np.abs(other).max())
    return float(difference) if np.isfinite(difference) else np.inf


def compare(first, second, within=None):
    """Print all differences between two files; return whether there is one that matters.

    With `within`, numbers may differ by so much, and digests, which cannot say by how much, are not compared.
    """
    one, other = (json.loads(path.read_text()) for path in (first, second))
    different, notes, largest = set(), Counter(), {}
    for name in one | other:
        a, b = (facts.get(name, {"all raises": "(not in the file)"}) for facts in (one, other))
        a, b = a.get("all", a), b.get("all", b)
        for fact in ["all raises"] if a.get("all raises") != b.get("all raises") else a | b:
            before, now = a.get(fact), b.get(fact)
            if before != now and fact.startswith("message"):
                notes[before, now] += 1
                continue
            if before == now or within is not None and all(DIGEST.fullmatch(str(text)) for text in (before, now)):
                continue
            if within is not None:
                x, y = numbers(before), numbers(now)
                difference, least = apart(x, y), FLOAT32 if x is not None and x.dtype == np.float32 else 0
                kind = name if fact.startswith(WHOLE) else "other numbers"
                largest[kind] = max(largest.get(kind, 0), difference)
                if difference <= max(within, least):
                    continue
            different.add(name)
            shown = ("(an array)", "(another)") if fact.startswith(WHOLE) else (before, now)
            print(f"{name}: {fact}: {shown[0]} -> {shown[1]}", b.get("text of all", b.get("message of all", "")))
    for (before, now), times in notes.items():
        print(f"note, {times:,} times: {before} -> {now}")
    for kind, difference in largest.items():
        print(f"largest difference, in parts of the largest entry: {difference:.1e}, {kind}")
    equal = (one | other).keys() - different - {"sources"}
    how = "equal" if within is None else f"within {within:g}"
    print(f"{len(equal):,} configurations are {how}, {len(different):,} differ")
    return bool(different)
