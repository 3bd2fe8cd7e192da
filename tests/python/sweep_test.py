"""kreisel.sweep: the same table from threads, processes and files; mistakes; continuation."""

import concurrent.futures
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys

import numpy as np
import pytest

import kreisel

VARIED = {"k": "100:10000:12:log", "gravity": [9.0, 9.81]}
WISHES = {"objectives": {"low": "min(y)", "late": "end(x)"}, "t_end": 2.0, "rtol": 1e-6}


def table(folder):
    return (folder / "table.csv").read_bytes()


def pool(workers=2):
    return concurrent.futures.ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))


def test_numbers_are_those_of_solve():
    found = kreisel.sweep("elastic_pendulum", {"k": [100, 2000]}, objectives={"late": "end(x)"}, t_end=1.0, samples=10)
    assert found.status == {"completed": 2}
    for k, late in zip(found["k"], found["late"]):
        alone = kreisel.solve("elastic_pendulum", 1.0, parameters={"k": k}, t_eval=np.linspace(0, 1, 11))
        assert late == alone["x"][-1]


def test_processes_give_the_bits_of_threads(tmp_path):
    kreisel.sweep("elastic_pendulum", VARIED, out=tmp_path / "threads", **WISHES)
    with pool() as executor:
        found = kreisel.sweep("elastic_pendulum", VARIED, out=tmp_path / "processes", executor=executor, chunk=5, **WISHES)
    assert found.members == 24 and found.computed == 24
    assert table(tmp_path / "threads") == table(tmp_path / "processes")


def kill_a_worker(done, _total, killed=[]):
    if not killed and done >= 6:
        killed.append(True)
        os.kill(next(iter(multiprocessing.active_children())).pid, signal.SIGKILL)


def test_a_killed_worker_costs_what_it_was_at(tmp_path):
    kreisel.sweep("elastic_pendulum", VARIED, out=tmp_path / "whole", **WISHES)
    with pytest.raises(concurrent.futures.BrokenExecutor), pool() as executor:
        kreisel.sweep("elastic_pendulum", VARIED, out=tmp_path / "broken", executor=executor, chunk=1,
                      progress=kill_a_worker, **WISHES)  # fmt: skip
    with pool() as executor:
        rest = kreisel.sweep("elastic_pendulum", VARIED, out=tmp_path / "broken", executor=executor, **WISHES)
    assert 6 <= rest.kept < 24 and rest.kept + rest.computed == 24
    assert table(tmp_path / "whole") == table(tmp_path / "broken")


def test_models_of_python_and_tables_of_pandas():
    pandas = pytest.importorskip("pandas")
    model = {"name": "fall", "duration": "1 s", "parameters": {"g": 1.0},
             "bodies": [{"name": "stone", "mass": "=g", "inertia": [1, 1, 1]}]}  # fmt: skip
    rows = pandas.DataFrame({"g": [1.0, 2.0, 3.0], "t_end": [0.5, 1.0, 1.5]})
    found = kreisel.sweep(model, rows, objectives={"z": "end(stone.z)"})
    assert found.members == 3
    np.testing.assert_allclose(found["z"], -0.5 * 9.81 * rows["t_end"] ** 2, rtol=1e-4)
    frame = found.to_pandas()
    assert list(frame["status"]) == ["completed"] * 3


def test_samples_and_ranges():
    found = kreisel.sweep("elastic_pendulum", {"k": (100.0, 1000.0)}, sample="sobol:8", t_end=0.1)
    assert len(set(found["k"])) == 8 and found["k"].min() >= 100 and found["k"].max() <= 1000


@pytest.mark.parametrize(
    "wishes, error",
    [
        ({"variations": {"kk": [1]}}, kreisel.UnknownName),
        ({"variations": {"k": []}}, kreisel.OptionError),
        ({"variations": 3}, kreisel.OptionError),
        ({"variations": {"k": (1, 2)}}, kreisel.OptionError),
        ({"variations": {"k": (1, 2)}, "sample": "lhs"}, kreisel.OptionError),
        ({"variations": {"k": [1]}, "objectives": {"a": "max(z)"}}, kreisel.UnknownName),
        ({"variations": {"k": [1]}, "tolerance": 1}, kreisel.UnknownName),
    ],
)
def test_mistakes_are_told(wishes, error):
    with pytest.raises(error):
        kreisel.sweep("elastic_pendulum", **wishes)


def test_dask_gives_the_bits_of_threads(tmp_path):
    distributed = pytest.importorskip("distributed")
    kreisel.sweep("elastic_pendulum", VARIED, out=tmp_path / "threads", **WISHES)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            kreisel.sweep("elastic_pendulum", VARIED, out=tmp_path / "dask", executor=client, chunk=3, **WISHES)
            kreisel.sweep("elastic_pendulum", VARIED, out=tmp_path / "futures", executor=client.get_executor(pure=False), **WISHES)
    assert table(tmp_path / "threads") == table(tmp_path / "dask") == table(tmp_path / "futures")


UNDER_MPI = """
import sys
import kreisel
from mpi4py.futures import MPIPoolExecutor

if __name__ == "__main__":
    with MPIPoolExecutor() as executor:
        kreisel.sweep("elastic_pendulum", {varied!r}, out=sys.argv[1], executor=executor, chunk=4, **{wishes!r})
"""


def test_mpi4py_gives_the_bits_of_threads(tmp_path):
    pytest.importorskip("mpi4py")
    if shutil.which("mpirun") is None:
        pytest.skip("there is no mpirun")
    kreisel.sweep("elastic_pendulum", VARIED, out=tmp_path / "threads", **WISHES)
    (tmp_path / "script.py").write_text(UNDER_MPI.format(varied=VARIED, wishes=WISHES))
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}  # fmt: skip
    command = ["mpirun", "-n", "3", sys.executable, "-m", "mpi4py.futures", tmp_path / "script.py", tmp_path / "mpi"]
    subprocess.run(command, env=environment, check=True, timeout=120)
    assert table(tmp_path / "threads") == table(tmp_path / "mpi")
