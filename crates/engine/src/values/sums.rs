//! Who wins a sum, by its parts: parts are replaced by their forms while those are cheap, forms are cancelled, added where a formula does it, and compared; what is left is
//! searched, part by part.
//!
//! A sum is decided where it is one form or two (G + H <= 0 exactly where G <= -H), or where bounds do it: G lies between its stops, and an infinitesimal between multiples
//! of ↑, both of which add up. Else each option of each part is a smaller sum; what was found is kept. Moves in what is a number with ups and a star come last (number avoidance:
//! Conway 1976). The idea of searching sums part by part, with simpler games in the place of parts: MCGS (Folkersen, Müller and others 2025).

use std::sync::Arc;

use rustc_hash::FxHashMap;
use whowins_analysis::Player;
use whowins_analysis::board::Board;
use whowins_values::{Arena, Budget, Cut, Dyadic, Side, Value};

use super::NoValue;
use super::board::{Boards, Options, Term};
use super::normal::Piece;
use crate::stack::deeper;

/// Bytes that the form of one part may take at first, and those of tables that grow beside it.
const CHEAP: u64 = 1 << 17;
const TABLES: u64 = 1 << 20;
/// Multiples of ↑ are tried as bounds up to this one.
const UPS: i32 = 16;

/// A sum: what is a number with ups and a star, other forms, and parts whose forms are dear, as they are or negated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sum {
    rest: Value,
    forms: Vec<Value>,
    parts: Vec<(u32, bool)>,
}

/// A part in normal form.
struct Part {
    piece: Piece,
    value: Option<Value>,
    /// Bytes that were not enough for its form.
    tried: u64,
    options: Option<Arc<[Options; 2]>>,
}

/// Between which values a form lies: numbers, and multiples of ↑ beside them where both are the same.
#[derive(Clone)]
struct Bounds {
    stops: [Dyadic; 2],
    /// The most ups below it and the least above it; `None` where the stops differ.
    ups: Option<[i32; 2]>,
}

/// Sums of parts of one game's boards, and who wins them.
pub(crate) struct Sums {
    arena: Arena,
    boards: Boards,
    parts: Vec<Part>,
    ids: FxHashMap<Piece, u32>,
    bounds: FxHashMap<Value, Bounds>,
    known: FxHashMap<(Sum, Player), bool>,
    /// Bytes of what is known.
    bytes: u64,
    /// Bytes that a part's form may take.
    cheap: u64,
    looked: u64,
}

fn side(player: Player) -> Side {
    Side::BOTH[player.index()]
}

impl Sums {
    /// `None` for boards that are not cut into parts.
    pub fn new(rules: &Board, budget: Budget) -> Option<Self> {
        Some(Self {
            arena: Arena::new(budget),
            boards: Boards::new(rules)?,
            parts: Vec::new(),
            ids: FxHashMap::default(),
            bounds: FxHashMap::default(),
            known: FxHashMap::default(),
            bytes: 0,
            cheap: CHEAP,
            looked: 0,
        })
    }

    /// Sums looked at so far.
    pub fn looked(&self) -> u64 {
        self.looked
    }

    /// Lets forms take twice as much.
    pub fn more(&mut self) {
        self.cheap = self.cheap.saturating_mul(2);
    }

    /// The parts of a board, and which of them each cell belongs to.
    pub fn split(
        &mut self,
        size: (usize, usize),
        state: &[i64],
    ) -> Result<(Vec<Term>, Vec<u16>), NoValue> {
        let board = self.boards.board(size.0, size.1, state)?;
        let split = self.boards.split(&board);
        Ok((split.parts, split.of))
    }

    /// What one part of a board that was split has become.
    pub fn split_part(
        &mut self,
        size: (usize, usize),
        state: &[i64],
        of: &[u16],
        part: u16,
    ) -> Result<Vec<Term>, NoValue> {
        let board = self.boards.board(size.0, size.1, state)?;
        Ok(self.boards.split_part(&board, of, part))
    }

    /// The sum of parts, in its own normal form.
    pub fn sum(&mut self, terms: &[Term]) -> Result<Sum, NoValue> {
        let mut sum = Sum {
            rest: Value::ZERO,
            forms: Vec::new(),
            parts: Vec::new(),
        };
        for (piece, negates) in terms {
            let id = self.id(piece)?;
            sum.parts.push((id, *negates));
        }
        self.resolved(sum)
    }

    /// The same sum with some parts in the place of another.
    pub fn exchanged(&mut self, sum: &Sum, term: &Term, by: &[Term]) -> Result<Sum, NoValue> {
        let mut next = sum.clone();
        let id = self.id(&term.0)?;
        match self.form_of(id, term.1)? {
            // It stands among the forms, or in the rest: taken off by its negative.
            Some(value) => {
                let negative = self.arena.neg(value)?;
                next.forms.push(negative);
            }
            None => {
                let place = next.parts.iter().position(|part| *part == (id, term.1));
                match place {
                    Some(place) => drop(next.parts.remove(place)),
                    None => next.parts.push((id, !term.1)),
                }
            }
        }
        for (piece, negates) in by {
            let id = self.id(piece)?;
            next.parts.push((id, *negates));
        }
        self.resolved(next)
    }

