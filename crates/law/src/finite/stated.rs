//! A strategy with ranks as statements about states of the core term, as `proofs/ViewFinite.v`
//! takes them.

use std::collections::{BTreeSet, HashMap};

use dashu_int::IBig;
use whowins_analysis::program::unflat;
use whowins_analysis::{Frame, Game, Player, Value};
use whowins_core::{Budget, State};
use whowins_verify::finite::{Label, Ranked};

use super::laid_out;

/// The numbers of a state of the term, part by part; whose turn it is first.
pub(super) type Parts = Vec<Vec<i64>>;

/// Orders of heaps that are looked at.
const ORDERS: usize = 1 << 20;

/// Who can force a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    First,
    Second,
    Nobody,
}

impl Who {
    /// Where the player to move gets this.
    fn of(value: Value, turn: u8) -> Self {
        match (value, turn) {
            (Value::Draw, _) => Self::Nobody,
            (Value::Win, 0) | (Value::Loss, 1) => Self::First,
            _ => Self::Second,
        }
    }

    fn is(self, turn: u8) -> bool {
        self == [Self::First, Self::Second][usize::from(turn.min(1))]
    }
}

/// A strategy: of each state who can force a win there, with a rank; and the law's position with
/// either player to move.
pub(super) struct Stated {
    pub(super) entries: Vec<(Parts, Who, u64)>,
    pub(super) claims: [(Player, Parts, Who); 2],
}

impl Stated {
    /// The law's entries, as states of the term.
    ///
    /// # Errors
    ///
    /// Where the law has no entry for its position, or heaps come in too many orders.
    pub(super) fn new(game: &Game, law: &Ranked) -> Result<Self, String> {
        let (frame, (rows, columns), start) = laid_out(game, law)?;
        let shape = Shape::of(game, rows, columns);
        let single = frame.is_shared(game);
        let mut entries = match shape {
            Shape::Heaps => orders(game, law, single, &start)?,
            _ => Vec::new(),
        };
        if entries.is_empty() {
            for entry in &law.entries {
                // Where both players have the same moves, an entry speaks of both of them.
                let turns = if single { vec![0, 1] } else { vec![entry.1] };
                entries.extend(turns.into_iter().map(|turn| {
                    let who = Who::of(entry.2.value(), turn);
                    (shape.parts(&entry.0, turn), who, entry.3)
                }));
            }
        }
        let mut claims = Vec::new();
        for player in Player::BOTH {
            let claim = claimed(&frame, &shape, &start, player, &entries)?;
            if claim.2 {
                entries.push((claim.0.clone(), claim.1, 0));
            }
            claims.push((player, claim.0, claim.1));
        }
        let claims = claims.try_into().map_err(|_| "there are two players")?;
        Ok(Self { entries, claims })
    }
}

/// The position with this player to move, who can force a win there, and whether that is no entry
/// yet: the game is over there.
fn claimed(
    frame: &Frame,
    shape: &Shape,
    start: &[i64],
    player: Player,
    entries: &[(Parts, Who, u64)],
) -> Result<(Parts, Who, bool), String> {
    let turn = player.index() as u8;
    let parts = shape.parts(start, turn);
    let known = entries.iter().find(|entry| entry.0 == parts);
    if let Some((_, who, _)) = known {
        return Ok((parts, *who, false));
    }
    let end = frame.end(&frame.with_turn(start.to_vec(), player));
    let end = end.ok_or("the position has no entry")?;
    Ok((parts, Who::of(end.for_next(player), turn), true))
}

/// How a state of the frame is one of the term.
enum Shape {
    /// As it is: it says whose turn it is, and the length of each part.
    Whole,
    Row,
    Board(i64),
    /// One array of them.
    Heaps,
    /// A part for each number.
    Numbers,
}

impl Shape {
    fn of(game: &Game, rows: usize, columns: usize) -> Self {
        match game.board() {
            _ if game.program().is_some() => Self::Whole,
            _ if game.codes().is_some() => Self::Heaps,
            Some(board) if board.row || rows == 0 => Self::Row,
            Some(_) => Self::Board(columns as i64),
            None => Self::Numbers,
        }
    }

    fn parts(&self, state: &[i64], turn: u8) -> Parts {
        let mut parts = vec![vec![i64::from(turn)]];
        match self {
            Self::Whole => {
                let number = |n: &IBig| i64::try_from(n).ok();
                let rest = unflat(state);
                parts.extend(
                    (rest.iter().skip(1)).map(|part| part.iter().filter_map(number).collect()),
                );
            }
            Self::Row | Self::Heaps => parts.push(state.to_vec()),
            Self::Board(columns) => parts.extend([vec![*columns], state.to_vec()]),
            Self::Numbers => parts.extend(state.iter().map(|number| vec![*number])),
        }
        parts
    }
}

/// Heaps stand in any order in a state of the term: the strategy is followed there, and each order
/// that it comes to is an entry.
fn orders(
    game: &Game,
    law: &Ranked,
    single: bool,
    start: &[i64],
) -> Result<Vec<(Parts, Who, u64)>, String> {
    let known: HashMap<(&[i64], u8), (Label, u64)> = (law.entries.iter())
        .map(|entry| ((entry.0.as_slice(), entry.1), (entry.2, entry.3)))
        .collect();
    let said = |heaps: &[i64], turn: u8| {
        let mut sorted = heaps.to_vec();
        sorted.sort_unstable();
        let entry = known.get(&(sorted.as_slice(), if single { 0 } else { turn }));
        entry.map(|(label, rank)| (Who::of(label.value(), turn), *rank))
    };
    let term = game.core();
    let (mut seen, mut entries) = (BTreeSet::new(), Vec::new());
    let mut open: Vec<(Vec<i64>, u8)> = vec![(start.to_vec(), 0), (start.to_vec(), 1)];
    while let Some((heaps, turn)) = open.pop() {
        let Some((who, rank)) = said(&heaps, turn) else {
            continue;
        };
        if !seen.insert((heaps.clone(), turn)) {
            continue;
        }
        if seen.len() > ORDERS {
            return Err(format!("the heaps come in more than {ORDERS} orders"));
        }
        let state: State = vec![
            vec![turn.into()],
            heaps.iter().map(|heap| IBig::from(*heap)).collect(),
        ];
        let next = term.moves(&state, &Budget::OPEN);
        let next = next.map_err(|_| "the moves take too much memory")?;
        let next = next.iter().map(heaps_of);
        let next: Vec<Vec<i64>> = next.collect();
        let winning =
            |heaps: &&Vec<i64>| said(heaps, 1 - turn).is_some_and(|to| to.0 == who && to.1 < rank);
        match who.is(turn) {
            true => open.extend(next.iter().find(winning).map(|to| (to.clone(), 1 - turn))),
            false => open.extend(next.into_iter().map(|to| (to, 1 - turn))),
        }
        entries.push((vec![vec![i64::from(turn)], heaps], who, rank));
    }
    Ok(entries)
}

/// The part behind the turn.
fn heaps_of(state: &State) -> Vec<i64> {
    let heaps = state.get(1).map_or(&[][..], Vec::as_slice);
    heaps.iter().filter_map(|n| n.try_into().ok()).collect()
}
