"""Blocks that are parts of something: fields of a model, lines of C++ or of CMake. Each is put into the smallest whole."""

import copy
import json
import os
import re
import shlex

from session import Failed

BODY = {"mass": 1, "inertia": [0.1, 0.1, 0.1]}
MODEL = {
    "name": "whole",
    "duration": 1,
    "parameters": {"length": 1},
    "bodies": [
        {"name": "crank", **BODY},
        {"name": "rod", **BODY, "position": [0.3, 0, 0]},
        {"name": "bob", **BODY, "position": [0, 0, 1]},
    ],
}
PARTS = ("model", "body", "joints", "forces", "run.json")
CPP = """#include <cmath>
#include <cstdio>

#include "kreisel/solve/solve.hpp"
{includes}
[[maybe_unused]] void fragment([[maybe_unused]] const kreisel::AnySystem& system, [[maybe_unused]] const kreisel::Vector& q0,
                               [[maybe_unused]] const kreisel::Vector& v0) {{
{lines}
}}
"""
CMAKE = """cmake_minimum_required(VERSION 3.25)
project(whole LANGUAGES CXX)
file(WRITE ${{PROJECT_BINARY_DIR}}/my_program.cpp "int main() {{ return 0; }}")
add_executable(my_program ${{PROJECT_BINARY_DIR}}/my_program.cpp)
{lines}"""


def parsed(text):
    """The values of a block: one object, or fields without braces, all together or one per line."""
    for candidate in ([text], ["{" + text + "}"], ["{" + line + "}" for line in text.splitlines() if line.strip()]):
        try:
            return [json.loads(part, parse_constant=lambda name: 1 / 0) for part in candidate]
        except (ValueError, ZeroDivisionError) as error:
            said = error
    raise Failed(f"this is no JSON: {said}")


def whole_model(part, value):
    """The smallest model with that part in it."""
    if "bodies" in value and "name" in value and not part:
        return value
    model = copy.deepcopy(MODEL)
    if part == "model":
        for key, given in value.items():
            if isinstance(given, list) and key == "bodies":
                names = {body["name"] for body in given}
                model[key] = given + [body for body in model[key] if body["name"] not in names]
            else:
                model[key] = given
    elif part == "body":
        model["bodies"][0].update(value)
    elif part in ("joints", "forces"):
        model[part] = [value]
    return model


def check_json(session, block):
    part = block.argument if block.marker == "part of" else ""
    values = parsed(block.text)
    if part not in ("", *PARTS):
        raise Failed(f'a model has no part "{part}": {", ".join(PARTS)}')
    if part == "run.json":
        return
    for value in values:
        if not part and not (isinstance(value, dict) and "bodies" in value):
            raise Failed("neither a model nor marked by `<!-- part of: " + "|".join(PARTS) + " -->`")
        session.save("whole.json", json.dumps(whole_model(part, value)))
        code, output = session.call(["kreisel", "check", "whole.json", "--start-limit", "10"])
        if code != 0:
            raise Failed(f"kreisel check ended with {code}:\n{output}")


def check_cpp(session, block):
    """The compiler accepts the lines inside a function that has a system and start values."""
    includes = "\n".join(re.findall(r"^#include.*$", block.text, re.MULTILINE))
    lines = re.sub(r"^#include.*$", "", block.text, flags=re.MULTILINE)
    session.save("fragment.cpp", block.text if "int main" in block.text else CPP.format(includes=includes, lines=lines))
    flags = shlex.split(os.environ.get("KREISEL_INCLUDES", f"-I{session.source} -isystem /usr/include/eigen3"))
    compiler = os.environ.get("CXX", "c++")
    code, output = session.call([compiler, "-std=c++20", "-Wall", "-Wextra", "-fsyntax-only", *flags, "fragment.cpp"])
    if code != 0:
        raise Failed(f"the compiler refuses:\n{output}")


def check_cmake(session, block):
    """CMake configures a project with those lines."""
    if "KREISEL_PREFIX" not in os.environ:
        print("page: without KREISEL_PREFIX, the installed package, cmake blocks are not configured")
        return
    session.save("cmake_whole/CMakeLists.txt", CMAKE.format(lines=block.text))
    sources = session.folder / "cmake_whole/kreisel"  # for those who add the sources instead
    if not sources.exists():
        sources.symlink_to(session.source)
    code, output = session.call(["cmake", "-S", "cmake_whole", "-B", f"cmake_whole/build{block.line}"])
    if code != 0:
        raise Failed(f"CMake refuses:\n{output}")
