"""Lesson 01. Regret."""
