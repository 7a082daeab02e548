//! `whowins judge`: compares the answers of a program with the exact solution.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use whowins::contest::{Format, Question, Times};
use whowins_analysis::{Game, Player};
use whowins_atlas::Shard;
use whowins_engine::{EngineError, Limits};
use whowins_judge::contain::Contain;
use whowins_judge::{
    Allowance, Program, Reach, Report, Truth, Turns, Unanswered, Verdict, Wishes, absolute, judge,
    play,
};

use crate::contest;
use crate::correction::COMPILED;
use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, MoverArguments, bytes};
use crate::watch::Working;

/// Find the smallest position on which a program is wrong.
///
/// The judge runs your program, compares its answers with the exact solution, and prints the
/// smallest position on which they differ. If it finds no difference, it prints how far it
/// tested.
#[derive(Args)]
#[command(after_long_help = EXIT_CODES)]
pub struct Judge {
    #[command(flatten, next_help_heading = "Input and output of the program")]
    game: GameArguments,

    /// Input and output format
    ///
    /// `lines` (one position a line in, one answer a line out), or a problem that `whowins contest
    /// --list` names. [default: the game's own problem, or else lines]
    #[arg(
        long,
        value_name = "FORMAT",
        conflicts_with = "template",
        help_heading = "Input and output of the program"
    )]
    format: Option<String>,

    /// Use the format that this file defines; see docs/contest.md
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Input and output of the program"
    )]
    template: Option<String>,

    /// With lines, the answer to expect
    #[arg(
        long,
        value_enum,
        default_value_t = Asked::Winner,
        help_heading = "Input and output of the program"
    )]
    ask: Asked,

    /// With lines, the words for the answers
    ///
    /// Words for a win of the player to move, a loss and a draw, separated by commas. [default:
    /// the players' names, and draw]
    #[arg(
        long,
        value_name = "WIN,LOSS,DRAW",
        value_delimiter = ',',
        help_heading = "Input and output of the program"
    )]
    words: Vec<String>,

    #[command(flatten, next_help_heading = "Input and output of the program")]
    mover: MoverArguments,

    /// Processor time of one run, in seconds
    ///
    /// A run may sleep three times as long and one second more. [default: the limit in the contest
    /// file, or else 2, and at most a fifth of --time]
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = fraction,
        help_heading = "Limits of the program"
    )]
    limit_time: Option<Duration>,

    /// Memory of one run
    ///
    /// [default: the limit in the contest file, or else 512M]
    #[arg(
        long,
        value_name = "BYTES",
        value_parser = bytes,
        help_heading = "Limits of the program"
    )]
    limit_memory: Option<u64>,

    /// Processes and threads of one run
    #[arg(
        long,
        value_name = "N",
        default_value_t = 64,
        value_parser = clap::value_parser!(u64).range(1..),
        help_heading = "Limits of the program",
        hide_short_help = true
    )]
    limit_processes: u64,

    /// Test in order up to this size
    #[arg(long, value_name = "SIZE", help_heading = "Positions to test")]
    up_to: Option<u64>,

    /// Largest number, if the rules set no bound
    #[arg(
        long,
        value_name = "N",
        default_value_t = Reach::default().number,
        help_heading = "Positions to test",
        hide_short_help = true
    )]
    largest: u64,

    /// Longest random row, text or list, if the rules set no bound
    #[arg(
        long,
        value_name = "N",
        default_value_t = Reach::default().length,
        help_heading = "Positions to test",
        hide_short_help = true
    )]
    longest: u64,

    /// Draw at most N hard and N random positions
    #[arg(
        long,
        value_name = "N",
        default_value_t = u64::MAX,
        hide_default_value = true,
        help_heading = "Positions to test",
        hide_short_help = true
    )]
    drawn: u64,

    /// Seed of the random positions
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        help_heading = "Positions to test",
        hide_short_help = true
    )]
    seed: u64,

    /// Test the K-th of N parts, one part per process
    ///
    /// The smallest failure of all parts is the smallest of all, if each part tested all of its
    /// positions up to that size.
    #[arg(
        long,
        value_name = "K/N",
        conflicts_with = "interactive",
        help_heading = "Positions to test"
    )]
    shard: Option<Shard>,

    /// Number of parallel runs of the program
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=64),
        help_heading = "Limits of the program"
    )]
    jobs: u16,

    /// Let the program play against a perfect opponent
    ///
    /// It plays from every won position: it reads a position, writes the position after its move,
    /// and so on. It stops when it reads `end`.
    #[arg(
        long,
        conflicts_with_all = ["format", "template", "ask", "words"],
        help_heading = "Input and output of the program"
    )]
    interactive: bool,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,

    /// Program and its arguments, after `--`
    ///
    /// It runs in an empty folder; names of existing files are made absolute.
    #[arg(required = true, last = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

