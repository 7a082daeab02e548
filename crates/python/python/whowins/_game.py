"""Games by their rules."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Optional, Sequence, Union

from . import _native
from ._faults import mended
from ._integers import integer, is_listed
from ._judge import Judged, judge
from ._picture import Picture

if TYPE_CHECKING:
    import numpy

#: A position: its text, its numbers, or its one number.
Position = Union[str, int, Sequence[int]]


def written(position: Optional[Position]) -> Optional[str]:
    """Returns a position as the rules write it: integers with commas between.

    Raises ``TypeError`` for numbers that are no integers, and for sets, which have no order.
    """
    if position is None or isinstance(position, str):
        return position
    if isinstance(position, (Set, Mapping)):
        raise TypeError(f"the position {position!r} has no order; write a tuple, such as (3, 5)")
    if not is_listed(position):
        return str(integer(position, "the position"))
    return ",".join(str(integer(number, "a position's number")) for number in position)


def given(value: Any) -> str:
    """A parameter's value as ``--set`` takes it: sets and lists with commas between, tables with rows by ``/``."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, (set, frozenset)):
        return ",".join(str(one) for one in sorted(value))
    if isinstance(value, Iterable):
        rows = list(value)
        if rows and not isinstance(rows[0], (int, str)):
            return "/".join(",".join(str(one) for one in row) for row in rows)
        return ",".join(str(one) for one in rows)
    return str(value)


@dataclass(frozen=True)
class Move:
    """A legal move: its words, the position after it, and what it brings to who makes it (``win``, ``loss`` or ``draw``)."""

    text: str
    to: str
    value: Optional[str] = None
    remoteness: Optional[int] = None
    grundy: Optional[int] = None
    difference: Optional[int] = None


@dataclass(frozen=True)
class Answer:
    """Who wins from a position.

    ``winner`` is a player's name, ``None`` for a draw; ``value`` is ``win``, ``loss`` or ``draw`` for the player to move; ``outcome`` is the
    class, ``None`` where only one of the two players was asked about; ``remoteness`` counts the moves of best play, where it is known;
    ``difference`` is by how much the player to move ends above the opponent, in games for points; ``best`` is a best move.
    ``moves``, ``line`` and ``grundy`` are there where they were asked for.
    """

    position: str
    to_move: str
    winner: Optional[str]
    value: str
    outcome: Optional[str]
    remoteness: Optional[int]
    difference: Optional[int]
    best: Optional[Move]
    moves: Optional[tuple[Move, ...]]
    line: Optional[tuple[Move, ...]]
    grundy: Optional[int]
    strategy: str
    law: Optional[str]

    @classmethod
    def _of(cls, told: Mapping[str, Any]) -> "Answer":
        def number(text: Optional[str]) -> Optional[int]:
            return None if text is None else int(text)

        def move(one: Mapping[str, Any]) -> Move:
            return Move(
                one["text"],
                one["to"],
                one.get("value"),
                one.get("remoteness"),
                one.get("grundy"),
                number(one.get("difference")),
            )

        def moves(name: str) -> Optional[tuple[Move, ...]]:
            return None if name not in told else tuple(move(one) for one in told[name])

        return cls(
            position=told["position"],
            to_move=told["to_move"],
            winner=told["winner"],
            value=told["value"],
            outcome=told["outcome"],
            remoteness=told["remoteness"],
            difference=number(told.get("difference")),
            best=None if told["move"] is None else move(told["move"]),
            moves=moves("moves"),
            line=moves("line"),
            grundy=told.get("grundy"),
            strategy=told["strategy"],
            law=told["law"],
        )


