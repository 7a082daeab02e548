"""`game.outcomes((4096, 4096))` against the Rust call behind it, by turns, in processor time: `python outcomes.py PROGRAM`, which is the example `outcomes` of this crate, built alike."""

import resource
import statistics
import subprocess
import sys

ROUNDS = 4

PYTHON = """
import sys
import numpy
import whowins
game = whowins.load("cowcheck")
if sys.argv[1] == "table":
    table = game.outcomes((4096, 4096))
    assert table.shape == (4096, 4096) and table.dtype == "S1"
"""


def seconds(*command):
    """What a program takes of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(program):
    rust, python, begun = [], [], []
    for _ in range(ROUNDS):
        rust.append(seconds(program, "cowcheck"))
        python.append(seconds(sys.executable, "-c", PYTHON, "table"))
        begun.append(seconds(sys.executable, "-c", PYTHON, "nothing"))
    of_rust = statistics.median(rust)
    of_python = statistics.median(python) - statistics.median(begun)
    print(f"Python {of_python:.2f} s beside its start, Rust {of_rust:.2f} s: {of_python / of_rust:.2f} times")


if __name__ == "__main__":
    main(sys.argv[1])
