"""Lesson 02. Games as trees."""
