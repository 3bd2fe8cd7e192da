"""Where a model rests, how it vibrates, and over a parameter: kreisel.equilibrium, kreisel.modes, kreisel.root_locus."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _kreisel
from ._errors import OptionError, UnknownName
from ._solve import ModelLike, settings_from, text_target
from ._system import System

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]


def _target(model_or_system: ModelLike | System, q0: ArrayLike | None, v0: ArrayLike | None, who: str) -> _kreisel.Target:
    if not isinstance(model_or_system, System):
        return text_target(model_or_system)
    if q0 is None:
        raise OptionError("a System has no start of its own", who, "give q0")
    start = np.asarray(q0, dtype=float).ravel()
    own, q, v = model_or_system.bind(0.0, start, np.zeros(len(start)) if v0 is None else v0)
    return own, q, v, 0.0


def _complex(pairs: Sequence[Sequence[float]]) -> Complexes:
    numbers = np.asarray(pairs, dtype=float).reshape(-1, 2)
    return np.asarray(numbers[:, 0] + 1j * numbers[:, 1], dtype=np.complex128)


@dataclass(frozen=True)
class Equilibrium:
    """A state of rest: ``values`` by the names of results (also as ``rest["car.z"]``), the state, and its stability."""

    stability: str
    free: list[str]
    growing: list[dict[str, Any]]
    values: dict[str, float]
    q: Floats
    v: Floats
    lam: Floats
    remaining_force: float
    largest_gap: float
    others: list[Equilibrium] = field(default_factory=list, repr=False)

    @property
    def is_stable(self) -> bool:
        return self.stability == "stable"

    def __getitem__(self, name: str) -> float:
        if name not in self.values:
            raise UnknownName(f'there is no column "{name}"', "equilibrium", f"there are {', '.join(list(self.values)[:8])} …")
        return self.values[name]


def _equilibrium(found: dict[str, Any]) -> Equilibrium:
    state = found["state"]
    return Equilibrium(found["stability"], found["free"], found["growing"], found["values"], np.array(state["q"]),
                       np.array(state["v"]), np.array(state["lambda"]), found["remaining_force"], found["largest_gap"])  # fmt: skip


def equilibrium(model_or_system: ModelLike | System, q0: ArrayLike | None = None, *,
                parameters: Mapping[str, Any] | None = None, time: float = 0.0,
                turning: ArrayLike = (0.0, 0.0, 0.0), load_steps: int = 1, starts: int = 1, seed: int = 1) -> Equilibrium:  # fmt: skip
    """Finds where a model rests near the pose it is given in, with what its joints carry and whether it stays.

    ``turning`` asks for rest in a frame that turns with this angular velocity; ``starts`` for all equilibria that are
    reached from so many starts (``others``). Raises :class:`kreisel.Error` where there is none.

    >>> import kreisel
    >>> rest = kreisel.equilibrium("heavy_top")
    >>> rest.stability, round(rest["top.z"], 9)
    ('indifferent', -1.0)
    """
    target = _target(model_or_system, q0, None, "equilibrium")
    options = {"time": float(time), "turning": np.asarray(turning, dtype=float).ravel(), "load_steps": int(load_steps),
               "starts": int(starts), "seed": int(seed)}  # fmt: skip
    if options["turning"].shape != (3,):  # type: ignore[attr-defined]
        raise OptionError("turning is no vector", "equilibrium", "give three numbers, an angular velocity in rad/s")
    found = json.loads(_kreisel.equilibrium(target, settings_from(parameters), options))
    first, *others = (_equilibrium(one) for one in found["equilibria"])
    first.others.extend(others)
    return first


@dataclass(frozen=True)
class Mode:
    """One mode: eigenvalue [1/s], what moves in words, the share of every body, and its shape."""

    name: str
    eigenvalue: complex
    frequency: float
    damping_ratio: float
    shares: Floats
    shape: Complexes = field(repr=False)
    velocity: Complexes = field(repr=False)

    @property
    def frequency_hz(self) -> float:
        return self.frequency / (2.0 * np.pi)


class Modes(Sequence[Mode]):
    """The modes of a model near a state, slowest first; matrices where inputs or outputs were named."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.record = found
        self.at: str = found["at"]
        self.is_steady = bool(found["is_steady"])
        self.turning: Floats = np.array(found["turning"])
        self.free: list[str] = [one["name"] for one in found["at_rest"]]
        self.q: Floats = np.array(found["state"]["q"])
        self._modes = [Mode(m["name"], complex(*m["eigenvalue"]), m["frequency"], m["damping_ratio"], np.array(m["shares"]),
                            _complex(m["shape"]), _complex(m["velocity"])) for m in found["modes"]]  # fmt: skip

    def __len__(self) -> int:
        return len(self._modes)

    def __getitem__(self, index: Any) -> Any:
        return self._modes[index]

    @property
    def eigenvalues(self) -> Complexes:
        """With imaginary parts that are not negative [1/s]."""
        return np.array([m.eigenvalue for m in self._modes], dtype=np.complex128)

    @property
    def frequencies_hz(self) -> Floats:
        return np.array([m.frequency_hz for m in self._modes])

    @property
    def damping_ratios(self) -> Floats:
        return np.array([m.damping_ratio for m in self._modes])

    @property
    def names(self) -> list[str]:
        return [m.name for m in self._modes]

    @property
    def matrices(self) -> tuple[Floats, Floats, Floats, Floats]:
        """A, B, C, D of x' = A x + B u, y = C x + D u."""
        found = self.record["state_space"]
        if found is None:
            raise OptionError("no inputs or outputs were named", "modes", "give inputs=[…], outputs=[…]")
        order, inputs, outputs = len(found["a"]), len(found["inputs"]), len(found["outputs"])
        shapes = [(order, order), (order, inputs), (outputs, order), (outputs, inputs)]
        a, b, c, d = (np.array(found[k], dtype=float).reshape(shape) for k, shape in zip("abcd", shapes))
        return a, b, c, d

    def state_space(self) -> Any:
        """The same as :class:`scipy.signal.StateSpace`."""
        from scipy import signal

        return signal.StateSpace(*self.matrices)

    def displaced(self, mode: int, amplitude: float, phase: float = 0.0, group: Any = None) -> Floats:
        """The configuration with a mode at a phase [rad]: its largest coordinate is displaced by ``amplitude`` [m or rad].

        ``group`` is the :class:`kreisel.Group` of the model, such as ``kreisel.Group(["r3xso3"] * bodies)``.
        """
        w = amplitude * np.real(self._modes[mode].shape * np.exp(1j * phase))
        if group is None:
            name = self.record["parameters"].get("group", "r3xso3")
            group = _kreisel.Group([name] * (len(w) // 6))
        return np.asarray(group.advance(self.q, w))

    def __repr__(self) -> str:
        lines = [f"{m.frequency_hz:10.5g} Hz  damping {m.damping_ratio:9.3g}  {m.name}" for m in self._modes[:12]]
        return "\n".join([f"<kreisel.Modes: {len(self)} at {self.at}>", *lines])


def _options(at: str | float | None, count: int, inputs: Sequence[str], outputs: Sequence[str]) -> dict[str, Any]:
    where = "" if at is None else at if isinstance(at, str) else repr(float(at))
    return {"at": where, "count": int(count), "inputs": list(inputs), "outputs": list(outputs)}


def modes(model_or_system: ModelLike | System, q0: ArrayLike | None = None, v0: ArrayLike | None = None, *,
          at: str | float | None = None, count: int = 0, parameters: Mapping[str, Any] | None = None,
          inputs: Sequence[str] = (), outputs: Sequence[str] = ()) -> Modes:  # fmt: skip
    """Frequencies, damping and shapes of a model near a state.

    ``at`` is ``"equilibrium"``, ``"start"`` or a time; without it the start where the model starts with a velocity, otherwise
    the equilibrium. ``inputs`` (``"rod.fx"`` … ``"rod.mz"``, parameters of forces) and ``outputs`` (columns of results) make
    ``matrices`` and ``state_space()``.

    >>> import kreisel
    >>> found = kreisel.modes("heavy_top", at="equilibrium")
    >>> len(found), found.at
    (2, 'equilibrium')
    """
    target = _target(model_or_system, q0, v0, "modes")
    return Modes(json.loads(_kreisel.modes(target, settings_from(parameters), _options(at, count, inputs, outputs))))


@dataclass(frozen=True)
class Locus:
    """Eigenvalues over a parameter: ``lines[k]`` is (values, eigenvalues) of one line; ``borders`` of stability."""

    parameter: str
    values: Floats
    eigenvalues: list[Complexes]
    lines: list[tuple[Floats, Complexes]]
    borders: list[dict[str, Any]]


def root_locus(model: ModelLike, parameter: str, values: tuple[float, float, int], *, at: str | float | None = None,
               parameters: Mapping[str, Any] | None = None) -> Locus:  # fmt: skip
    """Eigenvalues over a parameter, ``values`` = (first, last, how many), and where stability begins and ends."""
    first, last, count = values
    options = {**_options(at, 0, (), ()), "parameter": parameter, "first": float(first), "last": float(last),
               "values": int(count)}  # fmt: skip
    found = json.loads(_kreisel.locus(text_target(model), settings_from(parameters), options))
    points = found["points"]
    lines: dict[int, tuple[list[float], list[complex]]] = {}
    for point in points:
        for branch, s in zip(point["branches"], point["eigenvalues"]):
            places, numbers = lines.setdefault(branch, ([], []))
            places.append(point["value"])
            numbers.append(complex(*s))
    return Locus(parameter, np.array([p["value"] for p in points]), [_complex(p["eigenvalues"]) for p in points],
                 [(np.array(v), np.array(s)) for v, s in lines.values()], found["stability_borders"])  # fmt: skip
