"""Matches against exact values, against the rules replayed hand by hand, and with seats exchanged."""

from functools import cache
from math import sqrt

import numpy as np
import pytest
from every_deal import OfSequences, largest_stake
from scipy.stats import chisquare, norm

from cfrlib import cross_table, expected_value, match
from cfrlib.cards.best_five import best_five
from cfrlib.engine.contract import layout_of
from cfrlib.game import CHANCE, Game, PublicChance, Terminal
from cfrlib.games import holdem, kuhn, leduc, matrix, texas
from cfrlib.matches import Match, expected
from cfrlib.matches import kernels as kernel
from cfrlib.profile import Profile
from cfrlib.tree import from_efg, from_openspiel, unroll

pytestmark = pytest.mark.slow

RAISES = 1, 1, 0, 1
REAL, BUCKETS = holdem(deck=(4, 2)), holdem(deck=(4, 2), buckets=2)
TEXAS = texas(2, raises=RAISES, deck=(3, 3))
FAST = [REAL, BUCKETS, TEXAS]
ways = pytest.mark.parametrize("duplicate", [True, False], ids=["duplicate", "plain"])


def short(game):
    return f"{game.name}{game.parameters.get('buckets', '')}" if isinstance(game, Game) else str(game)


@cache
def mixed(game, seed):
    """Return a profile at random, in which every action has some probability."""
    rng = np.random.default_rng(seed)
    if game.layout == "tree":
        tree = unroll(game)
        return Profile.from_flat(tree, np.hstack([rng.dirichlet(np.ones(len(i.actions))) for i in tree.infosets]))
    layout = layout_of(game)
    return layout.average(tuple(rng.random(size) ** 2 for size in layout.sizes))


@cache
def pure(game, seed):
    """Return a profile at random without any chance in it."""
    rng = np.random.default_rng(seed)
    if game.layout == "tree":
        tree = unroll(game)
        rows = [np.eye(len(i.actions))[rng.integers(len(i.actions))] for i in tree.infosets]
        return Profile.from_flat(tree, np.hstack(rows))
    layout = layout_of(game)
    sums = tuple(np.zeros(size) for size in layout.sizes)
    for _, names, (table, entry, apart) in layout.information_sets():
        sums[table][entry + rng.integers(len(names)) * apart] = 1
    return layout.average(sums)


# -- the exact value -------------------------------------------------------------------------


@pytest.mark.parametrize("game", [kuhn(), leduc(), holdem((0, 1), (4, 2)), BUCKETS, TEXAS], ids=short)
def test_expected_is_the_mean_of_both_seats_on_the_explicit_tree(game):
    """Of all real cards; under buckets, of all pairs of sequences of them, in units of the largest stake."""
    p, q, values = mixed(game, 0), mixed(game, 1), []
    buckets = game.layout == "buckets"
    tree, unit = (unroll(OfSequences(game)), largest_stake(game)) if buckets else (unroll(game), 1)
    for seats in ((p, q), (q, p)):
        composed = {infoset.key: seats[infoset.player][infoset.key] for infoset in tree.infosets}
        values.append(unit * expected_value(tree, Profile.from_dict(tree, composed)))
    assert expected(game, p, q) == pytest.approx((values[0] - values[1]) / 2, rel=1e-10)
    assert expected(game, p, q) == -expected(game, q, p) != 0
    assert expected(game, p, p) == 0


@pytest.mark.parametrize("game, other, duplicate", [(kuhn(), 1, True), (REAL, 1, False), (TEXAS, 0, True)], ids=short)
def test_intervals_hold_the_exact_value_95_times_in_100(game, other, duplicate):
    """Also against oneself. Of seeds 0 to 199 in at least 178 in hold'em, of 0 to 39 in at least 33 elsewhere: fewer
    by no more than four standard deviations of such a count. And they are not too wide: squared errors are what the
    intervals say."""
    seeds, hands, least = (200, 400, 178) if game in FAST else (40, 120, 33)
    p, q, errors = mixed(game, 0), mixed(game, other), []
    value = expected(game, p, q)
    for seed in range(seeds):
        played = match(game, p, q, hands=hands, duplicate=duplicate, seed=seed)
        errors.append((played.mean - value) / played.half_width)
    assert (np.abs(errors) <= 1).sum() >= least
    assert abs(np.mean((norm.ppf(0.975) * np.array(errors)) ** 2) - 1) < 4 * sqrt(2 / seeds)


MOVED = """EFG 2 R "The spinner looks at what was done" { "Player 1" "Player 2" }
p "" 1 1 "a" { "left" "right" } 0
c "" 1 "after left" { "x" 1/4 "y" 3/4 } 0
p "" 2 1 "b" { "up" "down" } 0
t "" 1 "" { 3, -3 }
t "" 2 "" { -1, 1 }
p "" 2 1 "b" { "up" "down" } 0
t "" 3 "" { -2, 2 }
t "" 4 "" { 2, -2 }
c "" 2 "after right" { "x" 1/2 "y" 1/2 } 0
t "" 5 "" { 1, -1 }
t "" 6 "" { 0, 0 }
"""


