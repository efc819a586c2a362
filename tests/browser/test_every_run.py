"""The first minute of a newcomer, and all widgets in one notebook: what `make test` looks at in JupyterLab.

Widgets fit, are named and readable in both themes. On a projector, and in the presentation mode of JupyterLab, the
next action, the picture and the numbers of a widget are on screen together, and no text is too small to be read.
"""

import re

import pytest
from lab import SCROLL, button, expect_text, more, readable_in_both_themes
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SIZES = {"853x480": (853, 480), "1280x720": (1280, 720), "1920x1080": (1920, 1080)}
"""The first is a projector of 1280x720 at 150 %."""
WIDGETS = {
    "stepper": (
        'deal = cfrlib.tree.unroll(cfrlib.games.kuhn()).given("Q", "K")\n'
        'lesson = cfrlib.widgets.stepper(deal, updates="simultaneous")\nlesson.go(17)\nlesson',
        ".cfr-here, .cfr-formulas li:first-child",
    ),
    "averages": (  # one of them is 0.03077
        'averages = cfrlib.widgets.stepper(deal)\naverages.go(10 * averages.recording.per_iteration)\naverages',
        ".cfr-here, .cfr-formulas li:first-child",
    ),
    "tree": ("cfrlib.widgets.tree_view(cfrlib.games.kuhn())", ".cfr-widget p"),
    "learning": ("cfrlib.widgets.learning(100)", ".cfr-says"),
    "tree that learns": ("cfrlib.widgets.learning(100, tree=True)", ".cfr-says"),
    "bluffs": ("cfrlib.widgets.bluffs_and_calls()", ".cfr-says"),
    "baseline": ("cfrlib.widgets.baseline_slider()", ".cfr-says"),
    "flows": ("cfrlib.widgets.flows()", ".cfr-says"),
    "roof": ("cfrlib.widgets.roof()", ".cfr-says"),
    "explorer": (
        "explorer = cfrlib.widgets.regret_explorer()\nexplorer.run(7)\nexplorer", ".cfr-both tbody tr:first-child",
    ),
    "bracket": ("cfrlib.widgets.bracket_line({'3 rounds': (-2 / 3, -1 / 3, 1 / 3)}, step=2)", ".cfr-says"),
    "pile": (
        'import cfrlib.lessons.sampling.walks as walks\nkuhn = cfrlib.tree.unroll(cfrlib.games.kuhn())\n'
        'once = walks.regret_of_a_walk(kuhn, "Kpb", "b", walks.outcome)\n'
        'pile = cfrlib.widgets.pile({"outcome sampling": once}, exact=0.25, low=0, high=2)\npile.press(100)\npile',
        ".cfr-says",
    ),
    "suits": ('cfrlib.widgets.suit_fold(hand="AKs", flop="2s7s9s")', ".cfr-says"),
    "eyes": ("cfrlib.widgets.sharp_eyes()", ".cfr-says"),
    "curtain": ("cfrlib.widgets.curtain()", ".cfr-says"),
    "imitation": ("cfrlib.widgets.imitation(\"Bl\")", ".cfr-says"),
    "open card": ("cfrlib.widgets.open_card()", ".cfr-says"),
    "own reach": ("cfrlib.widgets.own_reach(cfrlib.textbook.CFR, 6)", ".cfr-says"),
    "ring": ("cfrlib.widgets.ring(presses=2)", ".cfr-says"),
    "race": ("cfrlib.widgets.race(cfrlib.games.kuhn(), {'CFR': {}, 'CFR+': {'regret': 'rm+'}})", ".cfr-widget b"),
    "preflop": (
        'live = cfrlib.widgets.preflop_view(cfrlib.games.holdem(deck=(13, 1)))\nlive.chosen = "AKs"\nlive', ".cfr-says",
    ),
    "names": (
        "cfrlib.widgets.race(cfrlib.games.kuhn(), {\n    'outcome sampling with a baseline': {'sampling': 'os'},\n"
        "    'chance sampling': {'sampling': 'cs'}, 'external sampling': {'sampling': 'es'}})", ".cfr-widget b",
    ),
    "whose": (
        "table = cfrlib.play(cfrlib.games.kuhn(), cfrlib.Profile.uniform(cfrlib.games.kuhn()), seed=1)\n"
        "import cfrlib.lessons.play.ledger as ledger\n"
        "cfrlib.widgets.whose_hands(table, ledger.scripted(table.session.profile, table.session.profile, 20).hands)",
        ".cfr-says",
    ),
    "play": ("cfrlib.play(cfrlib.games.kuhn(), cfrlib.Profile.uniform(cfrlib.games.kuhn()), seed=1)", ".cfr-says"),
}
"""A cell for each, and the numbers that must be in sight."""
OTHERS = (
    "cfrlib.widgets.sweep(cfrlib.textbook.terminals.Showdown([0, 1], [0, 1], [0.25, 0.75]))",
    "cfrlib.draw.tree(deal)",
)

