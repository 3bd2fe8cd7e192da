"""Bad input, said with its place and its remedy."""

from __future__ import annotations

import re


def as_argument(text: str) -> str:
    """``--t-end`` -> ``t_end``: options of the command line are arguments here."""
    return "t_eval" if text == "sample times" else re.sub(r"--([a-z][a-z-]*)", lambda match: match[1].replace("-", "_"), text)


class Error(Exception):
    """Bad input. ``fact`` says what is wrong, ``where``, and ``hint`` what to do next.

    ``exit_code`` is the one with which the program ``kreisel`` would end.
    """

    exit_code = 1

    def __init__(self, fact: str, where: str = "", hint: str = "") -> None:
        super().__init__(fact)
        self.fact = as_argument(fact)
        self.where = as_argument(where)
        self.hint = as_argument(hint)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.fact}" + (f"\n  hint: {self.hint}" if self.hint else "")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.fact, self.where, self.hint), {"exit_code": self.exit_code}


class OptionError(Error, ValueError):
    """An argument that makes no sense, or contradicts another."""

    exit_code = 2


class UnknownName(Error, KeyError):
    """No such problem, method, group, parameter, body or column; the hint names what is near."""

    exit_code = 3


class FileError(Error):
    """A file that cannot be read or written."""

    exit_code = 4


class StartError(Error):
    """Start values that violate the joints beyond the limit, or joints that contradict each other."""

    exit_code = 5


class ModelError(Error, ValueError):
    """A model that is no JSON, or that cannot be; ``where`` is the place in it."""

    exit_code = 11


class ShapeError(OptionError):
    """A function returned something of the wrong shape."""

    def __init__(self, who: str, got: str, wanted: str) -> None:
        super().__init__(f"{who} returned {got} instead of {wanted}", who, _SHAPE_HINT)
        self._parts = (who, got, wanted)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._parts, {}


class SolveWarning(RuntimeWarning):
    """A run ended before the end it was asked for; the result holds everything up to there."""


_SHAPE_HINT = (
    "velocities count: the mass is n by n and the force has n numbers, where n is the dimension of the group; "
    "constraints have one number per row, their jacobian one row of n"
)

_BY_CODE: dict[int, type[Error]] = {kind.exit_code: kind for kind in (OptionError, UnknownName, FileError, StartError,
                                                                     ModelError)}  # fmt: skip


def error_of(code: int, fact: str, where: str, hint: str) -> Error:
    """The exception for an error of the library."""
    kind = _BY_CODE.get(code)
    if kind is not None:
        return kind(fact, where, hint)
    error = Error(fact, where, hint)
    error.exit_code = code
    return error
