//! Values of fields, and the cases that they make.

use std::borrow::Cow;

use super::format::{Format, Term};

/// The value of a field; texts and rows may borrow from the input, so that reading copies nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A number.
    Number(u64),
    /// A text; a number too large for a word, as its digits; a position.
    Text(Cow<'a, [u8]>),
    /// Numbers.
    Numbers(Vec<u64>),
    /// Rows.
    Rows(Vec<Cow<'a, [u8]>>),
}

/// One case of a level: the values of its fields, and the cases within.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case<'a> {
    /// The line where it begins, counted from 1; 0 where it was not read from a text.
    pub line: usize,
    /// The values, in the order of the level's lines.
    pub values: Vec<Value<'a>>,
    /// The cases of the next level.
    pub inner: Vec<Case<'a>>,
}

/// Adds a number's digits. They are many small ones where questions are looked up by their values,
/// and the library's way takes several times as long for these.
fn decimal(number: u64, out: &mut String) {
    if number >= 10 {
        decimal(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// Adds a text, with the sign for what is no character in its place.
fn symbols(text: &[u8], out: &mut String) {
    match std::str::from_utf8(text) {
        Ok(text) => out.push_str(text),
        Err(_) => out.push_str(&String::from_utf8_lossy(text)),
    }
}

impl Value<'_> {
    /// How a template has it: numbers with commas between, rows with `/` between.
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

    /// Its value as a bound reads it: a number, cut off at the end of a word; the largest word for
    /// whatever is no number.
    pub fn number(&self) -> i64 {
        match self {
            Self::Number(number) => i64::try_from(*number).unwrap_or(i64::MAX),
            _ => i64::MAX,
        }
    }

    /// How long it is: symbols, numbers or rows.
    pub fn length(&self) -> i64 {
        let length = match self {
            Self::Number(_) => 1,
            Self::Text(text) => text.len(),
            Self::Numbers(numbers) => numbers.len(),
            Self::Rows(rows) => rows.len(),
        };
        i64::try_from(length).unwrap_or(i64::MAX)
    }

    /// The same value, owned: it outlives the input, at the cost of a copy.
    pub fn into_owned(self) -> Value<'static> {
        let own = |text: Cow<'_, [u8]>| Cow::Owned(text.into_owned());
        match self {
            Self::Number(number) => Value::Number(number),
            Self::Text(text) => Value::Text(own(text)),
            Self::Numbers(numbers) => Value::Numbers(numbers),
            Self::Rows(rows) => Value::Rows(rows.into_iter().map(own).collect()),
        }
    }

    /// What a bound reads of it.
    pub fn term(&self, term: Term) -> i64 {
        match term {
            Term::Value(_) => self.number(),
            Term::Length(_) => self.length(),
        }
    }
}

impl Format {
    /// The value of a field for a question: its case, after the cases that it lies in.
    ///
    /// `chain` has a case a level, the whole input first, as [`Format::each_question`] hands it
    /// out; `field` is an index of [`Format::fields`]. `None` where the chain is too short.
    pub fn value<'v, 'a>(&self, chain: &[&'v Case<'a>], field: usize) -> Option<&'v Value<'a>> {
        let field = &self.fields[field];
        chain.get(field.level)?.values.get(field.place)
    }

    /// The text of the position that a question asks about; `None` where it is the rules' start.
    pub fn position_text(&self, chain: &[&Case<'_>]) -> Option<String> {
        let mut text = String::new();
        let template = self.position.as_ref()?;
        template.fill(&|field| self.value(chain, field), &mut text);
        Some(text)
    }

    /// The numbers that [`Format::position_text`] has with commas between, and nothing else;
    /// whether it is so. For many small questions: nothing is written and read again.
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

    /// The texts of the parameters' values for a question, by their names, in the order of the
    /// file.
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

    /// The same texts one after the other, each with a line's end behind it: for who looks
    /// questions up by their values. What `out` held is gone.
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

    /// How many cases of a question's chain, outermost first, say what the parameters' values are:
    /// questions that share these ask about one game, which is made once.
    ///
    /// ```
    /// let by = |name| {
    ///     whowins::contest::of_name(name)
    ///         .expect("it is shipped")
    ///         .map(|format| format.set_by())
    /// };
    /// // The borders stand with the test, and all of its queries share them; Cow Checkers has one game.
    /// assert_eq!((by("tabgame")?, by("cowcheck")?), (2, 0));
    /// # Ok::<(), whowins::rules::Diagnostics>(())
    /// ```
    pub fn set_by(&self) -> usize {
        let fields = self.sets.iter().flat_map(|(_, template)| template.fields());
        let levels = fields.map(|field| self.fields[field].level + 1);
        levels.max().unwrap_or(0)
    }

    /// Hands out the questions of an input, each with the cases that it lies in, in the order of
    /// the input.
    ///
    /// ```
    /// let cowcheck = whowins::contest::of_name("cowcheck").expect("it is shipped")?;
    /// let input = cowcheck.read(b"8 8\n2\n1 2\n4 7\n")?;
    /// let mut asked = Vec::new();
    /// cowcheck.each_question(&input, &mut |chain| {
    ///     asked.extend(cowcheck.position_text(chain));
    ///     Ok::<(), std::convert::Infallible>(())
    /// })?;
    /// assert_eq!(asked, ["1,2", "4,7"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first that `each` gives.
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
