"""What engines refuse, each with a message that says what it takes: all of the table, and what does not fit."""

import math
import re
import tracemalloc

import psutil
import pytest
from random_games import coarse_tree, forgetful
from small_buckets import FORGETFUL, GAMES

import cfrlib
from cfrlib.engine.buckets.evaluator import bracket
from cfrlib.engine.buckets.joint_table import joint_table
from cfrlib.engine.buckets.lifting import lifted_profile, real_game
from cfrlib.engine.combinations import ENGINES, REFUSALS
from cfrlib.engine.common.single_histories.baselines import Baseline, baseline
from cfrlib.engine.contract import layout_of
from cfrlib.engine.tree.layout import PublicTree
from cfrlib.games import bluff, holdem, kuhn, leduc, texas
from cfrlib.regret import Averaging, discounted
from cfrlib.sampling import ByPlace, Mixed, Scheme, cs, pcs, visits
from cfrlib.tree import unroll

KUHN, CARDS, JOINED, TREE = kuhn(), holdem(deck=(4, 2)), bluff(faces=3), unroll(kuhn(4))
FORGOTTEN = next(tree for tree in (forgetful(coarse_tree(seed), seed) for seed in range(99)) if not tree.perfect_recall)
BIDS = bluff(dice=(2, 1), rounds="one")
PUBLISHED = Mixed("es", "os", 0.5, scale="published")
ONE_ACTION = Scheme("one of mine", "one", "one", "one", "one", "one")
OWN_ALONE = Scheme("own", own_private="one")
REFUSED = [
    [(game, {"average": "lazy"}) for game in (KUHN, BIDS, CARDS, *GAMES, *FORGETFUL)]
    + [(GAMES[0], {"average": "optimistic", "sampling": "cs"})],
    [(game, {"average": Averaging(3.0, "lazy"), "sampling": "es"}) for game in (KUHN, CARDS)],
    [(KUHN, {"average": "lazy", "sampling": PUBLISHED})],
    [(game, {"average": "lazy", "average_at": "opponent", "sampling": "os"}) for game in (KUHN, CARDS, *GAMES)],
    [(game, {"regret": "predictive", "sampling": row}) for game in (KUHN, CARDS) for row in ("os", ONE_ACTION)],
    [(game, {"regret": "predictive", "sampling": "pcs"}) for game in FORGETFUL],
    [(game, {"regret": rule}) for game in (BIDS, CARDS, GAMES[0]) for rule in ("hedge", "mmd")],
    [(game, {"regret": rule, "locked": {("x", "y"): {"z": 1}}}) for game in (KUHN, TREE) for rule in ("hedge", "mmd")],
    [(game, {"regret": discounted(alpha), "locked": {("x", "y"): {"z": 1}}, "sampling": row})
     for game in (KUHN, BIDS, CARDS, TREE) for alpha, row in ((-math.inf, "vanilla"), (0, "es"))],
    [(game, {"sampling": ByPlace(visits(3))}) for game in (CARDS, *GAMES[:2], *FORGETFUL)],
    [(game, {"sampling": row}) for game in FORGETFUL for row in ("vanilla", cs("sequences"))],
    [(game, {"sampling": cs("sequences")}) for game in (KUHN, BIDS, CARDS, TREE)],
    [(game, {"sampling": pcs("stratified")}) for game in (KUHN, BIDS, TREE)],
    [(game, {"sampling": pcs(draws)}) for game in (*GAMES[:2], FORGETFUL[0]) for draws in ("epochs", "stratified")],
    [(game, {"sampling": OWN_ALONE}) for game in (CARDS, *GAMES[:2], FORGETFUL[0])],
    [(TREE, {"sampling": row}) for row in ("pcs", "opcs", "spcs", OWN_ALONE)],
    [(BIDS, {"average": "lazy", "sampling": "es"})],
    [(JOINED, {"average": "lazy", "sampling": "es"})],
    [(game, {"average": "lazy", "sampling": "es"}) for game in FORGETFUL],
    [(KUHN, {"baseline": "learned", "sampling": row}) for row in ("vanilla", "pcs", "opcs", "spcs")],
    [(BIDS, {"baseline": "learned", "sampling": "cs"})],
    [(BIDS, {"baseline": "exact", "sampling": "es"})],
    [(KUHN, {"average": "lazy", "baseline": "exact", "sampling": "es"})],
    [(game, {"baseline": kind, "sampling": row}) for game in (CARDS, *GAMES[:2]) for kind, row in (
        ("learned", "vanilla"), ("learned", "spcs"), ("learned", "es"), ("exact", "cs"))]
    + [(TREE, {"baseline": "learned", "sampling": "es"})],
]  # fmt: skip
"""Games and switches, refused for the reason that stands at the same place in `REFUSALS`."""


