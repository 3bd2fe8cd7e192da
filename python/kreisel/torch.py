"""The end of a run as a function of its parameters for PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ._gradient import gradient
from ._solve import ModelLike


def end_of(model: ModelLike, of: Sequence[str], parameters: Sequence[str], t_span: float | None = None, *,
           fixed: Mapping[str, Any] | None = None, **options: Any) -> Callable[[Any], Any]:  # fmt: skip
    """A function of a tensor of ``parameters`` that gives the columns ``of`` at the end of the run, with its backward pass."""
    import torch

    class End(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(context: Any, p: Any) -> Any:
            values = {**(fixed or {}), **dict(zip(parameters, p.detach().cpu().tolist()))}
            found = gradient(model, of, parameters, t_span, parameters=values, **options)
            context.jacobian = torch.as_tensor(found.jacobian, dtype=p.dtype, device=p.device)
            return torch.as_tensor(found.values, dtype=p.dtype, device=p.device)

        @staticmethod
        @torch.autograd.function.once_differentiable  # type: ignore[misc]
        def backward(context: Any, seed: Any) -> Any:
            return seed @ context.jacobian

    return lambda p: End.apply(p)
