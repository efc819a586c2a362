"""``python -m cfrlib`` is the command ``cfrlib``."""

from cfrlib.cli import main

if __name__ == "__main__":  # not what a process of `cfrlib run --executor processes` imports
    main()
