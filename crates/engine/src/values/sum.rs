//! Who wins a sum of parts: by search over the parts, where their forms are too large to be worked
//! out.
//!
//! A sum is kept as its parts in normal form, each so many times, and one form for all parts whose
//! forms are small. A part and its negative cancel each other out, and a part that is its own
//! negative does so with another of its kind, so that sums which are equal for such a reason are
//! one. Forms are added up as long as that takes few steps, and stand apart else. A move is made in
//! one part, or to an option of a form; where nothing but one form is left, the order of values
//! says who wins. What is searched is a sum all the way down, so a part is looked at once, in
//! whatever company it is met.
//!
//! **Why it is right**: a part may be replaced by one of equal value, in any sum, without a change
//! of who wins (J. H. Conway, *On Numbers and Games*, 1976): a part that is small by its canonical
//! form, G and −G by nothing.

use std::sync::Arc;

use dashu_int::IBig;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use whowins_analysis::Player;
use whowins_values::{Arena, Cut, Side, Value};

use super::board::{Boards, Normal, Signed, Written};
use super::{NoValue, Refusal};
use crate::limits::EngineError;
use crate::search::{FIRST_TURN, Turns};
use crate::terms::moves::{Moves, Seen};
use crate::terms::{Broken, no_room};

/// Steps that a part's form may take, and the sum of two forms.
const FORM_STEPS: u64 = 1 << 17;
const SUM_STEPS: u64 = 1 << 12;

/// A part, or a form that stands apart, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Term {
    Part(u32),
    Form(u32),
}

/// A sum with a player to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key {
    /// 0 for Left.
    turn: u8,
    /// The sum of what has small forms.
    form: u32,
    /// What stands apart, in order, and how often; below 0, its negative.
    apart: Box<[(Term, i32)]>,
}

/// What is known of a part.
struct Known {
    form: Option<Value>,
    is_own_negative: bool,
    /// What Left's moves, and Right's, turn it into, once that was looked at.
    options: Option<Arc<[Vec<Sum>; 2]>>,
}

/// A sum on its way to be a key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sum {
    form: u32,
    apart: Vec<(Term, i32)>,
}

/// A board of one of the games that parts are of.
#[derive(Clone, Copy, Debug)]
pub struct Laid<'a> {
    /// Which game's: the place at which it was added.
    pub game: usize,
    /// Rows and columns.
    pub size: (usize, usize),
    /// Its cells, follow-ups carried out.
    pub state: &'a [i64],
}

/// The sums of some games' parts.
pub struct Sums {
    arena: Arena,
    boards: Vec<Boards>,
    /// The parts, each with the place of its game.
    parts: IndexSet<(usize, Normal), FxBuildHasher>,
    known: Vec<Known>,
    /// Parts of more cells are not asked for their forms.
    largest: usize,
    /// Steps that a part's form may take, and the sum of two forms.
    steps: [u64; 2],
    /// Bytes of the parts and of what their moves turn them into.
    bytes: u64,
}

/// Why a sum is not looked at.
fn broken(why: NoValue, arena: &Arena) -> Broken {
    match why {
        NoValue::Cut(Cut::Over(over)) => Broken::Error(over.into()),
        NoValue::Cut(Cut::Memory | Cut::Size) => Broken::Error(no_room(arena.budget())),
        NoValue::Refused(_) => Broken::Words,
    }
}

impl Sum {
    /// The number of times that a term stands here is changed by so much.
    fn change(&mut self, term: Term, by: i32, is_own_negative: bool) -> Result<(), Cut> {
        let at = self.apart.binary_search_by_key(&term, |(term, _)| *term);
        let before = at.map_or(0, |at| self.apart[at].1);
        let after = before.checked_add(by).ok_or(Cut::Size)?;
        let after = if is_own_negative { after & 1 } else { after };
        match (at, after) {
            (Ok(at), 0) => drop(self.apart.remove(at)),
            (Ok(at), after) => self.apart[at].1 = after,
            (Err(_), 0) => {}
            (Err(at), after) => self.apart.insert(at, (term, after)),
        }
        Ok(())
    }
}

