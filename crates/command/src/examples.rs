//! The examples in the help of each command.
//!
//! Tests run them in the order of this list, so a file is written before it is read. Start
//! reading at [`EXAMPLES`].

use std::fmt::Write;

use clap::Command;

/// A command line as it is typed, and its purpose.
type Example = (&'static str, &'static str);

/// The examples at the beginning of `whowins --help`. Each line is also in [`EXAMPLES`].
pub const FIRST_EXAMPLES: &[Example] = &[
    (
        "whowins solve cowcheck --at 4,7",
        "Print who wins Cow Checkers from (4, 7), and a best move",
    ),
    (
        "whowins why nim --at 3,5,7",
        "Explain why this position of Nim is won",
    ),
    ("whowins map cowcheck --size 20x20", "Draw who wins where"),
    (
        "whowins new 'My game' --template heap -o my.game",
        "Begin a game of your own",
    ),
    (
        "whowins law cowcheck -o cow.json",
        "Find and prove the law of a game",
    ),
    (
        "whowins judge nim -- python3 solution.py",
        "Find the smallest position on which a program is wrong",
    ),
];

/// The examples of each command, by its name.
pub const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "new",
        &[
            (
                "whowins new 'My game' --template heap -o my.game",
                "Write a complete small game of one heap, as a beginning",
            ),
            ("whowins new --list", "List the templates"),
            (
                "whowins new",
                "Enter the name and the template interactively",
            ),
        ],
    ),
    (
        "check",
        &[
            (
                "whowins check my.game",
                "Parse the rules and run their examples",
            ),
            (
                "whowins check tic-tac-toe --json",
                "Print one JSON object, for a shipped game",
            ),
            (
                "whowins check my.game --deny-warnings",
                "Exit with code 1 if there are warnings, in a script",
            ),
        ],
    ),
    (
        "fmt",
        &[
            ("whowins fmt my.game", "Format a file in place"),
            (
                "whowins fmt --check my.game",
                "Exit with code 1 if the file isn't formatted, in a script",
            ),
            ("whowins fmt - < my.game", "Print the formatted text"),
        ],
    ),
    (
        "solve",
        &[
            (
                "whowins solve cowcheck --at 4,7",
                "Print who wins Cow Checkers from (4, 7)",
            ),
            (
                "whowins solve my.game 10 --line",
                "Solve a game of your own and print best play",
            ),
            (
                "whowins solve nim 3,5,7 --moves --format markdown",
                "Print a table of all moves",
            ),
            (
                "whowins solve partisangame --set a=4 --set b=5 --at 999999999",
                "Set the parameters of a game",
            ),
            (
                "whowins solve cowcheck --at - < positions.txt",
                "Read one position a line, and print one answer a line",
            ),
            (
                "whowins solve kayles 5,7 --plus nim:1,2,0",
                "Solve a sum of two games",
            ),
        ],
    ),
    (
        "why",
        &[
            (
                "whowins why nim --at 3,5,7",
                "Show the law with these numbers, and the result of each move",
            ),
            (
                "whowins why tic-tac-toe",
                "Explain the start position of the rules",
            ),
        ],
    ),
    (
        "law",
        &[
            (
                "whowins law cowcheck -o cow.json",
                "Find and prove the law, and write its certificate",
            ),
            (
                "whowins law cowcheck --coq cow.v",
                "Write the law for Coq; `whowins proofs` writes the theory it uses",
            ),
            (
                "whowins law nim --automaton nim.svg",
                "Draw the automaton of the law",
            ),
            (
                "whowins law kayles --kind grundy",
                "Look for one kind of law only",
            ),
            (
                "whowins law --list games.txt --shard 2/8 -o certificates",
                "Take every eighth game of a list, starting with the second",
            ),
        ],
    ),
    (
        "prove",
        &[
            (
                "whowins prove nim --law 'P iff x ^ y = z'",
                "Prove a law, or print the smallest counterexample",
            ),
            (
                "whowins prove nim --law 'P iff x ^ y = z' -o own.json",
                "Write the certificate too",
            ),
        ],
    ),
    (
        "ask",
        &[
            (
                "whowins ask cowcheck 'exists x: P(x, x + 1)'",
                "Answer yes or no, with numbers that show it",
            ),
            (
                "whowins ask cowcheck 'P(x, y) and x < y'",
                "List the first answers, and count or describe all of them",
            ),
            (
                "whowins ask nim 'P(a, a, 0)' --dot",
                "Print the automaton of the answers for Graphviz",
            ),
        ],
    ),
    (
        "verify",
        &[(
            "whowins verify cowcheck cow.json",
            "Check a certificate for these rules",
        )],
    ),
    (
        "map",
        &[
            (
                "whowins map cowcheck --size 20x20",
                "Draw who wins where, in the terminal",
            ),
            (
                "whowins map cowcheck --size 40x40 -o cow.svg",
                "Write a picture; the ending of the name sets the format",
            ),
            (
                "whowins map nim --slice z=3 --show grundy --format csv",
                "Print the Grundy values as a table",
            ),
        ],
    ),
    (
        "value",
        &[
            (
                "whowins value '{3|1} + *2 - ^'",
                "Compute the canonical form and the temperature of a sum",
            ),
            (
                "whowins value clobber --at xxo.ox.xo",
                "Compute the value of a position and of its components",
            ),
            (
                "whowins value '^ > 0'",
                "Compare two values; exit with code 1 if the claim is false",
            ),
        ],
    ),
    (
        "values",
        &[
            (
                "whowins values toads-and-frogs --size 6",
                "Count the positions of each value",
            ),
            (
                "whowins values toads-and-frogs --size 6 --format csv -o toads.csv",
                "Write one row for each position",
            ),
        ],
    ),
    (
        "play",
        &[
            (
                "whowins play cowcheck",
                "Begin a match; `h` gives a hint, `q` quits",
            ),
            (
                "whowins play nim --at 3,5,7 --as none --plain",
                "Let the computer play against itself, line by line",
            ),
        ],
    ),
    (
        "trace",
        &[(
            "whowins trace partisangame --set a=1,2 --set b=1,2 --at 10 --stage memo",
            "Show the recursion with memoization",
        )],
    ),
    (
        "contest",
        &[
            ("whowins contest --list", "List the shipped problems"),
            (
                "whowins contest cowcheck --show",
                "Print the file that defines a format",
            ),
            (
                "whowins contest gam < boards.txt",
                "Solve an input of the contest",
            ),
        ],
    ),
    (
        "judge",
        &[
            (
                "whowins judge nim -- python3 solution.py",
                "Find the smallest position on which solution.py is wrong",
            ),
            (
                "whowins judge cowcheck --time 10 -- ./solution",
                "Test a compiled program for ten seconds",
            ),
        ],
    ),
    (
        "compare",
        &[
            (
                "whowins compare nim nim --up-to 6",
                "Check that the same player wins everywhere",
            ),
            (
                "whowins compare cowcheck --mutate --time 5",
                "Find the changes of the rules that change a winner",
            ),
        ],
    ),
    (
        "export",
        &[
            (
                "whowins export cowcheck --lang python",
                "Print a solution that uses the proved law",
            ),
            (
                "whowins export nim --lang cpp --naive -o nim.cpp",
                "Write a brute force that follows the rules",
            ),
        ],
    ),
    (
        "find",
        &[
            (
                "whowins find nim --where 'wins and winning moves = 1' --first 5",
                "Find five positions with exactly one winning move",
            ),
            (
                "whowins find nim --most remoteness --up-to 9 --format csv",
                "Find the positions with the longest play",
            ),
        ],
    ),
    (
        "sequence",
        &[
            (
                "whowins sequence kayles --of grundy --terms 30",
                "Print Grundy values, separated by commas",
            ),
            (
                "whowins sequence cowcheck --of losing --terms 10 --format b-file",
                "Print a b-file for the Encyclopedia of Integer Sequences",
            ),
            (
                "whowins sequence kayles --of grundy --terms 10 --format latex",
                "Print a table for a paper",
            ),
        ],
    ),
    (
        "tests",
        &[(
            "whowins tests cowcheck -o tests-of-cowcheck --small 50 --time 5",
            "Write inputs and answers, and report the wrong solutions caught",
        )],
    ),
    (
        "build",
        &[
            (
                "whowins build nim --at 6,6,6 -o nim.wdb",
                "Build a table of the positions up to (6, 6, 6)",
            ),
            (
                "whowins build tic-tac-toe -o ttt.wdb --remoteness",
                "Store the length of best play too",
            ),
        ],
    ),
    (
        "probe",
        &[
            ("whowins probe nim.wdb --at 1,2,3", "Print who wins"),
            (
                "whowins probe nim.wdb --check",
                "Check every block, and describe the table",
            ),
        ],
    ),
    (
        "atlas",
        &[
            (
                "whowins atlas subtraction --max 5",
                "Survey all sets of numbers up to 5",
            ),
            (
                "whowins atlas subtraction --max 5 -o sets.csv",
                "Write the rows; run it again to resume",
            ),
            ("whowins atlas verify sets.csv", "Check every row again"),
        ],
    ),
    (
        "lab",
        &[
            ("whowins lab", "Serve the laboratory, and print its address"),
            ("whowins lab my.game", "Open it with a game of your own"),
            (
                "whowins lab --export site",
                "Write it as files for any web server",
            ),
        ],
    ),
    (
        "book",
        &[
            ("whowins book", "Serve the book, and print its address"),
            (
                "whowins book --folder target/book",
                "Serve the book that `cargo xtask book` builds",
            ),
        ],
    ),
    (
        "explain",
        &[
            (
                "whowins explain nim --at 3,5,7",
                "Show what the rules imply and which solver answers",
            ),
            (
                "whowins explain nim --core",
                "Print the rules as a term of the core calculus",
            ),
        ],
    ),
    (
        "core",
        &[(
            "whowins core nim.core --at '(0) (3) (5) (7)'",
            "Solve one state of a term",
        )],
    ),
    (
        "games",
        &[
            (
                "whowins games",
                "List the shipped games; --library lists more",
            ),
            ("whowins games nim", "Print the rules of one game"),
            (
                "whowins games --tag misère",
                "List the games under misère play",
            ),
            ("whowins games --format csv", "Print the list as a table"),
        ],
    ),
    (
        "proofs",
        &[(
            "whowins proofs -o theory",
            "Write the Coq theory; then run `bash check.sh` in that folder",
        )],
    ),
    (
        "language-server",
        &[(
            "whowins language-server",
            "Serve an editor, which starts this command itself",
        )],
    ),
    (
        "completions",
        &[
            (
                "whowins completions bash > whowins.bash",
                "Move the file to ~/.local/share/bash-completion/completions",
            ),
            (
                "whowins completions fish > whowins.fish",
                "Move the file to ~/.config/fish/completions",
            ),
        ],
    ),
    (
        "manual",
        &[(
            "whowins manual -o man1",
            "Write the pages; read one with `man -l man1/whowins-solve.1`",
        )],
    ),
];

/// Returns the command line with the examples below the help of each command.
pub fn shown(command: Command) -> Command {
    command.mut_subcommands(|one| {
        let own = EXAMPLES.iter().find(|(name, _)| *name == one.get_name());
        let Some((_, examples)) = own else { return one };
        let mut text = String::from("Examples:");
        for (line, purpose) in *examples {
            let _ = write!(text, "\n  {line}\n      {purpose}");
        }
        let notes = one.get_after_long_help().map(ToString::to_string);
        match notes {
            Some(notes) => one
                .after_long_help(format!("{notes}\n\n{text}"))
                .after_help(text),
            None => one.after_help(text),
        }
    })
}
