"""Lesson 12. Hold'em in two rounds."""
