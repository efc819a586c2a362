"""The course: pictures, widgets, exercises, questions and experiments. It explains numbers; the engine changes them."""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach(__name__, ["draw", "exercises", "experiments", "questions", "widgets"])
