"""Sixty mistakes of the first hour: each is answered with its place, its cause and a remedy, and none passes silently."""

import json
import unittest

from program import ProgramTest

USAGE, UNKNOWN, FILES, START, MODEL = 2, 3, 4, 5, 11

PENDULUM = {
    "name": "pendulum",
    "parameters": {"stiffness": "40 N/m"},
    "duration": "1 s",
    "bodies": [{"name": "rod", "mass": "2 kg", "inertia": [1e-4, 0.1667, 0.1667], "position": ["50 cm", 0, 0]}],
    "joints": [
        {"type": "revolute", "name": "hinge", "a": {"body": "ground", "axis": [0, 1, 0]},
         "b": {"body": "rod", "position": ["-50 cm", 0, 0], "axis": [0, 1, 0]}}
    ],
    "forces": [
        {"type": "spring_damper", "name": "spring", "a": {"body": "ground", "position": [1, 0, 0.5]},
         "b": {"body": "rod", "position": [0.5, 0, 0]}, "stiffness": "=stiffness", "length": "50 cm"}
    ],
    "events": [{"type": "angle", "name": "up", "joint": "hinge", "value": "10 deg"}],
}  # fmt: skip

# What is put at which place of the model, the exit code, and words of the answer.
MODELS = {
    "no name": (("name",), None, MODEL, ['"name" is missing']),
    "no duration": (("duration",), None, MODEL, ['"duration" is missing']),
    "duration zero": (("duration",), 0, MODEL, ["duration", "positive"]),
    "duration in metres": (("duration",), "2 m", MODEL, ["a time expected, got a length"]),
    "no bodies": (("bodies",), [], MODEL, ["no body", "rod"]),
    "misspelt field of the model": (("bodys",), [], MODEL, ['"bodys"', "bodies"]),
    "misspelt field of a body": (("bodies", 0, "masss"), 1, MODEL, ['"masss"', "mass"]),
    "no mass": (("bodies", 0, "mass"), None, MODEL, ['"mass" is missing']),
    "negative mass": (("bodies", 0, "mass"), -1, MODEL, ["mass", "positive"]),
    "mass in newtons": (("bodies", 0, "mass"), "2 N", MODEL, ["a mass expected, got a force"]),
    "mass as a word": (("bodies", 0, "mass"), "heavy", MODEL, ["heavy"]),
    "unknown unit": (("bodies", 0, "mass"), "2 stone", MODEL, ["stone"]),
    "two moments": (("bodies", 0, "inertia"), [1, 1], MODEL, ["3"]),
    "impossible inertia": (("bodies", 0, "inertia"), [0.001, 0.001, 1], MODEL, ["no body can have"]),
    "inertia zero": (("bodies", 0, "inertia"), [0, 0, 0], MODEL, ["not positive"]),
    "position of two": (("bodies", 0, "position"), [1, 2], MODEL, ["3"]),
    "position in seconds": (("bodies", 0, "position"), ["1 s", 0, 0], MODEL, ["a length expected, got a time"]),
    "rotation zero": (("bodies", 0, "rotation"), [0, 0, 0, 0], MODEL, ["rotation"]),
    "a body called ground": (("bodies", 0, "name"), "ground", MODEL, ["ground"]),
    "two bodies of one name": (("bodies", 1), PENDULUM["bodies"][0], MODEL, ["rod"]),
    "shape without size": (("bodies", 0, "shape"), {"type": "box"}, MODEL, ['"size" is missing']),
    "shape of no extent": (("bodies", 0, "shape"), {"type": "sphere", "radius": 0}, MODEL, ["has no extent"]),
    "unknown shape": (("bodies", 0, "shape"), {"type": "cube", "size": 1}, MODEL, ["cube", "box"]),
    "mesh that is not there": (("bodies", 0, "shape"), {"type": "mesh", "file": "none.stl"}, FILES, ["none.stl"]),
    "unknown joint": (("joints", 0, "type"), "revolut", MODEL, ["revolut", "revolute"]),
    "joint without type": (("joints", 0, "type"), None, MODEL, ["type"]),
    "unknown body of a joint": (("joints", 0, "b", "body"), "rode", MODEL, ["rode", "rod"]),
    "joint with itself": (("joints", 0, "b", "body"), "ground", MODEL, ["ground"]),
    "axis zero": (("joints", 0, "a", "axis"), [0, 0, 0], MODEL, ["axis"]),
    "axis forgotten on one end": (("joints", 0, "b", "axis"), None, START, ["hinge", "axis", "end b"]),
    "joint far apart": (("joints", 0, "b", "position"), [3, 0, 0], START, ["hinge", "--start-limit"]),
    "a joint and a force of one name": (("forces", 0, "name"), "hinge", MODEL, ["hinge", "taken"]),
    "stiffness in N m": (("parameters", "stiffness"), "40 N m", MODEL, ["a stiffness expected", "torque"]),
    "negative stiffness": (("forces", 0, "stiffness"), -4, MODEL, ["stiffness"]),
    "unknown parameter": (("forces", 0, "stiffness"), "=stifness", MODEL, ["stifness", "stiffness"]),
    "formula with a slip": (("forces", 0, "stiffness"), "=2*(3", MODEL, ["2*(3"]),
    "division by zero": (("forces", 0, "stiffness"), "=1/0", MODEL, ["1/0"]),
    "length missing": (("forces", 0, "length"), None, MODEL, ['"length" is missing']),
    "spring without extent": (("forces", 0, "b"), {"body": "rod", "position": [0.5, 0, 0.5]}, None, []),
    "unknown event": (("events", 0, "type"), "angel", MODEL, ["angel", "angle"]),
    "event of no joint": (("events", 0, "joint"), "hingee", MODEL, ["hingee", "hinge"]),
    "event on a spring's angle": (("events", 0), {"type": "travel", "name": "x", "joint": "hinge", "value": 1}, MODEL, ["hinge", "travel"]),
    "event in metres": (("events", 0, "value"), "1 m", MODEL, ["an angle expected, got a length"]),
}  # fmt: skip

