"""kreisel.solve: what it takes, and that it computes what the program computes."""

import json
import warnings

import numpy as np
import pytest
from systems import TOP_START, heavy_top, pendulum, solve_pendulum

import kreisel

OPTIONS = [
    {"rtol": 1e-5, "method": "generalized_alpha"},
    {"rtol": 1e-6, "method": "bliedf"},
    {"rtol": 1e-6, "method": "radau"},
    {"rtol": 1e-7, "atol": 1e-8, "method": "dop853"},
    {"rtol": 1e-6},
    {"step": 2e-3, "method": "gauss_2"},
    {"step": 1e-3, "method": "generalized_alpha", "formulation": "index3"},
]


def arguments_of(options):
    """{"t_end": 1} -> --t-end 1"""
    return [word for key, value in options.items() for word in ("--" + key.replace("_", "-"), str(value))]


def final_of(result):
    return {name: result[name][-1] for name in result.columns}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("group", ["r3xso3", "se3"])
def test_the_same_digits_as_the_program(record_of, options, group):
    record = record_of("heavy_top", "--t-end", "0.2", "--set", f"group={group}", *arguments_of(options))
    result = kreisel.solve("heavy_top", 0.2, parameters={"group": group}, t_eval=np.linspace(0, 0.2, 201), **options)
    assert final_of(result) == record["final"]
    for key in ("accepted", "rejected", "newton_iterations", "factorizations", "force_evaluations"):
        assert result.stats[key] == record["statistics"][key], key
    assert (result.method, result.record["formulation"]) == (record["method"], record["formulation"])
    by_steps = kreisel.solve("heavy_top", 0.2, parameters={"group": group}, **options)
    assert np.array_equal(by_steps.q[:, -1], result.q[:, -1]), "samples do not change the motion"


def test_files_dictionaries_and_models_are_the_same(models, record_of):
    path = models / "spring_pendulum.json"
    record = record_of(str(path), "--t-end", "1", "--rtol", "1e-6")
    for target in (str(path), path, json.loads(path.read_text()), kreisel.Model.load(path)):
        assert final_of(kreisel.solve(target, 1, rtol=1e-6)) == record["final"]


def test_a_saved_model_is_the_model(models, tmp_path):
    model = kreisel.Model.load(models / "slider_crank.json")
    model.save(tmp_path / "copy.json")
    assert kreisel.Model.load(tmp_path / "copy.json").to_dict() == model.to_dict()
    assert json.loads((models / "slider_crank.json").read_text()).items() <= model.to_dict().items()
    assert "slider" in repr(model)


def test_a_model_built_in_python():
    model = kreisel.Model("pendulum", duration=1.0)
    model.set_parameter("length", "1 m")
    model.add_body("rod", mass=np.float64(2.0), inertia=np.array([1e-4, 0.1667, 0.1667]), position=["50 cm", 0, 0])
    model.add_marker("end", body="rod", position=["-50 cm", 0, 0], axis=[0, 1, 0])
    model.add_joint("revolute", "hinge", a={"body": "ground", "axis": [0, 1, 0]}, b="end")
    model.add_force("spring_damper", "spring", a={"body": "ground", "position": [1, 0, 0.5]},
                    b={"body": "rod", "position": [0.5, 0, 0]}, stiffness=40, length="=length")  # fmt: skip
    result = kreisel.solve(model, rtol=1e-8, atol=1e-8)
    assert result.success and result.t[-1] == 1.0
    assert list(result.body) == ["rod"] and "hinge" in result.joint
    total = result["energy.total"]
    assert abs(total - total[0]).max() < 1e-5
    with_unit = kreisel.solve(model, rtol=1e-8, atol=1e-8, parameters={"length": "100 cm"})
    assert np.array_equal(with_unit.q, result.q)
    other = kreisel.solve(model, rtol=1e-8, atol=1e-8, parameters={"length": np.float32(0.5)})
    assert abs(other.q[:, -1] - result.q[:, -1]).max() > 1e-3


def test_parameters_reach_the_problem(record_of):
    record = record_of("heavy_top", "--t-end", "0.1", "--set", "spin=100", "--set", "mass=14.5", "--rtol", "1e-6")
    result = kreisel.solve("heavy_top", 0.1, rtol=1e-6, parameters={"spin": 100, "mass": np.float64(14.5)})
    assert final_of(result) == record["final"]
    assert result["top.wy"][0] == 100


