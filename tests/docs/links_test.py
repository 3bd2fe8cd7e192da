"""No Markdown page of the repository has a dead link, and the search for dead links finds them."""

import tempfile
import unittest
from pathlib import Path

from links import markdown_mistakes, site_mistakes

ROOT = Path(__file__).resolve().parents[2]


class Repository(unittest.TestCase):
    def test_markdown_links_lead_somewhere(self):
        pages = [*ROOT.glob("*.md"), *(page for page in ROOT.glob("docs/**/*.md") if "generated" not in page.parts)]
        self.assertGreater(len(pages), 20)
        self.assertEqual([], [mistake for page in pages for mistake in markdown_mistakes(page, ROOT)])


class Search(unittest.TestCase):
    def setUp(self):
        self.held = tempfile.TemporaryDirectory()
        self.addCleanup(self.held.cleanup)
        self.folder = Path(self.held.name).resolve()

    def page(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return self.folder / name

    def test_dead_markdown_links_are_found(self):
        self.page("other.md", "# A heading: with `code`\n")
        page = self.page("page.md", "# Here\n[a](gone.md) ![b](gone.svg) [c](other.md#nowhere) [d](https:///x) [e](#there)\n")
        self.assertEqual(5, len(list(markdown_mistakes(page, self.folder))))

    def test_good_markdown_links_and_code_are_left_alone(self):
        self.page("other.md", "# A heading: with `code`\n")
        page = self.page("page.md", "# Here\n[a](other.md#a-heading-with-code) [b](#here) [c](https://dlmf.nist.gov) `[d](gone.md)`\n"
                                    "\n```cpp\nf[](gone)\n```\n\n    [](const State& s)\n\n")  # fmt: skip
        self.assertEqual([], list(markdown_mistakes(page, self.folder)))

    def test_dead_links_of_a_site_are_found(self):
        self.page("index.html", '<p id="a"></p><a href="#a">1</a><a href="two.html#b">2</a><a href="two.html#c">3</a>')
        self.page("two.html", '<p id="b"></p><img src="gone.png"><a href="gone.html">4</a><a href="index.html">5</a>')
        self.assertEqual(["index.html: two.html#c: no such anchor", "two.html: gone.png: no such file", "two.html: gone.html: no such file"],
                         list(site_mistakes(self.folder)))  # fmt: skip


if __name__ == "__main__":
    unittest.main()
