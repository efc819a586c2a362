"""A question to predict and the self-test, driven without a browser: choose, lock, see why, ask again."""

import json

import pytest

from cfrlib.widgets import page, predict, self_test
from cfrlib.widgets.parts import questions
from cfrlib.widgets.parts.asked import Asked
from cfrlib.widgets.parts.kept import kept_at
from cfrlib.widgets.parts.questions import Choice, Question

NAME, LESSON = "start_here/queen", "start_here"


@pytest.fixture
def asked():
    return predict(NAME)


def sent(asked):
    """Return all that the page has of a question."""
    return asked.canvas.svg + asked.canvas.alt + asked.says.value


def whys(asked):
    return {letter: asked.question[letter].why for letter in asked.question.letters}


def test_nothing_is_answered_before_somebody_does_and_the_page_says_what_it_is(asked):
    assert (asked.chosen, asked.locked, asked.fits, asked.explanation) == (None, False, None, [])
    asked.lock()
    assert not asked.locked
    assert asked.words == "Choose A, B or C: click on it, or press its letter."
    assert 'aria-checked="true"' not in asked.canvas.svg
    assert asked.canvas.svg.count('role="radiogroup"') == 1
    assert asked.canvas.svg.count('role="radio"') == len(asked.question.choices)
    assert f'aria-label="{asked.question.ask}"' in asked.canvas.svg


def test_the_page_has_no_answer_before_one_is_locked(asked):
    for letter in asked.question.letters:
        asked.choose(letter)
        assert not any(why in sent(asked) for why in whys(asked).values())
        assert not any(sign in sent(asked) for sign in ("✓", "✗", "cfr-right"))
    assert asked.canvas.svg.count('aria-checked="true"') == 1


@pytest.mark.parametrize("letter, fits", [("A", False), ("B", True)])
def test_each_choice_is_explained_and_then_the_right_one(asked, letter, fits):
    asked.choose(letter)
    asked.lock()
    assert (asked.locked, asked.fits) == (True, fits)
    wanted = dict.fromkeys([letter, "B"])
    assert [why for _, why in asked.explanation] == [whys(asked)[one] for one in wanted]
    verdicts = {"A": "✗ A is not right.", "B": "✓ B is right."}
    assert [verdict for verdict, _ in asked.explanation] == [verdicts[one] for one in wanted]
    assert asked.canvas.alt == asked.words  # is read aloud
    assert asked.words.startswith(verdicts[letter])
    assert asked.canvas.svg.count('aria-disabled="true"') == 3
    assert asked.canvas.svg.count("✓") == 1
    assert asked.canvas.svg.count("✗") == (not fits)


def test_there_is_no_second_try_before_it_is_asked_again(asked):
    asked.choose("A")
    asked.lock()
    before = sent(asked)
    asked.choose("B")
    asked.press("3")
    asked.press("ArrowDown")
    asked.lock()
    assert (asked.chosen, sent(asked)) == ("A", before)
    asked.again()
    assert (asked.chosen, asked.locked, asked.explanation) == (None, False, [])
    assert sent(asked) == sent(predict(NAME))
    asked.choose("B")
    asked.lock()
    assert asked.fits


