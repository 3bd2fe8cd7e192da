"""What lies under the prefix, and in the Debian packages: nothing missing, and it works from there."""

import gzip
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ["KREISEL_BUILD"])
PREFIX = Path(os.environ["KREISEL_PREFIX"])
LIBDIR = os.environ["KREISEL_LIBDIR"]

PAGES = [
    "share/bash-completion/completions/kreisel",
    "share/fish/vendor_completions.d/kreisel.fish",
    "share/zsh/site-functions/_kreisel",
]
FOR_PROGRAM = ["bin/kreisel", "share/doc/kreisel/README.md", *PAGES]
FOR_LIBRARY = [
    "include/kreisel/core/version.hpp",
    f"{LIBDIR}/cmake/kreisel/FindKLU.cmake",
    f"{LIBDIR}/cmake/kreisel/FindSerialHDF5.cmake",
    f"{LIBDIR}/cmake/kreisel/kreisel-targets.cmake",
    f"{LIBDIR}/cmake/kreisel/kreiselConfig.cmake",
    f"{LIBDIR}/cmake/kreisel/kreiselConfigVersion.cmake",
    f"{LIBDIR}/pkgconfig/kreisel.pc",
]


def output(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stdout} {done.stderr}")
    return done.stdout


def models():
    return ["share/kreisel/models/" + path.name for path in (SOURCE / "models").glob("*.json")]


class Installed(unittest.TestCase):
    def test_nothing_is_missing(self):
        for path in [*FOR_PROGRAM, *FOR_LIBRARY, *models(), "share/man/man1/kreisel.1", "share/doc/kreisel/LICENSE"]:
            self.assertTrue((PREFIX / path).is_file(), path)
        self.assertTrue(list((PREFIX / LIBDIR).glob("libkreisel.*")))

    def test_evidence_stays_at_home(self):
        found = [path for folder in ("include", LIBDIR) for path in (PREFIX / folder).rglob("*evidence*")]
        self.assertEqual(found, [])

    def test_pages_are_those_of_the_program(self):
        program = PREFIX / "bin/kreisel"
        self.assertEqual((PREFIX / "share/man/man1/kreisel.1").read_text("utf-8"), output(program, "manual"))
        for path in PAGES:
            shell = re.search("bash|fish|zsh", path)[0]
            self.assertEqual((PREFIX / path).read_text("utf-8"), output(program, "completion", shell))

    def test_no_file_names_the_build_tree(self):
        for path in FOR_LIBRARY:
            self.assertNotIn(str(BUILD), (PREFIX / path).read_text("utf-8"), path)

    def test_a_staged_installation_is_the_same(self):
        with tempfile.TemporaryDirectory() as stage:
            output("cmake", "--install", BUILD, "--prefix", "/opt/kreisel", env={**os.environ, "DESTDIR": stage})
            root = Path(stage, "opt/kreisel")
            listed = [sorted(path.relative_to(base) for path in base.rglob("*")) for base in (root, PREFIX)]
            self.assertEqual(*listed)


@unittest.skipUnless(shutil.which("dpkg-shlibdeps"), "dpkg-dev is not installed")
class Debian(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="kreisel-deb-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        output("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", cls.folder, cwd=cls.folder)
        cls.version = re.search(r"^  VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text("utf-8"), re.MULTILINE)[1]
        architecture = output("dpkg", "--print-architecture").strip()
        cls.packages = {
            name: cls.folder / f"{name}_{cls.version}_{architecture}.deb" for name in ("kreisel", "libkreisel-dev")
        }
        for package in cls.packages.values():
            output("dpkg", "-x", package, cls.folder / "root")
        cls.root = cls.folder / "root/usr"

    def field(self, package, name):
        return output("dpkg-deb", "-f", self.packages[package], name).strip()

    def files(self, package):
        return {line.split()[5].removeprefix("./usr/") for line in output("dpkg-deb", "-c", self.packages[package]).splitlines()}

    def test_control(self):
        for package in self.packages:
            self.assertEqual(self.field(package, "Version"), self.version)
            self.assertIn("Kreisel developers", self.field(package, "Maintainer"))
            self.assertGreater(len(self.field(package, "Description").splitlines()), 4)
        self.assertEqual(self.field("kreisel", "Section"), "science")
        self.assertEqual(self.field("libkreisel-dev", "Section"), "libdevel")

    def test_dependencies(self):
        for needed in ("libc6", "libstdc++6", "libfmt", "libhdf5", "libklu", "libmuparser"):
            self.assertIn(needed, self.field("kreisel", "Depends"))
        for needed in ("libeigen3-dev", "libfmt-dev", "libhdf5-dev", "libmuparser-dev", "libsuitesparse-dev"):
            self.assertIn(needed, self.field("libkreisel-dev", "Depends"))

    def test_contents(self):
        program, library = self.files("kreisel"), self.files("libkreisel-dev")
        self.assertLessEqual({*FOR_PROGRAM, *models(), "share/man/man1/kreisel.1.gz"}, program)
        self.assertLessEqual({*FOR_LIBRARY, f"{LIBDIR}/libkreisel.a"}, library)
        self.assertEqual([path for path in program & library if path and not path.endswith("/")], [])
        for package in self.packages:
            folder = self.root / "share/doc" / package
            self.assertIn("MIT License", (folder / "copyright").read_text("utf-8"))
            self.assertIn(f"({self.version})", gzip.decompress((folder / "changelog.gz").read_bytes()).decode())

    def test_the_unpacked_program_runs(self):
        program = self.root / "bin/kreisel"
        self.assertEqual(output(program, "--version"), f"kreisel {self.version}\n")
        model = self.root / "share/kreisel/models/slider_crank.json"
        self.assertIn("t = 0.1", output(program, "run", model, "--t-end", "0.1"))
        page = gzip.decompress((self.root / "share/man/man1/kreisel.1.gz").read_bytes()).decode()
        self.assertEqual(page, output(program, "manual"))

    def test_a_program_is_built_against_the_unpacked_library(self):
        build = self.folder / "consumer"
        output("cmake", "-S", SOURCE / "tests/install/consumer", "-B", build, f"-DCMAKE_PREFIX_PATH={self.root}",
               f"-DCMAKE_CXX_COMPILER={os.environ['CXX']}", f"-DCMAKE_CXX_FLAGS={os.environ['CXXFLAGS']}")  # fmt: skip
        output("cmake", "--build", build)
        output(build / "consumer")


if __name__ == "__main__":
    unittest.main()
