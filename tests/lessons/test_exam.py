"""Exam questions: every answer by another way, from the numbers that were drawn; a sheet without answers."""

import re
import string
import tomllib
from fractions import Fraction
from html import unescape
from itertools import permutations, product

import pytest

from cfrlib import cli
from cfrlib.cli import exam
from cfrlib.lessons.exam import questions, rooms, short

BEATS = {("Rock", "Scissors"), ("Paper", "Rock"), ("Scissors", "Paper")}
WORDS = {number: tomllib.loads((room / "exam.toml").read_text(encoding="utf-8")) for number, room in rooms().items()}
SEEDS = 200


def paid(mine, theirs):
    return ((mine, theirs) in BEATS) - ((theirs, mine) in BEATS)


def in_proportion(sums):
    """Return what is played in proportion to positive sums of which one is."""
    total = sum(max(x, 0) for x in sums)
    return [max(x, 0) / total for x in sums]


def three_rounds(n):
    rounds = [n[f"round_{t}"].split(" against ") for t in (1, 2, 3)]
    moves = "Rock", "Paper", "Scissors"
    sums = [sum(paid(move, theirs) - paid(mine, theirs) for mine, theirs in rounds) for move in moves]
    return dict(zip(moves, in_proportion(sums), strict=True))


def bracket(n):
    left, right = (n["up"] * n[x] + (1 - n["up"]) * n[y] for x, y in ("ac", "bd"))
    up, down = (n["left"] * n[x] + (1 - n["left"]) * n[y] for x, y in ("ab", "cd"))
    return {"guaranteed": min(left, right), "conceded": max(up, down)}


def sizes(n):
    deals = list(permutations(range(n["cards"]), 2))
    infosets, terminals = set(), 0
    for deal, history in product(deals, ("", "p", "b", "pb")):
        infosets.add((deal[len(history) % 2], history))
        terminals += sum(history + action not in ("p", "b", "pb") for action in "pb")
    return {"deals": len(deals), "terminals": terminals, "infosets": len(infosets)}


def plans(n):
    notes = dict(zip("abcd", ("stay L", "stay R", "go L", "go R"), strict=True))
    hat = [note for name, note in notes.items() for _ in range(n[name])]
    going = [note for note in hat if note.startswith("go")]
    return {"go": len(going) / len(hat), "R": sum(note.endswith("R") for note in going) / len(going)}


def against_the_queen(jack, king, queen):
    """Return what Player 1 earns who bets a Jack and a King so often, against a Queen that calls so often."""
    ends = {"J": (-1, -2), "K": (1, 2)}
    return sum(
        ((1 - bets) * shown + bets * ((1 - queen) * 1 + queen * called)) / 2
        for bets, (shown, called) in zip((jack, king), ends.values(), strict=True)
    )


def queen(n):
    jack = n["bluffs"]
    answers = {"fold": (jack * -1 + 1 * -1) / 2, "call": (jack * 2 + 1 * -2) / 2}
    return {**answers, "best": max(-against_the_queen(jack, 1, calls) for calls in (0, 1))}


def how_far(n):
    one = max(against_the_queen(jack, king, n["calls"]) for jack, king in product((0, 1), repeat=2))
    two = max(-against_the_queen(n["bluffs"], 1, calls) for calls in (0, 1))
    return {"one": one, "two": two, "exploitability": (one + two) / 2}


def one_decision(n):
    values = {x: 0.5 * n["heads"] * n[f"heads_{x}"] + 0.5 * n["tails"] * n[f"tails_{x}"] for x in "ab"}
    regrets = {"a": (1 - n["a"]) * (values["a"] - values["b"]), "b": n["a"] * (values["b"] - values["a"])}
    return {f"{what}_{x}": row[x] for what, row in (("value", values), ("regret", regrets)) for x in "ab"}


def plan(n):
    def earns(go, often):
        return (1 - go) * n["stay"] + go * ((1 - often) * n["left"] + often * n["right"])

    now, going, planned = earns(n["go"], n["often"]), earns(1, n["often"]), earns(1, 1)
    return {"go_at_A": going - now, "R_at_B": planned - going, "plan": planned - now}


def update(n):
    now = in_proportion([Fraction(r) for r in n["regrets"]])
    worth = sum(p * v for p, v in zip(now, n["values"], strict=True))
    after = [r + v - worth for r, v in zip(n["regrets"], n["values"], strict=True)]
    kinds = ("now", now), ("regret", after), ("next", in_proportion(after))
    return {f"{kind}_{x}": float(number) for kind, row in kinds for x, number in zip("abc", row, strict=True)}


