"""kreisel run --gradient-of: against complex steps through equations in minimal coordinates, closed forms and differences."""

import cmath
import json
import unittest

from program import SOURCE, ProgramTest

MODELS = SOURCE / "models"


def pendulum_end(gravity, length, inertia, stiffness, t_end, steps=4000):
    """A rod of mass 2 and half length `length` on a hinge, turned by a torsion spring: angle and rate by RK4, in complex numbers."""
    mass = 2.0
    about_hinge = inertia + mass * length * length

    def rate(state):
        angle, speed = state
        return speed, (-mass * gravity * length * cmath.sin(angle) - stiffness * angle) / about_hinge

    state, h = (1.0 + 0j, 0.5 + 0j), t_end / steps
    for _ in range(steps):
        a = rate(state)
        b = rate(tuple(x + h / 2 * k for x, k in zip(state, a)))
        c = rate(tuple(x + h / 2 * k for x, k in zip(state, b)))
        d = rate(tuple(x + h * k for x, k in zip(state, c)))
        state = tuple(x + h / 6 * (ka + 2 * kb + 2 * kc + kd) for x, ka, kb, kc, kd in zip(state, a, b, c, d))
    return state


def rod(length=0.5, gravity=9.81, inertia=0.2, stiffness=3.0):
    """The same as a model file: the rod hangs along -z at angle 0 and starts at 1 rad."""
    return json.dumps({
        "name": "rod", "duration": "2 s",
        "parameters": {"length": length, "g": gravity, "inertia": inertia, "stiffness": stiffness},
        "gravity": [0, 0, "=-g"],
        "bodies": [{"name": "rod", "mass": 2, "inertia": [0.1, "=inertia", 0.15],
                    "position": ["=-length*sin(1)", 0, "=-length*cos(1)"],
                    "rotation": {"axis": [0, 1, 0], "angle": 1},
                    "velocity": ["=-0.5*length*cos(1)", 0, "=0.5*length*sin(1)"], "angular_velocity": [0, 0.5, 0]}],
        "joints": [{"type": "revolute", "name": "hinge", "a": {"body": "ground", "axis": [0, 1, 0]},
                    "b": {"body": "rod", "position": [0, 0, "=length"], "axis": [0, 1, 0]}}],
        "forces": [{"type": "torsion_spring", "name": "spring", "a": {"body": "ground", "axis": [0, 1, 0]},
                    "b": {"body": "rod", "axis": [0, 1, 0]}, "stiffness": "=stiffness"}],
    })  # fmt: skip


