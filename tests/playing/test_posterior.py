"""The exploitability of a strategy, estimated from play: what is counted, what is drawn, and how often it is right."""

from dataclasses import replace

import numpy as np
import pytest
from every_hand import drawn_hand, every_hand
from random_games import RandomGame, random_profile
from scipy.stats import beta, binom, kstest

import cfrlib
from cfrlib.engine.contract import layout_of
from cfrlib.playing.posterior import Shown, Strategies, estimate
from cfrlib.playing.record import Hand, Round
from cfrlib.playing.simulated import counts_of_players
from cfrlib.profile import Profile
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium

pytestmark = pytest.mark.slow

games = cfrlib.games
KUHN = games.kuhn()
MACHINE = kuhn_equilibrium(0.2)
UNIFORM = Profile.uniform(KUHN)
BOTH = [0, 1]


def hands_of(person, hands, rng=0, game=KUHN, machine=MACHINE):
    """Return hands of a person in both seats in turn, drawn."""
    rng = np.random.default_rng(rng)
    return [drawn_hand(game, person, machine, k % 2, rng) for k in range(hands)]


def in_proportion(person, hands, seats=BOTH):
    """Return hands as often as they should be played, in seats in equal parts."""
    found = [(chance, hand) for seat in seats for chance, hand in every_hand(KUHN, person, MACHINE, seat)]
    return [hand for chance, hand in found for _ in range(round(chance * hands / len(seats)))]


def worth(person, seats):
    """Return what a strategy gives away, from the value of Kuhn poker, -1/18."""
    first, second = cfrlib.best_response_values(KUHN, person)
    return np.mean([(second - 1 / 18, first + 1 / 18)[seat] for seat in seats])


# -- the posterior -------------------------------------------------------------------


def test_only_the_persons_decisions_are_counted():
    strategies = Strategies(KUHN, MACHINE, BOTH)
    hands = [
        Hand((Round(KUHN, 0, (2, 1), (), ("p", "b", "p")),), -1.0),
        Hand((Round(KUHN, 0, (2, 0), (), ("p", "b", "b")),), 2.0),
        Hand((Round(KUHN, 1, (0, 1), (), ("p", "b", "p")),), 1.0),
    ]
    counts = strategies.counts(hands)
    expected = {("K", ""): [2, 0], ("K", "pb"): [1, 1], ("Q", "p"): [0, 1]}
    for key, start in strategies.place.items():
        assert counts[start : start + 2].tolist() == expected.get(key, [0, 0])
    assert strategies.met(counts) == (3, 12)
    assert Strategies(KUHN, MACHINE, [0]).met(counts)[1] == 6


@pytest.mark.parametrize("prior, each", [(None, 1), (0.5, 0.25), (1e-3, 5e-4)])
def test_the_posterior_of_an_information_set_is_conjugate(prior, each):
    strategies = Strategies(KUHN, MACHINE, BOTH, prior)
    counts = np.zeros(24)
    start = strategies.place["K", "pb"]
    counts[start : start + 2] = 3, 1
    drawn = strategies.draw(counts, 4000, np.random.default_rng(0))
    assert drawn.shape == (4000, 24)
    np.testing.assert_allclose(drawn.reshape(4000, 12, 2).sum(axis=2), 1, rtol=1e-12)
    assert kstest(drawn[:, start], beta(3 + each, 1 + each).cdf).pvalue > 1e-3
    other = drawn[:, strategies.place["Q", "pb"]]
    if prior is None:
        assert kstest(other, "uniform").pvalue > 1e-3
    else:
        assert np.var(other) == pytest.approx(beta(each, each).var(), abs=0.02)
    assert abs(np.corrcoef(drawn[:, start], other)[0, 1]) < 4 / np.sqrt(4000)


@pytest.mark.parametrize("game", [KUHN, games.leduc(), games.bluff(faces=3), RandomGame(0), RandomGame(1)], ids=str)
def test_in_both_seats_it_is_the_exploitability(game):
    strategies = Strategies(game, random_profile(game, 1), BOTH)
    profiles = [random_profile(game, seed) for seed in (2, 3, 4)]
    found = strategies.exploitability(np.array([strategies.map.flat(profile) for profile in profiles]))
    assert found == pytest.approx([cfrlib.exploitability(game, profile) for profile in profiles], abs=1e-12)


