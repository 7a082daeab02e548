//! The command line: reads it, runs the command, and reports errors.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use whowins_guard::Report;

use crate::config::Config;
use crate::correction;
use crate::failure::Failure;
use crate::habits::Habits;
use crate::help::{MAX_WIDTH, NOTES, hanging, with_help};
use crate::{
    ask, atlas, book, build, check, compare, contest, core, editor, examples, explain, export,
    find, fmt, games, judge, lab, law, map, new, play, probe, proofs, prove, sequence, shell,
    solve, tests, trace, value, values, verify, why,
};

/// Find out who wins a two-player game, from any position, and prove why.
#[derive(Parser)]
#[command(name = "whowins", version, max_term_width = MAX_WIDTH, after_long_help = NOTES)]
struct Line {
    #[command(flatten)]
    habits: Habits,

    #[command(subcommand)]
    command: Command,
}

// The help of a command is the comment of its arguments.
#[derive(Subcommand)]
enum Command {
    Solve(solve::Solve),
    Why(why::TellWhy),
    Check(check::Check),
    New(new::New),
    Fmt(fmt::Format),
    LanguageServer(editor::Editor),
    Law(law::FindLaw),
    Prove(prove::Prove),
    Ask(ask::Ask),
    Verify(verify::Verify),
    Map(map::DrawMap),
    Value(value::TellValue),
    Values(values::TellValues),
    Play(play::Play),
    Trace(trace::Trace),
    Contest(contest::Contest),
    Judge(Box<judge::Judge>),
    Compare(compare::Compare),
    Export(export::Export),
    Find(find::Find),
    Sequence(sequence::Sequence),
    Tests(tests::Tests),
    Build(build::BuildTable),
    Probe(probe::Probe),
    Atlas(atlas::Atlas),
    Lab(lab::Lab),
    Book(book::ReadBook),
    Explain(explain::Explain),
    Core(core::Core),
    Games(games::Games),
    Proofs(proofs::Proofs),
    Completions(shell::Completions),
    Manual(shell::Manual),
}

/// Returns the command line, as completions and manual pages need it.
pub fn command() -> clap::Command {
    examples::shown(Line::command())
}

/// Runs the command line of this process and returns its exit code.
pub fn run() -> ExitCode {
    if let Some(done) = judge::contained() {
        return done;
    }
    let done = run_line();
    // The last line may still be in the buffer, and the runtime ignores errors when it writes it.
    let flushed = io::stdout().flush();
    match done.and_then(|()| Ok(flushed?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => report(&failure),
    }
}

fn run_line() -> Result<(), Failure> {
    if !whowins_guard::stdout_is_writable() {
        return Err(Failure::System(
            "standard output is closed, so the answer would be lost; to discard it, add `> \
             /dev/null`"
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

/// Reads the command line, with the defaults of the configuration. Help and version are printed;
/// then the result is `None`.
fn read() -> Result<Option<Line>, Failure> {
    let command = self::command();
    let config = Config::read(&command)?;
    let matches = match config.apply(command).try_get_matches() {
        // Only now is the help rendered, with the defaults of the configuration.
        Err(error) if is_help(error.kind()) => {
            with_help(config.apply(self::command())).try_get_matches()
        }
        matches => matches,
    };
    let line = matches.and_then(|mut matches| Line::from_arg_matches_mut(&mut matches));
    let line = match line {
        Ok(line) => line,
        Err(error) if error.kind() == ErrorKind::InvalidUtf8 => return Err(not_utf8()),
        // No command is named: the help lists them.
        Err(error) if is_help(error.kind()) && error.use_stderr() => {
            error.print()?;
            return Err(Failure::Ended(2));
        }
        Err(error) if error.use_stderr() => {
            let arguments = correction::arguments();
            let command = config.apply(self::command());
            return Err(Failure::Input(correction::explain(
                &error, &command, &arguments,
            )));
        }
        Err(help) => {
            help.print()?;
            return Ok(None);
        }
    };
    line.habits.hold(config.habits);
    Ok(Some(line))
}

/// Returns true if clap prints help instead of running a command.
fn is_help(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}

/// Returns the failure of a command line with an argument that must be UTF-8 and isn't.
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

/// Returns a message whose lines break between words at the width of the terminal. Indented lines,
/// which are quoted or to be typed, stay as they are.
fn for_terminal(text: &str, is_terminal: bool) -> String {
    let columns = match ratatui::crossterm::terminal::size() {
        Ok((columns, _)) if is_terminal && columns > 0 => usize::from(columns),
        _ => return text.to_owned(),
    };
    let lines = text.lines().flat_map(|line| match line.split_once(": ") {
        Some((label @ ("error" | "help"), rest)) => hanging(&format!("{label}: "), rest, columns),
        _ => vec![line.to_owned()],
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Prints a failure on standard error and returns its exit code.
fn report(failure: &Failure) -> ExitCode {
    let mut err = io::stderr();
    // If standard error can't be written either, there is nothing left to report with.
    let _ = match failure {
        Failure::ReaderGone | Failure::Reported | Failure::Ended(_) => Ok(()),
        Failure::Rules(errors) => writeln!(err, "{}", errors.render(err.is_terminal())),
        other => {
            let text = Report(&other.to_string()).to_string();
            writeln!(err, "{}", for_terminal(&text, err.is_terminal()))
        }
    };
    ExitCode::from(failure.code())
}
