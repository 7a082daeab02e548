"""What is wrong with a text, and where; and what was asked for too much."""

from __future__ import annotations

from typing import NamedTuple, Optional

from . import _native


class Fault(NamedTuple):
    """One fault of a text.

    ``line`` and ``column`` count from 1, the column in characters; ``help`` is the mend, where one is known.
    """

    line: int
    column: int
    message: str
    help: Optional[str]


class RulesError(ValueError):
    """The rules, or the values of their parameters, have faults.

    ``str(error)`` shows each with its line and its mend; ``faults`` lists them as :class:`Fault`.
    """

    def __init__(self, text: str, faults: list[Fault]):
        super().__init__(text)
        self.faults = faults


LimitError = _native.LimitError


def mended(error: Exception) -> RulesError:
    """The native exception, with its faults by name."""
    text, faults = error.args
    return RulesError(text, [Fault(*fault) for fault in faults])
