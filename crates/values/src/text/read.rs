//! Reading the notation of the literature, by recursive descent on the characters: whether two signs touch has a meaning (`2*3` is 2 + *3, `2 * 3` is 6).

use std::ops::Range;

use dashu_int::IBig;

use super::syntax::{Expression, Fault, Function, Kind, Question, Relation, integer};
use crate::dyadic::Dyadic;

/// Braces and parentheses within each other.
const NESTED: usize = 200;

/// Digits of a number.
const DIGITS: usize = 100_000;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    nested: usize,
    /// The names after `where`, in the order of their definitions.
    names: Vec<&'a str>,
}

type Read<T> = Result<T, Fault>;

/// Reads an expression or a comparison, with its definitions: `{a|0} + a where a = {1|*}`.
///
/// # Errors
/// The first fault, with its place and a mend.
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

/// Where the definitions begin.
fn place_of_where(text: &str) -> Option<usize> {
    text.match_indices("where").map(|(at, _)| at).find(|&at| {
        let before = text[..at].chars().next_back();
        let after = text[at + "where".len()..].chars().next();
        [before, after]
            .iter()
            .flatten()
            .all(|next| !next.is_alphanumeric())
    })
}

/// The definitions, each a name and the bytes of its expression; commas part them where no bracket is open.
fn split_definitions(text: &str, from: usize) -> Read<Vec<(&str, Range<usize>)>> {
    let mut ends = Vec::new();
    let mut open = 0i32;
    for (at, sign) in text[from..].char_indices() {
        match sign {
            '{' | '(' => open += 1,
            '}' | ')' => open -= 1,
            ',' if open <= 0 => ends.push(from + at),
            _ => {}
        }
    }
    ends.push(text.len());
    let mut start = from;
    let mut all: Vec<(&str, Range<usize>)> = Vec::new();
    for end in ends {
        let part = &text[start..end];
        let help = "write a name and its form, such as «where a = {1|0}»";
        let Some((name, _)) = part.split_once('=') else {
            return Err(Fault::new(start..end, "this defines nothing", help));
        };
        let begins = start + name.len() + 1;
        let at = start + name.len() - name.trim_start().len();
        let name = name.trim();
        let span = at..at + name.len();
        if !is_name(name) {
            return Err(Fault::new(
                span,
                format!("«{name}» is no name for a form"),
                help,
            ));
        }
        if all.iter().any(|known| known.0 == name) {
            let message = format!("the name «{name}» is given twice");
            return Err(Fault::new(
                span,
                message,
                "give each form a name of its own",
            ));
        }
        all.push((name, begins..end));
        start = end + 1;
    }
    Ok(all)
}

