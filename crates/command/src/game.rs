//! The arguments that many commands share: a game, a position, and limits.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use whowins::shipped::{self, ShippedGames};
use whowins_analysis::{Game, Player, Position, closest};
use whowins_engine::{Limits, fair_memory};
use whowins_rules::{Games, Parameters, Rules};
use whowins_views::{parameter, parameter_value, player};

use crate::correction::{read_position, with_argument};
use crate::failure::Failure;
use crate::habits::remark;
use crate::output::write;

/// A game, with the values of its parameters.
#[derive(Args)]
pub struct GameArguments {
    /// Rules file, or name of a shipped game; `-` for standard input
    game: String,

    /// Set a parameter, such as a=1,2,5; repeatable
    ///
    /// NAME=@FILE reads the value from a file.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

/// A game, or none.
#[derive(Args, Default)]
pub struct GameChoice {
    /// Rules file, or name of a shipped game; `-` for standard input
    game: Option<String>,

    /// Set a parameter, such as a=1,2,5; repeatable
    ///
    /// NAME=@FILE reads the value from a file.
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "game")]
    set: Vec<String>,
}

impl GameChoice {
    /// Returns the game, if there is one.
    pub fn named(self) -> Option<GameArguments> {
        let Self { game, set } = self;
        game.map(|game| GameArguments { game, set })
    }
}

/// A position, with or without `--at`.
#[derive(Args)]
pub struct PositionArguments {
    /// Position, such as 4,7 or .o.o, or @FILE
    ///
    /// @FILE reads the position from a file, and @- from standard input.
    /// [default: the start of the rules, or else a small position]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    at: Option<String>,

    /// Position (short for --at)
    #[arg(
        value_name = "POSITION",
        conflicts_with = "at",
        allow_negative_numbers = true
    )]
    position: Option<String>,
}

impl PositionArguments {
    /// Returns the text of the position, if there is one.
    pub fn text(&self) -> Option<&str> {
        self.at.as_deref().or(self.position.as_deref())
    }
}

/// The player to move.
#[derive(Args)]
pub struct MoverArguments {
    /// Player to move [default: the first player]
    #[arg(long, value_name = "PLAYER")]
    to_move: Option<String>,
}

impl MoverArguments {
    /// Returns the player of a game.
    ///
    /// # Errors
    ///
    /// Fails if no player of the game has this name.
    pub fn player(&self, game: &Game) -> Result<Player, Failure> {
        to_move(game, self.name())
    }

    /// Returns the name, if there is one.
    pub fn name(&self) -> Option<&str> {
        self.to_move.as_deref()
    }
}

/// The limits of a command.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArguments {
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<u64>,

    /// Limit the memory for tables, such as 500M or 8G
    ///
    /// [default: three quarters of the free memory]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,

    /// Number of threads [default: all cores]
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024),
        hide_short_help = true
    )]
    threads: Option<u16>,
}

impl LimitArguments {
    /// Returns the limits for the engine. Ctrl-C sets their stop flag.
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
    /// Returns limits and their time, `default` seconds without `--time`. They are for work that
    /// reports partial results when the time is over.
    pub fn limits_or(&self, default: u64) -> (Limits, Duration) {
        let seconds = self.time.unwrap_or(default);
        let bounded = Self {
            time: Some(seconds),
            ..*self
        };
        (bounded.limits(), Duration::from_secs(seconds))
    }

    /// Returns limits without a time, and the time of each item. They are for a list of items.
    pub fn limits_for_each(&self, default: u64) -> (Limits, Duration) {
        let open = Self {
            time: None,
            ..*self
        };
        let time = self.time.unwrap_or(default);
        (open.limits(), Duration::from_secs(time))
    }
}

/// Parses a number of bytes with the ending K, M, G or T.
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

/// Parses a whole number of seconds.
pub fn seconds(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "write a whole number of seconds, such as 60".into())
}

/// Returns a word of a shell command, in quotes if it needs them.
pub fn word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./=,:@+".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.into(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

/// The name of standard input in messages.
pub const STANDARD_INPUT: &str = "standard input";

/// The largest size of a rules file, in bytes.
const LONGEST: u64 = 16 << 20;

impl GameArguments {
    /// Returns the arguments for a game and its parameters, as `--set` gives them.
    pub fn of(game: String, set: Vec<String>) -> Self {
        Self { game, set }
    }

    /// Returns true if there is a shipped game or a file with this name.
    pub fn is_there(&self) -> bool {
        shipped::rules(&self.game).is_some() || Path::new(&self.game).is_file()
    }

    /// Returns the name of the game or file.
    pub fn name(&self) -> &str {
        &self.game
    }

    /// Returns the game and its parameters as words of a shell command.
    pub fn typed(&self) -> String {
        let set = self.set.iter().map(|set| format!(" --set {}", word(set)));
        word(&self.game) + &set.collect::<String>()
    }

