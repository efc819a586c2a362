"""The text beside the stepper's tree: what happens, the tables, and a formula for every number."""

from html import escape

from cfrlib.widgets.parts.numbers import history, short

COLUMNS = (
    ("regret", "R", "regret in total", "regret of all iterations, added up"),
    ("immediate", "r", "in this iteration", "regret that this iteration has added so far"),
    ("strategy", "σ", "strategy", "current strategy: in proportion to the positive R when it was made"),
    ("sum", "S", "strategy sum", "strategies of all iterations, weighted by the player's and chance's reach"),
    ("average", "σ̄", "average", "average strategy: in proportion to S"),
)
"""The columns: the attribute of a `Table`, symbol, name, explanation."""

CHANGES = {"regret": ("regret", "immediate", "sum", "average"), "strategy": ("strategy",)}
"""Which columns a step of each kind changes."""


def rows(moment, infoset):
    """Return the table of an information set as a list with a dict for each action."""
    table = moment.table(infoset.index)
    columns = {name: getattr(table, name) for name, *_ in COLUMNS}
    return [
        {"infoset": infoset.key, "action": action}
        | {name: None if column is None else float(column[a]) for name, column in columns.items()}
        for a, action in enumerate(infoset.actions)
    ]


def where(moment):
    """Return which iteration and step this is."""
    if moment.step is None:
        return "Before iteration 1"
    n = moment.recording.per_iteration
    return f"Iteration {moment.iteration}, step {moment.position - (moment.iteration - 1) * n} of {n}"


def says(moment, text, size=1):
    """Return the line above the tree: where we are, and what happens."""
    who = "" if moment.step is None else f" cfr-p{moment.step.player + 1}"
    inside = f"<small>{where(moment)}</small><p>{escape(text)}</p>"
    return f'<div class="cfr-says{who}" style="font-size:{size}em">{inside}</div>'


def table_html(moment, infosets, hidden, marked):
    """Return the tables of some information sets: "?" where the `hidden` step changes them, `marked` stands out."""
    head = "".join(f'<th scope="col" title="{escape(meaning)}">{symbol}</th>' for _, symbol, _, meaning in COLUMNS)
    body = []
    for I in infosets:
        covered = CHANGES.get(hidden.kind, ()) if hidden is not None and hidden.infoset == I.index else ()
        name = f'<span class="cfr-p{I.player + 1}">{escape(I.name)}</span>'
        first = f'<th scope="rowgroup" rowspan="{len(I.actions)}">{name}</th>'
        body.append('<tbody class="cfr-here">' if I.index == marked else "<tbody>")
        for row in rows(moment, I):
            texts = ["?" if key in covered else "–" if row[key] is None else short(row[key]) for key, *_ in COLUMNS]
            cells = "".join(f"<td>{text}</td>" for text in texts)
            body.append(f'<tr>{first}<th scope="row">{escape(row["action"])}</th>{cells}</tr>')
            first = ""
        body.append("</tbody>")
    return (
        '<table class="cfr-table cfr-steps"><thead><tr><th scope="col">set</th><th scope="col">action</th>'
        f"{head}</tr></thead>{''.join(body)}</table>"
        f'<p class="cfr-key"><small>{" · ".join(f"{symbol} {short}" for _, symbol, short, _ in COLUMNS)}</small></p>'
    )


def formula_html(formula):
    """Return a formula with its result in bold; long ones break before an equals sign."""
    name, symbols, filled, equals, result = (escape(part) for part in formula.parts)
    pieces = [f'<span class="cfr-name">{name}</span>']
    pieces += [f'<span class="cfr-rule">= {symbols}</span>'] if symbols else []
    pieces += [f"<span>= {filled}</span>"] if filled else []
    return f"<li>{' '.join(pieces)} <span>{equals} <b>{result}</b></span></li>"


def formulas_html(title, formulas):
    """Return formulas, if there are any, under a title."""
    items = f'<ul class="cfr-formulas">{"".join(map(formula_html, formulas))}</ul>' if formulas else ""
    return f'<p class="cfr-title">{escape(title)}</p>{items}'


def title_of(moment, selected):
    """Return what stands above the formulas of what is looked at."""
    tree, (kind, index) = moment.tree, selected
    if kind == "infoset":
        I = tree.infosets[index]
        among = ", ".join(history(tree, tree.nodes[n]) for n in I.nodes)
        return f"Information set {I.name} of Player {I.player + 1} (histories {among})"
    if index not in moment.visits:
        return f"History {history(tree, tree.nodes[index])}: the walk has not been there yet"
    return f"History h = {history(tree, tree.nodes[index])}"


def numbers_html(moment, hidden, of_step, selected, of_selected, everything, size=1):
    """Return all below the words: tables, formulas of the step, formulas of what is looked at."""
    tree, step = moment.tree, hidden or moment.step
    marked = step.infoset if step is not None else -1
    if selected is not None:
        kind, index = selected
        marked = index if kind == "infoset" else tree.nodes[index].infoset
    shown = tree.infosets if everything else [I for I in tree.infosets if I.index == marked]
    walker = f"Player {moment.walker + 1}"
    on_tree = f"On the tree: π reach of Player 1 · Player 2 · chance, u payoff or expectation to {walker}, r regrets"
    tables = table_html(moment, shown, hidden, marked) if shown else ""
    parts = [f'{tables}<p class="cfr-key"><small>{on_tree}</small></p>']
    if of_step:
        node = tree.nodes[step.node] if step.node >= 0 else None
        parts.append(formulas_html("This step" + (f", h = {history(tree, node)}" if node else ""), of_step))
    if selected is not None:
        parts.append(formulas_html(title_of(moment, selected), of_selected))
    inside = "".join(f"<div>{part}</div>" for part in parts)
    return f'<div class="cfr-numbers" style="font-size:{size}em">{inside}</div>'
