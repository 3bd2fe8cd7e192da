"""What a run writes: the table, the record, the same for every group."""

import json
import math
import unittest

from program import ProgramTest

TOP = ["heavy_top", "--t-end", "0.2", "--rtol", "1e-7"]
GROUPS = ["r3xso3", "r3xs3", "se3", "s3_semi_r3", "so3", "s3"]
BODY = ["x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"]


class Samples(ProgramTest):
    def test_header_names_every_column_with_its_unit(self):
        self.succeed("run", *TOP, "--out", "out")
        header, _ = self.samples()
        units = ["m"] * 3 + ["1"] * 4 + ["m/s"] * 3 + ["rad/s"] * 3
        expected = ["t [s]"] + [f"top.{name} [{unit}]" for name, unit in zip(BODY, units)]
        expected += [f"lambda.tip_{axis} [N]" for axis in "xyz"]
        self.assertEqual(header, expected)

    def test_samples_are_equally_spaced_and_end_exactly(self):
        for options, count in ((["--samples", "7"], 8), (["--every", "0.03"], 8), ([], 201)):
            with self.subTest(options=options):
                self.succeed("run", *TOP, *options, "--out", "out")
                _, rows = self.samples()
                self.assertEqual(len(rows), count)
                self.assertEqual(rows[0][0], 0.0)
                self.assertEqual(rows[-1][0], 0.2)
                gap = rows[1][0]
                for number, row in enumerate(rows[:-1]):
                    self.assertAlmostEqual(row[0], number * gap, delta=1e-15)

    def test_numbers_have_all_their_digits(self):
        self.succeed("run", *TOP, "--out", "out")
        record = self.record()
        _, rows = self.samples()
        # Text to double and back loses nothing: the last row equals the shortest exact text of run.json.
        for value, name in zip(rows[-1][1:], record["final"]):
            self.assertEqual(value, record["final"][name], name)
        cells = (self.folder / "out" / "samples.csv").read_text().splitlines()[50].split(",")
        digits = [len(cell.lstrip("-").split("e")[0].replace(".", "").lstrip("0")) for cell in cells]
        self.assertEqual(max(digits), 17)

    def test_quaternions_stay_unit_and_never_jump(self):
        for group in GROUPS:
            self.succeed("run", *TOP, "--set", f"group={group}", "--samples", "400", "--out", group)
            _, rows = self.samples(group)
            before = rows[0][4:8]
            for row in rows:
                now = row[4:8]
                self.assertAlmostEqual(math.hypot(*now), 1.0, delta=1e-9)
                self.assertGreater(sum(a * b for a, b in zip(before, now)), 0.9)
                before = now

    def test_observables_do_not_depend_on_the_group(self):
        final = {}
        for group in GROUPS:
            record = self.run_json("heavy_top", "--t-end", "0.2", "--rtol", "1e-8", "--set", f"group={group}")
            final[group] = [record["final"][f"top.{name}"] for name in BODY]
        for group in GROUPS[1:]:
            for name, value, other in zip(BODY, final[GROUPS[0]], final[group]):
                self.assertAlmostEqual(value, other, delta=1e-5 * max(1.0, abs(value)), msg=f"{group} {name}")

    def test_the_same_command_gives_the_same_bytes(self):
        texts = set()
        for folder in ("a", "b"):
            self.succeed("run", *TOP, "--out", folder)
            texts.add((self.folder / folder / "samples.csv").read_bytes())
        self.assertEqual(len(texts), 1)


