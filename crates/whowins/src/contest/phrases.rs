//! Parser of field types, questions and answers.

use whowins_rules::Diagnostic;

use super::format::{Allowed, Bound, Kind, Output, OutputPiece, Question, Term};
use super::parse::Parsing;
use super::piece::{Piece, Read, clause, symbols_of, unquoted};
use super::template::{Template, cut};

impl<'t> Parsing<'t> {
    pub(super) fn kind(&self, kind: Piece<'t>, rest: &mut Vec<Piece<'t>>) -> Read<Kind> {
        if let Some(range) = kind.after("numbers") {
            let (least, most) = self.range(range)?;
            let most = most.ok_or_else(|| range.fault("no upper bound", "write FROM..TO"))?;
            return Ok(Kind::Numbers(None, least, most));
        }
        if let Some(range) = kind.after("number") {
            let (least, most) = self.range(range)?;
            return Ok(Kind::Number(least, most));
        }
        if kind.text == "position" {
            return Ok(Kind::Position);
        }
        if let Some(symbols) = kind.after("text of") {
            let symbols = symbols_of(symbols)?;
            let (least, most) = match clause(rest, "length") {
                Some(range) => self.range(range)?,
                None => (Bound::of(1), None),
            };
            return Ok(Kind::Text(symbols, least, most));
        }
        if let Some((count, symbols)) = kind.split("rows of") {
            let count = self.bound(count)?;
            let symbols = symbols_of(symbols)?;
            let length = clause(rest, "length").ok_or_else(|| {
                kind.fault("how long a row is, is not said", "add: , length NUMBER")
            })?;
            let length = self.bound(length)?;
            let mut once = Vec::new();
            while let Some(symbol) = clause(rest, "one") {
                match symbol.text.as_bytes() {
                    [one] if symbols.contains(one) => once.push(*one),
                    _ => {
                        return Err(symbol.fault("none of the symbols", "write one of them"));
                    }
                }
            }
            let except = match clause(rest, "connected except") {
                Some(piece) => Some(symbols_of(piece)?),
                None => None,
            };
            return Ok(Kind::Rows {
                count,
                symbols,
                length,
                once,
                except,
            });
        }
        if let Some((count, range)) = kind.split("numbers") {
            let count = self.bound(count)?;
            let (least, most) = self.range(range)?;
            let most = most.ok_or_else(|| range.fault("no upper bound", "write FROM..TO"))?;
            return Ok(Kind::Numbers(Some(count), least, most));
        }
        Err(kind.fault(
            "no kind of field",
            "write number FROM..TO, text of SYMBOLS, COUNT rows of SYMBOLS, numbers FROM..TO, COUNT numbers FROM..TO, or position",
        ))
    }

    fn range(&self, range: Piece<'t>) -> Read<(Bound, Option<Bound>)> {
        let (least, most) = range
            .split("..")
            .ok_or_else(|| range.fault("no range", "write FROM..TO, or FROM.. without an end"))?;
        let least = self.bound(least)?;
        match most.text {
            "" => Ok((least, None)),
            _ => Ok((least, Some(self.bound(most)?))),
        }
    }

    /// Parses a bound such as `N + length(row) - 1`.
    fn bound(&self, piece: Piece<'t>) -> Read<Bound> {
        let mut bound = Bound::of(0);
        let mut adds = true;
        let mut from = 0;
        let ends = piece
            .text
            .match_indices(['+', '-'])
            .map(|(at, sign)| (at, sign == "+"));
        for (end, next) in ends.chain([(piece.text.len(), true)]) {
            let term = Piece {
                text: &piece.text[from..end],
                at: piece.at + from,
            }
            .trim();
            match term.text.parse::<i64>() {
                Ok(number) if adds => bound.constant += number,
                Ok(number) => bound.constant -= number,
                Err(_) => bound.terms.push((adds, self.term(term)?)),
            }
            from = end + 1;
            adds = next;
        }
        Ok(bound)
    }

    pub(super) fn term(&self, piece: Piece<'t>) -> Read<Term> {
        let inner = piece
            .text
            .strip_prefix("length(")
            .and_then(|rest| rest.strip_suffix(')'));
        let name = inner.unwrap_or(piece.text).trim();
        let field = self.field(name).ok_or_else(|| {
            piece.fault(
                format!("`{}` is neither a number nor a field", piece.text),
                "write a number, a field of the input, or length(FIELD)",
            )
        })?;
        Ok(match inner {
            Some(_) => Term::Length(field),
            None => Term::Value(field),
        })
    }

