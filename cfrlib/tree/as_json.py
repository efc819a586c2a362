"""Explicit trees as JSON, with every digit: for programs that do not read Gambit's files, and for trees that these
change (`to_efg` moves probabilities by up to 1e-15)."""

from __future__ import annotations

import json
from pathlib import Path

from cfrlib._util.arguments import said, typed, whole
from cfrlib._util.files import json_from
from cfrlib.tree.checks import complete
from cfrlib.tree.explicit import CHANCE, TERMINAL, Tree

FORMAT = "cfrlib tree 1"
KINDS = {CHANCE: "chance", TERMINAL: "terminal", 0: 0, 1: 1}


def to_json(tree: Tree) -> str:
    """Return a tree as JSON, from which `from_json` reads the same tree.

    It is an object with ``format``, the tree's ``unit``, ``separator`` and ``constant``, and ``nodes``, a list in which
    parents come first. A node has its ``player``, 0, 1, "chance" or "terminal"; but for the root its ``parent``, a
    place in the list, and the ``action`` that leads to it; and what such a node has: ``actions``, the ``key`` of an
    information set, ``probabilities`` of chance, the ``payoff`` to player 0. A tree in which an action leads nowhere,
    or whose keys have parts that are no texts, is refused.
    """
    nodes = []
    for node in complete(typed("tree", tree, Tree, "a Tree, such as cfrlib.tree.unroll returns"), "tree").nodes:
        said_of_it = {"player": KINDS[node.player]}
        if node.parent >= 0:
            said_of_it |= {"parent": node.parent, "action": node.action}
        if node.player == TERMINAL:
            said_of_it["payoff"] = node.payoff
        else:
            said_of_it["actions"] = node.actions
        if node.player == CHANCE:
            said_of_it["probabilities"] = node.probabilities
        elif node.player >= 0:
            said_of_it["key"] = key = tree.infosets[node.infoset].key
            if not all(isinstance(part, str) for part in key):
                raise ValueError(f"tree: information set {said(key)}: JSON takes keys whose parts are texts")
        nodes.append(json.dumps(said_of_it))
    head = {"format": FORMAT, "unit": tree.unit, "separator": tree.separator, "constant": tree.constant}
    return f'{json.dumps(head)[:-1]}, "nodes": [\n' + ",\n".join(nodes) + "\n]}\n"


def from_json(text_or_path: str | Path) -> Tree:
    """Return the tree that `to_json` wrote, with the same numbers to the last bit, from the text or a file's path."""

    def grown(read):
        tree, kinds = Tree(None, read["unit"], read["separator"], read["constant"]), {v: k for k, v in KINDS.items()}
        for node in read["nodes"]:
            parts = {name: node[name] for name in ("actions", "probabilities", "payoff") if name in node}
            key = tuple(node["key"]) if "key" in node else None
            above = tree.nodes[whole("parent", node["parent"], 0, len(tree.nodes) - 1)] if "parent" in node else None
            tree.add(above, node.get("action"), player=kinds[node["player"]], key=key, **parts)
        return complete(tree, "nodes")

    return json_from(text_or_path, FORMAT, grown)
