//! From a text to its syntax tree.
//!
//! Each statement is read by recursive descent, in two passes: first those that declare names, symbols and players, then all others, as what
//! a word means may hang on them (a name that the text declares wins against a word of the language). Nothing is read twice in a pass, so
//! that a statement takes at most quadratic time.

mod ending;
mod expression;
mod heading;
mod names;
mod notation;
mod pattern;
mod position;
mod scan;
mod set;
mod start;
mod step;

use crate::diagnostic::{Diagnostic, Span};
use crate::source::{Statement, split};
use crate::tree::{Move, Part, PartKind, PlayerLine, Text};
use ending::Ending;
use names::Names;
use scan::{Read, Reader, fault};

/// Longer statements than this are refused, except for the values of parameters.
const LONGEST: usize = 20_000;
/// Longer texts than this are refused.
const LONGEST_TEXT: usize = 1 << 20;
/// More faults than these are not looked for.
const FAULTS: usize = 1000;

/// Words that begin statements.
const BEGINNINGS: [&str; 21] = [
    "game",
    "players",
    "given",
    "position",
    "octal",
    "hexadecimal",
    "start",
    "let",
    "move",
    "choose",
    "else",
    "at",
    "normal",
    "misère",
    "who",
    "repetition",
    "highest",
    "lowest",
    "before each move",
    "example",
    "draw",
];

/// Reads a text; all faults are reported together, in the order of their places. What is given beside faults is what could be read.
///
/// Linear in the number of statements, and at most quadratic in the length of one.
pub fn read(source: &str) -> (Text, Vec<Diagnostic>) {
    if source.len() > LONGEST_TEXT {
        let message = format!("this text is longer than {LONGEST_TEXT} bytes");
        let help = "give long values with --set NAME=@FILE instead";
        return (Text::default(), vec![*fault(0..0, message, help)]);
    }
    let (about, statements) = split(source);
    let mut all = Texts {
        source,
        text: Text {
            about,
            ..Text::default()
        },
        names: Names::default(),
        faults: Vec::new(),
    };
    let heads: Vec<bool> = statements.iter().map(|one| all.head(one)).collect();
    for (statement, is_head) in statements.iter().zip(heads) {
        if all.faults.len() >= FAULTS {
            break;
        }
        if !is_head {
            all.body(statement);
        }
    }
    let mut faults = all.faults;
    faults.sort_by_key(|fault| fault.span.start);
    (all.text, faults)
}

/// What is read of a text so far.
struct Texts<'a> {
    source: &'a str,
    text: Text,
    names: Names,
    faults: Vec<Diagnostic>,
}

