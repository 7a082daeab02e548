//! Numbers and conditions.

use super::scan::{Read, Reader, error, is_name};
use crate::diagnostic::{Diagnostic, Span};
use crate::tree::{Compare, Expr, ExprKind};

/// The most numbers and names in one statement, so that its tree stays shallow.
const OPERANDS: usize = 500;

impl Reader<'_> {
    pub(super) fn since(&self, start: usize) -> Span {
        start..self.last.max(start)
    }

    pub(super) fn made(&self, start: usize, kind: ExprKind) -> Expr {
        Expr {
            kind,
            span: self.since(start),
        }
    }

    /// `C or C ...`
    pub(super) fn condition(&mut self) -> Read<Expr> {
        self.joined("or", Self::conjunction, ExprKind::Or)
    }

    fn conjunction(&mut self) -> Read<Expr> {
        self.joined("and", Self::negation, ExprKind::And)
    }

    fn joined(
        &mut self,
        word: &'static str,
        one: impl Fn(&mut Self) -> Read<Expr>,
        all: impl Fn(Vec<Expr>) -> ExprKind,
    ) -> Read<Expr> {
        let start = self.here();
        let first = one(self)?;
        let mut parts = vec![first];
        while self.take(word) {
            parts.push(one(self)?);
        }
        self.note(match word {
            "or" => "`or`",
            _ => "`and`",
        });
        match parts.len() {
            1 => Ok(parts.remove(0)),
            _ => Ok(self.made(start, all(parts))),
        }
    }

    fn negation(&mut self) -> Read<Expr> {
        let start = self.here();
        if self.take("not") {
            let inner = self.deeper(Self::negation)?;
            return Ok(self.made(start, ExprKind::Not(Box::new(inner))));
        }
        if matches!(self.next(), "no" | "some") && self.begins_set(self.second()) {
            let some = self.next() == "some";
            self.take_token();
            let set = self.set()?;
            return Ok(self.made(start, ExprKind::Is(some, Box::new(set))));
        }
        if is_name(self.next()) {
            match self.second() {
                "has" => return self.has(),
                "connects" => return self.connects(),
                "at" if self.third().starts_with('\'') => {
                    let token = self.name()?;
                    self.take_token();
                    let (symbol, _) = self.quoted()?;
                    return Ok(self.made(start, ExprKind::Stands(token, symbol)));
                }
                _ => {}
            }
        }
        self.comparison()
    }

    /// Whether a set begins with this token, behind `no` or `some`.
    fn begins_set(&self, token: &str) -> bool {
        let goes_on = ["divides", "connects", "of", "when", "showing", "x"];
        (is_name(token) && !goes_on.contains(&token))
            || token == "{"
            || token.starts_with(|c: char| c.is_ascii_digit())
    }

    /// `N`, `N < N <= N`, `N in SET`
    fn comparison(&mut self) -> Read<Expr> {
        let start = self.here();
        let first = self.sum()?;
        if self.take("in") {
            let set = self.set()?;
            return Ok(self.made(start, ExprKind::In(Box::new(first), Box::new(set))));
        }
        let mut rest = Vec::new();
        while let Some(compare) = self.relation() {
            rest.push((compare, self.sum()?));
        }
        self.note("a comparison (=, !=, <, <=, >, >=)");
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(self.made(start, ExprKind::Chain(Box::new(first), rest)))
    }

    pub(super) fn relation(&mut self) -> Option<Compare> {
        let compare = match self.next() {
            "=" => Compare::Equal,
            "!=" => Compare::Unequal,
            "<" => Compare::Less,
            "<=" => Compare::AtMost,
            ">" => Compare::More,
            ">=" => Compare::AtLeast,
            "divides" => Compare::Divides,
            _ => return None,
        };
        self.take_token();
        Some(compare)
    }

    /// `N (+ | -) N ...`
    pub(super) fn sum(&mut self) -> Read<Expr> {
        let start = self.here();
        let mut left = self.product()?;
        loop {
            // `--` is two signs in an expression.
            let sign = match self.next() {
                "+" | "++" => '+',
                "-" | "--" => '-',
                _ => break,
            };
            self.take_char(sign);
            let right = self.product()?;
            left = self.pair(start, sign, left, right)?;
        }
        self.note("an operator (+ - * / %)");
        Ok(left)
    }

    fn product(&mut self) -> Read<Expr> {
        let start = self.here();
        let mut left = self.factor()?;
        while let Some(sign @ ('*' | '/' | '%')) = self.next().chars().next() {
            if self.next().len() > 1 {
                break;
            }
            self.take_token();
            let right = self.factor()?;
            left = self.pair(start, sign, left, right)?;
        }
        Ok(left)
    }

    fn pair(&self, start: usize, sign: char, left: Expr, right: Expr) -> Read<Expr> {
        if let ExprKind::Slice(..) = left.kind {
            let help = "write sum(a[1..3]), or a[1..3] behind `in`";
            return Err(error(left.span, "this is several numbers, not one", help));
        }
        Ok(self.made(start, ExprKind::Bin(sign, Box::new((left, right)))))
    }

    fn factor(&mut self) -> Read<Expr> {
        let slices = std::mem::take(&mut self.slices);
        let (start, token) = self.token(self.at);
        self.operands += 1;
        if self.operands > OPERANDS {
            let help = "name a part of it by `let`, or write several moves";
            let message = format!("this statement has more than {OPERANDS} numbers and names");
            return Err(error(start..start + token.len(), message, help));
        }
        self.note("a number or a name");
        let first = token.chars().next().unwrap_or(' ');
        if first.is_ascii_digit() {
            return self.number(start, token);
        }
        match first {
            '\'' => {
                let (symbol, _) = self.quoted()?;
                Ok(self.made(start, ExprKind::Symbol(symbol)))
            }
            '-' if token != "->" => {
                self.take_char('-');
                let inner = self.deeper(Self::factor)?;
                Ok(self.made(start, ExprKind::Minus(Box::new(inner))))
            }
            '(' => self.deeper(|reader| {
                reader.take_token();
                let mut inner = reader.condition()?;
                reader.need(")", "`)`")?;
                inner.span = reader.since(start);
                Ok(inner)
            }),
            '[' => {
                let help = format!(
                    "a set is written in braces: {{{}}}",
                    self.listed(start + 1, ']')
                );
                Err(error(
                    start..start + 1,
                    "`[` goes only after the name of a part that has members",
                    help,
                ))
            }
            _ if is_name(token) => self.named_value(slices),
            _ => Err(self
                .bare_symbol(start, first)
                .unwrap_or_else(|| self.unexpected())),
        }
    }

    /// What stands up to a closing bracket, as far as it is short, for a mend.
    pub(super) fn listed(&self, from: usize, close: char) -> String {
        let text = self.text(from..self.end);
        match text.find(close).filter(|end| *end <= 40) {
            Some(end) => text[..end].trim().to_string(),
            None => "1, 2, 3".into(),
        }
    }

    fn number(&mut self, start: usize, token: &str) -> Read<Expr> {
        if let Some(end) = token.find(|c: char| !c.is_ascii_digit()) {
            let (digits, rest) = token.split_at(end);
            let help = match rest.strip_prefix('x') {
                Some(more) if more.starts_with(|c: char| c.is_ascii_digit()) => {
                    format!("write {digits} x {more}")
                }
                _ => format!("write {digits} * {rest}; a name starts with a letter"),
            };
            let message = format!("`{token}` is neither a number nor a name");
            return Err(error(start..start + token.len(), message, help));
        }
        self.take_token();
        Ok(self.made(start, ExprKind::Number(token.to_string())))
    }

    /// A symbol of cells without its quotation marks.
    pub(super) fn bare_symbol(&self, start: usize, symbol: char) -> Option<Box<Diagnostic>> {
        let found = self.names.symbols.contains(&symbol);
        found.then(|| {
            error(
                start..start + symbol.len_utf8(),
                format!("the symbol `{symbol}` isn't a number"),
                format!("outside patterns, put a symbol in quotation marks: '{symbol}'"),
            )
        })
    }
}
