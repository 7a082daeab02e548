//! `position sum of GAME, ...`: games beside one another, of which a move is made in one.
//!
//! Each game is lowered by itself; [`whowins_analysis::program::Sum`] puts their terms together.
//! What a sum cannot have (an ending before nobody can move, scores, repetition, moves that are
//! tried only where no other is possible) is told in the game's own line.

use std::sync::Arc;

use whowins_analysis::program::{Program, Sum, SumEnding};
use whowins_core::State;

use super::ending::fate_pays;
use super::{Lower, Lowered, lower};
use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::parameters::{ParameterValue, Parameters};
use crate::tree::{Fate, Literal, PartKind, StartItem, Stuck, Summand, Text, Word};

/// The most games of a sum.
const GAMES: usize = 64;

/// Whether a text says that its position is a sum.
pub(super) fn is_sum(text: &Text) -> bool {
    let sum = |kind: &PartKind| matches!(kind, PartKind::Sum { .. });
    text.parts.iter().any(|part| sum(&part.kind))
}

/// A game of a sum, lowered.
struct Component<'a> {
    text: &'a Text,
    lowered: Lowered,
}

impl<'a> Lower<'a> {
    /// The program of a text whose position is a sum.
    pub(super) fn sum(&mut self, values: &Parameters) -> Option<Program> {
        let text = self.text;
        self.stands_alone();
        let (summands, any, span) = text.parts.iter().find_map(|part| match &part.kind {
            PartKind::Sum { games, any } => Some((games, *any, &part.span)),
            _ => None,
        })?;
        if summands.len() > GAMES {
            let message = format!("a sum has at most {GAMES} games");
            return self.error(span.clone(), message, "write: sum of any number of GAME");
        }
        let mut components = Vec::new();
        for summand in summands {
            components.extend(self.component(summand, any, values));
        }
        if !self.errors.is_empty() {
            return None;
        }
        self.name_players(&components, span);
        let ending = self.sum_ending()?;
        let names = called(summands);
        let games = components
            .into_iter()
            .map(|one| Arc::new(one.lowered.program));
        let sum = Sum {
            games: names.into_iter().zip(games).collect(),
            any,
        };
        let name = text.name.as_ref();
        let name = name.map_or_else(|| "game".into(), |name| name.text.clone());
        let mut program = sum.program(name, &ending);
        if let Err(error) = program.term.check() {
            let message = format!("this sum is too large: {error}");
            return self.error(span.clone(), message, "add fewer and smaller games");
        }
        self.sum_start(&mut program)?;
        Some(program)
    }

    /// A sum has what its games have, and nothing of its own.
    fn stands_alone(&mut self) {
        let text = self.text;
        let mut more: Vec<&Span> = Vec::new();
        more.extend(text.moves.iter().map(|one| &one.span));
        more.extend(text.definitions.iter().map(|one| &one.span));
        more.extend(text.follow_ups.iter().map(|one| &one.span));
        more.extend(text.ends.iter().map(|one| &one.span));
        more.extend(text.finals.iter().map(|one| &one.span));
        more.extend(text.score.iter().map(|one| &one.span));
        more.extend(text.blocking.iter().map(|(_, span)| span));
        let others = text.parts.iter();
        more.extend(
            others
                .filter(|part| !matches!(part.kind, PartKind::Sum { .. }))
                .map(|part| &part.span),
        );
        more.extend(text.parts.iter().skip(1).map(|part| &part.span));
        for example in &text.examples {
            if let Some(by) = &example.by {
                let message = "a sum is not played for points";
                self.note(by.span.clone(), message, "drop `by` and the text after it");
            }
        }
        for span in more {
            let message = "a sum has the moves of its games, and play ends where nobody can move";
            let help = "drop this line, or write it in a separate game: let NAME = game \"...\"";
            self.note(span.clone(), message, help);
        }
    }

