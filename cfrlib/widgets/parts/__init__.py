"""What widgets are made of: canvas, controls, keys, tables and words, and what runs in the background."""
