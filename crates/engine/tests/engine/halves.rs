//! Numbers, moves and counts against looking at every cell.

use std::collections::{BTreeSet, HashMap};

use whowins_analysis::Player;
use whowins_engine::inside::{Contents, Flow, Found, Halves, Laid, boards as boards_of};

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

/// A move at random cells; it keeps contents where `keeps`.
fn random_move(random: &mut Random, cells: u64, digits: u64, keeps: bool) -> Laid {
    let mut laid = Laid::new();
    for _ in 0..1 + random.below(4) {
        let place = random.below(cells) as u32;
        if laid.iter().any(|(other, ..)| *other == place) {
            continue;
        }
        let before = random.below(digits) as u8;
        let after = (random.below(3) > 0).then(|| random.below(digits) as u8);
        laid.push((place, Some(before), after));
    }
    if keeps {
        let turned: Vec<Option<u8>> = laid.iter().map(|(_, before, _)| *before).collect();
        for (at, (.., after)) in laid.iter_mut().enumerate() {
            *after = turned[(at + 1) % turned.len()];
        }
    }
    if random.below(20) == 0 {
        // It looks at nothing.
        laid = vec![(random.below(cells) as u32, None, None)];
    }
    laid.sort_unstable();
    laid
}

fn after(laid: &Laid, board: &[u8]) -> Option<Vec<u8>> {
    let fits = |(place, before, _): &(u32, Option<u8>, Option<u8>)| {
        before.is_none_or(|before| board[*place as usize] == before)
    };
    laid.iter().all(fits).then(|| {
        let mut board = board.to_vec();
        for (place, _, after) in laid {
            if let Some(after) = after {
                board[*place as usize] = *after;
            }
        }
        board
    })
}

fn content(board: &[u8], digits: usize) -> Vec<usize> {
    let count = |digit| board.iter().filter(|of| usize::from(**of) == digit).count();
    (0..digits).map(count).collect()
}

/// Contents that moves can make of one, tried out on all boards.
fn closed(all: &[Vec<u8>], moves: &[Vec<Laid>; 2], first: Vec<usize>) -> Vec<Vec<usize>> {
    let digits = first.len();
    let mut known = BTreeSet::from([first]);
    loop {
        let of_known = all
            .iter()
            .filter(|board| known.contains(&content(board, digits)));
        let next =
            of_known.flat_map(|board| moves.iter().flatten().filter_map(|laid| after(laid, board)));
        let next: BTreeSet<Vec<usize>> = next.map(|board| content(&board, digits)).collect();
        let before = known.len();
        known.extend(next);
        if known.len() == before {
            return known.into_iter().collect();
        }
    }
}

#[test]
fn halves_are_the_boards_one_by_one() {
    let mut random = Random(20_261_122);
    let (mut seen, mut some) = (0, 0);
    for (cells, digits) in [
        (0, 2),
        (1, 1),
        (4, 1),
        (1, 5),
        (9, 2),
        (6, 3),
        (5, 4),
        (3, 6),
    ] {
        let mut all = vec![Vec::new()];
        for _ in 0..cells {
            let longer = all.iter().flat_map(|board: &Vec<u8>| {
                (0..digits as u8).map(move |digit| [&board[..], &[digit]].concat())
            });
            all = longer.collect();
        }
        for round in 0..40 {
            let mut own = || -> Vec<Laid> {
                let count = if cells == 0 {
                    0
                } else {
                    random.below(if round % 8 == 7 { 150 } else { 8 })
                };
                (0..count)
                    .map(|_| random_move(&mut random, cells, digits as u64, round % 4 == 1))
                    .collect()
            };
            let moves = [own(), own()];
            let board = &all[random.below(all.len() as u64) as usize];
            let symbols: Vec<u8> = (0..digits as u8).collect();
            let (contents, boards) = match round % 4 {
                0 => (Contents::any(digits), all.clone()),
                _ => {
                    let known = closed(&all, &moves, content(board, digits));
                    let of_known = all
                        .iter()
                        .filter(|board| known.contains(&content(board, digits)));
                    let of_known: Vec<_> = of_known.cloned().collect();
                    assert_eq!(boards_of(&known), Some(of_known.len() as u64));
                    (Contents::only(&known, &symbols).expect("few"), of_known)
                }
            };
            some += usize::from(boards.len() > 1 && boards.len() < all.len());
            let halves = Halves::new(cells as usize, &contents, &moves).expect("few");
            assert_eq!(halves.states(), boards.len() as u64);
            let number = |board: &[u8]| halves.rank(board, digits as u64);
            let mut into: HashMap<(usize, u64), Vec<u64>> = HashMap::new();
            let mut counts = HashMap::new();
            for board in &all {
                let Some(index) = number(board) else {
                    assert!(!boards.contains(board));
                    continue;
                };
                let (high, low) = halves.split(index);
                assert_eq!(&halves.digits(high, low).collect::<Vec<_>>(), board);
                for player in Player::BOTH {
                    let to = moves[player.index()]
                        .iter()
                        .filter_map(|laid| after(laid, board));
                    let mut to: Vec<u64> = to.map(|to| number(&to).expect("closed")).collect();
                    to.iter()
                        .for_each(|to| into.entry((player.index(), *to)).or_default().push(index));
                    to.sort_unstable();
                    let mut found = Vec::new();
                    let _ = halves.neighbours(player, false, index, &mut |to| {
                        found.push(to);
                        Flow::Continue(())
                    });
                    found.sort_unstable();
                    assert_eq!(found, to, "{moves:?} at {board:?}");
                    assert_eq!(halves.count(player, high, low), to.len() as u32);
                    counts.insert((player.index(), index), to.len() as u32);
                    seen += to.len();
                }
            }
            for index in 0..halves.states() {
                for player in Player::BOTH {
                    let mut found = Vec::new();
                    halves.origins(player, index, &mut |origin| found.push(origin));
                    found.sort_unstable();
                    let mut gathered = Found::new(random.below(6) as usize);
                    halves.gather(player, index, 2, &mut gathered);
                    let mut gathered: Vec<_> = gathered.iter().collect();
                    gathered.sort_unstable();
                    assert!(
                        gathered
                            .into_iter()
                            .eq(found.iter().map(|origin| (*origin, 2)))
                    );
                    let mut wanted = into.remove(&(player.index(), index)).unwrap_or_default();
                    wanted.sort_unstable();
                    assert_eq!(found, wanted, "{moves:?} into {index}");
                }
            }
            let (first, last) = (random.below(halves.states()), random.below(halves.states()));
            let mut next = first;
            let _ = halves.count_all(first, last, 2, &mut |index, _, both| {
                assert_eq!(index, next);
                assert_eq!(both, [0, 1].map(|player| counts[&(player, index)]));
                next += 1;
                Flow::Continue(())
            });
            assert_eq!(next, (last + 1).max(first));
        }
    }
    assert!(
        seen > 10_000 && some > 50,
        "only {seen} moves and {some} numberings of some boards were looked at"
    );
}
