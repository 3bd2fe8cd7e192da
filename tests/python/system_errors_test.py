"""Mistakes in own systems are found at the start and said in words."""

import numpy as np
import pytest
from systems import PENDULUM_START, TOP_START, heavy_top, pendulum, solve_pendulum, top_jacobian, top_tangents

import kreisel
from kreisel import Row


def refuse(text, make, kind=kreisel.OptionError):
    with pytest.raises(kind) as caught:
        make()
    assert text in str(caught.value), str(caught.value)
    assert "hint: " in str(caught.value)


def solve_with(**changes):
    return lambda: solve_pendulum(0.1, pendulum(**changes), rtol=1e-6)


WRONG = [
    ({"force": lambda t, q, v: [1.0]}, kreisel.ShapeError, "force returned an array of shape (1,)"),
    ({"force": lambda t, q, v: "down"}, kreisel.ShapeError, "force returned a str"),
    ({"force": lambda t, q, v: None}, kreisel.Error, "force"),
    ({"force": lambda t, q, v: [np.nan, 0]}, kreisel.OptionError, "force is not finite at the start values"),
    ({"constraint": lambda q: np.inf}, kreisel.OptionError, "constraint is not finite"),
    ({"mass": lambda q: [1.0, 1.0]}, kreisel.ShapeError, "mass returned an array of shape (2,)"),
    ({"mass": np.eye(3)}, kreisel.ShapeError, "mass returned an array of shape (3, 3) instead of a matrix of shape (2, 2)"),
    ({"mass": [[1.0, 0.5], [0.0, 1.0]]}, kreisel.OptionError, "not symmetric: entry (0, 1) is 0.5 and (1, 0) is 0"),
    ({"mass": -1.0}, kreisel.OptionError, "negative eigenvalue -1"),
    ({"mass": np.nan}, kreisel.OptionError, "mass is not finite"),
    ({"mass": "heavy"}, kreisel.OptionError, "mass"),
    ({"jacobian": lambda q: -q}, kreisel.OptionError, "the sign is the opposite one"),
    ({"jacobian": lambda q: 2 * q}, kreisel.OptionError, "entry (0, 0) is 2, differences say 1"),
    ({"jacobian": lambda q: [1, 2, 3]}, kreisel.ShapeError, "jacobian returned an array of shape (3,)"),
    ({"constraint": lambda q: [q @ q - 1, 0], "rows": 1}, kreisel.ShapeError, "constraint returned an array of shape (2,)"),
    ({"force_tangents": lambda t, q, v: 3.0}, kreisel.ShapeError, "force_tangents returned a float"),
    ({"force_tangents": lambda t, q, v: (np.eye(2), np.zeros((2, 2)))}, kreisel.OptionError, "∂f/∂q disagrees"),
    ({"force_tangents": lambda t, q, v: (np.zeros((2, 2)), np.eye(2))}, kreisel.OptionError, "∂f/∂v disagrees"),
    ({"force": 3.0}, kreisel.OptionError, "force is a float, not a function"),
    ({"constraint": [1.0]}, kreisel.OptionError, "constraint is a list, not a function"),
    ({"coordinates": ["x"]}, kreisel.OptionError, "there are 1 names for 2 numbers"),
    ({"rows": ["a", "b"]}, kreisel.ShapeError, "constraint returned"),
]  # fmt: skip


@pytest.mark.parametrize("changes, kind, text", WRONG, ids=lambda value: str(value)[:30] if isinstance(value, str) else None)
def test_functions_that_are_wrong(changes, kind, text):
    refuse(text, solve_with(**changes), kind)


@pytest.mark.parametrize("start, text", [
    ({"q0": [1.0, 0.0, 0.0]}, "q0 has 3 numbers instead of 2"),
    ({"v0": [1.0]}, "v0 has 1 numbers instead of 2"),
    ({"q0": [np.nan, 0.0]}, "q0 is not finite"),
    ({"v0": [np.inf, 0.0]}, "v0 is not finite"),
])  # fmt: skip
def test_start_values_that_are_wrong(start, text):
    refuse(text, lambda: solve_pendulum(0.1, rtol=1e-6, **start))


