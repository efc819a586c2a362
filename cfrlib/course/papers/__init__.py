"""What the replications in `notebooks/papers` need of a source: its tables and its algorithms, restated."""
