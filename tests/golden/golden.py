#!/usr/bin/env python3
"""The runs of runs.txt, their step counts and digits against those kept in golden.json.

    golden.py PROGRAM            compare; fails when a step count or a digit differs
    golden.py PROGRAM --write    keep what the program gives now (make golden); the commit says why the numbers moved

Step counts are compared exactly; final values to `DIGITS` of the largest value of their kind of unit, since machines differ
by their libm.
"""

import json
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
COUNTS = ["accepted", "rejected", "newton_iterations", "factorizations"]
DIGITS = 1e-9


def runs():
    lines = (FOLDER / "runs.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def measured(program, line):
    done = subprocess.run([program, "run", *line.split(), "--json"], cwd=ROOT, capture_output=True, text=True, check=False)
    record = json.loads(done.stdout)
    statistics = record.get("statistics", {})
    return {
        "status": record["status"],
        "method": record.get("method"),
        "counts": [statistics.get(name) for name in COUNTS],
        "final": record.get("final", {}),
        "units": record.get("units", {}),
    }


def differences(line, now, kept):
    for name in ("status", "method", "counts"):
        if now[name] != kept[name]:
            yield f"{line}: {name} {now[name]}, kept {kept[name]}"
    if now["final"].keys() != kept["final"].keys():
        yield f"{line}: other columns"
        return
    largest = {}
    for name, value in kept["final"].items():
        unit = kept["units"][name]
        largest[unit] = max(largest.get(unit, 1.0), abs(value or 0.0))
    for name, value in kept["final"].items():
        difference = abs((now["final"][name] or 0.0) - (value or 0.0))
        if not difference <= DIGITS * largest[kept["units"][name]]:
            yield f"{line}: {name} = {now['final'][name]}, kept {value}"


def main():
    program, write = sys.argv[1], "--write" in sys.argv[2:]
    file = FOLDER / "golden.json"
    now = {line: measured(program, line) for line in runs()}
    if write:
        file.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
        return 0
    kept = json.loads(file.read_text(encoding="utf-8"))
    found = [d for line, result in now.items() for d in differences(line, result, kept.get(line, {}))]
    identical = sum(now[line]["final"] == kept[line]["final"] for line in now)
    print("\n".join(found) or f"{len(now)} runs as kept, {identical} to the last bit")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
