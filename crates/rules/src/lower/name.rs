//! What a name stands for: a choice, a part, a parameter, a definition, a word.

use whowins_core::{Array, Expr};

use super::Lower;
use super::data::Content;
use super::parts::{Kind, Standing};
use super::scope::{Bound, Is, Value, add, at_most, balanced, equal, less, mul, plus, size, sub};
use crate::diagnostic::Span;
use crate::tree::{self, Body, Whose, Word};

impl<'a> Lower<'a> {
    /// A choice, an argument, or what a step remembers.
    fn local(&mut self, name: &str, span: &Span) -> Option<Option<Value>> {
        let Some(bound) = self.names.iter().rfind(|bound| bound.name == name) else {
            return Some(None);
        };
        let value = bound.value.lifted(bound.depth, self.bound);
        self.charge(size(&value.expr), span)?;
        Some(Some(value))
    }

    /// A name is a value from here on.
    pub(super) fn bind(&mut self, word: &Word, value: Value) {
        if self.is_bound(&word.text) {
            let message = format!("`{}` is chosen above already", word.text);
            self.warn(word.span.clone(), message, "choose another name here");
        }
        self.names.push(Bound {
            name: word.text.clone(),
            value,
            depth: self.bound,
        });
    }

    /// Whether a choice or argument of this name is known here.
    pub(super) fn is_bound(&self, name: &str) -> bool {
        self.names.iter().any(|bound| bound.name == name)
    }

    pub(super) fn name(&mut self, word: &'a Word, whose: Option<&'a Whose>) -> Option<Value> {
        let span = &word.span;
        if whose.is_none()
            && let Some(value) = self.local(&word.text, span)?
        {
            return Some(value);
        }
        if self.parts.iter().any(|part| part.name == word.text) {
            let (part, core, from) = self.owned(word, whose)?;
            return Some(self.part_value(part, core, from));
        }
        if let Some(at) = self.datum(&word.text) {
            return Some(match self.data[at].content {
                Content::Number(number) => Value::number(Expr::num(number)),
                _ => Value::new(Expr::num(0), Is::Data(at)),
            });
        }
        if let Some(at) = self.definition(&word.text) {
            return self.call_definition(at, Vec::new(), span);
        }
        if let Some(number) = self.words.get(&word.text) {
            return Some(Value::number(Expr::num(*number)));
        }
        self.unknown(word)
    }

    /// The value of a part that is one number or token; else the part itself.
    fn part_value(&self, part: usize, core: usize, from: i64) -> Value {
        match &self.parts[part].kind {
            Kind::Number => Value::number(Expr::part(core)),
            Kind::Tokens(Standing::Ground(ground), None) => {
                Value::new(Expr::part(core), Is::Node(*ground))
            }
            Kind::Tokens(Standing::Cells(board), None) => {
                Value::new(Expr::part(core), Is::Cell(*board))
            }
            _ => Value::new(Expr::num(0), Is::Whole(part, core, from)),
        }
    }

    /// Which part a name means, where the term has it, and from where its owner counts.
    pub(super) fn owned(
        &mut self,
        word: &Word,
        whose: Option<&'a Whose>,
    ) -> Option<(usize, usize, i64)> {
        let at = self.part_named(word)?;
        let player = match whose {
            None => None,
            Some(whose) => Some(self.whose(whose, &word.span)?),
        };
        let part = &self.parts[at];
        let name = &word.text;
        let half = match &part.kind {
            Kind::Numbers {
                length: Some(length),
                halves: true,
                ..
            } => Some(length / 2),
            _ => None,
        };
        match (part.of_each, half, player) {
            (true, _, Some(player)) => Some((at, part.core[player], 0)),
            (true, _, None) => {
                let message = format!("each player has his own `{name}`");
                let help = format!("write: own {name}, other {name}, {name} of PLAYER");
                self.error(word.span.clone(), message, help)
            }
            (false, Some(half), Some(player)) => Some((at, part.core[0], half * player as i64)),
            (false, _, None) => Some((at, part.core[0], 0)),
            (false, None, Some(_)) => {
                let message = format!("both players share `{name}`");
                let help = format!(
                    "drop `own`, or declare: position {name} of each player, or ... in halves"
                );
                self.error(word.span.clone(), message, help)
            }
        }
    }

