"""Lesson 18. Solving while you play."""
