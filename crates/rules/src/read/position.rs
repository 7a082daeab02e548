//! `position ...`.

use super::heading::NAMES;
use super::scan::{Read, Reader, error};
use crate::diagnostic::{Diagnostic, Span};
use crate::tree::{Bounds, Layout, Part, PartKind, Size, Word};

impl Reader<'_> {
    /// `position PART, ...`
    pub(super) fn position_line(&mut self) -> Read<Vec<Part>> {
        self.form = "position x, y; position x <= 9; position board of . x; position heap: numbers";
        self.take_token();
        let one = |part: Part| vec![part];
        let (start, word) = self.token(self.at);
        let second = self.second();
        if word == "heaps" && second.is_empty() {
            let name = self.name()?;
            return Ok(one(self.declared(
                start,
                name,
                false,
                PartKind::Heaps(None),
            )));
        }
        if word == "sum" && second == "of" {
            let name = self.name()?;
            self.take_token();
            let kind = self.sum_of_games()?;
            return Ok(one(self.declared(start, name, false, kind)));
        }
        if second == "of" && self.third() != "each" {
            let name = self.name()?;
            self.take_token();
            let kind = match name.text.as_str() {
                "row" => self.cells(Layout::Row)?,
                "ring" => self.cells(Layout::Ring)?,
                "board" => self.cells(Layout::Board)?,
                _ => PartKind::Nodes {
                    symbols: self.alphabet()?,
                },
            };
            self.finish()?;
            return Ok(one(self.declared(start, name, false, kind)));
        }
        match self.has_colon() {
            true => self.named_parts(),
            false => self.numbers(),
        }
    }

    fn has_colon(&self) -> bool {
        let mut tokens = self.tokens(self.at);
        tokens.any(|(_, token)| token == ":")
    }

    fn declared(&self, start: usize, name: Word, of_each: bool, kind: PartKind) -> Part {
        Part {
            name,
            of_each,
            kind,
            span: self.since(start),
        }
    }

    fn of_each(&mut self) -> bool {
        self.note("`of each player`");
        self.take_words("of each player")
    }

    /// `NAME [of each player] [<= N | in N..N | in {WORD, ...}], ...`
    fn numbers(&mut self) -> Read<Vec<Part>> {
        let mut parts: Vec<Part> = Vec::new();
        let mut unbounded = 0;
        loop {
            let start = self.here();
            let name = self.name()?;
            let of_each = self.of_each();
            let from = self.here();
            let kind = self.range()?;
            let is_bound = kind != PartKind::Number(Bounds::default());
            parts.push(self.declared(start, name, of_each, kind.clone()));
            if is_bound {
                // A range counts for all names since the range before.
                self.warn_of_shared(&parts[unbounded..], from..self.last);
                for part in &mut parts[unbounded..] {
                    part.kind = kind.clone();
                }
                unbounded = parts.len();
            }
            if !self.take(",") {
                break;
            }
            self.few(parts.len())?;
        }
        self.note("`,`");
        self.note("`:` and its content");
        let last = parts.last().map_or("x", |part| part.name.text.as_str());
        if self.sees("[") {
            // `door[8]`, or `door[1..8]`; behind it perhaps `of . o`.
            let tokens: Vec<&str> = self.tokens(self.at).map(|(_, token)| token).collect();
            let (length, rest) = match tokens.as_slice() {
                [_, "1", "..", length, "]", rest @ ..] | [_, length, "]", rest @ ..] => {
                    (*length, rest)
                }
                _ => ("", [].as_slice()),
            };
            let help = match (length, rest) {
                ("", _) => format!("write: position {last}: numbers"),
                (_, ["of", symbols @ ..]) => {
                    format!(
                        "write: position row of {length} cells of {}",
                        symbols.join(" ")
                    )
                }
                _ => format!("write: position {last}: {length} numbers"),
            };
            return Err(error(
                self.take_token(),
                "an array is declared in words",
                help,
            ));
        }
        if matches!(last, "board" | "row" | "ring") && !self.sees(",") && !self.at_end() {
            let size = if last == "board" {
                "3 x 3 cells"
            } else {
                "9 cells"
            };
            let help =
                format!("write: position {last} of . x, or: position {last} of {size} of . x");
            let message = format!("`of` goes after `{last}`");
            return Err(error(self.take_token(), message, help));
        }
        if self.sees("..") || self.next().starts_with(|c: char| c.is_ascii_digit()) {
            let help = "say the range: position x <= 9, or position x in 1..9";
            return Err(error(
                self.take_token(),
                "a number is no part of a position",
                help,
            ));
        }
        self.finish()?;
        Ok(parts)
    }

    /// So many names in one line are not too many.
    pub(super) fn few(&self, count: usize) -> Read<()> {
        if count < NAMES {
            return Ok(());
        }
        let (at, name) = self.token(self.at);
        let help = "use numbers, a row or a board: position heap: numbers";
        let message = format!("a line of the position has at most {NAMES} names");
        Err(error(at..at + name.len(), message, help))
    }

    fn warn_of_shared(&mut self, bounded: &[Part], place: Span) {
        let [others @ .., last] = bounded else { return };
        if others.is_empty() {
            return;
        }
        let range = self.text(place.clone());
        let names: Vec<&str> = others.iter().map(|part| part.name.text.as_str()).collect();
        let (names, last) = (names.join(", "), &last.name.text);
        let warning = Diagnostic::warning(
            place,
            format!("this range bounds {names} as well as {last}"),
        )
        .help(format!(
            "to bound {last} alone, write two lines: position {names}, and then position {last} {range}"
        ));
        self.warnings.push(warning);
    }

    /// `<= N`, `in N..N`, `in {WORD, ...}`, or nothing.
    fn range(&mut self) -> Read<PartKind> {
        if self.sees("in") && self.second() == "{" {
            self.take_token();
            self.take_token();
            if self.next().starts_with(|c: char| c.is_ascii_digit()) {
                let help = "write a range: position x in 1..3; or name the values: in {one, two}";
                return Err(error(
                    self.take_token(),
                    "the values in braces are words",
                    help,
                ));
            }
            let words = self.name_list()?;
            self.need("}", "`}`")?;
            return Ok(PartKind::Words(words));
        }
        Ok(PartKind::Number(self.bounds()?))
    }

    fn bounds(&mut self) -> Read<Bounds> {
        self.note("`<= NUMBER`");
        self.note("`in ...`");
        if self.take("<=") {
            return Ok(Bounds {
                least: None,
                most: Some(self.sum()?),
            });
        }
        if self.sees("in") && self.second() != "halves" {
            self.take_token();
            let least = self.sum()?;
            self.need("..", "`..`")?;
            return Ok(Bounds {
                least: Some(least),
                most: Some(self.sum()?),
            });
        }
        Ok(Bounds::default())
    }

    /// `NAME, ... [of each player]: KIND`
    fn named_parts(&mut self) -> Read<Vec<Part>> {
        let start = self.here();
        let mut names = Vec::new();
        loop {
            let name = self.name()?;
            names.push((name, self.of_each()));
            if !self.take(",") {
                break;
            }
            self.few(names.len())?;
        }
        self.need(":", "`:`")?;
        let kind = self.held()?;
        self.finish()?;
        let parts = names
            .into_iter()
            .map(|(name, of_each)| self.declared(start, name, of_each, kind.clone()));
        Ok(parts.collect())
    }

    /// What stands behind `NAME:`.
    fn held(&mut self) -> Read<PartKind> {
        self.form = "position heap: numbers; position lamp: 4 x 4 numbers <= 1; position gone: subset of 1..9; position cop: nodes of net; position pit: ring of 12 numbers in halves";
        let words = [
            "subset", "squares", "row", "board", "ring", "nodes", "cells",
        ];
        if words.contains(&self.next()) && self.second() != "of" {
            self.take_token();
            self.note("`of`");
            return Err(self.unexpected());
        }
        self.note(
            "numbers, row of, ring of, board of, subset of, squares of, nodes of or cells of",
        );
        match (self.next(), self.second()) {
            ("subset", "of") => {
                self.take_words("subset of");
                return self.set().map(PartKind::Subset);
            }
            ("squares", "of") => {
                self.take_words("squares of");
                let map = self.name()?;
                let mut except = Vec::new();
                if self.take("except") {
                    except.push(self.quoted()?);
                    while self.take(",") {
                        except.push(self.quoted()?);
                    }
                }
                self.note("`except`");
                return Ok(PartKind::Squares { map, except });
            }
            ("row", "of") => {
                self.take_words("row of");
                return self.cells(Layout::Row);
            }
            ("board", "of") => {
                self.take_words("board of");
                return self.cells(Layout::Board);
            }
            ("ring", "of") => {
                self.take_words("ring of");
                let mut tokens = self.tokens(self.at);
                let numbers = tokens.any(|(_, token)| token == "numbers");
                drop(tokens);
                return match numbers && self.size_ends() != Some("cells") {
                    true => self.array(true),
                    false => self.cells(Layout::Ring),
                };
            }
            ("nodes" | "cells", "of") => return self.tokens_on(None),
            ("numbers", _) => return self.array(false),
            ("number", _) => {
                let help = "write a number without `:`, such as position x <= 9; several numbers are: position x: numbers";
                return Err(error(
                    self.take_token(),
                    "this says how many numbers there are",
                    help,
                ));
            }
            _ => {}
        }
        match self.size_ends() {
            Some("nodes" | "cells") => {
                let count = self.sum()?;
                self.tokens_on(Some(count))
            }
            Some(_) => self.array(false),
            None => Err(self.unexpected()),
        }
    }

    /// The word that ends `N [x N] (numbers | nodes of | cells of)`.
    fn size_ends(&self) -> Option<&'static str> {
        let mut before = "";
        for (_, token) in self.tokens(self.at) {
            match (before, token) {
                (_, "numbers") => return Some("numbers"),
                ("nodes", "of") => return Some("nodes"),
                ("cells", "of") => return Some("cells"),
                _ => before = token,
            }
        }
        None
    }

    fn tokens_on(&mut self, count: Option<crate::tree::Expr>) -> Read<PartKind> {
        let nodes = self.sees("nodes");
        if !nodes && !self.sees("cells") {
            self.note("`nodes of` or `cells of`");
            return Err(self.unexpected());
        }
        self.take_token();
        self.need("of", "`of`")?;
        let place = self.name()?;
        Ok(match nodes {
            true => PartKind::NodesOf {
                count,
                graph: place,
            },
            false => PartKind::CellsOf { count, of: place },
        })
    }

    /// `[N [x N]] numbers [<= N | in N..N] [in halves]`
    fn array(&mut self, ring: bool) -> Read<PartKind> {
        let size = match self.sees("numbers") {
            true => Size::Open,
            false => self.size(!ring)?,
        };
        self.need("numbers", "`numbers`")?;
        let bounds = self.bounds()?;
        let halves = self.take_words("in halves");
        Ok(PartKind::Numbers {
            ring,
            size,
            bounds,
            halves,
        })
    }

    /// `N`, `N x N`
    fn size(&mut self, board: bool) -> Read<Size> {
        let first = self.sum()?;
        if board && self.take("x") {
            let columns = self.sum()?;
            return Ok(Size::Board(first, columns));
        }
        Ok(Size::Long(first))
    }

    /// `[N [x N] cells of] SYMBOL ... [along DIRECTION, ...]`
    fn cells(&mut self, layout: Layout) -> Read<PartKind> {
        self.form = match layout {
            Layout::Row => "position row of . x; position row of 8 cells of . x",
            Layout::Ring => "position ring of . x; position ring of 8 cells of . x",
            Layout::Board => {
                "position board of . x; position board of 3 x 3 cells of . x along right, down"
            }
        };
        let mut size = Size::Open;
        if self.size_ends() == Some("cells") {
            let is_board = layout == Layout::Board;
            size = self.size(is_board)?;
            if is_board && matches!(size, Size::Long(_)) {
                self.note("`x` and the columns");
                return Err(self.unexpected());
            }
            self.need("cells", "`cells of`")?;
            self.need("of", "`of`")?;
        }
        let symbols = self.alphabet()?;
        let along = match self.take("along") {
            true => self.directions()?,
            false => Vec::new(),
        };
        Ok(PartKind::Cells {
            layout,
            size,
            symbols,
            along,
        })
    }

    /// Two symbols and more.
    fn alphabet(&mut self) -> Read<Vec<(char, Span)>> {
        let start = self.here();
        let symbols = self.symbols()?;
        if symbols.len() < 2 || symbols.len() > 64 {
            let help = "name them, with blanks between: position board of . x o";
            return Err(error(
                self.since(start),
                "cells show one of 2 to 64 symbols",
                help,
            ));
        }
        self.note("another symbol");
        Ok(symbols)
    }
}
