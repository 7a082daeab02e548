"""What an installed package says of 100,000 positions is what the command says: `python same.py COMMAND`; and how long its import takes.

`cargo xtask release --part wheel` runs it in an environment of its own, without Rust.
"""

import random
import subprocess
import sys

import whowins

#: Games with the largest number of each place, or the symbols and the longest row.
NUMBERS = {
    "cowcheck": (10**9, 10**9),
    "nim": (10**6, 10**6, 10**6),
    "t-wythoff": (10**9, 10**9),
    "corner-knight": (10**6, 10**6),
    "euclid": (300, 300),
    "kayles": (10**4,),
}
ROWS = {"ellyscheckers": ("o.", 24), "row-clobber": ("xo.", 9)}
MANY = 100_000


def positions(random_):
    """Games, each with random positions of it, as many of each."""
    each = MANY // (len(NUMBERS) + len(ROWS))
    for name, most in NUMBERS.items():
        small = [min(one, 200) for one in most]
        of = lambda: ",".join(str(random_.randint(0, one)) for one in random_.choice((most, small)))
        yield name, [of() for _ in range(each)]
    for name, (symbols, longest) in ROWS.items():
        of = lambda: "".join(random_.choice(symbols) for _ in range(random_.randint(1, longest)))
        yield name, [of() for _ in range(each)]


def answers(game, all_):
    """The classes of many positions at once; one by one where some have no answer."""
    try:
        return game.outcome_of_each(all_)
    except (ValueError, whowins.LimitError):
        return [alone(game, position) for position in all_]


def alone(game, position):
    try:
        return game.outcome(position)
    except (ValueError, whowins.LimitError):
        return "error"


def main(command):
    seconds = []
    for _ in range(7):
        timed = "import time; t = time.perf_counter(); import whowins; print(time.perf_counter() - t)"
        done = subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True, check=True)
        seconds.append(float(done.stdout))
    print(f"import: {sorted(seconds)[3]:.3f} s (the middle of 7)")
    compared = 0
    for name, all_ in positions(random.Random(24)):
        asked = "\n".join(all_) + "\n"
        told = subprocess.run([command, "solve", name, "--at", "-"], input=asked, capture_output=True, text=True, check=False)
        game, different = whowins.load(name), []
        lines = told.stdout.splitlines()
        if len(lines) != len(all_):
            sys.exit(f"{name}: {len(lines)} answers to {len(all_)} positions\n{told.stderr}")
        for position, line, says in zip(all_, lines, answers(game, all_)):
            at, letter, winner = line.split("\t")
            # What the command cannot answer, the package must not either.
            if says != (letter if letter in "NPLRD" else "error") or at != position:
                different.append((position, line, says))
            compared += letter in "NPLRD"
        if different:
            sys.exit(f"{name}: {len(different)} answers differ, such as {different[0]}")
        print(f"{name}: {len(all_)} positions, the same answers")
    print(f"{compared} answers compared, none differs")
    if compared < MANY * 9 // 10:
        sys.exit("too few of the positions have an answer")


if __name__ == "__main__":
    main(*sys.argv[1:])
