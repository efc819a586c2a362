"""The stepper, driven without a browser: what it shows is what CFR did, and every formula is right."""

import ast
import operator
import re

import pytest

import cfrlib
from cfrlib.textbook import CFR
from cfrlib.tree import CHANCE
from cfrlib.widgets import stepper
from cfrlib.widgets.parts import formulas
from cfrlib.widgets.parts.numbers import NOISE
from cfrlib.widgets.parts.recording import Recording
from cfrlib.widgets.stepper import KEYS

pytestmark = pytest.mark.slow

KUHN = cfrlib.tree.unroll(cfrlib.games.kuhn())
DEAL = KUHN.given("Q", "K")


@pytest.fixture
def lesson():
    return stepper(DEAL, updates="simultaneous")


def calculate(text):
    """Evaluate the arithmetic of a formula as a reader would, and nothing else."""
    operations = {
        ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
        ast.Div: operator.truediv, ast.USub: operator.neg,
    }  # fmt: skip

    def value(node):
        if isinstance(node, ast.BinOp):
            return operations[type(node.op)](value(node.left), value(node.right))
        if isinstance(node, ast.UnaryOp):
            return operations[type(node.op)](value(node.operand))
        assert isinstance(node, ast.Constant), text
        return node.value

    return value(ast.parse(text.replace("·", "*").replace("−", "-"), mode="eval").body)


# -- iteration 1 of the tutorial: the deal Queen, King ---------------------------------

TUTORIAL = {
    ("Q", "pb"): (0.25, -0.25),
    ("Q", ""): (-0.375, 0.375),
    ("K", "p"): (-0.125, 0.125),
    ("K", "b"): (-0.75, 0.75),
}


def test_regrets_of_the_first_iteration_are_those_of_the_tutorial(lesson):
    regrets = {}
    while lesson.iteration < 2:
        lesson.forward()
        if lesson.step.kind == "regret":
            regrets[DEAL.infosets[lesson.step.infoset].key] = tuple(lesson.step.regret)
    assert regrets == TUTORIAL
    assert {row["infoset"]: row["strategy"] for row in lesson.table() if row["action"] == "b"} == {
        ("Q", ""): 1, ("Q", "pb"): 0, ("K", "p"): 1, ("K", "b"): 1,
    }  # fmt: skip


def test_formulas_of_the_brief(lesson):
    lesson.next_infoset()
    assert lesson.explain()[0] == ("r(Qpb; p) = π₋ᵢ(h) · (u(hp) − u(h)) = 0.5 · 1 · (−1 − (−1.5)) = 0.25")
    assert lesson.explain("QKpb")[-3] == "u(QKpb) = σ(p) · u(hp) + σ(b) · u(hb) = 0.5 · (−1) + 0.5 · (−2) = −1.5"
    lesson.next_iteration()
    assert "σ(Q; b) = R⁺(b)/ΣR⁺ = 0.375/0.375 = 1" in lesson.explain(("Q", ""))
    assert lesson.explain("QKbb")[-1] == "u(QKbb) = u₂ = −u₁ = −(−2) = 2"


# -- every formula, at every position --------------------------------------------------


def check(formula):
    if formula.numbers:
        assert calculate(formula.numbers) == pytest.approx(formula.result, rel=2e-3, abs=2e-3), str(formula)
    assert calculate(formula.parts[-1]) == pytest.approx(formula.result, rel=1e-3, abs=NOISE), str(formula)


