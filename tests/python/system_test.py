"""Own systems: the same motion as the built-in problems and as closed forms."""

import numpy as np
import pytest
from systems import (ARM, G, INERTIA, MASS, SPIN, TOP_MASS, TOP_START, heavy_top, hat, identity_at, pendulum, rotation,
                     solve_pendulum, top_tangents)  # fmt: skip

import kreisel
from kreisel import Row

# Whole runs at this tolerance agree that well, relative to the size of the motion.
TOLERANCE = 1e-8
AGREEMENT = 1e-6


def built_in(group, **options):
    return kreisel.solve("heavy_top", T_END, rtol=TOLERANCE, parameters={"group": group}, t_eval=TIMES, **options)


T_END = 0.1
TIMES = np.linspace(0, T_END, 7)


def assert_same(ours, theirs, allowed=AGREEMENT):
    for name in ("q", "v", "lam"):
        a, b = getattr(ours, name), getattr(theirs, name)
        assert a.shape == b.shape
        assert abs(a - b).max(initial=0.0) <= allowed * max(1.0, abs(b).max(initial=0.0)), name


@pytest.mark.parametrize("changes", [
    {}, {"jacobian": None}, {"force_tangents": top_tangents}, {"jacobian": None, "force_tangents": top_tangents},
], ids=["jacobian", "bare", "both", "tangents"])  # fmt: skip
@pytest.mark.parametrize("method", ["radau", "bliedf", "dop853"])
def test_the_heavy_top_with_a_joint(changes, method):
    ours = kreisel.solve(heavy_top(**changes), T_END, *TOP_START, rtol=TOLERANCE, method=method, t_eval=TIMES)
    assert_same(ours, built_in("r3xso3", method=method), 1e-5)
    assert ours.stats["max_position_residual"] < 1e-9
    assert ours.stats["python_calls"] > 0 and ours.stats["python_seconds"] > 0


def test_mass_as_matrix_diagonal_and_function():
    ours = [kreisel.solve(kreisel.System("r3xso3", mass, heavy_top().force, heavy_top().constraint,
                                         rows=["tip_x", "tip_y", "tip_z"]), 0.05, *TOP_START, rtol=1e-6)
            for mass in (TOP_MASS, np.diag(TOP_MASS), lambda q: np.diag(TOP_MASS), [list(row) for row in np.diag(TOP_MASS)])]  # fmt: skip
    assert all(np.array_equal(one.q, ours[0].q) for one in ours)
    heavy = kreisel.solve(kreisel.System(1, 4.0, lambda t, q, v: -q), 1, [1], [0], rtol=1e-9, atol=1e-9)
    assert heavy.q[0, -1] == pytest.approx(np.cos(0.5), abs=1e-8)


def test_the_heavy_top_on_se3():
    def force(t, q, v):
        u, w = v[:3], v[3:]
        weight = rotation(q).T @ [0.0, 0.0, -MASS * G]
        return np.concatenate([-MASS * np.cross(w, u) + weight, -np.cross(w, INERTIA * w)])

    system = kreisel.System("se3", TOP_MASS, force, lambda q: -q[:3] + rotation(q) @ ARM,
                            lambda q: np.hstack([-rotation(q), -rotation(q) @ hat(ARM)]))  # fmt: skip
    ours = kreisel.solve(system, T_END, *TOP_START, rtol=TOLERANCE, method="radau", t_eval=TIMES)
    assert_same(ours, built_in("se3", method="radau"), 1e-5)


def test_the_heavy_top_on_so3():
    about_tip = INERTIA + MASS * np.array([1.0, 0.0, 1.0])

    def force(t, q, v):
        return -np.cross(v, about_tip * v) + np.cross(ARM, rotation(q).T @ [0.0, 0.0, -MASS * G])

    ours = kreisel.solve(kreisel.System("so3", about_tip, force), T_END, np.eye(3).ravel(), SPIN, rtol=TOLERANCE,
                         t_eval=TIMES)  # fmt: skip
    assert_same(ours, built_in("so3"))
    assert ours.lam.shape == (0, TIMES.size)


