"""What the tests of the Python package share: the program to compare with, and the folder of the sources."""

import json
import os
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def program():
    """The program `kreisel`; ctest names it."""
    path = os.environ.get("KREISEL_PROGRAM", str(SOURCE / "build/bin/kreisel"))
    if not Path(path).exists():
        pytest.skip("the program is not built")
    return path


@pytest.fixture(scope="session")
def record_of(program):
    """What `kreisel run ARGUMENTS… --json` prints."""

    def run(*arguments):
        done = subprocess.run([program, "run", *arguments, "--json"], check=True, capture_output=True, timeout=120)
        return json.loads(done.stdout)

    return run


@pytest.fixture(scope="session")
def models():
    return SOURCE / "models"
