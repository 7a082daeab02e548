"""`game.outcomes((4096, 4096))` against the Rust call behind it, by turns: `python outcomes.py PROGRAM`, which is the example `outcomes` of this crate.

    cargo build --locked --release --package whowins-python --example outcomes
"""

import statistics
import subprocess
import sys

GAMES = ("cowcheck", "t-wythoff", "corner-knight")
ROUNDS = 7

PYTHON = """
import sys, time
import numpy
import whowins
game = whowins.load(sys.argv[1])
begun = time.perf_counter()
table = game.outcomes((4096, 4096))
print(time.perf_counter() - begun)
assert table.shape == (4096, 4096) and table.dtype == "S1"
"""


def seconds(*command):
    """What a program prints: how long it took."""
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main(program):
    for game in GAMES:
        rust, python = [], []
        for _ in range(ROUNDS):
            rust.append(seconds(program, game))
            python.append(seconds(sys.executable, "-c", PYTHON, game))
        ratio = statistics.median(python) / statistics.median(rust)
        told = (f"{statistics.median(of):.3f} s ({min(of):.3f} to {max(of):.3f})" for of in (python, rust))
        print(f"{game}: Python {next(told)}, Rust {next(told)}; {ratio:.3f} times")


if __name__ == "__main__":
    main(sys.argv[1])
