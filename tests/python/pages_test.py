"""Does what docs/python.md says: runs its blocks in order, compares what is printed with what it shows.

`python` blocks share one interpreter and one folder, `sh` blocks are run in that folder with `kreisel` in the PATH, and a
`text` block is the output of the block before it, compared as tests/cli/tutorial_test.py compares. After
`<!-- not run -->` a block is only shown.
"""

import contextlib
import io
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from conftest import SOURCE

sys.path.insert(0, str(SOURCE / "tests/cli"))
from tutorial_test import blocks_of, first_missing  # noqa: E402

PAGES = ["docs/python.md"]


class Reader:
    """Somebody who types what a page shows."""

    def __init__(self, page, program):
        self.page = page
        self.names = {"__name__": "__main__"}
        self.environment = {**os.environ, "PATH": f"{Path(program).resolve().parent}:{os.environ['PATH']}"}
        self.output = ""

    def do(self, block):
        if block.language == "python":
            printed = io.StringIO()
            code = compile("\n" * block.line + block.text, str(self.page), "exec")
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(code, self.names)
            self.output = printed.getvalue()
        elif block.language == "sh":
            done = subprocess.run(["bash", "-euc", block.text], capture_output=True, text=True, timeout=120, env=self.environment)
            assert done.returncode == 0, f"{self.page}:{block.line}: {done.stdout}{done.stderr}"
            self.output = done.stdout + done.stderr
        elif block.language == "text":
            missing = first_missing(block.text, self.output)
            assert missing is None, f"{self.page}:{block.line}: not printed: {missing}\n--- printed ---\n{self.output}"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_does_what_it_says(page, program, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (SOURCE / page).read_text(encoding="utf-8")
    reader = Reader(page, program)
    blocks = [block for block in blocks_of(text) if not is_only_shown(text, block)]
    assert sum(block.language == "python" for block in blocks) > 5
    for block in blocks:
        reader.do(block)


def is_only_shown(text, block):
    return text[: block.span[0]].rsplit("```", 1)[0].rstrip().endswith("<!-- not run -->")


def test_the_reader_notices(program, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    reader = Reader("page", program)
    python, wrong = blocks_of("```python\nprint('a', 1.0)\n```\n```text\na 2.0\n```\n")
    reader.do(python)
    with pytest.raises(AssertionError, match="not printed: a 2.0"):
        reader.do(wrong)
    (broken,) = blocks_of("```sh\nfalse\n```\n")
    with pytest.raises(AssertionError):
        reader.do(broken)
