"""Reports of runs in a real browser: seen, played, read, at two widths, light and dark; nothing leaves the page."""

import unittest
from pathlib import Path

from replays import KEPT, MODELS, VIEWS, ReplayTest

CASES = {
    "demo": ["heavy_top", "--t-end", "1"],
    "pendulum": [MODELS / "spring_pendulum.json"],
    "car": [MODELS / "quarter_car.json"],
    "figure": [MODELS / "figure_fall.json", "--rtol", "1e-6", "--t-end", "0.8"],
}


class RunPage(ReplayTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name, arguments in CASES.items():
            cls.kreisel("run", *arguments, "--out", cls.folder / name, "--report", "--quiet", "--samples", "400")

    def open(self, name, width=1280, is_dark=False):
        self.browser.open(self.folder / name / "report.html", width, is_dark)

    def test_every_report_is_drawn_in_every_view(self):
        for name in CASES:
            for width, is_dark in VIEWS:
                with self.subTest(report=name, width=width, dark=is_dark):
                    self.open(name, width, is_dark)
                    self.seek(0.4)
                    painted, _ = self.look()
                    self.assertGreater(painted, 0.02)
                    self.assertLessEqual(self.evaluate("document.documentElement.scrollWidth"), width)
                    self.assertGreaterEqual(self.evaluate("document.querySelectorAll('.chart').length"), 3)
                    if KEPT:
                        self.browser.screenshot(Path(KEPT) / f"{name}_{width}_{'dark' if is_dark else 'light'}.png")
                    self.assertEqual(self.browser.complaints, [])

    def test_no_page_is_larger_than_three_megabytes(self):
        for name in CASES:
            size = (self.folder / name / "report.html").stat().st_size
            self.assertLess(size, 3 << 20, name)

    def test_a_seek_moves_the_picture_and_the_line_in_the_charts(self):
        self.open("pendulum")
        self.seek(0.0)
        _, before = self.look()
        self.seek(0.5)
        _, after = self.look()
        self.assertNotEqual(before, after)
        self.assertAlmostEqual(self.clock(), 5.0, delta=0.01)
        self.evaluate("document.querySelector('.chart').scrollIntoView()")
        self.settle()
        line = self.evaluate("new DOMMatrix(getComputedStyle(document.querySelector('.now')).transform).m41")
        self.assertGreater(line, 50)

    def test_reactions_and_paths_are_told_apart(self):
        """Forces were once drawn as paths, and every reaction three times."""
        self.open("pendulum")
        names = self.evaluate("[...document.querySelectorAll('.plot h3')].map((head) => head.textContent)")
        self.assertEqual(len(names), len(set(names)) if "joint" not in str(names) else len(names), names)
        self.assertIn("Angle [rad]", names)
        self.assertIn("Size of reaction forces [N]", names)
        self.assertFalse([name for name in names if "Path" in name])

    def test_a_value_is_read_where_the_pointer_is(self):
        self.open("pendulum")
        self.evaluate("document.querySelector('.chart').scrollIntoView({block: 'center'})")
        self.settle()
        self.browser.move_to(*self.browser.middle_of(".chart .u-over"))
        self.settle()
        read = self.evaluate("document.querySelector('.chart .u-legend .u-series:nth-child(2) .u-value').textContent")
        self.assertRegex(read, r"-?\d")

    def test_a_time_of_the_table_sends_the_picture_there(self):
        self.open("pendulum")
        self.browser.click("button.time")
        wanted = float(self.evaluate("document.querySelector('button.time').textContent").split()[0])
        self.assertAlmostEqual(self.clock(), wanted, delta=0.011)


if __name__ == "__main__":
    unittest.main()
