#!/usr/bin/env python3
"""Checks that docs/troubleshooting*.md explain every message of the program, and no other.

    check_messages.py [ROOT]          one line per difference; fails if there is any
    check_messages.py --list [ROOT]   every message with its place in the sources

An entry of a page is

    <a name="anchor"></a>

    ### What happened

    - `a message of the sources, … for what varies`
    - `another one with the same cause and remedy`

    Exit code 2, `OptionError`. What it means and why. **Do:** what helps.
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from message_sources import ANY, read_messages

PAGES = "docs/troubleshooting*.md"

# Printed as they come from other libraries; pages may explain them.
OF_OTHERS = {
    "…: 1 required … missing",
    "…: At Most 1 required but received …",
    "unexpected error from another library: …",
}

KINDS = ("Exit code ", "Warning", "Note", "Part of ")
HEADING = re.compile(r"^#+ ")
ANCHOR = re.compile(r'<a name="([^"]+)"></a>')
LINK = re.compile(r"\]\((troubleshooting[\w-]*\.md)?#([\w-]+)\)")
MESSAGE = re.compile(r"^- (`+) ?(.+?) ?\1$")


@dataclass
class Entry:
    place: str
    anchor: str = ""
    messages: list = field(default_factory=list)
    text: str = ""


def read_entries(root):
    """The parts of all pages that list messages."""
    for page in sorted(root.glob(PAGES)):
        entry, anchor, in_code = None, "", False
        for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
            in_code ^= line.startswith("```")
            if HEADING.match(line) and not in_code:
                if entry and entry.messages:
                    yield entry
                entry = Entry(f"{page.relative_to(root).as_posix()}:{number}", anchor)
                anchor = ""
            elif ANCHOR.match(line):
                anchor = ANCHOR.match(line)[1]
            elif entry and not in_code:
                message = MESSAGE.match(line)
                if message:
                    entry.messages.append(message[2])
                else:
                    entry.text += line + "\n"
        if entry and entry.messages:
            yield entry


def pattern_of(message):
    """Matches what is printed for a message of a page, anywhere in a text."""
    return re.compile(".*?".join(re.escape(part) for part in message.split(ANY)), re.DOTALL)


def check_entries(entries):
    anchors, places = {}, {}
    for entry in entries:
        if not entry.anchor:
            yield f'{entry.place}: there is no <a name="…"></a> before the heading'
        elif entry.anchor in anchors:
            yield f'{entry.place}: "{entry.anchor}" is the anchor of {anchors[entry.anchor]}, too'
        anchors.setdefault(entry.anchor, entry.place)
        if not entry.text.strip().startswith(KINDS):
            yield f"{entry.place}: the text does not begin with one of: {', '.join(map(str.strip, KINDS))}"
        if "**Do:**" not in entry.text:
            yield f"{entry.place}: there is no **Do:** with a remedy"
        for message in entry.messages:
            if message in places:
                yield f"{entry.place}: `{message}` is explained at {places[message]}, too"
            places.setdefault(message, entry.place)


def check_links(root):
    texts = {page.name: page.read_text(encoding="utf-8") for page in sorted(root.glob(PAGES))}
    anchors = {name: set(ANCHOR.findall(text)) for name, text in texts.items()}
    for name, text in texts.items():
        for page, anchor in LINK.findall(text):
            if anchor not in anchors.get(page or name, set()):
                yield f"docs/{name}: the link to {page}#{anchor} leads nowhere"


def check_messages(messages, entries):
    explained = {text: entry.place for entry in entries for text in entry.messages}
    known = {message.text for message in messages}
    reported = set()
    for message in messages:
        if not message.text:
            yield (
                f"{message.path}:{message.line}: the message {message.code!r} of {message.maker} cannot be read; "
                "write the text there, or name its helper in message_sources.py"
            )
        elif message.text not in explained and message.text not in reported:
            reported.add(message.text)
            yield f"{message.path}:{message.line}: no page explains `{message.text}`; add it to {PAGES}"
    for text, place in explained.items():
        if text not in known | OF_OTHERS:
            yield f"{place}: no source has the message `{text}`"


def differences(root):
    messages, entries = list(read_messages(root)), list(read_entries(root))
    yield from check_messages(messages, entries)
    yield from check_entries(entries)
    yield from check_links(root)


def main():
    arguments = sys.argv[1:]
    wants_list = "--list" in arguments
    folders = [argument for argument in arguments if argument != "--list"]
    root = Path(folders[0] if folders else Path(__file__).parents[2])
    if wants_list:
        for message in read_messages(root):
            print(f"{message.path}:{message.line}: {message.text or '? ' + message.code}")
        return 0
    found = list(differences(root))
    print("\n".join(found) or "every message is explained")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
