"""Every exit code of docs/exit-codes.md is reached, with its message and with what was computed."""

import json
import re
import resource
import unittest

from program import SOURCE, ProgramTest

# Where each code is triggered; the test below fails when one is missing.
TESTED_ELSEWHERE = {
    2: "misuse_test",
    3: "misuse_test",
    4: "files_test",
    5: "misuse_test",
    11: "models_test",
    130: "files_test",
}


class ExitCodes(ProgramTest):
    def stopped(self, code, status, parts, *arguments):
        """A run that ends early: code, status in the record, message, rows up to then."""
        done = self.refuse(code, [status, *parts], "run", *arguments, "--out", "out")
        record = self.record()
        self.assertEqual(record["status"], status)
        self.assertEqual(record["exit_code"], code)
        self.assertTrue(record["message"])
        _, rows = self.samples()
        self.assertGreaterEqual(len(rows), 1)
        self.assertLessEqual(rows[-1][0], record["t"])
        self.assertIn(status, done.stdout)
        return record

    def test_0_success(self):
        self.succeed("run", "kepler", "--t-end", "0.1")

    def test_1_out_of_memory(self):
        # Enough memory for the run, too little for its report.
        command = ["run", "heavy_top", "--rtol", "1e-4", "--samples", "1400", "--out", "out", "--report", "--json"]
        for megabytes in range(4, 400):
            size = megabytes * 2**20
            limits = {"preexec_fn": lambda size=size: resource.setrlimit(resource.RLIMIT_AS, (size, size))}
            done = self.call(*command, **limits)
            if done.returncode == 1 and (self.folder / "out" / "run.json").exists():
                break
            if done.returncode == 0 or "Sanitizer" in done.stderr:
                self.skipTest("this build cannot be run with little memory")
        self.assertRegex(done.stderr, "kreisel: error: .*\n  hint: .*memory")
        self.assertEqual(self.record()["status"], "completed")
        _, rows = self.samples()
        self.assertEqual(len(rows), 1401)

    def test_12_audit_failed(self):
        options = ["--method", "generalized_alpha", "--rtol", "1e-4", "--audit", "1e-6"]
        self.stopped(12, "audit_failed", ["the energy is conserved, but has changed by", "--audit"], "heavy_top", *options)
        self.succeed("run", "heavy_top", *options[:4])

    def test_6_solver_failed(self):
        options = ["--step", "0.5", "--t-end", "10"]
        parts = ["constant step of 0.5 s", "Newton's iteration diverges", "smaller --step", "--rtol", "kreisel check"]
        record = self.stopped(6, "solver_failed", parts, "heavy_top", *options)
        self.assertEqual(record["statistics"]["rejected"], 1)

    def test_7_non_finite(self):
        self.stopped(7, "non_finite", ["NaN or infinity"], "heavy_top", "--step", "1e-3", "--set", "spin=1e100")

    def test_8_step_too_small(self):
        record = self.stopped(8, "step_too_small", ["floor"], "heavy_top", "--rtol", "1e-9", "--min-step", "1e-3")
        self.assertLess(record["t"], 1.0)

    def test_9_step_limit(self):
        record = self.stopped(9, "step_limit", ["--max-steps"], "kepler", "--step", "1e-3", "--max-steps", "100")
        self.assertEqual(record["statistics"]["accepted"], 100)
        self.assertAlmostEqual(record["t"], 0.1)

    def test_9_time_limit(self):
        options = ["--step", "1e-6", "--t-end", "1000", "--max-seconds", "0.2"]
        record = self.stopped(9, "time_limit", ["--max-seconds"], "kepler", *options)
        self.assertLess(record["statistics"]["wall_seconds"], 5.0)

    def test_9_rejection_limit(self):
        self.stopped(9, "rejection_limit", ["in a row"], "heavy_top", "--set", "group=so3", "--set", "spin=1e100")

    def test_10_check_failed(self):
        near_the_centre = ["check", "kepler", "--set", "e=0.999"]
        done = self.refuse(10, ["derivatives disagree", "--difference-step"], *near_the_centre)
        self.assertIn("are wrong\n  stiffness(0,0)", done.stdout)
        done = self.refuse(10, [], *near_the_centre, "--json")
        answer = json.loads(done.stdout)
        self.assertEqual(answer["status"], "check_failed")
        self.assertEqual(answer["derivatives"]["wrong"][0]["what"], "stiffness")
        self.succeed(*near_the_centre, "--difference-step", "1e-5")

    def test_every_code_is_documented_and_tested(self):
        header = (SOURCE / "kreisel/core/error.hpp").read_text(encoding="utf-8")
        block = header[header.index("enum class ExitCode") : header.index("};", header.index("enum class ExitCode"))]
        codes = {int(code): name for name, code in re.findall(r"(\w+) = (\d+)", block)}
        documented = (SOURCE / "docs/exit-codes.md").read_text(encoding="utf-8")
        own = {int(code) for name in dir(self) for code in re.findall(r"^test_(\d+)_", name)}
        for code, name in codes.items():
            self.assertIn(f"| {code} | `{name}` |", documented)
            self.assertIn(code, own | TESTED_ELSEWHERE.keys())


if __name__ == "__main__":
    unittest.main()