@pytest.mark.parametrize("game", [
    unroll(kuhn()), from_openspiel("kuhn_poker"), from_efg(MOVED), matrix([[2, -1], [-1, 1]]), unroll(matrix([[3, 0]])),
], ids=["Kuhn", "OpenSpiel", "efg", "matrix", "its tree"])  # fmt: skip
def test_trees_are_played_and_the_exact_value_is_in_the_interval(game):
    """By the mean of both seats; no deal is played again."""
    tree, p, q, values = unroll(game), mixed_on(game, 5), mixed_on(game, 6), []
    for seats in ((p, q), (q, p)):
        composed = {i.key: seats[i.player][i.key] for i in tree.infosets}
        values.append(expected_value(tree, Profile.from_dict(tree, composed)))
    exact, played = (values[0] - values[1]) / 2, match(game, p, q, hands=20_000, seed=1)
    assert not played.duplicate
    assert abs(played.mean - exact) < 2 * played.half_width  # 99.99 % of all seeds
    assert played == match(game, p, q, hands=20_000, seed=1, duplicate=False)
    means, widths = cross_table(game, {"p": p, "q": q}, hands=20_000, seed=1)
    assert (means.loc["p", "q"], widths.loc["p", "q"]) == (played.mean, played.half_width)
    with pytest.raises(ValueError, match="^duplicate=True: .* it takes duplicate=False"):
        match(game, p, q, hands=4, duplicate=True)
    with pytest.raises(ValueError, match=r"^players\['them'\]=.*: it takes a profile of "):
        cross_table(game, {"us": p, "them": Profile.uniform(leduc())})


def mixed_on(game, seed):
    """Return a random profile of a game or tree."""
    tree, rng = unroll(game), np.random.default_rng(seed)
    return Profile.from_flat(tree, np.hstack([rng.dirichlet(np.ones(len(i.actions))) for i in tree.infosets]))


@pytest.mark.parametrize("game", [kuhn(), leduc(), unroll(kuhn()), from_efg(MOVED), matrix([[2, -1], [-1, 1]])])
def test_a_function_plays_as_the_profile_that_it_reads(game):
    """It says an action, or probabilities, and is asked at its own decisions only."""
    profile, uniform, asked = mixed_on(game, 5), Profile.uniform(game), []

    def reads(game, key, actions, rng):
        asked.append((key, actions))
        return dict(profile[key])

    def draws(game, key, actions, rng):
        return str(rng.choice(actions))

    same, again = match(game, profile, uniform, hands=2000, seed=3), isinstance(game, Game)
    played = match(game, reads, uniform, hands=2000, seed=3)
    assert not played.duplicate
    assert abs(played.mean - same.mean) < played.half_width + same.half_width
    assert not again or match(game, reads, uniform, hands=2000, duplicate=True, seed=3) == same
    assert all(actions == tuple(profile[key]) for key, actions in asked)
    assert Profile.from_function(game, reads) == profile
    drawn = match(game, profile, draws, hands=4000, seed=3)
    assert abs(drawn.mean - match(game, profile, uniform, hands=4000, seed=4).mean) < 3 * drawn.half_width
    means, _ = cross_table(game, {"f": reads, "p": profile, "u": uniform}, hands=2000, seed=3)
    assert (means.loc["f", "u"], means.loc["p", "u"]) == (played.mean, same.mean)


@pytest.mark.parametrize("answer", ["x", None, {"x": 1}, {"p": 0.5}, 1, ["p"]])
def test_what_a_function_says_is_no_action(answer):
    game = kuhn()
    for tried in (game, unroll(game)):
        with pytest.raises(ValueError, match=r"^q: at .*\('.', '.*'\) .*(it takes|they must be|the actions are)"):
            match(tried, Profile.uniform(game), lambda *asked: answer, hands=20)
    with pytest.raises(ValueError, match="^player: at "):
        Profile.from_function(game, lambda *asked: answer)


def test_only_profiles_play_compiled_hands_of_holdem():
    with pytest.raises(TypeError, match="^p=.*: it takes a Profile"):
        match(REAL, lambda *asked: "c", mixed(REAL, 0))
    with pytest.raises(TypeError, match="^p=3: it takes a Profile, .* or a function of the game"):
        match(kuhn(), 3, Profile.uniform(kuhn()))
    with pytest.raises(TypeError, match="^player=3: it takes a function"):
        Profile.from_function(kuhn(), 3)


