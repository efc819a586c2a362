"""What was compiled of other sources is thrown away."""

import subprocess
import sys

import pytest

from cfrlib.kernels.freshness import forget_stale


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "__pycache__").mkdir()
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(f"# {name}")
    return tmp_path


def sources(folder):
    return [folder / "a.py", folder / "b.py"]


def test_only_a_change_of_a_source_throws_files_away(folder):
    compiled, other = folder / "__pycache__" / "a.walk.nbc", folder / "__pycache__" / "a.cpython.pyc"
    other.touch()
    forget_stale(folder, sources(folder))
    compiled.touch()
    forget_stale(folder, sources(folder)[::-1])
    assert compiled.exists()
    (folder / "b.py").write_text("# changed")
    forget_stale(folder, sources(folder))
    assert not compiled.exists()
    assert other.exists()


def test_a_folder_that_is_not_there_or_cannot_be_written_to_does_no_harm(folder):
    forget_stale(folder / "none", sources(folder))
    (folder / "__pycache__").rmdir()
    (folder / "__pycache__").write_text("a file in the way")
    forget_stale(folder, sources(folder))


PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from pathlib import Path
from cfrlib.kernels.freshness import forget_stale
forget_stale(Path({folder!r}), Path({folder!r}).glob("*.py"))
import outer
print(outer.call(1))
"""


def test_a_kernel_in_another_file_is_compiled_anew(folder):
    """numba alone would go on with the old one."""
    (folder / "inner.py").write_text("import numba\n@numba.njit\ndef add(x):\n    return x + 1\n")
    (folder / "outer.py").write_text(
        "import numba\nfrom inner import add\n@numba.njit(cache=True)\ndef call(x):\n    return add(x)\n"
    )
    said = []
    for number in (1, 1, 5):
        text = (folder / "inner.py").read_text()
        (folder / "inner.py").write_text(text.replace("x + 1", f"x + {number}"))
        run = [sys.executable, "-c", PROGRAM.format(folder=str(folder))]
        said.append(subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip())
    assert said == ["2", "2", "6"]
