"""`kreisel view` in a real browser: plays, seeks, follows the theme, takes a second run, saves glTF."""

import json
import time
import unittest
from pathlib import Path

from replays import KEPT, MODELS, VIEWS, ReplayTest

CASES = {"slider_crank": [], "truck": ["--t-end", "2", "--rtol", "1e-4"], "rolling_disc": [], "bricard": ["--t-end", "2"]}


class ViewPage(ReplayTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name, options in CASES.items():
            cls.kreisel("view", MODELS / f"{name}.json", *options, "--samples", "300", "--out", cls.folder / f"{name}.html")
        pendulum = MODELS / "spring_pendulum.json"
        cls.kreisel("run", pendulum, "--out", cls.folder / "soft", "--quiet")
        cls.kreisel("run", pendulum, "--set", "stiffness=200", "--out", cls.folder / "stiff", "--report", "--quiet")
        cls.kreisel("view", cls.folder / "soft", "--out", cls.folder / "soft.html")
        cls.kreisel("view", cls.folder / "soft", cls.folder / "stiff", "--out", cls.folder / "both.html")

    def test_every_view_is_drawn(self):
        for name in CASES:
            for width, is_dark in VIEWS:
                with self.subTest(page=name, width=width, dark=is_dark):
                    self.browser.open(self.folder / f"{name}.html", width, is_dark)
                    self.seek(0.3)
                    painted, _ = self.look()
                    self.assertGreater(painted, 0.02)
                    self.assertLessEqual(self.evaluate("document.documentElement.scrollWidth"), width)
                    if KEPT:
                        self.browser.screenshot(Path(KEPT) / f"view_{name}_{width}_{'dark' if is_dark else 'light'}.png")
                    self.assertEqual(self.browser.complaints, [])

    def test_it_plays_and_pauses(self):
        self.browser.open(self.folder / "slider_crank.html", 1280, False)
        self.browser.click(".play")
        time.sleep(1.5)
        self.browser.click(".play")
        stopped = self.clock()
        self.assertGreater(stopped, 0.0)
        time.sleep(0.3)
        self.assertEqual(self.clock(), stopped)
        self.assertEqual(self.browser.complaints, [])

    def test_keys_step_and_jump(self):
        self.browser.open(self.folder / "slider_crank.html", 1280, False)
        self.evaluate("document.querySelector('.replay').dispatchEvent(new KeyboardEvent('keydown', {key: 'End', bubbles: true}))")
        self.assertAlmostEqual(self.clock(), 0.1, delta=1e-6)

    def test_colours_follow_the_theme(self):
        self.browser.open(self.folder / "rolling_disc.html", 1280, False)
        self.seek(0.2)
        _, light = self.look()
        self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        _, dark = self.look()
        self.assertNotEqual(light, dark)

    def test_a_second_run_is_laid_over_the_first(self):
        self.browser.open(self.folder / "soft.html", 1280, False)
        self.seek(0.1)
        _, alone = self.look()
        self.drop(self.folder / "stiff" / "report.html")
        self.seek(0.1)
        _, both = self.look()
        self.assertNotEqual(alone, both)
        self.assertIn("transparent", self.evaluate("document.querySelector('.replay > .note').textContent"))
        self.assertEqual(self.browser.complaints, [])

    def test_what_is_no_replay_is_said(self):
        self.browser.open(self.folder / "soft.html", 1280, False)
        other = self.folder / "other.html"
        other.write_text("<p>hello</p>")
        self.drop(other)
        self.assertIn("no report and no replay", self.evaluate("document.querySelector('.replay > .note').textContent"))

    def test_two_results_make_one_page(self):
        self.browser.open(self.folder / "both.html", 1280, False)
        self.assertIn("transparent", self.evaluate("document.querySelector('.replay > .note').textContent"))

    def test_the_gltf_is_valid(self):
        self.browser.open(self.folder / "slider_crank.html", 1280, False)
        self.evaluate("""(() => {
          window.saved = null;
          const make = URL.createObjectURL;
          URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return make(blob); };
          HTMLAnchorElement.prototype.click = () => {};
          [...document.querySelectorAll('.bar button')].find((button) => button.textContent === 'save glTF').click();
        })()""")
        time.sleep(1.0)
        text = self.evaluate("window.saved")
        gltf = json.loads(text)
        self.assertEqual(gltf["asset"]["version"], "2.0")
        self.assertEqual([node["name"] for node in gltf["nodes"]], ["crank", "rod", "slider", "space"])
        self.assertEqual(len(gltf["animations"][0]["channels"]), 6)
        size = sum(view["byteLength"] for view in gltf["bufferViews"])
        self.assertEqual(size, gltf["buffers"][0]["byteLength"])
        for view, accessor in zip(gltf["bufferViews"], gltf["accessors"]):
            width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
            self.assertEqual(view["byteLength"], 4 * width * accessor["count"])
            self.assertEqual(view["byteOffset"] % 4, 0)
        if KEPT:
            (Path(KEPT) / "slider_crank.gltf").write_text(text)


if __name__ == "__main__":
    unittest.main()
