"""Bodies, joints and forces of a result, by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._errors import UnknownName

if TYPE_CHECKING:
    from ._result import Result

Floats = NDArray[np.float64]


class Body:
    """The motion of a rigid body; every array has one column per time.

    ``position`` [m] and ``velocity`` [m/s] of its reference point in space, ``quaternion`` (scalar first),
    ``angular_velocity`` [rad/s] in the frame of the body.
    """

    _parts = {
        "position": ("x", "y", "z"),
        "quaternion": ("qw", "qx", "qy", "qz"),
        "velocity": ("vx", "vy", "vz"),
        "angular_velocity": ("wx", "wy", "wz"),
    }

    def __init__(self, result: Result, name: str) -> None:
        self._result = result
        self.name = name

    def _rows(self, part: str) -> Floats:
        first = self._result.column_index(f"{self.name}.{self._parts[part][0]}")
        return self._result.values[first : first + len(self._parts[part])]

    @property
    def position(self) -> Floats:
        return self._rows("position")

    @property
    def quaternion(self) -> Floats:
        return self._rows("quaternion")

    @property
    def velocity(self) -> Floats:
        return self._rows("velocity")

    @property
    def angular_velocity(self) -> Floats:
        return self._rows("angular_velocity")

    @property
    def rotation(self) -> Floats:
        """Rotation matrices from the body to space, shape (3, 3, times)."""
        w, x, y, z = self.quaternion
        return np.array([
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ])  # fmt: skip

    def __repr__(self) -> str:
        return f"<kreisel.Body {self.name!r}: position, quaternion, rotation, velocity, angular_velocity>"


class Joint:
    """The reaction of a joint; every array has one column per time.

    ``force`` [N] and ``moment`` [N m] that its first end exerts on the body of its second end, in space, about the origin
    of the second end; ``local_force`` and ``local_moment`` the same along the axes of the first end. ``lam`` are the
    multipliers of its rows, named in ``rows``. Joints of built-in problems have ``lam`` only.
    """

    def __init__(self, result: Result, name: str, rows: list[int]) -> None:
        self._result = result
        self.name = name
        self._lambda_rows = rows

    def _three(self, prefix: str) -> Floats:
        column = f"{self.name}.{prefix}x"
        if column not in self._result.columns:
            raise UnknownName(f'joint "{self.name}" has no force in space', "joint", "its rows are in lam")
        first = self._result.column_index(column)
        return self._result.values[first : first + 3]

    @property
    def force(self) -> Floats:
        return self._three("f")

    @property
    def moment(self) -> Floats:
        return self._three("m")

    @property
    def local_force(self) -> Floats:
        return self._three("joint_f")

    @property
    def local_moment(self) -> Floats:
        return self._three("joint_m")

    @property
    def lam(self) -> Floats:
        return self._result.lam[self._lambda_rows]

    @property
    def rows(self) -> list[str]:
        return [self._result.row_names[i] for i in self._lambda_rows]

    def __getattr__(self, part: str) -> Floats:
        """``angle``, ``travel``, ``angle_rate``, …: what the joint shows of itself."""
        return part_of(self, part)

    def __repr__(self) -> str:
        parts = ["force", "moment", "local_force", "local_moment", "lam", *parts_of(self._result, self.name)]
        return f"<kreisel.Joint {self.name!r}: {', '.join(parts)}>"


class Force:
    """What a force element shows of itself: ``length``, ``force``, ``power``, … of a spring; one number per time."""

    def __init__(self, result: Result, name: str) -> None:
        self._result = result
        self.name = name

    def __getattr__(self, part: str) -> Floats:
        return part_of(self, part)

    def __repr__(self) -> str:
        return f"<kreisel.Force {self.name!r}: {', '.join(parts_of(self._result, self.name))}>"


def parts_of(result: Result, name: str) -> list[str]:
    """The columns of a joint or a force, without its name and without reactions."""
    parts = [column[len(name) + 1 :] for column in result.columns if column.startswith(name + ".")]
    return [part for part in parts if "." not in part and not re.fullmatch(r"(joint_)?[fm][xyz]", part)]


def part_of(element: Joint | Force, part: str) -> Floats:
    """A column of a joint or a force by the end of its name."""
    if part.startswith("_"):
        raise AttributeError(part)
    result, name = element._result, element.name
    if f"{name}.{part}" not in result.columns:
        raise AttributeError(f'"{name}" has no {part}; there are: {listed(parts_of(result, name))}')
    values: Floats = result[f"{name}.{part}"]
    return values


class Named(Mapping[str, Any]):
    """Things by name; a misspelt name is answered by those there are."""

    def __init__(self, kind: str, items: dict[str, Any]) -> None:
        self._kind = kind
        self._items = items

    def __getitem__(self, name: str) -> Any:
        if name not in self._items:
            raise UnknownName(f'there is no {self._kind} "{name}"', self._kind, f"there are: {listed(self._items)}")
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"<{len(self)} of kind {self._kind}: {listed(self._items)}>"


def listed(names: Any, most: int = 12) -> str:
    """The first few names."""
    names = list(names)
    return ", ".join(names[:most]) + (f", … ({len(names)} in all)" if len(names) > most else "") or "none"
