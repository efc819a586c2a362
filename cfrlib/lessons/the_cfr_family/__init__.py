"""Lesson 08. The CFR family."""
