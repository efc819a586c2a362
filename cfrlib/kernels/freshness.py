"""Throws away compiled kernels when the code that they were made of has changed: after an update, or while editing."""

import hashlib

STAMP = "kernels.stamp"


def forget_stale(folder, sources):
    """Delete numba's files in the `__pycache__` of a folder, unless they are of these sources.

    Where nothing can be written nothing is done: then numba keeps its files elsewhere, or keeps none.

    Parameters
    ----------
    folder : Path
    sources : iterable of Path
        All files whose change makes what was compiled stale.
    """
    digest = hashlib.sha256()
    for path in sorted(sources):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    kept, found = folder / "__pycache__", digest.hexdigest()
    try:
        if (kept / STAMP).exists() and (kept / STAMP).read_text() == found:
            return
        kept.mkdir(exist_ok=True)
        for file in [*kept.glob("*.nbi"), *kept.glob("*.nbc")]:
            file.unlink(missing_ok=True)
        (kept / STAMP).write_text(found)
    except OSError:
        pass
