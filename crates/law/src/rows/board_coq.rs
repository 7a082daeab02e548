//! Instances of the Coq theory of boards of every size: `proofs/Boards.v`.

use std::collections::{BTreeMap, BTreeSet};

use whowins_analysis::board::{Board, Stencil};
use whowins_analysis::derive::{BoardFall, board_fall};
use whowins_analysis::{Frame, Game, Player, Shape, Stuck, Value};
use whowins_verify::rows::{Functional, Last, Tail};

/// More places than these are too slow for Coq.
const PLACES: u64 = 60_000;
/// Follow-ups of one move in the comparison of moves.
const FUEL: usize = 200;
/// All boards of a size are compared where there are no more than these.
const ALL: u64 = 40;
/// So many boards of a size are compared where there are more.
const SOME: usize = 16;
/// No more boards of a size have one cell changed.
const MOST: usize = 64;
/// Larger weights of the sums that fall are too large for Coq.
const HEAVIEST: u64 = 1_000;
/// Unknown cells that are looked at symbol by symbol.
const SPLITS: usize = 6;

/// The body of the module for a functional law of boards.
pub(super) fn functional(game: &Game, law: &Functional) -> Result<String, String> {
    let Shape::Board(board) = &game.shape else {
        return Err("the positions are no boards".into());
    };
    let misere = game.ending.stuck == Stuck::Wins;
    if game.ending.stuck == Stuck::Draws || !game.ending.goals.is_empty() {
        return Err(
            "the Coq theory of boards speaks of normal and misère play, without goals".into(),
        );
    }
    let (won, lost) = if misere {
        ("Lattice.MWin", "Lattice.MLose")
    } else {
        ("Win", "Lose")
    };
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
    let moves = each(Player::BOTH.map(|player| {
        let rules = board.moves.iter().filter(|rule| rule.by.allows(player));
        stencils(rules.flat_map(|rule| &rule.stencils))
    }));
    let symbols: Vec<String> = (0..)
        .zip(&board.alphabet)
        .map(|(at, symbol): (usize, _)| format!("{at} = {symbol}"))
        .collect();
    let symbols = crate::coq::comment(&symbols.join(", "));
    Ok(format!(
        "From Coq Require Import List Bool ZArith.\nFrom Whowins Require Import Game Boards.\nImport ListNotations.\n\
         Open Scope Z_scope.\n\
         (* symbols: {symbols}; Cell rows-down columns-right wanted written; the first-named player is true *)\n\
         Definition rules : Boards.game := {{|\n symbols := {count};\n moves := {moves};\n at_once := {at_once} |}}.\n\
         Definition certificate : Boards.law := {{|\n modulus := {modulus};\n\
         \x20tails := ({up}, {down}, {left}, {right});\n weights := {weights};\n\
         \x20wins := {wins}; misere := {misere};\n one_row := false;\n counts := {counts}; first_leads := {leads}; digits := {digits}%nat;\n\
         \x20blank := {blank}; by_rows := {by_rows}; downwards := {downwards}; rightwards := {rightwards};\n\
         \x20splits := {splits}; reach := {reach} |}}.\n\
         Example moves_agree : agree rules {FUEL} {cases} = true.\nProof. vm_compute. reflexivity. Qed.\n\
         Example play_agrees : misere certificate = {stuck_wins}.\nProof. reflexivity. Qed.\n\
         Theorem checked : check rules certificate = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (* the sum over the cells of any board says who wins once its forced follow-ups are carried out *)\n\
         Theorem law : forall R C P st st', 0 < R -> 0 < C -> sized R C st -> proper rules st -> settles rules R C st st' ->\n\
         \x20 (winning certificate (total certificate R C 0 st) P = true <-> {won} (mv rules R C) (P, st')) /\\\n\
         \x20 (winning certificate (total certificate R C 0 st) P = false <-> {lost} (mv rules R C) (P, st')).\n\
         Proof.\n\
         \x20 exact (fun R C P st st' HR HC => board_functional_law rules certificate checked R C P st st' (conj HR (conj HC (fun E : false = true => False_ind _ (diff_false_true E))))).\nQed.\n",
        count = board.alphabet.len(),
        at_once = stencils(board.at_once.iter().flat_map(|rule| &rule.stencils)),
        modulus = law.modulus,
        weights = list(&law.weights, |of| numbers(of)),
        leads = order.first_cell_leads,
        digits = list(&order.digit, u8::to_string),
        blank = last.blank,
        by_rows = last.by_rows,
        downwards = last.downwards,
        rightwards = last.rightwards,
        cases = cases(game, board)?,
        stuck_wins = Frame::new(game, 1, 1).stuck() == Value::Win,
    ))
}

