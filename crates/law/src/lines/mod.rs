//! A law in words: a line for each of its sets of positions, whatever its kind.

mod atoms;
mod derived;
mod here;
#[allow(clippy::module_inception)]
mod lines;
mod lists;
mod shorten;

use std::fmt;

use whowins_analysis::Value;
use whowins_analysis::expression::Relation;
use whowins_automata::Limits;

use crate::reading::Reading;
use crate::words::{Class, Statement, Term};
pub use here::{Here, Run, Words};
use lines::Lines;

/// The most different sets that a law is written as; one a memory.
const SETS: usize = 40;
/// Larger automata are not tried: no line of this shape is of so many states.
const STATES: usize = 1 << 10;
/// More tracks than this have too few small positions.
const TRACKS: usize = 8;

/// A law as a statement: which positions the player to move loses, set by set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    /// What it is that the statements say of positions.
    pub class: Class,
    /// Statements, each with the memory and the player to move that it is for; no condition where
    /// it is for all.
    pub cases: Vec<(Statement, Option<Statement>)>,
}

impl Wording {
    /// The whole law as one statement.
    pub fn statement(&self) -> Statement {
        let case = |(line, of): &(Statement, Option<Statement>)| match of {
            Some(of) => of.clone().and(line.clone()),
            None => line.clone(),
        };
        let all = self.cases.iter().map(case).reduce(Statement::or);
        let all = all.unwrap_or(Statement::Constant(false));
        Statement::Iff(Statement::Is(self.class, None).into(), all.into())
    }
}

impl fmt::Display for Wording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = match self.class {
            Class::P => "P-positions",
            _ => "lost for the player to move",
        };
        let case = |(line, of): &(Statement, Option<Statement>)| match of {
            Some(of) => format!("{line} if {of}"),
            None => line.line(),
        };
        let all: Vec<String> = self.cases.iter().map(case).collect();
        write!(f, "{head}: {}", all.join("; "))
    }
}

/// A player to move, and a memory.
type Whose = (usize, usize);

/// The law in words, where each of its sets has a line.
///
/// What a set is: the positions that the player to move loses, for one memory. A line fits it where
/// it holds of the same small positions; then the automaton of the line is compared with the law's
/// own, so that the line printed is the law.
pub fn wording(law: &Reading, limits: &Limits) -> Option<Wording> {
    let drawn = law.says.iter().flatten().flatten();
    // Draws would need three sets.
    if drawn.clone().any(|value| *value == Value::Draw)
        || law.next.len() > STATES
        || law.tracks.len() > TRACKS
    {
        return None;
    }
    let lines = Lines::new(law, limits)?;
    let memories = law.elements.len();
    let lost = |player: usize, memory: usize| -> Vec<bool> {
        let says = law.says.iter();
        says.map(|says| {
            says.get(memory)
                .is_some_and(|values| values[player] == Value::Loss)
        })
        .collect()
    };
    let shared = (0..memories).all(|memory| lost(0, memory) == lost(1, memory));
    let players: &[usize] = if shared { &[0] } else { &[0, 1] };
    // Memories with one set share its line.
    let mut sets: Vec<(Vec<bool>, Vec<Whose>)> = Vec::new();
    for player in players {
        for memory in 0..memories {
            let set = lost(*player, memory);
            match sets.iter_mut().find(|one| one.0 == set) {
                Some(one) => one.1.push((*player, memory)),
                None => sets.push((set, vec![(*player, memory)])),
            }
        }
    }
    if sets.len() > SETS {
        return None;
    }
    let mut cases = Vec::new();
    for (set, whose) in &sets {
        let line = lines.line(set)?;
        let of = (sets.len() > 1).then(|| condition(law, players, whose));
        cases.push((line, of));
    }
    let wording = Wording {
        class: if shared { Class::P } else { Class::Lost },
        cases,
    };
    Some(wording.shortened(law))
}

/// Whose turn it is and what is remembered, as a statement.
fn condition(law: &Reading, players: &[usize], whose: &[Whose]) -> Statement {
    let of_player = |player: usize| {
        let own = whose.iter().filter(|one| one.0 == player);
        let memories: Vec<usize> = own.map(|one| one.1).collect();
        let remembered = match memories.len() == law.elements.len() {
            true => None,
            false => Some(among(law, &memories)),
        };
        match (players.len(), remembered) {
            (1, remembered) => remembered.unwrap_or(Statement::Constant(true)),
            (_, None) => Statement::ToMove(player, law.players[player].clone()),
            (_, Some(remembered)) => {
                Statement::ToMove(player, law.players[player].clone()).and(remembered)
            }
        }
    };
    let there = players
        .iter()
        .copied()
        .filter(|player| whose.iter().any(|one| one.0 == *player));
    let all = there.map(of_player).reduce(Statement::or);
    all.unwrap_or(Statement::Constant(false))
}

/// "last in {0, 2}".
fn among(law: &Reading, memories: &[usize]) -> Statement {
    let equal = |(name, value): &(String, dashu_int::IBig)| {
        let term = match dashu_int::UBig::try_from(value.clone()) {
            Ok(number) => Term::Number(number),
            Err(_) => {
                let number = dashu_int::UBig::try_from(-value).unwrap_or_default();
                let zero = Term::Number(dashu_int::UBig::ZERO);
                Term::Difference(zero.into(), Term::Number(number).into())
            }
        };
        Statement::Compare(Relation::Equal, Term::Name(name.clone()), term)
    };
    let one = |memory: &usize| match law.remembered[*memory].as_slice() {
        [(name, value)] => Some((name.clone(), u64::try_from(value).ok()?)),
        _ => None,
    };
    let single: Option<Vec<(String, u64)>> = memories.iter().map(one).collect();
    match single.as_deref() {
        Some([(name, first), more @ ..]) if !more.is_empty() => {
            let values = std::iter::once(*first).chain(more.iter().map(|one| one.1));
            Statement::Among(Term::Name(name.clone()), values.collect())
        }
        _ => {
            let each = memories
                .iter()
                .map(|memory| Statement::all(law.remembered[*memory].iter().map(equal)));
            each.reduce(Statement::or)
                .unwrap_or(Statement::Constant(false))
        }
    }
}
