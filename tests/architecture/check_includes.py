#!/usr/bin/env python3
"""Checks the rules of ARCHITECTURE.md: who may include whom, sizes, lists.

    check_includes.py [ROOT]

Prints one line per broken rule and fails if there is any.
"""

import re
import sys
from pathlib import Path

# Folder -> folders it may include, besides itself. Folders of kreisel/ by their names alone.
LIBRARY = {
    "core": set(),
    "groups": {"core"},
    "linear": {"core"},
    "equations": {"core", "groups", "linear"},
    "methods": {"core", "groups", "equations", "linear"},
    "integrate": {"core", "groups", "equations", "linear", "methods"},
    "model": {"core", "groups", "linear", "equations"},
    "io": {"core", "groups", "equations", "model"},
    "exchange": {"core", "groups", "linear", "equations", "model", "io"},
    "problems": {"core", "groups", "linear", "equations", "model", "io", "exchange"},
    "solve": {"core", "groups", "equations", "linear", "methods", "integrate", "problems"},
    "analysis": {"core", "groups", "equations", "linear"},
    "check": {
        "core", "groups", "equations", "linear", "methods", "integrate", "analysis", "model", "io", "exchange", "problems",
        "solve",
    },
}
LIBRARY["run"] = {"check", *LIBRARY["check"]}
LIBRARY["sweep"] = {"run", *LIBRARY["run"]}
LIBRARY["gradients"] = {"run", *LIBRARY["run"]}
EVIDENCE = {
    "evidence/bench": set(LIBRARY),
    "evidence/studies": {"evidence/bench", *LIBRARY},
    "evidence/peers": {"evidence/bench", *LIBRARY},
    "evidence/published": {"evidence/bench", "evidence/studies", "evidence/peers", *LIBRARY},
}
MAY_INCLUDE = {**LIBRARY, **EVIDENCE}

# Outside headers that only some may see: (pattern, files that may include it, why).
RESERVED = [
    (
        r"nlohmann/",
        r"(kreisel/(io|run|check|sweep|gradients)|evidence)/.*\.cpp|(apps|tests|benchmarks)/.*",
        "JSON belongs to io, run, check, sweep, gradients, evidence and apps, and never into an installed header",
    ),
    (r"fmt/", r"(kreisel|evidence)/.*\.cpp|(apps|python|tests|benchmarks)/.*", "no installed header may need fmt"),
    (r"suitesparse/", r"kreisel/linear/klu_factorization\.cpp", "KLU is hidden behind klu_factorization.hpp"),
    (r"Spectra/", r"kreisel/analysis/large_modes\.cpp", "Spectra is hidden behind large_modes.hpp"),
    (r"muParser", r"kreisel/model/.*\.cpp", "formulas belong to model, and never into an installed header"),
    (r"hdf5", r"kreisel/io/hdf5_\w+\.(cpp|hpp)|tests/.*", "HDF5 is hidden behind the writers of io"),
    (r"CLI/", r"apps/.*", "options belong to apps"),
    (r"mpi\.h", r"apps/cli/mpi/.*", "MPI belongs to the program kreisel-mpi"),
    (
        r"fstream|filesystem",
        r"(kreisel/(io|run|check|sweep|problems|exchange)|evidence)/.*|(apps|tests|benchmarks)/.*",
        "files belong to io, run, sweep and evidence",
    ),
    (r"iostream", r"(apps|tests|examples|benchmarks)/.*", "nothing below apps prints"),
    (r"pybind11/", r"python/.*", "Python belongs to the bindings"),
    (r"gtest/|gmock/", r"tests/.*", "test frameworks belong to tests"),
]

# Folders with THE list of their entries: folder -> (files that make the list, headers that are no entries). In
# kreisel/problems the entry NAME() is the source NAME.cpp; whatever it includes, directly or not, belongs to it.
LISTED = {
    "kreisel/groups": (["all.hpp"], {"all", "group_laws", "lie_group", "named_group", "rotation", "trig_tails"}),
    "kreisel/model/forces": (["all.hpp"], {"all"}),
    "kreisel/model/joints": (["all.hpp"], {"all"}),
    "kreisel/problems": (["all.cpp"], {"settings", "target"}),
}

