#!/usr/bin/env python3
"""SciPy's Radau (Radau IIA of order 5, Hairer and Wanner's code in Python) on the problems of the other benchmarks.

It takes no joints, so every problem is an ordinary differential equation here: the heavy top reduced by hand to
quaternion and angular velocity, the stiff pendulum with its spring as a force, Andrews' mechanism with
accelerations from the index-1 system, 14 unknowns. A step is Python: compare steps and evaluations with ours, times only with Python's.

  scipy_radau.py [heavy_top] [andrews] [stiff_pendulum] [rod_pendulum] [-v]      -v: every run
"""

import math
import os
import sys
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # threads that wait count as processor time

import numpy as np  # noqa: E402
from scipy.integrate import solve_ivp  # noqa: E402

LONGEST_RUN = 6.0  # [s] of processor time; a sweep of tolerances stops behind it
REPETITIONS = 3


# Heavy top about its tip, as in sundials_cvode.cpp: principal moments there and m g |X|.
TOP_A, TOP_B, TOP_C, TOP_WEIGHT = 15.234375, 0.46875, 15.234375, 15.0 * 9.81
TOP_START = [1.0, 0.0, 0.0, 0.0, 0.0, 150.0, -4.61538]
TOP_END = (0.732943980679664, -0.278285719337613, 0.531824611334163, -0.320176142736249)  # quaternion at 1 s


def top_rate(_, y):
    p0, p1, p2, p3, w0, w1, w2 = y.tolist()
    up_x = 2.0 * (p1 * p3 - p0 * p2)
    up_z = p0 * p0 - p1 * p1 - p2 * p2 + p3 * p3
    return [
        -0.5 * (p1 * w0 + p2 * w1 + p3 * w2),
        0.5 * (p0 * w0 + p2 * w2 - p3 * w1),
        0.5 * (p0 * w1 + p3 * w0 - p1 * w2),
        0.5 * (p0 * w2 + p1 * w1 - p2 * w0),
        ((TOP_B - TOP_C) * w1 * w2 - TOP_WEIGHT * up_z) / TOP_A,
        (TOP_C - TOP_A) * w2 * w0 / TOP_B,
        ((TOP_A - TOP_B) * w0 * w1 + TOP_WEIGHT * up_x) / TOP_C,
    ]


def top_jacobian(_, y):
    p0, p1, p2, p3, w0, w1, w2 = y.tolist()
    x, r, z = 0.5 * w0, 0.5 * w1, 0.5 * w2
    ka, kc = 2.0 * TOP_WEIGHT / TOP_A, 2.0 * TOP_WEIGHT / TOP_C
    a, b, c = (TOP_B - TOP_C) / TOP_A, (TOP_C - TOP_A) / TOP_B, (TOP_A - TOP_B) / TOP_C
    return np.array([
        [0.0, -x, -r, -z, -0.5 * p1, -0.5 * p2, -0.5 * p3],
        [x, 0.0, z, -r, 0.5 * p0, -0.5 * p3, 0.5 * p2],
        [r, -z, 0.0, x, 0.5 * p3, 0.5 * p0, -0.5 * p1],
        [z, r, -x, 0.0, -0.5 * p2, 0.5 * p1, 0.5 * p0],
        [-ka * p0, ka * p1, ka * p2, -ka * p3, 0.0, a * w2, a * w1],
        [0.0, 0.0, 0.0, 0.0, b * w2, 0.0, b * w0],
        [-kc * p2, kc * p3, -kc * p0, kc * p1, c * w1, c * w0, 0.0],
    ])


def top_position(y):
    """R X with X = (0, 1, 0) and the quaternion made unit."""
    p0, p1, p2, p3 = np.asarray(y[:4]) / np.linalg.norm(y[:4])
    return np.array([2.0 * (p1 * p2 - p0 * p3), p0 * p0 - p1 * p1 + p2 * p2 - p3 * p3, 2.0 * (p2 * p3 + p0 * p1)])


