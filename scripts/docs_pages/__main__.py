"""Writes the pages of the reference from the program, the headers and the schema.

    docs_pages PROGRAM XML DOCS

PROGRAM is asked for its lists and its help, XML is doxygen's output for the headers, DOCS the staged copy of docs/ that gets
the folder `generated`.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))  # repository_links

from api import write_api  # noqa: E402
from catalogue import experiments_page, groups_page, methods_page, problems_page  # noqa: E402
from commands import command_line_page  # noqa: E402
from outputs import outputs_page  # noqa: E402
from program import Program  # noqa: E402
from repository_links import ROOT_PAGES  # noqa: E402
from schema import schema_page  # noqa: E402


def write_root_pages(target):
    """Pages that stand beside docs/ in the repository."""
    for page, name in ROOT_PAGES.items():
        if name:
            (target / f"{name}.md").write_text((ROOT / page).read_text(encoding="utf-8"), encoding="utf-8")


def write_pages(program, target):
    pages = {
        "methods": methods_page(program, ROOT / "docs"),
        "problems": problems_page(program),
        "groups": groups_page(program),
        "experiments": experiments_page(program),
        "command-line": command_line_page(program),
        "file-schema": schema_page(ROOT),
        "json-outputs": outputs_page(program, ROOT),
    }
    for name, parts in pages.items():
        (target / f"{name}.md").write_text("\n\n".join(part for part in parts if part) + "\n", encoding="utf-8")


def main():
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    target = Path(sys.argv[3]) / "generated"
    target.mkdir(parents=True, exist_ok=True)
    write_root_pages(target)
    write_pages(Program(sys.argv[1]), target)
    write_api(ROOT, sys.argv[2], target / "api")


if __name__ == "__main__":
    main()
