//! What people call the things that a term has no names for.

use whowins_analysis::program::{Spelling, SpeltMove};
use whowins_analysis::tokens::TextMap;
use whowins_core::Command;

use super::Lower;
use super::astray::names_of;
use super::data::Content;
use crate::tree::{CellKind, Move, PartKind, Pattern, Rewrite, Step, StepKind};

impl<'a> Lower<'a> {
    /// Names of a text that has its meaning.
    pub(super) fn spelling(&mut self) -> Spelling {
        let text = self.text;
        Spelling {
            players: self.players.clone(),
            about: text.about.clone(),
            moves: std::mem::take(&mut self.spelt),
            follow_ups: (text.follow_ups.iter())
                .map(|rewrite| SpeltMove {
                    text: format!("at once {}", text.written(&rewrite.span)),
                    chosen: Vec::new(),
                    ways: self.ways_of(rewrite),
                    span: rewrite.span.clone(),
                })
                .collect(),
            map: self.drawn(),
        }
    }

    /// Notes how a move is written, unless it can never be made.
    pub(super) fn spell(&mut self, one: &'a Move, command: &Command) {
        let ways = match could_be_a_familys(&one.steps) {
            true => match command.clone().tidy() {
                never if never == Command::NEVER => return,
                command => ways(&command),
            },
            false => 0,
        };
        let mut chosen = Vec::new();
        for step in &one.steps {
            names_of(step, &mut chosen);
        }
        // Two bounds of one number are written as two choices.
        let mut names: Vec<String> = Vec::new();
        for word in chosen {
            if !names.contains(&word.text) {
                names.push(word.text.clone());
            }
        }
        self.spelt.push(SpeltMove {
            text: self.text.written(&one.span),
            chosen: names,
            ways,
            span: one.span.clone(),
        });
    }

    /// In how many directions a pattern is laid.
    fn ways_of(&mut self, rewrite: &'a Rewrite) -> usize {
        self.me = Some(0);
        let part = self.pattern_part(&rewrite.span);
        let ways = part
            .and_then(|part| self.pattern_ways(part, &rewrite.left, &rewrite.along, &rewrite.span));
        self.me = None;
        ways.map_or(0, |ways| ways.len())
    }

    /// The map whose squares the tokens stand on.
    fn drawn(&self) -> Option<TextMap> {
        let map = self.text.parts.iter().find_map(|part| match &part.kind {
            PartKind::Squares { map, .. } => Some(&map.text),
            _ => None,
        })?;
        self.data.iter().find_map(|one| match &one.content {
            Content::Grid(lines) if one.name == *map => Some(TextMap {
                lines: lines.clone(),
            }),
            _ => None,
        })
    }
}

/// Whether some family has a move of this form. The others, which can be large, are not looked at
/// closely.
fn could_be_a_familys(steps: &[Step]) -> bool {
    let plain = |pattern: &Pattern| {
        let mut cells = pattern.rows.iter().flat_map(|row| &row.cells);
        cells.all(|cell| {
            matches!(
                cell.kind,
                CellKind::Symbol(_) | CellKind::Any | CellKind::Own(_)
            )
        })
    };
    match steps {
        [one] => match &one.kind {
            StepKind::Rewrite(rewrite) => plain(&rewrite.left) && plain(&rewrite.right),
            _ => true,
        },
        steps => steps.iter().all(|step| match &step.kind {
            StepKind::If(_, inner) => matches!(inner.kind, StepKind::Walk { .. }),
            kind => matches!(kind, StepKind::Walk { .. } | StepKind::OnlyIf(_)),
        }),
    }
}

/// How many alternatives a move begins with, behind the question whose it is.
fn ways(command: &Command) -> usize {
    match command {
        Command::Alt(all) => all.len(),
        Command::Seq(all) => match all.as_slice() {
            [Command::Guard(_), rest, ..] => ways(rest),
            [first, ..] => ways(first),
            [] => 0,
        },
        _ => 1,
    }
}
