"""A table of one's own, in any folder: the one of docs/scale.md, its sums, and what is wrong with others."""

import json
import os
import re
import shutil
from pathlib import Path

import pandas as pd
import pytest
from examples.own_game import Double

import cfrlib
from cfrlib.cli import main
from cfrlib.runs import steps
from cfrlib.runs.table import loaded

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def sweep(tmp_path, monkeypatch):
    """The table of the page, in a folder that is no checkout, with the code that it names."""
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    (tmp_path / "sweep.toml").write_text(re.search(r"```toml\n(.*?)```", page, re.S)[1], encoding="utf-8")
    (tmp_path / "sweep").mkdir()
    shutil.copy(ROOT / "tests" / "examples" / "own_game.py", tmp_path / "sweep" / "double.py")
    return tmp_path


def test_the_table_of_the_page_is_done_whole(sweep, capsys):
    main(["list", "--table", "sweep.toml"])
    assert "rules                    Three rules on two games." in capsys.readouterr().out
    main(["run", "--table", "sweep.toml", "--scale", "quick"])
    assert capsys.readouterr().out.strip() == str(sweep / "sweep.csv")
    table, record = pd.read_csv(sweep / "sweep.csv"), json.loads((sweep / "sweep.json").read_text())
    assert list(table) == ["run", "game", "curve", "seed", "iterations", "nodes_touched", "exploitability"]
    assert len(table) == 2 * 3 * 2 * 5 + 3
    assert record["command"] == "cfrlib run --table sweep.toml --scale quick"
    assert record["seeds"] == [0, 1, 2]
    leduc = cfrlib.games.leduc(suits_matter=False)
    for game, where, switches, seed in (
        (leduc, "game == 'Leduc, ranks only' and curve == 'CFR+'", {"regret": "rm+", "average": "linear"}, 0),
        (cfrlib.games.kuhn(), "game == 'kuhn' and curve == 'ES'", {"sampling": "es"}, 1),
        (Double(), "run == 'double'", {"sampling": "es"}, 2),
    ):
        last = table.query(where).query(f"seed == {seed}").iloc[-1]
        solver = cfrlib.CFR(game, **switches, seed=seed)
        solver.run(int(last["iterations"]))
        assert last["exploitability"] == pytest.approx(solver.exploitability(), rel=1e-8)
    main(["draw", "rules", "--table", "sweep.toml"])
    assert "kuhn, CFR+ ends at" in capsys.readouterr().out
    assert (sweep / "rules.svg").exists()


def test_an_interrupted_table_goes_on(sweep, monkeypatch):
    def quick(*more):
        main(["run", "--table", "sweep.toml", "--scale", "quick", *more])
        return (sweep / "sweep.csv").read_bytes()

    whole, keep, kept = quick(), steps.keep, []

    def interrupted(*result):
        if len(kept) == 7:
            raise KeyboardInterrupt
        keep(*result)
        kept.append(result)

    with monkeypatch.context() as patch:
        patch.setattr(steps, "keep", interrupted)
        with pytest.raises(SystemExit, match="Interrupted"):
            quick()
    monkeypatch.setattr(steps, "keep", lambda *result: (keep(*result), kept.append(result)))
    assert quick("--resume") == whole
    assert len(kept) == 2 * 3 * 2 + 3


GOOD = {"game": "{kuhn = {}}", "curves": "{a = {}}", "every": "{iterations = 5}"}


@pytest.mark.parametrize(
    "row, said",
    [
        ({"gmae": "{kuhn = {}}"}, r"\[mine\] key='gmae': it takes one of 'about'"),
        ({"game": "{poker = {}}"}, "game='poker': it takes one of 'bluff'"),
        ({"game": "{kuhn = {cards = 0}}"}, "cards=0"),
        ({"curves": "{a = {regret = 'RM'}}"}, "regret='RM': it takes"),
        ({"curves": "{a = {regert = 'rm'}}"}, "regert"),
        ({"every": "{}"}, "iterations=None: it takes a whole number"),
        ({"every": "{curve = 'b', iterations = 5}"}, "curve='b': it takes one of 'a'"),
        ({"code": "'other'"}, r"\[mine\] code='other': there is no file"),
        ({"curves": "{}"}, r"\[mine\] a run takes game and curves, or code"),
    ],
)
def test_what_is_wrong_with_a_row_is_said(row, said, tmp_path):
    text = "[mine]\n" + "".join(f"{key} = {value}\n" for key, value in (GOOD | row).items())
    with pytest.raises(SystemExit, match=said):
        main(["run", "--table", wrote(tmp_path, text)])
    assert sorted(os.listdir(tmp_path)) == ["sweep.toml"], "before anything is begun"


@pytest.mark.parametrize(
    "text, said",
    [("x = 3", "sweep.toml: x=3: it takes a run"), ("", "it has no run"), ("[x", "sweep.toml: Expected")],
)
def test_what_is_wrong_with_a_table_is_said(text, said, tmp_path):
    for arguments in (["list"], ["run"], ["draw", "mine"]):
        with pytest.raises(SystemExit, match=said):
            main([*arguments, "--table", wrote(tmp_path, text)])


def wrote(folder, text):
    (folder / "sweep.toml").write_text(text, encoding="utf-8")
    return str(folder / "sweep.toml")


def test_either_a_name_or_a_table(sweep, capsys):
    with pytest.raises(SystemExit, match="table='none.toml': there is no such file"):
        main(["run", "--table", "none.toml"])
    with pytest.raises(SystemExit, match="make it by cfrlib run --table sweep.toml"):
        main(["draw", "rules", "--table", "sweep.toml"])
    for wrong in (["run"], ["run", "rules", "--table", "sweep.toml"]):
        with pytest.raises(SystemExit):
            main(wrong)
        assert "it takes either NAME or --table FILE.toml" in capsys.readouterr().err


def test_code_that_a_worker_does_not_have_is_named():
    with pytest.raises(FileNotFoundError, match=r"code='nowhere.py': there is no such file on .*\w"):
        loaded("mine", {}, "nowhere.py")
