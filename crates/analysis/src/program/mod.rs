//! Games of no family: any term of the core calculus, with what people call its parts and how they
//! write them.

mod cuts;
mod family;
mod filling;
mod ground;
mod impartial;
mod monotone;
mod notation;
mod placed;
mod score;
mod small;
mod subset;
mod sum;
mod symmetry;
mod words;

use std::ops::ControlFlow;
use std::sync::Arc;

use dashu_int::IBig;
use whowins_core as core;
use whowins_core::{Budget, State};

use crate::frame::{Emit, Play};
use crate::game::{End, Ending, Game, Player, Shape, Stuck};
use crate::position::Position;

pub use cuts::{Cuts, signs};
pub use family::{Spelling, SpeltMove};
pub use filling::{Filled, Filling};
pub use ground::{Edge, Ground, On};
pub use impartial::{is_fair, is_impartial, is_same_for_both};
pub use score::{endless_from_here, score_of};
pub use subset::{set_of, subset};
pub use sum::{Sum, SumEnding};
pub use symmetry::{Symmetries, symmetries};
pub use words::AGAIN;

/// A game that is known by its term alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Moves, ends, payoffs, and where play starts.
    pub term: core::Game,
    /// The parts of a position, in the order in which they are written. Parts of the term that are
    /// not among them (the turn, the score, what a move remembers) are not written.
    pub parts: Vec<Holding>,
    /// The part of the term that holds the first player's score less the second's: moves add to it,
    /// ends pay it, and nothing else reads it.
    pub score: Option<usize>,
    /// What the other parts that are not written hold between moves.
    pub rest: Vec<(usize, Vec<IBig>)>,
    /// The games that the position is a sum of, where the rules say so.
    pub sum: Option<Sum>,
}

/// A part of a position, as people write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// What it is called: `heap`, `hand of Ann`.
    pub name: String,
    /// The part of the term.
    pub part: usize,
    /// How it is written.
    pub notation: Notation,
    /// The graph or map that it lies on, where it does.
    pub on: Option<On>,
}

/// How a part of a position is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A number; or a word, where these stand for 0, 1, ...
    Number {
        /// The words; none for a plain number.
        words: Vec<String>,
    },
    /// Numbers with commas between, `3,5,6`; those of a board row by row with `/` between,
    /// `0,1/1,0`.
    Numbers {
        /// How many, where that is fixed.
        length: Option<usize>,
        /// How many in a row, for a board of numbers.
        columns: Option<usize>,
        /// Whether they are a ring of two halves, one of each player, that lie facing each other.
        facing: bool,
    },
    /// Symbols: `..xo.`; those of a board row by row with `/` between. The part holds their
    /// indices.
    Cells {
        /// The symbols.
        symbols: Vec<char>,
        /// Whether it is written row by row.
        is_board: bool,
        /// Rows and columns, where they are fixed; 1 and its length for a row or ring.
        size: Option<(usize, usize)>,
        /// The part of the term that holds the number of columns, where they are not fixed and it
        /// is a board.
        columns: Option<usize>,
    },
    /// A symbol on each node of a graph, in the order of the nodes: `w w . b`. The part holds their
    /// indices.
    Nodes {
        /// The symbols.
        symbols: Vec<char>,
        /// The nodes.
        nodes: Vec<String>,
    },
    /// A subset, `{a, c}`: an element of the part for each possible member, 1 or 0.
    Subset {
        /// What its members can be.
        members: Vec<String>,
    },
    /// Places: nodes or cells, with blanks between. The part holds their indices from 0.
    Tokens {
        /// The places: `a`, or `2,3` for a cell.
        places: Vec<String>,
        /// How many tokens.
        count: usize,
        /// Whether they are alike, so that their order does not matter.
        alike: bool,
    },
}

/// Whether a payoff is a win, a loss or a draw, whatever the position.
fn is_plain(pays: &core::Expr) -> bool {
    match pays {
        core::Expr::Num(number) => *number >= IBig::NEG_ONE && *number <= IBig::ONE,
        core::Expr::Ite(_, x, y) => is_plain(x) && is_plain(y),
        _ => false,
    }
}

/// Whether every end of play, but not play without end, pays a win, a loss or a draw.
pub fn pays_results(term: &core::Game) -> bool {
    let payoffs = term.ends.iter().map(|end| &end.pays);
    payoffs.chain([&term.stuck]).all(is_plain)
}

/// The result where player 0 gets this.
pub(crate) fn end_of(pays: &IBig) -> End {
    Player::winning(pays).map_or(End::Draw, End::Wins)
}

/// Whose turn it is in a state.
pub fn turn(state: &core::State) -> Player {
    let first = state.first().and_then(|turn| turn.first());
    match first {
        Some(turn) if *turn != IBig::ZERO => Player::Second,
        _ => Player::First,
    }
}

/// The state with this player to move.
pub fn with_turn(mut state: core::State, player: Player) -> core::State {
    if let Some(turn) = state.first_mut() {
        *turn = vec![player.index().into()];
    }
    state
}

