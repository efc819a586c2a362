"""How a page looks from outside: its description; where the site has an address also its picture, and a list."""

import re
from html import escape, unescape
from textwrap import wrap
from xml.sax.saxutils import escape as xml

from docutils import nodes
from matplotlib import pyplot as plt
from matplotlib.patches import Circle, FancyBboxPatch

ABOUT = "An interactive course on Counterfactual Regret Minimization, and the Python package behind it."
MOST = 200
"""Letters of a description."""
BLUE, ORANGE, PAPER, INK = "#0072B2", "#E69F00", "#FFFFFF", "#222222"


def meta(page, context, doctree, base):
    """Return what the head of a page says of it; `base` is the address of the site, "" where it has none."""
    title = unescape(re.sub("<[^>]*>", "", context.get("title", ""))) or "cfrlib"
    said = description(doctree) or f"{title}. {ABOUT}"
    tags = [("name", "description", said)]
    if base:
        url = f"{base}{page}.html"
        shared = {"title": title, "description": said, "type": "article", "url": url, "image": base + picture(page)}
        tags += [("property", f"og:{key}", value) for key, value in shared.items()]
    return "".join(f'<meta {kind}="{key}" content="{escape(value)}">\n' for kind, key, value in tags)


def description(doctree):
    """Return the beginning of a page's first text, whole sentences if they are short; "" where it has none."""
    for text in doctree.findall(nodes.paragraph) if doctree else []:
        said = re.sub(r"\^\{(\d+)\}", r"^\1", text.astext().replace("\\cdot", "·"))
        said = " ".join(said.split()).removeprefix("The question. ")
        if said and not any(isinstance(node, nodes.table | nodes.bullet_list) for node in _above(text)):
            if len(said) <= MOST:
                return said
            whole = said[:MOST].rpartition(". ")[0]
            return f"{whole}." if whole else said[:MOST].rpartition(" ")[0] + " ..."
    return ""


def _above(node):
    while node := node.parent:
        yield node


def picture(page):
    """Return where the picture of a page is: lessons and papers have their own, all others that of the front page."""
    return f"_static/faces/{page.replace('/', '-') if page.startswith('notebooks/') else 'index'}.png"


def write(folder, titles, base):
    """Write pictures, and the list of pages; `titles` are nodes by page, as Sphinx has them."""
    (folder / "_static" / "faces").mkdir(parents=True, exist_ok=True)
    for page, title in titles.items():
        if picture(page) != picture("index") or page == "index":
            _draw(folder / picture(page), title.astext())
    pages = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))
    listed = [page for page in pages if not page.startswith(("_static/", "404.", "search."))]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">']
    lines += [f"<url><loc>{xml(base + page)}</loc></url>" for page in listed]
    (folder / "sitemap.xml").write_text("\n".join([*lines, "</urlset>"]), encoding="utf-8")


def _draw(path, title):
    """Write the mark and a title, as large as those who show a link want it."""
    figure = plt.figure(figsize=(12, 6.3), facecolor=PAPER)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, 1200), ylim=(0, 630), aspect="equal")
    axes.axis("off")
    for x in (160, 280):
        axes.plot([220, x], [520, 370], color=BLUE, linewidth=6, zorder=0)
        axes.add_patch(Circle((x, 370), 26, color=PAPER, zorder=2))
    axes.add_patch(FancyBboxPatch((165, 365), 110, 10, boxstyle="round,pad=48", color=BLUE, zorder=1))
    axes.add_patch(Circle((220, 520), 26, color=ORANGE))
    axes.text(360, 400, "cfrlib", fontsize=44, color=BLUE, weight="bold", va="center")
    axes.text(105, 250, "\n".join(wrap(title, 32)[:3]), fontsize=46, color=INK, va="top", linespacing=1.25)
    figure.savefig(path, dpi=100)
    plt.close(figure)