    /// Reads the rules, and prints their warnings if they come from a file.
    pub fn rules(&self) -> Result<Rules, Failure> {
        let rules = self.read()?;
        let is_file = self.game != "-" && shipped::rules(&self.game).is_none();
        if let Some(warnings) = rules.warnings().filter(|_| is_file) {
            remark(warnings.render(io::stderr().is_terminal()));
        }
        Ok(rules)
    }

    /// Reads the rules without printing warnings.
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
        if path.extension().is_some_and(|ending| ending == "contest") {
            return Err(Failure::Input(format!(
                "`{0}` defines a contest format, not rules; write `whowins contest {0}`",
                self.game
            )));
        }
        let beside = Beside(path.parent().map(Path::to_path_buf));
        Ok(Rules::parse_with(&self.game, &read_text(path)?, &beside)?)
    }

    /// Writes the corrections that the errors offer to the file, and returns the rules.
    pub fn corrected(&self) -> Result<Rules, Failure> {
        let path = Path::new(&self.game);
        if shipped::rules(&self.game).is_some() || !path.exists() {
            return Err(Failure::Input(format!(
                "--fix changes a file, but `{}` isn't one; name a rules file",
                self.game
            )));
        }
        let errors = match self.read() {
            Err(Failure::Rules(errors)) => errors,
            other => return other,
        };
        let fixes: Vec<_> = errors
            .errors
            .iter()
            .filter_map(|one| one.fix.as_ref())
            .collect();
        if fixes.is_empty() {
            return Err(Failure::Rules(errors));
        }
        // The source of the errors may end with the rules of other games.
        let mut text = read_text(path)?;
        for fix in fixes.iter().rev() {
            text.replace_range(fix.span.clone(), &fix.text);
        }
        write(path, &text)?;
        for fix in fixes {
            let (line, _) = errors.place(fix.span.start);
            remark(format!("{}:{line}: changed to: {}", self.game, fix.text));
        }
        self.read()
    }

    fn unknown(&self) -> String {
        if let Some(code) = octal_code(&self.game) {
            let message = format!("`{}` isn't a game; an octal code has a point", self.game);
            return with_argument(&message, &self.game, &code);
        }
        let is_shipped = shipped::named(self.game.trim_end_matches(".game")).is_some();
        if let Some(file) = near_file(&self.game).filter(|_| !is_shipped) {
            let message = format!("there is no file `{}`; did you mean `{file}`?", self.game);
            return with_argument(&message, &self.game, &file);
        }
        let near = shipped::near(&self.game);
        let message = format!(
            "`{}` is neither a file nor a shipped game; {}",
            self.game,
            shipped::did_you_mean(&self.game)
        );
        match near.first() {
            Some(near) => with_argument(&message, &self.game, near),
            None => message,
        }
    }

    /// Returns the values of the parameters that were set.
    pub fn values(&self, rules: &Rules) -> Result<Parameters, Failure> {
        let mut values = Parameters::new();
        for set in &self.set {
            let (name, text) = set.split_once('=').ok_or_else(|| {
                let message = match rules.parameters().iter().any(|one| one.name == *set) {
                    true => format!("--set {set} has no value; write --set {set}=VALUE"),
                    false => format!("--set {set} has no `=`; write --set NAME=VALUE"),
                };
                Failure::Input(match set.split_once(':') {
                    Some((name, value)) => with_argument(&message, set, &format!("{name}={value}")),
                    None => message,
                })
            })?;
            let name = name.trim();
            let parameter = parameter(rules, name).map_err(|error| {
                let message = format!("--set {set}: {error}");
                let names = rules.parameters().iter().map(|one| one.name.as_str());
                Failure::Input(match closest(name, names) {
                    Some(near) => with_argument(&message, set, &format!("{near}={text}")),
                    None => message,
                })
            })?;
            let value = match text.strip_prefix('@') {
                Some(file) => {
                    let text = read_text(Path::new(file));
                    let text = text.map_err(|fault| fault.in_option(&format!("--set {name}")))?;
                    parameter_value(parameter, &text)
                }
                None => parameter_value(parameter, text),
            };
            let value = value.map_err(|error| {
                let is_named = |part: &&str| {
                    let name = part.split('=').next().unwrap_or_default().trim();
                    rules.parameters().iter().any(|one| one.name == name)
                };
                let parts: Vec<&str> = set.split([',', ';', ' ']).collect();
                Failure::Input(match parts.len() > 1 && parts.iter().all(is_named) {
                    true => format!(
                        "--set {set} sets several parameters; write --set {}",
                        parts.join(" --set ")
                    ),
                    false => format!("--set {name}: {error}"),
                })
            })?;
            if values.insert(name.to_string(), value).is_some() {
                return Err(Failure::Input(format!(
                    "--set {name} is given twice; give it once"
                )));
            }
        }
        Ok(values)
    }
}

