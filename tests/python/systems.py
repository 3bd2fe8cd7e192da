"""Systems of functions that several tests use."""

import numpy as np

import kreisel

G = 9.81  # [m/s^2]
MASS = 15.0  # [kg] of the heavy top, as the built-in problem has it
INERTIA = np.array([0.234375, 0.46875, 0.234375])  # [kg m^2] about the centre of mass
ARM = np.array([0.0, 1.0, 0.0])  # [m] from the tip to the centre of mass, in the body
SPIN = np.array([0.0, 150.0, -4.61538])  # [rad/s]
TOP_MASS = np.concatenate([np.full(3, MASS), INERTIA])


def rotation(q):
    """The rotation matrix at the end of q; it is stored column by column."""
    return np.reshape(q[-9:], (3, 3), order="F")


def hat(w):
    return np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])


def identity_at(position):
    return np.concatenate([position, np.eye(3).ravel()])


TOP_START = (identity_at(ARM), np.concatenate([np.cross(SPIN, ARM), SPIN]))


def top_force(t, q, v):
    w = v[3:]
    return np.concatenate([[0.0, 0.0, -MASS * G], -np.cross(w, INERTIA * w)])


def top_constraint(q):
    return -q[:3] + rotation(q) @ ARM


def top_jacobian(q):
    return np.hstack([-np.eye(3), -rotation(q) @ hat(ARM)])


def top_tangents(t, q, v):
    w = v[3:]
    by_v = np.zeros((6, 6))
    by_v[3:, 3:] = -hat(w) @ np.diag(INERTIA) + hat(INERTIA * w)
    return np.zeros((6, 6)), by_v


def heavy_top(**changes):
    """The heavy top on R³×SO(3) with its tip held by three rows."""
    functions = {"jacobian": top_jacobian, "rows": ["tip_x", "tip_y", "tip_z"], **changes}
    return kreisel.System("r3xso3", TOP_MASS, top_force, top_constraint, **functions)


def pendulum(**changes):
    """A point of 1 kg on a rod of 1 m, in the plane."""
    parts = {
        "mass": 1.0,
        "force": lambda t, q, v: [0.0, -G],
        "constraint": lambda q: (q @ q - 1.0) / 2,
        **changes,
    }
    return kreisel.System(2, **parts)


PENDULUM_START = {"q0": [1.0, 0.0], "v0": [0.0, 0.0]}


def solve_pendulum(t_end=1.0, system=None, **options):
    return kreisel.solve(system or pendulum(), (0, t_end), **{**PENDULUM_START, **options})