@pytest.mark.parametrize("k", range(len(REFUSALS)))
def test_all_that_the_table_refuses_is_refused_with_its_reason(k):
    words = re.sub(r"\\{.*?\\}", ".*", re.escape(REFUSALS[k].message))
    for game, switches in REFUSED[k]:
        with pytest.raises(ValueError, match=f"^{words}$"):
            cfrlib.CFR(game, **{"sampling": "vanilla", **switches})
    refusing = {getattr(game, "layout", "explicit") for game, _ in REFUSED[k]}
    assert refusing <= set(ENGINES if REFUSALS[k].engines == "every" else REFUSALS[k].engines.split())


def test_what_is_beside_it_is_taken():
    cfrlib.CFR(bluff(faces=3, merged=False), "es", average="lazy").run(3)
    cfrlib.CFR(FORGETFUL[0], "es", average="optimistic").run(5)
    title, _, *lines = cfrlib.engine.refusal_table().splitlines()
    assert title == "| engines | switches | why |"
    assert len(lines) == len(REFUSALS) == len(REFUSED)
    assert all(line.count(" | ") == 2 and "{}" not in line for line in lines)


MIX = Mixed("es", "os", 0.5)


@pytest.mark.parametrize("make, message", [
    (lambda: Scheme("x", own_private="all", own_actions="one"), "^sampling='x': .* public sampling policy"),
    (lambda: Mixed("es", "vanilla", 0.5), "^second="),
    (lambda: Mixed(cs("sequences"), "es", 0.5), r"^first=cs\(sequences\): .* draw cards"),
    (lambda: Mixed("es", "os", 0.5, scale="big"), "^scale='big'"),
    (lambda: Mixed("es", "robust", 0.5, scale="published"), "^scale='published' with es and robust"),
    (lambda: Mixed("es", "es", 0.5, scale="published"), "^scale='published' with es and es"),
    (lambda: cfrlib.CFR(KUHN, MIX, average_at="custom"), "^average_at='custom'"),
    (lambda: cfrlib.CFR(KUHN, "es", average_at="custom"), "^average_at='custom'"),
    (lambda: cfrlib.CFR(KUHN).run(), "^run: "), (lambda: Baseline("learned", rate=0), "^rate=0"),
    (lambda: baseline(None), "^baseline=None"), (lambda: cfrlib.CFR(KUHN, "os", baseline=True), "^baseline=True"),
])  # fmt: skip
def test_wrong_switches_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize("game", FORGETFUL, ids=repr)
def test_without_perfect_recall_nothing_is_evaluated(game):
    solver = cfrlib.CFR(game, "cs", dtype="float32")
    solver.run(3)
    profile = solver.average_strategy()
    ask = cfrlib.expected_value, cfrlib.best_response_values, cfrlib.exploitability, bracket
    for evaluate in (*(lambda one=one: one(game, profile) for one in ask), solver.exploitability):
        with pytest.raises(ValueError, match="perfect recall"):
            evaluate()
    assert "heuristic (imperfect recall)" in repr(solver)


@pytest.mark.parametrize("wrong, takes", [
    ({"boards": 0}, "a whole number"), ({"seed": -1}, "a whole number"), ({"tables": ()}, "two tables"),
    ({"tables": (None, None)}, "two tables"), ({"tables": 5}, "two tables"), ({"game": CARDS}, "buckets"),
    ({"game": "texas"}, "buckets"),
    ({"tables": [joint_table(holdem((1, 2), (4, 2), (2, 2)), 5, seed) for seed in (1, 2)]}, "two tables of"),
], ids=lambda wrong: str(wrong)[:20])  # fmt: skip
def test_a_bracket_takes(wrong, takes):
    game = GAMES[1]
    with pytest.raises(ValueError, match=f"^{next(iter(wrong))}=.*: it takes .*{takes}"):
        bracket(**{"game": game, "profile": cfrlib.CFR(game).average_strategy(), **wrong})


