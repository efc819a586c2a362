"""Values by what the person knows, and the score with the luck taken out: by all hands there are, exactly."""

from functools import cache
from math import inf, sqrt

import numpy as np
import pytest
from every_hand import SEATED, all_hands, drawn_hand, every_hand
from random_games import RandomGame, random_profile
from scipy.stats import t

import cfrlib
from cfrlib.engine.common.table_profile import TableProfile
from cfrlib.engine.contract import layout_of
from cfrlib.engine.following import solution
from cfrlib.game import CHANCE
from cfrlib.playing.aivat import EVENTS, breakdown, summary
from cfrlib.playing.record import Hand, Round
from cfrlib.playing.values import StateValues
from cfrlib.profile import Profile
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow

games = cfrlib.games


def inner_profile(game, seed):
    """Return a random profile in which every action is possible."""
    tree, rng = unroll(game), np.random.default_rng(seed)
    return Profile.from_flat(tree, np.concatenate([rng.dirichlet(np.ones(len(i.actions))) for i in tree.infosets]))


def composed(game, person, machine, seat):
    """Return the profile in which the person plays by one profile and the machine by another."""
    rows = {i.key: (person if i.player == seat else machine)[i.key] for i in unroll(game).infosets}
    return Profile.from_dict(game, rows)


# -- values --------------------------------------------------------------------------


@pytest.mark.parametrize("game, seat", SEATED, ids=str)
def test_what_a_game_is_worth_agrees_with_its_evaluation(game, seat):
    profile = random_profile(game, 3)
    mean, best = (StateValues(game, profile, seat, kind) for kind in ("mean", "best"))
    assert mean.start == pytest.approx(cfrlib.expected_value(game, profile) * (1, -1)[seat], abs=1e-12)
    assert best.start == pytest.approx(cfrlib.best_response_values(game, profile)[seat], abs=1e-12)


@pytest.mark.parametrize("game", [games.kuhn(), games.leduc(suits=1), games.bluff(faces=2), RandomGame(4)], ids=str)
@pytest.mark.parametrize("seat", [0, 1])
def test_values_are_expectations_by_what_the_person_knows(game, seat):
    profile = inner_profile(game, 1)
    values, chance, earned = StateValues(game, profile, seat), {}, {}
    for share, hand in every_hand(game, profile, profile, seat):
        (part,) = hand.rounds
        for k in range(len(part.actions) + 1):
            known = part.actions[:k], part.shown(part.actions[:k]), part.deal[seat]
            chance[known] = chance.get(known, 0) + share
            earned[known] = earned.get(known, 0) + share * hand.paid
    assert chance
    for known, share in chance.items():
        assert values.value(*known) == pytest.approx(earned[known] / share, abs=1e-12)
    deals = {known: share for known, share in chance.items() if not known[0]}
    for known, share in deals.items():
        assert values.mass(*known) == pytest.approx(share, abs=1e-15)


class _OneTree(games.holdem):
    """Hold'em whose public tree lies in memory as a whole."""

    layout = "tree"


class _Bids(games.bluff):
    """Bluff that lies in memory as a ladder, however few bids there are."""

    layout = "bids"


OTHER_LAYOUTS = [
    (games.holdem((0, 1), (4, 2)), _OneTree((0, 1), (4, 2))),
    (_Bids(dice=(2, 1), faces=3, merged=False), games.bluff(dice=(2, 1), faces=3, merged=False)),
    (_Bids(dice=(2, 2), faces=2), games.bluff(dice=(2, 2), faces=2)),
]
"""Games of large layouts, and the same as public trees."""


@cache
def table_profile(game):
    """Return a random profile of a game of a large layout, and the same with keys."""
    layout, rng = layout_of(game), np.random.default_rng(5)
    tables = tuple(rng.random(size) * (rng.random(size) < 0.7) for size in layout.sizes)
    profile = TableProfile(layout, tables if len(tables) > 1 else tables[0])
    sets = [(key, names) for key, names, _ in layout.information_sets()]
    probabilities = [share for key, _ in sets for share in profile[key].values()]
    return profile, Profile([key for key, _ in sets], [0] * len(sets), [names for _, names in sets], probabilities)


