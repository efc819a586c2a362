"""``cfrlib spot``: a spot is solved, and reported in a short table and on a page that needs no other file."""

from html import escape

import cfrlib
from cfrlib._util.arguments import positive
from cfrlib._util.files import write_atomically
from cfrlib.game import CHANCE, Decision

LEAST = 0.005
"""How often a decision is reached that is reported, at least."""
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.45 system-ui, sans-serif; max-width: 82rem; margin: 2rem auto; padding: 0 1rem; }}
p {{ overflow-wrap: anywhere; }} td, th {{ padding: .2rem .5rem; text-align: left; }}
table {{ border-collapse: collapse; }} td:first-child {{ white-space: nowrap; }}
tr + tr {{ border-top: 1px solid color-mix(in srgb, CanvasText 25%, Canvas); }}
section {{ display: grid; gap: 2rem 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(36rem, 100%), 1fr)); }}
figure {{ margin: 0; overflow-x: auto; }} figure svg {{ display: block; width: 100%; min-width: 33rem; height: auto; }}
@media (prefers-color-scheme: dark) {{ svg {{ filter: invert(.93) hue-rotate(180deg); }} }}
</style>
<main><h1>{title}</h1>
{head}
<table><tr><th>how often<th>decision<th>what is done{rows}</table>
<h2>Hand by hand</h2><section>{grids}</section>
</main></html>
"""


def report(chosen):
    """Solve the spot of a command line, print a table, write the page, and, if asked for, the whole solution."""
    if chosen.rake and chosen.json:
        raise ValueError(f"argument --json={chosen.json!r}: a file knows of no rake; it goes without --rake")
    sizes = {name: list(map(_size, filter(None, getattr(chosen, name).split(",")))) for name in ("bets", "raises")}
    game = cfrlib.games.spot(chosen.board, (chosen.first, chosen.second), chosen.pot, chosen.stack, **sizes)
    if chosen.rake:
        profile, worth, left, known, _ = cfrlib.solve_raked(game, chosen.rake, chosen.cap)
        known += "; left to gain: " + " and ".join(f"{100 * chips / game.pot:.2f} % of the pot" for chips in left)
    else:
        solver = cfrlib.CFR.discounted(game)
        solver.run(until=positive("--until", chosen.until) * game.pot / 100, progress=True)
        profile, known = solver.average_strategy(), f"{100 * solver.exploitability() / game.pot:.2f} % of the pot"
        value, known = cfrlib.expected_value(game, profile), f"exploitability {known}"
        worth = [game.worth(value, player).chips for player in (0, 1)]
    title, head = f"{' '.join(game.shown)}, pot {game.pot:g}, stack {game.stack:g}", []
    for player, chips in enumerate(worth):
        won = f"{chips:.4g} chips on average, {100 * chips / game.pot:.1f} % of the pot"
        head.append(f"Player {player + 1}, {('out of', 'in')[player]} position, {game.ranges[player]}: {won}")
    head, rows = [*head, f"Solution: {known}"], list(_decisions(profile))
    print(title, *head, *(f"{often:>7}  {told}: {does}" for often, told, does, _ in rows), sep="\n")
    parts = {
        "title": escape(title), "head": "\n".join(f"<p>{escape(line)}.</p>" for line in head),
        "rows": "".join(f"\n<tr><td>{often}<td>{told}<td>{does}" for often, told, does, _ in rows),
        "grids": "\n".join(f"<figure>{svg}</figure>" for *_, svg in rows),
    }  # fmt: skip
    for path, write in (chosen.out, lambda: PAGE.format(**parts)), (chosen.json, lambda: cfrlib.spot_to_json(profile)):
        if path:
            text = write().encode("utf-8")
            write_atomically(path, lambda file, text=text: file.write(text))
            print("Written:", path)


def _size(text):
    try:
        return float(text)
    except ValueError:  # "50%", "all-in", or what a spot refuses
        return text.strip()


def _decisions(profile):
    """Yield (how often, the betting before, what is done, a drawing) of the decisions before a river card comes."""
    game, weights = profile.game, profile.game.weights(())
    for actions, node in game.action_sequences():
        if isinstance(node, Decision) and CHANCE not in actions:
            first, second = cfrlib.reach(game, profile, actions)
            if (often := first @ weights @ second) >= LEAST:
                picture = cfrlib.draw.spot_grid(profile, game.public_string(actions, ()))
                _, told, does = picture.text.split(": ")
                player, _, _, *after = told.split(", ")  # position and board are at the top
                yield f"{100 * often:.1f} %", ", ".join([player, *after]), does, picture.svg
