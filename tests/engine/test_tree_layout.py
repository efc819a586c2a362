"""The flat public tree: it holds the same game as the explicit tree, in few bundles."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import games as random_games
from random_games import random_profile

import cfrlib
from cfrlib.engine.contract import layout_of
from cfrlib.engine.tree.layout import PublicTree
from cfrlib.engine.tree.profile_map import normalized_rows
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit
from cfrlib.tree import unroll
from cfrlib.tree.explicit import TERMINAL

GAMES = [
    kuhn(), leduc(), leduc(suits_matter=False), leduc_no_limit(stack=5), bluff(faces=3), bluff(faces=3, merged=False),
]  # fmt: skip
some = settings(deadline=None, derandomize=True, max_examples=40)


def test_kuhn_by_hand():
    # Five bundles: the root, Player 2 after p, Player 2 after b, Player 1 after pb, and all five terminals.
    tree = PublicTree(kuhn())
    members = sorted(sorted("".join(a) for a in members) for members in tree.members)
    assert members == [[""], ["b"], ["bb", "bp", "pbb", "pbp", "pp"], ["p"], ["pb"]]
    assert tree.num_entries == 24
    assert tree.num_rows == 12
    assert tree.split == 12


def test_leduc_takes_fifteen_bundles():
    # The five ways into the second round go on alike, whatever card is shown: that is what makes walks fast.
    tree = PublicTree(leduc())
    assert len(tree.members) == 15
    assert sum(map(len, tree.members)) == 90
    assert tree.num_entries == 2184 + 5 * 6 * 14  # the last: infostates of a card that lies on the table


def test_bluff_joins_histories_with_the_same_last_bid():
    tree = PublicTree(bluff(faces=6))
    assert len(tree.members) == 25  # twelve bids times two players, the root and the terminals, less one
    assert sum(map(len, tree.members)) == 2 * 4096 - 1


class Longer(kuhn):
    """Kuhn poker that pays more the longer it takes, by its tables alone."""

    def payoff_table(self, actions, public):
        return len(actions) * super().payoff_table(actions, public)


@pytest.mark.parametrize("game", [*GAMES, Longer()], ids=repr)
def test_payoffs_are_those_of_the_games_own_tables(game):
    """Also where a matrix was found by what it is made of, and not made."""
    tree, b = PublicTree(game), PublicTree(game).bundles
    for g in np.flatnonzero(b.kind == TERMINAL):
        publics, first = tree.publics[b.stage[g]], b.first_board[b.stage[g]]
        for z, actions in enumerate(tree.members[g], b.terminal[g]):
            for k, public in enumerate(publics):
                paid = game.payoff_table(actions, public) * b.weights[first + k]
                np.testing.assert_allclose(b.scale[z] * -b.payoffs[1][b.matrix[z] + k], paid, atol=1e-15)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_keys_are_those_of_the_explicit_tree(game):
    layout, tree = layout_of(game), unroll(game)
    names = layout.profile_map
    ours = {(k, p, a) for k, p, a in zip(names.keys, names.players, names.actions, strict=True)}
    assert ours == {(i.key, i.player, i.actions) for i in tree.infosets}
    assert len(names.keys) == tree.num_infosets
    # Rows that are merged are the only ones that share entries, and those of player 0 come first.
    shared = len(names.entries) - len(set(names.entries.tolist()))
    assert (shared > 0) == (game.name == "bluff" and game.merged)
    players = np.repeat(names.players, [len(a) for a in names.actions])
    assert (names.entries[players == 0] < layout.split).all()
    assert (names.entries[players == 1] >= layout.split).all()


def test_payoffs_that_differ_by_the_pot_are_kept_once():
    # Leduc: a fold before the card; folds and showdowns after each of six cards; in all 45 + 5 ways to end.
    tree = layout_of(leduc())
    assert len(tree.bundles.matrix) == 5 * 9 + 2 * 2
    assert len(tree.bundles.payoffs[0]) == 1 + 6 + 6


@some
@given(random_games(), st.integers(0, 99))
def test_keys_of_random_games_are_those_of_the_tree_and_a_profile_comes_back(game, seed):
    # Signals that join outcomes and boards, chance in several stages, boards and outcomes that cannot occur.
    names, tree, profile = layout_of(game).profile_map, unroll(game), random_profile(game, seed)
    assert sorted(names.keys) == sorted(i.key for i in tree.infosets)
    assert len(names.entries) == tree.num_infoset_actions
    flat = names.flat(profile)
    table = names.by_infostate(flat)
    assert table.shape == (layout_of(game).num_infostate_entries,)
    for key, start, actions in zip(names.keys, names.starts, names.actions, strict=True):
        assert flat[start : start + len(actions)].tolist() == list(profile[key].values())


def test_rows_of_zeros_are_uniform():
    tree = layout_of(leduc())
    average = tree.profile_map.profile(normalized_rows(np.zeros(tree.num_entries), tree))
    assert average[("Qs", "")] == {"c": 0.5, "r": 0.5}


def test_the_tree_is_built_once():
    game = kuhn()
    assert layout_of(game) is layout_of(game)
    assert cfrlib.CFR(game).layout is layout_of(game)
