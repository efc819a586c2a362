"""What README and the pages beside it promise: links lead somewhere, the table has every lesson with its minutes."""

import re
from pathlib import Path

import pytest

import build

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["README.md", "docs/installing.md", "docs/package.md", "docs/your_own.md"])
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text(encoding="utf-8")):
        assert (ROOT / page).parent.joinpath(target).exists(), target


def test_the_table_of_lessons_has_all_of_them_as_their_rooms_say():
    assert build.readme() == README, "`python notebooks/build.py --metadata` writes it"
    assert README.count("](notebooks/0") + README.count("](notebooks/1") >= len(build.lessons())
