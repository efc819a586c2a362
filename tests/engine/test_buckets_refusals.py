"""What is refused under buckets, each with a message that says what it takes."""

import psutil
import pytest
from small_buckets import FORGETFUL, GAMES

import cfrlib
from cfrlib.engine.buckets.bounds import bracket
from cfrlib.engine.buckets.joint_table import joint_table
from cfrlib.engine.contract import layout_of
from cfrlib.games import holdem, texas
from cfrlib.sampling import ByPlace, Scheme, cs, pcs, visits

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("wrong, takes", [
    ({"sampling": ByPlace(visits(3))}, "visits are counted"),
    ({"sampling": Scheme("own", own_private="one")}, "it takes (vanilla )?pcs opcs spcs cs es os robust, or a mix"),
    ({"sampling": pcs("epochs")}, "epochs are for .* not for buckets"),
    ({"sampling": pcs("stratified")}, "epochs are for .* not for buckets"),
    ({"baseline": "learned"}, "it takes 'none'"), ({"baseline": "exact", "sampling": "cs"}, "it takes 'none'"),
    ({"baseline": "learned", "sampling": "es"}, "it takes 'none'"),
    ({"average": "lazy", "sampling": "cs"}, "lazy and optimistic averaging are for"),
], ids=str)  # fmt: skip
@pytest.mark.parametrize("game", [GAMES[0], GAMES[1], FORGETFUL[0]], ids=repr)
def test_what_is_not_there_is_refused(game, wrong, takes):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}='.*{takes}"):
        cfrlib.CFR(game, **{"sampling": "pcs", **wrong})


@pytest.mark.parametrize("game", FORGETFUL, ids=repr)
def test_what_rows_without_one_past_have_missed_cannot_be_told(game):
    with pytest.raises(ValueError, match="^average='uniform lazy' with recall='imperfect'"):
        cfrlib.CFR(game, "es", average="lazy")
    cfrlib.CFR(game, "es", average="optimistic").run(5)


@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
@pytest.mark.parametrize("row", ["vanilla", cs("sequences")], ids=str)
@pytest.mark.parametrize("game", FORGETFUL, ids=repr)
def test_without_perfect_recall_there_is_no_joint_table(game, row, updates):
    with pytest.raises(ValueError, match="^sampling=.*recall='imperfect'"):
        cfrlib.CFR(game, row, updates=updates)


@pytest.mark.parametrize("game", FORGETFUL, ids=repr)
def test_without_perfect_recall_nothing_is_evaluated(game):
    solver = cfrlib.CFR(game, "cs")
    solver.run(3)
    profile = solver.average_strategy()
    for ask in (cfrlib.expected_value, cfrlib.best_response_values, cfrlib.exploitability):
        with pytest.raises(ValueError, match="with imperfect recall .* takes recall='perfect'"):
            ask(game, profile)
    with pytest.raises(ValueError, match="with imperfect recall .* takes recall='perfect'"):
        solver.exploitability()
    with pytest.raises(ValueError, match="perfect recall"):
        bracket(game, profile)
    assert "heuristic (imperfect recall)" in repr(solver)


@pytest.mark.parametrize("wrong, takes", [
    ({"boards": 0}, "a whole number"), ({"seed": -1}, "a whole number"), ({"tables": ()}, "two tables"),
    ({"tables": (None, None)}, "two tables"), ({"tables": 5}, "two tables"), ({"game": holdem(deck=(4, 2))}, "buckets"),
    ({"game": "texas"}, "buckets"),
], ids=str)  # fmt: skip
def test_a_bracket_takes(wrong, takes):
    game = GAMES[1]
    with pytest.raises(ValueError, match=f"^{next(iter(wrong))}=.*: it takes .*{takes}"):
        bracket(**{"game": game, "profile": cfrlib.CFR(game).average_strategy(), **wrong})


def test_tables_of_another_game_make_no_bracket():
    game, other = GAMES[1], holdem((1, 2), (4, 2), (2, 2))
    tables = [joint_table(other, 5, seed) for seed in (1, 2)]
    with pytest.raises(ValueError, match="^tables=.*two tables of"):
        bracket(game, cfrlib.CFR(game).average_strategy(), tables=tables)


@pytest.mark.parametrize("game", [holdem(deck=(4, 2)), cfrlib.games.kuhn(), cfrlib.games.bluff(faces=3)], ids=repr)
def test_sequences_are_drawn_under_buckets_only(game):
    with pytest.raises(ValueError, match=r"sampling='cs\(sequences\)'"):
        cfrlib.CFR(game, cs("sequences"))


def test_too_little_memory_is_refused_before_anything_is_made(monkeypatch):
    """Early streets have tables of eight bytes, the last one as asked for; a count for each sequence and player."""
    game = texas(12)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: type("Memory", (), {"available": 2_500_000_000}))
    early, last = layout_of(game).sizes
    assert early + last == game.num_infoset_actions
    seen = 8 * 2 * sum(12**street for street in (1, 2, 3, 4))
    with pytest.raises(ValueError, match=rf"{16 * (early + last) + seen:,} bytes.* dtype='float32' needs"):
        cfrlib.CFR(game, "cs")
    with pytest.raises(ValueError, match=rf"{24 * early + 12 * last + seen:,} bytes.*no mode of it fits"):
        cfrlib.CFR(game, "pcs", regret="predictive", dtype="float32")
