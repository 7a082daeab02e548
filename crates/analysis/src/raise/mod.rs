//! From a core term to the typed game that it is the term of: which family of games a term belongs
//! to, and what its moves are there.
//!
//! What is read off the term is a guess, and is not trusted: it is lowered again, and counts only
//! where that gives the same term (names of parts and of constant arrays mean nothing, and
//! constants may stand in another order). So [`lower`](crate::lower) alone says what a typed game
//! means.

mod board;
mod cells;
mod condition;
mod heaps;
mod numbers;
mod ring;
mod strings;
mod tokens;

use dashu_int::IBig;
use whowins_core::{self as core, Array, Command, Expr, Op, State};

use crate::game::{By, End, Ending, Game, Goal, Player, Shape, Stuck, Verdict};
use crate::lower::payoff;
use crate::position::Position;
pub use ring::{Laid, Ring};
pub use strings::Strings;

/// What is read off a term.
struct Term<'a> {
    game: &'a core::Game,
    /// How many numbers or tokens a position has: their slots come first.
    slots: usize,
    /// The columns of boards that are no row.
    columns: Option<Expr>,
    /// Rows and columns, where they are numbers of the term.
    size: Option<(i64, i64)>,
}

/// How the cells of a term lie whose rows and columns are numbers, which is not seen from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lie {
    /// Whether they are a row.
    pub is_row: bool,
    /// Rows and columns.
    pub size: (usize, usize),
}

/// A family that a term is read as.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Family {
    Heaps,
    Board(Option<Lie>),
    Numbers,
    Tokens,
}

impl Family {
    /// In the order in which they are tried: a term without moves can be of several.
    const ALL: [Self; 4] = [Self::Heaps, Self::Board(None), Self::Numbers, Self::Tokens];

    /// The game of this family that has the term, which is short. Of a board that lies in a known
    /// way the start is not read.
    pub fn read(self, short: &core::Game, state: Option<&State>) -> Option<Game> {
        match self {
            Self::Heaps => heaps::read(short),
            Self::Board(lie) => board::read(short, state, lie),
            Self::Numbers => numbers::read(short),
            Self::Tokens => tokens::read(short),
        }
    }
}

/// A move of the term: who may use it, and its commands one after the other.
struct Turn<'a> {
    by: By,
    steps: &'a [Command],
}

impl Game {
    /// The game of a core term, where that is the term of some rules ([`Game::core`] of what comes
    /// out is the term again, but for names and the order of constants). `state` is one to be
    /// played from, by default the term's first start: a board of fixed size has its rows from
    /// there.
    ///
    /// The players are First and Second; symbols, nodes and moves have made-up names. `O(the
    /// term)`, but for the weights that show that forced follow-ups end.
    ///
    /// ```
    /// use whowins_analysis::{Game, Shape};
    ///
    /// let term: whowins_core::Game = "(game take (part turn 0 1) (part n 0 -)
    ///     ; A move takes 1 to 3.
    ///     (tier (seq (choose k 1 4 (set n (- n k))) (set turn (- 1 turn)))) (stuck (if turn 1 -1)))".parse()?;
    /// let game = Game::of_term(&term, None).expect("a number, and moves on it");
    /// assert!(matches!(game.shape, Shape::Numbers(_)));
    /// assert!(game.core().is_same(&term));
    /// # Ok::<(), whowins_core::ReadError>(())
    /// ```
    pub fn of_term(term: &core::Game, state: Option<&State>) -> Option<Self> {
        let short = term.clone().tidy();
        let state = state.or(term.starts.first());
        let mut families = Family::ALL.into_iter();
        let mut game = families.find_map(|family| family.read(&short, state))?;
        if let Some((position, Player::First)) = state.and_then(|state| game.of_core(state)) {
            game.start = Some(position).filter(|position| fits(position, &game));
        }
        Some(game)
    }
}

/// Whether a position is one of the game: the term says nothing of rows, nor of empty boards.
fn fits(position: &Position, game: &Game) -> bool {
    game.board().is_none_or(|board| {
        let size = game.size_of(position);
        size.0 * size.1 > 0 && board.size.is_none_or(|fixed| fixed == size)
    })
}

impl<'a> Term<'a> {
    /// A game of this shape, if its term is this one.
    fn game(&self, shape: Shape, passing: &[Expr]) -> Option<Game> {
        let game = Game {
            name: self.game.name.clone(),
            about: String::new(),
            players: ["First".into(), "Second".into()],
            shape,
            ending: self.ending(passing)?,
            start: None,
        };
        let same = match self.size {
            Some(_) => game.sized_core().is_same(self.game),
            None => game.core().is_same(self.game),
        };
        same.then_some(game)
    }

