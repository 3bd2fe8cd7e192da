"""Measured orders, from the tables that scripts/evidence writes into the pages about the methods."""

import fnmatch
import json
import re

from tables import slug


def plan(docs):
    return json.loads((docs / "evidence/plan.json").read_text(encoding="utf-8"))["pages"]


def page_of(name, pages):
    """The page that speaks for a method: the first whose patterns fit."""
    for page in pages:
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in page.get("methods", [])):
            return page["page"]
    return None


def rows_of(text):
    """The tables of orders on a page, row by row, with the heading they stand under and the problem they were measured on."""
    heading, target, columns = "", "", None
    for line in text.splitlines():
        if line.startswith("### "):
            heading = line[4:]
        elif match := re.match(r"kreisel study orders (\S+)", line):
            target = match[1]
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else None
        if cells is None:
            columns = None
        elif cells[0] == "method" and "order of q" in cells:
            columns = cells
        elif columns and cells[0].startswith("`"):
            yield {**dict(zip(columns, cells)), "heading": heading, "target": target}


def measured_orders(docs):
    """(method, formulation) -> rows on the page that speaks for it; a table without that column is about a system without joints."""
    found, pages = {}, plan(docs)
    for page in pages:
        for row in rows_of((docs / page["page"]).read_text(encoding="utf-8")):
            if page_of(row["method"].strip("`"), pages) != page["page"]:
                continue
            row["link"] = f"[{row['target']}](../{page['page']}#{slug(row['heading'])})"
            formulation = row.get("formulation") or "no_joints"
            key = (row["method"].strip("`"), "no_joints" if formulation in ("none", "no joints") else formulation)
            found.setdefault(key, []).append(row)
    return found
