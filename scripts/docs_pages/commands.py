"""The page about the command line, from what `kreisel COMMAND --help` prints."""

import re

from tables import fenced


def subcommands(text):
    """Names under `Subcommands:`."""
    match = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.MULTILINE)
    return re.findall(r"^  ([a-z-]+) ", match[1], re.MULTILINE) if match else []


def sections(program, command=()):
    text = program.text(*command, "--help")
    title = " ".join(["kreisel", *command])
    found = [f"## {title}", fenced(text)]
    for name in subcommands(text):
        found += sections(program, (*command, name))
    return found


def command_line_page(program):
    return ["# Command line\n\nEvery command and option, as `--help` prints them. Codes at the end: [exit codes](../exit-codes.md).",
            *sections(program)]  # fmt: skip
