"""Mixed sampling on Liar's Dice as in `mixed_liars_dice`, but outcome sampling does not explore (Meyer, Fig. 6.1)."""

from . import mixed_liars_dice
from .mixed_leduc import NONE

SCALES = mixed_liars_dice.SCALES


def tasks(scale):
    """Return one task for each scheme that explores, and seed."""
    return [task | {"exploration": NONE} for task in mixed_liars_dice.tasks(scale) if task["scheme"] != "external"]


def run_task(task, checkpoint):
    """Return the rows scheme, seed, charged, exploitability (wins)."""
    return mixed_liars_dice.run_task(task, checkpoint)


def draw(table, name="mixed_liars_dice_pure"):
    """Return the picture: exploitability against charged nodes."""
    return mixed_liars_dice.draw(table, name=name)
