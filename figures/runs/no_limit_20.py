"""What the published program for no-limit Leduc learns with the page's own stacks of 20 chips (AI Poker Tutorial).

The same program, bugs and measure as `no_limit_bugs`, in a game of 245,010 information sets: an hour instead of a
minute.
"""

from . import no_limit_bugs

SCALES = no_limit_bugs.SCALES
STACK = 20

run_task = no_limit_bugs.run_task


def tasks(scale):
    """Return the parts: a program and a seed each."""
    return [{**task, "stack": STACK} for task in no_limit_bugs.tasks(scale)]


def draw(table, name="no_limit_20"):
    """Return the picture: median and range over the seeds."""
    return no_limit_bugs.draw(table, name)
