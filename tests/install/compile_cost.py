#!/usr/bin/env python3
"""What a user's program costs to compile: processor time and memory, the better of two tries, against what was promised.

    CXX=… KREISEL_INCLUDES="-I… -isystem …" compile_cost.py
"""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
FLAGS = ["-std=c++20", "-O2", "-DNDEBUG", "-DKREISEL_NO_CONTRACTS"]


def with_own_machine_code(text):
    """The lesson about solve(), with the steppers of one family compiled for its system."""
    text = text.replace('#include "kreisel/solve/solve.hpp"',
                        '#include "kreisel/methods/generalized_alpha/family.hpp"\n#include "kreisel/solve/compiled.hpp"')  # fmt: skip
    method = "kreisel::GeneralizedAlphaParameters::chung_hulbert(0.9)"
    changed = text.replace("solve(system, ", f"solve_compiled(system, {method}, ")
    assert changed != text, "examples/01_pendulum.cpp does not call solve(system, …) any more"
    return changed


# What, its source, most processor time [s], most memory [MB].
PROGRAMS = [
    ("an own system, examples/01", "01_pendulum", None, 5.0, 400),
    ("the same, machine code of its own", "01_pendulum", with_own_machine_code, 10.0, 1000),
    ("a model with an own force, examples/05", "05_own_force", None, 5.0, 600),
]


def cost(source, folder):
    command = [os.environ.get("CXX", "c++"), *FLAGS, *shlex.split(os.environ["KREISEL_INCLUDES"]), "-c", source, "-o", folder / "o.o"]
    with subprocess.Popen(command) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{source.name} does not compile")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000


def main():
    too_much = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for what, example, change, most_time, most_memory in PROGRAMS:
            text = (ROOT / f"examples/{example}.cpp").read_text(encoding="utf-8")
            source = folder / f"{example}.cpp"
            source.write_text(change(text) if change else text, encoding="utf-8")
            tries = [cost(source, folder) for _ in range(2)]
            time, memory = min(t for t, _ in tries), min(m for _, m in tries)
            over = time > most_time or memory > most_memory
            too_much += over
            print(f"{what:40}{time:6.1f} s of {most_time:4.1f}{memory:7.0f} MB of {most_memory}{'   TOO MUCH' if over else ''}", flush=True)
    return 1 if too_much else 0


if __name__ == "__main__":
    sys.exit(main())
