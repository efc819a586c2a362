r"""Gambit's `.efg` files: the standard way to hand an extensive-form game from one program to another.

A file is a header and then one line a node, in prefix order::

    EFG 2 R "title" { "Player 1" "Player 2" }
    c "node" set "set" { "label" 1/2 "label" 1/2 } 0
    p "node" player set "set" { "label" "label" } 0
    t "node" outcome "name" { 1, -1 }

Information sets are numbered separately for each player. Payoffs may also stand at inner nodes; they add up.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path

from cfrlib._util.arguments import said, text
from cfrlib.tree.checks import DEEPEST, complete
from cfrlib.tree.explicit import CHANCE, TERMINAL, Tree

TOKEN = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)("?)|([{},])|([^\s{},"]+)', re.S)
ESCAPED = re.compile(r"\\(.)", re.S)
NUMBER = re.compile(r"[+-]?([0-9]+/[0-9]+|([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,3})?)")
KEY_SEPARATOR = " | "
MARK = "\ufeff"
"""The byte order mark that some programs begin a file with."""
SHOWN = 60
"""Letters of a token that an error shows at most."""


def to_efg(tree: Tree, title: str = "game") -> str:
    """Return the tree as the text of an `.efg` file.

    Parameters
    ----------
    tree : Tree
        What is written; every action leads somewhere.
    title : str
        Of the game, in the header.

    Returns
    -------
    str
        Payoffs read back to the same floats. The probabilities of a chance node sum to exactly 1, which Gambit asks
        for; they read back to the same floats up to rounding (1e-15).

    Raises
    ------
    ValueError
        If this is no tree, or actions of it lead nowhere.

    Examples
    --------
    >>> import cfrlib
    >>> print(to_efg(cfrlib.tree.unroll(cfrlib.games.matrix([[1]])), "tiny"))
    EFG 2 R "tiny" { "Player 1" "Player 2" }
    ""
    p "" 1 1 "Player 1 |" { "1" } 0
    p "1" 2 1 "Player 2 |" { "1" } 0
    t "1 1" 1 "" { 1.0, -1.0 }
    <BLANKLINE>
    """
    if not isinstance(tree, Tree):
        raise ValueError(f"tree={said(tree)}: it takes a Tree, such as cfrlib.tree.unroll returns")
    text("title", title)
    numbers, counts, chances = {}, [0, 0], {}
    for infoset in tree.infosets:
        counts[infoset.player] += 1
        numbers[infoset.index] = counts[infoset.player]
    lines = [f'EFG 2 R {_quote(title)} {{ "Player 1" "Player 2" }}', '""']
    outcomes = 0
    stack = [complete(tree, "tree").root]
    while stack:
        node = stack.pop()
        name = _quote(tree.label(node) if node.depth <= DEEPEST else "")  # names of all are quadratic in the depth
        if node.player == TERMINAL:
            outcomes += 1
            lines.append(f't {name} {outcomes} "" {{ {node.payoff!r}, {-node.payoff!r} }}')
        elif node.player == CHANCE:
            chances[node.index] = len(chances) + 1
            written = _probabilities(node.probabilities)
            edges = " ".join(f"{_quote(a)} {p}" for a, p in zip(node.actions, written, strict=True))
            lines.append(f'c {name} {chances[node.index]} "" {{ {edges} }} 0')
        else:
            infoset = tree.infosets[node.infoset]
            edges = " ".join(map(_quote, node.actions))
            label = _quote(_name(infoset.key))
            lines.append(f"p {name} {node.player + 1} {numbers[node.infoset]} {label} {{ {edges} }} 0")
        stack.extend(tree.nodes[child] for child in reversed(node.children))
    return "\n".join(lines) + "\n"


def from_efg(text_or_path: str | Path) -> Tree:
    """Return the explicit tree of a two-player zero-sum game with perfect recall in Gambit's format.

    Parameters
    ----------
    text_or_path : str or Path
        The text of the file, or where it is.

    Returns
    -------
    Tree
        Keys are the pairs that `to_efg` has written. Of other files they are the name of the set and "", or player and
        number of the set and its name, where names are missing or shared.

    Raises
    ------
    ValueError
        If the text is not a complete `.efg` file, the game does not have two players, is not zero-sum, or lacks
        perfect recall. The message says where.

    Examples
    --------
    >>> import cfrlib
    >>> written = to_efg(cfrlib.tree.unroll(cfrlib.games.kuhn()))
    >>> from_efg(written).num_infosets
    12
    """
    if isinstance(text_or_path, Path) or not str(text_or_path).removeprefix(MARK).lstrip().startswith("EFG"):
        try:
            with open(Path(text_or_path), encoding="utf-8", newline="") as file:  # labels may hold any letters
                text = file.read()
        except UnicodeDecodeError:
            raise ValueError(f"text_or_path={str(text_or_path)[:200]!r}: the file is not text") from None
        except (OSError, TypeError, ValueError):
            raise ValueError(
                f"text_or_path={str(text_or_path)[:200]!r}: it takes the text of an .efg file, which starts with "
                "EFG 2 R, or the path of one"
            ) from None
    else:
        text = str(text_or_path)
    try:
        tree = _Reader(text.removeprefix(MARK)).tree()
    except ValueError as error:
        if str(error).startswith("text_or_path"):
            raise
        raise ValueError(f"text_or_path: {error}") from None
    if not tree.perfect_recall:
        raise ValueError(
            f"text_or_path: information set {tree.forgetful.key!r} joins histories in which its player did or knew "
            "different things; this takes games with perfect recall"
        )
    return tree


def _quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _name(key):
    """Return the key of an information set as one text: what only its player knows, and what everybody knows."""
    plain = KEY_SEPARATOR.join(key).strip()
    return plain if len(key) != 2 or _key(plain) == key else json.dumps(key)


def _key(name):
    """Return the key that was written as this name; any name is one."""
    if name.startswith('["') and name.endswith('"]'):
        try:
            key = json.loads(name)
        except ValueError:
            key = ()
        if len(key) == 2 and all(isinstance(part, str) for part in key):
            return tuple(key)
    private, _, public = f" {name} ".partition(KEY_SEPARATOR)
    return private.strip(), public.strip()


def _probabilities(probabilities):
    """Write probabilities so that they sum to exactly 1: as simple fractions if they are some, else as decimals."""
    simple = [Fraction(p).limit_denominator(10**6) for p in probabilities]
    if sum(simple) == 1 and all(abs(float(s) - p) < 1e-15 for s, p in zip(simple, probabilities, strict=True)):
        return list(map(str, simple))
    with localcontext(prec=1000):
        written = [Decimal(repr(p)) for p in probabilities]
        written[probabilities.index(max(probabilities))] += 1 - sum(written)
        return [format(p, "f") for p in written]


class _Reader:
    """Reads the tokens of an `.efg` file, node by node in prefix order."""

    def __init__(self, text):
        self.tokens = []
        for quoted, end, mark, word in TOKEN.findall(text):
            if mark or word:
                self.tokens.append(("mark", mark) if mark else ("word", word))
            elif end:
                self.tokens.append(("text", ESCAPED.sub(r"\1", quoted)))
            else:
                raise ValueError(f"text_or_path: not a complete .efg file: the quote {quoted[:SHOWN]!r} never ends")
        self.at = 0
        self.outcomes = {}
        self.labels, self.names = {}, set()

    # -- tokens ----------------------------------------------------------------------

    def fail(self, wanted):
        """Raise the error of a file that does not read as it should."""
        found = self.tokens[self.at][1][:SHOWN] if self.at < len(self.tokens) else "the end"
        before = " ".join(value[:SHOWN] for _, value in self.tokens[max(0, self.at - 6) : self.at])
        raise ValueError(f"text_or_path: not a complete .efg file: expected {wanted} after {before!r}, found {found!r}")

    def take(self, kind, wanted=None):
        """Return the next token, which must be of this kind (and, if given, this one)."""
        if self.at >= len(self.tokens) or self.tokens[self.at][0] != kind:
            self.fail(wanted or f"a {kind}")
        value = self.tokens[self.at][1]
        if wanted is not None and value != wanted:
            self.fail(wanted)
        self.at += 1
        return value

    def peek(self, kind):
        """Return whether the next token is of this kind."""
        return self.at < len(self.tokens) and self.tokens[self.at][0] == kind

    def number(self):
        """Return the next token as an exact number: 1, 0.5, 1e-3 or 1/2."""
        word = self.take("word")
        try:
            value = Fraction(word) if NUMBER.fullmatch(word) else None
        except (ValueError, ZeroDivisionError):
            value = None
        if value is None or abs(value) > 10**100:
            self.at -= 1
            self.fail("a number")
        return value

    def whole(self):
        """Return the next token as a whole number."""
        value = self.number()
        if value.denominator != 1:
            self.at -= 1
            self.fail("a whole number")
        return int(value)

    def braces(self, item):
        """Return the items between braces, read by `item`; commas are passed over."""
        self.take("mark", "{")
        items = []
        while not (self.peek("mark") and self.tokens[self.at][1] == "}"):
            if self.peek("mark"):
                self.take("mark", ",")
            else:
                items.append(item())
        self.take("mark", "}")
        return items

    # -- the game --------------------------------------------------------------------

    def tree(self):
        """Return the tree of the whole file."""
        self.take("word", "EFG")
        self.take("word", "2")
        if self.take("word") not in ("R", "D"):
            self.fail("R")
        self.title = self.take("text")
        players = self.braces(lambda: self.take("text"))
        if len(players) != 2:
            raise ValueError(f"text_or_path: the game has {len(players)} players; this takes games of two")
        if self.peek("text"):
            self.take("text")
        tree = Tree()
        open_nodes = [(None, None, Fraction(0))]
        while open_nodes:
            parent, action, paid = open_nodes.pop()
            node, paid = self.node(tree, parent, action, paid)
            open_nodes.extend((node, a, paid) for a in reversed(node.actions))
            if len(open_nodes) > len(self.tokens) - self.at:  # a node takes several
                self.at = len(self.tokens)
                self.fail(f"{len(open_nodes)} more nodes")
        if self.at != len(self.tokens):
            self.fail("the end")
        return tree

    def node(self, tree, parent, action, paid):
        """Read one node, add it to the tree, return it and the payoff of player 0 collected so far."""
        kind = self.take("word")
        if kind not in ("c", "p", "t"):
            self.at -= 1
            self.fail("c, p or t")
        self.take("text")
        player = self.whole() - 1 if kind == "p" else None
        if kind == "t":
            paid += self.outcome()
            return tree.add(parent, action, player=TERMINAL, payoff=float(paid)), paid
        number = self.whole()
        name = self.take("text") if self.peek("text") else ""
        if kind == "c":
            edges = self.chance_edges(number)
            paid += self.outcome()
            actions, probabilities = zip(*edges, strict=True)
            if sum(probabilities) != 1 and abs(float(sum(probabilities)) - 1) > 1e-9:
                raise ValueError(f"text_or_path: chance probabilities sum to {float(sum(probabilities))}, not to 1")
            return tree.add(parent, action, player=CHANCE, actions=actions, probabilities=probabilities), paid
        actions = self.labels_of(("p", player, number), lambda: self.take("text"))
        paid += self.outcome()
        if player not in (0, 1):
            raise ValueError(f"text_or_path: player {player + 1} moves; this takes games of two")
        key = self.key(player, number, name)
        return tree.add(parent, action, player=player, actions=actions, key=key), paid

    def chance_edges(self, number):
        """Return (label, probability) of the edges of chance node `number`."""
        return self.labels_of(("c", number), lambda: (self.take("text"), self.number()))

    def labels_of(self, owner, item):
        """Return the edges of a node; a later node of the same set may leave them out."""
        if self.peek("mark"):
            self.labels[owner] = self.braces(item)
        if not self.labels.get(owner):
            self.fail("the actions in braces")
        if len({edge[0] if isinstance(edge, tuple) else edge for edge in self.labels[owner]}) < len(self.labels[owner]):
            self.labels[owner] = self._numbered(self.labels[owner])
        return self.labels[owner]

    @staticmethod
    def _numbered(edges):
        """Tell edges with the same label apart by numbering them."""
        return [
            (f"{edge[0]} #{k + 1}", edge[1]) if isinstance(edge, tuple) else f"{edge} #{k + 1}"
            for k, edge in enumerate(edges)
        ]

    def key(self, player, number, name):
        """Return the key of an information set: the pair written by `to_efg`, or a name that is unique."""
        keys = self.labels.setdefault("keys", {})
        if (player, number) not in keys:
            key = _key(name)
            if not name or key in self.names:
                key = (f"Player {player + 1}, set {number}", name)
            while key in self.names:
                key = (key[0] + "'", name)
            self.names.add(key)
            keys[player, number] = key
        return keys[player, number]

    def outcome(self):
        """Return the payoff of player 0 at this node; 0 where there is none."""
        number = self.whole()
        if self.peek("text"):
            self.take("text")
        if self.peek("mark"):
            if not number:
                self.fail("no payoffs of outcome 0, which stands for none,")
            payoffs = self.braces(self.number)
            if len(payoffs) != 2 or abs(sum(payoffs)) > Fraction(1, 10**9):
                shown = ", ".join(str(float(u)) for u in payoffs)
                raise ValueError(f"text_or_path: outcome {number} pays {{{shown}}}: this takes zero-sum games of two")
            self.outcomes[number] = payoffs[0]
        if number and number not in self.outcomes:
            self.fail(f"the payoffs of outcome {number}")
        return self.outcomes.get(number, Fraction(0))
