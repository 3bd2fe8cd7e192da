"""Checks, studies and catalogues."""

import json
import subprocess

import pytest

import kreisel


def test_check_says_what_the_program_says(program, models):
    for target in ("heavy_top", str(models / "slider_crank.json")):
        done = subprocess.run([program, "check", target, "--json"], check=True, capture_output=True, timeout=60)
        assert kreisel.check(target) == json.loads(done.stdout)


def test_check_takes_models_of_python(models):
    path = models / "four_bars_redundant.json"
    found = kreisel.check(kreisel.Model.load(path))
    assert found["freedom"]["redundant_rows"] > 0
    assert found["freedom"] == kreisel.check(path)["freedom"]
    assert kreisel.check("heavy_top", parameters={"group": "so3"})["freedom"]["rigid_rows"] == 0
    with pytest.raises(kreisel.UnknownName, match="group"):
        kreisel.check("heavy_top", parameters={"grup": "so3"})


@pytest.fixture(scope="module")
def orders():
    return kreisel.study("orders", "pendulum", methods=["radau_iia_2", "rk4"], t_end=0.5, cache=False)


def test_rows_have_their_numbers_and_texts(orders):
    row = orders.rows[0]
    assert row["method"] == "radau_iia_2" and row["claimed"] == "3, 3, 3" and row["verdict"] == "confirmed"
    assert row["slope of q"] == pytest.approx(3.0, abs=0.2)
    assert row["order of q"].startswith(f"{row['slope of q']:.2f}")
    for table in orders.tables:
        for number, cells in enumerate(orders.table(table["name"])):
            assert list(cells) == [column["name"] for column in table["columns"]]
            assert not any(isinstance(cell, dict) for cell in cells.values()), (table["name"], number)
    verdicts = [cell for row in orders.rows for cell in row.values()]
    assert "" not in verdicts
    with pytest.raises(kreisel.UnknownName, match="there are: summary, runs"):
        orders.table("sumary")


def test_runs_tell_status_and_errors(orders):
    runs = orders.table("runs")
    assert len(runs) > 5 and all(run["status"] for run in runs)
    first, *_, last = [run["error in q"] for run in runs if run["method"] == "rk4"]
    assert 0 < last < first


def test_a_study_says_whether_claims_hold(orders):
    assert orders.is_as_claimed is True
    assert "confirmed" in repr(orders) and orders.title in repr(orders)
    stiff = kreisel.study("orders", "stiff_pendulum", methods=["radau_iia_3"], cache=False)
    assert stiff.is_as_claimed is ("lower" not in [row["verdict"] for row in stiff.rows])


def test_a_study_that_finds_less_than_claimed_says_so():
    assert kreisel.Study({**EMPTY, "as_claimed": False}).is_as_claimed is False
    assert kreisel.Study({**EMPTY, "as_claimed": True}).is_as_claimed is True


EMPTY = {"title": "none", "lead": [], "notes": [], "tables": [], "figures": []}


@pytest.mark.parametrize("kind, options", [
    ("work-precision", {"methods": ["radau", "dop853"], "tolerances": [1e-3, 1e-4]}),
    ("tolerance", {"methods": ["bliedf"], "tolerances": [1e-3, 1e-4]}),
    ("drift", {"methods": ["rk4"], "steps": [0.05]}),
    ("steps", {"methods": ["radau_iia_3"], "tolerances": [1e-3]}),
])  # fmt: skip
def test_every_kind_of_study(kind, options):
    found = kreisel.study(kind, "kepler", t_end=2.0, cache=False, **options)
    assert found.lead and found.rows and found.rows[0]["method"] in options["methods"]


def test_progress_folders_and_models(tmp_path, models):
    seen = []
    model = kreisel.Model.load(models / "simple_pendulum.json")
    found = kreisel.study("orders", model, methods=["rk4"], t_end=0.2, cache=tmp_path / "store", out=tmp_path / "out",
                          progress=lambda done, total: seen.append((done, total)), jobs=1)  # fmt: skip
    assert seen and seen[-1][0] == seen[-1][1] > 0
    assert found.rows and {path.name for path in (tmp_path / "out").iterdir()} & {"study.json", "index.html"}
    assert any((tmp_path / "store").rglob("*"))


def test_an_exception_of_progress_ends_the_study():
    def progress(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        kreisel.study("orders", "heavy_top", methods=["radau_iia_2"], cache=False, progress=progress)


@pytest.mark.parametrize("kind, options, text", [
    ("order", {}, "orders"), ("orders", {"methods": ["rk5"]}, "rk4"), ("orders", {"formulations": "index5"}, "index3"),
    ("orders", {"parameters": {"lenght": 1}}, "length"),
])  # fmt: skip
def test_names_that_there_are_not(kind, options, text):
    with pytest.raises(kreisel.UnknownName, match=text):
        kreisel.study(kind, "pendulum", cache=False, **options)


@pytest.mark.parametrize("kind", ["methods", "problems", "groups"])
def test_catalogues_are_those_of_the_program(program, kind):
    done = subprocess.run([program, "list", kind, "--json"], check=True, capture_output=True, timeout=60)
    entries = getattr(kreisel, kind)()
    assert list(entries.values()) == json.loads(done.stdout)
    assert all(name == entry["name"] for name, entry in entries.items()) and len(entries) > 5
