#!/usr/bin/env python3
"""How many headers users can reach: what is installed, and what the first program of a user reads.

    public_face.py [ROOT]

The front doors are those of kreisel/front_doors.cmake. Steppers as machine code of one's own (methods/<family>/family.hpp)
are templates down to the linear algebra, so they are counted beside the rest.
"""

import re
import sys
from pathlib import Path

MOST = 113  # all doors but the families
MOST_WITH_FAMILIES = 174
MOST_OF_A_FIRST_PROGRAM = {"solve/solve.hpp": 60, "run/simulate.hpp": 68}


def doors_of(root):
    text = (root / "kreisel/front_doors.cmake").read_text(encoding="utf-8")
    return re.findall(r"^ +([\w/]+\.hpp)", text, re.MULTILINE)


def reached_from(root, header, seen=None):
    seen = set() if seen is None else seen
    if header not in seen:
        seen.add(header)
        text = (root / "kreisel" / header).read_text(encoding="utf-8")
        for included in re.findall(r'^#include "kreisel/([^"]+)"', text, re.MULTILINE):
            reached_from(root, included, seen)
    return seen


def mistakes(root):
    doors = doors_of(root)
    families = [door for door in doors if door.startswith("methods/")]
    counts = [
        ("the front doors but the families", doors, families, MOST),
        ("the front doors", doors, [], MOST_WITH_FAMILIES),
        *((door, [door], [], most) for door, most in MOST_OF_A_FIRST_PROGRAM.items()),
    ]
    for name, entered, left_out, most in counts:
        reached = set().union(*(reached_from(root, door) for door in entered if door not in left_out))
        print(f"{name}: {len(reached)} headers")
        if len(reached) > most:
            yield f"{name}: {len(reached)} headers instead of {most} at most; what need not be public?"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2])
    found = list(mistakes(root))
    print("\n".join(found), file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
