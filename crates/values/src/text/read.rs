//! Recursive-descent parser of the notation of the literature.
//!
//! It works on characters, because adjacency matters: `2*3` is 2 + *3, and `2 * 3` is 6.

use std::ops::Range;

use super::definitions::{is_name, place_of_where, split_definitions};
use super::reader::{Read, Reader};
use super::syntax::{CONSTANTS, Expression, Fault, Function, Kind, LOOPY, Question, Relation};
use crate::dyadic::Dyadic;

/// Maximum nesting depth of braces and parentheses.
const NESTED: usize = 200;

/// Parses an expression or a comparison with its definitions, such as `{a|0} + a where a = {1|*}`.
///
/// # Errors
/// Returns the first error, with its place and a fix.
pub fn read(text: &str) -> Read<Question> {
    let (body, definitions) = match place_of_where(text) {
        None => (text, Vec::new()),
        Some(at) => (&text[..at], split_definitions(text, at + "where".len())?),
    };
    let mut names = Vec::new();
    let mut read = Vec::new();
    for (name, span) in definitions {
        let mut reader = Reader {
            text: &text[..span.end],
            at: span.start,
            nested: 0,
            names: names.clone(),
        };
        read.push(reader.all(Reader::expression)?);
        names.push(name);
    }
    let mut reader = Reader {
        text: body,
        at: 0,
        nested: 0,
        names,
    };
    let (value, claim) = reader.all(|reader| {
        let value = reader.expression()?;
        let claim = match reader.relation() {
            None => None,
            Some(relation) => Some((relation, reader.expression()?)),
        };
        Ok((value, claim))
    })?;
    Ok(Question {
        definitions: read,
        value,
        claim,
    })
}

impl<'a> Reader<'a> {
    fn relation(&mut self) -> Option<Relation> {
        self.skip();
        let mut all = Relation::ALL.into_iter();
        all.find(|(sign, _)| self.takes(sign)).map(|found| found.1)
    }

    /// Parses terms separated by + and -.
    fn expression(&mut self) -> Read<Expression> {
        let first = self.product()?;
        let start = first.span.start;
        let mut terms = vec![(true, first)];
        loop {
            self.skip();
            let is_added = match self.peek() {
                Some('+') => true,
                Some('-' | '−') => false,
                _ => break,
            };
            self.at += self.peek().map_or(0, char::len_utf8);
            terms.push((is_added, self.product()?));
        }
        let span = start..terms.last().map_or(start, |last| last.1.span.end);
        let kind = match terms.len() {
            1 => terms.remove(0).1.kind,
            _ => Kind::Sum(terms),
        };
        Ok(Expression { kind, span })
    }

    /// Parses factors separated by * and :.
    fn product(&mut self) -> Read<Expression> {
        let mut product = self.signed()?;
        loop {
            let before = self.at;
            self.skip();
            let spaced = before < self.at;
            let kind: fn(_, _) -> Kind = match self.peek() {
                Some(':') => Kind::Ordinal,
                Some('*' | '×' | '·') => {
                    let sign = self.at;
                    let next = self.text[sign..].chars().nth(1);
                    // `2 *3` is ambiguous.
                    if spaced && next.is_some_and(|next| !next.is_whitespace()) {
                        let span = sign..self.text.len().min(sign + 2);
                        return Err(Fault::new(
                            span,
                            "this may be a product or a star",
                            "write `+ *3` to add a star, and spaces on both sides of the * of a product",
                        ));
                    }
                    Kind::Multiple
                }
                _ => {
                    self.at = before;
                    return Ok(product);
                }
            };
            self.at += self.peek().map_or(0, char::len_utf8);
            let factor = self.signed()?;
            // The depth of a chain of products is its length.
            self.deepen()?;
            let span = product.span.start..factor.span.end;
            product = Expression {
                kind: kind(Box::new(product), Box::new(factor)),
                span,
            };
        }
    }

    fn deepen(&mut self) -> Read<()> {
        self.nested += 1;
        match self.nested > NESTED {
            true => self.fault(
                format!("brackets and signs are nested more than {NESTED} deep"),
                "name inner forms, such as `{a|0} where a = {1|0}`",
            ),
            false => Ok(()),
        }
    }

