"""The checks of lesson 12 accept the right answer and say where a wrong one is wrong."""

from itertools import permutations

from verdicts import right_answers, wrong_answers

from cfrlib.lessons.holdem_in_two_rounds import checks


def renamed(hand, flop):
    return [
        tuple(sorted(card[0] + suits["cdhs".index(card[1])] for card in cards) for cards in (hand, flop))
        for suits in permutations("cdhs")
    ]


def canonical(hand, flop):
    return min(renamed(hand, flop))


def by_first_seen(hand, flop):
    new = {}
    for card in sorted(hand) + sorted(flop):
        if card[1] not in new:
            new[card[1]] = "shdc"[len(new)]
    return [sorted(card[0] + new[card[1]] for card in cards) for cards in (hand, flop)]


def only_those_asked(hand, flop):
    """Answer the cases that are named, and nothing else."""
    named = any("".join(hand + flop) in (a + b, c + d) for a, b, c, d, _ in checks.SAME_CASES)
    return canonical(hand, flop) if named else "another"


WRONG = [
    (checks.check_canonical, by_first_seen, "AsAh on 2s7d9c, and AsAh on 2h7d9c", "a renaming turns the one"),
    (checks.check_canonical, lambda h, f: min(map(str, (one[0] for one in renamed(h, f)))), "no renaming turns"),
    (checks.check_canonical, lambda h, f: [h, f], "a renaming turns the one into the other"),
    (checks.check_canonical, only_those_asked, "all hands and flops of 4 ranks and 2 suits", "for 280 classes"),
]

test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)
test_a_class_may_be_called_anything = right_answers([
    (checks.check_canonical, lambda hand, flop: str(canonical(hand, flop))),
    (checks.check_canonical, lambda hand, flop: {str(canonical(hand, flop))}),
])  # fmt: skip
