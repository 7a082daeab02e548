//! Parser of contest formats. `docs/contest.md` is the reference.

use whowins_rules::{Diagnostic, Diagnostics};

use super::format::{Allowed, Field, Format, Kind, Level, Output, Question, Sum, Term, Times};
use super::phrases::{allowed, output, question};
use super::piece::{Piece, Read, lines, unquoted};
use super::template::Template;

/// A partially parsed format.
pub(super) struct Parsing<'t> {
    title: Option<String>,
    from: String,
    about: Vec<&'t str>,
    game: Option<String>,
    levels: Vec<Level>,
    /// The names of the fields with level, index and `alone`, in the order of the input.
    names: Vec<(Piece<'t>, usize, usize, bool)>,
    kinds: Vec<Option<(Kind, String)>>,
    sums: Vec<Sum>,
    sets: Vec<(String, Template)>,
    position: Option<Template>,
    output: Option<Output>,
    question: Option<Question>,
    allowed: Allowed,
}

/// The list of statements, for error messages.
const STATEMENTS: &str = "a statement is contest, game, input, at most, set, position, output, answer, limits, or FIELD: DESCRIPTION";

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
    let mut errors = Vec::new();
    let format = parsing.all(text, &mut errors);
    match format {
        Some(format) if errors.is_empty() => Ok(format),
        _ => Err(Diagnostics {
            origin: origin.to_string(),
            source: text.to_string(),
            errors,
        }),
    }
}

impl<'t> Parsing<'t> {
    fn all(&mut self, text: &'t str, errors: &mut Vec<Diagnostic>) -> Option<Format> {
        let lines = lines(text);
        // The input declares the fields, so it is parsed first.
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
                    errors.push(line.fault("the input is described twice", "keep one of them"));
                } else if let Err(fault) = self.input(line, &body) {
                    errors.push(fault);
                }
            } else {
                rest.push(line);
            }
        }
        self.kinds = vec![None; self.names.len()];
        for line in rest {
            if line.text.starts_with([' ', '\t']) {
                let help = "only lines of the input are indented";
                errors.push(
                    line.trim()
                        .fault("an indented line outside the input", help),
                );
            } else if let Err(fault) = self.statement(line.trim()) {
                errors.push(fault);
            }
        }
        self.finish(text, errors)
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
        // The lines of a block are indented more than its heading.
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

    pub(super) fn field(&self, name: &str) -> Option<usize> {
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
                return Err(rest.fault("no `=`", "write set PARAMETER = {FIELD}"));
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
                format!("the input has no field `{}`", name.text),
                format!("name it in a line of the input; {STATEMENTS}"),
            ));
        };
        if self.kinds[field].is_some() {
            return Err(name.fault("described twice", "keep one of them"));
        }
        let mut parts = described.parts(',').into_iter();
        let Some(kind) = parts.next() else {
            return Err(described.fault(
                "the description is missing",
                "write a description, such as: number 0..9",
            ));
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

    fn finish(&mut self, text: &str, errors: &mut Vec<Diagnostic>) -> Option<Format> {
        let end = text.trim_end().len();
        let mut missing = |is_missing: bool, what: &str, help: &str| {
            if is_missing && errors.is_empty() {
                errors.push(Diagnostic::new(end..end, what).help(help));
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
            "the question is missing",
            "write answer winner: first WORD, second WORD",
        );
        let mut fields = Vec::new();
        for (at, (name, level, place, alone)) in self.names.iter().enumerate() {
            let Some((kind, what)) = self.kinds.get(at).cloned().flatten() else {
                let help = format!("write {}: number 1..1000, say", name.text);
                errors.push(name.fault("what this field is, is not said", help));
                continue;
            };
            let whole_line = matches!(kind, Kind::Rows { .. } | Kind::Position);
            if whole_line && !alone {
                errors.push(name.fault("it takes complete lines", "give it a separate line"));
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
        if !errors.is_empty() {
            return None;
        }
        self.check_order(&fields, errors);
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

    /// Checks that bounds read only earlier fields, and that counts are numbers that fit a machine
    /// word.
    fn check_order(&self, fields: &[Field], errors: &mut Vec<Diagnostic>) {
        for (at, field) in fields.iter().enumerate() {
            let name = self.names[at].0;
            for (_, term) in field.kind.bounds().flat_map(|bound| &bound.terms) {
                let read = &fields[term.field()];
                if term.field() >= at {
                    let message = format!(
                        "a bound of {} reads {}, which comes later",
                        name.text, read.name
                    );
                    errors.push(name.fault(message, "put it before"));
                } else if matches!(term, Term::Value(_)) && !matches!(read.kind, Kind::Number(..)) {
                    let message = format!(
                        "a bound of {} reads {}, which isn't a number",
                        name.text, read.name
                    );
                    errors.push(name.fault(message, format!("write length({})", read.name)));
                }
            }
        }
        for level in &self.levels {
            if let Times::Counted(counter) = level.times
                && !matches!(fields[counter].kind, Kind::Number(..))
            {
                let name = self.names[counter].0;
                errors.push(name.fault("it counts and isn't a number", "make it a number"));
            }
        }
    }
}

fn once<T>(place: &mut Option<T>, value: T, line: Piece<'_>) -> Read<()> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(line.fault("said twice", "keep one of them")),
    }
}
