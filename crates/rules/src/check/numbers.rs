//! Moves on tuples.

use super::Checker;
use super::expression::relation_of;
use super::names::Meaning;
use crate::diagnostic::{Diagnostic, Span};
use crate::parameters::ParameterValue;
use crate::syntax::{Node, Rule};
use whowins_analysis::derive::{cones, rays};
use whowins_analysis::expression::{Cond, Expr, Op, Relation};
use whowins_analysis::frame::is_bounded;
use whowins_analysis::numbers::{Binder, Choices, NumberMove, Numbers};

/// After this many displacements, the moves left are not searched for ones that never end: that is a courtesy, not a need.
const WEIGHED: usize = 1 << 17;

impl<'a> Checker<'a> {
    pub(super) fn number_move(&mut self, numbers: &mut Numbers, node: Node<'a>, text: String) {
        let whole = self.span(&node);
        let parts: Vec<Node<'a>> = node.into_inner().collect();
        let find = |rule: Rule| parts.iter().find(|part| part.as_rule() == rule).cloned();
        let by = self.by(find(Rule::by));
        let mishaps = self.faults.len() + self.silenced;
        let (binders, failed) = self.binders(
            numbers,
            parts.iter().filter(|p| p.as_rule() == Rule::binder),
        );
        let mut updates: Vec<(usize, Expr)> = Vec::new();
        for part in parts.iter().filter(|part| part.as_rule() == Rule::update) {
            if let Some((variable, value)) = self.update(numbers, part.clone()) {
                if updates.iter().any(|(known, _)| *known == variable) {
                    let span = self.span(part);
                    self.fault(
                        Diagnostic::new(span, "this variable is changed twice in one move")
                            .help("put both changes into one"),
                    );
                }
                updates.push((variable, value));
            }
        }
        let guard = match find(Rule::guard)
            .and_then(|guard| guard.into_inner().find(|p| p.as_rule() == Rule::condition))
        {
            Some(condition) => self.condition(condition),
            None => Some(Cond::Const(true)),
        };
        for binder in &binders {
            self.names.remove(&binder.name);
        }
        for name in &failed {
            self.doubtful.remove(name);
        }
        let Some(guard) = guard.filter(|_| self.faults.len() + self.silenced == mishaps) else {
            return;
        };
        let command = NumberMove {
            by,
            binders,
            guard,
            updates,
            text,
        };
        self.is_sound(numbers, &command, &whole);
        numbers.moves.push(command);
    }

    fn update(&mut self, numbers: &Numbers, node: Node<'a>) -> Option<(usize, Expr)> {
        let mut inner = node.into_inner();
        let (name, operator, value) = (inner.next()?, inner.next()?, inner.next()?);
        let span = self.span(&name);
        let value = self.number(value)?;
        let Some(variable) = numbers
            .variables
            .iter()
            .position(|v| v.name == name.as_str())
        else {
            let names: Vec<&str> = numbers.variables.iter().map(|v| v.name.as_str()).collect();
            self.fault(
                Diagnostic::new(
                    span,
                    format!("«{}» is no part of the position", name.as_str()),
                )
                .help(format!("a move changes one of {}", names.join(", "))),
            );
            return None;
        };
        let value = match operator.as_str() {
            "-=" => Expr::binary(Op::Sub, Expr::Slot(variable), value),
            "+=" => Expr::binary(Op::Add, Expr::Slot(variable), value),
            _ => value,
        };
        Some((variable, value))
    }

