"""Folders that cannot be written, full disks, closed streams: noticed, explained, and results are kept."""

import contextlib
import json
import os
import resource
import signal
import subprocess
import unittest
from pathlib import Path

from program import PROGRAM, ProgramTest

FILE = 4
RUN = ["run", "kepler", "--t-end", "1"]
LONG = ["run", "kepler", "--step", "1e-5", "--t-end", "1", "--every", "1e-5"]  # 20 MB of samples


def limit_files(size):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


class Files(ProgramTest):
    def test_file_instead_of_folder(self):
        (self.folder / "out").write_text("mine")
        self.refuse(FILE, ["there is a file of this name", "out"], *RUN, "--out", "out")
        self.assertEqual((self.folder / "out").read_text(), "mine")

    def test_file_on_the_way_to_the_folder(self):
        (self.folder / "file").write_text("mine")
        self.refuse(FILE, ["cannot create the folder", "Not a directory"], *RUN, "--out", "file/out")

    def test_folder_nobody_can_create(self):
        self.refuse(FILE, ["cannot create the folder", "/proc/kreisel"], *RUN, "--out", "/proc/kreisel")

    def test_name_too_long(self):
        self.refuse(FILE, ["File name too long", "shorter name"], *RUN, "--out", "x" * 300)

    def test_folder_without_permission(self):
        out = self.folder / "out"
        out.mkdir()
        out.chmod(0o555)
        self.folder.chmod(0o755)
        options = {}
        if os.getuid() == 0:  # root may write anywhere, so be somebody else
            options["user"] = 65534
            reachable = subprocess.run([PROGRAM, "--version"], user=65534, capture_output=True, check=False, cwd="/")
            if reachable.returncode != 0:
                self.skipTest("the program cannot be started by an ordinary user here")
        self.refuse(FILE, ["cannot create a file in the folder", "Permission denied"], *RUN, "--out", "out", **options)

    def test_samples_that_cannot_be_replaced_are_noticed_before_computing(self):
        (self.folder / "out" / "samples.csv").mkdir(parents=True)
        self.refuse(FILE, ["cannot overwrite", "samples.csv"], *LONG, "--out", "out", timeout=10)

    def test_other_files_in_the_folder_are_left_alone(self):
        (self.folder / "out").mkdir()
        (self.folder / "out" / "notes.txt").write_text("mine")
        self.succeed(*RUN, "--out", "out")
        self.succeed(*RUN, "--out", "out")
        names = sorted(path.name for path in (self.folder / "out").iterdir())
        self.assertEqual(names, ["notes.txt", "run.json", "samples.csv"])
        self.assertEqual((self.folder / "out" / "notes.txt").read_text(), "mine")

    def test_folders_are_created_on_the_way(self):
        self.succeed(*RUN, "--out", "a/b/c")
        self.assertTrue((self.folder / "a/b/c/run.json").exists())

    def test_without_out_there_are_no_files(self):
        done = self.succeed(*RUN)
        self.assertIn("no files written; --out DIR", done.stdout)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_full_device_stops_the_run_and_says_so(self):
        (self.folder / "out").mkdir()
        (self.folder / "out" / "samples.csv").symlink_to("/dev/full")
        self.refuse(FILE, ["No space left on device", "samples.csv"], *RUN, "--out", "out")

    def test_full_disk_halfway_keeps_whole_rows_and_the_record(self):
        done = self.refuse(
            FILE,
            ["File too large", "rows are kept", "samples.csv", "fewer samples"],
            *LONG,
            "--out",
            "out",
            preexec_fn=limit_files(300_000),
        )
        header, rows = self.samples()
        self.assertGreater(len(rows), 1000)
        self.assertIn(f"{len(rows)} rows are kept", done.stderr)
        record = self.record()
        self.assertEqual(record["status"], "file_error")
        self.assertEqual(record["exit_code"], FILE)
        self.assertLess(record["t"], 1.0)
        self.assertGreaterEqual(record["t"], rows[-1][0])
        self.assertEqual(header[0], "t [s]")

    def test_full_tmpfs_keeps_whole_rows(self):
        with self.small_disk() as disk:
            self.refuse(FILE, ["No space left on device", "rows are kept"], *LONG, "--out", disk / "out")
            text = (disk / "out" / "samples.csv").read_bytes()
            self.assertTrue(text.endswith(b"\n"))
            self.assertGreater(text.count(b"\n"), 1000)

    @contextlib.contextmanager
    def small_disk(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], capture_output=True, check=False
        )
        if mounted.returncode != 0:
            self.skipTest("no permission to mount a small disk; RLIMIT_FSIZE and /dev/full are tested instead")
        try:
            yield disk
        finally:
            subprocess.run(["umount", disk], check=True)

    def test_report_that_does_not_fit_is_noticed(self):
        # The samples fit, the report (some hundred kilobytes) does not.
        command = [*RUN, "--samples", "9", "--out", "out", "--report"]
        self.refuse(FILE, ["report.html"], *command, preexec_fn=limit_files(20_000))
        self.assertEqual(self.record()["status"], "completed")
        self.assertEqual(sorted(p.name for p in (self.folder / "out").iterdir()), ["run.json", "samples.csv"])