class Gradients(ProgramTest):
    def gradient(self, model, of, parameters, *options):
        done = self.succeed("run", model, "--gradient-of", of, "--with-respect-to", parameters, "--json", *options)
        return json.loads(done.stdout)

    def slopes(self, model, of, parameters, *options):
        found = self.gradient(model, of, parameters, *options)
        return {row["name"]: row["derivatives"] for row in found["gradients"]}

    def test_a_rod_on_a_hinge_has_the_derivatives_of_its_minimal_coordinates(self):
        (self.folder / "rod.json").write_text(rod(), encoding="utf-8")
        tight = ["--rtol", "1e-12", "--atol", "1e-12"]
        names = ["g", "length", "inertia", "stiffness"]
        values = {"g": 9.81, "length": 0.5, "inertia": 0.2, "stiffness": 3.0}
        for group in ("r3xso3", "se3"):
            found = self.slopes("rod.json", "rod.wy,rod.x", ",".join(names), *tight, "--set", f"group={group}")
            for name in names:
                numbers = dict(values)
                numbers[name] += 1e-30j
                angle, speed = pendulum_end(numbers["g"], numbers["length"], numbers["inertia"], numbers["stiffness"], 2.0)
                place = -numbers["length"] * cmath.sin(angle)
                for column, expected in (("rod.wy", speed.imag * 1e30), ("rod.x", place.imag * 1e30)):
                    self.assertAlmostEqual(found[column][name], expected, delta=2e-9 * (1 + abs(expected)), msg=(group, column, name))

    def differences(self, model, of, name, value, *options):
        """Of whole runs at four values, extrapolated."""
        h, ends = 1e-3 * value, []
        for k in (1, -1, 2, -2):
            ends.append(self.run_json(model, *options, "--set", f"{name}={value + k * h!r}")["final"])
        return {c: (8 * (ends[0][c] - ends[1][c]) - (ends[2][c] - ends[3][c])) / (12 * h) for c in of.split(",")}

    def compare(self, model, of, name, value, options, share):
        found = self.slopes(model, of, name, *options)
        expected = self.differences(model, of, name, value, *options)
        for column, slope in expected.items():
            scale = max(abs(slope), 1e-9)
            self.assertLess(abs(found[column][name] - slope), share * scale, (model, column, name))

    def test_joints_rolling_drives_and_springs_agree_with_differences_of_runs(self):
        tight = ["--rtol", "1e-12", "--atol", "1e-12", "--method", "dop853"]
        spring, car = MODELS / "spring_pendulum.json", MODELS / "quarter_car.json"
        self.compare(spring, "rod.x,rod.vz,hinge.fz,energy.total", "stiffness", 40.0, [*tight, "--t-end", "2"], 1e-6)
        self.compare(car, "car.z,profile.fz", "amplitude", 0.02, [*tight, "--t-end", "0.5"], 1e-6)
        self.compare("heavy_top", "top.x,top.vz", "mass", 15.0, [*tight, "--t-end", "0.3"], 1e-6)
        lean = [*tight, "--t-end", "0.5", "--set", "speed=4"]
        self.compare(MODELS / "bicycle.json", "frame.x,rear_wheel.wy", "speed", 4.0, lean[:-2], 1e-6)

    def test_constant_steps_of_generalized_alpha_have_tangents_of_their_own(self):
        """Coarse steps: it is their derivative that is compared, not that of the motion."""
        for formulation in ("index3", "index2"):
            options = ["--method", "generalized_alpha", "--formulation", formulation, "--step", "4e-3", "--t-end", "0.2"]
            found = self.gradient("heavy_top", "top.x", "mass", *options)
            self.assertEqual(found["by"], "tangents of the steps")
            self.compare("heavy_top", "top.x,top.vz,lambda.tip_x", "mass", 15.0, options, 1e-5)
            spring = [*options[:-4], "--step", "1e-2", "--t-end", "0.5"]
            self.compare(MODELS / "quarter_car.json", "car.z,profile.fz", "speed", 10.0, spring, 1e-5)

    def test_other_methods_are_replayed(self):
        spring = MODELS / "spring_pendulum.json"
        for method in ("radau", "bliedf", "generalized_alpha"):
            tolerance = "1e-9" if method != "generalized_alpha" else "1e-6"
            found = self.gradient(spring, "rod.x", "stiffness", "--t-end", "1", "--rtol", tolerance, "--method", method)
            self.assertEqual(found["by"], "replayed steps")
            exact = self.slopes(spring, "rod.x", "stiffness", "--t-end", "1", "--rtol", "1e-12")["rod.x"]["stiffness"]
            self.assertLess(abs(found["gradients"][0]["derivatives"]["stiffness"] - exact), 1e-4 * abs(exact), method)

    def test_the_table_and_the_file_say_the_same(self):
        text = self.succeed("run", "heavy_top", "--t-end", "0.1", "--gradient-of", "top.z", "--with-respect-to", "mass,gravity",
                            "--out", "out").stdout  # fmt: skip
        self.assertIn("tangents of the steps", text)
        record = json.loads((self.folder / "out" / "gradient.json").read_text(encoding="utf-8"))
        self.assertEqual([p["name"] for p in record["parameters"]], ["mass", "gravity"])

    def test_mistakes_are_named(self):
        spring = MODELS / "spring_pendulum.json"
        self.refuse(2, ["is of something"], "run", spring, "--gradient-of", "rod.x")
        self.refuse(3, ["stiffnes"], "run", spring, "--gradient-of", "rod.x", "--with-respect-to", "stiffnes")
        self.refuse(3, ["rod.q"], "run", spring, "--gradient-of", "rod.q", "--with-respect-to", "stiffness")
        self.refuse(2, ["is a choice"], "run", "heavy_top", "--gradient-of", "top.x", "--with-respect-to", "constraint")

    def test_a_parameter_without_influence_is_named(self):
        found = self.gradient(MODELS / "bicycle.json", "frame.x", "speed", "--t-end", "0.1")
        self.assertEqual(found["notes"], [])
        text = rod().replace('"stiffness": 3.0}', '"stiffness": 3.0, "idle": 5.0}')
        (self.folder / "idle.json").write_text(text, encoding="utf-8")
        idle = self.gradient("idle.json", "rod.x", "idle,g", "--t-end", "0.05")
        self.assertEqual(len(idle["notes"]), 1)
        self.assertIn('"idle" has no influence', idle["notes"][0])


if __name__ == "__main__":
    unittest.main()
