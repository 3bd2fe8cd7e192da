"""The stubs of the compiled half say what it has, and the version is one."""

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SOURCE

import kreisel
from kreisel import _kreisel
from kreisel._signature import stub

STUBS = ast.parse((Path(kreisel.__file__).parent / "_kreisel.pyi").read_text())
ALIASES = {"Floats", "Target"}  # types of the stubs alone


def names_in(body):
    """Names that a module or class of the stubs defines, with what defines them."""
    names = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = node
        elif isinstance(node, ast.Assign):
            names[node.targets[0].id] = node
    return names


def public(thing):
    return {name for name in dir(thing) if not name.startswith("_")}


def test_names_of_the_module():
    assert set(names_in(STUBS.body)) - ALIASES == public(_kreisel)


CLASSES = [node for node in STUBS.body if isinstance(node, ast.ClassDef)]


@pytest.mark.parametrize("stub", CLASSES, ids=lambda node: node.name)
def test_names_of_a_class(stub):
    members = names_in(stub.body)
    real = getattr(_kreisel, stub.name)
    assert set(members) - {"__init__"} == public(real)
    for name, node in members.items():
        is_property = any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)
        assert isinstance(inspect.getattr_static(real, name), property) == is_property, name


def arguments_said(function):
    """pybind11 writes the signature into the first line of the docstring."""
    inside = re.match(r"\w+\((.*?)\) ->", function.__doc__.splitlines()[0])[1]
    return re.findall(r"(?:^|, )(\w+): ", inside)


def functions():
    for node in STUBS.body:
        if isinstance(node, ast.FunctionDef):
            yield pytest.param(node, getattr(_kreisel, node.name), id=node.name)
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and not member.decorator_list:
                    yield pytest.param(member, getattr(getattr(_kreisel, node.name), member.name), id=f"{node.name}.{member.name}")


@pytest.mark.parametrize("stub, real", functions())
def test_arguments(stub, real):
    assert [argument.arg for argument in stub.args.args] == arguments_said(real)


def test_what_mypy_thinks_of_the_stubs():
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "kreisel._kreisel", "--mypy-config-file",
                           SOURCE / "pyproject.toml"], capture_output=True, text=True, timeout=280)  # fmt: skip
    errors = [line for line in done.stdout.splitlines() if line.startswith("error: ")]
    ways_of_pybind11 = ("metaclass differs", 'SolvedRun.__init__ is inconsistent, stub does not have *args')
    aliases = tuple(f"kreisel._kreisel.{name} is not present at runtime" for name in ALIASES)
    assert errors and not [line for line in errors if not any(known in line for known in ways_of_pybind11 + aliases)]


def test_one_version():
    said = re.search(r"VERSION (\d+\.\d+\.\d+)", (SOURCE / "CMakeLists.txt").read_text())[1]
    assert kreisel.__version__ == said
    pattern = re.search(r"^regex = '(.*)'$", (SOURCE / "pyproject.toml").read_text(), re.MULTILINE)[1]
    assert re.search(pattern, (SOURCE / "CMakeLists.txt").read_text())["value"] == said


def test_every_source_is_installed():
    """CMakeLists.txt names every file of the package."""
    listed = (SOURCE / "python/CMakeLists.txt").read_text()
    for path in (SOURCE / "python/kreisel").iterdir():
        if path.name != "__pycache__":
            assert f"    {path.name}" in listed, path.name


def test_everything_public_is_named():
    assert sorted(kreisel.__all__) == kreisel.__all__ or set(kreisel.__all__) <= set(dir(kreisel))
    exported = {name for name in dir(kreisel) if not name.startswith("_")}
    assert exported - {"annotations"} == set(kreisel.__all__) - {"__version__"}


def test_type_checkers_know_every_option_of_solve():
    """After a change of the list: python -m kreisel._signature > python/kreisel/_typed_solve.pyi"""
    assert (Path(kreisel.__file__).parent / "_typed_solve.pyi").read_text() == stub()
    assert set(inspect.signature(kreisel.solve).parameters) == set(re.findall(r"^    (\w+):", stub(), re.MULTILINE))


def test_every_option_is_explained():
    for name in inspect.signature(kreisel.solve).parameters:
        assert re.search(rf"\b{name}\b", kreisel.solve.__doc__), name
