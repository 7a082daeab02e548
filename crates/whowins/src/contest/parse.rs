//! The text of a contest format, statement by statement; `docs/contest.md` is its reference.

use whowins_rules::{Diagnostic, Diagnostics};

use super::format::{
    Allowed, Bound, Field, Format, Kind, Level, Output, OutputPiece, Question, Sum, Term, Times,
};
use super::template::{Template, cut};

/// A stretch of the text, with its place.
#[derive(Clone, Copy)]
struct Piece<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Piece<'t> {
    fn trim(self) -> Self {
        let before = self.text.len() - self.text.trim_start().len();
        Self {
            text: self.text.trim(),
            at: self.at + before,
        }
    }

    fn from(self, byte: usize) -> Self {
        Self {
            text: &self.text[byte..],
            at: self.at + byte,
        }
    }

    /// What comes before and after the first of these.
    fn split(self, mark: &str) -> Option<(Self, Self)> {
        let at = self.text.find(mark)?;
        let before = Self {
            text: &self.text[..at],
            at: self.at,
        };
        Some((before.trim(), self.from(at + mark.len()).trim()))
    }

    /// The rest after a word that it begins with.
    fn after(self, word: &str) -> Option<Self> {
        let rest = self.text.strip_prefix(word)?;
        let ends = rest
            .chars()
            .next()
            .is_none_or(|next| !next.is_alphanumeric() && next != '_');
        ends.then(|| self.from(word.len()).trim())
    }

    /// The pieces between these marks, trimmed.
    fn parts(self, mark: char) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut at = self.at;
        for text in self.text.split(mark) {
            parts.push(Self { text, at }.trim());
            at += text.len() + mark.len_utf8();
        }
        parts
    }

    fn fault(self, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.at..self.at + self.text.len(), message).help(help)
    }
}

type Read<T> = Result<T, Diagnostic>;

/// A format under way.
struct Parsing<'t> {
    title: Option<String>,
    from: String,
    about: Vec<&'t str>,
    game: Option<String>,
    levels: Vec<Level>,
    /// The fields' names with their places, in the order of the input.
    names: Vec<(Piece<'t>, usize, usize, bool)>,
    kinds: Vec<Option<(Kind, String)>>,
    sums: Vec<Sum>,
    sets: Vec<(String, Template)>,
    position: Option<Template>,
    output: Option<Output>,
    question: Option<Question>,
    allowed: Allowed,
}

/// The statements, for faults.
const STATEMENTS: &str = "a statement is contest, game, input, at most, set, position, output, answer, limits, or FIELD: what it is";

pub(super) fn parse(origin: &str, text: &str) -> Result<Format, Diagnostics> {
    let mut parsing = Parsing {
        title: None,
        from: String::new(),
        about: Vec::new(),
        game: None,
        levels: Vec::new(),
        names: Vec::new(),
        kinds: Vec::new(),
        sums: Vec::new(),
        sets: Vec::new(),
        position: None,
        output: None,
        question: None,
        allowed: Allowed::default(),
    };
    let mut faults = Vec::new();
    let format = parsing.all(text, &mut faults);
    match format {
        Some(format) if faults.is_empty() => Ok(format),
        _ => Err(Diagnostics {
            origin: origin.to_string(),
            source: text.to_string(),
            faults,
        }),
    }
}

/// The lines of a text with their places, without comments; a doc comment's begin with `///`.
fn lines(text: &str) -> Vec<Piece<'_>> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let kept = line.strip_suffix('\r').unwrap_or(line);
        let is_comment = kept.starts_with("//") && !kept.starts_with("///");
        if !kept.trim().is_empty() && !is_comment {
            lines.push(Piece { text: kept, at });
        }
        at += line.len() + 1;
    }
    lines
}

