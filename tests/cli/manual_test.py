"""The manual page says what the program does: every command, option, exit code and variable."""

import re
import shutil
import subprocess
import unittest

from program import SOURCE, ProgramTest

COMMANDS = ["run", "list", "describe", "check", "equilibrium", "modes", "expand", "study", "study reproduce", "demo", "completion", "manual"]


def plain(page):
    """The page without roff: words as a reader sees them."""
    page = re.sub(r"\\f[BIR]|\\&", "", page)
    for escape, character in ((r"\-", "-"), (r"\(aq", "'"), (r"\(ga", "`"), (r"\(ha", "^"), (r"\(ti", "~"), (r"\e", "\\")):
        page = page.replace(escape, character)
    return page


def options_of(help_text):
    """--option and its description, joined to one line, of every option that a help text shows."""
    found, current = {}, None
    for line in help_text.split("Options:", 1)[1].split("\nSubcommands:")[0].split("\nExamples:")[0].splitlines():
        start = re.match(r"  (?:-\w,)?(--[\w-]+)(?: \S+)?(?: \[[^]]*\])?(?: \.\.\.)?(?:\s+|$)(.*)", line)
        if start:
            current = start[1]
            found[current] = start[2]
        elif current and line.startswith(" " * 20):
            found[current] += " " + line.strip()
        else:
            current = None
    return found


class Manual(ProgramTest):
    def setUp(self):
        super().setUp()
        self.page = self.succeed("manual").stdout
        self.text = plain(self.page)

    def part(self, command):
        """The subsection of a command."""
        return re.split(r"\n\.S[SH] ", self.text.split(f"\n.SS kreisel {command}\n", 1)[1])[0]

    def test_every_command_and_option_of_the_help_is_there(self):
        for command in COMMANDS:
            options = options_of(self.succeed(*command.split(), "--help").stdout)
            self.assertIn("--help", options)
            part = self.part(command)
            for option, description in options.items():
                with self.subTest(command=command, option=option):
                    self.assertRegex(part, rf"(?m)^(-\w, )?{option}( |$)")
                    self.assertIn(description.strip(), part)
        self.assertGreaterEqual(len(options_of(self.succeed("run", "--help").stdout)), 20)

    def test_examples_are_those_of_the_help(self):
        for command in COMMANDS:
            for line in self.succeed(*command.split(), "--help").stdout.splitlines():
                if line.startswith("  kreisel "):
                    self.assertIn(f"\n{line.strip()}\n", self.part(command))

    def test_every_exit_code_is_there(self):
        rows = re.findall(r"^\| (\d+) \| `(\w+)`", (SOURCE / "docs/exit-codes.md").read_text("utf-8"), re.MULTILINE)
        self.assertGreaterEqual(len(rows), 13)
        for code, name in rows:
            self.assertIn(f"\n.TP\n{code}\n{name}: ", self.text)

    def test_every_variable_of_the_environment_is_there(self):
        sources = [path for folder in ("kreisel", "apps") for path in (SOURCE / folder).rglob("*.cpp")]
        variables = {name for path in sources for name in re.findall(r'getenv\("(\w+)"', path.read_text("utf-8"))}
        self.assertIn("KREISEL_THREADS", variables)
        for name in variables:
            self.assertIn(f"\n.TP\n{name}\n", self.text)

    def test_it_is_proper_roff(self):
        if not shutil.which("mandoc"):
            self.skipTest("mandoc is not installed")
        path = self.folder / "kreisel.1"
        path.write_text(self.page, "utf-8")
        lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", path], capture_output=True, text=True, check=False)
        # A page without a date is the same page on every day it is built.
        complaints = [line for line in lint.stdout.splitlines() if "missing date" not in line]
        self.assertEqual(complaints, [])
        shown = subprocess.run(["mandoc", "-T", "utf8", path], capture_output=True, check=True).stdout.decode()
        self.assertIn("generalized_alpha", re.sub(r".\x08", "", shown))

    def test_man_shows_it(self):
        if not shutil.which("man"):
            self.skipTest("man is not installed")
        (self.folder / "kreisel.1").write_text(self.page, "utf-8")
        done = subprocess.run(["man", "--warnings", "-l", self.folder / "kreisel.1"], capture_output=True, text=True,
                              env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "100"}, check=True)  # fmt: skip
        self.assertEqual([line for line in done.stderr.splitlines() if "break" not in line], [])  # long examples
        self.assertIn("kreisel - simulate mechanical systems", re.sub(r".\x08", "", done.stdout))


if __name__ == "__main__":
    unittest.main()
