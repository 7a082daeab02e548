//! Whether a move is a move, at positions of any size: ends, choices, guards, updates and ranges
//! over the integers themselves.
//!
//! Who names a move, and found it in another way than by [`Frame::options`](crate::Frame::options),
//! asks here first.

use dashu_int::ops::{Abs, DivEuclid};
use dashu_int::{IBig, Sign, UBig};

use crate::expression::Expr;
use crate::frame::Frame;
use crate::game::{End, Game, Player, Shape};
use crate::heaps::{Breaking, MOST_PARTS, played};
use crate::numbers::{Choices, NumberMove, Numbers, Variable};
use crate::position::Position;
use crate::{Budget, paths, program};

/// So many choices of numbers are tried for one move before it is given up.
const TRIED: usize = 1 << 16;

impl Game {
    /// The result, if the game is over at a position of any size, with this player to move, by a
    /// goal or a border; of a term of no family also where nobody can move, but at large positions
    /// ([`Game::is_large`]). Linear in the position and the goals.
    pub fn end_at(&self, player: Player, position: &Position) -> Option<End> {
        let in_frame = || {
            let (rows, columns) = self.size_of(position);
            let frame = Frame::new(self, rows, columns);
            frame.end(&frame.with_turn(self.state_of(position)?, player))
        };
        match &self.shape {
            Shape::Program(program) if self.is_large(position) => {
                let state = position.core_state(player);
                let pays = paths::ended(&program.term, &state, &Budget::OPEN).ok()??;
                Some(program::end_of(&pays))
            }
            Shape::Program(_) => in_frame(),
            _ if self.ending.goals.is_empty() => None,
            Shape::Numbers(_) => self.ending.exact(position.elements()),
            // Heaps have no goals.
            Shape::Heaps(_) => None,
            Shape::Board(_) | Shape::Tokens(_) => in_frame(),
        }
    }

    /// Whether `player`, to move at a position of any size, may move to another with `next` to move
    /// there; never where the game is over. `None` where that takes more choices of numbers than
    /// are tried. Boards and tokens have their moves laid out; a number that a move chooses and a
    /// coordinate gives away is worked out, so that large numbers cost no more than small ones.
    pub fn is_move(
        &self,
        player: Player,
        from: &Position,
        (to, next): (&Position, Player),
    ) -> Option<bool> {
        let again = next == player;
        // A long row of which a move cuts off one end has as many moves, each as long.
        if let Shape::Program(program) = &self.shape
            && let Some(cuts) = program::Cuts::of(&program.term)
        {
            return Some(!again && cuts.is_move(player, from.elements(), to.elements()));
        }
        if let Some(strings) = self.strings() {
            let both = from.cells().zip(to.cells());
            return Some(!again && both.is_some_and(|(from, to)| strings.is_move(&from, &to)));
        }
        if self.end_at(player, from).is_some() {
            return Some(false);
        }
        match &self.shape {
            Shape::Program(program) if self.is_large(from) || self.is_large(to) => {
                let (from, to) = (from.core_state(player), to.core_state(next));
                match paths::is_option(&program.term, &from, &to, &Budget::OPEN) {
                    Ok(found) => found,
                    // What is not linear is looked for among the first moves.
                    Err(_) => {
                        let first = paths::first_options(&program.term, &from, &Budget::OPEN);
                        first.contains(&to).then_some(true)
                    }
                }
            }
            Shape::Numbers(_) | Shape::Heaps(_) | Shape::Board(_) | Shape::Tokens(_) if again => {
                Some(false)
            }
            Shape::Numbers(shape) => {
                let ask = Ask {
                    shape,
                    to: to.elements(),
                };
                ask.reached(player, from.elements())
            }
            Shape::Heaps(codes) => {
                let code = &codes[player.index()];
                let played = played_heap(code, &from.naturals()?, &to.naturals()?).is_some();
                Some(played)
            }
            Shape::Board(_) | Shape::Tokens(_) | Shape::Program(_) => {
                let (rows, columns) = self.size_of(from);
                if self.size_of(to) != (rows, columns) {
                    return Some(false);
                }
                let frame = Frame::new(self, rows, columns);
                let state = frame.with_turn(self.state_of(from)?, player);
                let wanted = frame.with_turn(self.state_of(to)?, next);
                Some(frame.next(player, &state).contains(&wanted))
            }
        }
    }
}

