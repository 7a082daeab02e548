//! Reader of inputs: returns the cases of the complete input or the first error.

use std::borrow::Cow;
use std::fmt;

use super::ContestError;
use super::format::{Format, Kind, MOST_DIGITS, Term, Times};
use super::reader::{Quoted, Scanner, first_character, number_fault};
use super::value::{Case, Value};
use super::wording::{Shape, Symbols, Trail, What};

impl Format {
    /// Parses an input. Texts borrow from it.
    ///
    /// The result is the outermost case, the complete input. The cases of the next level are its
    /// [`Case::inner`], and so on. Bounds, sums and symbols are checked. Positions aren't checked
    /// against the rules of the game.
    ///
    /// Complexity: `O(bytes)`. Numbers take at most eight bytes each.
    ///
    /// ```
    /// use whowins::contest::Value;
    ///
    /// let cowcheck = whowins::contest::of_name("cowcheck").expect("it is shipped")?;
    /// let input = cowcheck.read(b"8 8\r\n1\r\n4 7\r\n")?;
    /// assert_eq!(input.values[..2], [Value::Number(8), Value::Number(8)]);
    /// assert_eq!(
    ///     (input.inner[0].line, &input.inner[0].values[..]),
    ///     (3, &[Value::Number(4), Value::Number(7)][..])
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error: the text that was found, the expected field, and a fix.
    pub fn read<'a>(&self, input: &'a [u8]) -> Result<Case<'a>, ContestError> {
        let mut reading = Reading {
            format: self,
            scanner: Scanner::new(input),
            line: Lines { at: 0, number: 1 },
            known: vec![[0; 2]; self.fields.len()],
            trail: Vec::new(),
            sums: vec![0; self.sums.len()],
        };
        let input = reading.case(0)?;
        reading.end(&input)?;
        Ok(input)
    }
}

/// Incremental count of the lines up to the current offset.
struct Lines {
    at: usize,
    number: usize,
}

struct Reading<'f, 'a> {
    format: &'f Format,
    scanner: Scanner<'a>,
    line: Lines,
    /// The last value and length of each field.
    known: Vec<[i64; 2]>,
    /// The number of the current case at each level below the outermost, from 1.
    trail: Vec<u64>,
    sums: Vec<u64>,
}

