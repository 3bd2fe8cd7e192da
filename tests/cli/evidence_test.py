"""The pages about methods say what the catalogue says, and scripts/evidence notices when they do not."""

import os
import shutil
import subprocess
import sys
import unittest

from program import PROGRAM, SOURCE, ProgramTest

PAGE = "docs/generalized-alpha.md"
GUIDE = "docs/choosing-a-method.md"


class Evidence(ProgramTest):
    def setUp(self):
        super().setUp()
        for name in ("docs", "scripts"):
            shutil.copytree(SOURCE / name, self.folder / name)

    def check(self):
        command = [sys.executable, "-B", "scripts/evidence", "--check", "--program", os.path.abspath(PROGRAM)]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)

    def refuse(self, part):
        done = self.check()
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(part, done.stdout)

    def change(self, name, old, new):
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def test_pages_fit_the_catalogue(self):
        done = self.check()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_wrong_claim_is_found(self):
        self.change(PAGE, "| `newmark` | 1, 1 |", "| `newmark` | 2, 2 |")
        self.refuse("claims in generalized-alpha.md are not those of the catalogue")

    def test_wrong_claim_beside_a_measurement_is_found(self):
        self.change(PAGE, "| 2, 2, 2 | confirmed |", "| 3, 3, 3 | confirmed |")
        self.refuse("claims 3, 3, 3, the catalogue says")

    def test_wrong_advice_is_found(self):
        row = next(line for line in (self.folder / GUIDE).read_text(encoding="utf-8").splitlines() if line.startswith("| A stiff spring |"))
        self.change(GUIDE, row, row.replace("`radau` |", "`dop853` |"))
        self.refuse("wrong about what auto takes for A stiff spring")

    def test_method_without_page_is_found(self):
        self.change("docs/evidence/plan.json", '"rk4", "dopri5"', '"dopri5"')
        self.refuse("method rk4 belongs on one page")

    def test_missing_picture_is_found(self):
        (self.folder / "docs/evidence/generalized-alpha-orders.svg").unlink()
        self.refuse("generalized-alpha-orders.svg is missing")

    def test_source_that_is_not_in_the_bibliography_is_found(self):
        self.change(PAGE, "[Wieloch 2022]", "[Wieloch 2052]")
        self.refuse("[Wieloch 2052]")


if __name__ == "__main__":
    unittest.main()