impl Sums {
    /// None looked at yet; forms take their bytes and their time from the arena's budget.
    pub fn new(arena: Arena) -> Self {
        Self {
            arena,
            boards: Vec::new(),
            parts: IndexSet::default(),
            known: Vec::new(),
            largest: usize::MAX,
            steps: [FORM_STEPS, SUM_STEPS],
            bytes: 0,
        }
    }

    /// The same with so many steps for a part's form, and for the sum of two. No answer hangs on
    /// them.
    #[must_use]
    pub const fn with_steps(mut self, form: u64, sum: u64) -> Self {
        self.steps = [form, sum];
        self
    }

    /// Adds a game, and tells its place.
    pub fn add_game(&mut self, boards: Boards) -> usize {
        self.boards.push(boards);
        self.boards.len() - 1
    }

    /// The arena of all forms.
    pub const fn arena(&mut self) -> &mut Arena {
        &mut self.arena
    }

    /// The sum of boards and a value, with a player to move.
    ///
    /// # Errors
    /// Where the budget is over or has no room; where a game has no values.
    pub fn of(&mut self, all: &[Laid<'_>], rest: Value, player: Player) -> Result<Key, NoValue> {
        let mut sum = Sum::default();
        self.add_form(&mut sum, rest, 1)?;
        for laid in all {
            let Self { arena, boards, .. } = self;
            let parts = boards[laid.game].normals(arena, laid.size, laid.state)?;
            self.add_parts(&mut sum, laid.game, parts)?;
        }
        Ok(key(sum, player.index() as u8))
    }

    /// The moves on a board in the order of the rules, of parts that look alike those of the first:
    /// the others lead to the same sums.
    ///
    /// # Errors
    /// Where the budget is over or has no room.
    pub fn written(&mut self, laid: &Laid<'_>) -> Result<Vec<Written>, NoValue> {
        self.boards[laid.game].written(&self.arena, laid.size, laid.state)
    }

    /// Adds the parts of a board, each so many times.
    fn add_parts(
        &mut self,
        sum: &mut Sum,
        game: usize,
        parts: impl IntoIterator<Item = (Signed, u64)>,
    ) -> Result<(), NoValue> {
        for ((normal, negates), count) in parts {
            let part = self.number((game, normal))?;
            let count = i32::try_from(count).map_err(|_| Cut::Size)?;
            self.add_part(sum, part, if negates { -count } else { count })?;
        }
        Ok(())
    }

    /// The number of a part; its form is worked out where it is small.
    fn number(&mut self, part: (usize, Normal)) -> Result<u32, NoValue> {
        if let Some(number) = self.parts.get_index_of(&part) {
            return Ok(number as u32);
        }
        let (game, normal) = &part;
        let (cells, is_own_negative) = self.boards[*game].measure(normal);
        self.take(2 * size_of::<(usize, Normal)>() + cells + size_of::<Known>())?;
        let mut form = None;
        if cells <= self.largest {
            let Self {
                arena,
                boards,
                steps,
                ..
            } = self;
            let boards = &mut boards[*game];
            form = arena.within(steps[0], |arena| boards.form(arena, normal))?;
            if form.is_none() {
                self.largest = cells - (cells / 8).max(1);
            }
        }
        let number = u32::try_from(self.known.len()).map_err(|_| Cut::Size)?;
        self.parts.insert(part);
        self.known.push(Known {
            form,
            is_own_negative,
            options: None,
        });
        Ok(number)
    }

    fn take(&mut self, bytes: usize) -> Result<(), Cut> {
        self.bytes += bytes as u64;
        self.arena.ask(self.bytes)
    }

    fn add_part(&mut self, sum: &mut Sum, part: u32, by: i32) -> Result<(), NoValue> {
        let known = &self.known[part as usize];
        let own = known.is_own_negative;
        match known.form {
            Some(form) => self.add_form(sum, form, by),
            None => Ok(sum.change(Term::Part(part), by, own)?),
        }
    }

    /// Adds a form so many times: to the one form, where that takes few steps.
    fn add_form(&mut self, sum: &mut Sum, form: Value, by: i32) -> Result<(), NoValue> {
        let arena = &mut self.arena;
        let whole = Value::from_id(sum.form);
        let added = arena.within(self.steps[1], |arena| {
            let many = arena.scale(form, i64::from(by))?;
            arena.add(whole, many)
        })?;
        if let Some(added) = added {
            sum.form = added.id();
            return Ok(());
        }
        let negative = arena.neg(form)?;
        let (least, by) = match negative < form {
            true => (negative, -by),
            false => (form, by),
        };
        Ok(sum.change(Term::Form(least.id()), by, negative == form)?)
    }

    /// What each player's moves turn a part into.
    fn options_of(&mut self, part: u32) -> Result<Arc<[Vec<Sum>; 2]>, NoValue> {
        if let Some(options) = &self.known[part as usize].options {
            return Ok(Arc::clone(options));
        }
        let (game, normal) = self.parts[part as usize].clone();
        let mut sides: [Vec<Sum>; 2] = [Vec::new(), Vec::new()];
        let found = self.boards[game].options(&mut self.arena, &normal)?;
        for (players, parts) in found {
            let mut sum = Sum::default();
            self.add_parts(&mut sum, game, parts.into_iter().map(|part| (part, 1)))?;
            for (side, _) in sides.iter_mut().zip(players).filter(|(_, may)| *may) {
                if !side.contains(&sum) {
                    side.push(sum.clone());
                }
            }
        }
        let bytes = |sum: &Sum| size_of::<Sum>() + sum.apart.len() * size_of::<(Term, i32)>();
        self.take(sides.iter().flatten().map(bytes).sum())?;
        let options = Arc::new(sides);
        self.known[part as usize].options = Some(Arc::clone(&options));
        Ok(options)
    }

    /// The sums that a player's moves in one term lead to.
    fn moves_in(
        &mut self,
        (term, times): (Term, i32),
        rest: &Sum,
        turn: u8,
    ) -> Result<Vec<Sum>, NoValue> {
        // In a negative, the players have changed places.
        let (side, sign) = match times < 0 {
            false => (turn, 1),
            true => (1 - turn, -1),
        };
        let mut all = Vec::new();
        match term {
            Term::Form(form) => {
                let side = Side::BOTH[usize::from(side)];
                let options = self.arena.options(Value::from_id(form), side)?.to_vec();
                for option in options {
                    let mut next = rest.clone();
                    self.add_form(&mut next, option, sign)?;
                    all.push(next);
                }
            }
            Term::Part(part) => {
                let options = self.options_of(part)?;
                for option in &options[usize::from(side)] {
                    let mut next = rest.clone();
                    self.add(&mut next, option, sign)?;
                    all.push(next);
                }
            }
        }
        Ok(all)
    }

    /// Adds a sum, or its negative.
    fn add(&mut self, to: &mut Sum, sum: &Sum, sign: i32) -> Result<(), NoValue> {
        self.add_form(to, Value::from_id(sum.form), sign)?;
        for (term, times) in &sum.apart {
            match term {
                Term::Part(part) => self.add_part(to, *part, sign * times)?,
                Term::Form(form) => self.add_form(to, Value::from_id(*form), sign * times)?,
            }
        }
        Ok(())
    }

    /// All sums that a player's moves lead to.
    fn moves(&mut self, key: &Key) -> Result<Vec<Sum>, NoValue> {
        let whole = Sum {
            form: key.form,
            apart: key.apart.to_vec(),
        };
        let mut all = Vec::new();
        for &(term, times) in &key.apart {
            let mut rest = whole.clone();
            let own = match term {
                Term::Part(part) => self.known[part as usize].is_own_negative,
                Term::Form(form) => {
                    let form = Value::from_id(form);
                    self.arena.neg(form)? == form
                }
            };
            rest.change(term, -times.signum(), own)?;
            all.append(&mut self.moves_in((term, times), &rest, key.turn)?);
        }
        // In a number last: those are the moves to leave to the end.
        let rest = Sum {
            form: 0,
            apart: whole.apart,
        };
        all.append(&mut self.moves_in((Term::Form(key.form), 1), &rest, key.turn)?);
        Ok(all)
    }
}

fn key(sum: Sum, turn: u8) -> Key {
    Key {
        turn,
        form: sum.form,
        apart: sum.apart.into_boxed_slice(),
    }
}

impl Moves for Sums {
    type Key = Key;

