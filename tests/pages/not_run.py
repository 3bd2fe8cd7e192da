"""Commands that a page shows and a test cannot run. They are few, and each is checked in another way."""

import json
import re
from pathlib import Path

MOST = 8  # blocks, over all pages


def make_target(source, words):
    text = (source / "Makefile").read_text(encoding="utf-8")
    targets = [word for word in words if "=" not in word]
    missing = [word for word in targets if not re.search(rf"^{re.escape(word)}:", text, re.MULTILINE)]
    return f"the Makefile has no target {missing}" if missing or not targets else ""


def preset(source, words):
    """`cmake --preset NAME`, `cmake --build --preset NAME`, `ctest --preset NAME`."""
    if "--preset" not in words:
        return ""
    name = words[words.index("--preset") + 1]
    presets = json.loads((source / "CMakePresets.json").read_text(encoding="utf-8"))
    known = {entry["name"] for kind in presets.values() if isinstance(kind, list) for entry in kind}
    return "" if name in known else f"there is no preset {name}"


def script(source, words):
    return "" if (source / words[0]).exists() else f"there is no {words[0]}"


# First words of a command -> what is wrong with the rest of it, or "".
RULES = {
    "make": lambda source, words: make_target(source, words[1:]),
    "cmake": preset,
    "ctest": preset,
    "apt": lambda source, words: "" if words[1:2] in (["install"], ["update"]) else "apt install only",
    "apt-get": lambda source, words: "" if words[1:2] in (["install"], ["update"]) else "apt-get install only",
    "git": lambda source, words: "" if words[1:2] == ["clone"] else "git clone only",
    "cd": lambda source, words: "",
    "export": lambda source, words: "",
    "pip": lambda source, words: "" if words[1:2] in (["install"], ["wheel"]) else "pip install only",
    "python3": lambda source, words: "" if words[1:2] == ["-m"] else "python3 -m only",
    "docker": lambda source, words: "",
    "dpkg": lambda source, words: "",
    "kreisel": lambda source, words: "" if words[1:4] == ["study", "reproduce", "--all"] else "study reproduce --all only",
    "scripts/": script,
}


def check_not_run(source, block):
    """What is wrong with a block that is not run; empty when nothing is."""
    if len(block.argument) < 8:
        return "say in some words why this is not run"
    lines = [re.sub(r"\s+#.*", "", line) for line in re.sub(r"\\\n\s*", " ", block.text).splitlines()]
    for line in filter(lambda line: line.strip() and not line.startswith("#"), lines):
        words = [word for word in line.split() if word != "sudo"]
        rule = next((rule for name, rule in RULES.items() if words[0] == name or words[0].startswith(name) and name[-1] == "/"), None)
        wrong = "no rule says how to check it otherwise" if rule is None else rule(Path(source), words)
        if wrong:
            return f"`{line}`: {wrong}"
    return ""