impl<'f, 'a> Reading<'f, 'a> {
    fn what<'r>(&'r self, field: usize) -> What<'r> {
        What {
            field,
            trail: Trail {
                format: self.format,
                trail: &self.trail,
            },
        }
    }

    fn look(&self) -> impl Fn(Term) -> i64 {
        |term| match term {
            Term::Value(field) => self.known[field][0],
            Term::Length(field) => self.known[field][1],
        }
    }

    /// Returns the number of the current line.
    fn line_number(&mut self) -> usize {
        let at = self.scanner.offset();
        self.line.number += self.scanner.line_ends(self.line.at, at);
        self.line.at = at;
        self.line.number
    }

    fn case(&mut self, level: usize) -> Result<Case<'a>, ContestError> {
        let format = self.format;
        let start = self.scanner.offset();
        let mut case = Case::default();
        for (at, line) in format.levels[level].lines.iter().enumerate() {
            self.begin_line(level, at)?;
            if at == 0 {
                case.line = self.line_number();
            }
            for field in line {
                let value = self.value(*field)?;
                self.known[*field] = [value.number(), value.length()];
                case.values.push(value);
            }
            self.end_line(level, line)?;
        }
        self.add_up(level, start)?;
        if let Some(next) = format.levels.get(level + 1) {
            let count = match next.times {
                Times::Counted(field) => self.known[field][0].unsigned_abs(),
                Times::Once | Times::ToTheEnd => u64::MAX,
            };
            let mut number = 0;
            while number < count
                && (next.times != Times::ToTheEnd || number == 0 || !self.scanner.is_at_end())
            {
                number += 1;
                self.trail.push(number);
                if self.scanner.is_at_end() && !self.may_be_blank(level + 1, 0) {
                    return Err(self.no_case(level + 1, count));
                }
                let inner = self.case(level + 1)?;
                case.inner.push(inner);
                self.trail.pop();
            }
        }
        Ok(case)
    }

    /// Returns true if a line may be blank, because it contains only a list of numbers without a
    /// count.
    fn may_be_blank(&self, level: usize, line: usize) -> bool {
        let fields = self.format.levels[level].lines.get(line);
        fields.is_some_and(|fields| {
            let may =
                |field: &usize| matches!(self.format.fields[*field].kind, Kind::Numbers(None, ..));
            fields.iter().all(may)
        })
    }

    fn begin_line(&mut self, level: usize, line: usize) -> Result<(), ContestError> {
        let first = self.format.levels[level].lines[line][0];
        if matches!(self.format.fields[first].kind, Kind::Rows { .. }) {
            return Ok(());
        }
        if !self.format.to_the_end() {
            self.scanner.skip_blank_lines();
            return Ok(());
        }
        if self.may_be_blank(level, line) {
            if self.scanner.is_exhausted() {
                let help = "write it, even where it is blank";
                let what = format!("the line of {}", self.what(first));
                return Err(self.scanner.missing(what, help));
            }
            return Ok(());
        }
        let at = self.scanner.offset();
        if self.scanner.is_at_line_end() && !self.scanner.is_at_end() {
            let message = format!("a blank line where {} belongs", self.what(first));
            let help = format!("remove it; {}", Shape(self.format, level));
            return Err(self.scanner.error_at(at, message, help));
        }
        self.scanner.go_to(at);
        Ok(())
    }

    fn end_line(&mut self, level: usize, line: &[usize]) -> Result<(), ContestError> {
        let Some(last) = line.last().copied() else {
            return Ok(());
        };
        if self.takes_line(last) {
            return Ok(());
        }
        let scanner = &mut self.scanner.clone();
        let ended = scanner.end_line(
            format_args!("{}", self.what(last)),
            format_args!("{}", Shape(self.format, level)),
        );
        self.scanner = scanner.clone();
        ended
    }

    /// Returns true if reading a field also consumes the end of its line.
    fn takes_line(&self, field: usize) -> bool {
        let field = &self.format.fields[field];
        match field.kind {
            Kind::Rows { .. } | Kind::Position => true,
            Kind::Text(..) => field.alone,
            Kind::Number(..) | Kind::Numbers(..) => false,
        }
    }

    fn value(&mut self, field: usize) -> Result<Value<'a>, ContestError> {
        // Working on a copy avoids a mutable borrow of `self` while errors are built from it.
        let mut scanner = self.scanner.clone();
        let value = self.value_by(&mut scanner, field);
        self.scanner = scanner;
        value
    }

    fn value_by(&self, scanner: &mut Scanner<'a>, field: usize) -> Result<Value<'a>, ContestError> {
        let look = self.look();
        let what = self.what(field);
        match &self.format.fields[field].kind {
            Kind::Number(least, Some(most)) => {
                let range = least.natural(&look)..=most.natural(&look);
                scanner
                    .number(format_args!("{what}"), range)
                    .map(Value::Number)
            }
            Kind::Number(least, None) => large_number(scanner, &what, least.natural(&look)),
            Kind::Numbers(count, least, most) => {
                let range = least.natural(&look)..=most.natural(&look);
                let mut numbers = Vec::new();
                match count.as_ref().map(|count| count.natural(&look)) {
                    Some(count) => {
                        for at in 1..=count {
                            let what = format_args!("number {at} of {count} of {what}");
                            numbers.push(scanner.number(what, range.clone())?);
                        }
                    }
                    None => {
                        while !scanner.is_at_line_end() {
                            let what = format_args!("one of {what}");
                            numbers.push(scanner.number(what, range.clone())?);
                        }
                    }
                }
                Ok(Value::Numbers(numbers))
            }
            Kind::Text(symbols, least, most) => {
                let most = most.as_ref().map(|most| most.natural(&look));
                let help = Symbols {
                    symbols,
                    least: least.natural(&look),
                    most,
                };
                let text = match self.format.fields[field].alone {
                    true => {
                        let line = scanner.line(format_args!("{what}"), format_args!("{help}"))?;
                        check(scanner, line.text, line.at, &what, "character", &help)?;
                        line.text
                    }
                    false => {
                        scanner.is_at_line_end();
                        let at = scanner.offset();
                        let word = scanner.word(format_args!("{what}"), format_args!("{help}"))?;
                        check(scanner, word, at, &what, "character", &help)?;
                        word
                    }
                };
                Ok(Value::Text(Cow::Borrowed(text)))
            }
            Kind::Rows {
                count,
                symbols,
                length,
                once,
                ..
            } => {
                let (count, length) = (count.natural(&look), length.natural(&look));
                let help = Symbols {
                    symbols,
                    least: length,
                    most: Some(length),
                };
                let at = scanner.offset();
                let mut rows = Vec::new();
                for row in 1..=count {
                    let what = format_args!("row {row} of {count} of {what}");
                    if scanner.is_at_end() {
                        return Err(scanner.missing(what, &help));
                    }
                    let line = scanner.line(what, format_args!("{help}"))?;
                    check(scanner, line.text, line.at, &what, "character", &help)?;
                    for symbol in once {
                        let places = line.text.iter().filter(|cell| *cell == symbol).count();
                        let before = rows.iter().flat_map(|row: &Cow<'_, [u8]>| row.iter());
                        if places > 0 && (places > 1 || before.clone().any(|cell| cell == symbol)) {
                            let column = line.text.iter().rposition(|cell| cell == symbol);
                            return Err(scanner.error_at(
                                line.at + column.unwrap_or(0),
                                format_args!(
                                    "a second {} in {}",
                                    char::from(*symbol),
                                    self.what(field)
                                ),
                                "keep one of them",
                            ));
                        }
                    }
                    rows.push(Cow::Borrowed(line.text));
                }
                let missing = once
                    .iter()
                    .find(|symbol| !rows.iter().any(|row| row.contains(symbol)));
                if let Some(symbol) = missing {
                    let letter = char::from(*symbol);
                    return Err(scanner.error_at(
                        at,
                        format_args!("{what} has no {letter}"),
                        format_args!("write {letter} once"),
                    ));
                }
                Ok(Value::Rows(rows))
            }
            Kind::Position => {
                let help = "write a position as the game has it";
                let line = scanner.line(format_args!("{what}"), format_args!("{help}"))?;
                Ok(Value::Text(Cow::Borrowed(line.text)))
            }
        }
    }

    /// Adds the current case to the sums.
    fn add_up(&mut self, level: usize, start: usize) -> Result<(), ContestError> {
        for at in 0..self.sums.len() {
            let sum = &self.format.sums[at];
            if self.format.fields[sum.of.field()].level != level {
                continue;
            }
            let more = u64::try_from(self.look()(sum.of)).unwrap_or(0);
            self.sums[at] = self.sums[at].saturating_add(more);
            if self.sums[at] > sum.most {
                let name = &self.format.levels[level].name;
                let number = self.trail.last().copied().unwrap_or(1);
                let (total, most) = (self.sums[at], sum.most);
                let field = &self.format.fields[sum.of.field()].name;
                let of = match sum.of {
                    Term::Value(_) => field.clone(),
                    Term::Length(_) => format!("length({field})"),
                };
                let mut scanner = self.scanner.clone();
                scanner.go_to(start);
                scanner.skip_blank_lines();
                return Err(scanner.error_at(
                    scanner.offset(),
                    format_args!(
                        "with {name} {number} the sum of {of} is {total}, more than {most}"
                    ),
                    format_args!("put this {name} and those after it into a second input"),
                ));
            }
        }
        Ok(())
    }

    /// Returns the error for an input that ends before a case.
    fn no_case(&self, level: usize, count: u64) -> ContestError {
        let format = self.format;
        let name = &format.levels[level].name;
        let number = self.trail.last().copied().unwrap_or(1);
        let outer = Trail {
            format,
            trail: &self.trail[..self.trail.len().saturating_sub(1)],
        };
        let shape = Shape(format, level);
        match format.counter(level - 1) {
            Some(counter) => {
                let what = format!("{name} {number} of {count}{outer}");
                let help = format!(
                    "{shape}; write it, or lower {}",
                    format.fields[counter].what
                );
                self.scanner.missing(what, help)
            }
            None => self
                .scanner
                .missing(format!("{name} {number}{outer}"), shape),
        }
    }

    /// Checks that only blank lines are left.
    fn end(&mut self, input: &Case<'_>) -> Result<(), ContestError> {
        let format = self.format;
        let mut help = String::from("remove it");
        for level in 0..format.levels.len() {
            if let Some(counter) = format.counter(level) {
                help += ", or raise ";
                help += &format.fields[counter].what;
                if level == 0 {
                    help += &format!(" from {}", input.inner.len());
                }
            }
        }
        let after = match format.levels.get(1) {
            Some(level) => format!("the last {}", level.name),
            None => "the input".into(),
        };
        self.scanner
            .end_input(format_args!("{after}"), format_args!("{help}"))
    }
}

/// Reads a number of any length.
fn large_number<'a>(
    scanner: &mut Scanner<'a>,
    what: &What<'_>,
    least: u64,
) -> Result<Value<'a>, ContestError> {
    let help = match least {
        0 => format!("write a whole number of at most {MOST_DIGITS} digits"),
        _ => format!("write a whole number from {least} on"),
    };
    scanner.is_at_line_end();
    let at = scanner.offset();
    let word = scanner.word(format_args!("{what}"), format_args!("{help}"))?;
    if word.is_empty() || !word.iter().all(u8::is_ascii_digit) {
        return Err(scanner.error_at(at, number_fault(word, what), help));
    }
    if word.len() > MOST_DIGITS {
        let message = format!("{what} has {} digits: {}", word.len(), Quoted(word));
        return Err(scanner.error_at(at, message, help));
    }
    let small = std::str::from_utf8(word)
        .ok()
        .and_then(|digits| digits.parse::<u64>().ok());
    match small {
        Some(number) if number < least => Err(scanner.error_at(at, number_fault(word, what), help)),
        Some(number) => Ok(Value::Number(number)),
        None => Ok(Value::Text(Cow::Borrowed(word))),
    }
}

/// Checks the symbols and the length of a text.
fn check(
    scanner: &Scanner<'_>,
    text: &[u8],
    at: usize,
    what: &dyn fmt::Display,
    unit: &str,
    wanted: &Symbols<'_>,
) -> Result<(), ContestError> {
    let mut known = [false; 256];
    for symbol in wanted.symbols {
        known[usize::from(*symbol)] = true;
    }
    if let Some(wrong) = text.iter().position(|cell| !known[usize::from(*cell)]) {
        let found = Quoted(first_character(&text[wrong..]));
        let message = format!("{found} where {unit} {} of {what} belongs", wrong + 1);
        return Err(scanner.error_at(at + wrong, message, wanted));
    }
    let length = text.len() as u64;
    if length < wanted.least || wanted.most.is_some_and(|most| length > most) {
        let message = format!("{what} has the length {length}");
        return Err(scanner.error_at(at, message, wanted));
    }
    Ok(())
}
