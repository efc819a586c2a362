"""Pictures one after another as one SVG that moves by itself: by CSS, and only where motion is welcome."""

import re
from itertools import groupby

PIECE, ATTRIBUTE, TEXT = re.compile(r"(?<=>)\s*(?=<)"), re.compile(r' ([\w-]+)="([^"]*)"'), re.compile("<text[^>]*>")
TIMES = 3
"""How often it goes from the first picture to the last one, before it rests there."""


def moving(frames, beat, rest):
    """Return SVGs as one: each stands for `beat` seconds, the last one for `rest` more.

    They differ in numbers that CSS can change, such as the width of a line, and in texts. Where nothing moves the last
    one is seen.
    """
    whole = len(frames) * beat + rest
    parts, frame, look = [], [], []

    def animated(name, steps, timing):
        each = "".join(f"{100 * k * beat / whole:.2f}%{{{how}}}" for k, how in steps)
        frame.append(f"@keyframes {name}{{{each}}}")
        look.append(f".{name}{{animation:{name} {whole:g}s {timing} {TIMES}}}")

    for n, pieces in enumerate(zip(*map(PIECE.split, frames), strict=True)):
        name, last = f"cfr-m{n}", pieces[-1]
        if TEXT.match(last) and len({TEXT.match(piece)[0] for piece in pieces}) == 1 < len(set(pieces)):
            start = 0
            for piece, same in groupby(pieces):
                end = start + len(list(same))
                shown = [(start, "opacity:1"), *[(end, "opacity:0")] * (end < len(pieces))]
                animated(f"{name}-{start}", [(0, "opacity:0")] * (start > 0) + shown, "step-end")
                hidden = "" if end == len(pieces) else ' opacity="0" aria-hidden="true"'
                parts.append(piece.replace("<text", f'<text class="{name}-{start}"{hidden}', 1))
                start = end
            continue
        values = [dict(ATTRIBUTE.findall(piece)) for piece in pieces]
        changed = [key for key in values[-1] if len({value[key] for value in values}) > 1]
        if changed:
            steps = [(k, ";".join(f"{key}:{value[key]}px" for key in changed)) for k, value in enumerate(values)]
            animated(name, [*steps, (whole / beat, steps[-1][1])], "linear")
            last = re.sub(r"^<(\w+)", rf'<\1 class="{name}"', last)
        parts.append(last)
    style = f"<style>{''.join(frame)}@media (prefers-reduced-motion:no-preference){{{''.join(look)}}}</style>"
    return "".join([parts[0], style, *parts[1:]])
