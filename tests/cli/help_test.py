"""Help, version, the catalogues, checks and the demo."""

import json
import os
import pty
import shlex
import shutil
import subprocess
import unittest

from program import PROGRAM, SOURCE, ProgramTest

COMMANDS = ["new", "run", "view", "list", "describe", "check", "equilibrium", "modes", "expand", "study", "demo", "completion", "manual"]


class Help(ProgramTest):
    def test_version(self):
        self.assertRegex(self.succeed("--version").stdout, r"^kreisel \d+\.\d+\.\d+\n$")

    def test_help_has_examples_for_every_command(self):
        overview = self.succeed("--help").stdout
        self.assertIn("Examples:", overview)
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", overview)
            text = self.succeed(command, "--help").stdout
            self.assertIn("Examples:", text)
            self.assertIn(f"kreisel {command}", text)

    def test_examples_of_the_help_are_accepted(self):
        text = self.succeed("run", "--help").stdout
        examples = [shlex.split(line.split(" > ")[0]) for line in text.splitlines() if line.startswith("  kreisel run ")]
        self.assertGreaterEqual(len(examples), 3)
        (self.folder / "models").symlink_to(SOURCE / "models")  # the examples name models of the source folder
        for example in examples:
            self.succeed(*example[1:])


class Catalogues(ProgramTest):
    def listed(self, kind):
        return json.loads(self.succeed("list", kind, "--json").stdout)

    def test_methods_state_claims_and_citations(self):
        for method in self.listed("methods"):
            self.assertTrue(method["citation"])
            self.assertTrue(any(key.startswith("order_") for key in method["claims"]))
            self.assertIn("controls_error", method["claims"])

    def test_everything_listed_can_be_described(self):
        for kind in ("methods", "problems", "groups"):
            text = self.succeed("list", kind).stdout
            for entry in self.listed(kind):
                self.assertIn(entry["name"], text)
                description = self.succeed("describe", entry["name"]).stdout
                self.assertIn(f"{kind[:-1]} {entry['name']}\n", description)
                for parameter in entry.get("parameters", []):
                    self.assertIn(f"  {parameter['name']} = ", description)

    def test_description_of_the_heavy_top_is_complete(self):
        text = self.succeed("describe", "heavy_top").stdout
        for part in ("mass = 15 kg, at least", "one of r3xso3, r3xs3", "top.qw [1]", "lambda.tip_x [N]",
                     "reference values at t = 0.2, 1, 2 s", "Brüls", "kreisel run heavy_top"):  # fmt: skip
            self.assertIn(part, text)


class Check(ProgramTest):
    def test_every_problem_is_right(self):
        for problem in json.loads(self.succeed("list", "problems", "--json").stdout):
            with self.subTest(problem["name"]):
                done = self.succeed("check", problem["name"])
                self.assertIn("all agree", done.stdout)
                self.assertIn("consistent", done.stdout)

    def test_json(self):
        answer = json.loads(self.succeed("check", "heavy_top", "--set", "group=se3", "--json").stdout)
        self.assertEqual(answer["status"], "ok")
        self.assertEqual(answer["derivatives"]["wrong"], [])
        self.assertLess(answer["derivatives"]["largest_relative_error"], 1e-6)
        self.assertEqual(len(answer["start"]["rows"]), 3)


class Demo(ProgramTest):
    def test_demo_prints_a_table_and_writes_a_report(self):
        done = self.succeed("demo")
        table = [line.split() for line in done.stdout.splitlines() if line.strip().startswith("1e-")]
        self.assertEqual(len(table), 3)
        for tolerance, position, *_ in table:
            self.assertLess(float(position), 20 * float(tolerance))
        report = self.folder / "kreisel-demo" / "report.html"
        self.assertIn(str(report), done.stdout)
        self.assertTrue(report.exists())
        self.assertEqual(self.record("kreisel-demo")["status"], "completed")

    def test_report_draws_without_errors_in_a_browser(self):
        browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not browser:
            self.skipTest("no browser to open the report with")
        self.succeed("demo", "--out", "out")
        done = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom",
             f"--user-data-dir={self.folder / 'profile'}", f"file://{self.folder / 'out' / 'report.html'}"],
            capture_output=True, text=True, timeout=100, check=False,
        )  # fmt: skip
        self.assertNotIn("Uncaught", done.stderr)
        self.assertGreaterEqual(done.stdout.count('class="chart"'), 10)
        for part in ("Reactions", "Step size", "Gap of the joints", "Energy error", "Statistics"):
            self.assertIn(part, done.stdout)


class Progress(ProgramTest):
    LONG = ["run", "kepler", "--step", "1e-6", "--t-end", "1000", "--max-seconds", "2"]

    def errors_on_a_terminal(self, *arguments):
        ours, theirs = pty.openpty()
        process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=theirs, cwd=self.folder)
        os.close(theirs)
        text = b""
        try:
            while chunk := os.read(ours, 4096):
                text += chunk
        except OSError:  # the other end was closed
            pass
        os.close(ours)
        process.wait()
        return text.decode()

    def test_a_long_run_shows_a_bar_on_a_terminal(self):
        text = self.errors_on_a_terminal(*self.LONG)
        self.assertIn("steps, about", text)
        self.assertIn("[", text)

    def test_no_bar_for_quiet_or_short_runs_or_files(self):
        self.assertNotIn("about", self.errors_on_a_terminal(*self.LONG, "--quiet"))
        self.assertNotIn("about", self.errors_on_a_terminal("run", "kepler", "--t-end", "0.1"))
        self.assertNotIn("about", self.call(*self.LONG).stderr)


if __name__ == "__main__":
    unittest.main()
