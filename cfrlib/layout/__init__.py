"""How a game lies in memory: the public tree as flat arrays, and what its tables' entries are called in a `Profile`."""
