"""Lesson 10. Variance."""
