"""Checks and studies: what a model is, and which method suits it."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from . import _kreisel
from ._errors import OptionError, UnknownName
from ._solve import ModelLike, settings_from, text_target
from ._system import System


def check(model_or_system: ModelLike | System, q0: ArrayLike | None = None, v0: ArrayLike | None = None, *,
          t: float = 0.0, parameters: Mapping[str, Any] | None = None, start_limit: float | None = None) -> dict[str, Any]:  # fmt: skip
    """Examines a model before anybody runs it: degrees of freedom, redundant joints, start, time scales, method.

    The same as ``kreisel check --json``; the keys are in the documentation of the program's output.

    >>> import kreisel
    >>> found = kreisel.check("heavy_top")
    >>> found["freedom"]["degrees_of_freedom"], found["advice"]["method"] in kreisel.methods()
    (3, True)
    """
    target: _kreisel.Target
    if isinstance(model_or_system, System):
        if q0 is None or v0 is None:
            raise OptionError("a System has no start of its own", "check", "give q0 and v0")
        own, q, v = model_or_system.bind(t, q0, v0)
        target = (own, q, v, t)
    else:
        target = text_target(model_or_system)
    found: dict[str, Any] = json.loads(_kreisel.check(target, settings_from(parameters), -1.0 if start_limit is None else start_limit))
    return found


class Study:
    """What a study found: ``lead`` in sentences, ``tables``, ``figures``, ``notes``; ``is_as_claimed`` in a word."""

    def __init__(self, report: dict[str, Any]) -> None:
        self.report = report
        self.title: str = report["title"]
        self.lead: list[str] = report["lead"]
        self.notes: list[str] = report["notes"]
        self.tables: list[dict[str, Any]] = report["tables"]
        self.figures: list[dict[str, Any]] = report["figures"]
        self.is_as_claimed = bool(report["as_claimed"])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The table with the result, one dictionary per row."""
        return self.table(self.tables[0]["name"])

    def table(self, name: str) -> list[dict[str, Any]]:
        """A table by its name, such as ``runs``, one dictionary per row; what was not measured is None."""
        found = {table["name"]: table for table in self.tables}
        if name not in found:
            raise UnknownName(f'there is no table "{name}"', "study", f"there are: {', '.join(found)}")
        names = [column["name"] for column in found[name]["columns"]]
        return [dict(zip(names, map(_cell, row))) for row in found[name]["rows"]]

    def __repr__(self) -> str:
        return "\n".join([self.title, *self.lead])


def _cell(cell: Any) -> Any:
    """The number of a cell, or its text."""
    return cell["value"] if isinstance(cell, dict) else cell


def _default_cache() -> str | None:
    home = os.environ.get("XDG_CACHE_HOME") or (os.environ.get("HOME", "") and os.path.join(os.environ["HOME"], ".cache"))
    return os.path.join(home, "kreisel", "results") if home else None


@contextmanager
def _as_file(model: ModelLike) -> Iterator[str]:
    """Studies take names and paths; a model of Python's goes into a file for as long as it lasts."""
    target = text_target(model)
    if isinstance(target, str):
        yield target
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        path.write_text(target[1], encoding="utf-8")
        yield str(path)


def study(kind: str, model: ModelLike, *, methods: Sequence[str] | None = None,
          formulations: Sequence[str] | str | None = None, parameters: Mapping[str, Any] | None = None,
          t_end: float | None = None, steps: Sequence[float] | None = None, tolerances: Sequence[float] | None = None,
          at_end: bool = False, out: str | os.PathLike[str] | None = None, jobs: int = 0,
          cache: bool | str | os.PathLike[str] = True,
          progress: Callable[[int, int], object] | None = None) -> Study:  # fmt: skip
    """Compares methods on a problem or a model by many runs, on all cores.

    ``kind`` is ``orders``, ``work-precision``, ``drift``, ``tolerance`` or ``steps``, as on the command line; ``out`` a folder
    for the page, the tables and the figures; ``progress`` is called with the number of runs done and in all.

    >>> import kreisel
    >>> found = kreisel.study("orders", "pendulum", methods=["radau_iia_2"], t_end=0.5, cache=False)
    >>> found.rows[0]["method"], found.is_as_claimed
    ('radau_iia_2', True)
    """
    store = _default_cache() if cache is True else None if cache is False else os.fspath(cache)
    options = {
        "methods": list(methods or []),
        "formulations": [formulations] if isinstance(formulations, str) else list(formulations or []),
        "settings": settings_from(parameters), "t_end": t_end, "steps": list(steps or []),
        "tolerances": list(tolerances or []), "at_end": at_end, "jobs": jobs, "cache": store,
        "out": None if out is None else os.fspath(out),
    }  # fmt: skip
    with _as_file(model) as target:
        return Study(json.loads(_kreisel.study(kind, target, options, progress)))