@pytest.mark.parametrize("game, whole", OTHER_LAYOUTS, ids=str)
@pytest.mark.parametrize("kind, seat", [("mean", 0), ("best", 1)])
def test_large_layouts_give_the_values_of_the_public_tree(game, whole, kind, seat):
    profile, same = table_profile(game)
    found, expected = StateValues(game, profile, seat, kind), StateValues(whole, same, seat, kind)
    unit = 1000 if game.unit == "mbb/g" else 1
    assert found.start == pytest.approx(expected.start, abs=1e-12 * unit)
    reached = 0
    for actions, _ in game.action_sequences():
        for public in list(whole.public_sequences(actions.count(CHANCE)))[::17]:
            for outcome in range(0, len(game.outcomes(seat)), 5 if public else 2):
                mass = expected.mass(actions, public, outcome)
                assert found.mass(actions, public, outcome) == pytest.approx(mass, abs=1e-15)
                if mass > 0:
                    reached += 1
                    value = expected.value(actions, public, outcome)
                    assert found.value(actions, public, outcome) == pytest.approx(value, abs=1e-10 * unit)
    assert reached > 100


def test_a_ladder_has_rising_bids_only():
    values = StateValues(_Bids(faces=4), table_profile(_Bids(faces=4))[0], 0)
    for actions in (("1-2", "1-1"), ("1-1", "1-1"), ("call",), ("1-1", "call", "call"), ("5-1",)):
        with pytest.raises(KeyError, match="has no such state"):
            values.value(actions, (), 0)


KUHN = games.kuhn()
UNIFORM = Profile.uniform(KUHN)
NOBODYS = Profile([], [], [], [])
NEVER = UNIFORM.replace({(card, "p"): {"p": 1} for card in "JQK"})
"""Who never bets after a pass."""
NO_VALUES = {
    "kind='worst': it takes one of 'mean', 'best'": (KUHN, UNIFORM, 0, "worst"),
    "seat=2: it takes one of 0, 1": (KUHN, UNIFORM, 2),
    "game=3: it takes a Game": (3, UNIFORM, 0),
    "profile={}: it takes a Profile": (KUHN, {}, 0),
    "profile=.*it takes a profile of kuhn": (KUHN, Profile.uniform(games.kuhn(cards=4)), 0),
    "game=.*lie in memory as 'tree'; values take": (games.leduc_no_limit(stack=40), NOBODYS, 0),
    "game=.*lie in memory as 'buckets'; values take": (games.texas(buckets=5), NOBODYS, 0),
    "game=.*it has 24 bids; its values take at most 20": (games.bluff(dice=(2, 2)), NOBODYS, 0),
}


@pytest.mark.parametrize("message", NO_VALUES)
def test_values_refuse_what_they_cannot_give(message):
    with pytest.raises(ValueError, match=f"^{message}"):
        StateValues(*NO_VALUES[message])


@pytest.mark.parametrize("name, actions, error, message", [
    ("value", "x", KeyError, "has no such state"), ("action_values", "p", ValueError, "a decision of player 0"),
    ("value", "pb", ValueError, "with 'J' this cannot"), ("action_values", "pb", ValueError, "with 'J' this cannot"),
])  # fmt: skip
def test_states_that_cannot_be_have_no_value(name, actions, error, message):
    with pytest.raises(error, match=message):
        getattr(StateValues(KUHN, NEVER, 0), name)(tuple(actions), (), 0)


# -- luck ----------------------------------------------------------------------------


@pytest.mark.parametrize("game, seat", SEATED, ids=str)
@pytest.mark.parametrize("kind", ["mean", "best"])
def test_luck_has_mean_zero_whatever_the_person_does(game, seat, kind):
    machine, person = random_profile(game, 1), random_profile(game, 2)
    chances, hands = all_hands(game, person, machine, seat)
    found = breakdown(game, machine, hands, kind)
    assert chances.sum() == pytest.approx(1, abs=1e-12)
    paid = cfrlib.expected_value(game, composed(game, person, machine, seat)) * (1, -1)[seat]
    assert chances @ found["paid"] == pytest.approx(paid, abs=1e-12)
    assert chances @ found["corrected"] == pytest.approx(paid, abs=1e-12)
    for event in EVENTS:
        assert chances @ found[event] == pytest.approx(0, abs=1e-12)


def test_luck_has_mean_zero_over_all_rounds_of_a_chain():
    seat, game = 0, games.bluff(dice=(2, 1), faces=2)
    machine, person = cache(lambda of: solution(of).profile()), cache(lambda of: random_profile(of, 6))
    chances, hands = all_hands(game, person, machine, seat)
    assert {len(hand.rounds) for hand in hands} == {1, 2}
    found = breakdown(game, machine(game), hands)
    assert chances.sum() == pytest.approx(1, abs=1e-12)
    assert chances @ found["corrected"] == pytest.approx(chances @ found["paid"], abs=1e-12)
    assert set(found["paid"]) == {-1, 1}


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_left_of_who_plays_as_the_reference_without_drawing_lots(seat):
    game = games.leduc(suits_matter=False)
    machine, mixed = random_profile(game, 1), inner_profile(game, 2)
    pure = {key: {max(here, key=here.get): 1} for key, here in mixed.items()}
    person = mixed.replace(pure)
    both = composed(game, person, machine, seat)
    _, hands = all_hands(game, person, machine, seat)
    value = cfrlib.expected_value(game, both) * (1, -1)[seat]
    assert np.ptp([hand.paid for hand in hands]) > 1
    np.testing.assert_allclose(breakdown(game, both, hands)["corrected"], value, rtol=0, atol=1e-12)


