"""Lesson 14. Bluff."""
