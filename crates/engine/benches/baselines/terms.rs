//! Ten games of `core/games` in plain Rust, as somebody writes them who has that one game in mind:
//! the state in an array, each move made on a copy. What a state pays where play is over, else
//! every state after it, in the order of the terms.

type Next<'a> = dyn FnMut(&[i8]) + 'a;

/// A turn of a game.
pub type Turn = fn(&[i8], &mut Next<'_>) -> Option<i64>;

/// Their names, and whose turn does what.
pub const GAMES: [(&str, Turn); 10] = [
    ("baltic", baltic),
    ("breakthrough", breakthrough),
    ("dots", dots),
    ("isolation", isolation),
    ("kalah", kalah),
    ("kayles", kayles),
    ("konane", konane),
    ("no_repeat", no_repeat),
    ("table_game", table_game),
    ("tictactoe", tictactoe),
];

const fn loses(turn: i8) -> i64 {
    if turn == 0 { -1 } else { 1 }
}

fn walk(cell: i8, row: i8, column: i8, side: i8) -> Option<usize> {
    let (r, c) = (cell / side + row, cell % side + column);
    (0..side).contains(&r).then_some(())?;
    (0..side).contains(&c).then_some((r * side + c) as usize)
}

fn baltic(s: &[i8], next: &mut Next<'_>) -> Option<i64> {
    const STEPS: [[i8; 4]; 16] = [
        [1, 4, -1, -1],
        [2, -1, 0, -1],
        [3, 6, 1, -1],
        [-1, 7, 2, -1],
        [-1, 8, -1, 0],
        [-1; 4],
        [7, 10, -1, 2],
        [-1, 11, 6, 3],
        [9, 12, -1, 4],
        [10, 13, 8, -1],
        [11, 14, 9, 6],
        [-1, 15, 10, 7],
        [13, -1, -1, 8],
        [14, -1, 12, 9],
        [15, -1, 13, 10],
        [-1, -1, 14, 11],
    ];
    if s[1] == 15 {
        return Some(1);
    }
    if s[2] == 0 {
        return Some(-1);
    }
    let (own, goal) = if s[0] == 0 { (1, 15) } else { (2, 0) };
    let other = 3 - own;
    let mut any = false;
    for to in STEPS[s[own] as usize] {
        if to < 0 {
            continue;
        }
        let mut t = [1 - s[0], s[1], s[2]];
        t[own] = to;
        if to != goal && to == s[other] {
            for again in STEPS[to as usize] {
                if again >= 0 {
                    t[own] = again;
                    any = true;
                    next(&t);
                }
            }
        } else {
            any = true;
            next(&t);
        }
    }
    (!any).then(|| loses(s[0]))
}

fn breakthrough(s: &[i8], next: &mut Next<'_>) -> Option<i64> {
    let (turn, board) = (s[0], &s[1..16]);
    if board[..3].contains(&1) {
        return Some(1);
    }
    if board[12..].contains(&2) {
        return Some(-1);
    }
    let mut any = false;
    for c in 0..15 {
        if board[c as usize] != turn + 1 {
            continue;
        }
        for d in 0..3 {
            let (row, column) = (c / 3 + if turn == 0 { -1 } else { 1 }, c % 3 + d - 1);
            if !(0..5).contains(&row) || !(0..3).contains(&column) {
                continue;
            }
            let q = (3 * row + column) as usize;
            if if d == 1 {
                board[q] == 0
            } else {
                board[q] != turn + 1
            } {
                let mut t = [0; 16];
                t.copy_from_slice(s);
                t[0] = 1 - turn;
                t[1 + c as usize] = 0;
                t[1 + q] = turn + 1;
                any = true;
                next(&t);
            }
        }
    }
    (!any).then(|| loses(turn))
}

fn dots(s: &[i8], next: &mut Next<'_>) -> Option<i64> {
    const BOXES: [[usize; 4]; 4] = [[0, 2, 6, 7], [1, 3, 7, 8], [2, 4, 9, 10], [3, 5, 10, 11]];
    let mut any = false;
    for e in 0..12 {
        if s[1 + e] != 0 {
            continue;
        }
        let mut t = [0; 15];
        t.copy_from_slice(s);
        t[1 + e] = 1;
        let closed = BOXES
            .iter()
            .filter(|one| one.contains(&e) && one.iter().all(|edge| t[1 + edge] == 1));
        let closed = closed.count() as i8;
        t[13 + s[0] as usize] += closed;
        if closed == 0 {
            t[0] = 1 - t[0];
        }
        any = true;
        next(&t);
    }
    (!any).then(|| i64::from(s[13] - s[14]))
}

fn isolation(s: &[i8], next: &mut Next<'_>) -> Option<i64> {
    // The order of the term's table.
    const AROUND: [(i8, i8); 8] = [
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ];
    let turn = s[0] as usize;
    let from = s[1 + turn];
    let mut any = false;
    let mut targets = [usize::MAX; 8];
    for (place, (row, column)) in targets.iter_mut().zip(AROUND) {
        *place = walk(from, row, column, 4).unwrap_or(usize::MAX);
    }
    for q in targets {
        if q == usize::MAX || s[3 + q] != 0 || q as i8 == s[2 - turn] {
            continue;
        }
        let mut t = [0; 19];
        t.copy_from_slice(s);
        t[3 + from as usize] = 1;
        t[1 + turn] = q as i8;
        t[0] = 1 - t[0];
        any = true;
        next(&t);
    }
    (!any).then(|| loses(s[0]))
}

fn kalah(s: &[i8], next: &mut Next<'_>) -> Option<i64> {
    const RING: [[usize; 7]; 2] = [[0, 1, 2, 3, 4, 5, 6], [4, 5, 6, 7, 0, 1, 2]];
    let pit = &s[1..9];
    let side = |at: usize| pit[at..at + 3].iter().sum::<i8>();
    if side(0) == 0 || side(4) == 0 {
        return Some(i64::from(side(0) + pit[3] - side(4) - pit[7]));
    }
    let ring = RING[s[0] as usize];
    for i in 0..3 {
        let n = pit[ring[i]] as usize;
        if n == 0 {
            continue;
        }
        let mut t = [0; 9];
        t.copy_from_slice(s);
        let pits = &mut t[1..];
        pits[ring[i]] = 0;
        for j in 1..=n {
            pits[ring[(i + j) % 7]] += 1;
        }
        let end = (i + n) % 7;
        let last = ring[end];
        if end < 3 && pits[last] == 1 && pits[6 - last] > 0 {
            pits[ring[3]] += pits[6 - last] + 1;
            pits[last] = 0;
            pits[6 - last] = 0;
        }
        if end != 3 {
            t[0] = 1 - t[0];
        }
        next(&t);
    }
    None
}

fn kayles(s: &[i8], next: &mut Next<'_>) -> Option<i64> {
    let heaps = &s[1..];
    let mut any = false;
    for (i, heap) in heaps.iter().enumerate() {
        for k in 1..3 {
            for a in 0..=(heap - k).div_euclid(2) {
                let b = heap - k - a;
                let mut t = Vec::with_capacity(s.len() + 1);
                t.push(1 - s[0]);
                t.extend_from_slice(&heaps[..i]);
                t.extend([a, b].iter().filter(|part| **part > 0));
                t.extend_from_slice(&heaps[i + 1..]);
                any = true;
                next(&t);
            }
        }
    }
    (!any).then(|| loses(s[0]))
}

fn konane(s: &[i8], next: &mut Next<'_>) -> Option<i64> {
    const WAYS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let own = s[0] + 1;
    let mut any = false;
    for c in 0..16 {
        if s[1 + c] != own {
            continue;
        }
        for (row, column) in WAYS {
            let mut t = [0; 17];
            t.copy_from_slice(s);
            t[0] = 1 - s[0];
            let mut at = c;
            for _ in 0..2 {
                let over = walk(at as i8, row, column, 4);
                let to = walk(at as i8, 2 * row, 2 * column, 4);
                let (Some(over), Some(to)) = (over, to) else {
                    break;
                };
                if t[1 + over] != 3 - own || t[1 + to] != 0 {
                    break;
                }
                t[1 + over] = 0;
                t[1 + at] = 0;
                t[1 + to] = own;
                at = to;
                any = true;
                next(&t);
            }
        }
    }
    (!any).then(|| loses(s[0]))
}

fn no_repeat(s: &[i8], next: &mut Next<'_>) -> Option<i64> {
    let mut any = false;
    for k in 1..4 {
        if k != s[2] && k <= s[1] {
            any = true;
            next(&[1 - s[0], s[1] - k, k]);
        }
    }
    (!any).then(|| loses(s[0]))
}

fn table_game(s: &[i8], next: &mut Next<'_>) -> Option<i64> {
    const ROW: [i8; 9] = [1, 0, 1, 1, 0, 0, 1, 0, 1];
    const COLUMN: [i8; 7] = [0, 0, 1, 1, 0, 1, 1];
    let wins = |bit: Option<&i8>| match bit {
        Some(1) => -loses(s[0]),
        _ => loses(s[0]),
    };
    if s[1] == 0 {
        return Some(wins(ROW.get((s[2] - 1) as usize)));
    }
    if s[2] == 0 {
        return Some(wins(COLUMN.get((s[1] - 1) as usize)));
    }
    next(&[1 - s[0], s[1] - 1, s[2]]);
    next(&[1 - s[0], s[1], s[2] - 1]);
    None
}

fn tictactoe(s: &[i8], next: &mut Next<'_>) -> Option<i64> {
    const LINES: [[usize; 3]; 8] = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    for who in [1, 2] {
        if LINES
            .iter()
            .any(|line| line.iter().all(|cell| s[1 + cell] == who))
        {
            return Some(if who == 1 { 1 } else { -1 });
        }
    }
    let mut any = false;
    for c in 0..9 {
        if s[1 + c] == 0 {
            let mut t = [0; 10];
            t.copy_from_slice(s);
            t[1 + c] = s[0] + 1;
            t[0] = 1 - s[0];
            any = true;
            next(&t);
        }
    }
    (!any).then_some(0)
}