def test_start_values_in_place_of_the_models():
    q0, v0 = TOP_START
    v0 = v0 * 0.5
    other = kreisel.solve("heavy_top", 0.1, q0, v0, rtol=1e-6)
    same = kreisel.solve("heavy_top", 0.1, rtol=1e-6, parameters={"spin": 75, "precession": -4.61538 / 2})
    assert other.v[:, 0] == pytest.approx(v0)
    assert np.array_equal(other.q, same.q)


def test_start_values_are_made_consistent_and_it_is_said():
    result = solve_pendulum(0.1, q0=[1.0, 0.0], v0=[1e-3, 0.5], rtol=1e-6)
    assert result.v[:, 0] == pytest.approx([0.0, 0.5], abs=1e-12)
    assert result.record["start"]["moved_velocity"] == pytest.approx(1e-3, rel=1e-6)
    with pytest.raises(kreisel.StartError, match="row0"):
        solve_pendulum(0.1, q0=[1.5, 0.0], rtol=1e-6)
    assert solve_pendulum(0.1, q0=[1.5, 0.0], rtol=1e-6, start_limit=1.0).q[0, 0] == pytest.approx(1.0)


def test_the_start_time_is_that_of_the_interval():
    result = kreisel.solve(pendulum(), (2.0, 2.5), [1, 0], [0, 0], rtol=1e-8, atol=1e-8)
    assert (result.t[0], result.t[-1]) == (2.0, 2.5)
    assert np.allclose(result.q[:, -1], solve_pendulum(0.5, rtol=1e-8, atol=1e-8).q[:, -1], atol=1e-7)
    assert kreisel.solve("heavy_top", (0.5, 0.6), rtol=1e-5).t[0] == 0.5


def test_t_eval_gives_these_times_and_no_others():
    times = np.array([0.0, 0.05, 0.0501, 0.1])
    result = kreisel.solve("heavy_top", 0.1, rtol=1e-7, t_eval=times)
    assert np.array_equal(result.t, times)
    every_step = kreisel.solve("heavy_top", 0.1, rtol=1e-7)
    assert np.array_equal(result.q[:, -1], every_step.q[:, -1])
    inner = kreisel.solve("heavy_top", 0.1, rtol=1e-7, t_eval=[0.05])
    assert inner.t.tolist() == [0.05] and np.array_equal(inner.q[:, 0], result.q[:, 1])


def test_samples_are_the_steps_without_t_eval():
    result = kreisel.solve("heavy_top", 0.1, rtol=1e-5)
    assert result.t.size == result.stats["accepted"] + 1
    assert (np.diff(result.t) > 0).all() and result.t[0] == 0 and result.t[-1] == 0.1
    assert np.diff(result.t).max() == pytest.approx(result.stats["largest_step"])
    constant = kreisel.solve("heavy_top", 0.1, step=1e-3, method="generalized_alpha")
    assert np.allclose(constant.t, np.linspace(0, 0.1, 101), atol=1e-15)


def test_a_run_that_fails_gives_what_it_has():
    with pytest.warns(kreisel.SolveWarning, match="step_limit at t = ") as caught:
        result = kreisel.solve("heavy_top", 1, rtol=1e-6, max_steps=20)
    assert caught[0].filename == __file__
    assert not result.success and result.status == -1 and result.termination == "step_limit"
    assert "raise max_steps" in result.message and result.t.size == 21 and 0 < result.t[-1] < 1
    with pytest.warns(kreisel.SolveWarning, match="step_too_small"):
        result = kreisel.solve("heavy_top", 1, rtol=1e-12, min_step=1e-2)
    assert not result.success


def test_a_force_without_an_answer_ends_the_run_with_what_was_before():
    system = pendulum(force=lambda t, q, v: [0.0, -9.81 if t < 0.5 else np.nan])
    with pytest.warns(kreisel.SolveWarning):
        result = solve_pendulum(1.0, system, rtol=1e-6)
    assert not result.success and 0.3 < result.t[-1] <= 0.5
    assert np.isfinite(result.q).all()


def test_a_run_that_succeeds_is_quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert kreisel.solve("heavy_top", 0.01, rtol=1e-5).success


def test_all_problems_run_for_a_moment():
    for name, entry in kreisel.problems().items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", kreisel.SolveWarning)
            result = kreisel.solve(name, rtol=1e-4, max_steps=20)
        assert result.t.size > 1 and np.isfinite(result.q).all(), (name, entry["description"])
        assert len(result.columns) == len(result.values)