    /// How play ends. What ends a move on its way, condition by condition, belongs to goals in
    /// their order.
    fn ending(&self, mut passing: &[Expr]) -> Option<Ending> {
        let goals = self.game.ends.iter().map(|end| {
            let mut sides = Vec::new();
            any_of(&end.when, &mut sides);
            let rest = passing.strip_prefix(sides.as_slice());
            passing = rest.unwrap_or(passing);
            Some(Goal {
                when: self.condition(&end.when)?,
                passing: rest.is_some(),
                verdict: self.verdict(&end.pays)?,
            })
        });
        let stuck = match end(&self.game.stuck)? {
            End::MoverWins => Stuck::Loses,
            End::MoverLoses => Stuck::Wins,
            End::Draw => Stuck::Draws,
            End::Wins(_) => return None,
        };
        Some(Ending {
            stuck,
            goals: goals.collect::<Option<_>>()?,
            repetition_draws: match &self.game.endless {
                None => false,
                Some(pays) if *pays == Expr::num(0) => true,
                Some(_) => return None,
            },
            blocked: self.game.blocks,
        })
    }

    fn verdict(&self, pays: &Expr) -> Option<Verdict> {
        if let Some(end) = end(pays) {
            return Some(Verdict::Is(end));
        }
        let Expr::Ite(condition, yes, no) = pays else {
            return None;
        };
        let condition = self.condition(condition)?;
        Some(Verdict::Depends(condition, end(yes)?, end(no)?))
    }

    /// The moves, in their order: the only tier is one of them and then the change of turn.
    fn turns(&self) -> Option<Vec<Turn<'a>>> {
        let [tier] = self.game.tiers.as_slice() else {
            return None;
        };
        let Command::Seq(steps) = tier else {
            return (*tier == Command::NEVER).then(Vec::new);
        };
        let (last, steps) = steps.split_last()?;
        if *last != Command::pass_turn() {
            return None;
        }
        Some(match steps {
            [Command::Alt(all)] => all.iter().map(|one| of_steps(self::steps(one))).collect(),
            steps => vec![of_steps(steps)],
        })
    }

    /// The elements of a constant array.
    fn constant(&self, array: Array) -> Option<&'a [IBig]> {
        match array {
            Array::Const(at) => Some(&self.game.consts[at].values),
            Array::Part(_) => None,
        }
    }
}

fn of_steps(steps: &[Command]) -> Turn<'_> {
    if let Some((Command::Guard(Expr::Bin(Op::Eq, turn, player)), rest)) = steps.split_first()
        && **turn == Expr::part(0)
        && let Some(player) = Player::BOTH
            .into_iter()
            .find(|one| **player == Expr::num(one.index()))
    {
        let by = By::Only(player);
        return Turn { by, steps: rest };
    }
    let by = By::Both;
    Turn { by, steps }
}

/// The result that pays this.
fn end(pays: &Expr) -> Option<End> {
    let all = [
        End::MoverWins,
        End::MoverLoses,
        End::Draw,
        End::Wins(Player::First),
        End::Wins(Player::Second),
    ];
    all.into_iter().find(|end| payoff(*end) == *pays)
}

/// A constant.
fn number(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Num(number) => i64::try_from(number).ok(),
        _ => None,
    }
}

/// `x + c`, with the constant at its end if there is one.
fn shifted(expr: &Expr) -> (Option<&Expr>, i64) {
    match expr {
        Expr::Num(_) => (None, number(expr).unwrap_or(i64::MAX)),
        Expr::Bin(op @ (Op::Add | Op::Sub), x, y) => match (number(y), op) {
            (Some(by), Op::Add) => (Some(x), by),
            (Some(by), _) => (Some(x), by.saturating_neg()),
            (None, _) => (Some(expr), 0),
        },
        _ => (Some(expr), 0),
    }
}

fn condition(step: &Command) -> Option<&Expr> {
    match step {
        Command::Guard(condition) => Some(condition),
        _ => None,
    }
}

/// What of a list of steps is no guard, and the guards before.
fn guards(steps: &[Command]) -> (Vec<&Expr>, &[Command]) {
    let guards: Vec<&Expr> = steps.iter().map_while(condition).collect();
    let rest = &steps[guards.len()..];
    (guards, rest)
}

/// The steps of a command.
fn steps(command: &Command) -> &[Command] {
    match command {
        Command::Seq(all) => all,
        one => std::slice::from_ref(one),
    }
}

/// The sides of an "or", and of those. A left side that is a "not" stands without it, and the
/// others before it.
fn any_of(expr: &Expr, all: &mut Vec<Expr>) {
    match expr {
        Expr::Ite(x, yes, y) if number(yes) == Some(1) => {
            any_of(x, all);
            any_of(y, all);
        }
        Expr::Ite(x, y, yes) if number(yes) == Some(1) && number(y) != Some(0) => {
            all.push(!(**x).clone());
            any_of(y, all);
        }
        one => all.push(one.clone()),
    }
}
