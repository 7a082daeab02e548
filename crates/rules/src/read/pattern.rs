//! Patterns, and what stands behind them.

use super::scan::{Read, Reader, error, is_letter};
use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::tree::{CellKind, Pattern, PatternCell, PatternRow, Rewrite, Word};

/// Words that end a pattern, whatever the symbols are.
const ENDS: [&str; 4] = ["along", "and", "or", "except"];
/// Words that end a pattern where not all their letters are symbols.
const NEW_ENDS: [&str; 6] = ["at", "to", "if", "over", "together", "for"];
/// Marks that are no symbols.
const RESERVED: &str = "/$^?,;:\"'()=";

/// Whether a character can be a symbol of a cell.
pub(super) fn is_symbol(c: char) -> bool {
    !c.is_whitespace() && !RESERVED.contains(c)
}

impl Reader<'_> {
    /// `PATTERN -> PATTERN ...`
    pub(super) fn rewrite(&mut self) -> Read<Rewrite> {
        let start = self.here();
        if self.names.symbols.is_empty() && !self.names.any_symbol {
            let help = "declare what cells show: position board of . x, or row of . x, or for a graph NET: position NET of . x";
            let end = self.token(start).1.len() + start;
            return Err(error(
                start..end,
                "the position has no cells for a pattern",
                help,
            ));
        }
        self.form = "move PATTERN -> PATTERN along DIRECTION, ... at c if CONDITION";
        let left = self.pattern(false)?;
        if !self.take("->") {
            let (at, token) = self.token(self.at);
            let message = "a pattern needs `->` and the new cells after it";
            return Err(error(
                at..at + token.len(),
                message,
                "write: move . x -> x .",
            ));
        }
        let right = self.pattern(true)?;
        let mut rewrite = Rewrite {
            left,
            right,
            along: Vec::new(),
            together: false,
            at: None,
            to: None,
            guard: None,
            span: start..start,
        };
        loop {
            if rewrite.along.is_empty() && self.take("along") {
                rewrite.along = self.directions()?;
            } else if !rewrite.together && self.take("together") {
                rewrite.together = true;
            } else if rewrite.at.is_none() && self.take("at") {
                rewrite.at = Some(self.name_of_cell()?);
            } else if rewrite.to.is_none() && self.take("to") {
                rewrite.to = Some(self.name_of_cell()?);
            } else {
                break;
            }
        }
        rewrite.guard = self.guard()?;
        if rewrite.guard.is_none() {
            self.note("`along` with directions");
        }
        rewrite.span = self.since(start);
        Ok(rewrite)
    }

    /// The name behind `at` or `to`; `at c` may name a cell that is known already.
    fn name_of_cell(&mut self) -> Read<Word> {
        let name = self.named("a name for the cell")?;
        if self.names.parts.contains(&name.text) || self.names.words.contains(&name.text) {
            let message = format!("`{}` isn't a cell", name.text);
            let help = "choose a new name for the cell, such as c";
            return Err(error(name.span, message, help));
        }
        Ok(name)
    }

    /// The rows of a pattern, up to a word or mark that is none of it.
    pub(super) fn pattern(&mut self, right: bool) -> Read<Pattern> {
        let start = self.here();
        let mut rows = Vec::new();
        let mut places = Vec::new();
        loop {
            let from = self.here();
            rows.push(self.row(right)?);
            places.push(self.since(from));
            if !self.take_char('/') {
                break;
            }
        }
        self.keep(start);
        let mut pattern = Pattern {
            rows,
            top: false,
            bottom: false,
            span: self.since(start),
        };
        let is_edge = |row: &PatternRow, first: bool| {
            row.cells.is_empty() && row.first == first && row.last != first
        };
        if pattern.rows.len() > 1 && is_edge(&pattern.rows[0], true) {
            pattern.top = true;
            pattern.rows.remove(0);
            places.remove(0);
        }
        if let [_, .., last] = pattern.rows.as_slice()
            && is_edge(last, false)
        {
            pattern.bottom = true;
        } else if pattern.top && matches!(pattern.rows.as_slice(), [last] if is_edge(last, false)) {
            let help = "name at least one symbol";
            return Err(error(pattern.span, "this pattern has no cell", help));
        }
        if pattern.bottom {
            pattern.rows.pop();
            places.pop();
        }
        let several = pattern.rows.len() > 1 || pattern.top || pattern.bottom;
        for (row, place) in pattern.rows.iter().zip(places) {
            // Alone on the right side, an edge with no cell is what a row shrinks to.
            if row.cells.is_empty() && (several || !right) {
                let help = "name at least one symbol; ? is a cell that shows anything";
                return Err(error(place, "this part of the pattern has no cell", help));
            }
        }
        Ok(pattern)
    }

    fn row(&mut self, right: bool) -> Read<PatternRow> {
        let mut row = PatternRow::default();
        let start = self.here();
        if right && self.sees("nothing") && !self.spelt("nothing") {
            self.take_token();
            return Ok(row);
        }
        loop {
            let at = self.here();
            match self.char_at(at) {
                Some(edge @ ('^' | '$')) => {
                    let is_first = at == start && edge == '^';
                    if row.last || !(is_first || edge == '$') {
                        let help = "write ^ first in a row of the pattern, $ last";
                        return Err(error(
                            at..at + 1,
                            "an edge cannot stand inside a pattern",
                            help,
                        ));
                    }
                    self.take_char(edge);
                    match edge {
                        '^' => row.first = true,
                        _ => row.last = true,
                    }
                }
                Some(next) if row.last && self.goes_on(at, next) => {
                    return Err(error(
                        self.last - 1..self.last,
                        "an edge cannot stand inside a pattern",
                        "write ^ first in a row of the pattern, $ last",
                    ));
                }
                _ if row.last => break,
                _ => match self.cell()? {
                    Some(cell) => row.cells.push(cell),
                    None => break,
                },
            }
        }
        if row.cells.is_empty() && !row.first && !row.last {
            self.note("a symbol");
            return Err(self.unexpected());
        }
        Ok(row)
    }

    /// Whether a symbol stands behind an edge.
    fn goes_on(&self, at: usize, next: char) -> bool {
        let (_, word) = self.token(at);
        let is_word = word.chars().count() > 1 && word.starts_with(is_letter);
        self.names.symbols.contains(&next) && (!is_word || self.names.spells(word))
    }

    /// Whether a word in a pattern is read as symbols, since all its letters are; the writer is
    /// told.
    fn spelt(&mut self, word: &str) -> bool {
        if !self.names.spells(word) {
            return false;
        }
        let at = self.here();
        let letters: Vec<String> = word.chars().map(|letter| letter.to_string()).collect();
        let warning = Diagnostic::warning(
            at..at + word.len(),
            format!(
                "{} are symbols here, so this is {} cells, not the word `{word}`",
                letters.join(" and "),
                letters.len()
            ),
        )
        .help("to say the word, rename one of the symbols");
        if self
            .warnings
            .iter()
            .all(|known| known.message != warning.message)
        {
            self.warnings.push(warning);
        }
        true
    }

    /// A cell, several in brackets, or nothing where the pattern ends.
    fn cell(&mut self) -> Read<Option<PatternCell>> {
        let (start, word) = self.token(self.at);
        if word.starts_with(is_letter) {
            let ends = ENDS.contains(&word);
            if ends || (NEW_ENDS.contains(&word) && !self.spelt(word)) {
                return Ok(None);
            }
            let is_own = matches!(word, "own" | "other");
            if is_own && (!self.names.spells(word) || (self.own && !self.spelt(word))) {
                if !self.own {
                    return Err(self.nobodys_own());
                }
                self.take_token();
                let kind = CellKind::Own(word == "own");
                return Ok(Some(self.shown(start, kind)));
            }
        }
        let Some(symbol) = self.char_at(start) else {
            return Ok(None);
        };
        let kind = match symbol {
            '(' => self.deeper(Self::bracket)?,
            '?' => {
                self.take_char('?');
                CellKind::Any
            }
            _ if !is_symbol(symbol) || self.text(start..self.end).starts_with("->") => {
                return Ok(None);
            }
            _ => CellKind::Symbol(self.symbol(start, symbol)?),
        };
        Ok(Some(self.shown(start, kind)))
    }

    fn shown(&self, start: usize, kind: CellKind) -> PatternCell {
        PatternCell {
            kind,
            span: self.since(start),
        }
    }

    fn symbol(&mut self, start: usize, symbol: char) -> Read<char> {
        if self.names.symbols.contains(&symbol) || self.names.any_symbol {
            self.take_char(symbol);
            return Ok(symbol);
        }
        let (_, word) = self.token(start);
        let words = [
            "along", "together", "nothing", "own", "other", "if", "at", "to",
        ];
        let several = word.starts_with(is_letter) && word.chars().count() > 1;
        let near = whowins_analysis::closest(word, words).filter(|_| several);
        if let Some(near) = near {
            return Err(error(
                start..start + word.len(),
                format!("unexpected `{word}`"),
                did_you_mean(near),
            ));
        }
        if let Some(error) = self.other_notation(start, word).filter(|_| !several) {
            return Err(error);
        }
        Err(self.no_symbol(start..start + symbol.len_utf8(), symbol))
    }

    /// The error that a character is no symbol of the text.
    pub(super) fn no_symbol(&self, span: Span, symbol: char) -> Box<Diagnostic> {
        let known: Vec<String> = self.names.symbols.iter().map(char::to_string).collect();
        let other_case = known
            .iter()
            .find(|known| known.to_lowercase() == symbol.to_string().to_lowercase());
        let help = match other_case {
            Some(near) => did_you_mean(near),
            None if known.is_empty() => {
                "only rows, boards and graphs show symbols: position board of . x".into()
            }
            None => format!("the symbols are {}", known.join(" ")),
        };
        error(span, format!("`{symbol}` isn't a symbol here"), help)
    }

    /// What stands in round brackets.
    fn bracket(&mut self) -> Read<CellKind> {
        let open = self.here();
        self.take_token();
        let kind = match self.next() {
            word @ ("any" | "some") => {
                let several = word == "some";
                self.take_token();
                let mut cells = Vec::new();
                while let Some(cell) = self.cell()? {
                    cells.push(cell);
                }
                if cells.is_empty() {
                    self.note("a symbol");
                    return Err(self.unexpected());
                }
                CellKind::Run(several, cells)
            }
            "not" => {
                self.take_token();
                CellKind::Not(Box::new(self.one_cell()?))
            }
            _ if self.alternatives(open) => {
                let mut kinds = vec![self.one_cell()?];
                while self.take("or") {
                    kinds.push(self.one_cell()?);
                }
                CellKind::Or(kinds)
            }
            _ => self.times(open)?,
        };
        self.need(")", "`)`")?;
        Ok(kind)
    }

    fn one_cell(&mut self) -> Read<CellKind> {
        match self.cell()? {
            Some(cell) => Ok(cell.kind),
            None => {
                self.note("a symbol");
                Err(self.unexpected())
            }
        }
    }

    /// Where a bracket closes.
    fn close_of(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, c) in self.text(open..self.end).char_indices() {
            match c {
                '(' => depth += 1,
                ')' if depth == 1 => return Some(open + at),
                ')' => depth -= 1,
                ';' => return None,
                _ => {}
            }
        }
        None
    }

    /// Whether `or` stands in this bracket, outside those in it.
    fn alternatives(&self, open: usize) -> bool {
        let close = self.close_of(open).unwrap_or(self.end);
        let mut depth = 0_usize;
        for (at, token) in self.tokens(open) {
            match token {
                _ if at >= close => break,
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                "or" if depth == 1 => return true,
                _ => {}
            }
        }
        false
    }

    /// `(3 X)`, `(k own)`: the last cell in the bracket, and how often.
    fn times(&mut self, open: usize) -> Read<CellKind> {
        let Some(close) = self.close_of(open) else {
            return Err(error(
                open..open + 1,
                "this bracket is not closed",
                "write (3 x), (any x) or (x or o)",
            ));
        };
        let inside = self.text(open + 1..close);
        let trimmed = inside.trim_end();
        let cut = if trimmed.ends_with(')') {
            let mut depth = 0_usize;
            trimmed.char_indices().rev().find_map(|(at, c)| {
                match c {
                    ')' => depth += 1,
                    '(' => depth -= 1,
                    _ => {}
                }
                (depth == 0).then_some(at)
            })
        } else {
            let word = trimmed.rsplit(|c: char| !is_letter(c)).next().unwrap_or("");
            let last = trimmed.chars().next_back().map_or(0, char::len_utf8);
            let length = match word {
                "own" | "other" => word.len(),
                _ => last,
            };
            Some(trimmed.len() - length)
        };
        let cut = open + 1 + cut.unwrap_or(0);
        let count = self.text(open + 1..cut);
        if count.trim().is_empty() {
            let cell = trimmed.trim();
            let help = format!(
                "write (any {cell}), (some {cell}) or (2 {cell}), or {cell} without brackets"
            );
            let help = match cell {
                "" => "write (any x), (some x), (2 x), (x or o) or (not x)".to_string(),
                _ => help,
            };
            return Err(error(open..close + 1, "how many cells are these?", help));
        }
        let end = std::mem::replace(&mut self.end, cut);
        let read = self.sum();
        let rest = self.at_end();
        let counted = self.here();
        self.end = end;
        let count = read.map_err(|mut error| {
            error.help =
                Some("in brackets stand: (3 x), (any x), (some x), (x or o), (not x)".into());
            error
        })?;
        if !rest {
            let help = "in brackets stand: (3 x), (any x), (some x), (x or o), (not x)";
            return Err(error(
                counted..close,
                "these are several cells, or a number too many",
                help,
            ));
        }
        let kind = self.one_cell()?;
        Ok(CellKind::Times(Box::new(count), Box::new(kind)))
    }
}
