"""kreisel.fit and kreisel.minimize: parameters from measurements, and the best ones. With scipy."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._errors import OptionError
from ._result import Result
from ._solve import ModelLike, solve

Floats = NDArray[np.float64]


@dataclass
class Wanted:
    """Parameters as they are searched: names, first guesses, bounds."""

    names: list[str]
    guess: Floats
    low: Floats
    high: Floats

    def named(self, x: ArrayLike) -> dict[str, float]:
        return dict(zip(self.names, np.asarray(x, dtype=float).tolist()))


def wanted_from(parameters: Mapping[str, Any]) -> Wanted:
    """``{name: guess}`` or ``{name: (guess, low, high)}``. Raises OptionError."""
    rows = []
    for name, given in parameters.items():
        row = [float(x) for x in given] if isinstance(given, Sequence) else [float(given), -math.inf, math.inf]
        if len(row) != 3 or not row[1] <= row[0] <= row[2] or not math.isfinite(row[0]):
            raise OptionError(f"{name} = {given} is no guess with its bounds", "parameters",
                              "give a number, or (guess, low, high) with low <= guess <= high")  # fmt: skip
        rows.append(row)
    if not rows:
        raise OptionError("there are no parameters to find", "parameters", 'give them as {"stiffness": (1000, 100, 1e5)}')
    guess, low, high = np.array(rows).T
    return Wanted(list(parameters), guess, low, high)


@dataclass
class Fit:
    """What :func:`fit` found.

    ``parameters`` by name, ``standard_errors`` of them and the half-width of their 95 % intervals in ``confidence``,
    both from the curvature of the sum of squares at its minimum and, unless ``sigma`` was given, the scatter that is left.
    ``residual_rms`` in units of ``sigma`` (of the data without it), ``correlation`` between the parameters, ``result`` the
    motion with them, ``runs`` how often the model was run and ``failed`` how often that failed.
    """

    parameters: dict[str, float]
    standard_errors: dict[str, float]
    confidence: dict[str, float]
    correlation: Floats
    residual_rms: float
    success: bool
    message: str
    runs: int
    failed: int
    result: Result = field(repr=False)

    def summary(self) -> str:
        lines = [f"{name} = {value:.8g} ± {self.confidence[name]:.2g}" for name, value in self.parameters.items()]
        return "\n".join([*lines, f"residual {self.residual_rms:.3g} (rms), {self.runs} runs, {self.message}"])


def _times_and_data(data: Any) -> tuple[Floats, dict[str, Floats]]:
    columns = {str(name).partition(" [")[0]: np.asarray(data[name], dtype=float).ravel() for name in data}
    if "t" not in columns or len(columns) < 2:
        raise OptionError("the data have no times or no column besides", "data",
                          'give {"t": times, "rod.x": values, …}, or a table of pandas with these columns')  # fmt: skip
    times = columns.pop("t")
    for name, values in columns.items():
        if values.shape != times.shape:
            raise OptionError(f'the column "{name}" has {values.size} values for {times.size} times', "data",
                              "give one value per time; NaN where there is none")  # fmt: skip
    order = np.argsort(times, kind="stable")
    return times[order], {name: values[order] for name, values in columns.items()}


class _Residuals:
    """Differences between motion and data in units of sigma."""

    def __init__(self, model: ModelLike, wanted: Wanted, data: Any, sigma: Any,
                 fixed: Mapping[str, Any] | None, options: dict[str, Any]) -> None:  # fmt: skip
        self.model, self.wanted, self.fixed, self.options = model, wanted, dict(fixed or {}), options
        self.times, self.data = _times_and_data(data)
        self.unique = np.unique(self.times)
        self.sigma = {name: float(sigma[name] if isinstance(sigma, Mapping) else sigma or 1.0) for name in self.data}
        self.known = {name: np.isfinite(values) for name, values in self.data.items()}
        self.runs = self.failed = 0

    def motion(self, x: Floats) -> Result:
        return solve(self.model, t_eval=self.unique, parameters={**self.fixed, **self.wanted.named(x)}, **self.options)

    def __call__(self, x: Floats) -> Floats:
        self.runs += 1
        result = self.motion(x)
        if not result.success:
            self.failed += 1
            return np.full(sum(int(known.sum()) for known in self.known.values()), 1e6)  # worse than any motion
        at = np.searchsorted(self.unique, self.times)
        parts = [(np.asarray(result[name])[at] - values)[self.known[name]] / self.sigma[name] for name, values in self.data.items()]
        return np.concatenate(parts)


def fit(model: ModelLike, data: Any, parameters: Mapping[str, Any], *, sigma: float | Mapping[str, float] | None = None,
        loss: str = "linear", rtol: float = 1e-9, difference: float = 1e-4, fixed: Mapping[str, Any] | None = None,
        **options: Any) -> Fit:  # fmt: skip
    """Finds the parameters with which a model moves as it was measured: weighted least squares within bounds.

    Parameters
    ----------
    model
        As in :func:`kreisel.solve`.
    data
        ``{"t": times, "rod.x": values, …}`` or a table of pandas: columns of the motion by name, NaN where nothing was measured.
    parameters
        ``{name: guess}`` or ``{name: (guess, low, high)}``.
    sigma
        Standard deviation of the noise, one for all columns or one per column. Without, all columns weigh alike and the
        scatter that is left is taken for the noise.
    loss
        Of ``scipy.optimize.least_squares``; ``soft_l1`` forgives outliers.
    rtol, difference
        Tolerance of the runs, and the relative change of a parameter in its derivatives: large enough that errors of
        the runs do not show.
    fixed
        Other parameters of the model, the problem or the method, by name.
    **options
        Of :func:`kreisel.solve`.
    """
    from scipy import optimize, stats

    wanted = wanted_from(parameters)
    residuals = _Residuals(model, wanted, data, sigma, fixed, {"rtol": rtol, "atol": rtol, **options})
    scale = np.where(wanted.guess != 0.0, np.abs(wanted.guess), 1.0)
    found = optimize.least_squares(residuals, wanted.guess, bounds=(wanted.low, wanted.high), x_scale=scale, loss=loss,
                                   diff_step=difference)  # fmt: skip
    freedom = max(1, found.fun.size - len(wanted.names))
    variance = 1.0 if sigma is not None else float(found.fun @ found.fun) / freedom
    covariance = variance * np.linalg.pinv(found.jac.T @ found.jac)
    errors = np.sqrt(np.diag(covariance))
    width = (stats.norm.ppf(0.975) if sigma is not None else stats.t.ppf(0.975, freedom)) * errors
    safe = np.where(errors > 0, errors, 1.0)
    return Fit(wanted.named(found.x), wanted.named(errors), wanted.named(width), covariance / np.outer(safe, safe),
               float(np.sqrt(np.mean(found.fun**2))), bool(found.success), str(found.message), residuals.runs, residuals.failed,
               residuals.motion(found.x))  # fmt: skip


@dataclass
class Minimum:
    """What :func:`minimize` found: ``parameters`` by name, the ``value`` there, how many ``runs`` it took."""

    parameters: dict[str, float]
    value: float
    success: bool
    message: str
    runs: int


class _Value:
    """The objective at a point, as a function that can be sent to other processes."""

    def __init__(self, model: ModelLike, wanted: Wanted, objective: str | Callable[[Result], float],
                 fixed: Mapping[str, Any] | None, options: dict[str, Any]) -> None:  # fmt: skip
        self.model, self.wanted, self.objective, self.fixed, self.options = model, wanted, objective, dict(fixed or {}), options

    def __call__(self, x: Floats) -> float:
        if not isinstance(self.objective, str):
            result = solve(self.model, parameters={**self.fixed, **self.wanted.named(x)}, **self.options)
            value = float(self.objective(result)) if result.success else math.inf
        else:
            from ._sweep import sweep

            members = {name: [number] for name, number in self.wanted.named(x).items()}
            found = sweep(self.model, members, objectives={"value": self.objective}, jobs=1,
                          parameters=self.fixed, **self.options)  # fmt: skip
            value = float(found["value"][0])
        return value if math.isfinite(value) else 1e300  # a run that failed is worse than any other


def minimize(model: ModelLike, objective: str | Callable[[Result], float], parameters: Mapping[str, Any], *,
             everywhere: bool = False, seed: int = 1, executor: Executor | None = None, tolerance: float = 1e-4,
             most_runs: int = 2000, fixed: Mapping[str, Any] | None = None, **options: Any) -> Minimum:  # fmt: skip
    """Finds the parameters with the least objective.

    Parameters
    ----------
    objective
        A formula as in :func:`kreisel.sweep`, ``"max(abs(hinge.fz))"``, or a function of a :class:`kreisel.Result`.
    parameters
        ``{name: (guess, low, high)}``.
    everywhere
        Search all of the bounds by differential evolution instead of going downhill from the guess (Nelder and Mead).
    executor
        Runs members at the same time, with ``everywhere``: anything with a ``map``.
    tolerance
        Relative to the parameters.
    fixed
        Other parameters of the model, the problem or the method, by name.
    **options
        Of :func:`kreisel.solve`.
    """
    from scipy import optimize

    wanted = wanted_from(parameters)
    value = _Value(model, wanted, objective, fixed, options)
    bounds = list(zip(wanted.low, wanted.high))
    if everywhere:
        if not (np.isfinite(wanted.low).all() and np.isfinite(wanted.high).all()):
            raise OptionError("a search everywhere needs bounds", "parameters", "give (guess, low, high) for each")
        found = optimize.differential_evolution(
            value, bounds, x0=wanted.guess, seed=seed, tol=tolerance, polish=False, updating="deferred",
            maxiter=max(1, most_runs // (15 * len(bounds))), workers=1 if executor is None else executor.map)  # fmt: skip
    else:
        scale = np.where(wanted.guess != 0.0, np.abs(wanted.guess), 1.0)
        found = optimize.minimize(lambda u: value(u * scale), wanted.guess / scale, method="Nelder-Mead",
                                  bounds=list(zip(wanted.low / scale, wanted.high / scale)),
                                  options={"xatol": tolerance, "fatol": 0.0, "maxfev": most_runs})  # fmt: skip
        found.x = found.x * scale
    return Minimum(wanted.named(found.x), float(found.fun), bool(found.success), str(found.message), int(found.nfev))
