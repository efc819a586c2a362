"""The course: pictures, widgets, exercises, and experiments. It explains numbers; the engine changes them."""
