"""Trees carried through `.efg` files: there and back, to OpenSpiel, and refused where a file is wrong."""

import math
import random
import re
from fractions import Fraction
from pathlib import Path

import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomGame
from random_games import games as random_games

import cfrlib
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit, matrix
from cfrlib.tree import CHANCE, TERMINAL, Tree, from_efg, from_openspiel, to_efg, unroll

pytestmark = pytest.mark.slow

fast = settings(deadline=None, derandomize=True, max_examples=25)


def assert_same_trees(one, other):
    """Check that two trees are equal in every part; chances up to rounding."""
    for part in ("history", "player", "actions", "payoff", "infoset"):
        assert [getattr(n, part) for n in one.nodes] == [getattr(n, part) for n in other.nodes]
    infosets = [[(i.key, i.player, i.actions) for i in tree.infosets] for tree in (one, other)]
    assert infosets[0] == infosets[1]
    for a, b in zip(one.nodes, other.nodes, strict=True):
        assert max((abs(p - q) for p, q in zip(a.probabilities, b.probabilities, strict=True)), default=0) < 1e-15


GAMES = [
    kuhn(ante=0.1, bet=1 / 3), leduc(bets="doubling", raises=1, suits_matter=False), leduc_no_limit(stack=3),
    bluff(faces=3), matrix([[0.1, -1e-7], [1e21, 2 / 3]]), matrix([[0, -1.5], [1, 0.25]]),
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_efg_there_and_back(game):
    text = to_efg(unroll(game), title='a "title" with \\ and\nnew lines')
    again = from_efg(text)
    assert_same_trees(unroll(game), again)
    again.separator = unroll(game).separator  # it has no place in the file
    assert to_efg(again, title='a "title" with \\ and\nnew lines') == text


def test_a_backslash_is_one_but_before_a_quote():
    tree = from_efg(r"""EFG 2 R "t\ex" { "A\lice" "B\"o\"b" }
    p "\node" 1 1 "\alpha" { "$\alpha$" "a\\b" "\"" "\\"" } 0
    t "" 0 t "" 0 t "" 0 t "" 0
    """)
    assert tree.infosets[0].key == ("\\alpha", "")
    assert tree.root.actions == ("$\\alpha$", "a\\\\b", '"', '\\"')
    assert_same_trees(from_efg(to_efg(tree)), tree)
    assert r'"\alpha |" { "$\alpha$" "a\\b" "\"" "\\"" }' in to_efg(tree)


@fast
@given(st.lists(st.floats(1e-12, 1), min_size=1, max_size=6))
def test_efg_chances_sum_to_exactly_one(weights):
    # Gambit refuses anything else; floats such as 0.1 + 0.2 + 0.7 do not sum to 1 by themselves.
    tree = Tree()
    labels = [str(k) for k in range(len(weights))]
    root = tree.add(player=CHANCE, actions=labels, probabilities=[w / sum(weights) for w in weights])
    for label in labels:
        tree.add(root, label, player=TERMINAL, payoff=0)
    text = to_efg(tree)
    written = re.search(r"^c .*?{ (.*) }", text, re.M).group(1)
    assert sum(Fraction(p) for p in re.findall(r'" (\S+)', written)) == 1
    assert_same_trees(tree, from_efg(text))


@pytest.mark.parametrize("name", ["kuhn.efg", "EFG", "EFG 2 R.efg", 'EFG 2 R "kuhn" { "a" "b" }'])
def test_efg_may_be_a_path(name, tmp_path, monkeypatch):
    # A file of any name is a file, also one whose name begins as such a text does.
    monkeypatch.chdir(tmp_path)
    path = tmp_path / name
    path.write_text(to_efg(unroll(kuhn())), encoding="utf-8")
    for where in (path, str(path), name, Path(name)):
        assert_same_trees(from_efg(where), unroll(kuhn()))
    with pytest.raises(ValueError, match="^text_or_path=.*or the path of one"):
        from_efg(Path(name + " "))


@pytest.mark.parametrize("game", GAMES[1:4] + GAMES[5:], ids=repr)
def test_efg_loads_in_openspiel_with_the_same_value(game, tmp_path):
    path = tmp_path / "game.efg"
    path.write_text(to_efg(unroll(game)), encoding="utf-8")
    theirs = from_openspiel(pyspiel.load_game("efg_game", {"filename": str(path)}))
    assert theirs.num_histories == unroll(game).num_histories
    assert theirs.num_infosets == unroll(game).num_infosets
    assert abs(cfrlib.equilibrium(theirs)[0] - cfrlib.equilibrium(game)[0]) < 1e-9


@fast
@given(random_games())
def test_efg_there_and_back_and_in_openspiel_on_random_games(game):
    # Any chance probability must be written so that OpenSpiel's reader takes it.
    tree = unroll(game)
    text = to_efg(tree)
    assert_same_trees(tree, from_efg(text))
    theirs = from_openspiel(pyspiel.load_efg_game(text))
    assert theirs.num_histories == tree.num_histories
    assert abs(cfrlib.equilibrium(theirs)[0] - cfrlib.equilibrium(game)[0]) < 1e-9


ONE_CARD = """
EFG 2 R "one card, in the loose style of files in the wild"
{ "Alice" "Bob" }
"a comment, which may contain EFG 2 R { } and 'quotes'"

c "" 1 "(0,1)" { "red" 1/2 "black" 0.5 } 0
p "" 1 1 "A red" { "raise" "fold" } 1 "ante" { 1 -1 }
p "" 2 1 "B" { "meet" "pass" } 0
t "" 2 "" { 1, -1, }
t "" 0
t "" 3 "" { -2, 2 }
p "" 1 2 "A black" { "raise" "fold" } 1
p "" 2 1 0
t "" 4 "" { -3, 3 }
t "" 0
t "" 3
"""


def test_a_hand_written_file_with_payoffs_on_the_way():
    # Alice gets 1 at her node, and what stands at the terminal on top; Bob's second node leaves the labels out; chances
    # are a fraction and a decimal; outcome 3 is paid twice and described once; commas are optional.
    tree, paid = from_efg(ONE_CARD), {}
    for card, raised in (("red", 2), ("black", -2)):
        paid |= {f"{card} raise meet": raised, f"{card} raise pass": 1, f"{card} fold": -1}
    assert {tree.label(z): z.payoff for z in tree.terminals} == paid
    assert [i.key for i in tree.infosets] == [("A red", ""), ("B", ""), ("A black", "")]
    assert len(tree.infoset(("B", "")).nodes) == 2
    assert tree.root.probabilities == (0.5, 0.5)
    # Red always raises (it cannot lose by it), black with probability 1/3, Bob meets with 2/3: worth 1/3 by hand.
    assert cfrlib.equilibrium(tree)[0] == pytest.approx(1 / 3, abs=1e-12)


def test_information_sets_without_a_name_or_of_one_name_stay_apart():
    # A name is not an identity in the format: the number is. Unnamed sets get names that others may already have.
    text = """EFG 2 R "" { "a" "b" }
    p "" 1 1 "same" { "l" "l" } 0
    p "" 2 1 "same" { "l" "r" } 0
    t "" 1 "" { 1 -1 }
    p "" 1 3 "Player 1, set 2" { "l" "r" } 0
    t "" 1
    t "" 1
    p "" 1 2 "" { "l" "r" } 0
    t "" 1
    t "" 1
    """
    tree = from_efg(text)
    assert tree.num_infosets == len({i.key for i in tree.infosets}) == 4
    assert tree.root.actions == ("l #1", "l #2")


REFUSED = {
    "not zero-sum": (ONE_CARD.replace("{ -3, 3 }", "{ -3, 2 }"), "zero-sum"),
    "more for both at one end": (
        ONE_CARD.replace('t "" 0\n', 't "" 5 "" { 1, 1 }\n', 1),
        "after ('red', 'raise', 'pass') players get 2.0 and 0.0, in all 2.0, but after ('red', 'fold') players get "
        "-1.0 and 1.0, in all 0.0: this takes zero-sum",
    ),
    "one payoff": (ONE_CARD.replace("{ -3, 3 }", "{ -3 }"), "zero-sum"),
    "three players": (ONE_CARD.replace('"Alice" "Bob"', '"Alice" "Bob" "Carol"'), "3 players"),
    "one player": (ONE_CARD.replace('"Alice" "Bob"', '"Alice"'), "1 players"),
    "a third player moves": (ONE_CARD.replace('2 1 "B"', '3 1 "B"').replace("2 1 0", "3 1 0"), "player 3 moves"),
    "player 0 moves": (ONE_CARD.replace('2 1 "B"', '0 1 "B"').replace("2 1 0", "0 1 0"), "player 0 moves"),
    "chances below 1": (ONE_CARD.replace('"black" 0.5', '"black" 0.4'), "0.9"),
    "a negative chance": (ONE_CARD.replace('1/2 "black" 0.5', '3/2 "black" -0.5'), ">= 0"),
    "a chance over 0": (ONE_CARD.replace("1/2", "1/0"), "a number"),
    "a word for a number": (ONE_CARD.replace("{ -3, 3 }", "{ nan, nan }"), "a number"),
    "infinite payoffs": (ONE_CARD.replace("{ -3, 3 }", "{ -1e999, 1e999 }"), "a number"),
    "an endless number": (ONE_CARD.replace("{ -3, 3 }", "{ -1e999999999, 1e999999999 }"), "a number"),
    "half a player": (ONE_CARD.replace('2 1 "B"', '3/2 1 "B"'), "a whole number"),
    "an outcome not described": (ONE_CARD.replace('t "" 3\n', 't "" 9\n'), "outcome 9"),
    "payoffs of no outcome": (ONE_CARD.replace('t "" 0\n', 't "" 0 "" { 1 -1 }\n', 1), "outcome 0"),
    "other actions in one set": (ONE_CARD.replace("2 1 0", '2 1 "B" { "yes" "no" } 0'), "information set"),
    "no actions": (ONE_CARD.replace('{ "meet" "pass" }', "{ }"), "actions"),
    "labels never given": (ONE_CARD.replace("2 1 0", "2 7 0"), "actions"),
    "an unknown kind of node": (ONE_CARD.replace('c ""', 'q ""'), "c, p or t"),
    "another format": (ONE_CARD.replace("EFG 2 R", "EFG 1 R"), "expected 2"),
    "another game after the end": (ONE_CARD + 't "" 3\n', "expected the end"),
    "strategic form": ('NFG 1 R "x" { "a" "b" } { 1 1 }\n1 -1', "starts with"),
    "nothing": ("", "starts with"),
    "a missing file": ("no/such/file.efg", "no/such/file.efg"),
    "a name that no file can have": ("a\0b", "starts with"),
    "half a character": ("\ud800", "starts with"),
    "no text": (None, "starts with"),
    "a number for text": (7, "starts with"),
}


TWICE = """EFG 2 R "everything is described twice" { "a" "b" }
c "" 7 "deal" { "x" 1/2 "y" 0.5 } 0
p "" 1 4 "first" { "l" "r" } 3 "won" { 1, -1 }
t "" 3 "won" { 1.0 -1 }
t "" 0
c "" 7 "deal" { "x" 0.5 "y" 1/2 } 0
p "" 1 4 "first" { "l" "r" } 0
t "" 3
t "" 3 "won" { 1 -1.0 }
t "" 0
"""
DIFFERENT = {
    "t \"\" 3 \"won\" { 1 -1.0 }": {
        't "" 3 "lost" { 1 -1 }': "outcome 3 has name 'lost', but before it had 'won'",
        't "" 3 "won" { 2 -2 }': "outcome 3 has payoffs 2 -2, but before it had 1 -1",
    },
    'c "" 7 "deal" { "x" 0.5 "y" 1/2 }': {
        'c "" 7 "deal" { "x" 1/4 "y" 3/4 }': "chance set 7 has probabilities 1/4 3/4, but before it had 1/2 1/2",
        'c "" 7 "deal" { "x" 1/2 "z" 1/2 }': "chance set 7 has actions 'x' 'z', but before it had 'x' 'y'",
        'c "" 7 "" { "x" 1/2 "y" 1/2 }': "chance set 7 has name '', but before it had 'deal'",
    },
    'p "" 1 4 "first" { "l" "r" } 0': {
        'p "" 1 4 { "r" "l" } 0': "information set 4 of player 1 has actions 'r' 'l', but before it had 'l' 'r'",
        'p "" 1 4 "first" { "l" } 0': "information set 4 of player 1 has actions 'l', but before it had 'l' 'r'",
        'p "" 1 4 "second" 0': "information set 4 of player 1 has name 'second', but before it had 'first'",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    "line, other, why", [(line, other, why) for line, others in DIFFERENT.items() for other, why in others.items()]
)
def test_what_is_described_twice_is_described_alike(line, other, why):
    # Numbers are compared, not how they are written.
    assert [z.payoff for z in from_efg(TWICE).terminals] == [2, 1, 1, 1, 0]
    with pytest.raises(ValueError, match=f"^text_or_path: {re.escape(why)}$"):
        from_efg(TWICE.replace(line, other))


def test_only_what_is_won_in_all_is_zero_sum():
    # The ante is paid by one and won by nobody; what stands at the ends makes up for it.
    tree = from_efg("""EFG 2 R "" { "a" "b" }
    p "" 1 1 "" { "l" "r" } 1 "ante" { -1, 0 }
    t "" 2 "" { 2, -1 }
    t "" 3 "" { 0, 1 }
    """)
    assert ([z.payoff for z in tree.terminals], tree.constant) == ([1, -1], 0)


@pytest.mark.parametrize("paid, constant", [("{ 1, 1 }", 2), ("{ 0, 1/3 }", 1 / 3), ("{ 7.25, -0.125 }", 7.125)])
def test_half_of_a_constant_sum_is_taken_from_each(paid, constant):
    # Outcome 1 is on every path, so all is as in the zero-sum game but for what it pays to both.
    text = ONE_CARD.replace("{ 1 -1 }", paid)
    tree, zero_sum = from_efg(text), from_efg(ONE_CARD)
    assert tree.constant == tree.given("red").constant == constant
    more = float(Fraction(paid.strip("{ ").split(",")[0])) - 1 - constant / 2
    assert [z.payoff - more for z in tree.terminals] == pytest.approx([z.payoff for z in zero_sum.terminals])
    assert cfrlib.equilibrium(tree)[0] == pytest.approx(cfrlib.equilibrium(zero_sum)[0] + more)
    again = from_efg(to_efg(tree))
    assert_same_trees(tree, again)
    assert again.constant == constant


@pytest.mark.parametrize("size", [1, 1e6, 1e20])
def test_payoffs_are_rounded_by_their_size(size):
    text = ONE_CARD.replace("{ -3, 3 }", "{ %r, %r }")
    assert from_efg(text % (size, -size * (1 + 5e-10))).constant == 0
    with pytest.raises(ValueError, match="^text_or_path: after .* in all"):
        from_efg(text % (size, -size * (1 + 1e-8)))


@pytest.mark.parametrize("text, why", REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_with_a_file_is_said(text, why):
    with pytest.raises(ValueError, match=f"(?s)^text_or_path.*{re.escape(why)}"):
        from_efg(text)


def test_a_file_without_perfect_recall_is_refused():
    # Alice forgets her own first move.
    text = """EFG 2 R "" { "a" "b" }
    p "" 1 1 "first" { "l" "r" } 0
    p "" 1 2 "second" { "l" "r" } 0
    t "" 1 "" { 1 -1 }
    t "" 1
    p "" 1 2 0
    t "" 1
    t "" 1
    """
    with pytest.raises(ValueError, match="^text_or_path.*'second'.*perfect recall"):
        from_efg(text)


def test_a_file_of_bytes_is_no_text(tmp_path):
    path = tmp_path / "picture.efg"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(ValueError, match="^text_or_path.*picture.efg.*not text"):
        from_efg(path)
    with pytest.raises(ValueError, match="^text_or_path"):
        from_efg(tmp_path)


def test_a_cut_file_is_refused_wherever_it_is_cut():
    # A download that stopped: no shorter piece of a file is a game.
    whole = ONE_CARD.rstrip()
    from_efg(whole)
    for end in range(len(whole)):
        if whole[end - 1] != '"' and whole[end].isalnum() and whole[end - 1].isalnum() and end % 7:
            continue  # within a word or number, where it is cut at every seventh place
        with pytest.raises(ValueError, match="^text_or_path"):
            from_efg(whole[:end])


def mutate(text, seed):
    """Return the text with up to three random edits: letters or words deleted, doubled or replaced."""
    rng = random.Random(seed)
    junk = ['"', "{", "}", ",", " ", "\\", "0", "-1", "1/3", "c", "p", "t", '""', "\0", "é", "9" * 5000, "1e400", "EFG"]
    for _ in range(rng.randint(1, 3)):
        if rng.random() < 0.5:
            a = rng.randrange(len(text))
            b = min(len(text), a + rng.choice([0, 1, 1, 2, 30]))
            text = text[:a] + rng.choice(["", *junk, text[a:b] * 2]) + text[b:]
        else:
            words = re.split(r"(\s+)", text)
            i, j = rng.randrange(len(words)), rng.randrange(len(words))
            words[i] = rng.choice(["", words[j], *junk])
            text = "".join(words)
    return text


@settings(fast, max_examples=60)
@given(st.integers(0, 2**32 - 1), st.sampled_from([ONE_CARD, to_efg(unroll(kuhn())), to_efg(unroll(RandomGame(7)))]))
def test_any_garbage_is_a_tree_or_a_clear_error(seed, text):
    # Never another exception, never an endless one, never a game that is not what the reader promises.
    try:
        found = from_efg(mutate(text, seed))
    except ValueError as error:
        found = str(error)
    assert isinstance(found, Tree) or found.startswith("text_or_path")
    if isinstance(found, Tree):
        assert found.perfect_recall
        assert all(math.isfinite(z.payoff) for z in found.terminals)
