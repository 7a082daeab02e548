//! For the tests: each contest game solved from its rules alone, and a way to run a format on text.

use std::collections::HashMap;
use std::io::Write;

use whowins::contest::{ContestFailure, gam, partisangame, tabgame};

/// What a format printed, or its one error.
pub fn printed(
    answer: impl FnOnce(&mut dyn Write) -> Result<(), ContestFailure>,
) -> Result<String, String> {
    let mut out = Vec::new();
    match answer(&mut out) {
        Ok(()) => Ok(String::from_utf8(out).expect("ASCII output")),
        Err(failure) => {
            if matches!(failure, ContestFailure::Input(_)) {
                assert!(out.is_empty(), "output before an input error");
            }
            Err(failure.to_string())
        }
    }
}

/// Cow Checkers: does the player to move at (x, y) win?
pub fn cowcheck(x: u64, y: u64) -> bool {
    let (x, y) = (x as usize, y as usize);
    let mut wins = vec![vec![false; y + 1]; x + 1];
    for a in 0..=x {
        for b in 0..=y {
            wins[a][b] = (1..=a).any(|k| !wins[a - k][b])
                || (1..=b).any(|k| !wins[a][b - k])
                || (1..=a.min(b)).any(|k| !wins[a - k][b - k]);
        }
    }
    wins[x][y]
}

/// PartisanGame: does Alice win, moving first?
pub fn partisangame(test: &partisangame::Test) -> bool {
    let heap = usize::try_from(&test.heap).expect("a small heap");
    // wins[heap] = [Alice to move wins, Bob to move wins]
    let mut wins: Vec<[bool; 2]> = Vec::new();
    for left in 0..=heap {
        let can_win = |numbers: &[u64], opponent: usize| {
            numbers
                .iter()
                .any(|&s| (s as usize) <= left && !wins[left - s as usize][opponent])
        };
        let entry = [can_win(&test.alice, 1), can_win(&test.bob, 0)];
        wins.push(entry);
    }
    wins[heap][0]
}

/// EllysCheckers: does the player to move win?
pub fn ellyscheckers(cells: &[u8], memory: &mut HashMap<Vec<u8>, bool>) -> bool {
    let mut cells = cells.to_vec();
    if let Some(last) = cells.last_mut() {
        *last = b'.';
    }
    if let Some(&known) = memory.get(&cells) {
        return known;
    }
    let mut wins = false;
    for (rule, step) in [(&b"o."[..], 1), (&b"ooo."[..], 3)] {
        for at in 0..cells.len() {
            if cells[at..].starts_with(rule) {
                let mut next = cells.clone();
                next.swap(at, at + step);
                wins |= !ellyscheckers(&next, memory);
            }
        }
    }
    memory.insert(cells, wins);
    wins
}

/// Table Game: for each query, does Alice win?
pub fn tabgame(test: &tabgame::Test<'_>) -> Vec<bool> {
    let (n, m) = (test.column.len(), test.row.len());
    let mut wins = vec![vec![false; m + 1]; n + 1];
    for x in 1..=n {
        for y in 1..=m {
            let left = if x == 1 {
                test.row[y - 1] == b'0'
            } else {
                !wins[x - 1][y]
            };
            let down = if y == 1 {
                test.column[x - 1] == b'0'
            } else {
                !wins[x][y - 1]
            };
            wins[x][y] = left || down;
        }
    }
    test.queries
        .iter()
        .map(|&(x, y)| wins[x as usize][y as usize])
        .collect()
}

/// Row and column.
type Square = (usize, usize);

/// Baltic Game: who wins, by repeating the definition of a won position until nothing changes.
pub fn gam(test: &gam::Test<'_>) -> gam::Winner {
    let n = test.rows.len();
    let free = |&(r, c): &Square| test.rows[r][c] != b'#';
    let squares: Vec<Square> = (0..n)
        .flat_map(|r| (0..n).map(move |c| (r, c)))
        .filter(free)
        .collect();
    let neighbours = |(r, c): Square| -> Vec<Square> {
        let mut found = vec![(r + 1, c), (r, c + 1)];
        found.extend(r.checked_sub(1).map(|r| (r, c)));
        found.extend(c.checked_sub(1).map(|c| (r, c)));
        found.retain(|&(r, c)| r < n && c < n && free(&(r, c)));
        found
    };
    // Where the mover can come to rest; None for reaching or passing the goal.
    let moves = |mover: Square, other: Square, goal: Square| {
        let mut rests = Vec::new();
        for first in neighbours(mover) {
            if first == goal {
                rests.push(None);
            } else if first == other {
                for second in neighbours(first) {
                    rests.push((second != goal).then_some(second));
                }
            } else {
                rests.push(Some(first));
            }
        }
        rests
    };
    // (mover's square, other's square, A to move) -> the mover wins; no entry: not known, in the end a draw.
    let mut known: HashMap<(Square, Square, bool), bool> = HashMap::new();
    loop {
        let before = known.len();
        for &mover in &squares {
            for &other in &squares {
                for a_moves in [true, false] {
                    let goal = if a_moves { test.b } else { test.a };
                    let replies: Vec<Option<bool>> = moves(mover, other, goal)
                        .into_iter()
                        .map(|rest| match rest {
                            None => Some(false),
                            Some(rest) => known.get(&(other, rest, !a_moves)).copied(),
                        })
                        .collect();
                    if replies.contains(&Some(false)) {
                        known.insert((mover, other, a_moves), true);
                    } else if replies.iter().all(|&reply| reply == Some(true)) {
                        known.insert((mover, other, a_moves), false);
                    }
                }
            }
        }
        if known.len() == before {
            break;
        }
    }
    match known.get(&(test.a, test.b, true)) {
        Some(true) => gam::Winner::A,
        Some(false) => gam::Winner::B,
        None => gam::Winner::Draw,
    }
}