/// The exit codes, at the end of the help.
const EXIT_CODES: &str = "\
Exit codes:
  0  No wrong answer was found
  1  The program is wrong
  2  The program doesn't start, or the input is invalid
  3  A limit was reached";

/// The answer that a program prints for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Asked {
    /// The winner
    Winner,
    /// The position after a winning move, or `none`
    Move,
    /// The number of winning moves
    WinningMoves,
    /// The length of best play
    Length,
    /// The Grundy value
    Grundy,
    /// The margin of the player to move
    Score,
}

/// The default of --time, in seconds.
const SECONDS: u64 = 10;
/// Returns what to do with a file that isn't a program.
fn fix_of(file: &Path) -> String {
    let name = file.display();
    let ending = file.extension().and_then(|ending| ending.to_str());
    let compiler = COMPILED.iter().find(|(other, _)| Some(*other) == ending);
    match (compiler, ending) {
        (Some((_, compiler)), _) => {
            format!("compile it with `{compiler} {name}`, and write `-- ./solution`")
        }
        (None, Some("py")) => format!("run `chmod +x {name}`, or write `-- python3 {name}`"),
        _ => format!("run `chmod +x {name}`"),
    }
}

/// Words that programs print for a win and a loss of the player to move.
const ANSWERS: [[&str; 2]; 16] = [
    ["win", "lose"],
    ["Win", "Lose"],
    ["WIN", "LOSE"],
    ["wins", "loses"],
    ["W", "L"],
    ["N", "P"],
    ["1", "0"],
    ["yes", "no"],
    ["Yes", "No"],
    ["YES", "NO"],
    ["true", "false"],
    ["True", "False"],
    ["First", "Second"],
    ["first", "second"],
    ["Alice", "Bob"],
    ["A", "B"],
];
/// The name of the hidden command that runs a program in isolation.
const CONTAIN: &str = "contain-program";

/// Parses a number of seconds with a fraction.
fn fraction(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok();
    seconds
        .filter(|seconds| (0.01..=86_400.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "write seconds, such as 2 or 0.5".into())
}

/// Runs the hidden command if the command line names it. Returns `None` otherwise.
pub fn contained() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    (arguments.next()? == CONTAIN).then_some(())?;
    let rest: Vec<OsString> = arguments.collect();
    let contain = Contain::of(&rest)?;
    contain.hold(&container()?);
    Some(ExitCode::SUCCESS)
}

/// Returns the command line of the hidden command.
fn container() -> Option<Vec<OsString>> {
    let program = std::env::current_exe().ok()?;
    Some(vec![program.into_os_string(), CONTAIN.into()])
}

