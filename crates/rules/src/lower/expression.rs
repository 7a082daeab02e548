//! Numbers and conditions.

use dashu_int::IBig;
use whowins_core::{Expr, Op};

use super::data::Content;
use super::parts::Kind;
use super::scope::{Is, Value, all_of, any_of, both, known, plus};
use super::{DEPTH, Lower};
use crate::diagnostic::Span;
use crate::tree::{self, ExprKind};

/// A short expression as it is written; others as N.
pub(super) fn in_words(said: &tree::Expr) -> String {
    match &said.kind {
        ExprKind::Number(digits) => digits.clone(),
        ExprKind::Name(word, None) => word.text.clone(),
        ExprKind::Name(word, Some(tree::Whose::Own)) => format!("own {}", word.text),
        ExprKind::Name(word, Some(tree::Whose::Other)) => format!("other {}", word.text),
        ExprKind::Index(word, None, indices) => {
            let indices: Vec<String> = indices.iter().map(in_words).collect();
            format!("{}[{}]", word.text, indices.join(", "))
        }
        _ => "N".into(),
    }
}

/// What a person calls a value that is no number.
fn called(is: &Is) -> &'static str {
    match is {
        Is::Number => "a number",
        Is::Condition => "a condition",
        Is::Cell(_) => "a cell",
        Is::Node(_) => "a node",
        Is::Edge(_) => "an edge",
        Is::Shown(_) | Is::Letter(_) | Is::Of(_) => "a symbol",
        Is::Character => "a character",
        Is::Set(_) => "a set",
        Is::Whole(..) => "a part with several places",
        Is::Data(_) => "a parameter with several places",
    }
}

impl<'a> Lower<'a> {
    /// The value of an expression.
    pub(super) fn value(&mut self, said: &'a tree::Expr) -> Option<Value> {
        self.charge(1, &said.span)?;
        if self.depth >= DEPTH {
            let message = "definitions or steps lie too deep in each other here";
            let help = "write it with fewer definitions and brackets inside each other";
            return self.error(said.span.clone(), message, help);
        }
        self.depth += 1;
        let value = self.value_of(said);
        self.depth -= 1;
        value
    }

    fn value_of(&mut self, said: &'a tree::Expr) -> Option<Value> {
        let span = &said.span;
        match &said.kind {
            ExprKind::Number(digits) => match digits.parse::<IBig>() {
                Ok(number) => Some(Value::number(Expr::Num(number))),
                Err(_) => self.error(
                    span.clone(),
                    "this isn't a number",
                    "write digits, such as 12",
                ),
            },
            ExprKind::Name(word, whose) => self.name(word, whose.as_ref()),
            ExprKind::Symbol(symbol) => Some(Value::new(Expr::num(0), Is::Letter(*symbol))),
            ExprKind::Own(whose) => {
                let player = self.whose(whose, span)?;
                self.symbols_of(player, span)?;
                Some(Value::new(Expr::num(0), Is::Of(player)))
            }
            ExprKind::Node(word) => self.node_named(word),
            ExprKind::StartOf(word) => self.start_of(word),
            ExprKind::Index(word, whose, indices) => self.index(word, whose.as_ref(), indices),
            ExprKind::Slice(..) => {
                let help = "write: sum(a[1..3]), or another function around it";
                self.error(span.clone(), "these are several numbers", help)
            }
            ExprKind::Call(word, arguments) => self.call(word, arguments, span),
            ExprKind::Bin(op, pair) => self.operation(*op, &pair.0, &pair.1),
            ExprKind::Minus(one) => {
                let value = self.number_value(one)?;
                let expr = Expr::bin(Op::Sub, Expr::num(0), value.expr);
                Some(Value::number(expr).only_where(value.exists))
            }
            ExprKind::Chain(first, rest) => self.chain(first, rest),
            ExprKind::In(one, set) => self.is_in(one, set).map(Value::condition),
            ExprKind::Not(one) => Some(Value::condition(!self.condition(one)?)),
            ExprKind::And(all) => {
                let all = self.conditions(all)?;
                Some(Value::condition(all_of(all)))
            }
            ExprKind::Or(any) => {
                let any = self.conditions(any)?;
                Some(Value::condition(any_of(any)))
            }
            ExprKind::Fold(fold, body, choices, guard) => {
                self.fold(*fold, body.as_deref(), choices, guard.as_deref(), span)
            }
            ExprKind::FoldSet(fold, set) => self.fold_set(*fold, set, span),
            ExprKind::Is(some, set) => self.is_some(*some, set).map(Value::condition),
            ExprKind::Has {
                part,
                pattern,
                along,
                over,
            } => self
                .has(part, pattern, along, over.as_deref())
                .map(Value::condition),
            ExprKind::Connects {
                part,
                from,
                to,
                through,
            } => self
                .connects(part, from, to, through.as_deref(), span)
                .map(Value::condition),
            ExprKind::Stands(word, symbol) => self.stands(word, *symbol).map(Value::condition),
        }
    }

