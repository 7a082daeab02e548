//! From a text to its syntax tree.
//!
//! Each statement is read by recursive descent, in two passes: first those that declare names,
//! symbols and players, then all others, as what a word means may hang on them (a name that the
//! text declares wins against a word of the language). Nothing is read twice in a pass, so that a
//! statement takes at most quadratic time.

mod action;
mod ending;
mod expression;
mod fold;
mod heading;
mod heaps;
mod names;
mod notation;
mod pattern;
mod position;
pub(crate) mod scan;
mod set;
mod shows;
mod start;
mod statement;
mod step;
mod sum;
mod value;

use crate::diagnostic::{Diagnostic, Span};
use crate::source::{Statement, divisions, split};
use crate::tree::{Named, Part, PartKind, PlayerLine, Text, Word};
use ending::Ending;
pub(crate) use heaps::MOST_TAKEN;
use names::Names;
pub(crate) use notation::other_word;
use scan::{Read, Reader, error, is_name};
use statement::{Kind, kind, unknown};
pub(crate) use sum::names_game;

/// Longer statements than this are refused, except for the values of parameters.
const LONGEST: usize = 20_000;
/// Longer texts than this are refused.
pub(crate) const LONGEST_TEXT: usize = 1 << 20;
/// The most parameters of a game.
const PARAMETERS: usize = 64;
/// More moves than these are refused.
const MOVES: usize = 4096;
/// More errors than these are not looked for.
pub(crate) const MAX_ERRORS: usize = 1000;

/// Reads a text; all errors are reported together, in the order of their places. What is given
/// beside errors is what could be read.
///
/// Linear in the number of statements, and at most quadratic in the length of one.
pub fn read(source: &str) -> (Text, Vec<Diagnostic>) {
    if source.len() > LONGEST_TEXT {
        let message = format!("this text is longer than {LONGEST_TEXT} bytes");
        let help = "give long values with --set NAME=@FILE instead";
        return (Text::default(), vec![*error(0..0, message, help)]);
    }
    let (about, mut statements) = split(source);
    let games = cut_games(source, &mut statements);
    let (mut text, mut errors) = read_statements(source, &statements);
    text.about = about;
    for (name, own) in games {
        let (own, more) = read_statements(source, &own);
        errors.extend(more);
        text.kept.extend(own.kept.iter().cloned());
        text.kept.push(name.span.clone());
        if text
            .games
            .iter()
            .any(|other: &Named| other.name.text == name.text)
        {
            let message = format!("there are two games `{}`", name.text);
            errors.push(*error(name.span.clone(), message, "name each once"));
        }
        text.games.push(Named { name, text: own });
    }
    for place in divisions(source) {
        let warning = Diagnostic::warning(place, "`//` begins a comment: what follows is not read");
        errors.push(warning.help("a division is written /; it rounds down"));
    }
    errors.sort_by_key(|error| error.span.start);
    (text, errors)
}

/// Takes the games that a text names off its statements: from each `let NAME = game` to the next.
fn cut_games(source: &str, statements: &mut Vec<Statement>) -> Vec<(Word, Vec<Statement>)> {
    let mut games: Vec<(Word, Vec<Statement>)> = Vec::new();
    let begins = |one: &Statement| sum::names_game(source, one);
    let first = statements.iter().position(|one| begins(one).is_some());
    for mut statement in statements.split_off(first.unwrap_or(statements.len())) {
        if let Some((name, from)) = begins(&statement) {
            statement.span.start = from;
            let text = source[name.clone()].to_string();
            games.push((Word { text, span: name }, Vec::new()));
        }
        if let Some((_, own)) = games.last_mut() {
            own.push(statement);
        }
    }
    games
}

/// Reads the statements of one game.
fn read_statements(source: &str, statements: &[Statement]) -> (Text, Vec<Diagnostic>) {
    let mut all = Texts {
        source,
        text: Text {
            source: source.into(),
            ..Text::default()
        },
        names: Names::default(),
        errors: Vec::new(),
        too_many: false,
    };
    let heads: Vec<bool> = statements.iter().map(|one| all.head(one)).collect();
    for (statement, is_head) in statements.iter().zip(heads) {
        if all.errors.len() >= MAX_ERRORS {
            break;
        }
        if !is_head {
            all.body(statement);
        }
    }
    (all.text, all.errors)
}

/// Whether others hang on what a statement says.
fn declares(statement: &str) -> bool {
    let first = statement.split(|c: char| !scan::is_letter(c)).next();
    let declaring = [
        "players",
        "given",
        "position",
        "octal",
        "hexadecimal",
        "start",
        "let",
    ];
    first.is_some_and(|first| declaring.contains(&first))
}

