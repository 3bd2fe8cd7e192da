"""Links that are right in the repository, made right on the site.

Pages link to each other, to pages beside docs/ (ARCHITECTURE.md), to headers and to folders, as a reader of the repository expects it.
On the site the pages beside docs/ are in docs/generated, and a header is a section of docs/generated/api.
"""

import posixpath
import re

LINK = re.compile(r"(?<!\!)\]\((?!\w+:)([^)\s#]*)(#[^)\s]*)?\)")
CODE = re.compile(r"^(`{3,}|~{3,}).*?^\1`*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
ROOT_PAGES = {"ARCHITECTURE.md": "architecture", "CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog", "README.md": ""}
FOLDER_PAGES = {"models": "docs/models.md", "docs/decisions": "docs/decisions/index.md", "docs": "docs/index.md"}


def header_anchor(header):
    """kreisel/groups/so3.hpp -> groupsso3hpp, as the heading groups/so3.hpp is called"""
    return re.sub(r"[^a-z0-9_-]", "", header.lower().removeprefix("kreisel/"))


def page_of(target):
    """Where the site shows a file or folder of the repository: a path from the root of the repository, and an anchor."""
    if target in ROOT_PAGES:
        return (f"docs/generated/{ROOT_PAGES[target]}.md" if ROOT_PAGES[target] else "docs/index.md"), ""
    if re.fullmatch(r"kreisel/\w+/.*\.hpp", target):
        return f"docs/generated/api/{target.split('/')[1]}.md", "#" + header_anchor(target)
    return FOLDER_PAGES.get(target, target), ""


ANCHOR = re.compile(r'^<a name="([\w-]+)"></a>$', re.MULTILINE)


def anchors_of(text):
    """Names that a page gives to places other than its headings."""
    return set(ANCHOR.findall(text))


def rewritten_links(text, name, anchors=frozenset()):
    """The text of the page docs/NAME.md with links for the site. `anchors`, (page, name) of all pages of docs/, become targets."""
    text = ANCHOR.sub(r"(\1)=", text)
    folder = posixpath.dirname(f"docs/{name}")
    roots = {f"docs/generated/{page}": "" for page in ROOT_PAGES.values() if page}
    origin = roots.get(f"docs/{name}", folder)  # where the links of the page were written for

    def replaced(match):
        if (match[1].removesuffix(".md") or name, (match[2] or "#")[1:]) in anchors:
            return f"]({match[2][1:]})"
        if not match[1]:
            return match[0]
        target, anchor = page_of(posixpath.normpath(posixpath.join(origin, match[1])))
        return f"]({posixpath.relpath(target, folder)}{match[2] or anchor})"

    parts, last = [], 0
    for code in CODE.finditer(text):
        parts += [LINK.sub(replaced, text[last : code.start()]), code[0]]
        last = code.end()
    return "".join(parts) + LINK.sub(replaced, text[last:])
