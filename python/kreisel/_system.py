"""Own systems: M(q) v' = f(t, q, v) - B(t, q)ᵀ λ with Φ(t, q) = 0, given by functions."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _kreisel
from ._errors import OptionError, ShapeError
from ._events import count_arguments
from ._system_checks import check_functions

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Row:
    """A row of Φ = 0 or of B v + b = 0, rigid or compliant.

    ``position``: Φ + τ dΦ/dt = c λ; with c = τ = 0 a joint, with c = 1/k and τ = d/k a stiff spring and damper.
    ``velocity``: B v + b = c λ; with c = 0 rolling without slipping, with c = 1/d a strong damper.
    """

    name: str
    kind: str = "position"
    compliance: float = 0.0
    relaxation: float = 0.0
    unit: str = "N"

    def __post_init__(self) -> None:
        if self.kind not in ("position", "velocity"):
            raise OptionError(f'there is no kind of row "{self.kind}"', f"row {self.name}", "position or velocity")
        for quantity in ("compliance", "relaxation"):
            value = getattr(self, quantity)
            if not (value >= 0.0 and np.isfinite(value)):
                raise OptionError(f"the {quantity} {value} is negative or not finite", f"row {self.name}",
                                  "λ acts with -Bᵀλ, so that c = 1/k and τ = d/k are never negative")  # fmt: skip


class CompiledFunction:
    """A function of C, C++ or numba that is called without the interpreter.

    ``function`` is a function of ``ctypes`` or an object with an ``address``, as those of ``numba.cfunc``. It returns 0, or
    another number when it has no answer: then a smaller step is tried. Signatures, with matrices written row by row:

    ============  =================================================================
    mass          ``int (const double* q, double* m, void* data)``
    force         ``int (double t, const double* q, const double* v, double* f, void* data)``
    constraint    ``int (double t, const double* q, double* phi, void* data)``
    jacobian      ``int (double t, const double* q, double* b, void* data)``
    offset        ``int (double t, const double* q, double* b, void* data)``
    ============  =================================================================

    ``data`` is handed on: an address, or something of ``ctypes`` that holds numbers.
    """

    def __init__(self, function: Any, data: Any = None) -> None:
        self._kept = (function, data)  # alive as long as somebody may call it
        if hasattr(function, "address"):
            self._compiled_address = int(function.address)
        else:
            try:
                self._compiled_address = ctypes.cast(function, ctypes.c_void_p).value or 0
            except (ctypes.ArgumentError, TypeError) as error:
                raise OptionError(f"a {type(function).__name__} has no address", "CompiledFunction",
                                  "give a function of ctypes.CDLL or of numba.cfunc") from error  # fmt: skip
        if data is None or isinstance(data, int):
            self._compiled_data = int(data or 0)
            return
        try:
            self._compiled_data = ctypes.addressof(data)
        except TypeError as error:
            raise OptionError(f"data is a {type(data).__name__}, which has no address", "CompiledFunction",
                              "give something of ctypes, or an address") from error  # fmt: skip


Function = Callable[..., Any] | CompiledFunction


def _group_names(group: str | int | Sequence[str]) -> list[str]:
    if isinstance(group, int):
        return [f"r{group}"]
    return [group] if isinstance(group, str) else list(group)


def _with_time(function: Any) -> tuple[Any, bool]:
    """The function as one of t and q, and whether it depends on t."""
    if function is None or isinstance(function, CompiledFunction) or count_arguments(function, 2) == 2:
        return function, True
    return (lambda t, q: function(q)), False


def _require_function(role: str, function: Any) -> None:
    """A function of Python, or one that says how it is called."""
    if hasattr(function, "argtypes") and hasattr(function, "restype"):
        raise OptionError(f"{role} is a function of ctypes", role, "wrap it: CompiledFunction(function)")
    if isinstance(function, CompiledFunction):
        if role == "force_tangents":
            raise OptionError("force_tangents cannot be a CompiledFunction", role, "leave it out: differences are taken")
    elif not callable(function):
        raise OptionError(f"{role} is a {type(function).__name__}, not a function", role, "give a function")


def _constant_mass(mass: Any, dimension: int) -> Any:
    """A matrix from a number, a diagonal or a matrix; functions stay as they are."""
    if callable(mass) or isinstance(mass, CompiledFunction):
        _require_function("mass", mass)
        return mass
    try:
        matrix = np.asarray(mass, dtype=float)
    except (TypeError, ValueError) as error:
        raise OptionError("the mass is neither a function nor numbers", "mass", "give a number, a diagonal, a matrix or "
                          "a function of q") from error  # fmt: skip
    if matrix.ndim == 0:
        matrix = matrix * np.eye(dimension)
    elif matrix.shape == (dimension,):
        matrix = np.diag(matrix)
    if matrix.shape != (dimension, dimension):
        raise ShapeError("mass", f"an array of shape {matrix.shape}", f"a matrix of shape {(dimension, dimension)}")
    return matrix


class System:
    """A mechanical system given by functions, on a Lie group chosen by name.

    Parameters
    ----------
    group
        ``"r3xso3"``, ``"so3"``, ``3`` for R³, or a list of names for their product; :func:`kreisel.groups` names them.
    mass
        M(q): a function of q, or a constant matrix, diagonal or number.
    force
        f(t, q, v), n numbers where n is the dimension of the group.
    constraint
        Φ(t, q) or Φ(q), one number per row.
    jacobian
        B(t, q) or B(q), the derivative of Φ along body-frame variations: d/dε Φ(q·exp(ε w)) = B w. Taken by differences
        where it is not given, except for rows on velocities.
    offset
        b(t, q) of rows on velocities.
    force_tangents
        (∂f/∂q, ∂f/∂v) as a function of t, q, v; ∂f/∂q again along body-frame variations. Differences where not given.
    rows
        Names of the rows, their number, or :class:`Row` objects for springs, dampers and rolling.
    coordinates, velocities
        Names of the coordinates of q and of the velocities, for results.
    difference_length
        What counts as a large move in the units of q; differences are taken over a small part of it.

    check
        Compare the functions given with differences once, at the start values, so that a wrong sign is an error and not a
        surprise.

    Examples
    --------
    >>> import kreisel, numpy as np
    >>> pendulum = kreisel.System(2, mass=1.0, force=lambda t, q, v: [0.0, -9.81],
    ...                           constraint=lambda q: q @ q - 1.0)
    >>> result = kreisel.solve(pendulum, (0, 1), q0=[1, 0], v0=[0, 0], rtol=1e-8, atol=1e-8)
    >>> result.success, bool(abs(np.hypot(*result.q) - 1).max() < 1e-10)
    (True, True)
    """

    def __init__(self, group: str | int | Sequence[str], mass: Function | ArrayLike, force: Function,
                 constraint: Function | None = None, jacobian: Function | None = None, *,
                 offset: Function | None = None, force_tangents: Callable[..., Any] | None = None,
                 rows: int | Sequence[str | Row] | None = None, coordinates: Sequence[str] | None = None,
                 velocities: Sequence[str] | None = None, name: str = "system", difference_length: float = 1.0,
                 check: bool = True) -> None:  # fmt: skip
        self.name = name
        self.group = _kreisel.Group(_group_names(group))
        for role, function in (("force", force), ("constraint", constraint), ("jacobian", jacobian),
                               ("offset", offset), ("force_tangents", force_tangents)):  # fmt: skip
            if function is not None:
                _require_function(role, function)
        self.mass = _constant_mass(mass, self.group.dimension)
        self.force = force
        self.constraint, self._is_rheonomic = _with_time(constraint)
        self.jacobian, _ = _with_time(jacobian)
        self.offset, _ = _with_time(offset)
        self.force_tangents = force_tangents
        self._rows = rows
        self._coordinates = self._names("q", coordinates, self.group.coordinates)
        self._velocities = self._names("v", velocities, self.group.dimension)
        self.difference_length = float(difference_length)
        self._is_checked = not check

    @staticmethod
    def _names(letter: str, given: Sequence[str] | None, count: int) -> list[str]:
        names = [f"{letter}{i}" for i in range(count)] if given is None else list(given)
        if len(names) != count:
            raise OptionError(f"there are {len(names)} names for {count} numbers", letter, "name each of them once")
        return names

    def rows_at(self, t: float, q: Floats) -> list[Row]:
        """The rows; their number is found by a call of the constraint where nobody said it."""
        rows = self._rows
        if rows is None:
            if self.constraint is None:
                return []
            if isinstance(self.constraint, CompiledFunction):
                raise OptionError("nobody says how many rows a compiled constraint has", "rows", "give rows=N")
            rows = int(np.size(self.constraint(t, q)))
        if isinstance(rows, int):
            return [Row(f"row{i}") for i in range(rows)]
        return [row if isinstance(row, Row) else Row(row) for row in rows]

    def bind(self, t: float, q0: ArrayLike, v0: ArrayLike) -> tuple[_kreisel.OwnSystem, Floats, Floats]:
        """The compiled system and the start values; everything given is checked there."""
        q, v = np.array(q0, dtype=float).ravel(), np.array(v0, dtype=float).ravel()
        rows = self.rows_at(t, q) if q.size == self.group.coordinates else []
        check_functions(self, t, q, v, rows, is_thorough=not self._is_checked)
        self._is_checked = True
        return _kreisel.OwnSystem(self._description(rows)), q, v

    def _description(self, rows: list[Row]) -> dict[str, Any]:
        return {
            "name": self.name,
            "groups": self.group.names,
            "rows": rows,
            "mass": self.mass,
            "force": self.force,
            "constraint": self.constraint,
            "jacobian": self.jacobian,
            "offset": self.offset,
            "force_tangents": self.force_tangents,
            "is_rheonomic": self._is_rheonomic,
            "difference_length": self.difference_length,
            "coordinate_names": self._coordinates,
            "velocity_names": self._velocities,
        }
