"""Pieces of Markdown."""

import re


def table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cell(one) for one in line) + " |" for line in lines)


def cell(value):
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list):
        return ", ".join(cell(one) for one in value)
    return "" if value is None else str(value).replace("|", "\\|").replace("\n", " ")


def plain(text):
    """Words that are no Markdown; `code` between backticks stays code."""
    parts = re.split(r"(`[^`\n]+`)", text)
    return "".join(part if i % 2 else re.sub(r"([\\*_<>\[\]$#|~])", r"\\\1", part) for i, part in enumerate(parts))


def fenced(text, language="text"):
    return f"```{language}\n{text.rstrip()}\n```"


def from_comment(lines):
    """A comment as Markdown: paragraphs and lists stay, indented lines are formulas or code and keep their form."""
    blocks, kind = [], None
    for line in lines:
        stripped = line.strip()
        if not stripped:
            kind = kind if kind == "code" else None
            if blocks and blocks[-1][0] == "code":
                blocks[-1][1].append("")
            continue
        is_item = bool(re.match(r"\s{0,2}([-*]|\d+\.) ", line))
        is_indented = line.startswith("  ")
        if is_item:
            kind = "item"
            blocks.append(("item", [re.sub(r"^\s*([-*]|\d+\.) ", "", line)]))
        elif is_indented and kind != "item":
            if kind != "code":
                blocks.append(("code", []))
            kind = "code"
            blocks[-1][1].append(line)
        elif kind in ("item", "text") and blocks and (is_indented or kind == "text"):
            blocks[-1][1].append(stripped)
        else:
            kind = "text"
            blocks.append(("text", [stripped]))
    return "\n\n".join(written(*block) for block in blocks)


def written(kind, lines):
    if kind == "code":
        indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
        return fenced("\n".join(line[indent:] for line in lines))
    text = plain("\n".join(lines))
    return "- " + text.replace("\n", "\n  ") if kind == "item" else text


def slug(heading):
    """The anchor of a heading, as code-hosting pages and MyST make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def unbroken(text):
    """Words that stay on one line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")
