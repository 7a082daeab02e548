//! States whose elements have finitely many values, numbered with a digit for each element.
//!
//! Moves are [`Transitions`] of the term: each applies if some digits have values in given sets,
//! and changes the number of the state by a constant. So moves are walked forwards and backwards in
//! the same way, whatever the game: tokens, boards, or bounded numbers.
//!
//! Neighbouring digits form *groups* with few values. A table has, for each value of a group, the
//! moves that apply because of it ([`Moves`]).

use std::collections::HashMap;
use std::sync::Arc;

use whowins_analysis::transitions::{Digit, Transition, Transitions, Values, Wanted};
use whowins_analysis::{End, Frame, Game, Player, Position, Value};

use super::space::{Block, Flow, Found, Radix, Space, count_each};
use crate::limits::Limits;

/// Maximum number of values of a group of several digits.
const GROUP: u64 = 1 << 12;
/// Maximum number of groups: there are fewer than 2^63 states.
const GROUPS: usize = 12;
/// Maximum number of moves in the lists of all groups.
const MAX_LISTED: usize = 1 << 24;
/// Maximum work to make the lists.
const MAX_WORK: u64 = 1 << 28;

/// Neighbouring digits.
struct Group {
    /// The first slot in the order of significance, and the one after the last.
    from: usize,
    to: usize,
    weight: u64,
    size: u64,
}

/// The value of each group.
type At = [usize; GROUPS];

/// Lists, one after the other.
struct Lists<T> {
    start: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn new(lists: Vec<Vec<T>>) -> Self {
        let (mut start, mut items) = (vec![0], Vec::new());
        for list in lists {
            items.extend(list);
            start.push(items.len() as u32);
        }
        Self { start, items }
    }

    #[inline]
    fn range(&self, at: usize) -> (usize, usize) {
        (self.start[at] as usize, self.start[at + 1] as usize)
    }

    #[inline]
    fn of(&self, at: usize) -> &[T] {
        let (from, to) = self.range(at);
        &self.items[from..to]
    }
}

/// The values that a group must have.
enum Check {
    Is(usize),
    IsNot(usize),
    In(Arc<Values>),
}

impl Check {
    fn new(set: &Arc<Values>, size: u64) -> Self {
        match (set.len() as u64, set.iter().next()) {
            (1, Some(value)) => Self::Is(value),
            (most, _) if most + 1 == size => {
                let missing = (0..size as usize).find(|value| !set.contains(*value));
                missing.map_or_else(|| Self::In(Arc::clone(set)), Self::IsNot)
            }
            _ => Self::In(Arc::clone(set)),
        }
    }

    #[inline]
    fn holds(&self, value: usize) -> bool {
        match self {
            Self::Is(one) => value == *one,
            Self::IsNot(one) => value != *one,
            Self::In(set) => set.contains(value),
        }
    }
}

/// A move that applies if other groups pass checks. The first is here: most moves have one, and
/// memory accesses dominate.
struct Tied {
    by: i64,
    group: u32,
    value: u32,
    first: First,
    /// The number of moves from this one on that have the same check.
    run: u32,
    /// The checks.
    checks: (u32, u32),
}

/// Puts moves with the same check next to each other.
fn sorted_by_check(mut list: Vec<Tied>) -> Vec<Tied> {
    let key = |tied: &Tied| (tied.first, tied.group, tied.value);
    list.sort_by_key(key);
    for at in (1..list.len()).rev() {
        if list[at].first != First::Listed && key(&list[at]) == key(&list[at - 1]) {
            list[at - 1].run = list[at].run + 1;
        }
    }
    list
}

/// The first check of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum First {
    /// The group has the value, and there is no other check.
    Is,
    /// The group has another value, and there is no other check.
    IsNot,
    /// All checks are in the list.
    Listed,
}

/// Moves by the value of one group that they depend on.
struct Moves {
    /// For each group and its value the moves that depend on nothing else.
    free: Vec<Lists<i64>>,
    /// The others.
    tied: Vec<Lists<Tied>>,
    /// Checks of groups.
    checks: Vec<(usize, Check)>,
}

/// States in which something applies: a set of values for some groups, and a number.
type Rule = (Vec<(usize, Arc<Values>)>, i64);