    /// The number of the player who is spoken of.
    pub(super) fn whose(&mut self, whose: &Whose, span: &Span) -> Option<usize> {
        match whose {
            Whose::Own => self.own_player(span),
            Whose::Other => Some(1 - self.own_player(span)?),
            Whose::Of(player) => self.player(player),
        }
    }

    /// A definition that is known here.
    pub(super) fn definition(&self, name: &str) -> Option<usize> {
        self.text.definitions[..self.known]
            .iter()
            .rposition(|one| one.name.text == name)
    }

    /// The value of a definition with these arguments.
    pub(super) fn call_definition(
        &mut self,
        at: usize,
        arguments: Vec<Value>,
        span: &Span,
    ) -> Option<Value> {
        let text = self.text;
        let definition = &text.definitions[at];
        let Body::Value(body) = &definition.body else {
            let name = &definition.name.text;
            let message = format!("`{name}` is a move, not a number");
            let help = format!("it is a step: move {name}");
            return self.error(span.clone(), message, help);
        };
        let outer = self.enter(definition, arguments, span)?;
        self.used.insert(at);
        let known = std::mem::replace(&mut self.known, at);
        let value = self.value(body);
        self.known = known;
        self.names = outer;
        value
    }

    /// The names inside a definition are its arguments alone; what was known outside is handed
    /// back.
    pub(super) fn enter(
        &mut self,
        definition: &'a tree::Let,
        arguments: Vec<Value>,
        span: &Span,
    ) -> Option<Vec<Bound>> {
        let (wanted, found) = (definition.arguments.len(), arguments.len());
        if wanted != found {
            let name = &definition.name.text;
            let message = match wanted {
                1 => format!("`{name}` takes 1 argument, and here are {found}"),
                _ => format!("`{name}` takes {wanted} arguments, and here are {found}"),
            };
            let all = definition.arguments.iter().map(|word| word.text.as_str());
            let help = match wanted {
                0 => format!("write `{name}` alone"),
                _ => format!("write: {name}({})", all.collect::<Vec<_>>().join(", ")),
            };
            return self.error(span.clone(), message, help);
        }
        let outer = std::mem::take(&mut self.names);
        for (word, value) in definition.arguments.iter().zip(arguments) {
            self.bind(word, value);
        }
        Some(outer)
    }

    /// `NAME[N]`, `NAME[N, N]`
    pub(super) fn index(
        &mut self,
        word: &'a Word,
        whose: Option<&'a Whose>,
        indices: &'a [tree::Expr],
    ) -> Option<Value> {
        let mut values = Vec::new();
        for index in indices {
            values.push(self.value(index)?);
        }
        if let (None, [edge]) = (whose, values.as_slice())
            && let Is::Edge(graph) = edge.is
        {
            return self.mark(graph, edge.clone(), &word.span);
        }
        let named = match self.local(&word.text, &word.span)? {
            Some(value) if whose.is_none() => value,
            _ => {
                if self.parts.iter().any(|part| part.name == word.text) {
                    let (part, core, from) = self.owned(word, whose)?;
                    Value::new(Expr::num(0), Is::Whole(part, core, from))
                } else {
                    self.name(word, whose)?
                }
            }
        };
        self.warn_of_outside(word, &named.is, indices);
        match named.is {
            Is::Whole(part, core, from) => self.element(part, core, from, &values, &word.span),
            Is::Data(at) => self.entry(at, &values, &word.span),
            _ => {
                let name = &word.text;
                let message = format!("`{name}` is one number; it has no places");
                let is_part = self.parts.iter().any(|part| part.name == *name);
                let help = match is_part {
                    true => format!("write `{name}` alone, or: position {name}: numbers"),
                    false => format!("write `{name}` alone"),
                };
                self.error(word.span.clone(), message, help)
            }
        }
    }

