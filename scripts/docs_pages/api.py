"""Pages about the headers: one per folder of kreisel/, a section per installed header, an entry per thing it declares.

Doxygen's XML says what there is and where; comments and declarations are the header's own text.
"""

import re
import xml.etree.ElementTree as xml
from dataclasses import dataclass
from pathlib import Path

import headers
from tables import fenced, from_comment, table

FOLDERS = {
    "core": "vocabulary everyone may use",
    "groups": "Lie groups",
    "equations": "what a method may ask of a mechanical system",
    "linear": "factor and solve",
    "newton": "Newton's iteration",
    "methods": "the methods",
    "integrate": "the time loop",
    "model": "multibody models",
    "problems": "test problems",
    "io": "files",
    "study": "one run from its specification to its record",
    "evidence": "many runs compared",
}
KINDS = {"class": "class", "struct": "struct", "union": "union", "concept": "concept", "enum": "enum", "function": "function",
         "typedef": "type", "variable": "constant"}  # fmt: skip


@dataclass(frozen=True)
class Entry:
    kind: str
    name: str
    file: str
    line: int
    last: int


def installed_headers(root):
    text = (root / "kreisel/CMakeLists.txt").read_text(encoding="utf-8")
    return ["kreisel/" + name for name in re.findall(r"^\s+([\w/]+\.hpp)\)?$", text, re.MULTILINE)]


def entry_of(element, kind, name):
    place = element.find("location")
    if place is None or place.get("line") is None:
        return None
    is_here = place.get("bodyfile") in (None, place.get("file"))
    last = int(place.get("bodyend", "-1")) if is_here else -1
    return Entry(kind, name, place.get("file"), int(place.get("line")), last)


def is_public(name):
    return name.startswith("kreisel::") and not re.search(r"::detail\b|@|::\w*<", name)


def read_xml(folder):
    """What namespaces declare, and all functions with a body, by file."""
    entries, functions = set(), {}
    for path in sorted(Path(folder).glob("*.xml")):
        compound = xml.parse(path).getroot().find("compounddef")
        if compound is None or compound.get("kind") not in ("class", "struct", "union", "concept", "namespace"):
            continue
        kind, owner = compound.get("kind"), compound.findtext("compoundname", "")
        if kind != "namespace" and is_public(owner):
            entries.add(entry_of(compound, kind, owner))
        for member in compound.iter("memberdef"):
            found = entry_of(member, member.get("kind"), f"{owner}::{member.findtext('name')}")
            if found and found.kind in ("function", "friend") and found.last > 0:
                functions.setdefault(found.file, set()).add((found.line, found.last))
            if found and kind == "namespace" and found.kind in KINDS and is_public(found.name):
                entries.add(found)
    return entries - {None}, functions


class Header:
    def __init__(self, root, name, functions):
        self.name = name
        self.raw = headers.read_lines(root / name)
        self.lines = headers.without_bodies(self.raw, sorted(functions))

    def shown(self, entry):
        """First line, comment and declaration of an entry; None for what is inside another or declared twice."""
        first = headers.first_line(self.lines, entry.line)
        last = max(entry.last, self.end_of(entry.line))
        if entry.kind in ("class", "struct", "union") and entry.last < 0 or self.lines[entry.line - 1] is None:
            return None
        text = headers.declaration(self.lines, first, last)
        return (first, headers.comment_above(self.raw, first), text) if text else None

    def end_of(self, line):
        """The line with the semicolon that ends a declaration."""
        depth = 0
        for i in range(line - 1, len(self.lines)):
            bare = (self.lines[i] or "").split("//")[0]
            depth += bare.count("{") + bare.count("(") - bare.count("}") - bare.count(")")
            if depth <= 0 and bare.rstrip().endswith(";"):
                return i + 1
        return line


def is_nested(entry, others):
    """Whether an entry is a part of another, whose declaration shows it."""
    return any(entry.name.startswith(other.name + "::") for other in others if other.kind in ("class", "struct", "union"))


def header_section(header, entries):
    parts = [f"## {header.name.removeprefix('kreisel/')}", from_comment(headers.head_comment(header.raw))]
    parts.append(fenced(f'#include "{header.name}"', "cpp"))
    groups = {}
    for entry in sorted(entries, key=lambda one: (one.line, one.name)):
        if not is_nested(entry, entries):
            groups.setdefault((entry.kind, entry.name), []).append(entry)
    for (kind, name), overloads in groups.items():
        shown = [found for found in map(header.shown, overloads) if found]
        if shown:
            parts += entry_section(kind, name.removeprefix("kreisel::"), {found[0]: found for found in shown}.values())
    return parts


def entry_section(kind, name, shown):
    parts = [f"### {KINDS[kind]} `{name}`"]
    for _, comment, text in shown:
        parts += [from_comment(comment), fenced(text, "cpp")]
    return parts


def folder_page(root, folder, names, found):
    entries, functions = found
    parts = ["---\ntocdepth: 2\n---", f"# kreisel/{folder}\n\n{FOLDERS[folder][0].upper() + FOLDERS[folder][1:]}."]
    for name in names:
        header = Header(root, name, functions.get(name, ()))
        parts += header_section(header, [entry for entry in entries if entry.file == name])
    return "\n\n".join(part for part in parts if part) + "\n"


def index_page(by_folder):
    rows = [[f"[`{folder}`]({folder}.md)", FOLDERS[folder], len(names)] for folder, names in by_folder.items()]
    text = ("# C++ API\n\nOne page per folder of `kreisel/`, made from the installed headers. Folders may use those above them as "
            "[the architecture](../architecture.md) says; `namespace detail` is left out. A first program: "
            "[tutorial](../../tutorial-cpp.md).\n\n")  # fmt: skip
    return text + table(["folder", "what", "headers"], rows) + "\n\n```{toctree}\n:hidden:\n\n" + "\n".join(by_folder) + "\n```\n"


def write_api(root, xml_folder, target):
    target.mkdir(parents=True, exist_ok=True)
    found, installed = read_xml(xml_folder), installed_headers(root)
    by_folder = {folder: [name for name in installed if name.split("/")[1] == folder] for folder in FOLDERS}
    for folder, names in by_folder.items():
        (target / f"{folder}.md").write_text(folder_page(root, folder, names, found), encoding="utf-8")
    (target / "index.md").write_text(index_page(by_folder), encoding="utf-8")