/// Splits a rule by sets of few values: comparing a value is faster than a lookup in a set.
fn singles((wanted, by): Rule, groups: &[Group]) -> Vec<Rule> {
    const FEW: usize = 4;
    let mut rules = vec![(Vec::new(), by)];
    for (group, set) in wanted {
        let size = groups[group].size as usize;
        let sets: Vec<Arc<Values>> = match set.len() {
            2..=FEW => set
                .iter()
                .map(|one| Arc::new(Values::of(size, [one])))
                .collect(),
            _ => vec![set],
        };
        rules = rules
            .iter()
            .flat_map(|(before, by)| {
                sets.iter().map(|set| {
                    let mut wanted: Vec<_> = before.clone();
                    wanted.push((group, Arc::clone(set)));
                    (wanted, *by)
                })
            })
            .collect();
    }
    rules
}

impl Moves {
    /// `None` if the lists are too long.
    fn new(groups: &[Group], rules: Vec<Rule>) -> Option<Self> {
        let mut free: Vec<Vec<Vec<i64>>> = groups
            .iter()
            .map(|group| vec![Vec::new(); group.size as usize])
            .collect();
        let mut tied: Vec<Vec<Vec<Tied>>> = groups
            .iter()
            .map(|group| (0..group.size).map(|_| Vec::new()).collect())
            .collect();
        let (mut checks, mut listed) = (Vec::new(), 0);
        for (wanted, by) in rules.into_iter().flat_map(|rule| singles(rule, groups)) {
            // The group that says most.
            let share = |(group, set): &(usize, Arc<Values>)| {
                (set.len() as u64 * GROUP * GROUP) / groups[*group].size
            };
            let pivot = (0..wanted.len()).min_by_key(|at| share(&wanted[*at]));
            let all;
            let (group, set) = match pivot {
                Some(at) => (wanted[at].0, &wanted[at].1),
                None => {
                    all = Arc::new(Values::new(groups[0].size as usize, |_| true));
                    (0, &all)
                }
            };
            listed += set.len();
            if listed > MAX_LISTED {
                return None;
            }
            let from = checks.len() as u32;
            let others = wanted
                .iter()
                .enumerate()
                .filter(|(at, _)| Some(*at) != pivot);
            let check = |(_, (group, set)): (usize, &(usize, Arc<Values>))| {
                (*group, Check::new(set, groups[*group].size))
            };
            checks.extend(others.map(check));
            let to = checks.len() as u32;
            let (first, of, one) = match &checks[from as usize..] {
                [(group, Check::Is(value))] => (First::Is, *group, *value),
                [(group, Check::IsNot(value))] => (First::IsNot, *group, *value),
                _ => (First::Listed, 0, 0),
            };
            for value in set.iter() {
                match from == to {
                    true => free[group][value].push(by),
                    false => tied[group][value].push(Tied {
                        by,
                        group: of as u32,
                        value: one as u32,
                        first,
                        run: 1,
                        checks: (from, to),
                    }),
                }
            }
        }
        Some(Self {
            free: free.into_iter().map(Lists::new).collect(),
            tied: tied
                .into_iter()
                .map(|lists| Lists::new(lists.into_iter().map(sorted_by_check).collect()))
                .collect(),
            checks,
        })
    }

    fn listed(&self, tied: &Tied) -> &[(usize, Check)] {
        &self.checks[tied.checks.0 as usize..tied.checks.1 as usize]
    }

    #[inline]
    fn holds(&self, tied: &Tied, at: &At, but: usize) -> bool {
        let value = tied.value as usize;
        match tied.first {
            First::Is => tied.group as usize == but || at[tied.group as usize] == value,
            First::IsNot => tied.group as usize == but || at[tied.group as usize] != value,
            First::Listed => self
                .listed(tied)
                .iter()
                .all(|(group, check)| *group == but || check.holds(at[*group])),
        }
    }

    /// Calls `emit` with the number of each rule that applies.
    #[inline]
    fn each(&self, at: &At, emit: &mut impl FnMut(i64) -> Flow) -> Flow {
        for (group, free) in self.free.iter().enumerate() {
            for by in free.of(at[group]) {
                emit(*by)?;
            }
        }
        self.each_tied(at, emit)
    }

    /// The same for moves that depend on several groups.
    #[inline]
    fn each_tied(&self, at: &At, emit: &mut impl FnMut(i64) -> Flow) -> Flow {
        for (group, tied) in self.tied.iter().enumerate() {
            let mut list = tied.of(at[group]);
            while let Some(tied) = list.first() {
                match self.holds(tied, at, usize::MAX) {
                    true => {
                        emit(tied.by)?;
                        list = &list[1..];
                    }
                    false => list = &list[tied.run as usize..],
                }
            }
        }
        Flow::Continue(())
    }