    /// Parses a value with a prefix operator: `-`, `+-`, `+_`, `-_`.
    fn signed(&mut self) -> Read<Expression> {
        self.skip();
        let start = self.at;
        self.deepen()?;
        let kind = if self.takes_any(&["+-", "±"]) {
            Kind::PlusMinus(self.plus_minus()?)
        } else if self.takes_any(&["+_", "⧾"]) {
            Kind::Call(Function::Tiny, vec![self.subscript()?])
        } else if self.takes_any(&["-_", "⧿"]) {
            Kind::Call(Function::Miny, vec![self.subscript()?])
        } else if self.rest().starts_with(['-', '−']) {
            self.at += self.peek().map_or(0, char::len_utf8);
            match self.peek() {
                // The sign belongs to the number: `-1^` is −1 + ↑.
                Some(digit) if digit.is_ascii_digit() => self.up_star(true)?,
                _ => Kind::Negative(Box::new(self.signed()?)),
            }
        } else {
            self.operand()?
        };
        self.nested -= 1;
        let span = start..self.at;
        Ok(Expression { kind, span })
    }

    /// Parses the options after ±: one value, or several in parentheses.
    fn plus_minus(&mut self) -> Read<Vec<Expression>> {
        self.skip();
        match self.takes("(") {
            true => self.list(")"),
            false => Ok(vec![self.atom()?]),
        }
    }

    /// Parses the subscript of ⧾ or ⧿.
    fn subscript(&mut self) -> Read<Expression> {
        self.skip();
        self.atom()
    }

    /// Parses an operand.
    fn atom(&mut self) -> Read<Expression> {
        let start = self.at;
        let kind = match self.peek() {
            Some(digit) if digit.is_ascii_digit() => {
                let number = self.number(false)?;
                Kind::UpStar(number, 0, 0)
            }
            _ => self.operand()?,
        };
        let span = start..self.at;
        Ok(Expression { kind, span })
    }

    fn operand(&mut self) -> Read<Kind> {
        match self.peek() {
            Some('{') => self.braces(),
            Some('(') => {
                self.at += 1;
                let inner = self.expression()?;
                self.close(")")?;
                Ok(inner.kind)
            }
            Some(sign) if sign.is_ascii_digit() || "^*v↑↓∗⋆".contains(sign) => {
                match self.is_word() {
                    true => self.word(),
                    false => self.up_star(false),
                }
            }
            Some(sign) if sign.is_alphabetic() => self.word(),
            Some('.') if self.rest().starts_with("...") => self.fault(
                "a form was cut off here",
                "write the whole form, or give its parts names: `{a|0} where a = {1|0}`",
            ),
            Some(sign) => self.fault(
                format!("`{sign}` begins no value"),
                "a value is a number, ^, v, *, {L|R}, +-G, +_G, -_G, or an expression in parentheses",
            ),
            None => self.fault(
                "a value is missing at the end",
                "a value is a number, ^, v, *, {L|R}, +-G, +_G, -_G, or an expression in parentheses",
            ),
        }
    }

    /// Returns true if a word follows that isn't a down.
    fn is_word(&self) -> bool {
        let rest = self.rest();
        let end = rest.find(|sign: char| !sign.is_ascii_alphanumeric());
        is_name(&rest[..end.unwrap_or(rest.len())])
    }

    /// Parses a function call or a name.
    fn word(&mut self) -> Read<Kind> {
        let start = self.at;
        let rest = self.rest();
        let end = rest.find(|sign: char| !sign.is_alphanumeric());
        let word = &rest[..end.unwrap_or(rest.len())];
        if let Some(place) = self.names.iter().position(|name| *name == word) {
            self.at += word.len();
            return Ok(Kind::Named(place));
        }
        if let Some((_, ups, nimber)) = CONSTANTS.iter().find(|(name, ..)| *name == word) {
            self.at += word.len();
            return match self.takes("(") {
                true => self.multiple(word, *ups, *nimber),
                false => Ok(Kind::UpStar(Dyadic::default(), *ups, *nimber)),
            };
        }
        let known = Function::ALL.into_iter().find(|(_, name, _)| *name == word);
        let Some((function, name, arguments)) = known else {
            let span = start..start + word.len();
            if LOOPY.contains(&word) {
                return Err(Fault::new(
                    span,
                    format!("`{word}` is loopy, and values here are loopfree"),
                    "use a value whose play ends, such as {1|0}",
                ));
            }
            let constants = CONSTANTS.iter().map(|known| known.0);
            let functions = Function::ALL.iter().map(|known| known.1);
            let names: Vec<&str> = constants.chain(functions).collect();
            return Err(Fault::new(
                span,
                format!("there is no name `{word}` here"),
                format!(
                    "define it, as in `a + 1 where a = {{1|0}}`, or use one of {}",
                    names.join(", ")
                ),
            ));
        };
        self.at += word.len();
        self.skip();
        let help = format!("write {name}({})", arguments.join(", "));
        if !self.takes("(") {
            return self.fault(format!("{name} has no arguments"), help);
        }
        let found = self.list(")")?;
        match found.len() == arguments.len() {
            true => Ok(Kind::Call(function, found)),
            false => Err(Fault::new(
                start..self.at,
                format!(
                    "{name} takes {} arguments, and has {}",
                    arguments.len(),
                    found.len()
                ),
                help,
            )),
        }
    }

