"""Hold'em before the flop, live, and on the flop: driven without a browser, by clicks, keys and menus."""

import time

import numpy as np
import pytest

import cfrlib
from cfrlib.draw import flop_chart, preflop_grid
from cfrlib.draw.preflop import read_range
from cfrlib.games.holdem import holdem
from cfrlib.lessons.holdem_in_two_rounds.preflop_view import rounded, worth
from cfrlib.widgets import flop_view, preflop_view

SMALL = holdem(deck=(4, 2))


def settled(condition, timeout=120):
    """Wait until something holds."""
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)


@pytest.fixture
def view():
    """Return a view, compiled, and stop it in the end."""
    made = preflop_view(SMALL)
    made.run_now(iterations=2)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def profile():
    solver = cfrlib.CFR.discounted(SMALL)
    solver.run(30)
    return solver.average_strategy()


def test_run_now_is_what_the_solver_does_alone(view):
    assert preflop_view(view.solver).solver is view.solver
    view.run_now(iterations=10)
    alone = cfrlib.CFR.discounted(SMALL, dtype="float32")
    alone.run(12)
    wanted = preflop_grid(alone.average_strategy(), title="The average strategy after 12 iterations")
    assert view.picture() == wanted
    assert view._repr_mimebundle_()[0]["image/svg+xml"] == wanted.svg
    assert view.canvas.svg == preflop_grid(alone.average_strategy(), standalone=False).svg
    assert f"exploitability {alone.exploitability():.3g}"[:16] in view.status


def test_the_grid_changes_while_it_runs_and_buttons_answer(view):
    first = view.canvas.svg
    view.go_button.click()
    assert view.go_button.description == "Pause"
    settled(lambda: view.canvas.svg != first and view.solver.iterations > 10)
    began = time.perf_counter()
    view.go_button.click()
    assert view.go_button.description == "Run"
    assert time.perf_counter() - began < 0.5
    view.contest.settle()
    halted = view.solver.iterations
    view.go_button.click()
    settled(lambda: view.solver.iterations > halted)
    view.end_button.click()
    settled(lambda: view.contest._thread is None and view.status.startswith("stopped"))
    assert view.end_button.disabled
    last = preflop_grid(view.profile, standalone=False).svg
    settled(lambda: view.canvas.svg == last)


def test_start_again_gives_the_same_run(view):
    view.run_now(iterations=5)
    before = view.picture()
    view.canvas.press("Home")
    assert view.solver.iterations == 0
    assert view.status.startswith("Every action is equally likely")
    view.run_now(iterations=7)
    assert view.picture() == before


def test_keys(view):
    view.canvas.press(" ")
    assert view.contest.running
    view.canvas.press(" ")
    assert not view.contest.running
    assert view.entrant.state == "paused"
    view.canvas.press("s")
    assert view.entrant.state == "stopped"
    shown = []
    for _ in view.after_menu.options:
        view.canvas.press("b")
        shown.append(view.after)
    assert shown == ["c", "r", "cr", ""]
    for strategy in ("current", "average"):
        view.canvas.press("a")
        assert view.strategy == strategy


def test_hands_are_chosen_by_click_and_by_arrow_keys(view):
    assert view.words.startswith("Point at a hand")
    view.canvas.press("ArrowRight")
    assert view.chosen == "AA"
    for key, chosen in (("Right", "AKs"), ("Down", "KK"), ("Left", "AKo"), ("Up", "AA")):
        view.canvas.press(f"Arrow{key}")
        assert view.chosen == chosen
    drawn = view.canvas.svg
    view.canvas.click(node="KJs")
    assert (view.canvas.svg, view.canvas.ringed) == (drawn, "KJs")  # the ring moves, and no picture is sent
    row = view.solver.average_strategy()["KcJc", ""]
    numbers = [float(part.split()[-1]) for part in view.words.split(". Value")[0].split(": ")[1].split(", ")]
    assert numbers == pytest.approx([row["r"], row["c"], row["f"]], abs=6e-4)
    assert view.words.startswith("Player 1, small blind, opens, with KJs (2 hands): raise ")
    assert view.canvas.alt == view.words
    assert view.picture().text.endswith(view.words)
    view.canvas.click()  # beside the cells
    assert view.chosen == "KJs"
    view.chosen = None
    assert view.words.startswith("Point at a hand")


@pytest.mark.parametrize("after", ["", "c", "r", "cr"])
def test_values_and_regrets_are_those_of_the_profile(view, after):
    """The regrets of the mix that is played are 0, a fold pays what was paid, and all hands are worth the game."""
    view.run_now(iterations=8)
    view.after = after
    mixed = read_range(view.profile, after)
    values, regrets = worth(view.profile, after, mixed.square.first)
    assert sum(p * regrets[action] for action, p in mixed.strategy.items()) == pytest.approx(0 * values, abs=1e-3)
    if "f" in regrets:
        paid = {"": 500, "r": 1000, "cr": 1000}[after]
        assert values + regrets["f"] == pytest.approx(-paid + 0 * values)
    if not after:
        assert mixed.hands @ values / mixed.hands.sum() == pytest.approx(cfrlib.expected_value(SMALL, view.profile))
    view.chosen = mixed.square.names[3]
    assert f"Value {values[3]:+,.0f} mbb/g, regrets: ".replace("-", "−") in view.words
    assert view.says.value.count("<tr>") == 1 + len(regrets)