    fn conditions(&mut self, all: &'a [tree::Expr]) -> Option<Vec<Expr>> {
        let mut found = Vec::new();
        let mut is_whole = true;
        for one in all {
            match self.condition(one) {
                Some(one) => found.push(one),
                None => is_whole = false,
            }
        }
        is_whole.then_some(found)
    }

    /// A condition.
    pub(super) fn condition(&mut self, said: &'a tree::Expr) -> Option<Expr> {
        let value = self.value(said)?;
        match value.is {
            Is::Condition => both(value.exists, Some(value.expr)),
            Is::Number => {
                let number = in_words(said);
                let help = format!("compare it: {number} > 0, {number} = 1, ...");
                self.error(said.span.clone(), "this is a number, not a condition", help)
            }
            is => {
                let message = match &is {
                    Is::Whole(part, ..) => {
                        let part = &self.parts[*part];
                        let kind = match part.kind {
                            Kind::Subset(_) => "a set",
                            Kind::Numbers { .. } => "an array",
                            Kind::Nodes(..) => "a graph",
                            Kind::Tokens(..) => "several tokens",
                            _ => "a board",
                        };
                        format!("`{}` is {kind}, not a condition", part.name)
                    }
                    is => format!("this is {}, not a condition", called(is)),
                };
                let help = self.condition_of(&is);
                self.error(said.span.clone(), message, help)
            }
        }
    }

    /// What makes a condition of a value that is none.
    fn condition_of(&self, is: &Is) -> String {
        match is {
            Is::Whole(part, ..) => {
                let one = &self.parts[*part];
                let name = &one.name;
                match one.kind {
                    Kind::Subset(_) => format!("write: some {name}, no {name}, or: k in {name}"),
                    Kind::Numbers { .. } => {
                        format!("write: any({name}[i] > 0 for i in places of {name})")
                    }
                    Kind::Nodes(..) => format!("write: some nodes of {name} showing 'x'"),
                    _ => format!("write: some cells of {name} showing 'x'"),
                }
            }
            Is::Data(at) => format!("write: k in {}", self.data[*at].name),
            Is::Set(_) => "write: some s, no s, or: k in s".into(),
            Is::Cell(_) | Is::Node(_) | Is::Edge(_) => "compare it with another: a = b".into(),
            _ => "compare it: board[c] = 'x'".into(),
        }
    }

    /// A number.
    pub(super) fn number(&mut self, said: &'a tree::Expr) -> Option<Expr> {
        self.number_value(said).map(|value| value.expr)
    }

    /// A number, and where there is one.
    pub(super) fn number_value(&mut self, said: &'a tree::Expr) -> Option<Value> {
        let value = self.value(said)?;
        let number = self.as_number(&value, &said.span)?;
        Some(Value::number(number).only_where(value.exists))
    }

