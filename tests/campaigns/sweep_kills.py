"""kill -9 at random moments, 50 times each: the whole sweep, a process of MPI, a worker of a pool, a worker of dask.

    KREISEL_PROGRAM=build/bin/kreisel PYTHONPATH=build/python python3 -m unittest -v sweep_kills

After every kill the same command goes on; in the end no member is lost or doubled and the table has the bits of an undisturbed one.
"""

import csv
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("KREISEL_PROGRAM", str(SOURCE / "build/bin/kreisel"))
KILLS = int(os.environ.get("KREISEL_KILLS", "50"))
MEMBERS = int(os.environ.get("KREISEL_MEMBERS", "1500"))
MODEL = str(SOURCE / "models/quarter_car.json")
SWEEP = ["sweep", MODEL, "--vary", f"speed=5:30:{MEMBERS}", "--t-end", "1", "--objective", "load=max(abs(lambda.tyre.length))", "--quiet"]
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}  # fmt: skip

BY_EXECUTOR = """
import multiprocessing, os, random, signal, sys
import concurrent.futures
import kreisel

def kill(pids, state):
    if state["moments"] and state["kills"] < {kills} and state["random"].random() < 0.12:
        os.kill(state["random"].choice(pids()), signal.SIGKILL)
        state["kills"] += 1

def compute(executor, pids, state):
    kreisel.sweep({model!r}, {{"speed": "5:30:{members}"}}, objectives={{"load": "max(abs(lambda.tyre.length))"}}, t_end=1.0,
                  out="out", executor=executor, chunk=2, progress=lambda done, total: kill(pids, state))

if __name__ == "__main__":
    state = {{"kills": 0, "moments": True, "random": random.Random(1)}}
    for attempt in range(1000):
        try:
            if {kind!r} == "pool":
                spawn = multiprocessing.get_context("spawn")
                with concurrent.futures.ProcessPoolExecutor(2, mp_context=spawn) as executor:
                    compute(executor, lambda: list(executor._processes), state)
            else:
                import distributed
                with distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
                    with distributed.Client(cluster) as client:
                        pids = lambda: [nanny.pid for nanny in cluster.workers.values() if nanny.pid]
                        compute(client, pids, state)
            break
        except Exception as error:
            print("attempt", attempt, type(error).__name__, state["kills"], flush=True)
    print("kills", state["kills"])
"""


def ranks_below(process):
    found = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(process.pid)], capture_output=True, text=True, check=False)
    return [int(line.split()[0]) for line in found.stdout.splitlines() if line.split()[1].startswith("kreisel")]


class SweepKills(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.whole = Path(tempfile.mkdtemp(prefix="kreisel-kills-"))
        cls.addClassCleanup(shutil.rmtree, cls.whole, ignore_errors=True)
        subprocess.run([PROGRAM, *SWEEP, "--out", cls.whole / "out"], check=True)

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="kreisel-kills-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.random = random.Random(1)

    def assert_nothing_lost(self, kills):
        with (self.folder / "out/table.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([int(row["member"]) for row in rows], list(range(MEMBERS)))
        lines = sum(path.read_bytes().count(b"\n") for path in (self.folder / "out/members").iterdir())
        print(f"\n{self.id().split('.')[-1]}: {kills} kills, {lines} records of {MEMBERS} members")
        for name in ("table.csv", "table.h5"):
            self.assertEqual((self.whole / "out" / name).read_bytes(), (self.folder / "out" / name).read_bytes())

    def killed(self, command, victims, seconds):
        """Starts the command again and again; the moment of the kill is random."""
        kills = 0
        for _ in range(100 * KILLS):
            process = subprocess.Popen(command, cwd=self.folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if kills < KILLS:
                time.sleep(self.random.uniform(*seconds))
                found = victims(process)
                if found and process.poll() is None:
                    os.kill(self.random.choice(found), signal.SIGKILL)
                    kills += 1
            if process.wait() == 0:
                break
        return kills

    def test_whole_sweep(self):
        kills = self.killed([PROGRAM, *SWEEP, "--out", "out"], lambda process: [process.pid], (0.0, 0.5))
        self.assert_nothing_lost(kills)
        self.assertEqual(kills, KILLS, "the sweep was done before: raise KREISEL_MEMBERS")

    @unittest.skipUnless(shutil.which("mpirun") and Path(PROGRAM).with_name("kreisel-mpi").exists(), "there is no MPI")
    def test_process_of_mpi(self):
        kills = self.killed(["mpirun", "-n", "2", PROGRAM, *SWEEP, "--out", "out"], ranks_below, (0.35, 0.7))
        self.assert_nothing_lost(kills)
        self.assertGreater(kills, KILLS // 2)

    def by_executor(self, kind):
        script = BY_EXECUTOR.format(kind=kind, kills=KILLS, members=MEMBERS, model=MODEL)
        (self.folder / "script.py").write_text(script)
        done = subprocess.run([sys.executable, "script.py"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        kills = int(done.stdout.split()[-1])
        self.assert_nothing_lost(kills)
        self.assertGreater(kills, KILLS // 2)

    def test_worker_of_a_pool(self):
        self.by_executor("pool")

    def test_worker_of_dask(self):
        try:
            import distributed  # noqa: F401
        except ImportError:
            self.skipTest("there is no dask")
        self.by_executor("dask")


if __name__ == "__main__":
    unittest.main()
