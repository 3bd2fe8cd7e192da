"""Gradients in Python: kreisel.gradient, result.gradient and the functions for jax and PyTorch."""

from pathlib import Path

import numpy as np
import pytest

import kreisel

SPRING = Path(__file__).resolve().parents[2] / "models" / "spring_pendulum.json"
TIGHT = {"rtol": 1e-11, "atol": 1e-11}


def end(stiffness):
    result = kreisel.solve(SPRING, 1.0, parameters={"stiffness": stiffness}, method="dop853", t_eval=[1.0], **TIGHT)
    return np.array([result["rod"].position[0, -1], result["rod"].velocity[2, -1]])


def test_a_gradient_is_the_slope_of_the_end():
    found = kreisel.gradient(SPRING, ["rod.x", "rod.vz"], ["stiffness"], 1.0, **TIGHT)
    slope = (8 * (end(40.02) - end(39.98)) - (end(40.04) - end(39.96))) / 0.24
    np.testing.assert_allclose(found.values, end(40.0), atol=1e-9)
    np.testing.assert_allclose(found.jacobian[:, 0], slope, rtol=1e-5)
    np.testing.assert_allclose(found.scaled, 40.0 * found.jacobian)
    assert found["rod.x", "stiffness"] == found.jacobian[0, 0]


def test_a_result_can_be_asked_for_its_gradient():
    result = kreisel.solve(SPRING, 1.0, **TIGHT)
    again = kreisel.gradient(SPRING, ["rod.x"], ["stiffness"], 1.0, **TIGHT)
    np.testing.assert_allclose(result.gradient(["rod.x"], ["stiffness"]).jacobian, again.jacobian, rtol=1e-7)


def test_mistakes_are_named():
    with pytest.raises(kreisel.OptionError, match="lists of names"):
        kreisel.gradient(SPRING, "rod.x", ["stiffness"], 1.0)
    with pytest.raises(kreisel.UnknownName, match="stiffnes"):
        kreisel.gradient(SPRING, ["rod.x"], ["stiffnes"], 1.0)


def test_jax_goes_through_a_run():
    jax = pytest.importorskip("jax")
    import kreisel.jax

    jax.config.update("jax_enable_x64", True)
    place = kreisel.jax.end_of(SPRING, ["rod.x"], ["stiffness"], 1.0, **TIGHT)
    value, slope = jax.value_and_grad(lambda p: place(p)[0] ** 2)(jax.numpy.array([40.0]))
    found = kreisel.gradient(SPRING, ["rod.x"], ["stiffness"], 1.0, **TIGHT)
    np.testing.assert_allclose(float(value), found.values[0] ** 2, rtol=1e-9)
    np.testing.assert_allclose(np.asarray(slope), 2.0 * found.values[0] * found.jacobian[0], rtol=1e-9)


def test_torch_goes_through_a_run():
    torch = pytest.importorskip("torch")
    import kreisel.torch

    place = kreisel.torch.end_of(SPRING, ["rod.x"], ["stiffness"], 1.0, **TIGHT)
    p = torch.tensor([40.0], dtype=torch.float64, requires_grad=True)
    place(p)[0].backward()
    found = kreisel.gradient(SPRING, ["rod.x"], ["stiffness"], 1.0, **TIGHT)
    np.testing.assert_allclose(p.grad.numpy(), found.jacobian[0], rtol=1e-9)
