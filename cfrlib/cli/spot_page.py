"""``cfrlib spot``: a spot is solved, and reported in a short table and on a page that needs no other file."""

from html import escape

import cfrlib
from cfrlib._util.arguments import positive
from cfrlib._util.files import write_atomically
from cfrlib.game import CHANCE, Decision
from cfrlib.games.at_table import table_of

LEAST = 0.005
"""How often a decision is reached that is drawn, at least."""
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.45 system-ui, sans-serif; max-width: 82rem; margin: 2rem auto; padding: 0 1rem; }}
main > div {{ overflow-x: auto; }} p {{ overflow-wrap: anywhere; }} section {{ display: grid; gap: 2rem 1.5rem;
  grid-template-columns: repeat(auto-fit, minmax(min(36rem, 100%), 1fr)); }}
figure {{ margin: 0; overflow-x: auto; }} figure svg {{ display: block; width: 100%; min-width: 33rem; height: auto; }}
table {{ border-collapse: collapse; }} td, th {{ padding: .2rem .5rem; text-align: left; }}
td:nth-child(2) {{ white-space: nowrap; }} td:last-child {{ min-width: 9rem; }}
tr + tr {{ border-top: 1px solid color-mix(in srgb, CanvasText 25%, Canvas); }}
@media (prefers-color-scheme: dark) {{ svg {{ filter: invert(.93) hue-rotate(180deg); }} }}
</style>
<main><h1>{title}</h1>
{body}
</main></html>
"""


def report(chosen):
    """Solve the spot of a command line, print a table, and write the page; return the paths of what was written."""
    given = {name: getattr(chosen, name) for name in ("pot", "stack")}
    given |= {name: [_size(part) for part in getattr(chosen, name).split(",") if part] for name in ("bets", "raises")}
    game = cfrlib.games.spot(chosen.board, (chosen.first, chosen.second), **given)
    if chosen.rake:
        raked = cfrlib.solve_raked(game, chosen.rake, chosen.cap)
        profile, chips, known = raked.profile, raked.worth, f"{raked.label}; left to gain: "
        known += " and ".join(f"{100 * left / game.pot:.2f} % of the pot" for left in raked.incentives)
    else:
        solver = cfrlib.CFR.discounted(game)
        solver.run(until=positive("--until", chosen.until) * game.pot / 100, progress=True)
        profile, left = solver.average_strategy(), 100 * solver.exploitability() / game.pot
        value, known = cfrlib.expected_value(game, profile), f"exploitability {left:.2f} % of the pot"
        chips = [game.worth(value, player).chips for player in (0, 1)]
    title = f"{' '.join(game.shown)}, pot {game.pot:g}, stack {game.stack:g}"
    ranges = [f"Player {p + 1}, {('out of', 'in')[p]} position: {game.ranges[p]}. " for p in (0, 1)]
    worth = [f"On average {chips[p]:.4g} chips, {100 * chips[p] / game.pot:.1f} % of the pot." for p in (0, 1)]
    rows = list(_decisions(profile))
    print(title, *map("".join, zip(ranges, worth, strict=True)), f"Solution: {known}", sep="\n")
    wide = max(len(told) for _, told, *_ in rows)
    print(*(f"{told:{wide}}  {share:>7}  {acts}" for _, told, share, acts in rows), sep="\n")
    cells = "".join(f"<tr><td>{escape(told)}<td>{share}<td>{escape(acts)}" for _, told, share, acts in rows)
    head = "".join(f"<p>{escape(r)}<b>{w}</b></p>\n" for r, w in zip(ranges, worth, strict=True))
    grids = "".join(f"<figure>{cfrlib.draw.spot_grid(profile, after).svg}</figure>" for after, *_ in rows)
    body = f"{head}<p>Solution: {escape(known)}.</p>\n<div><table><tr><th>decision<th>how often<th>what is done{cells}"
    page = PAGE.format(
        title=escape(title), body=f"{body}</table></div>\n<h2>Hand by hand</h2><section>{grids}</section>"
    )
    texts = {chosen.out: page} | ({chosen.json: cfrlib.spot_to_json(profile)} if chosen.json else {})
    for path, text in texts.items():
        write_atomically(path, lambda file, text=text: file.write(text.encode("utf-8")))
    return list(texts)


def _size(text):
    """Return what a spot takes as a size, which it checks."""
    try:
        return float(text)
    except ValueError:
        return text.strip()


def _decisions(profile):
    """Yield (the betting before, in words, how often, what is done) for the decisions before a river card comes."""
    game = profile.game
    table, weights = table_of(game), game.weights(())

    def often(actions):
        first, second = cfrlib.reach(game, profile, actions)
        return first @ weights @ second

    for actions, node in game.action_sequences():
        if isinstance(node, Decision) and CHANCE not in actions and (total := often(actions)) >= LEAST:
            told = [table.phrase(actions[:k], action) for k, action in enumerate(actions)]
            does = {table.phrase(actions, a): often((*actions, a)) / total for a in node.actions}
            acts = "; ".join(f"{word}\u00a0{100 * share:.0f}\u00a0%" for word, share in does.items())
            words = f"Player {node.player + 1} {'after ' * bool(told)}{', '.join(told) or 'first'}"
            yield game.public_string(actions, ()), words, f"{100 * total:.1f} %", acts