# Sources must be named in the CMakeLists.txt of this folder; those of kreisel, evidence and apps are found by glob.
SOURCE_LISTS = ["python", "tests/*", "examples", "benchmarks"]

# Evidence stands beside the library: who may use it, and the CMake files that install, which may not name it.
USES_EVIDENCE = r"(evidence|apps/cli/studies|python|tests)/.*"
INSTALLING = ["cmake/install.cmake", "cmake/packages.cmake", "kreisel/CMakeLists.txt", "kreisel/front_doors.cmake"]

OUR_FOLDERS = ["kreisel", "evidence", "apps", "python", "tests", "examples", "benchmarks"]
MOST_LINES = 400


INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def read_sources(root):
    """Path relative to root -> text, for every C++ file of ours."""
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for folder in OUR_FOLDERS
        for path in sorted((root / folder).rglob("*"))
        if path.suffix in (".hpp", ".cpp")
    }


def includes_of(text):
    return [name for _, name in INCLUDE.findall(text)]


def folder_of(path):
    """The name in MAY_INCLUDE of the folder a file is in; None for what may include anything."""
    parts = path.split("/")
    if parts[0] == "kreisel":
        return parts[1]
    return "/".join(parts[:2]) if parts[0] == "evidence" else None


def check_direction(sources):
    for path, text in sources.items():
        folder = folder_of(path)
        if folder is not None and folder not in MAY_INCLUDE:
            yield f"{path}: folder {folder} is not in the table of check_includes.py"
            continue
        for name in includes_of(text):
            if name.startswith("."):
                yield f'{path}: includes "{name}"; name it from the root, as "kreisel/..."'
            elif folder is not None and name.split("/")[0] in ("apps", "tests", "examples", "benchmarks"):
                yield f"{path}: the library may not include {name}"
            elif name.startswith(("kreisel/", "evidence/")):
                if name not in sources:
                    yield f"{path}: includes {name}, which does not exist"
                elif folder is not None and (folder in EVIDENCE or name.startswith("kreisel/")):
                    target = folder_of(name)
                    if target != folder and target not in MAY_INCLUDE[folder]:
                        yield f"{path}: {folder} may not include {target} ({name})"


def check_reserved(sources):
    for path, text in sources.items():
        for name in includes_of(text):
            for pattern, allowed, why in RESERVED:
                if re.match(pattern, name) and not re.fullmatch(allowed, path):
                    yield f"{path}: includes <{name}>: {why}"


def check_evidence(root, sources):
    """Nothing but studies, the Python package and tests is built on evidence/, and none of it is installed."""
    for path, text in sources.items():
        for name in includes_of(text):
            if name.startswith("evidence/") and not re.fullmatch(USES_EVIDENCE, path):
                yield f"{path}: includes {name}: the library and the program kreisel do without evidence"
    listings = [root / name for name in INSTALLING]
    for listing in [path for path in listings if path.exists()]:
        if re.search(r"\bevidence/|\bkreisel_evidence\b", listing.read_text(encoding="utf-8")):
            yield f"{listing.relative_to(root)}: names evidence, which is not installed"
    own = root / "evidence/CMakeLists.txt"
    if own.exists() and re.search(r"\binstall\s*\(|FILE_SET", own.read_text(encoding="utf-8")):
        yield "evidence/CMakeLists.txt: installs something; evidence is not installed"


def check_circles(sources):
    """Depth-first search over the includes; a file met again while still open closes a circle."""
    done, open_files = set(), []

    def visit(path):
        if path in open_files:
            yield "circle of includes: " + " -> ".join(open_files[open_files.index(path) :] + [path])
            return
        if path in done:
            return
        open_files.append(path)
        for name in includes_of(sources[path]):
            if name in sources:
                yield from visit(name)
        done.add(open_files.pop())

    for path in sources:
        yield from visit(path)


