"""The recipes of other package managers: their form, and the one version that all of them must name."""

import json
import re
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
# https://learn.microsoft.com/en-us/vcpkg/reference/vcpkg-json: what this port may use.
FIELDS = {"name", "version-semver", "description", "license", "supports", "dependencies", "features", "homepage"}
DEPENDENCY_FIELDS = {"name", "version>=", "host", "default-features", "features", "platform"}
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def version_in(path, pattern):
    found = re.search(pattern, (SOURCE / path).read_text("utf-8"), re.MULTILINE)
    return found[1] if found else None


class Versions(unittest.TestCase):
    def test_all_agree(self):
        version = version_in("CMakeLists.txt", r"^  VERSION (\d+\.\d+\.\d+)$")
        self.assertTrue(version)
        places = {
            "CITATION.cff": r"^version: (\S+)$",
            "packaging/vcpkg/vcpkg.json": r'^  "version-semver": "([^"]+)"',
            "packaging/conan/conanfile.py": r'^    version = "([^"]+)"$',
            "pyproject.toml": r'^version = "([^"]+)"$',
        }
        for path, pattern in places.items():
            if path == "pyproject.toml" and not version_in_exists(path, pattern):
                continue
            self.assertEqual(version_in(path, pattern), version, path)


def version_in_exists(path, pattern):
    """A pyproject.toml may be absent, or take its version from elsewhere."""
    return (SOURCE / path).exists() and version_in(path, pattern) is not None


class Vcpkg(unittest.TestCase):
    def setUp(self):
        self.port = json.loads((SOURCE / "packaging/vcpkg/vcpkg.json").read_text("utf-8"))

    def test_fields(self):
        self.assertLessEqual(set(self.port), FIELDS)
        self.assertRegex(self.port["name"], NAME)
        features = self.port["features"].values()
        for dependency in [*self.port["dependencies"], *(d for feature in features for d in feature["dependencies"])]:
            if isinstance(dependency, str):
                dependency = {"name": dependency}
            self.assertLessEqual(set(dependency), DEPENDENCY_FIELDS)
            self.assertIsNotNone(NAME.fullmatch(dependency["name"]), dependency)

    def test_everything_that_cmake_looks_for_is_a_dependency(self):
        text = json.dumps(self.port)
        names = {"Eigen3": "eigen3", "KLU": "suitesparse-klu", "SerialHDF5": "hdf5", "nlohmann_json": "nlohmann-json"}
        only_for_developers = {"GTest", "benchmark", "Threads"}
        cmake = (SOURCE / "cmake/dependencies.cmake").read_text("utf-8")
        for package in set(re.findall(r"^ *kreisel_find\(\S+ (\w+)", cmake, re.MULTILINE)) - only_for_developers:
            self.assertIn(f'"{names.get(package, package.lower())}"', text)


if __name__ == "__main__":
    unittest.main()