COMMANDS = {
    "the file without its ending": (["run", "pendulum_model"], UNKNOWN, ["pendulum_model"]),
    "a file that is not there": (["run", "pendulm.json"], FILES, ["pendulm.json"]),
    "a file and no command": (["pendulum.json"], USAGE, ["kreisel run pendulum.json"]),
    "a command with a slip": (["chek", "pendulum.json"], USAGE, ["check"]),
    "a unit where there is none": (["run", "pendulum.json", "--rtol", "1 m"], USAGE, ["--rtol"]),
    "a parameter with a slip": (["run", "pendulum.json", "--set", "stifness=3"], UNKNOWN, ["stifness", "stiffness"]),
    "a parameter in another unit": (["run", "pendulum.json", "--set", "stiffness=2 m"], USAGE, ["is a stiffness in the model, got a length"]),
    "an end before the start": (["run", "pendulum.json", "--t-end", "-1 s"], USAGE, ["--t-end"]),
    "an end in metres": (["run", "pendulum.json", "--t-end", "2 m"], USAGE, ["a time expected, got a length"]),
    "a method with a slip": (["run", "pendulum.json", "--method", "radua"], UNKNOWN, ["radua", "radau"]),
    "a method of scipy": (["run", "pendulum.json", "--method", "RK45"], UNKNOWN, ["RK45"]),
    "a step and a tolerance": (["run", "pendulum.json", "--step", "1e-3", "--rtol", "1e-6"], USAGE, ["--step"]),
    "no column of that name": (["run", "pendulum.json", "--columns", "hinge.angel"], UNKNOWN, ["hinge.angel", "hinge.angle"]),
    "a report without a folder": (["run", "pendulum.json", "--report"], USAGE, ["--out DIR"]),
    "a format that is none": (["run", "pendulum.json", "--out", "o", "--format", "xls"], UNKNOWN, ["xls", "csv"]),
    "a template with a slip": (["new", "pendulm"], UNKNOWN, ["pendulm", "pendulum"]),
    "a model over another one": (["new", "pendulum", "pendulum.json"], FILES, ["pendulum.json", "--force"]),
    "nothing to view": (["view"], USAGE, ["nothing to view"]),
}  # fmt: skip


def changed(model, path, value):
    """The model with `value` at a place; None takes what is there away."""
    model = json.loads(json.dumps(model))
    at = model
    for key in path[:-1]:
        at = at[key]
    if value is None:
        del at[path[-1]]
    elif isinstance(at, list) and path[-1] == len(at):
        at.append(value)
    else:
        at[path[-1]] = value
    return model


class Provoked(ProgramTest):
    def write(self, model):
        (self.folder / "pendulum.json").write_text(json.dumps(model, indent=1))

    def test_there_are_sixty(self):
        self.assertGreaterEqual(len(MODELS) + len(COMMANDS), 60)

    def test_every_mistake_in_a_model_is_answered(self):
        for name, (path, value, code, words) in MODELS.items():
            with self.subTest(name):
                self.write(changed(PENDULUM, path, value))
                if code is None:
                    continue
                done = self.refuse(code, words, "run", "pendulum.json")
                self.assertIn("hint:", done.stderr)
                if code == MODEL:
                    self.assertRegex(done.stderr, r"pendulum\.json:\d+:\d+")

    def test_every_slip_on_the_command_line_is_answered(self):
        self.write(PENDULUM)
        for name, (arguments, code, words) in COMMANDS.items():
            with self.subTest(name):
                self.assertIn("hint:", self.refuse(code, words, *arguments).stderr)

    def test_a_mass_in_grams_with_the_inertia_of_kilograms_is_remarked(self):
        self.write(changed(PENDULUM, ("bodies", 0, "mass"), "2 g"))
        self.assertIn("radius of gyration", self.succeed("run", "pendulum.json").stderr)


if __name__ == "__main__":
    unittest.main()
