"""What the package promises, held to the rules by plain recursions."""

import json
import math
import pathlib
import signal
import threading
import time

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import whowins

TAKE = "position n\nmove n -= k for k in s\n"


def lost(numbers, most):
    """Who loses with these numbers to take, by the plain recursion."""
    wins = []
    for heap in range(most + 1):
        wins.append(any(number <= heap and not wins[heap - number] for number in numbers))
    return wins


def test_a_shipped_game_is_solved():
    game = whowins.load("cowcheck")
    assert game.players == ("Bessie", "Farmer John")
    answer = game.solve((4, 7))
    assert (answer.outcome, answer.winner, answer.value) == ("P", "Farmer John", "loss")
    assert answer.remoteness == 6
    won = game.solve("4,8", moves=True, line=True)
    winning = [move.to for move in won.moves if move.value == "win"]
    assert winning and all(game.outcome(to) == "P" for to in winning)
    assert won.best.to in winning and len(won.line) == won.remoteness


def test_positions_of_any_size():
    game = whowins.load("cowcheck")
    game.law()
    k = 10**40
    golden = (k + math.isqrt(5 * k * k)) // 2
    assert game.outcome((golden, golden + k)) == "P"
    assert game.outcome((golden, golden + k + 1)) == "N"


@settings(max_examples=25, deadline=None)
@given(st.sets(st.integers(1, 9), min_size=1, max_size=4))
def test_taking_games_are_those_of_the_plain_recursion(numbers):
    game = whowins.Game('game "Take"\ngiven s: set\n' + TAKE, s=numbers)
    wins = lost(numbers, 60)
    assert game.outcome_of_each(range(61)) == ["N" if won else "P" for won in wins]
    table = game.outcomes(61)
    assert table.dtype == numpy.dtype("S1") and not table.flags.writeable
    assert (table == numpy.where(wins, b"N", b"P")).all()


def test_tables_have_the_first_number_first():
    game = whowins.Game('game "Two"\nposition x, y\nmove x -= 1\nmove y -= 2\n')
    table = game.outcomes((5, 9))
    assert table.shape == (5, 9)
    for x in range(5):
        for y in range(9):
            assert table[x, y].decode() == game.outcome((x, y)), (x, y)
    shifted = game.outcomes((3, 3), origin=(1, 2))
    assert (shifted == table[1:4, 2:5]).all()


def test_grundy_values():
    nim = whowins.load("nim")
    assert nim.grundy((3, 5, 7)) == 3 ^ 5 ^ 7
    two = whowins.Game('game "Two"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n')
    values = two.grundies((16, 16))
    assert (values == numpy.bitwise_xor.outer(numpy.arange(16), numpy.arange(16))).all()
    assert whowins.load("kayles").sequence("grundy", 13) == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]


def test_a_law_is_proved_and_checked_again(tmp_path):
    law = whowins.load("cowcheck").law()
    assert law.proved and law.kind == "beatty"
    assert law.verify() and law.certificate
    assert "Theorem" in law.coq
    law.save(tmp_path / "cow.json")
    other = whowins.load("nim")
    with pytest.raises(ValueError):
        other.verify((tmp_path / "cow.json").read_text())
    changed = json.loads(law.certificate)
    assert changed
    none = whowins.Game('game "Odd"\nposition n <= 40\nmove n -= k for k >= 1 if (n * n + k) % 7 = 3\n').law()
    assert none.status in ("none", "observed", "proved")
    assert none.proved == (none.certificate is not None)


def test_statements_are_decided():
    nim = whowins.load("nim")
    assert nim.prove("P iff x ^ y = z")
    wrong = nim.prove("P iff x + y = z")
    assert wrong.verdict == "refuted" and not wrong
    x, y, z = map(int, wrong.counterexample.split(","))
    assert (x ^ y == z) != (x + y == z)


def test_reasons_are_sentences():
    why = whowins.load("nim").why((3, 5, 7))
    assert why.winner and "⊕" in str(why)


def test_faults_have_place_and_mend():
    with pytest.raises(whowins.RulesError) as caught:
        whowins.Game('game "Odd"\nposition n\nmove n -= k for k in [1,2]\n')
    (fault,) = caught.value.faults
    assert (fault.line, fault.column) == (3, 22) and "{1,2}" in fault.help
    assert "^" in str(caught.value)
    with pytest.raises(ValueError, match="2 numbers"):
        whowins.load("nim").solve((1, 2))
    with pytest.raises(ValueError, match="a set of numbers"):
        whowins.Game('game "Take"\ngiven s: set\n' + TAKE, s="x")
    with pytest.raises(FileNotFoundError, match="did you mean 'kayles'"):
        whowins.load("kaylles")
    with pytest.raises(ValueError, match="parameter"):
        whowins.load("nim", t=2)


ENDLESS = 'game "Endless"\nposition x, y\nmove x -= k, y -= j for k >= 1, j >= 1\nmove x -= k for k >= 1 if (k * k + x * y) % 1000003 = 5\n'