    /// Calls `see` with each rule that applies to some states with these values of all groups but
    /// the last, the value of that, `None` for all its values, and 1. If `SUBTRACTS`, a rule for
    /// all values but one is seen for all with 1, and for that one with -1.
    fn each_in_row<const SUBTRACTS: bool>(
        &self,
        at: &At,
        size: usize,
        see: &mut impl FnMut(Option<usize>, i64, i32),
    ) {
        let last = self.free.len() - 1;
        for group in 0..last {
            for by in self.free[group].of(at[group]) {
                see(None, *by, 1);
            }
            for tied in self.tied[group].of(at[group]) {
                if !self.holds(tied, at, last) {
                    continue;
                }
                match self.listed(tied).iter().find(|(group, _)| *group == last) {
                    Some((_, Check::IsNot(value))) if SUBTRACTS => {
                        see(None, tied.by, 1);
                        see(Some(*value), tied.by, -1);
                    }
                    Some((_, Check::Is(value))) => see(Some(*value), tied.by, 1),
                    Some((_, Check::In(set))) => {
                        set.iter().for_each(|value| see(Some(value), tied.by, 1));
                    }
                    Some((_, check)) => {
                        let values = (0..size).filter(|value| check.holds(*value));
                        values.for_each(|value| see(Some(value), tied.by, 1));
                    }
                    None => see(None, tied.by, 1),
                }
            }
        }
        for value in 0..size {
            for by in self.free[last].of(value) {
                see(Some(value), *by, 1);
            }
            for tied in self.tied[last].of(value) {
                if self.holds(tied, at, last) {
                    see(Some(value), tied.by, 1);
                }
            }
        }
    }
}

/// How the values of a part are numbered.
#[derive(Clone)]
struct Ranks {
    least: i64,
    /// The rank of each value, and the value of each rank, counted from the least.
    of: Vec<usize>,
    value: Vec<usize>,
    is_identity: bool,
}

/// By how much a rank changes, with the ranks before and after.
type Shift = (i64, Arc<Values>, Arc<Values>);

impl Ranks {
    fn identity(least: i64, count: usize) -> Self {
        Self {
            least,
            of: (0..count).collect(),
            value: (0..count).collect(),
            is_identity: true,
        }
    }

    /// Adds a number to the values in a set, `None` for all. Ranks that change by the same number
    /// are together.
    fn shifts(&self, set: Option<&Arc<Values>>, by: i64) -> Vec<Shift> {
        let count = self.of.len();
        if let Some(set) = set.filter(|_| by == 0 && self.is_identity) {
            return vec![(0, Arc::clone(set), Arc::clone(set))];
        }
        let may = |value: &usize| (0..count as i64).contains(&(*value as i64 + by));
        let values: Vec<usize> = match set {
            Some(set) => set.iter().filter(may).collect(),
            None => (0..count).filter(may).collect(),
        };
        let mut shifts: Vec<(i64, Vec<usize>)> = Vec::new();
        for value in values {
            let after = (value as i64 + by) as usize;
            let shift = self.of[after] as i64 - self.of[value] as i64;
            match shifts.iter_mut().find(|(one, _)| *one == shift) {
                Some((_, ranks)) => ranks.push(self.of[value]),
                None => shifts.push((shift, vec![self.of[value]])),
            }
        }
        let sets = shifts.into_iter().map(|(shift, ranks)| {
            let after = ranks.iter().map(|rank| (*rank as i64 + shift) as usize);
            let after = Values::of(count, after);
            (shift, Arc::new(Values::of(count, ranks)), Arc::new(after))
        });
        sets.collect()
    }
}

/// The states of a game with finitely many values of each element.
pub struct DigitSpace {
    frame: Frame,
    radix: Radix,
    groups: Vec<Group>,
    /// How the values of each slot are numbered.
    ranks: Vec<Ranks>,
    forward: Vec<Moves>,
    backward: Vec<Moves>,
    /// The sets of states in which the game is over, with the number of an end; `None` if they are
    /// read from the rules.
    over: Option<(Moves, Vec<End>)>,
    falls: bool,
    impartial: bool,
    stuck: Value,
    /// Slots that no move raises, in the order of significance.
    never_raised: Vec<usize>,
}

