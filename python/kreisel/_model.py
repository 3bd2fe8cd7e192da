"""Models built in Python: the same words as in a model file."""

from __future__ import annotations

import difflib
import functools
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from . import _kreisel
from ._errors import FileError, ModelError, OptionError, UnknownName

Frame = Mapping[str, Any] | str


def plain(value: Any) -> Any:
    """Numpy's numbers and arrays as JSON knows them."""
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


@functools.cache
def _schema() -> dict[str, Any]:
    """What a model file may hold: the definitions of the schema that editors use."""
    definitions: dict[str, Any] = json.loads(_kreisel.model_schema())["$defs"]
    return definitions


def _near(name: str, known: Iterable[str], what: str) -> str:
    known = list(known)
    close = difflib.get_close_matches(name, known, 3, 0.5)
    return f"did you mean {' or '.join(close)}?" if close else f"there are the {what} {', '.join(known)}"


def _checked(definition: str, name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an entry, when all of them are known and none is missing. Raises ModelError where the mistake is made."""
    schema = _schema()[definition]
    for field in fields:
        if field not in schema["properties"]:
            hint = _near(field, schema["properties"], "fields")
            raise ModelError(f'there is no field "{field}"', f'{definition} "{name}"', hint)
    for field in schema["required"]:
        if field not in ("type", "name") and field not in fields:
            meaning = schema["properties"][field].get("description", "give it")
            raise ModelError(f'"{field}" is missing', f'{definition} "{name}"', meaning)
    return dict(fields)


def _typed(kind: str, type: str, name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    known = _schema()[f"any_{kind}"]["properties"]["type"]["enum"]
    if type not in known:
        raise UnknownName(f'there is no {kind} "{type}"', f'{kind} "{name}"', _near(type, known, "types"))
    return {"type": type, "name": name, **_checked(f"{type}_event" if kind == "event" else type, name, fields)}


class Model:
    """A mechanism of rigid bodies, joints and forces.

    Every keyword is a field of a model file, with or without a unit; the model reference of the documentation lists them
    all. A misspelt type or field is refused at once; :func:`kreisel.check` finds what only the whole shows.

    >>> import kreisel
    >>> model = kreisel.Model("pendulum", duration="2 s")
    >>> model.add_body("rod", mass="2 kg", inertia=[1e-4, 0.1667, 0.1667], position=["50 cm", 0, 0])
    >>> model.add_joint("revolute", "hinge",
    ...                 a={"body": "ground", "axis": [0, 1, 0]},
    ...                 b={"body": "rod", "position": ["-50 cm", 0, 0], "axis": [0, 1, 0]})
    >>> result = kreisel.solve(model, rtol=1e-8)
    >>> result.success
    True
    >>> bool(abs(result["rod"].position[2]).max() > 0.4)    # it swings
    True
    """

    def __init__(self, name: str = "model", *, duration: float | str = 1.0, **fields: Any) -> None:
        self._fields: dict[str, Any] = {"name": name, "duration": duration, **fields}
        for kind in ("bodies", "markers", "joints", "forces", "events"):
            self._fields.setdefault(kind, [])

    @property
    def name(self) -> str:
        return str(self._fields["name"])

    def add_body(self, name: str, *, mass: float | str, inertia: Sequence[Any] | Any, **fields: Any) -> None:
        """A rigid body; its frame has its origin in the centre of mass.

        Further fields: ``position``, ``rotation``, ``velocity``, ``angular_velocity``, ``shape``.
        """
        known = _checked("body", name, {"mass": mass, "inertia": inertia, **fields})
        self._fields["bodies"].append({"name": name, **known})

    def add_marker(self, name: str, *, body: str, **fields: Any) -> None:
        """A frame with a name, which joints and forces may use as an end."""
        self._fields["markers"].append({"name": name, **_checked("marker", name, {"body": body, **fields})})

    def add_joint(self, type: str, name: str, **fields: Any) -> None:
        """A joint such as ``revolute`` or ``spherical`` between the ends ``a`` and ``b``."""
        self._fields["joints"].append(_typed("joint", type, name, fields))

    def add_force(self, type: str, name: str, **fields: Any) -> None:
        """A force element such as ``spring_damper`` or ``contact_plane``."""
        self._fields["forces"].append(_typed("force", type, name, fields))

    def add_event(self, type: str, name: str, **fields: Any) -> None:
        """Something to be noted or to end the run: ``angle``, ``travel``, ``distance``, ``force``, ``reaction``, ``time``.

        ``value`` is what the number passes; ``direction`` is ``rising``, ``falling`` or ``both``, ``action`` ``record`` or
        ``stop``. Times are in ``result.events``.
        """
        self._fields["events"].append(_typed("event", type, name, fields))

    def set_parameter(self, name: str, value: float | str) -> None:
        """A number that fields use as ``"=name"`` and ``solve(…, parameters=…)`` may replace."""
        self._fields.setdefault("parameters", {})[name] = value

    def to_dict(self) -> dict[str, Any]:
        """What a model file would hold; lists that are empty are left out."""
        kept = {key: value for key, value in self._fields.items() if value != [] or key == "bodies"}
        return dict(plain(kept))

    def to_json(self) -> str:
        """The text of a model file."""
        return model_text(self.to_dict())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a model file, for the program ``kreisel`` and for others."""
        try:
            Path(path).write_text(self.to_json(), encoding="utf-8")
        except OSError as error:
            raise FileError(f"cannot write the model: {error.strerror}", str(path), "name another place") from error

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Model:
        """Reads a model file without comments; ``solve`` takes paths as they are."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise FileError(f"cannot read the model: {error.strerror}", str(path), "is it there?") from error
        try:
            fields = json.loads(text)
        except json.JSONDecodeError as error:
            place = f"{path}:{error.lineno}:{error.colno}"
            raise ModelError(f"this is no JSON: {error.msg}", place, "comments must go, too") from error
        if not isinstance(fields, dict):
            raise ModelError("a model is an object", str(path), 'begin with {"name": …')
        return cls(**fields)

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(self._fields[kind])} {kind}" for kind in ("bodies", "joints", "forces"))
        return f"<kreisel.Model {self.name!r}: {counts}>"


def model_text(fields: Mapping[str, Any]) -> str:
    """The text of a model file from what it holds."""
    try:
        return json.dumps(plain(fields), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    except (TypeError, ValueError) as error:
        raise OptionError(f"the model holds something that a file cannot: {error}", "model",
                          "use numbers that are finite, texts, lists and dictionaries") from error  # fmt: skip
