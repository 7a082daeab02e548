//! The command line: what can be asked, and how answers and faults are told.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::config::Config;
use crate::failure::Failure;
use crate::habits::Habits;
use crate::{
    ask, atlas, book, build, check, compare, contest, core, editor, examples, explain, export,
    find, fmt, games, judge, lab, law, map, new, play, probe, proofs, prove, sequence, shell,
    solve, tests, trace, value, values, verify, why,
};

/// Who wins? Give it the rules of a two-player game, and a position.
///
/// GAME is a file of rules, or the name of a shipped game (see `whowins games`). Exit codes: 0 done, 1 a checked thing was found
/// false, 2 the input was at fault, 3 a limit was met, 4 the system failed: a full disk, a right that is missing.
/// A reader that stops early, as in `whowins games | head -1`, is no failure.
///
/// Defaults of options stand in a configuration file (docs/terminal.md): `whowins/config.toml` in $XDG_CONFIG_HOME or ~/.config, or the one that
/// $WHOWINS_CONFIG names.
#[derive(Parser)]
#[command(name = "whowins", version, max_term_width = 100)]
struct Line {
    #[command(flatten)]
    habits: Habits,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Who wins from a position, how long best play lasts, and a best move
    Solve(solve::Solve),
    /// Why a position is won or lost: the law with its numbers in it, every move, what each kind of move runs into
    Why(why::TellWhy),
    /// Whether rules can be read, and whether what their `example` lines say is so
    Check(check::Check),
    /// A new file of rules, from a small whole game to begin with
    New(new::New),
    /// Lays rules out in one canonical way: blanks, columns, blank lines
    Fmt(fmt::Format),
    /// A language server for editors: faults as one types, meanings, completion, who wins at the examples
    LanguageServer(editor::Editor),
    /// The law behind the winning positions: found, proved, and written down as a certificate
    Law(law::FindLaw),
    /// A law that you state, such as 'P iff x ^ y = z': proved with a certificate, or refuted by the smallest position
    Prove(prove::Prove),
    /// A question about a proved law, such as 'exists x: P(x, x + 1)': yes or no, or the automaton of the answers
    Ask(ask::Ask),
    /// Checks a certificate against the rules: accepted or rejected
    Verify(verify::Verify),
    /// A picture of who wins where: in the terminal, as SVG or as PNG
    Map(map::DrawMap),
    /// A value as combinatorial game theory has it: its canonical form, mean, temperature, thermograph
    Value(value::TellValue),
    /// The values of all positions of a size, counted, or as a table: CSV, JSON, LaTeX
    Values(values::TellValues),
    /// A match against the computer, in the terminal
    Play(play::Play),
    /// The four stages by which a person solves a game of one heap, line by line
    Trace(trace::Trace),
    /// A contest problem in its own input and output format, from standard input to standard output
    Contest(contest::Contest),
    /// A program held against the truth: the smallest position on which it is wrong
    Judge(Box<judge::Judge>),
    /// Two games compared: does the same player win everywhere, and where not first?
    Compare(compare::Compare),
    /// A stand-alone solution in a contest's format, from the proved law or by brute force
    Export(export::Export),
    /// Positions by their properties: exactly one winning move, the hardest start
    Find(find::Find),
    /// Grundy values, outcomes, remotenesses or lost positions as a sequence of numbers
    Sequence(sequence::Sequence),
    /// A test set of a contest problem with answers, and the wrong solutions that it catches
    Tests(tests::Tests),
    /// A table of all positions around one, as a file that is built in one run or several
    Build(build::BuildTable),
    /// Who wins, from a table
    Probe(probe::Probe),
    /// Surveys of whole families of games, each row with its proof
    Atlas(atlas::Atlas),
    /// The laboratory: a page on this machine's loopback address that shows games, their maps, moves and laws
    Lab(lab::Lab),
    /// The book: a tutorial, the rules' language, a chapter for each kind of law; on the loopback address, without a network
    Book(book::ReadBook),
    /// Which strategies can answer a position, and which one does
    Explain(explain::Explain),
    /// A game given as a term of the core calculus: what its starts are worth, by its exact meaning
    Core(core::Core),
    /// The games that come with whowins
    Games(games::Games),
    /// The Coq theory that laws' files are instances of, as a folder
    Proofs(proofs::Proofs),
    /// Completions of the command line, for bash, zsh, fish, PowerShell or Elvish
    Completions(shell::Completions),
    /// Manual pages, one for each command
    Manual(shell::Manual),
}

