"""Is every link of the site to a page, an anchor or a file that is there, and does none load anything from elsewhere?

python docs/links.py FOLDER
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LARGEST = 2_000_000
"""Bytes of a page."""


class Page(HTMLParser):
    """The anchors of a page, and its links: (where to, whether the browser loads it unasked)."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links = set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        loads = tag not in ("a", "base") and not (tag == "link" and given.get("rel") not in ("stylesheet", "preload"))
        self.links += [(given[name], loads) for name in ("href", "src") if given.get(name)]


def problems(folder):
    """Yield what is wrong, each time a sentence."""
    pages = {path.resolve(): Page(path) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        where = path.relative_to(folder.resolve())
        if path.stat().st_size > LARGEST:
            yield f"{where}: {path.stat().st_size:,} bytes"
        for link, loads in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if loads and parts.scheme != "data":
                    yield f"{where}: loads {link}"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{where}: {link} is not there"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{where}: {link} has no such anchor"


if __name__ == "__main__":
    wrong = list(dict.fromkeys(problems(Path(sys.argv[1]))))
    print("\n".join(wrong) or "All links lead somewhere.")
    sys.exit(bool(wrong))
