"""Strong dampers on the command line: starts, warnings, expansion."""

import csv
import json
import unittest

from program import ProgramTest

USAGE, UNKNOWN, START = 2, 3, 5
SLEIGH = ["chaplygin_sleigh", "--method", "radau", "--rtol", "1e-6"]


class Start(ProgramTest):
    def test_orders_of_a_smooth_start_move_the_velocity_less_and_less(self):
        moved = []
        for order in range(4):
            record = self.run_json(*SLEIGH, "--set", "epsilon=1e-2", "--start", f"smooth:{order}")
            self.assertEqual(record["start"]["smooth_order"], order)
            self.assertEqual(record["options"]["initial_motion"], "smooth")
            self.assertEqual(record["options"]["initial_order"], order)
            moved.append(record["start"]["moved_velocity"])
        changes = [abs(b - a) for a, b in zip(moved, moved[1:])]
        self.assertAlmostEqual(changes[0], 8.63e-3, delta=1e-5)
        self.assertLess(changes[1], 0.05 * changes[0])
        self.assertLess(changes[2], 0.05 * changes[1])

    def test_raw_moves_nothing_and_words_combine(self):
        record = self.run_json(*SLEIGH, "--start", "raw")
        self.assertEqual(record["start"]["moved_velocity"], 0)
        self.assertIsNone(record["start"]["smooth_order"])
        record = self.run_json("chaplygin_sleigh", "--step", "1e-3", "--t-end", "0.1", "--start", "smooth:1,plain")
        self.assertEqual((record["options"]["initial_order"], record["options"]["start_values"]), (1, "plain"))

    def test_what_cannot_be_is_refused(self):
        for word, code in (("smooth:9", USAGE), ("smooth:x", USAGE), ("smooth:", USAGE), ("smoth", UNKNOWN)):
            with self.subTest(word):
                self.refuse(code, ["--start"], "run", *SLEIGH, "--start", word)
        slow = ["--set", "epsilon=2", "--t-end", "20", "--start", "smooth"]
        self.refuse(START, ["slow motion", "--start raw"], "run", *SLEIGH, *slow)


class Warnings(ProgramTest):
    def test_a_method_that_does_not_damp_is_warned_of(self):
        done = self.succeed("run", "chaplygin_sleigh", "--method", "gauss_2", "--step", "0.1")
        for part in ("kreisel: warning: method gauss_2", '"edge"', "|R(∞)| = 1", "radau_iia_3"):
            self.assertIn(part, done.stderr)
        done = self.succeed("run", "chaplygin_sleigh", "--method", "gauss_2", "--step", "0.1", "--quiet")
        self.assertEqual(done.stderr, "")
        self.assertEqual(self.run_json(*SLEIGH)["warnings"], [])

    def test_description_says_who_follows_strong_dampers(self):
        self.assertIn("Strong dampers, with default parameters: yes", self.succeed("describe", "radau_iia_3").stdout)
        self.assertIn("Strong dampers, with default parameters: no", self.succeed("describe", "gauss_3").stdout)

    def test_the_rank_of_the_dampers_is_in_the_record(self):
        self.assertEqual(self.run_json(*SLEIGH)["damping"], {"rank": 1, "changes": []})
        self.assertIsNone(self.run_json("kepler", "--t-end", "0.1")["damping"]["rank"])


class Expand(ProgramTest):
    def test_terms_add_up_and_agree_with_the_reference(self):
        options = ["--set", "epsilon=1e-3", "--set", "start=slow", "--order", "3", "--json"]
        record = json.loads(self.succeed("expand", "chaplygin_sleigh", *options).stdout)
        self.assertEqual((record["status"], record["epsilon"], record["order"]), ("completed", 1e-3, 3))
        reference = {entry["name"]: entry["value"] for entry in record["references"]}
        self.assertGreaterEqual(len(reference), 6)
        for value in record["values"]:
            self.assertEqual(len(value["terms"]), 4)
            self.assertAlmostEqual(sum(value["terms"]), value["sum"], delta=1e-12)
            self.assertAlmostEqual(value["sum"], reference[value["name"]], delta=1e-9)
            self.assertLess(abs(value["next_term"]), 1e-10)

    def test_files(self):
        done = self.succeed("expand", "damped_chain", "--order", "1", "--samples", "20", "--out", "out")
        self.assertIn("written: out/expansion.csv, out/expansion.json", done.stdout)
        with (self.folder / "out" / "expansion.csv").open(newline="", encoding="utf-8") as file:
            header, *rows = csv.reader(file)
        self.assertEqual(len(rows), 21)
        self.assertEqual(header[0], "t [s]")
        self.assertEqual(len(header), 1 + 2 * 7)
        self.assertEqual(float(rows[-1][0]), 10.0)

    def test_growing_terms_are_said(self):
        done = self.succeed("expand", "rod_pendulum", "--set", "damping=1e4")
        self.assertIn("the terms do not decrease", done.stderr)

    def test_misuse(self):
        for arguments, code, parts in (
            ([], USAGE, ["nothing to expand"]),
            (["heavy_top"], USAGE, ["no expansion", "chaplygin_sleigh"]),
            (["chaplygin_sleigh", "--order", "5"], USAGE, ["--order", "0 to 4"]),
            (["chaplygin_sleigh", "--rtol", "0"], USAGE, ["--rtol"]),
            (["chaplygin_sleigh", "--t-end", "-1"], USAGE, ["--t-end"]),
            (["chaplygin_sleigh", "--set", "epsilo=1"], UNKNOWN, ["epsilon"]),
            (["rod_pendulum", "--set", "form=spring_damper"], USAGE, ["no expansion", "velocity rows"]),
            (["sleigh"], UNKNOWN, ["sleigh"]),
        ):
            with self.subTest(arguments):
                self.refuse(code, parts, "expand", *arguments)


if __name__ == "__main__":
    unittest.main()
