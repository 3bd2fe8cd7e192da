"""kreisel sweep: tables, continuation after kills, parts, failed members, messages."""

import csv
import json
import os
import random
import shlex
import signal
import subprocess
import time
import unittest

from program import LONGEST, PROGRAM, SOURCE, ProgramTest

QUARTER_CAR = SOURCE / "models/quarter_car.json"
SPEEDS = ["sweep", QUARTER_CAR, "--method", "dop853", "--t-end", "1", "--objective", "load=max(abs(lambda.tyre.length))"]


class Sweep(ProgramTest):
    def table(self, folder):
        with (self.folder / folder / "table.csv").open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def bytes_of(self, folder, name="table.csv"):
        return (self.folder / folder / name).read_bytes()

    def test_table_is_that_of_single_runs(self):
        done = self.succeed(*SPEEDS, "--vary", "speed=5 m/s:20 m/s:4", "--vary", "amplitude=1 cm,2 cm", "--out", "out")
        self.assertIn("quarter_car, 8 members: 8 completed; 8 computed, 0 known before", done.stdout)
        table = self.table("out")
        self.assertEqual([float(row["speed [SI]"]) for row in table], [5, 5, 10, 10, 15, 15, 20, 20])
        self.assertEqual(float(table[0]["amplitude [SI]"]), 0.01)
        commands = json.loads(self.bytes_of("out", "sweep.json"))["commands"]
        self.succeed(*shlex.split(commands[5])[1:], "--samples", "1000", "--out", "one")
        header, rows = self.samples("one")
        column = header.index("lambda.tyre.length [N]")
        self.assertEqual(max(abs(row[column]) for row in rows), float(table[5]["load [SI]"]))
        self.assertEqual(self.record("one")["statistics"]["accepted"], float(table[5]["steps"]))

    def test_numbers_of_workers_do_not_matter(self):
        for jobs in (1, 2, 5):
            self.succeed(*SPEEDS, "--vary", "speed=5:20", "--vary", "amplitude=normal:0.02:0.002", "--sample", "sobol:12",
                         "--jobs", jobs, "--motions", "--out", f"out{jobs}")  # fmt: skip
        for name in ("table.csv", "table.h5"):
            self.assertEqual(self.bytes_of("out1", name), self.bytes_of("out2", name))
            self.assertEqual(self.bytes_of("out1", name), self.bytes_of("out5", name))

    def test_kills_at_random_moments_lose_and_double_nothing(self):
        sweep = [*SPEEDS, "--vary", "speed=5:20:60", "--motions"]
        self.succeed(*sweep, "--out", "whole")
        seed = 1
        moments = random.Random(seed)
        kills = 0
        for _ in range(100):
            process = subprocess.Popen([PROGRAM, *map(str, sweep), "--out", "killed"], cwd=self.folder, stdout=subprocess.DEVNULL)
            time.sleep(moments.uniform(0.0, 0.25))
            process.send_signal(signal.SIGKILL)
            if process.wait() == 0:
                break
            kills += 1
        self.succeed(*sweep, "--out", "killed")
        self.assertGreater(kills, 0)
        self.assertEqual(self.bytes_of("whole"), self.bytes_of("killed"), f"seed {seed}")
        self.assertEqual(self.bytes_of("whole", "table.h5"), self.bytes_of("killed", "table.h5"))

    def test_interrupt_says_how_to_go_on(self):
        process = subprocess.Popen([PROGRAM, *map(str, SPEEDS), "--vary", "speed=5:20:2000", "--out", "out"],
                                   cwd=self.folder, stderr=subprocess.PIPE, text=True)  # fmt: skip
        time.sleep(0.5)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        self.assertLess(time.monotonic() - begin, 2.0)
        self.assertEqual(process.returncode, 130)
        self.assertIn("the same command goes on where it stopped", errors)

    def test_parts_are_put_together(self):
        sweep = [*SPEEDS, "--vary", "speed=5:20:7", "--out"]
        for k in (1, 2, 3):
            done = self.succeed(*sweep, "parts", "--part", f"{k}/3")
            self.assertEqual("without --part writes the table" in done.stderr, k < 3)
        self.succeed(*sweep, "whole")
        self.assertEqual(self.bytes_of("parts"), self.bytes_of("whole"))

    def test_recipe_for_an_array_of_slurm(self):
        """The script of docs/sweeps.md with the variables that Slurm sets for every task."""
        command = [PROGRAM, *map(str, SPEEDS), "--vary", "speed=5:20:7", "--out", "array", "--jobs", "1"]
        part = "--part $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
        (self.folder / "sweep.sh").write_text(f"#!/bin/sh\n{shlex.join(command)} {part}\n", encoding="utf-8")
        tasks = [subprocess.Popen(["sh", "sweep.sh"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  env={**os.environ, "SLURM_ARRAY_TASK_ID": str(k), "SLURM_ARRAY_TASK_COUNT": "4"})
                 for k in (1, 2, 3, 4)]  # fmt: skip
        self.assertEqual([task.wait(LONGEST) for task in tasks], [0, 0, 0, 0])
        done = self.succeed(*SPEEDS, "--vary", "speed=5:20:7", "--out", "array")
        self.assertIn("0 computed, 7 known before", done.stdout)
        self.succeed(*SPEEDS, "--vary", "speed=5:20:7", "--out", "whole")
        self.assertEqual(self.bytes_of("array"), self.bytes_of("whole"))

    def test_failures_are_rows_with_their_reason(self):
        done = self.succeed(*SPEEDS, "--vary", "max_steps=3,1000", "--vary", "wave=5,nothing", "--out", "out")
        table = self.table("out")
        self.assertEqual([row["status"] for row in table], ["step_limit", "refused", "completed", "refused"])
        self.assertEqual(table[0]["load [SI]"], "")
        self.assertIn("nothing", table[1]["message"])
        self.assertIn("- step_limit: member 0: the limit of 3 steps is reached", done.stdout)

    def test_damaged_records_are_computed_again(self):
        sweep = [*SPEEDS, "--vary", "speed=5:20:5", "--out", "out"]
        self.succeed(*sweep)
        whole = self.bytes_of("out")
        [records] = (self.folder / "out/members").iterdir()
        records.write_bytes(records.read_bytes()[:-40])
        done = self.succeed(*sweep)
        self.assertIn("1 kept results in", done.stderr)
        self.assertIn("1 computed, 4 known before", done.stdout)
        self.assertEqual(self.bytes_of("out"), whole)

    def test_error_of_objectives_is_measured(self):
        self.succeed("sweep", "heavy_top", "--vary", "rtol=1e-4,1e-6", "--objective", "x=end(top.x)", "--check-error", "--out", "out")
        rows = self.table("out")
        errors = [float(row["x.error [SI]"]) for row in rows]
        exact = self.run_json("heavy_top", "--rtol", "1e-11", "--method", "dop853")["final"]["top.x"]
        for row, error in zip(rows, errors):
            true = abs(float(row["x [SI]"]) - exact)
            self.assertGreater(error, 0.3 * true)
            self.assertLess(error, 3 * true)

    def test_json_is_the_table(self):
        report = json.loads(self.succeed("sweep", "heavy_top", "--t-end", "0.1", "--vary", "rtol=1e-4,1e-6", "--json").stdout)
        self.assertEqual(report["members"], 2)
        columns = {column["name"]: column["values"] for column in report["columns"]}
        self.assertEqual(columns["rtol"], [1e-4, 1e-6])
        self.assertEqual(columns["status"], ["completed", "completed"])

    def test_folders_that_cannot_be_written(self):
        (self.folder / "out").write_text("", encoding="utf-8")
        self.refuse(4, ["out"], *SPEEDS, "--vary", "speed=5:20:2", "--out", "out")
        if os.path.exists("/dev/full"):
            (self.folder / "full/members").mkdir(parents=True)
            (self.folder / "full/table.csv").mkdir()
            self.refuse(4, ["table.csv"], *SPEEDS, "--vary", "speed=5:20:2", "--out", "full")

    def test_mistakes_are_told_before_anything_runs(self):
        for code, parts, arguments in (
            (2, ["nothing to vary"], []),
            (2, ["--part"], ["--vary", "speed=5:20:3", "--part", "4/3", "--out", "o"]),
            (2, ["no number of samples"], ["--vary", "speed=5:20", "--sample", "lhs"]),
            (3, ["kind of sample"], ["--vary", "speed=5:20", "--sample", "lsh:4"]),
            (2, ["given twice"], ["--vary", "speed=5:20:3", "--objective", "load=max(car.z)"]),
            (3, ["car.zz"], ["--vary", "speed=5:20:3", "--objective", "z=max(car.zz)"]),
            (2, ["speed", "velocity"], ["--vary", "speed=5 kg:20 kg:3"]),
            (4, ["nix.csv"], ["--vary", "speed=@nix.csv"]),
            (3, ["did you mean \"speed\""], ["--vary", "sped=5:20:3"]),
        ):
            with self.subTest(arguments=arguments):
                self.refuse(code, parts, *SPEEDS, *arguments)
                self.assertFalse((self.folder / "o").exists())


if __name__ == "__main__":
    unittest.main()
