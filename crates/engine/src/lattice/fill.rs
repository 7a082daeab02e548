//! Fills a table line by line.

use whowins_analysis::{Frame, Player, Stuck, Value};

use super::line::Line;
use super::shift::{Bits, set_range};
use super::table::{Table, Vectors};
use crate::limits::{EngineError, Limits};

/// One vector, seen from a line.
struct Move {
    /// Change of each of the line's numbers, and of the line's index; all 0 for a step along the
    /// line.
    across: Vec<i64>,
    back: usize,
    along: i64,
}

/// Fills the table; its layout must have every move lead back.
pub(super) fn fill(
    vectors: &Vectors,
    table: &mut Table,
    limits: &Limits,
) -> Result<(), EngineError> {
    let layout = table.layout.clone();
    let ranges = layout.ranges();
    let players = vectors.players();
    lay_out(table, &ranges, players, limits)?;
    let mut strides = vec![1i64; ranges.len()];
    for at in (1..ranges.len()).rev() {
        strides[at - 1] = strides[at] * ranges[at];
    }
    let mut moves: [Vec<Move>; 2] = [Vec::new(), Vec::new()];
    let mut steps: [Vec<i64>; 2] = [Vec::new(), Vec::new()];
    for player in 0..players {
        for vector in &vectors.of[player] {
            let (across, along) = layout.displaced(vector);
            let back: i64 = across.iter().zip(&strides).map(|(a, b)| -a * b).sum();
            if across.iter().all(|entry| *entry == 0) {
                steps[player].push(-along);
            } else {
                let back = back as usize;
                moves[player].push(Move {
                    across,
                    back,
                    along,
                });
            }
        }
    }
    let in_order = steps.iter().any(|steps| !steps.is_empty());
    let mut filler = Filler {
        frame: Frame::new(&vectors.game, 1, 1),
        misere: vectors.game.ending.stuck == Stuck::Wins,
        vectors,
        steps,
        moves,
        may_know: vectors.game.ending.stuck == Stuck::Wins
            || vectors.strips.iter().any(|width| *width > 0),
        line: Line::default(),
        to: Vec::new(),
        taken: Vec::new(),
    };
    let lines = table.starts.len() - 1;
    limits.progress.start(lines as u64);
    let mut place = vec![0; ranges.len()];
    let mut since = 0;
    for index in 0..lines {
        let words = filler.line(table, index, &place, &ranges, in_order);
        since += words + 8;
        if since > 1 << 18 {
            limits.check()?;
            since = 0;
        }
        limits.progress.add(1);
        for at in (0..place.len()).rev() {
            place[at] += 1;
            if place[at] < ranges[at] {
                break;
            }
            place[at] = 0;
        }
    }
    Ok(())
}

/// Gives each line its words: one of padding before the first and one behind each.
fn lay_out(
    table: &mut Table,
    ranges: &[i64],
    players: usize,
    limits: &Limits,
) -> Result<(), EngineError> {
    let layout = &table.layout;
    let lines = ranges.iter().map(|range| *range as u64).product::<u64>();
    let cells = layout
        .sizes
        .iter()
        .map(|size| *size as u64)
        .product::<u64>();
    let bytes = |words: u64| {
        words
            .saturating_mul(8 * players as u64)
            .saturating_add(lines * 8)
    };
    let refused = |wanted: u64| EngineError::Memory {
        wanted: Some(wanted),
        allowed: limits.budget.memory,
    };
    if bytes(cells / 64 + lines) > limits.budget.memory {
        return Err(refused(bytes(cells / 64 + lines)));
    }
    let mut place = vec![0; ranges.len()];
    let mut end = 1;
    table.starts.reserve_exact(lines as usize + 1);
    for _ in 0..lines {
        table.starts.push(end);
        let (low, high) = layout.ends(&place);
        if low <= high {
            end += ((high >> 6) - (low >> 6) + 2) as usize;
        } else {
            end += 1;
        }
        for at in (0..place.len()).rev() {
            place[at] += 1;
            if place[at] < ranges[at] {
                break;
            }
            place[at] = 0;
        }
    }
    table.starts.push(end);
    if bytes(end as u64) > limits.budget.memory {
        return Err(refused(bytes(end as u64)));
    }
    for _ in 0..players {
        // Only to see whether it can be had: memory that comes zeroed need not be written twice.
        if Vec::<u64>::new().try_reserve_exact(end).is_err() {
            return Err(refused(bytes(end as u64)));
        }
        table.losses.push(vec![0; end]);
    }
    Ok(())
}

struct Filler<'a> {
    frame: Frame,
    misere: bool,
    vectors: &'a Vectors,
    /// Steps along a line, of each player.
    steps: [Vec<i64>; 2],
    moves: [Vec<Move>; 2],
    /// Whether some outcomes are known before the moves are looked at.
    may_know: bool,
    line: Line,
    /// The numbers of the line that a move leads to.
    to: Vec<i64>,
    /// Places from which some move stays in the box.
    taken: Vec<(i64, i64)>,
}

