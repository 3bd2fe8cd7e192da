#!/usr/bin/env python3
"""Accelerations of the robots of models/robots by MuJoCo and Pinocchio, stored for tests/unit/robot_accelerations_test.cpp.

    pip install mujoco pin numpy
    tests/robots/make_states.py [--only NAME]

Twenty random states each, on the loops where there are any, contacts, stops and dry friction off. Loops are rigid:

    [ M  Jᵀ ] [ a ]   [ f      ]
    [ J  0  ] [ λ ] = [ -J'v   ]

with M, f, J and J' of MuJoCo for MJCF, of Pinocchio for URDF. For MJCF without loops Pinocchio reads the same file and has to agree.
"""

import argparse
import json
from pathlib import Path

import mujoco
import numpy as np
import pinocchio as pin

ROOT = Path(__file__).resolve().parents[2]
STATES = 20


def solve(mass, force, rows, right):
    """Rows may depend on each other: the acceleration is unique, multipliers are of least norm."""
    moves = np.abs(rows).max(axis=1, initial=0.0) > 1e-13  # not across the plane of a mechanism in a plane
    rows, right = rows[moves], right[moves]
    if rows.shape[0] == 0:
        return np.linalg.solve(mass, force)
    n, m = mass.shape[0], rows.shape[0]
    whole = np.block([[mass, rows.T], [rows, np.zeros((m, m))]])
    scale = np.concatenate([1 / np.sqrt(np.diag(mass)), np.sqrt(1 / np.einsum("ij,j,ij->i", rows, 1 / np.diag(mass), rows))])
    solved = np.linalg.lstsq(whole * scale[:, None] * scale, scale * np.concatenate([force, right]), rcond=1e-11)[0]
    return (scale * solved)[:n]


