//! Sums: games beside one another, of which a player makes a move in one (Bouton 1902; Conway, *On
//! Numbers and Games*, 1976).

use std::sync::Arc;

use dashu_int::IBig;
use whowins_core::{self as core, Array, Command, Const, Expr, Op, Part, State};

use super::placed::{Place, Placed};
use super::{Holding, Notation, Program, turn, with_turn};
use crate::game::Player;
use crate::position::{PositionError, counted, shorten};

/// What is written for no component at all: `none` is a component without elements.
const NOTHING: &str = "nothing";

/// The games that a sum is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Each with what it is called: `nim`, or `kayles[2]` where it is there several times.
    pub games: Vec<(String, Arc<Program>)>,
    /// Whether a position has any number of components, all of the one game; else it has one of
    /// each.
    pub any: bool,
}

/// How the sum of games ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumEnding {
    /// What player 0 gets where nobody can move in any of them.
    pub stuck: Expr,
    /// What player 0 gets by play without end, where that is said.
    pub endless: Option<Expr>,
}

/// Where the game's parts stand in a term of any number of components.
struct Column {
    /// The part of the term with the elements of all components, one after the other.
    part: usize,
    /// How many elements each component has, where that is fixed.
    fixed: Option<usize>,
    /// The part of the term with how many elements each has, where it is not.
    lengths: Option<usize>,
}

impl Sum {
    /// The sum as a game: its term is that of its games side by side, and a move is a move in one
    /// of them.
    ///
    /// Of any number of components the parts hold the elements of all of them, one after the other.
    /// Nothing is asked of the games' ends: what a sum is made of has none, no scores, and one tier
    /// of moves. Linear in the terms.
    pub fn program(self, name: String, ending: &SumEnding) -> Program {
        let term = self.term(name, ending);
        let parts = self.holdings();
        let rest = match self.any {
            true => Vec::new(),
            false => {
                let games = self.games.iter().zip(self.offsets());
                let rest = games.flat_map(|((_, game), offset)| {
                    let moved =
                        move |(part, rest): &(usize, Vec<IBig>)| (part + offset, rest.clone());
                    game.rest.iter().map(moved)
                });
                rest.collect()
            }
        };
        Program {
            term,
            parts,
            score: None,
            rest,
            sum: Some(self),
        }
    }

    /// Whether a term is the one that the sum of these games has: a witness that what is known of
    /// the games is known of the term.
    pub fn is_term(&self, term: &core::Game) -> bool {
        let ending = SumEnding {
            stuck: term.stuck.clone(),
            endless: term.endless.clone(),
        };
        let mut own = self.term(term.name.clone(), &ending);
        own.starts.clone_from(&term.starts);
        own == *term
    }

    fn term(&self, name: String, ending: &SumEnding) -> core::Game {
        let mut consts: Vec<Const> = Vec::new();
        let mut parts: Vec<Part> = Vec::new();
        let turn = self
            .games
            .first()
            .map(|(_, game)| game.term.parts[0].clone());
        parts.extend(turn);
        let mut moves = Vec::new();
        for (called, game) in &self.games {
            let own = game.term.consts.iter();
            let shared = own.map(|one| {
                let name = one.name.split('_').next().unwrap_or("data").to_string();
                match Const::shared(&mut consts, &name, one.values.clone()) {
                    Array::Const(at) | Array::Part(at) => at,
                }
            });
            let shared: Vec<usize> = shared.collect();
            let tier = match game.term.tiers.first() {
                Some(tier) if self.any => {
                    let columns = game.columns();
                    parts.extend(game.column_parts(&columns));
                    among(tier, &columns, shared)
                }
                Some(tier) => {
                    let offset = parts.len();
                    let moved = (1..game.term.parts.len()).map(|at| Place::Whole(offset + at - 1));
                    let places = [Place::Whole(0)].into_iter().chain(moved).collect();
                    parts.extend(game.term.parts[1..].iter().map(|part| Part {
                        name: format!("{called}.{}", part.name),
                        ..part.clone()
                    }));
                    let placed = Placed {
                        places,
                        consts: shared,
                        around: 0,
                    };
                    placed.command(tier, 0)
                }
                None => Command::NEVER,
            };
            moves.push(tier);
        }
        for part in &mut parts {
            part.name = plain(&part.name);
        }
        Part::distinct(&mut parts, &consts);
        let starts: Option<Vec<State>> = match self.any {
            true => None,
            false => (self.games.iter())
                .map(|(_, game)| game.term.starts.first().cloned())
                .collect(),
        };
        core::Game {
            name,
            consts,
            parts,
            tiers: vec![Command::Alt(moves)],
            ends: Vec::new(),
            stuck: ending.stuck.clone(),
            blocks: 0,
            endless: ending.endless.clone(),
            starts: starts
                .map(|starts| self.join(&starts))
                .into_iter()
                .collect(),
        }
        .tidy()
    }

    /// How far the parts of each game are moved on, where it has one component of each.
    fn offsets(&self) -> Vec<usize> {
        let mut offset = 0;
        let games = self.games.iter();
        games
            .map(|(_, game)| {
                let own = offset;
                offset += game.term.parts.len() - 1;
                own
            })
            .collect()
    }

