//! Names that mean something, and not here.

use whowins_analysis::closest;

use super::Lower;
use super::data::{Content, Ground};
use super::parts::Kind;
use super::scope::Is;
use crate::diagnostic::{Span, did_you_mean};
use crate::read::other_word;
use crate::tree::{self, Choice, ExprKind, Move, Step, StepKind, Word};

impl<'a> Lower<'a> {
    /// A name that means nothing here.
    pub(super) fn unknown<T>(&mut self, word: &Word) -> Option<T> {
        let name = &word.text;
        // A parameter without a valid value is already reported.
        if self.text.givens.iter().any(|one| one.name.text == *name)
            && !self.data.iter().any(|one| one.name == *name)
        {
            return None;
        }
        let later = &self.text.definitions[self.known..];
        if later.iter().any(|one| one.name.text == *name) {
            let help = match later.first() {
                Some(one) if one.name.text == *name => {
                    format!("write its definition out instead of `{name}`")
                }
                _ => format!("write the line `let {name} ...` above this definition"),
            };
            let message = "a definition knows only the lines above it";
            return self.error(word.span.clone(), message, help);
        }
        if name == "score" {
            return self.score_is_read(&word.span);
        }
        if let Some((message, help)) = self.chosen_elsewhere(word) {
            return self.error(word.span.clone(), message, help);
        }
        let mut names: Vec<&str> = self.names.iter().map(|one| one.name.as_str()).collect();
        names.extend(self.parts.iter().map(|one| one.name.as_str()));
        names.extend(self.data.iter().map(|one| one.name.as_str()));
        names.extend(
            self.text
                .definitions
                .iter()
                .map(|one| one.name.text.as_str()),
        );
        names.extend(self.words.keys().map(String::as_str));
        let is_node = |ground: &Ground| ground.squares.is_empty() && ground.nodes.contains(name);
        let is_node = self.grounds.iter().any(is_node);
        let help = match closest(name, names.iter().copied()) {
            _ if is_node => format!("a node is written: node {name}"),
            Some(near) => did_you_mean(near),
            None => match other_word(name) {
                Some(said) => said.into(),
                None if names.is_empty() => "this game has no names for numbers".into(),
                None => format!("the names here are {}", names.join(", ")),
            },
        };
        let message = format!("there is no name `{name}` here");
        self.error(word.span.clone(), message, help)
    }

    /// A score where a number is meant.
    pub(super) fn score_is_read<T>(&mut self, span: &Span) -> Option<T> {
        let help = "declare what is read: position points of each player";
        self.error(span.clone(), "a score cannot be read", help)
    }

    /// What to say of a name that is chosen, but not for here: the message and the mend.
    fn chosen_elsewhere(&self, word: &Word) -> Option<(String, String)> {
        let name = &word.text;
        let chosen = |one: &'a Move| -> Vec<&'a Word> {
            let mut all = Vec::new();
            one.steps.iter().for_each(|step| names_of(step, &mut all));
            all.retain(|other| other.text == *name);
            all
        };
        let text = self.text;
        let is_here = |one: &&'a Move| one.span.contains(&word.span.start);
        let here = text.moves.iter().find(is_here).map(chosen);
        let help = format!("write: choose {name} in ...; first");
        if here.is_some_and(|here| here.iter().any(|one| one.span.start > word.span.start)) {
            return Some((format!("`{name}` is chosen only further on"), help));
        }
        let is_chosen = text.moves.iter().any(|one| !chosen(one).is_empty());
        let is_taken = self.parts.iter().any(|part| part.name == *name);
        (is_chosen && !is_taken).then(|| match text.moves.iter().any(|one| is_here(&one)) {
            true => (format!("`{name}` is not chosen here"), help),
            false => {
                let help = format!("choose it here, too: any(... for {name} in ...)");
                (format!("`{name}` is chosen in a move, and not here"), help)
            }
        })
    }

    /// `heap[0]`, and `heap[7]` of five.
    pub(super) fn warn_of_outside(&mut self, word: &Word, is: &Is, indices: &[tree::Expr]) {
        let from_one = match is {
            Is::Whole(part, ..) => match &self.parts[*part].kind {
                Kind::Numbers { ring, halves, .. } => !ring && !halves,
                Kind::Cells(geometry, _) => !geometry.is_ring(),
                Kind::NumberBoard(_) => true,
                Kind::Tokens(_, count) => count.is_some(),
                _ => false,
            },
            Is::Data(at) => !matches!(self.data[*at].content, Content::Graph(_)),
            _ => false,
        };
        let is_zero =
            |one: &&tree::Expr| matches!(&one.kind, ExprKind::Number(zero) if zero == "0");
        if let Some(zero) = indices.iter().find(is_zero).filter(|_| from_one) {
            let ones = vec!["1"; indices.len()].join(", ");
            let first = format!("{}[{ones}]", word.text);
            let message = format!("the first is {first}; nothing is at 0");
            self.warn(zero.span.clone(), message, format!("write: {first}"));
        }
        let length = match is {
            Is::Whole(part, ..) => self.length_of(*part),
            Is::Data(at) => match &self.data[*at].content {
                Content::Numbers(all) | Content::Text(all) => Some(all.len() as i64),
                _ => None,
            },
            _ => None,
        };
        if let ([index], Some(length), true) = (indices, length, from_one)
            && let ExprKind::Number(digits) = &index.kind
            && digits.parse::<i64>().is_ok_and(|at| at > length)
        {
            let name = &word.text;
            let message = format!("`{name}` has {length} places; nothing is at {digits}");
            self.warn(
                index.span.clone(),
                message,
                format!("write: {name}[1] to {name}[{length}]"),
            );
        }
    }
}

/// The names that a step chooses or remembers, and those of the steps in it.
pub(super) fn names_of<'a>(step: &'a Step, all: &mut Vec<&'a Word>) {
    let mut of_choices = |choices: &'a [Choice]| {
        for choice in choices {
            match choice {
                Choice::In(names, _) => all.extend(names),
                Choice::Between { name, .. } => all.push(name),
            }
        }
    };
    match &step.kind {
        StepKind::Act { choices, .. } | StepKind::Choose(choices, _) => of_choices(choices),
        StepKind::Rewrite(rewrite) => all.extend(rewrite.at.iter().chain(&rewrite.to)),
        StepKind::Let(named) => all.extend(named.iter().map(|(name, _)| name)),
        StepKind::If(_, inner) | StepKind::IfPossible(inner) | StepKind::May(inner) => {
            names_of(inner, all);
        }
        StepKind::ForEach(name, _, _, inner) => {
            all.push(name);
            names_of(inner, all);
        }
        StepKind::Walk { .. }
        | StepKind::OnlyIf(_)
        | StepKind::Repeat(_)
        | StepKind::Take(..)
        | StepKind::Split(_) => {}
    }
}
