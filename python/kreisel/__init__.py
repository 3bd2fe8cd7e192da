"""Kreisel: the motion of mechanical systems with joints, on Lie groups, to a tolerance.

>>> import kreisel
>>> result = kreisel.solve("heavy_top", (0, 1), rtol=1e-6)
>>> result.success
True

``solve`` takes built-in problems, model files, dictionaries, a :class:`Model` built in Python or a :class:`System` of your own
functions; ``check`` examines one, ``study`` compares methods on it, ``sweep`` runs it many times, ``fit`` and ``minimize`` find
parameters, ``methods`` lists those there are.
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING

from ._analysis import Equilibrium, Locus, Mode, Modes, equilibrium, modes, root_locus
from ._catalogues import groups, methods, problems
from ._errors import Error, FileError, ModelError, OptionError, ShapeError, SolveWarning, StartError, UnknownName
from ._gradient import Gradient, gradient
from ._kreisel import Group
from ._kreisel import version as __version__
from ._fit import Fit, Minimum, fit, minimize
from ._model import Model
from ._elements import Body, Force, Joint
from ._result import Motion, Result
from ._study import Study, check, study
from ._sweep import Sweep, sweep
from ._system import CompiledFunction, Row, System

if _TYPE_CHECKING:
    from ._typed_solve import solve
else:
    from ._solve import solve

__all__ = [
    "Body", "CompiledFunction", "Equilibrium", "Error", "FileError", "Fit", "Force", "Gradient", "Group", "Joint", "Locus", "Minimum",
    "Mode", "Model", "ModelError", "Modes", "Motion", "OptionError", "Result", "Row", "ShapeError", "SolveWarning", "StartError",
    "Study", "Sweep", "System", "UnknownName", "__version__", "check", "equilibrium", "fit", "gradient", "groups", "methods",
    "minimize", "modes", "problems", "root_locus", "solve", "study", "sweep",
]  # fmt: skip
