"""The front page: what moves by itself, what asks to be pressed, and four doors, each with a computed number."""

from cards import squares, thumbnail
from what_held_up import ledger

import build
from cfrlib import CFR, games, tree, widgets
from cfrlib.widgets.parts.recorder import live

AROUND = 282
"""Pixels of height that the first screen needs beside the tree."""
ACROSS = 32
"""How many squares stand in a row."""
PICTURES = "two_deals", "leduc_first_chart", "spot_after"
"""On the doors."""


def watch():
    """Return *watch it learn*, which plays by itself when it comes into sight."""
    shown = widgets.learning(tree=True)
    shown.starts, shown.canvas.around = "playing_button", AROUND
    return live(shown, shown.picture().svg)


def beat():
    """Return a table at which one plays against what a thousand iterations have learned."""
    solver = CFR(games.kuhn())
    solver.run(1000)
    table = widgets.play(solver.game, solver.average_strategy())
    table.recorded = 0
    return live(table)


def stepper():
    """Return the stepper on one deal."""
    deal = tree.unroll(games.kuhn()).given("Q", "K")
    return live(widgets.stepper(deal, updates="simultaneous", iterations=3))


def card(href, picture, title, number, counts, text):
    """Return a card, a link, as a paragraph: a picture, a title, a number, what it counts, a text."""
    words = f"<strong>{title}</strong> <b>{number} <small>{counts}</small></b> <span>{text}</span>"
    return f'<a class="cfr-card" href="{href}">{picture} {words}</a>'


def doors():
    """Return the four doors."""
    lessons, statements = build.lessons(), ledger()
    minutes = sum(one.minutes for one in lessons)
    files = build.ROOMS.glob("*/questions.toml")
    questions = sum(file.read_text("utf-8").count("[[question]]") for file in files)
    large = games.bluff(dice=(2, 2)).num_infosets
    cards = (
        card("notebooks/00_start_here.html", thumbnail(PICTURES[0]), "Learn it",
             f"{len(lessons)} lessons", f"from {lessons[0].minutes} minutes that need nothing",
             f"Each asks first, and answers when you have guessed. With all exercises, {minutes / 60:.0f} hours."),
        card("docs/teaching.html", thumbnail(PICTURES[1]), "Teach it",
             f"{questions} questions", "to vote on",
             "For 90 minutes or a term: what to draw, what to ask, how to grade, exams."),
        card("papers.html", squares(statements.verdict, ACROSS), "Check the papers", f"{len(statements)} statements",
             f"tried, {(statements.verdict == 'refuted').sum()} refuted",
             "Figure by figure: ours beside theirs, and a verdict by one rule."),
        card("docs/package.html", thumbnail(PICTURES[2]), "Use it",
             f"{large / 1e6:.0f} million", "decisions to learn (information sets), on a laptop",
             "Games, solvers, pictures and widgets, as a Python package."),
    )  # fmt: skip
    return "\n\n".join(['<div class="cfr-cards">', *cards, "</div>"])
