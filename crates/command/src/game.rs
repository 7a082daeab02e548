//! The game that a command line names, its parameters, and the limits.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use whowins::shipped::{self, ShippedGames};
use whowins_analysis::{Game, Player, Position};
use whowins_engine::{Limits, fair_memory};
use whowins_rules::{Games, Parameters, Rules};
use whowins_views::{parameter, parameter_value, player};

use crate::failure::Failure;
use crate::habits::remark;

/// Which game, with which parameters.
#[derive(Args)]
pub struct GameArguments {
    /// A file of rules, or the name of a shipped game; «-» for rules from standard input
    game: String,

    /// A parameter's value, such as a=1,2,5 or map=@FILE; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

/// A game that may be left out.
#[derive(Args, Default)]
pub struct GameChoice {
    /// A file of rules, or the name of a shipped game; «-» for rules from standard input
    game: Option<String>,

    /// A parameter's value, such as a=1,2,5 or map=@FILE; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "game")]
    set: Vec<String>,
}

impl GameChoice {
    /// The game, where one is named.
    pub fn named(self) -> Option<GameArguments> {
        let Self { game, set } = self;
        game.map(|game| GameArguments { game, set })
    }
}

/// A position, by `--at` or as it is.
#[derive(Args)]
pub struct PositionArguments {
    /// The position, such as 4,7 or .o.o, or @FILE that holds it (@- for standard input); the rules' start by default, or a small first position
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    at: Option<String>,

    /// The same without --at
    #[arg(
        value_name = "POSITION",
        conflicts_with = "at",
        allow_negative_numbers = true
    )]
    position: Option<String>,
}

impl PositionArguments {
    /// The text given, where one is.
    pub fn text(&self) -> Option<&str> {
        self.at.as_deref().or(self.position.as_deref())
    }
}

/// Whose turn it is.
#[derive(Args)]
pub struct MoverArguments {
    /// The player to move; the one named first by default
    #[arg(long, value_name = "PLAYER")]
    to_move: Option<String>,
}

impl MoverArguments {
    /// The player of a game.
    ///
    /// # Errors
    ///
    /// Where none of its players has the name given.
    pub fn player(&self, game: &Game) -> Result<Player, Failure> {
        to_move(game, self.name())
    }

    /// The name given, where one is.
    pub fn name(&self) -> Option<&str> {
        self.to_move.as_deref()
    }
}

/// How much a command may use up.
#[derive(Args)]
pub struct LimitArguments {
    /// Seconds after which to stop
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<u64>,

    /// Memory for tables, such as 500M or 8G; three quarters of what is free by default
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,

    /// Threads that work at once; all cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl LimitArguments {
    /// The limits for the engine, with Ctrl-C wired to its stop flag.
    pub fn limits(&self) -> Limits {
        let mut limits = Limits::default().with_memory(self.memory.unwrap_or_else(fair_memory));
        if let Some(threads) = self.threads {
            limits.threads = usize::from(threads);
        }
        if let Some(seconds) = self.time {
            limits = limits.with_time(Duration::from_secs(seconds));
        }
        crate::watch::hold(&limits);
        limits
    }
}

impl LimitArguments {
    /// The same for work that reports what it has once its time is over, and its time: `default` seconds without `--time`.
    pub fn limits_or(&self, default: u64) -> (Limits, Duration) {
        let seconds = self.time.unwrap_or(default);
        let bounded = Self {
            time: Some(seconds),
            ..*self
        };
        (bounded.limits(), Duration::from_secs(seconds))
    }

    /// The same for a list of pieces of work: limits that have no end, and the time that each piece has.
    pub fn limits_for_each(&self, default: u64) -> (Limits, Duration) {
        let open = Self {
            time: None,
            ..*self
        };
        let time = self.time.unwrap_or(default);
        (open.limits(), Duration::from_secs(time))
    }
}

/// A number of bytes with an ending K, M, G or T.
pub fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err("write a number with K, M, G or T, such as 500M".into()),
    };
    digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(1 << shift))
        .ok_or_else(|| "write a number with K, M, G or T, such as 500M".into())
}

/// A whole number of seconds.
pub fn seconds(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "write a whole number of seconds, such as 60".into())
}

/// What messages call it.
pub const STANDARD_INPUT: &str = "standard input";

/// Files of rules longer than this are not read.
const LONGEST: u64 = 16 << 20;

impl GameArguments {
    /// The game of this name or in this file, with parameters as `--set` gives them.
    pub fn of(game: String, set: Vec<String>) -> Self {
        Self { game, set }
    }

    /// Whether it is the name of a shipped game, or there is such a file.
    pub fn is_there(&self) -> bool {
        shipped::rules(&self.game).is_some() || Path::new(&self.game).is_file()
    }

    /// The name or file given.
    pub fn name(&self) -> &str {
        &self.game
    }