/// Whether a form may have this name: a letter, then letters and digits, but not what says a down or a function.
pub(crate) fn is_name(name: &str) -> bool {
    let mut signs = name.chars();
    let is_word = signs
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && signs.all(|sign| sign.is_ascii_alphanumeric());
    let letters = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    is_word
        && name != "where"
        && letters.chars().any(|sign| sign != 'v')
        && Function::ALL.iter().all(|(_, known, _)| *known != name)
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The next character but spaces.
    fn next_sign(&self) -> Option<char> {
        self.rest().trim_start().chars().next()
    }

    fn skip(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Takes these characters, if they come next.
    fn takes(&mut self, sign: &str) -> bool {
        let does = self.rest().starts_with(sign);
        if does {
            self.at += sign.len();
        }
        does
    }

    /// Takes one of these.
    fn takes_any(&mut self, signs: &[&str]) -> bool {
        signs.iter().any(|sign| self.takes(sign))
    }

    fn digits(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|sign: char| !sign.is_ascii_digit());
        let digits = &rest[..end.unwrap_or(rest.len())];
        self.at += digits.len();
        digits
    }

    /// A fault at the next sign.
    fn fault<T>(&self, message: impl Into<String>, help: impl Into<String>) -> Read<T> {
        let width = self.peek().map_or(0, char::len_utf8);
        Err(Fault::new(self.at..self.at + width, message, help))
    }

    /// What is read, and nothing after it.
    fn all<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let done = read(self)?;
        self.skip();
        match self.peek() {
            None => Ok(done),
            Some('<' | '>' | '=' | '≤' | '≥' | '|') => self.fault(
                "a comparison has two sides",
                "compare two values at a time, such as «^ > 0»",
            ),
            Some(sign @ ('}' | ')' | ',')) => self.fault(
                format!("nothing is open that «{sign}» could end"),
                "take it away, or open a bracket before it",
            ),
            Some(sign) => self.fault(
                format!("«{sign}» does not go on what stands before it"),
                "put + or - between two values; a product has spaces around its *",
            ),
        }
    }

    fn relation(&mut self) -> Option<Relation> {
        self.skip();
        let mut all = Relation::ALL.into_iter();
        all.find(|(sign, _)| self.takes(sign)).map(|found| found.1)
    }

    /// Terms with + and - between them.
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

    /// Factors with * and : between them.
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
                    // `2 *3`: nobody can tell.
                    if spaced && next.is_some_and(|next| !next.is_whitespace()) {
                        let span = sign..self.text.len().min(sign + 2);
                        return Err(Fault::new(
                            span,
                            "this may be a product or a star",
                            "write «+ *3» to add a star, and spaces on both sides of the * of a product",
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
            // A chain of products is as deep as it is long.
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
                "name inner forms, such as «{a|0} where a = {1|0}»",
            ),
            false => Ok(()),
        }
    }

    /// A value with what stands before it: `-`, `+-`, `+_`, `-_`.
    fn signed(&mut self) -> Read<Expression> {
        self.skip();
        let start = self.at;
        self.deepen()?;
        let kind = if self.takes_any(&["+-", "±"]) {
            Kind::PlusMinus(self.plus_minus()?)
        } else if self.takes_any(&["+_", "⧾"]) {
            Kind::Tiny(Box::new(self.subscript()?), 1)
        } else if self.takes_any(&["-_", "⧿"]) {
            Kind::Tiny(Box::new(self.subscript()?), -1)
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

    /// The options after ±: one value, or several in parentheses.
    fn plus_minus(&mut self) -> Read<Vec<Expression>> {
        self.skip();
        match self.takes("(") {
            true => self.list(")"),
            false => Ok(vec![self.atom()?]),
        }
    }

    /// What stands below ⧾ or ⧿.
    fn subscript(&mut self) -> Read<Expression> {
        self.skip();
        self.atom()
    }

    /// An operand with its place.
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
                "write the whole form, or give its parts names: «{a|0} where a = {1|0}»",
            ),
            Some(sign) => self.fault(
                format!("«{sign}» begins no value"),
                "a value is a number, ^, v, *, {L|R}, +-G, +_G, -_G, or an expression in parentheses",
            ),
            None => self.fault(
                "a value is missing at the end",
                "a value is a number, ^, v, *, {L|R}, +-G, +_G, -_G, or an expression in parentheses",
            ),
        }
    }

    /// Whether a word comes that is no down.
    fn is_word(&self) -> bool {
        let rest = self.rest();
        let end = rest.find(|sign: char| !sign.is_ascii_alphanumeric());
        is_name(&rest[..end.unwrap_or(rest.len())])
    }

    /// A function with its arguments, or a name.
    fn word(&mut self) -> Read<Kind> {
        let start = self.at;
        let rest = self.rest();
        let end = rest.find(|sign: char| !sign.is_alphanumeric());
        let word = &rest[..end.unwrap_or(rest.len())];
        if let Some(place) = self.names.iter().position(|name| *name == word) {
            self.at += word.len();
            return Ok(Kind::Named(place));
        }
        let known = Function::ALL.into_iter().find(|(_, name, _)| *name == word);
        let Some((function, name, arguments)) = known else {
            let names: Vec<&str> = Function::ALL.iter().map(|known| known.1).collect();
            return Err(Fault::new(
                start..start + word.len(),
                format!("there is no name «{word}» here"),
                format!(
                    "define it after «where», or use one of {}",
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

    fn close(&mut self, bracket: &str) -> Read<()> {
        self.skip();
        match self.takes(bracket) {
            true => Ok(()),
            false => {
                let help = format!("write «{bracket}», or an operator before what follows");
                self.fault(format!("«{bracket}» is missing here"), help)
            }
        }
    }

    /// Expressions with commas between them, up to a bracket.
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

    /// `{`, options with bars between them, `}`.
    fn braces(&mut self) -> Read<Kind> {
        let start = self.at;
        self.at += 1;
        // Lists of options, and the length of the bar after each.
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

    /// A number of digits, perhaps with a denominator.
    fn number(&mut self, is_negative: bool) -> Read<Dyadic> {
        let start = self.at;
        let digits = self
            .rest()
            .chars()
            .take_while(|sign| "/0123456789".contains(*sign));
        if digits.count() > DIGITS {
            return Err(Fault::new(
                start..start + 1,
                format!("this number has more than {DIGITS} digits"),
                "give a shorter one",
            ));
        }
        let mut numerator: IBig = integer(self.digits());
        if is_negative {
            numerator = -numerator;
        }
        let slash = self.at;
        if !self.takes("/") {
            return Ok(Dyadic::new(numerator, 0));
        }
        let digits = self.digits();
        if digits.is_empty() {
            self.at = slash;
            return self.fault(
                "a denominator is missing after «/»",
                "write a number as 3/4; the options of a form are parted by «|»",
            );
        }
        let number = format!("{numerator}/{digits}").parse();
        number.map_err(|_| {
            Fault::new(
                start..self.at,
                format!("{digits} is no power of two"),
                "numbers among short games have denominators 1, 2, 4, 8, ...",
            )
        })
    }

    /// Number, ups and star, one directly after the other.
    fn up_star(&mut self, is_negative: bool) -> Read<Kind> {
        let start = self.at;
        let number = match self.peek() {
            Some(digit) if digit.is_ascii_digit() => self.number(is_negative)?,
            _ => Dyadic::default(),
        };
        let first = self.at;
        let mut ups = 0i32;
        for (signs, sign) in [(["^", "↑"], 1), (["v", "↓"], -1)] {
            let mut count = 0i32;
            while self.takes_any(&signs) {
                count += 1;
            }
            if count == 0 {
                continue;
            }
            if start == first && count == 1 {
                if let Some(uptimal) = self.uptimal(sign)? {
                    return Ok(uptimal);
                }
            }
            ups = match (count, self.digits()) {
                (_, "") => count * sign,
                (1, digits) => {
                    let many = digits.parse::<i32>().ok().filter(|many| *many > 0);
                    let Some(many) = many else {
                        return Err(Fault::new(
                            first..self.at,
                            "a multiple of ^ has a number from 1 to 2147483647",
                            "write ^3 for three ups",
                        ));
                    };
                    many * sign
                }
                _ => {
                    return Err(Fault::new(
                        first..self.at,
                        "several ups have no number behind them",
                        "write ^^^ or ^3 for three ups",
                    ));
                }
            };
            break;
        }
        Ok(Kind::UpStar(number, ups, self.star(start)?))
    }

    /// `*`, `*m`, or nothing.
    fn star(&mut self, start: usize) -> Read<u32> {
        let at = self.at;
        if !self.takes_any(&["*", "∗", "⋆"]) {
            return Ok(0);
        }
        let star = self.at;
        match self.digits() {
            "" => {
                let next = self.peek();
                let is_factor =
                    next.is_some_and(|next| next.is_alphanumeric() || "{(^*↑↓±⧾⧿".contains(next));
                if is_factor && at > start {
                    // `3*^` is a product.
                    self.at = at;
                    return Ok(0);
                }
                Ok(1)
            }
            digits => digits.parse().map_err(|_| {
                Fault::new(
                    star..self.at,
                    "this star is too large",
                    "stars go up to *4294967295",
                )
            }),
        }
    }

    /// `^<n>` is ↑ⁿ, `^[n]` the sum of all up to it.
    fn uptimal(&mut self, sign: i32) -> Read<Option<Kind>> {
        let rest = self.rest();
        let close = match rest.chars().next() {
            Some('<') => ">",
            Some('[') => "]",
            _ => return Ok(None),
        };
        let digits = rest[1..].find(close).map(|end| &rest[1..=end]);
        let number = digits.and_then(|digits| digits.parse().ok());
        let Some(number) = number.filter(|number| (1..=64).contains(number)) else {
            // `^<2` compares.
            return Ok(None);
        };
        let length = digits.map_or(0, str::len) + 2;
        self.at += length;
        Ok(Some(Kind::Uptimal(number, close == "]", sign)))
    }
}

/// The two sides of a form: around its longest bar, which is there once. A side with bars of its own is one form.
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