def test_products_of_groups_are_their_parts_side_by_side():
    system = kreisel.System(["so3", "r1"], np.array([1.0, 2.0, 3.0, 1.0]),
                            lambda t, q, v: np.append(-np.cross(v[:3], [1, 2, 3] * v[:3]), -q[9]))  # fmt: skip
    assert system.group.names == ["so3", "r1"] and system.group.dimension == 4
    both = kreisel.solve(system, 1, np.append(np.eye(3).ravel(), 1.0), [1.0, 2.0, 3.0, 0.0], rtol=1e-9, atol=1e-9)
    assert both.q[9, -1] == pytest.approx(np.cos(1), abs=1e-8)
    spatial = np.stack([rotation(q[:9]) @ ([1, 2, 3] * v[:3]) for q, v in zip(both.q.T, both.v.T)])
    assert abs(spatial - spatial[0]).max() < 1e-7, "the spin of a free body is constant in space"


def test_the_pendulum_with_and_without_a_jacobian():
    reference = kreisel.solve("pendulum", 1.0, rtol=1e-9, parameters={"start": "at_rest"}, method="radau")
    for changes in ({}, {"jacobian": lambda q: q}, {"jacobian": lambda t, q: [q]}):
        ours = solve_pendulum(1.0, pendulum(**changes), rtol=1e-9, atol=1e-9)
        assert ours.q[:, -1] == pytest.approx(reference.q[:, -1], abs=1e-5)


def test_a_mass_that_depends_on_the_position():
    """A bead on y = x²/2 in the coordinate x: M = 1 + x², f = -x v² - g x; energy is constant."""
    system = kreisel.System(1, lambda q: [[1 + q[0] ** 2]], lambda t, q, v: [-q[0] * v[0] ** 2 - G * q[0]])
    result = kreisel.solve(system, (0, 3), [1.0], [0.0], rtol=1e-9, atol=1e-9)
    energy = (1 + result.q[0] ** 2) * result.v[0] ** 2 / 2 + G * result.q[0] ** 2 / 2
    assert abs(energy - G / 2).max() < 1e-6 and result.q[0].min() < -0.99


def test_a_constraint_that_depends_on_time():
    """A point led along x = sin t falls; λ of Φ = x - sin t is m sin t."""
    for jacobian in (None, lambda t, q: [[1.0, 0.0]]):
        system = kreisel.System(2, 2.0, lambda t, q, v: [0.0, -2 * G], lambda t, q: q[0] - np.sin(t), jacobian)
        result = kreisel.solve(system, (0, 2), [0, 0], [1, 0], rtol=1e-9, atol=1e-9)
        assert np.allclose(result.q[0], np.sin(result.t), atol=1e-8)
        assert np.allclose(result.q[1], -G / 2 * result.t**2, atol=1e-6)
        assert np.allclose(result.lam[0], 2.0 * np.sin(result.t), atol=1e-5)


def blade(compliance=0.0, offset=None):
    """A blade on an incline that turns with 2 rad/s: [Φ none] -x' sin θ + y' cos θ = c λ."""
    return kreisel.System(3, 1.0, lambda t, q, v: [G / 2, 0.0, 0.0],
                          jacobian=lambda q: [[-np.sin(q[2]), np.cos(q[2]), 0.0]], offset=offset,
                          rows=[Row("blade", "velocity", compliance=compliance)],
                          coordinates=["x", "y", "theta"])  # fmt: skip


def test_rows_on_velocities():
    result = kreisel.solve(blade(), (0, 2), [0, 0, 0], [0, 0, 2.0], rtol=1e-9, atol=1e-9)
    c = G / 2 / (2 * 2.0**2)
    phase = 2.0 * result.t
    assert np.allclose(result["x"], c * np.sin(phase) ** 2, atol=1e-6)
    assert np.allclose(result["y"], c * (phase - np.sin(phase) * np.cos(phase)), atol=1e-6)
    assert np.allclose(result.lam[0], -G * np.sin(phase), atol=1e-4)


def test_rows_on_velocities_with_an_offset():
    """The blade on ground that moves sideways with 1 m/s at θ = 0: y' = 1."""
    system = kreisel.System(2, 1.0, lambda t, q, v: [0.0, 0.0], jacobian=lambda q: [[0.0, 1.0]],
                            offset=lambda t, q: [-np.cos(t)], rows=[Row("belt", "velocity")])  # fmt: skip
    result = kreisel.solve(system, (0, 1), [0, 0], [0.5, 1.0], rtol=1e-9, atol=1e-9)
    assert result.q[:, -1] == pytest.approx([0.5, np.sin(1)], abs=1e-7)
    assert np.allclose(result.lam[0], np.sin(result.t), atol=1e-5)