impl<'t> Parsing<'t> {
    fn all(&mut self, text: &'t str, faults: &mut Vec<Diagnostic>) -> Option<Format> {
        let lines = lines(text);
        // The input says which fields there are, so it is read first.
        let mut rest = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            let line = lines[at];
            at += 1;
            if let Some(words) = line.text.strip_prefix("///") {
                self.about.push(words.trim());
            } else if line.text.trim_end() == "input" {
                let indented = lines[at..]
                    .iter()
                    .take_while(|line| line.text.starts_with([' ', '\t']));
                let body: Vec<Piece<'t>> = indented.copied().collect();
                at += body.len();
                if !self.levels.is_empty() {
                    faults.push(line.fault("the input is described twice", "keep one of them"));
                } else if let Err(fault) = self.input(line, &body) {
                    faults.push(fault);
                }
            } else {
                rest.push(line);
            }
        }
        self.kinds = vec![None; self.names.len()];
        for line in rest {
            if line.text.starts_with([' ', '\t']) {
                let help = "only lines of the input are indented";
                faults.push(
                    line.trim()
                        .fault("an indented line outside the input", help),
                );
            } else if let Err(fault) = self.statement(line.trim()) {
                faults.push(fault);
            }
        }
        self.finish(text, faults)
    }

    fn input(&mut self, heading: Piece<'t>, body: &[Piece<'t>]) -> Read<()> {
        if body.is_empty() {
            return Err(heading.fault(
                "the input has no lines",
                "write its lines below, indented: the names of the fields of each",
            ));
        }
        self.levels.push(Level {
            name: "input".into(),
            times: Times::Once,
            lines: Vec::new(),
        });
        let mut depth = None;
        // A heading of a block wants lines that are indented more.
        let mut opened: Option<Piece<'t>> = None;
        for line in body {
            let indent = line.text.len() - line.text.trim_start().len();
            let piece = line.trim();
            match (depth, opened) {
                (None, _) => {}
                (Some(depth), Some(block)) if indent <= depth => {
                    return Err(block.fault("no lines are within", "indent its lines more"));
                }
                (Some(depth), None) if indent != depth => {
                    return Err(piece.fault(
                        "the line is indented otherwise than those before it",
                        "indent the lines of one level alike; what is repeated comes last in its level",
                    ));
                }
                _ => {}
            }
            depth = Some(indent);
            opened = None;
            match piece.split(":") {
                Some((name, times)) => {
                    self.block(name, times)?;
                    opened = Some(piece);
                }
                None => self.line(piece)?,
            }
        }
        match opened {
            Some(block) => Err(block.fault("no lines are within", "write them below, indented")),
            None => Ok(()),
        }
    }

    fn block(&mut self, name: Piece<'t>, times: Piece<'t>) -> Read<()> {
        let is_name = !name.text.is_empty() && name.text.chars().all(char::is_alphanumeric);
        if !is_name {
            return Err(name.fault(
                "no name of what is repeated",
                "write one word, such as test or query",
            ));
        }
        let times = if times.text == "to the end" {
            Times::ToTheEnd
        } else {
            let count = times.text.strip_suffix("times").map(str::trim);
            let field = count.and_then(|count| self.field(count));
            Times::Counted(field.ok_or_else(|| {
                times.fault(
                    "how many there are is not said",
                    "write FIELD times, with a field of a line before, or: to the end",
                )
            })?)
        };
        self.levels.push(Level {
            name: name.text.to_string(),
            times,
            lines: Vec::new(),
        });
        Ok(())
    }

    fn line(&mut self, line: Piece<'t>) -> Read<()> {
        let level = self.levels.len() - 1;
        let mut place: usize = self.levels[level].lines.iter().map(Vec::len).sum();
        let mut fields = Vec::new();
        let alone = !line.text.contains([' ', '\t']);
        let mut at = line.at;
        for text in line.text.split([' ', '\t']) {
            let name = Piece { text, at };
            at += text.len() + 1;
            if text.is_empty() {
                continue;
            }
            if !text.chars().all(|c| c.is_alphanumeric() || c == '_') {
                return Err(name.fault(
                    "no name of a field",
                    "write letters and digits; blanks stand between fields",
                ));
            }
            if self.field(text).is_some() {
                return Err(name.fault(format!("a second field {text}"), "give each its own name"));
            }
            fields.push(self.names.len());
            self.names.push((name, level, place, alone));
            place += 1;
        }
        self.levels[level].lines.push(fields);
        Ok(())
    }

    fn field(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|(known, ..)| known.text == name)
    }

    fn statement(&mut self, line: Piece<'t>) -> Read<()> {
        if let Some(rest) = line.after("contest") {
            return self.heading(rest);
        }
        if let Some(rest) = line.after("game") {
            let name = unquoted(rest)?;
            return once(&mut self.game, name, line);
        }
        if let Some(rest) = line.after("at most") {
            return self.sum(rest);
        }
        if let Some(rest) = line.after("set") {
            let Some((name, value)) = rest.split("=") else {
                return Err(rest.fault("no «=»", "write set PARAMETER = {FIELD}"));
            };
            let template = self.template(value)?;
            self.sets.push((name.text.to_string(), template));
            return Ok(());
        }
        if let Some(rest) = line.after("position") {
            let template = self.template(rest)?;
            return once(&mut self.position, template, line);
        }
        if let Some(rest) = line.after("output") {
            let output = output(rest)?;
            return once(&mut self.output, output, line);
        }
        if let Some(rest) = line.after("answer") {
            let question = question(rest)?;
            return once(&mut self.question, question, line);
        }
        if let Some(rest) = line.after("limits") {
            self.allowed = allowed(rest)?;
            return Ok(());
        }
        match line.split(":") {
            Some((name, kind)) => self.describe(name, kind),
            None => Err(line.fault("no statement of a contest format", STATEMENTS)),
        }
    }

    fn heading(&mut self, rest: Piece<'t>) -> Read<()> {
        let (title, from) = match rest.split("\" from") {
            // The closing quote belongs to the title.
            Some((title, from)) => {
                let text = &rest.text[..=title.text.len() + (title.at - rest.at)];
                (Piece { text, at: rest.at }, Some(from))
            }
            None => (rest, None),
        };
        let title = unquoted(title)?;
        if let Some(from) = from {
            self.from = unquoted(from)?;
        }
        once(&mut self.title, title, rest)
    }

    fn sum(&mut self, rest: Piece<'t>) -> Read<()> {
        let help = "write at most NUMBER in all: FIELD, or length(FIELD)";
        let fault = || rest.fault("no limit of a sum", help);
        let (most, of) = rest.split("in all:").ok_or_else(fault)?;
        let most = most
            .text
            .parse()
            .map_err(|_| most.fault("no number", help))?;
        let of = self.term(of)?;
        self.sums.push(Sum { of, most });
        Ok(())
    }

    fn describe(&mut self, name: Piece<'t>, described: Piece<'t>) -> Read<()> {
        let Some(field) = self.field(name.text) else {
            return Err(name.fault(
                format!("the input has no field «{}»", name.text),
                format!("name it in a line of the input; {STATEMENTS}"),
            ));
        };
        if self.kinds[field].is_some() {
            return Err(name.fault("described twice", "keep one of them"));
        }
        let mut parts = described.parts(',').into_iter();
        let Some(kind) = parts.next() else {
            return Err(described.fault("nothing is said", "say what it is"));
        };
        let mut rest: Vec<Piece<'t>> = parts.collect();
        let kind = self.kind(kind, &mut rest)?;
        let what = match rest.as_slice() {
            [] => match kind {
                Kind::Number(..) => format!("the number {}", name.text),
                Kind::Position => "the position".into(),
                _ => name.text.to_string(),
            },
            [first, ..] => {
                let from = first.at - described.at;
                described.text[from..].to_string()
            }
        };
        self.kinds[field] = Some((kind, what));
        Ok(())
    }

    /// What a field is; clauses that belong to it are taken off `rest`.
    fn kind(&self, kind: Piece<'t>, rest: &mut Vec<Piece<'t>>) -> Read<Kind> {
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

    /// `N + length(row) - 1`.
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

    fn term(&self, piece: Piece<'t>) -> Read<Term> {
        let inner = piece
            .text
            .strip_prefix("length(")
            .and_then(|rest| rest.strip_suffix(')'));
        let name = inner.unwrap_or(piece.text).trim();
        let field = self.field(name).ok_or_else(|| {
            piece.fault(
                format!("«{}» is neither a number nor a field", piece.text),
                "write a number, a field of the input, or length(FIELD)",
            )
        })?;
        Ok(match inner {
            Some(_) => Term::Length(field),
            None => Term::Value(field),
        })
    }

    fn template(&self, piece: Piece<'t>) -> Read<Template> {
        let pieces = cut(piece.text).map_err(|at| {
            piece
                .from(at)
                .fault("a brace is not closed", "write {FIELD}")
        })?;
        Template::of(&pieces, &|name| self.field(name)).map_err(|(name, at)| {
            Diagnostic::new(
                piece.at + at..piece.at + at + name.len(),
                format!("the input has no field «{name}»"),
            )
            .help("name a field of the input in the braces")
        })
    }

    fn finish(&mut self, text: &str, faults: &mut Vec<Diagnostic>) -> Option<Format> {
        let end = text.trim_end().len();
        let mut missing = |is_missing: bool, what: &str, help: &str| {
            if is_missing && faults.is_empty() {
                faults.push(Diagnostic::new(end..end, what).help(help));
            }
        };
        missing(
            self.title.is_none(),
            "the problem has no name",
            "write contest \"NAME\" from \"CONTEST\"",
        );
        missing(
            self.game.is_none(),
            "no game is named",
            "write game NAME, with a shipped game or a file",
        );
        missing(
            self.levels.is_empty(),
            "the input is not described",
            "write input, and below it, indented, its lines",
        );
        missing(
            self.question.is_none(),
            "what is asked is not said",
            "write answer winner: first WORD, second WORD",
        );
        let mut fields = Vec::new();
        for (at, (name, level, place, alone)) in self.names.iter().enumerate() {
            let Some((kind, what)) = self.kinds.get(at).cloned().flatten() else {
                let help = format!("write {}: number 1..1000, say", name.text);
                faults.push(name.fault("what this field is, is not said", help));
                continue;
            };
            let whole_line = matches!(kind, Kind::Rows { .. } | Kind::Position);
            if whole_line && !alone {
                faults.push(name.fault("it takes whole lines", "give it a line of its own"));
            }
            fields.push(Field {
                name: name.text.to_string(),
                what,
                level: *level,
                place: *place,
                alone: *alone,
                kind,
            });
        }
        if !faults.is_empty() {
            return None;
        }
        self.check_order(&fields, faults);
        Some(Format {
            title: self.title.take()?,
            from: std::mem::take(&mut self.from),
            about: self.about.join(" "),
            game: self.game.take()?,
            levels: std::mem::take(&mut self.levels),
            fields,
            sums: std::mem::take(&mut self.sums),
            sets: std::mem::take(&mut self.sets),
            position: self.position.take(),
            output: self.output.take().unwrap_or_else(Output::answer_alone),
            question: self.question.take()?,
            allowed: self.allowed,
        })
    }

    /// Bounds read fields that stand before; what counts is a number that is bounded by a word.
    fn check_order(&self, fields: &[Field], faults: &mut Vec<Diagnostic>) {
        for (at, field) in fields.iter().enumerate() {
            let name = self.names[at].0;
            for (_, term) in field.kind.bounds().flat_map(|bound| &bound.terms) {
                let read = &fields[term.field()];
                if term.field() >= at {
                    let message = format!(
                        "a bound of {} reads {}, which comes later",
                        name.text, read.name
                    );
                    faults.push(name.fault(message, "put it before"));
                } else if matches!(term, Term::Value(_)) && !matches!(read.kind, Kind::Number(..)) {
                    let message = format!(
                        "a bound of {} reads {}, which is no number",
                        name.text, read.name
                    );
                    faults.push(name.fault(message, format!("write length({})", read.name)));
                }
            }
        }
        for level in &self.levels {
            if let Times::Counted(counter) = level.times
                && !matches!(fields[counter].kind, Kind::Number(..))
            {
                let name = self.names[counter].0;
                faults.push(name.fault("it counts and is no number", "make it a number"));
            }
        }
    }
}

