"""Every row of the table of switches is unbiased: its regrets and its average have vanilla's mean, at any frozen
profile.

Chance is enumerated, so means are exact. Where actions are drawn walks are the textbook's, step by step
(`engine/test_single_walks.py`), and all that those may draw is enumerated in `textbook/test_textbook_sampling.py`.
"""

import itertools

import numpy as np
import pytest
from frozen import frozen_solver
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import games as random_games

from cfrlib.engine.step import IDLE
from cfrlib.engine.tree import drawn_walk