    /// The parts as they are written; of any number of components none by itself.
    fn holdings(&self) -> Vec<Holding> {
        if self.any {
            return Vec::new();
        }
        let all = || self.games.iter().flat_map(|(_, game)| &game.parts);
        let mut holdings = Vec::new();
        for ((called, game), offset) in self.games.iter().zip(self.offsets()) {
            for holding in &game.parts {
                let is_twice = all().filter(|other| other.name == holding.name).count() > 1;
                let mut moved = holding.clone();
                moved.part += offset;
                if let Notation::Cells {
                    columns: Some(part),
                    ..
                } = &mut moved.notation
                {
                    *part += offset;
                }
                if is_twice {
                    moved.name = format!("{called}.{}", holding.name);
                }
                holdings.push(moved);
            }
        }
        holdings
    }

    /// The components of a state: which game each is of, and its state, with the turn of the whole.
    /// Linear in the state.
    pub fn split(&self, state: &State) -> Vec<(usize, State)> {
        let turn = state.first().cloned().unwrap_or_default();
        match (self.any, self.games.first()) {
            (true, Some((_, game))) => {
                let columns = game.columns();
                let mut begin = vec![0; columns.len()];
                let mut all = Vec::new();
                for at in 0..count(&columns, state) {
                    let mut own = vec![turn.clone()];
                    for (column, begin) in columns.iter().zip(&mut begin) {
                        let length = length(column, state, at);
                        let elements = state.get(column.part).map_or(&[][..], Vec::as_slice);
                        let end = (*begin + length).min(elements.len());
                        own.push(elements[(*begin).min(end)..end].to_vec());
                        *begin = end;
                    }
                    all.push((0, own));
                }
                all
            }
            _ => {
                let games = self.games.iter().zip(self.offsets()).enumerate();
                let component =
                    |(at, ((_, game), offset)): (usize, (&(String, Arc<Program>), usize))| {
                        let own = 1 + offset..offset + game.term.parts.len();
                        let parts = state.get(own).unwrap_or_default().to_vec();
                        (at, [vec![turn.clone()], parts].concat())
                    };
                games.map(component).collect()
            }
        }
    }

    /// The state with these components, in order; the turn is that of the first. Linear in the
    /// states.
    pub fn join(&self, components: &[State]) -> State {
        let turn = components.first().map_or(Player::First, turn);
        let mut state = vec![Vec::new()];
        match (self.any, self.games.first()) {
            (true, Some((_, game))) => {
                for (at, column) in game.columns().iter().enumerate() {
                    let own = || components.iter().filter_map(|one| one.get(at + 1));
                    state.push(own().flatten().cloned().collect());
                    if column.lengths.is_some() {
                        state.push(own().map(|one| one.len().into()).collect());
                    }
                }
            }
            _ => state.extend(
                components
                    .iter()
                    .flat_map(|one| one.iter().skip(1))
                    .cloned(),
            ),
        }
        with_turn(state, turn)
    }

    /// Writes a state: its components in order, with `; ` between.
    pub(super) fn show(&self, state: &State) -> String {
        let shown: Vec<String> = (self.split(state).iter())
            .map(|(game, own)| self.games[*game].1.show(own))
            .collect();
        match shown.is_empty() {
            true => NOTHING.into(),
            false => shown.join("; "),
        }
    }

    /// Reads a state of any number of components, with `;` between.
    pub(super) fn read(&self, text: &str) -> Result<State, PositionError> {
        let Some((called, game)) = self.games.first() else {
            return Ok(vec![vec![IBig::ZERO]]);
        };
        if matches!(text.trim(), "" | NOTHING) {
            return Ok(self.join(&[]));
        }
        let pieces = super::notation::split(text);
        let each = game.groups().len().max(1);
        if !pieces.len().is_multiple_of(each) {
            return Err(PositionError {
                message: format!(
                    "the position `{}` has {}, and each {called} has {each}",
                    shorten(text.trim()),
                    counted(pieces.len(), "part")
                ),
                help: self.form(),
            });
        }
        let components: Result<Vec<State>, PositionError> = pieces
            .chunks(each)
            .map(|piece| game.read(&piece.join(";")))
            .collect();
        Ok(self.join(&components?))
    }

    /// How a position of any number of components is written.
    pub(super) fn form(&self) -> String {
        let own = self.games.first().map(|(_, game)| game.form());
        let own = own.unwrap_or_default();
        let own = own.trim_start_matches("write the position as ");
        format!("write each component, with `;` between: {own}")
    }

    /// A move in words, of any number of components: in which, where there are several.
    pub(super) fn told(&self, player: Player, before: &State, after: &State) -> String {
        let (was, is) = (self.split(before), self.split(after));
        let changed = was
            .iter()
            .zip(&is)
            .position(|((_, x), (_, y))| x[1..] != y[1..]);
        // A move that changes nothing may be in any of them.
        let Some(at) = changed.or(if was.is_empty() { None } else { Some(0) }) else {
            return "pass".into();
        };
        let ((game, x), (_, y)) = (&was[at], &is[at]);
        let words = self.games[*game].1.told(player, x, y);
        match was.len() {
            1 => words,
            _ => format!("{}: {words}", at + 1),
        }
    }

