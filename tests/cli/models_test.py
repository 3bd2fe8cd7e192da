"""Model files on the command line: run, check, describe, results."""

import json
import math
import shutil
import subprocess
import unittest

from program import SOURCE, ProgramTest

MODELS = SOURCE / "models"
PENDULUM = MODELS / "spring_pendulum.json"
DRIVEN = """{
  "name": "driven", "duration": "1 s",
  "bodies": [{"name": "slider", "mass": "1 kg", "inertia": [1, 1, 1]}],
  "joints": [{"type": "prismatic", "name": "drive", "a": {"body": "ground"}, "b": {"body": "slider"},
              "displacement": "=0.02*(1-cos(12*t))"}]
}"""


class Run(ProgramTest):
    def test_a_model_runs_and_shows_motion_reactions_and_energies(self):
        done = self.succeed("run", PENDULUM, "--rtol", "1e-7", "--out", "out", "--report")
        self.assertIn("completed", done.stdout)
        header, rows = self.samples()
        names = [cell.split(" ")[0] for cell in header]
        for name in ("rod.x", "rod.qw", "hinge.fx", "hinge.mz", "hinge.joint_fx", "energy.total", "lambda.hinge.x"):
            self.assertIn(name, names)
        self.assertEqual(rows[-1][0], 10.0)
        for row in rows:  # the hinge holds the end of the rod at the origin
            x, z = row[names.index("rod.x")], row[names.index("rod.z")]
            self.assertAlmostEqual(math.hypot(x, z), 0.5, delta=1e-6)
        record = self.record()
        self.assertEqual(record["problem"], "spring_pendulum")
        self.assertEqual(record["options"]["parameters"]["stiffness"], 40.0)
        self.assertRegex(record["options"]["model_hash"], "^[0-9a-f]{16}$")
        self.assertTrue(record["redundancy"]["unique"])

    def test_parameters_and_group_are_set_with_units(self):
        stiff = self.run_json(PENDULUM, "--set", "stiffness=2 kN/m", "--set", "group=se3", "--t-end", "0.1")
        self.assertEqual(stiff["options"]["parameters"]["stiffness"], 2000.0)
        self.assertEqual(stiff["options"]["parameters"]["group"], "se3")
        self.refuse(3, ["stiffnes", 'did you mean "stiffness"'], "run", PENDULUM, "--set", "stiffnes=1")

    def test_results_do_not_depend_on_the_group(self):
        final = [
            self.run_json(PENDULUM, "--rtol", "1e-8", "--t-end", "2", "--set", f"group={group}")["final"]
            for group in ("r3xso3", "r3xs3", "se3", "s3_semi_r3")
        ]
        for other in final[1:]:
            for name in ("rod.x", "rod.z", "hinge.fx", "hinge.fz"):
                self.assertAlmostEqual(final[0][name], other[name], delta=1e-5)

    def test_redundant_joints_run_and_are_flagged(self):
        done = self.succeed("run", MODELS / "four_bars_redundant.json", "--t-end", "0.2", "--out", "out")
        self.assertIn("redundant", done.stderr)
        redundancy = self.record()["redundancy"]
        self.assertFalse(redundancy["unique"])
        self.assertGreater(redundancy["count"], 0)
        self.assertTrue(redundancy["dependent"][0]["joints"])

    def test_redundant_joints_run_in_every_formulation(self):
        # index2 has every row twice: dropped rows are counted on both levels.
        ends = []
        for formulation in ("index3", "index2", "index1"):
            self.succeed("run", MODELS / "four_bars_redundant.json", "--t-end", "0.2", "--method", "radau" if formulation != "index2"
                         else "generalized_alpha", "--formulation", formulation, "--rtol", "1e-7", "--out", formulation)
            ends.append(json.loads((self.folder / formulation / "run.json").read_text(encoding="utf-8"))["final"])
        for other in ends[1:]:
            for name in [name for name in ends[0] if name.endswith((".x", ".y"))]:
                self.assertAlmostEqual(ends[0][name], other[name], delta=1e-5)

    def test_bad_models_name_their_place(self):
        text = PENDULUM.read_text(encoding="utf-8").replace('"bodies"', '"boddies"')
        (self.folder / "bad.json").write_text(text, encoding="utf-8")
        self.refuse(11, ["bad.json:7:", "boddies", "bodies"], "run", "bad.json")
        self.refuse(11, ["bad.json:7:"], "check", "bad.json")
        self.refuse(4, ["nothing.json"], "run", "nothing.json")


