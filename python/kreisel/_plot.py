"""Plots of a result with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._errors import UnknownName

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ._result import Result

# title, unit and curves of a picture: label -> values
Panel = tuple[str, str, dict[str, "np.ndarray[tuple[int, ...], np.dtype[np.float64]]"]]


def _panels_of(result: Result, name: str) -> list[Panel]:
    """Of a body its position, of a joint its force, of a column itself."""
    axes = ("x", "y", "z")
    panels: list[Panel] = []
    if name in result.body:
        panels.append((f"{name}: position", "m", dict(zip(axes, result.body[name].position))))
    if name in result.joint:
        joint = result.joint[name]
        if f"{name}.fx" in result.columns:
            panels.append((f"{name}: reaction force", "N", dict(zip(axes, joint.force))))
        else:
            panels.append((f"{name}: multipliers", "", dict(zip(joint.rows, joint.lam))))
    if name in result.columns:
        panels.append((name, result.columns[name], {name: result[name]}))
    if not panels:
        raise UnknownName(f'there is no body, joint or column "{name}"', "plot", "result.columns names the columns")
    return panels


def _default_panels(result: Result) -> list[Panel]:
    names = list(result.body)[:3] + [name for name in result.joint if name not in result.body][:3]
    if names:
        return [panel for name in names for panel in _panels_of(result, name)]
    names = [name for name in result.columns if not name.startswith("lambda.")][: len(result.q)]
    return [("coordinates", "", {name: result[name] for name in names[:6]})]


def draw(result: Result, names: tuple[str, ...], path: str | None) -> Figure:
    """One picture per name, one above the other, over the same times."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as NewFigure
    except ImportError as error:
        raise ImportError("plot() needs matplotlib: apt install python3-matplotlib, or pip install matplotlib") from error
    panels = [panel for name in names for panel in _panels_of(result, name)] if names else _default_panels(result)
    figure = NewFigure(figsize=(7.0, 0.8 + 2.1 * len(panels)), layout="constrained")
    FigureCanvasAgg(figure)
    pictures = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for picture, (title, unit, curves) in zip(pictures, panels):
        for label, values in curves.items():
            picture.plot(result.t, values, label=label, linewidth=1.2)
        picture.set_title(title, fontsize="medium", loc="left")
        picture.set_ylabel(unit)
        picture.grid(alpha=0.3)
        if len(curves) > 1:
            picture.legend(loc="upper right", fontsize="small", ncol=len(curves))
    pictures[-1].set_xlabel("t [s]")
    if path is not None:
        figure.savefig(path)
    return figure
