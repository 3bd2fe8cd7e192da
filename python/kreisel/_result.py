"""What a run gives back: arrays, bodies and joints by name, statistics, tables and plots."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from . import _kreisel
from ._elements import Body, Floats, Force, Joint, Named, listed
from ._errors import OptionError, UnknownName, as_argument

if TYPE_CHECKING:
    import os

    import pandas
    from ._gradient import Gradient
    from matplotlib.figure import Figure

    from ._view import View


class Motion:
    """The motion at any time of a run: ``sol(t)`` gives q, v and λ there."""

    def __init__(self, run: _kreisel.SolvedRun, t_min: float, t_max: float) -> None:
        self._run = run
        self.t_min = t_min
        self.t_max = t_max

    def __call__(self, t: ArrayLike) -> tuple[Floats, Floats, Floats]:
        times = np.asarray(t, dtype=float)
        if not ((times >= self.t_min) & (times <= self.t_max)).all():
            raise OptionError(f"a time is outside the run from {self.t_min:g} s to {self.t_max:g} s", "sol",
                              "the motion is known in between only")  # fmt: skip
        q, v, lam = self._run.motion_at(np.atleast_1d(times).ravel())
        shape = times.shape
        return tuple(a.reshape(a.shape[:1] + shape) for a in (q, v, lam))  # type: ignore[return-value]


@dataclass
class StoredRun:
    """The samples of a run that another process computed."""

    t: Floats
    q: Floats
    v: Floats
    a: Floats
    lam: Floats
    values: Floats
    columns: list[tuple[str, str]]
    has_motion: bool = False

    @classmethod
    def copy_of(cls, result: Result) -> StoredRun:
        return cls(result.t, result.q, result.v, result.a, result.lam, result.values, list(result.columns.items()))


class Result:
    """The motion that :func:`kreisel.solve` computed, in the spirit of scipy's ``solve_ivp``.

    Attributes
    ----------
    t, q, v, lam, a
        Times; coordinates, velocities, multipliers and accelerations, one column per time as ``y`` has in scipy. Arrays
        share the memory of the run.
    success, status, message
        Whether the end or a terminal event was reached; 0 the end, 1 an event, -1 neither; why it ended early.
    termination
        The same in a word, as ``status`` of run.json: ``completed``, ``stopped_at_event``, ``step_too_small``, ….
    stats
        Steps, iterations, evaluations, seconds, residuals of the joints; for systems of Python functions also how often and
        how long those were called.
    sol
        The motion at any time, with ``dense_output=True``.
    t_events, q_events, v_events
        Times and states of the events, one entry per event.
    body, joint, force
        Bodies, joints and forces by name; ``result["top"]`` is the body, ``result["top.x"]`` a column.
    record
        Everything about the run, as in run.json: options, start report, advice, warnings.
    """

    def __init__(self, run: _kreisel.SolvedRun | StoredRun, record: dict[str, Any]) -> None:
        self._run = run
        self.record = record
        self.t, self.q, self.v, self.a, self.lam = run.t, run.q, run.v, run.a, run.lam
        self.values: Floats = run.values
        self.columns: dict[str, str] = dict(run.columns)
        self._indices = {name: i for i, name in enumerate(self.columns)}
        self.termination = str(record.get("status", "failed"))
        self.message = as_argument(str(record.get("message", "")))
        self.stats: dict[str, Any] = {**record.get("statistics", {}), **record.get("audit", {})}
        self.sol: Motion | None = None
        if isinstance(run, _kreisel.SolvedRun) and run.has_motion:
            self.sol = Motion(run, run.motion_begin, run.motion_end)
        self._again: tuple[Any, dict[str, Any]] | None = None
        self.t_events: list[Floats] = []
        self.q_events: list[Floats] = []
        self.v_events: list[Floats] = []
        prefix = "lambda."
        self.row_names = [name[len(prefix) :] for name in self.columns if name.startswith(prefix)]
        self.body: Named = Named("body", {name: Body(self, name) for name in self._with_suffix(".qw")})
        self.joint: Named = Named("joint", self._joints())
        forces = [name for name in self._with_suffix(".power") if name not in self.joint]
        self.force: Named = Named("force", {name: Force(self, name) for name in forces})

    def __reduce__(self) -> tuple[Any, ...]:
        """Arrays and record travel to other processes, the motion between the times does not."""
        events = {name: getattr(self, name) for name in ("t_events", "q_events", "v_events", "stats")}
        return Result, (StoredRun.copy_of(self), self.record), {**events, "sol": None}

    @property
    def success(self) -> bool:
        return self.status >= 0

    @property
    def status(self) -> int:
        return {"completed": 0, "stopped_at_event": 1}.get(self.termination, -1)

    @property
    def events(self) -> dict[str, Floats]:
        """Times of all events by name, also of those that the model names itself."""
        times: dict[str, list[float]] = {}
        for event in self.record.get("events", []):
            times.setdefault(event["name"], []).append(event["t"])
        return {name: np.array(found) for name, found in times.items()}

    @property
    def y(self) -> Floats:
        """q above v, as scipy's ``y`` of the same system of first order."""
        return np.vstack([self.q, self.v])

    @property
    def nfev(self) -> int:
        """Evaluations of forces."""
        return int(self.stats.get("force_evaluations", 0))

    @property
    def nlu(self) -> int:
        """Factorisations."""
        return int(self.stats.get("factorizations", 0))

    @property
    def method(self) -> str:
        """The method that was used, also where ``auto`` chose it."""
        return str(self.record.get("method", ""))

    def _with_suffix(self, suffix: str) -> list[str]:
        return [name[: -len(suffix)] for name in self.columns if name.endswith(suffix)]

    def _joints(self) -> dict[str, Joint]:
        """Those with forces in space, and those known by the names of their rows only."""
        rows: dict[str, list[int]] = {name: [] for name in self._with_suffix(".joint_fx") if f"{name}.fx" in self.columns}
        for i, row in enumerate(self.row_names):
            name = row.rsplit(".", 1)[0]
            rows.setdefault(name if name in rows else re.sub(r"[._][xyz]$", "", row), []).append(i)
        return {name: Joint(self, name, indices) for name, indices in rows.items()}

    def column_index(self, name: str) -> int:
        if name not in self._indices:
            raise UnknownName(f'there is no column "{name}"', "result", f"there are: {listed(self.columns)}")
        return self._indices[name]

    def __getitem__(self, name: str) -> Any:
        if name in self.body:
            return self.body[name]
        if name in self._indices:
            return self.values[self._indices[name]]
        raise UnknownName(f'there is no body or column "{name}"', "result",
                          f"bodies: {listed(self.body)}; columns: {listed(self.columns)}")  # fmt: skip

    def to_dataframe(self) -> pandas.DataFrame:
        """A table of pandas with the times as index; units are in ``attrs["units"]``."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("to_dataframe() needs pandas: apt install python3-pandas, or pip install pandas") from error
        frame = pandas.DataFrame(self.values.T, columns=list(self.columns), index=pandas.Index(self.t, name="t"))
        frame.attrs["units"] = dict(self.columns)
        return frame

    def gradient(self, of: Sequence[str], wrt: Sequence[str]) -> Gradient:
        """Derivatives of columns at the end of this run with respect to parameters of its model: :func:`kreisel.gradient`."""
        from ._gradient import gradient

        if self._again is None:
            raise OptionError("this run cannot be taken again with other parameters", "gradient",
                              "solve a model or a problem from its own start and without events")  # fmt: skip
        model, options = self._again
        return gradient(model, of, wrt, **options)

    def plot(self, *names: str, path: str | None = None) -> Figure:
        """Draws bodies, joints or columns over time with matplotlib; without names, all bodies and joints.

        ``path`` saves the figure too.
        """
        from ._plot import draw

        return draw(self, names, path)

    def view(self, *others: Result, path: str | os.PathLike[str] | None = None, height: int = 620) -> View:
        """The motion to look at, in a notebook or with ``path`` as a page; other results are laid over it."""
        from ._view import View

        view = View([self, *others], height)
        if path is not None:
            view.save(path)
        return view

    def summary(self) -> dict[str, Any]:
        """What a person wants to know first."""
        stats = self.stats
        return {
            "problem": self.record.get("problem", ""),
            "status": self.termination,
            "message": self.message,
            "reached": f"t = {self.record.get('t', self.t[-1] if self.t.size else float('nan')):g} s",
            "method": " ".join(part for part in (self.method, self.record.get("formulation", "")) if part != "none"),
            "steps": f"{stats.get('accepted', 0)} accepted, {stats.get('rejected', 0)} rejected",
            "samples": f"{self.t.size} times, {len(self.columns)} columns",
            "joint residuals": f"{stats.get('max_position_residual', 0.0):.2g} (position), "
            f"{stats.get('max_velocity_residual', 0.0):.2g} (velocity)",
            "computing time": f"{stats.get('wall_seconds') or 0.0:.3g} s",
            "bodies": listed(self.body),
            "joints": listed(self.joint),
            "forces": listed(self.force) if self.force else "",
        }

    def __repr__(self) -> str:
        lines = [f"{key:>16}: {value}" for key, value in self.summary().items() if value]
        return "kreisel.Result\n" + "\n".join(lines)

    def _repr_html_(self) -> str:
        color = "#2e7d32" if self.success else "#c62828"
        rows = "".join(
            f"<tr><th style='text-align:left'>{html.escape(key)}</th>"
            f"<td style='text-align:left{';color:' + color if key == 'status' else ''}'>{html.escape(str(value))}</td></tr>"
            for key, value in self.summary().items()
            if value
        )
        return f"<table><caption>kreisel.Result</caption>{rows}</table>"