    fn look(&mut self, key: &Key, _: usize, options: &mut Vec<(Key, i64)>) -> Result<Seen, Broken> {
        let turn = key.turn;
        let seen = |pays: Option<IBig>| Seen {
            turn,
            pays,
            stuck: None,
        };
        let side = Side::BOTH[usize::from(turn)];
        if key.apart.is_empty() {
            let wins = self.arena.wins_first(Value::from_id(key.form), side);
            let wins = wins.map_err(|cut| broken(cut.into(), &self.arena))?;
            let first = wins == (turn == 0);
            return Ok(seen(Some(if first { IBig::ONE } else { IBig::NEG_ONE })));
        }
        let found = self.moves(key);
        let found = found.map_err(|why| broken(why, &self.arena))?;
        if found.is_empty() {
            return Ok(seen(Some(if turn == 0 {
                IBig::NEG_ONE
            } else {
                IBig::ONE
            })));
        }
        options.extend(found.into_iter().map(|sum| (self::key(sum, 1 - turn), 0)));
        Ok(seen(None))
    }

    fn bytes(key: &Key) -> usize {
        match key.apart.len() {
            0 => 0,
            len => 16 + len * size_of::<(Term, i32)>(),
        }
    }

    fn step(from: &Key, to: &Key) -> u64 {
        // What a move changes of the parts, whatever lies beside.
        let part = |(term, times): &(Term, i32)| {
            let (Term::Part(number) | Term::Form(number)) = term;
            (u64::from(*number) + 1)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .wrapping_mul(*times as u64)
        };
        let all = |key: &Key| key.apart.iter().map(part).fold(0, u64::wrapping_add);
        all(to).wrapping_sub(all(from)) ^ u64::from(from.turn)
    }
}

/// A search over the sums of one game, which keeps what it finds.
pub struct Search {
    turns: Turns<Sums>,
    last: Option<Key>,
}

/// Who wins a sum.
pub struct Found {
    /// Whether the player to move does.
    pub wins: bool,
    /// The sum after a move that does it, where the search came to know one.
    pub by: Option<Key>,
}

impl Search {
    /// A search that keeps what it finds in so many bytes, besides the forms.
    pub fn new(sums: Sums, bytes: u64) -> Self {
        let budget = sums.arena.budget().clone();
        Self {
            turns: Turns::new(sums, bytes, budget, FIRST_TURN),
            last: None,
        }
    }

