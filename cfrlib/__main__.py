"""``python -m cfrlib`` is the command ``cfrlib``."""

from cfrlib.cli import main

main()
