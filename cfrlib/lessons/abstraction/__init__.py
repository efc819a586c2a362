"""Lesson 13. Abstraction."""