/// The heap that was played in and the heaps that it is left as, where one move leads from some
/// heaps to others, all in rising order and none of them empty.
pub fn played_heap<'a>(
    breaking: &Breaking,
    from: &'a [UBig],
    to: &[UBig],
) -> Option<(&'a UBig, Vec<UBig>)> {
    let (played, parts) = played(from, to)?;
    let left = parts.iter().fold(UBig::ZERO, |sum, part| sum + part);
    let take = UBig::try_from(IBig::from(played.clone()) - IBig::from(left)).ok()?;
    let take = u64::try_from(&take).unwrap_or(u64::MAX);
    let (any, unequal) = (breaking.any().at(take), breaking.unequal().at(take));
    let distinct = parts.windows(2).all(|pair| pair[0] != pair[1]);
    let allowed = if distinct { any | unequal } else { any };
    let fits = parts.len() <= MOST_PARTS && !parts.contains(&UBig::ZERO);
    let legal = fits && allowed >> parts.len() & 1 != 0;
    legal.then_some((played, parts))
}

/// Whether a tuple is reached.
struct Ask<'a> {
    shape: &'a Numbers,
    to: &'a [IBig],
}

impl Ask<'_> {
    fn reached(&self, player: Player, from: &[IBig]) -> Option<bool> {
        let (mut tried, mut known) = (0, true);
        let moves = self.shape.moves.iter();
        for command in moves.filter(|command| command.by.allows(player)) {
            let mut slots = from.to_vec();
            slots.resize(from.len() + command.binders.len(), IBig::ZERO);
            match self.chosen(command, 0, &mut slots, &mut tried) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => known = false,
            }
        }
        known.then_some(false)
    }

    /// Whether some choice of the binders from this one on leads there.
    fn chosen(
        &self,
        command: &NumberMove,
        binder: usize,
        slots: &mut [IBig],
        tried: &mut usize,
    ) -> Option<bool> {
        *tried += 1;
        if *tried > TRIED {
            return None;
        }
        let at = self.shape.variables.len() + binder;
        let Some(choice) = command.binders.get(binder) else {
            return self.leads(command, slots);
        };
        let mut some = |value: IBig, slots: &mut [IBig]| {
            slots[at] = value;
            self.chosen(command, binder + 1, slots, tried)
        };
        let given = self.given_away(command, binder, slots);
        match (&choice.choices, given) {
            (_, Given::Never) => Some(false),
            (Choices::Of(members), Given::Is(value)) => {
                match members.iter().any(|member| IBig::from(*member) == value) {
                    true => some(value, slots),
                    false => Some(false),
                }
            }
            (Choices::Between(least, most), Given::Is(value)) => {
                let inside = value >= least.exact(slots)
                    && most.as_ref().is_none_or(|most| value <= most.exact(slots));
                match inside {
                    true => some(value, slots),
                    false => Some(false),
                }
            }
            (Choices::Of(members), Given::Hidden) => {
                let mut known = true;
                for member in members {
                    match some(IBig::from(*member), slots) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => known = false,
                    }
                }
                known.then_some(false)
            }
            (Choices::Between(..), Given::Hidden) => {
                let (value, most) = self.room(command, binder, slots);
                let (mut value, most) = (value?, most?);
                let mut known = true;
                while value <= most {
                    match some(value.clone(), slots) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        // What is not told is not told by the choices after it either, once so many
                        // were tried.
                        None => {
                            known = false;
                            break;
                        }
                    }
                    value += 1;
                }
                known.then_some(false)
            }
        }
    }

    /// What the coordinates that are reached say of the binders from this one on, where their
    /// updates are linear: each row's numbers times the binders are its last number.
    fn rows(&self, command: &NumberMove, binder: usize, slots: &[IBig]) -> Vec<Row> {
        let open = self.shape.variables.len() + binder;
        let row = |(variable, update): &(usize, Expr)| {
            let form = update.affine(slots.len())?;
            let known = form.coefficients[..open].iter().zip(slots);
            let rest = known
                .filter(|(c, _)| **c != 0)
                .fold(self.to[*variable].clone(), |rest, (c, slot)| {
                    rest - IBig::from(*c) * slot
                });
            Some(Row {
                of: form.coefficients[open..]
                    .iter()
                    .copied()
                    .map(IBig::from)
                    .collect(),
                is: rest - IBig::from(form.constant),
            })
        };
        command.updates.iter().filter_map(row).collect()
    }

    /// The value of a binder, where the coordinates that are reached give it away: the binders
    /// after it are eliminated.
    fn given_away(&self, command: &NumberMove, binder: usize, slots: &[IBig]) -> Given {
        let mut rows = self.rows(command, binder, slots);
        for later in (1..command.binders.len() - binder).rev() {
            let Some(at) = rows.iter().position(|row| row.of[later] != IBig::ZERO) else {
                continue;
            };
            let pivot = rows.swap_remove(at);
            for row in &mut rows {
                row.eliminate(later, &pivot);
            }
        }
        for row in rows {
            let (own, rest) = (&row.of[0], &row.is);
            if *own == IBig::ZERO {
                match *rest == IBig::ZERO {
                    true => continue,
                    false => return Given::Never,
                }
            }
            let value = rest / own;
            return match &value * own == *rest {
                true => Given::Is(value),
                false => Given::Never,
            };
        }
        Given::Hidden
    }

    /// Between which numbers a binder is chosen that the coordinates do not give away: those that
    /// the rules name, and no more than what the binders after it, which hide it, leave of a
    /// coordinate.
    fn room(
        &self,
        command: &NumberMove,
        binder: usize,
        slots: &[IBig],
    ) -> (Option<IBig>, Option<IBig>) {
        let open = self.shape.variables.len() + binder;
        let (mut least, mut most) = self.written(command, binder, open, slots);
        for row in self.rows(command, binder, slots) {
            let own = &row.of[0];
            if *own == IBig::ZERO {
                continue;
            }
            // own · binder = is - (the later ones), which lies between two ends where theirs do.
            let (mut low, mut high) = (Some(row.is.clone()), Some(row.is.clone()));
            for (later, factor) in row.of.iter().enumerate().skip(1) {
                let (first, last) = self.written(command, binder + later, open, slots);
                let (first, last) = match factor.sign() {
                    _ if *factor == IBig::ZERO => continue,
                    Sign::Positive => (first, last),
                    Sign::Negative => (last, first),
                };
                low = low.zip(last).map(|(low, last)| low - factor * last);
                high = high.zip(first).map(|(high, first)| high - factor * first);
            }
            let (low, high) = match own.sign() {
                Sign::Positive => (low, high),
                Sign::Negative => (high, low),
            };
            // Rounded inwards, towards what can be reached.
            let up = low.map(|low| -((-low * own.signum()).div_euclid(own.clone().abs())));
            let down = high.map(|high| (high * own.signum()).div_euclid(own.clone().abs()));
            least = larger(least, up, true);
            most = larger(most, down, false);
        }
        (least, most)
    }

    /// The ends that the rules write for a binder, where they speak of nothing but the slots before
    /// `open`.
    fn written(
        &self,
        command: &NumberMove,
        binder: usize,
        open: usize,
        slots: &[IBig],
    ) -> (Option<IBig>, Option<IBig>) {
        let known = |end: &Expr| (!end.mentions(&|slot| slot >= open)).then(|| end.exact(slots));
        match &command.binders[binder].choices {
            Choices::Of(members) => {
                let ends = (members.iter().min(), members.iter().max());
                (
                    ends.0.copied().map(IBig::from),
                    ends.1.copied().map(IBig::from),
                )
            }
            Choices::Between(least, most) => (known(least), most.as_ref().and_then(known)),
        }
    }

    /// Whether the command with these choices is legal and leads there.
    fn leads(&self, command: &NumberMove, slots: &[IBig]) -> Option<bool> {
        let variables = &self.shape.variables;
        let changed = |at: usize| command.updates.iter().find(|(variable, _)| *variable == at);
        for (at, (variable, wanted)) in variables.iter().zip(self.to).enumerate() {
            let value = match changed(at) {
                Some((_, update)) => update.exact(slots),
                None => slots[at].clone(),
            };
            if value != *wanted || changed(at).is_some() && !in_range(variable, &value) {
                return Some(false);
            }
        }
        command.guard.exact(slots)
    }
}

