"""Integers of Python and NumPy, told from numbers that only look like them."""

from __future__ import annotations

import operator
from typing import Any


def is_listed(what: Any) -> bool:
    """Returns whether something holds several numbers; an array without axes is one number."""
    return hasattr(what, "__iter__") and getattr(what, "ndim", 1) > 0


def integer(number: Any, name: str) -> int:
    """Returns an integer of Python for one of Python or NumPy.

    Raises ``TypeError`` for everything else, ``bool`` and ``float`` among them.
    """
    kind = type(number).__name__
    if kind not in ("bool", "bool_"):
        try:
            return operator.index(number)
        except TypeError:
            pass
    fix = "write 0 or 1" if kind in ("bool", "bool_") else "write an integer, such as 7 // 2"
    raise TypeError(f"{name} is an integer, not {number!r} ({kind}); {fix}")
