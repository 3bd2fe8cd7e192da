"""The runner of pages finds what is wrong with a page, and nothing else; blocks that are not run are few."""

import tempfile
import unittest
from pathlib import Path

from blocks import blocks_of, first_missing, has_same_words, is_same_line
from not_run import MOST, check_not_run
from page import SOURCE, follow_page

PAGES = [SOURCE / "README.md", *sorted(SOURCE.glob("docs/**/*.md"))]


def fenced(language, text, marker=""):
    return (f"<!-- {marker} -->\n" if marker else "") + f"```{language}\n{text}\n```\n\n"


class Lines(unittest.TestCase):
    """The comparison itself."""

    def test_numbers_may_differ_a_little_and_words_not_at_all(self):
        self.assertTrue(is_same_line("z = -1.000 m, gap 1e-16", "z  = -1.001 m, gap -3e-15"))
        self.assertTrue(is_same_line("2.00 ± 0.01", "1.99 ± 0.03"))
        self.assertTrue(is_same_line("3 steps in 0.1 s", "3 steps in 7e-05 s"))
        self.assertFalse(is_same_line("2.00 ± 0.01", "1.90 ± 0.01"))
        self.assertFalse(is_same_line("1 of 4", "2 of 4"))
        self.assertFalse(is_same_line("z = -1.000 m", "z = -1.1 m"))
        self.assertFalse(is_same_line("z = -1.000 m", "y = -1.000 m"))
        self.assertFalse(is_same_line("z = 1", "z = 1 2"))

    def test_lines_are_found_in_order(self):
        self.assertIsNone(first_missing("a\nc 1\n", "a\nb\nc 1\n"))
        self.assertEqual(first_missing("c\na\n", "a\nc\n"), "a")
        self.assertEqual(first_missing("d\n", "a\n"), "d")

    def test_messages_are_compared_up_to_their_numbers(self):
        self.assertTrue(has_same_words("failed at t = 0.2", "failed at t = 0.3 s"))
        self.assertFalse(has_same_words("failed at t = 0.2", "stopped at t = 0.2"))


class Pages(unittest.TestCase):
    """Whole pages, made for the purpose."""

    def follow(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "page.md"
            path.write_text(text, encoding="utf-8")
            return follow_page(path)

    def accept(self, *parts):
        self.assertEqual([], self.follow("# Title\n\n" + "".join(parts)))

    def refuse(self, message, *parts):
        wrong = self.follow("# Title\n\n" + "".join(parts))
        self.assertEqual(len(wrong), 1, wrong)
        self.assertIn(message, wrong[0])

    def test_good_page(self):
        self.accept(fenced("", "kept", "file: a.txt"), fenced("sh", "cat a.txt"), fenced("text", "kept"),
                    fenced("python", "x = open('a.txt').read()"), fenced("python", "print(x)"), fenced("text", "kept"),
                    fenced("sh", "export NAME=value\nmkdir f\ncd f"), fenced("sh", "echo $NAME; basename $PWD"),
                    fenced("text", "value\nf"), fenced("{toctree}", "a"))  # fmt: skip

    def test_long_commands(self):
        self.accept(fenced("sh", "cat > a.txt <<'END'\nline one\nEND\necho \\\n  two >> a.txt\n# a remark\ncat a.txt"),
                    fenced("text", "line one\ntwo"))  # fmt: skip

    def test_unknown_language(self):
        self.refuse('a block in "fortran" that is neither saved nor run', fenced("fortran", "end"))
        self.refuse('a block in "" that is neither saved nor run', fenced("", "what is this"))
        self.refuse('a block in "{code-block} python"', fenced("{code-block} python", "x"))

    def test_failing_command(self):
        self.refuse("`kreisel run no_such_problem` ended with 3", fenced("sh", "kreisel run no_such_problem"))
        self.refuse("ended with 0", fenced("sh", "kreisel --version  # exit code 3"))
        self.refuse("ended with 3", fenced("sh", "kreisel run no_such_problem | cat"))
        self.accept(fenced("sh", "build/bin/kreisel run no_such_problem  # exit code 3"))

    def test_wrong_output(self):
        self.refuse("`b` is not in the output", fenced("sh", "echo a"), fenced("text", "b"))
        self.refuse("`1.5` is not in the output", fenced("python", "print(1.9)"), fenced("text", "1.5"))

    def test_failing_python(self):
        self.refuse("NameError: name 'y' is not defined", fenced("python", "x = 1"), fenced("python", "print(y)"))

    def test_conversation(self):
        self.accept(fenced("console", "$ echo 3 steps\n4 steps\n$ kreisel run nothing\nkreisel: error: there is no problem \"nothing\""))
        self.refuse("does not print `b`", fenced("console", "$ echo a\nb"))
        self.refuse("ended with 3", fenced("console", "$ kreisel run nothing"))

    def test_command_in_an_indented_block(self):
        self.refuse("is a command in an indented block", "    kreisel run heavy_top\n")

    def test_fragments_of_models(self):
        self.accept(fenced("json", '"position": [0, "1 cm", 0]', "part of: body"),
                    fenced("json", '{"type": "force", "name": "f", "a": {"body": "bob"}, "components": [0, 0, 1]}', "part of: forces"))  # fmt: skip
        self.refuse("this is no JSON", fenced("json", '"position": [0, 1, ]', "part of: body"))
        self.refuse("unknown field", fenced("json", '"place": [0, 0, 0]', "part of: body"))
        self.refuse("neither a model nor marked", fenced("json", '{"position": [0, 0, 0]}'))
        self.refuse('a model has no part "wheel"', fenced("json", "{}", "part of: wheel"))

    def test_marked_blocks_are_checked_otherwise(self):
        self.accept(fenced("sh", "make test  # all\ncmake --preset dev", "not run: takes minutes"))
        self.refuse("no target", fenced("sh", "make coffee", "not run: takes minutes"))
        self.refuse("no preset", fenced("sh", "ctest --preset coffee", "not run: takes minutes"))
        self.refuse("no rule says", fenced("sh", "rm -r results", "not run: takes minutes"))
        self.refuse("say in some words", fenced("sh", "make test", "not run: slow"))


class Exceptions(unittest.TestCase):
    def test_blocks_that_are_not_run_are_few_and_in_order(self):
        marked = [(path, block) for path in PAGES for block in blocks_of(path.read_text(encoding="utf-8"))
                  if block.marker == "not run"]  # fmt: skip
        self.assertLessEqual(len(marked), MOST, [f"{path.name}:{block.line}" for path, block in marked])
        for path, block in marked:
            self.assertEqual("", check_not_run(SOURCE, block), f"{path.name}:{block.line}")


class Markers(unittest.TestCase):
    def test_every_marker_belongs_to_a_block(self):
        """A marker with a line too many between itself and its block would be lost in silence."""
        for path in PAGES:
            text = path.read_text(encoding="utf-8")
            said = sum(text.count(f"\n<!-- {marker}: ") for marker in ("file", "part of", "not run"))
            self.assertEqual(said, sum(bool(block.marker) for block in blocks_of(text)), path)


if __name__ == "__main__":
    unittest.main()
