"""What CONTRIBUTING says how to add is added here, by public names alone."""

import ast
from pathlib import Path

import pytest

import cfrlib
from examples.own_engine import MatrixWalks, Sequences
from examples.own_game import Double
from examples.own_player import Network, score
from examples.own_row import ROW
from examples.own_rule import RULE, race
from examples.own_widget import pennies

HERE = Path(__file__).parent


@pytest.mark.parametrize("file", sorted(HERE.glob("own_*.py")), ids=lambda file: file.stem)
def test_examples_use_public_names_only(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.module.startswith("cfrlib"), "names of cfrlib are reached as attributes of it"
        if isinstance(node, ast.Attribute) and not (isinstance(node.value, ast.Name) and node.value.id == "self"):
            assert not node.attr.startswith("_") or node.attr == "__init__", node.attr


def test_a_game_is_described_once_and_everything_follows():
    game = Double()
    assert cfrlib.tree.unroll(game).num_histories == 5 + 4 * 3 * 5
    value, exact = cfrlib.equilibrium(game)
    assert cfrlib.exploitability(game, exact) == pytest.approx(0, abs=1e-9)
    for row in ("vanilla", "es"):
        solver = cfrlib.CFR(game, row, regret="rm+", average="linear")
        solver.run(20_000)
        assert cfrlib.expected_value(game, solver.average_strategy()) == pytest.approx(value, abs=0.01)


def test_a_rule_is_data_and_runs_everywhere():
    plus, own = race(cfrlib.games.kuhn(), 300)
    assert own < plus
    assert race(cfrlib.games.holdem(deck=(4, 2), buckets=2), 20)[1] > 0
    solvers = cfrlib.CFR(cfrlib.games.kuhn(), regret=RULE), cfrlib.textbook.CFR(cfrlib.games.kuhn(), regret=RULE)
    for solver in solvers:
        solver.run(50)
    fast, slow = (solver.average_strategy() for solver in solvers)
    for key, row in fast.items():
        assert slow[key] == pytest.approx(row, abs=1e-9)


def test_a_row_is_a_combination_of_switches():
    solver = cfrlib.CFR(cfrlib.games.leduc(), ROW, seed=1)
    solver.run(3_000)
    assert solver.exploitability() < 0.3
    assert "proved" in solver.label


def test_a_player_is_a_function():
    """A network of scikit-learn: as good as what it has watched, nearly, and in a match what its table is worth."""
    game = cfrlib.games.kuhn()
    optimal, uniform = cfrlib.equilibrium(game)[1], cfrlib.Profile.uniform(game)
    network = Network(optimal)
    table = cfrlib.Profile.from_function(game, network)
    assert cfrlib.exploitability(game, table) < cfrlib.exploitability(game, uniform) / 5
    assert {len(set(strategy)) for strategy in table.values()} == {2}
    exact, played = cfrlib.matches.expected(game, table, uniform), cfrlib.match(game, network, uniform, hands=1000)
    assert exact > 0
    assert abs(played.mean - exact) < 1.5 * played.half_width
    found, worth = score(game, network, 500), cfrlib.matches.expected(game, table, optimal)
    assert abs(found.corrected - worth) < 1.5 * found.corrected_half_width
    assert found.corrected_half_width < found.plain_half_width / 2


class Doubled(Double):
    layout = "examples.own_engine"


class Paired(Double):
    """Neighboring numbers look alike."""

    def key(self, player, actions, public, outcome):
        return str(outcome // 2), self.public_string(actions, public)

    def num_keys(self, actions):
        return (self.numbers + 1) // 2


class DoubledPairs(Paired):
    layout = "examples.own_engine"


@pytest.mark.parametrize("lock", [False, True])
@pytest.mark.parametrize("switches", [{}, {"regret": "rm+", "average": "linear"}], ids=str)
@pytest.mark.parametrize("game, plain", [(Doubled(5), Double(5)), (DoubledPairs(5), Paired(5))], ids=str)
def test_an_engine_is_a_module(game, plain, switches, lock):
    """Also where who has the highest number is to fold."""
    locked = {game.key(1, ("double",), (), 4): {"fold": 1.0}} if lock else None
    own, ours = (cfrlib.CFR(one, locked=locked, **switches) for one in (game, plain))
    assert isinstance(own.engine, MatrixWalks)
    for solver in (own, ours):
        solver.run(200)
    for look in (cfrlib.CFR.average_strategy, cfrlib.CFR.current_strategy):
        for key, row in look(ours).items():
            assert look(own)[key] == pytest.approx(row, abs=1e-12)
    assert own.exploitability() == pytest.approx(ours.exploitability(), abs=1e-12)
    assert cfrlib.check(game) == []


def test_a_game_is_played_whatever_its_engine():
    """What is worth telling of a hand takes an engine that values states."""
    for game, valued in ((Double(), True), (Doubled(), False)):
        profile = cfrlib.Profile.uniform(game)
        table = cfrlib.play(game, profile, seat=0, seed=1)
        table.press("h")
        assert set(table.hints) == {"check", "double"}
        assert {regret is not None for _, regret in table.hints.values()} == {valued}
        table.act("check")
        assert "you play check. " in table.words.lower()
        assert cfrlib.matches.expected(game, profile, profile) == 0


def test_a_game_has_words_of_its_own():
    class Spoken(cfrlib.games.at_table.Table):
        def phrase(self, before, action):
            return f"{action} the stake" if action == "double" else action

    class Named(Double):
        table = Spoken

    game = Named()
    table = cfrlib.play(game, cfrlib.Profile.uniform(game), seat=0, seed=1)
    table.act("double")
    assert "You double the stake. The opponent " in table.words


def test_an_engine_resumes(tmp_path):
    game = Doubled()
    whole, parts = cfrlib.CFR(game), cfrlib.CFR(game)
    whole.run(50)
    parts.run(20)
    parts.save(tmp_path / "solver")
    stored = cfrlib.CFR.load(tmp_path / "solver", game=game)
    stored.run(30)
    assert stored.average_strategy() == whole.average_strategy()


def test_an_engine_refuses_what_it_does_not_do():
    with pytest.raises(ValueError, match="^sampling='es': for .* it takes vanilla$"):
        cfrlib.CFR(Doubled(), "es")
    for name, value in {"regret": "linear", "average": 3, "updates": "simultaneous", "average_at": "opponent"}.items():
        with pytest.raises(ValueError, match=f"^{name}='.*': for Doubled.numbers=4. it takes "):
            cfrlib.CFR(Doubled(), **{name: value})


def test_a_layout_that_is_no_module_is_refused():
    class Misspelled(Double):
        layout = "examples.own_engin"

    with pytest.raises(ValueError, match="layout='examples.own_engin': No module .*; it takes tree bids .* a module"):
        cfrlib.CFR(Misspelled())


def test_an_engine_that_checks_nothing_is_plain(monkeypatch):
    monkeypatch.delattr("examples.own_engine.check")
    with pytest.raises(ValueError, match=r"^regret='rm\+': for .* it takes rm$"):
        cfrlib.CFR(Doubled(), regret="rm+")
    assert cfrlib.CFR(Doubled()).regret.name == "rm"


def test_a_file_of_another_memory_layout_is_refused(tmp_path, monkeypatch):
    solver = cfrlib.CFR(Doubled())
    solver.save(tmp_path / "solver")
    for name, game in (("other numbers", Doubled(5)), ("other places", Doubled())):
        if name == "other places":
            monkeypatch.setattr(Sequences, "find", lambda layout, key: (layout.places[key][0], (0, 0, 1)))
        with pytest.raises(ValueError, match="of another game"):
            cfrlib.CFR.load(tmp_path / "solver", game=game)


def test_a_widget_says_and_draws_what_its_controls_hold():
    """`test_page` records it."""
    made = pennies()
    assert made.words == "Against 50 % heads Player 2 earns: heads -0.5 and tails 0.0. Best response: tails."
    made.canvas.press("ArrowLeft")
    assert (made.slider.value, made.words.partition(": ")[2]) == (
        40, "heads -0.2 and tails -0.2. Best response: heads or tails."
    )  # fmt: skip
    assert made.picture().text == made.canvas.alt == made.words
    assert made.words in made.says.value
    before = made.canvas.svg
    made.slider.value = 0
    assert made.canvas.svg != before