    /// The sums.
    pub const fn sums(&mut self) -> &mut Sums {
        self.turns.moves()
    }

    /// Sums looked at so far.
    pub const fn looked(&self) -> u64 {
        self.turns.work().1
    }

    /// Whether the player to move wins; `None` where that takes more than so many looks at moves.
    /// What was found is kept, and another try goes on from there.
    ///
    /// # Errors
    /// Where the budget is over or has no room; [`NoValue::Refused`] where play can come back to a
    /// position.
    pub fn ask(&mut self, sum: &Key, most: u64) -> Result<Option<Found>, Unsearched> {
        if self.last.as_ref() != Some(sum) {
            self.turns.begin();
            self.last = Some(sum.clone());
        }
        let most = self.turns.work().0.saturating_add(most);
        let found = self.turns.ask(sum, 1, most).map_err(|why| match why {
            Broken::Words => Unsearched::Refused(Refusal::GoesRound),
            Broken::Error(error) => Unsearched::Error(error),
        })?;
        if self.turns.went_round() {
            return Err(Unsearched::Refused(Refusal::GoesRound));
        }
        Ok(found.map(|found| Found {
            wins: found.is_so == (sum.turn == 0),
            by: found.by.map(|(key, _)| key),
        }))
    }
}

/// Why a sum is not searched.
#[derive(Clone, Debug)]
pub enum Unsearched {
    /// The game has no values.
    Refused(Refusal),
    /// The budget is over, or has no room.
    Error(EngineError),
}

impl From<NoValue> for Unsearched {
    fn from(why: NoValue) -> Self {
        match why {
            NoValue::Refused(refusal) => Self::Refused(refusal),
            NoValue::Cut(Cut::Over(over)) => Self::Error(over.into()),
            NoValue::Cut(cut) => Self::Error(EngineError::TooLarge(cut.to_string())),
        }
    }
}