# Andrews' squeezing mechanism; names and numbers as in kreisel/problems/andrews_linkage.hpp.
M1, M2, M3, M4, M5, M6, M7 = 0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498
I1, I2, I3, I4, I5, I6, I7 = 2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5
D, DA, E, EB, RR, RA, SS = 0.028, 0.0115, 0.02, 0.02 - 0.01421, 0.007, 0.00092, 0.035
SA, SB, SC, SD = 0.01874, 0.01043, 0.018, 0.02
TA, TB, U, UA, UB, ZF, ZB, ZT, L0 = 0.02308, 0.00916, 0.04, 0.01228, 0.00449, 0.02, 0.02 - 0.01421, 0.04, 0.07785
FROM_C_TO_B = complex(-0.03635 - 0.014, 0.03273 - 0.072)
TORQUE, STIFFNESS = 0.033, 4530.0
K2, K4, K6 = M2 * DA * RR, M4 * ZT * EB, M6 * U * ZB
M11, M22, M33, M55 = M2 * DA * DA + I2, M3 * (SA * SA + SB * SB) + I3, M4 * EB * EB + I4, M6 * ZB * ZB + I6
ANDREWS_START = [-0.0617138900142764496, 0.0, 0.455279819163070380, 0.222668390165885885, 0.487364979543842550,
                 -0.222668390165885885, 1.23054744454982119] + 7 * [0.0]
ANDREWS_END = [15.81077119515370, -15.75637105841183, 0.0408222401196456, -0.53473011634208, 0.524409965879954,
               0.53473011634208, 1.048080741041938]


def turned(length, angle):
    return complex(length * math.cos(angle), length * math.sin(angle))


def spring_torque(ga):
    along = turned(1.0, ga)
    spring, lever = (SD - 1j * SC) * along + FROM_C_TO_B, (1j * SD + SC) * along
    return -STIFFNESS * (1.0 - L0 / abs(spring)) * (spring.conjugate() * lever).real


def andrews_rate(_, y):
    """Accelerations from [M Bᵀ; B 0] [v'; λ] = [f; -γ]. Plane vectors are complex numbers."""
    be, th, ga, ph, de, om, ep, v0, v1, v2, v3, v4, v5, v6 = y.tolist()
    crank, rod, rocker = turned(RR, be), turned(-D, be + th), 1j * turned(SS, ga)
    lever, link = 1j * turned(E, ph + de), turned(-ZT, de)
    strut, tail = turned(-ZF, om + ep), 1j * turned(U, ep)
    ct, st, cp, sp, co, so = (K2 * math.cos(th), K2 * math.sin(th), K4 * math.cos(ph), K4 * math.sin(ph),
                              K6 * math.cos(om), K6 * math.sin(om))
    shared = v0 * v0 * crank + (v0 + v1) ** 2 * rod
    loops = (shared + v2 * v2 * rocker, shared + (v3 + v4) ** 2 * lever + v4 * v4 * link,
             shared + (v5 + v6) ** 2 * strut + v6 * v6 * tail)
    columns = ((crank + rod,) * 3, (rod,) * 3, (rocker, 0j, 0j), (0j, lever, 0j), (0j, lever + link, 0j),
               (0j, 0j, strut), (0j, 0j, strut + tail))
    a = np.zeros((13, 13))
    a[0, 0] = M1 * RA * RA + M2 * (RR * RR + DA * DA) + I1 + I2 - 2 * ct
    a[0, 1], a[1, 1], a[2, 2] = M11 - ct, M11, M22
    a[3, 3], a[3, 4] = M33, M33 + sp
    a[4, 4] = M4 * (ZT * ZT + EB * EB) + M5 * (TA * TA + TB * TB) + I4 + I5 + 2 * sp
    a[5, 5], a[5, 6] = M55, M55 - so
    a[6, 6] = M6 * (ZB * ZB + U * U) + M7 * (UA * UA + UB * UB) + I6 + I7 - 2 * so
    a[1, 0], a[4, 3], a[6, 5] = a[0, 1], a[3, 4], a[5, 6]
    quarter_turns = np.array([[part for loop in column for part in (-loop.imag, loop.real)] for column in columns])
    a[:7, 7:], a[7:, :7] = quarter_turns, quarter_turns.T
    f = [TORQUE - st * v1 * (v1 + 2 * v0), st * v0 * v0, spring_torque(ga), cp * v4 * v4, -cp * v3 * (v3 + 2 * v4),
         -co * v6 * v6, co * v5 * (v5 + 2 * v6)] + [part for loop in loops for part in (loop.real, loop.imag)]
    return np.concatenate([y[7:], np.linalg.solve(a, f)[:7]])