/// An order of digits, and numberings of their values, in which moves lower the number of a state.
struct Order {
    first_leads: bool,
    ranks: Vec<Ranks>,
}

impl DigitSpace {
    /// The states of play from a position; `None` if the term has no transitions there, or there
    /// are too many.
    pub fn new(game: &Game, position: &Position, limits: &Limits) -> Option<Self> {
        let term = game.core();
        let state = position.core_state(Player::First);
        let found = Transitions::new(&term, &state, &limits.budget)?;
        // The columns of a board aren't among the slots.
        let cells = game.board().map(|_| state.len() - 1);
        let skipped = match cells {
            Some(part) => found
                .digits
                .iter()
                .take_while(|digit| digit.part < part)
                .count(),
            None => 0,
        };
        let digits = &found.digits[skipped..];
        let slots = |transition: &Transition| Transition {
            wanted: transition
                .wanted
                .iter()
                .map(|(digit, set)| (digit - skipped, Arc::clone(set)))
                .collect(),
            changes: transition
                .changes
                .iter()
                .map(|(digit, by)| (digit - skipped, *by))
                .collect(),
        };
        let moves: Vec<Vec<Transition>> = (found.moves.iter())
            .map(|all| all.iter().map(slots).collect())
            .collect();
        let impartial = game.is_impartial() && moves[0] == moves[1];
        let all = || moves.iter().flatten();
        let order = Order::falling(digits, &all);
        let falls = order.is_some();
        let order = order.unwrap_or_else(|| Order::plain(digits));
        let (low, high) = digits
            .iter()
            .map(|digit| (digit.least, digit.least + digit.count as i64 - 1))
            .unzip();
        let mut significance: Vec<usize> = (0..digits.len()).collect();
        if !order.first_leads {
            significance.reverse();
        }
        let radix = Radix::new(low, high, significance)?;
        let groups = groups(&radix)?;
        let layout = Layout {
            radix: &radix,
            groups: &groups,
            ranks: &order.ranks,
        };
        let players = if impartial { 1 } else { 2 };
        let mut never_raised = radix.order.clone();
        let mut raised = vec![false; digits.len()];
        let (mut forward, mut backward) = (Vec::new(), Vec::new());
        for moves in &moves[..players] {
            let (mut ahead, mut back) = (Vec::new(), Vec::new());
            for transition in moves {
                layout.rules(transition, &mut raised, &mut ahead, &mut back);
            }
            let work = (ahead.len() as u64).saturating_mul(groups.iter().map(|g| g.size).sum());
            if work > MAX_WORK || limits.budget.charge(work / 16).is_break() {
                return None;
            }
            forward.push(Moves::new(&groups, layout.by_group(ahead))?);
            backward.push(Moves::new(&groups, layout.by_group(back))?);
        }
        never_raised.retain(|slot| !raised[*slot]);
        let (rows, columns) = game.size_of(position);
        let over = found
            .ends
            .as_ref()
            .and_then(|ends| layout.over(ends, skipped));
        let frame = Frame::new(game, rows, columns).under(limits.budget.clone());
        let stuck = frame.stuck();
        Some(Self {
            over,
            frame,
            groups,
            ranks: order.ranks,
            forward,
            backward,
            falls,
            impartial,
            stuck,
            never_raised,
            radix,
        })
    }

    /// The rank of each value of the last slot, which all cells of a board share.
    pub fn digits(&self) -> Vec<u8> {
        let ranks = self.ranks.last().map(|ranks| &ranks.of[..]);
        ranks
            .unwrap_or(&[])
            .iter()
            .map(|rank| *rank as u8)
            .collect()
    }

    #[inline]
    fn at(&self, index: u64) -> At {
        let mut at = [0; GROUPS];
        let mut rest = index;
        for (group, value) in self.groups.iter().zip(&mut at) {
            let (digit, left) = match (u32::try_from(rest), u32::try_from(group.weight)) {
                (Ok(rest), Ok(weight)) => (u64::from(rest / weight), u64::from(rest % weight)),
                _ => (rest / group.weight, rest % group.weight),
            };
            *value = digit as usize;
            rest = left;
        }
        at
    }

    fn moves<'a>(&self, all: &'a [Moves], player: Player) -> &'a Moves {
        &all[player.index().min(all.len() - 1)]
    }

    /// The state with the values of the game.
    fn values(&self, state: &[i64]) -> Vec<i64> {
        let slots = state.iter().zip(&self.ranks);
        slots
            .map(|(at, ranks)| ranks.least + ranks.value[(at - ranks.least) as usize] as i64)
            .collect()
    }
}