@pytest.mark.parametrize("seat", BOTH)
def test_in_one_seat_it_is_what_the_other_wins_beyond_the_value(seat):
    strategies = Strategies(KUHN, MACHINE, [seat])
    profiles = [random_profile(KUHN, seed) for seed in range(5)]
    found = strategies.exploitability(np.array([strategies.map.flat(profile) for profile in profiles]))
    assert found == pytest.approx([worth(profile, [seat]) for profile in profiles], abs=1e-12)


@pytest.mark.parametrize("seats", [[0], [1], BOTH], ids=str)
def test_with_very_many_hands_the_strategy_is_known(seats):
    person = Profile.from_dict(
        KUHN, {key: {"p": p, "b": 1 - p} for key, p in zip(UNIFORM, np.linspace(0.1, 0.9, 12), strict=True)}
    )
    true, off = worth(person, seats), []
    for many in (200, 20_000):
        found = estimate(KUHN, MACHINE, in_proportion(person, many, seats), players=2)
        off.append(abs(found.mean - true))
        assert found.low < true < found.high
        assert found.low < found.mean < found.high
    assert off[1] < 0.01 < found.low
    assert off[1] < off[0]
    assert [n > 0 for n in found.hands] == [seat in seats for seat in BOTH]


def test_95_of_100_credible_intervals_hold_the_truth():
    people, rng = 80, np.random.default_rng(7)
    strategies = Strategies(KUHN, MACHINE, BOTH)
    names, true, held = strategies.map, strategies.draw(np.zeros(24), people, rng), 0
    for k, flat in enumerate(true):
        person = Profile(names.keys, names.players, names.actions, flat, KUHN)
        found = estimate(KUHN, MACHINE, hands_of(person, 100, rng), seed=k, players=1)
        held += found.low <= cfrlib.exploitability(KUHN, person) <= found.high
    low, high = binom.interval(0.999, people, 0.95)
    assert 0.8 * people < low <= held <= high


# -- other players -------------------------------------------------------------------


@pytest.mark.parametrize("game", [KUHN, games.leduc(suits_matter=False), RandomGame(1, outcomes=(3, 3))], ids=str)
def test_simulated_players_do_everything_as_often_as_they_should(game):
    machine, person, played, players = random_profile(game, 1), random_profile(game, 2), (3000, 1000), 100
    strategies, rng = Strategies(game, machine, BOTH), np.random.default_rng(0)
    flat = [strategies.map.flat(profile) for profile in (machine, person)]
    found = counts_of_players(layout_of(game), *flat, played, players, rng)
    expected = np.zeros(found.shape[1])
    for seat in BOTH:
        for chance, hand in every_hand(game, person, machine, seat):
            expected += chance * played[seat] * strategies.counts([hand])
    assert not found[:, expected == 0].any()
    often = expected > 1
    off = (found.mean(axis=0) - expected)[often] / np.sqrt(expected[often] / players)
    assert np.abs(off).max() < 4.5


def test_simulated_players_differ_as_much_as_hands_do():
    strategies, players = Strategies(KUHN, MACHINE, BOTH), 2000
    flat = strategies.map.flat(MACHINE)
    found = counts_of_players(layout_of(KUHN), flat, flat, (300, 0), players, np.random.default_rng(0))
    bets = found[:, strategies.place["K", ""] + 1]
    share = MACHINE["K", ""]["b"] / 3
    assert bets.var() == pytest.approx(300 * share * (1 - share), rel=4 * np.sqrt(2 / players))
    assert not found[:, strategies.place["K", "p"]].any()  # of the seat that was not played


def test_players_without_mistakes_show_what_was_foretold():
    foretold = estimate(KUHN, MACHINE, hands_of(UNIFORM, 100))
    assert foretold.hands == (50, 50)
    for kind, person in ((foretold.perfect, MACHINE), (foretold.uniform, UNIFORM)):
        means = [
            estimate(KUHN, MACHINE, hands_of(person, 100, seed), samples=100, seed=seed, players=1).mean
            for seed in range(20)
        ]
        within = sum(kind.low <= mean <= kind.high for mean in means)
        assert within >= binom.ppf(1e-3, 20, 0.95) - 2  # the bounds are those of 100 players
        assert abs(np.mean(means) - kind.mean) < 4 * np.std(means) * np.sqrt(1 / 20 + 1 / 100)
    assert foretold.perfect.mean + 0.1 < foretold.uniform.mean