def pendulum(epsilon, end):
    stiffness = 1.0 / epsilon**2

    def rate(_, y):
        x, z, vx, vz = y.tolist()
        length = math.sqrt(x * x + z * z)
        pull = stiffness * (length - 1.0) / length
        return [vx, vz, -pull * x, -pull * z - 1.0]

    def jacobian(_, y):
        x, z = y[0], y[1]
        length = math.sqrt(x * x + z * z)
        pull, bend = stiffness * (length - 1.0) / length, stiffness / length**3
        return np.array([[0, 0, 1, 0], [0, 0, 0, 1], [-pull - bend * x * x, -bend * x * z, 0, 0],
                         [-bend * x * z, -pull - bend * z * z, 0, 0]])

    start = [1.0 - 3.0 * epsilon**4 - 54.0 * epsilon**8, 0.0, 0.0, 0.0]
    return Case(f"stiff pendulum, spring as a force, epsilon {epsilon:.0e}", rate, jacobian, 10.0, start, end,
                lambda y: y[:2], (1e-4, 1e-6))


ROD_MASS, ROD_LENGTH, ROD_STIFFNESS, ROD_INERTIA, GRAVITY = 1.0, 1.0, 1e5, 0.4 * 0.01**2, 9.81


def rod_pendulum(damping):
    """The rod pendulum of kreisel/problems/rod_pendulum.cpp in the plane, its damper as a force, with exact Jacobian."""

    def rate(_, y):
        x, z, phi, vx, vz, w = y.tolist()
        s, c = math.sin(phi), math.cos(phi)
        fx = -ROD_STIFFNESS * (x + ROD_LENGTH * s) - damping * (vx + ROD_LENGTH * c * w)
        fz = -ROD_STIFFNESS * (z + ROD_LENGTH * c) - damping * (vz - ROD_LENGTH * s * w)
        return [vx, vz, w, fx / ROD_MASS, fz / ROD_MASS - GRAVITY, ROD_LENGTH * (c * fx - s * fz) / ROD_INERTIA]

    def jacobian(_, y):
        x, z, phi, vx, vz, w = y.tolist()
        s, c = ROD_LENGTH * math.sin(phi), ROD_LENGTH * math.cos(phi)
        fx = -ROD_STIFFNESS * (x + s) - damping * (vx + c * w)
        fz = -ROD_STIFFNESS * (z + c) - damping * (vz - s * w)
        k, d = ROD_STIFFNESS, damping
        dfx = np.array([-k, 0.0, -k * c + d * s * w, -d, 0.0, -d * c])
        dfz = np.array([0.0, -k, k * s + d * c * w, 0.0, -d, d * s])
        turn = c * dfx - s * dfz
        turn[2] += -s * fx - c * fz
        return np.vstack([np.eye(3, 6, 3), dfx / ROD_MASS, dfz / ROD_MASS, turn / ROD_INERTIA])

    angle = 2.0 * math.pi / 9.0
    start = [-math.sin(angle), -math.cos(angle), angle, 0.0, 0.0, 0.0]
    return rate, jacobian, start


def rod_steps():
    print("\nrod pendulum, damper as a force, rtol 1e-6, atol 1e-8\n  damping    steps   Jacobians       ms")
    for damping in (1e3, 1e4, 1e5, 1e6, 1e7, 1e8):
        rate, jacobian, start = rod_pendulum(damping)
        began = time.process_time()
        done = solve_ivp(rate, (0.0, 1.0), start, method="Radau", rtol=1e-6, atol=1e-8, jac=jacobian)
        seconds = time.process_time() - began
        print(f"  {damping:7.0e} {len(done.t) - 1:8d} {done.njev:11d} {1e3 * seconds:8.1f}")


