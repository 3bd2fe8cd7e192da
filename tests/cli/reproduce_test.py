"""kreisel study reproduce, kreisel list experiments: names, verdicts, files."""

import csv
import json
import unittest

from program import ProgramTest

CHEAP = "wieloch_2022_table_4_1"


class Reproduce(ProgramTest):
    def test_the_list_is_complete_in_text_and_json(self):
        entries = json.loads(self.succeed("list", "experiments", "--json").stdout)
        text = self.succeed("list", "experiments").stdout
        self.assertGreater(len(entries), 90)
        for entry in entries:
            self.assertIn(entry["name"], text)
            for key in ("source", "number", "title", "setup", "published", "criterion"):
                self.assertTrue(entry[key], entry["name"])

    def test_one_experiment_has_a_verdict(self):
        text = self.succeed("study", "reproduce", CHEAP).stdout
        self.assertRegex(text, CHEAP + r" +reproduced")
        self.assertIn("1 experiments: 1 reproduced", text)

    def test_json_holds_checks_with_bounds(self):
        result = json.loads(self.succeed("study", "reproduce", CHEAP, "--json").stdout)
        experiment = result["experiments"][0]
        self.assertEqual(experiment["verdict"], "reproduced")
        for check in experiment["checks"]:
            self.assertTrue(check["holds"])
        self.assertTrue(any(not check["holds"] for check in experiment["as_printed"]), "the erratum shows")

    def test_a_folder_has_page_and_tables(self):
        self.succeed("study", "reproduce", CHEAP, "stumpp_2004_figure_3_1", "--out", "out", "--jobs", "2")
        page = (self.folder / "out" / "index.html").read_text(encoding="utf-8")
        self.assertIn(f'<section id="{CHEAP}">', page)
        self.assertNotIn("http", page)
        with open(self.folder / "out" / "experiments.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["name"] for row in rows], [CHEAP, "stumpp_2004_figure_3_1"])

    def test_mistakes_are_named(self):
        self.assertIn("wieloch_2022_table_4_1", self.call("study", "reproduce", "wieloch_2022_table_4_2").stderr)
        self.assertIn("--all", self.call("study", "reproduce").stderr)


if __name__ == "__main__":
    unittest.main()