    /// One game of the sum.
    fn component(
        &mut self,
        summand: &Summand,
        any: bool,
        values: &Parameters,
    ) -> Option<Component<'a>> {
        let text = self.text;
        let name = &summand.name;
        let found = text.games.iter().find(|one| one.name.text == name.text);
        let Some(own) = found.map(|one| &one.text) else {
            let names = text.games.iter().map(|one| one.name.text.as_str());
            let near = whowins_analysis::closest(&name.text, names);
            let help = match near {
                Some(near) => did_you_mean(near),
                None => format!("write its rules below: let {} = game \"...\"", name.text),
            };
            let message = format!("there is no game `{}`", name.text);
            return self.error(name.span.clone(), message, help);
        };
        if is_sum(own) {
            let message = format!("`{}` is a sum itself", name.text);
            return self.error(name.span.clone(), message, "name its games here");
        }
        self.can_be_added(name, own)?;
        self.errors.extend(crate::sound::of_text(own));
        let given = self.arguments(summand, own, values)?;
        let mut lowered = match lower(own, &given) {
            Ok(lowered) => lowered,
            Err(errors) => {
                self.errors.extend(errors);
                return None;
            }
        };
        let start = summand
            .arguments
            .iter()
            .find(|(one, _)| one.text == "start");
        if let Some((argument, literal)) = start {
            if any {
                let message = "any number of a game has no start of each";
                let help = "write the whole position: start ...; ...";
                return self.error(argument.span.clone(), message, help);
            }
            let state = self.position(&lowered.program, literal, &unquoted(&literal.text))?;
            lowered.program.term.starts = vec![state];
        }
        Some(Component { text: own, lowered })
    }

    /// What a game must not have, to stand in a sum.
    fn can_be_added(&mut self, name: &Word, own: &'a Text) -> Option<()> {
        let name = &name.text;
        let before = self.errors.len();
        for end in &own.ends {
            let message = format!(
                "`{name}` ends here, and a sum ends only where nobody can move in any of its games"
            );
            let help = "let the moves stop there instead, with a guard: move ... if ...";
            self.note(end.span.clone(), message, help);
        }
        let mut cannot: Vec<(&Span, &str)> = Vec::new();
        cannot.extend(own.score.iter().map(|one| (&one.span, "scores")));
        cannot.extend(own.finals.iter().map(|one| (&one.span, "scores")));
        cannot.extend(
            own.repetition
                .iter()
                .map(|one| (&one.span, "a rule about repetition")),
        );
        cannot.extend(
            own.blocking
                .iter()
                .map(|(_, span)| (span, "blocked options")),
        );
        let tiers = own.moves.iter().filter(|one| one.is_else);
        cannot.extend(tiers.map(|one| (&one.span, "moves with `else`")));
        for (span, what) in cannot {
            let message = format!("`{name}` has {what}, and sums do not support that yet");
            let help = match what {
                "a rule about repetition" => "say it once for the whole sum: repetition draws",
                _ => "add games without it",
            };
            self.note(span.clone(), message, help);
        }
        let same = |a: &Stuck, b: &Stuck| a.fate == b.fate && a.other == b.other;
        let normal = |stuck: &Stuck| stuck.fate == Fate::Loses && stuck.other.is_none();
        if let Some(stuck) = own.stuck.as_ref().filter(|stuck| !normal(stuck))
            && !self
                .text
                .stuck
                .as_ref()
                .is_some_and(|whole| same(whole, stuck))
        {
            let message =
                format!("`{name}` says otherwise than the sum what becomes of who cannot move");
            let help = "say it once for the whole sum: misère play";
            self.note(stuck.span.clone(), message, help);
        }
        (self.errors.len() == before).then_some(())
    }

    /// The values of a game's parameters.
    fn arguments(
        &mut self,
        summand: &Summand,
        own: &Text,
        values: &Parameters,
    ) -> Option<Parameters> {
        let name = &summand.name.text;
        let mut given = Parameters::new();
        for (argument, literal) in &summand.arguments {
            if argument.text == "start" {
                continue;
            }
            let found = own.givens.iter().find(|one| one.name.text == argument.text);
            let Some(parameter) = found else {
                let names: Vec<&str> = own
                    .givens
                    .iter()
                    .map(|one| one.name.text.as_str())
                    .collect();
                let help = match whowins_analysis::closest(&argument.text, names.iter().copied()) {
                    Some(near) => did_you_mean(near),
                    None if names.is_empty() => "it has none".into(),
                    None => format!("its parameters are {}", names.join(", ")),
                };
                let message = format!("`{name}` has no parameter `{}`", argument.text);
                return self.error(argument.span.clone(), message, help);
            };
            let value = match self.own_value(&literal.text, values) {
                Some(value) => value,
                None => match parameter.kind.read(&unquoted(&literal.text)) {
                    Ok(value) => value,
                    Err(error) => {
                        let message = format!("{} is {}", argument.text, parameter.kind);
                        return self.error(literal.span.clone(), message, error.to_string());
                    }
                },
            };
            if !parameter.kind.accepts(&value) {
                let message = format!("{} is {}", argument.text, parameter.kind);
                return self.error(literal.span.clone(), message, "give a value of this kind");
            }
            given.insert(argument.text.clone(), value);
        }
        let open = own
            .givens
            .iter()
            .find(|one| one.default.is_none() && !given.contains_key(&one.name.text));
        if let Some(open) = open {
            let message = format!("`{name}` leaves its parameter `{}` open", open.name.text);
            let help = format!("give it: {name}({} = ...)", open.name.text);
            return self.error(summand.name.span.clone(), message, help);
        }
        Some(given)
    }

    /// The value of a parameter of the sum's own text.
    fn own_value(&self, name: &str, values: &Parameters) -> Option<ParameterValue> {
        let given = self.text.givens.iter().find(|one| one.name.text == name)?;
        values.get(name).or(given.default.as_ref()).cloned()
    }

    /// The players' names are the games', where the text says none.
    fn name_players(&mut self, components: &[Component<'a>], span: &Span) {
        if self.text.players.is_some() {
            return;
        }
        let mut named = components.iter().filter(|one| one.text.players.is_some());
        let Some(first) = named.next() else { return };
        let players = first.lowered.spelling.players.clone();
        if let Some(other) = named.find(|one| one.lowered.spelling.players != players) {
            let [a, b] = &players;
            let [c, d] = &other.lowered.spelling.players;
            let message =
                format!("who plays for whom? The players are {a} and {b}, and {c} and {d}");
            let help = format!(
                "say who they are in the sum, the first-named of each game being one: players {a}, {b}"
            );
            self.note(span.clone(), message, help);
        }
        self.players = players;
    }

    fn sum_ending(&mut self) -> Option<SumEnding> {
        let text = self.text;
        let stuck = match &text.stuck {
            None => fate_pays(Fate::Loses),
            Some(stuck) if stuck.other.is_none() => fate_pays(stuck.fate),
            Some(stuck) => {
                let message = "in a sum this is the same wherever nobody can move";
                return self.error(stuck.span.clone(), message, "write: misère play");
            }
        };
        if let Some(within) = text.repetition.as_ref().and_then(|one| one.within.as_ref()) {
            let message = "a sum remembers no earlier positions";
            return self.error(within.span.clone(), message, "write: repetition draws");
        }
        let endless = self.endless();
        Some(SumEnding { stuck, endless })
    }

    /// A position of a program, as its text says it.
    fn position(&mut self, program: &Program, word: &Word, literal: &str) -> Option<State> {
        match program.read(literal) {
            Ok(state) => Some(state),
            Err(error) => self.error(word.span.clone(), error.message, error.help),
        }
    }

    fn sum_start(&mut self, program: &mut Program) -> Option<()> {
        for start in &self.text.starts {
            let [StartItem::Position(Literal { word, .. })] = start.items.as_slice() else {
                let help = format!("{}, in one line", program.form());
                let message = "the start of a sum is written as a whole";
                return self.error(start.span.clone(), message, help);
            };
            let state = self.position(program, word, &word.text)?;
            program.term.starts = vec![state];
        }
        Some(())
    }

    /// Games within a text that is no sum.
    pub(super) fn no_games_within(&mut self) {
        for one in &self.text.games {
            let message = "a text holds other games only for a sum of them";
            let help = format!("write: position sum of {}", one.name.text);
            self.errors
                .push(Diagnostic::new(one.name.span.clone(), message).help(help));
        }
    }
}

/// What the games are called: those that are there several times have numbers.
fn called(summands: &[Summand]) -> Vec<String> {
    let name = |at: usize| summands[at].name.text.clone();
    let same =
        |at: usize, up_to: usize| (0..up_to).filter(|other| name(*other) == name(at)).count();
    (0..summands.len())
        .map(|at| match same(at, summands.len()) {
            1 => name(at),
            _ => format!("{}[{}]", name(at), same(at, at) + 1),
        })
        .collect()
}

/// A value without its quotation marks.
fn unquoted(text: &str) -> String {
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    inner.unwrap_or(text).to_string()
}
