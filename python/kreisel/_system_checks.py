"""Are the functions of a system what they are called? Asked once, at the start values, with words for an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._errors import OptionError, ShapeError

if TYPE_CHECKING:
    from ._system import Row, System

Floats = NDArray[np.float64]

AGREEMENT = 1e-5  # relative; differences of second order know six digits


def _array(who: str, value: Any, shape: tuple[int, ...]) -> Floats:
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError) as error:
        raise ShapeError(who, f"a {type(value).__name__}", f"an array of shape {shape}") from error
    if array.size == 1 and np.prod(shape) == 1:
        array = array.reshape(shape)
    if array.ndim == 1 and shape == (1, array.size):
        array = array.reshape(shape)
    if array.shape != shape:
        raise ShapeError(who, f"an array of shape {array.shape}", f"an array of shape {shape}")
    if not np.isfinite(array).all():
        raise OptionError(f"{who} is not finite at the start values", who, "check the start values and the function")
    return array


def _check_start(system: System, q: Floats, v: Floats) -> None:
    group = system.group
    for what, given, wanted in (("q0", q.size, group.coordinates), ("v0", v.size, group.dimension)):
        if given != wanted:
            raise OptionError(f"{what} has {given} numbers instead of {wanted}", what,
                              f"an element of {' × '.join(group.names)} has {group.coordinates} coordinates and "
                              f"{group.dimension} velocities")  # fmt: skip
    for what, values in (("q0", q), ("v0", v)):
        if not np.isfinite(values).all():
            raise OptionError(f"{what} is not finite", what, "give numbers")
    group.require_element(q)


def _check_mass(system: System, q: Floats) -> None:
    n = system.group.dimension
    if not callable(system.mass) and not isinstance(system.mass, np.ndarray):
        return  # compiled
    mass = _array("mass", system.mass(q) if callable(system.mass) else system.mass, (n, n))
    scale = float(np.abs(mass).max(initial=0.0))
    if np.abs(mass - mass.T).max(initial=0.0) > 1e-8 * scale:
        i, j = np.unravel_index(int(np.abs(mass - mass.T).argmax()), mass.shape)
        raise OptionError(f"the mass matrix is not symmetric: entry ({i}, {j}) is {mass[i, j]:.6g} and ({j}, {i}) is "
                          f"{mass[j, i]:.6g}", "mass", "M(q) is the matrix of the kinetic energy vᵀ M v / 2")  # fmt: skip
    lowest = float(np.linalg.eigvalsh(mass).min(initial=0.0))
    if lowest < -1e-12 * scale:
        raise OptionError(f"the mass matrix has the negative eigenvalue {lowest:.3g}", "mass", "check the sign")


def _differences(system: System, function: Callable[[Floats], Floats], q: Floats) -> Floats:
    """The derivative along body-frame variations, one column each."""
    step = 6e-6 * system.difference_length
    units = step * np.eye(system.group.dimension)
    columns = [(function(system.group.advance(q, w)) - function(system.group.advance(q, -w))) / (2 * step) for w in units]
    return np.stack(columns, axis=-1)


def _compare(who: str, ours: Floats, differences: Floats, of: str) -> None:
    scale = max(1.0, float(np.abs(differences).max(initial=0.0)), float(np.abs(ours).max(initial=0.0)))
    wrong = np.abs(ours - differences)
    if wrong.max(initial=0.0) <= AGREEMENT * scale:
        return
    i, j = np.unravel_index(int(wrong.argmax()), wrong.shape)
    opposite = np.abs(ours + differences).max() <= AGREEMENT * scale
    raise OptionError(f"{who} disagrees with differences of {of}: entry ({i}, {j}) is {ours[i, j]:.6g}, differences say "
                      f"{differences[i, j]:.6g}", who,
                      "the sign is the opposite one" if opposite else
                      "derivatives are those along q·exp(ε w), with w in the body frame")  # fmt: skip


def _check_rows(system: System, t: float, q: Floats, rows: list[Row]) -> None:
    count, n = len(rows), system.group.dimension
    positions = [i for i, row in enumerate(rows) if row.kind == "position"]
    if callable(system.constraint):
        _array("constraint", system.constraint(t, q), (count,))
    if not callable(system.jacobian):
        return
    jacobian = _array("jacobian", system.jacobian(t, q), (count, n))
    if not callable(system.constraint) or not positions:
        return
    constraint = system.constraint
    differences = _differences(system, lambda p: _array("constraint", constraint(t, p), (count,)), q)
    _compare("jacobian", jacobian[positions], differences[positions], "the constraint")


def _check_force(system: System, t: float, q: Floats, v: Floats) -> None:
    n = system.group.dimension
    if not callable(system.force):
        return
    force: Callable[..., Any] = system.force
    _array("force", force(t, q, v), (n,))
    if system.force_tangents is None:
        return
    answer = system.force_tangents(t, q, v)
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise ShapeError("force_tangents", f"a {type(answer).__name__}", "two matrices, ∂f/∂q and ∂f/∂v")
    by_q, by_v = (_array("force_tangents", matrix, (n, n)) for matrix in answer)
    _compare("force_tangents, ∂f/∂q", by_q, _differences(system, lambda p: _array("force", force(t, p, v), (n,)), q),
             "the force")  # fmt: skip
    step = 6e-6 * max(1.0, float(np.abs(v).max(initial=0.0)))
    columns = [(np.asarray(force(t, q, v + w), float) - np.asarray(force(t, q, v - w), float)) / (2 * step)
               for w in step * np.eye(n)]  # fmt: skip
    _compare("force_tangents, ∂f/∂v", by_v, np.stack(columns, axis=-1), "the force")


def check_functions(system: System, t: float, q: Floats, v: Floats, rows: list[Row], *, is_thorough: bool) -> None:
    """Raises an :class:`OptionError` that names the function and what is wrong with it."""
    _check_start(system, q, v)
    if not is_thorough:
        return
    _check_mass(system, q)
    _check_rows(system, t, q, rows)
    _check_force(system, t, q, v)
