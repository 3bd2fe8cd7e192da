"""Hand-made misuses: each gives its exit code, says what is wrong and where, and what to do next."""

import json
import unittest

from program import ProgramTest

USAGE, UNKNOWN, FILE, START = 2, 3, 4, 5

# What is done wrong: (arguments, exit code, parts of the message).
MISUSES = {
    "misspelt command": (["rum", "heavy_top"], USAGE, ['no command "rum"', 'did you mean "run"?']),
    "unknown command": (["fly"], USAGE, ['no command "fly"', "Known commands: new, run"]),
    "option before the command": (["--quiet", "run", "heavy_top"], USAGE, ['"--quiet"', "after the command"]),
    "misspelt option": (["run", "heavy_top", "--metod", "newmark"], USAGE, ['"--metod"', "did you mean --method?"]),
    "misspelt option with value": (["run", "heavy_top", "--rtoll=1e-3"], USAGE, ['"--rtoll"', "did you mean --rtol?"]),
    "unknown option": (["run", "heavy_top", "--colour"], USAGE, ['"--colour"', "kreisel run --help"]),
    "option without value": (["run", "heavy_top", "--step"], USAGE, ["--step", "kreisel run --help"]),
    "option given twice": (["run", "heavy_top", "--step", "1", "--step", "2"], USAGE, ["--step"]),
    "no target": (["run"], USAGE, ["nothing to run", "TARGET", "kreisel run heavy_top"]),
    "two targets": (["run", "heavy_top", "kepler"], USAGE, ['"kepler" is one argument too many']),
    "setting without --set": (["run", "heavy_top", "group=se3"], USAGE, ['"group=se3"', "--set before every"]),
    "misspelt problem": (["run", "heavytop"], UNKNOWN, ['"heavytop"', 'did you mean "heavy_top"?']),
    "unknown problem": (["run", "gyroscope"], UNKNOWN, ['"gyroscope"', "Known problems:", "andrews"]),
    "misspelt method": (["run", "kepler", "--method", "newmrk"], UNKNOWN, ["--method", 'did you mean "newmark"?']),
    "misspelt formulation": (
        ["run", "heavy_top", "--formulation", "index4"],
        UNKNOWN,
        ["--formulation", "did you mean", "index3"],
    ),
    "unknown start": (["run", "heavy_top", "--start", "running"], UNKNOWN, ["--start", "automatic", "a_only"]),
    "unknown step change": (["run", "heavy_top", "--step-change", "magic"], UNKNOWN, ["--step-change", "restart"]),
    "misspelt parameter": (["run", "heavy_top", "--set", "grop=se3"], UNKNOWN, ['"grop"', 'did you mean "group"?']),
    "misspelt choice": (["run", "heavy_top", "--set", "group=se4"], USAGE, ['"se4"', "group", 'did you mean "se3"']),
    "setting without value": (["run", "heavy_top", "--set", "mass"], USAGE, ['"mass"', "key=value"]),
    "setting twice": (["run", "heavy_top", "--set", "mass=1", "--set", "mass=2"], USAGE, ['"mass" is set twice']),
    "text for a number": (["run", "heavy_top", "--set", "mass=heavy"], USAGE, ['"heavy" is not a number', "mass"]),
    "number with a unit": (["run", "heavy_top", "--set", "mass=15kg"], USAGE, ['"15kg" is not a number']),
    "decimal comma": (["run", "heavy_top", "--step", "0,001"], USAGE, ['"0,001" is not a number', "--step"]),
    "NaN parameter": (["run", "heavy_top", "--set", "mass=nan"], USAGE, ['"nan" is not finite', "mass"]),
    "infinite parameter": (["run", "heavy_top", "--set", "gravity=inf"], USAGE, ['"inf" is not finite']),
    "huge parameter": (["run", "heavy_top", "--set", "gravity=1e400"], USAGE, ['"1e400"', "gravity"]),
    "negative mass": (["run", "heavy_top", "--set", "mass=-1"], USAGE, ['"-1" is out of range', "at least"]),
    "negative step": (["run", "heavy_top", "--step", "-1e-3"], USAGE, ['"-1e-3" is not positive', "--step"]),
    "zero step": (["run", "heavy_top", "--step", "0"], USAGE, ['"0" is not positive', "--step"]),
    "NaN step": (["run", "heavy_top", "--step", "nan"], USAGE, ['"nan" is not finite', "--step"]),
    "step beyond the end": (["run", "heavy_top", "--step", "2", "--t-end", "1"], USAGE, ["--step", "smaller step"]),
    "negative tolerance": (["run", "heavy_top", "--rtol", "-1e-6"], USAGE, ['"-1e-6" is not positive', "--rtol"]),
    "infinite tolerance": (["run", "heavy_top", "--atol", "inf"], USAGE, ['"inf" is not finite', "--atol"]),
    "end before the start": (["run", "heavy_top", "--t-end", "-1"], USAGE, ["not after the start", "--t-end"]),
    "NaN end": (["run", "heavy_top", "--t-end", "nan"], USAGE, ['"nan" is not finite', "--t-end"]),
    "step and tolerance": (
        ["run", "heavy_top", "--step", "1e-3", "--rtol", "1e-6"],
        USAGE,
        ["contradict", "--step", "--rtol"],
    ),
    "step and force tolerance": (
        ["run", "heavy_top", "--step", "1e-3", "--lambda-tol", "1e-3"],
        USAGE,
        ["contradict", "--lambda-tol"],
    ),
    "samples and distance": (
        ["run", "heavy_top", "--samples", "10", "--every", "0.1"],
        USAGE,
        ["contradict", "--samples", "--every"],
    ),
    "half a sample": (["run", "heavy_top", "--samples", "1.5"], USAGE, ['"1.5" is not a whole number']),
    "no samples": (["run", "heavy_top", "--samples", "0"], USAGE, ['"0" is not positive', "--samples"]),
    "too many samples": (["run", "heavy_top", "--samples", "1e30"], USAGE, ['"1e30" is too large']),
    "far too many samples": (["run", "heavy_top", "--samples", "1e12"], USAGE, ["1e+12 samples are too many"]),
    "samples far too dense": (["run", "heavy_top", "--every", "1e-12"], USAGE, ["samples are too many", "--every"]),
    "empty folder": (["run", "heavy_top", "--out", ""], USAGE, ["the value is empty", "--out"]),
    "empty step": (["run", "heavy_top", "--step="], USAGE, ["--step"]),
    "negative limit": (["run", "heavy_top", "--max-steps", "-5"], USAGE, ['"-5" is not positive', "--max-steps"]),
    "negative start limit": (["run", "heavy_top", "--start-limit", "-1"], USAGE, ['"-1" is negative']),
    "report without folder": (["run", "heavy_top", "--report"], USAGE, ["a report needs a folder", "--out"]),
    "quiet JSON": (["run", "heavy_top", "--json", "--quiet"], USAGE, ["--json", "--quiet"]),
    "parameter of another method": (
        ["run", "heavy_top", "--set", "rho_inf=0.8"],
        USAGE,
        ['"rho_inf" is a parameter of generalized_alpha', "add --method generalized_alpha"],
    ),
    "method without claim": (
        ["run", "heavy_top", "--method", "trapezoidal", "--formulation", "index3"],
        USAGE,
        ["trapezoidal", "index3", "generalized_alpha"],
    ),
    "tolerance without estimate": (["run", "kepler", "--method", "newmark"], USAGE, ["estimate its error", "--step"]),
    "rows where there are none": (
        ["run", "heavy_top", "--set", "group=so3", "--set", "constraint=b"],
        USAGE,
        ["so3", "constraint"],
    ),
    "list of nothing": (["list"], USAGE, ["what to list is missing", "methods, problems, groups or experiments"]),
    "misspelt list": (["list", "metods"], UNKNOWN, ['"metods"', 'did you mean "methods"?']),
    "describe nothing": (["describe"], USAGE, ["what to describe is missing"]),
    "misspelt name to describe": (["describe", "generalised_alpha"], UNKNOWN, ['did you mean "generalized_alpha"?']),
    "check nothing": (["check"], USAGE, ["nothing to check"]),
    "check with unknown key": (["check", "kepler", "--set", "mas=1"], UNKNOWN, ['"mas"', "Known parameters"]),
    "inconsistent start": (["run", "andrews", "--start-limit", "0"], START, ["violated", "--start-limit"]),
}