/// Returns the file with the most similar name in the same folder, for a name that ends in `.game`.
fn near_file(name: &str) -> Option<String> {
    let path = Path::new(name);
    path.extension().filter(|ending| *ending == "game")?;
    let folder = path.parent().filter(|one| !one.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let files = entries.flatten().map(|entry| entry.file_name());
    let files: Vec<String> = files.filter_map(|file| file.into_string().ok()).collect();
    let games = files.iter().filter_map(|file| file.strip_suffix(".game"));
    let near = closest(path.file_stem()?.to_str()?, games)?;
    Some(
        path.with_file_name(format!("{near}.game"))
            .display()
            .to_string(),
    )
}

/// Returns the octal code that a text without its point means, such as 0.77 for 077 or 0,77.
fn octal_code(text: &str) -> Option<String> {
    let digits = text.strip_prefix('0')?;
    let code = format!("0.{}", digits.strip_prefix(',').unwrap_or(digits));
    let is_code = shipped::rules(&code).is_some_and(|rules| rules.is_ok());
    (code != text && is_code).then_some(code)
}

/// Reads the rules of a shipped game, a file, or standard input (`-`).
pub fn rules_of(name: &str) -> Result<Rules, Failure> {
    GameArguments::of(name.to_string(), Vec::new()).rules()
}

/// The games that a sum may name: files `NAME.game` in its folder, and the shipped games.
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

/// Reads a text from standard input.
pub fn text_of_standard_input() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = io::stdin().take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())
        .and_then(|_| text_of(bytes))
        .map_err(|why| Failure::Input(format!("{STANDARD_INPUT}: {why}")))
}

/// Reads a text from a file, without a byte order mark.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    // A pipe or a device reports the length 0, so the size is limited while reading.
    fs::File::open(path)
        .and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
        .map_err(|error| Failure::of_file(path, "read", &error))?;
    text_of(bytes).map_err(|why| Failure::Input(format!("{}: {why}", path.display())))
}

/// Returns the bytes as text, without a byte order mark, or the reason why they aren't a text.
fn text_of(mut bytes: Vec<u8>) -> Result<String, String> {
    if bytes.len() as u64 > LONGEST {
        return Err(format!(
            "the file is longer than {LONGEST} bytes; name a shorter one"
        ));
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        format!(
            "byte {} is not UTF-8 text; name a text file",
            error.utf8_error().valid_up_to() + 1
        )
    })
}

/// Returns the player that `--to-move` names. The default is the first player.
pub fn to_move(game: &Game, name: Option<&str>) -> Result<Player, Failure> {
    match name {
        Some(name) => player_of(game, "--to-move", name, ""),
        None => Ok(Player::First),
    }
}

/// Returns the player that an option names. The message of an error ends with `others`: the values
/// of the option that aren't players.
pub fn player_of(game: &Game, option: &str, name: &str, others: &str) -> Result<Player, Failure> {
    player(game, name).map_err(|error| {
        let names = game.players.iter().map(String::as_str);
        // A letter or a number is short for a player.
        let better = match name.to_lowercase().as_str() {
            "1" | "l" | "left" | "first" | "a" | "n" | "me" | "i" => Some(game.players[0].as_str()),
            "2" | "r" | "right" | "second" | "b" | "p" => Some(game.players[1].as_str()),
            _ => closest(name, names),
        };
        let message = format!("{option} {name}: {error}{others}");
        Failure::Input(match better {
            Some(better) => with_argument(&message, name, better),
            None => message,
        })
    })
}

/// Returns an error if the text of a position sets a parameter of the rules.
pub fn check_is_position(rules: &Rules, text: &str) -> Result<(), Failure> {
    let name = text.split_once('=').map(|(name, _)| name.trim());
    let mut names = rules.parameters().iter().map(|one| one.name.as_str());
    match name.filter(|name| names.any(|one| one == *name)) {
        Some(name) => Err(Failure::Input(with_argument(
            &format!("`{name}` is a parameter, not a position; set it with --set"),
            text,
            &format!("--set={text}"),
        ))),
        None => Ok(()),
    }
}

/// Parses the position of `--at`, if there is one, for a game with these parameters.
///
/// # Errors
///
/// Fails if the rules with these parameters aren't a game, or if the text isn't a position.
pub fn at_position(
    rules: &Rules,
    values: &Parameters,
    text: Option<&str>,
) -> Result<Option<Position>, Failure> {
    let Some(text) = text else { return Ok(None) };
    check_is_position(rules, text)?;
    Ok(Some(read_position(&rules.game(values)?, text)?))
}
