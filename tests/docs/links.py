"""Finds dead links: in Markdown pages of the repository and in pages of the site. The network is never asked."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

CODE = re.compile(r"^(`{3,}|~{3,}).*?^\1`*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:(?<=\n\n)|^)(?:    .*\n)+", re.MULTILINE)
MARKDOWN_LINK = re.compile(r"\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
EXTERNAL = re.compile(r"(https?|mailto|doi|data):", re.IGNORECASE)
HOST = re.compile(r"[\w-]+(\.[\w-]+)+(:\d+)?")


def is_external(target):
    return bool(EXTERNAL.match(target))


def external_mistake(target):
    """What is wrong with the form of an address; empty when nothing is."""
    parts = urlsplit(target)
    if parts.scheme in ("http", "https") and not HOST.fullmatch(parts.netloc):
        return "no address"
    return "contains a blank" if re.search(r"\s", target) else ""


def slug(heading):
    """The anchor that code-hosting pages give a heading."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", heading).strip().lower()).replace(" ", "-")


def anchors_of(path):
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    named = re.findall(r'^<a name="([\w-]+)"></a>$', text, re.MULTILINE)
    return {slug(heading) for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)} | set(named)


def markdown_mistakes(path, root):
    """Links of a Markdown page that lead nowhere, as lines `page: target: why`."""
    text = INDENTED.sub("", CODE.sub("", path.read_text(encoding="utf-8")))
    for target in MARKDOWN_LINK.findall(text):
        why = external_mistake(target) if is_external(target) else relative_mistake(path, target)
        if why:
            yield f"{path.relative_to(root)}: {target}: {why}"


def relative_mistake(path, target):
    name, _, anchor = target.partition("#")
    file = (path.parent / unquote(name)).resolve() if name else path
    if not file.exists():
        return "no such file"
    if anchor and file.suffix == ".md" and unquote(anchor) not in anchors_of(file):
        return "no such heading"
    return ""


class Page(HTMLParser):
    """What a page of the site links to, and what may be linked to in it."""

    SOURCES = {"a": "href", "link": "href", "img": "src", "script": "src", "object": "data", "source": "src", "iframe": "src"}

    def __init__(self, path):
        super().__init__()
        self.targets, self.anchors = [], {"", "top"}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.anchors |= {values[key] for key in ("id", "name") if values.get(key)}
        if values.get(self.SOURCES.get(tag)):
            self.targets.append(values[self.SOURCES[tag]])


def site_mistakes(folder):
    """Links, pictures and scripts of a site that are not there, as lines `page: target: why`."""
    pages = {path.resolve(): Page(path) for path in sorted(Path(folder).rglob("*.html"))}
    for path, page in pages.items():
        for target in page.targets:
            why = external_mistake(target) if is_external(target) else page_mistake(path, target, pages)
            if why:
                yield f"{path.relative_to(Path(folder).resolve())}: {target}: {why}"


def page_mistake(path, target, pages):
    parts = urlsplit(target)
    file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not file.exists():
        return "no such file"
    if parts.fragment and file in pages and unquote(parts.fragment) not in pages[file].anchors:
        return "no such anchor"
    return ""
