"""Does what a page says: saves its files, types its commands, runs its Python, compares what is printed with what it shows.

    KREISEL_PROGRAM=… python3 page.py PAGE…        KREISEL_UPDATE=1: puts the output in the place of `text` blocks that are wrong

| block | |
| --- | --- |
| any, after `<!-- file: NAME -->` | saved under that name |
| any, after `<!-- not run: WHY -->` | its commands are checked by the rules of not_run.py |
| `sh` | typed line by line; `# exit code N` at the end of a line is the code it must end with |
| `console` | lines after `$ ` are typed, the others must be printed up to their numbers |
| `python` | run in one interpreter per page |
| `text` | the output of the block before: its lines in that order, others may lie between; numbers within 2 % |
| `json` | a model, or a part of one after `<!-- part of: WHAT -->`: `kreisel check` accepts it |
| `cpp`, `cmake` | lines of a function or of a project: they compile, they configure |

Work-precision studies that scripts/evidence wrote are typed with two methods and few tolerances: `make evidence` runs all. Further variables:
KREISEL_PYTHON_PACKAGE (folder of the Python package), KREISEL_PREFIX (of the installed library), KREISEL_PAGES_CACHE.
"""

import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from blocks import blocks_of, first_missing, has_same_words, typed_without_fence
from fragments import check_cmake, check_cpp, check_json
from not_run import check_not_run
from session import Failed, Session

SOURCE = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("KREISEL_PROGRAM", str(SOURCE / "build/bin/kreisel"))
SKIPPED = 77
FRAGMENTS = {"json": check_json, "cpp": check_cpp, "cmake": check_cmake}


def shortened(text):
    """What accuracies cost, asked with two methods, few tolerances and few bodies."""
    if "study work-precision" not in text:
        return text
    text = re.sub(r"(--methods [^\s,]+,[^\s,]+)\S*", r"\1", text)
    text = re.sub(r"\bbodies=\d+", "bodies=5", text)
    return re.sub(r"(study work-precision \S+)(?!.*--tolerances)", r"\1 --tolerances 1e-3,1e-4,1e-5", text)


class Page:
    def __init__(self, path, session):
        self.path, self.session = Path(path), session
        self.text = self.path.read_text(encoding="utf-8")
        self.printed = ""  # by the block before
        self.wrong = []  # (block or None, output, message)

    def complain(self, line, message, block=None):
        self.wrong.append((block, self.printed, f"{self.path.name}:{line}: {message}"))

    def follow(self):
        for line, text in typed_without_fence(self.text):
            self.complain(line, f"`{text}` is a command in an indented block, which nobody runs; use ```sh")
        for block in blocks_of(self.text):
            try:
                self.do(block)
            except Failed as failure:
                self.complain(block.line, str(failure))
        for made, name in self.pictures():
            if not (self.session.folder / made).exists():
                self.complain(1, f"no block makes {made}, the picture {name} that the page shows")
        return [message for _, _, message in self.wrong]

    def pictures(self):
        """(file, name) of pictures that blocks of this page make. They are kept in docs/tutorials; a comment may name the file."""
        found = re.findall(r"(?:^<!-- picture: (\S+) -->\n)?^!\[[^\]]*\]\(tutorials/([\w-]+\.svg)\)", self.text, re.MULTILINE)
        return [(made or name, name) for made, name in found]

    def do(self, block):
        if block.marker == "file":
            self.session.save(block.argument, block.text)
        elif block.marker == "not run":
            wrong = check_not_run(self.session.source, block)
            print(f"{self.path.name}:{block.line}: not run, {block.argument}")
            if wrong:
                raise Failed(wrong)
        elif block.language == "sh":
            self.printed = self.session.run_shell(shortened(block.text) if block.is_evidence else block.text)
        elif block.language == "console":
            self.converse(block.text)
        elif block.language == "python":
            self.printed = self.session.run_python(block.text, self.path.name, block.line)
        elif block.language == "text":
            missing = first_missing(block.text, self.printed)
            if missing is not None:
                self.complain(block.line, f"`{missing}` is not in the output:\n{self.printed}", block)
        elif block.language in FRAGMENTS:
            FRAGMENTS[block.language](self.session, block)
        elif not re.fullmatch(r"\{(?!code)[\w:-]+\}.*", block.language):  # directives of the site are no code
            raise Failed(f'a block in "{block.language}" that is neither saved nor run')

    def converse(self, text):
        """`$ command` and what it answers; errors among the answers are its exit code."""
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
            code, self.printed = self.session.type(command)
            if (code != 0) != ("error: " in shown):
                raise Failed(f"`{command}` ended with {code}:\n{self.printed}")
            missing = first_missing(shown, self.printed, has_same_words)
            if missing is not None:
                raise Failed(f"`{command}` does not print `{missing}` but\n{self.printed}")

    def update(self):
        """The page with the output in place of `text` blocks that are wrong (shorten them by hand), and its pictures."""
        for made, name in self.pictures():
            if (self.session.folder / made).exists():
                shutil.copyfile(self.session.folder / made, self.path.parent / "tutorials" / name)
        text = self.text
        for block, printed, _ in reversed([entry for entry in self.wrong if entry[0] is not None]):
            text = text[: block.span[0]] + printed.strip("\n") + "\n" + text[block.span[1] :]
        self.path.write_text(text, encoding="utf-8")


def needs_package(path):
    text = Path(path).read_text(encoding="utf-8")
    return any(block.language == "python" and re.search(r"\bimport kreisel\b", block.text) for block in blocks_of(text))


def follow_page(path, source=SOURCE, program=PROGRAM):
    """What is wrong with a page."""
    with tempfile.TemporaryDirectory(prefix="kreisel-page-") as folder:
        session = Session(folder, source, program)
        try:
            page = Page(path, session)
            wrong = page.follow()
            if os.environ.get("KREISEL_UPDATE"):
                page.update()
            return wrong
        finally:
            session.close()


def main(paths):
    failed = False
    for path in paths:
        if needs_package(path) and "KREISEL_PYTHON_PACKAGE" not in os.environ:
            print(f"{path}: skipped, the Python package is not built")
            return SKIPPED
        begin, wrong = time.monotonic(), follow_page(path)
        failed = failed or bool(wrong)
        print("\n".join([*wrong, f"{path}: {len(wrong)} mistakes, {time.monotonic() - begin:.1f} s"]), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
