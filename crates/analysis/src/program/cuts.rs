//! Rows of which a move cuts off one end.

use dashu_int::IBig;
use whowins_core::{Array, Budget, Command, Expr, Game, Op};

use crate::game::Player;

/// The part with the row.
const ROW: usize = 1;
/// More symbols are not told apart.
const SYMBOLS: u32 = 64;

/// A game of one row in which a move picks a cell and takes it away with all that lies beyond it,
/// seen from the end of the row that stands on the ground.
///
/// So are Hackenbush strings: who may pick a cell is told by what it shows. Nothing else ends the
/// game, and who cannot move loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cuts {
    /// Whether the last cell stands on the ground, and not the first.
    pub from_last: bool,
    /// For each symbol, whether the first-named player may pick a cell that shows it, and whether
    /// the second-named may.
    pub cutters: Vec<[bool; 2]>,
}

/// How a term takes away the cell at the first variable with all that lies beyond it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// What lies behind: n cells, (n - 1 - i) + 1 of them from i on.
    Erased,
    /// n - i of them.
    Counted,
    /// So many that no cell is left, chosen.
    Chosen,
    /// What lies before: i + 1 cells from the first on.
    Before,
    /// So many that no cell is left, chosen.
    BeforeChosen,
}

impl Way {
    const ALL: [Self; 5] = [
        Self::Erased,
        Self::Counted,
        Self::Chosen,
        Self::Before,
        Self::BeforeChosen,
    ];

    /// Whether what lies before goes.
    fn is_before(self) -> bool {
        matches!(self, Self::Before | Self::BeforeChosen)
    }

    /// As a command.
    fn command(self) -> Command {
        let (at, more) = (|| Expr::Var(0), || Expr::Var(1));
        let length = || Expr::Len(Array::Part(ROW));
        let plus = |x, y: u8| Expr::bin(Op::Add, x, Expr::num(y));
        let less = |x, y| Expr::bin(Op::Sub, x, y);
        let erase = |from, count| Command::Splice(ROW, from, count, Vec::new());
        // One more than all that are left, and at least as many: chosen from 0 on.
        let chosen = |left: Expr, all: Expr, from| {
            let most = Expr::bin(Op::Max, left, Expr::num(0u8));
            let reaches = Expr::bin(Op::Le, all, plus(more(), 1));
            let body = Command::Seq(vec![Command::Guard(reaches), erase(from, plus(more(), 1))]);
            Command::choose(Expr::num(0u8), plus(most, 1), body)
        };
        match self {
            Self::Erased => {
                let behind = less(less(length(), Expr::num(1u8)), at());
                erase(at(), plus(behind, 1))
            }
            Self::Counted => erase(at(), less(length(), at())),
            Self::Chosen => {
                let all = less(length(), at());
                chosen(less(all.clone(), Expr::num(1u8)), all, at())
            }
            Self::Before => erase(Expr::num(0u8), plus(at(), 1)),
            Self::BeforeChosen => {
                let from = plus(less(at(), plus(more(), 1)), 1);
                chosen(at(), plus(at(), 1), from)
            }
        }
    }
}

/// Whether an expression reads of the row nothing but the cell that was picked, and of that nothing
/// but what it shows.
fn is_local(expr: &Expr) -> bool {
    match expr {
        Expr::Num(_) | Expr::Len(Array::Const(_)) => true,
        Expr::Var(at) => *at != 0,
        Expr::Len(Array::Part(_)) => false,
        Expr::Get(Array::Part(ROW), index, _) => **index == Expr::Var(0),
        Expr::Get(Array::Part(part), ..) if *part != 0 => false,
        Expr::Get(_, index, _) => is_local(index),
        Expr::Bin(_, x, y) => is_local(x) && is_local(y),
        Expr::Ite(c, x, y) => [c, x, y].into_iter().all(|one| is_local(one)),
        Expr::Fold(lo, hi, init, body) => [lo, hi, init, body].into_iter().all(|one| is_local(one)),
    }
}

/// Which end goes with a move of one player's; `None` where the command is none of these.
fn read(command: &Command) -> Option<Way> {
    let Command::Seq(all) = command else {
        return None;
    };
    let [Command::Guard(whose), Command::Choose(least, end, body)] = &all[..] else {
        return None;
    };
    let own = |player: Player| {
        let turn = Expr::num(player.index() as u8);
        *whose == Expr::bin(Op::Eq, Expr::part(0), turn)
    };
    let every = *least == Expr::num(0u8) && *end == Expr::Len(Array::Part(ROW));
    if !every || !Player::BOTH.into_iter().any(own) {
        return None;
    }
    let steps = match &**body {
        Command::Seq(steps) => &steps[..],
        one => std::slice::from_ref(one),
    };
    let (last, guards) = steps.split_last()?;
    let local = |step: &Command| matches!(step, Command::Guard(condition) if is_local(condition));
    let way = Way::ALL.into_iter().find(|way| *last == way.command())?;
    guards.iter().all(local).then_some(way)
}

