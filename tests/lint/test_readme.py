"""What README promises: its links lead somewhere, its table has every lesson with its minutes."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_course_table_has_every_notebook():
    names = {path.name for path in (ROOT / "notebooks").glob("[0-9]*.ipynb")}
    assert names == set(re.findall(r"notebooks/([0-9]\w+\.ipynb)", README))


def test_minutes_are_those_of_the_lessons():
    """In README those of a lesson with its exercises; on the teacher's page its parts add up to those without."""
    teaching = (ROOT / "docs/teaching.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")):
        head = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
        lesson, exercises = re.search(r"\*\*Time:\*\* (\d+) minutes(?:, and (\d+) more)?", head).groups()
        row = re.search(rf"\(notebooks/{path.name}\) \|.*\| (\d+) \|", README)
        assert int(row[1]) == int(lesson) + int(exercises or 0), path.name
        page = teaching.split(f"## Lesson {path.name[:2]}:")[1].split("\n## ")[0]
        assert sum(map(int, re.findall(r"^\| (\d+) \|", page, re.M))) == int(lesson), path.name
