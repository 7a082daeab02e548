//! Instances of the Coq theory of boards of every size: `proofs/Boards.v`.

use std::collections::{BTreeMap, BTreeSet};

use whowins_analysis::board::{Board, Stencil};
use whowins_analysis::derive::{BoardFall, board_fall};
use whowins_analysis::{Game, Stuck};
use whowins_verify::rows::{Functional, Last, Tail};

use crate::coq::TERM;

/// More places than these are too slow for Coq.
const PLACES: u64 = 60_000;
/// Larger weights of the sums that fall are too large for Coq.
const HEAVIEST: u64 = 1_000;
/// Unknown cells that are looked at symbol by symbol.
const SPLITS: usize = 6;

/// The body of the module for a functional law of boards.
pub(super) fn functional(game: &Game, law: &Functional) -> Result<String, String> {
    let Some(board) = game.board() else {
        return Err("the positions aren't boards".into());
    };
    let misere = game.ending.stuck == Stuck::Wins;
    let rules = super::term_coq::rules(game, board)?;
    if law.lines.is_some() {
        return Err("the Coq theory of boards does not speak of pairs of cells".into());
    }
    let last = law
        .last
        .ok_or("the law does not say why a move is there where it says win")?;
    let fall = board_fall(board).ok_or("it is not known that play ends")?;
    let counts = counts(&fall, 0)?;
    let order = fall.order;
    let reach = reach(board);
    let places = sides(law)
        .iter()
        .fold(1u64, |all, tail| all.saturating_mul(rooms(*tail, reach)));
    if places > PLACES {
        return Err(format!(
            "the law has {places} kinds of places, too many for Coq"
        ));
    }
    follow_ups_change_nothing(board, law, reach)?;
    let numbers = |numbers: &[u64]| list(numbers, u64::to_string);
    let [up, down, left, right] =
        sides(law).map(|tail| format!("Tail {} {}", tail.preperiod, tail.period));
    let wins = list(&law.wins, |wins| format!("({},{})", wins[0], wins[1]));
    let splits = list(splits(board, last), pair);
    Ok(format!(
        "From Coq Require Import List Bool ZArith.\nFrom Whowins Require Import Core Boards ViewOutcome ViewBoard.\nImport ListNotations.\n\
         Open Scope Z_scope.\n{rules}\
         Definition certificate : Boards.law := {{|\n modulus := {modulus};\n\
         \x20tails := ({up}, {down}, {left}, {right});\n weights := {weights};\n\
         \x20Boards.wins := {wins}; Boards.misere := {misere};\n one_row := false;\n counts := {counts}; first_leads := {leads}; digits := {digits}%nat;\n\
         \x20blank := {blank}; by_rows := {by_rows}; downwards := {downwards}; rightwards := {rightwards};\n\
         \x20splits := {splits}; reach := {reach} |}}.\n\
         Theorem checked : check (game_of rules) certificate = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (* The board with these columns and cells, where P is to move, as a state of the term. *)\n\
         Definition board (columns : Z) (P : bool) (cells : Boards.state) : Core.state := [[number_of P]; [columns]; map Z.of_nat cells].\n\
         (* On boards of every size, the sum over the cells says who can force a win in the game of the term, and that the other player cannot,\n\
         \x20  once the forced follow-ups are carried out. *)\n\
         Theorem law : forall R C P st st', 0 < R -> 0 < C -> sized R C st -> proper (game_of rules) st -> settles (game_of rules) R C st st' ->\n\
         \x20 (winning certificate (total certificate R C 0 st) P = true <-> wins {TERM} P (board C P st')) /\\\n\
         \x20 (winning certificate (total certificate R C 0 st) P = false <-> wins {TERM} (negb P) (board C P st')).\n\
         Proof.\n\
         \x20 intros R C P st st' HR HC Z Y S. apply (board_term _ _ _ _ _ the_term certificate checked eq_refl R C P st st'); trivial; try discriminate.\n\
         \x20 split; trivial. split; [trivial|discriminate].\nQed.\n",
        modulus = law.modulus,
        weights = list(&law.weights, |of| numbers(of)),
        leads = order.first_cell_leads,
        digits = list(&order.digit, u8::to_string),
        blank = last.blank,
        by_rows = last.by_rows,
        downwards = last.downwards,
        rightwards = last.rightwards,
    ))
}

/// The sums of weights that fall, with this many letters of weight 0 after the symbols.
pub(crate) fn counts(fall: &BoardFall, more: usize) -> Result<String, String> {
    if fall
        .counts
        .iter()
        .flatten()
        .any(|weight| *weight > HEAVIEST)
    {
        return Err("the weights by which play ends are too large for Coq's unary numbers".into());
    }
    let nothing = vec![0; more];
    Ok(list(&fall.counts, |weights| {
        format!(
            "{}%nat",
            list(weights.iter().chain(&nothing), u64::to_string)
        )
    }))
}

