//! A board's moves as patterns, against the moves one by one.

use std::collections::HashMap;

use whowins_analysis::board::Placement;
use whowins_analysis::{By, Player};
use whowins_engine::inside::{Flow, Patterns};

/// Numbers that look random and are the same each time (Marsaglia's xorshift, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// A move at random cells; `wild` where it may write without a look.
fn placement(random: &mut Random, cells: u64, symbols: u64, wild: bool) -> Placement {
    let mut found: Vec<(usize, Option<u8>, Option<u8>)> = Vec::new();
    for _ in 0..1 + random.below(4) {
        let cell = random.below(cells) as usize;
        if found.iter().any(|(other, ..)| *other == cell) {
            continue;
        }
        let mut symbol = || (random.below(4) > 0).then(|| random.below(symbols) as u8);
        let (before, after) = (symbol(), symbol());
        found.push((
            cell,
            before,
            if before.is_none() && !wild {
                None
            } else {
                after
            },
        ));
    }
    Placement { cells: found }
}

#[test]
fn patterns_are_the_moves_one_by_one() {
    let mut random = Random(20_261_121);
    let mut seen = 0;
    for (cells, symbols) in [
        (1, 1),
        (5, 1),
        (1, 7),
        (9, 2),
        (6, 3),
        (3, 11),
        (2, 40),
        (4, 6),
    ] {
        for round in 0..12 {
            let wild = round % 3 == 0;
            let moves: Vec<(By, Placement)> = (0..1 + random.below(12))
                .map(|_| {
                    let by = match random.below(3) {
                        0 => By::Both,
                        1 => By::Only(Player::First),
                        _ => By::Only(Player::Second),
                    };
                    (by, placement(&mut random, cells, symbols, wild))
                })
                .collect();
            // Any order of cells and of digits will do.
            let mut place: Vec<u32> = (0..cells as u32).collect();
            let mut digit: Vec<u8> = (0..symbols as u8).collect();
            if round % 2 == 0 {
                place.reverse();
                digit.rotate_left(1);
            }
            let laid = moves.iter().map(|(by, placement)| (*by, placement));
            let patterns =
                Patterns::new(cells as usize, laid, &place, &digit).expect("a small board");
            let states = symbols.pow(cells as u32);
            let symbol_at = |index: u64, cell: usize| {
                let of = (index / symbols.pow(place[cell]) % symbols) as u8;
                digit
                    .iter()
                    .position(|digit| *digit == of)
                    .expect("a digit") as i64
            };
            let rank = |board: &[i64]| -> u64 {
                let digits = board.iter().zip(&place);
                digits
                    .map(|(symbol, place)| u64::from(digit[*symbol as usize]) * symbols.pow(*place))
                    .sum()
            };
            let mut into: HashMap<(usize, u64), Vec<u64>> = HashMap::new();
            for index in 0..states {
                let board: Vec<i64> = (0..cells as usize)
                    .map(|cell| symbol_at(index, cell))
                    .collect();
                assert_eq!(rank(&board), index);
                for player in Player::BOTH {
                    let mut wanted = Vec::new();
                    for (number, (by, placement)) in moves.iter().enumerate() {
                        if by.allows(player) && placement.fits(&board) {
                            let mut after = board.clone();
                            placement.apply(&mut after);
                            let to = rank(&after);
                            wanted.push((number as u32, to));
                            into.entry((player.index(), to)).or_default().push(index);
                        }
                    }
                    let mut found = Vec::new();
                    let _ = patterns.moves(player, index, &mut |number, adds| {
                        let to = wanted.iter().find(|(wanted, _)| *wanted == number);
                        let to = to.map_or(u64::MAX, |(_, to)| *to);
                        assert!(wild || adds.is_some());
                        found.push((number, adds.map_or(to, |adds| (index as i64 + adds) as u64)));
                        Flow::Continue(())
                    });
                    found.sort_unstable();
                    assert_eq!(found, wanted, "{moves:?} at {board:?}");
                    assert_eq!(patterns.count(player, index), wanted.len() as u32);
                    seen += wanted.len();
                }
            }
            for index in (0..states).filter(|_| !wild) {
                for player in Player::BOTH {
                    let mut found = Vec::new();
                    patterns.origins(player, index, &mut |origin| found.push(origin));
                    found.sort_unstable();
                    let wanted = into.remove(&(player.index(), index)).unwrap_or_default();
                    assert_eq!(found, wanted, "{moves:?} into {index}");
                }
            }
        }
    }
    assert!(seen > 10_000, "only {seen} moves were looked at");
}
