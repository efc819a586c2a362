"""Named experiments: runs too long for a notebook, made again by one command, with their data kept in `figures/data`.

::

    cfrlib list
    cfrlib run kuhn_oscillation --scale paper
    cfrlib run kuhn_oscillation --scale paper --resume    goes on where it was interrupted
    cfrlib draw kuhn_oscillation

An experiment is a module with a docstring (its first line is what `list` shows) and

SCALES
    A dict with the keys "quick" and "paper".
tasks(scale)
    Returns the parts of the run, a list of dicts that JSON can hold: one for each scheme and seed, say. They are done
    one after the other, and those that are finished outlive an interruption.
run_task(task, checkpoint)
    Returns the tidy table of a task. A long one keeps a `Checkpoint`
    (`cfrlib.course.experiments.running.checkpoint`); others ignore it.
draw(table)
    Returns the picture.

A short experiment may have ``run(scale, progress)`` instead of `tasks` and `run_task`: a single task, which returns
all of the table.
"""

import importlib

NAMES = (
    "kuhn_oscillation",
    "kuhn_longer",
    "cfr_plus_time",
    "leduc_house_rules",
    "leduc_average_utility",
    "kuhn_nodes",
    "kuhn_nodes_end",
    "no_limit_bugs",
    "no_limit_20",
    "no_limit_states",
    "sampling_by_place",
    "mixed_liars_dice",
    "leduc_baselines",
    "liars_dice_ten",
    "mixed_leduc",
    "exploration_leduc",
    "mixed_liars_dice_pure",
    "places_latest",
    "leduc_baselines_plus",
    "baseline_variance",
    "bluff_time",
    "bluff_values",
    "bluff_floats",
    "bluff_rules",
    "bluff_opponents",
    "terminal_times",
    "holdem_2_1",
    "holdem_2_4",
    "holdem_2_4_long",
    "regret_bounds",
    "regret_bounds_long",
    "deep_cfr",
    "deep_retraining",
    "holdem_buckets",
    "bucket_doublings",
    "bucket_metrics",
    "bucket_growth",
    "texas_race",
    "texas_fewer",
    "texas_five",
    "texas_seeds",
    "texas_large",
    "texas_threads",
    "texas_matches",
    "texas_practice",
    "texas_luck",
    "board_sequences",
)


def find(name):
    """Return the module of a named experiment.

    Raises
    ------
    ValueError
        If there is none; the message lists the names.
    """
    if name not in NAMES:
        raise ValueError(f"name={name!r}: it takes one of {', '.join(NAMES)}")
    return importlib.import_module(f"cfrlib.course.experiments.{name}")