class Misuse(ProgramTest):
    def test_every_misuse_is_refused_with_a_remedy(self):
        self.assertGreaterEqual(len(MISUSES), 30)
        for name, (arguments, code, parts) in MISUSES.items():
            with self.subTest(name):
                done = self.refuse(code, parts, *arguments)
                self.assertEqual(done.stdout == "", "--json" not in arguments)

    def test_nothing_at_all_shows_the_help(self):
        done = self.succeed()
        for command in ("run", "check", "list", "describe", "study"):
            self.assertRegex(done.stdout, rf"(?m)^ +{command} ")
        self.assertEqual(done.stderr, "")

    def test_bad_input_leaves_no_folder_behind(self):
        for arguments in (["heavytop"], ["heavy_top", "--method", "x"], ["heavy_top", "--set", "mass=-1"]):
            self.assertNotEqual(self.call("run", *arguments, "--out", "out").returncode, 0)
            self.assertFalse((self.folder / "out").exists())

    def test_bad_input_leaves_earlier_results_alone(self):
        self.succeed("run", "kepler", "--t-end", "0.1", "--out", "out")
        before = {path.name: path.read_bytes() for path in (self.folder / "out").iterdir()}
        self.refuse(START, [], "run", "andrews", "--start-limit", "0", "--out", "out")
        self.refuse(UNKNOWN, [], "run", "kepler", "--set", "nothing=1", "--out", "out")
        after = {path.name: path.read_bytes() for path in (self.folder / "out").iterdir()}
        self.assertEqual(before, after)

    def test_errors_are_json_too_when_asked_for(self):
        for arguments, code in ((["run", "heavytop"], 3), (["run", "heavy_top", "--steps", "1"], 2)):
            done = self.refuse(code, [], *arguments, "--json")
            answer = json.loads(done.stdout)
            self.assertEqual(answer["status"], "error")
            self.assertEqual(answer["exit_code"], code)
            for key in ("message", "where", "hint", "version"):
                self.assertTrue(answer[key], key)

    def test_bytes_that_are_no_text_are_refused_like_any_name(self):
        done = self.refuse(UNKNOWN, [], "run", b"caf\xe9".decode("latin-1"), "--json")
        json.loads(done.stdout)
        done = self.call("run", "kepler", "--set", "x\udcff=1", "--json", text=False)
        self.assertEqual(done.returncode, UNKNOWN)
        json.loads(done.stdout.decode("utf-8"))


if __name__ == "__main__":
    unittest.main()
