"""The files of questions: all that are there can be asked, and what is wrong with one is said."""

import pytest

from cfrlib.widgets import predict, self_test
from cfrlib.widgets.parts import questions

PLAIN = """
[[question]]
id = "one"
ask = "How many?"
choices = [{ text = "1", why = "no" }, { text = "2", right = true, why = "yes" }]
"""


@pytest.fixture
def read(tmp_path):
    def read_text(text):
        path = tmp_path / "x" / "questions.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return questions.read(path)

    return read_text


@pytest.mark.parametrize("lesson", questions.lessons())
def test_every_file_can_be_asked(lesson):
    kinds = questions.read(questions.path_of(lesson))
    for one in kinds["question"]:
        assert questions.question(f"{lesson}/{one.id}") == one
    assert kinds["self_test"]
    for one in (*kinds["question"], *kinds["self_test"]):
        assert one.ask.endswith(("?", ".", ":")), one.id
        for choice in one.choices:
            assert choice.why.endswith((".", "!", "?")), f"{one.id}: {choice.text}"
            assert len(choice.why.split()) >= 5, f"{one.id}: {choice.text} is not explained"


def test_a_question_is_read(read):
    (one,) = read(PLAIN)["question"]
    assert (one.id, one.ask, one.letters, one.right, one.open) == ("one", "How many?", "AB", "B", False)
    assert (one["A"].text, one["A"].why, one["B"].right) == ("1", "no", True)
    assert read(PLAIN)["self_test"] == ()
    (one,) = read(PLAIN.replace("right = true, ", "").replace("ask", "open = true\nask"))["question"]
    assert (one.open, one.right) == (True, None)


def more(n):
    return ", ".join(f'{{ text = "{k}", why = "no" }}' for k in range(3, 3 + n))


@pytest.mark.parametrize("old, new, message", [
    ("right = true", "right = false", "0 choices are right; it takes 1"),
    ('text = "1"', 'text = "1", right = true', "2 choices are right; it takes 1"),
    (', why = "no"', "", "choice A: why is missing"),
    ('why = "no"', 'why = " "', "choice A: why is ' '"),
    ('text = "1"', "text = 1", "choice A: text is 1; it takes a str"),
    ('text = "1"', 'text = "2"', "two choices are the same"),
    ('ask = "How many?"', "", "'one': ask is missing"),
    ('id = "one"', "", "id is missing"),
    ('id = "one"', 'id = "one"\nhint = "x"', "it does not take hint"),
    ("[[question]]", "[[questions]]", "it does not take questions"),
    ("choices = [", "choices = [1, ", "choices takes tables"),
    ('{ text = "1", why = "no" }, ', "", "it has 1 choices; it takes 2 to 5"),
    (" }]", " }, " + more(4) + "]", "it has 6 choices; it takes 2 to 5"),
    ("right = true", "right = 1", "right is 1; it takes a bool"),
    ("]]", "]", "x/questions.toml: "),
])  # fmt: skip
def test_what_is_wrong_with_a_file_is_said(read, old, new, message):
    assert old in PLAIN
    with pytest.raises(ValueError) as error:
        read(PLAIN.replace(old, new, 1))
    assert message in str(error.value)
    assert str(error.value).startswith("x/questions.toml")


OWN = f"{PLAIN}{PLAIN.replace('[[question]]', '[[self_test]]').replace('one', 'two')}"


def test_a_file_of_ones_own_is_asked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "week 3").mkdir()
    for place in ("own.toml", "week 3/own.toml", str(tmp_path / "own.toml")):
        with open(place, "w", encoding="utf-8") as file:
            file.write(OWN)
        assert (predict(f"{place}/one").question.ask, self_test(place).asked[0].question.id) == ("How many?", "two")
    assert questions.self_test(tmp_path / "own.toml")[0].right == "B"
    with pytest.raises(ValueError, match="^name='own.toml/two': of own.toml, it takes own.toml/one$"):
        predict("own.toml/two")
    (tmp_path / "own.toml").write_text(OWN.replace("text =", "test =", 1))
    for ask in (lambda: predict("own.toml/one"), lambda: self_test("own.toml")):
        with pytest.raises(ValueError, match=f"^{tmp_path.name}/own.toml, 'one', choice A: text is missing$"):
            ask()
    (tmp_path / "own.toml").write_bytes("naïve".encode("latin-1"))
    with pytest.raises(ValueError, match=f"^{tmp_path.name}/own.toml: .*utf-8"):
        predict("own.toml/one")
    (tmp_path / "own.toml").write_text(PLAIN)
    with pytest.raises(ValueError, match=r"^lesson='own.toml': it takes questions under \[\[self_test"):
        self_test("own.toml")
    with pytest.raises(FileNotFoundError, match="gone.toml"):
        predict("gone.toml/one")
    with pytest.raises(ValueError, match="^name='own.toml': of own.toml, it takes own.toml/one$"):
        predict("own.toml")
    for wrong in ("own.tom/one", "own.toml/", "own"):
        with pytest.raises(ValueError, match="^name="):
            predict(wrong)
    with pytest.raises(ValueError, match="^lesson='own': it takes one of .*, or the path of a file"):
        self_test("own")


def test_an_id_is_used_once(read):
    with pytest.raises(ValueError, match="two questions have the id 'one'"):
        read(PLAIN + PLAIN.replace("[[question]]", "[[self_test]]"))


def test_a_lesson_may_have_no_self_test(read, tmp_path, monkeypatch):
    read(PLAIN)
    monkeypatch.setattr(questions, "LESSONS", tmp_path)
    assert questions.lessons() == ("x",)
    assert questions.question("x/one").right == "B"
    with pytest.raises(ValueError, match=r"^lesson='x': it takes questions under \[\[self_test"):
        questions.self_test("x")