def test_start_values_off_the_group():
    q0, v0 = TOP_START
    refuse("away from the group r3xso3", lambda: kreisel.solve(heavy_top(), 0.1, 1.01 * q0, v0, rtol=1e-6))
    turned = np.concatenate([q0[:3], np.diag([1.0, 1.0, -1.0]).ravel()])
    refuse("away from the group", lambda: kreisel.solve(heavy_top(), 0.1, turned, v0, rtol=1e-6))


def test_the_sign_of_a_derivative_on_a_group():
    refuse("the sign is the opposite one", lambda: kreisel.solve(heavy_top(jacobian=lambda q: -top_jacobian(q)), 0.1,
                                                                 *TOP_START, rtol=1e-6))  # fmt: skip

    def opposite(t, q, v):
        by_q, by_v = top_tangents(t, q, v)
        return by_q, -by_v

    refuse("the sign is the opposite one", lambda: kreisel.solve(heavy_top(force_tangents=opposite), 0.1, *TOP_START,
                                                                 rtol=1e-6))  # fmt: skip


def test_check_false_leaves_it_to_the_user():
    result = solve_pendulum(0.1, pendulum(jacobian=lambda q: q * (1 + 1e-4), check=False), rtol=1e-4)
    assert result.t.size > 1


def test_groups_that_there_are_not():
    refuse("so4", lambda: kreisel.System("so4", 1.0, lambda t, q, v: v), kreisel.UnknownName)
    refuse("r0", lambda: kreisel.System(0, 1.0, lambda t, q, v: v), kreisel.Error)
    refuse("r-1", lambda: kreisel.System(-1, 1.0, lambda t, q, v: v), kreisel.Error)
    refuse("group", lambda: kreisel.System([], 1.0, lambda t, q, v: v), kreisel.Error)


def test_rows_that_cannot_be():
    refuse('no kind of row "speed"', lambda: Row("a", "speed"))
    refuse("the compliance -1.0 is negative", lambda: Row("a", compliance=-1.0))
    refuse("the relaxation nan is negative or not finite", lambda: Row("a", relaxation=np.nan))
    refuse("jacobian", lambda: solve_pendulum(0.1, pendulum(constraint=None, rows=[Row("a", "velocity")]), rtol=1e-6))
    refuse("constraint", lambda: solve_pendulum(0.1, pendulum(constraint=None, rows=[Row("a")]), rtol=1e-6))


def test_functions_that_change_their_shape_later():
    def force(t, q, v):
        return [0.0, -9.81] if t < 0.05 else [0.0]

    with pytest.raises(kreisel.ShapeError, match="force returned an array of shape \\(1\\) instead of 2 numbers") as caught:
        solve_pendulum(1.0, pendulum(force=force), rtol=1e-6)
    assert 0 < caught.value.partial_result.t[-1] <= 0.05


def test_arguments_are_the_callbacks_own():
    """A function that keeps or changes what it is given harms nobody."""
    kept = []

    def force(t, q, v):
        kept.append((q, q.copy()))
        v[:] = np.nan
        return [0.0, -9.81]

    spoilt = solve_pendulum(0.3, pendulum(force=force, check=False), rtol=1e-6)
    assert np.array_equal(spoilt.q, solve_pendulum(0.3, rtol=1e-6).q)
    assert all(np.array_equal(q, copy) for q, copy in kept) and q_is_contiguous(kept)


def q_is_contiguous(kept):
    return all(q.flags.c_contiguous and q.dtype == np.float64 for q, _ in kept)


def test_lists_and_other_numbers_are_fine():
    system = pendulum(force=lambda t, q, v: (0, np.float32(-10)), constraint=lambda q: [(q @ q - 1) / 2])
    assert solve_pendulum(0.1, system, rtol=1e-6).success
    assert set(PENDULUM_START) == {"q0", "v0"}
