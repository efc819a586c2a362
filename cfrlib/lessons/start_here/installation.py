"""Is everything here that the course needs? If not: what is missing, and what to do about it."""

from importlib.metadata import PackageNotFoundError, version

from cfrlib._util import imports
from cfrlib.lessons.verdict import Verdict

CURE = f"Close JupyterLab and start the course with `make lab`, or with `cfrlib lab` after {imports.command('course')}."


def check_installation():
    """Return a `Verdict`: right, or which packages are missing or too old, or that no tree can be drawn."""
    try:
        needed, later = imports.required("") + imports.required("course"), imports.required("deep")
    except PackageNotFoundError:
        return Verdict("wrong", f"The package cfrlib itself is not installed. {CURE}")
    complaints = [complaint for requirement in needed if (complaint := _complaint(requirement))]
    complaints = complaints or _drawing_complaints()
    if complaints:
        return Verdict("wrong", "\n".join([*complaints, CURE]))
    lacking = list(filter(_complaint, later))
    message = f"All {len(needed + later) - len(lacking)} packages are here, and trees can be drawn. Go on."
    return Verdict("right", f"{message} Before lesson 16: {imports.command('deep')}" if lacking else message)


def _complaint(requirement):
    try:
        installed = version(requirement.name)
    except PackageNotFoundError:
        return f"{requirement.name} is not installed."
    if not requirement.specifier.contains(installed, prereleases=True):
        return f"{requirement.name} is version {installed}, but {requirement.specifier} is needed."
    return None


def _drawing_complaints():
    # What may be missing is imported where that can be said.
    from cfrlib import draw, games

    try:
        svg = draw.tree(games.kuhn()).svg
    except Exception as error:  # a broken Graphviz shows itself in many ways
        return [f"No tree can be drawn: {type(error).__name__}: {error}"]
    return [] if "<svg" in svg else ["No tree can be drawn: the picture is empty."]