@dataclass(frozen=True)
class Law:
    """What a search for a law came to.

    ``proved`` is ``True`` only where the verifier accepted the certificate in this very call. ``status`` is ``proved``, ``observed`` or
    ``none``; ``kind``, ``statement``, ``formula`` and ``source`` are those of the first law; ``laws`` has all, ``tried`` what became of
    each kind that was tried; ``certificate`` and ``coq`` are texts.
    """

    game: "Game"
    status: str
    laws: tuple[Mapping[str, Any], ...]
    tried: tuple[Mapping[str, Any], ...]
    certificate: Optional[str]
    coq: Optional[str]
    holds_for: Optional[str]

    @property
    def proved(self) -> bool:
        return self.status == "proved"

    def _first(self, name: str) -> Optional[str]:
        return self.laws[0][name] if self.laws else None

    @property
    def kind(self) -> Optional[str]:
        return self._first("kind")

    @property
    def statement(self) -> Optional[str]:
        return self._first("statement")

    @property
    def formula(self) -> Optional[str]:
        return self._first("formula")

    @property
    def source(self) -> Optional[str]:
        return self._first("source")

    def verify(self) -> list[str]:
        """Has the certificate checked once more against the game's rules; returns what it states.

        Raises ``ValueError`` where there is none, or the verifier refuses it.
        """
        if self.certificate is None:
            raise ValueError("no law was proved, so there is no certificate to check")
        return self.game.verify(self.certificate)

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes the certificate to a file, or for a name that ends in ``.v`` the file for Coq."""
        text = self.coq if os.fspath(path).endswith(".v") else self.certificate
        if text is None:
            raise ValueError("there is no such file of this law")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def __repr__(self) -> str:
        said = self.statement if self.proved else "no law was proved"
        return f"<Law of {self.game.name}: {self.status}. {said}>"

    def _repr_html_(self) -> str:
        if not self.proved:
            return f"<p>{html.escape(self.game.name)}: no law was proved.</p>"
        parts = [f"<p><b>Proved.</b> {html.escape(self.statement or '')}</p>"]
        if self.formula:
            parts.append(f"<p>{html.escape(self.formula)}</p>")
        parts.append(f"<p><small>{html.escape(self.source or '')}</small></p>")
        return "".join(parts)

    def _repr_latex_(self) -> Optional[str]:
        return None if not self.formula else "$$" + latex(self.formula) + "$$"


def latex(formula: str) -> str:
    """A formula in LaTeX: signs by their commands, words upright."""
    signs = {
        "⊕": r"\oplus ",
        "≤": r"\le ",
        "≥": r"\ge ",
        "≠": r"\ne ",
        "φ": r"\varphi ",
        "⌊": r"\lfloor ",
        "⌋": r"\rfloor ",
        "·": r"\cdot ",
        "√": r"\sqrt ",
        "∈": r"\in ",
        "∉": r"\notin ",
        "≡": r"\equiv ",
        "≢": r"\not\equiv ",
        "−": "-",
        "²": "^2",
        "%": r"\bmod ",
        "{": r"\{",
        "}": r"\}",
        "_": r"\_",
        "#": r"\#",
        "&": r"\&",
    }
    parts: list[str] = []
    word = ""
    for sign in formula + "\0":
        if sign.isalpha() and sign.isascii():
            word += sign
            continue
        if len(word) > 1:
            parts.append(r"\text{ " + word + " }")
        else:
            parts.append(word)
        word = ""
        if sign != "\0":
            parts.append(signs.get(sign, sign))
    return "".join(parts)


@dataclass(frozen=True)
class Proof:
    """What became of a statement: ``verdict`` is ``proved``, ``refuted`` or ``open``; ``counterexample`` is the smallest position at which it is wrong."""

    verdict: str
    statement: str
    counterexample: Optional[str]
    certificate: Optional[str]
    told: Mapping[str, Any]

    def __bool__(self) -> bool:
        return self.verdict == "proved"


@dataclass(frozen=True)
class Reason:
    """Why a position is won or lost: ``sentences`` in plain words; ``told`` has all of it (``docs/json.md``, ``whowins why --json``)."""

    winner: Optional[str]
    sentences: tuple[str, ...]
    told: Mapping[str, Any]

    def __str__(self) -> str:
        return "\n".join(self.sentences)


class Table:
    """Who wins from all positions around one, from a file that ``whowins build`` or :meth:`Game.build_table` made.

    The file carries its rules; a block is read when it is asked for. ``check`` compares every block's checksum first. Raises ``ValueError`` where the file is none,
    or has a fault.
    """

    def __init__(self, path: "str | os.PathLike[str]", *, check: bool = False):
        self._native = _native.Table(os.fspath(path), check)

    @property
    def about(self) -> Mapping[str, Any]:
        """What it holds: ``game``, ``parameters``, ``at``, ``remoteness``, ``positions``, ``bytes`` (``docs/json.md``, ``whowins probe --json``)."""
        return json.loads(self._native.about())

    def solve(self, position: Position, *, to_move: Optional[str] = None) -> Answer:
        """Who wins from a position of the table. Raises ``ValueError`` for another one."""
        return Answer._of(json.loads(self._native.answer(written(position), to_move)))

    def __getitem__(self, position: Position) -> Optional[str]:
        """The outcome class of a position."""
        return self.solve(position).outcome

    def __repr__(self) -> str:
        about = self.about
        return f"<Table of {about['game']}: {about['positions']} positions around {about['at']}>"


class Game:
    '''A game by its rules, with the values of its parameters.

    >>> game = Game("""game "Take"
    ... position n
    ... move n -= k for k in 1..3""")
    >>> game.solve(8).outcome
    'P'

    Parameters are given by name: numbers, sets, lists, lists of lists, or texts as ``--set`` takes them. Raises :class:`RulesError` with each
    fault's place and mend.
    '''

    def __init__(self, text: str, *, origin: str = "the rules", **values: Any):
        try:
            each = [(name, given(value)) for name, value in values.items()]
            self._native = _native.Game(text, origin, each)
        except _native.RulesError as error:
            raise mended(error) from None

    @staticmethod
    def load(name: "str | os.PathLike[str]", **values: Any) -> "Game":
        """A shipped game by its name, or a game from a file of rules: :func:`whowins.load`."""
        return load(name, **values)

    @property
    def name(self) -> str:
        """The game's name."""
        return self._native.name

    @property
    def about(self) -> str:
        """The comment that the rules begin with."""
        return self._native.about

    @property
    def text(self) -> str:
        """The rules."""
        return self._native.text

    @property
    def players(self) -> tuple[str, str]:
        first, second = self._native.players
        return first, second

    @property
    def start(self) -> Optional[str]:
        """The position that the rules begin with, where they name one."""
        return self._native.start

    @property
    def parameters(self) -> dict[str, Optional[str]]:
        """The parameters' values, as texts."""
        return {name: value for name, _, value in self._native.parameters}

    def limit(
        self,
        *,
        seconds: Optional[float] = None,
        memory: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> "Game":
        """Bounds every later call: seconds, bytes for tables (three quarters of what is free, if nothing is said), threads (all cores).

        A call that meets a bound raises :class:`LimitError`. Returns the game.
        """
        self._native.limit(seconds, memory, threads)
        return self

    def solve(
        self,
        position: Optional[Position] = None,
        *,
        to_move: Optional[str] = None,
        moves: bool = False,
        line: bool = False,
        grundy: bool = False,
    ) -> Answer:
        """Who wins from a position (the rules' start, if none is given, or a small first position), and how.

        ``moves`` asks for every legal move with what it brings, ``line`` for best play to its end, ``grundy`` for Grundy values.
        Raises ``ValueError`` for a text that isn't a position, :class:`LimitError` where a bound is met. Ctrl-C stops it.
        """
        asked = {"moves": moves, "line": line, "grundy": grundy}
        what = [name for name, wanted in asked.items() if wanted]
        told = self._native.solve(written(position), to_move, what)
        return Answer._of(json.loads(told))

    def outcome(self, position: Optional[Position] = None) -> str:
        """The outcome class of a position: ``N``, ``P``, ``L``, ``R`` or ``D``."""
        text = written(position)
        if text is None:
            text = self.start or ""
        return self._native.classes([text]).decode()

    def outcome_of_each(self, positions: Iterable[Position]) -> list[str]:
        """The outcome classes of many positions, from one table or law that grows as it is needed."""
        return list(self._native.classes([written(one) for one in positions]).decode())

    def grundy(self, position: Optional[Position] = None) -> int:
        """The Grundy value of a position of an impartial game. Raises ``ValueError`` where there are none."""
        return self._native.grundy(written(position))

    def _table(self, show: str, shape: Union[int, Sequence[int]], origin: Optional[Position]) -> "numpy.ndarray":
        import numpy

        listed = tuple(shape) if is_listed(shape) else (shape,)
        sides = tuple(integer(side, "a table's side") for side in listed)
        if len(sides) not in (1, 2):
            raise ValueError("a table has one axis or two: give a number, or two")
        size = "x".join(str(side) for side in sides)
        width, height, cells = self._native.table(show, size, written(origin))
        table = numpy.frombuffer(cells, dtype="S1" if show == "outcome" else numpy.uint16)
        if len(sides) == 1:
            return table[: sides[0]]
        return table.reshape(height, width).T

    def outcomes(self, shape: Union[int, Sequence[int]], origin: Optional[Position] = None) -> "numpy.ndarray":
        """The outcome classes of a box of positions, as an array of letters (``dtype='S1'``) of this shape: ``[x, y]`` is the class of the position
        ``x, y`` from ``origin`` on (0, if none is given). A number stands for a box of one heap. At most 65,536 a side; the array looks at
        the engine's bytes without a copy, and is read only.

        >>> int((load("cowcheck").outcomes((8, 8)) == b"P").sum())
        7
        """
        return self._table("outcome", shape, origin)

    def grundies(self, shape: Union[int, Sequence[int]], origin: Optional[Position] = None) -> "numpy.ndarray":
        """The Grundy values of a box of positions (``uint16``, 65,535 where there is none), as :meth:`outcomes` has them."""
        return self._table("grundy", shape, origin)

    def remoteness(self, shape: Union[int, Sequence[int]], origin: Optional[Position] = None) -> "numpy.ndarray":
        """How many moves best play lasts, for a box of positions (``uint16``, 65,535 for draws), as :meth:`outcomes` has them."""
        return self._table("remoteness", shape, origin)

    def map(
        self,
        size: Union[None, str, int, Sequence[int]] = None,
        *,
        show: str = "outcome",
        origin: Optional[Position] = None,
        dark: bool = False,
    ) -> Picture:
        """A picture of many positions, with the law drawn over it; ``show`` is ``outcome``, ``grundy`` or ``remoteness``."""
        if show not in ("outcome", "grundy", "remoteness"):
            raise ValueError(f"`{show}` is not shown; ask for outcome, grundy or remoteness")
        if size is not None and not isinstance(size, (str, int)):
            size = "x".join(str(side) for side in size)
        text = None if size is None else str(size)
        return Picture(self._native.map(show, text, written(origin), dark))

    def law(self, *, kind: Optional[str] = None, at: Optional[Position] = None) -> Law:
        """Looks for the game's law, and has the verifier check it. A proved law answers later questions.

        ``kind`` asks for laws of one kind alone; ``at`` for a strategy from this position too.
        """
        told = json.loads(self._native.law(kind, written(at)))
        return Law(
            game=self,
            status=told["status"],
            laws=tuple(told["laws"]),
            tried=tuple(told["tried"]),
            certificate=told.get("certificate"),
            coq=told.get("coq"),
            holds_for=told["for"],
        )

    def verify(self, certificate: str) -> list[str]:
        """Has the verifier check a certificate against these rules; returns what it states. Raises ``ValueError`` where it is refused."""
        return self._native.verify(certificate)

    def prove(self, statement: str, *, at: Optional[Position] = None) -> Proof:
        """Decides a statement about all positions, such as ``'P iff x ^ y = z'``: proved with a certificate, or refuted by the smallest counterexample.

        >>> load("nim").prove("P iff x ^ y = z").verdict
        'proved'
        """
        told = json.loads(self._native.prove(statement, written(at)))
        refuted = told.get("counterexample") or {}
        return Proof(
            verdict=told["status"],
            statement=told["statement"],
            counterexample=refuted.get("position"),
            certificate=told.get("certificate"),
            told=told,
        )

    def judge(
        self,
        solution: Callable[[Any], Any],
        *,
        positions: int = 1000,
        up_to: Optional[int] = None,
    ) -> Judged:
        """Holds a function to the truth, position by position from the smallest on: so many positions, or all up to the size ``up_to`` if that is fewer.

        The function is given a position (one number, a tuple of numbers, or else the text) with the player named first to move; it returns whether that
        player wins, ``None`` for a draw, or else the outcome class as a letter. What it raises counts as a wrong answer.

        >>> load("nim").judge(lambda heaps: heaps[0] ^ heaps[1] ^ heaps[2] != 0).right
        True
        >>> wrong = load("nim").judge(lambda heaps: sum(heaps) % 2 == 1)
        >>> wrong.position, wrong.said, wrong.truth
        ('0,0,2', False, True)

        A program in any language is judged by the command: ``whowins judge GAME -- PROGRAM``.
        """
        return judge(self, solution, positions=positions, up_to=up_to)

    def build_table(
        self, path: "str | os.PathLike[str]", at: Optional[Position] = None, *, remoteness: bool = False
    ) -> Table:
        """Writes who wins from all positions around ``at`` (the rules' start, if none is given, or a small first position) to a file, and opens it.

        What an earlier run has left is gone on with. ``remoteness`` keeps how long best play lasts, too. Raises ``ValueError`` where there is no such table,
        ``OSError`` where the file cannot be written, :class:`LimitError` where a bound is met.
        """
        _native.build_table(self._native, os.fspath(path), written(at), remoteness)
        return Table(path)

    def why(self, position: Optional[Position] = None, *, to_move: Optional[str] = None) -> Reason:
        """Why a position is won or lost, in plain sentences."""
        told = json.loads(self._native.why(written(position), to_move))
        return Reason(told["winner"], tuple(told["sentences"]), told)

    def sequence(
        self,
        of: str,
        terms: int,
        *,
        along: Union[None, str, int] = None,
        at: Optional[Position] = None,
    ) -> list[int]:
        """The first terms of a sequence: ``grundy``, ``outcome`` (1 won, 0 lost, 2 drawn for the player to move), ``remoteness`` or ``losing``.

        ``along`` names the number that runs, ``at`` the position in which the others stay.
        """
        name = None if along is None else str(along)
        found = self._native.sequence(of, terms, name, written(at))
        return [number for _, _, number, _ in found]

    def _repr_svg_(self) -> Optional[str]:
        try:
            return self.map().svg
        except (ValueError, _native.LimitError):
            return None

    def __repr__(self) -> str:
        return f"<Game {self.name!r}, {self.players[0]} and {self.players[1]}>"


def shipped() -> dict[str, str]:
    """The games that come with the package: names, and the folder of each."""
    return dict(_native.shipped())


def load(name: "str | os.PathLike[str]", **values: Any) -> Game:
    """A shipped game by its name, or a game from a file of rules.

    >>> load("t-wythoff", t=2).solve((1, 3)).outcome
    'P'

    Raises ``FileNotFoundError`` where there is neither, :class:`RulesError` for faulty rules.
    """
    origin = os.fspath(name)
    text = _native.shipped_text(origin)
    if text is None:
        try:
            with open(origin, encoding="utf-8") as file:
                text = file.read()
        except FileNotFoundError:
            import difflib

            near = difflib.get_close_matches(origin, shipped(), 1)
            mend = f"; did you mean {near[0]!r}?" if near else "; whowins.shipped() lists the games that come with it"
            raise FileNotFoundError(f"there is no shipped game and no file {origin!r}{mend}") from None
    return Game(text, origin=origin, **values)
