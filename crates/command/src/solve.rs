//! `whowins solve`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use whowins::{Grundy, first_position};
use whowins_analysis::numbers::Variable;
use whowins_analysis::{Game, Player, Position, Value};
use whowins_engine::{Asked, Engine, EngineError, Limits, Outcome};
use whowins_law::LawSource;
use whowins_rules::Rules;
use whowins_views::{Card, More, MoveTold, Wanted, reached, winner};

use crate::card::{short, write_card};
use crate::certificate;
use crate::correction::read_position;
use crate::failure::Failure;
use crate::game::{
    GameArguments, LimitArguments, MoverArguments, PositionArguments, check_is_position, read_text,
    text_of_standard_input,
};
use crate::habits::remark;
use crate::pager;
use crate::stream::{Answers, stream};
use crate::table::{Column, Form, Table};
use crate::value::{Terms, who_wins};
use crate::watch::Working;

/// Print who wins, how long best play lasts, and a best move.
///
/// `--at -` reads one position a line from standard input, and prints one answer a line.
#[derive(Args)]
pub struct Solve {
    #[command(flatten, next_help_heading = "Position")]
    game: GameArguments,

    #[command(flatten, next_help_heading = "Position")]
    position: PositionArguments,

    #[command(flatten, next_help_heading = "Position")]
    mover: MoverArguments,

    /// Answer from this certificate, after verifying it
    ///
    /// [default: find a law if one is needed]
    #[arg(long, value_name = "CERTIFICATE", help_heading = "Position")]
    law: Option<PathBuf>,

    /// Add GAME:POSITION or a value to the sum; repeatable
    ///
    /// A value is written as in `whowins value`, such as '{2|-1}'. The sum is solved by values.
    #[arg(
        long,
        value_name = "TERM",
        allow_hyphen_values = true,
        conflicts_with = "law",
        help_heading = "Position"
    )]
    plus: Vec<String>,

    #[command(flatten)]
    more: MoreArguments,

    /// Format of --moves
    ///
    /// Only the table of moves is printed.
    #[arg(
        long,
        value_enum,
        value_name = "FORM",
        requires = "moves",
        conflicts_with = "json",
        help_heading = "Output"
    )]
    format: Option<Form>,

    /// Print one JSON object per position
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// Further answers about a position.
#[derive(Args)]
#[command(next_help_heading = "Answer")]
struct MoreArguments {
    /// List every legal move and its result
    ///
    /// A move has the position after it, the winner and the length of best play. `?` means that
    /// the result would cost much more than the answer.
    #[arg(long)]
    moves: bool,

    /// Print the number of winning moves
    #[arg(long)]
    count: bool,

    /// Print the first winning move, in the rules' order
    #[arg(long)]
    first: bool,

    /// Print the Grundy value
    ///
    /// With --moves, also print the value after each move.
    #[arg(long)]
    grundy: bool,

    /// Print best play to the end
    #[arg(long)]
    line: bool,

    /// Print the score margin under best play
    #[arg(long)]
    score: bool,

    /// Decide only if the margin is at least POINTS
    ///
    /// In a game without points, a win is 1 and a draw is 0.
    #[arg(
        long,
        value_name = "POINTS",
        allow_negative_numbers = true,
        conflicts_with_all = ["moves", "count", "first", "grundy", "line", "score"]
    )]
    at_least: Option<i64>,
}

impl MoreArguments {
    fn wanted(&self) -> Wanted {
        Wanted {
            moves: self.moves,
            count: self.count,
            first: self.first,
            grundy: self.grundy,
            line: self.line,
            score: self.score,
        }
    }
}

