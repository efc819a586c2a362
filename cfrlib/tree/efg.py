r"""Gambit's `.efg` files: a header and then one line a node, in prefix order::

    EFG 2 R "title" { "Player 1" "Player 2" }
    c "node" set "set" { "label" 1/2 "label" 1/2 } 0
    p "node" player set "set" { "label" "label" } 0
    t "node" outcome "name" { 1, -1 }

Information sets are numbered separately for each player. Payoffs may also stand at inner nodes; they add up. What
describes a set or an outcome (its name, actions, payoffs) may be left out after the first time, but not differ. In a
text ``\"`` is a quote; any other backslash is one.
"""

from __future__ import annotations

import json
import os
import re
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path

from cfrlib._util.arguments import said, text, typed
from cfrlib.tree.checks import DEEPEST, complete, told_apart
from cfrlib.tree.explicit import CHANCE, TERMINAL, Tree

TOKEN = re.compile(r'"((?:[^"\\]++|\\"?)*+)("?)|([{},])|([^\s{},"]+)')
HEADER = re.compile(r"\s*EFG\s+[0-9]+\s+\w")
PLAIN = re.compile(r"[!-~]+( [!-~]+)*(?<!\\)")
"""What Gambit takes as a label, and every reader alike."""
NUMBER = re.compile(r"[+-]?([0-9]+/[0-9]+|([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,3})?)")
KEY_SEPARATOR = " | "
MARK = "\ufeff"
"""The byte order mark that some programs begin a file with."""
TOLERANCE = Fraction(1, 10**9)
"""By how much two payoffs may miss their sum, times the larger of them if that is more than 1."""
SHOWN = 60
"""Letters of a token that an error shows at most."""


def to_efg(tree: Tree, title: str = "game") -> str:
    r"""Return the tree as the text of an `.efg` file; `title` is the name of the game in its header.

    `from_efg` reads the same tree from it, probabilities of chance up to 1e-15: Gambit asks that they sum to exactly 1.
    Actions and keys with letters or blanks that Gambit does not take are written as JSON, with ``\u00e9`` for a letter.
    Nodes are named by their history, where no other node has the same name. A tree in which an action leads nowhere is
    refused.
    """
    typed("tree", tree, Tree, "a Tree, such as cfrlib.tree.unroll returns")
    text("title", title)
    numbers, counts, chances = {}, [0, 0], {}
    for infoset in tree.infosets:
        counts[infoset.player] += 1
        numbers[infoset.index] = counts[infoset.player]
    lines = [f'EFG 2 R {_quote(_written(title))} {{ "Player 1" "Player 2" }}', '""']
    outcomes, names = 0, {""}
    stack = [complete(tree, "tree").root]
    while stack:
        node = stack.pop()
        name = tree.label(node) if node.depth <= DEEPEST else ""  # names of all are quadratic in the depth
        name = _quote(name if name not in names and PLAIN.fullmatch(name) else "")
        names.add(name[1:-1])
        if node.player == TERMINAL:
            outcomes += 1
            lines.append(f't {name} {outcomes} "" {{ {_payoffs(node.payoff, tree.constant)} }}')
        elif node.player == CHANCE:
            chances[node.index] = len(chances) + 1
            written = _probabilities(node.probabilities)
            edges = " ".join(f"{_quote(_written(a))} {p}" for a, p in zip(node.actions, written, strict=True))
            lines.append(f'c {name} {chances[node.index]} "" {{ {edges} }} 0')
        else:
            infoset = tree.infosets[node.infoset]
            edges = " ".join(_quote(_written(a)) for a in node.actions)
            label = _quote(_name(infoset.key))
            lines.append(f"p {name} {node.player + 1} {numbers[node.infoset]} {label} {{ {edges} }} 0")
        stack.extend(tree.nodes[child] for child in reversed(node.children))
    return "\n".join(lines) + "\n"


