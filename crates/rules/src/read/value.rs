//! Names and what they stand for: parts, `own`, nodes, players.

use super::scan::{Read, Reader, error, is_letter, is_name};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::tree::{Expr, ExprKind, Whose, Word};

/// Words that go on after a symbol, and so are no part of which `own` is said.
const AFTER_SYMBOL: [&str; 14] = [
    "to", "through", "along", "showing", "over", "divides", "together", "from", "leaving", "has",
    "connects", "when", "of", "x",
];

impl Reader<'_> {
    /// What begins with a name.
    pub(super) fn named_value(&mut self, slices: bool) -> Read<Expr> {
        let (start, token) = self.token(self.at);
        let second = self.second();
        match (token, second) {
            (_, "(") => return self.call(),
            ("start", "of") if self.is_new(token) => {
                self.take_token();
                self.take_token();
                let token = self.name()?;
                return Ok(self.made(start, ExprKind::StartOf(token)));
            }
            ("node", second)
                if is_name(second)
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
            ("forall" | "exists", second) if is_name(second) => {
                let ours = if token == "forall" { "all" } else { "any" };
                return Err(error(
                    start..start + token.len(),
                    format!("`{token}` is written {ours}(... for {second} in ...)"),
                    format!("write {ours}(CONDITION for {second} in SET)"),
                ));
            }
            ("sum" | "min" | "max" | "all" | "any" | "xor" | "count" | "first", second)
                if (is_name(second) || second.starts_with('\'')) && self.is_new(token) =>
            {
                return Err(error(
                    start..start + token.len(),
                    format!("`{token}` is followed by brackets"),
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
            && !self.names.is_player(token)
            && let Some(error) = self.bare_symbol(start, letter)
            && self.is_new(token)
        {
            return Err(error);
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

    /// Whether a word is no name of the text, nor of the statement.
    fn is_new(&self, word: &str) -> bool {
        !self.names.declares(word) && !self.binds(word)
    }

    /// Whether `NAME in` stands somewhere in the statement.
    pub(super) fn chooses(&self, name: &str) -> bool {
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
                    || (arrow && matches!(before, "at" | "to") && after != "of")
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

    /// `own hand`, `other hand[i]`, or `own` alone, a symbol; nothing where the word is not known
    /// to the text.
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
        if is_name(second) && self.names.declares(second) {
            self.take_token();
            let name = self.name()?;
            return self.indexed(start, name, Some(whose), slices).map(Some);
        }

        self.take_token();
        if is_name(second) && !AFTER_SYMBOL.contains(&second) {
            let here = self.token(self.at).0;
            return Err(error(
                here..here + second.len(),
                format!("there is no part `{second}` here"),
                match self.near(second) {
                    Some(near) => did_you_mean(&near),
                    None => format!("declare it: position {second} of each player"),
                },
            ));
        }
        Ok(Some(self.made(start, ExprKind::Own(whose))))
    }

    /// The error that nothing says what is each player's own.
    pub(super) fn nobodys_own(&self) -> Box<Diagnostic> {
        let (start, token) = self.token(self.at);
        error(
            start..start + token.len(),
            format!("no part of the position is `{token}`"),
            "give the symbols to players: players White with w, Black with b; or: position hand of each player",
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
                        "write sum({}[1..3]), or {}[1..3] behind `in`",
                        name.text, name.text
                    );
                    return Err(error(dots, "this is several numbers, not one", help));
                }
                let last = reader.sum()?;
                reader.need("]", "`]`")?;
                return Ok(
                    reader.made(start, ExprKind::Slice(name, whose, Box::new((first, last))))
                );
            }
            let mut index = vec![first];
            while reader.take(",") {
                index.push(reader.sum()?);
            }
            reader.need("]", "`]`")?;
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
                reader.need("]", "`]`")
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
        if token.starts_with(|c: char| is_letter(c) || c.is_ascii_digit()) {
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
            Some(near) => did_you_mean(near),
            None if self.names.players.is_empty() => {
                format!("add a line: players {}, ...", name.text)
            }
            None => format!("the players are {} and {}", players[0], players[1]),
        };
        Err(error(
            name.span,
            format!("there is no player `{}`", name.text),
            help,
        ))
    }
}