    /// A value as a number: cells of rows count from 1.
    pub(super) fn as_number(&mut self, value: &Value, span: &Span) -> Option<Expr> {
        match &value.is {
            Is::Number => Some(value.expr.clone()),
            Is::Cell(part) if self.geometry(*part).is_some_and(|one| !one.is_board()) => {
                Some(plus(value.expr.clone(), 1))
            }
            Is::Cell(_) => {
                let help = "write: row(c), column(c)";
                self.error(span.clone(), "this is a cell, not a number", help)
            }
            Is::Condition => {
                let help = "to count what meets a condition, write: count(... if C)";
                self.error(span.clone(), "this is a condition, not a number", help)
            }
            Is::Whole(part, ..) => {
                let name = self.parts[*part].name.clone();
                let (message, help) = match self.parts[*part].kind {
                    Kind::Subset(_) => (
                        format!("`{name}` is a set, not a number"),
                        format!("write: count({name}), or: k in {name}"),
                    ),
                    Kind::Numbers { .. } => (
                        format!("`{name}` is an array"),
                        format!("write: {name}[i] for i in places of {name}, or: sum({name})"),
                    ),
                    Kind::Tokens(..) => (
                        format!("`{name}` are several tokens, not a number"),
                        format!("write: {name}[i] for i in places of {name}"),
                    ),
                    _ => (
                        format!("`{name}` is a board, not a number"),
                        format!("write: {name}[c]"),
                    ),
                };
                self.error(span.clone(), message, help)
            }
            Is::Data(at) => {
                let name = self.data[*at].name.clone();
                let help = match self.data[*at].content {
                    Content::Numbers(_) => format!("write: {name}[i], or: k in {name}"),
                    _ => "give it an index".into(),
                };
                self.error(span.clone(), format!("`{name}` is not one number"), help)
            }
            is => {
                let message = match is {
                    Is::Node(ground) if !self.grounds[*ground].squares.is_empty() => {
                        "this is a place, not a number".into()
                    }
                    is => format!("this is {}, not a number", called(is)),
                };
                let help = match is {
                    Is::Node(ground) if !self.grounds[*ground].squares.is_empty() => {
                        "compare it with another place: a = b, or: a at 'S'".into()
                    }
                    Is::Node(graph) => {
                        let name = self.graph_name(*graph);
                        format!("to count nodes, write: count(v in nodes of {name} if C)")
                    }
                    Is::Edge(graph) => {
                        format!(
                            "write: {}[e], for the number on it",
                            self.graph_name(*graph)
                        )
                    }
                    Is::Set(_) => "write: count(s), or: sum(s)".into(),
                    Is::Character => "compare it: word[i] = 'a'".into(),
                    Is::Of(_) => "write: own score, or: own NAME, of a part of each player".into(),
                    _ => "compare it: board[c] = 'x'".into(),
                };
                self.error(span.clone(), message, help)
            }
        }
    }

    fn operation(
        &mut self,
        mark: char,
        first: &'a tree::Expr,
        second: &'a tree::Expr,
    ) -> Option<Value> {
        let (x, y) = (self.number_value(first), self.number_value(second));
        let (x, y) = (x?, y?);
        let op = match mark {
            '+' => Op::Add,
            '-' => Op::Sub,
            '*' => Op::Mul,
            '/' => Op::Div,
            _ => Op::Mod,
        };
        if matches!(op, Op::Div | Op::Mod) && known(&y.expr) == Some(0) {
            let help = "write a divisor from 1 on";
            return self.error(second.span.clone(), "one cannot divide by 0", help);
        }
        let exists = both(x.exists, y.exists);
        Some(Value::number(Expr::bin(op, x.expr, y.expr)).only_where(exists))
    }

    /// `node NAME`: of the graph that has it, the one of the position first.
    fn node_named(&mut self, word: &tree::Word) -> Option<Value> {
        let graphs: Vec<usize> = (0..self.grounds.len())
            .filter(|at| self.grounds[*at].squares.is_empty())
            .collect();
        let has = |at: &&usize| self.grounds[**at].nodes.contains(&word.text);
        let graph = graphs.iter().find(has).or(graphs.first());
        let Some(graph) = graph.copied() else {
            let help = "add a line: given net: graph = \"a-b, b-c\"";
            return self.error(word.span.clone(), "there is no graph here", help);
        };
        let node = self.node(graph, &word.text, &word.span)?;
        Some(Value::new(Expr::num(node), Is::Node(graph)))
    }

    fn call(
        &mut self,
        word: &'a tree::Word,
        arguments: &'a [tree::Expr],
        span: &Span,
    ) -> Option<Value> {
        if let Some(at) = self.definition(&word.text) {
            let mut values = Vec::new();
            for argument in arguments {
                values.push(self.value(argument)?);
            }
            return self.call_definition(at, values, span);
        }
        self.function(word, arguments, span)
    }
}
