"""The teacher's page: its minutes add up, part by part, and no path fills its class to the last minute."""

import re
from pathlib import Path

import nbformat
import pytest

import build
from cfrlib.widgets.parts import questions

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
LESSONS = dict(re.findall(r"^## Lesson (\d\d).*?\n(.*?)(?=^## )", PAGE, re.M | re.S))
MINUTES = {
    lesson: {part: int(minutes) for minutes, part in re.findall(r"^\| (\d+) \| (.+) \|$", text, re.M)}
    for lesson, text in LESSONS.items()
}
PATHS = re.findall(r"^\| (.*?) ?\| (\d\d) \| (.+?) \| (\d+) \|$", PAGE, re.M)
OTHER = re.findall(r"In (week \d), lesson (\d\d) is another\s+choice \((\d+)\)", PAGE)
LEFT_OUT = re.search(r"The 90 minutes leave out ([\d, ]+):", PAGE)[1].split(", ")
CLASS, SLACK = 90, 10


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")), ids=lambda path: path.stem)
def test_the_parts_of_a_lesson_take_as_long_as_the_lesson_says(path):
    first, lesson = nbformat.read(path, as_version=4).cells[0].source, path.name[:2]
    assert lesson in LESSONS, f"docs/teaching.md takes a part '## Lesson {lesson}: TITLE' with a table of minutes"
    assert sum(MINUTES[lesson].values()) == int(re.search(r"\*\*Time:\*\* (\d+) minutes", first)[1])


@pytest.mark.parametrize("when, lesson, parts, minutes", PATHS)
def test_a_path_takes_as_long_as_its_parts(when, lesson, parts, minutes):
    every = MINUTES[lesson]
    named = [part for part in parts.removeprefix("all but ").split("; ") if part != "all"]
    assert set(named) <= set(every), "called otherwise in the lesson's table"
    total = sum(every[part] for part in named)
    assert int(minutes) == (sum(every.values()) - total if parts.startswith("all") else total)


def test_a_path_takes_no_lesson_before_what_it_needs():
    needs = {one.number: set(one.needed) for one in build.lessons()}
    taken = {"90 minutes": set(LEFT_OUT), "week": set()}
    path = ""
    for when, lesson, *_ in PATHS:
        path = "week" if "week" in when else when or path
        for one in (lesson, *(other for week, other, _ in OTHER if week == when)):
            assert needs[one] <= taken[path], f"{when or path}: lesson {one} comes before what it needs"
        taken[path].add(lesson)
    assert taken["90 minutes"] < taken["week"]
    assert OTHER
    assert all(int(minutes) == sum(MINUTES[other].values()) for _, other, minutes in OTHER)


@pytest.mark.parametrize("lesson", build.lessons(), ids=lambda lesson: lesson.name)
def test_each_question_of_a_lesson_has_votes_for_its_choices(lesson):
    asked = questions.read(questions.path_of(lesson.name[3:]))["question"]
    said = re.search(r"\*\*Votes:\*\*((?:(?!\*\*|\n\n).)*)", LESSONS[lesson.number], re.S)[1]
    votes = [[int(part) for part in vote.split("/")] for vote in re.findall(r"\d+(?:/\d+)+", said)]
    assert [len(vote) for vote in votes] == [len(one.choices) for one in asked]
    assert {sum(vote) for vote in votes} == {100}


def test_a_path_has_some_slack():
    taken = []
    for when, _, _, minutes in PATHS:
        taken += [int(minutes)] if when else [taken.pop() + int(minutes)]
    assert len(taken) == 7
    assert max(taken) <= CLASS - SLACK, taken


@pytest.mark.parametrize("page", ["laptops", "changing"])
def test_what_a_page_for_teachers_names_is_there(page):
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert text.count("\n") <= 120
    named = re.findall(r"`((?:cfrlib|docs|notebooks|figures)/[\w/.]+)`", text)
    assert named
    assert [name for name in named if "deutsch" not in name and not (ROOT / name).exists()] == []
