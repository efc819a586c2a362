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
from cfrlib.matches import expected
from cfrlib.runs import find, names, pictures, steps, store
from cfrlib.runs.keys import SCALES
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
    main(["draw", "rules", "--table", "sweep.toml", "--facets", "seed", "--hue", "game", "--out", "race.pdf"])
    text = capsys.readouterr().out
    assert text.startswith("race.pdf: ")
    assert "seed 0, kuhn, CFR+ ends at" in text
    assert (sweep / "race.pdf").read_bytes().startswith(b"%PDF-")
    for option in ("--facets", "--hue"):
        with pytest.raises(SystemExit, match=r"no column 'games' \(choose from game, curve, seed"):
            main(["draw", "rules", "--table", "sweep.toml", option, "games"])


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
EACH = "{each = {seed = 1}, iterations = 5, %s}"
CODE = """
import cfrlib
SEEN = ("seed",)
def solver(task):
    return cfrlib.CFR(cfrlib.games.kuhn(cards=task.get("cards", 3)), **{name: task[name] for name in SEEN})
def marks(task):
    "Of `iterations`, whatever steps may be."
    return [task["iterations"]]
def draw(table, name):
    return table["points"]
"""
MANY, TEXTS = "a part, a table such as {iterations = 100}, or a list of parts", "a list of texts"


