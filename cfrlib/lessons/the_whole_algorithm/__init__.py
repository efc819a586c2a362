"""Lesson 05. The whole algorithm."""