impl Solve {
    /// Answers the position, or the stream of positions.
    pub fn run(self) -> Result<(), Failure> {
        if !self.plus.is_empty() {
            let mut terms = Terms::default();
            terms.position(&self.game, self.position.text())?;
            for plus in &self.plus {
                terms.plus(plus)?;
            }
            return who_wins(&terms, self.mover.name(), self.json, &self.limits);
        }
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let limits = self.limits.limits();
        let mut engine = match &self.law {
            Some(path) => {
                // The user sets the parameters of the game: the certificate doesn't supply them.
                rules.game(&values)?;
                let (proved, bound) = certificate::accepted(path, &rules, &values, &limits)?;
                let game = bound
                    .game()
                    .map_err(|refusal| Failure::Input(format!("{}: {refusal}", path.display())))?;
                let law = Arc::new(LawSource::proved(proved, &rules, &limits));
                whowins::solver_of(law, game.clone(), &limits)
            }
            None => whowins::solver(&rules, &values, &limits)?,
        };
        let player = self.mover.player(engine.game())?;
        let wanted = self.more.wanted();
        if let Some(least) = self.more.at_least {
            return self.gets(&rules, &mut engine, player, least, &limits);
        }
        if self.position.text() == Some("-") {
            if !wanted.is_nothing() && !self.json {
                return Err(Failure::Input(
                    "with `--at -`, these options print JSON only; add --json".into(),
                ));
            }
            let mut solving = Solving::new(&mut engine, player, self.json);
            (solving.wanted, solving.limits) = (wanted, limits.clone());
            return stream(&mut solving, &limits);
        }
        let position = asked(&rules, engine.game(), self.position.text())?;
        let (solved, more) = {
            let _working = Working::on(&limits);
            let answered = engine.answer(&position, player);
            let solved = answered.map_err(|error| unanswered(&engine, &position, error))?;
            let more = match wanted.is_nothing() {
                true => None,
                false => {
                    Some(wanted.of(&mut engine, &position, player, &solved, &mut None, &limits)?)
                }
            };
            (solved, more)
        };
        let json = self.json || (wanted.moves && self.format == Some(Form::Json));
        let moves = more.as_ref().and_then(|more| more.moves.as_ref());
        if let (Some(form), Some(moves), false) = (self.format, moves, json) {
            return moves_table(moves, form);
        }
        let mut out = pager::answer(!json);
        with_card(
            &engine,
            &position,
            player,
            &solved,
            more.as_ref(),
            |card| match json {
                true => Ok(writeln!(out, "{}", card.json())?),
                false => write_card(card, &mut out),
            },
        )
    }

    /// Decides if the player to move gets this margin.
    fn gets(
        &self,
        rules: &Rules,
        engine: &mut Engine,
        player: Player,
        least: i64,
        limits: &Limits,
    ) -> Result<(), Failure> {
        if self.position.text() == Some("-") {
            let message = "--at-least needs one position; name it with --at";
            return Err(Failure::Input(message.into()));
        }
        let position = asked(rules, engine.game(), self.position.text())?;
        let gets = {
            let _working = Working::on(limits);
            let answered = engine.gets(&position, player, &least.into());
            answered.map_err(|error| unanswered(engine, &position, error))?
        };
        let mut out = std::io::stdout().lock();
        let (game, shown) = (engine.game(), engine.game().show(&position));
        let name = game.player(player);
        if self.json {
            let said = serde_json::json!({
                "position": shown,
                "player": name,
                "at_least": least,
                "so": gets,
            });
            return Ok(writeln!(out, "{said}")?);
        }
        let (so, not) = if gets { ("yes", "") } else { ("no", "not ") };
        let more = format!(
            "{name} can {not}end at least {least} above {}",
            game.player(player.other())
        );
        Ok(writeln!(out, "{so}: {more}")?)
    }
}

/// Prints the moves as a table. Unknown numbers are empty.
fn moves_table(moves: &[MoveTold], form: Form) -> Result<(), Failure> {
    let number = |number: Option<u64>| number.map_or_else(String::new, |one| one.to_string());
    let differ = moves.iter().any(|one| one.difference.is_some());
    let grundy = moves.iter().any(|one| one.grundy.is_some());
    let mut columns = vec![
        Column::words("move"),
        Column::words("to"),
        Column::words("value"),
        Column::numbers("remoteness"),
    ];
    columns.extend(differ.then(|| Column::numbers("difference")));
    columns.extend(grundy.then(|| Column::numbers("grundy")));
    let mut table = Table::begin(pager::out(), form, &columns)?;
    for one in moves {
        let mut row = vec![
            one.text.clone(),
            one.to.clone(),
            one.value.unwrap_or_default().to_owned(),
            number(one.remoteness),
        ];
        row.extend(differ.then(|| one.difference.clone().unwrap_or_default()));
        row.extend(grundy.then(|| {
            let value = one.grundy.as_ref();
            value.map_or_else(String::new, |value| value.to_string())
        }));
        table.row(row)?;
    }
    table.end_with(moves)
}