@pytest.mark.parametrize(
    "row, said",
    [
        # what nobody reads, in every, quick and paper
        ({"every": EACH % "itrations = 50"}, "[mine] every key='itrations': it takes a name that"),
        ({"every": EACH % "itrations = 50"}, "the nearest is 'iterations'"),
        ({"paper": "{each = {seeds = 3}}"}, "[mine] paper.each key='seeds': it takes"),
        ({"paper": "[{}, {each = {crads = [3, 4]}}]"}, "[mine] paper[1].each key='crads'"),
        ({"every": EACH % "points = 3"}, "every key='points'"),
        ({"every": EACH % "game_ = 'kuhn'"}, "the nearest is 'game'"),
        ({"game": "{kuhn = {}, leduc = {}}", "every": "{each = {cards = [3, 4]}, iterations = 5}"}, "key='cards'"),
        ({"code": "'mine'", "every": EACH % "steps = 3"}, "every key='steps'"),
        ({"code": "'mine'", "every": EACH % "points = 3"}, "every key='points'"),
        ({"code": "'mine'", "every": EACH % "card = 3"}, "the nearest is 'cards'"),
        ({"code": "'mine'", "marks": "5"}, "[mine] marks=5: it takes nothing beside marks of the code"),
        ({"code": "'mine'", "rules": "['cards']"}, "[mine] rules=['cards']: it takes nothing beside solver"),
        ({"every": "{each = {seed = 3}, seed = 1}"}, "every.seed=1: it takes one value, or several in each"),
        ({"paper": "[{seed = 1}, {seed = 1}]"}, "'seed': 1}: it takes tasks, and each of them once"),
        # keys
        ({"gmae": "{kuhn = {}}"}, "[mine] key='gmae': it takes one of 'about'"),
        ({"gmae": "{kuhn = {}}"}, "; the nearest is 'game'"),
        ({"about": "3"}, "[mine] about=3: it takes a text"),
        ({"code": "'other'"}, "[mine] code='other': there is no file"),
        ({"code": "'../mine'"}, "[mine] code='../mine': it takes letters, digits, '_' and '-'"),
        ({"code": "3"}, "[mine] code=3: it takes letters"),
        ({"verify": "0"}, "[mine] verify=0: it takes True or False"),
        ({"keeps": "'no'"}, "[mine] keeps='no': it takes True or False"),
        ({"curve": "3"}, "[mine] curve=3: it takes a text"),
        # every, quick, paper
        ({"every": "20"}, f"[mine] every=20: it takes {MANY}"),
        ({"paper": "[]"}, f"[mine] paper=[]: it takes {MANY}, not an empty one"),
        ({"paper": "[3]"}, f"[mine] paper[0]=3: it takes {MANY}"),
        ({"paper": "{each = 3}"}, "[mine] paper.each=3: it takes a table such as {seed = 5}"),
        ({"paper": "{each = {seed = -2}}"}, "[mine] paper.each.seed=-2: it takes a whole number from 1"),
        ({"paper": "{each = {seed = true}}"}, "[mine] paper.each.seed=True: it takes a whole number from 1"),
        ({"paper": "{each = {seed = []}}"}, "[mine] paper.each.seed=[]: it takes a list, or how many numbers"),
        ({"paper": "{each = {seed = 'ab'}}"}, "[mine] paper.each.seed='ab': it takes a list, or how many numbers"),
        ({"paper": "{each = {seed = [0, 0]}}"}, "it takes tasks, and each of them once"),
        ({"paper": "{each = {seed = [-1]}}"}, "[mine] seed=-1: it takes a whole number of at least 0"),
        ({"paper": "{seed = nan}"}, "[mine] paper.seed=nan: it takes numbers, texts, true, false"),
        ({"paper": "{seed = 1979-05-27}"}, "[mine] paper.seed=datetime.date(1979, 5, 27): it takes numbers"),
        ({"every": "{}"}, "[mine] iterations=None: it takes a whole number"),
        ({"every": "{}", "quick": "{iterations = 5}"}, "[mine] has no `paper`: add it, or run with --scale quick"),
        ({"every": "{iterations = true}"}, "[mine] iterations=True: it takes a whole number"),
        ({"every": "{iterations = 5.0}"}, "[mine] iterations=5.0: it takes a whole number"),
        ({"every": "{curve = 'b', iterations = 5}"}, "[mine] curve='b': it takes one of 'a'"),
        ({"every": "{iterations = 5, cards = true}"}, "[mine] cards=True: it takes"),
        ({"every": "{iterations = 5, dtype = 'float16'}"}, "[mine] dtype='float16': it takes one of 'float64'"),
        ({"every": "{each = {regret = ['rm', 'mr']}, iterations = 5}"}, "[mine] regret='mr': it takes one of 'rm'"),
        # game and curves
        ({"game": "'kuhn'"}, "[mine] game='kuhn': it takes tables by name, each of arguments"),
        ({"game": "['kuhn']"}, "[mine] game=['kuhn']: it takes tables by name"),
        ({"game": "{kuhn = 3}"}, "[mine] game.kuhn=3: it takes a table of arguments"),
        ({"game": "{poker = {}}"}, "[mine] game='poker': it takes one of 'bluff'"),
        ({"game": "{Poker = {}}"}, "/mine.py, which does not exist"),
        ({"game": "{Poker = {}}"}, "or a class in "),
        ({"game": "{__class__ = {}}"}, "[mine] game='__class__': it takes one of 'bluff'"),
        ({"game": "{kuhn = {cards = 0}}"}, "[mine] cards=0"),
        ({"game": "{kuhn = {crads = 3}}"}, "[mine] kuhn.__init__() got an unexpected keyword argument 'crads'"),
        ({"game": "{'a = kuhn' = {}, 'a = leduc' = {}}"}, "[mine] game='a = leduc': it takes another name"),
        ({"curves": "'CFR'"}, "[mine] curves='CFR': it takes tables by name"),
        ({"curves": "{CFR = 'rm+'}"}, "[mine] curves.CFR='rm+': it takes a table of arguments"),
        ({"curves": "{}"}, "[mine] a run takes game and curves, or code"),
        ({"curves": "{a = {regret = 'RM'}}"}, "[mine] regret='RM': it takes one of 'rm'"),
        ({"curves": "{a = {regret = 'RM'}}"}, "/mine.py, which does not exist"),
        ({"curves": "{a = {regert = 'rm'}}"}, "regert"),
        ({"rules": "'card'"}, "[mine] rules='card': it takes a list of texts"),
        ({"rules": "['card']"}, "[mine] rules='card': it takes one of 'curve', 'iterations'"),
        # marks
        ({"marks": "'5'"}, "[mine] marks='5': it takes a whole number from 1"),
        ({"marks": "-1"}, "[mine] marks=-1: it takes a whole number from 1"),
        ({"marks": "0"}, "[mine] marks=0: it takes a whole number from 1"),
        ({"marks": "true"}, "[mine] marks=True: it takes a whole number from 1"),
        ({"marks": "[1, 5]"}, "[mine] marks=[1, 5]: it takes a whole number from 1"),
        ({"marks": "'points'"}, "[mine] points=None: it takes a whole number of at least 1"),
        # columns
        ({"columns": "'seed'"}, f"[mine] columns='seed': it takes {TEXTS}"),
        ({"columns": "[]"}, f"[mine] columns=[]: it takes {TEXTS}, not an empty one"),
        ({"columns": "['seed', 3]"}, "[mine] columns=3: it takes a text"),
        ({"columns": "['exploitabilty']"}, "[mine] columns='exploitabilty': it takes"),
        ({"columns": "['exploitabilty']"}, "; the nearest is 'exploitability'"),
        ({"columns": "['nodes = _layout']"}, "[mine] columns='nodes = _layout': it takes names"),
        ({"columns": "['nodes = save']"}, "[mine] columns='save': it takes names of the task, or of numbers and texts"),
        ({"columns": "['nodes = prepare']"}, "[mine] columns='prepare': it takes names of the task"),
        ({"columns": "['layout']"}, "[mine] columns='layout': it takes names of the task"),
        ({"columns": "['a = seed', 'a = curve']"}, "[mine] columns='a = curve': it takes names"),
        ({"columns": "['run = seed']"}, "[mine] columns='run = seed': it takes names"),
        # draw
        ({"draw": "3"}, "[mine] draw=3: it takes a table, or the name of a function"),
        ({"draw": "'nothing'"}, "[mine] draw='nothing': it takes a table, or the name of a function"),
        ({"draw": "{bye = 'seed'}"}, "[mine] draw key='bye': it takes one of 'by'"),
        ({"draw": "{by = 'nope'}"}, "[mine] draw.by='nope': it takes one of 'curve', 'iterations'"),
        ({"draw": "{by = 'curve', facets = 'nope'}"}, "[mine] draw.facets='nope': it takes one of 'curve'"),
        ({"draw": "{by = 3}"}, "[mine] draw.by=3: it takes"),
        ({"draw": "{kind = 'tree'}"}, "[mine] draw.kind='tree': it takes one of 'convergence', 'lines'"),
        ({"draw": "{log_x = true}"}, "[mine] draw key='log_x': it takes one of"),
        ({"draw": "{kind = 'lines', log_x = 1}"}, "[mine] draw.log_x=1: it takes True or False"),
        ({"draw": "{x = 'iteration'}"}, "[mine] draw.x='iteration' names the column='iteration': it takes one of"),
        ({"draw": "{y = 3}"}, "[mine] draw.y=3: it takes a text"),
        ({"draw": "{where = 'seed ='}"}, "[mine] draw.where='seed =': it takes columns, numbers, texts"),
        ({"draw": "{label = '{0.__class__}'}"}, "[mine] draw.label='{0.__class__}': it takes a text, in which {}"),
        ({"draw": "{axis = true}"}, "[mine] draw.axis=True: it takes a finite number above 0"),
        ({"draw": "{only = 'a'}"}, f"[mine] draw.only='a': it takes {TEXTS}"),
        ({"draw": "{target = 'low'}"}, "[mine] draw.target='low': it takes a finite number"),
        ({"draw": "{title = 3}"}, "[mine] draw.title=3: it takes a text"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_row_is_said(row, said, tmp_path):
    """Every key and every type of a table of runs, also where the run has a name."""
    (tmp_path / "data").mkdir()
    for folder, arguments in (("sweep", ["--table"]), ("runs", ["mine", "--folder"])):
        (tmp_path / folder).mkdir()
        if row.get("code") == "'mine'":
            (tmp_path / folder / "mine.py").write_text(CODE)
        good = {"every": GOOD["every"]} if "code" in row else GOOD
        text = "[mine]\n" + "".join(f"{key} = {value}\n" for key, value in (good | row).items())
        (tmp_path / f"{folder}.toml").write_text(text)
        with pytest.raises((SystemExit, ValueError, FileNotFoundError), match=re.escape(said)):
            main(["run", *arguments, str(tmp_path / "sweep.toml" if folder == "sweep" else tmp_path)])
    left = [path.name for path in tmp_path.rglob("*") if path.name != "mine.py" and "__pycache__" not in path.parts]
    assert sorted(left) == ["data", "runs", "runs.toml", "sweep", "sweep.toml"], "before anything is begun"


@pytest.mark.parametrize("text", ["['..']", "['a/b']", "['']", "['Ä']", "['a.b']", "['a b']"])
def test_the_name_of_a_run_is_no_path(text, tmp_path):
    """A run named ".." threw the data away."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "other.csv").write_text("precious")
    (tmp_path / "runs.toml").write_text(text + "\ngame.kuhn = {}\ncurves.CFR = {}\nquick = {iterations = 20}\n")
    for command in (["list"], ["run", text[2:-2], "--scale", "quick"], ["draw", text[2:-2]]):
        with pytest.raises(ValueError, match="name of a run='.*': it takes letters, digits, '_' and '-'"):
            main([*command, "--folder", str(tmp_path)])
    assert (tmp_path / "data" / "other.csv").read_text() == "precious"
    assert sorted(os.listdir(tmp_path)) == ["data", "runs.toml"]


@pytest.mark.parametrize("name", ["..toml", "...toml", "sweep.csv", "sweep.json"])
def test_a_table_is_not_where_its_data_will_be(name, tmp_path):
    (tmp_path / name).write_text("[mine]\ngame.kuhn = {}\ncurves.CFR = {}\nevery = {iterations = 20}\n")
    with pytest.raises((ValueError, SystemExit), match="it takes a file such as sweep.toml"):
        main(["run", "--table", str(tmp_path / name)])
    assert os.listdir(tmp_path) == [name]


def done(tmp_path, text, code=None):
    """Return the table of a sweep of one run."""
    (tmp_path / "sweep").mkdir()
    if code:
        (tmp_path / "sweep" / "mine.py").write_text(code)
    main(["run", "--scale", "quick", "--table", wrote(tmp_path, "[mine]\n" + text)])
    return store.load("mine", tmp_path / "sweep.toml")[0]


def last(game, iterations, seed=0, **switches):
    solver = cfrlib.CFR(game, seed=seed, **switches)
    solver.run(iterations)
    return pytest.approx(solver.exploitability(), rel=1e-8)


def test_arguments_of_the_game_are_what_a_task_says(tmp_path):
    each = "each = {cards = [3, 4, 5], bet = [1, 2]}"
    table = done(tmp_path, f"game = {{kuhn = {{bet = 9}}}}\ncurves.A = {{}}\nquick = {{{each}, iterations = 50}}")
    for row in table.itertuples():
        assert row.exploitability == last(cfrlib.games.kuhn(row.cards, bet=row.bet), 50)
    assert len(table) == 6


SWITCHES = """
from cfrlib.regret import Averaging, Ramp, RegretRule
from cfrlib.sampling import Scheme
half = RegretRule("half", floor=0, prediction=0.5)
board = Scheme("board", own_private="all", opponent_private="one", public="all")
cube, late = Averaging(3.0), Ramp(1, 9, 40)
"""


def test_rules_rows_and_averages_of_the_code_have_names(tmp_path):
    each = 'each = {regret = ["half", "rm+"], sampling = ["board", "vanilla"], average = ["cube", "late", "linear"]}'
    table = done(tmp_path, f"game.kuhn = {{}}\ncurves.A = {{}}\nquick = {{{each}, iterations = 50}}", SWITCHES)
    own = {}
    exec(SWITCHES, own)
    for row in table.itertuples():
        switches = {name: own.get(getattr(row, name), getattr(row, name)) for name in ("regret", "sampling", "average")}
        assert row.exploitability == last(cfrlib.games.kuhn(), 50, **switches)
    assert table.exploitability.nunique() == len(table) == 12


@pytest.mark.parametrize("name, known", [("regret", "'half'"), ("sampling", "'board'"), ("average", "'cube', 'late'")])
def test_a_name_that_neither_we_nor_the_code_have_is_refused_with_those_of_both(name, known, tmp_path):
    with pytest.raises((ValueError, SystemExit), match=rf"{name}='hlaf': it takes .*; or of the code {known}$"):
        done(tmp_path, f'game.kuhn = {{}}\ncurves.A = {{{name} = "hlaf"}}\nquick = {{iterations = 50}}', SWITCHES)
    assert not (tmp_path / "sweep.csv").exists()


PLAYERS = """
import cfrlib
def bets(game, key, actions, rng):
    return actions[-1]
def mine(game, key, actions, rng):
    return {actions[0]: 0.75, actions[-1]: 0.25}
uniform = cfrlib.Profile.uniform(cfrlib.games.kuhn())
def helper(task):
    return None
"""
AGAINST = "game.kuhn = {}\ncurves.A = {}\nquick = {each = {player = %s}, iterations = 50}"


def test_players_of_the_code_have_names(tmp_path):
    table, own, game = done(tmp_path, AGAINST % '["bets", "mine", "uniform"]', PLAYERS), {}, cfrlib.games.kuhn()
    exec(PLAYERS, own)
    solver = cfrlib.CFR(game)
    solver.run(50)
    for row in table.itertuples():
        player = own[row.player]
        player = player if row.player == "uniform" else cfrlib.Profile.from_function(game, player)
        assert row.won == pytest.approx(expected(game, solver.average_strategy(), player), abs=1e-9)
        played = cfrlib.match(game, solver.average_strategy(), own[row.player], hands=20_000)
        assert abs(played.mean - row.won) < 2 * played.half_width
    assert table.won.nunique() == len(table) == 3


@pytest.mark.parametrize("names, more, said", [
    ('["bets", "mien"]', "", "player='mien': it takes one of 'bets', 'mine', 'uniform'; the nearest is 'mine'"),
    ('["helper"]', "", "player='helper': it takes one of 'bets', 'mine', 'uniform'"),
    ('["bets"]', "\ncolumns = ['player', 'exploitability']", "key='player': it takes a name that"),
])  # fmt: skip
def test_a_player_that_the_code_does_not_have_or_nobody_asks_is_refused(names, more, said, tmp_path):
    with pytest.raises((ValueError, SystemExit), match=said):
        done(tmp_path, AGAINST % names + more, PLAYERS)
    assert not (tmp_path / "sweep.csv").exists()


def test_switches_are_what_a_task_says(tmp_path):
    text = """game.kuhn = {}
    curves.A = {sampling = "es"}
    every = {dtype = "float32", sampling = "cs"}
    quick = {each = {seed = 2, regret = ["rm", "rm+"], threads = [1]}, iterations = 50, sampling = "os"}"""
    table = done(tmp_path, text)
    assert [*table["sampling"], *table["dtype"]] == ["os"] * 4 + ["float32"] * 4
    for row in table.itertuples():
        switches = {"sampling": "os", "dtype": "float32", "regret": row.regret}
        assert row.exploitability == last(cfrlib.games.kuhn(), 50, row.seed, **switches)
    assert table["exploitability"].nunique() == 4


OWN = """
import cfrlib
class Mine(cfrlib.games.kuhn):
    def __init__(self, seed=3, threads=1):
        super().__init__(cards=seed, bet=threads)
"""


def test_what_both_the_game_and_the_solver_take_is_for_who_is_named(tmp_path):
    text = "game.Mine = {}\ncurves.A = {}\nquick = {each = {seed = [3, 4]}, threads = 2, iterations = 20}\n"
    with pytest.raises(SystemExit, match="threads=2: it takes to stand in rules"):
        done(tmp_path, text, OWN)
    shutil.rmtree(tmp_path / "sweep")
    table = done(tmp_path, text + "rules = ['seed', 'threads']\n", OWN)
    for row in table.itertuples():
        assert row.exploitability == last(cfrlib.games.kuhn(row.seed, bet=2), 20)


@pytest.mark.parametrize("sampling, each, warned", [
    ("vanilla", "{seed = 3}", ["[mine] A: nothing is drawn, so all seeds are the same"]),
    ("vanilla", "{cards = [3, 4]}", []),
    ("es", "{seed = 3}", []),
])  # fmt: skip
def test_seeds_of_a_row_that_draws_nothing_are_the_same_and_it_is_said(sampling, each, warned, tmp_path, caplog):
    text = f"game.kuhn = {{}}\ncurves.A = {{sampling = '{sampling}'}}\nquick = {{each = {each}, iterations = 20}}\n"
    table = done(tmp_path, text)
    assert caplog.messages == warned
    if "seed" in each:
        assert (table["exploitability"].nunique() == 1) == bool(warned)


GAMES = """
import cfrlib
def solver(task):
    return cfrlib.CFR(getattr(cfrlib.games, task["game"])(), task["sampling"], seed=task["seed"])
"""


@pytest.mark.parametrize(
    "text, code, curves",
    [
        # games of a part, by code: two games became one zigzag
        ("quick = {each = {game = ['kuhn', 'leduc'], seed = 2}, sampling = 'es', iterations = 9}\ncurve = 'sampling'",
         GAMES, ["kuhn, es", "leduc, es"]),
        ("quick = {each = {game = ['kuhn', 'leduc'], sampling = ['es', 'os']}, seed = 1, iterations = 9}\n"
         "draw = {by = 'game', x = 'nodes_touched'}", GAMES, ["kuhn, es", "kuhn, os", "leduc, es", "leduc, os"]),
        ("game.kuhn = {}\ncurves.A = {}\nmarks = 3\nquick = {each = {cards = [3, 4]}, iterations = 9}",
         None, ["A, cards 3", "A, cards 4"]),
        ("game.kuhn = {}\ncurves.A = {}\ndraw = {by = 'curve', x = 'nodes_touched'}\n"
         "quick = [{cards = 3, iterations = 9}, {cards = 4, iterations = 20}]", None, ["A, cards 3", "A, cards 4"]),
        ("game.kuhn = {}\ncurves.A = {}\ndraw = {by = 'curve', x = 'cards'}\n"
         "quick = {each = {cards = [3, 4]}, iterations = 9}", None, ["A"]),
    ],
)  # fmt: skip
def test_a_curve_is_one_run_of_each_seed(text, code, curves, tmp_path, capsys):
    done(tmp_path, text + "\n", code)
    main(["draw", "mine", "--table", str(tmp_path / "sweep.toml")])
    said = capsys.readouterr().out.partition("against ")[2].partition(": ")[2].split("; ")
    assert [one.partition(" ends at")[0] for one in said] == curves


def test_rows_that_nothing_tells_apart_are_not_drawn():
    table = pd.DataFrame({"curve": "a", "seed": 0, "iterations": [1, 2, 1], "exploitability": [3.0, 2.0, 1.0]})
    with pytest.raises(ValueError, match="by='curve': it takes a column that tells rows apart"):
        pictures.draw(table, None, by="curve")


LABELS = ["1.10", "1.1", "007", "7", "1e-3", "NA", "None", "nan", "True", "", " a ", "q\"", "a,b", "a\rb", "a\r\nb"]


@pytest.mark.parametrize("run", ["mine", "2024", "007", "NA"])
def test_labels_come_back_as_they_were_written(run, tmp_path):
    """Through the table of a task, that of the run, and that of several runs, of which one has other columns."""
    curves = "".join(f"curves.{json.dumps(label)} = {{}}\n" for label in LABELS)
    text = f"[{run}]\ngame = {{'007 = kuhn' = {{}}, '7 = leduc' = {{}}}}\n{curves}every = {{iterations = 2}}\n"
    other = "[other]\ngame.kuhn = {}\ncurves.a = {}\nevery = {iterations = 3}\n"
    main(["run", "--table", wrote(tmp_path, other + text)])
    table, _ = store.load(run, tmp_path / "sweep.toml")
    assert table["curve"].tolist() == LABELS * 2
    assert table["game"].tolist() == ["007"] * len(LABELS) + ["7"] * len(LABELS)
    assert table["iterations"].tolist() == [2] * len(table)
    other, _ = store.load("other", tmp_path / "sweep.toml")
    assert list(other) == ["curve", "iterations", "nodes_touched", "exploitability"]
    assert other["curve"].tolist() == ["a"]
    (tmp_path / "data").mkdir()
    (tmp_path / "runs.toml").write_text(text)
    steps.run(run, "quick", folder=tmp_path)
    alone, _ = store.load(run, tmp_path)
    pd.testing.assert_frame_equal(alone[list(table)], table)


def test_what_a_table_holds_comes_back(tmp_path):
    kept = pd.DataFrame({
        "text": ["1", "", "x"], "some": ["1", None, "x"], "whole": [1, 2, 3], "part": [0.5, None, 1 / 3],
        "truth": [True, False, True], "mixed": [1, "a", 2.5],
    })  # fmt: skip
    (tmp_path / "data").mkdir()
    store.save("x", kept, scale="quick", cpu_seconds=1.0, folder=tmp_path)
    table, _ = store.load("x", tmp_path)
    assert table["text"].tolist() == ["1", "", "x"]
    assert table["some"].isna().tolist() == [False, True, False]
    assert table["mixed"].tolist() == ["1", "a", "2.5"]
    assert [table[name].dtype for name in ("whole", "part", "truth")] == [int, float, bool]
    assert table["part"].tolist()[::2] == [0.5, 0.333333333]


def test_a_table_of_before_its_columns_were_kept_loads_as_it_did(tmp_path):
    wrote(tmp_path, "[a]\nevery = {}\n[2024]\nevery = {}\n")
    (tmp_path / "sweep.csv").write_text("run,curve,n,low\na,x,1,\n2024,1.10,2,3\n")
    (tmp_path / "sweep.json").write_text("{}")
    assert list(store.load("a", tmp_path / "sweep.toml")[0]) == ["curve", "n"]
    assert store.load("2024", tmp_path / "sweep.toml")[0]["n"].tolist() == [2]


@pytest.mark.parametrize("name", names())
def test_all_of_our_own_runs_pass(name):
    """Built and checked, not done."""
    run = find(name)
    for scale in SCALES:
        assert run.check(scale) == run.tasks(scale)


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
