"""A user's program under `mypy --strict`; typing_test.py runs it too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import kreisel

Floats = NDArray[np.float64]


def force(t: float, q: Floats, v: Floats) -> Floats:
    return np.array([0.0, -9.81])


def ground(t: float, q: Floats, v: Floats) -> float:
    return float(q[1] + 0.5)


def own_system() -> kreisel.Result:
    system = kreisel.System(2, 1.0, force, lambda q: q @ q - 1.0, rows=[kreisel.Row("rod", compliance=1e-6)])
    return kreisel.solve(system, (0.0, 0.5), q0=[1, 0], v0=np.zeros(2), rtol=1e-6, events=[ground], dense_output=True)


def built_in() -> tuple[Floats, list[str]]:
    result: kreisel.Result = kreisel.solve("heavy_top", 0.1, rtol=1e-6, t_eval=np.linspace(0, 0.1, 5),
                                           parameters={"spin": 100, "group": "se3"})  # fmt: skip
    body: kreisel.Body = result.body["top"]
    joint: kreisel.Joint = result.joint["tip"]
    position: Floats = body.position
    return position, joint.rows


def model(folder: Path) -> dict[str, object]:
    mechanism = kreisel.Model("weight", duration="1 s")
    mechanism.add_body("block", mass=2.0, inertia=[1, 1, 1])
    mechanism.save(folder / "weight.json")
    found: dict[str, object] = kreisel.check(folder / "weight.json")
    return found


def motion(result: kreisel.Result) -> Floats:
    if result.sol is None:
        raise RuntimeError("no dense output")
    q, v, lam = result.sol(0.25)
    return np.concatenate([q, v, lam])


def mistake() -> str:
    try:
        kreisel.solve("hevy_top")
    except kreisel.UnknownName as error:
        return error.hint
    return ""


if __name__ == "__main__":
    import tempfile

    print(motion(own_system()).shape, built_in()[0].shape, mistake())
    print(model(Path(tempfile.mkdtemp()))["status"])
