# Written by `python -m kreisel._signature`: kreisel.solve with every listed option of a run, for type checkers.
from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import ArrayLike

from ._events import EventFunction
from ._result import Result
from ._solve import ModelLike
from ._system import System

def solve(
    model_or_system: ModelLike | System,
    t_span: Sequence[float] | float | None = ...,
    q0: ArrayLike | None = ...,
    v0: ArrayLike | None = ...,
    *,
    method: str = ...,
    formulation: str = ...,
    rtol: float | None = ...,
    atol: float | None = ...,
    step: float | None = ...,
    t_eval: ArrayLike | None = ...,
    events: EventFunction | Sequence[EventFunction] | None = ...,
    dense_output: bool = ...,
    parameters: Mapping[str, Any] | None = ...,
    from_equilibrium: bool | None = ...,
    lambda_tol: float | None = ...,
    start_values: str | None = ...,
    step_change: str | None = ...,
    columns: str | None = ...,
    start_limit: float | None = ...,
    initial_motion: str | None = ...,
    initial_order: int | None = ...,
    start_scale: float | None = ...,
    max_steps: int | None = ...,
    max_rejections_in_a_row: int | None = ...,
    max_seconds: float | None = ...,
    min_step: float | None = ...,
    max_step: float | None = ...,
    max_divisions: int | None = ...,
    audit: float | None = ...,
    disturb_positions: float | None = ...,
    disturb_velocities: float | None = ...,
    disturb_seed: int | None = ...,
) -> Result: ...
