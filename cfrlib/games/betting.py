"""What is done in a round of bets, in the words of limit poker."""


def limit_words(action, faced, opened=False):
    """Return what an action is called: "f" fold, "c" check or call, "r" bet or raise.

    Parameters
    ----------
    action : str
    faced : bool
        Whether there is something to call.
    opened : bool
        Whether there is something to raise.
    """
    return {"f": "fold", "c": "call" if faced else "check", "r": "raise" if faced or opened else "bet"}[action]