    fn id(&mut self, piece: &Piece) -> Result<u32, NoValue> {
        if let Some(id) = self.ids.get(piece) {
            return Ok(*id);
        }
        self.bytes += 4 * piece.cells.len() as u64 + 256;
        self.arena.ask(self.bytes)?;
        let id = self.parts.len() as u32;
        self.ids.insert(piece.clone(), id);
        self.parts.push(Part {
            piece: piece.clone(),
            value: None,
            tried: 0,
            options: None,
        });
        Ok(id)
    }

    /// A part's form, or its negative's, where it is cheap.
    fn form_of(&mut self, id: u32, negates: bool) -> Result<Option<Value>, NoValue> {
        let part = &self.parts[id as usize];
        let value = match part.value {
            Some(value) => value,
            None if part.tried >= self.cheap => return Ok(None),
            None => {
                let budget = self.arena.budget().clone();
                let most = self.arena.bytes().saturating_add(self.cheap + TABLES);
                let most = most.min(budget.memory);
                self.arena.set_budget(budget.clone().with_memory(most));
                let piece = part.piece.clone();
                let found = self.boards.value_of(&mut self.arena, &piece);
                self.arena.set_budget(budget);
                match found {
                    Ok(value) => {
                        self.parts[id as usize].value = Some(value);
                        value
                    }
                    Err(NoValue::Cut(Cut::Memory | Cut::Size)) => {
                        self.parts[id as usize].tried = self.cheap;
                        return Ok(None);
                    }
                    Err(why) => return Err(why),
                }
            }
        };
        Ok(Some(match negates {
            true => self.arena.neg(value)?,
            false => value,
        }))
    }

    /// Puts forms for parts that have cheap ones, adds up what formulas add, and cancels what is there with its negative.
    fn resolved(&mut self, sum: Sum) -> Result<Sum, NoValue> {
        let mut rest = sum.rest;
        let mut forms = Vec::new();
        let mut parts: Vec<(u32, bool)> = Vec::new();
        let mut known = sum.forms;
        for (id, negates) in sum.parts {
            match self.form_of(id, negates)? {
                Some(form) => known.push(form),
                None => match parts.iter().position(|part| *part == (id, !negates)) {
                    Some(place) => drop(parts.swap_remove(place)),
                    None => parts.push((id, negates)),
                },
            }
        }
        for form in known {
            if self.arena.as_up_star(form).is_some() {
                rest = self.arena.add(rest, form)?;
                continue;
            }
            let negative = self.arena.neg(form)?;
            match forms.iter().position(|other| *other == negative) {
                Some(place) => drop(forms.swap_remove(place)),
                None => forms.push(form),
            }
        }
        forms.sort_unstable();
        parts.sort_unstable();
        Ok(Sum { rest, forms, parts })
    }

    /// Whether a sum is at most 0 and whether it is at least 0, where that is seen without a move.
    fn decided(&mut self, sum: &Sum, player: Player) -> Result<Option<bool>, NoValue> {
        if !sum.parts.is_empty() {
            return Ok(None);
        }
        // What one form is compared with, so that the sum is compared with 0.
        let pair = match sum.forms[..] {
            [] => Some((sum.rest, Value::ZERO)),
            [form] => {
                let other = self.arena.neg(sum.rest)?;
                Some((form, other))
            }
            [form, second] => {
                let other = self.arena.add(second, sum.rest)?;
                let other = self.arena.neg(other)?;
                Some((form, other))
            }
            _ => None,
        };
        if let Some((x, y)) = pair {
            return Ok(Some(!match player {
                Player::First => self.arena.le(x, y)?,
                Player::Second => self.arena.le(y, x)?,
            }));
        }
        self.bounded(sum, player)
    }

    /// The same by bounds that add up.
    fn bounded(&mut self, sum: &Sum, player: Player) -> Result<Option<bool>, NoValue> {
        let Some((number, ups, nimber)) = self.arena.as_up_star(sum.rest) else {
            return Ok(None);
        };
        let mut stops = [number.clone(), number];
        let mut many = Some([ups; 2]);
        for form in &sum.forms {
            let bounds = self.bounds(*form)?;
            for (own, stop) in stops.iter_mut().zip(&bounds.stops) {
                *own = &*own + stop;
            }
            many = many.zip(bounds.ups).and_then(|(all, own)| {
                Some([all[0].checked_add(own[0])?, all[1].checked_add(own[1])?])
            });
        }
        let zero = Dyadic::default();
        if stops[0] > zero {
            return Ok(Some(player == Player::First));
        }
        if stops[1] < zero {
            return Ok(Some(player == Player::Second));
        }
        let Some([least, most]) = many else {
            return Ok(None);
        };
        let below = self.arena.up_star(&stops[0], least, nimber)?;
        let above = self.arena.up_star(&stops[1], most, nimber)?;
        // What is at least a value that the mover wins is won, and what is at most one that the other wins is lost.
        let (good, bad) = match player {
            Player::First => (below, above),
            Player::Second => (above, below),
        };
        if self.arena.wins_first(good, side(player))? {
            return Ok(Some(true));
        }
        if !self.arena.wins_first(bad, side(player))? {
            return Ok(Some(false));
        }
        Ok(None)
    }

