"""Games written in Python: solved exactly, their patterns observed and never called proved."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Hashable, Iterable, Optional


class PythonGame(ABC):
    """A game whose moves are a Python function.

    Write :meth:`moves`; both players have the same moves, and who cannot move loses, unless ``misere`` is set. Positions are hashable, and what
    play comes to from a position must be finite; where positions repeat, nobody wins.

    >>> class Take(PythonGame):
    ...     def moves(self, position):
    ...         return [position - k for k in (1, 2, 3) if k <= position]
    >>> Take().outcome(8)
    'P'
    """

    #: Whether who cannot move wins.
    misere = False

    def __init__(self) -> None:
        self._decided: dict[Hashable, tuple[str, Optional[int]]] = {}

    @abstractmethod
    def moves(self, position: Any) -> Iterable[Hashable]:
        """The positions that a move leads to."""

    def outcome(self, position: Hashable) -> str:
        """``N``, ``P`` or ``D``. Looks at all that play comes to, once: time and memory grow with their number."""
        return self._at(position)[0]

    def remoteness(self, position: Hashable) -> Optional[int]:
        """How many moves best play lasts, where the winner hurries and the loser delays; ``None`` for a draw."""
        return self._at(position)[1]

    def grundy(self, position: Hashable) -> int:
        """The Grundy value, by mex over the moves. Raises ``ValueError`` where positions repeat, or play is misère."""
        if self.misere:
            raise ValueError("Grundy values do not decide misère play")
        known: dict[Hashable, int] = {}
        open_: set[Hashable] = set()
        stack: list[tuple[Hashable, Optional[list[Hashable]]]] = [(position, None)]
        while stack:
            here, options = stack.pop()
            if options is None:
                if here in known:
                    continue
                if here in open_:
                    raise ValueError(f"the position {here!r} can come again, so it has no Grundy value")
                open_.add(here)
                options = list(self.moves(here))
                stack.append((here, options))
                stack.extend((option, None) for option in options if option not in known)
            else:
                seen = {known[option] for option in options}
                least = 0
                while least in seen:
                    least += 1
                known[here] = least
                open_.discard(here)
        return known[position]

    def observe(self, terms: int) -> Optional[tuple[int, int]]:
        """The least preperiod and period of who wins at the positions 0, 1, ..., for games of one number, where one is seen at least three times over.

        This is a pattern that was observed so far, and no law: nothing is proved of what lies beyond.
        """
        letters = [self.outcome(number) for number in range(terms)]
        for period in range(1, terms // 3 + 1):
            first = terms
            while first > period and letters[first - 1] == letters[first - 1 - period]:
                first -= 1
            preperiod = first - period
            if terms - preperiod >= 3 * period and preperiod + 3 * period <= terms:
                return preperiod, period
        return None

    def _at(self, position: Hashable) -> tuple[str, Optional[int]]:
        if position not in self._decided:
            self._decide(position)
        return self._decided[position]

    def _decide(self, start: Hashable) -> None:
        """Retrograde analysis of all that play comes to (Zermelo 1913): from the ends backwards, level by level."""
        decided = self._decided
        numbers: dict[Hashable, int] = {start: 0}
        positions = [start]
        before: list[list[int]] = [[]]
        missing: list[int] = []
        ready: list[int] = []
        at = 0
        while at < len(positions):
            here = positions[at]
            if here in decided:
                missing.append(0)
                ready.append(at)
            else:
                options = set(self.moves(here))
                missing.append(len(options))
                if not options:
                    decided[here] = ("N" if self.misere else "P", 0)
                    ready.append(at)
                for option in options:
                    number = numbers.get(option)
                    if number is None:
                        number = numbers[option] = len(positions)
                        positions.append(option)
                        before.append([])
                    before[number].append(at)
            at += 1
        # Positions of one remoteness together, the quickest first.
        levels: dict[int, list[int]] = {}
        for number in ready:
            far = decided[positions[number]][1]
            if far is not None:
                levels.setdefault(far, []).append(number)
        level = 0
        while levels:
            now = levels.pop(level, [])
            for number in now:
                outcome = decided[positions[number]][0]
                for earlier in before[number]:
                    here = positions[earlier]
                    if here in decided:
                        continue
                    missing[earlier] -= 1
                    if outcome == "P":
                        decided[here] = ("N", level + 1)
                    elif missing[earlier] == 0:
                        decided[here] = ("P", level + 1)
                    else:
                        continue
                    levels.setdefault(level + 1, []).append(earlier)
            level += 1
        for here in positions:
            decided.setdefault(here, ("D", None))