def test_holdem_is_corrected_before_the_flop_and_on_it():
    game = games.holdem(deck=(4, 2))
    layout, rng = layout_of(game), np.random.default_rng(0)
    tables = tuple(rng.random(size) for size in layout.sizes)
    machine = TableProfile(layout, tables)
    hands = [drawn_hand(game, machine, machine, k % 2, rng) for k in range(300)]
    found = breakdown(game, machine, hands)
    assert found["corrected"].std() < found["paid"].std() / 1.2
    for event in EVENTS:
        assert found[event].std() > 0
        assert abs(found[event].mean()) < 3 * found[event].std() / sqrt(len(hands))


# -- summaries -----------------------------------------------------------------------


def test_the_summary_says_how_sure_it_is():
    game = games.kuhn()
    machine, uniform, rng = cfrlib.equilibrium(game)[1], Profile.uniform(game), np.random.default_rng(1)
    hands = [drawn_hand(game, uniform, machine, k % 2, rng) for k in range(50)]
    found, scores = summary(game, machine, hands), breakdown(game, machine, hands)["corrected"]
    paid = [hand.paid for hand in hands]
    for mean, half, values in (
        (found.plain, found.plain_half_width, paid),
        (found.corrected, found.corrected_half_width, scores),
    ):
        low, high = t.interval(0.95, 49, loc=np.mean(values), scale=np.std(values, ddof=1) / sqrt(50))
        assert (mean - half, mean + half) == pytest.approx((low, high), abs=1e-12)
    assert found.fewer == pytest.approx(np.var(paid) / np.var(scores))
    assert found.fewer > 5
    assert (found.hands, found.unit) == (50, "chips")
    words = str(found).split()
    assert float(words[0]) == pytest.approx(found.corrected, abs=10 ** -len(words[0].partition(".")[2]))
    assert "50 hands" in str(found)


def test_a_player_of_whom_nothing_is_left_needs_no_more_hands():
    game = games.kuhn()
    machine = Profile.uniform(game).replace({(card, line): {"p": 1} for card in "JQK" for line in ("", "b")})
    hands = [Hand((Round(game, 0, deal, (), ("p", "p")),), (-1, 1)[deal[0] > deal[1]]) for deal in ((0, 1), (2, 0))]
    assert summary(game, machine, hands).fewer == inf


GOOD = Hand((Round(KUHN, 0, (0, 1), (), ("p", "p")),), -1.0)
BEGUN = Hand((Round(KUHN, 0, (0, 1), (), ("p",)),), -1.0)
OTHER = Hand((Round(games.kuhn(cards=4), 0, (0, 1), (), ("p", "p")),), -1.0)
ALWAYS = UNIFORM.replace({(card, "p"): {"b": 1} for card in "JQK"})
NO_HANDS = {
    "hands=.*it takes a list of at least one Hand": (breakdown, UNIFORM, [GOOD, 3]),
    r"hands=\[\]: it takes a list of at least one Hand": (breakdown, UNIFORM, []),
    r"hands\[1\]=.*it takes a hand that is over": (breakdown, UNIFORM, [GOOD, BEGUN]),
    r"hands\[0\]: it paid 2.0; by the rules it takes -1.0": (breakdown, UNIFORM, [Hand(GOOD.rounds, 2.0)]),
    r"hands\[0\]: round of kuhn\(cards=4.*a round of kuhn\(cards=3": (breakdown, UNIFORM, [OTHER]),
    r"hands\[0\]: .*cannot be reached against this profile": (breakdown, ALWAYS, [GOOD]),
    "hands: there is 1; it takes at least 2": (summary, UNIFORM, [GOOD]),
}


@pytest.mark.parametrize("message", NO_HANDS)
def test_luck_refuses_what_is_no_hand_of_the_game(message):
    call, profile, hands = NO_HANDS[message]
    with pytest.raises(ValueError, match=f"^{message}"):
        call(KUHN, profile, hands)