    /// What stands at a place of a part.
    fn element(
        &mut self,
        part: usize,
        core: usize,
        from: i64,
        indices: &[Value],
        span: &Span,
    ) -> Option<Value> {
        if let (Kind::Nodes(graph, _), [a, b]) = (&self.parts[part].kind, indices) {
            let graph = *graph;
            let edge = self.edge_between(graph, a, b, span)?;
            return self.mark(graph, edge, span);
        }
        let index = self.place(part, from, indices, span)?;
        let exists = indices
            .iter()
            .fold(None, |all, one| super::scope::both(all, one.exists.clone()));
        let array = Array::Part(core);
        let value = match &self.parts[part].kind {
            Kind::Number | Kind::Numbers { .. } | Kind::NumberBoard(_) => {
                Value::number(Expr::get(array, index))
            }
            Kind::Cells(..) | Kind::Nodes(..) => {
                Value::new(Expr::get_or(array, index, -1), Is::Shown(part))
            }
            Kind::Tokens(Standing::Ground(ground), _) => {
                Value::new(Expr::get_or(array, index, -1), Is::Node(*ground))
            }
            Kind::Tokens(Standing::Cells(board), _) => {
                Value::new(Expr::get_or(array, index, -1), Is::Cell(*board))
            }
            Kind::Subset(_) => {
                let name = &self.parts[part].name;
                let help = format!("write: k in {name}");
                return self.error(span.clone(), "a set has no places", help);
            }
        };
        Some(value.only_where(exists))
    }

    /// The index of a place in its part of the term; outside there is none.
    pub(super) fn place(
        &mut self,
        part: usize,
        from: i64,
        indices: &[Value],
        span: &Span,
    ) -> Option<Expr> {
        if let (Some(geometry), [row, column]) = (self.geometry(part).cloned(), indices) {
            let (row, column) = (self.as_number(row, span)?, self.as_number(column, span)?);
            let columns = geometry.columns();
            let on =
                at_most(Expr::num(1), column.clone()).and(at_most(column.clone(), columns.clone()));
            let index = add(mul(plus(row, -1), columns), plus(column, -1));
            return Some(Expr::ite(on, index, Expr::num(-1)));
        }
        let [index] = indices else {
            let name = &self.parts[part].name;
            let message = format!("`{name}` takes one index");
            return self.error(span.clone(), message, format!("write: {name}[i]"));
        };
        match (&self.parts[part].kind, &index.is) {
            (Kind::Nodes(graph, _), Is::Node(other)) if graph == other => {
                return Some(index.expr.clone());
            }
            (Kind::Nodes(..), _) => {
                let help = "a node is written: node NAME";
                return self.error(span.clone(), "a node is meant", help);
            }
            (Kind::Cells(..) | Kind::NumberBoard(_), Is::Cell(other)) => {
                let same = |a: usize, b: usize| {
                    let size = |at| self.geometry(at).and_then(|geometry| geometry.size);
                    a == b || size(a).is_some() && size(a) == size(b)
                };
                if same(part, *other) {
                    return Some(index.expr.clone());
                }
                let help = format!("choose it so: c in cells of {}", self.parts[part].name);
                return self.error(span.clone(), "this is a cell of another part", help);
            }
            _ => {}
        }
        let number = self.as_number(index, span)?;
        let goes_round = match &self.parts[part].kind {
            Kind::Numbers { ring, .. } => *ring,
            Kind::Cells(geometry, _) => geometry.is_ring(),
            _ => false,
        };
        if !goes_round && from == 0 && number == Expr::num(0) {
            let name = self.parts[part].name.clone();
            let help = format!("the first is {name}[1]");
            return self.error(span.clone(), "places are counted from 1", help);
        }
        let index = plus(number, from - 1);
        Some(match goes_round {
            true => Expr::bin(whowins_core::Op::Mod, index, self.length(part)),
            false if from != 0 => {
                let length = self.length(part);
                Expr::bin(whowins_core::Op::Mod, index, length)
            }
            false => index,
        })
    }

    /// What stands at a place of a parameter.
    fn entry(&mut self, at: usize, indices: &[Value], span: &Span) -> Option<Value> {
        let content = self.data[at].content.clone();
        match (&content, indices) {
            (Content::Numbers(_) | Content::Text(_), [index]) => {
                let is = match content {
                    Content::Text(_) => Is::Character,
                    _ => Is::Number,
                };
                let bits = self.elements(at, "bits", false);
                let index = self.as_number(index, span)?;
                let get = Expr::get(bits, sub(index, Expr::num(1)));
                Some(Value::new(get, is))
            }
            (Content::Table(_, columns), [row, column]) => {
                let (row, column) = (self.as_number(row, span)?, self.as_number(column, span)?);
                let length = Expr::num(*columns);
                let on =
                    less(Expr::num(0), column.clone()).and(at_most(column.clone(), length.clone()));
                let place = add(mul(plus(row, -1), length), plus(column, -1));
                let table = self.elements(at, "table", false);
                let index = Expr::ite(on, place, Expr::num(-1));
                Some(Value::number(Expr::get(table, index)))
            }
            (Content::Graph(graph), [a, b]) => {
                let edge = self.edge_between(*graph, a, b, span)?;
                self.mark(*graph, edge, span)
            }
            (Content::Graph(_), [_]) => {
                let net = &self.data[at].name;
                let help = format!("write: position {net} of . #, for a symbol on each node");
                self.error(span.clone(), "a bare graph shows nothing", help)
            }
            _ => {
                let name = &self.data[at].name;
                let message = format!("`{name}` is not read like this");
                let help = match content {
                    Content::Number(_) => format!("write `{name}` alone"),
                    Content::Numbers(_) | Content::Text(_) => format!("write: {name}[i]"),
                    Content::Table(..) => format!("write: {name}[i, j]"),
                    Content::Grid(_) => format!("write: TOKEN at '#', of a token on {name}"),
                    Content::Graph(_) => format!("write: {name}[a, b], or: {name}[e]"),
                };
                self.error(span.clone(), message, help)
            }
        }
    }

