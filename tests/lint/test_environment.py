"""environment.yml and requirements.lock say what pyproject.toml says; no file names a machine."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from cfrlib._util import imports

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()


def bounds(lines):
    """Map each required name to its set of version bounds."""
    parsed = map(Requirement, lines)
    return {canonicalize_name(req.name): req.specifier for req in parsed}


EXTRAS = PROJECT["optional-dependencies"]
REQUIRED = bounds(PROJECT["dependencies"] + EXTRAS["course"] + EXTRAS["deep"])
PINNED = REQUIRED | bounds(EXTRAS["cluster"] + EXTRAS["slides"] + EXTRAS["pdf"] + EXTRAS["test"] + EXTRAS["site"])
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
    assert set(imports.EXTRAS.values()) <= EXTRAS.keys()


def test_the_lock_pins_every_requirement_within_its_bounds():
    assert LOCK[0].startswith("# ")
    pins = dict(line.split("==") for line in LOCK[1:])
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line) for line in LOCK[1:])
    versions = {canonicalize_name(name): version for name, version in pins.items()}
    assert PROJECT["name"] not in versions
    for name, bound in PINNED.items():
        assert name in versions, f"{name} is not in requirements.lock; `make lock` pins it"
        assert versions[name] in bound, f"{name}: {versions[name]} is locked, pyproject.toml wants {bound}"


def texts():
    """Yield (name, text) of all files of the repository that are texts."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git repository")
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.suffix == ".svg" or not path.is_file():
            continue
        try:
            yield name, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def test_no_file_names_this_machine_or_a_package_index():
    home = r"(?<![\w.])/(?:home|Users|root)/\w|[A-Z]:\\Users"
    index = r"index[-_]url|https?://[^ )\"]*/(?:simple|packages)/"
    leak = re.compile(f"{home}|{index}|{re.escape(str(ROOT))}")
    for name, text in texts():
        leaked = leak.search(text)
        assert not leaked, f"{name} names {leaked[0]}"


OURS = PROJECT["name"]
TAKEN = re.compile(rf"""\b(?:pip[3x]?|uv|conda|mamba)\b.*\b(?:install|add)\b(?:[^`;&#\n]*[ "'])?{OURS}(?![\w./*-])""")
"""An installer that is told our name, which is nobody's on any package index, and may be anybody's."""


def test_nothing_installs_our_name_from_a_package_index():
    for name, text in texts():
        taken = TAKEN.search(text)
        assert not taken, f"{name}: {taken[0]!r}; a checkout, `-e .`, or the file of a wheel is installed"


@pytest.mark.parametrize("line", [
    "pip install {}", 'pip install "{}[course,deep]"', "`python -m pip install -U {}`", "uv pip install {}==0.1",
    'run_line_magic("pip", "install --quiet {}[course]")', '["pip", "install", "{}>=0.1"]', "uv add {}",
    "!pip3 install {}",
])  # fmt: skip
def test_an_installer_that_is_told_our_name_is_seen(line):
    assert TAKEN.search(line.format(OURS))


@pytest.mark.parametrize("line", [
    'pip install -e ".[course]"', "pip install {}-0.1.0-py3-none-any.whl", "pip install ./{}-*.whl",
    "conda activate {}", '`pip install ".[course]"` and `{} lab`', 'pip install ".[course]"\n{} warm',
    'pip install "dist/{}-VERSION-py3-none-any.whl[course]"', "conda env create, conda activate {}",
])  # fmt: skip
def test_a_checkout_and_a_wheel_may_be_installed(line):
    assert not TAKEN.search(line.format(OURS))


@pytest.mark.parametrize("extra", sorted(set(imports.EXTRAS.values())))
def test_an_extra_is_installed_by_the_names_of_its_packages(extra):
    assert imports.command(extra).startswith("pip install ")
    assert not TAKEN.search(imports.command(extra))
    names = re.findall('"([^"]+)"', imports.command(extra))
    assert bounds(names) == bounds(EXTRAS[extra])


def test_a_checkout_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setattr("sys.path", [path for path in sys.path if not Path(path).match("site-packages")])
    assert imports.command("course") == 'pip install -e ".[course]" in the checkout'