/// The signs of a row's cells from the ground on, which is behind the last cell or before the
/// first; cells of the sign 0 are left out. `None` where a symbol has no sign. Linear in the row.
pub fn signs(
    row: impl DoubleEndedIterator<Item = usize>,
    from_last: bool,
    sign: impl Fn(usize) -> Option<i8>,
) -> Option<Vec<bool>> {
    let signs: Option<Vec<i8>> = match from_last {
        true => row.rev().map(sign).collect(),
        false => row.map(sign).collect(),
    };
    let signs = signs?.into_iter().filter(|sign| *sign != 0);
    Some(signs.map(|sign| sign > 0).collect())
}

impl Cuts {
    /// The game of a term as one of these; `None` where it is none. `O(the term · symbols)`.
    ///
    /// The term is to be one alternative a move, each of one player's, that picks a cell, asks for
    /// nothing but what it shows, and erases it with all beyond. So the cells that a player may
    /// pick are those that he may pick where they are alone in the row.
    pub fn of(term: &Game) -> Option<Self> {
        let ([turn, row], [Command::Seq(tier)]) = (&term.parts[..], &term.tiers[..]) else {
            return None;
        };
        let [Command::Alt(moves), pass] = &tier[..] else {
            return None;
        };
        let most = |part: &whowins_core::Part| u32::try_from(part.most.as_ref()?).ok();
        let loses = Expr::ite(Expr::part(0), Expr::num(1), Expr::num(-1));
        let symbols = most(row)?.checked_add(1)?;
        let plain = term.ends.is_empty()
            && term.blocks == 0
            && term.endless.is_none()
            && term.stuck == loses
            && *pass == Command::pass_turn()
            && (turn.least == IBig::ZERO && most(turn) == Some(1))
            && row.least == IBig::ZERO;
        if !plain || symbols > SYMBOLS {
            return None;
        }
        let mut ends = moves.iter().map(|one| Some(read(one)?.is_before()));
        let from_last = ends.next()??;
        if !ends.all(|end| end == Some(from_last)) {
            return None;
        }
        let mut cutters = Vec::new();
        for symbol in 0..symbols {
            let may = Player::BOTH.map(|player| {
                let alone = vec![vec![player.index().into()], vec![symbol.into()]];
                let moves = term.moves(&alone, &Budget::OPEN).ok()?;
                Some(!moves.is_empty())
            });
            cutters.push([may[0]?, may[1]?]);
        }
        Some(Self { from_last, cutters })
    }

    /// The signs of a row's cells, from the ground on: + where the first-named player alone may
    /// pick a cell, - where the second-named player alone, and none where nobody may. `None` where
    /// both may pick some cell, or a number is no symbol.
    ///
    /// A row is worth the number of this sign expansion: what is left of it by a pick of a + is a
    /// prefix, and less; of a -, a prefix, and more; and each prefix is left by a pick (Berlekamp
    /// 1974, Conway 1976). Linear in the row.
    pub fn signs(&self, row: impl DoubleEndedIterator<Item = usize>) -> Option<Vec<bool>> {
        signs(row, self.from_last, |symbol| self.sign(symbol))
    }

    /// The sign of a symbol: 1, -1, or 0 where nobody may pick it. `None` where both players may,
    /// and of what is no symbol.
    pub fn sign(&self, symbol: usize) -> Option<i8> {
        match self.cutters.get(symbol)? {
            [true, true] => None,
            [first, second] => Some(i8::from(*first) - i8::from(*second)),
        }
    }

    /// Whether a player's move leads from one row to another: what is left is all on the ground's
    /// side of a cell that he may pick. Linear in the rows, where laying out all moves takes the
    /// square.
    pub fn is_move(&self, player: Player, from: &[IBig], to: &[IBig]) -> bool {
        let Some(gone) = from.len().checked_sub(to.len() + 1) else {
            return false;
        };
        let (picked, left) = match self.from_last {
            true => (&from[gone], &from[gone + 1..]),
            false => (&from[to.len()], &from[..to.len()]),
        };
        let may = usize::try_from(picked)
            .ok()
            .and_then(|symbol| self.cutters.get(symbol));
        left == to && may.is_some_and(|may| may[player.index()])
    }
}