    /// Parses the number and the bracket of `up(3)`, `down(3)` or `star(3)`.
    fn multiple(&mut self, word: &str, ups: i32, nimber: u32) -> Read<Kind> {
        self.skip();
        let start = self.at;
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest()[..digits].parse::<u16>();
        let Some(number) = number.ok().filter(|_| (ups, nimber) != (0, 0)) else {
            return Err(Fault::new(
                start..start + digits,
                format!("`{word}` takes a whole number up to {}", u16::MAX),
                format!("write {word}, or such as up(3) or star(3)"),
            ));
        };
        self.at += digits;
        self.close(")")?;
        let (ups, nimber) = (ups * i32::from(number), nimber * u32::from(number));
        Ok(Kind::UpStar(Dyadic::default(), ups, nimber))
    }

    fn close(&mut self, bracket: &str) -> Read<()> {
        self.skip();
        match self.takes(bracket) {
            true => Ok(()),
            false => {
                let help = format!("write `{bracket}`, or an operator before what follows");
                self.fault(format!("`{bracket}` is missing here"), help)
            }
        }
    }

    /// Parses expressions separated by commas, up to a bracket.
    fn list(&mut self, bracket: &str) -> Read<Vec<Expression>> {
        let mut all = vec![self.expression()?];
        self.skip();
        while self.takes(",") {
            all.push(self.expression()?);
            self.skip();
        }
        self.close(bracket)?;
        Ok(all)
    }

    /// Parses `{`, options separated by bars, `}`.
    fn braces(&mut self) -> Read<Kind> {
        let start = self.at;
        self.at += 1;
        // The lists of options, with the length and the span of the bar after each.
        let mut lists: Vec<(Vec<Expression>, usize, Range<usize>)> = Vec::new();
        loop {
            let mut list = Vec::new();
            loop {
                match self.next_sign() {
                    Some('|' | '}') | None if list.is_empty() => break,
                    _ => list.push(self.expression()?),
                }
                self.skip();
                if !self.takes(",") {
                    break;
                }
            }
            self.skip();
            let from = self.at;
            while self.takes("|") {}
            lists.push((list, self.at - from, from..self.at));
            if from == self.at {
                self.close("}")?;
                break;
            }
        }
        if lists.len() == 1 {
            return Err(Fault::new(
                start..self.at,
                "a bar is missing between the options of the two players",
                "write {L|R}, Left's options before the bar; either side may be empty",
            ));
        }
        let (left, right) = split(&lists)?;
        Ok(Kind::Braces(left, right))
    }
}

/// Splits a form at its longest bar, which must be unique. A side that contains bars is one form.
fn split(
    lists: &[(Vec<Expression>, usize, Range<usize>)],
) -> Read<(Vec<Expression>, Vec<Expression>)> {
    let bars = &lists[..lists.len() - 1];
    let longest = bars.iter().map(|bar| bar.1).max().unwrap_or(0);
    let mut places = (0..bars.len()).filter(|&at| bars[at].1 == longest);
    let middle = places.next().unwrap_or(0);
    if let Some(second) = places.next() {
        return Err(Fault::new(
            bars[second].2.clone(),
            "two bars of a form are equally long",
            "make the outer bar longer, as in {2||1|0}, or put the inner form in braces",
        ));
    }
    let side = |lists: &[(Vec<Expression>, usize, Range<usize>)]| match lists {
        [(list, ..)] => Ok(list.clone()),
        [(first, .., bar), ..] => {
            let (left, right) = split(lists)?;
            let start = first.first().map_or(bar.start, |first| first.span.start);
            let end = lists.last().and_then(|last| last.0.last());
            let end = end.map_or(lists[lists.len() - 2].2.end, |last| last.span.end);
            Ok(vec![Expression {
                kind: Kind::Braces(left, right),
                span: start..end,
            }])
        }
        [] => Ok(Vec::new()),
    };
    Ok((side(&lists[..=middle])?, side(&lists[middle + 1..])?))
}
