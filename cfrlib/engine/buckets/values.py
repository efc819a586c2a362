"""Under buckets no states are valued: at a table real cards are dealt."""

from cfrlib.engine.common.state_values import refuse

STATES = refuse