def test_a_bound_is_met_and_the_game_asked_again():
    game = whowins.Game(ENDLESS).limit(seconds=0.3, threads=1)
    with pytest.raises(whowins.LimitError):
        game.solve((4000, 4000))
    game.limit(seconds=60)
    assert game.outcome((2, 2)) == "N"


def test_a_signal_stops_work():
    game = whowins.Game(ENDLESS).limit(threads=1)

    def interrupt():
        time.sleep(0.3)
        signal.raise_signal(signal.SIGINT)

    # A shell that starts something beside others has it ignore the signal, and Python leaves it so.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=interrupt).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            game.solve((4000, 4000))
    finally:
        signal.signal(signal.SIGINT, before)
    assert game.outcome((1, 1)) == "N"


def test_other_threads_go_on():
    game = whowins.Game(ENDLESS).limit(seconds=0.4, threads=1)
    ticks = []

    def tick():
        for _ in range(10):
            ticks.append(1)
            time.sleep(0.01)

    other = threading.Thread(target=tick)
    other.start()
    with pytest.raises(whowins.LimitError):
        game.solve((4000, 4000))
    other.join()
    assert len(ticks) == 10


def test_pictures_draw_themselves(tmp_path):
    game = whowins.load("cowcheck")
    picture = game.map((24, 24))
    assert picture._repr_svg_().startswith("<svg")
    picture.save(tmp_path / "cow.svg")
    with pytest.raises(ValueError, match="svg"):
        picture.save(tmp_path / "cow.gif")
    assert whowins.value("{3|1}")._repr_svg_().startswith("<svg")
    assert "$$" in (game.law()._repr_latex_() or "$$")


def test_values_are_a_group():
    switch, star = whowins.value("{3|1}"), whowins.value("*")
    assert switch.mean == 2 and switch.temperature == 1
    assert star + star == 0 and switch - switch == 0
    assert str(-switch) == "{-1|-3}"
    assert 3 * whowins.value("1/4") == "3/4"
    up = whowins.value("^")
    assert up > 0 and not up > star and not up < star and up != star
    assert up.outcome == "L" and hash(star + 0) == hash(star)
    with pytest.raises(whowins.RulesError) as caught:
        whowins.value("{1|")
    assert caught.value.faults[0].line == 1


@settings(max_examples=40, deadline=None)
@given(st.integers(-40, 40), st.integers(0, 5), st.integers(-40, 40), st.integers(0, 5))
def test_numbers_are_numbers(a, m, b, n):
    from fractions import Fraction

    one, other = Fraction(a, 2**m), Fraction(b, 2**n)
    assert str(whowins.value(one) + whowins.value(other)) == str(one + other)


class Take(whowins.PythonGame):
    def moves(self, position):
        return [position - k for k in (1, 3, 4) if k <= position]


class Walk(whowins.PythonGame):
    """A walk on a graph in which positions repeat."""

    def __init__(self, edges):
        super().__init__()
        self.edges = edges

    def moves(self, position):
        return self.edges[position]


def test_games_written_in_python():
    game, wins = Take(), lost({1, 3, 4}, 80)
    assert [game.outcome(n) for n in range(81)] == ["N" if won else "P" for won in wins]
    rules = whowins.Game('game "Take"\ngiven s: set\n' + TAKE, s={1, 3, 4})
    assert [game.remoteness(n) for n in range(30)] == [rules.solve(n).remoteness for n in range(30)]
    assert [game.grundy(n) for n in range(20)] == rules.sequence("grundy", 20)
    assert game.observe(60) == (0, 7)


def test_python_games_whose_positions_repeat():
    walk = Walk({0: [], 1: [0, 2], 2: [3], 3: [2, 1], 4: [5], 5: [4], 6: [1]})
    assert [walk.outcome(n) for n in range(7)] == ["P", "N", "D", "D", "D", "D", "P"]
    with pytest.raises(ValueError, match="can come again"):
        walk.grundy(4)


def test_every_shipped_game_is_read():
    for name in whowins.shipped():
        try:
            game = whowins.load(name)
        except whowins.RulesError as error:
            assert "given" in str(error) or "--set" in str(error) or "value" in str(error), (name, error)
            continue
        assert game.name and len(game.players) == 2


def test_the_examples_of_the_documentation():
    import doctest

    import whowins._game
    import whowins._play
    import whowins._values

    for module in (whowins, whowins._game, whowins._play, whowins._values):
        names = {"Game": whowins.Game, "load": whowins.load, "value": whowins.value, "PythonGame": whowins.PythonGame}
        done = doctest.testmod(module, extraglobs=names)
        assert done.failed == 0, module


def test_what_is_public_has_a_docstring():
    for name in whowins.__all__:
        thing = getattr(whowins, name)
        assert name == "__version__" or thing.__doc__, name
    assert (pathlib.Path(whowins.__file__).parent / "py.typed").exists()
