"""The catalogues: what there is to choose from."""

from __future__ import annotations

import json
from typing import Any

from . import _kreisel


def methods() -> dict[str, dict[str, Any]]:
    """The integration methods by name, each with its description, claims, parameters and citation.

    ``claims`` holds the orders in q, v and λ per formulation, which the tests of the project measure.

    >>> import kreisel
    >>> kreisel.methods()["radau_iia_3"]["claims"]["order_index3"]
    [5, 5, 5]
    """
    return {entry["name"]: entry for entry in json.loads(_kreisel.methods_json())}


def problems() -> dict[str, dict[str, Any]]:
    """The built-in problems by name, with description, parameters and citation.

    >>> import kreisel
    >>> "heavy_top" in kreisel.problems()
    True
    """
    return {entry["name"]: entry for entry in json.loads(_kreisel.problems_json())}


def groups() -> dict[str, dict[str, Any]]:
    """The Lie groups on which a configuration may live, by name. ``rN`` is R^N for any N.

    >>> import kreisel
    >>> kreisel.groups()["so3"]["coordinates"]
    9
    """
    return {entry["name"]: entry for entry in json.loads(_kreisel.groups_json())}
