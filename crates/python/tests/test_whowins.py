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


def test_players_with_moves_of_their_own():
    class Race(whowins.PythonGame):
        """Player 0 takes 1 or 2, player 1 takes 1 or 3."""

        def moves(self, n, player):
            return [n - k for k in ((1, 2), (1, 3))[player] if k <= n]

    rules = whowins.Game('game "Race"\nplayers A, B\nposition n\nA: move n -= k for k in {1, 2}\nB: move n -= k for k in {1, 3}\n')
    race = Race()
    assert [race.outcome(n) for n in range(40)] == rules.outcome_of_each(range(40))
    for player, name in enumerate("AB"):
        assert [race.remoteness(n, player) for n in range(20)] == [rules.solve(n, to_move=name).remoteness for n in range(20)]
    assert race.best(1) == 0 and race.best(0) is None
    with pytest.raises(ValueError, match="differ"):
        race.grundy(3)


def test_faults_and_bounds_of_moves_in_python():
    class Odd(whowins.PythonGame):
        broken = True

        def moves(self, n):
            if n == 3 and self.broken:
                raise KeyError("three")
            return [n - 1] if n else []

    odd = Odd()
    with pytest.raises(KeyError, match="three"):
        odd.outcome(7)
    odd.broken = False
    assert odd.outcome(7) == "N"

    class Deep(whowins.PythonGame):
        def moves(self, n):
            return [n + 1, n + 2]

    with pytest.raises(whowins.LimitError):
        Deep().limit(seconds=0.3).outcome(0)
    with pytest.raises(whowins.LimitError):
        Deep().limit(memory=4 << 20).outcome(0)

    class Asking(whowins.PythonGame):
        def moves(self, n):
            return [n - 1] if n and self.outcome(n - 1) else []

    with pytest.raises(RuntimeError, match="at work"):
        Asking().outcome(2)

    class Misere(Take):
        misere = True

    rules = whowins.Game('game "Take"\ngiven s: set\n' + TAKE + "misere play\n", s={1, 3, 4})
    assert [Misere().outcome(n) for n in range(30)] == rules.outcome_of_each(range(30))


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
    import whowins._judge
    import whowins._play
    import whowins._values

    for module in (whowins, whowins._game, whowins._judge, whowins._play, whowins._values):
        names = {"Game": whowins.Game, "load": whowins.load, "value": whowins.value, "PythonGame": whowins.PythonGame}
        done = doctest.testmod(module, extraglobs=names)
        assert done.failed == 0, module


def test_what_is_public_has_a_docstring():
    for name in whowins.__all__:
        thing = getattr(whowins, name)
        assert name == "__version__" or thing.__doc__, name
    assert (pathlib.Path(whowins.__file__).parent / "py.typed").exists()


@settings(max_examples=20, deadline=None)
@given(st.sets(st.integers(1, 7), min_size=1, max_size=3), st.integers(0, 40))
def test_a_solution_is_judged_at_the_smallest_position(numbers, wrong):
    game = whowins.Game('game "Take"\ngiven s: set\n' + TAKE, s=numbers)
    wins = lost(numbers, 60)
    assert game.judge(lambda n: wins[n], up_to=60) == whowins.Judged(True, 61, 60, game.judge(len, positions=1).order)
    judged = game.judge(lambda n: wins[n] != (n == wrong), up_to=60)
    assert not judged and judged.position == str(wrong) and judged.asked == wrong + 1
    assert (judged.said, judged.truth) == (not wins[wrong], wins[wrong])
    assert game.judge(lambda n: "N" if wins[n] else "P", positions=30).up_to == 28