impl Texts<'_> {
    /// Reads one statement, and keeps its fault and its warnings.
    fn take<T>(
        &mut self,
        statement: &Statement,
        read: impl FnOnce(&mut Reader<'_>) -> Read<T>,
    ) -> Option<T> {
        let span = statement.span.clone();
        let (found, warnings) = {
            let mut reader = Reader::new(self.source, span.clone(), &self.names);
            let found = match span.len() > LONGEST && !reader.sees("given") {
                true => Err(fault(
                    span,
                    format!("this statement is longer than {LONGEST} bytes"),
                    "give long values with --set NAME=@FILE instead",
                )),
                false => read(&mut reader),
            };
            (found, reader.warnings)
        };
        match found {
            Ok(found) => {
                self.faults.extend(warnings);
                Some(found)
            }
            Err(fault) => {
                self.faults.push(*fault);
                None
            }
        }
    }

    /// The fault that a statement is there twice.
    fn again(&mut self, statement: &Statement, what: &str) {
        let first_line = self.source.get(statement.span.clone()).unwrap_or_default();
        let length = first_line.find('\n').unwrap_or(first_line.len());
        let span = statement.span.start..statement.span.start + length;
        let message = format!("{what} is said twice");
        self.faults
            .push(*fault(span, message, "drop one of the lines"));
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

    /// Reads a statement that declares something; whether it is one. Of definitions only the names are noted.
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
        self.once(statement, "who plays", Some(players), |text| {
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

    /// Of a faulty declaration: its names are known all the same, and anything may be a symbol, so that no other line is blamed.
    fn note_faulty(&mut self, statement: &Statement) {
        self.names.any_symbol = true;
        self.names.own = true;
        let none = Names::default();
        let reader = Reader::new(self.source, statement.span.clone(), &none);
        let declared = reader.tokens(reader.at).skip(1);
        let names = declared.take_while(|(_, token)| *token != ":" && *token != "=");
        for (_, name) in names.filter(|(_, token)| Reader::is_name(token)) {
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
            PartKind::Heaps => self.names.heaps = true,
            // The parts of its games are not known here.
            PartKind::Sum { .. } => self.names.any_symbol = true,
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
                    "what becomes of who cannot move",
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
                self.take::<()>(statement, |reader| Err(unknown(reader)));
            }
        }
    }
}

/// Statements by their first words.
enum Kind {
    Start,
    Let,
    Move,
    AtOnce,
    AtEnd,
    At,
    Goal,
    Stuck,
    Repetition,
    Score,
    Blocking,
    Example,
    Unknown,
}

fn kind(reader: &Reader<'_>) -> Kind {
    let (first, second, third) = (reader.next(), reader.second(), reader.third());
    let is_name = Reader::is_name(first) || first.starts_with('"');
    if is_name && second == ":" {
        return Kind::Move;
    }
    let is_verb = matches!(second, "wins" | "loses");
    let plural = matches!(second, "win" | "lose");
    if is_name && (is_verb || (plural && (reader.names.is_player(first) || third == "when"))) {
        return Kind::Goal;
    }
    match first {
        "start" => Kind::Start,
        "let" => Kind::Let,
        "move" | "choose" | "else" | "only" | "if" => Kind::Move,
        "may" | "for" | "must" => Kind::Move,
        "at" if second == "once" => Kind::AtOnce,
        "at" if second == "the" && third == "end" => Kind::AtEnd,
        "at" => Kind::At,
        "the" | "a" | "draw" => Kind::Goal,
        "normal" | "misère" | "misere" | "who" => Kind::Stuck,
        "repetition" => Kind::Repetition,
        "highest" | "lowest" => Kind::Score,
        "before" if second == "each" => Kind::Blocking,
        "example" => Kind::Example,
        _ => Kind::Unknown,
    }
}

fn unknown(reader: &Reader<'_>) -> Box<Diagnostic> {
    let (at, token) = reader.token(reader.at);
    let word: String = token.chars().take(30).collect();
    let second = reader.second();
    let changes = matches!(second, "-=" | "+=" | ":=" | "[" | "to");
    let help = match whowins_analysis::closest(&word, BEGINNINGS) {
        _ if changes => format!("a move begins with «move»: move {word} ..."),
        Some(near) => format!("did you mean «{near}»?"),
        None => format!(
            "a statement starts with one of {}, or a player's name",
            BEGINNINGS.join(", ")
        ),
    };
    let message = format!("«{word}» cannot start a statement");
    fault(at..at + token.len(), message, help)
}

impl Reader<'_> {
    /// `[else] [PLAYER:] move STEP; ...`, `[else] [PLAYER:] choose CHOICE, ...; STEP; ...`, and of tokens `STEP; ...`
    fn move_line(&mut self, first: bool) -> Read<Move> {
        self.form = "move x -= k for k >= 1 if CONDITION; move PATTERN -> PATTERN along DIRECTIONS; move TOKEN to a neighbour; choose x in SET; STEP; ...";
        let else_place = self.token(self.at);
        let is_else = self.take("else");
        if is_else && first {
            let help = "the moves that are tried first stand above";
            let span = else_place.0..else_place.0 + else_place.1.len();
            return Err(fault(span, "else of what?", help));
        }
        let is_name = Self::is_name(self.next()) || self.sees_char('"');
        let player = match is_name && self.second() == ":" {
            true => {
                let player = self.player()?;
                self.take_token();
                Some(player)
            }
            false => None,
        };
        if !matches!(self.next(), "move" | "choose" | "only" | "if") {
            if matches!(self.next(), "may" | "for" | "must") {
                self.take_move_like()?;
            }
            self.note("«move»");
            self.note("«choose»");
            return Err(self.unexpected());
        }
        let steps = self.steps()?;
        self.finish()?;
        Ok(Move {
            is_else,
            player,
            steps,
            span: self.since(self.start),
        })
    }

    fn take_move_like(&mut self) -> Read<()> {
        let (at, word) = self.token(self.at);
        let help = format!("begin with «move»: move {word} ...");
        Err(fault(
            at..at + word.len(),
            "a move begins with «move» or «choose»",
            help,
        ))
    }
}
