"""Lesson 17. Play."""