impl Kind {
    /// The bounds that it has.
    fn bounds(&self) -> impl Iterator<Item = &Bound> {
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

fn once<T>(place: &mut Option<T>, value: T, line: Piece<'_>) -> Read<()> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(line.fault("said twice", "keep one of them")),
    }
}

/// The first clause that begins with this word, taken off.
fn clause<'t>(rest: &mut Vec<Piece<'t>>, word: &str) -> Option<Piece<'t>> {
    let (at, found) = rest
        .iter()
        .enumerate()
        .find_map(|(at, piece)| Some((at, piece.after(word)?)))?;
    rest.remove(at);
    Some(found)
}

/// A word, or text in quotes.
fn unquoted(piece: Piece<'_>) -> Read<String> {
    let inner = piece
        .text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    match inner {
        Some(text) if !text.contains('"') => Ok(text.to_string()),
        None if !piece.text.is_empty() && !piece.text.contains(['"', ' ']) => {
            Ok(piece.text.to_string())
        }
        _ => Err(piece.fault("no word", "write a word, or a text in quotes")),
    }
}

/// Symbols with blanks between.
fn symbols_of(piece: Piece<'_>) -> Read<Vec<u8>> {
    let mut symbols = Vec::new();
    for symbol in piece.text.split_whitespace() {
        match symbol.as_bytes() {
            [one] if one.is_ascii_graphic() && !symbols.contains(one) => symbols.push(*one),
            _ => {
                return Err(piece.fault(
                    format!("«{symbol}» is no symbol"),
                    "write each symbol once, with blanks between: . # A B",
                ));
            }
        }
    }
    match symbols.is_empty() {
        true => Err(piece.fault("no symbols", "write them with blanks between: . #")),
        false => Ok(symbols),
    }
}

fn output(piece: Piece<'_>) -> Read<Output> {
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

fn question(piece: Piece<'_>) -> Read<Question> {
    let help = "write answer winner: first WORD, second WORD, or one of: move, winning moves, length, grundy, score";
    let (asked, words) = piece
        .split(":")
        .unwrap_or((piece, piece.from(piece.text.len())));
    let parts = words.parts(',');
    let word = |name: &str| {
        let found = parts.iter().find_map(|part| part.after(name));
        found.map(unquoted).transpose()
    };
    Ok(match asked.text {
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
    })
}

/// `2 s, 256 MB`.
fn allowed(piece: Piece<'_>) -> Read<Allowed> {
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
