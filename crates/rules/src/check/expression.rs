//! Numbers and conditions.

use std::sync::Arc;

use super::Checker;
use super::names::Meaning;
use crate::diagnostic::Diagnostic;
use crate::parameters::{Kind, ParameterValue};
use crate::syntax::{Node, Rule};
use whowins_analysis::expression::{Cond, Expr, Op, Relation};

/// The most numbers and names in the expressions of one statement, so that no recursion over them outgrows the stack.
const OPERANDS: usize = 500;

/// What an expression denotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Number,
    Cell,
}

impl<'a> Checker<'a> {
    pub(super) fn condition(&mut self, node: Node<'a>) -> Option<Cond> {
        let parts = |node: Node<'a>, rule: Rule| {
            node.into_inner().filter(move |part| part.as_rule() == rule)
        };
        match node.as_rule() {
            Rule::condition => {
                let mut all: Vec<Cond> = parts(node, Rule::conjunction)
                    .map(|part| self.condition(part))
                    .collect::<Option<_>>()?;
                Some(if all.len() == 1 {
                    all.remove(0)
                } else {
                    Cond::Or(all)
                })
            }
            Rule::conjunction => {
                let mut all: Vec<Cond> = parts(node, Rule::negation)
                    .map(|part| self.condition(part))
                    .collect::<Option<_>>()?;
                Some(if all.len() == 1 {
                    all.remove(0)
                } else {
                    Cond::And(all)
                })
            }
            Rule::negation => {
                let inner = node
                    .into_inner()
                    .find(|part| part.as_rule() != Rule::kw_not)?;
                if inner.as_rule() == Rule::negation {
                    self.condition(inner)
                        .map(|inner| Cond::Not(Box::new(inner)))
                } else {
                    self.condition(inner)
                }
            }
            Rule::has => self.has(node),
            Rule::stands => self.stands(node),
            _ => self.comparison(node),
        }
    }

    fn comparison(&mut self, node: Node<'a>) -> Option<Cond> {
        let span = self.span(&node);
        let parts: Vec<Node<'a>> = node.into_inner().collect();
        if let [only] = parts.as_slice() {
            return match in_parentheses(only.clone()) {
                Some(condition) => self.condition(condition),
                None => {
                    self.fault(
                        Diagnostic::new(span, "this is a number, not a condition")
                            .help("compare it with something: = < <= > >= !="),
                    );
                    None
                }
            };
        }
        let mut all = Vec::new();
        for triple in parts.windows(3).step_by(2) {
            let [left, relation, right] = triple else {
                return None;
            };
            let relation_span = self.span(relation);
            let ((a, sort_a), (b, sort_b)) = (self.sum(left.clone())?, self.sum(right.clone())?);
            let relation = relation_of(relation.as_str());
            if sort_a != sort_b {
                self.fault(
                    Diagnostic::new(span, "a token's place is compared with a number")
                        .help("compare a token with a token, or with «start of TOKEN»"),
                );
                return None;
            }
            if sort_a == Sort::Cell && !matches!(relation, Relation::Equal | Relation::Unequal) {
                self.fault(
                    Diagnostic::new(relation_span, "places have no order").help("use = or !="),
                );
                return None;
            }
            all.push(Cond::Compare(relation, a, b));
        }
        Some(if all.len() == 1 {
            all.remove(0)
        } else {
            Cond::And(all)
        })
    }

    fn stands(&mut self, node: Node<'a>) -> Option<Cond> {
        let mut inner = node.into_inner();
        let (name, symbol) = (inner.next()?, inner.next()?);
        let symbol = quoted(&symbol);
        let span = self.span(&name);
        match self.names.get(name.as_str()) {
            Some(Meaning::Token(slot)) => {
                let slot = *slot;
                Some(Cond::Marked(slot, self.marks(symbol).into()))
            }
            _ => {
                self.fault(
                    Diagnostic::new(span, format!("«{}» is not a token", name.as_str()))
                        .help("only tokens stand at places"),
                );
                None
            }
        }
    }

    /// A number that must be a plain number.
    pub(super) fn number(&mut self, node: Node<'a>) -> Option<Expr> {
        let span = self.span(&node);
        match self.sum(node)? {
            (expr, Sort::Number) => Some(expr),
            (_, Sort::Cell) => {
                self.fault(
                    Diagnostic::new(span, "this is a place, not a number").help("write a number"),
                );
                None
            }
        }
    }

    /// A number that the rules and parameters fix.
    pub(super) fn known_number(&mut self, node: Node<'a>) -> Option<i64> {
        let span = self.span(&node);
        match self.number(node)? {
            Expr::Const(value) => Some(value),
            _ => {
                self.fault(
                    Diagnostic::new(span, "this number must not depend on the position")
                        .help("use numbers and parameters alone"),
                );
                None
            }
        }
    }

    pub(super) fn sum(&mut self, node: Node<'a>) -> Option<(Expr, Sort)> {
        self.chain(node)
    }

    /// A sum or product: operands with operators between.
    fn chain(&mut self, node: Node<'a>) -> Option<(Expr, Sort)> {
        if node.as_rule() == Rule::factor {
            return self.factor(node);
        }
        let mut parts = node.into_inner();
        let first = parts.next()?;
        let first_span = self.span(&first);
        let (mut value, sort) = self.chain(first)?;
        while let (Some(operator), Some(operand)) = (parts.next(), parts.next()) {
            let span = self.span(&operand);
            let span_end = span.end;
            let (right, right_sort) = self.chain(operand)?;
            if sort == Sort::Cell || right_sort == Sort::Cell {
                self.fault(
                    Diagnostic::new(
                        first_span.start..span.end,
                        "one cannot calculate with places",
                    )
                    .help("use numbers"),
                );
                return None;
            }
            let operation = match operator.as_str() {
                "+" => Op::Add,
                "-" => Op::Sub,
                "*" => Op::Mul,
                "/" => Op::Div,
                _ => Op::Mod,
            };
            if matches!(operation, Op::Div | Op::Mod) && !matches!(right, Expr::Const(n) if n > 0) {
                self.value_fault(
                    Diagnostic::new(span, "one divides only by a known number, 1 or more")
                        .help("write the divisor as a number or a parameter"),
                );
            }
            let known = |expr: &Expr| matches!(expr, Expr::Const(_));
            let fixed = known(&value) && known(&right);
            value = Expr::binary(operation, value, right);
            if fixed && !known(&value) {
                self.value_fault(
                    Diagnostic::new(first_span.start..span_end, "this number is too large")
                        .help("what the rules fix lies between -2^63 and 2^63"),
                );
                value = Expr::Const(0);
            }
        }
        Some((value, sort))
    }

    fn factor(&mut self, node: Node<'a>) -> Option<(Expr, Sort)> {
        let inner = node.into_inner().next()?;
        let span = self.span(&inner);
        self.operands += 1;
        if self.operands > OPERANDS {
            self.fault(
                Diagnostic::new(
                    span,
                    format!("this statement has more than {OPERANDS} numbers and names"),
                )
                .help("cut it into several"),
            );
            return None;
        }
        match inner.as_rule() {
            Rule::number => {
                let value = inner.as_str().parse::<i64>().ok().filter(|n| *n <= 1 << 60);
                if value.is_none() {
                    self.fault(
                        Diagnostic::new(span, "this number is too large")
                            .help("use numbers up to 10^18"),
                    );
                }
                value.map(|value| (Expr::Const(value), Sort::Number))
            }
            Rule::minus => {
                let (value, sort) = self.factor(inner.into_inner().next()?)?;
                if sort == Sort::Cell {
                    self.fault(
                        Diagnostic::new(span, "one cannot calculate with places")
                            .help("use numbers"),
                    );
                    return None;
                }
                Some((Expr::binary(Op::Sub, Expr::Const(0), value), Sort::Number))
            }
            Rule::parens => match plain_sum(inner) {
                Some(sum) => self.sum(sum),
                None => {
                    self.fault(
                        Diagnostic::new(span, "this is a condition, not a number")
                            .help("write a number"),
                    );
                    None
                }
            },
            Rule::call => self.call(inner),
            Rule::start_of => {
                let name = inner.into_inner().next()?;
                self.start_of(&name)
            }
            Rule::indexed => self.indexed(inner),
            _ => self.name(inner),
        }
    }

    fn call(&mut self, node: Node<'a>) -> Option<(Expr, Sort)> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let function = parts.next()?.as_str().trim();
        let arguments: Vec<Node<'a>> = parts.filter(|p| p.as_rule() == Rule::sum).collect();
        if function == "length" {
            let name = arguments[0].as_str().trim().to_string();
            return match (arguments.len(), self.parameter(&name).as_deref()) {
                (1, Some(ParameterValue::Bits(bits))) => {
                    Some((Expr::Const(bits.len() as i64), Sort::Number))
                }
                _ => {
                    self.fault(
                        Diagnostic::new(span, "length takes the name of a parameter given as bits")
                            .help("write: length(NAME)"),
                    );
                    None
                }
            };
        }
        let operation = match function {
            "min" => Op::Min,
            "max" => Op::Max,
            "gcd" => Op::Gcd,
            _ => Op::Xor,
        };
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.number(argument)?);
        }
        values
            .into_iter()
            .reduce(|a, b| Expr::binary(operation, a, b))
            .map(|value| (value, Sort::Number))
    }

    fn start_of(&mut self, name: &Node<'a>) -> Option<(Expr, Sort)> {
        let span = self.span(name);
        match (self.names.get(name.as_str()), &self.starts) {
            (Some(Meaning::Token(slot)), Some(starts)) => {
                Some((Expr::Const(i64::from(starts[*slot])), Sort::Cell))
            }
            // A start that is said, but at fault, has been reported.
            (Some(Meaning::Token(_)), None) if self.start_said => None,
            (Some(Meaning::Token(_)), None) => {
                self.fault(
                    Diagnostic::new(span, "the rules do not say where the tokens start")
                        .help("add a line: start a at 'A', b at 'B'"),
                );
                None
            }
            _ => {
                self.fault(
                    Diagnostic::new(span, format!("«{}» is not a token", name.as_str()))
                        .help("only tokens have starts"),
                );
                None
            }
        }
    }

    fn indexed(&mut self, node: Node<'a>) -> Option<(Expr, Sort)> {
        let mut inner = node.into_inner();
        let (name, index) = (inner.next()?, inner.next()?);
        let span = self.span(&name);
        let index = self.number(index)?;
        match self.parameter(name.as_str()).as_deref() {
            Some(ParameterValue::Bits(bits)) => {
                let shared = self
                    .digits
                    .entry(name.as_str().to_string())
                    .or_insert_with(|| Arc::from(bits.as_slice()));
                Some((Expr::Bit(Arc::clone(shared), Box::new(index)), Sort::Number))
            }
            Some(_) => {
                self.fault(
                    Diagnostic::new(span, format!("«{}» has no digits", name.as_str()))
                        .help("only a parameter given as bits is indexed"),
                );
                None
            }
            None => {
                self.unknown_name(span, name.as_str());
                None
            }
        }
    }

    fn name(&mut self, node: Node<'a>) -> Option<(Expr, Sort)> {
        let span = self.span(&node);
        let name = node.as_str();
        match self.names.get(name) {
            Some(Meaning::Number(slot)) => return Some((Expr::Slot(*slot), Sort::Number)),
            Some(Meaning::Token(slot)) => return Some((Expr::Slot(*slot), Sort::Cell)),
            Some(Meaning::Word(value)) => return Some((Expr::Const(*value), Sort::Number)),
            None => {}
        }
        match self.parameter(name).as_deref() {
            Some(ParameterValue::Number(value)) => Some((Expr::Const(*value), Sort::Number)),
            Some(_) => {
                let kind = self
                    .parameters
                    .iter()
                    .find(|p| p.name == name)
                    .map(|p| p.kind.clone());
                let help = match kind {
                    Some(Kind::Bits) => format!("write {name}[...] for one of its digits"),
                    Some(Kind::Set) => format!("write: for s in {name}"),
                    _ => "use a parameter given as a number".into(),
                };
                self.fault(Diagnostic::new(span, format!("«{name}» is not a number")).help(help));
                None
            }
            None => {
                self.unknown_name(span, name);
                None
            }
        }
    }
}