@pytest.mark.parametrize("game", [FORGETFUL[1], CARDS, KUHN, "texas", None], ids=repr)
def test_what_has_no_joint_table_is_refused(game):
    for boards in (None, 10):
        with pytest.raises(ValueError, match="game=.*: it takes limit hold'em with buckets and perfect recall"):
            joint_table(game, boards)


@pytest.mark.parametrize("wrong", [{"boards": 0}, {"boards": 2.5}, {"boards": 10, "seed": -1}, {"threads": 0}], ids=str)
def test_a_joint_table_takes_whole_numbers(wrong):
    name = list(wrong)[-1]
    with pytest.raises(ValueError, match=f"{name}=.*: it takes a whole number of at least"):
        joint_table(GAMES[0], **wrong)


def test_only_two_rounds_with_buckets_are_lifted():
    takes = "it takes {}two-round hold'em with buckets"
    for game in (GAMES[0], CARDS, KUHN, leduc(), None):
        with pytest.raises(ValueError, match="^game=.*" + takes.format("")):
            real_game(game)
    four_rounds = cfrlib.CFR(GAMES[0]).average_strategy()
    for profile in (four_rounds, cfrlib.Profile.uniform(KUHN), None, GAMES[1]):
        with pytest.raises(ValueError, match="^profile=.*" + takes.format("a profile of ")):
            lifted_profile(profile)
    with pytest.raises(ValueError, match=takes.format("")):
        lifted_profile(cfrlib.CFR(CARDS).average_strategy())


class Huge(kuhn):
    """Kuhn poker that says it has more information sets than fit."""

    @property
    def num_infoset_actions(self):
        return 10**12


def bytes_of_texas(early_entry, last_entry):
    """Return what tables of four rounds with twelve buckets take; a count for each sequence and player beside them."""
    early, last = layout_of(texas(12)).sizes
    return f"{early_entry * early + last_entry * last + 8 * 2 * sum(12**n for n in (1, 2, 3, 4)):,} bytes"


@pytest.mark.parametrize("make, available, message", [
    (lambda: cfrlib.CFR(bluff((2, 2), merged=False)), 3e9,
     r"game=bluff.*8,455,\d+,\d+ bytes.*merged=True, dtype='float64' needs 2.04 GB"),
    (lambda: cfrlib.CFR(bluff((2, 2), rounds="one"), "es"), 3e9,
     r"4\.\d+ GB.*merged=True, dtype='float32' needs 2\.\d+ GB"),
    (lambda: cfrlib.CFR(bluff((2, 2), rounds="one"), ByPlace(visits(3)), regret="discounted",
                        average="linear optimistic"), 3e9, "no mode of it fits"),
    (lambda: cfrlib.CFR(holdem()), 4e8, r"494,152,464 bytes.*0\.40 GB are available; dtype='float32' needs 0\.25 GB"),
    (lambda: cfrlib.CFR(holdem(), updates="simultaneous", regret="predictive"), 4e8, "no mode of it fits"),
    (lambda: cfrlib.CFR(texas(12), "cs"), 2.5e9, bytes_of_texas(16, 16) + ".* dtype='float32' needs"),
    (lambda: cfrlib.CFR(texas(12), "pcs", regret="predictive", dtype="float32"), 2.5e9,
     bytes_of_texas(24, 12) + ".*no mode of it fits"),
    (lambda: joint_table(texas(12)), 3e9, f"^game=.*{8 * 12**8:,} bytes.*no mode of it fits"),
    (lambda: joint_table(texas(12), 10), 3e9, f"^game=.*{8 * 12**8:,} bytes.*no mode of it fits"),
    (lambda: joint_table(texas(8), threads=16), 3e9, f"^game=.*{16 * 16 * 8**8:,} bytes.*bracket needs 0.13 GB"),
    (lambda: PublicTree(Huge()), 10**12, "entries of 8 bytes"),
])  # fmt: skip
def test_what_does_not_fit_is_refused_before_it_is_made(make, available, message, monkeypatch):
    monkeypatch.setattr(psutil, "virtual_memory", lambda: type("Memory", (), {"available": int(available)}))
    tracemalloc.start()  # it counts what is asked for, touched or not
    try:
        with pytest.raises(ValueError, match=message):
            make()
        assert tracemalloc.get_traced_memory()[1] < 2e8
    finally:
        tracemalloc.stop()
