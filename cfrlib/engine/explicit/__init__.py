"""Explicit trees, wherever they come from: hidden actions, matrix games, games read from files or from OpenSpiel."""
