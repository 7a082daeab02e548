//! What names stand for: players, parameters, and the words of conditions.

use std::sync::Arc;

use super::Checker;
use crate::diagnostic::{Diagnostic, Span};
use crate::parameters::{Kind, ParameterValue};
use crate::syntax::Node;
use whowins_analysis::closest;
use whowins_analysis::{By, Player};

/// What a name stands for in conditions and changes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// A variable or a bound number: a slot.
    Number(usize),
    /// A token: a slot that holds a cell.
    Token(usize),
    /// A value's name: a number.
    Word(i64),
}

impl<'a> Checker<'a> {
    /// Who may use a move: the player named before it, or both.
    pub(super) fn by(&mut self, node: Option<Node<'a>>) -> By {
        node.and_then(|node| node.into_inner().next())
            .and_then(|player| self.player(player))
            .map_or(By::Both, By::Only)
    }

    /// The player a node names.
    pub(super) fn player(&mut self, node: Node<'a>) -> Option<Player> {
        let span = self.span(&node);
        let name = player_text(&node);
        let names = self.player_names();
        let found = Player::BOTH
            .into_iter()
            .find(|player| names[player.index()] == name);
        if found.is_none() && !self.players_doubtful {
            let help = match closest(&name, names.iter().map(String::as_str)) {
                Some(near) => format!("did you mean «{near}»?"),
                None if self.players.is_none() => format!("add a line: players {name}, ..."),
                None => format!("the players are {} and {}", names[0], names[1]),
            };
            self.fault(Diagnostic::new(span, format!("there is no player «{name}»")).help(help));
        }
        found
    }

    /// The value of a parameter, made up if need be.
    pub(super) fn parameter(&mut self, name: &str) -> Option<Arc<ParameterValue>> {
        let parameter = self.parameters.iter().find(|p| p.name == name)?;
        if let Some(value) = self.given.get(name) {
            return Some(Arc::clone(value));
        }
        self.made_up = true;
        Some(Arc::new(match &parameter.kind {
            Kind::Set => ParameterValue::Set(vec![1]),
            Kind::Number => ParameterValue::Number(1),
            Kind::Bits => ParameterValue::Bits(vec![true]),
            Kind::Grid(symbols) => ParameterValue::Grid(vec![symbols.clone()]),
            Kind::Graph => {
                ParameterValue::Graph(vec!["a".into(), "b".into()], vec![(0, 1), (1, 0)])
            }
            Kind::Numbers => ParameterValue::Numbers(vec![1]),
            Kind::Text => ParameterValue::Text("a".into()),
            Kind::Table => ParameterValue::Table(vec![vec![1]]),
            Kind::Weighted | Kind::Coloured(_) => ParameterValue::Marked {
                nodes: vec!["a".into(), "b".into()],
                edges: vec![(0, 1, false)],
                marks: vec![0],
            },
        }))
    }

    /// All names that can stand in a condition.
    pub(super) fn known_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.names.keys().cloned().collect();
        names.extend(self.parameters.iter().map(|p| p.name.clone()));
        names.sort();
        names
    }

    /// The fault of a name that means nothing here.
    pub(super) fn unknown_name(&mut self, span: Span, name: &str) {
        if self.doubtful.contains(name) {
            self.silenced += 1;
            return;
        }
        let names = self.known_names();
        let help = match closest(name, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean «{near}»?"),
            None if names.is_empty() => "this game has no names for numbers".into(),
            None => format!("the names here are {}", names.join(", ")),
        };
        self.fault(Diagnostic::new(span, format!("there is no name «{name}» here")).help(help));
    }
}

/// The names that a faulty `given` line seems to declare.
pub(super) fn declared(text: &str) -> impl Iterator<Item = String> + '_ {
    let names = text.strip_prefix("given").unwrap_or_default();
    let names = names.split([':', '=', '{']).next().unwrap_or_default();
    names
        .split([',', ' ', '\t'])
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(str::to_string)
}

/// The name in a player node, without quotation marks.
pub(super) fn player_text(node: &Node<'_>) -> String {
    let text = node.as_str().trim();
    text.trim_matches('"').to_string()
}
