"""Runs the notebooks of docs/gallery as a reader would, in their folder; fails when a cell does.

    PYTHONPATH=… python3 execute.py NOTEBOOK… [--html FOLDER]        --html: also writes them with their output
"""

import argparse
import asyncio
import os
import sys
import time
from pathlib import Path

SKIPPED = 77
LONGEST = 120  # seconds for a cell, on a busy machine; a notebook should take 20


def problems_of(notebook):
    """What a notebook that is kept in the repository must not be."""
    if notebook.nbformat != 4 or notebook.metadata.kernelspec.name != "python3":
        yield "is not of nbformat 4 for the kernel python3"
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if any(cell.outputs or cell.execution_count for cell in code):
        yield "holds output: clear it before it is kept"


def execute(path, html_folder):
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    wrong = [f"{path.name} {problem}" for problem in problems_of(notebook)]
    begin = time.monotonic()
    try:
        NotebookClient(notebook, timeout=LONGEST, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}).execute()
    except (CellExecutionError, asyncio.TimeoutError, TimeoutError) as error:
        wrong.append(f"{path.name}: {error}")
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "stream" and output.name == "stderr":
                wrong.append(f"{path.name} warns: {output.text}")
    print(f"{path.name}: {time.monotonic() - begin:.1f} s", flush=True)
    if html_folder:
        from nbconvert import HTMLExporter

        (html_folder / f"{path.stem}.html").write_text(HTMLExporter().from_notebook_node(notebook)[0], encoding="utf-8")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("notebooks", nargs="+", type=Path)
    parser.add_argument("--html", type=Path)
    options = parser.parse_args()
    try:
        import ipykernel  # noqa: F401
        import matplotlib  # noqa: F401
        import nbclient  # noqa: F401
    except ImportError as error:
        print(f"skipped: {error}; scripts/setup gallery installs it")
        return SKIPPED
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # the kernel would warn of frozen modules
    wrong = [problem for path in options.notebooks for problem in execute(path.resolve(), options.html)]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
