"""Words of scipy, mistakes where they are made, results by name, events of the model, the motion as a page."""

import json
import re

import numpy as np
import pytest

import kreisel


def pendulum(**fields):
    model = kreisel.Model("pendulum", duration="1 s", **fields)
    model.add_body("rod", mass="2 kg", inertia=[1e-4, 0.1667, 0.1667], position=["50 cm", 0, 0])
    model.add_joint("revolute", "hinge", a={"body": "ground", "axis": [0, 1, 0]},
                    b={"body": "rod", "position": ["-50 cm", 0, 0], "axis": [0, 1, 0]})  # fmt: skip
    return model


@pytest.mark.parametrize("theirs, ours", [("RK45", "dopri5"), ("DOP853", "dop853"), ("Radau", "radau"), ("BDF", "bliedf")])
def test_methods_of_scipy_are_understood_with_a_word(theirs, ours):
    with pytest.warns(kreisel.SolveWarning, match=f'"{theirs}".*"{ours}"'):
        result = kreisel.solve(pendulum(), method=theirs, rtol=1e-4)
    assert result.method == ours
    assert result.y.shape == (len(result.q) + len(result.v), result.t.size)
    assert result.nfev > 0


def test_arguments_of_scipy_are_explained():
    for name, remedy in (("args", "partial"), ("jac", "force_tangents"), ("y0", "q0")):
        with pytest.raises(kreisel.OptionError, match=name) as caught:
            kreisel.solve(pendulum(), **{name: 1})
        assert remedy in caught.value.hint
    with pytest.raises(kreisel.OptionError) as caught:
        kreisel.solve(lambda t, y: y, (0, 1))
    assert "kreisel.System" in caught.value.hint
    with pytest.warns(kreisel.SolveWarning, match="first_step"):
        kreisel.solve(pendulum(), first_step=1e-3, rtol=1e-4)


def test_mistakes_in_a_model_are_refused_where_they_are_made():
    model = pendulum()
    with pytest.raises(kreisel.UnknownName) as caught:
        model.add_joint("revolut", "second", a="x", b="y")
    assert "revolute" in caught.value.hint
    with pytest.raises(kreisel.ModelError) as caught:
        model.add_joint("revolute", "second", a="x", c="y")
    assert '"c"' in str(caught.value) and "second" in str(caught.value)
    with pytest.raises(kreisel.ModelError, match='"length" is missing'):
        model.add_force("spring_damper", "spring", a="x", b="y", stiffness=1)
    with pytest.raises(kreisel.ModelError, match='"posiion"'):
        model.add_body("more", mass=1, inertia=[1, 1, 1], posiion=[0, 0, 0])
    assert json.loads(model.to_json())["joints"] == json.loads(pendulum().to_json())["joints"]


def test_joints_and_forces_show_their_numbers_by_name():
    model = pendulum()
    model.add_force("spring_damper", "spring", a={"body": "ground", "position": [1, 0, 0.5]},
                    b={"body": "rod", "position": [0.5, 0, 0]}, stiffness=40, length="50 cm")  # fmt: skip
    result = kreisel.solve(model, rtol=1e-8, t_eval=np.linspace(0, 1, 21))
    spring, hinge = result.force["spring"], result.joint["hinge"]
    np.testing.assert_allclose(spring.force, 40 * (spring.length - 0.5), atol=1e-9)
    np.testing.assert_array_equal(hinge.angle, result["hinge.angle"])
    tip = result["rod"].position + np.einsum("ijt,j->it", result["rod"].rotation, [0.5, 0, 0])
    np.testing.assert_allclose(np.linalg.norm(tip - [[1], [0], [0.5]], axis=0), spring.length, atol=1e-12)
    with pytest.raises(AttributeError, match="length"):
        print(spring.lenght)


def test_events_of_a_model_are_found_by_name():
    model = pendulum()
    model.add_event("angle", "halfway", joint="hinge", value="45 deg", direction="rising")
    model.add_event("time", "late", value="0.9 s", action="stop")
    result = kreisel.solve(model, rtol=1e-9)
    assert result.status == 1
    assert result.t[-1] == pytest.approx(0.9, abs=1e-12)
    found = result.events["halfway"]
    assert found.size == 1
    exact = kreisel.solve(pendulum(), rtol=1e-9, t_eval=[found[0]]).joint["hinge"].angle
    assert exact[-1] == pytest.approx(np.pi / 4, abs=1e-7)


def test_the_motion_is_a_page_without_a_network(tmp_path):
    result = kreisel.solve(pendulum(), rtol=1e-5)
    view = result.view(path=tmp_path / "rod.html")
    page = (tmp_path / "rod.html").read_text(encoding="utf-8")
    assert page == view.page()
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)[1])
    assert data["scene"]["bodies"][0]["name"] == "rod"
    assert {"rod.x", "rod.qw", "hinge.fx"} <= set(data["runs"][0]["columns"])
    assert "<iframe" in view._repr_html_()
    assert not re.search(r'(src|href)="https?:', page)
    both = result.view(result)
    assert len(both.data["runs"]) == 2


def test_some_columns_are_kept():
    result = kreisel.solve(pendulum(), rtol=1e-5, columns="hinge.angle*")
    assert list(result.columns) == ["hinge.angle", "hinge.angle_rate"]
    assert result.lam.shape == (5, result.t.size)
