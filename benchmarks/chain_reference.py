#!/usr/bin/env python3
"""Reference motion of the chain of rods (kreisel/problems/chain.cpp) as a plane pendulum of N angles, independent of the library.

The chain starts straight along x and at rest under gravity along -z, so it stays in the plane y = 0. With the angle a_i of
rod i from x towards z, L = length, c_i = N - i - 1/2 rods below and half of its own:

  sum_j M_ij a_j'' = -sum_j K_ij a_j'^2 - m g L c_i cos a_i,   M_ij = m L^2 c_max(i,j) cos(a_i - a_j),  K_ij likewise with sin
  M_ii = m L^2 (N - i - 3/4) + I

Integrated twice: extrapolated modified midpoint rule (Gragg, Bulirsch, Stoer) of order 16 in long double, and SciPy's DOP853 at
rtol 1e-13. Prints tip (free end), how far the two are apart, and the energy error of the first.

  chain_reference.py [BODIES [END_TIME]]        default 10 1.0; takes seconds
"""

import sys

import numpy as np
from scipy.integrate import solve_ivp

LENGTH, MASS, GRAVITY = np.longdouble("0.1"), np.longdouble("0.1"), np.longdouble("9.81")
INERTIA = MASS * (LENGTH**2 + np.longdouble("0.02") ** 2) / 12
STEPS_PER_SECOND, STAGES = 400, 8  # steps of 2.5 ms, midpoint rules of 2, 4, ..., 16 substeps each


class Pendulum:
    def __init__(self, bodies, real):
        index = np.arange(bodies)
        self.bodies, self.real = bodies, real
        below = (bodies - index - np.longdouble("0.5")).astype(real)
        self.inertia = real(MASS * LENGTH**2) * below[np.maximum.outer(index, index)]
        self.diagonal = (MASS * LENGTH**2 * (bodies - index - np.longdouble("0.75")) + INERTIA).astype(real)
        self.weight = real(MASS * GRAVITY * LENGTH) * below

    def matrices(self, angle):
        difference = angle[:, None] - angle[None, :]
        mass = self.inertia * np.cos(difference)
        np.fill_diagonal(mass, self.diagonal)
        return mass, self.inertia * np.sin(difference)

    def rate(self, _, y):
        angle, speed = y[: self.bodies], y[self.bodies :]
        mass, centrifugal = self.matrices(angle)
        torque = -centrifugal @ (speed * speed) - self.weight * np.cos(angle)
        return np.concatenate([speed, solve(mass, torque)])

    def energy(self, y):
        angle, speed = y[: self.bodies], y[self.bodies :]
        return speed @ self.matrices(angle)[0] @ speed / 2 + self.weight @ np.sin(angle)

    def tip(self, y):
        angle = y[: self.bodies]
        return self.real(LENGTH) * np.array([np.cos(angle).sum(), np.sin(angle).sum()])


def solve(matrix, right):
    """Elimination without pivoting (the matrix is positive definite), because LAPACK knows no long double."""
    if matrix.dtype == np.float64:
        return np.linalg.solve(matrix, right)
    a, x = matrix.copy(), right.copy()
    for k in range(len(x) - 1):
        factor = a[k + 1 :, k] / a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(factor, a[k, k + 1 :])
        x[k + 1 :] -= factor * x[k]
    for k in reversed(range(len(x))):
        x[k] = (x[k] - a[k, k + 1 :] @ x[k + 1 :]) / a[k, k]
    return x


def midpoint(rate, y, h, count):
    """Gragg's modified midpoint rule with smoothing."""
    s = h / count
    before, now = y, y + s * rate(0, y)
    for _ in range(count - 1):
        before, now = now, before + 2 * s * rate(0, now)
    return (before + now + s * rate(0, now)) / 2


def extrapolated(rate, y, end, steps):
    h = np.longdouble(end) / steps
    for _ in range(steps):
        row = []
        for k in range(1, STAGES + 1):
            new = [midpoint(rate, y, h, 2 * k)]
            for j in range(1, k):
                ratio = np.longdouble(k * k) / ((k - j) * (k - j))
                new.append(new[-1] + (new[-1] - row[j - 1]) / (ratio - 1))
            row = new
        y = row[-1]
    return y


def main():
    bodies = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    end = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    exact = Pendulum(bodies, np.longdouble)
    y = extrapolated(exact.rate, np.zeros(2 * bodies, np.longdouble), end, round(STEPS_PER_SECOND * end))
    coarse = extrapolated(exact.rate, np.zeros(2 * bodies, np.longdouble), end, round(STEPS_PER_SECOND * end / 2))
    plain = Pendulum(bodies, np.float64)
    done = solve_ivp(plain.rate, (0.0, end), np.zeros(2 * bodies), method="DOP853", rtol=1e-13, atol=1e-13)
    x, z = exact.tip(y)
    print(f"chain of {bodies} rods, t = {end} s: tip x = {x:.16f} m, z = {z:.16f} m")
    print(f"  steps twice as long: {np.linalg.norm((exact.tip(coarse) - exact.tip(y)).astype(float)):.1e} m away")
    print(f"  DOP853, {len(done.t) - 1} steps: {np.linalg.norm(plain.tip(done.y[:, -1]) - exact.tip(y).astype(float)):.1e} m away")
    print(f"  energy error {float(exact.energy(y)):.1e} J")


if __name__ == "__main__":
    main()
