"""Compiled functions: no interpreter in the loop, the same motion."""

import ctypes
import os
import shutil
import subprocess

import numpy as np
import pytest
from systems import G, PENDULUM_START, pendulum, solve_pendulum

import kreisel
from kreisel import CompiledFunction, Row

SOURCE = r"""
#include <math.h>
#ifdef __cplusplus
extern "C" {
#endif
int force(double t, const double* q, const double* v, double* f, void* data) {
  const double g = data ? *(const double*)data : 9.81;
  f[0] = 0.0; f[1] = -g;
  return 0;
}
int fails_late(double t, const double* q, const double* v, double* f, void* data) {
  f[0] = 0.0; f[1] = -9.81;
  return t > 0.2;
}
int mass(const double* q, double* m, void* data) { m[0] = 1; m[1] = 0; m[2] = 0; m[3] = 1; return 0; }
int mass_of_rows(const double* q, double* m, void* data) { m[0] = 2; m[1] = 0.5; m[2] = 0.5; m[3] = 1; return 0; }
int constraint(double t, const double* q, double* phi, void* data) { phi[0] = (q[0]*q[0] + q[1]*q[1] - 1) / 2; return 0; }
int jacobian(double t, const double* q, double* b, void* data) { b[0] = q[0]; b[1] = q[1]; return 0; }
int two_rows(double t, const double* q, double* b, void* data) { b[0] = 1; b[1] = 2; b[2] = 0; b[3] = 1; return 0; }
int offset(double t, const double* q, double* b, void* data) { b[0] = -cos(t); return 0; }
int belt(double t, const double* q, double* b, void* data) { b[0] = 0; b[1] = 1; return 0; }
#ifdef __cplusplus
}
#endif
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("cc")
    assert compiler, "there is no compiler"
    folder = tmp_path_factory.mktemp("compiled")
    (folder / "functions.cpp").write_text(SOURCE)
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", "functions.so", "functions.cpp"], cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "functions.so"))


def compiled_pendulum(library, **changes):
    parts = {name: CompiledFunction(getattr(library, name)) for name in ("mass", "force", "constraint", "jacobian")}
    return kreisel.System(2, **{**parts, "rows": 1, **changes})


def in_python(**changes):
    return pendulum(mass=lambda q: np.eye(2), jacobian=lambda t, q: q, constraint=lambda t, q: (q @ q - 1) / 2, **changes)


@pytest.mark.parametrize("method", ["auto", "radau", "bliedf", "generalized_alpha"])
def test_the_same_motion_without_the_interpreter(library, method):
    ours = solve_pendulum(1.0, compiled_pendulum(library), rtol=1e-8, atol=1e-8, method=method)
    theirs = solve_pendulum(1.0, in_python(), rtol=1e-8, atol=1e-8, method=method)
    assert ours.stats["python_calls"] == 0 and ours.stats["python_seconds"] == 0.0
    assert theirs.stats["python_calls"] > 100 and "remark" in theirs.stats and "remark" not in ours.stats
    assert np.array_equal(ours.t, theirs.t) and np.array_equal(ours.q, theirs.q) and np.array_equal(ours.lam, theirs.lam)


def test_some_compiled_and_some_not(library):
    mixed = compiled_pendulum(library, force=lambda t, q, v: [0.0, -G], mass=1.0)
    result = solve_pendulum(1.0, mixed, rtol=1e-8, atol=1e-8)
    assert result.stats["python_calls"] > 0
    assert result.q[:, -1] == pytest.approx(solve_pendulum(1.0, rtol=1e-8, atol=1e-8).q[:, -1], abs=1e-7)


def test_data_is_handed_on(library):
    gravity = ctypes.c_double(1.62)
    for data in (gravity, ctypes.addressof(gravity)):
        moon = kreisel.System(2, 1.0, CompiledFunction(library.force, data))
        result = kreisel.solve(moon, (0, 1), [0, 0], [0, 0], rtol=1e-8, atol=1e-8)
        assert result.q[1, -1] == pytest.approx(-1.62 / 2, abs=1e-7)


def test_data_is_kept_alive(library):
    system = kreisel.System(2, 1.0, CompiledFunction(library.force, (ctypes.c_double * 1)(3.0)))
    assert kreisel.solve(system, (0, 1), [0, 0], [0, 0], rtol=1e-8).q[1, -1] == pytest.approx(-1.5, abs=1e-6)


def test_matrices_are_written_row_by_row(library):
    system = kreisel.System(2, CompiledFunction(library.mass_of_rows), lambda t, q, v: [1.0, 0.0])
    result = kreisel.solve(system, (0, 1), [0, 0], [0, 0], rtol=1e-9, atol=1e-9)
    expected = np.linalg.solve([[2, 0.5], [0.5, 1]], [1, 0]) / 2
    assert result.q[:, -1] == pytest.approx(expected, abs=1e-8)
    rows = [Row("a", "velocity", compliance=1.0), Row("b", "velocity", compliance=1.0)]
    damped = kreisel.System(2, 1.0, lambda t, q, v: [0.0, 0.0], jacobian=CompiledFunction(library.two_rows), rows=rows)
    given = kreisel.System(2, 1.0, lambda t, q, v: [0.0, 0.0], jacobian=lambda t, q: [[1, 2], [0, 1]], rows=rows)
    ends = [kreisel.solve(s, (0, 1), [0, 0], [1, 0], rtol=1e-9, atol=1e-9, initial_motion="raw").q[:, -1]
            for s in (damped, given)]  # fmt: skip
    assert np.array_equal(*ends)


def test_offsets(library):
    system = kreisel.System(2, 1.0, lambda t, q, v: [0.0, 0.0], jacobian=CompiledFunction(library.belt),
                            offset=CompiledFunction(library.offset), rows=[Row("belt", "velocity")])  # fmt: skip
    result = kreisel.solve(system, (0, 1), [0, 0], [0.5, 1.0], rtol=1e-9, atol=1e-9)
    assert result.q[:, -1] == pytest.approx([0.5, np.sin(1)], abs=1e-7)


def test_a_function_without_an_answer_ends_the_run(library):
    with pytest.warns(kreisel.SolveWarning):
        result = solve_pendulum(1.0, compiled_pendulum(library, force=CompiledFunction(library.fails_late)), rtol=1e-6)
    assert not result.success and 0.1 < result.t[-1] <= 0.2 and np.isfinite(result.q).all()


def test_an_address_is_enough(library):
    class Cfunc:  # as numba.cfunc makes them
        address = ctypes.cast(library.force, ctypes.c_void_p).value

    assert solve_pendulum(0.1, compiled_pendulum(library, force=CompiledFunction(Cfunc())), rtol=1e-6).success


def test_mistakes(library):
    with pytest.raises(kreisel.OptionError, match="has no address"):
        CompiledFunction(3.0)
    with pytest.raises(kreisel.OptionError, match="has no address"):
        CompiledFunction(lambda t: t)
    with pytest.raises(kreisel.OptionError, match="give rows=N"):
        solve_pendulum(0.1, compiled_pendulum(library, rows=None), rtol=1e-6)
    with pytest.raises(kreisel.OptionError, match="data"):
        CompiledFunction(library.force, "text")
    with pytest.raises(kreisel.OptionError, match="CompiledFunction"):
        kreisel.System(2, 1.0, library.force)
    with pytest.raises(kreisel.OptionError, match="CompiledFunction"):
        compiled_pendulum(library, force_tangents=CompiledFunction(library.force))
    assert PENDULUM_START["q0"] == [1.0, 0.0]