class Streams(ProgramTest):
    def test_full_standard_output(self):
        with Path("/dev/full").open("w", encoding="utf-8") as full:
            done = subprocess.run(
                [PROGRAM, *RUN, "--json", "--out", self.folder / "out"],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        self.assertEqual(done.returncode, FILE)
        self.assertIn("No space left on device (standard output)", done.stderr)
        self.assertEqual(self.record()["status"], "completed")

    def test_reader_that_has_gone(self):
        reading, writing = os.pipe()
        os.close(reading)
        done = self.call(*RUN, "--out", "out", capture_output=False, stdout=writing, stderr=subprocess.PIPE)
        os.close(writing)
        self.assertEqual(done.returncode, FILE)
        self.assertIn("Broken pipe (standard output)", done.stderr)
        self.assertEqual(self.record()["status"], "completed")

    def test_closed_standard_output_never_becomes_a_result_file(self):
        command = [PROGRAM, *RUN, "--out", str(self.folder / "out")]
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" >&- 2>&- <&-', "sh", *command], check=False, capture_output=True
        )
        self.assertEqual(done.returncode, FILE)
        header, rows = self.samples()
        self.assertEqual(rows[-1][0], 1.0)
        self.assertEqual(len(header), len(rows[0]))
        self.assertEqual(self.record()["status"], "completed")

    def test_quiet_run_needs_no_output(self):
        command = [PROGRAM, *RUN, "--quiet", "--out", str(self.folder / "out")]
        done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *command], check=False, capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (0, b""))


class KilledRuns(ProgramTest):
    def start(self, *arguments):
        command = [PROGRAM, *LONG[:-4], "--t-end", "1000", "--every", "1e-4", "--out", "out", *arguments]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder
        )
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        samples = self.folder / "out" / "samples.csv"
        while not (samples.exists() and samples.stat().st_size > 1000):
            self.assertIsNone(process.poll(), "the run ended by itself")
        return process

    def check_stopped_by(self, which):
        process = self.start()
        process.send_signal(which)
        _, errors = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130)
        self.assertIn("kreisel: error: interrupted", errors)
        self.assertIn("is in out", errors)
        record = self.record()
        _, rows = self.samples()
        self.assertEqual(record["status"], "interrupted")
        self.assertEqual(record["exit_code"], 130)
        self.assertLess(record["t"], 1000.0)
        self.assertLess(record["t"] - rows[-1][0], 1.001e-4)
        self.assertEqual(record["final"].keys(), {name.split(" ")[0] for name in self.samples()[0][1:]})

    def test_interrupt_keeps_everything_up_to_then(self):
        self.check_stopped_by(signal.SIGINT)

    def test_termination_keeps_everything_up_to_then(self):
        self.check_stopped_by(signal.SIGTERM)

    def test_interrupted_json_run_still_prints_its_record(self):
        process = self.start("--json")
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130)
        self.assertEqual(json.loads(output)["status"], "interrupted")

    def test_killed_run_leaves_whole_rows_and_no_record(self):
        process = self.start()
        process.kill()
        process.wait()
        # The system may cut the very write during which it kills us; every line it finished is whole.
        *lines, _ = (self.folder / "out" / "samples.csv").read_text().split("\n")
        self.assertGreater(len(lines), 5)
        self.assertEqual({line.count(",") for line in lines}, {lines[0].count(",")})
        self.assertFalse((self.folder / "out" / "run.json").exists())


if __name__ == "__main__":
    unittest.main()
