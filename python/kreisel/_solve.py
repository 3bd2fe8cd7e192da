"""kreisel.solve: from a model, a problem or an own system to its motion."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _kreisel
from ._errors import OptionError, SolveWarning, as_argument
from ._events import Event, EventFunction, events_from
from ._options import checked, checked_options, explained
from ._model import Model, model_text
from ._result import Result
from ._system import System
from ._words import method_from, without_scipy

ModelLike = str | os.PathLike[str] | Mapping[str, Any] | Model


def text_target(model: ModelLike) -> str | tuple[str, str]:
    """What the compiled half calls a problem, a model file or a model."""
    if isinstance(model, Model):
        return model.name, model.to_json()
    if isinstance(model, Mapping):
        return str(model.get("name", "model")), model_text(model)
    if isinstance(model, (str, os.PathLike)):
        return os.fspath(model)
    if callable(model):
        raise OptionError("a function alone is nothing to solve", "model_or_system",
                          "give kreisel.System(n, mass=…, force=f): M v' = f(t, q, v), with q0 and v0 instead of y0")  # fmt: skip
    raise OptionError(f"a {type(model).__name__} is nothing to solve", "model_or_system",
                      "give the name of a problem, the path of a model file, a dictionary, a Model or a System")  # fmt: skip


def settings_from(parameters: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """Parameters as the command line would have them: numbers with all their digits."""
    return [(key, repr(float(value)) if isinstance(value, (int, float, np.number)) else str(value))
            for key, value in (parameters or {}).items()]  # fmt: skip


def _interval(t_span: Sequence[float] | float | None) -> tuple[float | None, float | None]:
    if t_span is None:
        return None, None
    times = np.atleast_1d(np.asarray(t_span, dtype=float))
    if times.size == 1:
        return None, float(times[0])
    if times.size != 2:
        raise OptionError(f"t_span has {times.size} numbers", "t_span", "give (t_begin, t_end), or t_end alone")
    return float(times[0]), float(times[1])


def _sample_times(t_eval: ArrayLike | None) -> list[float] | None:
    if t_eval is None:
        return None
    times = np.asarray(t_eval, dtype=float).ravel()
    if times.size == 0:
        raise OptionError("t_eval is empty", "t_eval", "give times, or None for every step")
    return [float(t) for t in times]


def _add_events(result: Result, events: list[Event]) -> None:
    """Times and states of every event, as scipy has them."""
    for event in events:
        times = np.array([e["t"] for e in result.record.get("events", []) if e["name"] == event.name], dtype=float)
        q, v = np.zeros((0, len(result.q))), np.zeros((0, len(result.v)))
        if times.size and result.sol is not None:
            states = result.sol(np.clip(times, result.sol.t_min, result.sol.t_max))
            q, v = states[0].T, states[1].T
        result.t_events.append(times)
        result.q_events.append(q)
        result.v_events.append(v)


def _raise_with(failure: BaseException, result: Result) -> None:
    """The exception of the user's function, with everything that was computed before it."""
    try:
        failure.partial_result = result  # type: ignore[attr-defined]
        if hasattr(failure, "add_note"):
            reached = f"up to t = {result.t[-1]:g} s" if result.t.size else "nothing yet"
            failure.add_note(f"kreisel.solve: `partial_result` of this exception holds the motion so far ({reached})")
    except AttributeError:
        pass  # an exception that takes no attributes
    raise failure


def _tell(result: Result) -> None:
    for text in result.record.get("warnings", []):
        warnings.warn(as_argument(text), SolveWarning, stacklevel=4)
    if not result.success:
        warnings.warn(f"{result.termination} at t = {result.record['t']:g} s: {result.message}", SolveWarning, stacklevel=4)


