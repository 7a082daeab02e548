"""Give it the rules of a two-player game; it tells who wins, from any position, at any size, and why.

    >>> import whowins
    >>> game = whowins.load("cowcheck")
    >>> game.solve((4, 7)).outcome
    'P'
    >>> law = game.law()
    >>> law.proved
    True

Outcome classes are letters: ``N`` (the player to move wins), ``P`` (the player who moved wins), ``L`` and ``R`` (the player named
first, or second, wins moving first or second), ``D`` (nobody can force a win). Numbers are exact, of any size.
"""

from ._atlas import atlas
from ._faults import Fault, LimitError, RulesError
from ._game import Answer, Game, Law, Move, Proof, Reason, Table, load, shipped
from ._judge import Judged
from ._native import __version__
from ._picture import Picture
from ._play import PythonGame
from ._progress import show_progress
from ._values import Value, value

__all__ = [
    "Answer",
    "Fault",
    "Game",
    "Judged",
    "Law",
    "LimitError",
    "Move",
    "Picture",
    "Proof",
    "PythonGame",
    "Reason",
    "RulesError",
    "Table",
    "Value",
    "__version__",
    "atlas",
    "load",
    "shipped",
    "show_progress",
    "value",
]
