"""The joint table of an abstract game against a count over all deals, and estimates of it against the exact one."""

import logging
from math import prod

import numpy as np
import pytest
from every_deal import deals_of, every_deal

from cfrlib._util import cache
from cfrlib.engine.buckets import joint_table as module
from cfrlib.engine.buckets.joint_table import joint_table
from cfrlib.games import holdem, texas

pytestmark = pytest.mark.slow

BET = (0, 0, 0, 0)
SMALL = [
    texas(2, BET, (3, 3)), texas((2, 3, 2, 4), BET, (3, 3)), texas((40, 1, 1, 3), BET, (3, 3)), texas(2, BET, (9, 1)),
    holdem(deck=(4, 2), buckets=2), holdem(deck=(4, 3), buckets=(4, 3)), holdem(deck=(7, 1), buckets=(1, 5)),
    holdem(deck=(3, 3), buckets=(5, 5)),
]  # fmt: skip
RUNOUTS, FLOPS = SMALL[1], SMALL[5]


def again(game):
    """Return the same game, which has no table yet."""
    return type(game)(**game.parameters)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Give a test a cache of its own."""
    monkeypatch.setenv("CFRLIB_CACHE", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_pairs_and_wins_are_those_of_all_deals(game):
    deals = deals_of(game)
    pairs, wins, losses = deals.joint(game.buckets)
    joint = joint_table(game)
    assert joint.exact
    assert joint.total == pairs.sum()  # each deal is counted once
    assert joint.counts == game.buckets
    np.testing.assert_array_equal(joint.pairs, pairs)
    np.testing.assert_array_equal(joint.wins, wins - losses)
    np.testing.assert_array_equal(joint.pairs, joint.pairs.T)
    np.testing.assert_array_equal(joint.wins, -joint.wins.T)
    assert (np.abs(joint.wins) <= joint.pairs).all()
    for k in range(len(game.buckets)):
        earlier = joint.of_round(k)
        assert earlier.shape == (prod(game.buckets[: k + 1]),) * 2
        np.testing.assert_array_equal(earlier, deals.joint(game.buckets, k)[0])


@pytest.mark.parametrize("game", [RUNOUTS, FLOPS], ids=repr)
def test_threads_change_nothing(place, game):
    kept = []
    for threads in (1, 3, 100):
        for file in place.glob("joint-*"):
            file.unlink()
        twin = again(game)
        assert joint_table(twin, threads=threads) is joint_table(twin) is not joint_table(twin, 10)
        kept.append(next(place.glob("joint-*")).read_bytes())
    assert len(set(kept)) == 1


@pytest.mark.parametrize("game", [SMALL[0], FLOPS], ids=repr)
def test_estimates_are_unbiased(game):
    exact, seeds = joint_table(game), 60
    drawn = [joint_table(game, boards=40, seed=seed) for seed in range(seeds)]
    for name in ("pairs", "wins"):
        expected = getattr(exact, name) / exact.total
        samples = np.array([getattr(joint, name) for joint in drawn], dtype=float)
        error = samples.std(axis=0, ddof=1) / np.sqrt(seeds)
        off = np.abs(samples.mean(axis=0) - expected)
        assert (samples[:, expected == 0] == 0).all() or name == "wins"
        assert (off <= 4 * error + 1e-7 * expected.max()).all()
        assert error.max() < 0.2 * expected.max()
    one, same = drawn[1], joint_table(game, boards=40, seed=1)
    assert not one.exact
    assert one.pairs.dtype == one.wins.dtype == np.float32
    for k in range(len(game.buckets)):
        assert one.of_round(k).sum() == pytest.approx(1, abs=1e-6)
    np.testing.assert_array_equal(one.pairs, one.pairs.T)
    np.testing.assert_array_equal(one.wins, -one.wins.T)
    np.testing.assert_array_equal(one.pairs, same.pairs)
    np.testing.assert_array_equal(one.wins, same.wins)
    assert not np.array_equal(one.pairs, drawn[2].pairs)


def test_boards_are_drawn_in_one_go_however_many(monkeypatch):
    """All draws are from one stream, so that what is drawn first does not depend on what comes later."""
    game, made = SMALL[0], []
    real = module.add_draws
    monkeypatch.setattr(module, "add_draws", lambda *args: made.append(args[4]) or real(*args))
    joint_table(game, 1200)
    assert sum(made) == 1200
    joint_table(game, 1)
    assert made[-1] == 1


def refuse(*_):
    raise AssertionError("computed again")


@pytest.mark.parametrize("game", [RUNOUTS, FLOPS], ids=repr)
def test_a_table_is_kept_and_read_again(place, monkeypatch, caplog, game):
    with caplog.at_level(logging.INFO, "cfrlib"):
        first = joint_table(again(game))
        assert caplog.text.count("pairs of") == 2
        caplog.clear()
        monkeypatch.setattr(module, "add_runouts", refuse)
        second = joint_table(again(game))
        assert "pairs of" not in caplog.text
    np.testing.assert_array_equal(first.pairs, second.pairs)
    np.testing.assert_array_equal(first.wins, second.wins)
    assert second.exact
    assert second.pairs.dtype == second.wins.dtype == float


def name_of(game):
    return f"{module.FORMAT}: {game.percentiles.name}"


def flip(data, k):
    return data[:k] + bytes([data[k] ^ 1]) + data[k + 1 :]


def test_what_is_damaged_is_counted_again(place):
    game = SMALL[0]
    joint_table(again(game))
    path = cache.path_of("joint", name_of(game))
    whole = path.read_bytes()
    for damaged in (whole[:-8], b"", flip(whole, len(whole) - 3), flip(whole, 5), flip(whole, 70)):
        path.write_bytes(damaged)
        np.testing.assert_array_equal(joint_table(again(game)).pairs, deals_of(game).joint(game.buckets)[0])
        assert path.read_bytes() == whole


def test_what_is_of_another_format_or_of_others_is_counted_again(place, monkeypatch):
    game = SMALL[0]
    n, flops = 16, len(game.percentiles.tables.flops.cards)
    header, wrong = {"done": flops, "n": n}, np.ones(2 * n * n).tobytes()
    cache.store("joint", name_of(game).replace(module.FORMAT, "cfrlib joint table 0"), header, wrong)
    cache.store("joint", name_of(game).replace("cfrlib percentiles 1", "cfrlib percentiles 0"), header, wrong)
    cache.store("joint", name_of(game), {"name": "another", **header}, wrong)  # in its own place
    np.testing.assert_array_equal(joint_table(again(game)).pairs, deals_of(game).joint(game.buckets)[0])
    cache.store("joint", name_of(game), {"done": flops, "n": n + 1}, wrong)
    np.testing.assert_array_equal(joint_table(again(game)).pairs, deals_of(game).joint(game.buckets)[0])


class Stop(Exception):
    pass


@pytest.mark.parametrize("game, parts, threads", [(RUNOUTS, 4, 1), (FLOPS, 24, 2), (RUNOUTS, 1, 2)], ids=str)
def test_what_was_interrupted_goes_on(place, monkeypatch, caplog, game, parts, threads):
    """It stops in the middle of a part: that part is begun anew, and none before it."""
    flops, made, real = len(game.percentiles.tables.flops.cards), [], module.add_runouts
    monkeypatch.setattr(module, "PARTS", parts)
    each = -(-flops // parts)

    def work(*args):
        if len(made) == 2 * flops // 3:
            raise Stop
        made.append(args[4])
        real(*args)

    unfinished = again(game)
    with monkeypatch.context() as patch:
        patch.setattr(module, "add_runouts", work)
        with pytest.raises(Stop):
            joint_table(unfinished, threads=threads)
    assert len(made) == 2 * flops // 3
    made.clear()
    monkeypatch.setattr(module, "add_runouts", lambda *args: made.append(args[4]) or real(*args))
    with caplog.at_level(logging.INFO, "cfrlib"):
        joint = joint_table(unfinished, threads=threads)
    assert sorted(made) == list(range(2 * flops // 3 // each * each, flops))
    assert any("going on" in record.getMessage() for record in caplog.records) == (len(made) < flops)
    pairs, wins, losses = every_deal((game.deck.ranks, game.deck.suits), sum(game.shows)).joint(game.buckets)
    np.testing.assert_array_equal(joint.pairs, pairs)
    np.testing.assert_array_equal(joint.wins, wins - losses)


def test_interrupted_while_a_part_is_kept(place, monkeypatch):
    """What could not be written is done again."""
    game, store, done = again(RUNOUTS), cache.store, []
    assert game.percentiles.tables is not None  # kept before anything fails

    def fail(kind, name, header, body):
        done.append(header["done"])
        if len(done) == 3:
            raise KeyboardInterrupt
        store(kind, name, header, body)

    with monkeypatch.context() as patch:
        patch.setattr(cache, "store", fail)
        with pytest.raises(KeyboardInterrupt):
            joint_table(game)
    assert cache.load("joint", name_of(game))[0]["done"] == done[1] < done[2]
    np.testing.assert_array_equal(joint_table(again(game)).pairs, deals_of(game).joint(game.buckets)[0])


def test_large_tables_are_not_kept(place, monkeypatch):
    game = FLOPS
    exact = joint_table(again(game))
    for file in place.glob("joint-*"):
        file.unlink()
    monkeypatch.setattr(module, "KEPT", 11)  # 12 sequences are too many to keep
    second = joint_table(again(game))
    monkeypatch.setattr(module, "KEPT", 5)  # and now for eight bytes a number
    third = joint_table(again(game))
    assert not list(place.glob("joint-*"))
    assert (second.pairs.dtype, third.pairs.dtype) == (float, np.float32)
    for other in (second, third):
        np.testing.assert_array_equal(other.pairs, exact.pairs)  # whole numbers below 2^24
        np.testing.assert_array_equal(other.wins, exact.wins)


def test_a_bar_is_shown_if_asked_for(place, capsys):
    for boards in (None, 50):
        joint_table(again(SMALL[0]), boards, progress=True)
        assert "100%" in capsys.readouterr().err
    joint_table(again(SMALL[0]), 50)
    assert capsys.readouterr().err == ""


def test_what_takes_long_is_said_aloud(caplog, monkeypatch, place):
    game = again(SMALL[0])
    with caplog.at_level(logging.WARNING, "cfrlib"):
        joint_table(game)
        assert not caplog.records
        monkeypatch.setattr(module, "LONG", 1)
        cache.path_of("joint", f"{module.FORMAT}: {game.percentiles.name}").unlink()
        joint_table(again(game))
    assert "bracket estimates" in caplog.text
