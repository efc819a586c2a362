"""The course: pictures, widgets, exercises and questions. It explains numbers; the engine changes them."""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach(__name__, ["draw", "exercises", "questions", "widgets"])
