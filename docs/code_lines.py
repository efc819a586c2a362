"""Lines of code that wrap with their indents, as many are longer than a page is wide."""

import re

OUTPUT = "myst"
"""Of the class of what a cell has printed: its columns scroll."""
BLOCK = re.compile(rf'(<div class="highlight-(?!{OUTPUT})[^>]*><div class="highlight"><pre>)(.*?)\n?</pre>', re.S)
TAG, COMMENT = re.compile(r"<[^>]*>|&(#?\w+);"), re.compile(r'<span class="c1">')
"""What of a line is no letter, or one letter; the beginning of a comment."""
FARTHEST = 72
"""Letters of code before a comment under whose beginning it goes on."""


def wrapping(html):
    """Return a page with each line of its code in an element that says how far in it goes on."""
    return BLOCK.sub(lambda block: block[1] + "".join(map(_line, block[2].split("\n"))) + "</pre>", html)


def _line(line):
    """Return a line of code as an element: it goes on four letters in, or below the comment that it ends with."""
    text = _letters(line)
    indent = len(text) - len(text.lstrip()) + 4
    comment = COMMENT.search(line)
    column = len(_letters(line[: comment.start()])) + 2 if comment else 0
    below = f";--comment:{column}ch" if indent < column <= FARTHEST else ""
    return f'<span class="cfr-line" style="--indent:{indent}ch{below}">{line}\n</span>'


def _letters(line):
    """Return what is seen of a highlighted line, each entity as one letter."""
    return TAG.sub(lambda tag: "." if tag[1] else "", line)
