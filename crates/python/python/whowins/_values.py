"""Values of short games: a calculator."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, Mapping, Optional, Union

from . import _native
from ._faults import mended
from ._integers import integer
from ._picture import Picture


def _ask(function: Any, text: str) -> str:
    try:
        return function(text)
    except _native.RulesError as error:
        raise mended(error) from None


def _number(text: Optional[str]) -> Optional[Fraction]:
    return None if text is None else Fraction(text)


class Value:
    """The value of a short game, by its canonical form.

    >>> str(value("{3|1}") + value("*2"))
    '{3*2|1*2}'

    ``==`` and the order are those of games; two values may be confused, so that neither ``<``, ``==`` nor ``>`` holds.
    """

    def __init__(self, expression: str):
        self._told: Mapping[str, Any] = json.loads(_ask(_native.value, expression))
        if "form" not in self._told:
            raise ValueError(f"`{expression}` compares two values; ask with Python's own ==, < and >")
        whole = self._told.get("whole", True)
        self._expression = self._told["form"] if whole else expression

    @property
    def form(self) -> str:
        """The canonical form as text; with ``...`` where it is too long to be shown."""
        return self._told["form"]

    @property
    def outcome(self) -> str:
        """``N``, ``P``, ``L`` or ``R``."""
        return self._told["outcome"]

    @property
    def mean(self) -> Optional[Fraction]:
        return _number(self._told.get("mean"))

    @property
    def temperature(self) -> Optional[Fraction]:
        return _number(self._told.get("temperature"))

    @property
    def told(self) -> Mapping[str, Any]:
        """All that ``whowins value --json`` says of it."""
        return self._told

    def thermograph(self) -> Picture:
        """The thermograph, which a notebook draws."""
        return Picture(_ask(_native.thermograph, self._expression))

    def _with(self, sign: str, other: Union["Value", int, Fraction, str]) -> "Value":
        return Value(f"({self._expression}) {sign} ({Value.of(other)._expression})")

    def _holds(self, sign: str, other: Union["Value", int, Fraction, str]) -> bool:
        question = f"{self._expression} {sign} {Value.of(other)._expression}"
        return bool(json.loads(_ask(_native.value, question))["holds"])

    @staticmethod
    def of(other: Union["Value", int, Fraction, str]) -> "Value":
        """A value from a value, a number or an expression."""
        return other if isinstance(other, Value) else Value(str(other))

    def __add__(self, other: Union["Value", int, Fraction, str]) -> "Value":
        return self._with("+", other)

    __radd__ = __add__

    def __sub__(self, other: Union["Value", int, Fraction, str]) -> "Value":
        return self._with("-", other)

    def __neg__(self) -> "Value":
        return Value(f"-({self._expression})")

    def __mul__(self, times: int) -> "Value":
        return Value(f"{integer(times, 'a multiple')} * ({self._expression})")

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Value, int, Fraction, str)):
            return NotImplemented
        return self._holds("=", other)

    def __lt__(self, other: Union["Value", int, Fraction, str]) -> bool:
        return self._holds("<", other)

    def __gt__(self, other: Union["Value", int, Fraction, str]) -> bool:
        return self._holds(">", other)

    def __le__(self, other: Union["Value", int, Fraction, str]) -> bool:
        return self._holds("<=", other)

    def __ge__(self, other: Union["Value", int, Fraction, str]) -> bool:
        return self._holds(">=", other)

    def __hash__(self) -> int:
        return hash(self._told["form"])

    def __str__(self) -> str:
        return self.form

    def __repr__(self) -> str:
        return f"<Value {self.form}>"

    def _repr_svg_(self) -> Optional[str]:
        try:
            return self.thermograph().svg
        except (ValueError, _native.LimitError):
            return None


def value(expression: Union[str, int, Fraction]) -> Value:
    """The value of an expression in the notation of the literature, such as ``'{3|1} + *2 - ^'``.

    Raises :class:`RulesError` for faulty notation, :class:`LimitError` for a form that explodes.
    """
    return Value.of(expression) if not isinstance(expression, str) else Value(expression)