def from_efg(text_or_path: str | Path) -> Tree:
    """Return the explicit tree of a two-player zero-sum game with perfect recall in Gambit's format.

    The argument is the text of the file, which starts with EFG 2 R, or its path. Where the payoffs of both players
    always come to the same sum, half of it is taken from each, and it is the tree's `constant`; payoffs of 1e-9 too
    much or too little are rounding (times the payoff, if that is above 1). Keys are the ones that `to_efg` has written.
    Of other files they are the name of the set and "", or player and number of the set and its name, where names are
    missing or shared. Actions of one name are numbered. The error for a file that does not fit says where.
    """
    if isinstance(text_or_path, str) and not os.path.isfile(text_or_path) and HEADER.match(text_or_path.lstrip(MARK)):
        text = text_or_path
    else:
        given = f"text_or_path={str(text_or_path)[:200]!r}"
        try:
            with open(Path(text_or_path), encoding="utf-8", newline="") as file:  # labels may hold any letters
                text = file.read()
        except UnicodeDecodeError:
            raise ValueError(f"{given}: the file is not text") from None
        except (OSError, TypeError, ValueError):
            takes = "it takes the text of an .efg file, which starts with EFG 2 R, or the path of one"
            raise ValueError(f"{given}: {takes}") from None
    try:
        tree = _Reader(text.removeprefix(MARK)).tree()
        _ = tree.parent_sequence  # refuses imperfect recall
    except (ValueError, OverflowError) as error:
        if str(error).startswith("text_or_path"):
            raise
        raise ValueError(f"text_or_path: {error}") from None
    return tree


def _quote(text):
    return '"' + text.replace('"', '\\"') + '"'


def _written(label):
    """Return a label as it is written, such that `_read` returns it again."""
    return label if PLAIN.fullmatch(label) and _read(label) == label else _json(label)


def _read(label):
    """Return the label that was written as this one."""
    parsed = _parsed(label) if label.startswith('"') else None
    return parsed if isinstance(parsed, str) and _written(parsed) == label else label


def _name(key):
    """Return the key of an information set as one text: what only its player knows, and what everybody knows."""
    if not all(isinstance(part, str) for part in key):
        raise ValueError(f"tree: information set {said(key)}: a file takes keys whose parts are texts")
    plain = KEY_SEPARATOR.join(key).strip()
    return plain if PLAIN.fullmatch(plain) and _key(plain) == key else _json(key)


def _key(name):
    """Return the key that was written as this name; any name is one."""
    parsed = _parsed(name) if name.startswith("[") else None
    if isinstance(parsed, list) and all(isinstance(part, str) for part in parsed) and _name(tuple(parsed)) == name:
        return tuple(parsed)
    private, _, public = f" {name} ".partition(KEY_SEPARATOR)
    return private.strip(), public.strip()


def _json(value):
    """Return a value in JSON, in ASCII without double blanks, and with no backslash before another or a quote."""
    plain = json.dumps(value).replace("\\\\", "\\u005c").replace('\\"', "\\u0022")
    return re.sub("(?<= ) |\x7f", lambda match: f"\\u{ord(match[0]):04x}", plain)