class Case:
    def __init__(self, name, rate, jacobian, t_end, start, end, positions, targets):
        self.name, self.rate, self.jacobian, self.t_end, self.start = name, rate, jacobian, t_end, start
        self.end, self.positions, self.targets = np.asarray(end), positions, targets

    def run(self, tolerance):
        """Error relative to the largest position, seconds, steps, evaluations; None: failed."""
        began = time.process_time()
        done = solve_ivp(self.rate, (0.0, self.t_end), self.start, method="Radau", rtol=tolerance, atol=tolerance,
                         jac=self.jacobian)
        seconds = time.process_time() - began
        if not done.success:
            return None
        error = np.abs(self.positions(done.y[:, -1]) - self.end).max() / np.abs(self.end).max()
        return error, seconds, len(done.t) - 1, done.nfev

    def best_run(self, tolerance):
        first = self.run(tolerance)
        if first is None or first[1] > 1.0:
            return first
        seconds = min([first[1]] + [self.run(tolerance)[1] for _ in range(REPETITIONS - 1)])
        return first[0], seconds, *first[2:]


def sweep(case, show_all):
    trials = []
    for k in range(4, 25):
        trial = case.best_run(10.0 ** (-0.5 * k))
        if show_all:
            print(f"  {10.0 ** (-0.5 * k):8.1e} {trial}")
        if trial is not None:
            trials.append(trial)
        if trial is None or trial[1] > LONGEST_RUN or sum(t[0] < case.targets[-1] for t in trials) >= 2:
            break
    return trials


def price_of(trials, target):
    """As price_of in trials.cpp: a run counts with its own error or that of its finer neighbour."""
    errors = [max(t[0], n[0]) for t, n in zip(trials, trials[1:] + trials[-1:])]
    met = next((i for i, error in enumerate(errors) if error <= target), None)
    if met is None:
        return None
    if met == 0:
        return trials[0][1:]
    s = math.log(errors[met - 1] / target) / math.log(errors[met - 1] / errors[met])
    return [a * (b / a) ** s for a, b in zip(trials[met - 1][1:], trials[met][1:])]


def race(case, show_all):
    print(f"\n{case.name}\n  {'error':>8} {'ms':>10} {'steps':>8} {'evaluations':>12} {'us/step':>9}")
    trials = sweep(case, show_all)
    for target in case.targets:
        price = price_of(trials, target)
        if price is None:
            print(f"  {target:8.0e} {'not met':>10}")
        else:
            seconds, steps, evaluations = price
            print(f"  {target:8.0e} {1e3 * seconds:10.1f} {steps:8.0f} {evaluations:12.0f}"
                  f" {1e6 * seconds / steps:9.0f}")


def main():
    words = [word for word in sys.argv[1:] if word != "-v"]
    cases = [
        ("heavy_top", Case("heavy top, reduced by hand to quaternion and angular velocity", top_rate, top_jacobian, 1.0,
                           TOP_START, top_position(TOP_END), top_position, (1e-4, 1e-6, 1e-8))),
        ("andrews", Case("Andrews' mechanism, accelerations from the index-1 system", andrews_rate, None, 0.03,
                         ANDREWS_START, ANDREWS_END, lambda y: y[:7], (1e-4, 4e-6, 1e-6, 1e-8, 1e-10))),
        ("stiff_pendulum", pendulum(1e-2, (-0.8105772953466657, -0.5859316653115163))),
        ("stiff_pendulum", pendulum(1e-3, (-0.8115763726534052, -0.5842493447473754))),
        ("stiff_pendulum", pendulum(1e-5, (-0.8115864451839682, -0.5842323530447361))),
    ]
    for word, case in cases:
        if not words or word in words:
            race(case, "-v" in sys.argv)
    if not words or "rod_pendulum" in words:
        rod_steps()


if __name__ == "__main__":
    main()
