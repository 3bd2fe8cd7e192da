#!/usr/bin/env python3
"""Instructions per step of the release program against those kept in instructions.json: repeatable on a busy machine.

    instructions.py PROGRAM            compare; fails when a step costs SHARE more or less than what is kept
    instructions.py PROGRAM --write    keep what the program needs now; the commit says why the numbers moved

Two runs of different length are subtracted, so that the start does not count. Counted by callgrind (scripts/setup profile).
"""

import json
import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
SHARE = 0.03
STEPS = 200
# What kreisel runs, and its step [s].
CASES = [
    ("heavy_top --method generalized_alpha --formulation index3", 1e-3),
    ("heavy_top --method generalized_alpha --formulation index2", 1e-3),
    ("heavy_top --method bliedf_3", 1e-3),
    ("heavy_top --method radau_iia_3 --set projection=none", 1e-3),
    ("heavy_top --method dop853", 1e-3),
    ("slider_crank --method generalized_alpha", 1e-4),
    ("chain --method generalized_alpha", 1e-3),
]


def instructions(program, case, step, steps):
    arguments = [*case.split(), "--step", repr(step), "--t-end", repr(step * steps), "--samples", "1", "--quiet"]
    counting = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run([*counting, program, "run", *arguments], capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found:
        sys.exit(f"{case}: exit code {done.returncode}\n{done.stderr}")
    return int(found[1])


def per_step(program, case, step):
    short, long = (instructions(program, case, step, steps) for steps in (STEPS, 2 * STEPS))
    return round((long - short) / STEPS)


def main():
    program, write = sys.argv[1], "--write" in sys.argv[2:]
    file = FOLDER / "instructions.json"
    now = {case: per_step(program, case, step) for case, step in CASES}
    if write:
        file.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
        return 0
    kept = json.loads(file.read_text(encoding="utf-8"))
    moved = 0
    for case, count in now.items():
        change = count / kept[case] - 1.0
        moved += abs(change) > SHARE
        print(f"{case:60}{count:10}{100 * change:+8.1f} %{'   MOVED' if abs(change) > SHARE else ''}")
    return 1 if moved else 0


if __name__ == "__main__":
    sys.exit(main())
