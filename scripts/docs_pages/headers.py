"""Text of a header without what is private: doxygen knows where things are, this knows how they are cut out.

A header keeps its line numbers: lines that are taken away become None.
"""

import re
from pathlib import Path

COMMENT = re.compile(r"^\s*//[/!]?<? ?(.*)$")


def head_comment(lines):
    """The comment before `#pragma once`: what the file is for."""
    text = []
    for line in lines:
        match = COMMENT.match(line)
        if match is None:
            break
        text.append(match[1])
    return text


def comment_above(lines, first):
    """Comment lines directly above line number `first` (from 1)."""
    text, i = [], first - 2
    while i >= 0 and lines[i] is not None and (match := COMMENT.match(lines[i])):
        text.insert(0, match[1])
        i -= 1
    return text


def first_line(lines, line):
    """Where the declaration with its name in `line` begins: template parameters and results stand above."""
    i = line - 2
    while i >= 0 and lines[i] and lines[i].strip() and not is_boundary(lines[i]):
        i -= 1
    return i + 2


def is_boundary(line):
    bare = line.split("//")[0].rstrip()
    return line.lstrip().startswith(("//", "#")) or bare.endswith((";", "}", "{")) or bool(re.match(r"\s*(public|private|protected):", line))


def without_body(text):
    """A function up to its body or its list of initialisers."""
    depth = 0
    for i, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        rest = text[i:]
        if depth == 0 and (letter == "{" and not re.search(r"requires\s*$", text[:i]) or re.match(r"\s:\s(?!:)", rest)):
            if re.search(r"\)|operator|const|noexcept|>", text[:i]):
                return text[:i].rstrip() + ";"
    return text.rstrip()


def without_bodies(lines, functions):
    """Replaces the bodies of functions, given as (line of the name, last line), by semicolons."""
    result = list(lines)
    for line, last in functions:
        first = first_line(lines, line)
        if any(text is None for text in result[first - 1 : last]):
            continue
        short = without_body("\n".join(lines[first - 1 : last])).split("\n")
        if len(short) <= last - first + 1:
            result[first - 1 : last] = short + [None] * (last - first + 1 - len(short))
    return result


def without_private(lines):
    """Lines of a class less its private and protected sections."""
    kept, depth, is_hidden, hidden_at = [], 0, False, 0
    for line in lines:
        if match := re.match(r"\s*(public|private|protected):", line):
            if not is_hidden and match[1] != "public":
                is_hidden, hidden_at = True, depth
            elif is_hidden and depth == hidden_at and match[1] == "public":
                is_hidden = False
        bare = line.split("//")[0]
        after = depth + bare.count("{") - bare.count("}")
        if is_hidden and after < hidden_at:
            is_hidden = False
        if not is_hidden:
            kept.append(line)
        depth = after
    while len(kept) > 1 and kept[-2].strip() == "":
        del kept[-2]
    return kept


def declaration(lines, first, last):
    """What a reader sees of lines first to last."""
    found = [line for line in lines[first - 1 : last] if line is not None]
    text = without_private(found)
    indent = min((len(line) - len(line.lstrip()) for line in text if line.strip()), default=0)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line[indent:] for line in text)).strip()


def read_lines(path):
    return Path(path).read_text(encoding="utf-8").splitlines()