class Check(ProgramTest):
    def test_every_shipped_model_is_right(self):
        models = sorted(path for path in MODELS.glob("*.json") if not path.name.endswith(".schema.json"))
        self.assertGreaterEqual(len(models), 10)
        for model in models:
            with self.subTest(model.name):
                answer = json.loads(self.succeed("check", model, "--json").stdout)
                self.assertEqual(answer["status"], "ok")
                self.assertTrue(answer["advice"]["reasons"])
                self.assertGreaterEqual(answer["freedom"]["degrees_of_freedom"], 0)

    def test_a_pendulum_has_one_degree_of_freedom(self):
        done = self.succeed("check", PENDULUM)
        for part in ("degrees of freedom: 1", "consistent", "time scales", "recommended: --method"):
            self.assertIn(part, done.stdout)

    def test_driven_joints_are_no_mistakes(self):
        (self.folder / "driven.json").write_text(DRIVEN, encoding="utf-8")
        answer = json.loads(self.succeed("check", "driven.json", "--json").stdout)
        self.assertEqual(answer["derivatives"]["wrong"], [])

    def test_vibrations_are_damped_or_not(self):
        for damper, words in (("0.1 N s/m", "decay 0."), ("0 N s/m", "undamped")):
            text = PENDULUM.read_text(encoding="utf-8").replace("0.1 N s/m", damper)
            (self.folder / "pendulum.json").write_text(text, encoding="utf-8")
            self.assertIn(words, self.succeed("check", "pendulum.json").stdout)

    def test_redundant_rows_are_named_by_joint(self):
        answer = json.loads(self.succeed("check", MODELS / "four_bars_redundant.json", "--json").stdout)
        self.assertGreater(answer["freedom"]["redundant_rows"], 0)
        self.assertTrue(answer["freedom"]["dependent"][0]["joints"])

    def test_a_rough_start_is_assembled_within_the_limit(self):
        text = PENDULUM.read_text(encoding="utf-8").replace('["=length/2", 0, 0]\n', '["=length/2", 0, "3 cm"]\n')
        (self.folder / "rough.json").write_text(text, encoding="utf-8")
        self.refuse(5, ["hinge", "--start-limit"], "check", "rough.json", "--start-limit", "0.01")
        done = self.succeed("check", "rough.json")
        self.assertIn("given roughly, and assembled", done.stdout)
        self.assertIn('body "rod" moved', done.stdout)
        # Farther than a quarter of the model, unless the model says that this is fine.
        far = PENDULUM.read_text(encoding="utf-8").replace('["=length/2", 0, 0]\n', '["=length/2", 0, "4 m"]\n')
        (self.folder / "far.json").write_text(far, encoding="utf-8")
        self.refuse(5, ["hinge", "--start-limit"], "check", "far.json", "--start-limit", "1")

    def test_a_motor_on_a_loop_of_estimated_poses_runs(self):
        hinge = lambda name, a, at_a, b, at_b: {"type": "revolute", "name": name, "a": {"body": a, "position": at_a}, "b": {"body": b, "position": at_b}}
        body = lambda name, position, angle: {"name": name, "mass": 1, "inertia": [0.01, 0.1, 0.1], "position": position, "rotation": {"axis": [0, 0, 1], "angle": angle}}
        model = {"name": "rough", "duration": "0.5 s",
                 "bodies": [body("crank", [0.5, 0, 0], 0), body("rod", [1.6, 0.3, 0], 0.3), body("rocker", [2.5, 0.2, 0], 1.4)],
                 "joints": [hinge("motor", "ground", [0, 0, 0], "crank", [-0.5, 0, 0]) | {"angle": "=t"},
                            hinge("h1", "crank", [0.5, 0, 0], "rod", [-0.9, 0, 0]), hinge("h2", "rod", [0.9, 0, 0], "rocker", [0.8, 0, 0]),
                            hinge("h3", "ground", [2.4, -0.5, 0], "rocker", [-0.8, 0, 0])]}
        (self.folder / "loop.json").write_text(json.dumps(model), encoding="utf-8")
        self.assertIn("most violated row", self.succeed("run", "loop.json").stderr)
        self.assertIn('body "rocker" moved', self.succeed("check", "loop.json").stdout)


class Describe(ProgramTest):
    def test_a_model_is_described(self):
        done = self.succeed("describe", PENDULUM)
        for part in ("model spring_pendulum", "hinge (revolute)", "spring (spring_damper)", "stiffness", "rod.x [m]"):
            self.assertIn(part, done.stdout)


class Formats(ProgramTest):
    def test_hdf5_holds_what_csv_holds(self):
        self.succeed("run", PENDULUM, "--t-end", "1", "--samples", "70", "--out", "out", "--format", "both")
        _, rows = self.samples()
        self.assertEqual(len(rows), 71)
        if shutil.which("h5dump") is None:
            self.skipTest("h5dump is not installed")
        file = self.folder / "out" / "samples.h5"
        listing = subprocess.run(["h5dump", "-H", file], capture_output=True, text=True, check=True).stdout
        for name in ("samples", "columns", "units", "run", "model", "version", "compiler"):
            self.assertIn(f'DATASET "{name}"', listing)
        shown = subprocess.run(
            ["h5dump", "-d", "samples", "-y", "-w", "0", "-m", "%.17g", file], capture_output=True, text=True, check=True
        ).stdout
        block = shown[shown.index("DATA {") + 6 :]
        numbers = [float(word) for word in block[: block.index("}")].replace(",", " ").split()]
        self.assertEqual(numbers, [value for row in rows for value in row])

    def test_only_what_was_asked_for_is_written(self):
        self.succeed("run", "kepler", "--t-end", "0.1", "--out", "out", "--format", "hdf5")
        self.assertFalse((self.folder / "out" / "samples.csv").exists())
        self.assertTrue((self.folder / "out" / "samples.h5").exists())
        self.refuse(3, ["hdf5"], "run", "kepler", "--out", "out", "--format", "hdf")
        self.refuse(2, ["--out"], "run", "kepler", "--format", "hdf5")


if __name__ == "__main__":
    unittest.main()
