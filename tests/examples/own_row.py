"""A row of one's own in the table of switches: all hands of one's own against one hand of the opponent, all of public
chance."""

import cfrlib

ROW = cfrlib.sampling.Scheme("one opponent", own_private="all", opponent_private="one", public="all")
