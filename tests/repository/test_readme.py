"""What README promises: its example prints what it says, its links lead somewhere."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_example_prints_what_it_says():
    test = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 10
    result = doctest.DocTestRunner().run(test)
    assert result.failed == 0


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_course_table_has_every_notebook():
    names = {path.name for path in (ROOT / "notebooks").glob("[0-9]*.ipynb")}
    assert names == set(re.findall(r"notebooks/([0-9]\w+\.ipynb)", README))