class Mjcf:
    def __init__(self, path):
        self.m = mujoco.MjModel.from_xml_path(str(path))
        flags = mujoco.mjtDisableBit
        self.m.opt.disableflags |= int(flags.mjDSBL_CONTACT) | int(flags.mjDSBL_LIMIT) | int(flags.mjDSBL_FRICTIONLOSS)
        self.d = mujoco.MjData(self.m)
        self.names = [self.m.joint(j).name for j in range(self.m.njnt)]
        self.path = path

    def draw(self, random):
        m, d = self.m, self.d
        mujoco.mj_resetData(m, d)
        for j in range(m.njnt):
            at = m.jnt_qposadr[j]
            if m.jnt_type[j] == mujoco.mjtJoint.mjJNT_FREE:
                spread = 0.05 if m.neq else 1.0
                d.qpos[at : at + 3] += spread * random.normal(size=3)
                q = np.array([1.0, 0, 0, 0]) + (0.1 if m.neq else 1.0) * random.normal(size=4)
                d.qpos[at + 3 : at + 7] = q / np.linalg.norm(q)
            else:
                d.qpos[at] += (0.05 if m.neq else 0.7) * random.normal()
        d.qvel[:] = random.normal(size=m.nv)
        d.ctrl[:] = random.uniform(-1, 1, size=m.nu)
        for _ in range(60):  # onto the loops
            gap, rows, _ = self.loops()
            if gap.size == 0 or np.abs(gap).max() < 1e-15:
                break
            mujoco.mj_integratePos(m, d.qpos, -np.linalg.lstsq(rows, gap, rcond=1e-11)[0], 1.0)
        gap, rows, _ = self.loops()
        if gap.size:
            assert np.abs(gap).max() < 1e-13, gap
            d.qvel[:] -= np.linalg.lstsq(rows, rows @ d.qvel, rcond=1e-11)[0]

    def loops(self):
        m, d = self.m, self.d
        mujoco.mj_kinematics(m, d), mujoco.mj_comPos(m, d), mujoco.mj_comVel(m, d)
        gap, rows, rates = [], [], []
        for e in range(m.neq):
            a, b, data = m.eq_obj1id[e], m.eq_obj2id[e], m.eq_data[e]
            if m.eq_type[e] == mujoco.mjtEq.mjEQ_CONNECT:
                points = [d.xpos[k] + d.xmat[k].reshape(3, 3) @ c for k, c in ((a, data[:3]), (b, data[3:6]))]
                jacobians, changes = [], []
                for k, p in zip((a, b), points):
                    jp, jd = np.zeros((3, m.nv)), np.zeros((3, m.nv))
                    mujoco.mj_jac(m, d, jp, None, p, k)
                    mujoco.mj_jacDot(m, d, jd, None, p, k)
                    jacobians.append(jp), changes.append(jd)
                gap.append(points[0] - points[1])
                rows.append(jacobians[0] - jacobians[1])
                rates.append((changes[0] - changes[1]) @ d.qvel)
            else:
                assert m.eq_type[e] == mujoco.mjtEq.mjEQ_JOINT
                i, j = m.jnt_qposadr[a], m.jnt_qposadr[b]
                x = d.qpos[j] - m.qpos0[j]
                c = data[:5]
                row = np.zeros((1, m.nv))
                row[0, m.jnt_dofadr[a]] = 1
                row[0, m.jnt_dofadr[b]] = -sum(k * c[k] * x ** (k - 1) for k in range(1, 5))
                second = -sum(k * (k - 1) * c[k] * x ** (k - 2) for k in range(2, 5))
                gap.append([d.qpos[i] - m.qpos0[i] - sum(c[k] * x**k for k in range(5))])
                rows.append(row)
                rates.append([second * d.qvel[m.jnt_dofadr[b]] ** 2])
        if not gap:
            return np.zeros(0), np.zeros((0, m.nv)), np.zeros(0)
        return np.concatenate(gap), np.vstack(rows), np.concatenate(rates)

    def accelerations(self):
        m, d = self.m, self.d
        _, rows, rates = self.loops()
        rows, rates = rows.copy(), rates.copy()
        mujoco.mj_forward(m, d)
        mass = np.zeros((m.nv, m.nv))
        mujoco.mj_fullM(m, d, mass)
        force = d.qfrc_passive + d.qfrc_actuator - d.qfrc_bias
        a = solve(mass, force, rows, -rates)
        if m.neq == 0:
            self.compare_with_pinocchio(mass, force, a)
        return a

    def compare_with_pinocchio(self, mass, force, a):
        model = pin.buildModelFromMJCF(str(self.path))
        if isinstance(model, tuple):
            model = model[0]
        data, m, d = model.createData(), self.m, self.d
        q, v, order, turn = np.zeros(model.nq), np.zeros(model.nv), [], np.eye(3)
        for j in range(m.njnt):
            own = model.joints[model.getJointId(self.names[j])] if model.existJointName(self.names[j]) else model.joints[1]
            p, s = m.jnt_qposadr[j], m.jnt_dofadr[j]
            if m.jnt_type[j] == mujoco.mjtJoint.mjJNT_FREE:
                w, x, y, z = d.qpos[p + 3 : p + 7]
                turn = pin.Quaternion(w, x, y, z).matrix()
                q[own.idx_q : own.idx_q + 7] = [*d.qpos[p : p + 3], x, y, z, w]
                v[own.idx_v : own.idx_v + 3] = turn.T @ d.qvel[s : s + 3]
                v[own.idx_v + 3 : own.idx_v + 6] = d.qvel[s + 3 : s + 6]
                order += list(range(own.idx_v, own.idx_v + 6))
            elif own.nv == 1:
                q[own.idx_q], v[own.idx_v] = d.qpos[p], d.qvel[s]
                order.append(own.idx_v)
            else:
                return  # several hinges in one body are one joint of Pinocchio, in coordinates of its own
        tau = np.zeros(model.nv)
        tau[order] = d.qfrc_passive + d.qfrc_actuator
        other = pin.aba(model, data, q, v, tau)[order]
        other[:3] = turn @ (other[:3] + np.cross(d.qvel[3:6], turn.T @ d.qvel[:3]))
        print(f"  Pinocchio and MuJoCo differ by {np.abs(other - a).max() / np.abs(a).max():.1e}")

    def state(self, random):
        self.draw(random)
        a, m, d = self.accelerations(), self.m, self.d
        start, acceleration = {}, {}
        for j in range(m.njnt):
            p, s = m.jnt_qposadr[j], m.jnt_dofadr[j]
            if m.jnt_type[j] == mujoco.mjtJoint.mjJNT_FREE:
                body = m.body(m.jnt_bodyid[j]).name
                start[body] = [*d.qpos[p : p + 7], *d.qvel[s : s + 6]]
                acceleration[body] = list(a[s : s + 6])  # of the origin in space, and angular in the link
            else:
                start[self.names[j]], acceleration[self.names[j]] = [d.qpos[p], d.qvel[s]], a[s]
        control = {"ctrl_" + m.actuator(i).name: d.ctrl[i] for i in range(m.nu)}
        return {"start": start, "control": control, "acceleration": acceleration}