def test_all_of_it_goes_by_keys_and_by_mouse(asked):
    keys = ["b", "C", "1", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft"]
    for key, chosen in zip(keys, "BCABCACB", strict=True):
        asked.canvas.press(key)
        assert asked.chosen == chosen
    asked.canvas.press("Enter")
    assert asked.locked
    lock, again = asked.children[1].children
    again.click()
    assert not asked.locked
    asked.canvas.press("ArrowUp")
    assert asked.chosen == "C"  # the last, when there is none before
    asked.canvas.click("A")
    lock.click()
    assert (asked.chosen, asked.locked, lock.description) == ("A", True, "Locked")


def test_other_letters_are_refused(asked):
    for wrong in ("D", "a", 1):
        with pytest.raises(ValueError, match="^letter="):
            asked.choose(wrong)
    with pytest.raises(ValueError, match="^key='x'"):
        asked.press("x")
    asked.press("d")  # of a choice that another question has: JupyterLab must not get it
    assert asked.chosen is None


def test_texts_are_no_markup_and_are_broken():
    choices = (Choice("a < b & <i>", "<b>why</b>", True), Choice('"b"', "no"))
    words = "A sentence that goes on and on, as questions sometimes do. " * 6
    asked = Asked(Question("x", words, choices), "Predict")
    asked.choose("A")
    asked.lock()
    assert "a &lt; b &amp; &lt;i&gt;" in asked.canvas.svg
    assert "&lt;b&gt;why&lt;/b&gt;" in asked.says.value
    assert "a &lt; b &amp; &lt;i&gt;" in asked.picture().svg
    lines = [part.split(">")[1].split("<")[0] for part in asked.picture().svg.split("<text")[1:]]
    assert max(map(len, lines)) < 95  # long ones stay inside


def test_without_a_kernel_the_question_is_left_and_never_the_answer(asked):
    asked.choose("C")
    asked.lock()
    test = self_test(LESSON)
    test.current.choose("A")
    test.current.lock()
    for widget, shown in ((asked, [asked]), (test, test.asked)):
        data, _ = widget._repr_mimebundle_()
        assert data["image/svg+xml"].startswith("<svg")
        text = data["text/plain"]
        for one in shown:
            assert one.question.ask in text
            assert all(f"{letter}: {one.question[letter].text.rstrip('.')}." in text for letter in one.question.letters)
            for kind in ("text/plain", "image/svg+xml", "text/html"):
                assert not any(sign in data[kind] for sign in ("✓", "✗", *whys(one).values()))


def test_an_open_question_has_no_right_answer():
    choices = (Choice("yes", "it pays"), Choice("no", "it costs"), Choice("perhaps", "it depends"))
    asked = Asked(Question("x", "Would you?", choices, open=True), "Predict")
    asked.choose("B")
    asked.lock()
    assert asked.fits is None
    assert asked.explanation == [
        ("You chose B.", "it costs"),
        ("Those who choose A say:", "it pays"),
        ("Those who choose C say:", "it depends"),
    ]
    assert "your answer" in asked.canvas.svg
    assert not any(sign in sent(asked) for sign in ("✓", "✗", "cfr-right"))


def test_the_self_test_asks_one_at_a_time_and_forgets_nothing():
    test = self_test(LESSON)
    many = len(questions.self_test(LESSON))
    assert (test.at, len(test.asked)) == (1, many)
    assert "Question 1 of" in test.current.canvas.svg
    first = test.current
    first.choose("A")
    first.lock()
    test.back()
    assert test.current is first
    test.forward()
    assert test.current is not first
    assert not test.current.locked
    for _ in range(many):
        test.forward()
    assert test.at == many
    test.at = 1
    assert test.current.locked
    with pytest.raises(ValueError, match="^at=0"):
        test.at = 0


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """The file of the answers to lesson 00, whose notebook stands beside it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "00_start_here.ipynb").touch()
    kept_at.cache_clear()
    yield tmp_path / "00_start_here.answers.json"
    kept_at.cache_clear()


def lock(asked, letter):
    asked.again()
    asked.choose(letter)
    asked.lock()


def test_answers_are_kept_in_a_file_only_where_the_reader_agrees(kept):
    asked, test = predict(NAME), self_test(LESSON)
    first = test.asked[0].question.id
    assert asked.keep_box is test.current.keep_box  # one for all questions of the lesson
    assert asked.keep_box in asked.children[1].children
    lock(asked, "A")
    lock(asked, "C")  # too late
    assert not kept.exists()
    asked.keep_box.value = True
    assert json.loads(kept.read_text()) == {"queen": "A"}
    lock(asked, "B")
    lock(test.asked[0], "C")
    assert json.loads(kept.read_text()) == {"queen": "A", first: "C"}
    kept_at.cache_clear()  # a new kernel
    asked = predict(NAME)
    assert asked.keep_box.value
    lock(asked, "C")
    lock(predict("start_here/king"), "B")
    assert json.loads(kept.read_text()) == {"queen": "A", first: "C", "king": "B"}
    asked.keep_box.value = False
    assert not kept.exists()


OWN = """[[question]]
id = "queen"
ask = "Does the Queen fold?"
choices = [{ text = "Yes.", why = "Now and then." }, { text = "No.", why = "Sometimes.", right = true }]
"""


def test_questions_of_ones_own_keep_answers_with_the_notebook_that_asks_or_beside_their_file(kept, monkeypatch):
    (kept.parent / "week").mkdir()
    last = OWN.replace("queen", "last").replace("question", "self_test")
    (kept.parent / "week" / "monday.toml").write_text(OWN + last)
    monkeypatch.setenv("JPY_SESSION_NAME", str(kept.parent / "00_start_here.ipynb"))
    own = predict("week/monday.toml/queen")
    assert own.keep_box is predict(NAME).keep_box is self_test("week/monday.toml").current.keep_box
    own.keep_box.value = True
    lock(own, "B")
    lock(predict(NAME), "A")
    lock(self_test("week/monday.toml").current, "A")
    assert json.loads(kept.read_text()) == {"monday.toml/queen": "B", "queen": "A", "monday.toml/last": "A"}
    for gone in "", str(kept.parent / "renamed.ipynb"), str(kept.parent):
        monkeypatch.setenv("JPY_SESSION_NAME", gone)
        assert "monday.answers.json" in predict("week/monday.toml/queen").keep_box.tooltip
    monkeypatch.delenv("JPY_SESSION_NAME")
    own = predict("week/monday.toml/queen")
    own.keep_box.value = True
    lock(own, "A")
    assert json.loads((kept.parent / "week" / "monday.answers.json").read_text()) == {"monday.toml/queen": "A"}


def test_a_page_asks_for_nothing_to_be_kept_and_recording_it_answers_nothing(kept):
    test = self_test(LESSON)
    test.current.keep_box.value = True
    page(test, "test.html")
    assert json.loads(kept.read_text()) == {}
    assert [one.first for one in test.asked] == [None] * len(test.asked)


def test_a_file_that_cannot_be_written_is_said_and_an_unknown_folder_has_none(kept, monkeypatch):
    asked = predict(NAME)
    kept.mkdir()
    asked.keep_box.value = True
    assert asked.keep_box.description.startswith("Not kept: ")
    monkeypatch.chdir(kept)
    kept_at.cache_clear()
    assert predict(NAME).keep_box is None


def test_other_questions_and_lessons_are_refused():
    for name in ("x", LESSON, f"{LESSON}/x", "../x/y", 3, None):
        with pytest.raises(ValueError, match="^name=.*: "):
            predict(name)
    for lesson in ("x", NAME, None):
        with pytest.raises(ValueError, match="^lesson=.*it takes"):
            self_test(lesson)


def test_the_self_test_ends_with_what_was_right_on_the_first_try():
    test = self_test(LESSON)
    for k, one in enumerate(test.asked):
        assert test.result == ""
        wrong = [letter for letter in one.question.letters if letter != one.question.right]
        for letter in (*wrong[: k == 0], one.question.right):  # the first one is tried twice
            one.again()
            one.choose(letter)
            one.lock()
    assert test.result == f"Right on the first try: {len(test.asked) - 1} of {len(test.asked)}."
    assert test.result in test.says.value


def test_what_is_said_of_an_answer_is_brought_into_sight(monkeypatch):
    asked, sent = predict("start_here/queen"), []
    monkeypatch.setattr(asked.canvas, "send", sent.append)
    asked.lock()
    assert sent == []  # nothing is chosen
    asked.choose("A")
    asked.lock()
    assert sent == [{"reveal": ".cfr-says"}]