/// The sums of weights that fall, with so many letters that weigh nothing after the symbols.
pub(super) fn counts(fall: &BoardFall, more: usize) -> Result<String, String> {
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

fn list<T>(items: impl IntoIterator<Item = T>, show: impl Fn(T) -> String) -> String {
    let items: Vec<String> = items.into_iter().map(show).collect();
    format!("[{}]", items.join(";"))
}

fn number(number: i64) -> String {
    if number < 0 {
        format!("({number})")
    } else {
        number.to_string()
    }
}

fn pair((down, right): (i64, i64)) -> String {
    format!("({},{})", number(down), number(right))
}

/// What holds for each player: `true` is the first-named.
fn each(both: [String; 2]) -> String {
    let [first, second] = both;
    if first == second {
        format!("(fun _ => {first})")
    } else {
        format!("(fun P : bool => if P then {first}\n   else {second})")
    }
}

fn stencils<'a>(all: impl Iterator<Item = &'a Stencil>) -> String {
    let symbol =
        |symbol: Option<u8>| symbol.map_or("None".into(), |symbol| format!("(Some {symbol}%nat)"));
    list(all, |stencil| {
        let cells = list(&stencil.cells, |cell| {
            let (down, right) = (number(cell.down), number(cell.right));
            format!(
                "Cell {down} {right} {} {}",
                symbol(cell.before),
                symbol(cell.after)
            )
        });
        let outside = list(&stencil.outside, |at| pair(*at));
        format!("\n  Stencil {cells} {outside}")
    })
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

/// Cells about the last one that stencils over it look at and that are not known to be blank, those most often looked at first.
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
                                    "the forced follow-up «{}» changes the functional; the Coq theory of boards wants it left as it is",
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

/// What the frame says of small settled boards, to be compared with the theory's options: on each size that a rule needs, all boards,
/// or a few at random and some on which a rule fits, or fits but for one cell.
///
/// # Errors
///
/// Where no move is possible on any of them.
fn cases(game: &Game, board: &Board) -> Result<String, String> {
    let mut sizes = BTreeSet::from([(1, 1), (1, 2), (2, 1), (2, 2)]);
    for stencil in all_stencils(board) {
        let extent = |of: fn(&(i64, i64)) -> i64| {
            let cells = || stencil.cells.iter().map(|cell| (cell.down, cell.right));
            let low = cells().map(|at| of(&at)).min().unwrap_or(0);
            let high = cells().map(|at| of(&at)).max().unwrap_or(0);
            (high - low + 1) as usize
        };
        let (rows, columns) = (extent(|at| at.0), extent(|at| at.1));
        sizes.extend([
            (rows, columns),
            (rows + 1, columns + 1),
            (rows, columns + 1),
        ]);
    }
    let mut seed = 1u64;
    let mut random = |below: u64| {
        // Knuth's linear congruential generator (MMIX): the cases only have to vary.
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let symbols = board.alphabet.len() as u64;
    let (mut all, mut moved) = (Vec::new(), false);
    for (rows, columns) in sizes {
        let cells = rows * columns;
        let mut states: BTreeSet<Vec<i64>> = BTreeSet::new();
        match symbols.checked_pow(cells as u32).filter(|all| *all <= ALL) {
            Some(all) => states.extend((0..all).map(|mut code| {
                let digits = (0..cells).map(|_| {
                    let digit = code % symbols;
                    code /= symbols;
                    digit as i64
                });
                digits.collect()
            })),
            None => {
                let mut any =
                    || -> Vec<i64> { (0..cells).map(|_| random(symbols) as i64).collect() };
                states.extend((0..SOME).map(|_| any()));
                for place in
                    all_stencils(board).flat_map(|stencil| stencil.placements(rows, columns))
                {
                    let mut state = any();
                    for (cell, before, _) in &place.cells {
                        if let Some(symbol) = before {
                            state[*cell] = i64::from(*symbol);
                        }
                    }
                    for (cell, ..) in place.cells.iter().filter(|(_, before, _)| before.is_some()) {
                        if states.len() < MOST {
                            let mut other = state.clone();
                            other[*cell] = (other[*cell] + 1) % symbols as i64;
                            states.insert(other);
                        }
                    }
                    states.insert(state);
                }
            }
        }
        let frame = Frame::new(game, rows, columns);
        let settled = states.into_iter().map(|mut state| {
            frame.settle(&mut state);
            state
        });
        for state in settled.collect::<BTreeSet<_>>() {
            for player in Player::BOTH {
                let next: BTreeSet<Vec<i64>> = frame.next(player, &state).into_iter().collect();
                moved |= !next.is_empty();
                let show = |state: &Vec<i64>| list(state, i64::to_string);
                all.push(format!(
                    "({rows}%Z,{columns}%Z,{},{},{})",
                    player == Player::First,
                    show(&state),
                    list(&next, show)
                ));
            }
        }
    }
    match moved {
        true => Ok(format!("[{}]%nat", all.join(";"))),
        false => Err(
            "no move is possible on the boards on which they are to be compared with the rules"
                .into(),
        ),
    }
}
