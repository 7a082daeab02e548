"""Give it the rules of a two-player game; it tells who wins, from any position, at any size, and why.

    >>> import whowins
    >>> game = whowins.load("cowcheck")
    >>> game.solve((4, 7)).outcome
    'P'
    >>> law = game.law()
    >>> law.proved
    True

Outcome classes are letters: ``N`` (the player to move wins), ``P`` (the player who moved wins), ``L`` and ``R`` (the player named
first, or second, wins whoever starts), ``D`` (nobody can force a win). Numbers are exact, of any size.
"""

from ._faults import Fault, LimitError, RulesError
from ._game import Answer, Game, Law, Move, Proof, Reason, load, shipped
from ._native import __version__
from ._picture import Picture
from ._play import PythonGame
from ._values import Value, value

__all__ = [
    "Answer",
    "Fault",
    "Game",
    "Law",
    "LimitError",
    "Move",
    "Picture",
    "Proof",
    "PythonGame",
    "Reason",
    "RulesError",
    "Value",
    "__version__",
    "load",
    "shipped",
    "value",
]
