"""The keys of a run's row, and what each of them takes. What they mean stands in `cfrlib.runs.rows`."""

from difflib import get_close_matches

from cfrlib._util.arguments import file_name, flag, listed, refuse, text, typed, whole

SCALES = ("quick", "paper")


def one_known(name, value, known, takes=None):
    """Return the one of the names `known` that `value` is, else raise an error, which has the nearest one."""
    if isinstance(value, str) and value in known:
        return value
    near = get_close_matches(str(value), [one for one in known if isinstance(one, str)], 1, 0.5)
    takes = takes or f"one of {', '.join(map(repr, known))}"
    return refuse(name, value, takes + "".join(f"; the nearest is {one!r}" for one in near), isinstance(value, str))


def _tables(name, value):
    for key, inner in typed(name, value, dict, "tables by name, each of arguments, such as {kuhn = {}}").items():
        typed(f"{name}.{key}", inner, dict, "a table of arguments, such as {}")


def texts(name, value):
    """Check that a value is a list of texts, each once."""
    for k, one in enumerate(filled(name, value, "a list of texts")):
        if not text(name, one) or one in value[:k]:
            refuse(name, value, "a list of texts, each once and none empty", right_type=True)


def filled(name, value, takes):
    """Return a list that is not empty, else raise an error."""
    return listed(name, value, takes) or refuse(name, value, f"{takes}, not an empty one", right_type=True)


def parts(name, value):
    """Yield (its place, part) of what `every` or a scale says: a part, or a list of them."""
    takes = "a part, a table such as {iterations = 100}, or a list of parts"
    if isinstance(value, dict):
        yield name, value
    else:
        yield from ((f"{name}[{k}]", typed(f"{name}[{k}]", part, dict, takes))
                    for k, part in enumerate(filled(name, value, takes)))  # fmt: skip


def _parts(name, value):
    for place, part in parts(name, value):
        each = typed(f"{place}.each", part.get("each", {}), dict, "a table such as {seed = 5}")
        for key, values in each.items():
            if isinstance(values, int):
                whole(f"{place}.each.{key}", values, 1, 10**6)
            else:
                filled(f"{place}.each.{key}", values, "a list, or how many numbers from 0 on")
            if key in part:
                refuse(f"{place}.{key}", part[key], "one value, or several in each, not both", right_type=True)


def _marks(name, value):
    if value != "points":
        whole(name, value, 1, 10**6)


def _draw(name, value):
    typed(name, value, str | dict, "a table, or the name of a function of the code")


CHECKS = {
    "about": text, "every": _parts, "quick": _parts, "paper": _parts, "code": file_name, "draw": _draw, "verify": flag,
    "game": _tables, "rules": texts, "curve": text, "curves": _tables, "marks": _marks, "columns": texts, "keeps": flag,
}  # fmt: skip


def checked(name, row):
    """Return a row if its keys are known, and each has what it takes; else raise an error that names the key."""
    for key, value in row.items():
        _plain(f"[{name}] {key}", value)
        CHECKS[one_known(f"[{name}] key", key, tuple(CHECKS))](f"[{name}] {key}", value)
    return row


def _plain(name, value):
    """Refuse what JSON cannot hold, such as dates, and what is not even equal to itself."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            _plain(f"{name}.{key}", inner)
    elif not isinstance(value, str | int | float) or value != value:
        refuse(name, value, "numbers, texts, true, false, and lists and tables of them")
