"""kreisel sweep under mpirun: the bits of threads, a killed process, the program without MPI."""

import os
import random
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from program import PROGRAM, SOURCE, ProgramTest

MPI_PROGRAM = Path(PROGRAM).with_name("kreisel-mpi")
SWEEP = ["sweep", SOURCE / "models/quarter_car.json", "--method", "dop853", "--t-end", "1",
         "--objective", "load=max(abs(lambda.tyre.length))", "--vary", "speed=5:30:60"]  # fmt: skip
# Machines for tests have few cores, and in containers everybody is root.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}  # fmt: skip


def ranks_below(process):
    """Processes that compute, started by this mpirun."""
    found = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(process.pid)], capture_output=True, text=True, check=False)
    lines = [line.split() for line in found.stdout.splitlines()]
    return [int(pid) for pid, name in lines if name.startswith("kreisel")]


@unittest.skipUnless(shutil.which("mpirun") and MPI_PROGRAM.exists(), "there is no MPI")
class Mpi(ProgramTest):
    def mpirun(self, count, *arguments):
        command = ["mpirun", "-n", str(count), PROGRAM, *map(str, arguments)]
        return subprocess.Popen(command, cwd=self.folder, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def table(self, folder):
        return [(self.folder / folder / name).read_bytes() for name in ("table.csv", "table.h5")]

    def test_table_is_that_of_threads(self):
        self.succeed(*SWEEP, "--out", "threads")
        for count in (1, 2, 4):
            process = self.mpirun(count, *SWEEP, "--out", f"mpi{count}")
            output, errors = process.communicate(timeout=100)
            self.assertEqual(process.returncode, 0, errors)
            self.assertEqual(output.count("quarter_car, 60 members: 60 completed"), 1, output)
            self.assertEqual(len(list((self.folder / f"mpi{count}/members").iterdir())), count)
            self.assertEqual(self.table("threads"), self.table(f"mpi{count}"))

    def test_killed_process_costs_what_it_was_at(self):
        self.succeed(*SWEEP, "--out", "threads")
        moments, killed = random.Random(1), 0
        for _ in range(20):
            process = self.mpirun(3, *SWEEP, "--out", "killed")
            time.sleep(moments.uniform(0.4, 1.5))
            for rank in moments.sample(ranks := ranks_below(process), min(1, len(ranks))):
                os.kill(rank, signal.SIGKILL)
                killed += 1
            process.communicate(timeout=100)
            if process.returncode == 0:
                break
        self.assertGreater(killed, 0)
        self.assertEqual(process.returncode, 0, "20 kills and still not done")
        self.assertEqual(self.table("threads"), self.table("killed"))

    def test_mistakes_end_all_processes(self):
        process = self.mpirun(2, *SWEEP, "--vary", "sped=1:2:3")
        _, errors = process.communicate(timeout=60)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn('did you mean "speed"', errors)


class WithoutMpi(ProgramTest):
    def test_the_missing_program_is_named(self):
        lonely = self.folder / "bin/kreisel"
        lonely.parent.mkdir()
        shutil.copy(PROGRAM, lonely)
        done = subprocess.run([lonely, *map(str, SWEEP)], env={"OMPI_COMM_WORLD_SIZE": "2", "PATH": "/nowhere"},
                              capture_output=True, text=True, check=False)  # fmt: skip
        self.assertEqual(done.returncode, 4)
        self.assertIn("the program kreisel-mpi", done.stderr)
        self.assertIn("--part K/N", done.stderr)


if __name__ == "__main__":
    unittest.main()
