#!/usr/bin/env python3
"""The chain of rods (benchmarks/chain_case.hpp) in Exudyn: rigid bodies, spherical joints, generalized-alpha of index 3.

One line per run, as the other chain_* programs print it. Processor time of one thread; the fastest of three runs, of one
where a run takes long; the time of a run of one step is taken off, because it holds building and starting the solver.

  chain_exudyn.py [BODIES...]        default 10 100 1000 10000
"""

import os
import sys
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"

import exudyn as exu  # noqa: E402
import exudyn.itemInterface  # noqa: E402
import exudyn.utilities  # noqa: E402
import numpy as np  # noqa: E402

LENGTH, WIDTH, MASS, GRAVITY, STEP_SIZE = 0.1, 0.02, 0.1, 9.81, 1e-3
INERTIA = MASS / 12 * np.diag([2 * WIDTH**2, LENGTH**2 + WIDTH**2, LENGTH**2 + WIDTH**2])
REFERENCE_TIP = (-0.8972394569583907, 0.0, -0.1485802604872783)  # benchmarks/chain_reference.py
SPECTRAL_RADIUS = 0.8
LONG_RUN = 10.0  # [s]

VECTOR, ANGLES = exu.NodeType.RotationRotationVector, exu.NodeType.RotationRxyz  # the first with updates on the group
# The fastest of a search over its three rotations, four linear solvers and reuse of the analysed pattern; and full Newton.
SETTINGS = (
    ("rotation vector, modified Newton", VECTOR, True),
    ("Tait-Bryan angles, modified Newton", ANGLES, True),
    ("rotation vector, full Newton", VECTOR, False),
)


def chain(bodies, rotation):
    container = exu.SystemContainer()
    system = container.AddSystem()
    ground = system.CreateGround()
    rods, before, place = [], ground, [0.0, 0.0, 0.0]
    for i in range(bodies):
        inertia = exu.utilities.RigidBodyInertia(mass=MASS, inertiaTensor=INERTIA)
        rod = system.CreateRigidBody(inertia=inertia, nodeType=rotation, gravity=[0.0, 0.0, -GRAVITY],
                                     referencePosition=[(i + 0.5) * LENGTH, 0.0, 0.0])
        marker_before = system.AddMarker(exu.itemInterface.MarkerBodyRigid(bodyNumber=before, localPosition=place))
        marker_own = system.AddMarker(
            exu.itemInterface.MarkerBodyRigid(bodyNumber=rod, localPosition=[-0.5 * LENGTH, 0.0, 0.0]))
        system.AddObject(exu.itemInterface.SphericalJoint(markerNumbers=[marker_before, marker_own]))
        rods.append(rod)
        before, place = rod, [0.5 * LENGTH, 0.0, 0.0]
    system.Assemble()
    return container, system, rods


def settings_for(steps, modified):
    settings = exu.SimulationSettings()
    integration = settings.timeIntegration
    integration.numberOfSteps = steps
    integration.endTime = steps * STEP_SIZE
    integration.generalizedAlpha.spectralRadius = SPECTRAL_RADIUS
    integration.newton.useModifiedNewton = modified
    integration.verboseMode = 0
    settings.solution.file.write = False
    settings.linearSolver.solverType = exu.LinearSolverType.EigenSparse
    settings.linearSolver.reuseAnalyzedPattern = True
    settings.parallel.numberOfThreads = 1
    return settings


def energy(system, rods):
    total = 0.0
    for rod in rods:
        def output(kind):
            return np.asarray(system.GetObjectOutputBody(rod, kind, localPosition=[0.0, 0.0, 0.0]))
        kinds = exu.OutputVariableType
        velocity, spin = output(kinds.Velocity), output(kinds.AngularVelocityLocal)
        total += 0.5 * MASS * velocity @ velocity + 0.5 * spin @ INERTIA @ spin + MASS * GRAVITY * output(kinds.Position)[2]
    return total


def run(bodies, rotation, modified, steps):
    """Processor time [s], energy error [J], tip error [m], Newton iterations per step, Jacobians per step; None: failed."""
    container, system, rods = chain(bodies, rotation)
    began = time.process_time()
    succeeded = system.SolveDynamic(settings_for(steps, modified), showHints=False)
    seconds = time.process_time() - began
    if not succeeded:
        return None
    counts = system.sys["dynamicSolver"].it
    if counts.currentStepIndex != steps + 1:
        raise RuntimeError(f"{counts.currentStepIndex - 1} steps were done instead of {steps}")
    tip = system.GetObjectOutputBody(rods[-1], exu.OutputVariableType.Position, localPosition=[0.5 * LENGTH, 0.0, 0.0])
    judged = bodies == 10 and steps == 1000
    error = np.linalg.norm(np.asarray(tip) - REFERENCE_TIP) if judged else None
    return (seconds, energy(system, rods), error, counts.newtonStepsCount / steps, counts.newtonJacobiCount / steps)


def fastest(bodies, rotation, modified, steps):
    best = None
    for _ in range(3):
        done = run(bodies, rotation, modified, steps)
        if done is None:
            return None
        best = done if best is None or done[0] < best[0] else best
        if done[0] > LONG_RUN:
            break
    return best


def row(bodies, name, rotation, modified):
    steps = round(min(1000.0, max(20.0, 1e6 / bodies)))
    done = fastest(bodies, rotation, modified, steps)
    if done is None:
        return f"{name}, {bodies}: the solver failed"
    seconds = (done[0] - fastest(bodies, rotation, modified, 1)[0]) * steps / (steps - 1)
    tip = "-" if done[2] is None else f"{done[2]:.1e}"
    return (f"{name} ({done[3]:.1f} iterations and {done[4]:.2f} Jacobians per step), {bodies}, {steps}, "
            f"{1e6 * seconds / bodies / steps:.3f}, {1e3 * seconds / (steps * STEP_SIZE):.4g}, {done[1]:.1e}, {tip}")


def main():
    exu.config.printToConsole = False
    print("program, setting, bodies, steps, us per body and step, ms per s, energy error [J], tip error [m]")
    for bodies in [int(argument) for argument in sys.argv[1:]] or [10, 100, 1000, 10000]:
        for name, rotation, modified in SETTINGS:
            print(f"Exudyn {exu.__version__}, {row(bodies, name.replace(',', ''), rotation, modified)}", flush=True)


if __name__ == "__main__":
    main()
