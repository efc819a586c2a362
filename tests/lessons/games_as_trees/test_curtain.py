"""A curtain over the cards."""

import pytest

from cfrlib.games import kuhn
from cfrlib.tree import unroll
from cfrlib.widgets import curtain


def test_places_fuse_in_pairs_when_it_is_closed():
    made = curtain()
    assert [len(rows) for rows in made.rows] == [12, 12]
    assert made.alike == ["JQb"]
    assert made.other.svg.count('class="row"') == 24
    made.closed.value = True
    assert [len(rows) for rows in made.rows] == [6, 6]
    assert made.alike == ["JQb", "KQb"]
    assert made.other.svg.count('class="row"') == 12
    assert "24 places, 12 rows. At JQb Player 2 sees Qb; KQb looks the same." in made.says.value


def test_what_looks_the_same_is_an_information_set():
    tree, made = unroll(kuhn()), curtain()
    made.press("c")
    for infoset in tree.infosets:
        names = [tree.label(tree.nodes[n]) for n in infoset.nodes]
        for name in names:
            made.click(name)
            assert made.alike == names
            assert made.seen(name) == infoset.name
    assert sorted(row for rows in made.rows for row in rows) == sorted(I.name for I in tree.infosets)


def test_keys_go_from_place_to_place():
    made = curtain("JQ")
    made.press("ArrowLeft")
    made.press("ArrowRight")
    made.press("ArrowRight")
    assert made.place == made.places[1]
    assert made.picture().svg.count('class="row"') == 24


def test_only_a_place_can_be_chosen():
    with pytest.raises(ValueError, match="place='JQbb'"):
        curtain("JQbb")
    with pytest.raises(ValueError, match="spot='JJ'"):
        curtain().click("JJ")
