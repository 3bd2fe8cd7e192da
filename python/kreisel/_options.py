"""The options of a run, as the compiled half lists them: checked here, and explained in the docstring of solve."""

from __future__ import annotations

import difflib
import inspect
import textwrap
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np

from . import _kreisel
from ._errors import OptionError, UnknownName, as_argument

Function = TypeVar("Function", bound=Callable[..., Any])

FIELDS: dict[str, dict[str, Any]] = {str(field["name"]): field for field in _kreisel.option_fields()}
ELSEWHERE = {"t_end": "t_span", "sample_times": "t_eval", "samples_are_steps": "t_eval", "samples": "t_eval", "every": "t_eval"}
IN_SIGNATURE = {"method", "formulation", "step", "rtol", "atol"}
WHOLE = "a whole number"  # and from where on
ACCEPTED: dict[str, Callable[[float], bool]] = {
    "a positive number": lambda x: x > 0,
    "zero or a positive number": lambda x: x >= 0,
    f"{WHOLE} from 0 on": lambda x: x >= 0 and x == int(x),
    f"{WHOLE} from 1 on": lambda x: x >= 1 and x == int(x),
}


def checked(name: str, value: Any) -> Any:
    """The value as the compiled half takes it. Raises OptionError."""
    wants = FIELDS[name]["wants"]
    if value is None or wants not in ACCEPTED:
        return value
    try:
        number = float("nan") if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not (np.isfinite(number) and ACCEPTED[wants](number)):
        raise OptionError(f"{name} = {value} makes no sense", name, f"give {wants}")
    return int(number) if wants.startswith(WHOLE) else number


def checked_options(given: Mapping[str, Any], explicit: set[str]) -> dict[str, Any]:
    """All of them; names nobody knows are refused with the nearest ones."""
    known = [name for name in FIELDS if name not in ELSEWHERE]
    for name in given:
        if name in ELSEWHERE or name not in FIELDS:
            near = [ELSEWHERE[name]] if name in ELSEWHERE else difflib.get_close_matches(name, [*known, *explicit], 3, 0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"
            raise UnknownName(f'solve has no option "{name}"', name, hint)
    return {name: checked(name, value) for name, value in given.items()}


def listed_names() -> list[str]:
    """The options that solve takes beside those in its own signature."""
    return [name for name in FIELDS if name not in ELSEWHERE and name not in IN_SIGNATURE]


def explained(function: Function) -> Function:
    """The function with every listed option in its docstring and its signature."""
    signature = inspect.signature(function)
    more = listed_names()
    lines = []
    for name in more:
        choices = FIELDS[name]["choices"]
        text = as_argument(FIELDS[name]["description"]) + (f": {', '.join(choices)}" if choices else "")
        lines.append(f"    {name}\n" + textwrap.indent(textwrap.fill(text, 110), "        "))
    function.__doc__ = (function.__doc__ or "").replace("    **options\n", "\n".join(lines) + "\n")
    named = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in more]
    kept = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    function.__signature__ = signature.replace(parameters=[*kept, *named])  # type: ignore[attr-defined]
    return function
