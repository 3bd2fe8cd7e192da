"""Equilibria and modes in Python, against eigenproblems and equations solved by numpy and scipy."""

from pathlib import Path

import numpy as np
import pytest

import kreisel

MODELS = Path(__file__).resolve().parents[2] / "models"
CAR = MODELS / "quarter_car.json"


def pendulum_cart(stiffness=200.0, damping=5.0):
    model = kreisel.Model("cart", duration=1.0)
    model.add_body("cart", mass=4.0, inertia=[1, 1, 1])
    model.add_body("rod", mass=1.5, inertia=[0.02, 0.02, 1e-3], position=[0, 0, -0.4])
    model.add_joint("prismatic", "rail", a={"body": "ground", "axis": [1, 0, 0]}, b={"body": "cart", "axis": [1, 0, 0]})
    model.add_joint("revolute", "pin", a={"body": "cart", "axis": [0, 1, 0]},
                    b={"body": "rod", "position": [0, 0, 0.4], "axis": [0, 1, 0]})  # fmt: skip
    model.add_force("spring_damper", "spring", a={"body": "ground", "position": [-1, 0, 0]}, b={"body": "cart"},
                    stiffness=stiffness, damping=damping, length=1.0)  # fmt: skip
    return model


def minimal_cart(stiffness=200.0, damping=5.0):
    """M, D, K of the cart's place and the rod's angle, and how a force on the cart enters."""
    mass = np.array([[5.5, -1.5 * 0.4], [-1.5 * 0.4, 0.02 + 1.5 * 0.16]])
    return mass, np.diag([damping, 0.0]), np.diag([stiffness, 1.5 * 9.81 * 0.4]), np.array([[1.0], [0.0]])


def test_modes_are_those_of_minimal_coordinates():
    mass, damping, stiffness, _ = minimal_cart()
    flow = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(mass, stiffness), -np.linalg.solve(mass, damping)]])
    expected = sorted((s for s in np.linalg.eigvals(flow) if s.imag > 0), key=abs)
    found = kreisel.modes(pendulum_cart())
    np.testing.assert_allclose(found.eigenvalues, expected, rtol=1e-10)
    assert "rod" in found.names[0]


def test_matrices_have_the_transfer_function_of_minimal_coordinates():
    mass, damping, stiffness, force = minimal_cart()
    found = kreisel.modes(pendulum_cart(), inputs=["cart.fx"], outputs=["cart.x", "cart.vx", "rail.fz", "pin.fx"])
    system = found.state_space()
    for omega in (0.7, 5.0, 30.0):
        s = 1j * omega
        x = np.linalg.solve(s * s * mass + s * damping + stiffness, force)[:, 0]
        y = (system.C @ np.linalg.solve(s * np.eye(len(system.A)) - system.A, system.B) + system.D)[:, 0]
        np.testing.assert_allclose(y[:2], [x[0], s * x[0]], rtol=1e-7)
        np.testing.assert_allclose(y[2], 0.0, atol=1e-7)
        # what the cart does to the rod moves its centre, at x - 0.4 φ
        np.testing.assert_allclose(abs(y[3]), abs(1.5 * s * s * (x[0] - 0.4 * x[1])), rtol=1e-6)


def test_an_equilibrium_is_a_state_with_values_and_a_run_stays_there():
    rest = kreisel.equilibrium(CAR)
    assert rest.is_stable
    assert rest["wheel.z"] == pytest.approx(0.3 - 335 * 9.81 / 160e3, abs=1e-12)
    result = kreisel.solve(CAR, 0.5, from_equilibrium=True, parameters={"amplitude": 0.0}, rtol=1e-9, atol=1e-9)
    assert np.ptp(result["car"].position[2]) < 1e-9


def test_a_system_of_functions_rests_and_vibrates():
    system = kreisel.System(2, mass=[2.0, 1.0], force=lambda t, q, v: [-8.0 * q[0] + 4.0, -9.0 * q[1] ** 3 - q[1]])
    rest = kreisel.equilibrium(system, q0=[0.0, 0.3])
    np.testing.assert_allclose(rest.q, [0.5, 0.0], atol=1e-9)
    found = kreisel.modes(system, q0=[0.0, 0.3])
    np.testing.assert_allclose(sorted(found.eigenvalues.imag), [1.0, 2.0], rtol=1e-6)


def test_the_bicycle_over_its_speed():
    locus = kreisel.root_locus(MODELS / "bicycle.json", "speed", (1.0, 10.0, 10))
    borders = [border["value"] for border in locus.borders]
    np.testing.assert_allclose(borders, [4.29238253634111, 6.02426201538837], rtol=1e-8)
    assert [border["becomes_stable"] for border in locus.borders] == [True, False]


def test_a_mode_is_shown_on_the_group():
    found = kreisel.modes(pendulum_cart())
    q = found.displaced(0, 0.1)
    assert q.shape == found.q.shape
    assert abs(np.abs(q - found.q).max() - 0.1) < 2e-3


def test_mistakes_are_named():
    with pytest.raises(kreisel.UnknownName, match="rod.fx|rod.fxx"):
        kreisel.modes(pendulum_cart(), inputs=["rod.fxx"])
    with pytest.raises(kreisel.OptionError, match="no inputs or outputs"):
        kreisel.modes(pendulum_cart()).matrices
    with pytest.raises(kreisel.Error, match="nothing resists"):
        kreisel.equilibrium({"name": "stone", "duration": 1, "bodies": [{"name": "stone", "mass": 1, "inertia": [1, 1, 1]}]})
