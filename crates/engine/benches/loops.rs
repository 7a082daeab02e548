//! The games of the benchmark as a programmer would write them by hand: one thread, a byte a state,
//! plain vectors.

use whowins_engine::Outcome;

fn impartial(wins: bool) -> Outcome {
    if wins { Outcome::N } else { Outcome::P }
}

/// Four vectors in the plane.
pub fn vectors(side: usize) -> Outcome {
    let mut wins = vec![false; side * side];
    for x in 0..side {
        for y in 0..side {
            let at = x * side + y;
            let loses = |dx: usize, dy: usize| x >= dx && y >= dy && !wins[at - dx * side - dy];
            wins[at] = loses(1, 3) || loses(4, 1) || loses(0, 2) || loses(5, 5);
        }
    }
    impartial(wins[side * side - 1])
}

/// Four vectors in space.
pub fn vectors_in_space(side: usize) -> Outcome {
    let mut wins = vec![false; side * side * side];
    for x in 0..side {
        for y in 0..side {
            for z in 0..side {
                let at = (x * side + y) * side + z;
                let loses = |dx: usize, dy: usize, dz: usize| {
                    x >= dx && y >= dy && z >= dz && !wins[at - (dx * side + dy) * side - dz]
                };
                wins[at] = loses(1, 0, 3) || loses(2, 1, 0) || loses(0, 2, 1) || loses(1, 1, 1);
            }
        }
    }
    impartial(wins[side * side * side - 1])
}

/// Two vectors a player.
pub fn partizan_vectors(side: usize) -> Outcome {
    let mut wins = vec![[false; 2]; side * side];
    for x in 0..side {
        for y in 0..side {
            let at = x * side + y;
            let loses = |dx: usize, dy: usize, player: usize| {
                x >= dx && y >= dy && !wins[at - dx * side - dy][player]
            };
            wins[at] = [
                loses(1, 2, 1) || loses(3, 0, 1),
                loses(2, 1, 0) || loses(0, 3, 0),
            ];
        }
    }
    match wins[side * side - 1] {
        [true, true] => Outcome::N,
        [true, false] => Outcome::L,
        [false, true] => Outcome::R,
        [false, false] => Outcome::P,
    }
}

/// A stone that goes down or left until the border says who wins; digit y of `row` is its y-th,
/// from 1.
pub fn table_game(row: &[bool], column: &[bool]) -> Outcome {
    let (width, height) = (column.len() + 1, row.len() + 1);
    let mut wins = vec![false; width * height];
    for x in 0..width {
        for y in 0..height {
            let at = x * height + y;
            // Where the one who moved there loses, the next wins.
            wins[at] = match (x, y) {
                (0, 0) => false,
                (0, y) => row[y - 1],
                (x, 0) => column[x - 1],
                _ => !wins[at - height] || !wins[at - 1],
            };
        }
    }
    impartial(wins[width * height - 1])
}

/// Three heaps of Nim, without Bouton's theorem.
pub fn nim(side: usize) -> Outcome {
    let mut wins = vec![false; side * side * side];
    for x in 0..side {
        for y in 0..side {
            for z in 0..side {
                let at = (x * side + y) * side + z;
                wins[at] = (1..=x).any(|k| !wins[at - k * side * side])
                    || (1..=y).any(|k| !wins[at - k * side])
                    || (1..=z).any(|k| !wins[at - k]);
            }
        }
    }
    impartial(wins[side * side * side - 1])
}

const OPEN: u8 = 0;
const LOSS: u8 = 1;
const WIN: u8 = 2;

fn neighbours(side: usize) -> Vec<Vec<usize>> {
    (0..side * side)
        .map(|cell| {
            let (row, column) = (cell / side, cell % side);
            let mut near = Vec::new();
            if row > 0 {
                near.push(cell - side);
            }
            if row + 1 < side {
                near.push(cell + side);
            }
            if column > 0 {
                near.push(cell - 1);
            }
            if column + 1 < side {
                near.push(cell + 1);
            }
            near
        })
        .collect()
}

/// Retrograde analysis with a queue; state = (first's cell, second's cell, who moves), numbered in
/// this order.
struct Retrograde {
    value: Vec<u8>,
    left: Vec<u8>,
    queue: Vec<usize>,
}

