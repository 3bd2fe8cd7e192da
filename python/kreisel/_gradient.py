"""Derivatives of the end of a run: kreisel.gradient."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _kreisel
from ._errors import OptionError
from ._options import checked_options
from ._solve import ModelLike, settings_from, text_target

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Gradient:
    """``values[i]`` of what was asked for at the end, ``jacobian[i, k]`` its derivative by parameter k."""

    of: list[str]
    wrt: list[str]
    values: Floats
    jacobian: Floats
    record: dict[str, Any]

    def __getitem__(self, pair: tuple[str, str]) -> float:
        """``found["rod.x", "stiffness"]``"""
        return float(self.jacobian[self.of.index(pair[0]), self.wrt.index(pair[1])])

    @property
    def scaled(self) -> Floats:
        """p·d/dp: the change per relative change of the parameter."""
        sizes = np.array([one["value"] for one in self.record["parameters"]])
        return np.asarray(self.jacobian * sizes)


def gradient(model: ModelLike, of: Sequence[str], wrt: Sequence[str], t_span: float | None = None, *,
             method: str = "auto", rtol: float | None = None, atol: float | None = None, step: float | None = None,
             parameters: Mapping[str, Any] | None = None, **options: Any) -> Gradient:  # fmt: skip
    """Derivatives of columns of results at the end of a run with respect to parameters of the model.

    The steps that were computed are differentiated; see the page on gradients. ``auto`` takes ``dop853``. Options are those of
    :func:`kreisel.solve`.

    >>> import kreisel
    >>> found = kreisel.gradient("heavy_top", ["top.z"], ["mass", "gravity"], 0.1, rtol=1e-8)
    >>> found.jacobian.shape, abs(found["top.z", "gravity"]) > 0
    ((1, 2), True)
    """
    if isinstance(of, str) or isinstance(wrt, str):
        raise OptionError("of and wrt are lists of names", "gradient", 'give of=["rod.x"], wrt=["stiffness"]')
    wishes = {
        **checked_options(options, {"method", "rtol", "atol", "step", "parameters"}),
        "t_end": None if t_span is None else float(np.atleast_1d(t_span)[-1]),
        "method": method, "rtol": rtol, "atol": atol, "step": step, "settings": settings_from(parameters),
    }  # fmt: skip
    found = json.loads(_kreisel.gradient(text_target(model), wishes, list(of), list(wrt)))
    rows = found["gradients"]
    return Gradient(list(of), list(wrt), np.array([row["value"] for row in rows]),
                    np.array([[row["derivatives"][p] for p in wrt] for row in rows]), found)  # fmt: skip