    /// The edge between two nodes; -1 for none.
    pub(super) fn edge_between(
        &mut self,
        graph: usize,
        a: &Value,
        b: &Value,
        span: &Span,
    ) -> Option<Value> {
        let is_node = |value: &Value| value.is == Is::Node(graph);
        if !is_node(a) || !is_node(b) {
            let help = "a node is written: node NAME";
            return self.error(span.clone(), "two nodes of one graph are meant", help);
        }
        let ground = &self.grounds[graph];
        let nodes = ground.nodes.len();
        let edge = if nodes * nodes <= super::ELEMENTS {
            let mut values = vec![-1; nodes * nodes];
            for (edge, (from, to, one_way)) in ground.edges.iter().enumerate().rev() {
                values[from * nodes + to] = edge as i64;
                if !one_way {
                    values[to * nodes + from] = edge as i64;
                }
            }
            let table = self.table("edge", values);
            let row = mul(a.expr.clone(), Expr::num(nodes));
            Expr::get_or(table, add(row, b.expr.clone()), -1)
        } else {
            let message = format!("a graph of {nodes} nodes is too large for this");
            return self.error(span.clone(), message, "give a smaller graph");
        };
        Some(Value::new(edge, Is::Edge(graph)))
    }

    /// What is written on an edge.
    fn mark(&mut self, graph: usize, edge: Value, span: &Span) -> Option<Value> {
        let Some(marks) = self.grounds[graph].marks.clone() else {
            let help = "give a graph with numbers, or with words";
            return self.error(span.clone(), "the edges of this graph have no values", help);
        };
        let marks = self.table("marks", marks);
        let exists = at_most(Expr::num(0), edge.expr.clone());
        let exists = super::scope::both(edge.exists, Some(exists));
        Some(Value::number(Expr::get(marks, edge.expr)).only_where(exists))
    }

    /// Whether a value is a symbol of this player, or this symbol; `None` where it can never be.
    pub(super) fn shows_one_of(&self, shown: &Expr, part: usize, symbols: &[char]) -> Expr {
        let each = symbols
            .iter()
            .filter_map(|symbol| self.symbol(part, *symbol));
        let each = each.map(|at| equal(shown.clone(), Expr::num(at)));
        balanced(each.collect(), Expr::or).unwrap_or_else(|| Expr::num(0))
    }

    /// The number of a symbol that a part can show.
    pub(super) fn symbol(&self, part: usize, symbol: char) -> Option<i64> {
        let at = self.symbols(part).iter().position(|one| *one == symbol)?;
        self.mentioned.borrow_mut().insert((part, symbol));
        Some(at as i64)
    }

    /// The symbols that a part can show.
    pub(super) fn symbols(&self, part: usize) -> &[char] {
        match &self.parts[part].kind {
            Kind::Cells(_, symbols) | Kind::Nodes(_, symbols) => symbols,
            _ => &[],
        }
    }

    /// The symbols of a player.
    pub(super) fn symbols_of(&mut self, player: usize, span: &Span) -> Option<Vec<char>> {
        let lines = self.text.players.as_ref();
        let symbols = lines.map_or(&[][..], |lines| &lines[player].symbols);
        if symbols.is_empty() {
            let message = "no symbols belong to a player";
            let help = "write: players White with w, Black with b";
            return self.error(span.clone(), message, help);
        }
        Some(symbols.iter().map(|(symbol, _)| *symbol).collect())
    }
}