/// The command line, as a shell's completions and manual pages are made from it.
pub fn command() -> clap::Command {
    examples::shown(Line::command())
}

/// Runs the command line.
pub fn run() -> ExitCode {
    if let Some(done) = judge::contained() {
        return done;
    }
    let done = run_line();
    // The last line of output may be in the buffer still, and the runtime ignores errors when it writes it.
    let flushed = io::stdout().flush();
    match done.and_then(|()| Ok(flushed?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => report(&failure),
    }
}

fn run_line() -> Result<(), Failure> {
    if !whowins_guard::stdout_is_writable() {
        return Err(Failure::System(
            "standard output is closed, so the answer would be lost; to discard it, add `> /dev/null`"
                .into(),
        ));
    }
    whowins_guard::check_address_space().map_err(|error| Failure::Budget(error.to_string()))?;
    let Some(line) = read()? else { return Ok(()) };
    match line.command {
        Command::Solve(solve) => solve.run(),
        Command::Why(why) => why.run(),
        Command::Check(check) => check.run(),
        Command::New(new) => new.run(),
        Command::Fmt(fmt) => fmt.run(),
        Command::LanguageServer(editor) => editor.run(),
        Command::Law(law) => law.run(),
        Command::Prove(prove) => prove.run(),
        Command::Ask(ask) => ask.run(),
        Command::Verify(verify) => verify.run(),
        Command::Map(map) => map.run(),
        Command::Value(value) => value.run(),
        Command::Values(values) => values.run(),
        Command::Play(play) => play.run(),
        Command::Trace(trace) => trace.run(),
        Command::Contest(contest) => contest.run(),
        Command::Judge(judge) => judge.run(),
        Command::Compare(compare) => compare.run(),
        Command::Export(export) => export.run(),
        Command::Find(find) => find.run(),
        Command::Sequence(sequence) => sequence.run(),
        Command::Tests(tests) => tests.run(),
        Command::Build(build) => build.run(),
        Command::Probe(probe) => probe.run(),
        Command::Atlas(atlas) => atlas.run(),
        Command::Lab(lab) => lab.run(),
        Command::Book(book) => book.run(),
        Command::Explain(explain) => explain.run(),
        Command::Core(core) => core.run(),
        Command::Games(games) => games.run(),
        Command::Proofs(proofs) => proofs.run(),
        Command::Completions(completions) => completions.run(),
        Command::Manual(manual) => manual.run(),
    }
}

/// Reads the command line, with the defaults of the configuration; `None` if it asked for help or the version, which are printed.
fn read() -> Result<Option<Line>, Failure> {
    let command = command();
    let config = Config::read(&command)?;
    let matches = config.apply(command).try_get_matches();
    let line = matches.and_then(|mut matches| Line::from_arg_matches_mut(&mut matches));
    let line = match line {
        Ok(line) => line,
        Err(error) if error.kind() == ErrorKind::InvalidUtf8 => return Err(not_utf8()),
        Err(error) if error.use_stderr() => {
            let _ = error.print();
            return Err(Failure::Ended(2));
        }
        Err(help) => {
            help.print()?;
            return Ok(None);
        }
    };
    line.habits.hold(config.habits);
    Ok(Some(line))
}

/// The failure of a command line with an argument that must be UTF-8 and isn't.
fn not_utf8() -> Failure {
    let arguments: Vec<_> = std::env::args_os().collect();
    let argument = arguments
        .iter()
        .find(|argument| argument.to_str().is_none());
    let argument = argument.map(|argument| argument.to_string_lossy());
    Failure::Input(format!(
        "the argument {:?} is not UTF-8; rename the file, or pass the rules on standard input: \
         `whowins COMMAND - < FILE`",
        argument.unwrap_or_default()
    ))
}

fn report(failure: &Failure) -> ExitCode {
    let mut err = io::stderr();
    // A standard error that cannot be written leaves nothing to report with.
    let _ = match failure {
        Failure::ReaderGone | Failure::Told | Failure::Ended(_) => Ok(()),
        Failure::Rules(faults) => writeln!(err, "{}", faults.render(err.is_terminal())),
        other => writeln!(err, "whowins: {other}"),
    };
    ExitCode::from(failure.code())
}
