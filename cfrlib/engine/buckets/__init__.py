"""The engine of limit hold'em under buckets, and what its strategies are worth with real cards."""
