"""Lesson 07. Your own game."""