def test_a_strong_damper_as_a_row():
    """Its slow motion is known: x = c sin² + 2 γ ε t, see the built-in knife edge."""
    epsilon = 1e-3
    result = kreisel.solve(blade(epsilon), (0, 1), [0, 0, 0], [G * epsilon, 0, 2.0], rtol=1e-8, atol=1e-8, method="radau")
    drift = result["x"] - G / 16 * np.sin(2 * result.t) ** 2
    assert drift[-1] == pytest.approx(G * epsilon, rel=1e-2)


@pytest.mark.parametrize("stiffness", [1e3, 1e4])
def test_a_stiff_spring_as_a_row_is_a_spring(stiffness):
    def force(t, q, v):
        length = np.hypot(*q)
        return [0, -G] - stiffness * (length - 1) * q / length

    spring = solve_pendulum(1.0, kreisel.System(2, 1.0, force), rtol=1e-9, atol=1e-9)
    row = pendulum(constraint=lambda q: np.hypot(*q) - 1, rows=[Row("spring", compliance=1 / stiffness)])
    joint = solve_pendulum(1.0, row, rtol=1e-9, atol=1e-9, initial_motion="raw")
    assert joint.q[:, -1] == pytest.approx(spring.q[:, -1], abs=1e-6)
    assert np.allclose(joint.lam[0], stiffness * (np.hypot(*joint.q) - 1), atol=1e-6 * stiffness)


def test_a_very_stiff_spring_costs_no_more_than_a_joint():
    row = pendulum(constraint=lambda q: np.hypot(*q) - 1, rows=[Row("spring", compliance=1e-10)])
    stiff = solve_pendulum(1.0, row, rtol=1e-6, atol=1e-6, method="radau")
    rigid = solve_pendulum(1.0, rtol=1e-6, atol=1e-6, method="radau")
    assert stiff.q[:, -1] == pytest.approx(rigid.q[:, -1], abs=1e-5)
    assert stiff.stats["accepted"] <= 2 * rigid.stats["accepted"]


def test_a_spring_with_a_damper_as_a_row():
    """m x'' = -λ, x + τ x' = c λ is m x'' + d x' + k x = 0 with c = 1/k, τ = d/k."""
    k, d = 100.0, 2.0
    system = kreisel.System(1, 1.0, lambda t, q, v: [0.0], lambda q: q, rows=[Row("strut", compliance=1 / k, relaxation=d / k)])
    result = kreisel.solve(system, (0, 1), [1.0], [0.0], rtol=1e-9, atol=1e-9, initial_motion="raw", start_limit=10)
    w = np.sqrt(k - 1)
    assert np.allclose(result.q[0], np.exp(-result.t) * (np.cos(w * result.t) + np.sin(w * result.t) / w), atol=1e-6)


def test_a_quaternion_is_as_good_as_a_matrix():
    free = [kreisel.solve(kreisel.System(group, [1.0, 2.0, 3.0], lambda t, q, v: -np.cross(v, [1, 2, 3] * v)),
                          1, kreisel.Group([group]).identity(), [1, 2, 3], rtol=1e-9, atol=1e-9, t_eval=[0.5, 1])
            for group in ("so3", "s3")]  # fmt: skip
    assert np.allclose(free[0].v, free[1].v, atol=1e-7)
    w, x, y, z = free[1].q[:, -1]
    assert rotation(free[0].q[:, -1])[2, 2] == pytest.approx(1 - 2 * (x * x + y * y), abs=1e-7)


def test_an_own_system_can_be_checked():
    found = kreisel.check(heavy_top(), *TOP_START)
    assert found["status"] == "ok" and found["freedom"]["degrees_of_freedom"] == 3
    with pytest.raises(kreisel.OptionError, match="give q0 and v0"):
        kreisel.check(heavy_top())


def test_identity_at_is_a_start():
    assert np.array_equal(identity_at(ARM), TOP_START[0])
