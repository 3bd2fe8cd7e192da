"""Exceptions of own functions, and Ctrl-C."""

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import traceback
import weakref

import numpy as np
import pytest
from systems import pendulum, solve_pendulum

import kreisel


class Trouble(Exception):
    pass


def failing(answer, t_bad):
    """A function of t, … that raises from t_bad on."""

    def function(t, *rest):
        if t >= t_bad:
            raise Trouble(f"at {t:.3f}")
        return answer(t, *rest)

    return function


ROLES = {
    "force": lambda t, q, v: [0.0, -9.81],
    "constraint": lambda t, q: (q @ q - 1) / 2,
    "jacobian": lambda t, q: q,
    "force_tangents": lambda t, q, v: (np.zeros((2, 2)), np.zeros((2, 2))),
}


@pytest.mark.parametrize("method", ["auto", "radau", "bliedf", "generalized_alpha", "dop853"])
@pytest.mark.parametrize("role", ROLES)
def test_an_exception_comes_through_with_what_was_computed(role, method):
    if role == "force_tangents" and method in ("auto", "dop853"):
        method = "radau_iia_3"  # explicit methods need no tangents
    functions = {**ROLES, role: failing(ROLES[role], 0.3)}
    with pytest.raises(Trouble, match="at 0.[3-9]") as caught:
        solve_pendulum(1.0, pendulum(**functions), rtol=1e-6, method=method, dense_output=True)
    partial = caught.value.partial_result
    assert not partial.success and partial.termination == "failed"
    assert 0 < partial.t[-1] <= 0.5 and partial.q.shape == (2, partial.t.size)
    assert abs(np.hypot(*partial.q) - 1).max() < 1e-3
    assert partial.sol.t_max == partial.t[-1] and partial.sol(partial.t[-1])[0] == pytest.approx(partial.q[:, -1])
    assert "failed" in repr(partial) and partial._repr_html_()
    assert any("function" in line for line in traceback.format_tb(caught.value.__traceback__)), "where it was raised"
    if sys.version_info >= (3, 11):
        assert "partial_result" in caught.value.__notes__[0]


def test_an_exception_of_the_mass():
    def mass(q):
        if q[1] < -0.2:
            raise Trouble("low")
        return np.eye(2)

    with pytest.raises(Trouble, match="low") as caught:
        solve_pendulum(1.0, pendulum(mass=mass), rtol=1e-6)
    assert caught.value.partial_result.q[1].min() > -0.3


@pytest.mark.parametrize("role", ROLES)
def test_an_exception_at_the_start(role):
    functions = {**ROLES, role: failing(ROLES[role], 0.0)}
    for check in (True, False):
        with pytest.raises(Trouble, match="at 0.00"):
            solve_pendulum(1.0, pendulum(**functions, check=check), rtol=1e-6, method="radau_iia_3")


def test_an_exception_of_an_event_and_of_its_change():
    with pytest.raises(Trouble) as caught:
        solve_pendulum(1.0, rtol=1e-6, events=failing(lambda t, q, v, lam: q[0], 0.3))
    assert 0 < caught.value.partial_result.t[-1] <= 0.5

    def low(t, q, v):
        return q[1] + 0.5

    def change(t, q, v):
        raise Trouble("no change")

    low.change = change
    with pytest.raises(Trouble, match="no change") as caught:
        solve_pendulum(1.0, rtol=1e-6, events=low)
    assert caught.value.partial_result.q[1, -1] > -0.6


def test_an_exception_of_a_check():
    with pytest.raises(Trouble):
        kreisel.check(pendulum(force=failing(ROLES["force"], 0.0), check=False), [1, 0], [0, 0])


def test_an_exception_leaves_nothing_behind():
    class Force:
        def __call__(self, t, q, v):
            if t > 0.1:
                raise Trouble("late")
            return [0.0, -9.81]

    force = Force()
    seen = weakref.ref(force)
    for call in (lambda f: solve_pendulum(1.0, pendulum(force=f), rtol=1e-6),
                 lambda f: kreisel.check(pendulum(force=f, check=False), [1, 0], [0, 0], t=0.2)):  # fmt: skip
        with pytest.raises(Trouble):
            call(force)
    del force
    gc.collect()
    assert seen() is None, "the exception keeps the run, and the run the exception"


def test_a_run_inside_a_run():
    def force(t, q, v):
        inner = kreisel.solve("pendulum", 0.01, rtol=1e-3)
        return [0.0, -9.81 * inner.success]

    assert np.array_equal(solve_pendulum(0.02, pendulum(force=force), rtol=1e-3).q, solve_pendulum(0.02, rtol=1e-3).q)


def test_after_an_exception_everything_works():
    for _ in range(3):
        with pytest.raises(Trouble):
            solve_pendulum(1.0, pendulum(force=failing(ROLES["force"], 0.1)), rtol=1e-6)
        assert solve_pendulum(0.1, rtol=1e-6).success


def test_system_exit_is_not_swallowed():
    def force(t, q, v):
        if t > 0.1:
            sys.exit(3)
        return [0.0, -9.81]

    with pytest.raises(SystemExit):
        solve_pendulum(1.0, pendulum(force=force), rtol=1e-6)


def interrupted_after(seconds):
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_ctrl_c_during_a_compiled_run():
    interrupted_after(0.3)
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt) as caught:
        kreisel.solve("heavy_top", 1000, step=1e-4, method="generalized_alpha", t_eval=[0.0, 0.001])
    assert time.monotonic() - begin < 0.3 + 1.0
    partial = caught.value.partial_result
    assert partial.termination == "interrupted" and 0 < partial.record["t"] < 1000


def test_ctrl_c_in_the_midst_of_python_functions():
    def force(t, q, v):
        time.sleep(1e-4)
        return [0.0, -9.81]

    interrupted_after(0.3)
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt) as caught:
        solve_pendulum(1000.0, pendulum(force=force), rtol=1e-9)
    assert time.monotonic() - begin < 0.3 + 1.0
    assert caught.value.partial_result.t.size >= 1


def test_ctrl_c_during_a_study():
    interrupted_after(0.3)
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        kreisel.study("work-precision", "andrews", cache=False)
    assert time.monotonic() - begin < 5.0


def test_ctrl_c_at_a_prompt_ends_a_program():
    program = "import kreisel; print('go', flush=True); kreisel.solve('heavy_top', 1e5, step=1e-4, method='generalized_alpha', t_eval=[0])"
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "go\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    begin = time.monotonic()
    _, errors = child.communicate(timeout=10)
    assert time.monotonic() - begin < 2.0
    assert child.returncode != 0 and "KeyboardInterrupt" in errors, errors


def test_a_warning_that_is_an_error_is_raised():
    program = textwrap.dedent("""
        import warnings, kreisel
        warnings.simplefilter("error")
        try:
            kreisel.solve("heavy_top", 1, rtol=1e-6, max_steps=3)
        except kreisel.SolveWarning as warning:
            print("raised", warning)
    """)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.startswith("raised step_limit")
