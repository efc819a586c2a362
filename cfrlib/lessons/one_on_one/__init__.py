"""Lesson 15. One on one."""
