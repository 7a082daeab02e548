//! Test helpers: a naive solver for each contest game, and functions that run a format on text.

use std::collections::HashMap;

use whowins::contest::{Case, Format, Value, of_name};

/// Returns a shipped format.
pub fn format(name: &str) -> Format {
    let format = of_name(name).expect("it is shipped");
    format.unwrap_or_else(|faults| panic!("{faults}"))
}

/// Returns the output of a format, or its error. `wins` returns true if the player to move wins a
/// query.
pub fn printed(
    format: &Format,
    input: &[u8],
    wins: &mut dyn FnMut(&[&Case<'_>]) -> Result<bool, String>,
) -> Result<String, String> {
    let read = format.read(input).map_err(|fault| fault.to_string())?;
    let whowins::contest::Question::Winner(first, second, _) = &format.question else {
        panic!("who wins is asked")
    };
    let mut answers = Vec::new();
    format.each_question(&read, &mut |chain| -> Result<(), String> {
        answers.push(if wins(chain)? { first } else { second });
        Ok(())
    })?;
    let mut answers = answers.into_iter();
    let mut out = Vec::new();
    for (number, many) in format.answers_a_line(&read).into_iter().enumerate() {
        format.before(number + 1, &mut out);
        for answer in answers.by_ref().take(many) {
            out.extend_from_slice(answer.as_bytes());
        }
        format.after(number + 1, &mut out);
    }
    Ok(String::from_utf8(out).expect("ASCII output"))
}

/// Returns the output of a format, solved by the rules of its game.
pub fn by_rules(name: &str, input: &[u8]) -> Result<String, String> {
    let mut memory = HashMap::new();
    printed(&format(name), input, &mut |chain| match name {
        "cowcheck" => Ok(cowcheck(number(chain, 1, 0), number(chain, 1, 1))),
        "partisangame" => Ok(partisangame(chain)),
        "gam" => gam(&rows(chain)).ok_or_else(|| "a draw".into()),
        "ellyscheckers" => Ok(ellyscheckers(text(chain, 1, 0), &mut memory)),
        _ => {
            let wins = tabgame(text(chain, 1, 0), text(chain, 1, 1));
            Ok(wins[number(chain, 2, 0) as usize][number(chain, 2, 1) as usize])
        }
    })
}

/// Returns a number of a query by level and index.
pub fn number(chain: &[&Case<'_>], level: usize, place: usize) -> u64 {
    match &chain[level].values[place] {
        Value::Number(number) => *number,
        other => panic!("{other:?} isn't a number"),
    }
}

/// Returns a text of a query.
pub fn text<'v>(chain: &[&'v Case<'_>], level: usize, place: usize) -> &'v [u8] {
    match &chain[level].values[place] {
        Value::Text(text) => text,
        other => panic!("{other:?} isn't a text"),
    }
}

/// Returns a list of numbers of a query.
pub fn numbers<'v>(chain: &[&'v Case<'_>], level: usize, place: usize) -> &'v [u64] {
    match &chain[level].values[place] {
        Value::Numbers(numbers) => numbers,
        other => panic!("{other:?} aren't numbers"),
    }
}

/// Returns the rows of a map.
pub fn rows(chain: &[&Case<'_>]) -> Vec<Vec<u8>> {
    match &chain[1].values[1] {
        Value::Rows(rows) => rows.iter().map(|row| row.to_vec()).collect(),
        other => panic!("{other:?} aren't rows"),
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
pub fn partisangame(chain: &[&Case<'_>]) -> bool {
    let heap = number(chain, 1, 0) as usize;
    let (alice, bob) = (numbers(chain, 1, 1), numbers(chain, 1, 2));
    // wins[heap] = [Alice to move wins, Bob to move wins]
    let mut wins: Vec<[bool; 2]> = Vec::new();
    for left in 0..=heap {
        let can_win = |numbers: &[u64], opponent: usize| {
            numbers
                .iter()
                .any(|&s| (s as usize) <= left && !wins[left - s as usize][opponent])
        };
        let entry = [can_win(alice, 1), can_win(bob, 0)];
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

/// Table Game: at which places does Alice win?
pub fn tabgame(row: &[u8], column: &[u8]) -> Vec<Vec<bool>> {
    let (n, m) = (column.len(), row.len());
    let mut wins = vec![vec![false; m + 1]; n + 1];
    for x in 1..=n {
        for y in 1..=m {
            let left = if x == 1 {
                row[y - 1] == b'0'
            } else {
                !wins[x - 1][y]
            };
            let down = if y == 1 {
                column[x - 1] == b'0'
            } else {
                !wins[x][y - 1]
            };
            wins[x][y] = left || down;
        }
    }
    wins
}

/// Row and column.
type Square = (usize, usize);

/// Baltic Game: does A win? Applies the definition of a won position until nothing changes. `None`
/// is a draw.
pub fn gam(rows: &[Vec<u8>]) -> Option<bool> {
    let n = rows.len();
    let free = |&(r, c): &Square| rows[r][c] != b'#';
    let squares: Vec<Square> = (0..n)
        .flat_map(|r| (0..n).map(move |c| (r, c)))
        .filter(free)
        .collect();
    let start = |letter: u8| squares.iter().copied().find(|&(r, c)| rows[r][c] == letter);
    let (a, b) = (start(b'A')?, start(b'B')?);
    let neighbours = |(r, c): Square| -> Vec<Square> {
        let mut found = vec![(r + 1, c), (r, c + 1)];
        found.extend(r.checked_sub(1).map(|r| (r, c)));
        found.extend(c.checked_sub(1).map(|c| (r, c)));
        found.retain(|&(r, c)| r < n && c < n && free(&(r, c)));
        found
    };
    // The squares on which the mover can stop. `None` means that the mover reaches or passes the
    // goal.
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
    // (mover's square, other's square, A to move) -> the mover wins. Entries that stay missing are
    // draws.
    let mut known: HashMap<(Square, Square, bool), bool> = HashMap::new();
    loop {
        let before = known.len();
        for &mover in &squares {
            for &other in &squares {
                for a_moves in [true, false] {
                    let goal = if a_moves { b } else { a };
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
    known.get(&(a, b, true)).copied()
}
