"""What a page plays by is the game's tree, the profile and the session's draws; its sum is that of `aivat.split`."""

import itertools
import json

import numpy as np
import pytest
from random_games import random_profile

import cfrlib
from cfrlib.games import kuhn, leduc
from cfrlib.playing.aivat import split
from cfrlib.playing.session import Session
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium
from cfrlib.tree import TERMINAL, unroll
from cfrlib.widgets import page, play


class Open(kuhn):
    """Kuhn poker whose third card is shown before anybody acts."""

    table = None

    def public_outcomes(self, public):
        return self.outcomes(0)

    def weights(self, public):
        dealt = super().weights(())
        if public:
            shown = self.outcomes(0).index(public[0])
            dealt = dealt * (np.arange(3) != shown)[:, None] * (np.arange(3) != shown)
        return dealt

    def node(self, actions):
        return cfrlib.PublicChance() if not actions else super().node(actions[1:])

    def payoff(self, actions, public):
        return super().payoff(actions[1:], ())


TABLES = {
    "kuhn": lambda: play(kuhn(), random_profile(kuhn(), 3), seed=1),
    "four cards": lambda: play(kuhn(4), random_profile(kuhn(4), 3)),
    "one seat": lambda: play(kuhn(), kuhn_equilibrium(0.2), seat=1, seed=5),
    "open": lambda: play(Open(), random_profile(Open(), 3), seed=2),
}  # fmt: skip


@pytest.fixture(params=TABLES)
def table(request):
    return TABLES[request.param]()


@pytest.fixture
def told(table):
    return json.loads(json.dumps(table.for_page()))


def test_it_is_the_tree_and_the_profile(table, told):
    tree = unroll(table.session.game)
    assert len(told["nodes"]) == tree.num_histories
    for node, there in zip(tree.nodes, told["nodes"], strict=True):
        assert there.get("to", []) == node.children
        if node.player == TERMINAL:
            assert there["pays"] == node.payoff
        elif node.player < 0:
            assert (there["chance"], there["faces"]) == (list(node.probabilities), list(node.actions))
        else:
            assert (there["who"], there["set"]) == (node.player, node.infoset)
    for infoset, there in zip(tree.infosets, told["sets"], strict=True):
        assert dict(zip(there["actions"], there["plays"], strict=True)) == table.session.profile[infoset.key]


def walk(told, at, hand, choose):
    """Play a recorded hand from a history as the page does; return (what is done, what it pays Player 1)."""
    done = []
    while "pays" not in (node := told["nodes"][at]):
        if "chance" in node:
            at = node["to"][hand[str(at)]]
            continue
        acts = told["sets"][node["set"]]["actions"]
        k = hand.get(str(at))
        k = acts.index(choose(acts)) if k is None else k
        done.append(acts[k])
        at = node["to"][k]
    return done, node["pays"]


def test_recorded_hands_are_those_of_the_session(table, told):
    session = table.session
    for first, second in itertools.product((0, -1), repeat=2):
        fresh = Session(session.game, session.profile, session.seats, session.seed)
        for number, hand in enumerate(told["hands"]):
            choices = iter((first, second, first))
            done, pays = walk(told, 0, hand, lambda acts: acts[next(choices)])  # noqa: B023
            choices = iter((first, second, first))
            while not fresh.over:
                fresh.act(fresh.actions[next(choices)])
            assert done == [action for _, _, action in fresh.round.decisions()]
            assert fresh.paid == pays * (1, -1)[session.seat_in(number)]
            fresh.next_hand()
    assert len(told["hands"]) == 5


def expectations(told, person, seat, at=0, lost=0.0):
    """Return what a person who plays like this is paid on average, and what the page says of it."""
    node = told["nodes"][at]
    if "pays" in node:
        return np.array([node["pays"] * (1, -1)[seat], told["best"][seat] - lost])
    if "chance" in node:
        return sum(p * expectations(told, person, seat, to, lost)
                   for p, to in zip(node["chance"], node["to"], strict=True))  # fmt: skip
    here = told["sets"][node["set"]]
    own = node["who"] == seat
    total = np.zeros(2)
    for k, to in enumerate(node["to"]):
        more = max(here["worth"]) - here["worth"][k] if own and here["worth"] else 0
        p = person[node["set"]][k] if own else here["plays"][k]
        total += p * expectations(told, person, seat, to, lost + more)
    return total


def test_best_play_less_mistakes_is_what_was_to_be_expected(table, told):
    tree, person = unroll(table.session.game), random_profile(table.session.game, 8)
    for seat in (0, 1):
        both = {i.key: (person if i.player == seat else table.session.profile)[i.key] for i in tree.infosets}
        exact = cfrlib.expected_value(tree, cfrlib.Profile.from_dict(tree, both)) * (1, -1)[seat]
        mine = [[person[i.key][action] for action in i.actions] for i in tree.infosets]
        assert np.allclose(expectations(told, mine, seat), exact, atol=1e-12)


def test_the_session_is_split_alike():
    table = play(kuhn(), random_profile(kuhn(), 3), seed=4)
    told, session = table.for_page(), table.session
    for k in range(5):
        while not session.over:
            session.act(session.actions[k % 2])
        session.next_hand()
    parts = split(session.profile, session.hands)
    assert parts["seat"].tolist() == pytest.approx([told["best"][k % 2] for k in range(5)])
    assert table.for_page()["first"] == 5  # the page goes on where the session is
    assert table.for_page()["hands"] != told["hands"]


def test_a_bluff_wins_no_showdown():
    told = play(kuhn(), random_profile(kuhn(), 3)).for_page()
    infosets = zip(unroll(kuhn()).infosets, told["sets"], strict=True)
    assert {i.name + a for i, s in infosets for a, b in zip(i.actions, s["bluffs"], strict=True) if b} == {"Jb", "Jpb"}


def test_what_nobody_comes_to_costs_nothing():
    sure = kuhn_equilibrium(0)  # Player 1 never bets
    told = play(kuhn(), sure).for_page()
    worth = {i.name: s["worth"] for i, s in zip(unroll(kuhn()).infosets, told["sets"], strict=True)}
    assert {name for name, values in worth.items() if values is None} == {"Jb", "Qb", "Kb"}


@pytest.mark.parametrize("game", [leduc(), cfrlib.games.bluff((2, 1), 3), cfrlib.games.holdem()], ids=str)
def test_a_large_game_is_refused_by_name(game, tmp_path):
    table = play(leduc(), cfrlib.Profile.uniform(leduc()))
    table.session.game = game
    with pytest.raises(ValueError, match="widget=play.*: a page takes a game of one round with at most 700 histories"):
        page(table, tmp_path / "page.html")
    assert not list(tmp_path.iterdir())
