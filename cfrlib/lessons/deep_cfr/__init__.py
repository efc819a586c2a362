"""Lesson 16. Deep CFR."""
