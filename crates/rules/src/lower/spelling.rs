//! What people call the things that a term has no names for.

use whowins_analysis::program::{Spelling, SpeltMove};
use whowins_analysis::tokens::TextMap;
use whowins_core::Command;

use super::Lower;
use super::astray::names_of;
use super::data::Content;
use crate::tree::{Move, PartKind, Rewrite};

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
        let command = command.clone().tidy();
        if command == Command::NEVER {
            return;
        }
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
            ways: ways(&command),
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
