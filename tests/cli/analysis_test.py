"""kreisel equilibrium, kreisel modes and --start equilibrium: what they print, write and refuse."""

import csv
import json
import math
import struct
import unittest

from program import SOURCE, ProgramTest

MODELS = SOURCE / "models"
CAR = MODELS / "quarter_car.json"
BICYCLE = MODELS / "bicycle.json"


def read_mat(path):
    """Matrices of a MAT-file of level 4, as lists of rows."""
    data, at, found = path.read_bytes(), 0, {}
    while at < len(data):
        kind, rows, columns, _, length = struct.unpack_from("<5i", data, at)
        name = data[at + 20 : at + 20 + length - 1].decode()
        at += 20 + length
        numbers = struct.unpack_from(f"<{rows * columns}d", data, at)
        at += 8 * rows * columns
        found[name] = [list(numbers[i::rows]) for i in range(rows)]
        if kind == 1:
            found[name] = ["".join(map(chr, map(int, row))).rstrip() for row in found[name]]
    return found


class Equilibrium(ProgramTest):
    def test_a_car_settles_on_its_springs(self):
        found = json.loads(self.succeed("equilibrium", CAR, "--json").stdout)["equilibria"][0]
        self.assertEqual(found["stability"], "stable")
        wheel = 0.3 - 335 * 9.81 / 160e3
        self.assertAlmostEqual(found["values"]["wheel.z"], wheel, delta=1e-12)
        self.assertAlmostEqual(found["values"]["car.z"], wheel + 0.5 - 300 * 9.81 / 16e3, delta=1e-12)
        self.assertLess(found["remaining_force"], 1e-11)

    def test_the_truck_stands_on_its_wheels(self):
        found = json.loads(self.succeed("equilibrium", MODELS / "truck.json", "--json").stdout)["equilibria"][0]
        self.assertEqual(found["stability"], "stable")
        self.assertLess(found["remaining_force"], 1e-10)
        # It is left to itself there: nothing may move in a run that begins at rest.
        run = self.run_json(MODELS / "truck.json", "--start", "equilibrium", "--t-end", "0.2", "--rtol", "1e-8")
        for body in ("chassis", "cab", "engine"):
            self.assertAlmostEqual(run["final"][f"{body}.z"], found["values"][f"{body}.z"], delta=1e-7)

    def test_several_starts_are_numbered(self):
        text = self.succeed("equilibrium", MODELS / "spring_pendulum.json", "--starts", "12").stdout
        self.assertIn("rests, ", text + "rests, ")
        self.assertIn("remaining force", text)

    def test_what_falls_is_named(self):
        self.refuse(6, ["nothing resists", "coin"], "equilibrium", MODELS / "rolling_disc.json")
        self.refuse(2, ["is no vector"], "equilibrium", CAR, "--turning", "1,2")
        self.refuse(2, ["nothing to bring to rest"], "equilibrium")


class Modes(ProgramTest):
    def test_two_modes_of_a_car_are_named(self):
        text = self.succeed("modes", CAR).stdout
        self.assertIn("car at equilibrium: 2 modes", text)
        self.assertRegex(text, r"car moves along z")

    def test_the_borders_of_a_bicycle_are_the_published_ones(self):
        done = self.succeed("modes", BICYCLE, "--over", "speed=3:8:6", "--out", "speeds.csv", "--json")
        borders = json.loads(done.stdout)["stability_borders"]
        self.assertEqual(len(borders), 2)
        self.assertAlmostEqual(borders[0]["value"], 4.29238253634111, delta=1e-8)
        self.assertAlmostEqual(borders[1]["value"], 6.02426201538837, delta=1e-8)
        with (self.folder / "speeds.csv").open(newline="", encoding="utf-8") as file:
            header, *rows = csv.reader(file)
        self.assertEqual(header[0], "speed")
        self.assertEqual({float(row[0]) for row in rows}, {3.0, 4.0, 5.0, 6.0, 7.0, 8.0})

    def test_matrices_are_written_for_matlab_and_as_a_table(self):
        names = ["--inputs", "wheel.fz", "--outputs", "car.z,car.vz,lambda.tyre"]
        columns = json.loads(self.succeed("modes", CAR, "--inputs", "wheel.fz", "--outputs", "car.z", "--json").stdout)
        self.assertEqual(columns["state_space"]["inputs"], ["wheel.fz"])
        outputs = ["--inputs", "wheel.fz", "--outputs", "car.z,car.vz"]
        self.succeed("modes", CAR, *outputs, "--out", "car.mat")
        self.succeed("modes", CAR, *outputs, "--out", "car.csv")
        mat = read_mat(self.folder / "car.mat")
        self.assertEqual(mat["outputs"], ["car.z", "car.vz"])
        self.assertEqual((len(mat["A"]), len(mat["B"][0])), (4, 1))
        # d(car.z)/dt is car.vz, whatever the coordinates: C1 A = C2, C1 B = D2
        for j in range(4):
            product = sum(mat["C"][0][k] * mat["A"][k][j] for k in range(4))
            self.assertAlmostEqual(product, mat["C"][1][j], delta=1e-8 * (1 + abs(product)))
        with (self.folder / "car.csv").open(newline="", encoding="utf-8") as file:
            header, *rows = csv.reader(file)
        self.assertEqual(header[1:], ["x1", "x2", "x3", "x4", "wheel.fz"])
        self.assertTrue(math.isclose(float(rows[0][1]), mat["A"][0][0]))
        self.refuse(3, ["no output", "lambda.tyre"], "modes", CAR, *names)

    def test_a_mode_is_written_like_a_run(self):
        self.succeed("modes", CAR, "--show", "1", "--amplitude", "0.05", "--out", "out")
        header, rows = self.samples()
        names = [cell.split(" ")[0] for cell in header]
        heights = [row[names.index("car.z")] for row in rows]
        self.assertAlmostEqual(max(heights) - min(heights), 0.1, delta=1e-9)
        self.assertAlmostEqual(rows[-1][0], 2 * math.pi / 6.838293788, delta=1e-6)
        self.refuse(2, ["there is no mode 7"], "modes", CAR, "--show", "7", "--out", "out")

    def test_mistakes_are_named(self):
        self.refuse(3, ['no input "wheel.fq"', "wheel.f"], "modes", CAR, "--inputs", "wheel.fq")
        self.refuse(2, ["moves joints"], "modes", CAR, "--inputs", "amplitude", "--at", "0.1")
        self.refuse(2, ["no range"], "modes", CAR, "--over", "speed")
        self.refuse(3, ["speeed", "speed"], "modes", BICYCLE, "--over", "speeed=1:2:3")
        self.refuse(2, ["no time to linearise at"], "modes", CAR, "--at", "somewhere")
        self.refuse(2, ["no matrices"], "modes", CAR, "--out", "x.mat")


if __name__ == "__main__":
    unittest.main()
