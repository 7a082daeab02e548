//! Definitions that nothing uses: their errors are told all the same.

use whowins_core::Expr;

use super::Lower;
use super::parts::{Kind, Standing};
use super::scope::{Is, Value};
use super::step::Rest;
use crate::tree::{Body, Let};

/// So many ways to fill the arguments in are tried.
const TRIES: usize = 64;

impl<'a> Lower<'a> {
    /// Gives a meaning to each definition that has got none, and tells that nothing uses it; the
    /// last first, as it may use those before it.
    pub(super) fn look_at_unused(&mut self) {
        let text = self.text;
        for (at, definition) in text.definitions.iter().enumerate().rev() {
            if self.used.contains(&at) || !self.errors.is_empty() {
                continue;
            }
            let name = &definition.name;
            let message = format!("nothing uses the definition `{}`", name.text);
            self.warn(name.span.clone(), message, "drop it");
            self.look_at_definition(at, definition);
        }
        self.known = text.definitions.len();
    }

    /// Faults that a definition has whatever its arguments are.
    fn look_at_definition(&mut self, at: usize, definition: &'a Let) {
        let kinds = self.kinds_of_arguments();
        let count = definition.arguments.len();
        let ways = kinds.len().checked_pow(count as u32);
        let Some(ways) = ways.filter(|ways| *ways <= TRIES) else {
            return;
        };
        let mut first = Vec::new();
        for way in 0..ways {
            let of = |argument: usize| {
                kinds[way / kinds.len().pow(argument as u32) % kinds.len()].clone()
            };
            let kinds: Vec<Is> = (0..count).map(of).collect();
            let errors = self.faults_of(at, definition, &kinds);
            if errors.is_empty() {
                return;
            }
            if way == 0 {
                first = errors;
            }
        }
        self.errors.extend(first);
    }

    /// The errors of a definition whose arguments are of these kinds; nothing else is changed.
    fn faults_of(
        &mut self,
        at: usize,
        definition: &'a Let,
        kinds: &[Is],
    ) -> Vec<crate::Diagnostic> {
        let (consts, warnings, size) = (self.consts.len(), self.warnings.len(), self.size);
        self.known = at;
        self.me = Some(0);
        self.bound = kinds.len();
        self.names.clear();
        for (level, (word, is)) in definition.arguments.iter().zip(kinds).enumerate() {
            self.bind(word, Value::new(Expr::Var(level), is.clone()));
        }
        match &definition.body {
            Body::Value(body) => drop(self.value(body)),
            Body::Steps(steps) => drop(self.rest(&Rest::Steps {
                steps,
                before: None,
                after: &Rest::Closed,
            })),
        }
        self.names.clear();
        self.bound = 0;
        self.me = None;
        self.again = false;
        self.moved = false;
        self.consts.truncate(consts);
        self.forget_openings(consts);
        self.warnings.truncate(warnings);
        self.size = size;
        std::mem::take(&mut self.errors)
    }

    /// What an argument can be in this game: numbers first.
    fn kinds_of_arguments(&self) -> Vec<Is> {
        let mut kinds = vec![Is::Number];
        for (at, part) in self.parts.iter().enumerate() {
            let is = match &part.kind {
                Kind::Cells(..) | Kind::NumberBoard(_) => Some(Is::Cell(at)),
                Kind::Nodes(ground, _) | Kind::Tokens(Standing::Ground(ground), _) => {
                    Some(Is::Node(*ground))
                }
                Kind::Subset(domain) => Some(Is::Set(domain.clone())),
                _ => None,
            };
            kinds.extend(is.filter(|is| !kinds.contains(is)));
        }
        for ground in 0..self.grounds.len() {
            let more = [Is::Node(ground), Is::Edge(ground)];
            kinds.extend(
                more.into_iter()
                    .filter(|is| !kinds.contains(is))
                    .collect::<Vec<_>>(),
            );
        }
        kinds
    }
}