OUTSIDE = """([which, numbers]) => {
    const cell = document.querySelectorAll('.jp-Notebook .jp-CodeCell')[which];
    cell.querySelector('.jp-OutputArea').scrollIntoView();
    const panel = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
    const seen = (selector) => [...cell.querySelectorAll(selector)].filter((part) => part.getClientRects().length);
    const next = ['.mod-primary, .noUi-handle', 'select, .widget-toggle-button'].find((kind) => seen(kind).length);
    const kinds = [next, '.cfr-canvas svg', numbers];
    const parts = kinds.flatMap((kind) => seen(kind).length ? seen(kind).slice(0, 2) : [cell]);
    const cut = (box) => box.bottom > panel.bottom + 1 || box.top < panel.top - 1 || box.right > panel.right;
    return parts.map((part) => [part, part.getBoundingClientRect()])
        .filter(([part, box]) => part === cell || cut(box))
        .map(([part, box]) => `${part.tagName}.${part.getAttribute('class')} ends at ${box.bottom} of ${panel.bottom}`);
}"""
"""What is cut of a cell's widget when one has scrolled to it; the cell itself where there is nothing of a kind."""


SMALLEST = """which => Math.min(...[...document.querySelectorAll('.jp-Notebook .jp-CodeCell')[which]
    .querySelectorAll('.cfr-canvas svg text')].filter((part) => part.textContent.trim() && part.getClientRects().length)
    .map((part) => { const { a, b } = part.getScreenCTM();
        return parseFloat(getComputedStyle(part).fontSize) * Math.hypot(a, b); }))"""
"""The size of the smallest text in the pictures of a cell's widget, in pixels."""


CUT = """() => [...document.querySelectorAll('.cfr-widget select')].filter((menu) => {
    const canvas = document.createElement('canvas').getContext('2d');
    canvas.font = getComputedStyle(menu).font;
    const widest = Math.max(...[...menu.options].map((choice) => canvas.measureText(choice.text).width));
    return menu.clientWidth && widest + 20 > menu.clientWidth;
}).map((menu) => menu.value)"""
"""The menus that are too narrow for one of their choices and the arrow."""


def pytest_generate_tests(metafunc):
    if "size" in metafunc.fixturenames:
        sizes = list(SIZES) if metafunc.config.option.all_sizes else list(SIZES)[:1]
        metafunc.parametrize("size", sizes)


@pytest.mark.every_run
def test_make_lab_opens_on_the_first_notebook_and_it_runs(open_notebook):
    notebook = open_notebook("")
    assert notebook.page.url.split("?")[0].endswith("/lab/tree/notebooks/00_start_here.ipynb")
    notebook.run_all()
    asks = notebook.page.locator(".cfr-says p", has_text=re.compile(r"^\s*Choose A, B or C")).first
    expect(asks).to_be_visible(timeout=20_000)  # no prediction is answered
    assert notebook.errors == []


@pytest.fixture(scope="module")
def notebook(open_cells):
    """The notebook, run once."""
    cells = ["import cfrlib", *(cell for cell, _ in WIDGETS.values()), *OTHERS]
    return open_cells("all_widgets", *cells, until=".jp-OutputArea-output img")


@pytest.fixture
def presents(notebook, request):
    """Whether JupyterLab is in its presentation mode, for as long as the test takes."""

    def toggle(state):
        if request.param:
            notebook.page.evaluate("window.jupyterapp.commands.execute('application:toggle-presentation-mode')")
            notebook.page.locator(".jp-mod-presentationMode").first.wait_for(state=state)

    toggle("attached")
    yield request.param
    toggle("detached")


