"""check_includes.py must notice what it promises to notice: each rule is broken once, on purpose."""

import tempfile
import unittest
from pathlib import Path

from check_includes import broken_rules

HEADER = "// A header.\n#pragma once\n"
SOURCE = "// A source.\n"
LISTED = "core/types.hpp groups/so3.hpp groups/all.hpp methods/alpha.hpp methods/alpha.cpp"

SOUND = {
    "kreisel/CMakeLists.txt": LISTED,
    "kreisel/core/types.hpp": HEADER,
    "kreisel/groups/so3.hpp": HEADER + '#include "kreisel/core/types.hpp"\n',
    "kreisel/groups/all.hpp": HEADER + '#include "kreisel/groups/so3.hpp"\n',
    "kreisel/methods/alpha.hpp": HEADER + '#include "kreisel/groups/so3.hpp"\n',
    "kreisel/methods/alpha.cpp": SOURCE + '#include "kreisel/methods/alpha.hpp"\n#include <fmt/format.h>\n',
    "evidence/CMakeLists.txt": "# not installed",
    "evidence/bench/subject.hpp": HEADER,
    "evidence/peers/array.hpp": HEADER,
    "apps/cli/studies/orders.cpp": SOURCE + '#include "evidence/bench/subject.hpp"\n',
    "cmake/install.cmake": "install(TARGETS kreisel)",
    "examples/CMakeLists.txt": "kreisel_example(01_top)",
    "examples/01_top.cpp": SOURCE + "#include <iostream>\n",
}


class CheckIncludes(unittest.TestCase):
    def rules_broken_by(self, files):
        files = SOUND | files
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return list(broken_rules(Path(folder)))

    def expect(self, fragment, files):
        found = self.rules_broken_by(files)
        self.assertEqual(len(found), 1, found)
        self.assertIn(fragment, found[0])

    def test_sound_tree_passes(self):
        self.assertEqual(self.rules_broken_by({}), [])

    def test_upward_include(self):
        self.expect(
            "groups may not include methods",
            {
                "kreisel/groups/so3.hpp": HEADER + '#include "kreisel/methods/alpha.hpp"\n',
                "kreisel/methods/alpha.hpp": HEADER,
            },
        )

    def test_relative_include(self):
        self.expect("from the root", {"kreisel/groups/so3.hpp": HEADER + '#include "../core/types.hpp"\n'})

    def test_missing_include(self):
        self.expect("does not exist", {"kreisel/groups/so3.hpp": HEADER + '#include "kreisel/core/x.hpp"\n'})

    def test_unknown_folder(self):
        self.expect(
            "not in the table",
            {"kreisel/misc/a.cpp": SOURCE, "kreisel/CMakeLists.txt": LISTED + " misc/a.cpp"},
        )

    def test_evidence_in_the_library(self):
        use = '#include "evidence/bench/subject.hpp"\n'
        self.expect("do without evidence", {"kreisel/methods/alpha.cpp": SOURCE + use})
        self.expect("do without evidence", {"kreisel/methods/alpha.hpp": HEADER + use})

    def test_peers_in_the_library(self):
        self.expect("do without evidence", {"kreisel/methods/alpha.cpp": SOURCE + '#include "evidence/peers/array.hpp"\n'})

    def test_evidence_in_the_program(self):
        self.expect("do without evidence", {"apps/cli/run.cpp": SOURCE + '#include "evidence/bench/subject.hpp"\n'})

    def test_peers_on_the_bench(self):
        self.expect(
            "evidence/bench may not include evidence/peers",
            {"evidence/bench/subject.hpp": HEADER + '#include "evidence/peers/array.hpp"\n'},
        )

    def test_installed_evidence(self):
        self.expect("not installed", {"cmake/install.cmake": "install(TARGETS kreisel kreisel_evidence)"})
        self.expect("not installed", {"evidence/CMakeLists.txt": "install(TARGETS x)"})

    def test_shown_code(self):
        shown = HEADER.replace("\n", "\n//   int shown;  // so\n// The whole of it: examples/01_top.cpp\n", 1)
        self.expect("shows `int shown;`", {"kreisel/core/types.hpp": shown})

    def test_circle(self):
        self.expect("circle", {"kreisel/groups/so3.hpp": HEADER + '#include "kreisel/groups/all.hpp"\n'})

    def test_fmt_in_installed_header(self):
        self.expect("fmt", {"kreisel/methods/alpha.hpp": HEADER + "#include <fmt/core.h>\n"})

    def test_printing_library(self):
        self.expect("prints", {"kreisel/methods/alpha.cpp": SOURCE + "#include <iostream>\n"})

    def test_long_file(self):
        self.expect("two files", {"kreisel/core/types.hpp": HEADER + "\n" * 400})

    def test_missing_pragma(self):
        self.expect("pragma", {"kreisel/core/types.hpp": "// A header.\n"})

    def test_nameless_header(self):
        self.expect("does not begin", {"kreisel/core/types.hpp": "#pragma once\n"})

    def test_nameless_source(self):
        self.expect("does not begin", {"kreisel/methods/alpha.cpp": '#include "kreisel/methods/alpha.hpp"\n'})

    def test_nameless_source_of_evidence(self):
        self.expect("does not begin", {"evidence/bench/subject.cpp": '#include "evidence/bench/subject.hpp"\n'})

    def test_unlisted_group(self):
        self.expect("is not in kreisel/groups/all.hpp", {"kreisel/groups/all.hpp": HEADER})

    def test_unlisted_problem(self):
        listed = {
            "kreisel/problems/all.hpp": HEADER,
            "kreisel/problems/all.cpp": SOURCE + '#include "kreisel/problems/all.hpp"\nstd::array problems{\n    top(),\n};\n',
            "kreisel/problems/top.cpp": SOURCE + '#include "kreisel/problems/top_law.hpp"\n',
            "kreisel/problems/top_law.hpp": HEADER,
        }
        self.assertEqual(self.rules_broken_by(listed), [])
        for forgotten in ("forgotten.hpp", "forgotten.cpp"):
            self.expect(
                f"problems/{forgotten}: is not in kreisel/problems/all.cpp",
                listed | {f"kreisel/problems/{forgotten}": HEADER},
            )
        declared_only = listed["kreisel/problems/all.cpp"] + "ProblemEntry spinner();\n"
        self.expect(
            "problems/spinner.cpp: is not in",
            listed | {"kreisel/problems/all.cpp": declared_only, "kreisel/problems/spinner.cpp": SOURCE},
        )

    def test_source_missing_in_cmake(self):
        self.expect(
            "is not in python/CMakeLists.txt", {"python/CMakeLists.txt": "", "python/bindings/run.cpp": SOURCE}
        )
        files = {"tests/unit/CMakeLists.txt": "kreisel_test(a a_test.cpp)", "tests/unit/a_test.cpp": "// A.\n"}
        self.expect("b_test.cpp: is not in tests/unit/CMakeLists.txt", files | {"tests/unit/b_test.cpp": "// B.\n"})

    def test_example_missing_in_cmake(self):
        self.expect("is not in examples/CMakeLists.txt", {"examples/02_pendulum.cpp": SOURCE})


if __name__ == "__main__":
    unittest.main()