/// Answers positions one after the other with one engine, whose tables grow as needed.
struct Solving<'a> {
    engine: &'a mut Engine,
    player: Player,
    json: bool,
    /// The fast parser for positions of small numbers; `None` for other positions.
    small: Option<Small>,
    /// The further answers for each position.
    wanted: Wanted,
    limits: Limits,
    grundy: Option<Grundy>,
    /// The numbers of the current line.
    state: Vec<i64>,
    /// The text after the position, by the index of [`place`].
    endings: Vec<String>,
}

/// Positions of small numbers.
enum Small {
    /// A fixed number of numbers, each in its range.
    Tuple(Vec<[i64; 2]>),
    /// Any number of heaps.
    Heaps,
}

/// Returns the index of a pair of values.
fn place(values: [Value; 2]) -> usize {
    let code = |value| match value {
        Value::Win => 0,
        Value::Loss => 1,
        Value::Draw => 2,
    };
    3 * code(values[0]) + code(values[1])
}

impl<'a> Solving<'a> {
    fn new(engine: &'a mut Engine, player: Player, json: bool) -> Self {
        let game = engine.game();
        let small = match game.numbers() {
            _ if json => None,
            Some(numbers) => {
                let plain = |variable: &Variable| {
                    let most = variable.most.unwrap_or(LARGEST);
                    variable.words.is_empty().then_some([variable.least, most])
                };
                let ranges: Option<_> = numbers.variables.iter().map(plain).collect();
                ranges.map(Small::Tuple)
            }
            None => game.codes().map(|_| Small::Heaps),
        };
        let all = [Value::Win, Value::Loss, Value::Draw];
        let pairs = all
            .into_iter()
            .flat_map(|first| all.map(|second| [first, second]));
        let ending = |values: [Value; 2]| {
            let winner = winner(game, player, values[player.index()]).unwrap_or("draw");
            let outcome = Outcome::of(values[0], values[1]).letter();
            format!("\t{outcome}\t{winner}\n")
        };
        Self {
            endings: pairs.map(ending).collect(),
            state: Vec::new(),
            wanted: Wanted::default(),
            limits: Limits::default(),
            grundy: None,
            engine,
            player,
            json,
            small,
        }
    }
}

/// The largest small number.
const LARGEST: i64 = (1 << 62) - 1;

impl Small {
    /// Parses a line. Returns false unless it has the right number of small numbers in their
    /// ranges, separated by commas.
    #[inline]
    fn read(&self, text: &[u8], state: &mut Vec<i64>) -> bool {
        state.clear();
        let mut rest = text;
        loop {
            let Some((number, length)) = number(rest) else {
                return false;
            };
            let fits = match self {
                Self::Tuple(ranges) => ranges
                    .get(state.len())
                    .is_some_and(|[least, most]| (*least..=*most).contains(&number)),
                Self::Heaps => true,
            };
            if !fits {
                return false;
            }
            state.push(number);
            match rest[length..].split_first() {
                None => break,
                Some((b',', after)) => rest = after,
                Some(_) => return false,
            }
        }
        match self {
            Self::Tuple(ranges) => state.len() == ranges.len(),
            Self::Heaps => {
                state.retain(|heap| *heap > 0);
                state.sort_unstable();
                true
            }
        }
    }
}

/// Returns the number at the beginning of a text and the number of its digits, 1 to 18.
#[inline]
pub fn number(text: &[u8]) -> Option<(i64, usize)> {
    let mut number = 0;
    let mut length = 0;
    while let Some(chunk) = text.get(length..).and_then(|rest| rest.first_chunk())
        && length < 16
        && let Some(digits) = eight(*chunk)
    {
        number = 100_000_000 * number + digits;
        length += 8;
    }
    while let Some(byte) = text.get(length)
        && byte.is_ascii_digit()
    {
        if length == 18 {
            return None;
        }
        number = 10 * number + u64::from(byte - b'0');
        length += 1;
    }
    // Below 10^18.
    (length > 0).then_some((number as i64, length))
}

