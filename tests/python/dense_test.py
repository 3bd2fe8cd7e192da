"""Dense output: the motion at any time, for every family of methods."""

import numpy as np
import pytest
from systems import solve_pendulum

import kreisel

TIMES = np.linspace(0.0, 0.3, 41)
RUNS = [
    {"method": "generalized_alpha", "rtol": 1e-5},
    {"method": "generalized_alpha", "step": 2e-3, "formulation": "index3"},
    {"method": "bliedf", "rtol": 1e-6},
    {"method": "bliedf_3", "step": 1e-3},
    {"method": "radau", "rtol": 1e-6},
    {"method": "radau_iia_3", "rtol": 1e-6},
    {"method": "radau_iia_7", "rtol": 1e-8},
    {"method": "dopri5", "rtol": 1e-6},
    {"method": "dop853", "rtol": 1e-6},
    {"method": "rk4", "step": 1e-3},
    {"method": "gauss_2", "step": 1e-3},
]


@pytest.mark.parametrize("group", ["r3xso3", "se3"])
@pytest.mark.parametrize("options", RUNS, ids=str)
def test_the_motion_is_what_samples_say(options, group):
    options = {"t_span": 0.3, "parameters": {"group": group}, **options}
    samples = kreisel.solve("heavy_top", t_eval=TIMES, **options)
    motion = kreisel.solve("heavy_top", dense_output=True, **options)
    q, v, lam = motion.sol(TIMES)
    assert q.shape == samples.q.shape and v.shape == samples.v.shape and lam.shape == samples.lam.shape
    # Some methods project what they show between steps, so that it is no polynomial: far below the tolerance then.
    allowed = 1e-2 * options["rtol"] if "rtol" in options else 1e-10
    for ours, theirs in ((q, samples.q), (v, samples.v), (lam, samples.lam)):
        assert abs(ours - theirs).max() <= allowed * abs(theirs).max()


def test_the_motion_meets_the_steps():
    result = kreisel.solve("heavy_top", 0.3, rtol=1e-6, dense_output=True, method="radau_iia_3")
    q, v, _ = result.sol(result.t)
    assert abs(q - result.q).max() < 1e-12 and abs(v - result.v).max() < 1e-9


def test_any_shape_of_times():
    result = solve_pendulum(1.0, rtol=1e-8, atol=1e-8, dense_output=True)
    q, v, lam = result.sol(0.5)
    assert q.shape == (2,) and v.shape == (2,) and lam.shape == (1,)
    many, _, _ = result.sol([[0.1, 0.2, 0.5], [0.0, 0.7, 1.0]])
    assert many.shape == (2, 2, 3) and np.array_equal(many[:, 0, 2], q)
    none, _, _ = result.sol([])
    assert none.shape == (2, 0)
    assert (result.sol.t_min, result.sol.t_max) == (0.0, 1.0)


@pytest.mark.parametrize("t", [-0.1, 1.1, np.nan, [0.5, 2.0]])
def test_times_outside_the_run_are_refused(t):
    result = solve_pendulum(1.0, rtol=1e-6, dense_output=True)
    with pytest.raises(kreisel.OptionError, match="outside the run from 0 s to 1 s"):
        result.sol(t)


def test_without_the_wish_there_is_no_motion():
    assert solve_pendulum(0.1, rtol=1e-6).sol is None


def test_a_run_cut_short_has_its_motion_up_to_there():
    with pytest.warns(kreisel.SolveWarning):
        result = kreisel.solve("heavy_top", 1, rtol=1e-6, max_steps=20, dense_output=True)
    assert result.sol.t_max == result.t[-1] < 1
    assert np.allclose(result.sol(result.sol.t_max)[0], result.q[:, -1], atol=1e-12)


def test_the_interval_of_the_motion_is_that_of_the_run_and_not_of_the_samples():
    result = solve_pendulum(1.0, rtol=1e-8, atol=1e-8, dense_output=True, t_eval=[0.4, 0.6])
    assert (result.sol.t_min, result.sol.t_max) == (0.0, 1.0)
    assert np.allclose(result.sol(0.0)[0], [1, 0], atol=1e-12)


def test_constraints_hold_between_steps():
    result = solve_pendulum(1.0, method="radau_iia_3", rtol=1e-8, atol=1e-8, dense_output=True)
    q, _, _ = result.sol(np.linspace(0, 1, 1001))
    assert abs(np.hypot(*q) - 1).max() < 1e-6
