"""Lesson 00. Start here."""