impl Retrograde {
    fn new(states: usize) -> Self {
        Self {
            value: vec![OPEN; states],
            left: vec![0; states],
            queue: Vec::new(),
        }
    }

    fn decide(&mut self, state: usize, value: u8) {
        self.value[state] = value;
        self.queue.push(state);
    }

    /// Tells `state` that one of its moves leads to a state of this value.
    fn news(&mut self, state: usize, value: u8) {
        if self.value[state] != OPEN {
            return;
        }
        if value == LOSS {
            self.decide(state, WIN);
        } else {
            self.left[state] -= 1;
            if self.left[state] == 0 {
                self.decide(state, LOSS);
            }
        }
    }

    fn outcome(&self, start: usize) -> Outcome {
        match [self.value[start], self.value[start + 1]] {
            [WIN, WIN] => Outcome::N,
            [WIN, LOSS] => Outcome::L,
            [LOSS, WIN] => Outcome::R,
            [LOSS, LOSS] => Outcome::P,
            _ => Outcome::D,
        }
    }
}

/// The race of Baltic OI 2008 on an open square, from opposite corners.
pub fn race(side: usize) -> Outcome {
    let near = neighbours(side);
    let cells = side * side;
    let (home_a, home_b) = (0, cells - 1);
    let number = |a: usize, b: usize, player: usize| (a * cells + b) * 2 + player;
    let over = |a: usize, b: usize| a == home_b || b == home_a;
    let mut all = Retrograde::new(2 * cells * cells);
    for a in 0..cells {
        for b in 0..cells {
            for player in 0..2 {
                let state = number(a, b, player);
                if over(a, b) {
                    let winner = usize::from(a != home_b);
                    all.decide(state, if winner == player { WIN } else { LOSS });
                    continue;
                }
                let (own, other) = if player == 0 { (a, b) } else { (b, a) };
                let goal = if player == 0 { home_b } else { home_a };
                let moves: usize = near[own]
                    .iter()
                    .map(|to| {
                        if *to == other && *to != goal {
                            near[*to].len()
                        } else {
                            1
                        }
                    })
                    .sum();
                all.left[state] = moves as u8;
            }
        }
    }
    let mut done = 0;
    while done < all.queue.len() {
        let state = all.queue[done];
        done += 1;
        let value = all.value[state];
        let (a, b, mover) = (state / 2 / cells, state / 2 % cells, 1 - state % 2);
        let (own, other) = if mover == 0 { (a, b) } else { (b, a) };
        let (goal, lost) = if mover == 0 {
            (home_b, home_a)
        } else {
            (home_a, home_b)
        };
        if other == lost {
            continue;
        }
        let place = |cell: usize| {
            if mover == 0 {
                number(cell, other, 0)
            } else {
                number(other, cell, 1)
            }
        };
        if own != other || own == goal {
            for from in &near[own] {
                all.news(place(*from), value);
            }
        }
        if other != goal && near[other].contains(&own) {
            for from in &near[other] {
                all.news(place(*from), value);
            }
        }
    }
    all.outcome(number(home_a, home_b, 0))
}

/// A cop and a robber on an open square.
pub fn pursuit(side: usize) -> Outcome {
    let near = neighbours(side);
    let cells = side * side;
    let number = |cop: usize, robber: usize, player: usize| (cop * cells + robber) * 2 + player;
    let mut all = Retrograde::new(2 * cells * cells);
    for cop in 0..cells {
        for robber in 0..cells {
            for player in 0..2 {
                let state = number(cop, robber, player);
                if cop == robber {
                    all.decide(state, if player == 0 { WIN } else { LOSS });
                } else {
                    all.left[state] = near[if player == 0 { cop } else { robber }].len() as u8;
                }
            }
        }
    }
    let mut done = 0;
    while done < all.queue.len() {
        let state = all.queue[done];
        done += 1;
        let value = all.value[state];
        let (cop, robber, mover) = (state / 2 / cells, state / 2 % cells, 1 - state % 2);
        for from in &near[if mover == 0 { cop } else { robber }] {
            let origin = if mover == 0 {
                number(*from, robber, 0)
            } else {
                number(cop, *from, 1)
            };
            all.news(origin, value);
        }
    }
    all.outcome(number(0, cells - 1, 0))
}
