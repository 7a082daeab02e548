//! What each line of a text has become: the moves and endings of its term, with their places.

use whowins_analysis::program::Program;
use whowins_core::Command;

use super::Lower;
use crate::diagnostic::{Diagnostic, Span};
use crate::parameters::Parameters;
use crate::tree::{PartKind, Text, Verdict, Who};

/// A game with the place in its text of everything that play may come to, or not.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The game, as it is written out. Its term is longer than that of [`super::lower`], and means
    /// the same.
    pub program: Program,
    /// The players' names.
    pub players: [String; 2],
    /// Where the players are named, or else the game.
    pub players_at: [Span; 2],
    /// The `move` lines in order: each is one command of the alternatives of its tier.
    pub rules: Vec<Rule>,
    /// Where each of the term's ends is said; two of them may be one line.
    pub ends: Vec<Span>,
    /// What the text says of who cannot move.
    pub stuck: Option<Span>,
    /// Whether the text says anything of play that goes round.
    pub speaks_of_repetition: bool,
    /// The symbols that cells or nodes can show: the part of the term that holds them, and where
    /// each symbol is declared.
    pub symbols: Vec<(usize, Vec<(char, Span)>)>,
}

/// A `move` line.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Where it stands.
    pub span: Span,
    /// Its tier: how many `else` stand before it.
    pub tier: usize,
}

/// What each line of a text has become, with these values of its parameters. `None` where a line
/// has no command of its own, as in sums.
///
/// # Errors
///
/// As [`super::lower`].
pub fn outline(text: &Text, values: &Parameters) -> Result<Option<Outline>, Vec<Diagnostic>> {
    let mut lower = Lower::new(text);
    match lower.program(values) {
        Some(program) if lower.errors.is_empty() => Ok(of(lower, program)),
        _ => Err(lower.all_faults()),
    }
}

fn of(lower: Lower<'_>, program: Program) -> Option<Outline> {
    let text = lower.text;
    let mut tiers = Vec::new();
    for (tier, moves) in program.term.tiers.iter().enumerate() {
        let Command::Alt(moves) = moves else {
            return None;
        };
        tiers.extend(std::iter::repeat_n(tier, moves.len()));
    }
    let rule = |(one, tier): (&crate::tree::Move, usize)| Rule {
        span: one.span.clone(),
        tier,
    };
    let rules = text.moves.iter().zip(tiers.iter().copied()).map(rule);
    let rules: Vec<Rule> = rules.collect();
    let mut ends = Vec::new();
    for end in text.ends.iter().filter(|end| end.when.is_some()) {
        // "A player" is looked at as the one who moved, and then as the other.
        let count = match end.verdict {
            Verdict::Is(Who::Either, _) => 2,
            _ => 1,
        };
        ends.extend(std::iter::repeat_n(end.span.clone(), count));
    }
    let is_whole = text.moves.len() == tiers.len() && ends.len() == program.term.ends.len();
    let game = text.name.as_ref().map_or(0..0, |name| name.span.clone());
    let player = |at: usize| {
        let named = text.players.as_ref();
        named.map_or(game.clone(), |lines| lines[at].name.span.clone())
    };
    let shows = |part: &crate::tree::Part| match &part.kind {
        PartKind::Cells { symbols, .. } | PartKind::Nodes { symbols } => {
            let holds = |one: &&whowins_analysis::program::Holding| one.name == part.name.text;
            let holding = program.parts.iter().find(holds)?;
            Some((holding.part, symbols.clone()))
        }
        _ => None,
    };
    let symbols = text.parts.iter().filter_map(shows).collect();
    is_whole.then(|| Outline {
        players_at: [player(0), player(1)],
        rules,
        ends,
        stuck: text.stuck.as_ref().map(|stuck| stuck.span.clone()),
        speaks_of_repetition: text.repetition.is_some(),
        symbols,
        players: lower.players,
        program,
    })
}