@pytest.mark.parametrize("presents", [pytest.param(False, marks=pytest.mark.every_run), True], indirect=True)
def test_action_picture_and_numbers_are_on_screen_together(notebook, size, presents, request, tmp_path_factory):
    page = notebook.page
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(500)
    for which, (name, (_, numbers)) in enumerate(WIDGETS.items(), start=1):
        for _ in range(20):
            page.evaluate(OUTSIDE, [which, numbers])  # JupyterLab lays out what is in sight
            page.wait_for_timeout(50)
            if not (outside := page.evaluate(OUTSIDE, [which, numbers])):
                break
        assert (name, outside) == (name, [])
        assert page.evaluate(SMALLEST, which) >= (9 if height < 600 else 11), name
        if request.config.option.all_sizes:
            page.screenshot(path=tmp_path_factory.getbasetemp() / f"{name}_{size}_{presents}.png")
    assert page.evaluate(SCROLL) == []
    assert page.evaluate(CUT) == []
    assert notebook.errors == []


@pytest.mark.every_run
def test_the_page_says_what_runs_and_stops_it(notebook):
    page, board = notebook.page, notebook.page.locator("#cfr-running")
    button(page, "Run all").press("Enter")
    board.filter(has_text="The race runs in the background.").wait_for()
    board.locator("button").click()
    board.wait_for(state="hidden")
    expect_text(page, ".cfr-widget", "stopped")
    assert notebook.errors == []


def test_steps_move_unless_less_motion_is_asked_for(notebook):
    page = notebook.page
    forward = page.locator(".cfr-widget button").filter(has_text="Forward").first
    for wanted, moving in (("no-preference", True), ("reduce", False)):
        page.emulate_media(reduced_motion=wanted)
        page.evaluate("""() => { window.moved = 0;
            Element.prototype.animate = new Proxy(window.plain ??= Element.prototype.animate,
                { apply: (...how) => { window.moved += 1; return Reflect.apply(...how); } }); }""")
        for _ in range(3):
            before = page.locator(".cfr-says small").first.inner_text()
            forward.click()
            page.wait_for_function("said => document.querySelector('.cfr-says small').innerText !== said", arg=before)
        assert (page.evaluate("window.moved") > 0) == moving


EDGES = """() => {
    const [widget, table, tree] = ['.cfr-widget', '.cfr-table', '.cfr-canvas']
        .map(name => document.querySelector(name).getBoundingClientRect());
    return { room: widget.right - table.right, beside: tree.bottom > table.top, tree: tree.width };
}"""
"""Of the stepper: what is left right of its table, whether the tree stands beside it, and how wide that is."""


@pytest.mark.every_run
def test_all_widgets_fit_are_named_and_readable(notebook, request, tmp_path_factory):
    page = notebook.page
    page.locator(".cfr-open-card").wait_for(state="attached")
    for width, height in ((1920, 1080), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        assert page.evaluate(SCROLL) == []
    wide = set()
    for key, times in (("n", 3), ("t", 30), ("ArrowRight", 6)):  # the numbers get long
        page.locator(".cfr-canvas").first.focus()
        for _ in range(times):
            page.keyboard.press(key)
        page.wait_for_timeout(300)
        edges = page.evaluate(EDGES)
        assert edges["room"] >= 0
        assert edges["beside"]
        wide.add(round(edges["tree"]))
        assert page.evaluate(SCROLL) == []
    assert max(wide) - min(wide) < 8  # what stands still does not jump
    for which in range(page.locator(".cfr-more").count()):
        more(page, which)
    names = []
    for part in page.locator(".noUi-handle, .widget-gridbox input").all():
        part.scroll_into_view_if_needed()  # JupyterLab lays out what is in sight
        page.wait_for_timeout(50)
        names.append(part.get_attribute("aria-label"))
    assert all(names)
    assert {"step", "bets or calls", "Payoff to Player 1 for rock against paper", "your hands valued"} <= set(names)
    words = page.evaluate("[...document.querySelectorAll('.jp-OutputArea-output img')].map(image => image.alt)")
    assert [alt.startswith("Game tree of kuhn: ") for alt in words] == [True]
    save = tmp_path_factory.getbasetemp() / "widget" if request.config.option.all_sizes else None
    readable_in_both_themes(page, ".cfr-widget p", ".cfr-canvas svg", save=save)
    assert notebook.errors == []
