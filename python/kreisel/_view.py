"""The motion of a result as a page: in a notebook, or saved for any browser."""

from __future__ import annotations

import base64
import html
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _kreisel

if TYPE_CHECKING:
    from ._result import Result

POSES = ("x", "y", "z", "qw", "qx", "qy", "qz")
PARTS = (*POSES, "fx", "fy", "fz", "mx", "my", "mz", "travel")


def packed(values: NDArray[np.float64], kind: str = "f4") -> dict[str, Any]:
    """Numbers as docs/output.md, "Replays", has them."""
    if kind == "f4" and values.size and np.isfinite(values[0]) and (values == values[0]).all():
        return {"constant": float(values[0]), "count": int(values.size)}
    text = base64.b64encode(np.ascontiguousarray(values, dtype="<" + kind).tobytes()).decode()
    return {"f32" if kind == "f4" else "f64": text}


def run_of(result: Result, label: str) -> dict[str, Any]:
    """Times and the columns a picture needs: poses, travels and forces; of problems without bodies all coordinates."""
    has_bodies = bool(result.record["scene"]["bodies"])
    names = [name for name in result.columns if not has_bodies or name.rsplit(".", 1)[-1] in PARTS]
    columns = {name: packed(result.values[result.column_index(name)]) for name in names}
    return {"label": label, "t": packed(result.t, "f8"), "columns": columns}


class View:
    """A page with the motion: shown by notebooks, or :meth:`save` it and open it in a browser."""

    def __init__(self, results: list[Result], height: int = 620) -> None:
        first = results[0]
        self.height = height
        self.title = str(first.record.get("problem", "motion"))
        labels = [f"{result.record.get('problem', 'run')}, {result.method}" for result in results]
        runs = [run_of(result, label) for result, label in zip(results, labels)]
        columns = [{"name": name, "kind": "coordinate"} for name in runs[0]["columns"]]
        self.data = {"scene": first.record["scene"], "columns": columns, "runs": runs}

    def page(self) -> str:
        """The whole page; it needs no network."""
        return _kreisel.view_page(self.title, json.dumps(self.data))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the page and says where it is."""
        file = Path(path).resolve()
        file.write_text(self.page(), encoding="utf-8")
        return file

    def _repr_html_(self) -> str:
        style = f"width:100%;height:{self.height}px;border:0"
        page = html.escape(self.page())
        return f'<iframe title="{html.escape(self.title)}" srcdoc="{page}" style="{style}" allowfullscreen></iframe>'

    def __repr__(self) -> str:
        return f"<kreisel.View of {self.title}: save(path) writes the page>"
