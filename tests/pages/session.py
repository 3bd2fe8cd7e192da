"""What a reader has open: a folder, a shell and a Python interpreter, which remember from block to block."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

DRIVER = r"""
import json, sys, traceback
names = {"__name__": "__main__"}
for order in sys.stdin:
    block = json.loads(order)
    try:
        exec(compile("\n" * (block["line"]) + block["text"], block["page"], "exec"), names)
        code = 0
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stderr.flush()
    print(f"\n\x00{code}", flush=True)
"""
STATE = ".state"  # of the shell: variables and folder


def commands_of(text):
    """The commands of a block: a line each, with those that a backslash or a here-document adds to it."""
    lines = iter(text.splitlines())
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        while line.endswith("\\"):
            line = line[:-1] + next(lines, "").lstrip()
        document = re.search(r"<<-?\s*['\"]?(\w+)", line)
        if document:
            kept = [line]
            for more in lines:
                kept.append(more)
                if more.strip() == document[1]:
                    break
            line = "\n".join(kept)
        yield line


class Failed(Exception):
    """A block that does not do what the page says."""


class Session:
    def __init__(self, folder, source, program, longest=240.0):
        self.folder, self.source, self.longest = Path(folder), Path(source), longest
        self.python = None
        (self.folder / "home").mkdir()
        for place in ("programs", "build/bin"):
            (self.folder / place).mkdir(parents=True)
            (self.folder / place / "kreisel").symlink_to(Path(program).resolve())
        shutil.copytree(self.source / "models", self.folder / "models")
        cache = os.environ.get("KREISEL_PAGES_CACHE", str(self.folder / "cache"))
        self.environment = {
            **os.environ,
            "HOME": str(self.folder / "home"),
            "PATH": f"{self.folder / 'programs'}:{Path(sys.executable).parent}:{os.environ['PATH']}",
            "XDG_CACHE_HOME": cache,
            "MPLBACKEND": "Agg",
            "MPLCONFIGDIR": f"{cache}/matplotlib",
            "SOURCE_DATE_EPOCH": "0",
        }
        self.save("matplotlibrc", "svg.hashsalt: kreisel\nsvg.fonttype: none\n")  # pictures that are the same every time
        package = os.environ.get("KREISEL_PYTHON_PACKAGE")
        if package:
            self.environment["PYTHONPATH"] = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
        if "KREISEL_PREFIX" in os.environ:
            prefix = Path(os.environ["KREISEL_PREFIX"])
            self.environment["CMAKE_PREFIX_PATH"] = str(prefix)
            self.environment["PKG_CONFIG_PATH"] = os.pathsep.join(map(str, prefix.glob("lib/**/pkgconfig")))

    def save(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def call(self, command, name=None):
        """Exit code and everything that a command prints."""
        try:
            done = subprocess.run(command, cwd=self.folder, env=self.environment, text=True, timeout=self.longest, check=False,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise Failed(f"`{name or command[0]}` takes more than {self.longest:g} s") from error
        return done.returncode, done.stdout

    def type(self, line):
        """Exit code and output of a line typed into the shell, which keeps variables and the folder."""
        state = self.folder / STATE
        keep = f"code=$?; {{ export -p; printf 'cd %q\\n' \"$PWD\"; }} > '{state}'; exit $code"
        return self.call(["bash", "-c", f"set -o pipefail; [ -e '{state}' ] && . '{state}'\n{line}\n{keep}"], line)

    def run_shell(self, text):
        """Output of the lines of a block; each has to end with the code that it says."""
        printed = ""
        for line in commands_of(text):
            code, output = self.type(line)
            wanted = re.search(r"# exit code (\d+)$", line)
            if code != (int(wanted[1]) if wanted else 0):
                raise Failed(f"`{line}` ended with {code}:\n{output}")
            printed += output
        return printed

    def run_python(self, text, page, line):
        """Output of a block in the one interpreter of the page."""
        if self.python is None:
            self.python = subprocess.Popen([sys.executable, "-B", "-c", DRIVER], cwd=self.folder, env=self.environment,
                                           text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                           stderr=subprocess.STDOUT)  # fmt: skip
        clock = threading.Timer(self.longest, self.python.kill)
        clock.start()
        try:
            print(json.dumps({"text": text, "page": page, "line": line}), file=self.python.stdin, flush=True)
            printed = ""
            for output in self.python.stdout:
                if output.startswith("\x00"):
                    break
                printed += output
            else:
                raise Failed(f"the interpreter died, or the block takes more than {self.longest:g} s:\n{printed}")
        finally:
            clock.cancel()
        if output.strip() != "\x000":
            raise Failed(f"the block fails:\n{printed}")
        return printed

    def close(self):
        if self.python is not None:
            self.python.stdin.close()
            self.python.stdout.close()
            self.python.wait(timeout=10)
