"""The page about the command line, from what `kreisel COMMAND --help` prints."""

import re
from textwrap import dedent

from tables import fenced, plain, table

COLUMNS = {"Positionals": "argument", "Options": "option", "Subcommands": "command"}
ENTRY = re.compile(r"^  (\S.*?)\s{2,}(\S.*)$")


def paragraphs(text):
    """Pairs of a title such as Options and the lines below it; text without a title has an empty one."""
    for paragraph in text.strip().split("\n\n"):
        first, _, rest = paragraph.partition("\n")
        title = first[:-1] if re.fullmatch(r"[A-Z][a-z]+:", first) else ""
        yield title, rest if title else paragraph


def subcommands(text):
    listed = dict(paragraphs(text)).get("Subcommands", "")
    return re.findall(r"^  ([a-z-]+) ", listed, re.MULTILINE)


def entries(title, text):
    """A table of options; None when a line is none."""
    matches = [ENTRY.match(line) for line in text.splitlines()]
    if not all(matches):
        return None
    return table([COLUMNS[title], "meaning"], [[f"`{match[1]}`", plain(match[2])] for match in matches])


def shown(title, text):
    found = entries(title, text) if title in COLUMNS else None
    if found:
        return found
    if title:
        return f"{title}:\n\n{fenced(dedent(text))}"
    about, usage, rest = text.partition("\nUsage: ")
    return f"{plain(about)}\n\n{fenced(rest)}" if usage else plain(text)


def sections(program, command=()):
    text = program.text(*command, "--help")
    found = ["## " + " ".join(["kreisel", *command])]
    found += [shown(title, lines) for title, lines in paragraphs(text)]
    for name in subcommands(text):
        found += sections(program, (*command, name))
    return found


def command_line_page(program):
    return ["# Command line\n\nEvery command and option, as `--help` prints them. Codes at the end: [exit codes](../exit-codes.md).",
            *sections(program)]  # fmt: skip
