"""What a sweep costs besides its members: 1000 quarter cars. Times are those of processors, which other programs do not change.

    KREISEL_PROGRAM=build/bin/kreisel python3 -m unittest -v sweep_overhead        KREISEL_T_END=1 for shorter members
"""

import csv
import os
import resource
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("KREISEL_PROGRAM", str(SOURCE / "build/bin/kreisel"))
SWEEP = ["sweep", str(SOURCE / "models/quarter_car.json"), "--vary", "speed=5 m/s:30 m/s:1000",
         "--objective", "load=max(abs(lambda.tyre.length))", "--t-end", os.environ.get("KREISEL_T_END", "5"), "--quiet"]  # fmt: skip


class SweepOverhead(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="kreisel-overhead-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)

    def measured(self, out, *arguments):
        """Seconds of the process and of its members."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([PROGRAM, *SWEEP, "--out", out, *arguments], cwd=self.folder, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        total = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        cost = self.folder / out / "cost.csv"
        members = sum(float(row["seconds [s]"]) for row in csv.DictReader(cost.open())) if cost.exists() else float("nan")
        return total, members

    def test_overhead_and_efficiency(self):
        total, members = self.measured("threads", "--jobs", "2")
        overhead = (total - members) / members
        halves = sum(self.measured("halves", "--jobs", "1", "--part", f"{k}/2")[0] for k in (1, 2))
        gathering, _ = self.measured("halves", "--jobs", "1")
        print(f"\n1000 members on 2 threads: {total:.2f} s, of it members {members:.2f} s, overhead {100 * overhead:.2f} %; "
              f"two halves on 1 thread each: {halves:.2f} s, efficiency {100 * halves / total:.1f} %; "
              f"putting 1000 known members together: {1000 * gathering:.0f} ms")  # fmt: skip
        self.assertLess(overhead, 0.03)
        self.assertGreater(halves / total, 0.95)
        for name in ("table.csv", "table.h5"):
            self.assertEqual((self.folder / "threads" / name).read_bytes(), (self.folder / "halves" / name).read_bytes())


if __name__ == "__main__":
    unittest.main()
