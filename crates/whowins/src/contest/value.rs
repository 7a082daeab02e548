//! Field values and cases.

use std::borrow::Cow;

use super::format::{Format, Term};

/// The value of a field. Texts and rows can borrow from the input, so that parsing doesn't copy
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A number that fits a machine word.
    Number(u64),
    /// A text, a position, or the digits of a larger number.
    Text(Cow<'a, [u8]>),
    /// A list of numbers.
    Numbers(Vec<u64>),
    /// Rows of symbols.
    Rows(Vec<Cow<'a, [u8]>>),
}

/// One case of a level: the values of its fields and the inner cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case<'a> {
    /// The first line of the case, from 1. It is 0 if the case was not read from a text.
    pub line: usize,
    /// The values, in the order of the lines of the level.
    pub values: Vec<Value<'a>>,
    /// The cases of the next level.
    pub inner: Vec<Case<'a>>,
}

/// Appends the digits of a number. Most numbers are small, and for these the standard formatter is
/// several times slower.
fn decimal(number: u64, out: &mut String) {
    if number >= 10 {
        decimal(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// Appends a text, with the replacement character for invalid UTF-8.
fn symbols(text: &[u8], out: &mut String) {
    match std::str::from_utf8(text) {
        Ok(text) => out.push_str(text),
        Err(_) => out.push_str(&String::from_utf8_lossy(text)),
    }
}

impl Value<'_> {
    /// Appends the value as a template shows it: commas between numbers, and `/` between rows.
    ///
    /// ```
    /// let mut text = String::new();
    /// whowins::contest::Value::Numbers(vec![1, 2, 5]).show(&mut text);
    /// assert_eq!(text, "1,2,5");
    /// ```
    pub fn show(&self, out: &mut String) {
        match self {
            Self::Number(number) => decimal(*number, out),
            Self::Text(text) => symbols(text, out),
            Self::Numbers(numbers) => {
                for (at, number) in numbers.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    decimal(*number, out);
                }
            }
            Self::Rows(rows) => {
                for (at, row) in rows.iter().enumerate() {
                    out.push_str(if at > 0 { "/" } else { "" });
                    symbols(row, out);
                }
            }
        }
    }

    /// Returns the number for bounds, saturated at `i64::MAX`. Other kinds of values also give
    /// `i64::MAX`.
    pub fn number(&self) -> i64 {
        match self {
            Self::Number(number) => i64::try_from(*number).unwrap_or(i64::MAX),
            _ => i64::MAX,
        }
    }

    /// Returns the number of symbols, numbers or rows.
    pub fn length(&self) -> i64 {
        let length = match self {
            Self::Number(_) => 1,
            Self::Text(text) => text.len(),
            Self::Numbers(numbers) => numbers.len(),
            Self::Rows(rows) => rows.len(),
        };
        i64::try_from(length).unwrap_or(i64::MAX)
    }

    /// Returns a copy that doesn't borrow from the input.
    pub fn into_owned(self) -> Value<'static> {
        let own = |text: Cow<'_, [u8]>| Cow::Owned(text.into_owned());
        match self {
            Self::Number(number) => Value::Number(number),
            Self::Text(text) => Value::Text(own(text)),
            Self::Numbers(numbers) => Value::Numbers(numbers),
            Self::Rows(rows) => Value::Rows(rows.into_iter().map(own).collect()),
        }
    }

    /// Returns the property of the value that a bound reads.
    pub fn term(&self, term: Term) -> i64 {
        match term {
            Term::Value(_) => self.number(),
            Term::Length(_) => self.length(),
        }
    }
}

impl Format {
    /// Returns the value of a field for a query.
    ///
    /// `chain` has one case for each level, outermost first, as [`Format::each_question`] passes
    /// it. `field` is an index of [`Format::fields`]. Returns `None` if the chain is too short.
    pub fn value<'v, 'a>(&self, chain: &[&'v Case<'a>], field: usize) -> Option<&'v Value<'a>> {
        let field = &self.fields[field];
        chain.get(field.level)?.values.get(field.place)
    }

