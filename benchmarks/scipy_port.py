#!/usr/bin/env python3
"""A stiff pendulum with scipy's Radau and with kreisel.solve: what changes in the call, how exact it is, what it costs.

A point of 1 kg on a spring of stiffness k and length 1 m, gravity 1 m/s^2, released from the horizontal on the slow motion
of the spring. Interval, tolerances and t_eval are the same for all. The errors are those of the position at 10 s, against
the digits that the built-in problem `stiff_pendulum` cites, which no method of either program computed.

  PYTHONPATH=build/python scipy_port.py [--repeat N] [--rtol R …]
"""

import argparse
import os
import statistics
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads that wait count as processor time

import numpy as np  # noqa: E402
from scipy.integrate import solve_ivp  # noqa: E402

import kreisel  # noqa: E402

T_END = 10.0
TIMES = np.linspace(0.0, T_END, 101)
CALLS = """scipy    solve_ivp(fun, (0, 10), y0, method="Radau", rtol=r, atol=r, t_eval=times)
force    kreisel.solve(System(2, 1.0, force), (0, 10), q0, v0, method="radau", rtol=r, atol=r, t_eval=times)
row      kreisel.solve(System(2, 1.0, gravity, stretch, direction, rows=[Row("spring", compliance=1/k)]), …)
built-in kreisel.solve("stiff_pendulum", 10, parameters={"epsilon": k**-0.5}, …): the same without Python's functions
"""


class Pendulum:
    """The equations, once for all."""

    def __init__(self, stiffness):
        self.stiffness = stiffness
        compliance = 1.0 / stiffness
        self.q0 = [1.0 - 3.0 * compliance**2 - 54.0 * compliance**4, 0.0]
        self.v0 = [0.0, 0.0]

    def force(self, t, q, v):
        length = np.sqrt(q @ q)
        return -self.stiffness * (length - 1.0) / length * q - (0.0, 1.0)

    def fun(self, t, y):
        return np.concatenate([y[2:], self.force(t, y[:2], y[2:])])

    def with_scipy(self, tolerance):
        found = solve_ivp(self.fun, (0.0, T_END), self.q0 + self.v0, method="Radau", rtol=tolerance, atol=tolerance, t_eval=TIMES)
        return found.y[:2, -1], found.nfev

    def solve(self, system, tolerance):
        found = kreisel.solve(system, (0.0, T_END), self.q0, self.v0, method="radau", rtol=tolerance, atol=tolerance, t_eval=TIMES)
        return found.q[:, -1], found.stats["python_calls"]

    def with_force(self, tolerance):
        return self.solve(kreisel.System(2, 1.0, self.force), tolerance)

    def with_row(self, tolerance):
        spring = kreisel.Row("spring", compliance=1.0 / self.stiffness)
        system = kreisel.System(2, 1.0, lambda t, q, v: (0.0, -1.0), lambda q: np.sqrt(q @ q) - 1.0,
                                lambda q: q / np.sqrt(q @ q), rows=[spring])  # fmt: skip
        return self.solve(system, tolerance)

    def built_in(self, tolerance):
        found = kreisel.solve("stiff_pendulum", T_END, parameters={"epsilon": self.stiffness**-0.5}, method="radau",
                              rtol=tolerance, atol=tolerance, t_eval=TIMES)  # fmt: skip
        return found.q[:, -1], 0

    def reference(self):
        record = kreisel.solve("stiff_pendulum", T_END, parameters={"epsilon": self.stiffness**-0.5}, rtol=1e-6).record
        values = {entry["observable"]: entry["reference"] for entry in record["references"]}
        return np.array([values["x"], values["y"]])


def median_times(call, repeat):
    """Wall and processor time in milliseconds."""
    times = []
    for _ in range(repeat):
        begin, processor = time.perf_counter(), time.process_time()
        answer = call()
        times.append((time.perf_counter() - begin, time.process_time() - processor))
    wall, processor = (1e3 * statistics.median(column) for column in zip(*times))
    return answer, wall, processor


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--rtol", type=float, nargs="+", default=[1e-4, 1e-6, 1e-8])
    arguments = parser.parse_args()
    print(CALLS)
    print(f"medians of {arguments.repeat} runs; {os.cpu_count()} cores, load at the start {os.getloadavg()[0]:.1f}\n")
    print(f"{'k [N/m]':>8} {'rtol':>6}  {'':8} {'error [m]':>10} {'calls of Python':>16} {'wall [ms]':>10} {'processor [ms]':>15}")
    for stiffness in (1e4, 1e6, 1e8):
        pendulum = Pendulum(stiffness)
        reference = pendulum.reference()
        for tolerance in arguments.rtol:
            for name, method in (("scipy", pendulum.with_scipy), ("force", pendulum.with_force), ("row", pendulum.with_row),
                                 ("built-in", pendulum.built_in)):  # fmt: skip
                (position, calls), wall, processor = median_times(lambda: method(tolerance), arguments.repeat)
                error = abs(position - reference).max()
                print(f"{stiffness:8.0e} {tolerance:6.0e}  {name:8} {error:10.1e} {calls:16} {wall:10.1f} {processor:15.1f}")


if __name__ == "__main__":
    main()