# -- single hands ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [REAL, TEXAS], ids=short)
def test_all_cards_come_equally_often(game):
    """Each pair of hands, and each pair of cards at two places of the board, in 40,000 deals."""
    deals, cards = 40_000, game.deck.cards
    boards, hands, wins = np.empty((deals, sum(game.shows)), np.int8), np.empty((2, deals), np.int64), np.empty(deals)
    kernel.deal(best_five(game.deck), cards, boards, hands, wins, np.random.default_rng(0))
    pairs = hands[0] * len(game.deck.hands) + hands[1]
    apart = np.flatnonzero(game.weights(()))
    assert set(pairs.tolist()) == set(apart.tolist())
    assert chisquare(np.bincount(pairs)[apart]).pvalue > 1e-3
    for k, place in enumerate(boards.T):
        assert chisquare(np.bincount(place, minlength=cards)).pvalue > 1e-3
        for other in boards.T[:k]:
            both = np.bincount(place * cards + other, minlength=cards**2)
            assert chisquare(both[both > 0]).pvalue > 1e-3
            assert (both > 0).sum() == cards * (cards - 1)


def referee(game, payoffs, players, board, hands):
    """Play a hand of pure strategies by the rules, and look actions up by real cards; return what player 0 gets."""
    public, actions = (game.deck.label(board[:3]), *(game.deck.names[card] for card in board[3:])), ()
    while True:
        node, shown = game.node(actions), public[: actions.count(CHANCE)]
        if isinstance(node, Terminal):
            if (actions, shown) not in payoffs:
                payoffs[actions, shown] = game.payoff_table(actions, shown)
            return payoffs[actions, shown][hands]
        if isinstance(node, PublicChance):
            actions = (*actions, CHANCE)
            continue
        cards = game.outcomes(node.player)[hands[node.player]]
        here = players[node.player][cards, game.public_string(actions, shown)]
        assert tuple(here) == node.actions
        assert sorted(here.values())[-1] == 1
        actions = (*actions, max(here, key=here.get))


REFEREED = [
    (REAL, REAL), (BUCKETS, holdem(deck=(4, 2), buckets=(3, 4))), (REAL, BUCKETS), (TEXAS, texas(3, RAISES, (3, 3))),
    (texas(2, RAISES, (3, 3), recall="imperfect"), texas((4, 1, 3, 2), RAISES, (3, 3))),
]  # fmt: skip
"""Games that the two players see, on one deck."""


@pytest.mark.parametrize("games", REFEREED, ids=lambda games: f"{short(games[0])}-{short(games[1])}")
@pytest.mark.parametrize("duplicate, deals", [(True, 100), (False, 50)], ids=["duplicate", "plain"])
def test_a_referee_comes_to_the_same_results(games, duplicate, deals, monkeypatch):
    """The cards are those of the match; the referee knows nothing of tables."""
    dealt, deal = [], kernel.deal

    def recorded(tables, cards, boards, hands, wins, rng):
        deal(tables, cards, boards, hands, wins, rng)
        dealt.append((boards.tolist(), hands.T.tolist()))

    monkeypatch.setattr(kernel, "deal", recorded)
    p, q, payoffs = pure(games[0], 0), pure(games[1], 1), {}
    played = match(games[0], p, q, hands=2 * deals, duplicate=duplicate)
    expected_results = np.empty((2, deals))
    for seat, (boards, hands) in enumerate(dealt * 2 if duplicate else dealt):
        assert all(len({*board, *games[0].deck.hands[list(pair)].ravel().tolist()}) == len(board) + 4
                   for board, pair in zip(boards, hands, strict=True))  # fmt: skip
        players, sign = ((p, q), 1) if seat == 0 else ((q, p), -1)
        expected_results[seat] = [sign * referee(games[0], payoffs, players, board, tuple(pair))
                                  for board, pair in zip(boards, hands, strict=True)]  # fmt: skip
    np.testing.assert_array_equal(played.won, expected_results)
    assert len(np.unique(expected_results)) > 4
    again = match(games[1], p, q, hands=2 * deals, duplicate=duplicate)
    assert again == played


# -- seats -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [kuhn(), leduc(), *FAST], ids=short)
def test_seats_are_exchanged_in_a_duplicate_match(game):
    """Pure strategies: what one wins the other loses on the same deals, and nobody wins from himself."""
    hands = 10_000 if game in FAST else 400
    p, q = pure(game, 0), pure(game, 1)
    one, other = match(game, p, q, hands=hands), match(game, q, p, hands=hands)
    np.testing.assert_array_equal(one.won, -other.won[::-1])
    assert one.mean == -other.mean != 0
    himself = match(game, p, p, hands=hands)
    assert (himself.mean, himself.half_width, himself.deviation) == (0, 0, 0)
    assert himself.won.any()