    /// Returns the text of the position of a query, or `None` for the start position of the rules.
    pub fn position_text(&self, chain: &[&Case<'_>]) -> Option<String> {
        let mut text = String::new();
        let template = self.position.as_ref()?;
        template.fill(&|field| self.value(chain, field), &mut text);
        Some(text)
    }

    /// Appends the numbers of the position if [`Format::position_text`] would print only numbers
    /// and commas.
    ///
    /// Returns false otherwise. This avoids formatting and parsing if there are many small queries.
    ///
    /// ```
    /// let cowcheck = whowins::contest::of_name("cowcheck").expect("it is shipped")?;
    /// let input = cowcheck.read(b"8 8\n1\n3 5\n")?;
    /// let mut numbers = Vec::new();
    /// assert!(cowcheck.position_numbers(&[&input, &input.inner[0]], &mut numbers));
    /// assert_eq!(numbers, [3, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position_numbers(&self, chain: &[&Case<'_>], out: &mut Vec<i64>) -> bool {
        let template = self.position.as_ref();
        template.is_some_and(|template| template.numbers(&|field| self.value(chain, field), out))
    }

    /// Returns the names and texts of the parameters of a query, in the order of the file.
    ///
    /// ```
    /// let gam = whowins::contest::of_name("gam").expect("it is shipped")?;
    /// let input = gam.read(b"1\n2\nA.\n.B\n")?;
    /// assert_eq!(gam.set_texts(&[&input, &input.inner[0]]), [("map", "A./.B".to_string())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_texts(&self, chain: &[&Case<'_>]) -> Vec<(&str, String)> {
        let filled = |template: &super::Template| {
            let mut text = String::new();
            template.fill(&|field| self.value(chain, field), &mut text);
            text
        };
        let sets = self.sets.iter();
        sets.map(|(name, template)| (name.as_str(), filled(template)))
            .collect()
    }

    /// Replaces `out` by the parameter texts of a query, one per line, as a lookup key.
    ///
    /// ```
    /// let tables = whowins::contest::of_name("tabgame").expect("it is shipped")?;
    /// let input = tables.read(b"1\n01\n110\n1\n1 1\n")?;
    /// let mut key = String::new();
    /// tables.put_sets(&[&input, &input.inner[0]], &mut key);
    /// assert_eq!(key, "01\n110\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn put_sets(&self, chain: &[&Case<'_>], out: &mut String) {
        out.clear();
        for (_, template) in &self.sets {
            template.fill(&|field| self.value(chain, field), out);
            out.push('\n');
        }
    }

    /// Returns the number of leading cases of a chain that determine the parameters.
    ///
    /// Queries that share these cases are about the same game, which needs to be built only once.
    ///
    /// ```
    /// let by = |name| {
    ///     whowins::contest::of_name(name)
    ///         .expect("it is shipped")
    ///         .map(|format| format.set_by())
    /// };
    /// // All queries of a test share its borders. Cow Checkers has one game.
    /// assert_eq!((by("tabgame")?, by("cowcheck")?), (2, 0));
    /// # Ok::<(), whowins::rules::Diagnostics>(())
    /// ```
    pub fn set_by(&self) -> usize {
        let fields = self.sets.iter().flat_map(|(_, template)| template.fields());
        let levels = fields.map(|field| self.fields[field].level + 1);
        levels.max().unwrap_or(0)
    }

    /// Calls `each` for every query of an input, in order, with the chain of cases that contains
    /// it.
    ///
    /// ```
    /// let cowcheck = whowins::contest::of_name("cowcheck").expect("it is shipped")?;
    /// let input = cowcheck.read(b"8 8\n2\n1 2\n4 7\n")?;
    /// let mut results = Vec::new();
    /// cowcheck.each_question(&input, &mut |chain| {
    ///     results.extend(cowcheck.position_text(chain));
    ///     Ok::<(), std::convert::Infallible>(())
    /// })?;
    /// assert_eq!(results, ["1,2", "4,7"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error of `each`.
    pub fn each_question<'v, 'a, E>(
        &self,
        input: &'v Case<'a>,
        each: &mut dyn FnMut(&[&'v Case<'a>]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut chain = vec![input];
        self.within(&mut chain, each)
    }

    fn within<'v, 'a, E>(
        &self,
        chain: &mut Vec<&'v Case<'a>>,
        each: &mut dyn FnMut(&[&'v Case<'a>]) -> Result<(), E>,
    ) -> Result<(), E> {
        if chain.len() == self.levels.len() {
            return each(chain);
        }
        let inner: &'v [Case<'a>] = match chain.last() {
            Some(last) => &last.inner,
            None => &[],
        };
        for case in inner {
            chain.push(case);
            let done = self.within(chain, each);
            chain.pop();
            done?;
        }
        Ok(())
    }
}