/// What is read of a text so far.
struct Texts<'a> {
    source: &'a str,
    text: Text,
    names: Names,
    errors: Vec<Diagnostic>,
    /// Whether it is told that there are too many moves.
    too_many: bool,
}

impl Texts<'_> {
    /// Reads one statement, and keeps its error and its warnings.
    fn take<T>(
        &mut self,
        statement: &Statement,
        read: impl FnOnce(&mut Reader<'_>) -> Read<T>,
    ) -> Option<T> {
        let span = statement.span.clone();
        let (found, warnings, kept) = {
            let mut reader = Reader::new(self.source, span.clone(), &self.names);
            let found = match span.len() > LONGEST && !reader.sees("given") {
                true => Err(error(
                    span,
                    format!("this statement is longer than {LONGEST} bytes"),
                    "give long values with --set NAME=@FILE instead",
                )),
                false => read(&mut reader),
            };
            (found, reader.warnings, reader.kept)
        };
        match found {
            Ok(found) => {
                self.errors.extend(warnings);
                self.text.kept.extend(kept);
                Some(found)
            }
            Err(error) => {
                self.errors.push(*error);
                self.text.is_doubtful |= declares(&self.source[statement.span.clone()]);
                None
            }
        }
    }

    /// The error that a statement is there twice.
    fn again(&mut self, statement: &Statement, what: &str) {
        let first_line = self.source.get(statement.span.clone()).unwrap_or_default();
        let length = first_line.find('\n').unwrap_or(first_line.len());
        let span = statement.span.start..statement.span.start + length;
        let message = format!("{what} is given twice");
        self.errors
            .push(*error(span, message, "drop one of the lines"));
    }

    /// Keeps what is said once, or tells that it is said again.
    fn once<T>(
        &mut self,
        statement: &Statement,
        what: &str,
        found: Option<T>,
        place: impl FnOnce(&mut Text) -> &mut Option<T>,
    ) {
        let Some(found) = found else { return };
        let place = place(&mut self.text);
        if place.is_none() {
            *place = Some(found);
        } else {
            self.again(statement, what);
        }
    }

    /// Reads a statement that declares something; whether it is one. Of definitions only the names
    /// are noted.
    fn head(&mut self, statement: &Statement) -> bool {
        let (first, second) = {
            let reader = Reader::new(self.source, statement.span.clone(), &self.names);
            (reader.next().to_string(), reader.second().to_string())
        };
        if matches!(second.as_str(), ":" | "wins" | "loses") && first != "given" {
            return false;
        }
        match first.as_str() {
            "game" => {
                let name = self.take(statement, |reader| reader.game_line());
                self.once(statement, "the game's name", name, |text| &mut text.name);
            }
            "players" => self.players(statement),
            "given" if self.text.givens.len() >= PARAMETERS => {
                self.take::<()>(statement, |reader| {
                    let message = format!("a game has at most {PARAMETERS} parameters");
                    Err(error(
                        reader.take_token(),
                        message,
                        "put numbers into one: given a: numbers",
                    ))
                });
            }
            "given" => match self.take(statement, |reader| reader.given_line()) {
                Some(givens) => {
                    for given in givens {
                        if let crate::parameters::Kind::Coloured(words) = &given.kind {
                            self.names.words.extend(words.iter().cloned());
                        }
                        self.names.words.insert(given.name.text.clone());
                        self.text.givens.push(given);
                    }
                }
                None => self.note_faulty(statement),
            },
            "position" => match self.take(statement, |reader| reader.position_line()) {
                Some(parts) => parts.into_iter().for_each(|part| self.declare(part)),
                None => self.note_faulty(statement),
            },
            "octal" | "hexadecimal" => {
                if let Some(part) = self.take(statement, |reader| reader.code_line()) {
                    self.declare(part);
                }
            }
            "let" => {
                let none = Names::default();
                let mut reader = Reader::new(self.source, statement.span.clone(), &none);
                reader.note_let(&mut self.names);
                return false;
            }
            _ => return false,
        }
        true
    }

    fn players(&mut self, statement: &Statement) {
        let Some(players) = self.take(statement, |reader| reader.players_line()) else {
            self.names.any_player = true;
            self.names.any_symbol = true;
            self.names.own = true;
            return;
        };
        if self.text.players.is_none() {
            for PlayerLine { name, symbols } in &players {
                self.names.players.push(name.text.clone());
                self.names.own |= !symbols.is_empty();
                self.note_symbols(symbols);
            }
        }
        self.once(statement, "the players line", Some(players), |text| {
            &mut text.players
        });
    }

    fn note_symbols(&mut self, symbols: &[(char, Span)]) {
        for (symbol, _) in symbols {
            if !self.names.symbols.contains(symbol) {
                self.names.symbols.push(*symbol);
            }
        }
    }

    /// Of a faulty declaration: its names are known all the same, and anything may be a symbol, so
    /// that no other line is blamed.
    fn note_faulty(&mut self, statement: &Statement) {
        self.names.any_symbol = true;
        self.names.own = true;
        let none = Names::default();
        let reader = Reader::new(self.source, statement.span.clone(), &none);
        let declared = reader.tokens(reader.at).skip(1);
        let names = declared.take_while(|(_, token)| *token != ":" && *token != "=");
        for (_, name) in names.filter(|(_, token)| is_name(token)) {
            self.names.parts.insert(name.to_string());
        }
    }

    fn declare(&mut self, part: Part) {
        self.names.parts.insert(part.name.text.clone());
        self.names.own |= part.of_each;
        match &part.kind {
            PartKind::Words(words) => {
                let words = words.iter().map(|word| word.text.clone());
                self.names.words.extend(words);
            }
            PartKind::Numbers { halves, .. } => self.names.own |= halves,
            PartKind::Cells { symbols, .. } | PartKind::Nodes { symbols } => {
                self.note_symbols(symbols);
            }
            PartKind::Heaps(code) => self.names.heaps |= code.is_none(),
            // The parts of its games are not known here.
            PartKind::Sum { .. } => {
                self.names.any_symbol = true;
                self.names.any_player = true;
            }
            _ => {}
        }
        self.text.parts.push(part);
    }

    /// Reads any other statement.
    fn body(&mut self, statement: &Statement) {
        let kind = kind(&Reader::new(
            self.source,
            statement.span.clone(),
            &self.names,
        ));
        match kind {
            Kind::Start => {
                let start = self.take(statement, |reader| reader.start_line());
                self.text.starts.extend(start);
            }
            Kind::Let => {
                let definition = self.take(statement, |reader| reader.let_line());
                self.text.definitions.extend(definition);
            }
            Kind::Move if self.text.moves.len() == MOVES => {
                if !self.too_many {
                    self.too_many = true;
                    let message = format!("the game has more than {MOVES} moves");
                    let help = "say several moves in one, with `for k in ...` or `along ...`";
                    self.errors
                        .push(*error(statement.span.clone(), message, help));
                }
            }
            Kind::Move => {
                let first = self.text.moves.is_empty();
                let read = self.take(statement, |reader| reader.move_line(first));
                self.text.moves.extend(read);
            }
            Kind::AtOnce => {
                let rewrite = self.take(statement, |reader| {
                    reader.form = "at once PATTERN -> PATTERN along DIRECTIONS";
                    reader.take_words("at once");
                    let rewrite = reader.rewrite()?;
                    reader.finish()?;
                    Ok(rewrite)
                });
                self.text.follow_ups.extend(rewrite);
            }
            Kind::AtEnd => {
                let last = self.take(statement, |reader| reader.final_line());
                self.text.finals.extend(last);
            }
            Kind::At => {
                let end = self.take(statement, |reader| reader.at_line());
                self.text.ends.extend(end);
            }
            Kind::Goal => match self.take(statement, |reader| reader.goal_line()) {
                Some(Ending::End(end)) => self.text.ends.push(end),
                Some(Ending::Repetition(repetition)) => {
                    self.once(statement, "repetition", Some(repetition), |text| {
                        &mut text.repetition
                    });
                }
                None => {}
            },
            Kind::Stuck => {
                let stuck = self.take(statement, |reader| reader.stuck_line());
                self.once(
                    statement,
                    "the result for a player who cannot move",
                    stuck,
                    |text| &mut text.stuck,
                );
            }
            Kind::Repetition => {
                let repetition = self.take(statement, |reader| reader.repetition_line());
                self.once(statement, "repetition", repetition, |text| {
                    &mut text.repetition
                });
            }
            Kind::Score => {
                let score = self.take(statement, |reader| reader.score_line());
                self.once(statement, "which score wins", score, |text| &mut text.score);
            }
            Kind::Blocking => {
                let count = self.take(statement, |reader| reader.blocking_line());
                let blocking = count.map(|count| (count, statement.span.clone()));
                self.once(statement, "blocking", blocking, |text| &mut text.blocking);
            }
            Kind::Example => {
                let example = self.take(statement, |reader| reader.example_line());
                self.text.examples.extend(example);
            }
            Kind::Unknown => {
                self.text.is_doubtful = true;
                self.take::<()>(statement, |reader| Err(unknown(reader)));
            }
        }
    }
}
