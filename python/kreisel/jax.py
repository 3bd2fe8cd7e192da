"""The end of a run as a function of its parameters for jax: ``jax.grad``, ``jax.jacobian`` and ``jax.jit`` go through it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ._gradient import gradient
from ._solve import ModelLike


def end_of(model: ModelLike, of: Sequence[str], parameters: Sequence[str], t_span: float | None = None, *,
           fixed: Mapping[str, Any] | None = None, **options: Any) -> Callable[[Any], Any]:  # fmt: skip
    """A function p ↦ columns ``of`` at the end of the run with these ``parameters``; ``fixed`` has values of others.

    Its derivative is that of the computed steps. Needs jax with 64-bit numbers (``jax.config.update("jax_enable_x64", True)``).
    """
    import jax

    def both(p: Any) -> tuple[Any, Any]:
        values = {**(fixed or {}), **dict(zip(parameters, np.asarray(p, dtype=float).tolist()))}
        found = gradient(model, of, parameters, t_span, parameters=values, **options)
        return found.values.astype(p.dtype), found.jacobian.astype(p.dtype)

    def called(p: Any) -> Any:
        shapes = (jax.ShapeDtypeStruct((len(of),), p.dtype), jax.ShapeDtypeStruct((len(of), len(parameters)), p.dtype))
        return jax.pure_callback(both, shapes, p)

    def forward(p: Any) -> Any:
        return called(p)

    def backward(jacobian: Any, seed: Any) -> tuple[Any]:
        return (seed @ jacobian,)

    end = jax.custom_vjp(lambda p: called(p)[0])
    end.defvjp(forward, backward)
    return lambda p: end(jax.numpy.asarray(p))
