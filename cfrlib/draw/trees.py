"""The tree of a game: histories, information sets, and whatever an algorithm has to say about them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import hypot
from numbers import Integral

from cfrlib._util.arguments import listed, said, whole
from cfrlib.draw.parts import infosets as sets
from cfrlib.draw.parts.colors import CURRENT
from cfrlib.draw.parts.nodes import STACK, half_height, half_width, node, outline
from cfrlib.draw.parts.plan import EDGE, LINE, MARGIN, NOTE, Plan, legend
from cfrlib.draw.parts.skeleton import skeleton, stand_in
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, line, num, outlined, text
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.game import Game
from cfrlib.games import matrix
from cfrlib.tree import CHANCE, TERMINAL, Tree, unroll

WIDEST_NOTE = 1000
"""Characters beside a decision."""


@drawing
def tree(
    game_or_tree: Game | matrix | Tree,
    *,
    infosets: bool | str = True,
    join_deals: bool = True,
    folded: Collection[int] = (),
    profile: Mapping[tuple[str, str], Mapping[str, float]] | None = None,
    notes: Mapping[int, Collection[str]] | None = None,
    edge_notes: Mapping[int, str] | None = None,
    current: int | None = None,
    path: Collection[int] = (),
    highlight: Collection[int] = (),
    dim: Collection[int] = (),
    note_width: int = 0,
    standalone: bool = True,
    title: str | None = None,
    name: str | None = None,
) -> Picture:
    """Draw the tree of a small game.

    Parameters
    ----------
    game_or_tree : Game, matrix or Tree
        Histories and information sets are named by their index in ``cfrlib.tree.unroll(game)``.
    infosets : bool or "pointed"
        Draw the information sets: all of them, or only those that are highlighted or pointed at.
    join_deals : bool
        Draw the two private deals at the start as one chance node.
    folded : collection of int
        Histories whose subtrees are hidden; the number of hidden histories is shown.
    profile : Profile or dict, optional
        ``{key: {action: probability}}``: width and label of each edge show how likely it is.
    notes : dict of int to list of str, optional
        Small text beside a history (below a terminal), line by line.
    edge_notes : dict of int to str, optional
        Small text on the edge that leads to a history.
    current : int, optional
        The history that a walk has reached: it gets a ring and a marker.
    path : collection of int
        Histories that the walk has come through: they and the edges between them are drawn strongly.
    highlight : collection of int
        Information sets to outline strongly.
    dim : collection of int
        Histories to gray out, with the edges that lead to them.
    note_width : int
        Characters to keep free beside every decision, so that all frames of a walk share one layout.
    standalone : bool
        False: take background and text color from the page, for SVG inside a widget.
    title, name : str, optional
        A heading; the name of the file in `figures`.

    Returns
    -------
    Picture
        A notebook shows it; with a name it is in ``figures/NAME.svg``, too.

    Raises
    ------
    TypeError
        If `game_or_tree` is no game.
    ValueError
        If an index does not exist, the profile misses an information set, or the drawing would be too large.
        The message names the argument.

    Examples
    --------
    >>> import cfrlib
    >>> cfrlib.draw.tree(cfrlib.games.kuhn(), folded=[2])
    Game tree of kuhn: 1 chance node, 21 decisions in 12 information sets, 25 terminals, 8 more folded away.
    """
    every = _unrolled(game_or_tree)
    if not every.nodes:
        raise ValueError("game_or_tree: the tree has no nodes yet; grow it from the root with add")
    marked = () if current is None else [current]
    folded, path, dim, marked_current = (
        _indices(argument, given, len(every.nodes), "history")
        for argument, given in (("folded", folded), ("path", path), ("dim", dim), ("current", marked))
    )
    highlight = _indices("highlight", highlight, len(every.infosets), "information set")
    _check_notes("notes", notes, len(every.nodes))
    _check_notes("edge_notes", edge_notes, len(every.nodes))
    whole("note_width", note_width, 0, WIDEST_NOTE)

    drawn = skeleton(every, join_deals, folded)
    place = next((stand_in(every, drawn, n) for n in marked_current), None)
    path = {stand_in(every, drawn, n) for n in path}
    plan = Plan(every, drawn, infosets, profile, notes or {}, edge_notes or {}, note_width)
    ink = LIGHT if standalone else INLINE
    key, key_width, key_height = legend(plan, ink, place is not None)
    width = max(plan.width, key_width + 2 * MARGIN)
    middle, left = num((width - plan.width) / 2), num((width - key_width) / 2)
    edges, words = _edges(plan, ink, path | {place}, dim)  # words lie above the links between nodes
    layers = edges, _nodes(plan, ink, path, highlight, dim), words, _notes(plan, ink, dim), _marker(plan, ink, place)
    game, pointed = getattr(every.game, "name", None), infosets == "pointed"
    return composed(
        width,
        plan.height + key_height + 2,
        element("g", *layers, transform=f"translate({middle},0)"),
        element("g", key, class_="legend", transform=f"translate({left},{num(plan.height + 6)})"),
        called=f"Game tree of {game}" if game else "Game tree",
        desc=_description(plan, place),
        kind="cfr-tree cfr-pointed" if pointed else "cfr-tree",
        css=(sets.CSS if infosets else "") + (sets.POINTED if pointed else ""),
        standalone=standalone,
        title=title,
        name=name,
    )


def _unrolled(game_or_tree):
    """Return the tree, or say that this argument is none."""
    try:
        return unroll(game_or_tree)
    except (TypeError, ValueError) as error:
        raise type(error)(f"game_or_tree: {error}") from None


def _indices(argument, given, count, what):
    """Return the indices as a set of int, or say which does not exist."""
    given = listed(argument, given, "indices, a set or list of them", ordered=False)
    for index in given:
        if isinstance(index, bool) or not isinstance(index, Integral) or not 0 <= index < count:
            raise ValueError(f"{argument}: there is no {what} {said(index)}; the indices are 0 to {count - 1}")
    return {int(index) for index in given}


def _check_notes(argument, texts, count):
    """Raise ValueError unless `texts` is None, or a dict from histories to a text or a list of lines."""
    if not isinstance(texts, Mapping | None):
        raise ValueError(f"{argument}={said(texts)}: it takes a dict from histories (indices) to text")
    _indices(argument, texts or (), count, "history")
    for history, lines in (texts or {}).items():
        lines = [lines] if isinstance(lines, str) else lines
        if not isinstance(lines, tuple | list) or not all(isinstance(line, str) for line in lines):
            raise ValueError(f"{argument}: at {history} it has {said(lines)}; it takes a text, or a list of lines")


def _edges(plan, theme, path, dim):
    """Return the edges, and their texts."""
    lines, words = [], []
    for n, branch in plan.drawn.items():
        if branch.parent < 0:
            continue
        (x1, y1), (x2, y2), p = plan.xy[branch.parent], plan.xy[n], plan.weight[n]
        strong, faint = n in path and branch.parent in path, n in dim
        width = (1.0 if p is None else 0.7 + 4.3 * p) + (2.0 if strong else 0.0)
        opacity = 1.0 if strong else 0.6 if p is None else 0.3 + 0.7 * p
        look = {"stroke": theme.ink, "stroke_width": width, "opacity": 0.2 if faint else opacity}
        lines.append(element("path", d=line([(x1, y1), (x2, y2)]), **look))
        words += _edge_words(plan, theme, n, branch, 0.4 if faint else None)
    return element("g", *lines, class_="edges") + "\n", element("g", *words, class_="words")


def _edge_words(plan, theme, n, branch, opacity):
    """Yield the texts of an edge: beside it if it has one sibling, else upon it."""
    (x1, y1), (x2, y2), lines = plan.xy[branch.parent], plan.xy[n], plan.on_edge[n]
    # x where the edge crosses the row's middle; shift by label height and edge width, so that text clears the line
    y, slope = plan.middle[branch.row], (x2 - x1) / (y2 - y1)
    x, half = x1 + slope * (y - y1), LINE * (len(lines) - 1) / 2
    siblings, anchor = plan.drawn[branch.parent].children, "middle"
    if len(siblings) == 2:
        away = 5 + (half + 3) * abs(slope) + 2.5 * (plan.weight[n] or 0) * hypot(slope, 1)
        x, anchor = (x - away, "end") if n == siblings[0] else (x + away, "start")
    style = {"fill": theme.ink, "text_anchor": anchor, "opacity": opacity} | outlined(theme.paper)
    for k, words in enumerate(lines):
        yield text(x, y - half + LINE * k, words, NOTE if k else EDGE, **style)


def _nodes(plan, theme, path, highlight, dim):
    """Return all nodes; those of an information set together, in one group that can get the focus."""

    def drawn_node(n):
        player, hidden = plan.drawn[n].node.player, plan.drawn[n].hidden
        shape = node(player, *plan.xy[n], plan.labels[n], theme.ink, hidden, n in path)
        name, seen = plan.tree.label(plan.drawn[n].node) or "the start", str(plan.labels[n])
        called = {"role": "img", "aria_label": name if seen in name else f"{name}, {seen}"}
        faint = {"opacity": 0.3 if n in dim else None}
        return element("g", shape, class_="node", data_node=n, **({} if theme is LIGHT else called), **faint)

    groups = []
    for I, members in plan.members.items():
        inside = [drawn_node(n) for n in members]
        if not plan.infosets:
            groups += inside
            continue
        marked = I in highlight
        kind = f"infoset{' single' if len(members) == 1 else ''}{' marked' if marked else ''}"
        spoken = sets.spoken(plan.tree, plan.tree.infosets[I], members)
        attributes = {"class_": kind, "tabindex": 0, "role": "button", "aria_label": spoken}
        groups.append(element("g", sets.marks(plan, I, marked), *inside, data_infoset=I, **attributes))
    groups += (drawn_node(n) for n, branch in plan.drawn.items() if branch.node.infoset < 0)
    return "\n".join(groups) + "\n"


def _notes(plan, theme, dim):
    """Return the small texts beside the nodes."""
    words = []
    for n, lines in plan.beside.items():
        (x, y), branch = plan.xy[n], plan.drawn[n]
        if branch.is_leaf:
            y, anchor = y + half_height(TERMINAL) + LINE / 2 + 3, "middle"
        else:
            x += half_width(branch.shape, plan.labels[n]) + (2 * STACK if branch.hidden else 0) + 8
            y, anchor = y - LINE * (len(lines) - 1) / 2, "start"
        style = {"fill": theme.ink, "text_anchor": anchor, "opacity": 0.4 if n in dim else None}
        style |= outlined(theme.paper)
        words += (text(x, y + LINE * k, content, NOTE, **style) for k, content in enumerate(lines))
    return element("g", *words, class_="notes") if words else ""


def _marker(plan, theme, place):
    """Return the ring around the current history and the triangle that points at it."""
    if place is None:
        return ""
    (x, y), shape = plan.xy[place], plan.drawn[place].shape
    ring = outline(shape, x, y, plan.labels[place], 3.5, fill="none", stroke=CURRENT, stroke_width=3.5)
    d = f"M{num(x)},{num(y - half_height(shape) - 7)}l-7,-11h14Z"
    arrow = element("path", d=d, fill=CURRENT, stroke=theme.paper, stroke_width=1.0)
    return element("g", ring, arrow, class_="current", data_node=place)


def _description(plan, place):
    """Return one sentence that describes the picture."""
    players = [branch.node.player for branch in plan.drawn.values()]
    decisions, hidden = sum(p >= 0 for p in players), sum(branch.hidden for branch in plan.drawn.values())
    within = f" in {_count(len(plan.members), 'information set')}" if plan.infosets else ""
    counts = {"chance node": players.count(CHANCE), "decision": decisions, "terminal": players.count(TERMINAL)}
    parts = [_count(n, noun) + (within if noun == "decision" else "") for noun, n in counts.items() if n]
    parts += [f"{hidden:,} more folded away"] if hidden else []
    walk = "" if place is None else f"; the walk is at {plan.tree.label(plan.tree.nodes[place]) or 'the root'}"
    return ", ".join(parts) + walk + "."


def _count(number, noun):
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