    fn bounds(&mut self, form: Value) -> Result<Bounds, NoValue> {
        if let Some(known) = self.bounds.get(&form) {
            return Ok(known.clone());
        }
        let stops = [Side::Right, Side::Left].map(|side| self.arena.stop(form, side));
        let mut ups = None;
        if stops[0] == stops[1] {
            let mut found = [None, None];
            for at in 0..=2 * UPS {
                let below = self.arena.up_star(&stops[0], UPS - at, 0)?;
                let above = self.arena.up_star(&stops[0], at - UPS, 0)?;
                if found[0].is_none() && self.arena.le(below, form)? {
                    found[0] = Some(UPS - at);
                }
                if found[1].is_none() && self.arena.le(form, above)? {
                    found[1] = Some(at - UPS);
                }
            }
            ups = found[0].zip(found[1]).map(|(least, most)| [least, most]);
        }
        let bounds = Bounds { stops, ups };
        self.bounds.insert(form, bounds.clone());
        Ok(bounds)
    }

    /// Whether a player who is to move wins; `None` where more sums than these would be looked at.
    ///
    /// # Errors
    /// Where the budget is over or has no room.
    pub fn wins(&mut self, sum: &Sum, player: Player, most: u64) -> Result<Option<bool>, NoValue> {
        if let Some(decided) = self.decided(sum, player)? {
            return Ok(Some(decided));
        }
        let key = (sum.clone(), player);
        if let Some(known) = self.known.get(&key) {
            return Ok(Some(*known));
        }
        if self.looked >= most {
            return Ok(None);
        }
        self.looked += 1;
        let found = self.by_moves(sum, player, most)?;
        if let Some(found) = found {
            self.bytes += 96 + 4 * sum.forms.len() as u64 + 8 * sum.parts.len() as u64;
            self.arena.ask(self.bytes)?;
            self.known.insert(key, found);
        }
        Ok(found)
    }

    fn by_moves(&mut self, sum: &Sum, player: Player, most: u64) -> Result<Option<bool>, NoValue> {
        let mut open = Vec::new();
        for next in self.followers(sum, player)? {
            self.arena.charge(1)?;
            match self.decided(&next, player.other())? {
                Some(false) => return Ok(Some(true)),
                Some(true) => {}
                None => open.push(next),
            }
        }
        let size = |sums: &Self, sum: &Sum| {
            let cells = sum
                .parts
                .iter()
                .map(|(id, _)| sums.parts[*id as usize].piece.cells.len());
            (cells.max().unwrap_or(0), sum.parts.len(), sum.forms.len())
        };
        open.sort_by_cached_key(|sum| size(self, sum));
        open.dedup();
        let mut is_open = false;
        for next in open {
            match deeper(|| self.wins(&next, player.other(), most))? {
                Some(false) => return Ok(Some(true)),
                Some(true) => {}
                None => is_open = true,
            }
        }
        Ok((!is_open).then_some(false))
    }

    /// The sums that a player's moves lead to; moves in the rest come last.
    fn followers(&mut self, sum: &Sum, player: Player) -> Result<Vec<Sum>, NoValue> {
        let mut all = Vec::new();
        for (at, (id, negates)) in sum.parts.iter().enumerate() {
            if at > 0 && sum.parts[at - 1] == sum.parts[at] {
                continue;
            }
            let options = self.options(*id)?;
            let owner = if *negates { player.other() } else { player };
            for terms in &options[owner.index()] {
                let mut next = sum.clone();
                next.parts.remove(at);
                for (piece, sign) in terms {
                    let id = self.id(piece)?;
                    next.parts.push((id, sign != negates));
                }
                all.push(self.resolved(next)?);
            }
        }
        for (at, form) in sum.forms.iter().enumerate() {
            if at > 0 && sum.forms[at - 1] == *form {
                continue;
            }
            for option in self.arena.options(*form, side(player))?.to_vec() {
                let mut next = sum.clone();
                next.forms[at] = option;
                all.push(self.resolved(next)?);
            }
        }
        for option in self.arena.options(sum.rest, side(player))?.to_vec() {
            let mut next = sum.clone();
            next.rest = option;
            all.push(next);
        }
        Ok(all)
    }

    fn options(&mut self, id: u32) -> Result<Arc<[Options; 2]>, NoValue> {
        if let Some(options) = &self.parts[id as usize].options {
            return Ok(Arc::clone(options));
        }
        let piece = self.parts[id as usize].piece.clone();
        let options = Arc::new(self.boards.options(&self.arena, &piece)?);
        let cells = options.iter().flatten().flatten();
        self.bytes += cells
            .map(|(piece, _)| 64 + piece.cells.len() as u64)
            .sum::<u64>();
        self.arena.ask(self.bytes)?;
        self.parts[id as usize].options = Some(Arc::clone(&options));
        Ok(options)
    }
}
