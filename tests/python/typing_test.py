"""Types: the package and a user's program pass mypy --strict, and wrong calls do not."""

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SOURCE

import kreisel

pytest.importorskip("mypy")
HERE = Path(__file__).parent
PACKAGE = Path(kreisel.__file__).parent


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    store = tmp_path_factory.mktemp("mypy")

    def run(*arguments):
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(store),
                   f"--config-file={SOURCE / 'pyproject.toml'}",
                   *map(str, arguments)]  # fmt: skip
        return subprocess.run(command, capture_output=True, text=True, timeout=280, cwd=PACKAGE.parent)

    return run


def test_the_package(mypy):
    done = mypy("-p", "kreisel")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_program_of_a_user(mypy):
    done = mypy(HERE / "typed_use.py")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_program_of_a_user_runs():
    done = subprocess.run([sys.executable, HERE / "typed_use.py"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "(5,) (3, 5)" in done.stdout and "ok" in done.stdout and "heavy_top" in done.stdout


WRONG = {
    'kreisel.solve("heavy_top", rtol="small")': "arg-type",
    'kreisel.solve("heavy_top", tolerance=1e-6)': "call-arg",
    "kreisel.solve(3.0)": "arg-type",
    'kreisel.solve("heavy_top").positions': "attr-defined",
    'x: str = kreisel.solve("heavy_top").t': "assignment",
    'kreisel.System("so3", 1.0)': "call-arg",
    'kreisel.Row("a", compliance="soft")': "arg-type",
    'kreisel.solve("heavy_top").sol(0.5)': "misc",
}


def test_wrong_calls_are_found(mypy, tmp_path):
    (tmp_path / "wrong.py").write_text("import kreisel\n" + "\n".join(WRONG) + "\n")
    done = mypy("--show-error-codes", tmp_path / "wrong.py")
    lines = done.stdout.splitlines()
    for number, (call, code) in enumerate(WRONG.items(), start=2):
        assert any(f":{number}: error" in line and f"[{code}]" in line for line in lines), (call, done.stdout)


def test_the_package_says_that_it_is_typed():
    assert (PACKAGE / "py.typed").exists() and (PACKAGE / "_kreisel.pyi").exists()
