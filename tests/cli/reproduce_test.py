"""kreisel study reproduce, kreisel list experiments: names, verdicts, files, stored results, interruption."""

import csv
import json
import os
import signal
import subprocess
import time
import unittest

from program import LONGEST, PROGRAM, ProgramTest

CHEAP = "wieloch_2022_table_4_1"
DRAWN = "wieloch_arnold_2021_figure_2"


class Reproduce(ProgramTest):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")}

    def call(self, *arguments, **options):
        return super().call(*arguments, **{"env": self.environment, **options})

    def reproduce_json(self, *arguments):
        return json.loads(self.succeed("study", "reproduce", *arguments, "--json").stdout)

    def stored(self):
        return sorted((self.folder / "cache").rglob("*.json"))

    def test_the_list_is_complete_in_text_and_json(self):
        entries = json.loads(self.succeed("list", "experiments", "--json").stdout)
        text = self.succeed("list", "experiments").stdout
        self.assertGreater(len(entries), 90)
        for entry in entries:
            self.assertIn(entry["name"], text)
            for key in ("source", "number", "title", "setup", "published", "criterion"):
                self.assertTrue(entry[key], entry["name"])

    def test_one_experiment_has_a_verdict(self):
        done = self.succeed("study", "reproduce", CHEAP)
        self.assertRegex(done.stdout.splitlines()[0], r"^name +verdict +checks +processor time \[s\]$")
        self.assertRegex(done.stdout, CHEAP + r" +reproduced")
        self.assertIn("1 experiment: 1 reproduced", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_json_holds_checks_with_bounds(self):
        experiment = self.reproduce_json(CHEAP)["experiments"][0]
        self.assertEqual(experiment["verdict"], "reproduced")
        for check in experiment["checks"]:
            self.assertTrue(check["holds"])
        self.assertTrue(any(not check["holds"] for check in experiment["as_printed"]), "the erratum shows")

    def test_a_folder_has_page_tables_and_figures(self):
        done = self.succeed("study", "reproduce", CHEAP, DRAWN, "--out", "out", "--jobs", "2")
        self.assertIn("index.html", done.stdout)
        out = self.folder / "out"
        page = (out / "index.html").read_text(encoding="utf-8")
        self.assertNotIn("http", page.replace("http://www.w3.org/2000/svg", ""))
        with open(out / "experiments.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["name"] for row in rows], [CHEAP, DRAWN])
        with open(out / "checks.csv", encoding="utf-8", newline="") as file:
            checks = list(csv.DictReader(file))
        self.assertEqual({check["name"] for check in checks}, {CHEAP, DRAWN})
        self.assertTrue(all(check["holds"] == "true" for check in checks if check["decides"] == "true"))
        for kind, head in (("svg", b"<svg"), ("pdf", b"%PDF-"), ("csv", b"figure,curve,x,y")):
            self.assertIn(head, (out / "figures" / f"{DRAWN}.{kind}").read_bytes()[:400])
        result = json.loads((out / "reproduction.json").read_text(encoding="utf-8"))
        for experiment in result["experiments"]:
            for table in experiment["tables"]:
                with open(out / "tables" / f"{table['name']}.csv", encoding="utf-8", newline="") as file:
                    self.assertEqual(len(list(csv.reader(file))), 1 + len(table["rows"]))

    def test_results_are_kept_and_used_again(self):
        first = self.reproduce_json(CHEAP, DRAWN)
        files = self.stored()
        self.assertEqual(len(files), 2)
        times = {path: path.stat().st_mtime_ns for path in files}
        self.assertEqual(self.reproduce_json(CHEAP, DRAWN), first, "processor times included: nothing was measured")
        self.assertEqual({path: path.stat().st_mtime_ns for path in self.stored()}, times)

    def test_a_folder_of_ones_own_keeps_results(self):
        self.succeed("study", "reproduce", CHEAP, "--cache", "kept")
        self.assertEqual(self.stored(), [])
        self.assertEqual(len(list((self.folder / "kept").rglob("*.json"))), 1)

    def test_no_cache_keeps_nothing(self):
        self.succeed("study", "reproduce", CHEAP, "--no-cache")
        self.assertEqual(self.stored(), [])

    def test_damaged_results_are_measured_again(self):
        first = self.reproduce_json(CHEAP)
        victim = self.stored()[0]
        victim.write_bytes(victim.read_bytes()[:-20])
        done = self.succeed("study", "reproduce", CHEAP, "--json")
        self.assertIn("damaged", done.stderr)
        self.assertEqual(json.loads(done.stdout)["experiments"][0]["checks"], first["experiments"][0]["checks"])

    def test_interrupted_reproduction_goes_on(self):
        names = [entry["name"] for entry in json.loads(self.succeed("list", "experiments", "--json").stdout) if not entry["is_timed"]]
        command = ["study", "reproduce", CHEAP, *[name for name in names if name != CHEAP], "--jobs", "1"]
        process = subprocess.Popen([PROGRAM, *command], cwd=self.folder, env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + LONGEST
        while time.monotonic() < deadline and not self.stored():
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=LONGEST)
        self.assertEqual(process.returncode, 130, complaint)
        self.assertIn("goes on where it stopped", complaint)
        kept = {path: path.stat().st_mtime_ns for path in self.stored()}
        self.assertGreaterEqual(len(kept), 1)
        self.assertLess(len(kept), len(names))
        self.assertIn(f"after {len(kept)} of {len(names)} experiments", complaint)
        self.succeed("study", "reproduce", CHEAP)
        self.assertEqual({path: path.stat().st_mtime_ns for path in self.stored()}, kept, "it was taken from the store")

    def test_mistakes_are_named(self):
        self.refuse(3, ["wieloch_2022_table_4_1"], "study", "reproduce", "wieloch_2022_table_4_2")
        lost = self.refuse(3, ["kreisel list experiments"], "study", "reproduce", "nothing_like_it")
        self.assertLess(len(lost.stderr), 300)
        self.refuse(2, ["--all"], "study", "reproduce")
        self.refuse(2, ["--all"], "study", "reproduce", CHEAP, "--all")
        self.refuse(2, ["--cache"], "study", "reproduce", CHEAP, "--cache", "x", "--no-cache")
        self.refuse(2, ["--quiet"], "study", "reproduce", CHEAP, "--json", "--quiet")
        self.refuse(2, ["--jobs"], "study", "reproduce", CHEAP, "--jobs", "0")
        (self.folder / "file").write_text("")
        self.refuse(4, ["file"], "study", "reproduce", CHEAP, "--out", "file")


if __name__ == "__main__":
    unittest.main()
