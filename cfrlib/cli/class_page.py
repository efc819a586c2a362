"""A class at a glance, as a page that needs no other file: bars of verdicts, known slips, what was predicted."""

import re
from html import escape
from itertools import zip_longest

import pandas as pd

from cfrlib.widgets.parts import questions

COLUMNS = ["student", "lesson", "exercise", "verdict", "slip"]
ANSWERED = ["student", "lesson", "question", "choice", "right"]
COLORS = {
    "right": "#009E73", "slip": "#E69F00", "wrong": "#D55E00", "error": "#CC79A7", "too long": "#56B4E9",
    "not tried": "#BBBBBB",
}  # fmt: skip
VOTES = re.compile(r"^## Lesson (\d\d)(?:(?!^## ).)*?\*\*Votes:\*\*((?:(?!\*\*|\n\n).)*)", re.M | re.S)
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
h3 {{ margin: 1.4rem 0 .3rem; }} ul {{ margin: .2rem 0; }}
div {{ display: flex; flex-flow: wrap; overflow-x: auto; gap: 2px; }}
span {{ color: #111; min-width: max-content; padding: 0 .3rem; border-radius: 3px; }}
table {{ border-collapse: collapse; }} td, th {{ padding: .2rem .5rem; text-align: left; font-weight: normal; }}
th {{ min-width: 15rem; }} td {{ white-space: nowrap; }}
tr + tr {{ border-top: 1px solid color-mix(in srgb, CanvasText 25%, Canvas); }}
</style>
<main><h1>{title}</h1>
{body}
</main></html>
"""


def every(path):
    """Return all questions of a file, [] of none."""
    return [one for part in questions.read(path).values() for one in part] if path else []


def page(title, rows, answers, own, teaching):
    """Return the page of a class: of rows as the files have them, questions of the teacher's `own`, expected votes."""
    rows, answers, body = pd.DataFrame(rows, columns=COLUMNS), pd.DataFrame(answers, columns=ANSWERED), []
    votes = {number: re.findall(r"\d+(?:/\d+)+", said) for number, said in VOTES.findall(teaching)}
    for lesson in sorted({*rows.lesson, *answers.lesson}):
        body.append(f"<h2>{escape(lesson)}</h2>")
        for exercise, group in rows[rows.lesson == lesson].groupby("exercise", sort=False):
            many, slips = group.verdict.value_counts(), group.slip[group.verdict == "slip"].value_counts()
            kinds = [(kind, many[kind], color) for kind, color in COLORS.items() if kind in many]
            bar = (f'<span style="flex:{n};background:{color}">{n} {kind}</span>' for kind, n, color in kinds)
            told = (f"<li><b>{n} ×</b> {escape(words)}</li>" for words, n in slips.items())
            body.append(f"<h3>{escape(exercise or 'No such lesson')}</h3><div>{''.join(bar)}</div>")
            body.append(f"<ul>{''.join(told)}</ul>")
        chosen = answers[answers.lesson == lesson]
        body += [] if chosen.empty else [_predicted(lesson, chosen, own, votes.get(lesson[:2], []))]
    return PAGE.format(title=escape(title), body="\n".join(body))


def _predicted(lesson, answers, own, votes):
    """Return a table of questions: how many percent chose each letter, and in brackets the votes that are expected."""
    lines = ["<h3>Predictions</h3><p>How many answered; percent (what the teacher's page expects).</p><div><table>"]
    ours = every(questions.path_of(lesson[3:]))
    for one, vote in zip_longest([*ours, *own], votes[: len(ours)], fillvalue=""):
        chosen, expected = list(answers.choice[answers.question == one.key]), vote.split("/") if vote else ()
        cells = f"<tr><th>{escape(one.ask)}</th><td>{len(chosen)}</td>"
        for letter, wanted in zip_longest(one.letters, expected, fillvalue=""):
            share = f"{letter} {chosen.count(letter) / max(len(chosen), 1):.0%}" + f" ({wanted})" * bool(wanted)
            cells += f"<td>{share}{' ✓' * (letter == one.right)}</td>"
        lines += [f"{cells}</tr>"] * bool(chosen)
    return "\n".join([*lines, "</table></div>"])