/// Digits packed into groups, most significant first; `None` if there are too many.
fn groups(radix: &Radix) -> Option<Vec<Group>> {
    let mut groups: Vec<Group> = Vec::new();
    for (at, slot) in radix.order.iter().enumerate() {
        let size = (radix.high[*slot] - radix.low[*slot] + 1) as u64;
        match groups.last_mut() {
            Some(last) if last.size * size <= GROUP => {
                last.size *= size;
                last.to = at + 1;
                last.weight = radix.weight[*slot];
            }
            _ => groups.push(Group {
                from: at,
                to: at + 1,
                weight: radix.weight[*slot],
                size,
            }),
        }
    }
    (1..=GROUPS).contains(&groups.len()).then_some(groups)
}

/// What the moves are laid out with.
struct Layout<'a> {
    radix: &'a Radix,
    groups: &'a [Group],
    ranks: &'a [Ranks],
}

impl Layout<'_> {
    /// Adds the rules of a transition, forwards and backwards, on ranks.
    fn rules(
        &self,
        transition: &Transition,
        raised: &mut [bool],
        ahead: &mut Vec<(Wanted, i64)>,
        back: &mut Vec<(Wanted, i64)>,
    ) {
        let mut rules: Vec<(Wanted, Wanted, i64)> = vec![(Vec::new(), Vec::new(), 0)];
        for (slot, ranks) in self.ranks.iter().enumerate() {
            let changed = transition.changes.iter().find(|(digit, _)| *digit == slot);
            let wanted = transition.wanted.iter().find(|(digit, _)| *digit == slot);
            if changed.is_none() && wanted.is_none() {
                continue;
            }
            let shifts = ranks.shifts(wanted.map(|(_, set)| set), changed.map_or(0, |(_, by)| *by));
            let weight = self.radix.weight[slot] as i64;
            rules = rules
                .iter()
                .flat_map(|(before, behind, sum)| {
                    shifts.iter().map(move |(shift, from, to)| {
                        let (mut before, mut behind) = (before.clone(), behind.clone());
                        before.push((slot, Arc::clone(from)));
                        behind.push((slot, Arc::clone(to)));
                        (before, behind, sum + shift * weight)
                    })
                })
                .collect();
            raised[slot] |= shifts.iter().any(|(shift, ..)| *shift > 0);
        }
        for (before, behind, sum) in rules {
            ahead.push((before, sum));
            back.push((behind, -sum));
        }
    }

    /// The rules with a set of values for each group.
    fn by_group(&self, rules: Vec<(Wanted, i64)>) -> Vec<Rule> {
        let mut known: HashMap<(usize, Wanted), Arc<Values>> = HashMap::new();
        let mut grouped = |(wanted, by): (Wanted, i64)| {
            let mut sets = Vec::new();
            for (at, group) in self.groups.iter().enumerate() {
                let slots = &self.radix.order[group.from..group.to];
                let inside = wanted.iter().filter(|(slot, _)| slots.contains(slot));
                let own: Wanted = inside.cloned().collect();
                if own.is_empty() {
                    continue;
                }
                if let ([(_, set)], 1) = (&own[..], slots.len()) {
                    if set.len() as u64 != group.size {
                        sets.push((at, Arc::clone(set)));
                    }
                    continue;
                }
                let set = known.entry((at, own)).or_insert_with_key(|(_, own)| {
                    let holds = |value: usize| {
                        own.iter().all(|(slot, set)| {
                            let weight = self.radix.weight[*slot] / group.weight;
                            let count = self.ranks[*slot].of.len() as u64;
                            set.contains((value as u64 / weight % count) as usize)
                        })
                    };
                    Arc::new(Values::new(group.size as usize, holds))
                });
                if set.len() as u64 != group.size {
                    sets.push((at, Arc::clone(set)));
                }
            }
            (sets, by)
        };
        rules.into_iter().map(&mut grouped).collect()
    }

    /// Where the game is over; `None` if an end has a payoff that isn't a result.
    fn over(&self, ends: &[(Wanted, [i64; 2])], skipped: usize) -> Option<(Moves, Vec<End>)> {
        let results = [
            End::MoverWins,
            End::MoverLoses,
            End::Draw,
            End::Wins(Player::First),
            End::Wins(Player::Second),
        ];
        // What player 0 gets in the turn of each player.
        let pays = |end: End| {
            Player::BOTH.map(|player| match (end.for_next(player), player) {
                (Value::Draw, _) => 0,
                (Value::Win, Player::First) | (Value::Loss, Player::Second) => 1,
                _ => -1,
            })
        };
        let mut rules = Vec::new();
        for (wanted, pay) in ends {
            let end = results.iter().position(|end| pays(*end) == *pay)?;
            let ranked = wanted.iter().map(|(digit, set)| {
                let slot = digit - skipped;
                let ranks = &self.ranks[slot];
                let set = Values::new(ranks.of.len(), |rank| set.contains(ranks.value[rank]));
                (slot, Arc::new(set))
            });
            rules.push((ranked.collect(), end as i64));
        }
        Some((
            Moves::new(self.groups, self.by_group(rules))?,
            results.to_vec(),
        ))
    }
}

