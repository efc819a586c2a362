"""Which information set of OpenSpiel's is which of ours."""

from cfrlib.tree import CHANCE


def parallel_names(tree, root):
    """Return {our key: (OpenSpiel's name, legal actions)} by walking our tree and their states side by side."""
    names, open_pairs = {}, [(tree.root, root)]
    while open_pairs:
        node, state = open_pairs.pop()
        if state.is_terminal():
            continue
        if node.player != CHANCE:
            names[tree.infosets[node.infoset].key] = state.information_state_string(), state.legal_actions()
        moves = state.legal_actions()
        open_pairs += [(tree.nodes[c], state.child(m)) for c, m in zip(node.children, moves, strict=True)]
    return names