def average(n):
    """Of many games that a strategy drawn evenly from the three plays, those that come here count."""
    come = {"b": sum(n[f"r{t}"] / 3 * n[f"b{t}"] for t in (1, 2, 3))}
    come["p"] = sum(n[f"r{t}"] / 3 * (1 - n[f"b{t}"]) for t in (1, 2, 3))
    return {"share": come["b"] / (come["b"] + come["p"])}


def price(n):
    """A player who mixes is indifferent, and what an action earns is linear in what the other mixes."""

    def zero(f):
        return f(0) / (f(0) - f(1))

    bluffs = zero(lambda b: (n["price"] * b - n["price"]) + (b + 1))
    calls = zero(lambda c: (-n["price"] + (1 - c) - n["price"] * c) / 2 + 1)
    return {"bluffs": bluffs, "calls": calls}


def one_of_two(n):
    parts = {"a": (n["played"], n["drawn"], n["a"]), "b": (1 - n["played"], 1 - n["drawn"], n["b"])}
    records = {x: value / (q / p) for x, (p, q, value) in parts.items()}
    worth = sum(q * records[x] for x, (_, q, _) in parts.items())
    plain = sum(q * value for _, q, value in parts.values())
    return {"worth": worth, "after_a": records["a"], "after_b": records["b"], "plain": plain}


def hands(n):
    needed = [Fraction(196, 100) ** 2 * Fraction(n[kind], n["width"]) ** 2 for kind in ("plain", "twice")]
    return {"plain_hands": float(needed[0]), "duplicate_hands": float(2 * needed[1])}


@pytest.mark.parametrize("number", rooms())
def test_each_answer_is_what_another_way_gives_and_short(number):
    seen = {}
    for seed in range(SEEDS):
        for one in questions(number, seed):
            assert one.answers == pytest.approx(globals()[one.name](one.numbers), abs=1e-8), (seed, one)
            assert all(len(short(answer)) <= 9 for answer in one.answers.values()), (seed, one)
            seen.setdefault(one.name, set()).add(one.ask)
    assert list(seen) == list(WORDS[number])
    assert min(map(len, seen.values())) >= 9  # as many cards as Kuhn poker may be asked about


def test_the_first_lessons_have_two_questions_each():
    assert {number: len(words) for number, words in WORDS.items()} == {
        **dict.fromkeys(("01", "02", "03", "04", "05"), 2), **dict.fromkeys(("07", "09", "15"), 1),
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(5))
def test_the_sheet_has_no_answer_in_it(seed):
    sheet, solutions = (unescape(page.partition("</style>")[2]) for page in exam.pages(seed, rooms()))
    for k, one in enumerate((one for number in rooms() for one in questions(number, seed)), start=1):
        assert one.worked in solutions
        assert one.ask in solutions
        for part in (one.ask, f"{k}. Lesson {one.lesson}"):
            assert part in sheet
            sheet = sheet.replace(part, "", 1)
        asked = {field for _, field, _, _ in string.Formatter().parse(WORDS[one.lesson[:2]][one.name]["ask"])}
        assert not asked & {*one.answers}
    assert not re.search(r"\d", re.sub("<[^>]*>", "", sheet).replace(f"Exam {seed}", ""))
    assert "Answers" not in sheet


def test_a_seed_gives_the_same_numbers_whatever_else_is_asked():
    first, *_ = questions("02", 7)
    assert first.ask.startswith("Kuhn poker is played with 11 different cards in place of three.")
    assert exam.pages(7, ["02"]) == exam.pages(7, ["02"])
    assert first.ask in exam.pages(7, ["01", "02"])[0]
    assert exam.pages(7, ["02"]) != exam.pages(8, ["02"])


def test_two_pages_are_written_and_none_that_is_there_is_lost(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cli.main(["exam", "--seed", "7", "--lessons", "01, 05", "--folder", "mine"])
    names = ["exam-7.html", "exam-7-solutions.html"]
    assert [line.split("/")[-1].split("\\")[-1] for line in capsys.readouterr().out.splitlines()] == names
    assert [(tmp_path / "mine" / name).read_text(encoding="utf-8") for name in names] == exam.pages(7, ["01", "05"])
    (tmp_path / "mine" / names[0]).write_text("corrected")
    with pytest.raises(SystemExit, match="exam-7.html is there already"):
        cli.main(["exam", "--seed", "7", "--folder", "mine"])
    assert (tmp_path / "mine" / names[0]).read_text() == "corrected"
    with pytest.raises(SystemExit, match="argument --lessons: '06' has no exam questions .choose from 01, 02"):
        cli.main(["exam", "--lessons", "01,06"])
    assert not list(tmp_path.glob("*.html"))
    cli.main(["exam"])
    assert len(list(tmp_path.glob("exam-*.html"))) == 2
