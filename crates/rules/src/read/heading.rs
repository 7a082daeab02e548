//! `game`, `players`, `given`, and the heads of definitions.

use super::names::Names;
use super::pattern::is_symbol;
use super::scan::{Read, Reader, error};
use crate::diagnostic::{Span, did_you_mean};
use crate::parameters::{Kind, ParameterValue};
use crate::tree::{Body, Given, Let, PlayerLine, Word};

/// The most names in one list.
pub(super) const NAMES: usize = 64;

/// Names in a list, such as the words of a variable.
const LISTED: usize = 4096;

impl Reader<'_> {
    /// `game "NAME"`
    pub(super) fn game_line(&mut self) -> Read<Word> {
        self.form = "game \"NAME\"";
        self.take_token();
        let name = self.string()?;
        self.finish()?;
        Ok(name)
    }

    /// `players A [with SYMBOL ...], B [with SYMBOL ...]`
    pub(super) fn players_line(&mut self) -> Read<[PlayerLine; 2]> {
        self.form = "players NAME, NAME; or players NAME with SYMBOL ..., NAME with SYMBOL ...";
        self.take_token();
        let first = self.player_line()?;
        self.need(",", "`,`")?;
        let second = self.player_line()?;
        if first.name.text == second.name.text {
            let help = "give each player a name of his own";
            return Err(error(
                second.name.span,
                "both players have the same name",
                help,
            ));
        }
        if self.sees(",") {
            return Err(error(
                self.take_token(),
                "a game has two players",
                "name two",
            ));
        }
        self.note("`with` and his symbols");
        self.finish()?;
        Ok([first, second])
    }

    fn player_line(&mut self) -> Read<PlayerLine> {
        let name = match self.next().starts_with('"') {
            true => self.string()?,
            false => self.named("a player's name")?,
        };
        let symbols = match self.take("with") {
            true => self.symbols()?,
            false => Vec::new(),
        };
        Ok(PlayerLine { name, symbols })
    }

    /// Reads symbols, up to a mark or a word that is not a symbol.
    pub(super) fn symbols(&mut self) -> Read<Vec<(char, Span)>> {
        let start = self.here();
        let mut symbols: Vec<(char, Span)> = Vec::new();
        loop {
            let at = self.here();
            let ends = matches!(self.next(), "along" | "and" | "or" | "except");
            let symbol = self.char_at(at).filter(|c| is_symbol(*c) && !ends);
            let Some(symbol) = symbol else { break };
            let span = at..at + symbol.len_utf8();
            if symbols.iter().any(|(known, _)| *known == symbol) {
                let message = format!("the symbol `{symbol}` is given twice");
                return Err(error(span, message, "name each symbol once"));
            }
            self.take_char(symbol);
            symbols.push((symbol, span));
        }
        if symbols.is_empty() {
            self.note("a symbol");
            return Err(self.unexpected());
        }
        self.keep(start);
        Ok(symbols)
    }

    /// `NAME, ...`
    pub(super) fn name_list(&mut self) -> Read<Vec<Word>> {
        let mut names = vec![self.name()?];
        while self.take(",") {
            names.push(self.name()?);
            if names.len() > LISTED {
                let last = self.since(names[LISTED].span.start);
                return Err(error(
                    last,
                    format!("these are more than {LISTED} names"),
                    "name fewer",
                ));
            }
        }
        self.note("`,`");
        Ok(names)
    }

    /// `given NAME, ...: KIND [= VALUE]`
    pub(super) fn given_line(&mut self) -> Read<Vec<Given>> {
        self.form = "given NAME, ...: set | number | numbers | bits | text | table | grid of SYMBOLS | graph, perhaps with = VALUE";
        self.take_token();
        let names = self.name_list()?;
        self.need(":", "`:`")?;
        let kind = self.kind()?;
        let default = match self.take("=") {
            true => Some(self.value(&kind)?),
            false => None,
        };
        self.note("`=` and a value");
        self.finish()?;
        let span = self.since(self.start);
        let given = |name: Word| Given {
            name,
            kind: kind.clone(),
            default: default.clone(),
            span: span.clone(),
        };
        Ok(names.into_iter().map(given).collect())
    }

    fn kind(&mut self) -> Read<Kind> {
        let (at, word) = self.token(self.at);
        let kind = match word {
            "set" => Kind::Set,
            "number" => Kind::Number,
            "numbers" => Kind::Numbers,
            "bits" => Kind::Bits,
            "text" => Kind::Text,
            "table" => Kind::Table,
            "graph" => Kind::Graph,
            "grid" => {
                self.take_token();
                self.need("of", "`of`")?;
                let symbols = self.symbols()?;
                return Ok(Kind::Grid(symbols.into_iter().map(|(s, _)| s).collect()));
            }
            _ => {
                let known = [
                    "set", "number", "numbers", "bits", "text", "table", "graph", "grid of",
                ];
                if let Some(near) =
                    whowins_analysis::closest(word, known).filter(|_| !word.is_empty())
                {
                    let message = format!("there is no kind of value `{word}`");
                    let help = did_you_mean(near);
                    return Err(error(at..at + word.len(), message, help));
                }
                self.note("set, number, numbers, bits, text, table, graph or grid of SYMBOLS");
                return Err(self.unexpected());
            }
        };
        self.take_token();
        if kind != Kind::Graph || !self.take("with") {
            return Ok(kind);
        }
        if self.take("numbers") {
            return Ok(Kind::Weighted);
        }
        let words = self.name_list()?;
        if let Some((at, word)) = twice(&words) {
            let message = format!("`{word}` is given twice");
            return Err(error(at, message, "name each word once"));
        }
        Ok(Kind::Coloured(
            words.into_iter().map(|word| word.text).collect(),
        ))
    }

    /// A value: in quotation marks, a set in braces, a range or a number.
    fn value(&mut self, kind: &Kind) -> Read<ParameterValue> {
        let (at, token) = self.token(self.at);
        let span = match token.chars().next() {
            Some('"') => self.string()?.span,
            Some('{') => {
                let close = self.text(at..self.end).find('}');
                let Some(close) = close else {
                    return Err(error(
                        at..at + 1,
                        "this brace is not closed",
                        "write {1, 2, 3}",
                    ));
                };
                self.go_to(at + close + 1);
                at..at + close + 1
            }
            Some(c) if c.is_ascii_digit() || c == '-' => {
                let text = self.text(at..self.end);
                let end = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '.'));
                let end = at + end.unwrap_or(text.len());
                self.go_to(end);
                at..end
            }
            _ => {
                self.note("a value: a number, a set such as {1, 2}, or a text in quotation marks");
                return Err(self.unexpected());
            }
        };
        if !self.at_end() {
            let help = "put a value in quotation marks unless it is a number or a set in braces";
            let end = self.end;
            return Err(error(
                span.start..end,
                "a value ends before this line does",
                help,
            ));
        }
        self.keep(span.start);
        let place = span.clone();
        kind.read(self.text(span))
            .map_err(|why| error(place, why.message, format!("write {kind}")))
    }

    /// `let NAME[(NAME, ...)] = N | C | move STEP; ...`
    pub(super) fn let_line(&mut self) -> Read<Let> {
        self.form =
            "let NAME = NUMBER or CONDITION; let NAME(NAME, ...) = ...; let NAME = move STEP; ...";
        let (name, arguments) = self.let_head()?;
        let body = if self.sees("move") && !self.names.declares("move") {
            Body::Steps(self.steps()?)
        } else {
            Body::Value(self.condition()?)
        };
        self.finish()?;
        Ok(Let {
            name,
            arguments,
            body,
            span: self.since(self.start),
        })
    }

    /// `let NAME(NAME, ...) =`
    fn let_head(&mut self) -> Read<(Word, Vec<Word>)> {
        self.take_token();
        let name = self.name()?;
        let mut arguments = Vec::new();
        if self.take("(") {
            arguments = self.name_list()?;
            if let Some((at, word)) = twice(&arguments) {
                let message = format!("`{word}` is given twice");
                return Err(error(at, message, "give each argument a different name"));
            }
            self.need(")", "`)`")?;
        }
        self.need("=", "`=`")?;
        Ok((name, arguments))
    }

    /// Notes what a definition is called, and whether it is a move.
    pub(super) fn note_let(&mut self, names: &mut Names) {
        if let Ok((name, _)) = self.let_head() {
            match self.sees("move") {
                true => names.steps.insert(name.text),
                false => names.words.insert(name.text),
            };
        }
    }
}

/// A word that stands twice, and where it does so again.
fn twice(words: &[Word]) -> Option<(Span, &str)> {
    let mut seen = std::collections::HashSet::new();
    let again = words.iter().find(|word| !seen.insert(&word.text));
    again.map(|word| (word.span.clone(), word.text.as_str()))
}
