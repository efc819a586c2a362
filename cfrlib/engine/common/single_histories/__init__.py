"""Walks on single histories of a public tree or of the bids of Bluff: chance, external, robust and outcome sampling."""
