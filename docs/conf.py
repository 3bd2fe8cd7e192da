"""Sphinx: how the pages of docs/ become a site. Run by scripts/docs, which stages the pages and writes docs/generated."""

import importlib.util
import os
import re
import sys
from pathlib import Path

from sphinx.util.matching import patfilter

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS))
from repository_links import anchors_of, rewritten_links  # noqa: E402

project = "Kreisel"
author = "The Kreisel authors"
project_copyright = "The Kreisel authors, MIT licence"
release = re.search(r"^ *VERSION ([0-9.]+)$", (DOCS.parent / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)[1]
version = release

# A folder of that name without __init__.py, such as the C++ sources, is no package.
python_package = importlib.util.find_spec("kreisel")
has_python_package = python_package is not None and python_package.origin is not None
# The library of MathJax 2 as Debian installs it (libjs-mathjax); its parts for TeX to SVG are copied into the site.
MATHJAX = Path(os.environ.get("KREISEL_MATHJAX", "/usr/share/javascript/mathjax"))
MATHJAX_PARTS = ["MathJax.js", "config/TeX-AMS_SVG.js", "extensions", "jax/element", "jax/input/TeX", "jax/output/SVG/config.js",
                 "jax/output/SVG/jax.js", "jax/output/SVG/autoload", "jax/output/SVG/fonts/TeX"]  # fmt: skip

extensions = ["myst_parser", "sphinx.ext.mathjax", "sphinx_copybutton", "nbsphinx"]
exclude_patterns = ["_static", "**.ipynb_checkpoints"]
if has_python_package:
    extensions += ["sphinx.ext.autodoc", "sphinx.ext.napoleon"]
else:
    exclude_patterns += ["reference-python.md"]
if not has_python_package or not list(DOCS.glob("gallery/*.ipynb")):
    exclude_patterns += ["gallery", "gallery.md"]
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_type_aliases = {"ArrayLike": "ArrayLike", "npt.ArrayLike": "ArrayLike"}
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
napoleon_use_rtype = False

source_suffix = {".md": "markdown"}
root_doc = "index"
highlight_language = "text"
smartquotes = False  # --set stays --set
nitpicky = True
# Types of other packages that signatures mention; there is no network to look them up.
nitpick_ignore_regex = [("py:.*", r"(?!kreisel\.[A-Za-z]).*")]

myst_enable_extensions = ["dollarmath", "amsmath", "deflist"]
myst_heading_anchors = 4
myst_dmath_double_inline = True

nbsphinx_execute = "auto"
nbsphinx_kernel_name = "python3"
nbsphinx_timeout = 120
# A notebook shows the picture of its cell with the tag nbsphinx-thumbnail in the gallery, or the logo.
nbsphinx_thumbnails = {f"gallery/{notebook.stem}": "_static/kreisel.svg" for notebook in DOCS.glob("gallery/*.ipynb")
                       if "nbsphinx-thumbnail" not in notebook.read_text(encoding="utf-8")}  # fmt: skip
nbsphinx_requirejs_path = ""  # only widgets need it, and it would come from the network
# Only shown code is copied, without prompts.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"Kreisel {release}"
html_logo = "_static/kreisel.svg"
html_favicon = "_static/kreisel.svg"
html_static_path = ["_static"]
html_css_files = ["kreisel.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5f99", "color-brand-content": "#1f5f99", "code-font-size": "76%"},
    "dark_css_variables": {"color-brand-primary": "#7db8ee", "color-brand-content": "#7db8ee"},
}
mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_SVG"
mathjax2_config = {"messageStyle": "none", "showMathMenu": False, "SVG": {"scale": 95}}


def copy_mathjax(app, error):
    """The site works without a network: the parts of MathJax that pages load lie beside them."""
    from sphinx.util.fileutil import copy_asset

    if error is not None or app.builder.format != "html":
        return
    for part in MATHJAX_PARTS:
        target = Path(app.outdir) / "_static/mathjax" / part
        source = (MATHJAX / part).resolve()
        if not source.exists():
            raise FileNotFoundError(f"{source}: install libjs-mathjax, or set KREISEL_MATHJAX to the folder of MathJax 2")
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            copy_asset(str(source), str(target if source.is_dir() else target.parent))


def join_scripts(app, error):
    """Debian's furo ships its script as a module, which browsers refuse in a page from a folder: the import becomes text."""
    if error is not None or app.builder.format != "html":
        return
    script = Path(app.outdir) / "_static/scripts/furo.js"
    text = script.read_text(encoding="utf-8")
    match = re.match(r'import Gumshoe from "\./([\w-]+\.js)";\n', text)
    if match:
        script.write_text((script.parent / match[1]).read_text(encoding="utf-8") + text[match.end() :], encoding="utf-8")


def without_empty_globs(text, names):
    """A list of pages may have patterns such as tutorial-*; those that add no page are left out without a warning."""
    lines = text.splitlines(keepends=True)
    others = set(names) - {line.strip() for line in lines}
    return "".join(line for line in lines if not re.fullmatch(r"[\w/-]+\*\n", line) or patfilter(others, line.strip()))


ANCHORS = {(page.stem, anchor) for page in DOCS.glob("*.md") for anchor in anchors_of(page.read_text(encoding="utf-8"))}


def read_source(app, name, source):
    """On a page of the site, links to sources of the repository lead to pages about them."""
    if Path(app.env.doc2path(name)).suffix == ".md":
        source[0] = rewritten_links(source[0], name, ANCHORS)
    if name == root_doc:
        source[0] = without_empty_globs(source[0], app.env.found_docs)


def setup(app):
    app.connect("source-read", read_source)
    app.connect("build-finished", copy_mathjax)
    app.connect("build-finished", join_scripts)
