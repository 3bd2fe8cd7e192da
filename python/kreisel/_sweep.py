"""kreisel.sweep: many runs into one table, by threads or by any executor."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _kreisel
from ._errors import OptionError, UnknownName
from ._options import checked_options
from ._solve import ModelLike, settings_from, text_target

if TYPE_CHECKING:
    import pandas


class Sweep:
    """What came out: ``columns`` by name, one entry per member, and ``status`` with how often each occurs.

    Indexing by a name gives its column: numbers as an array (unknown ones are NaN), texts as a list.
    """

    def __init__(self, report: dict[str, Any], out: str | None) -> None:
        self.report = report
        self.members: int = report["members"]
        self.status: dict[str, int] = report["status"]
        self.computed: int = report["computed"]
        self.kept: int = report["kept"]
        self.commands: list[str] = report["commands"]
        self.units: dict[str, str] = {column["name"]: column["unit"] for column in report["columns"]}
        self.columns: dict[str, Any] = {column["name"]: _values(column["values"]) for column in report["columns"]}
        self.path = None if out is None else Path(out) / "report.html"

    def __getitem__(self, name: str) -> Any:
        if name not in self.columns:
            raise UnknownName(f'there is no column "{name}"', "sweep", f"there are: {', '.join(self.columns)}")
        return self.columns[name]

    def to_pandas(self) -> pandas.DataFrame:
        """The table with a row per member."""
        import pandas

        return pandas.DataFrame(self.columns)

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {status}" for status, count in self.status.items())
        return f"<kreisel.Sweep of {self.report['name']}, {self.members} members: {counts}>"


def _values(values: list[Any]) -> NDArray[np.float64] | list[str]:
    if any(isinstance(value, str) for value in values):
        return ["" if value is None else str(value) for value in values]
    return np.array([np.nan if value is None else value for value in values], dtype=float)


def _text(value: Any) -> str:
    return repr(float(value)) if isinstance(value, (int, float, np.number)) and not isinstance(value, bool) else str(value)


def _variation(name: str, values: Any) -> Any:
    """A text as on the command line, a range (low, high) for samples, or values."""
    if isinstance(values, str):
        return f"{name}={values}"
    if isinstance(values, tuple) and len(values) == 2:
        return f"{name}={_text(values[0])}:{_text(values[1])}"
    texts = [[_text(value)] for value in values]
    if not texts:
        raise OptionError(f'there are no values of "{name}"', "variations", "give at least one")
    return {"names": [name], "values": texts}


def _variations(given: Any) -> list[Any]:
    if isinstance(given, Mapping):
        return [_variation(str(name), values) for name, values in given.items()]
    if hasattr(given, "columns") and hasattr(given, "itertuples"):  # a table of pandas: a member per row
        rows = [[_text(value) for value in row] for row in given.itertuples(index=False)]
        return [{"names": [str(name) for name in given.columns], "values": rows}]
    raise OptionError(f"a {type(given).__name__} is no variation", "variations",
                      "give a dictionary {name: values}, or a table of pandas with a member per row")  # fmt: skip


def _sampling(sample: str | None) -> tuple[str, int]:
    if sample is None:
        return "", 1
    kind, _, count = sample.partition(":")
    if not count.isdigit() or int(count) < 1:
        raise OptionError(f'"{sample}" has no number of samples', "sample", "write lhs:1000, sobol:1024 or random:1000")
    return kind, int(count)


def described(model: ModelLike, variations: Any, *, objectives: Mapping[str, str] | None = None, sample: str | None = None,
              seed: int = 1, repeat: int = 1, check_error: bool = False, out: str | None = None, retry_failed: bool = False,
              parameters: Mapping[str, Any] | None = None, options: Mapping[str, Any] | None = None) -> dict[str, Any]:  # fmt: skip
    """What a worker needs to know: plain data that can be sent anywhere."""
    target = text_target(model)
    kind, count = _sampling(sample)
    given = {name: value for name, value in (options or {}).items() if value is not None}
    given = {**checked_options({k: v for k, v in given.items() if k not in _OWN}, set(_OWN)), **{k: given[k] for k in _OWN if k in given}}
    return {
        "target": target if isinstance(target, str) else target[0], "model": "" if isinstance(target, str) else target[1],
        "settings": settings_from(parameters), "options": [(name, _text(value)) for name, value in given.items()],
        "variations": _variations(variations), "sample": kind, "samples": count, "seed": seed, "repeat": repeat,
        "objectives": list((objectives or {}).items()), "check_error": check_error, "out": out, "retry_failed": retry_failed,
    }  # fmt: skip


_OWN = ("t_end", "method", "formulation", "rtol", "atol", "step", "samples", "every")


@functools.lru_cache(maxsize=4)
def _work(description: str) -> _kreisel.SweepWork:
    """Per process: the plan of a sweep is made once."""
    return _kreisel.SweepWork(json.loads(description))


def run_members(description: str, members: list[int]) -> list[str]:
    """What an executor calls, anywhere: the members as lines of a record."""
    return _work(description).run(members)


def _size_for(seconds: float) -> int:
    """So many members that handing them out costs little, so few that all workers end together."""
    least, most = 0.3, 64
    return max(1, min(most, int(least / max(seconds, 1e-9))))


MOST_WAITING = 4096  # chunks


def _by_executor(work: _kreisel.SweepWork, description: str, executor: Executor, chunk: int | None,
                 progress: Callable[[int, int], object] | None, next_done: Callable[[], Any] | None = None) -> None:  # fmt: skip
    """Chunks in flight are limited, so that a million members wait as numbers and not as tasks."""
    arrived: SimpleQueue[Any] = SimpleQueue()
    next_done = next_done or arrived.get
    missing = work.missing()
    taken, size, done = 0, chunk or 1, work.count - len(missing)
    waiting: set[Any] = set()
    failure: Exception | None = None
    try:
        while True:
            while len(waiting) < MOST_WAITING and taken < len(missing) and failure is None:
                members = missing[taken : taken + size]
                taken += len(members)
                future = executor.submit(run_members, description, members)
                waiting.add(future)
                future.add_done_callback(arrived.put)
            if not waiting:
                break
            future = next_done()
            waiting.discard(future)
            try:
                lines = future.result()
            except Exception as error:  # a worker that was killed, say: everything that arrives is kept first
                failure = error
                continue
            seconds = work.keep(lines)
            size = chunk or _size_for(seconds)
            done += len(lines)
            if progress is not None:
                progress(done, work.count)
    finally:
        for future in waiting:
            future.cancel()
    if failure is not None:
        raise failure


def sweep(model: ModelLike, variations: Any, *, objectives: Mapping[str, str] | None = None, sample: str | None = None,
          seed: int = 1, repeat: int = 1, check_error: bool = False, out: str | os.PathLike[str] | None = None,
          executor: Executor | None = None, chunk: int | None = None, jobs: int = 0, retry_failed: bool = False,
          parameters: Mapping[str, Any] | None = None, progress: Callable[[int, int], object] | None = None,
          **options: Any) -> Sweep:  # fmt: skip
    """Runs a model many times with other values: ``kreisel sweep`` from Python.

    Parameters
    ----------
    model
        The name of a problem, the path of a model file, a dictionary or a :class:`kreisel.Model`.
    variations
        ``{name: values}``, combined each with each; values are a sequence, a text as on the command line
        (``"1 kN/m:10 kN/m:20"``) or, with ``sample``, a pair ``(low, high)``. Or a table of pandas, a member per row.
    objectives
        ``{name: formula}``, such as ``{"peak": "max(abs(hinge.fz))"}``.
    sample, seed, repeat, check_error, retry_failed
        As on the command line: ``"lhs:1000"``, …
    out
        A folder for the table; the same call goes on where it was interrupted.
    executor
        Anything like :class:`concurrent.futures.Executor`: ``ProcessPoolExecutor``, ``dask.distributed.Client``,
        ``mpi4py.futures.MPIPoolExecutor``. Without one, ``jobs`` threads of this process, which need no lock of the
        interpreter. The table is the same to the last bit.
    chunk
        How many members an executor gets at a time; about 0.3 s of work unless given.
    progress
        Called with the number of members done and in all.
    **options
        Of the run: ``t_end``, ``method``, ``rtol``, …

    Examples
    --------
    >>> import kreisel
    >>> found = kreisel.sweep("elastic_pendulum", {"k": [100, 1000]}, objectives={"low": "min(y)"}, t_end=1.0)
    >>> found.status, found["low"].round(2)
    ({'completed': 2}, array([-1.27, -1.03]))
    """
    folder = None if out is None else os.fspath(out)
    description = described(model, variations, objectives=objectives, sample=sample, seed=seed, repeat=repeat,
                            check_error=check_error, out=folder, retry_failed=retry_failed, parameters=parameters,
                            options=options)  # fmt: skip
    work = _kreisel.SweepWork(description)
    if executor is None:
        work.run_here(jobs, progress)
        return Sweep(json.loads(work.finish("")), folder)
    _by_executor(work, json.dumps({**description, "out": None}), executor, chunk, progress)
    return Sweep(json.loads(work.finish(type(executor).__name__)), folder)
