"""How Sphinx makes the site from what `pages.py` has laid out."""

import sys
from pathlib import Path

from docutils import nodes
from math_core import LatexToMathML

import cfrlib

DOCS = Path(__file__).resolve().parent
for name in ("draw", "widgets", "exercises", "experiments"):  # names that are loaded when they are first used
    sys.modules[f"cfrlib.{name}"] = getattr(cfrlib, name)

project = html_title = "cfrlib"
author = copyright = "the cfrlib authors"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc"]
nb_execution_mode = "off"
nb_code_prompt_show, nb_code_prompt_hide = "Show {type}", "Hide {type}"
myst_enable_extensions = ["amsmath", "colon_fence", "dollarmath"]
myst_heading_anchors = 4
autodoc_typehints = "none"
autosummary_imported_members = True
numpydoc_show_class_members = False
templates_path = [str(DOCS / "_templates")]
html_static_path = [str(DOCS / "_static")]
html_css_files = ["widgets.css", "site.css"]
html_js_files = [("widgets.js", {"defer": "defer"}), ("site.js", {"defer": "defer"})]
html_show_sourcelink = html_copy_source = False
html_show_search_summary = False  # it would load each page that is found, which browsers refuse to a page from a file
html_math_renderer = "mathml"
html_theme = "pydata_sphinx_theme"
html_theme_options = {
    "navigation_depth": 1,
    "navbar_align": "left",
    "navbar_persistent": ["search-button"],
    "navigation_with_keys": True,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_context = {"default_mode": "auto"}
html_sidebars = {"index": [], "gallery": []}


def mathml(display):
    """Return what writes a formula as MathML, which a browser shows without a script."""
    convert = LatexToMathML(annotation=False).convert_with_local_state

    def visit(self, node):
        self.body.append(convert(node.astext(), displaystyle=display))
        raise nodes.SkipNode

    return visit, None


def mend(app, pagename, templatename, context, doctree):
    """Take a label away that says something else than what is seen."""
    if "body" in context:
        context["body"] = context["body"].replace(' aria-label="Toggle hidden content"', "")


def tidy(app, exception):
    """Take out what only the makers of the theme need."""
    for pattern in ("*.map", "webpack-macros.html"):
        for path in (Path(app.outdir) / "_static").rglob(pattern):
            path.unlink()


def setup(app):
    app.config.html_static_path.append(str(Path(app.srcdir) / "_static"))
    app.add_html_math_renderer("mathml", mathml(False), mathml(True))
    app.connect("html-page-context", mend)
    app.connect("build-finished", tidy)
