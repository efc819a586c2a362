"""Lesson 09. Sampling."""
