"""Two-round hold'em by classes of hands: the values of the explicit tree, unbiased draws, and the exact equilibrium."""

import re

import numpy as np
import psutil
import pytest

import cfrlib
from cfrlib.engine.common.limit_holdem import draws as street_draws
from cfrlib.engine.common.limit_holdem.betting_round import set_time
from cfrlib.engine.common.regret_matching import IDLE
from cfrlib.engine.common.table_profile import TableProfile
from cfrlib.engine.contract import layout_of
from cfrlib.engine.two_rounds import vector
from cfrlib.evaluate import flat, sequence_form
from cfrlib.game import Decision
from cfrlib.games.holdem import holdem
from cfrlib.sampling import pcs

pytestmark = pytest.mark.slow

DECKS = [((1, 1), (4, 2)), ((2, 1), (7, 1)), ((0, 2), (3, 3))]


@pytest.fixture(scope="module", params=DECKS, ids=str)
def game(request):
    return holdem(*request.param)


def random_profile(game, seed):
    layout, rng = layout_of(game), np.random.default_rng(seed)
    return TableProfile(layout, tuple(rng.random(size) * (rng.random(size) < 0.8) for size in layout.sizes))


@pytest.mark.parametrize(
    "raises, deck, infosets", [((1, 1), (13, 4), 15_442_180), ((3, 4), (13, 4), 90_076_792), ((1, 1), (4, 2), 3_424)]
)
def test_sizes(raises, deck, infosets):
    assert holdem(raises, deck).num_infosets == infosets


def test_values_are_those_of_the_explicit_tree(game):
    """Every real deal is played out there; suits are told apart by nobody."""
    form = sequence_form(game)
    for seed in range(3):
        profile = random_profile(game, seed)
        assert len(profile) == game.num_infosets == len(form.tree.infosets)
        plans = form.plans(flat(form.tree, cfrlib.Profile.from_dict(game, dict(profile.items()))))
        value = np.sum(form.payoff * plans[0][form.last[0]] * plans[1][form.last[1]])
        best = [form.best_response(player, plans[1 - player])[0] for player in (0, 1)]
        assert cfrlib.expected_value(game, profile) == pytest.approx(value, abs=1e-9)
        assert cfrlib.best_response_values(game, profile) == pytest.approx(best, abs=1e-9)


def test_a_profile_written_down_is_evaluated_like_a_view(game):
    profile = random_profile(game, 5)
    written = cfrlib.Profile.from_dict(game, dict(profile.items()))
    assert cfrlib.exploitability(game, written) == pytest.approx(cfrlib.exploitability(game, profile), abs=1e-9)


def test_any_spelling_of_a_key_will_do():
    game = holdem(deck=(4, 2))
    profile = random_profile(game, 1)
    assert profile["AcKd", "r"] == profile["KcAd", "r"] == profile["KdAc", "r"]
    assert profile["AcKd", "cc/QcJdQd:r"] == profile["KcAd", "cc/JcQcQd:r"]
    for wrong in [("AcKd", "cc/AcJdQd:r"), ("AcKd", "f"), ("AcAc", ""), ("AsKs", ""), ("AcKd", "rf/JcQcQd:")]:
        assert wrong not in profile


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"regret": "rm+", "average": "linear"},
        {"regret": "discounted", "average": 2.0},
        {"regret": "predictive", "average": "quadratic"},
        {"regret": "linear", "average": "linear", "average_at": "opponent"},
    ],
    ids=str,
)
def test_full_walks_come_to_the_value_of_the_linear_program(row):
    game = holdem(deck=(7, 1))
    value, _ = cfrlib.equilibrium(game)
    solver = cfrlib.CFR(game, **row)
    solver.run(500)
    b1, b2 = cfrlib.best_response_values(game, solver.average_strategy())
    assert -b2 <= value + 1e-6 <= b1 + 2e-6
    assert solver.exploitability() < 12


@pytest.mark.parametrize("draws", ["independent", "epochs", "stratified"])
def test_one_flop_is_the_mean_of_all(game, draws):
    """With both strategies frozen: regrets before the flop in the mean, and on the flop up to how often it comes."""
    full, drawn = cfrlib.CFR(game, seed=1), cfrlib.CFR(game, pcs(draws))
    full.run(3)
    weights = full.layout.flops.weight / full.layout.flops.weight.sum()
    likely = np.full(len(weights), 1 / len(weights)) if draws == "epochs" else weights
    for me in (0, 1):
        exact = added(full, full, lambda early, late: full.engine.workspace.walk(early, late), me)
        mean, on_flops = np.zeros_like(exact[0]), np.zeros_like(exact[1])
        for flop, probability in enumerate(likely):
            found = added(drawn, full, lambda early, late, flop=flop: walk_flop(drawn, flop, early, late), me)
            mean += probability * found[0]
            on_flops += found[1]
            np.testing.assert_allclose(found[2], exact[2], atol=1e-12)  # the average before the flop takes no weight
        np.testing.assert_allclose(mean, exact[0], atol=1e-9 * np.abs(exact[0]).max())
        np.testing.assert_allclose(on_flops, exact[1], atol=1e-9 * np.abs(exact[1]).max())
        assert np.abs(exact[1]).max() > 1


