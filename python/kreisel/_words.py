"""Words of scipy: taken for ours where they mean the same, explained where they do not."""

from __future__ import annotations

import warnings
from typing import Any

from ._errors import OptionError, SolveWarning

METHODS = {"RK23": "dopri5", "RK45": "dopri5", "DOP853": "dop853", "Radau": "radau", "BDF": "bliedf", "LSODA": "auto"}
# Arguments of solve_ivp that solve has no use for, and what to do instead.
ARGUMENTS = {
    "args": "let the functions know their parameters: functools.partial, a closure or an object",
    "jac": "derivatives are found by differences; System takes exact ones as jacobian and force_tangents",
    "jac_sparsity": "models know which bodies touch; for a System there is nothing to tell",
    "lband": "models know which bodies touch; for a System there is nothing to tell",
    "uband": "models know which bodies touch; for a System there is nothing to tell",
    "vectorized": "functions are called with one state at a time",
    "y0": "give q0 and v0, positions and velocities",
    "fun": "give a model, or kreisel.System(n, mass=…, force=…)",
}


def method_from(name: str) -> str:
    """The method that a name of scipy stands for, with a word about it."""
    if name not in METHODS:
        return name
    taken = METHODS[name]
    text = f'method="{name}" is a name of scipy; "{taken}" is taken, kreisel.methods() lists ours'
    warnings.warn(text, SolveWarning, stacklevel=4)
    return taken


def without_scipy(options: dict[str, Any]) -> dict[str, Any]:
    """The options less those of scipy. Raises OptionError for what has to be said in another way."""
    for name, remedy in ARGUMENTS.items():
        if name in options:
            raise OptionError(f"{name} is an argument of scipy", name, remedy)
    if options.get("first_step") is not None:
        text = "first_step of scipy is left out: the first step is found, and its error is checked"
        warnings.warn(text, SolveWarning, stacklevel=4)
    return {name: value for name, value in options.items() if name != "first_step"}
