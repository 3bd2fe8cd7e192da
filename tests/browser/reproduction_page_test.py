"""The page of published experiments in a real browser: filtered, searched, sorted, opened, at two widths, light and dark."""

import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from browser import LONGEST, Browser

PROGRAM = os.environ.get("KREISEL_PROGRAM", "kreisel")
KEPT = os.environ.get("KREISEL_SCREENSHOTS")  # a folder: keep pictures of every view there
VIEWS = [(width, is_dark) for width in (1280, 400) for is_dark in (False, True)]
# One with figures and claimed slopes, one with an erratum, one that is not reproducible, all cheap.
DRAWN, ERRATUM, OTHERS = "wieloch_arnold_2021_figure_2", "wieloch_2022_table_4_1", ["stumpp_2004_figure_3_1", "stumpp_2004_figure_6_2"]


class ReproductionPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="kreisel-page-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        out = cls.folder / "out"
        cls.names = [DRAWN, ERRATUM, *OTHERS]
        subprocess.run([PROGRAM, "study", "reproduce", *cls.names, "--out", str(out), "--no-cache", "--quiet"],
                       check=True, timeout=120)
        cls.page = out / "index.html"
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

    def shown(self):
        """Names of the experiments that the list shows; the table must agree."""
        lines = self.browser.evaluate("[...document.querySelectorAll('.overview tbody tr')].filter(r => !r.hidden)"
                                      ".map(r => r.querySelector('a').getAttribute('href').slice(1))")
        listed = self.browser.evaluate("[...document.querySelectorAll('details.experiment')].filter(d => !d.hidden).map(d => d.id)")
        self.assertEqual(sorted(lines), sorted(listed))
        return listed

    def assert_fits(self, width):
        self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), width)

    def open_experiment(self, name):
        self.browser.click(f".overview a[href='#{name}']")
        is_open = f"document.getElementById('{name}').open && document.getElementById('{name}').children.length > 2"
        deadline = time.monotonic() + LONGEST
        while not self.browser.evaluate(is_open):
            self.assertLess(time.monotonic(), deadline, f"{name} does not open")
            time.sleep(0.01)

    def test_every_view_fits_and_details_come_when_asked_for(self):
        for width, is_dark in self.each_view():
            self.assertEqual(self.shown(), self.names)
            self.assertEqual(self.count("svg"), 0, "nothing is drawn before it is opened")
            self.assert_fits(width)
            colours = re.findall(r"\d+", self.browser.evaluate("getComputedStyle(document.body).backgroundColor"))
            self.assertEqual(sum(map(int, colours[:3])) < 200, is_dark, colours)
            for name in self.names:
                self.open_experiment(name)
            self.assertGreater(self.count(f"#{DRAWN} .plot svg .curve"), 0)
            self.assertGreater(self.count(f"#{DRAWN} .plot svg .triangle"), 0, "slopes are claimed there")
            self.assert_fits(width)
            if KEPT:
                self.browser.screenshot(Path(KEPT) / f"reproduction_{width}_{'dark' if is_dark else 'light'}.png")

    def test_verdict_source_and_words_filter(self):
        for _ in self.each_view():
            self.browser.click("[data-verdict='reproduced']")
            reproduced = self.shown()
            self.assertIn(DRAWN, reproduced)
            self.assertEqual(self.browser.evaluate("document.querySelector('.filters output').textContent"),
                             f"{len(reproduced)} of {len(self.names)} shown")
            self.browser.click("[data-verdict='']")
            self.assertEqual(self.shown(), self.names)
            self.browser.evaluate("(() => { const s = document.querySelector('.filters select'); s.value = 'Stumpp 2004';"
                                  " s.dispatchEvent(new Event('change')); })()")
            self.assertEqual(self.shown(), OTHERS)
            self.browser.type_into(".filters input", "RADAU IIA")
            self.assertEqual(self.shown(), OTHERS[:1])
            self.browser.type_into(".filters input", " nowhere-to-be-found")
            self.assertEqual(self.shown(), [])

    def test_the_table_sorts_by_the_column_that_is_clicked(self):
        for _ in self.each_view():
            head = ".overview th:nth-child(3) button"
            titles = "[...document.querySelectorAll('.overview tbody tr')].map(r => r.cells[2].textContent)"
            before = self.browser.evaluate(titles)
            self.browser.click(head)
            self.assertEqual(self.browser.evaluate(titles), sorted(before, key=str.lower))
            self.browser.click(head)
            self.assertEqual(self.browser.evaluate(titles), sorted(before, key=str.lower, reverse=True))

    def test_an_erratum_stands_beside_the_checks(self):
        for _ in self.each_view():
            self.open_experiment(ERRATUM)
            self.assertEqual(self.count(f"#{ERRATUM} .tables .sortable"), 2)
            verdicts = self.browser.evaluate(
                f"[...document.querySelectorAll('#{ERRATUM} .tables .sortable')].map(t => t.querySelectorAll('td.bad').length)")
            self.assertEqual(verdicts[0], 0)
            self.assertGreater(verdicts[1], 0)

    def test_curves_are_toggled_and_read(self):
        for _ in self.each_view():
            self.open_experiment(DRAWN)
            curves = f"#{DRAWN} .plot .curve"
            button = f"#{DRAWN} .legend button[data-style='1']"
            before = self.count(curves)
            self.browser.click(button)
            self.assertLess(self.count(curves), before)
            self.browser.click(button)
            self.assertEqual(self.count(curves), before)
            plot = f"#{DRAWN} .plot svg"
            path = self.browser.evaluate(f"document.querySelector(\"#{DRAWN} .marks[data-style='0']\").getAttribute('d')")
            x, y = map(float, re.match(r"M(-?[\d.]+) (-?[\d.]+)", path).groups())
            self.browser.middle_of(plot)
            left, top = self.browser.evaluate(
                f"(() => {{ const b = document.querySelector('{plot}').getBoundingClientRect(); return [b.left, b.top]; }})()")
            self.browser.move_to(left + x + 3, top + y)
            reading = self.browser.evaluate(f"document.querySelector('#{DRAWN} .plot .reading').textContent")
            data = f"JSON.parse(document.getElementById('data').textContent).experiments[0].figures[0].curves[0]"
            name, first_x, first_y = self.browser.evaluate(f"[{data}.name, {data}.x[0], {data}.y[0]]")
            self.assertTrue(reading.startswith(name + ": "), reading)
            for value in (first_x, first_y):
                self.assertTrue(any(abs(float(number) / value - 1.0) < 1e-4
                                    for number in re.findall(r"[\d.]+(?:e[+-]?\d+)?", reading[len(name):]) if float(number) > 0),
                                (reading, value))


if __name__ == "__main__":
    unittest.main()
