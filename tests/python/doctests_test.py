"""Every example in the docstrings of the package runs and prints what it says."""

import doctest
import importlib
import pkgutil

import pytest

import kreisel

MODULES = ["kreisel", *(f"kreisel.{module.name}" for module in pkgutil.iter_modules(kreisel.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name):
    found = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert found.failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    documented = {example.name for name in MODULES for example in finder.find(importlib.import_module(name)) if example.examples}
    assert {"kreisel", "kreisel._solve.solve", "kreisel._study.check", "kreisel._study.study", "kreisel._system.System",
            "kreisel._model.Model", "kreisel._catalogues.methods"} <= documented  # fmt: skip


def test_everything_public_has_a_docstring():
    for name in kreisel.__all__:
        if name != "__version__":
            assert getattr(kreisel, name).__doc__, name