/// Returns the number that eight digits write, if they are digits. It combines pairs, then fours,
/// then both fours at once.
#[inline]
pub fn eight(digits: [u8; 8]) -> Option<u64> {
    const ZEROS: u64 = 0x3030_3030_3030_3030;
    const HIGH: u64 = 0xf0f0_f0f0_f0f0_f0f0;
    let text = u64::from_le_bytes(digits);
    // For a byte of 0x30 to 0x39, adding 6 doesn't change the upper half. No byte carries.
    let more = text.wrapping_add(0x0606_0606_0606_0606);
    if text & HIGH != ZEROS || more & HIGH != ZEROS {
        return None;
    }
    let pairs = (text & !HIGH) * 10 + ((text & !HIGH) >> 8);
    let low = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(100 + (1_000_000 << 32));
    let high = ((pairs >> 16) & 0x0000_00ff_0000_00ff).wrapping_mul(1 + (10_000 << 32));
    Some(low.wrapping_add(high) >> 32)
}

impl Answers for Solving<'_> {
    fn at_once(&mut self, text: &[u8], out: &mut Vec<u8>) -> bool {
        if !(self.small.as_ref()).is_some_and(|small| small.read(text, &mut self.state)) {
            return false;
        }
        let Some(values) = self.engine.known(&self.state) else {
            return false;
        };
        out.extend_from_slice(text);
        out.extend_from_slice(self.endings[place(values)].as_bytes());
        true
    }

    fn answer(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Failure> {
        let position = self
            .engine
            .game()
            .read(text)
            .map_err(|error| Failure::Input(error.to_string()))?;
        if self.json {
            let solved = self.engine.answer(&position, self.player)?;
            let (engine, player) = (&mut *self.engine, self.player);
            let more = match self.wanted.is_nothing() {
                true => None,
                false => {
                    let grundy = &mut self.grundy;
                    Some((self.wanted).of(
                        engine,
                        &position,
                        player,
                        &solved,
                        grundy,
                        &self.limits,
                    )?)
                }
            };
            return with_card(engine, &position, player, &solved, more.as_ref(), |card| {
                Ok(writeln!(out, "{}", card.json())?)
            });
        }
        let values = self.engine.values(&position)?;
        out.extend_from_slice(text.as_bytes());
        out.extend_from_slice(self.endings[place(values)].as_bytes());
        Ok(())
    }

    fn expect(&mut self, lines: &[u8]) {
        let Some(small @ Small::Tuple(_)) = &self.small else {
            return;
        };
        for line in lines.split(|byte| *byte == b'\n') {
            if small.read(line.trim_ascii(), &mut self.state)
                && self.engine.known(&self.state).is_none()
                && !self.engine.has_room_for(&self.state)
            {
                let numbers = self.state.iter().copied();
                self.engine.expect(&Position::tuple(numbers));
            }
        }
    }

    fn json(&self) -> bool {
        self.json
    }
}

/// Returns the given position, else the start of the rules, else a small position, which a note
/// names.
pub fn asked(rules: &Rules, game: &Game, at: Option<&str>) -> Result<Position, Failure> {
    // If the game has a symbol `@`, a position may begin with it.
    let file = at.and_then(|text| text.strip_prefix('@').filter(|_| game.read(text).is_err()));
    let text = match file {
        None => None,
        Some("-") => Some(text_of_standard_input()),
        Some(file) => Some(read_text(Path::new(file))),
    };
    let text = text.transpose().map_err(|fault| fault.in_option("--at"))?;
    match text.as_deref().map(str::trim).or(at) {
        Some(text) => {
            check_is_position(rules, text)?;
            read_position(game, text)
        }
        None => {
            let first = first_position(rules, game);
            if game.start.is_none() {
                remark(format!(
                    "position: {} (a small first position; choose another with --at)",
                    short(&game.show(&first))
                ));
            }
            Ok(first)
        }
    }
}

/// Returns the failure of a position without an answer. After a limit, it says how far the search
/// went.
fn unanswered(engine: &Engine, position: &Position, error: EngineError) -> Failure {
    match engine.reach(position) {
        Some(reach) if error.is_budget() && reach.looked > 0 => {
            Failure::Budget(format!("{error}; {}", reached(engine.game(), &reach)))
        }
        _ => error.into(),
    }
}

/// Calls a function with the card of an answer.
fn with_card(
    engine: &Engine,
    position: &Position,
    player: Player,
    solved: &Asked,
    more: Option<&More>,
    then: impl FnOnce(&Card<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let why = engine.why(solved.strategy).unwrap_or_default();
    then(&Card {
        game: engine.game(),
        position,
        player,
        answer: &solved.answer,
        values: solved.values,
        strategy: solved.strategy,
        why: &why,
        law: (solved.strategy == whowins_law::STRATEGY).then_some(&why),
        more,
    })
}
