"""What a run gives back: arrays that share memory, bodies and joints by name, tables and pictures."""

import gc

import numpy as np
import pytest
from systems import heavy_top, TOP_START, solve_pendulum

import kreisel


@pytest.fixture(scope="module")
def top():
    return kreisel.solve("heavy_top", 0.2, rtol=1e-6)


@pytest.fixture(scope="module")
def crank(models):
    return kreisel.solve(models / "slider_crank.json", 0.5, rtol=1e-6)


def test_shapes_are_those_of_scipy(top):
    times = top.t.size
    assert top.q.shape == (12, times) and top.v.shape == (6, times) and top.a.shape == (6, times)
    assert top.lam.shape == (3, times) and top.values.shape == (16, times)
    free = kreisel.solve("kepler", 1, rtol=1e-6)
    assert free.lam.shape == (0, free.t.size) and not free.joint


def test_arrays_share_the_memory_of_the_run(top):
    assert np.shares_memory(top.q, top._run.q)
    assert np.shares_memory(top["top.x"], top.values)
    assert np.shares_memory(top["top"].position, top.values)
    assert not top.q.flags.owndata and not top["top"].velocity.flags.owndata


def test_arrays_outlive_their_result():
    result = kreisel.solve("heavy_top", 0.05, rtol=1e-6)
    kept = {name: (getattr(result, name), getattr(result, name).copy()) for name in ("t", "q", "v", "a", "lam")}
    position, copy = result["top"].position, result["top"].position.copy()
    del result
    gc.collect()
    others = [kreisel.solve("heavy_top", 0.05, rtol=1e-6, parameters={"spin": 50}) for _ in range(3)]
    assert all(np.array_equal(view, values) for view, values in kept.values())
    assert np.array_equal(position, copy) and len(others) == 3


def test_bodies_by_name(top):
    body = top["top"]
    assert body is top.body["top"] and list(top.body) == ["top"]
    assert np.array_equal(body.position, np.stack([top["top.x"], top["top.y"], top["top.z"]]))
    assert np.array_equal(body.position, top.q[:3]) and np.array_equal(body.angular_velocity, top.v[3:])
    assert np.allclose(np.sum(body.quaternion**2, axis=0), 1, atol=1e-12)
    matrices = top.q[3:].reshape(3, 3, -1, order="F")
    assert np.allclose(body.rotation, matrices, atol=1e-12)
    assert np.allclose(np.einsum("ijt,j->it", body.rotation, [0, 1, 0]), body.position, atol=1e-9)
    assert "position" in repr(body)


def test_accelerations_are_those_of_the_velocities(top):
    by_differences = np.gradient(top.v[2], top.t)
    assert abs(by_differences - top.a[2])[2:-2].max() < 0.2 * abs(top.a[2]).max()


def test_joints_by_name(top, crank):
    tip = top.joint["tip"]
    assert tip.rows == ["tip_x", "tip_y", "tip_z"] and np.array_equal(tip.lam, top.lam)
    with pytest.raises(kreisel.UnknownName, match="its rows are in lam"):
        tip.force
    for name, joint in crank.joint.items():
        assert joint.force.shape == joint.moment.shape == joint.local_force.shape == (3, crank.t.size), name
        assert np.allclose(np.linalg.norm(joint.force, axis=0), np.linalg.norm(joint.local_force, axis=0))
        assert np.allclose(np.linalg.norm(joint.moment, axis=0), np.linalg.norm(joint.local_moment, axis=0))
        assert joint.lam.shape == (len(joint.rows), crank.t.size) and name in repr(joint)
    assert sum(len(joint.rows) for joint in crank.joint.values()) == len(crank.lam)


def test_the_force_of_a_joint_carries_the_body():
    model = kreisel.Model("weight", duration=0.1)
    model.add_body("block", mass=2.0, inertia=[1, 1, 1])
    model.add_joint("fixed", "wall", a={"body": "ground"}, b={"body": "block"})
    result = kreisel.solve(model, rtol=1e-6)
    assert np.allclose(result.joint["wall"].force, np.array([[0.0], [0.0], [2.0 * 9.81]]), atol=1e-6)


def test_misspelt_names_are_answered_by_those_there_are(top):
    for look in (lambda: top["tip.x"], lambda: top.body["tip"], lambda: top.joint["top"], lambda: top.plot("tap")):
        with pytest.raises(kreisel.UnknownName) as caught:
            look()
        assert "hint: " in str(caught.value)
    with pytest.raises(KeyError, match="there are: top"):
        top.body["wheel"]
    assert len(top.body) == 1 and "top" in repr(top.body)


def test_own_names_of_coordinates_and_rows():
    result = solve_pendulum(0.1, rtol=1e-6)
    assert list(result.columns) == ["q0", "q1", "v0", "v1", "lambda.row0"]
    named = kreisel.System(1, 1.0, lambda t, q, v: -q, coordinates=["x"], velocities=["speed"])
    result = kreisel.solve(named, (0, 1), [1], [0], rtol=1e-8, atol=1e-8)
    assert result["x"][-1] == pytest.approx(np.cos(1), abs=1e-6)
    assert result["speed"][-1] == pytest.approx(-np.sin(1), abs=1e-6)
    own = kreisel.solve(heavy_top(), 0.01, *TOP_START, rtol=1e-5)
    assert own.joint["tip"].rows == ["tip_x", "tip_y", "tip_z"]


def test_a_table_of_pandas(top):
    pytest.importorskip("pandas")
    frame = top.to_dataframe()
    assert list(frame.columns) == list(top.columns) and frame.index.name == "t"
    assert np.array_equal(frame["top.z"].to_numpy(), top["top.z"])
    assert frame.attrs["units"]["top.z"] == "m" and frame.attrs["units"]["lambda.tip_x"] == "N"


def test_pictures(top, crank, tmp_path):
    pytest.importorskip("matplotlib")
    figure = top.plot(path=str(tmp_path / "top.png"))
    assert (tmp_path / "top.png").stat().st_size > 1000
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["top: position", "tip: multipliers"]
    assert np.array_equal(figure.axes[0].lines[2].get_ydata(), top["top.z"])
    name = next(iter(crank.joint))
    figure = crank.plot(name, "energy.total")
    assert [axes.get_title(loc="left") for axes in figure.axes] == [f"{name}: reaction force", "energy.total"]
    assert figure.axes[1].get_ylabel() == "J"
    assert len(solve_pendulum(0.1, rtol=1e-6).plot().axes) >= 1
    assert len(kreisel.solve("kepler", 0.1, rtol=1e-6).plot().axes[0].lines) > 1


def test_texts_for_people(top):
    text = repr(top)
    assert "heavy_top" in text and "completed" in text and "top" in text and "0.2 s" in text
    page = top._repr_html_()
    assert page.startswith("<table>") and page.endswith("</table>") and "#2e7d32" in page
    with pytest.warns(kreisel.SolveWarning):
        failed = kreisel.solve("heavy_top", 1, rtol=1e-6, max_steps=5)
    assert "step_limit" in repr(failed) and "#c62828" in failed._repr_html_()
    strange = solve_pendulum(0.01, kreisel.System(2, 1.0, lambda t, q, v: [0, 0], name="<b>"), rtol=1e-6)
    assert "<b>" not in strange._repr_html_() and "&lt;b&gt;" in strange._repr_html_()
