"""Runs the program under test and looks at what it left behind."""

import csv
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("KREISEL_PROGRAM", str(SOURCE / "build/bin/kreisel"))
LONGEST = 120  # seconds


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="kreisel-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def call(self, *arguments, **options):
        """The finished process of `kreisel ARGUMENTS…`, started in the folder of the test."""
        options = {"capture_output": True, "text": True, "timeout": LONGEST, "cwd": self.folder, **options}
        return subprocess.run([PROGRAM, *map(str, arguments)], check=False, **options)

    def succeed(self, *arguments, **options):
        done = self.call(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def refuse(self, code, parts, *arguments, **options):
        """Exit code, an error message with a hint, and all `parts` somewhere in it."""
        done = self.call(*arguments, **options)
        self.assertEqual(done.returncode, code, f"{arguments}: {done.stdout} {done.stderr}")
        self.assertIn("kreisel: error: ", done.stderr)
        self.assertIn("\n  hint: ", done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)
        return done

    def run_json(self, *arguments):
        """What `kreisel run ARGUMENTS… --json` prints."""
        return json.loads(self.succeed("run", *arguments, "--json").stdout)

    def samples(self, folder="out"):
        """Header and rows of numbers of samples.csv; fails when a row is torn."""
        path = self.folder / folder / "samples.csv"
        self.assertTrue(path.read_bytes().endswith(b"\n"), "the last row is torn")
        with path.open(newline="", encoding="utf-8") as file:
            header, *rows = csv.reader(file)
        for row in rows:
            self.assertEqual(len(row), len(header))
        return header, [[float(cell) for cell in row] for row in rows]

    def record(self, folder="out"):
        return json.loads((self.folder / folder / "run.json").read_text(encoding="utf-8"))
