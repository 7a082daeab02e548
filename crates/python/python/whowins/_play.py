"""Games written in Python: solved exactly by the engine, their patterns observed and never called proved."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from typing import Any, Hashable, Iterable, Optional

from . import _native


class PythonGame(ABC):
    """A game whose moves are a Python function.

    Write :meth:`moves`. With one argument, the position, both players have the same moves; with two, the position and the player to move (0 or 1), each has
    moves of one's own. Who cannot move loses, unless ``misere`` is set. Positions are hashable, and what play comes to from a position must be finite; where
    positions repeat, who can force nothing draws.

    >>> class Take(PythonGame):
    ...     def moves(self, position):
    ...         return [position - k for k in (1, 2, 3) if k <= position]
    >>> Take().outcome(8)
    'P'

    All that play comes to is looked at once, by the engine that decides games of rules: time and memory grow with the number of positions (some hundred bytes each, beside
    the positions themselves). What :meth:`moves` raises ends the work and is raised again; so does Ctrl-C.
    """

    #: Whether who cannot move wins.
    misere = False

    @abstractmethod
    def moves(self, position: Any) -> Iterable[Hashable]:
        """The positions that a move leads to."""

    def limit(self, *, seconds: Optional[float] = None, memory: Optional[int] = None) -> "PythonGame":
        """Bounds every later call: seconds, bytes. A call that meets a bound raises :class:`whowins.LimitError`. Returns the game."""
        self._solver().limit(seconds, memory)
        return self

    def outcome(self, position: Hashable) -> str:
        """The outcome class: ``N`` or ``P``; ``D`` where nobody can force a win; with moves of one's own ``L`` (player 0 wins, whoever begins) or ``R``, too."""
        first = self._at(position, 0)[0]
        if not self._is_partizan:
            return {"win": "N", "loss": "P", "draw": "D"}[first]
        second = self._at(position, 1)[0]
        classes = {("win", "win"): "N", ("loss", "loss"): "P", ("win", "loss"): "L", ("loss", "win"): "R"}
        return classes.get((first, second), "D")

    def remoteness(self, position: Hashable, player: int = 0) -> Optional[int]:
        """How many moves best play lasts with this player to move, where the winner hurries and the loser delays; ``None`` for a draw."""
        return self._at(position, player)[1]

    def best(self, position: Hashable, player: int = 0) -> Optional[Hashable]:
        """The position after a best move of this player; ``None`` where there is no move."""
        number = self._at(position, player)[2]
        return None if number is None else self._positions[number]

    def grundy(self, position: Hashable) -> int:
        """The Grundy value, by mex over the moves. Raises ``ValueError`` where positions repeat, play is misère, or each player has moves of one's own."""
        solver = self._solver()
        if self.misere or self._is_partizan:
            raise ValueError("Grundy values decide neither misère play nor games in which the players' moves differ")
        value = solver.grundy(self._number(position))
        if value is None:
            raise ValueError(f"from {position!r} on a position can come again, so it has no Grundy value")
        return value

    def observe(self, terms: int) -> Optional[tuple[int, int]]:
        """The least preperiod and period of who wins at the positions 0, 1, ..., for games of one number, where one is seen at least three times over.

        This is a pattern that was observed so far, and no law: nothing is proved of what lies beyond.
        """
        return _native.observed([self.outcome(number) for number in range(terms)])

    def _solver(self) -> Any:
        """What decides the game, made when it is first asked."""
        if "_native_" not in self.__dict__:
            #: The positions that were met, by their numbers, and back.
            self._numbers: dict[Hashable, int] = {}
            self._positions: list[Hashable] = []
            self._is_partizan = len(inspect.signature(self.moves).parameters) > 1
            self._native_ = _native.Played(self._options, self.misere, self._is_partizan)
        return self._native_

    def _number(self, position: Hashable) -> int:
        number = self._numbers.get(position)
        if number is None:
            number = self._numbers[position] = len(self._positions)
            self._positions.append(position)
        return number

    def _options(self, number: int, player: int) -> list[int]:
        """The numbers of the positions after a move: what the engine asks."""
        here = self._positions[number]
        after = self.moves(here, player) if self._is_partizan else self.moves(here)  # type: ignore[call-arg]
        numbers, positions, options = self._numbers, self._positions, []
        for position in after:
            known = numbers.get(position)
            if known is None:
                known = numbers[position] = len(positions)
                positions.append(position)
            options.append(known)
        return options

    def _at(self, position: Hashable, player: int) -> tuple[str, Optional[int], Optional[int]]:
        return self._solver().solve(self._number(position), player)