    pub(super) fn template(&self, piece: Piece<'t>) -> Read<Template> {
        let pieces = cut(piece.text).map_err(|at| {
            piece
                .from(at)
                .fault("a brace is not closed", "write {FIELD}")
        })?;
        Template::of(&pieces, &|name| self.field(name)).map_err(|(name, at)| {
            Diagnostic::new(
                piece.at + at..piece.at + at + name.len(),
                format!("the input has no field `{name}`"),
            )
            .help("name a field of the input in the braces")
        })
    }
}

impl Kind {
    /// Returns the bounds of a field type.
    pub(super) fn bounds(&self) -> impl Iterator<Item = &Bound> {
        let all = match self {
            Self::Number(least, most) | Self::Text(_, least, most) => {
                [Some(least), most.as_ref(), None]
            }
            Self::Rows { count, length, .. } => [Some(count), Some(length), None],
            Self::Numbers(count, least, most) => [count.as_ref(), Some(least), Some(most)],
            Self::Position => [None, None, None],
        };
        all.into_iter().flatten()
    }
}

pub(super) fn output(piece: Piece<'_>) -> Read<Output> {
    let pieces = cut(piece.text).map_err(|at| {
        piece
            .from(at)
            .fault("a brace is not closed", "write {answer}")
    })?;
    let mut before = Vec::new();
    let mut after = Vec::new();
    let mut joined = None;
    for (is_field, text, at) in pieces {
        let place = if joined.is_some() {
            &mut after
        } else {
            &mut before
        };
        match (is_field, text.trim()) {
            (false, _) => place.push(OutputPiece::Text(text.to_string())),
            (true, "number") => place.push(OutputPiece::Number),
            (true, "answer") if joined.is_none() => joined = Some(false),
            (true, "answers") if joined.is_none() => joined = Some(true),
            (true, _) => {
                let at = piece.at + at;
                return Err(Diagnostic::new(at..at + text.len(), "not known in a line of the output").help(
                    "write {answer} once, or {answers} for all of a case on one line; {number} is the line's number",
                ));
            }
        }
    }
    match joined {
        Some(joined) => Ok(Output {
            before,
            after,
            joined,
        }),
        None => Err(piece.fault("the answer has no place", "write {answer}")),
    }
}

pub(super) fn question(piece: Piece<'_>) -> Read<Question> {
    let help = "write answer winner: first WORD, second WORD, or one of: move, winning moves, length, grundy, score";
    let (asked, words) = piece
        .split(":")
        .unwrap_or((piece, piece.from(piece.text.len())));
    let parts = words.parts(',');
    let word = |name: &str| {
        let found = parts.iter().find_map(|part| part.after(name));
        found.map(unquoted).transpose()
    };
    let question = match asked.text {
        "winner" => {
            let needed =
                |found: Option<String>| found.ok_or_else(|| piece.fault("a word is missing", help));
            Question::Winner(
                needed(word("first")?)?,
                needed(word("second")?)?,
                word("draw")?,
            )
        }
        "move" => Question::Move(word("none")?.unwrap_or_else(|| "none".into())),
        "winning moves" => Question::WinningMoves,
        "length" => Question::Length,
        "grundy" => Question::Grundy,
        "score" => Question::Score,
        _ => return Err(asked.fault("not known as a question", help)),
    };
    match question.fault() {
        Some(why) => Err(piece.fault(&why, "give each answer a different word")),
        None => Ok(question),
    }
}

/// Parses limits such as `2 s, 256 MB`.
pub(super) fn allowed(piece: Piece<'_>) -> Read<Allowed> {
    let mut allowed = Allowed::default();
    for part in piece.parts(',') {
        let fault = || part.fault("no limit", "write such as 2 s, 500 ms, 256 MB");
        let (number, unit) = part.split(" ").ok_or_else(fault)?;
        let number: u64 = number.text.parse().map_err(|_| fault())?;
        let times = |factor: u64| number.checked_mul(factor).ok_or_else(fault);
        match unit.text {
            "s" => allowed.time = Some(times(1000)?),
            "ms" => allowed.time = Some(number),
            "KB" => allowed.memory = Some(times(1 << 10)?),
            "MB" => allowed.memory = Some(times(1 << 20)?),
            "GB" => allowed.memory = Some(times(1 << 30)?),
            _ => return Err(fault()),
        }
    }
    Ok(allowed)
}