def walk_flop(solver, flop, early, late):
    walks = solver.engine
    vector.walk(walks.workspace.rounds, flop, walks.urn.weight[flop], early, late)


def added(solver, frozen, walk, me):
    """Return what a walk adds to the regrets before the flop and on it, and to the sums before it, from the strategies
    of another solver."""
    tables = solver.engine.tables
    names = "early_regret", "regret", "early_sums"
    start = [getattr(frozen.engine.tables, name).copy() for name in names]
    changed = [getattr(tables, name) for name in names]
    for table, values in zip(changed, start, strict=True):
        table[...] = values
    walks = solver.engine.early[me], solver.engine.late[me]
    for one in walks:
        set_time(one, PLAIN, 1, 0)
    walk(*walks)
    found = [table - values for table, values in zip(changed, start, strict=True)]
    for table, values in zip(changed, start, strict=True):
        table[...] = values
    return found


PLAIN = IDLE


@pytest.mark.parametrize("draws", ["independent", "epochs", "stratified"])
def test_flops_come_as_often_as_they_should(draws):
    """Twenty epochs: shuffled ones have each flop once, stratified ones as often as is fair but for the edges of the
    strata, which a flop's share may cut at either end; draws of the two players do not go together."""
    layout, rng = layout_of(holdem(deck=(5, 3))), np.random.default_rng(1)
    flops, epochs = len(layout.flops.weight), 20
    urn = street_draws.urn(layout, draws, np.zeros((2, flops), dtype=np.int64))
    drawn = np.array([
        [street_draws.next_flop(urn, me, t, rng) for me in (0, 1)] for t in range(1, epochs * flops + 1)
    ])  # fmt: skip
    counts = np.array([np.bincount(part[:, 0], minlength=flops) for part in drawn.reshape(epochs, flops, 2)])
    fair = layout.flops.weight / layout.flops.weight.sum() * flops
    if draws == "epochs":
        assert (counts == 1).all()
    elif draws == "stratified":
        assert (np.abs(counts - fair) < 2).all()
        assert counts.var(axis=0).mean() < 0.5 * fair.mean()
    spread = np.sqrt(epochs * fair)
    assert draws == "epochs" or (np.abs(counts.sum(axis=0) - epochs * fair) < 5 * spread + 1).all()
    assert (drawn[:, 0] == drawn[:, 1]).mean() < 5 / np.sqrt(len(drawn))


@pytest.mark.parametrize("row", ["vanilla", pcs(), pcs("epochs"), "opcs", "spcs"], ids=str)
@pytest.mark.parametrize("rule", ["rm", "predictive"])
def test_simultaneous_updates_use_the_strategies_before(row, rule):
    """The same draws: the walk of player 0 does the same as ever, that of player 1 what it would do without it."""
    game = holdem(deck=(4, 2))
    both = [cfrlib.CFR(game, row, regret=rule, seed=6, updates=u) for u in ("alternating", "simultaneous")]
    for solver in both:
        solver.run(1)  # from uniform strategies: player 1 sees something else already
    layout = both[0].layout
    owner = owners(layout)
    regrets = [np.concatenate([s.engine.tables.early_regret, s.engine.tables.regret]) for s in both]
    assert np.array_equal(*(r[owner == 0] for r in regrets))
    assert not np.array_equal(*(r[owner == 1] for r in regrets))
    alone = cfrlib.CFR(game, row, regret=rule, seed=6)
    forget_player_0(alone, owner)
    for solver in both[1:]:
        for _ in range(5):
            copy_tables(solver, alone)
            solver.run(1)
            alone.run(1)
            for one, other in zip(solver.engine.matched_tables(), alone.engine.matched_tables(), strict=True):
                mine = (owner[: len(one)] if len(one) == layout.sizes[0] else owner[layout.sizes[0] :]) == 1
                assert np.array_equal(one[mine], other[mine])


def owners(layout):
    """Return the player of each entry of both tables."""
    found = []
    for part, wide in ((layout.first, [layout.classes]), (layout.second, np.diff(layout.flops.start) * layout.lanes)):
        rows = np.concatenate([
            np.full(len(names), kind) for names, kind in zip(part.names, part.betting.kind, strict=True)
        ])  # fmt: skip
        found += [np.repeat(rows, width) for width in wide]
    return np.concatenate(found)


def copy_tables(source, target):
    """Give a solver the tables and the place in its random numbers of another."""
    for one, other in zip(source.engine.tables, target.engine.tables, strict=True):
        other[...] = one
    target.rng.bit_generator.state = source.rng.bit_generator.state
    target.iterations = source.iterations