/// The condition in parentheses that a comparison's only operand may be: `(x > 1 or y > 1)`.
fn in_parentheses(sum: Node<'_>) -> Option<Node<'_>> {
    let mut node = sum;
    while node.as_rule() != Rule::parens {
        let mut inner = node.into_inner();
        node = inner.next()?;
        if inner.next().is_some() {
            return None;
        }
    }
    node.into_inner().next()
}

/// The sum in parentheses that a factor may be: `(x + 1)`, read by the grammar as a condition without comparison.
fn plain_sum(parens: Node<'_>) -> Option<Node<'_>> {
    let mut node = parens.into_inner().next()?;
    while node.as_rule() != Rule::sum {
        let mut inner = node.into_inner();
        node = inner.next()?;
        if inner.next().is_some()
            || matches!(node.as_rule(), Rule::has | Rule::stands | Rule::kw_not)
        {
            return None;
        }
    }
    Some(node)
}

pub(super) fn relation_of(text: &str) -> Relation {
    match text {
        "<" => Relation::Less,
        "<=" => Relation::AtMost,
        ">" => Relation::More,
        ">=" => Relation::AtLeast,
        "!=" => Relation::Unequal,
        _ => Relation::Equal,
    }
}

/// The symbol between single quotation marks.
pub(super) fn quoted(node: &Node<'_>) -> char {
    node.as_str().chars().nth(1).unwrap_or(' ')
}
