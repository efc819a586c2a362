"""Lesson 06. Can we solve it exactly? (optional)."""
