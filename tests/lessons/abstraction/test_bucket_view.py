"""A hand in its buckets, driven without a browser: by fields, buttons and keys."""

import pytest

from cfrlib.abstraction.futures import futures
from cfrlib.games.holdem import holdem
from cfrlib.games.texas import texas
from cfrlib.lessons.abstraction.hand_in_buckets import hand_in_buckets
from cfrlib.widgets import bucket_view

GAME = texas(buckets=(2, 3, 2, 3), deck=(4, 3))


@pytest.fixture
def view():
    return bucket_view(GAME, cards="AhKd", board="JcQcQh")


@pytest.mark.parametrize("board", ["", "JcQcQh Kc"])
def test_it_shows_the_pictures_of_what_is_in_the_fields(view, board):
    view.board = board
    assert view.message == ""
    assert view.canvas.svg == hand_in_buckets(GAME, "AhKd", board, standalone=False).svg
    assert view.picture() == hand_in_buckets(GAME, "AhKd", board)
    assert view.canvas.alt == view.words
    assert f"<p>{view.words}</p>" in view.says.value


def test_words_of_every_betting_round(view):
    hand = [GAME.deck.label(hand) for hand in GAME.deck.hands].index("AhKd")
    for k, board in enumerate(("", "JcQcQh", "JcQcQh Kc", "JcQcQh Kc Jd")):
        view.board = board
        strengths = futures(GAME.deck, "AhKd", board)
        *before, last = GAME.key(0, (), tuple(board.split()), hand)[0].split(".")
        into = f"bucket {last} of {GAME.buckets[k]}"
        if before:
            into += f" of the hands in {'.'.join(before)}: its sequence is {'.'.join([*before, last])}"
        called = ("HS", "HS²") if k == 3 else ("E[HS]", "E[HS²]")
        strength = f"{called[0]} = {strengths.mean:.3g} and {called[1]} = {strengths.mean_square:.3g}"
        on = f"on {board}" if board else "before the flop"
        assert view.words == f"AhKd {on}: {strength}, which puts it into {into}."


def test_without_recall_a_bucket_stands_alone():
    made = bucket_view(texas(buckets=2, deck=(3, 3), recall="imperfect"), cards="KdKc", board="JcQcQd")
    assert "bucket 2 of 2." in made.words or "bucket 1 of 2." in made.words
    assert "sequence" not in made.words


def test_the_board_is_dealt_and_taken_back_card_by_card(view):
    view.board = ""
    boards = [""]
    assert (view.next_button.disabled, view.back_button.disabled) == (False, True)
    for cards in (3, 4, 5):
        view.next_button.click()
        boards.append(view.board)
        assert len(view.board.replace(" ", "")) == 2 * cards
        assert view.board.startswith(boards[-2])
        assert (view.message, view.back_button.disabled) == ("", False)
    assert view.next_button.disabled
    view.next_card()
    assert view.board == boards[-1]
    for board in boards[-2::-1]:
        view.back_button.click()
        assert view.board == board
    view.take_back()
    assert (view.board, view.back_button.disabled) == ("", True)


def test_two_rounds_end_on_the_flop():
    made = bucket_view(holdem(buckets=(3, 4), deck=(4, 2)), seed=3)
    made.next_card()
    assert len(made.board) == 6
    assert made.next_button.disabled
    assert ": HS = " in made.words


def test_keys_do_what_buttons_do_and_cards_come_from_the_seed():
    runs = []
    for seed in (1, 1, 2):
        made, shown = bucket_view(GAME, seed=seed), []
        for key in "nnnbbonno":
            made.canvas.press(key)
            shown.append((made.cards, made.board))
            assert made.message == ""
        runs.append(shown)
    assert runs[0] == runs[1] != runs[2]
    cards, boards = zip(*runs[0], strict=True)
    assert [len(board.replace(" ", "")) // 2 for board in boards] == [3, 4, 5, 4, 3, 0, 3, 4, 0]
    assert cards[4] != cards[5] != cards[8]


def test_cards_may_be_spelled_otherwise(view):
    before = view.canvas.svg
    view.cards = "kc ac"
    assert view.message == ""
    same = bucket_view(GAME, cards=GAME.deck.parse("AcKc", 2), board=GAME.deck.parse("JcQcQh", 3))
    assert (same.cards, same.board) == ("AcKc", "JcQcQh")
    assert same.canvas.svg == view.canvas.svg != before


@pytest.mark.parametrize("cards, board, message", [
    ("Ah", "JcQcQh", "cards='Ah': it takes 2 different cards, Jc to Ah"),
    ("AhKd", "JcQc", "board='JcQc': it takes 0, 3, 4 or 5 different cards"),
    ("AhQh", "JcQcQh", "board='JcQcQh': the hand has Qh; it takes other cards"),
    ("<b>", "JcQcQh", "cards='<b>': it takes"),
])  # fmt: skip
def test_wrong_cards_are_said_and_nothing_breaks(view, cards, board, message):
    before, words = view.canvas.svg, view.words
    view._cards.value, view._board.value = cards, board  # as if typed
    assert view.message.startswith(message)
    assert 'role="alert"' in view.says.value
    assert "<b><b>" not in view.says.value
    assert view.canvas.alt == view.message
    assert (view.canvas.svg, view.words) == (before, words)
    assert view.next_button.disabled
    assert view.back_button.disabled
    for key in "nb":
        view.canvas.press(key)
    assert (view.cards, view.board) == (cards, board)
    view.canvas.press("o")
    assert (view.message, view.board) == ("", "")
    assert view.canvas.svg != before


def test_wrong_input_is_named():
    for wrong in ({"game": holdem()}, {"board": "JcQcAh", "cards": "AhKh"}, {"seed": -1}):
        with pytest.raises(ValueError, match=f"^{next(iter(wrong))}="):
            bucket_view(**{"game": GAME, **wrong})