impl Judge {
    /// Runs the command.
    pub fn run(self) -> Result<(), Failure> {
        let (limits, time) = self.limits.limits_or(SECONDS);
        let (format, rules) = self.asked()?;
        let values = self.game.values(&rules)?;
        let player = match rules.game(&values) {
            Ok(game) => self.mover.player(&game)?,
            // Parameters without a value are set by each question.
            Err(_) if !format.sets.is_empty() => Player::First,
            Err(errors) => return Err(errors.into()),
        };
        let format = match &format.question {
            Question::Winner(first, ..) if first.is_empty() => {
                let game = rules.game(&values)?;
                self.worded(format, &game, player)?
            }
            _ => format,
        };

        self.check_script()?;
        let program = self.program(&format, time)?;
        let mut truth = Truth::new(&format, &rules, &values, player, &limits);
        let wishes = Wishes {
            time,
            jobs: usize::from(self.jobs),
            reach: Reach {
                number: self.largest,
                length: self.longest,
            },
            up_to: self.up_to,
            drawn: self.drawn,
            seed: self.seed,
            shard: self.shard.map(turns),
        };

        if self.interactive {
            let played = {
                let _working = Working::at("playing", "questions", &limits);
                play(&mut truth, &program, &wishes).map_err(unanswered)?
            };
            let why = played.lost.as_ref().map(|lost| lost.why.as_str());
            let met = "the time was over before the program had played a match";
            let why = why.or(Some(met));
            let words = played.to_string();
            return self.finish(&limits, played.verdict, why, &played.json(), &words);
        }
        let report = {
            let _working = Working::at("judging", "questions", &limits);
            judge(&mut truth, &program, &wishes).map_err(unanswered)?
        };
        let why = report.failing.as_ref().and_then(|one| one.why.as_deref());
        let why = why.or(report.stopped.as_deref());
        let words = format!("{report}{}", self.hint(&format, &report));
        self.finish(&limits, report.verdict, why, &report.json(), &words)
    }

    /// Returns the format of the questions, and the rules.
    fn asked(&self) -> Result<(Format, whowins_rules::Rules), Failure> {
        let name = match (&self.template, &self.format) {
            (Some(file), _) => Some(file.as_str()),
            (None, Some(format)) if format == "lines" => None,
            (None, Some(format)) => Some(format.as_str()),
            (None, None) if self.interactive => None,
            (None, None) => {
                let mut shipped = whowins::contest::shipped().into_iter();
                let own = shipped.find(|(name, _)| *name == self.game.name());
                own.map(|(name, _)| name)
                    .filter(|_| self.ask == Asked::Winner && self.words.is_empty())
            }
        };
        let rules = self.game.rules()?;
        Ok(match name {
            Some(name) => (contest::format(name)?.0, rules),
            None => (Format::of_lines(rules.name(), self.question()), rules),
        })
    }

    fn question(&self) -> Question {
        match self.ask {
            // The words are set to the players' names when the game is known.
            Asked::Winner => Question::Winner(String::new(), String::new(), None),
            Asked::Move => Question::Move("none".into()),
            Asked::WinningMoves => Question::WinningMoves,
            Asked::Length => Question::Length,
            Asked::Grundy => Question::Grundy,
            Asked::Score => Question::Score,
        }
    }

    /// Returns a line of help for a program that doesn't keep to the format of lines, or a note if
    /// each run answers a single question.
    fn hint(&self, format: &Format, report: &Report) -> String {
        let is_lines = self.template.is_none() && format.from.is_empty();
        let is_cut = report.verdict == Verdict::Right && !report.all;
        if is_cut && format.levels.iter().all(|level| level.times == Times::Once) {
            return "note: each run answers one question; to ask more, use `--time 60`, \
                    `--format lines`, or a field for the number of tests\n"
                .into();
        }
        let Some(failing) = report.failing.as_ref().filter(|_| is_lines) else {
            return String::new();
        };
        match (report.verdict, &failing.said) {
            (Verdict::Crashed, _) => format!(
                "help: a position is sent as a line such as `{}`; for another format, use \
                 `--template`\n",
                failing.position
            ),
            (Verdict::Nonsense, None) => {
                "help: read positions until the end of the input, and print a line for each\n"
                    .into()
            }
            (Verdict::Nonsense, Some(said)) => {
                let is_usual = self.ask == Asked::Winner && self.words.is_empty();
                let pair = ANSWERS.iter().find(|pair| pair.contains(&said.as_str()));
                pair.filter(|_| is_usual)
                    .map_or_else(String::new, |[win, loss]| {
                        format!("help: set the words of the answers with `--words {win},{loss}`\n")
                    })
            }
            _ => String::new(),
        }
    }