    /// The numbers a move chooses, whose names stay known until the move is read, and the names of those that have a fault.
    fn binders<'n>(
        &mut self,
        numbers: &Numbers,
        nodes: impl Iterator<Item = &'n Node<'a>>,
    ) -> (Vec<Binder>, Vec<String>)
    where
        'a: 'n,
    {
        let mut binders: Vec<Binder> = Vec::new();
        let mut failed: Vec<String> = Vec::new();
        for node in nodes {
            let Some(form) = node.clone().into_inner().next() else {
                continue;
            };
            let bound = form
                .clone()
                .into_inner()
                .find(|part| part.as_rule() == Rule::name)
                .map(|name| name.as_str().to_string());
            let Some((name, span, choices)) = self.binder(form) else {
                failed.extend(bound.filter(|name| self.doubtful.insert(name.clone())));
                continue;
            };
            if let Some(known) = binders.iter_mut().find(|binder| binder.name == name) {
                match (&mut known.choices, choices) {
                    (
                        Choices::Between(_, most @ None),
                        Choices::Between(Expr::Const(0), Some(new)),
                    ) => *most = Some(new),
                    _ => self.fault(
                        Diagnostic::new(span, format!("«{name}» is bound twice"))
                            .help("write both bounds in one, such as 1 <= k <= 3"),
                    ),
                }
                continue;
            }
            if self.names.contains_key(&name) || self.parameters.iter().any(|p| p.name == name) {
                self.fault(
                    Diagnostic::new(span, format!("the name «{name}» is taken"))
                        .help("choose another"),
                );
                continue;
            }
            self.names.insert(
                name.clone(),
                Meaning::Number(numbers.variables.len() + binders.len()),
            );
            binders.push(Binder { name, choices });
        }
        (binders, failed)
    }

    fn binder(&mut self, node: Node<'a>) -> Option<(String, Span, Choices)> {
        let rule = node.as_rule();
        let parts: Vec<Node<'a>> = node
            .into_inner()
            .filter(|p| !matches!(p.as_rule(), Rule::kw_in | Rule::less))
            .collect();
        match rule {
            Rule::binder_in => {
                let (name, span) = (parts[0].as_str().to_string(), self.span(&parts[0]));
                let choices = self.collection(parts.get(1)?.clone())?;
                Some((name, span, choices))
            }
            Rule::binder_two => {
                let [low, name, high] = parts.as_slice() else {
                    return None;
                };
                let strict = |part: &str| !part.contains("<=");
                let between = |from: &Node<'_>, to: &Node<'_>| {
                    let gap = from.as_span().end()..to.as_span().start();
                    self.source[self.offset + gap.start..self.offset + gap.end].to_string()
                };
                let (first, second) = (between(low, name), between(name, high));
                let one = |strict: bool| Expr::Const(i64::from(strict));
                let low = self.number(low.clone())?;
                let high = self.number(high.clone())?;
                let least = Expr::binary(Op::Add, low, one(strict(&first)));
                let most = Expr::binary(Op::Sub, high, one(strict(&second)));
                Some((
                    name.as_str().to_string(),
                    self.span(name),
                    Choices::Between(least, Some(most)),
                ))
            }
            _ => {
                let [name, relation, bound] = parts.as_slice() else {
                    return None;
                };
                let (span, relation_span) = (self.span(name), self.span(relation));
                let bound = self.number(bound.clone())?;
                let plus = |n| Expr::binary(Op::Add, bound.clone(), Expr::Const(n));
                let choices = match relation_of(relation.as_str()) {
                    Relation::AtLeast => Choices::Between(bound, None),
                    Relation::More => Choices::Between(plus(1), None),
                    Relation::AtMost => Choices::Between(Expr::Const(0), Some(bound)),
                    Relation::Less => Choices::Between(Expr::Const(0), Some(plus(-1))),
                    Relation::Equal => Choices::Between(bound.clone(), Some(bound)),
                    Relation::Unequal => {
                        self.fault(
                            Diagnostic::new(relation_span, "a bound says from where to where")
                                .help("write: for k >= 1 ... if k != 3"),
                        );
                        return None;
                    }
                };
                Some((name.as_str().to_string(), span, choices))
            }
        }
    }

    pub(super) fn collection(&mut self, node: Node<'a>) -> Option<Choices> {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::set => match crate::parameters::Kind::Set.read(node.as_str()) {
                Ok(ParameterValue::Set(members)) => Some(Choices::Of(members)),
                Ok(_) => None,
                Err(error) => {
                    self.fault(
                        Diagnostic::new(span, error.message).help("write a set such as {1, 2, 5}"),
                    );
                    None
                }
            },
            Rule::span => {
                let mut ends = node.into_inner().filter(|p| p.as_rule() == Rule::sum);
                let (low, high) = (ends.next()?, ends.next()?);
                Some(Choices::Between(
                    self.number(low)?,
                    Some(self.number(high)?),
                ))
            }
            _ => match self.parameter(node.as_str()).as_deref() {
                Some(ParameterValue::Set(members)) => Some(Choices::Of(members.clone())),
                Some(_) => {
                    self.fault(
                        Diagnostic::new(span, format!("«{}» is not a set", node.as_str()))
                            .help("declare it with: given NAME: set"),
                    );
                    None
                }
                None => {
                    self.unknown_name(span, node.as_str());
                    None
                }
            },
        }
    }

    /// Reports a move that can leave the position as it is, that can grow for ever, or whose choices nothing ends.
    fn is_sound(&mut self, numbers: &Numbers, command: &NumberMove, whole: &Span) {
        for (at, binder) in command.binders.iter().enumerate() {
            if !is_bounded(numbers, command, at) {
                self.fault(
                    Diagnostic::new(
                        whole.clone(),
                        format!("nothing ends the choice of {}", binder.name),
                    )
                    .help(format!(
                        "give it an upper bound that no move passes, such as 1 <= {} <= {}",
                        binder.name,
                        (command.updates.first())
                            .map_or("10", |(variable, _)| &numbers.variables[*variable].name)
                    )),
                );
                return;
            }
        }
        let alone = Numbers {
            variables: numbers.variables.clone(),
            moves: vec![command.clone()],
        };
        if command.guard != Cond::Const(true) || self.weighed > WEIGHED {
            return;
        }
        let all = rays(&alone).unwrap_or_default();
        self.weighed += all.len();
        let still = all.into_iter().find_map(|ray| ray.still());
        if let Some(k) = still {
            let name = command
                .binders
                .last()
                .map_or("k", |binder| binder.name.as_str());
            let message = if command.binders.is_empty() {
                "this move leaves the position as it is".to_string()
            } else {
                format!("with {name} = {k} this move leaves the position as it is")
            };
            let from_a_set = matches!(
                command.binders.last().map(|binder| &binder.choices),
                Some(Choices::Of(_))
            );
            let help = if from_a_set {
                format!("let every move change something: leave {k} out of the set")
            } else {
                "let every move change something, for example with k >= 1".into()
            };
            self.value_fault(Diagnostic::new(whole.clone(), message).help(help));
            return;
        }
        let grows = cones(&alone).unwrap_or_default().into_iter().any(|cone| {
            cone.base.iter().all(|entry| *entry >= 0)
                && numbers
                    .variables
                    .iter()
                    .zip(&cone.base)
                    .all(|(variable, entry)| *entry == 0 || variable.most.is_none())
        });
        if grows {
            self.value_fault(
                Diagnostic::new(
                    whole.clone(),
                    "this move can be repeated without end: play need never stop",
                )
                .help("subtract instead, or bound the variables: position x <= 100"),
            );
        }
    }
}
