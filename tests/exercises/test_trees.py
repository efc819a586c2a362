"""The checks of notebook 02 accept the right answer and say where a wrong one is wrong."""

from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.course.exercises import trees
from cfrlib.game import Decision, PublicChance, Terminal
from cfrlib.games import kuhn
from cfrlib.tree import unroll


def same_infoset(h, g):
    player = len(h) % 2
    return len(h) == len(g) and h[player] == g[player] and h[2:] == g[2:]


def counts(n):
    deals = n * (n - 1)
    return {"histories": 5 * deals + n + 1, "terminals": 3 * deals, "infosets": 2 * n}


def open_key(history):
    first, second, *moves = history
    public = second + "".join(moves)
    return (first, public) if len(moves) % 2 == 0 else (second, "".join(moves))


def node(actions):
    moves = "".join(actions)
    if moves in ("pp", "bp", "bb", "pbp", "pbb", "brp", "brb", "pbrp", "pbrb"):
        return Terminal()
    return Decision(len(moves) % 2, ("p", "b", "r") if moves in ("b", "pb") else ("p", "b"))


def reach(history, profile, chances=(1 / 3, 1 / 2)):
    result = 1.0
    for k, action in enumerate(history):
        card = history[k % 2]
        result *= chances[k] if k < 2 else profile[card, "".join(history[2:k])][action]
    return result


def with_cards_swapped(history, profile):
    return reach((history[1], history[0], *history[2:]) if len(history) > 1 else history, profile)


def with_replacement(history, profile):
    return reach(history, profile, (1 / 3, 1 / 3))


def with_own_card_only(history):
    return (history[len(history) % 2], "".join(history[2:]))


def both_see_all(history):
    return "".join(history[:2]), "".join(history[2:])


def without_moves(history):
    player = len(history) % 2
    return history[player], history[1] if player == 0 else ""


def endless(actions):
    moves = "".join(actions)
    if moves == "pp" or (moves[-1:] in ("p", "b") and len(moves) > 1 and moves[-2] in "br"):
        return Terminal()
    return Decision(len(moves) % 2, ("p", "b", "r") if moves[-1:] in ("b", "r") else ("p", "b"))


ANSWERS = [
    (trees.check_same_infoset, same_infoset),
    (trees.check_counts, counts),
    (trees.check_open_key, open_key),
    (trees.check_raise_node, node),
    (trees.check_reach, reach),
]

test_right_answers_pass = right_answers(ANSWERS)


WRONG = [
    (trees.check_same_infoset, lambda h, g: h == g, "JQ and JK", "they hold J and the moves were none"),
    (trees.check_same_infoset, lambda h, g: h[0] == g[0] and h[2:] == g[2:], "JQp and JKp", "they hold K"),
    (trees.check_same_infoset, lambda h, g: h[2:] == g[2:], "JQ and QJ", "they hold Q"),
    (trees.check_same_infoset, lambda h, g: h[len(h) % 2] == g[len(g) % 2], "JQ and JQpb", "the moves were pb"),
    (trees.check_counts, lambda n: counts(n) | {"histories": 5 * n * (n - 1)}, "2 cards, histories", "before both"),
    (trees.check_counts, lambda n: counts(n) | {"infosets": 4 * n}, "2 cards, infosets", "expected 4, found 8"),
    (trees.check_counts, lambda n: counts(n) | {"terminals": 5 * n * (n - 1)}, "2 cards, terminals", "Kuhn poker"),
    (trees.check_counts, lambda n: {"histories": 1}, "2 cards", "dictionary with keys"),
    (trees.check_open_key, with_own_card_only, "JQ and JK", "Player 1 sees Player 2's card"),
    (trees.check_open_key, both_see_all, "JQp and KQp", "Player 2 moves after both"),
    (trees.check_open_key, without_moves, "JQ and JQpb", "The moves differ"),
    (trees.check_open_key, lambda h: h, "JQ", "a key is a pair of strings"),
    (trees.check_open_key, lambda h: (h[1], "".join(h[2:])), "JQ and KQ", "Player 1 has looked at the card"),
    (trees.check_open_key, lambda h: ("?", "".join(h[2:])), "JQ and JK", "Player 1 sees"),
    (trees.check_raise_node, endless, "the moves br", "cannot be raised again"),
    (trees.check_raise_node, kuhn().node, "the moves b", "r raises"),
    (trees.check_raise_node, lambda a: Decision(0, node(a).actions) if a else node(a), "the moves p", "take turns"),
    (trees.check_raise_node, lambda a: Decision(len(a) % 2, ("p", "b", "r")), "none yet", "nothing to raise"),
    (trees.check_raise_node, lambda a: node(a) if a != ("b", "b") else Decision(0, ("p", "b")), "bb", "a call"),
    (trees.check_raise_node, lambda a: Terminal() if len(a) > 1 else node(a), "the moves pb", "must be answered"),
    (trees.check_raise_node, lambda a: Decision(0, "pb"), "none yet", "a tuple of strings"),
    (trees.check_raise_node, lambda a: "Terminal", "none yet", "it takes Decision"),
    (trees.check_raise_node, lambda a: PublicChance(), "none yet", "PublicChance"),
    (trees.check_reach, lambda h, p: reach(h, p, (1, 1)), "J under the uniform profile", "Chance plays a part"),
    (trees.check_reach, with_replacement, "JQ under the uniform profile", "two that are left"),
    (trees.check_reach, lambda h, p: reach(h[:2], p), "JQp under the uniform profile", "chance's part alone"),
    (trees.check_reach, with_cards_swapped, "JQp under an equilibrium", "holds the first card"),
]

test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(
    ANSWERS,
    (lambda *_: None, "returned nothing"), lambda *_: "?", lambda *_: 7.5,
    (lambda *_: 1 / 0, "At "),
)  # fmt: skip


def test_a_missing_entry_gives_no_answer_away():
    verdict = trees.check_counts(lambda n: {"histories": 1})
    assert verdict.message == (
        "At 2 cards: expected a dictionary with keys ['histories', 'terminals', 'infosets'], found {'histories': 1}."
    )


def test_a_wrong_key_names_the_line_of_the_student():
    def wrong_key(history, profile):
        return profile[history, "nonsense"]["p"]

    verdict = trees.check_reach(wrong_key)
    assert "At the root under the uniform profile" in verdict.message
    assert "no such information set" in verdict.message
    assert "of wrong_key)" in verdict.message


def test_the_raise_game_of_the_check_is_a_game():
    class raised(kuhn):
        def node(self, actions):
            return trees.raise_node(actions)

        def payoff(self, actions, public):
            return 0.0

    tree = unroll(raised())
    assert (tree.num_histories, len(tree.terminals), tree.num_infosets) == (94, 54, 18)
    assert tree.perfect_recall