impl Filler<'_> {
    /// Fills one line; how many words it has.
    fn line(
        &mut self,
        table: &mut Table,
        index: usize,
        place: &[i64],
        ranges: &[i64],
        in_order: bool,
    ) -> usize {
        let layout = &table.layout;
        let (low, high) = layout.ends(place);
        if low > high {
            return 0;
        }
        let players = table.losses.len();
        let start = table.starts[index];
        let words = self.line.begin(low, high, players, self.may_know);
        for player in 0..players {
            self.taken.clear();
            for one in &self.moves[player] {
                let inside = one.across.iter().zip(place).zip(ranges);
                if !inside
                    .into_iter()
                    .all(|((change, at), range)| (0..*range).contains(&(at + change)))
                {
                    continue;
                }
                let source = index - one.back;
                let (source_start, source_end) = (table.starts[source], table.starts[source + 1]);
                if source_end - source_start < 2 {
                    continue;
                }
                self.to.clear();
                self.to
                    .extend(place.iter().zip(&one.across).map(|(a, b)| a + b));
                let (source_low, source_high) = layout.ends(&self.to);
                let bits = Bits {
                    words: &table.losses[players - 1 - player][source_start - 1..source_end],
                    from: source_low >> 6,
                };
                self.line.reach(player, bits, one.along);
                if self.misere {
                    self.taken
                        .push((source_low - one.along, source_high - one.along));
                }
            }
            if self.misere {
                self.taken
                    .extend(self.steps[player].iter().map(|step| (low + step, high)));
                self.stuck(player, low, high);
            }
        }
        self.line.all_in(players);
        self.ends(table, place, low, high, players);
        if !in_order {
            for (player, losses) in table.losses.iter_mut().enumerate() {
                self.line.decide(player, &mut losses[start..start + words]);
            }
            return words;
        }
        let place = start..start + words;
        match &mut table.losses[..] {
            [one] => self
                .line
                .decide_in_order(&self.steps, &mut [&mut one[place]]),
            [one, other] => self.line.decide_in_order(
                &self.steps,
                &mut [&mut one[place.clone()], &mut other[place]],
            ),
            _ => {}
        }
        words
    }

    /// Notes the places without a move, where the player to move wins.
    fn stuck(&mut self, player: usize, low: i64, high: i64) {
        self.taken.sort_unstable();
        let mut next = low;
        let (known, from) = (&mut self.line.known[player], self.line.from);
        let mut note = |a: i64, b: i64| {
            if a <= b {
                set_range(known, from, a, b);
                self.line.any_known = true;
            }
        };
        for (a, b) in &self.taken {
            note(next, (a - 1).min(high));
            next = next.max(b + 1);
        }
        note(next, high);
    }

    /// Notes the results of goals, which hold on strips alone.
    fn ends(&mut self, table: &Table, place: &[i64], low: i64, high: i64, players: usize) {
        let strips = &self.vectors.strips;
        if strips.iter().all(|width| *width == 0) {
            return;
        }
        let layout = &table.layout;
        let slanted = layout.slanted(place);
        let mut whole = false;
        for (at, value) in layout.across.iter().zip(place) {
            let is_slanted = slanted.is_some_and(|(one, ..)| one == *at);
            whole |= !is_slanted && *value < strips[*at];
        }
        // The slanted number falls along the line: it is below its strip's width at the far end.
        let mut far = high + 1;
        if let Some((one, value, factor)) = slanted {
            match factor {
                0 => whole |= value < strips[one],
                factor => far = far.min((value - strips[one]).div_euclid(factor) + 1),
            }
        }
        let (near, far) = match whole {
            true => (high, high + 1),
            false => ((strips[layout.along] - 1).min(high), far),
        };
        let mut state = vec![0; layout.sizes.len()];
        for (at, value) in layout.across.iter().zip(place) {
            state[*at] = *value;
        }
        for along in (low..=near).chain(far.max(near + 1).max(low)..=high) {
            state[layout.along] = along;
            if let Some((one, value, factor)) = slanted {
                state[one] = value - factor * along;
            }
            let Some(end) = self.frame.end(&state) else {
                continue;
            };
            let (word, bit) = (((along >> 6) - self.line.from) as usize, 1 << (along & 63));
            for player in 0..players {
                self.line.known[player][word] |= bit;
                match end.for_next(Player::BOTH[player]) == Value::Loss {
                    true => self.line.lost[player][word] |= bit,
                    false => self.line.lost[player][word] &= !bit,
                }
            }
            self.line.any_known = true;
        }
    }
}
