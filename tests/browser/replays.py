"""What tests of pages with a replay share: runs, views and questions to the picture."""

import os
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from browser import Browser

PROGRAM = os.environ.get("KREISEL_PROGRAM", "kreisel")
KEPT = os.environ.get("KREISEL_SCREENSHOTS")  # a folder: keep pictures of every view there
MODELS = Path(__file__).resolve().parents[2] / "models"
VIEWS = [(width, is_dark) for width in (1280, 400) for is_dark in (False, True)]

# Whether anything stands out from the background, and a number that changes with the picture.
LOOK = """(() => {
  const stage = document.querySelector("canvas.stage");
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [160, 90];
  const context = copy.getContext("2d");
  context.drawImage(stage, 0, 0, 160, 90);
  const pixels = context.getImageData(0, 0, 160, 90).data;
  let [painted, sum] = [0, 0];
  for (let i = 0; i < pixels.length; i += 4) {
    if (pixels[i + 3] > 60) painted += 1;
    sum = (sum * 31 + pixels[i] + 3 * pixels[i + 1] + 7 * pixels[i + 2]) % 1000003;
  }
  return [painted / (160 * 90), sum];
})()"""


class ReplayTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="kreisel-page-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def kreisel(cls, *arguments):
        return subprocess.run([PROGRAM, *map(str, arguments)], check=True, timeout=120, capture_output=True, text=True).stdout

    def evaluate(self, expression):
        return self.browser.evaluate(expression)

    def settle(self):
        """Two frames later everything that was asked for is drawn."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        time.sleep(0.1)

    def look(self):
        self.settle()
        return self.evaluate(LOOK)

    def seek(self, share):
        self.evaluate(f"(() => {{ const s = document.querySelector('.track input'); s.value = {10000 * share}; s.dispatchEvent(new Event('input')); }})()")

    def clock(self):
        return float(self.evaluate("document.querySelector('.clock').textContent").split()[0])

    def drop(self, path):
        """As a person drops a file on the page."""
        text = path.read_text("utf-8")
        self.evaluate(f"""(() => {{
          const transfer = new DataTransfer();
          transfer.items.add(new File([{text!a}], {path.name!r}));
          document.dispatchEvent(new DragEvent("drop", {{ dataTransfer: transfer, bubbles: true, cancelable: true }}));
        }})()""")
        time.sleep(0.5)
        self.settle()
