"""Writes _typed_solve.pyi, what type checkers know of kreisel.solve: ``python -m kreisel._signature > _typed_solve.pyi``."""

from __future__ import annotations

import inspect

from ._options import FIELDS, WHOLE, listed_names
from ._solve import solve

HEAD = '''# Written by `python -m kreisel._signature`: kreisel.solve with every listed option of a run, for type checkers.
from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import ArrayLike

from ._events import EventFunction
from ._result import Result
from ._solve import ModelLike
from ._system import System

'''


def stub() -> str:
    """The text of the file."""
    lines = []
    for parameter in inspect.signature(solve).parameters.values():
        name = parameter.name
        if name in listed_names():
            choices, wants = FIELDS[name]["choices"], FIELDS[name]["wants"]
            kind = "bool" if wants == "True or False" else "int" if wants.startswith(WHOLE) else "float"
            kind = "str" if choices or not wants else kind
            lines.append(f"    {name}: {kind} | None = ...,")
            continue
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and "    *," not in lines:
            lines.append("    *,")
        default = "" if parameter.default is inspect.Parameter.empty else " = ..."
        lines.append(f"    {name}: {parameter.annotation}{default},")
    return HEAD + "def solve(\n" + "\n".join(lines) + "\n) -> Result: ...\n"


if __name__ == "__main__":
    print(stub(), end="")