# -- what comes out --------------------------------------------------------------------------


@ways
@pytest.mark.parametrize("game, hands", [(leduc(), 101), (BUCKETS, 20_001), (TEXAS, 5)], ids=["leduc", "two", "four"])
def test_intervals_are_196_standard_errors(game, hands, duplicate):
    found = match(game, mixed(game, 0), mixed(game, 1), hands=hands, duplicate=duplicate, seed=3)
    assert (found.hands, found.duplicate, found.unit) == (hands - 1, duplicate, game.unit)
    assert found.won.shape == (2, hands // 2)
    samples = (found.won[0] + found.won[1]) / 2 if duplicate else np.concatenate(found.won)
    mean = sum(samples) / len(samples)
    deviation = sqrt(sum((samples - mean) ** 2) / (len(samples) - 1))
    half = norm.ppf(0.975) * deviation / sqrt(len(samples))
    assert found.mean == pytest.approx(mean, rel=1e-9)
    assert found.deviation == pytest.approx(deviation, rel=1e-9)
    assert found.half_width == pytest.approx(half, rel=1e-9)
    assert found.interval == (found.mean - found.half_width, found.mean + found.half_width)


@pytest.mark.parametrize("game, duplicate", [(leduc(), True), (TEXAS, False)], ids=short)
def test_a_seed_says_all_and_a_bar_nothing(game, duplicate, capsys):
    p, q = mixed(game, 0), mixed(game, 1)
    one, same, other = (match(game, p, q, hands=300, duplicate=duplicate, seed=seed) for seed in (1, 1, 2))
    assert capsys.readouterr().err == ""
    shown = match(game, p, q, hands=300, duplicate=duplicate, seed=1, progress=True)
    assert "150/150" in capsys.readouterr().err
    for again in (same, shown):
        assert again == one
        np.testing.assert_array_equal(again.won, one.won)
    assert other.mean != one.mean


def test_a_match_is_written_with_its_unit():
    """To two digits of the half width."""
    written = {(12.5, 3.2): "+12.5 ± 3.2", (12345.6, 125.3): "+12,346 ± 125", (-0.01234, 0.00567): "-0.0123 ± 0.0057"}
    for (mean, half), text in written.items():
        found = Match(mean, half, 73.0, 2000, False, "mbb/g", np.zeros((2, 1000)))
        assert str(found) == f"{text} mbb/g (95 %, 2,000 plain hands)"
    found = match(kuhn(), mixed(kuhn(), 0), mixed(kuhn(), 1), hands=50)
    assert str(found).endswith(" chips (95 %, 50 duplicate hands)")
    assert float(str(found).split()[0]) == pytest.approx(found.mean, abs=found.half_width / 20)


@pytest.mark.parametrize("game", FAST, ids=short)
def test_sums_up_to_the_tolerance_are_no_strategy(game):
    """Where a profile says up to which sum there is nothing, it plays uniformly, and has the value of that."""
    layout, rng, against = layout_of(game), np.random.default_rng(0), mixed(game, 1)

    def profile(factor, tolerance):
        return layout.average(tuple(factor * rng.random(size) for size in layout.sizes), (tolerance, tolerance))

    ignored, counted, uniform = profile(1e-9, 1e-6), profile(1e-9, 0.0), profile(0.0, 0.0)
    assert expected(game, ignored, against) == expected(game, uniform, against)
    assert expected(game, against, ignored) == expected(game, against, uniform)
    assert abs(expected(game, counted, against) - expected(game, uniform, against)) > 1
    one, other, same = (match(game, p, against, hands=2000, seed=3) for p in (ignored, counted, uniform))
    assert one == same != other


WRONG = {
    "p=.*kuhn.*it takes a profile of holdem": {"p": kuhn()},
    "p=.*deck=.5, 2.*it takes a profile of holdem": {"p": holdem(deck=(5, 2), buckets=1)},
    "q=.*raises=.1, 2.*it takes a profile of holdem": {"q": holdem((1, 2), (4, 2), 3)},
    "q=.*texas.*it takes a profile of holdem": {"q": TEXAS},
    "q=.*holdem.*it takes a profile of kuhn": {"game": kuhn(), "p": kuhn()},
    "p=.*leduc.*it takes a profile of kuhn": {"game": kuhn(), "p": leduc(), "q": kuhn()},
}
"""Messages and arguments; for a profile, the game that it is of."""


@pytest.mark.parametrize("message", WRONG, ids=lambda message: message[:16])
def test_what_is_wrong_is_named(message):
    given = {"game": REAL, "p": BUCKETS, "q": BUCKETS, **WRONG[message]}
    given |= {name: mixed(given[name], 0) for name in "pq"}
    with pytest.raises(ValueError, match=f"^{message}"):
        match(**given)