@pytest.mark.parametrize("tree, updates", [(DEAL, "simultaneous"), (KUHN, "alternating")], ids=["one deal", "kuhn"])
def test_numbers_in_formulas_give_the_numbers_of_the_step(tree, updates):
    recording = Recording(tree, updates)
    for position in range(1, 2 * recording.per_iteration + 1):
        moment = recording.at(position)
        step, by_name = moment.step, {}
        for formula in formulas.of_step(moment):
            check(formula)
            by_name.setdefault(formula.name.split("(")[0], []).append(formula.result)
        if step.kind in ("visit", "terminal"):
            assert [by_name[f"π{i}"][0] for i in "₁₂c"] == list(step.reach)
        if step.kind in ("value", "terminal"):
            assert by_name["u"] == [step.value]
        if step.kind == "regret":
            assert by_name["r"] == step.regret.tolist()
            assert by_name["R"] == step.totals.tolist()
            assert by_name["S"] == step.sums.tolist()
        if step.kind == "strategy":
            assert by_name["σ"] == step.strategy.tolist()


@pytest.mark.parametrize("position", [0, 57, 5 * 208 - 1])
def test_everything_that_can_be_clicked_has_formulas_that_hold(position):
    moment = Recording(KUHN).at(position)
    told = [formulas.of_infoset(moment, infoset.index) for infoset in KUHN.infosets]
    assert [len(of_one) for of_one in told] == [4 * len(infoset.actions) for infoset in KUHN.infosets]
    told += [formulas.of_node(moment, node.index) for node in KUHN.nodes]
    for formula in (formula for of_one in told for formula in of_one):
        check(formula)


def test_tables_are_those_of_the_algorithm():
    lesson, cfr = stepper(KUHN), CFR(KUHN)
    cfr.run(7)
    lesson.go(7 * lesson.recording.per_iteration)
    for infoset in KUHN.infosets:
        rows = lesson.table(infoset.key)
        for column, mine in (("regret", cfr.regret), ("strategy", cfr.strategy), ("sum", cfr.strategy_sum)):
            assert [row[column] for row in rows] == mine[infoset.index].tolist()
    average = cfr.average_strategy()
    assert all(average[row["infoset"]][row["action"]] == row["average"] for row in lesson.table())


# -- moving ----------------------------------------------------------------------------


def shown(lesson):
    texts = (lesson.words, lesson.explain(), lesson.table(), lesson.canvas.svg, lesson.panel.value)
    return lesson.position, lesson.hidden, *texts


@pytest.mark.parametrize("predict", [False, True])
def test_back_after_forward_restores_everything(lesson, predict):
    for position in range(predict, 44, 3):
        lesson.go(position)
        before = shown(lesson)
        lesson.predict = predict
        lesson.forward()
        assert shown(lesson) != before
        lesson.back()
        lesson.predict = False
        assert shown(lesson) == before


def test_the_ends_hold(lesson):
    lesson.back(3)
    assert lesson.position == 0
    lesson.forward(10_000)
    assert lesson.position == lesson.end == 100 * 42
    assert lesson.forward_button.disabled
    lesson.forward()
    assert lesson.position == lesson.end


def test_keys_buttons_and_sliders_do_the_same(lesson):
    for key, method in KEYS.items():
        lesson.go(50)
        getattr(lesson, method)()
        wanted = lesson.position
        lesson.go(50)
        lesson.canvas.press(key)
        assert lesson.position == wanted, key
    lesson.slider.value = 5
    assert lesson.position == 42 + 5
    lesson._number.value = 3
    assert (lesson.position, lesson.iteration, lesson.slider.value) == (3 * 42, 3, 42)
    lesson.forward_button.click()
    assert (lesson.position, lesson.slider.value, lesson.slider.min) == (3 * 42 + 1, 1, 1)
    lesson._start.click()
    assert (lesson.position, lesson.slider.value, lesson.slider.min) == (0, 0, 0)


def test_play_advances_by_its_unit_and_stops_at_the_end():
    lesson = stepper(DEAL, iterations=2)
    lesson._playing.value = True
    assert lesson.play.playing
    lesson.play.value += 1
    assert lesson.position == 1
    lesson.unit.value = "information set"
    lesson.play.value += 1
    assert lesson.step.kind == "regret"
    lesson.unit.value = "iteration"
    lesson.play.value += 1
    assert lesson.position == 42
    lesson.play.value = 0  # what a stop button does
    assert lesson.position == 42
    lesson.play.value += 1
    assert lesson.position == lesson.end
    assert not lesson.play.playing


