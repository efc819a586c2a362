"""What README promises: its links lead somewhere, its table has every lesson with its minutes."""

import re
from pathlib import Path

import build

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_table_of_lessons_has_all_of_them_as_their_rooms_say():
    assert build.readme() == README, "`python notebooks/build.py --metadata` writes it"
    assert README.count("](notebooks/0") + README.count("](notebooks/1") >= len(build.lessons())
