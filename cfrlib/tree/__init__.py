"""The explicit tree of a small game: every history, every information set.

`unroll` derives it from a game; `from_openspiel` and `from_efg` read it from elsewhere; `to_efg` writes it for Gambit,
`to_json` for anybody, and `from_json` reads that.
"""

from cfrlib.tree.as_json import from_json, to_json
from cfrlib.tree.efg import from_efg, to_efg
from cfrlib.tree.explicit import CHANCE, TERMINAL, InfoSet, Node, Tree
from cfrlib.tree.openspiel import from_openspiel
from cfrlib.tree.unroll import unroll

__all__ = [
    "CHANCE", "TERMINAL", "InfoSet", "Node", "Tree", "from_efg", "from_json", "from_openspiel", "to_efg", "to_json",
    "unroll",
]  # fmt: skip