# -- predict ---------------------------------------------------------------------------


def test_predict_hides_the_numbers_until_forward(lesson):
    lesson.go(9)
    lesson.predict = True
    for hidden in (True, False):
        lesson.forward()
        assert (lesson.hidden, lesson.position) == (hidden, 10)
        assert [("0.25" in part) for part in (lesson.panel.value, lesson.canvas.svg)] == [not hidden] * 2


def test_every_question_hides_its_answer_and_where_nothing_is_to_know_none_is_asked(lesson):
    lesson.predict = True
    lesson.forward()
    assert (lesson.step.kind, lesson.hidden) == ("visit", False)
    asked = 0
    while lesson.iteration < 2:
        lesson.forward()
        if lesson.hidden:
            asked += 1
            assert all(line.endswith("= ?") for line in lesson.explain())
            assert "Predict" in lesson.words
            assert "?" in lesson.canvas.svg
    assert asked >= 30


# -- looking ---------------------------------------------------------------------------


def test_a_click_selects_and_a_second_click_lets_go(lesson):
    lesson.go(42)
    node = DEAL.find("Q", "K", "p", "b")
    lesson.canvas.click(node=node.index, infoset=node.infoset)
    assert lesson.selected == ("history", node.index)
    assert "History h = QKpb" in lesson.panel.value
    lesson.canvas.click(infoset=node.infoset)
    assert lesson.selected == ("infoset", node.infoset)
    assert "Information set Qpb" in lesson.panel.value
    lesson.canvas.click(infoset=node.infoset)
    assert lesson.selected is None
    lesson.select("QKp")
    assert lesson.selected == ("history", DEAL.find("Q", "K", "p").index)
    lesson.select(("K", "b"))
    assert lesson._look.value == lesson.selected == ("infoset", DEAL.infoset(("K", "b")).index)


@pytest.mark.parametrize("tree, iterations", [(DEAL, 40), (KUHN, 2)], ids=["one deal", "kuhn"])
def test_all_frames_share_one_layout(tree, iterations):
    """Nothing moves but the numbers, and Graphviz is asked once."""
    from cfrlib.draw.parts import plan

    lesson = stepper(tree)
    places = re.compile(r'class="node" data-node="(\d+)"[^>]*><(?:rect|path) ([^>]*?(?:y|d)="[^"]*")')
    first = places.findall(lesson.canvas.svg)
    assert len(first) == len(tree.nodes) - sum(node.player == CHANCE and node.parent == 0 for node in tree.nodes)
    asked = plan.columns.cache_info().misses
    lesson.go(iterations * lesson.recording.per_iteration)
    for _ in range(42):
        lesson.forward()
        assert places.findall(lesson.canvas.svg) == first
    assert plan.columns.cache_info().misses == asked


@pytest.mark.parametrize("game", [
    cfrlib.games.matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]),
    cfrlib.tree.unroll(cfrlib.games.leduc()).given("Js", "Qs", "Ks"),
])  # fmt: skip
def test_other_games(game):
    lesson = stepper(game, iterations=3)
    lesson.forward(15)
    lesson.next_iteration()
    lesson.forward(3)
    assert all("=" in told for told in lesson.explain())


@pytest.mark.parametrize("call, named", [
    (lambda lesson: stepper(cfrlib.games.leduc()), "game"),
    (lambda lesson: stepper(DEAL, updates="both"), "updates"),
    (lambda lesson: stepper(DEAL, iterations=0), "iterations"),
    (lambda lesson: lesson.go(-1), "position"),
    (lambda lesson: lesson.forward(-1), "n="),
    (lambda lesson: lesson.select("QJ"), "what"),
    (lambda lesson: lesson.press("x"), "key"),
])  # fmt: skip
def test_wrong_input_is_named(lesson, call, named):
    with pytest.raises(ValueError, match=named):
        call(lesson)