def _parsed(text):
    """Return what JSON says, None if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _payoffs(payoff, constant):
    """Write what both players get; Gambit does not read a plus sign in an exponent."""
    if not constant:
        return f"{payoff!r}, {-payoff!r}".replace("e+", "e")
    with localcontext(prec=1000):
        total = Decimal(repr(constant))
        first = Decimal(repr(payoff)) + total / 2
        return f"{first:f}, {total - first:f}"


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
                self.tokens.append(("text", quoted.replace('\\"', '"')))
            else:
                raise ValueError(f"text_or_path: not a complete .efg file: the quote {quoted[:SHOWN]!r} never ends")
        self.at = 0
        self.described, self.keys, self.names, self.terminals = {}, {}, set(), []

    def fail(self, wanted):
        """Raise the error of a file that does not read as it should."""
        token = self.tokens[self.at][1][:SHOWN] if self.at < len(self.tokens) else "the end"
        before = " ".join(value[:SHOWN] for _, value in self.tokens[max(0, self.at - 6) : self.at])
        raise ValueError(f"text_or_path: not a complete .efg file: expected {wanted} after {before!r}, found {token!r}")

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
        if value is None or abs(value) > 10**308:
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

    def tree(self):
        """Return the tree of the whole file."""
        self.take("word", "EFG")
        self.take("word", "2")
        if self.take("word") not in ("R", "D"):
            self.fail("R")
        self.take("text")
        players = self.braces(lambda: self.take("text"))
        if len(players) != 2:
            raise ValueError(f"text_or_path: the game has {len(players)} players; this takes games of two")
        if self.peek("text"):
            self.take("text")
        tree = Tree()
        open_nodes = [(None, None, (Fraction(0), Fraction(0)))]
        while open_nodes:
            parent, action, paid = open_nodes.pop()
            node, paid = self.node(tree, parent, action, paid)
            open_nodes.extend((node, a, paid) for a in reversed(node.actions))
            if len(open_nodes) > len(self.tokens) - self.at:  # a node takes several
                self.at = len(self.tokens)
                self.fail(f"{len(open_nodes)} more nodes")
        if self.at != len(self.tokens):
            self.fail("the end")
        self.settle(tree)
        return tree

    def settle(self, tree):
        """Say what each terminal pays: what player 0 gets in all, less half of what both always get."""
        least = min(self.terminals, key=lambda end: max(map(abs, end[1])))
        for constant in (Fraction(0), sum(least[1])):
            wrong = [
                (node, paid) for node, paid in self.terminals
                if abs(sum(paid) - constant) > TOLERANCE * max(1, *map(abs, paid))
            ]  # fmt: skip
            if not wrong:
                break
        else:
            one, other = (
                f"after {node.history} players get {float(paid[0])} and {float(paid[1])}, in all {float(sum(paid))}"
                for node, paid in (wrong[0], least)
            )
            raise ValueError(
                f"text_or_path: {one}, but {other}: this takes zero-sum games, or those in which both always get the "
                "same in all"
            )
        tree.constant = float(constant)
        for node, paid in self.terminals:
            node.payoff = float(paid[0] - constant / 2)

    def same(self, owner, what, value):
        """Return what describes a set or an outcome: `value`, the same as ever, or what it was if that is None."""
        if value is None:
            return self.described.get((owner, what))
        first = self.described.setdefault((owner, what), value)
        if first != value:
            raise ValueError(f"text_or_path: {owner} has {what} {_shown(value)}, but before it had {_shown(first)}")
        return value

    def node(self, tree, parent, action, paid):
        """Read one node, add it to the tree, return it and what the players have collected so far."""
        kind = self.take("word")
        if kind not in ("c", "p", "t"):
            self.at -= 1
            self.fail("c, p or t")
        self.take("text")
        if kind == "t":
            node = tree.add(parent, action, player=TERMINAL)
            self.terminals.append((node, self.outcome(paid)))
            return node, paid
        player = self.whole() - 1 if kind == "p" else CHANCE
        if kind == "p" and player not in (0, 1):
            raise ValueError(f"text_or_path: player {player + 1} moves; this takes games of two")
        number = self.whole()
        owner = f"chance set {number}" if kind == "c" else f"information set {number} of player {player + 1}"
        name = self.same(owner, "name", self.take("text") if self.peek("text") else None)
        edges = self.braces(self.chance if kind == "c" else self.label) if self.peek("mark") else None
        labels, chances = zip(*edges, strict=True) if edges else (None, None)
        labels = self.same(owner, "actions", labels)
        if not labels:
            self.fail("the actions in braces")
        paid = self.outcome(paid)
        if kind == "p":
            key = self.key(player, number, name or "")
            return tree.add(parent, action, player=player, actions=told_apart(labels), key=key), paid
        chances = self.same(owner, "probabilities", chances)
        if abs(sum(chances) - 1) > TOLERANCE:
            raise ValueError(f"text_or_path: chance probabilities sum to {float(sum(chances))}, not to 1")
        return tree.add(parent, action, player=CHANCE, actions=told_apart(labels), probabilities=chances), paid

    def label(self):
        """Return what an edge is called, with no probability."""
        return _read(self.take("text")), None

    def chance(self):
        """Return what an edge of chance is called, and its probability."""
        return _read(self.take("text")), self.number()

    def key(self, player, number, name):
        """Return the key of an information set: the one written by `to_efg`, or a name that is unique."""
        if (player, number) not in self.keys:
            key = _key(name)
            if not name or key in self.names:
                key = (f"Player {player + 1}, set {number}", name)
            while key in self.names:
                key = (key[0] + "'", name)
            self.names.add(key)
            self.keys[player, number] = key
        return self.keys[player, number]

    def outcome(self, paid):
        """Return what the players have collected with the outcome of this node."""
        number = self.whole()
        owner = f"outcome {number}"
        self.same(owner, "name", self.take("text") if self.peek("text") else None)
        payoffs = None
        if self.peek("mark"):
            if not number:
                self.fail("no payoffs of outcome 0, which stands for none,")
            payoffs = tuple(self.braces(self.number))
            if len(payoffs) != 2:
                raise ValueError(f"text_or_path: {owner} pays {_shown(payoffs)}: this takes zero-sum games of two")
        payoffs = self.same(owner, "payoffs", payoffs)
        if number and payoffs is None:
            self.fail(f"the payoffs of outcome {number}")
        return (paid[0] + payoffs[0], paid[1] + payoffs[1]) if number else paid


def _shown(value):
    """Return a name, labels or numbers as an error shows them."""
    items = [value] if isinstance(value, str) else value
    shown = " ".join(repr(item) if isinstance(item, str) else str(item) for item in items)
    return shown if len(shown) <= 5 * SHOWN else f"{shown[: 5 * SHOWN]}..."
