//! Numbers and conditions.

use super::scan::{Read, Reader, fault};
use crate::diagnostic::Span;
use crate::tree::{Compare, Expr, ExprKind, Side, Terminal, Whose, Word};

/// The most numbers and names in one statement, so that its tree stays shallow.
const OPERANDS: usize = 500;

/// Words that go on after a symbol, and so are no part of which `own` is said.
const AFTER_SYMBOL: [&str; 14] = [
    "to", "through", "along", "showing", "over", "divides", "together", "from", "leaving", "has",
    "connects", "when", "of", "x",
];

impl Reader<'_> {
    pub(super) fn since(&self, start: usize) -> Span {
        start..self.last.max(start)
    }

    fn made(&self, start: usize, kind: ExprKind) -> Expr {
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
            "or" => "«or»",
            _ => "«and»",
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
        if Self::is_name(self.next()) {
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
        (Self::is_name(token) && !goes_on.contains(&token))
            || token == "{"
            || token.starts_with(|c: char| c.is_ascii_digit())
    }

    /// `PART has PATTERN [along DIRECTION, ...] [over N]`
    fn has(&mut self) -> Read<Expr> {
        let start = self.here();
        let part = self.name()?;
        self.take_token();
        let pattern = self.pattern(false)?;
        let mut along = Vec::new();
        let mut over = None;
        loop {
            if along.is_empty() && self.take("along") {
                along = self.directions()?;
            } else if over.is_none() && self.take("over") {
                over = Some(Box::new(self.sum()?));
            } else {
                break;
            }
        }
        Ok(self.made(
            start,
            ExprKind::Has {
                part,
                pattern,
                along,
                over,
            },
        ))
    }

    /// `PART connects A to B [through T]`
    fn connects(&mut self) -> Read<Expr> {
        let start = self.here();
        let part = self.name()?;
        self.take_token();
        let from = Box::new(self.terminal()?);
        self.need("to", "«to»")?;
        let to = Box::new(self.terminal()?);
        let mut through = None;
        if self.take("through") {
            through = Some(Box::new(self.sum()?));
        }
        self.note("«through»");
        Ok(self.made(
            start,
            ExprKind::Connects {
                part,
                from,
                to,
                through,
            },
        ))
    }

    fn terminal(&mut self) -> Read<Terminal> {
        let side = match self.next() {
            "top" => Some(Side::Top),
            "bottom" => Some(Side::Bottom),
            "left" => Some(Side::Left),
            "right" => Some(Side::Right),
            _ => None,
        };
        match side.filter(|_| !self.names.declares(self.next()) && !self.chooses(self.next())) {
            Some(side) => Ok(Terminal::Edge(side, self.take_token())),
            None => Ok(Terminal::At(self.sum()?)),
        }
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
            let help = "write sum(a[1..3]), or a[1..3] behind «in»";
            return Err(fault(left.span, "this is several numbers, not one", help));
        }
        Ok(self.made(start, ExprKind::Bin(sign, Box::new((left, right)))))
    }

    fn factor(&mut self) -> Read<Expr> {
        let slices = std::mem::take(&mut self.slices);
        let (start, token) = self.token(self.at);
        self.operands += 1;
        if self.operands > OPERANDS {
            let help = "name a part of it by «let», or write several moves";
            let message = format!("this statement has more than {OPERANDS} numbers and names");
            return Err(fault(start..start + token.len(), message, help));
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
                reader.need(")", "«)»")?;
                inner.span = reader.since(start);
                Ok(inner)
            }),
            '[' => {
                let help = format!(
                    "a set is written in braces: {{{}}}",
                    self.listed(start + 1, ']')
                );
                Err(fault(
                    start..start + 1,
                    "«[» stands only behind the name of what has members",
                    help,
                ))
            }
            _ if Self::is_name(token) => self.named_value(slices),
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
            let message = format!("«{token}» is neither a number nor a name");
            return Err(fault(start..start + token.len(), message, help));
        }
        self.take_token();
        Ok(self.made(start, ExprKind::Number(token.to_string())))
    }

    /// A symbol of cells without its quotation marks.
    fn bare_symbol(
        &self,
        start: usize,
        symbol: char,
    ) -> Option<Box<crate::diagnostic::Diagnostic>> {
        let found = self.names.symbols.contains(&symbol);
        found.then(|| {
            fault(
                start..start + symbol.len_utf8(),
                format!("the symbol «{symbol}» is no number"),
                format!("outside patterns a symbol stands in quotation marks: '{symbol}'"),
            )
        })
    }

    /// What begins with a name.
    fn named_value(&mut self, slices: bool) -> Read<Expr> {
        let (start, token) = self.token(self.at);
        let second = self.second();
        let is_ours = !self.names.declares(token) && !self.binds(token);
        match (token, second) {
            (_, "(") => return self.call(),
            ("start", "of") if is_ours => {
                self.take_token();
                self.take_token();
                let token = self.name()?;
                return Ok(self.made(start, ExprKind::StartOf(token)));
            }
            ("node", second)
                if Self::is_name(second)
                    || second.starts_with(|c: char| c.is_ascii_digit() || c == '"') =>
            {
                self.take_token();
                let node = self.node()?;
                return Ok(self.made(start, ExprKind::Node(node)));
            }
            ("own" | "other", _) if !self.names.declares(token) && !self.chooses(token) => {
                if let Some(own) = self.own_value(slices)? {
                    return Ok(own);
                }
            }
            ("forall" | "exists", second) if Self::is_name(second) => {
                let ours = if token == "forall" { "all" } else { "any" };
                return Err(fault(
                    start..start + token.len(),
                    format!("«{token}» is written {ours}(... for {second} in ...)"),
                    format!("write {ours}(CONDITION for {second} in SET)"),
                ));
            }
            ("sum" | "min" | "max" | "all" | "any" | "xor" | "count" | "first", second)
                if is_ours && (Self::is_name(second) || second.starts_with('\'')) =>
            {
                return Err(fault(
                    start..start + token.len(),
                    format!("«{token}» stands before brackets"),
                    match token {
                        "count" | "first" => format!("write {token}(x in SET if CONDITION)"),
                        "all" | "any" => format!("write {token}(CONDITION for x in SET)"),
                        _ => format!("write {token}(NUMBER for x in SET), or {token}(SET)"),
                    },
                ));
            }
            _ => {}
        }
        let mut letters = token.chars();
        if let (Some(letter), None) = (letters.next(), letters.next())
            && is_ours
            && !self.names.is_player(token)
            && let Some(fault) = self.bare_symbol(start, letter)
        {
            return Err(fault);
        }
        let name = self.name()?;
        let whose = match self.sees("of") {
            true => {
                self.take_token();
                Some(Whose::Of(self.player()?))
            }
            false => None,
        };
        self.indexed(start, name, whose, slices)
    }

    /// Whether `NAME in` stands somewhere in the statement.
    fn chooses(&self, name: &str) -> bool {
        let mut named = false;
        self.tokens(self.start).any(|(_, token)| {
            let chosen = named && token == "in";
            named = token == name;
            chosen
        })
    }

    /// Whether the statement itself chooses or defines this name somewhere.
    pub(super) fn binds(&self, name: &str) -> bool {
        let (mut first, mut before) = ("", "");
        let arrow = self.text(self.start..self.end).contains("->");
        for (at, token) in self.tokens(self.start) {
            if token == name {
                let (_, after) = self.token(at + token.len());
                let bound = matches!(after, "in" | "," | "<" | "<=" | ">" | ">=")
                    || matches!(before, "<" | "<=" | "let" | "each")
                    || (arrow && matches!(before, "at" | "to"))
                    || (first == "let" && matches!(before, "(" | ",") && matches!(after, ")"))
                    || (before == "," && after == "=");
                if bound {
                    return true;
                }
            }
            if first.is_empty() {
                first = token;
            }
            before = token;
        }
        false
    }

    /// `own hand`, `other hand[i]`, or `own` alone, a symbol; nothing where the word is not known to the text.
    fn own_value(&mut self, slices: bool) -> Read<Option<Expr>> {
        let (start, token) = self.token(self.at);
        if !self.own {
            return Err(self.nobodys_own());
        }
        let whose = match token {
            "own" => Whose::Own,
            _ => Whose::Other,
        };
        let second = self.second();
        if Self::is_name(second) && self.names.declares(second) {
            self.take_token();
            let name = self.name()?;
            return self.indexed(start, name, Some(whose), slices).map(Some);
        }
        self.take_token();
        if Self::is_name(second) && !AFTER_SYMBOL.contains(&second) {
            let here = self.token(self.at).0;
            return Err(fault(
                here..here + second.len(),
                format!("there is no part «{second}» here"),
                match self.near(second) {
                    Some(near) => format!("did you mean «{near}»?"),
                    None => format!("declare it: position {second} of each player"),
                },
            ));
        }
        Ok(Some(self.made(start, ExprKind::Own(whose))))
    }

    /// The fault that nothing says what is each player's own.
    pub(super) fn nobodys_own(&self) -> Box<crate::diagnostic::Diagnostic> {
        let (start, token) = self.token(self.at);
        fault(
            start..start + token.len(),
            format!("nothing is said to be «{token}»"),
            "say whose each symbol is: players White with w, Black with b; or: position hand of each player",
        )
    }

    /// The part whose name is nearest to this.
    pub(super) fn near(&self, name: &str) -> Option<String> {
        let mut parts: Vec<&str> = self.names.parts.iter().map(String::as_str).collect();
        parts.sort_unstable();
        whowins_analysis::closest(name, parts).map(str::to_string)
    }

    /// `NAME`, `NAME[N, ...]`, and where a set may stand `NAME[N..N]`.
    fn indexed(
        &mut self,
        start: usize,
        name: Word,
        whose: Option<Whose>,
        slices: bool,
    ) -> Read<Expr> {
        if !self.sees("[") {
            return Ok(self.made(start, ExprKind::Name(name, whose)));
        }
        self.deeper(|reader| {
            reader.take_token();
            let first = reader.sum()?;
            if reader.sees("..") {
                let dots = reader.take_token();
                if !slices {
                    let help = format!(
                        "write sum({}[1..3]), or {}[1..3] behind «in»",
                        name.text, name.text
                    );
                    return Err(fault(dots, "this is several numbers, not one", help));
                }
                let last = reader.sum()?;
                reader.need("]", "«]»")?;
                return Ok(
                    reader.made(start, ExprKind::Slice(name, whose, Box::new((first, last))))
                );
            }
            let mut index = vec![first];
            while reader.take(",") {
                index.push(reader.sum()?);
            }
            reader.need("]", "«]»")?;
            Ok(reader.made(start, ExprKind::Index(name, whose, index)))
        })
    }

    /// The indices of a place that is written to.
    pub(super) fn indices(&mut self) -> Read<Vec<Expr>> {
        let mut index = Vec::new();
        if self.sees("[") {
            self.deeper(|reader| {
                reader.take_token();
                index.push(reader.sum()?);
                while reader.take(",") {
                    index.push(reader.sum()?);
                }
                reader.need("]", "«]»")
            })?;
        }
        Ok(index)
    }

    /// A node: its name, a number, or a text in quotation marks.
    pub(super) fn node(&mut self) -> Read<Word> {
        let (_, token) = self.token(self.at);
        if token.starts_with('"') {
            return self.string();
        }
        if token.starts_with(|c: char| super::scan::is_letter(c) || c.is_ascii_digit()) {
            let span = self.take_token();
            return Ok(self.word(span));
        }
        self.note("a node's name");
        Err(self.unexpected())
    }

    /// A player's name.
    pub(super) fn player(&mut self) -> Read<Word> {
        let name = match self.next().starts_with('"') {
            true => self.string()?,
            false => self.named("a player's name")?,
        };
        if self.names.is_player(&name.text) {
            return Ok(name);
        }
        let players = self.names.players();
        let near = whowins_analysis::closest(&name.text, players.iter().map(String::as_str));
        let help = match near {
            Some(near) => format!("did you mean «{near}»?"),
            None if self.names.players.is_empty() => {
                format!("add a line: players {}, ...", name.text)
            }
            None => format!("the players are {} and {}", players[0], players[1]),
        };
        Err(fault(
            name.span,
            format!("there is no player «{}»", name.text),
            help,
        ))
    }
}
