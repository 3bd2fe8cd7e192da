#!/usr/bin/env python3
"""Writes every case of cases.txt as a file, for the corpus of the fuzzer.

    expand.py FOLDER
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).parent


def decoded(text):
    """⏎ and \\xNN become what they stand for, the mark « goes."""
    data = text.replace("⏎", "\n").replace("«", "").encode("utf-8")
    return re.sub(rb"\\x([0-9A-F]{2})", lambda found: bytes([int(found[1], 16)]), data)


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    good = (HERE / "good.json").read_text(encoding="utf-8")
    (folder / "good.json").write_text(good, encoding="utf-8")
    name = None
    for line in (HERE / "cases.txt").read_text(encoding="utf-8").split("\n"):
        if line.startswith("["):
            name = line[1:-1]
        elif line.startswith("edit: "):
            old, new = line.removeprefix("edit: ").split(" => ")
            before, after = good.split(old)
            (folder / f"{name}.json").write_bytes(before.encode() + decoded(new) + after.encode())
        elif line.startswith("text:"):
            (folder / f"{name}.json").write_bytes(decoded(line.removeprefix("text:").lstrip(" ")))


if __name__ == "__main__":
    main()
