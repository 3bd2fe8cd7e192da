"""kreisel study: tables, folders, stored results, interruption, messages."""

import csv
import json
import os
import signal
import subprocess
import time
import unittest

from program import LONGEST, PROGRAM, SOURCE, ProgramTest

METHODS = ["--methods", "generalized_alpha,rk4"]
ORDERS = ["study", "orders", "pendulum", *METHODS]

OWN_MODEL = """{
  "name": "own", "duration": "1 s",
  "bodies": [{"name": "rod", "mass": "2 kg", "inertia": [1e-4, 0.17, 0.17], "position": [0.5, 0, 0]}],
  "joints": [{"type": "revolute", "name": "hinge", "a": {"body": "ground", "axis": [0, 1, 0]},
              "b": {"body": "rod", "position": [-0.5, 0, 0], "axis": [0, 1, 0]}}],
  "parameters": {"stiffness": "40 N/m"},
  "forces": [{"type": "spring_damper", "name": "spring", "a": {"body": "ground", "position": [1, 0, 0.5]},
              "b": {"body": "rod", "position": [0.5, 0, 0]}, "stiffness": "=stiffness", "length": "50 cm"}]
}"""


class Study(ProgramTest):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")}

    def call(self, *arguments, **options):
        return super().call(*arguments, **{"env": self.environment, **options})

    def study_json(self, *arguments):
        return json.loads(self.succeed("study", *arguments, "--json").stdout)

    def stored(self):
        return sorted((self.folder / "cache").rglob("*.json"))

    def test_orders_are_measured_and_judged(self):
        report = self.study_json("orders", "pendulum", *METHODS)
        self.assertTrue(report["as_claimed"])
        table = report["tables"][0]
        names = [column["name"] for column in table["columns"]]
        slopes = {row[0]: row[names.index("slope of q")] for row in table["rows"]}
        self.assertAlmostEqual(slopes["generalized_alpha"], 2.0, delta=0.2)
        self.assertAlmostEqual(slopes["rk4"], 4.0, delta=0.2)
        self.assertEqual([figure["y"]["label"][-1] for figure in report["figures"]], ["q", "v", "λ"])

    def test_every_kind_runs_and_prints_a_table(self):
        for kind in ("orders", "work-precision", "drift", "tolerance", "steps"):
            with self.subTest(kind=kind):
                done = self.succeed("study", kind, "pendulum", "--methods", "generalized_alpha,dopri5", "--t-end", "0.5")
                self.assertIn("generalized_alpha", done.stdout)
                self.assertIn("method", done.stdout.splitlines()[0])
                self.assertEqual(done.stderr, "")

    def test_own_model_file_is_studied_like_a_problem(self):
        (self.folder / "own.json").write_text(OWN_MODEL, encoding="utf-8")
        orders = self.study_json("orders", "own.json", "--methods", "generalized_alpha,radau_iia_2,rk4")
        self.assertTrue(orders["as_claimed"])
        columns = [column["name"] for column in orders["tables"][0]["columns"]]
        slopes = {row[0]: [row[columns.index(f"slope of {c}")] for c in "qvλ"] for row in orders["tables"][0]["rows"]}
        for slope in slopes["generalized_alpha"]:
            self.assertAlmostEqual(slope, 2.0, delta=0.2)
        self.assertAlmostEqual(slopes["rk4"][0], 4.0, delta=0.2)
        for kind in ("work-precision", "drift", "tolerance", "steps"):
            with self.subTest(kind=kind):
                report = self.study_json(kind, "own.json", "--methods", "generalized_alpha,radau", "--set", "stiffness=60 N/m")
                self.assertEqual({row[0] for row in report["tables"][0]["rows"]}, {"generalized_alpha", "radau"})
                self.assertEqual(report["target"], "own")

    def test_runs_of_a_study_start_alike(self):
        """A tyre of 67 rad/s is stiff for large steps only; its start must not depend on them."""
        car = str(SOURCE / "models/quarter_car.json")
        report = self.study_json("orders", car, "--methods", "generalized_alpha,radau_iia_3")
        names = [column["name"] for column in report["tables"][0]["columns"]]
        slopes = {row[0]: row[names.index("slope of q")] for row in report["tables"][0]["rows"]}
        self.assertAlmostEqual(slopes["generalized_alpha"], 2.0, delta=0.2)
        self.assertAlmostEqual(slopes["radau_iia_3"], 5.0, delta=0.2)

    def test_changed_model_file_is_computed_anew(self):
        model, command = self.folder / "own.json", ["study", "orders", "own.json", "--methods", "rk4", "--steps", "0.01,0.005"]
        model.write_text(OWN_MODEL, encoding="utf-8")
        self.succeed(*command)
        before = len(self.stored())
        self.succeed(*command)
        self.assertEqual(len(self.stored()), before)
        model.write_text(OWN_MODEL.replace("2 kg", "3 kg"), encoding="utf-8")
        self.succeed(*command)
        self.assertEqual(len(self.stored()), 2 * before)

    def test_model_in_blocks_takes_part(self):
        report = self.study_json("orders", "chain", "--set", "bodies=10", "--t-end", "0.1", "--methods",
                                 "generalized_alpha,radau_iia_2", "--steps", "0.01,0.005,0.0025,0.00125")
        self.assertEqual({row[1] for row in report["tables"][0]["rows"]}, {"index2", "index3"})

    def test_digits_of_another_start_are_left_aside(self):
        # Stored digits belong to the start as it is given; on the slow motion the end is another one.
        report = self.study_json("orders", "chaplygin_sleigh", "--set", "epsilon=1e-3", "--start", "smooth", "--methods", "radau_iia_2")
        self.assertIn("0 of 7 stored values for the end agree with it (the others are left aside)", report["notes"][0])
        columns = [column["name"] for column in report["tables"][0]["columns"]]
        self.assertAlmostEqual(report["tables"][0]["rows"][0][columns.index("slope of q")], 3.0, delta=0.2)

    def test_stiff_problems_do_not_wait_for_explicit_methods(self):
        # With steps that the damper does not allow dop853 would divide them a million times.
        done = self.succeed("study", "tolerance", "rod_pendulum", "--set", "damping=1e6", "--methods", "radau", "--jobs", 1, timeout=60)
        self.assertIn("checked by bliedf", done.stdout.replace("\n", " "))

    def test_folder_has_page_tables_and_figures(self):
        self.succeed(*ORDERS, "--out", "out")
        out = self.folder / "out"
        self.assertEqual({path.name for path in out.iterdir()},
                         {"report.html", "study.json", "summary.csv", "runs.csv", "curves.csv", "figure.svg", "figure.pdf"})
        with (out / "runs.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual({row["method"] for row in rows}, {"generalized_alpha", "rk4"})
        self.assertTrue(all(float(row["step [s]"]) > 0 for row in rows))
        self.assertTrue((out / "figure.pdf").read_bytes().startswith(b"%PDF-"))
        self.assertIn("<svg", (out / "figure.svg").read_text(encoding="utf-8"))
        self.assertNotIn("http", (out / "report.html").read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", ""))

    def test_results_are_kept_and_used_again(self):
        first = self.study_json("orders", "pendulum", *METHODS)
        files = self.stored()
        self.assertGreater(len(files), 10)
        times = {path: path.stat().st_mtime_ns for path in files}
        self.assertEqual(self.study_json("orders", "pendulum", *METHODS), first)
        self.assertEqual({path: path.stat().st_mtime_ns for path in self.stored()}, times)

    def test_damaged_results_are_computed_again(self):
        first = self.study_json("orders", "pendulum", *METHODS)
        victim = self.stored()[0]
        victim.write_bytes(victim.read_bytes()[:-20])
        done = self.succeed(*ORDERS, "--json")
        self.assertIn("damaged", done.stderr)
        again = json.loads(done.stdout)
        self.assertEqual(again["tables"][0], first["tables"][0])

    def test_no_cache_keeps_nothing(self):
        self.succeed(*ORDERS, "--no-cache")
        self.assertEqual(self.stored(), [])

    def test_number_of_jobs_does_not_change_a_figure(self):
        one, four = (self.study_json("orders", "pendulum", *METHODS, "--no-cache", "--jobs", n) for n in (1, 4))
        self.assertEqual(one["figures"], four["figures"])

    def test_interrupted_study_goes_on(self):
        # A finest step small enough that the study lasts; the coarse ones are finished by then.
        command = ["study", "orders", "heavy_top", "--methods", "generalized_alpha", "--jobs", "1", "--steps",
                   "0.004,0.002,0.001,0.0000005"]
        process = subprocess.Popen([PROGRAM, *command], cwd=self.folder, env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + LONGEST
        while time.monotonic() < deadline and not self.has_stored("step 0.001 "):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=LONGEST)
        self.assertEqual(process.returncode, 130, complaint)
        self.assertIn("goes on where it stopped", complaint)
        self.assertTrue(self.has_stored("step 0.001 "))
        self.assertFalse(self.has_stored("step 5e-07 "))

    def has_stored(self, text):
        return any(text in path.read_text(encoding="utf-8", errors="replace") for path in self.stored())

    def test_misuse_is_explained(self):
        self.refuse(2, ["KIND"], "study")
        self.refuse(3, ["orders"], "study", "order", "pendulum")
        self.refuse(2, ["TARGET"], "study", "orders")
        self.refuse(3, ["pendulum"], "study", "orders", "pendulumm")
        self.refuse(3, ["rk4"], "study", "orders", "pendulum", "--methods", "rk5")
        self.refuse(3, ["rho_inf"], *ORDERS, "--set", "rho_inff=0.5")
        self.refuse(2, ["--steps"], *ORDERS, "--steps", "0.1,,0.2")
        self.refuse(2, ["--steps"], *ORDERS, "--steps", "0.1,0.1")
        self.refuse(2, ["--tolerances"], *ORDERS, "--tolerances", "1e-3")
        self.refuse(2, ["--cache"], *ORDERS, "--cache", "x", "--no-cache")
        self.refuse(2, ["no method is left"], "study", "tolerance", "pendulum", "--methods", "rk4")
        (self.folder / "file").write_text("")
        self.refuse(4, ["file"], *ORDERS, "--out", "file")


if __name__ == "__main__":
    unittest.main()