@explained
def solve(model_or_system: ModelLike | System, t_span: Sequence[float] | float | None = None,
          q0: ArrayLike | None = None, v0: ArrayLike | None = None, *, method: str = "auto", formulation: str = "auto",
          rtol: float | None = None, atol: float | None = None, step: float | None = None,
          t_eval: ArrayLike | None = None, events: EventFunction | Sequence[EventFunction] | None = None,
          dense_output: bool = False, parameters: Mapping[str, Any] | None = None, **options: Any) -> Result:  # fmt: skip
    """Computes the motion of a mechanical system.

    Parameters
    ----------
    model_or_system
        The name of a built-in problem, the path of a model file, its contents as a dictionary, a :class:`kreisel.Model`, or a
        :class:`kreisel.System` of functions.
    t_span
        ``(t_begin, t_end)``, or ``t_end``. Models and problems know their own.
    q0, v0
        Start values; needed for a System, otherwise in place of those of the model. They need not be consistent: the start
        report in ``result.record["start"]`` says what was changed.
    method, formulation
        A name of :func:`kreisel.methods`; ``auto`` takes what :func:`kreisel.check` recommends. Names of scipy (``RK45``,
        ``DOP853``, ``Radau``, ``BDF``, ``LSODA``) are understood, with a warning that says what is taken.
    rtol, atol
        Tolerances for positions and velocities, 1e-6 unless given.
    step
        A constant step instead of a tolerance.
    t_eval
        The times of the result. Without, the start and the end of every step, as in scipy.
    events
        Functions of t, q, v (and lam) whose zeros are found. ``terminal``, ``direction`` as in scipy; with an attribute
        ``change``, a function of t, q, v that gives (q, v), the motion goes on from there.
    dense_output
        Keep the motion at any time as ``result.sol``.
    parameters
        Parameters of the model, the problem or the method, with or without a unit.
    **options

    Returns
    -------
    Result
        Also when the end was not reached: ``success`` is False then, ``message`` says why, and a warning is given.

    Raises
    ------
    Error
        For bad input, with place and remedy. Exceptions of your functions come through as they are, with everything
        computed so far in their attribute ``partial_result``; so does Ctrl-C.

    Examples
    --------
    >>> import kreisel
    >>> result = kreisel.solve("heavy_top", (0, 1), rtol=1e-6, t_eval=[0, 0.5, 1])
    >>> result.success, result["top"].position.shape, result.joint["tip"].lam.shape
    (True, (3, 3), (3, 3))
    """
    method, options = method_from(method), without_scipy(options)
    t_begin, t_end = _interval(t_span)
    wished = events_from(events)
    own: _kreisel.OwnSystem | None = None
    target: _kreisel.Target
    if isinstance(model_or_system, System):
        if q0 is None or v0 is None or t_end is None:
            raise OptionError("a System has no start of its own", "solve", "give t_span, q0 and v0")
        begin = t_begin if t_begin is not None else 0.0
        own, q, v = model_or_system.bind(begin, q0, v0)
        target = (own, q, v, begin)
        q0 = v0 = None
    else:
        target = text_target(model_or_system)
    wishes = {
        **checked_options(options, set(solve.__kwdefaults__)),
        "target": target if isinstance(target, str) else getattr(model_or_system, "name", "model"),
        "t_begin": t_begin, "t_end": t_end, "method": method, "formulation": formulation,
        "rtol": checked("rtol", rtol), "atol": checked("atol", atol), "step": checked("step", step),
        "sample_times": _sample_times(t_eval), "samples_are_steps": t_eval is None,
        "settings": settings_from(parameters),
        "q0": None if q0 is None else np.array(q0, dtype=float).ravel(),
        "v0": None if v0 is None else np.array(v0, dtype=float).ravel(),
    }  # fmt: skip
    run = _kreisel.solve(target, wishes, wished, dense_output or bool(wished))
    result = _finished(run, wished, own, dense_output)
    if not isinstance(model_or_system, System) and q0 is None and v0 is None and not wished:
        result._again = (model_or_system, {**options, "t_span": t_end, "method": method, "rtol": rtol, "atol": atol,
                                           "step": step, "parameters": parameters})  # fmt: skip
    return result


def _finished(run: _kreisel.SolvedRun, events: list[Event], own: _kreisel.OwnSystem | None,
              keeps_motion: bool) -> Result:  # fmt: skip
    result = Result(run, json.loads(run.record) if run.record else {})
    _add_events(result, events)
    if not keeps_motion:
        result.sol = None
    if own is not None:
        result.stats.update(python_calls=own.calls, python_seconds=own.seconds)
        if own.calls:
            result.stats["remark"] = "functions of Python were called; compiled ones (CompiledFunction) cost nothing extra"
    failure = run.take_failure()
    if failure is not None:
        _raise_with(failure, result)
    _tell(result)
    return result
