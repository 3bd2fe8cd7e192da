"""The page of a study in a real browser: drawn, toggled, read, sorted, at two widths, light and dark."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from browser import Browser

PROGRAM = os.environ.get("KREISEL_PROGRAM", "kreisel")
KEPT = os.environ.get("KREISEL_SCREENSHOTS")  # a folder: keep pictures of every view there
VIEWS = [(width, is_dark) for width in (1280, 400) for is_dark in (False, True)]
CURVES = ".plot:first-child svg .curve"


class StudyPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="kreisel-page-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        out = cls.folder / "out"
        subprocess.run([PROGRAM, "study", "orders", "pendulum", "--methods", "generalized_alpha,rk4,radau_iia_3",
                        "--out", str(out), "--no-cache", "--quiet"], check=True, timeout=120)
        cls.page = out / "report.html"
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def each_view(self):
        for width, is_dark in VIEWS:
            with self.subTest(width=width, dark=is_dark):
                self.browser.open(self.page, width, is_dark)
                yield width, is_dark
                self.assertEqual(self.browser.complaints, [])

    def count(self, selector):
        return self.browser.evaluate(f"document.querySelectorAll({selector!r}).length")

    def test_every_view_is_drawn_and_fits_its_width(self):
        for width, is_dark in self.each_view():
            self.assertGreaterEqual(self.count(".plot svg"), 3)
            self.assertGreaterEqual(self.count(CURVES), 3)
            self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), width)
            colours = re.findall(r"\d+", self.browser.evaluate("getComputedStyle(document.body).backgroundColor"))
            self.assertEqual(sum(map(int, colours[:3])) < 200, is_dark, colours)
            if KEPT:
                self.browser.screenshot(Path(KEPT) / f"study_{width}_{'dark' if is_dark else 'light'}.png")

    def test_a_name_hides_its_curve_in_every_figure_and_shows_it_again(self):
        for _ in self.each_view():
            before, everywhere = self.count(CURVES), self.count(".plot .curve")
            figures = self.count(".plot svg")
            button = ".legend button[data-style='1']"
            self.browser.click(button)
            pressed = f'document.querySelector("{button}").getAttribute("aria-pressed")'
            self.assertEqual(self.browser.evaluate(pressed), "false")
            self.assertEqual(self.count(CURVES), before - 1)
            self.assertEqual(self.count(".plot .curve"), everywhere - figures)
            self.browser.click(button)
            self.assertEqual(self.browser.evaluate(pressed), "true")
            self.assertEqual(self.count(".plot .curve"), everywhere)

    def test_pointing_at_a_mark_reads_its_value(self):
        for _ in self.each_view():
            data = "JSON.parse(document.getElementById('data').textContent).figures[0].curves[0]"
            name, x, y = self.browser.evaluate(f"[{data}.name, {data}.x[3], {data}.y[3]]")
            # The first curve begins with the marks of its points, in order: the fourth "M" is where we point.
            path = self.browser.evaluate("document.querySelector(\".marks[data-style='0']\").getAttribute('d')")
            start = re.findall(r"M(-?[\d.]+) (-?[\d.]+)", path)[3]
            self.browser.middle_of(".plot svg")
            left, top = self.browser.evaluate(
                "(() => { const b = document.querySelector('.plot svg').getBoundingClientRect(); return [b.left, b.top]; })()")
            self.browser.move_to(left + float(start[0]) + 3, top + float(start[1]))
            reading = self.browser.evaluate("document.querySelector('.plot .reading').textContent")
            self.assertTrue(reading.startswith(name + ": step size h "), reading)
            step, error = re.fullmatch(r".*: step size h (\S+) s, relative error in q (\S+)", reading).groups()
            self.assertAlmostEqual(float(step) / x, 1.0, delta=1e-4)
            self.assertAlmostEqual(float(error) / y, 1.0, delta=1e-4)

    def test_tables_sort_by_the_column_that_is_clicked(self):
        for _ in self.each_view():
            head = ".sortable th:first-child button"
            column = "[...document.querySelectorAll('.sortable')[0].querySelectorAll('tbody tr')].map(r => r.cells[0].textContent)"
            self.browser.click(head)
            names = self.browser.evaluate(column)
            self.assertEqual(names, sorted(names))
            self.browser.click(head)
            self.assertEqual(self.browser.evaluate(column), sorted(names, reverse=True))


if __name__ == "__main__":
    unittest.main()
