"""The blocks of a page, and whether what was printed is what a page shows."""

import re
from dataclasses import dataclass

FENCE = re.compile(r"(?:^<!-- (file|part of|not run): (.+?) -->\n)?^```([^\n]*)\n(.*?)^```[ ]*$", re.MULTILINE | re.DOTALL)
EVIDENCE = re.compile(r"<!-- evidence: begin -->.*?<!-- evidence: end -->", re.DOTALL)
# What somebody would type, in a block that is only indented and so would not be run.
TYPED = re.compile(r"^ {4}(?:\$ )?(?:build/bin/)?(?:kreisel|make|cmake|ctest|apt|apt-get|sudo|python3|pip|git) \S.*$", re.MULTILINE)
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
COMPUTING_TIME = re.compile(r"\bin [\d.e+-]+ s\b")
ROUND_OFF = 1e-11


@dataclass
class Block:
    language: str
    text: str
    marker: str  # file, part of, not run, or empty
    argument: str  # what the marker says
    line: int
    span: tuple  # of its text in the page
    is_evidence: bool  # written by scripts/evidence


def blocks_of(page):
    evidence = [match.span() for match in EVIDENCE.finditer(page)]
    for match in FENCE.finditer(page):
        line = page.count("\n", 0, match.start(3)) + 1
        is_evidence = any(begin < match.start() < end for begin, end in evidence)
        yield Block(match[3].strip(), match[4], match[1] or "", match[2] or "", line, match.span(4), is_evidence)


def typed_without_fence(page):
    """Lines with commands that no block holds: (line, text)."""
    bare = FENCE.sub(lambda match: "\n" * match[0].count("\n"), page)
    return [(bare.count("\n", 0, match.start()) + 1, match[0].strip()) for match in TYPED.finditer(bare)]


def last_place(text):
    """What one unit in the last digit after the point is worth; 0 for whole numbers, which must be right."""
    digits, _, power = text.partition("e")
    return 10.0 ** (int(power or 0) - len(digits.partition(".")[2])) if "." in digits else 0.0


def is_same_number(shown, printed):
    a, b = float(shown), float(printed)
    size = max(abs(a), abs(b))
    return size < ROUND_OFF or abs(a - b) <= max(0.02 * size, 2.001 * last_place(shown))


def shape(text):
    """A line without its numbers: those differ between machines, words do not."""
    return NUMBER.sub("#", text).split()


def is_same_line(shown, printed):
    """Same words, and nearly the same numbers; computing times are nobody's promise."""
    shown, printed = (COMPUTING_TIME.sub("in … s", line) for line in (shown, printed))
    if shape(shown) != shape(printed):
        return False
    return all(map(is_same_number, NUMBER.findall(shown), NUMBER.findall(printed)))


def has_same_words(shown, printed):
    """For messages: the words of the one begin the other."""
    ours, theirs = shape(shown), shape(printed)
    return ours == theirs[: len(ours)]


def first_missing(shown, printed, is_same=is_same_line):
    """The first line of `shown` that does not follow in `printed`; None when all do."""
    rest = iter(printed.splitlines())
    for line in shown.splitlines():
        if line.strip() not in ("", "…", "...") and not any(is_same(line, other) for other in rest):
            return line
    return None
