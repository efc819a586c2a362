"""Lesson 03. How good is a strategy?"""
