"""environment.yml and requirements.lock say what pyproject.toml says; no file names a machine."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from cfrlib._util import extras

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()


def bounds(lines):
    """Map each required name to its set of version bounds."""
    parsed = map(Requirement, lines)
    return {canonicalize_name(req.name): req.specifier for req in parsed}


EXTRAS = PROJECT["optional-dependencies"]
REQUIRED = bounds(PROJECT["dependencies"] + EXTRAS["course"] + EXTRAS["deep"])
PINNED = REQUIRED | bounds(EXTRAS["cluster"] + EXTRAS["test"] + EXTRAS["site"])
PINNED.pop("cfrlib")  # whose extras `test` names


def test_environment_yml_is_what_pyproject_asks_of_a_reader():
    env = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    (pip,) = (entry["pip"] for entry in env["dependencies"] if isinstance(entry, dict))
    conda = bounds(entry for entry in env["dependencies"] if isinstance(entry, str))
    assert pip == ["-e ."]
    assert str(conda.pop("python")) == PROJECT["requires-python"]
    conda.pop("pip")
    assert conda == REQUIRED
    assert env["channels"] == ["conda-forge"]
    assert env["name"] == PROJECT["name"]


def test_what_says_that_it_is_missing_names_an_extra():
    assert set(extras.EXTRAS.values()) <= EXTRAS.keys()


def test_the_lock_pins_every_requirement_within_its_bounds():
    assert LOCK[0].startswith("# ")
    pins = dict(line.split("==") for line in LOCK[1:])
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line) for line in LOCK[1:])
    versions = {canonicalize_name(name): version for name, version in pins.items()}
    assert PROJECT["name"] not in versions
    for name, bound in PINNED.items():
        assert name in versions, f"{name} is not in requirements.lock; `make lock` pins it"
        assert versions[name] in bound, f"{name}: {versions[name]} is locked, pyproject.toml wants {bound}"


def test_no_file_names_this_machine_or_a_package_index():
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git repository")
    home = r"(?<![\w.])/(?:home|Users|root)/\w|[A-Z]:\\Users"
    index = r"index[-_]url|https?://[^ )\"]*/(?:simple|packages)/"
    leak = re.compile(f"{home}|{index}|{re.escape(str(ROOT))}")
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.suffix == ".svg" or not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        leaked = leak.search(text)
        assert not leaked, f"{name} names {leaked[0]}"