    /// Returns the format with the words for the winner.
    fn worded(&self, format: Format, game: &Game, player: Player) -> Result<Format, Failure> {
        let draws = game.ending.repetition_draws || game.program().is_some();
        let question = match self.words.as_slice() {
            [] => Question::Winner(
                game.player(player).to_string(),
                game.player(player.other()).to_string(),
                Some("draw".into()),
            ),
            [first, second] if !draws => Question::Winner(first.clone(), second.clone(), None),
            [first, second, draw] => {
                Question::Winner(first.clone(), second.clone(), Some(draw.clone()))
            }
            _ => {
                return Err(Failure::Input(
                    "--words: the number of words is wrong; write WIN,LOSS, or WIN,LOSS,DRAW if \
                     play can be drawn"
                        .into(),
                ));
            }
        };
        if let Some(why) = question.fault().filter(|_| !self.words.is_empty()) {
            return Err(Failure::Input(format!(
                "--words: {why}; give each answer a different word"
            )));
        }
        Ok(Format { question, ..format })
    }

    fn program(&self, format: &Format, total: Duration) -> Result<Program, Failure> {
        let container = container().ok_or_else(|| {
            Failure::System("the path of this program is unknown; run it by its full path".into())
        })?;
        if self.limit_memory == Some(0) {
            return Err(Failure::Input(
                "--limit-memory: no program runs in 0 bytes; write a size such as 256M".into(),
            ));
        }
        let plain = Allowance::default();
        let allowed = match (self.limit_time, format.allowed.time) {
            (Some(time), _) => plain.with_time(time),
            (None, Some(millis)) => plain.with_time(Duration::from_millis(millis)).within(total),
            (None, None) => plain.within(total),
        };

        Ok(Program {
            command: absolute(self.program.clone()),
            container,
            allowed: Allowance {
                memory: self
                    .limit_memory
                    .or(format.allowed.memory)
                    .unwrap_or(plain.memory),
                processes: self.limit_processes,
                ..allowed
            },
        })
    }

    /// Fails if an interpreter is named with a script that doesn't exist.
    fn check_script(&self) -> Result<(), Failure> {
        const ENDINGS: [&str; 5] = ["py", "js", "rb", "pl", "sh"];
        let script = self.program.get(1).map(Path::new);
        let is_script = |path: &&Path| {
            let ending = path.extension().and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| ENDINGS.contains(&ending))
        };
        match script.filter(is_script).filter(|path| !path.exists()) {
            Some(path) => Err(Failure::Input(format!(
                "there is no file `{}`; name a program that exists",
                path.display()
            ))),
            None => Ok(()),
        }
    }

    fn finish(
        &self,
        limits: &Limits,
        verdict: Verdict,
        why: Option<&str>,
        json: &str,
        words: &str,
    ) -> Result<(), Failure> {
        if verdict == Verdict::NoStart {
            let program = PathBuf::from(&self.program[0]);
            let why = why.unwrap_or("it did not start");
            let fix = match why.contains("Permission denied") {
                true => format!("; {}", fix_of(&program)),
                false => String::new(),
            };
            return Err(Failure::Input(format!("{}: {why}{fix}", program.display())));
        }
        let mut out = std::io::stdout().lock();
        match self.json {
            true => writeln!(out, "{json}")?,
            false => write!(out, "{words}")?,
        }
        match verdict {
            // After Ctrl-C or SIGTERM, what was found so far is printed.
            Verdict::Right | Verdict::Unknown if limits.budget.is_stopped() => {
                Err(EngineError::Stopped.into())
            }
            Verdict::Right => Ok(()),
            Verdict::Unknown => Err(Failure::Budget(format!(
                "no verdict: {}; allow more with --time",
                why.unwrap_or("no question was answered")
            ))),
            _ => Err(Failure::Reported),
        }
    }
}

/// Converts a shard to the turns of the judge.
pub fn turns(shard: Shard) -> Turns {
    Turns {
        own: shard.number,
        of: shard.of,
    }
}

/// Converts the reason why there is no answer to a failure.
fn unanswered(why: Unanswered) -> Failure {
    match why {
        Unanswered::Engine(error) => Failure::Engine(None, error),
        other => Failure::Input(other.to_string()),
    }
}