pub(super) fn list<T>(items: impl IntoIterator<Item = T>, show: impl Fn(T) -> String) -> String {
    let items: Vec<String> = items.into_iter().map(show).collect();
    format!("[{}]", items.join(";"))
}

pub(super) fn number(number: i64) -> String {
    if number < 0 {
        format!("({number})")
    } else {
        number.to_string()
    }
}

pub(super) fn pair((down, right): (i64, i64)) -> String {
    format!("({},{})", number(down), number(right))
}

fn sides(law: &Functional) -> [Tail; 4] {
    let tails = law.tails;
    [tails.up, tails.down, tails.left, tails.right]
}

fn rooms(tail: Tail, reach: u64) -> u64 {
    tail.preperiod + reach + tail.period
}

fn all_stencils(board: &Board) -> impl Iterator<Item = &Stencil> {
    let rules = board.moves.iter().chain(&board.at_once);
    rules.flat_map(|rule| &rule.stencils)
}

/// What a stencil looks at: its origin, its cells and its places off the board.
fn looks(stencil: &Stencil) -> impl Iterator<Item = (i64, i64)> + '_ {
    let cells = stencil.cells.iter().map(|cell| (cell.down, cell.right));
    std::iter::once((0, 0))
        .chain(cells)
        .chain(stencil.outside.iter().copied())
}

/// How far from any of its cells a stencil looks.
fn reach(board: &Board) -> u64 {
    let of = |stencil: &Stencil| {
        let far = looks(stencil).flat_map(|(down, right)| {
            looks(stencil).map(move |(d, r)| down.abs_diff(d).max(right.abs_diff(r)))
        });
        far.max().unwrap_or(0)
    };
    all_stencils(board).map(of).max().unwrap_or(0)
}

/// Cells about the last one that stencils over it look at and that are not known to be blank, those
/// most often looked at first.
fn splits(board: &Board, last: Last) -> Vec<(i64, i64)> {
    let mut often: BTreeMap<(i64, i64), usize> = BTreeMap::new();
    for stencil in all_stencils(board) {
        for over in &stencil.cells {
            for cell in stencil.cells.iter().filter(|cell| cell.before.is_some()) {
                *often
                    .entry((cell.down - over.down, cell.right - over.right))
                    .or_default() += 1;
            }
        }
    }
    let known = |(down, right): (i64, i64)| {
        let down = if last.downwards { down } else { -down };
        let right = if last.rightwards { right } else { -right };
        let key = if last.by_rows {
            (down, right)
        } else {
            (right, down)
        };
        key >= (0, 0)
    };
    let mut all: Vec<_> = often.into_iter().filter(|(at, _)| !known(*at)).collect();
    all.sort_by_key(|(at, times)| (usize::MAX - times, at.0.abs() + at.1.abs()));
    all.into_iter().take(SPLITS).map(|(at, _)| at).collect()
}

/// The theory wants follow-ups to leave the functional as it is.
fn follow_ups_change_nothing(board: &Board, law: &Functional, reach: u64) -> Result<(), String> {
    let tails = sides(law);
    let count = |side: usize| rooms(tails[side], reach) as i64;
    let distances = |[up, down, left, right]: [i64; 4], at: (i64, i64)| {
        [up + at.0, down - at.0, left + at.1, right - at.1]
    };
    let on = |edges, at| distances(edges, at).iter().all(|distance| *distance >= 0);
    let class = |edges, at| {
        let distances = distances(edges, at);
        (0..4).fold(0, |class, side| {
            class * tails[side].classes() + tails[side].class(distances[side] as u64)
        }) as usize
    };
    for rule in &board.at_once {
        for stencil in &rule.stencils {
            for up in 0..count(0) {
                for down in 0..count(1) {
                    for left in 0..count(2) {
                        for right in 0..count(3) {
                            let edges = [up, down, left, right];
                            let cells = || stencil.cells.iter();
                            if stencil.outside.iter().any(|at| on(edges, *at))
                                || !cells().all(|cell| on(edges, (cell.down, cell.right)))
                            {
                                continue;
                            }
                            let mut sums = BTreeSet::from([0]);
                            for cell in cells() {
                                let Some(after) = cell.after else { continue };
                                let at = class(edges, (cell.down, cell.right));
                                let weight = |symbol: u8| law.weights[usize::from(symbol)][at];
                                let before: Vec<u8> = match cell.before {
                                    Some(symbol) => vec![symbol],
                                    None => (0..board.alphabet.len() as u8).collect(),
                                };
                                sums = sums
                                    .iter()
                                    .flat_map(|sum| {
                                        before.iter().map(move |symbol| {
                                            (sum + weight(after) + law.modulus - weight(*symbol))
                                                % law.modulus
                                        })
                                    })
                                    .collect();
                            }
                            if sums != BTreeSet::from([0]) {
                                return Err(format!(
                                    "the forced follow-up `{}` changes the functional; the Coq theory of boards wants it left as it is",
                                    rule.text
                                ));
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(())
}