def test_what_never_happens_has_no_value(view):
    first = read_range(view.profile).square.first
    calls = {(SMALL.deck.label(hand), ""): {"c": 1} for hand in SMALL.deck.hands[first]}
    never = view.profile.copy().replace(calls)
    values, regrets = worth(never, "r", first)
    assert np.isnan([values, *regrets.values()]).all()
    assert [rounded(x) for x in (values[0], -0.4, 1314.6, -500)] == ["–", "0", "+1,315", "−500"]


def test_cells_that_cannot_be_are_passed_over():
    made = preflop_view(holdem(deck=(7, 1)))
    for key, chosen in (("Down", "AKs"), ("Down", "AKs"), ("Right", "AQs"), ("Down", "KQs")):
        made.press(f"Arrow{key}")
        assert made.chosen == chosen


def test_decisions_and_strategies(view):
    view.run_now(iterations=3)
    offered = [after for _, after in view.after_menu.options]
    assert offered == ["", "c", "r", "cr"]
    for after in offered:
        view.after = after
        for strategy in ("current", "average"):
            view.strategy = strategy
            wanted = getattr(view.solver, f"{strategy}_strategy")()
            assert view.canvas.svg == preflop_grid(wanted, after, standalone=False).svg
    assert view.canvas.alt.startswith("Before the flop: Player 1, small blind, after a call and a raise.")
    assert 'class="cfr-says cfr-p1"' in view.says.value


def test_what_is_read_aloud_does_not_change_at_every_frame(view):
    view.run()
    settled(lambda: view.canvas.alt.startswith("Before"))
    said = []
    view.canvas.observe(lambda change: said.append(change.new), "alt")
    begun = view.solver.iterations
    settled(lambda: view.solver.iterations > begun + 20)
    assert said == []


def test_an_error_in_the_thread_is_shown(view):
    view.solver.run = None
    view.run()
    settled(lambda: "failed · TypeError: &#x27;NoneType&#x27; object" in view._status.value)
    view.reset()
    assert not view.go_button.disabled


@pytest.mark.parametrize("wrong", [{"solver": 3}, {"solver": cfrlib.CFR(cfrlib.games.kuhn())}, {"seconds": 0}], ids=str)
def test_wrong_input_is_named(wrong):
    (name,) = wrong
    with pytest.raises(ValueError, match=f"^{name}="):
        preflop_view(**{"solver": SMALL, **wrong})


def test_what_cannot_be_chosen_is_named(view):
    for trait, value in (("after", "x"), ("strategy", "best"), ("chosen", "22")):
        with pytest.raises(ValueError, match=f"{trait}='{value}': it takes one of"):
            setattr(view, trait, value)


def test_the_flop_is_drawn_as_chosen(profile):
    made = flop_view(profile, board="JcQdAc")
    assert made.picture() == flop_chart(profile, "JcQdAc", "cc")
    for before in ("rc", "crc", "cc"):
        for after in ("c", "r", "cr", ""):
            made.before, made.after = before, after
            wanted = flop_chart(profile, "JcQdAc", before, after, standalone=False)
            assert (made.canvas.svg, made.canvas.alt) == (wanted.svg, wanted.text)
    made.canvas.press("b")
    made.canvas.press("f")
    assert (made.before, made.after) == ("rc", "c")
    made.board = "ad qc jd"
    assert made.message == ""
    assert made._repr_mimebundle_()[0]["text/plain"].startswith("On the flop JdQcAd: ")


@pytest.mark.parametrize("wrong", ["JcQd", "<b>"])
def test_a_wrong_board_is_said_and_nothing_breaks(profile, wrong):
    made = flop_view(profile, board="JcQdAc")
    before = made.canvas.svg
    made._board.value = wrong  # as if typed
    assert made.message.startswith(f"board={wrong!r}: it takes three different cards of Jc to Ad")
    assert 'role="alert"' in made.says.value
    assert "<b><b>" not in made.says.value
    assert (made.canvas.svg, made.canvas.alt) == (before, made.message)
    made.board = "JcQdAd"
    assert made.says.value == ""
    assert made.canvas.svg != before


def test_another_board_comes_from_the_seed(profile):
    boards = []
    for seed in (1, 1, 2):
        made = flop_view(profile, seed=seed)
        boards.append([made.board])
        for _ in range(5):
            made.canvas.press("n")
            boards[-1].append(made.board)
            assert made.message == ""
    assert boards[0] == boards[1] != boards[2]


def test_another_profile_of_the_game_can_be_shown(profile):
    made = flop_view(cfrlib.CFR(SMALL).average_strategy(), board="JcQdAc")
    before = made.canvas.svg
    made.profile = profile
    assert made.canvas.svg != before
    for name, wrong in (("profile", cfrlib.Profile.uniform(cfrlib.games.kuhn())), ("before", "c"), ("after", "f")):
        with pytest.raises(ValueError, match=f"^{name}=.*it takes"):
            setattr(made, name, wrong)
    assert made.profile == profile


@pytest.mark.parametrize("name, wrong", [("profile", 3), ("board", "2c2c"), ("seed", -1)])
def test_wrong_input_of_the_flop_is_named(profile, name, wrong):
    with pytest.raises(ValueError, match=f"^{name}="):
        flop_view(**{"profile": profile, name: wrong})
