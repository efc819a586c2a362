"""A question and its choices: as markup for the page, where one can be chosen, and as a picture for who has no kernel.

The picture never shows an answer, and the markup only when it is locked: what is not to be seen is not sent.
"""

from html import escape

from cfrlib.draw.parts.svg import LIGHT, document, element, text, text_width
from cfrlib.draw.picture import Picture

WIDTH, EDGE, INDENT = 760.0, 18.0, 46.0
ASK, CHOICE, NOTE = 17, 16, 14
"""Sizes of texts."""
LATER = "In a live notebook you choose an answer, lock it in, and then see why it is right or not."


def markup(question, heading, chosen, locked):
    """Return the question as HTML: a group of radio buttons, with marks when the answer is locked."""
    radios = "".join(_radio(question, letter, letter == chosen, locked) for letter in question.letters)
    group = f'<div role="radiogroup" aria-label="{escape(question.ask)}">{radios}</div>'
    return f'<div class="cfr-title">{escape(heading)}</div><p class="cfr-ask">{escape(question.ask)}</p>{group}'


def _radio(question, letter, chosen, locked):
    choice, mark = question[letter], ""
    if locked and (choice.right or (chosen and not question.open)):
        mark = "✓ right" if choice.right else "✗ not right"
    elif locked and chosen:
        mark = "your answer"
    look = f"cfr-choice{' cfr-right' if locked and choice.right else ''}"
    states = f'aria-checked="{str(chosen).lower()}"' + (' aria-disabled="true"' if locked else "")
    return (
        f'<div class="{look}" role="radio" {states} tabindex="-1" data-node="{letter}"><b>{letter}</b> '
        f"<span>{escape(choice.text)}</span>{f' <em>{mark}</em>' if mark else ''}</div>"
    )


def explanation(question, chosen):
    """Return [(verdict, why), ...]: of the answer that was chosen, then of the right one, or of all others if open."""
    said = []
    for letter in dict.fromkeys((chosen, *question.letters)):
        choice = question[letter]
        verdict = f"You chose {letter}." if letter == chosen else f"Those who choose {letter} say:"
        if not question.open:
            verdict = f"✓ {letter} is right." if choice.right else f"✗ {letter} is not right."
        if question.open or choice.right or letter == chosen:
            said.append((verdict, choice.why))
    return said


def words(question, heading):
    """Return the question with its choices as a text."""
    choices = " ".join(f"{letter}: {question[letter].text.rstrip('.')}." for letter in question.letters)
    return f"{heading}: {question.ask} {choices}"


def picture(asked):
    """Return the picture of questions below one another, given as (heading, question); it has no answers."""
    parts, y = [], EDGE
    for heading, question in asked:
        y = _write(parts, heading, y, NOTE, EDGE, font_weight="bold")
        y = _write(parts, question.ask, y, ASK, EDGE) + 4
        for letter in question.letters:
            middle = y + 0.75 * CHOICE
            ring = {"r": 12.0, "fill": "none", "stroke": LIGHT.ink, "stroke_width": 1.4}
            parts.append(element("circle", cx=EDGE + 13, cy=middle, **ring))
            parts.append(text(EDGE + 13, middle, letter, NOTE, fill=LIGHT.ink))
            y = _write(parts, question[letter].text, y, CHOICE, INDENT + EDGE - 8) + 8
        y += 10
    y = _write(parts, LATER, y, NOTE, EDGE, font_style="italic")
    desc = " ".join(words(question, heading) for heading, question in asked)
    svg = document(WIDTH, y + 6, *parts, title=asked[0][0], desc=desc, kind="cfr-asked")
    return Picture(svg, desc)


def _write(parts, content, y, size, left, **look):
    """Add a text that starts at height `y`, in lines that fit; return the height where it ends."""
    lines = [""]
    for word in content.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > WIDTH - EDGE - left:
            lines.append(word)
        else:
            lines[-1] = longer
    for line in lines:
        parts.append(text(left, y + 0.75 * size, line, size, text_anchor="start", fill=LIGHT.ink, **look))
        y += 1.5 * size
    return y
