"""Lesson 11. Public chance sampling."""
