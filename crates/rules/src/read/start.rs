//! `start ...` and `example ...`.

use super::scan::{Read, Reader, error, is_name};
use crate::diagnostic::Span;
use crate::tree::{Example, Expr, ExprKind, Literal, Place, Start, StartItem, Word};

impl Reader<'_> {
    /// `start ITEM, ...`
    pub(super) fn start_line(&mut self) -> Read<Start> {
        self.form = "start empty; start 3, 4; start board = .x. / ..., hand = 3; start 'x' at a; start king at row 1 column 2";
        self.take_token();
        if self.at_end() {
            self.note("a position, or `empty`");
            return Err(self.unexpected());
        }
        let mut items = Vec::new();
        loop {
            items.push(self.start_item()?);
            if self.at_end() {
                break;
            }
            self.need(",", "`,`")?;
        }
        Ok(Start {
            items,
            span: self.since(self.start),
        })
    }

    fn start_item(&mut self) -> Read<StartItem> {
        let (at, word) = self.token(self.at);
        if word.starts_with('\'') {
            let (symbol, span) = self.quoted()?;
            if !self.names.symbols.contains(&symbol) && !self.names.any_symbol {
                return Err(self.no_symbol(span, symbol));
            }
            self.need("at", "`at`")?;
            let start = self.here();
            return Ok(match self.place()? {
                Place::Node(node) => StartItem::Symbol(symbol, node),
                _ => StartItem::Symbol(symbol, self.word(self.since(start))),
            });
        }
        let ends = matches!(self.second(), "" | ",");
        if word == "empty" && ends && !self.names.declares("empty") {
            return Ok(StartItem::Empty(self.take_token()));
        }
        match self.item_at(at) {
            Item::Part => {
                let part = self.name()?;
                let of = self.of_player()?;
                self.need("=", "`=`")?;
                let literal = self.literal()?;
                Ok(StartItem::Part { part, of, literal })
            }
            Item::Token => {
                let token = self.name()?;
                let of = self.of_player()?;
                self.need("at", "`at`")?;
                let at = self.place()?;
                Ok(StartItem::Token { token, of, at })
            }
            Item::Other => Ok(StartItem::Position(self.literal()?)),
        }
    }

    fn of_player(&mut self) -> Read<Option<Word>> {
        match self.take("of") {
            true => self.player().map(Some),
            false => Ok(None),
        }
    }

    /// What begins at a place: `NAME [of PLAYER] =`, `NAME [of PLAYER] at`, or something else.
    fn item_at(&self, at: usize) -> Item {
        let (start, word) = self.token(at);
        if !is_name(word) {
            return Item::Other;
        }
        let (mut place, mut token) = self.token(start + word.len());
        if token == "of" {
            let (player, name) = self.token(place + token.len());
            (place, token) = self.token(player + name.len());
        }
        match token {
            "=" => Item::Part,
            // A row whose symbols are letters can hold these words, too.
            "at" if self.names.parts.contains(word) || self.names.symbols.is_empty() => Item::Token,
            "at" if self.token(place + 2).1.starts_with('\'') => Item::Token,
            _ => Item::Other,
        }
    }

    /// The text of a value, up to the next item.
    fn literal(&mut self) -> Read<Literal> {
        let start = self.here();
        let (mut end, mut depth) = (start, 0_usize);
        let text = self.text(start..self.end);
        for (at, c) in text.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    let next = start + at + 1;
                    let (place, token) = self.token(next);
                    let (_, after) = self.token(place + token.len());
                    let empty = token == "empty" && matches!(after, "" | ",");
                    let is_item = token.starts_with('\'')
                        || (empty && !self.names.declares("empty"))
                        || self.item_at(next) != Item::Other;
                    if is_item {
                        break;
                    }
                }
                _ => {}
            }
            end = start + at + c.len_utf8();
        }
        let length = self.text(start..end).trim_end().len();
        if length == 0 {
            self.note("a value");
            return Err(self.unexpected());
        }
        let span = start..start + length;
        let numbers = self.computed(span.clone());
        self.go_to(span.end);
        self.keep(start);
        let text = without_comments(self.text(span.clone()));
        Ok(Literal {
            word: Word { text, span },
            numbers,
        })
    }

    /// What stands between the commas of a value and can be read as a number, but for digits alone;
    /// with a `/` in it also what stands between these, as they end the rows of a board. A value of
    /// several lines has none.
    fn computed(&self, span: Span) -> Vec<Expr> {
        let text = self.text(span.clone());
        let mut numbers = Vec::new();
        if text.contains('\n') {
            return numbers;
        }
        let mut at = span.start;
        let mut pieces = Vec::new();
        for piece in text.split([',', ';', '=']) {
            pieces.push((at, piece));
            let mut row = at;
            for part in piece.split('/').filter(|part| part.len() < piece.len()) {
                pieces.push((row, part));
                row += part.len() + 1;
            }
            at += piece.len() + 1;
        }
        for (at, piece) in pieces {
            let begin = at + piece.len() - piece.trim_start().len();
            let piece = piece.trim();
            if piece.bytes().all(|b| b.is_ascii_digit()) {
                continue;
            }
            let mut reader = Self::new(self.source, begin..begin + piece.len(), self.names);
            if let Ok(number) = reader.sum()
                && reader.at_end()
            {
                numbers.push(number);
            }
        }
        numbers
    }

    /// A node, `'S'`, or `row R column C`.
    fn place(&mut self) -> Read<Place> {
        let (_, token) = self.token(self.at);
        if token.starts_with('\'') {
            let (symbol, span) = self.quoted()?;
            return Ok(Place::Symbol(symbol, span));
        }
        let digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        if token == "row" && digit(self.second()) {
            self.take_token();
            let row = self.count()?;
            self.need("column", "`column`")?;
            return Ok(Place::Cell(row, self.count()?));
        }
        self.note("a node, a symbol in ' ', or row N column N");
        self.node().map(Place::Node)
    }

    fn count(&mut self) -> Read<Expr> {
        let (at, token) = self.token(self.at);
        if token.is_empty() || !token.bytes().all(|b| b.is_ascii_digit()) {
            self.note("a number");
            return Err(self.unexpected());
        }
        self.take_token();
        Ok(Expr {
            kind: ExprKind::Number(token.to_string()),
            span: at..at + token.len(),
        })
    }

    /// `example (POSITION | start) [, PLAYER to move]: PLAYER wins [by N] | draw`
    pub(super) fn example_line(&mut self) -> Read<Example> {
        self.form =
            "example 3,4: First wins; example start: draw; example 3,4, Bob to move: Bob wins by 2";
        self.take_token();
        let from = self.here();
        let text = self.text(from..self.end);
        let Some(colon) = text.rfind(':') else {
            self.go_to(self.end);
            self.note("`:` and who wins");
            return Err(self.unexpected());
        };
        let mut position = from..from + text[..colon].trim_end().len();
        let player = self.who_moves(&mut position)?;
        if position.is_empty() {
            self.note("a position, or `start`");
            return Err(self.unexpected());
        }
        self.kept.push(position.clone());
        let word = Word {
            text: without_comments(self.text(position.clone())),
            span: position,
        };
        self.go_to(from + colon + 1);
        let (mut winner, mut by) = (None, None);
        if !(self.sees("draw") && self.second().is_empty()) {
            self.note("`draw`");
            winner = Some(self.player()?);
            if !self.take("wins") && !self.take("win") {
                self.note("`wins`");
                let fault = self.unexpected();
                return Err(match self.here() == self.end {
                    true => {
                        let line = self.text(self.since(self.start)).trim_end();
                        Box::new(fault.help(format!("write: {line} wins")))
                    }
                    false => fault,
                });
            }
            if self.take("by") {
                by = Some(self.sum()?);
            } else {
                self.note("`by` and how much");
            }
        } else {
            self.take_token();
        }
        self.finish()?;
        Ok(Example {
            position: (word.text != "start").then_some(word),
            player,
            winner,
            by,
            span: self.since(self.start),
        })
    }

    /// `, PLAYER to move` behind a position, which is cut off.
    fn who_moves(&mut self, position: &mut Span) -> Read<Option<Word>> {
        let text = self.text(position.clone());
        let Some(comma) = text.rfind(',') else {
            return Ok(None);
        };
        let said = &text[comma + 1..];
        let words: Vec<&str> = said.split_whitespace().collect();
        if !matches!(words.as_slice(), [.., "to", "move"]) {
            return Ok(None);
        }
        self.at = position.start + comma + 1;
        let player = self.player()?;
        if !self.take_words("to move") {
            let at = self.token(self.at);
            let help = "write: example POSITION, PLAYER to move: PLAYER wins";
            return Err(error(
                at.0..at.0 + at.1.len(),
                "one player is to move",
                help,
            ));
        }
        let length = text[..comma].trim_end().len();
        position.end = position.start + length;
        Ok(Some(player))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    Part,
    Token,
    Other,
}

/// A text of several lines without the comments between them.
fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| match line.find("//") {
        Some(at) => &line[..at],
        None => line,
    });
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}