    /// Which game a part of the term belongs to, where it has one component of each.
    pub(super) fn game_of(&self, part: usize) -> Option<usize> {
        let own = self.offsets().into_iter().rposition(|offset| offset < part);
        own.filter(|_| !self.any)
    }
}

/// A name as a term can have it.
fn plain(name: &str) -> String {
    let letter = |c: char| if c.is_alphanumeric() { c } else { '_' };
    name.chars().map(letter).collect()
}

/// How many elements a component has in a column.
fn length(column: &Column, state: &State, at: usize) -> usize {
    let held = column.lengths.and_then(|part| state.get(part)?.get(at));
    let held = held.and_then(|length| usize::try_from(length).ok());
    column.fixed.or(held).unwrap_or(0)
}

/// How many components a state has.
fn count(columns: &[Column], state: &State) -> usize {
    let Some(first) = columns.first() else {
        return 0;
    };
    let long = |part: usize| state.get(part).map_or(0, Vec::len);
    match first.lengths {
        Some(part) => long(part),
        None => long(first.part) / first.fixed.unwrap_or(1).max(1),
    }
}

/// The moves of a game in one of any number of components.
fn among(tier: &Command, columns: &[Column], consts: Vec<usize>) -> Command {
    let chosen = Expr::Var(0);
    let Some(first) = columns.first() else {
        return Command::NEVER;
    };
    let count = match (first.lengths, first.fixed) {
        (Some(part), _) => Expr::Len(Array::Part(part)),
        (None, Some(1)) => Expr::Len(Array::Part(first.part)),
        (None, fixed) => Expr::bin(
            Op::Div,
            Expr::Len(Array::Part(first.part)),
            Expr::num(fixed.unwrap_or(1)),
        ),
    };
    let mut places = vec![Place::Whole(0)];
    let mut begins = Vec::new();
    for column in columns {
        places.push(match (column.fixed, column.lengths) {
            (None, Some(lengths)) => {
                let before = Expr::get(Array::Part(lengths), Expr::Var(1 + begins.len()));
                let so_far = Expr::Var(2 + begins.len());
                let more = Expr::bin(Op::Add, so_far, before);
                let begin = Expr::fold(Expr::num(0), chosen.clone(), Expr::num(0), more);
                begins.push(begin);
                Place::Stretch {
                    part: column.part,
                    begin: Expr::Var(begins.len()),
                    length: Expr::get(Array::Part(lengths), chosen.clone()),
                    held: Some((lengths, chosen.clone())),
                }
            }
            (fixed, _) => {
                let fixed = fixed.unwrap_or(1);
                Place::Stretch {
                    part: column.part,
                    begin: match fixed {
                        1 => chosen.clone(),
                        _ => Expr::bin(Op::Mul, Expr::num(fixed), chosen.clone()),
                    },
                    length: Expr::num(fixed),
                    held: None,
                }
            }
        });
    }
    let placed = Placed {
        places,
        consts,
        around: 1 + begins.len(),
    };
    let moves = placed.command(tier, 0);
    // Where the component begins is worked out once for each part: no move changes those before it.
    let bound = begins.into_iter().rev().fold(moves, |moves, begin| {
        let next = Expr::bin(Op::Add, begin.clone(), Expr::num(1));
        Command::choose(begin, next, moves)
    });
    Command::choose(Expr::num(0), count, bound)
}

impl Program {
    /// Where the parts of a game stand when there is any number of it.
    fn columns(&self) -> Vec<Column> {
        let mut part = 1;
        let mut columns = Vec::new();
        for own in 1..self.term.parts.len() {
            let holding = self.parts.iter().find(|holding| holding.part == own);
            let fixed = holding.and_then(|holding| holding.notation.length());
            let lengths = fixed.is_none().then_some(part + 1);
            columns.push(Column {
                part,
                fixed,
                lengths,
            });
            part += 1 + usize::from(lengths.is_some());
        }
        columns
    }

    /// The parts of the term that the columns are.
    fn column_parts(&self, columns: &[Column]) -> Vec<Part> {
        let mut parts = Vec::new();
        for (own, column) in self.term.parts[1..].iter().zip(columns) {
            parts.push(own.clone());
            if column.lengths.is_some() {
                parts.push(Part {
                    name: format!("{}_lengths", own.name),
                    least: IBig::ZERO,
                    most: None,
                });
            }
        }
        parts
    }
}

impl Notation {
    /// How many elements the part has, where that is fixed.
    fn length(&self) -> Option<usize> {
        match self {
            Self::Number { .. } => Some(1),
            Self::Numbers { length, .. } => *length,
            Self::Cells { size, .. } => size.map(|(rows, columns)| rows * columns),
            Self::Nodes { nodes, .. } => Some(nodes.len()),
            Self::Subset { members } => Some(members.len()),
            Self::Tokens { count, .. } => Some(*count),
        }
    }
}
