"""The checks of notebook 02 say where a wrong one is wrong."""

from verdicts import wrong_answers

from cfrlib.lessons.games_as_trees import checks as trees


def counts(n):
    deals = n * (n - 1)
    return {"histories": 5 * deals + n + 1, "terminals": 3 * deals, "infosets": 2 * n}


def with_own_card_only(history):
    return (history[len(history) % 2], "".join(history[2:]))


def both_see_all(history):
    return "".join(history[:2]), "".join(history[2:])


def without_moves(history):
    player = len(history) % 2
    return history[player], history[1] if player == 0 else ""


WRONG = [
    (trees.check_same_infoset, lambda h, g: h == g, "JQ and JK", "they hold J and the moves were none"),
    (trees.check_same_infoset, lambda h, g: h[0] == g[0] and h[2:] == g[2:], "JQp and JKp", "they hold K"),
    (trees.check_same_infoset, lambda h, g: h[2:] == g[2:], "JQ and QJ", "they hold Q"),
    (trees.check_same_infoset, lambda h, g: h[len(h) % 2] == g[len(g) % 2], "JQ and JQpb", "the moves were pb"),
    (trees.check_counts, lambda n: counts(n) | {"histories": 5 * n * (n - 1)}, "2 cards, histories", "before both"),
    (trees.check_counts, lambda n: counts(n) | {"infosets": 4 * n}, "2 cards, infosets", "expected 4, found 8"),
    (trees.check_counts, lambda n: counts(n) | {"terminals": 5 * n * (n - 1)}, "2 cards, terminals", "Kuhn poker"),
    (trees.check_counts, lambda n: {"histories": 1}, "2 cards", "dictionary with keys"),
    (trees.check_key, lambda h: (h[0], "".join(h[2:])), "JQp and JKp", "Player 2 has looked at the card"),
    (trees.check_key, lambda h: (h[len(h) % 2], ""), "JQ and JQpb", "The moves differ"),
    (trees.check_key, both_see_all, "JQ and JK", "has seen the same"),
    (trees.check_key, lambda h: h, "JQ", "a pair of strings"),
    (trees.check_open_key, with_own_card_only, "JQ and JK", "Player 1 sees Player 2's card"),
    (trees.check_open_key, both_see_all, "JQp and KQp", "Player 2 moves after both"),
    (trees.check_open_key, without_moves, "JQ and JQpb", "The moves differ"),
    (trees.check_open_key, lambda h: h, "JQ", "a key is a pair of strings"),
    (trees.check_open_key, lambda h: (h[1], "".join(h[2:])), "JQ and KQ", "Player 1 has looked at the card"),
    (trees.check_open_key, lambda h: ("?", "".join(h[2:])), "JQ and JK", "Player 1 sees"),
]

test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)


def test_a_missing_entry_gives_no_answer_away():
    verdict = trees.check_counts(lambda n: {"histories": 1})
    assert verdict.message == (
        "At 2 cards: expected a dictionary with keys ['histories', 'terminals', 'infosets'], found {'histories': 1}."
    )
