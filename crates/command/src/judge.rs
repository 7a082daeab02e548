//! `whowins judge`: a program held against the truth.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use whowins::contest::{Format, Question};
use whowins_analysis::{Game, Player};
use whowins_atlas::Shard;
use whowins_engine::{EngineError, Limits};
use whowins_judge::contain::Contain;
use whowins_judge::{
    Allowance, Program, Reach, Truth, Turns, Unanswered, Verdict, Wishes, absolute, judge, play,
};

use crate::contest;
use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, MoverArguments, bytes};
use crate::watch::Working;

/// A program held against the truth: the smallest position on which it is wrong.
#[derive(Args)]
pub struct Judge {
    #[command(flatten)]
    game: GameArguments,

    /// How positions are written and answers read: «lines» (a position a line in, an answer a line out), or a contest problem of
    /// `whowins contest`; by default the game's own contest problem where there is one, else lines
    #[arg(long, value_name = "FORMAT", conflicts_with = "template")]
    format: Option<String>,

    /// The same, as a file that says the format (docs/contest.md)
    #[arg(long, value_name = "FILE")]
    template: Option<String>,

    /// With lines: what the program answers
    #[arg(long, value_enum, default_value_t = Asked::Winner)]
    ask: Asked,

    /// With lines: the words for the player to move, for the opponent, and for a draw; the players' names by default
    #[arg(long, value_name = "WORD,WORD,WORD", value_delimiter = ',')]
    words: Vec<String>,

    #[command(flatten)]
    mover: MoverArguments,

    /// Seconds of processor time that one run of the program may take, and three times as many and one with the time it sleeps; by default 2,
    /// or what the contest file states, and no more than a fifth of --time
    #[arg(long, value_name = "SECONDS", value_parser = fraction)]
    limit_time: Option<Duration>,

    /// Memory that one run of the program may take
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    limit_memory: Option<u64>,

    /// Processes and threads that the program may have at once
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..))]
    limit_processes: u64,

    /// Ask no larger questions in order
    #[arg(long, value_name = "SIZE")]
    up_to: Option<u64>,

    /// The largest number that is asked where nothing bounds it
    #[arg(long, value_name = "N", default_value_t = Reach::default().number)]
    largest: u64,

    /// The longest row, text or list that is drawn where nothing bounds it
    #[arg(long, value_name = "N", default_value_t = Reach::default().length)]
    longest: u64,

    /// Draw no more hard questions than these, and no more random ones
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    drawn: u64,

    /// Where the random questions begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// One of N processes that share the questions out, on as many machines; the smallest of what they find is the smallest, where each has
    /// asked all of its own up to that size
    #[arg(long, value_name = "K/N", conflicts_with = "interactive")]
    shard: Option<Shard>,

    /// Runs of the program at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: u16,

    /// The program plays, from every won position, against the perfect opponent: it reads a position with it to move and writes the position
    /// after its move, and so on until it reads «end»
    #[arg(long, conflicts_with_all = ["format", "template", "ask", "words"])]
    interactive: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,

    /// The program and its arguments, after «--»; it is run in a folder of its own, with the paths of files made absolute
    #[arg(required = true, last = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

/// What a program answers, a line each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Asked {
    /// Who wins
    Winner,
    /// A move that wins, as the position after it; «none» where none does
    Move,
    /// How many moves win
    WinningMoves,
    /// How many moves best play lasts
    Length,
    /// The Grundy value
    Grundy,
    /// By how much the player to move ends above the opponent
    Score,
}

/// All of it takes so long, if nothing else is said.
const SECONDS: u64 = 10;
/// The name of the hidden command that holds a program.
const CONTAIN: &str = "contain-program";

/// Seconds, whole or not.
fn fraction(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok();
    seconds
        .filter(|seconds| (0.01..=86_400.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "write seconds, such as 2 or 0.5".into())
}

/// Whether this run is the hidden command; then it is done.
pub fn contained() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    (arguments.next()? == CONTAIN).then_some(())?;
    let rest: Vec<OsString> = arguments.collect();
    let contain = Contain::of(&rest)?;
    contain.hold(&container()?);
    Some(ExitCode::SUCCESS)
}

/// The command that runs the hidden command.
fn container() -> Option<Vec<OsString>> {
    let program = std::env::current_exe().ok()?;
    Some(vec![program.into_os_string(), CONTAIN.into()])
}

impl Judge {
    /// Judges the program.
    pub fn run(self) -> Result<(), Failure> {
        let (limits, time) = self.limits.limits_or(SECONDS);
        let (format, rules) = self.asked()?;
        let values = self.game.values(&rules)?;
        let player = match rules.game(&values) {
            Ok(game) => self.mover.player(&game)?,
            // What the rules leave open is set by each question.
            Err(_) if !format.sets.is_empty() => Player::First,
            Err(faults) => return Err(faults.into()),
        };
        let format = match &format.question {
            Question::Winner(first, ..) if first.is_empty() => {
                let game = rules.game(&values)?;
                self.worded(format, &game, player)?
            }
            _ => format,
        };
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
            return self.told(&limits, played.verdict, why, &played.json(), &words);
        }
        let report = {
            let _working = Working::at("judging", "questions", &limits);
            judge(&mut truth, &program, &wishes).map_err(unanswered)?
        };
        let why = report.failing.as_ref().and_then(|one| one.why.as_deref());
        let why = why.or(report.stopped.as_deref());
        let words = report.to_string();
        self.told(&limits, report.verdict, why, &report.json(), &words)
    }

    /// The format and the rules.
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
            // The words are the players', once the game is known.
            Asked::Winner => Question::Winner(String::new(), String::new(), None),
            Asked::Move => Question::Move("none".into()),
            Asked::WinningMoves => Question::WinningMoves,
            Asked::Length => Question::Length,
            Asked::Grundy => Question::Grundy,
            Asked::Score => Question::Score,
        }
    }

    /// The format with the words for who wins.
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
                    "--words: give the word for the player to move, that for the opponent and, where play may be drawn, that for a draw".into(),
                ));
            }
        };
        if let Some(why) = question.fault().filter(|_| !self.words.is_empty()) {
            return Err(Failure::Input(format!(
                "--words: {why}; give each answer a word of its own"
            )));
        }
        Ok(Format { question, ..format })
    }

    fn program(&self, format: &Format, total: Duration) -> Result<Program, Failure> {
        let container = container()
            .ok_or_else(|| Failure::System("this program does not find itself".into()))?;
        if self.limit_memory == Some(0) {
            return Err(Failure::Input(
                "--limit-memory: no program runs in 0 bytes; write such as 256MB".into(),
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

    fn told(
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
            return Err(Failure::Input(format!("{}: {why}", program.display())));
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
            _ => Err(Failure::Told),
        }
    }
}

/// The turns of a shard.
pub fn turns(shard: Shard) -> Turns {
    Turns {
        own: shard.number,
        of: shard.of,
    }
}

/// Why nothing could be asked.
fn unanswered(why: Unanswered) -> Failure {
    match why {
        Unanswered::Engine(error) => Failure::Engine(None, error),
        other => Failure::Input(other.to_string()),
    }
}
