"""How Sphinx makes the site from what `pages.py` has laid out."""

import os
import sys
from pathlib import Path

from docutils import nodes
from math_core import LatexToMathML

import cfrlib

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS))
import code_lines  # noqa: E402
import faces  # noqa: E402

for name in ("draw", "widgets", "exercises", "experiments"):  # names that are loaded when they are first used
    sys.modules[f"cfrlib.{name}"] = getattr(cfrlib, name)

project = html_title = "cfrlib"
author = copyright = "the cfrlib authors"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc"]
nb_execution_mode = "off"
myst_enable_extensions = ["amsmath", "colon_fence", "dollarmath"]
myst_heading_anchors = 4
autodoc_typehints = "none"
autosummary_imported_members = True
numpydoc_show_class_members = False
templates_path = [str(DOCS / "_templates")]
html_static_path = [str(DOCS / "_static")]
html_css_files = ["widgets.css", "site.css"]
html_js_files = [
    (None, {"body": 'document.documentElement.dataset.code = localStorage.getItem("cfr-code") || "";'}),
    ("widgets.js", {"defer": "defer"}), ("site.js", {"defer": "defer"}),
]  # fmt: skip
html_favicon = str(DOCS / "_static" / "mark.svg")
html_search_scorer = str(DOCS / "_static" / "scorer.js")
address = os.environ.get("CFRLIB_SITE", "")  # where the site will be: only with it pages name it
html_baseurl = f"{address.rstrip('/')}/" if address else ""
html_additional_pages = {"404": "404.html"} if html_baseurl else {}
html_show_sourcelink = html_copy_source = False
html_show_search_summary = False  # it would load each page that is found, which browsers refuse to a page from a file
html_math_renderer = "mathml"
html_theme = "pydata_sphinx_theme"
html_theme_options = {
    "navigation_depth": 1,
    "navbar_align": "left",
    "logo": {"image_light": "_static/mark.svg", "image_dark": "_static/mark.svg", "text": "cfrlib"},
    "navbar_persistent": ["search-button"],
    "navigation_with_keys": True,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_context = {"default_mode": "auto", "html_baseurl": html_baseurl}
html_sidebars = {"**": ["sidebar-nav-bs.html"]} | {page: [] for page in ("index", "gallery", "lessons", "papers")}


def mathml(display):
    """Return what writes a formula as MathML, which a browser shows without a script."""
    convert = LatexToMathML(annotation=False).convert_with_local_state

    def visit(self, node):
        self.body.append(convert(node.astext(), displaystyle=display))
        raise nodes.SkipNode

    return visit, None


def mend(app, pagename, templatename, context, doctree):
    """Say what a page is about; take a label away that says something else than what is seen; load pictures late."""
    context["metatags"] = context.get("metatags", "") + faces.meta(pagename, context, doctree, html_baseurl)
    if "body" in context:
        body = context["body"].replace(' aria-label="Toggle hidden content"', "")
        body = body.replace('<th class="head"><p></p></th>', "<td></td>")  # a heading that says nothing
        context["body"] = code_lines.wrapping(body.replace('src="_images/', 'loading="lazy" src="_images/'))


def tidy(app, exception):
    """Take out what only the makers of the theme need."""
    for pattern in ("*.map", "webpack-macros.html"):
        for path in (Path(app.outdir) / "_static").rglob(pattern):
            path.unlink()
    if html_baseurl and not exception:
        faces.write(Path(app.outdir), app.env.titles, html_baseurl)


def setup(app):
    app.config.html_static_path.append(str(Path(app.srcdir) / "_static"))
    app.add_html_math_renderer("mathml", mathml(False), mathml(True))
    app.connect("html-page-context", mend)
    app.connect("build-finished", tidy)
