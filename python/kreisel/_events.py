"""Events in scipy's pattern: functions with the attributes ``terminal`` and ``direction``."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ._errors import OptionError

EventFunction = Callable[..., float]


def count_arguments(function: Callable[..., Any], most: int) -> int:
    """How many of `most` positional arguments a function takes; all of them when nobody can tell."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return most
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        return most
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return min(most, sum(parameter.kind in positional for parameter in parameters))


@dataclass
class Event:
    """An event as the compiled half wants it."""

    name: str
    value: Callable[..., Any]
    terminal: bool
    direction: int
    change: Callable[..., Any] | None


def _event(function: Any, index: int) -> Event:
    if not callable(function):
        raise OptionError(f"event {index} is a {type(function).__name__}, not a function", "events",
                          "give functions of t, q and v, or of t, q, v and lam")  # fmt: skip
    count = count_arguments(function, 4)
    if count < 3:
        raise OptionError(f"event {index} takes {count} arguments", "events", "events are called with t, q, v and, if "
                          "they take four, lam")  # fmt: skip
    direction = getattr(function, "direction", 0)
    return Event(
        name=getattr(function, "__name__", f"event {index}"),
        value=function if count == 4 else lambda t, q, v, lam: function(t, q, v),
        terminal=bool(getattr(function, "terminal", False)),
        direction=(direction > 0) - (direction < 0),
        change=getattr(function, "change", None),
    )


def events_from(given: EventFunction | Iterable[EventFunction] | None) -> list[Event]:
    """One event, several or none. Names are made different, so that results can tell them apart."""
    if given is None:
        return []
    if not callable(given) and not isinstance(given, Iterable):
        raise OptionError(f"a {type(given).__name__} is no event", "events", "give a function, or a list of them")
    functions = [given] if callable(given) else list(given)
    events = [_event(function, index) for index, function in enumerate(functions)]
    names = [event.name for event in events]
    for index, event in enumerate(events):
        if names.count(names[index]) > 1:
            event.name = f"{names[index]} #{index}"
    return events