# -- verdicts ------------------------------------------------------------------------


def test_after_many_hands_players_are_told_apart():
    few, good, bad = (
        estimate(KUHN, MACHINE, hands_of(*who)) for who in ((MACHINE, 20), (MACHINE, 500), (UNIFORM, 500))
    )
    assert (few.enough, few.verdict) == (False, None)
    assert good.enough
    assert bad.enough
    assert good.perfect.mean < good.uniform.mean / 2
    assert good.verdict.startswith("You cannot be told from a player without mistakes.")
    assert bad.mean > 2 * good.mean
    assert not bad.verdict.startswith("You cannot be told from a player without mistakes")
    assert f"an estimated {bad.mean:.3g} chips a hand (95 %: {bad.low:.3g} to {bad.high:.3g})" in bad.verdict
    assert "After 500 hands" in bad.verdict
    assert f"{bad.met} of 12 information sets" in bad.verdict


def test_the_verdict_depends_on_where_the_estimate_stands():
    found = replace(
        estimate(KUHN, MACHINE, hands_of(MACHINE, 2), players=1),
        perfect=Shown(0.1, 0.05, 0.15),
        uniform=Shown(0.5, 0.4, 0.6),
    )
    assert found.at_random == pytest.approx(cfrlib.exploitability(KUHN, UNIFORM), abs=1e-12)
    less, as_much, more = (
        "Your strategy gives away less than that of a player at random, but more than nothing.",
        "Your strategy gives away more than nothing, and perhaps as much as that of a player at random.",
        "Your strategy gives away more than that of a player at random.",
    )
    begins = {
        (0.15, 0.05, 0.3): "You cannot be told from a player without mistakes.",
        (0.3, 0.2, 0.4): less,
        (0.42, 0.4, 0.44): less,  # some players at random show as little, but the interval excludes what they lose
        (0.42, 0.38, 0.46): as_much,
        (0.5, 0.44, 0.55): as_much,
        (0.5, 0.47, 0.55): more,
    }
    for (mean, low, high), begin in begins.items():
        assert replace(found, mean=mean, low=low, high=high).verdict.startswith(begin)
    assert replace(found, mean=0.3, perfect=Shown(0.3, 0.2, 0.4)).verdict is None


def test_what_the_machine_never_lets_happen_is_never_learnt():
    # In this equilibrium Player 1 never bets first, so how Player 2 answers a bet is never seen.
    never_bets = kuhn_equilibrium(0)
    found = estimate(KUHN, never_bets, hands_of(never_bets, 3000, machine=never_bets))
    assert found.met < found.infosets
    assert not found.enough
    assert found.mean > 0.2


def test_the_same_seed_draws_the_same():
    hands = hands_of(UNIFORM, 20)
    first, again, other = (estimate(KUHN, MACHINE, hands, seed=seed, players=5) for seed in (1, 1, 2))
    assert first == again
    assert np.array_equal(first.samples, again.samples)
    assert first.mean != other.mean
    assert len(first.samples) == 400


# -- errors --------------------------------------------------------------------------


def test_estimate_refuses_what_it_cannot_do():
    hands = hands_of(UNIFORM, 2)
    with pytest.raises(ValueError, match="245,010 information sets; strategies are estimated in games of layout"):
        estimate(games.leduc_no_limit(), Profile([], [], [], []), hands)
    with pytest.raises(ValueError, match="it takes a game of one round; a later game follows"):
        estimate(games.bluff(dice=(2, 1), faces=2), Profile([], [], [], []), hands)
    with pytest.raises(ValueError, match=r"hands\[0\]: a round of kuhn\(cards=3.*it takes kuhn\(cards=4"):
        estimate(games.kuhn(cards=4), Profile.uniform(games.kuhn(cards=4)), hands)
    with pytest.raises(ValueError, match="it takes a list of at least one Hand"):
        estimate(KUHN, MACHINE, [])