def test_solutions_that_fail_or_know_draws():
    nim = whowins.load("nim")
    judged = nim.judge(lambda heaps: 1 // (heaps[2] - 1) == 5)
    assert judged.position == "0,0,1" and isinstance(judged.said, ZeroDivisionError)
    # Who may pass for ever draws where there is nothing to win.
    loop = whowins.Game('game "Loop"\nposition n <= 3\nmove n := (n + 1) % 4\nrepetition draws\n')
    assert loop.judge(lambda n: None)
    assert loop.judge(lambda n: n > 0).truth is None
    bag = whowins.Game('game "Bag"\nposition bag: subset of 1..4\nmove remove k from bag for k in bag\n')
    with pytest.raises(ValueError, match="order"):
        bag.judge(len)


def test_tables_answer_from_a_file(tmp_path):
    nim = whowins.Game.load("nim")
    table = nim.build_table(tmp_path / "nim.wdb", at=(6, 6, 6), remoteness=True)
    assert table.about["positions"] == 7**3 and "nim" in repr(table).lower()
    opened = whowins.Table(tmp_path / "nim.wdb", check=True)
    for at in [(3, 5, 6), (1, 2, 2), (0, 0, 0), (6, 6, 6)]:
        answer = nim.solve(at)
        assert (table[at], opened.solve(at).remoteness) == (answer.outcome, answer.remoteness)
    with pytest.raises(ValueError):
        table[(7, 0, 0)]
    bytes_ = bytearray((tmp_path / "nim.wdb").read_bytes())
    bytes_[-9] ^= 1
    (tmp_path / "broken.wdb").write_bytes(bytes_)
    with pytest.raises(ValueError):
        whowins.Table(tmp_path / "broken.wdb", check=True)
    with pytest.raises(ValueError, match="no such file"):
        whowins.Table(tmp_path / "none.wdb")


def test_atlases_are_tables_of_arrow(tmp_path):
    atlases = sorted((pathlib.Path(__file__).parents[3] / "docs/atlas").glob("*.csv"))
    assert len(atlases) > 5
    for path in atlases:
        rows = [line for line in path.read_text().splitlines() if not line.startswith("#")]
        table = whowins.atlas(path)
        assert table.num_rows == len(rows) - 1 and ",".join(table.column_names) == rows[0]
    octal = whowins.atlas(next(path for path in atlases if path.name == "octal-3.csv"))
    row = octal.slice(0, 1).to_pylist()[0]
    assert (row["code"], row["kind"], row["preperiod"], row["period"]) == ("0.1", "guy-smith", 2, 1)
    # What others take without a copy.
    assert hasattr(octal, "__arrow_c_stream__")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="an atlas"):
        whowins.atlas(tmp_path / "other.csv")


def test_long_work_tells_how_far_it_has_come(monkeypatch):
    import sys
    import types

    bars = []

    class Bar:
        def __init__(self, total, **_):
            self.total, self.n, self.closed = total, 0, False
            bars.append(self)

        def update(self, more):
            self.n += more

        def close(self):
            self.closed = True

    module = types.ModuleType("tqdm.auto")
    module.tqdm = Bar
    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    whowins.show_progress()
    try:
        game = whowins.Game(ENDLESS).limit(seconds=2, threads=1)
        with pytest.raises(whowins.LimitError):
            game.solve((4000, 4000))
    finally:
        whowins.show_progress(False)
    (bar,) = bars
    assert bar.closed and bar.total > 0 and bar.n <= bar.total


@pytest.mark.parametrize(
    "position",
    [
        (7 / 2, 5),
        (4.0, 7),
        (True, 7),
        {4, 7},
        frozenset((4, 7)),
        {4: 7},
        7.9,
        True,
        numpy.float64(4),
        numpy.array([4.5, 7]),
        numpy.array([True, False]),
        ("4", 7),
        (None, 7),
        [[4, 7]],
    ],
)
def test_numbers_that_are_no_integers_are_refused(position):
    game = whowins.load("cowcheck")
    for ask in (game.outcome, game.solve, game.grundy, game.why, lambda at: game.outcome_of_each([at])):
        with pytest.raises(TypeError, match="write"):
            ask(position)


def test_a_refused_number_is_named_with_its_fix():
    game = whowins.load("cowcheck")
    with pytest.raises(TypeError, match=r"an integer, not 3\.5 \(float\); write an integer, such as 7 // 2"):
        game.outcome((7 / 2, 5))
    with pytest.raises(TypeError, match=r"not True \(bool\); write 0 or 1"):
        game.outcome((True, 7))
    with pytest.raises(TypeError, match="no order; write a tuple"):
        game.outcome({4, 7})
    with pytest.raises(TypeError, match="2.5"):
        whowins.value("*") * 2.5
    with pytest.raises(TypeError, match="2.5"):
        game.outcomes((2.5, 3))


@pytest.mark.parametrize("number", [int, numpy.int64, numpy.uint8, lambda one: numpy.array(one)])
def test_integers_of_every_kind_are_taken(number):
    game = whowins.load("cowcheck")
    assert game.outcome((number(4), number(7))) == "P"
    assert game.outcome([number(4), number(8)]) == "N"
    assert game.outcome(number for number in (4, 7)) == "P"
    assert game.outcome(numpy.array([4, 7])) == "P"
    assert game.outcomes((number(3), number(4))).shape == (3, 4)
    assert whowins.load("kayles").grundy(number(5)) == whowins.load("kayles").grundy("5")