def check_shape(sources):
    for path, text in sources.items():
        lines = text.count("\n")
        if lines > MOST_LINES:
            yield f"{path}: {lines} lines, {MOST_LINES} are allowed; it is two files"
        if path.endswith(".hpp"):
            if not re.search(r"^#pragma once$", text, re.MULTILINE):
                yield f"{path}: no #pragma once"
        if not text.startswith("//"):
            yield f"{path}: does not begin with a comment that says what it is"


def reachable_from(path, sources, found):
    """All files that path includes, directly or not; a header brings the source beside it."""
    for name in [*includes_of(sources.get(path, "")), path.removesuffix(".hpp") + ".cpp"]:
        if name in sources and name not in found:
            found.add(name)
            reachable_from(name, sources, found)
    return found


def listed_problems(folder, path, sources):
    """The sources of the entries between the braces of the list, with all that they include."""
    found = set()
    for entry in re.findall(r"^ +(\w+)\(\),$", sources.get(path, ""), re.MULTILINE):
        found.add(f"{folder}/{entry}.cpp")
        reachable_from(f"{folder}/{entry}.cpp", sources, found)
    return found


def check_lists(sources):
    for folder, (lists, helpers) in LISTED.items():
        paths = [f"{folder}/{name}" for name in lists]
        suffixes = (".hpp", ".cpp") if folder == "kreisel/problems" else (".hpp",)
        listed = set(paths)
        for path in paths:
            listed |= {f"{folder}/{name}{suffix}" for name in helpers for suffix in suffixes}
            listed |= set(includes_of(sources.get(path, "")))
            if folder == "kreisel/problems":
                listed |= listed_problems(folder, path, sources)
        for path in sources:
            if path.startswith(folder + "/") and path.endswith(suffixes) and path not in listed:
                yield f"{path}: is not in {paths[0]}, so nobody will find or test it"


def check_source_lists(root, sources):
    for pattern in SOURCE_LISTS:
        for folder in sorted(path for path in root.glob(pattern) if (path / "CMakeLists.txt").exists()):
            text = (folder / "CMakeLists.txt").read_text(encoding="utf-8")
            words = set(re.split(r"[\s()]+", text))
            prefix = folder.relative_to(root).as_posix() + "/"
            for path in sources:
                name = path.removeprefix(prefix)
                known = name in words or (prefix == "examples/" and name.removesuffix(".cpp") in words)
                # Only the installed library lists its headers; install/ holds projects of their own.
                listed_kind = path.endswith(".cpp") or prefix == "kreisel/"
                if path.startswith(prefix) and listed_kind and not known and prefix != "tests/install/":
                    yield f"{path}: is not in {prefix}CMakeLists.txt"


def check_shown_code(sources):
    """Code in the first comment of a header that says "The whole of it: examples/x.cpp" must be in that example."""

    def code_of(text):
        return {re.sub(r"\s*//.*", "", line).strip() for line in text.splitlines()}

    for path, text in sources.items():
        comment = text.partition("#pragma once")[0]
        example = re.search(r"The whole of it: (examples/\w+\.cpp)", comment)
        if not path.endswith(".hpp") or not example:
            continue
        shown = code_of("\n".join(re.findall(r"^//   (.*)", comment, re.MULTILINE)))
        for line in sorted(shown - code_of(sources.get(example[1], "")) - {""}):
            yield f"{path}: shows `{line}`, which is not in {example[1]}"


def broken_rules(root):
    sources = read_sources(root)
    yield from check_direction(sources)
    yield from check_reserved(sources)
    yield from check_evidence(root, sources)
    yield from check_circles(sources)
    yield from check_shape(sources)
    yield from check_lists(sources)
    yield from check_source_lists(root, sources)
    yield from check_shown_code(sources)


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2])
    problems = list(broken_rules(root))
    print("\n".join(problems) or "the architecture holds")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