def forget_player_0(solver, owner):
    """Let the walks of player 0 leave no trace in what strategies are matched to."""
    walks = solver.engine
    mute = tuple(
        walk._replace(**{name: getattr(walk, name).copy() for name in ("matched", "regret")})
        for walk in (walks.early[0], walks.late[0])
    )
    walks.early, walks.late = (mute[0], walks.early[1]), (mute[1], walks.late[1])


@pytest.mark.parametrize(
    "row, iterations, within",
    [
        ({"sampling": pcs()}, 40_000, 12),
        ({"sampling": pcs("epochs"), "regret": "rm+", "average": "linear"}, 20_000, 4),
        ({"sampling": pcs("epochs"), "regret": "discounted", "average": 2.0, "updates": "simultaneous"}, 20_000, 4),
        ({"sampling": pcs("stratified"), "regret": "linear", "average": "linear"}, 40_000, 8),
        ({"updates": "simultaneous"}, 1000, 12),
    ],
    ids=str,
)
def test_drawn_flops_come_to_the_value_of_the_linear_program(row, iterations, within):
    game = holdem(deck=(7, 1))
    value, _ = cfrlib.equilibrium(game)
    solver = cfrlib.CFR(game, seed=4, **row)
    solver.run(iterations)
    b1, b2 = cfrlib.best_response_values(game, solver.average_strategy())
    assert -b2 <= value + 1e-6 <= b1 + 2e-6
    assert solver.exploitability() < within


def test_public_chance_sampling_converges():
    game = holdem(deck=(4, 2))
    solver = cfrlib.CFR(game, "pcs", seed=2)
    solver.run(300)
    early = solver.exploitability()
    solver.run(30_000)
    assert solver.exploitability() < early / 5


def test_what_is_not_there_is_refused():
    with pytest.raises(ValueError, match="baseline='learned"):
        cfrlib.CFR(holdem(deck=(4, 2)), baseline="learned")
    with pytest.raises(ValueError, match="epochs are for two-round hold'em"):
        cfrlib.CFR(cfrlib.games.kuhn(), pcs("stratified"))


@pytest.mark.parametrize("wrong", [{"raises": 1}, {"raises": (1, -1)}, {"deck": (3, 2)}, {"deck": 52}], ids=str)
def test_wrong_arguments(wrong):
    with pytest.raises(ValueError, match="raises|deck"):
        holdem(**wrong)


@pytest.mark.parametrize("row", ["vanilla", "cs"])
def test_what_rounding_leaves_is_no_regret(row):
    """A sum of positive regrets far below the stakes makes no strategy, for walks and for who looks at it."""
    game = holdem(deck=(4, 2))
    solver = cfrlib.CFR(game, row)
    matched = solver.engine.matched_tables()
    for table, tolerance in zip(matched, solver.engine.tolerance(), strict=True):
        table[0] = tolerance
    key = next(iter(solver.average_strategy()))
    assert set(solver.current_strategy()[key].values()) == {1 / 3}
    matched[0][0] *= 2
    assert max(solver.current_strategy()[key].values()) == 1
    matched[0][0] /= 2
    twin = cfrlib.CFR(game, row)
    for one in (solver, twin):
        one.run(1)
    first = slice(0, solver.layout.classes, 1)
    np.testing.assert_array_equal(solver.engine.tables.early_sums[first], twin.engine.tables.early_sums[first])


def test_too_little_memory_is_refused_before_anything_is_made(monkeypatch):
    """[2-1] has 30,884,034 pairs of information set and action, with two tables of them, and two of its first round."""
    game, free = holdem(), 400_000_000
    monkeypatch.setattr(psutil, "virtual_memory", lambda: type("Memory", (), {"available": free}))
    with pytest.raises(ValueError, match=r"494,152,464 bytes.*0\.40 GB are available; dtype='float32' needs 0\.25 GB"):
        cfrlib.CFR(game)
    with pytest.raises(ValueError, match="no mode of it fits"):
        cfrlib.CFR(game, updates="simultaneous", regret="predictive")


def test_a_profile_is_saved_and_loaded(tmp_path):
    game = holdem(deck=(4, 2))
    solver = cfrlib.CFR(game, "pcs", dtype="float32")
    solver.run(50)
    profile = solver.average_strategy()
    profile.save(tmp_path / "profile")
    again = cfrlib.Profile.load(tmp_path / "profile")
    assert again == profile
    solver.run(50)
    assert profile == again  # a snapshot
    assert solver.average_strategy() != again
    table = profile.table()
    assert len(table) == game.num_infosets
    mover = {"".join(a): node.player for a, node in game.action_sequences() if isinstance(node, Decision)}
    for player, private, public in table.index[::7]:
        assert player == mover[re.sub("/.*:", "/", public)] + 1
        assert table.loc[player, private, public].dropna().to_dict() == profile[private, public]
