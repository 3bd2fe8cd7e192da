"""Conan 2 recipe of the source tree it lies in: conan create packaging/conan"""

from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain
from conan.tools.files import copy


class Kreisel(ConanFile):
    name = "kreisel"
    version = "0.2.0"
    description = "Time integration of constrained mechanical systems on Lie groups"
    license = "MIT"
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "program": [True, False]}
    default_options = {"shared": False, "program": True}

    # Eigen, fmt, KLU, HDF5, muParser, nlohmann-json and CLI11 are those of the system (scripts/packages.txt): the CMake
    # package of kreisel finds them again for whoever uses it.

    def export_sources(self):
        root = Path(self.recipe_folder).parents[1]
        for pattern in ("CMakeLists.txt", "LICENSE", "*.md", "CITATION.cff", "cmake/*", "kreisel/*", "apps/*", "models/*",
                        "packaging/debian/*"):  # fmt: skip
            copy(self, pattern, root, self.export_sources_folder, excludes=("build/*", "docs/*"))

    def layout(self):
        self.folders.build = "build"
        self.folders.generators = "build/conan"

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update(
            KREISEL_CLI=bool(self.options.program), KREISEL_TESTS=False, KREISEL_EXAMPLES=False, KREISEL_BENCHMARKS=False
        )
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, Path(self.package_folder, "licenses"))

    def package_info(self):
        # The package brings its own CMake files; those that Conan would write know nothing of its dependencies.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/kreisel"]
        self.cpp_info.libs = ["kreisel"]