class Urdf:
    """Loops, dampers and mimics as the file says them: read here a second time, by hand."""

    def __init__(self, path):
        import xml.etree.ElementTree as xml

        self.model = pin.buildModelFromUrdf(str(path))
        root = xml.parse(path).getroot()
        self.damping = {j.get("name"): float(j.find("dynamics").get("damping")) for j in root.iter("joint") if j.find("dynamics") is not None}
        self.mimics = {j.get("name"): j.find("mimic").get("joint") for j in root.iter("joint") if j.find("mimic") is not None}
        self.closures = []
        for loop in root.iter("loop_joint"):
            ends = []
            for end in (loop.find("link1"), loop.find("link2")):
                frame = self.model.frames[self.model.getFrameId(end.get("link"))]
                point = frame.placement * pin.SE3(np.eye(3), np.array([float(x) for x in end.get("xyz").split()]))
                name = f"end{len(self.model.frames)}"
                ends.append(self.model.addFrame(pin.Frame(name, frame.parentJoint, point, pin.FrameType.OP_FRAME)))
            self.closures.append(ends)
        self.data = self.model.createData()

    def rows_at(self, q, v):
        """Rows and their rates at a state: points of loops coincide, mimics go together."""
        m, d = self.model, self.data
        pin.computeJointJacobians(m, d, q)
        pin.forwardKinematics(m, d, q, v, np.zeros(m.nv))
        gap, rows, rates = [], [], []
        pin.updateFramePlacements(m, d)
        for parts in self.closures:
            spaces = [pin.getFrameJacobian(m, d, f, pin.LOCAL_WORLD_ALIGNED)[:3] for f in parts]
            drifts = [pin.getFrameClassicalAcceleration(m, d, f, pin.LOCAL_WORLD_ALIGNED).linear.copy() for f in parts]
            gap.append(d.oMf[parts[0]].translation - d.oMf[parts[1]].translation)
            rows.append(spaces[0] - spaces[1]), rates.append(drifts[0] - drifts[1])
        for name, other in self.mimics.items():
            own, its = (m.joints[m.getJointId(n)] for n in (name, other))
            row = np.zeros((1, m.nv))
            row[0, own.idx_v], row[0, its.idx_v] = 1, -1
            gap.append([q[own.idx_q] - q[its.idx_q]]), rows.append(row), rates.append([0.0])
        if not gap:
            return np.zeros(0), np.zeros((0, m.nv)), np.zeros(0)
        return np.concatenate(gap), np.vstack(rows), np.concatenate(rates)

    def state(self, random):
        m = self.model
        q = pin.integrate(m, pin.neutral(m), (0.2 if self.closures else 0.7) * random.normal(size=m.nv))
        v = random.normal(size=m.nv)
        for _ in range(60):
            gap, rows, _ = self.rows_at(q, v)
            if gap.size == 0 or np.abs(gap).max() < 1e-15:
                break
            q = pin.integrate(m, q, -np.linalg.lstsq(rows, gap, rcond=1e-11)[0])
        gap, rows, rates = self.rows_at(q, v)
        if gap.size:
            assert np.abs(gap).max() < 1e-13, gap
            v = v - np.linalg.lstsq(rows, rows @ v, rcond=1e-11)[0]
            gap, rows, rates = self.rows_at(q, v)
        force = -pin.nonLinearEffects(m, self.data, q, v)
        start, acceleration = {}, {}
        for name, d in self.damping.items():
            i = m.joints[m.getJointId(name)].idx_v
            force[i] -= d * v[i]
        mass = pin.crba(m, self.data, q)
        mass = np.triu(mass) + np.triu(mass, 1).T
        a = solve(mass, force, rows, -rates)
        for name, joint in zip(m.names[1:], list(m.joints)[1:]):
            p, s = joint.idx_q, joint.idx_v
            if joint.nv == 6:
                turn = pin.Quaternion(q[p + 6], *q[p + 3 : p + 6]).matrix()
                body = [f.name for f in m.frames if f.parentJoint == joint.id and f.type == pin.FrameType.BODY][0]
                start[body] = [*q[p : p + 3], q[p + 6], *q[p + 3 : p + 6], *(turn @ v[s : s + 3]), *v[s + 3 : s + 6]]
                linear = turn @ (a[s : s + 3] + np.cross(v[s + 3 : s + 6], v[s : s + 3]))
                acceleration[body] = [*linear, *a[s + 3 : s + 6]]
            elif joint.nq == 2:  # a hinge without limits is a point on a circle there
                start[name], acceleration[name] = [np.arctan2(q[p + 1], q[p]), v[s]], a[s]
            else:
                start[name], acceleration[name] = [q[p], v[s]], a[s]
        return {"start": start, "control": {}, "acceleration": acceleration}


def plain(x):
    if isinstance(x, dict):
        return {k: plain(v) for k, v in x.items()}
    if isinstance(x, list):
        return [plain(v) for v in x]
    return float(x)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only")
    only = parser.parse_args().only
    for path in sorted((ROOT / "models/robots").iterdir()):
        if only and path.stem != only:
            continue
        print(path.name)
        robot = Mjcf(path) if path.suffix == ".xml" else Urdf(path)
        random = np.random.default_rng(24)
        states = [plain(robot.state(random)) for _ in range(STATES)]
        made_by = f"MuJoCo {mujoco.__version__}" if path.suffix == ".xml" else f"Pinocchio {pin.__version__}"
        text = json.dumps({"file": path.name, "made_by": made_by, "states": states}, indent=None)
        (ROOT / "tests/robots" / f"{path.stem}.json").write_text(text.replace('{"start"', '\n{"start"') + "\n")


if __name__ == "__main__":
    main()