impl Order {
    fn plain(digits: &[Digit]) -> Self {
        Self {
            first_leads: true,
            ranks: digits
                .iter()
                .map(|digit| Ranks::identity(digit.least, digit.count))
                .collect(),
        }
    }

    /// An order in which the most significant digit that a move changes falls, for all moves. All
    /// elements of a part have the same numbering of values. `None` if there is none with the
    /// digits in their order, or in the reverse order.
    fn falling<'a, I: Iterator<Item = &'a Transition>>(
        digits: &[Digit],
        moves: &impl Fn() -> I,
    ) -> Option<Self> {
        [true, false].into_iter().find_map(|first_leads| {
            // For each part, which values fall to which.
            let mut falls: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
            for transition in moves() {
                let changes = &transition.changes;
                let leading = if first_leads {
                    changes.iter().min()
                } else {
                    changes.iter().max()
                };
                let (digit, by) = leading?;
                let wanted = transition.wanted.iter().find(|(slot, _)| slot == digit);
                let falls = falls.entry(digits[*digit].part).or_default();
                let count = digits[*digit].count;
                let may = |value: &usize| {
                    wanted.is_none_or(|(_, set)| set.contains(*value))
                        && (0..count as i64).contains(&(*value as i64 + by))
                };
                for value in (0..count).filter(may) {
                    falls.push((value, (value as i64 + by) as usize));
                }
            }
            let mut by_part: HashMap<usize, Ranks> = HashMap::new();
            let mut ranks = Vec::new();
            for digit in digits {
                let own = match by_part.get(&digit.part) {
                    Some(own) if own.of.len() == digit.count => own.clone(),
                    _ => {
                        let falls = falls.get_mut(&digit.part).map(std::mem::take);
                        sorted(digit.least, digit.count, falls.unwrap_or_default())?
                    }
                };
                by_part.insert(digit.part, own.clone());
                ranks.push(Ranks {
                    least: digit.least,
                    ..own
                });
            }
            Some(Self { first_leads, ranks })
        })
    }
}

/// A numbering of values in which each falls to smaller ones, by Kahn's algorithm (1962); `None` if
/// values fall in a circle.
fn sorted(least: i64, count: usize, mut falls: Vec<(usize, usize)>) -> Option<Ranks> {
    falls.sort_unstable();
    falls.dedup();
    if falls.iter().all(|(from, to)| to < from) {
        return Some(Ranks::identity(least, count));
    }
    let mut below = vec![0; count];
    falls.iter().for_each(|(from, _)| below[*from] += 1);
    let (mut of, mut value) = (vec![usize::MAX; count], Vec::new());
    while value.len() < count {
        let next = (0..count).find(|at| of[*at] == usize::MAX && below[*at] == 0)?;
        of[next] = value.len();
        value.push(next);
        let above = falls.iter().filter(|(_, to)| *to == next);
        above.for_each(|(from, _)| below[*from] -= 1);
    }
    Some(Ranks {
        least,
        of,
        value,
        is_identity: false,
    })
}

/// States of this space are ranks; [`Space::rank`] takes values.
impl Space for DigitSpace {
    fn states(&self) -> u64 {
        self.radix.len
    }

    fn unrank(&self, index: u64, state: &mut Vec<i64>) {
        self.radix.unrank(index, state);
    }

    fn rank(&self, state: &[i64]) -> Option<u64> {
        let mut index = 0;
        for (slot, (value, ranks)) in state.iter().zip(&self.ranks).enumerate() {
            let value = usize::try_from(value.checked_sub(ranks.least)?).ok()?;
            index += *ranks.of.get(value)? as u64 * self.radix.weight[slot];
        }
        Some(index)
    }

