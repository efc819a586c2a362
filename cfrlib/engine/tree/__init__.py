"""The engine of ordinary public trees: the tree as flat arrays, and walks that go over all of it."""