/// A state as one list: whose turn it is, then of each other part its length and its elements.
/// `None` where one of them is no machine word.
pub fn flat(state: &core::State) -> Option<Vec<i64>> {
    let mut all = vec![turn(state).index() as i64];
    for part in state.get(1..)? {
        all.push(part.len() as i64);
        for element in part {
            all.push(i64::try_from(element).ok()?);
        }
    }
    Some(all)
}

/// The state of a list that [`flat`] made.
pub fn unflat(list: &[i64]) -> core::State {
    let mut rest = list.iter();
    let mut state = vec![vec![rest.next().copied().unwrap_or(0).into()]];
    while let Some(length) = rest.next() {
        let length = usize::try_from(*length).unwrap_or(0);
        state.push(rest.by_ref().take(length).map(|n| IBig::from(*n)).collect());
    }
    state
}

impl Program {
    /// Any term as a game, its parts written as numbers: those with one element in the first start
    /// as one number, the others as lists.
    ///
    /// The players are First and Second. `O(the term)`.
    pub fn of_term(term: core::Game) -> Game {
        let start = term.starts.first();
        let score = score_of(&term);
        let notation = |part: usize| match start.map(|start| start[part].len()) {
            None | Some(1) => Notation::Number { words: Vec::new() },
            Some(_) => Notation::Numbers {
                length: None,
                columns: None,
                facing: false,
            },
        };
        let holding = |(part, one): (usize, &core::Part)| Holding {
            name: one.name.clone(),
            part,
            notation: notation(part),
            on: None,
        };
        let parts = term.parts.iter().enumerate().skip(1);
        let parts = parts.filter(|(part, _)| Some(*part) != score).map(holding);
        let program = Self {
            parts: parts.collect(),
            score,
            rest: Vec::new(),
            sum: None,
            term,
        };
        program.game(["First".into(), "Second".into()], String::new())
    }

    /// The game with these players' names, and its story.
    pub fn game(self, players: [String; 2], about: String) -> Game {
        Game {
            name: self.term.name.clone(),
            about,
            players,
            // The term says how play ends: no more is said here than what holds of all terms.
            ending: Ending {
                stuck: Stuck::Loses,
                goals: Vec::new(),
                repetition_draws: self.term.endless_pays() == Some(&IBig::ZERO),
                blocked: self.term.blocks,
            },
            start: self.term.starts.first().map(Position::of_state),
            shape: Shape::Program(Arc::new(self)),
        }
    }

    /// What player 0 gets by play that comes back to this state for ever, where the rules say it.
    pub(crate) fn pays_by_repetition(&self, state: &State) -> Option<IBig> {
        let pays = self.term.endless.as_ref()?;
        self.term.value(pays, state, &Budget::OPEN).ok()
    }

    /// Whether play is for points: some payoff may be more than a win, 1, or less than a loss, -1.
    pub fn is_scored(&self) -> bool {
        self.score.is_some() || !pays_results(&self.term)
    }

    /// Whether no move, end or payoff asks whose turn it is, but that it passes and that who cannot
    /// move loses or wins.
    pub fn is_impartial(&self) -> bool {
        is_impartial(&self.term)
    }

    /// The games that it is the sum of, where the rule of nim-sums holds for them (Sprague 1935,
    /// Grundy 1939): each of them and the sum are impartial, play is over where nobody can move and
    /// there alone, and who cannot move loses. Linear in the terms: the sum's is made of the games'
    /// once more, and compared.
    pub fn impartial_sum(&self) -> Option<&Sum> {
        let sum = self.sum.as_ref()?;
        let normal = core::Expr::ite(core::Expr::part(0), core::Expr::num(1), core::Expr::num(-1));
        let takes = |one: &Self| {
            let term = &one.term;
            let ends = term.ends.is_empty() && term.blocks == 0 && term.tiers.len() == 1;
            ends && term.stuck == normal && one.is_impartial()
        };
        let mut games = sum.games.iter().map(|(_, game)| &**game);
        (takes(self) && games.all(takes) && sum.is_term(&self.term)).then_some(sum)
    }

    /// The result, if play is over in this state; also where nobody can move.
    pub(crate) fn end(&self, list: &[i64], budget: &Budget) -> Option<End> {
        let state = unflat(list);
        let pays = self.term.over(&state, budget).ok()??;
        Some(end_of(&pays))
    }

    /// Hands out the moves of a player from a state.
    pub(crate) fn options(
        &self,
        player: Player,
        list: &[i64],
        budget: &Budget,
        emit: &mut Emit<'_>,
    ) -> ControlFlow<()> {
        let state = with_turn(unflat(list), player);
        match self.term.over(&state, budget) {
            Ok(None) => {}
            Ok(Some(_)) => return ControlFlow::Continue(()),
            Err(_) => return ControlFlow::Break(()),
        }
        let Ok(options) = self.term.options(&state, budget) else {
            return ControlFlow::Break(());
        };
        for option in options {
            // What leaves the machine words cannot be handed out, so that the moves are not all.
            let Some(to) = flat(&option) else {
                return ControlFlow::Break(());
            };
            emit(Play {
                rule: 0,
                chosen: &[],
                to: &to,
            })?;
        }
        ControlFlow::Continue(())
    }
}