class Record(ProgramTest):
    def test_record_has_the_documented_keys(self):
        record = self.run_json(*TOP, "--method", "generalized_alpha", "--set", "mass=15", "--set", "rho_inf=0.8")
        documented = {
            "status", "message", "exit_code", "problem", "t", "t_begin", "t_end", "method", "formulation",
            "method_choice", "statistics", "audit", "overview", "scene", "final", "units", "references", "start", "stiff", "warnings", "damping",
            "redundancy", "events",
            "options", "version", "compiler",
        }  # fmt: skip
        self.assertEqual(set(record), documented)
        self.assertEqual(
            set(record["statistics"]),
            {
                "accepted", "rejected", "newton_iterations", "factorizations", "force_evaluations", "wall_seconds",
                "restarts", "smallest_step", "largest_step", "stagnated_at_round_off",
            },
        )  # fmt: skip
        self.assertEqual(set(record["audit"]), {"max_position_residual", "max_velocity_residual", "energy_drift"})
        self.assertEqual(record["status"], "completed")
        self.assertEqual(record["message"], "")
        self.assertEqual(record["t"], 0.2)
        self.assertEqual(record["formulation"], "index2")
        self.assertEqual(record["options"]["parameters"]["rho_inf"], 0.8)
        self.assertEqual(record["options"]["parameters"]["group"], "r3xso3")
        self.assertEqual(record["options"]["rtol"], 1e-7)
        self.assertEqual(record["options"]["atol"], 1e-7)

    def test_the_method_is_chosen_for_the_problem_and_the_reasons_are_told(self):
        easy = self.run_json(*TOP)
        self.assertEqual(easy["method"], "dop853")
        self.assertEqual(easy["options"]["method"], "auto")
        self.assertEqual(easy["method_choice"]["name"], "dop853")
        self.assertEqual(easy["method_choice"]["formulation"], "index1")
        self.assertTrue(easy["method_choice"]["is_automatic"])
        self.assertIn("nothing is stiff", easy["method_choice"]["reasons"][0])
        damped = self.run_json("chaplygin_sleigh")
        self.assertEqual(damped["method"], "radau")
        self.assertIn('"edge"', damped["method_choice"]["reasons"][0])
        told = self.run_json(*TOP, "--method", "bliedf")
        self.assertEqual(told["method"], "bliedf")
        self.assertFalse(told["method_choice"]["is_automatic"])
        self.assertEqual(told["method_choice"]["reasons"], [])
        self.assertEqual(self.run_json("heavy_top", "--step", "1e-3", "--t-end", "0.1")["method"], "generalized_alpha")

    def test_energy_drift_is_null_where_energy_is_not_conserved(self):
        record = self.run_json("car_axis", "--rtol", "1e-3", "--t-end", "0.1")
        self.assertIsNone(record["audit"]["energy_drift"])

    def test_references_are_compared_at_their_time_only(self):
        with_reference = self.run_json(*TOP)
        self.assertGreaterEqual(len(with_reference["references"]), 13)
        for entry in with_reference["references"]:
            self.assertLess(entry["error"], 1e-3 * max(1.0, abs(entry["reference"])), entry)
        self.assertEqual(self.run_json("heavy_top", "--t-end", "0.19")["references"], [])

    def test_events_are_listed_and_named(self):
        self.assertEqual(self.run_json(*TOP)["events"], [])
        done = self.succeed("run", "collision", "--rtol", "1e-8", "--out", "out")
        events = self.record()["events"]
        self.assertEqual([e["name"] for e in events], ["touch-down", "lift-off"] * 4 + ["touch-down"])
        self.assertEqual([e["direction"] for e in events], ["falling", "rising"] * 4 + ["falling"])
        self.assertEqual({e["action"] for e in events}, {"restart"})
        self.assertAlmostEqual(events[0]["t"], 0.09552424562331626, delta=1e-9)
        notes = [note for note in done.stderr.splitlines() if "event" in note]
        self.assertEqual(len(notes), 6)
        self.assertIn('note: event "touch-down" at t = 0.0955242456 s (restart)', notes[0])
        self.assertIn("note: 4 more events", notes[5])
        header, rows = self.samples()
        self.assertEqual(len(rows), 201)
        for t, y, _ in rows:
            self.assertEqual(y < 0, any(a["t"] < t <= b for a, b in zip(events[::2], self.lift_offs(events))), t)

    def lift_offs(self, events):
        return [e["t"] for e in events[1::2]] + [2.0]

    def test_json_prints_what_the_file_holds(self):
        done = self.succeed("run", *TOP, "--json", "--out", "out")
        self.assertEqual(done.stdout, (self.folder / "out" / "run.json").read_text())
        self.assertEqual(done.stderr, "")

    def test_every_problem_runs_in_every_form_of_output(self):
        problems = json.loads(self.succeed("list", "problems", "--json").stdout)
        self.assertGreaterEqual(len(problems), 10)
        for problem in problems:
            name = problem["name"]
            with self.subTest(name):
                done = self.succeed("run", name, "--rtol", "1e-3", "--out", name, "--report")
                lines = done.stdout.splitlines()
                self.assertIn("completed", lines[0])
                self.assertIn("at the end", lines[1])  # the short table
                self.assertTrue(lines[-1].startswith("written:"), done.stdout)
                header, rows = self.samples(name)
                record = self.record(name)
                self.assertEqual([cell.split(" ")[0] for cell in header[1:]], list(record["final"]))
                self.assertEqual(rows[-1][0], record["t_end"])

    def test_what_was_done_differently_is_said(self):
        done = self.succeed("run", "heavy_top", "--method", "bliedf_6", "--step", "0.2", "--t-end", "1")
        self.assertIn("warning: all steps of this run are starting values", done.stderr)
        done = self.succeed("run", "heavy_top", "--method", "bliedf_6", "--step", "1e-3", "--t-end", "0.02")
        self.assertNotIn("starting values", done.stderr)
        done = self.succeed("run", "kepler", "--t-end", "0.1", "--formulation", "index3")
        self.assertIn("note: --formulation has no effect", done.stderr)

    def test_quiet_prints_nothing(self):
        done = self.succeed("run", *TOP, "--quiet", "--out", "out")
        self.assertEqual((done.stdout, done.stderr), ("", ""))


if __name__ == "__main__":
    unittest.main()
