//! What `--help` of each command shows by example. Tests run them, in the order of this list.

use std::fmt::Write;

use clap::Command;

/// A command's name, and lines as they are typed, each with what it is for.
type Shown = (&'static str, &'static [(&'static str, &'static str)]);

/// The examples of every command, so ordered that a file is written before it is read.
#[rustfmt::skip] // one line an example
pub const EXAMPLES: &[Shown] = &[
    ("new", &[
        ("whowins new 'My game' --template heap -o my.game", "a small whole game of one heap, to be changed"),
        ("whowins new --list", "the kinds of position that there are to begin with"),
        ("whowins new", "asks for the name and the kind"),
    ]),
    ("check", &[
        ("whowins check my.game", "whether the rules can be read, and their examples hold"),
        ("whowins check tictactoe --json", "the same for a shipped game, as one JSON object"),
        ("whowins check my.game --deny-warnings", "exit code 1 where a line does nothing: for a script"),
    ]),
    ("fmt", &[
        ("whowins fmt my.game", "lays the file out in the one canonical way"),
        ("whowins fmt --check my.game", "exit code 1 where that would change it: for a script"),
        ("whowins fmt - < my.game", "the text laid out, on standard output"),
    ]),
    ("solve", &[
        ("whowins solve cowcheck --at 4,7", "who wins Cow Checkers from there, and a best move"),
        ("whowins solve my.game 10 --line", "the same for rules of your own, with best play to its end"),
        ("whowins solve nim 3,5,7 --moves --format markdown", "every move and what it brings, as a table"),
        ("whowins solve partisangame --set a=4 --set b=5 --at 999999999", "rules with parameters, far out"),
        ("whowins solve cowcheck --at - < positions.txt", "a position a line in, an answer a line out"),
        ("whowins solve kayles 5,7 --plus nim:1,2,0", "a sum of two games"),
    ]),
    ("why", &[
        ("whowins why nim --at 3,5,7", "the law with these numbers in it, and what each move runs into"),
        ("whowins why tictactoe", "the rules' start, where there is one"),
    ]),
    ("law", &[
        ("whowins law cowcheck -o cow.json", "finds and proves the law, and writes its certificate"),
        ("whowins law cowcheck --coq cow.v", "the same as a Coq file (`whowins proofs` writes the theory)"),
        ("whowins law nim --automaton nim.svg", "the law's automaton: .svg, .pdf, .tex, .dot, .txt for Walnut"),
        ("whowins law kayles --kind grundy", "laws of one kind alone"),
        ("whowins law --list games.txt --shard 2/8 -o certificates", "the second of eight parts of a list of games"),
    ]),
    ("prove", &[
        ("whowins prove nim --law 'P iff x ^ y = z'", "proves what you state, or finds the smallest position against it"),
        ("whowins prove nim --law 'P iff x ^ y = z' -o own.json", "and writes the certificate"),
    ]),
    ("ask", &[
        ("whowins ask cowcheck 'exists x: P(x, x + 1)'", "yes or no, with numbers that show it"),
        ("whowins ask cowcheck 'P(x, y) and x < y'", "all answers: the first of them, and their automaton"),
        ("whowins ask nim 'P(a, a, 0)' --dot", "that automaton for Graphviz; --walnut, --regex, --latex"),
    ]),
    ("verify", &[
        ("whowins verify cowcheck cow.json", "accepts a certificate for these rules, or says what is wrong in it"),
    ]),
    ("map", &[
        ("whowins map cowcheck --size 20x20", "who wins where, in the terminal"),
        ("whowins map cowcheck --size 40x40 -o cow.svg", "a picture: .svg, .png, .pdf, or .tex for TikZ"),
        ("whowins map nim --slice z=3 --show grundy --format csv", "the numbers as a table"),
    ]),
    ("value", &[
        ("whowins value '{3|1} + *2 - ^'", "a sum as a canonical form, with its temperature"),
        ("whowins value clobber --at xxo.ox.xo", "a position as a sum of its parts"),
        ("whowins value '^ > 0'", "a comparison: exit code 1 where it does not hold"),
    ]),
    ("values", &[
        ("whowins values toads-and-frogs --size 6", "how many positions have which value"),
        ("whowins values toads-and-frogs --size 6 --format csv -o toads.csv", "a row for each position"),
    ]),
    ("play", &[
        ("whowins play cowcheck", "you begin; h gives a hint, q ends"),
        ("whowins play nim --at 3,5,7 --as none --plain", "the computer against itself, line by line"),
    ]),
    ("trace", &[
        ("whowins trace partisangame --set a=1,2 --set b=1,2 --at 10 --stage memo", "what the second of four stages does, line by line"),
    ]),
    ("contest", &[
        ("whowins contest --list", "the problems that come with it"),
        ("whowins contest cowcheck --show", "how a problem's format is said"),
        ("whowins contest gam < boards.txt", "answers an input in the contest's own format"),
    ]),
    ("judge", &[
        ("whowins judge nim -- python3 solution.py", "the smallest position on which a program is wrong"),
        ("whowins judge cowcheck --time 10 -- ./solution", "a program in any language, for ten seconds"),
    ]),
    ("compare", &[
        ("whowins compare nim nim --up-to 6", "whether the same player wins everywhere"),
        ("whowins compare cowcheck --mutate --time 5", "which changes of its own rules matter"),
    ]),
    ("export", &[
        ("whowins export cowcheck --lang python", "a stand-alone solution, from the proved law"),
        ("whowins export nim --lang cpp --naive -o nim.cpp", "the brute force by the rules"),
    ]),
    ("find", &[
        ("whowins find nim --where 'wins and winning moves = 1' --first 5", "positions with exactly one winning move"),
        ("whowins find nim --most remoteness --up-to 9 --format csv", "the longest play, as a table"),
    ]),
    ("sequence", &[
        ("whowins sequence kayles --of grundy --terms 30", "Grundy values, with commas between"),
        ("whowins sequence cowcheck --of losing --terms 10 --format b-file", "as the Encyclopedia of Integer Sequences has it"),
        ("whowins sequence kayles --of grundy --terms 10 --format latex", "a table for a paper"),
    ]),
    ("tests", &[
        ("whowins tests cowcheck -o tests-of-cowcheck --small 50 --time 5", "inputs with answers, and the wrong solutions they catch"),
    ]),
    ("build", &[
        ("whowins build nim --at 6,6,6 -o nim.wdb", "a table of all positions around one"),
        ("whowins build tictactoe -o ttt.wdb --remoteness", "with how long best play lasts"),
    ]),
    ("probe", &[
        ("whowins probe nim.wdb --at 1,2,3", "who wins, from the table"),
        ("whowins probe nim.wdb --check", "what the table holds, every block checked"),
    ]),
    ("atlas", &[
        ("whowins atlas subtraction --max 5", "every set of numbers up to 5, each row proved"),
        ("whowins atlas subtraction --max 5 -o sets.csv", "the rows, in a file that is gone on with after a stop"),
        ("whowins atlas verify sets.csv", "checks every row again"),
    ]),
    ("lab", &[
        ("whowins lab", "the laboratory, on this machine's loopback address"),
        ("whowins lab my.game", "with rules of your own"),
        ("whowins lab --export site", "as files for any web server"),
    ]),
    ("book", &[
        ("whowins book", "the book beside this program, on the loopback address that it prints"),
        ("whowins book --folder target/book", "one that `cargo xtask book` has made"),
    ]),
    ("explain", &[
        ("whowins explain nim --at 3,5,7", "what the rules imply, and which strategy answers"),
        ("whowins explain nim --core", "the rules as a term of the core calculus"),
    ]),
    ("core", &[
        ("whowins core nim.core --at '(0) (3) (5) (7)'", "a game given as a term, solved by its exact meaning"),
    ]),
    ("games", &[
        ("whowins games", "the shipped games; --library lists more"),
        ("whowins games nim", "the rules of one"),
        ("whowins games --tag misère", "those under misère play; --tag with another word lists all tags"),
        ("whowins games --format csv", "the list as a table"),
    ]),
    ("proofs", &[
        ("whowins proofs -o theory", "the Coq theory; then `bash check.sh` in that folder"),
    ]),
    ("language-server", &[
        ("whowins language-server", "an editor starts it (docs/editors.md)"),
    ]),
    ("completions", &[
        ("whowins completions bash > whowins.bash", "to be put into ~/.local/share/bash-completion/completions"),
        ("whowins completions fish > whowins.fish", "to be put into ~/.config/fish/completions"),
    ]),
    ("manual", &[
        ("whowins manual -o man1", "then `man -l man1/whowins-solve.1`"),
    ]),
];

/// The command line, with the examples below each command's help.
pub fn shown(command: Command) -> Command {
    command.mut_subcommands(|one| {
        let own = EXAMPLES.iter().find(|(name, _)| *name == one.get_name());
        let Some((_, examples)) = own else { return one };
        let mut text = String::from("Examples:");
        for (line, what) in *examples {
            let _ = write!(text, "\n  {line}\n      {what}");
        }
        one.after_help(text)
    })
}
