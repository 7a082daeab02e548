"""Functions in Python, held to the truth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from . import _native

if TYPE_CHECKING:
    from ._game import Game

#: What a solution is given: one number, numbers, or a position's text.
Given = Union[int, tuple[int, ...], str]

_NUMBERS = re.compile(r"-?\d+(,-?\d+)*")
_AT_ONCE = 1000


@dataclass(frozen=True)
class Judged:
    """What became of a solution.

    ``right`` says whether it was right wherever it was asked; ``asked`` counts the positions, all of them in order (``order`` says in which) up to size
    ``up_to``, ``None`` where not even the smallest were. ``position`` is the first, so the smallest, at which it is wrong, ``said`` what it says there,
    ``truth`` what is so. A right answer everywhere it was asked is no proof.
    """

    right: bool
    asked: int
    up_to: Optional[int]
    order: str
    position: Optional[str] = None
    said: Any = None
    truth: Any = None

    def __bool__(self) -> bool:
        return self.right


def read(text: str) -> Given:
    """A position as a solution takes it.

    >>> read("7"), read("3,5"), read("o.x")
    (7, (3, 5), 'o.x')
    """
    if not _NUMBERS.fullmatch(text):
        return text
    numbers = tuple(int(number) for number in text.split(","))
    return numbers[0] if len(numbers) == 1 else numbers


def _wins(game: "Game", text: str, outcome: str) -> Optional[bool]:
    """Whether the player named first wins with the move; ``None`` for a draw."""
    if outcome != "D":
        return outcome in "NL"
    # With draws the class does not say which of the players can force what.
    return {"win": True, "loss": False, "draw": None}[game.solve(text).value]


def _agree(said: Any, truth: Any) -> bool:
    if isinstance(said, Exception):
        return False
    if truth is None or isinstance(truth, str):
        return said == truth
    return said is not None and bool(said) == truth


def judge(game: "Game", solution: Callable[[Any], Any], *, positions: int, up_to: Optional[int]) -> Judged:
    """See :meth:`whowins.Game.judge`."""
    all_, order = _native.positions(game._native, positions, up_to)
    cut = len(all_) == positions
    for begin in range(0, len(all_), _AT_ONCE):
        part = all_[begin : begin + _AT_ONCE]
        classes = game._native.classes([text for _, text in part]).decode()
        for at, ((size, text), outcome) in enumerate(zip(part, classes), begin + 1):
            try:
                said = solution(read(text))
            except Exception as error:  # a solution may fail in any way
                said = error
            truth = outcome if isinstance(said, str) else _wins(game, text, outcome)
            if not _agree(said, truth):
                return Judged(False, at, size - 1 if size > 0 else None, order, text, said, truth)
    last = all_[-1][0] if all_ else None
    if cut and last is not None:
        last = last - 1 if last > 0 else None
    return Judged(True, len(all_), last, order)
