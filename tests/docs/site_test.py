"""The site builds without a warning; its links, anchors, pictures and scripts are there; it needs no network."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from links import site_mistakes

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["KREISEL_PROGRAM"]
LONGEST = 240  # seconds
PAGES = ["index", "tutorial-model-file", "howto", "theory", "bibliography", "model-reference", "exit-codes", "decisions/index",
         *(f"generated/{name}" for name in ("methods", "problems", "groups", "experiments", "command-line", "file-schema", "json-outputs",
                                            "architecture", "contributing", "changelog", "api/index", "api/groups"))]  # fmt: skip


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.held = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.held.cleanup)
        cls.done = subprocess.run([ROOT / "scripts/docs", PROGRAM, cls.held.name], capture_output=True, text=True, timeout=LONGEST, check=False)
        cls.html = Path(cls.held.name) / "html"

    def text(self, page):
        return (self.html / f"{page}.html").read_text(encoding="utf-8")

    def test_builds_without_warnings(self):
        self.assertEqual(0, self.done.returncode, self.done.stdout + self.done.stderr)
        self.assertNotIn("WARNING", self.done.stderr)

    def test_pages_are_there(self):
        self.assertEqual([], [page for page in PAGES if not (self.html / f"{page}.html").exists()])

    def test_no_link_is_dead(self):
        self.assertGreater(len(list(self.html.rglob("*.html"))), 40)
        self.assertEqual([], list(site_mistakes(self.html)))

    def test_nothing_is_loaded_from_elsewhere(self):
        loaded = re.compile(r'<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)="(https?:[^"]*)"')
        self.assertEqual([], [found for page in self.html.rglob("*.html") for found in loaded.findall(page.read_text(encoding="utf-8"))])

    def test_reference_shows_what_program_and_headers_say(self):
        self.assertIn("radau_iia_3", self.text("generated/methods"))
        self.assertRegex(self.text("generated/methods"), r"2\.00\s±\s0\.0\d")
        self.assertIn("--formulation", self.text("generated/command-line"))
        self.assertIn("bracket_map", self.text("generated/api/groups"))
        self.assertNotIn("namespace detail {", self.text("generated/api/groups"))


if __name__ == "__main__":
    unittest.main()
