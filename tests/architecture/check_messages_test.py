"""check_messages.py must notice what it promises to notice: each rule is broken once, on purpose."""

import tempfile
import unittest
from pathlib import Path

from check_messages import differences, pattern_of
from message_sources import Source

CODE = """
void f() {
  // throw OptionError("in a comment", "", "");
  throw OptionError(fmt::format("the step {:g} s is "
                                "longer than {}", h, quoted(name)), "--step", "smaller");
}
"""
PAGE = """# Troubleshooting

<a name="long"></a>

### Too long

- `the step … s is longer than "…"`

Exit code 2, `OptionError`. It is. **Do:** less.
"""


def texts(code, path="kreisel/core/a.cpp"):
    return [message.text for message in Source(path, code).messages()]


class ReadMessages(unittest.TestCase):
    def test_literals_formats_and_quotes(self):
        self.assertEqual(texts(CODE), ['the step … s is longer than "…"'])

    def test_sums(self):
        self.assertEqual(texts('UnknownName("no \\"" + std::string(name) + "\\" here", "", "");'), ['no "…" here'])

    def test_raw_strings(self):
        self.assertEqual(texts('FileError(R"x(no "file" (here))x", "", "");'), ['no "file" (here)'])

    def test_both_answers_of_a_question(self):
        code = 'ModelError(a < 0 ? "below" : fmt::format("above {}", b), p, "");'
        self.assertEqual(texts(code), ["below", "above …"])

    def test_variables(self):
        code = 'const auto fact = fmt::format("no {}", x); throw OptionError(fact, "", "");'
        self.assertEqual(texts(code), ["no …"])

    def test_place_of_the_message(self):
        self.assertEqual(texts('mistake_at(value, "the name is empty", "give one");'), ["the name is empty"])
        code = 'refuse(at_, "no digit", "write one"); scanner_.refuse("two words", "x");'
        self.assertEqual(texts(code), ["no digit", "two words"])

    def test_sentences_around_an_argument(self):
        code = 'refuse(option, text, "is negative", wanted);'
        self.assertEqual(texts(code, "apps/cli/option_values.cpp"), ['"…" is negative'])

    def test_notes_by_their_prefix(self):
        self.assertEqual(texts('text += fmt::format("kreisel: note: event {}\\n", x);'), ["event …"])

    def test_results_of_functions(self):
        code = 'std::string warning() const { if (a) return {}; return "from t = " + std::to_string(t) + " on"; }'
        self.assertEqual(texts(code, "kreisel/methods/shared/alternation_watch.hpp"), ["from t = … on"])

    def test_messages_passed_on_are_no_new_ones(self):
        self.assertEqual(texts("throw FileError(*failure_); throw Error(error.code(), error.fact(), w, h);"), [])

    def test_what_cannot_be_read_is_said(self):
        self.assertEqual(texts("throw OptionError(table[3], where, hint);"), [""])


class CheckMessages(unittest.TestCase):
    def found(self, code=CODE, page=PAGE):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {"kreisel/a.cpp": code, "docs/troubleshooting.md": page}.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return list(differences(Path(folder)))

    def expect(self, fragment, **files):
        found = self.found(**files)
        self.assertEqual(len(found), 1, found)
        self.assertIn(fragment, found[0])

    def test_sound_page_passes(self):
        self.assertEqual(self.found(), [])

    def test_new_message(self):
        self.expect("no page explains `new …`", code=CODE + 'throw OptionError(fmt::format("new {}", 1), "", "");')

    def test_new_warning(self):
        self.expect("no page explains `hot`", code=CODE + 'print("kreisel: warning: hot\\n");')

    def test_message_that_is_gone(self):
        page = PAGE.replace("\n\nExit", "\n- `old`\n\nExit")
        self.expect("no source has the message `old`", page=page)

    def test_changed_message(self):
        self.assertEqual(len(self.found(code=CODE.replace("longer", "larger"))), 2)

    def test_message_explained_twice(self):
        self.expect("is explained at", page=PAGE + PAGE.replace('name="long"', 'name="other"'))

    def test_anchor_used_twice(self):
        page = PAGE + PAGE.replace("the step … s is", "so").replace('"…"', "that")
        code = CODE + 'throw OptionError("so longer than that", "", "");'
        self.expect("is the anchor of", code=code, page=page)

    def test_heading_without_anchor(self):
        self.expect("no <a name=", page=PAGE.replace('<a name="long"></a>\n', ""))

    def test_entry_without_remedy(self):
        self.expect("**Do:**", page=PAGE.replace("**Do:**", "Do:"))

    def test_entry_without_exit_code(self):
        self.expect("does not begin", page=PAGE.replace("Exit code 2, ", ""))

    def test_links(self):
        self.assertEqual(self.found(page=PAGE + "See [above](#long), [too](troubleshooting.md#long).\n"), [])
        self.expect("leads nowhere", page=PAGE + "See [below](#short).\n")

    def test_code_blocks_are_no_entries(self):
        self.assertEqual(self.found(page=PAGE + "```\n- `anything`\n```\n"), [])

    def test_patterns_match_what_is_printed(self):
        printed = 'kreisel: error: the step 2 s is longer than "1" (--step)'
        self.assertRegex(printed, pattern_of('the step … s is longer than "…"'))


if __name__ == "__main__":
    unittest.main()