    fn end(&self, state: &[i64], index: u64) -> Option<End> {
        match &self.over {
            Some((over, ends)) => {
                let mut found = None;
                let _ = over.each(&self.at(index), &mut |end| {
                    found = Some(ends[end as usize]);
                    Flow::Break(())
                });
                found
            }
            None => self.frame.end(&self.values(state)),
        }
    }

    fn stuck(&self) -> Value {
        self.stuck
    }

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn falls(&self) -> bool {
        self.falls
    }

    #[inline]
    fn options(
        &self,
        player: Player,
        _state: &[i64],
        index: u64,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        let moves = self.moves(&self.forward, player);
        moves.each(&self.at(index), &mut |by| emit((index as i64 + by) as u64))
    }

    fn inverts(&self) -> bool {
        true
    }

    #[inline]
    fn origins(
        &self,
        player: Player,
        index: u64,
        _state: &mut Vec<i64>,
        emit: &mut impl FnMut(u64),
    ) {
        let moves = self.moves(&self.backward, player);
        let _ = moves.each(&self.at(index), &mut |by| {
            emit((index as i64 + by) as u64);
            Flow::Continue(())
        });
    }

    #[inline]
    fn gather(
        &self,
        player: Player,
        index: u64,
        tag: u64,
        _state: &mut Vec<i64>,
        found: &mut Found,
    ) {
        let moves = self.moves(&self.backward, player);
        let at = self.at(index);
        for (group, free) in moves.free.iter().enumerate() {
            let (from, to) = free.range(at[group]);
            found.extend(index, tag, &free.items[from..], to - from);
        }
        let _ = moves.each_tied(&at, &mut |by| {
            found.push((index as i64 + by) as u64, tag);
            Flow::Continue(())
        });
    }

    fn walk(&self, block: &Block, visit: &mut impl FnMut(u64, &[i64]) -> Flow) -> Flow {
        self.radix.walk(block, visit)
    }

    /// Row by row: a row has the same values of all groups but the last.
    fn walk_counting(
        &self,
        block: &Block,
        players: usize,
        visit: &mut impl FnMut(u64, Option<End>, [u32; 2]) -> Flow,
    ) -> Flow {
        let Some(group) = self.groups.last() else {
            return Flow::Continue(());
        };
        let slots = &self.radix.order[group.from..group.to];
        let is_whole = slots.iter().all(|slot| {
            (block.low[*slot], block.high[*slot]) == (self.radix.low[*slot], self.radix.high[*slot])
        });
        let Some((over, ends)) = self.over.as_ref().filter(|_| is_whole) else {
            return count_each(self, block, players, visit);
        };
        let mut starts = block.clone();
        slots
            .iter()
            .for_each(|slot| starts.high[*slot] = starts.low[*slot]);
        let size = group.size as usize;
        let mut row = vec![(None, [0; 2]); size];
        self.radix.walk(&starts, &mut |index, _| {
            let at = self.at(index);
            let mut all = (None, [0; 2]);
            row.fill(all);
            over.each_in_row::<false>(&at, size, &mut |value, end, _| {
                let cell = value.map_or(&mut all, |value| &mut row[value]);
                cell.0 = Some(ends[end as usize]);
            });
            for (player, moves) in self.forward.iter().enumerate().take(players) {
                moves.each_in_row::<true>(&at, size, &mut |value, _, times| {
                    let cell = value.map_or(&mut all, |value| &mut row[value]);
                    cell.1[player] += times;
                });
            }
            for (value, (end, counts)) in row.iter().enumerate() {
                let counts = [all.1[0] + counts[0], all.1[1] + counts[1]];
                visit(
                    index + value as u64,
                    end.or(all.0),
                    counts.map(|count| count as u32),
                )?;
            }
            Flow::Continue(())
        })
    }

    fn radix(&self) -> Option<&Radix> {
        Some(&self.radix)
    }

    fn whole(&self) -> Block {
        self.radix.whole()
    }

    fn waves(&self, within: &Block, threads: usize) -> Vec<Vec<Block>> {
        self.radix.tiles(within, &self.never_raised, threads)
    }

    fn blocks(&self, threads: usize) -> Vec<Block> {
        self.radix.slabs(16 * threads)
    }
}
