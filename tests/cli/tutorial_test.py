"""Does what the tutorials say: writes their files, types their commands, compares what is printed with what they show.

On a page, a block after `<!-- file: NAME -->` is saved under that name, `sh` blocks are typed line by line, `python` blocks are
run, and a `text` block is the output of the block before it: its lines must occur in that order, others may lie between them.
Numbers count as equal within 2 % or two units of their last digit after the point, or when both are round-off.
`# exit code N` after a command is the code it must end with.

    KREISEL_UPDATE=1 KREISEL_PROGRAM=… python3 -m unittest tutorial_test

puts the whole output in the place of `text` blocks that are wrong; shorten them by hand.
"""

import os
import re
import subprocess
import sys
import unittest
from dataclasses import dataclass
from pathlib import Path

from program import PROGRAM, SOURCE, ProgramTest

NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
ROUND_OFF = 1e-11
LONGEST = 540  # seconds; the page about C++ compiles


@dataclass
class Block:
    language: str
    text: str
    name: str  # of the file it is saved as, or empty
    line: int
    span: tuple  # of its text in the page


def blocks_of(page):
    pattern = re.compile(r"(?:^<!-- file: (\S+) -->\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    for match in pattern.finditer(page):
        yield Block(match[2], match[3], match[1] or "", page.count("\n", 0, match.start(2)) + 1, match.span(3))


def last_place(text):
    """What one unit in the last digit after the point is worth; 0 for whole numbers, which must be right."""
    digits, _, power = text.partition("e")
    return 10.0 ** (int(power or 0) - len(digits.partition(".")[2])) if "." in digits else 0.0


def is_same_number(shown, printed):
    a, b = float(shown), float(printed)
    size = max(abs(a), abs(b))
    return size < ROUND_OFF or abs(a - b) <= max(0.02 * size, 2.001 * last_place(shown))


def is_same_line(shown, printed):
    """Same words, and nearly the same numbers."""
    if NUMBER.sub("#", shown).split() != NUMBER.sub("#", printed).split():
        return False
    return all(map(is_same_number, NUMBER.findall(shown), NUMBER.findall(printed)))


def first_missing(shown, printed):
    """The first line of `shown` that does not follow in `printed`; None when all do."""
    rest = iter(printed.splitlines())
    for line in shown.splitlines():
        if line.strip() not in ("", "…") and not any(is_same_line(line, other) for other in rest):
            return line
    return None


class Lines(unittest.TestCase):
    """The comparison itself."""

    def test_numbers_may_differ_a_little_and_words_not_at_all(self):
        self.assertTrue(is_same_line("z = -1.000 m, gap 1e-16", "z  = -1.001 m, gap -3e-15"))
        self.assertTrue(is_same_line("2.00 ± 0.01", "1.99 ± 0.03"))
        self.assertFalse(is_same_line("2.00 ± 0.01", "1.90 ± 0.01"))
        self.assertFalse(is_same_line("1 of 4", "2 of 4"))
        self.assertFalse(is_same_line("z = -1.000 m", "z = -1.1 m"))
        self.assertFalse(is_same_line("z = -1.000 m", "y = -1.000 m"))
        self.assertFalse(is_same_line("z = 1", "z = 1 2"))

    def test_lines_are_found_in_order(self):
        self.assertIsNone(first_missing("a\nc 1\n", "a\nb\nc 1\n"))
        self.assertEqual(first_missing("c\na\n", "a\nc\n"), "a")
        self.assertEqual(first_missing("d\n", "a\n"), "d")


class Tutorial(ProgramTest):
    def setUp(self):
        super().setUp()
        bin_folder = self.folder / "program"
        bin_folder.mkdir()
        (bin_folder / "kreisel").symlink_to(PROGRAM)
        self.environment = {**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}",
                            "XDG_CACHE_HOME": str(self.folder / "cache")}

    def execute(self, command, place):
        """What the command prints; fails unless it ends with the code that the page says."""
        done = subprocess.run(command, cwd=self.folder, env=self.environment, text=True, timeout=LONGEST, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        wanted = re.search(r"# exit code (\d+)$", command[-1])
        self.assertEqual(done.returncode, int(wanted[1]) if wanted else 0, f"{place}: {command[-1]}\n{done.stdout}")
        return done.stdout

    def output_of(self, block, place):
        if block.language == "python":
            return self.execute([sys.executable, "-c", block.text], place)
        lines = [line for line in block.text.splitlines() if line.strip() and not line.startswith("#")]
        return "".join(self.execute(["bash", "-c", line], place) for line in lines)

    def follow(self, name):
        path = SOURCE / "docs" / name
        page, printed, wrong = path.read_text(encoding="utf-8"), "", []
        for block in blocks_of(page):
            place = f"{name}:{block.line}"
            if block.name:
                (self.folder / block.name).write_text(block.text, encoding="utf-8")
            elif block.language in ("sh", "python"):
                printed = self.output_of(block, place)
            elif block.language == "text":
                missing = first_missing(block.text, printed)
                if missing is not None:
                    wrong.append((block, printed, f"{place}: `{missing}` is not in the output:\n{printed}"))
            else:
                self.fail(f"{place}: a {block.language} block that is neither saved nor run")
        if wrong and os.environ.get("KREISEL_UPDATE"):
            for block, text, _ in reversed(wrong):
                page = page[: block.span[0]] + text + page[block.span[1] :]
            path.write_text(page, encoding="utf-8")
        self.assertEqual([], [message for _, _, message in wrong])


class ModelFile(Tutorial):
    def test_page(self):
        self.follow("tutorial-model-file.md")


@unittest.skipUnless("KREISEL_PREFIX" in os.environ, "needs the installed package")
class OwnProgram(Tutorial):
    def test_page(self):
        self.environment["CMAKE_PREFIX_PATH"] = os.environ["KREISEL_PREFIX"]
        self.follow("tutorial-cpp.md")


if __name__ == "__main__":
    unittest.main()
