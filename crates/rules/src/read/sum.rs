//! `position sum of GAME, ...`, and the games that a text names: `let NAME = game "..."`.

use super::scan::{Read, Reader, error, is_letter};
use crate::diagnostic::Span;
use crate::source::Statement;
use crate::tree::{PartKind, Summand, Word};

/// Whether a character can stand in a game's name: games are named as their files are.
fn in_game(c: char) -> bool {
    is_letter(c) || c.is_ascii_digit() || c == '-'
}

/// How long a name is that a text begins with.
fn name_length(text: &str) -> usize {
    text.find(|c| !in_game(c)).unwrap_or(text.len())
}

/// The name of the game that a statement begins, and where its `game` stands: `let NAME = game
/// ...`. Linear in the statement.
pub(crate) fn names_game(source: &str, statement: &Statement) -> Option<(Span, usize)> {
    let text = source.get(statement.span.clone())?;
    let behind = |whole: &str, rest: &str| whole.len() - rest.len();
    let rest = text.strip_prefix("let ")?.trim_start();
    let from = behind(text, rest);
    let length = name_length(rest);
    let after = rest[length..].trim_start().strip_prefix('=')?.trim_start();
    let is_game = after
        .strip_prefix("game")
        .is_some_and(|rest| !rest.starts_with(in_game));
    let at = |place: usize| statement.span.start + place;
    (length > 0 && is_game).then(|| (at(from)..at(from + length), at(behind(text, after))))
}

impl Reader<'_> {
    /// `[any number of] GAME[(NAME = VALUE, ...)], ...`
    pub(super) fn sum_of_games(&mut self) -> Read<PartKind> {
        self.form = "position sum of nim, kayles; position sum of any number of toads-and-frogs; position sum of take-from-a-set(a = {1, 3})";
        let any = self.take_words("any number of");
        let mut games = Vec::new();
        loop {
            games.push(self.summand()?);
            if any || !self.take(",") {
                break;
            }
            self.few(games.len())?;
        }
        if any && self.sees(",") {
            let help = "write: position sum of any number of GAME, or: position sum of GAME, GAME";
            let message = "any number is of one game alone";
            return Err(error(self.take_token(), message, help));
        }
        self.note("`,`");
        self.finish()?;
        Ok(PartKind::Sum { games, any })
    }

    fn summand(&mut self) -> Read<Summand> {
        let at = self.here();
        let length = name_length(self.text(at..self.end));
        if length == 0 {
            self.note("the name of a game");
            return Err(self.unexpected());
        }
        self.go_to(at + length);
        self.keep(at);
        let name = self.word(at..at + length);
        let mut arguments: Vec<(Word, Word)> = Vec::new();
        self.note("`(` and values of its parameters");
        if self.take("(") {
            loop {
                let argument = self.named("a parameter of the game, or `start`")?;
                if arguments.iter().any(|(one, _)| one.text == argument.text) {
                    let message = format!("`{}` is given twice", argument.text);
                    return Err(error(argument.span, message, "give it once"));
                }
                self.need("=", "`=`")?;
                arguments.push((argument, self.argument()?));
                if !self.take(",") {
                    break;
                }
            }
            self.note("`,`");
            self.need(")", "`)`")?;
        }
        Ok(Summand { name, arguments })
    }

    /// A value as it is written, up to the next `,` or `)` outside brackets and quotation marks.
    fn argument(&mut self) -> Read<Word> {
        let from = self.here();
        let text = self.text(from..self.end);
        let (mut depth, mut quoted) = (0_usize, false);
        let end = text.find(|c: char| {
            match c {
                '"' => quoted = !quoted,
                '(' | '{' if !quoted => depth += 1,
                ')' | ',' if !quoted && depth == 0 => return true,
                ')' | '}' if !quoted => depth = depth.saturating_sub(1),
                _ => {}
            }
            false
        });
        let length = text[..end.unwrap_or(text.len())].trim_end().len();
        if length == 0 {
            self.note("a value");
            return Err(self.unexpected());
        }
        self.go_to(from + length);
        self.keep(from);
        Ok(self.word(from..from + length))
    }
}
