"""Exactly: public states, the subgames below them, and their equilibria by linear programs."""
