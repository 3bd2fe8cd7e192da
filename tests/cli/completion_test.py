"""Completion as the shells do it: the script is loaded, a line is typed, the offers are read."""

import json
import os
import pty
import re
import select
import shutil
import subprocess
import time
import unittest
from pathlib import Path

from manual_test import COMMANDS, options_of
from program import PROGRAM, SOURCE, ProgramTest


class Completion(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "models").symlink_to(SOURCE / "models")
        (self.folder / "kreisel").symlink_to(PROGRAM)
        self.environment = {"PATH": f"{self.folder}:{os.environ['PATH']}", "HOME": str(self.folder), "TERM": "dumb"}

    def names(self, kind):
        return [entry["name"] for entry in json.loads(self.succeed("list", kind, "--json").stdout)]

    def words(self, *typed):
        """What the program itself answers to a script."""
        return [line.split("\t")[0] for line in self.succeed("__complete", *typed).stdout.splitlines()]


class Program(Completion):
    def test_every_option_of_every_command(self):
        for command in COMMANDS:
            options = options_of(self.succeed(*command.split(), "--help").stdout)
            self.assertEqual(self.words(*command.split(), "-"), list(options), command)

    def test_every_option_with_named_values_offers_them(self):
        for command in COMMANDS:
            text = self.succeed(*command.split(), "--help").stdout
            for option in re.findall(r"^  (--[\w-]+) (?:NAMES?|A,B,…|DIR)\b", text, re.MULTILINE):
                self.assertTrue(self.words(*command.split(), option, ""), f"{command} {option}")

    def test_every_positional_argument_offers_something(self):
        for command in COMMANDS:
            positionals = self.succeed(*command.split(), "--help").stdout.partition("\nPositionals:\n")[2]
            if re.match(r"  [A-Z]+ ", positionals):
                offers = [word for word in self.words(*command.split(), "") if not word.startswith("-")]
                self.assertTrue(offers, command)

    def test_names_of_the_catalogues(self):
        self.assertEqual(self.words("run", ""), [*self.names("problems"), ":models"])
        self.assertEqual(self.words("run", "--method", ""), ["auto", *self.names("methods")])
        self.assertEqual(self.words("study", "orders", "heavy_top", "--methods", ""), self.names("methods"))
        self.assertEqual(self.words("study", "reproduce", ""), self.names("experiments"))
        described = [name for kind in ("problems", "methods", "groups") for name in self.names(kind)]
        self.assertEqual(self.words("describe", ""), [*described, ":models"])

    def test_what_is_offered_is_accepted(self):
        for kind in self.words("list", ""):
            self.succeed("list", kind)
        for option in ("--formulation", "--format", "--start", "--step-change"):
            for value in self.words("run", "heavy_top", option, ""):
                done = self.call("run", "heavy_top", option, value, "--t-end", "0.01", "--out", "out")
                self.assertNotIn(done.returncode, (2, 3), f"{option} {value}: {done.stderr}")

    def test_parameters_of_target_and_method(self):
        self.assertIn("group=se3", self.words("run", "heavy_top", "--set", ""))
        self.assertNotIn("alpha=", self.words("run", "heavy_top", "--set", ""))
        self.assertIn("alpha=", self.words("run", "pendulum", "--method", "hht_alpha", "--set", ""))
        self.assertIn("alpha=", self.words("run", "pendulum", "--method=hht_alpha", "--set", ""))
        self.assertIn("crank=", self.words("check", "models/slider_crank.json", "--set", "cr"))

    def test_given_options_are_not_offered_again_but_settings_are(self):
        self.assertNotIn("--rtol", self.words("run", "heavy_top", "--rtol", "1e-6", "--"))
        self.assertIn("--set", self.words("run", "heavy_top", "--set", "mass=1", "--"))

    def test_nonsense_has_no_continuation(self):
        (self.folder / "broken.json").write_text("{")
        for words in ((), ("nosuch", ""), ("run", "--nosuch="), ("run", "broken.json", "--set", ""), ("list", "x", "y"),
                      ("run", "nosuch.json", "--set", ""), ("", "", "--x", "--", "-")):  # fmt: skip
            done = self.succeed("__complete", *words)
            self.assertEqual(done.stderr, "")
            offers = [line for line in done.stdout.splitlines() if "--set" in words or words[:1] != ("nosuch",)]
            self.assertEqual([line for line in offers if not line.startswith("-")], [], words)