    /// The rules named; what they warn of is told where they are a file.
    pub fn rules(&self) -> Result<Rules, Failure> {
        let rules = self.read()?;
        let is_file = self.game != "-" && shipped::rules(&self.game).is_none();
        if let Some(warnings) = rules.warnings().filter(|_| is_file) {
            remark(warnings.render(io::stderr().is_terminal()));
        }
        Ok(rules)
    }

    /// The rules named, without a word of what they warn of.
    pub fn read(&self) -> Result<Rules, Failure> {
        if let Some(rules) = shipped::rules(&self.game) {
            return Ok(rules?);
        }
        if self.game == "-" {
            let text = text_of_standard_input()?;
            return Ok(Rules::parse_with(STANDARD_INPUT, &text, &Beside(None))?);
        }
        let path = Path::new(&self.game);
        if !path.exists() {
            return Err(Failure::Input(self.unknown()));
        }
        let beside = Beside(path.parent().map(Path::to_path_buf));
        Ok(Rules::parse_with(&self.game, &read_text(path)?, &beside)?)
    }

    fn unknown(&self) -> String {
        let near = shipped::did_you_mean(&self.game);
        format!(
            "«{}» is neither a file nor a shipped game; {near}",
            self.game
        )
    }

    /// The parameters' values that were given.
    pub fn values(&self, rules: &Rules) -> Result<Parameters, Failure> {
        let mut values = Parameters::new();
        for set in &self.set {
            let (name, text) = set.split_once('=').ok_or_else(|| {
                Failure::Input(format!("--set {set} has no «=»; write --set NAME=VALUE"))
            })?;
            let name = name.trim();
            let parameter = parameter(rules, name)
                .map_err(|error| Failure::Input(format!("--set {set}: {error}")))?;
            let value = match text.strip_prefix('@') {
                Some(file) => {
                    let text = read_text(Path::new(file));
                    let text = text.map_err(|fault| fault.in_option(&format!("--set {name}")))?;
                    parameter_value(parameter, &text)
                }
                None => parameter_value(parameter, text),
            };
            let value = value.map_err(|error| Failure::Input(format!("--set {name}: {error}")))?;
            if values.insert(name.to_string(), value).is_some() {
                return Err(Failure::Input(format!(
                    "--set {name} is given twice; give it once"
                )));
            }
        }
        Ok(values)
    }
}

/// The rules of a shipped game's name, of a file, or of standard input («-»).
pub fn rules_of(name: &str) -> Result<Rules, Failure> {
    GameArguments::of(name.to_string(), Vec::new()).rules()
}

/// Games that a sum names: files `NAME.game` beside its own, and the shipped ones.
pub struct Beside(pub Option<PathBuf>);

impl Games for Beside {
    fn text(&self, name: &str) -> Option<String> {
        let beside = self
            .0
            .as_ref()
            .map(|folder| folder.join(format!("{name}.game")));
        let beside = beside.filter(|path| path.is_file());
        match beside {
            Some(path) => read_text(&path).ok(),
            None => ShippedGames.text(name),
        }
    }

    fn names(&self) -> Vec<String> {
        ShippedGames.names()
    }
}

/// A text that is piped in.
pub fn text_of_standard_input() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = io::stdin().take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())
        .and_then(|_| text_of(bytes))
        .map_err(|why| Failure::Input(format!("{STANDARD_INPUT}: {why}")))
}

/// The text of a file, without a byte order mark.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    // Read bounded: the length that the system tells is 0 for a pipe or a device.
    fs::File::open(path)
        .and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
        .map_err(|error| Failure::of_file(path, "read", &error))?;
    text_of(bytes).map_err(|why| Failure::Input(format!("{}: {why}", path.display())))
}

/// The text that these bytes are, without a byte order mark; else why they are none.
fn text_of(mut bytes: Vec<u8>) -> Result<String, String> {
    if bytes.len() as u64 > LONGEST {
        return Err(format!(
            "the file is longer than {LONGEST} bytes; is it the right one?"
        ));
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        format!(
            "byte {} is not UTF-8 text; is it the right file?",
            error.utf8_error().valid_up_to() + 1
        )
    })
}

/// The player that `--to-move` names; the first-named where it is not given.
pub fn to_move(game: &Game, name: Option<&str>) -> Result<Player, Failure> {
    let Some(name) = name else {
        return Ok(Player::First);
    };
    player(game, name).map_err(|error| Failure::Input(format!("--to-move {name}: {error}")))
}

/// The position that `--at` names, where it is given: of a game with these values.
///
/// # Errors
///
/// Rules and values that make no game; a text that is no position.
pub fn at_position(
    rules: &Rules,
    values: &Parameters,
    text: Option<&str>,
) -> Result<Option<Position>, Failure> {
    let Some(text) = text else { return Ok(None) };
    let position = rules.game(values)?.read(text);
    let position = position.map_err(|error| Failure::Input(format!("--at: {error}")))?;
    Ok(Some(position))
}