fn in_range(variable: &Variable, value: &IBig) -> bool {
    *value >= IBig::from(variable.least)
        && variable.most.is_none_or(|most| *value <= IBig::from(most))
}

/// A linear equation of binders.
struct Row {
    of: Vec<IBig>,
    is: IBig,
}

impl Row {
    /// Takes so much of another row off that the binder at this place is gone.
    fn eliminate(&mut self, at: usize, pivot: &Self) {
        let (own, other) = (self.of[at].clone(), &pivot.of[at]);
        if own == IBig::ZERO {
            return;
        }
        for (mine, its) in self.of.iter_mut().zip(&pivot.of) {
            *mine = &*mine * other - &own * its;
        }
        self.is = &self.is * other - own * &pivot.is;
    }
}

/// The larger of two ends that may not be known, or the smaller.
fn larger(one: Option<IBig>, other: Option<IBig>, larger: bool) -> Option<IBig> {
    match (one, other) {
        (Some(one), Some(other)) => Some(match larger {
            true => one.max(other),
            false => one.min(other),
        }),
        (one, other) => one.or(other),
    }
}

/// What is known of a binder's value.
enum Given {
    /// No value leads there.
    Never,
    /// Only this one does.
    Is(IBig),
    /// Nothing.
    Hidden,
}
