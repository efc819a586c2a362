"""The lessons, a room each, named as its notebook: its questions, checks, pictures, widgets and helpers."""