class Bash(Completion):
    def offers(self, *words, program="kreisel"):
        """COMPREPLY after the words, as bash splits them."""
        script = 'source <(kreisel completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kreisel; '
        script += 'printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "--norc", "-c", script, "bash", program, *words], cwd=self.folder, check=True,
                              env=self.environment, capture_output=True, text=True)  # fmt: skip
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_commands_options_and_names(self):
        self.assertEqual(self.offers("st"), ["study"])
        self.assertEqual(self.offers("study", "w"), ["work-precision"])
        self.assertEqual(self.offers("run", "heavy_top", "--rt"), ["--rtol"])
        self.assertIn("radau_iia_3", self.offers("run", "heavy_top", "--method", "radau"))
        self.assertEqual(self.offers("study", "orders", "kepler", "--methods", "rk4,dopri"), ["rk4,dopri5"])

    def test_every_option_of_run(self):
        self.assertEqual(self.offers("run", "--"), list(options_of(self.succeed("run", "--help").stdout)))

    def test_words_that_bash_splits(self):
        self.assertEqual(self.offers("run", "heavy_top", "--set", "group", "=", "se"), ["se3"])
        self.assertIn("se3", self.offers("run", "heavy_top", "--set", "group", "="))
        self.assertEqual(self.offers("run", "heavy_top", "--format", "=", "h"), ["hdf5"])
        self.assertIn("--formulation", self.offers("run", "heavy_top", "--set", "group", "=", "se3", "--form"))

    def test_files_and_folders(self):
        (self.folder / "results").mkdir()
        (self.folder / "my model.json").write_text("{}")
        self.assertIn("models/slider_crank.json", self.offers("run", "models/s"))
        self.assertEqual(self.offers("run", "my"), ["my", "model.json"])  # one offer, split by this test
        self.assertEqual(self.offers("run", "heavy_top", "--out", "res"), ["results"])

    def test_the_program_by_its_path(self):
        self.assertEqual(self.offers("demo", "--o", program="./kreisel"), ["--out"])

    def test_a_real_terminal(self):
        session = Terminal(["bash", "--norc", "-i"], self.folder, self.environment)
        self.addCleanup(session.close)
        session.type("PS1=; source <(kreisel completion bash); echo rea''dy\n", "ready")
        session.type("kreisel run heavy_top --set gro\t", "group=")
        session.type("se\t", "se3 ")
        session.type("--formu\tind\t", "--formulation index")


@unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
class Zsh(Completion):
    def test_a_real_terminal(self):
        script = self.folder / "functions" / "_kreisel"
        script.parent.mkdir()
        script.write_text(self.succeed("completion", "zsh").stdout)
        subprocess.run(["zsh", "-n", script], check=True)
        session = Terminal(["zsh", "-f", "-i"], self.folder, self.environment)
        self.addCleanup(session.close)
        session.type("PS1=; fpath=($PWD/functions $fpath); autoload -U compinit; compinit -u -D; echo rea''dy\n", "ready")
        session.type("kreisel stu\t", "study ")
        session.type("work\t", "work-precision ")
        session.type("heavy_to\t", "heavy_top ")
        session.type("--set group=se\t", "group=se3 ")
        session.type("--set mas\t", "mass=")
        session.type("\x15kreisel check models/slid\t", "models/slider_crank.json ")


@unittest.skipUnless(shutil.which("fish"), "fish is not installed")
class Fish(Completion):
    def offers(self, line):
        script = self.folder / "kreisel.fish"
        script.write_text(self.succeed("completion", "fish").stdout)
        subprocess.run(["fish", "-n", script], check=True)
        done = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C '{line}'"], check=True,
                              cwd=self.folder, env=self.environment, capture_output=True, text=True)  # fmt: skip
        return [offer.split("\t")[0] for offer in done.stdout.splitlines()]

    def test_offers(self):
        self.assertEqual(self.offers("kreisel stu"), ["study"])
        self.assertIn("radau_iia_3", self.offers("kreisel run heavy_top --method radau"))
        self.assertEqual(self.offers("kreisel run heavy_top --set group=se"), ["group=se3"])
        self.assertEqual(self.offers("kreisel run heavy_top --format=h"), ["--format=hdf5"])
        self.assertEqual(sorted(self.offers("kreisel run --")), sorted(options_of(self.succeed("run", "--help").stdout)))
        self.assertIn("models/slider_crank.json", self.offers("kreisel check models/sl"))
        self.assertIn("models/", self.offers("kreisel run heavy_top --out mo"))


class Terminal:
    """A shell on a terminal of its own."""

    def __init__(self, command, folder: Path, environment):
        self.process, self.handle = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)

    def type(self, keys, expected, longest=10):
        """Types and waits until the answer, which is no part of the keys, is on the screen."""
        os.write(self.handle, keys.encode())
        seen, end = "", time.monotonic() + longest
        while time.monotonic() < end:
            if select.select([self.handle], [], [], 0.1)[0]:
                seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x07", "", os.read(self.handle, 4096).decode(errors="replace"))
            if expected in seen:
                return
        raise AssertionError(f"{keys!r}: waited for {expected!r}, saw {seen!r}")

    def close(self):
        os.kill(self.process, 9)
        os.waitpid(self.process, 0)
        os.close(self.handle)


if __name__ == "__main__":
    unittest.main()
