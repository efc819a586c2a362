"""One word for one thing: the words that this project gave up, and what stands in their place.

`GONE` must not come back. `GOING` are on their way out: how often each still stands in the package may only fall.
"""

import re
from pathlib import Path

import pytest

import cfrlib

PACKAGE = Path(cfrlib.__file__).parent
ROOT = PACKAGE.parent
BESIDE = [*ROOT.glob("figures/runs/*.py"), *ROOT.glob("notebooks/**/*.py"), *ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
INSIDE = [path for kind in ("py", "js", "css", "toml", "md") for path in PACKAGE.rglob(f"*.{kind}")]
TEXT = {path: path.read_text(encoding="utf-8") for path in (*BESIDE, *INSIDE)}
GONE = {
    "colou": "color", "neighbou": "neighbor", "behaviou": "behavior", "grey": "gray", "licence": "license",
    "centre": "center", "desk": "workspace", "ladder": "bids", "rungs": "bids", "bucket_sides": "one-sided walk",
    "street_sides": "one-sided walk", "normalis": "normaliz",
}  # fmt: skip
GOING = {
    "found": ("what it is", 614),
    "room": ("workspace", 69),
    "lanes": ("states, contexts or batch", 182),
    "street": ("betting round", 39),
    "streets": ("betting rounds", 12),
    "gain": ("instantaneous regret", 74),
    "gains": ("instantaneous regrets", 48),
    "nothing": ("zero tolerance", 186),
    "seen": ("last update", 110),
    "ends": ("terminals", 141),
    "here": ("what it is", 258),
    "guess": ("baseline value", 59),
    "microscope": ("variance", 6),
}


@pytest.mark.parametrize("word", GONE)
def test_a_word_that_is_gone_stays_away(word):
    where = [str(path.relative_to(ROOT)) for path, text in TEXT.items() if re.search(rf"(?i)\b{word}", text)]
    assert where == [], f"it is {GONE[word]} now"


@pytest.mark.parametrize("word", GOING)
def test_a_word_on_its_way_out_is_not_used_again(word):
    better, most = GOING[word]
    times = sum(len(re.findall(rf"(?i)\b{word}\b", TEXT[path])) for path in INSIDE if path.suffix == ".py")
    assert times <= most, f"better: {better}"