BAD_CALLS = [
    (dict(t_span=(0, 1, 2)), kreisel.OptionError, "t_span: t_span has 3 numbers"),
    (dict(t_span=(1, 0)), kreisel.OptionError, "is not after the start"),
    (dict(t_span=(0, np.nan)), kreisel.OptionError, "t_end: "),
    (dict(rtol=-1e-6), kreisel.OptionError, "rtol = -1e-06 makes no sense"),
    (dict(rtol=0.0), kreisel.OptionError, "rtol = 0.0 makes no sense"),
    (dict(atol=float("inf")), kreisel.OptionError, "atol = inf makes no sense"),
    (dict(step=np.nan), kreisel.OptionError, "step = nan makes no sense"),
    (dict(step=1e-3, rtol=1e-6), kreisel.OptionError, "give either step or rtol and atol"),
    (dict(step=5.0), kreisel.OptionError, "longer than the interval"),
    (dict(t_eval=[]), kreisel.OptionError, "t_eval is empty"),
    (dict(t_eval=[0.5, 0.2]), kreisel.OptionError, "t_eval"),
    (dict(t_eval=[2.0]), kreisel.OptionError, "t_eval"),
    (dict(t_eval=[np.nan]), kreisel.OptionError, "t_eval"),
    (dict(method="radeau"), kreisel.UnknownName, "radau"),
    (dict(formulation="index4"), kreisel.UnknownName, "index3"),
    (dict(initial_motion="smoth"), kreisel.UnknownName, "smooth"),
    (dict(parameters={"sping": 1}), kreisel.UnknownName, "spin"),
    (dict(parameters={"mass": "3 m"}), kreisel.OptionError, "mass"),
    (dict(parameters={"mass": -3}), kreisel.OptionError, "mass"),
    (dict(q0=[1, 2]), kreisel.OptionError, "q0: q0 has 2 entries instead of 12"),
    (dict(v0=np.full(6, np.nan)), kreisel.OptionError, "v0 is not finite"),
    (dict(q0=np.zeros(12)), kreisel.OptionError, "away from the group"),
    (dict(max_steps=-1), kreisel.OptionError, "max_steps"),
    (dict(max_steps=2.5), kreisel.OptionError, "max_steps = 2.5 makes no sense"),
    (dict(max_seconds=-1.0), kreisel.OptionError, "max_seconds"),
    (dict(start_limit="much"), kreisel.OptionError, "start_limit = much makes no sense"),
]  # fmt: skip


@pytest.mark.parametrize("options, kind, text", BAD_CALLS, ids=lambda value: str(value)[:40])
def test_bad_options_are_refused_with_words(options, kind, text):
    with pytest.raises(kind) as caught:
        kreisel.solve("heavy_top", **{"t_span": 1.0, **options})
    assert text in str(caught.value)
    assert "hint: " in str(caught.value)
    assert "--" not in str(caught.value), "options of the command line are arguments here"


def test_bad_targets_are_refused_with_words(tmp_path):
    with pytest.raises(kreisel.UnknownName, match="heavy_top"):
        kreisel.solve("hevy_top", 1)
    with pytest.raises(kreisel.FileError, match="nothing.json"):
        kreisel.solve(tmp_path / "nothing.json", 1)
    with pytest.raises(kreisel.OptionError, match="a list is nothing to solve"):
        kreisel.solve([1, 2], 1)
    with pytest.raises(kreisel.ModelError, match='"duration" is missing'):
        kreisel.solve({"name": "empty"}, 1)
    with pytest.raises(kreisel.ModelError, match="mass"):
        kreisel.solve({"name": "a", "duration": 1, "bodies": [{"name": "b", "mass": -1, "inertia": [1, 1, 1]}]}, 1)
    with pytest.raises(kreisel.OptionError, match="something that a file cannot"):
        kreisel.solve({"name": "a", "duration": 1, "bodies": [{"name": "b", "mass": float("nan"), "inertia": [1, 1, 1]}]}, 1)
    with pytest.raises(kreisel.OptionError, match="give t_span, q0 and v0"):
        kreisel.solve(heavy_top(), 1)
    (tmp_path / "torn.json").write_text('{"name": "x", ')
    with pytest.raises(kreisel.ModelError, match="torn.json:1"):
        kreisel.solve(tmp_path / "torn.json", 1)
    with pytest.raises(kreisel.ModelError, match="torn.json:1"):
        kreisel.Model.load(tmp_path / "torn.json")
    with pytest.raises(kreisel.FileError, match="cannot write"):
        kreisel.Model("a").save(tmp_path / "no" / "folder.json")
