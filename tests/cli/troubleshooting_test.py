"""The pages docs/troubleshooting*.md say what the program prints: messages and exit codes. Their examples: tests/pages."""

import re
import sys
import unittest

from program import SOURCE, ProgramTest

sys.path.insert(0, str(SOURCE / "tests/architecture"))
from check_messages import pattern_of, read_entries  # noqa: E402

ENTRIES = {message: entry for entry in read_entries(SOURCE) for message in entry.messages}
GOOD_MODEL = (SOURCE / "tests/bad_models/good.json").read_text(encoding="utf-8")

# Message of a page -> exit code, command. MODEL is the model file of tests/bad_models after the edit "OLD => NEW".
COMMANDS = {
    "there is nothing to run": (2, ["run"]),
    'there is no command "…"': (2, ["rum"]),
    'there is no option "…"': (2, ["run", "heavy_top", "--metod", "radau"]),
    '"…" is one argument too many': (2, ["run", "heavy_top", "kepler"]),
    "the value is empty": (2, ["run", "heavy_top", "--out", ""]),
    "…: 1 required … missing": (2, ["run", "heavy_top", "--step"]),
    "…: At Most 1 required but received …": (2, ["run", "heavy_top", "--step", "1", "--step", "2"]),
    '"…" is not a number': (2, ["run", "heavy_top", "--step", "0,001"]),
    '"…" is not positive': (2, ["run", "heavy_top", "--rtol", "-1"]),
    '"…" is out of range': (2, ["run", "heavy_top", "--set", "mass=-1"]),
    '"…" is not among the choices': (2, ["run", "heavy_top", "--set", "group=se4"]),
    '"…" is not of the form key=value': (2, ["run", "heavy_top", "--set", "mass"]),
    "a constant step and a tolerance contradict each other": (2, ["run", "kepler", "--step", "1", "--rtol", "1"]),
    "a report needs a folder": (2, ["run", "kepler", "--report"]),
    "the step … s is longer than the interval": (2, ["run", "heavy_top", "--step", "2", "--t-end", "1"]),
    "… samples are too many": (2, ["run", "kepler", "--samples", "1e12"]),
    'there is no problem "…"': (3, ["run", "heavytop"]),
    'there is no method "…"': (3, ["run", "kepler", "--method", "newmrk"]),
    'neither … "…" nor method "…" has a parameter "…"': (3, ["run", "kepler", "--set", "mas=1"]),
    '"…" is a parameter of …, and the method chosen here is …': (2, ["run", "heavy_top", "--set", "rho_inf=0.8"]),
    "there is no such file": (4, ["run", "nothing.json"]),
    "cannot create the folder": (4, ["run", "kepler", "--out", "/proc/kreisel"]),
    'row "…" is violated by … at the start, more than the limit …': (5, ["run", "andrews", "--start-limit", "0"]),
    "derivatives disagree with differences": (10, ["check", "kepler", "--set", "e=0.999"]),
    "Newton's iteration diverges": (6, ["run", "heavy_top", "--step", "0.5", "--min-step", "0.4", "--t-end", "10"]),
    "the model returned NaN or infinity": (7, ["run", "heavy_top", "--step", "1e-3", "--set", "spin=1e100"]),
    "at t = … the step would be …, below its floor: …. …": (
        8,
        ["run", "heavy_top", "--rtol", "1e-9", "--min-step", "1e-3"],
    ),
    "the limit of … steps is reached; raise --max-steps, loosen the tolerance or choose a larger step": (
        9,
        ["run", "kepler", "--step", "1e-3", "--max-steps", "100"],
    ),
    'method "…" does not converge for …': (
        2,
        ["run", "heavy_top", "--method", "trapezoidal", "--formulation", "index3"],
    ),
    'method "…" does not estimate its error': (2, ["run", "kepler", "--method", "newmark"]),
    'method "…" chooses order and step itself': (2, ["run", "kepler", "--method", "radau", "--step", "0.1"]),
    'method … is not made for strong dampers such as row "…", which relaxes at … 1/s: …. Take radau, radau_iia_3, '
    "lobatto_iiic_3 or bliedf": (0, ["run", "rod_pendulum", "--method", "trapezoidal", "--step", "0.01"]),
    "--formulation has no effect, there are no rigid joints": (
        0,
        ["run", "kepler", "--method", "radau", "--formulation", "index3"],
    ),
    "orders are measured with constant steps": (2, ["study", "orders", "kepler", "--tolerances", "1e-3"]),
    "there is nothing to study": (2, ["study", "orders"]),
    "there is nothing to linearise": (2, ["modes"]),
    "there is no equilibrium: nothing resists a force of … N or N m with which …": (
        6,
        ["equilibrium", str(SOURCE / "models/rolling_disc.json")],
    ),
    "the start lies outside the circle of the rod": (2, ["run", "pendulum", "--set", "x0=2"]),
    'problem "…" has no expansion in the strength of its dampers': (2, ["expand", "kepler"]),
    'unknown field "…"': (11, '"mass": 2, => "mas": 2,'),
    'the field "…" is missing': (11, '{"type": "friction", "name": "brake" => {"name": "brake"'),
    "… expected, got …": (11, '"2 s" => "2 kg"'),
    'there is no unit "…"': (11, '"2 s" => "2 sec"'),
    "',' or '…' is missing before …": (11, '"mass": 2, => "mass": 2'),
    "… is beyond the range of numbers, 1e-323 to 1.7e308": (11, '"mass": 2, => "mass": 1e400,'),
    'the mass of "…" is … kg': (11, '"mass": 2, => "mass": 0,'),
    'no body can have the inertia of "…": the principal moment … kg m^2 is larger than the other two, … and …, '
    "together": (11, "[0.1, 0.2, 0.25] => [0.1, 0.2, 0.31]"),
    "it joins a body with itself": (11, '"b": {"body": "ground", "axis": [1, 1, 0]} => "b": {"body": "rod"}'),
    'the length of "…" is not positive at t = 0': (11, '"25 cm" => 0'),
}


class Messages(ProgramTest):
    def arguments_for(self, command):
        if isinstance(command, list):
            return command
        old, new = command.split(" => ")
        self.assertEqual(GOOD_MODEL.count(old), 1, old)
        (self.folder / "model.json").write_text(GOOD_MODEL.replace(old, new), encoding="utf-8")
        return ["check", "model.json"]

    def test_common_messages_are_printed_as_explained(self):
        self.assertGreaterEqual(len(COMMANDS), 25)
        for message, (code, command) in COMMANDS.items():
            with self.subTest(message):
                entry = ENTRIES[message]
                done = self.call(*self.arguments_for(command))
                self.assertEqual(done.returncode, code, done.stderr)
                self.assertRegex(done.stderr, pattern_of(message))
                if code != 0:
                    said = re.split(r"[.;]\s", entry.text.strip())
                    self.assertRegex(" ".join(said[:2]), rf"\b{code}\b", entry.place)


if __name__ == "__main__":
    unittest.main()
