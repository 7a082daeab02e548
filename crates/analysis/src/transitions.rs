//! Moves of a term as transitions on digits.
//!
//! A *digit* is an element of the state, with finitely many values. A *transition* applies if the
//! values of some digits are in given sets, and adds a constant to some digits. Moves of tokens,
//! rewriting rules on boards, and moves on bounded numbers all have this form, in any writing: the
//! term is executed on sets of states, and a set is split if a command needs to know more.
//!
//! Transitions can be executed backwards. Start reading at [`Transitions::new`].

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use dashu_int::IBig;
use whowins_core::{Array, Budget, Command, Expr, Game, Op, State};

use crate::Setting;

/// Maximum number of values of a digit, of digits, of transitions, and of ends.
const MAX_VALUES: usize = 1 << 16;
const MAX_DIGITS: usize = 1 << 8;
const MAX_TRANSITIONS: usize = 1 << 17;
const MAX_ENDS: usize = 1 << 13;
/// Maximum number of steps to execute the moves, and the ends.
const MAX_STEPS: u64 = 1 << 23;

/// A set of values of a digit, counted from its least value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Values(Box<[u64]>);

impl Values {
    /// Returns the set of those of `count` values for which `holds` is true.
    pub fn new(count: usize, holds: impl Fn(usize) -> bool) -> Self {
        let mut words = vec![0; count.div_ceil(64)];
        for value in (0..count).filter(|value| holds(*value)) {
            words[value / 64] |= 1 << (value % 64);
        }
        Self(words.into())
    }

    /// Returns the set of these of `count` values.
    pub fn of(count: usize, values: impl IntoIterator<Item = usize>) -> Self {
        let mut words = vec![0; count.div_ceil(64)];
        for value in values {
            words[value / 64] |= 1 << (value % 64);
        }
        Self(words.into())
    }

    /// Returns true if the value is in the set.
    #[inline]
    pub fn contains(&self, value: usize) -> bool {
        self.0[value / 64] >> (value % 64) & 1 != 0
    }

    /// The values in the set, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(64 * at + bit)
            })
        })
    }

    fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(x, y)| x & y == 0)
    }

    fn union(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(x, y)| x | y).collect())
    }

    /// Returns the number of values in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns true if no value is in the set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}

/// An element of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit {
    /// The part of the state, and the index in it.
    pub part: usize,
    /// The index of the element in its part.
    pub index: usize,
    /// The minimum of the element.
    pub least: i64,
    /// The number of its values.
    pub count: usize,
}

/// The digits that matter, each with a set of values; in the order of the digits.
pub type Wanted = Vec<(usize, Arc<Values>)>;

/// A move in all states whose digits have values in some sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Transition {
    /// The values that digits must have. Other digits may have any value.
    pub wanted: Wanted,
    /// The digits that change, and the number added to each.
    pub changes: Vec<(usize, i64)>,
}

/// The moves and ends of a game, on the digits of its states.
#[derive(Clone, Debug)]
pub struct Transitions {
    /// All elements of the state but the turn.
    pub digits: Vec<Digit>,
    /// The moves of each player. The turn passes after each.
    pub moves: [Vec<Transition>; 2],
    /// Disjoint sets of states in which the game is over, with the payoff of player 0 if it is
    /// player 0's or player 1's turn. `None` if there are too many.
    pub ends: Option<Vec<(Wanted, [i64; 2])>>,
    /// The payoff of player 0 if player 0 or player 1 can't move.
    pub stuck: [i64; 2],
}

/// An integer that depends on one digit at most.
#[derive(Clone, Debug)]
enum Value {
    Known(i64),
    /// The digit, and the integer for each of its values. Values that the digit can't have here
    /// have any integer.
    Of(usize, Arc<[i64]>),
}

/// Returns a value that is known if it is the same for all values of its digit here.
fn settled(value: Value, run: &Run<'_>) -> Value {
    if let Value::Of(digit, table) = &value {
        let mut all = run.set[*digit].iter().map(|at| table[at]);
        if let Some(first) = all.next()
            && all.all(|one| one == first)
        {
            return Value::Known(first);
        }
    }
    value
}

/// Why an expression has no value.
enum Stop {
    /// It has one in each of these sets of values of a digit.
    Split(usize, Vec<Values>),
    /// The term has no transitions, or too many.
    Declined,
}

/// The truth of a condition.
enum Truth {
    Always(bool),
    /// It is true if a digit has a value in the first set, and false in the second.
    If(usize, Values, Values),
}

enum Todo<'a> {
    /// A command, and the number of variables that it may read.
    Run(&'a Command, usize),
    /// The rounds of a loop from the first number to before the second.
    Rounds(&'a Command, i64, i64, usize),
}

impl Clone for Todo<'_> {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for Todo<'_> {}

/// A set of states, and the state that the commands so far lead to from each.
#[derive(Clone)]
struct Run<'a> {
    /// The values of each digit at the start. Digit 0 is the turn.
    set: Vec<Arc<Values>>,
    now: Vec<Value>,
    variables: Vec<Value>,
    /// The last is next.
    todo: Vec<Todo<'a>>,
}

struct Reader<'a> {
    game: &'a Game,
    budget: &'a Budget,
    digits: Vec<Digit>,
    /// The first digit of each part.
    first: Vec<usize>,
    /// The number of elements of each part.
    lengths: Vec<usize>,
    full: Vec<Arc<Values>>,
    /// The values of each digit.
    own: Vec<Arc<[i64]>>,
    player: usize,
    steps: u64,
    found: Vec<Transition>,
}

impl Transitions {
    /// Returns the transitions of a game with digits like those of this state: the elements of
    /// parts that no move changes have the values that they have there.
    ///
    /// `None` if an element has no bounds, the length of a part changes, a move doesn't pass the
    /// turn, there are several tiers, or there are too many transitions.
    ///
    /// ```
    /// use whowins_analysis::transitions::Transitions;
    /// use whowins_core::{Budget, Game};
    ///
    /// let game: Game = "(game g (part turn 0 1) (part n 0 9) (start (0) (9))
    ///     ; A move subtracts 1 or 2.
    ///     (tier (seq (choose k 1 3 (set n (- n k))) (set turn (- 1 turn))))
    ///     (stuck (if turn 1 -1)))".parse()?;
    /// let found = Transitions::new(&game, &game.starts[0], &Budget::OPEN).expect("bounded");
    /// assert_eq!(found.moves[0].len(), 2);
    /// assert_eq!(found.moves[0][0].changes, [(0, -2)]);
    /// # Ok::<(), whowins_core::ReadError>(())
    /// ```
    pub fn new(game: &Game, state: &State, budget: &Budget) -> Option<Self> {
        let [tier] = &game.tiers[..] else {
            return None;
        };
        let mut reader = Reader::new(game, state, budget)?;
        let mut moves = [Vec::new(), Vec::new()];
        let mut stuck = [0; 2];
        for player in 0..2 {
            reader.player = player;
            let mut run = reader.start();
            run.todo.push(Todo::Run(tier, 0));
            reader.run(run).ok()?;
            moves[player] = merged(std::mem::take(&mut reader.found));
            let run = reader.start();
            stuck[player] = match reader.value(&game.stuck, &run) {
                Ok(Value::Known(pays)) => pays,
                _ => return None,
            };
        }
        reader.steps = 0;
        let ends = reader.ends();
        reader.digits.remove(0);
        Some(Self {
            digits: reader.digits,
            moves,
            ends,
            stuck,
        })
    }
}

/// Joins transitions that differ in the set of one digit only, if no state is in both sets. The
/// result is sorted.
fn merged(mut all: Vec<Transition>) -> Vec<Transition> {
    let digits = all
        .iter()
        .flat_map(|one| &one.wanted)
        .map(|(digit, _)| *digit);
    let digits: BTreeSet<usize> = digits.collect();
    for digit in digits {
        let mut joined: Vec<Transition> = Vec::new();
        let mut places: HashMap<Transition, usize> = HashMap::new();
        for one in all {
            let Some(at) = one.wanted.iter().position(|(other, _)| *other == digit) else {
                joined.push(one);
                continue;
            };
            let mut rest = one.clone();
            let (_, set) = rest.wanted.remove(at);
            let known = places.get(&rest).copied();
            match known.map(|known| &mut joined[known].wanted[at].1) {
                Some(other) if other.is_disjoint(&set) => *other = Arc::new(other.union(&set)),
                _ => {
                    places.insert(rest, joined.len());
                    joined.push(one);
                }
            }
        }
        all = joined;
    }
    all.sort();
    all
}

impl<'a> Reader<'a> {
    fn new(game: &'a Game, state: &State, budget: &'a Budget) -> Option<Self> {
        let setting = Setting::new(game, state);
        let caps = setting.caps(state);
        let (mut digits, mut first) = (Vec::new(), Vec::new());
        let lengths: Option<Vec<usize>> = setting.lengths.iter().copied().collect();
        let lengths = lengths?;
        for (part, length) in lengths.iter().enumerate() {
            first.push(digits.len());
            let range = setting.ranges[part];
            for (index, value) in state.get(part)?.iter().enumerate().take(*length) {
                let (least, most) = match setting.constant[part] {
                    _ if part == 0 => (0, 1),
                    true => {
                        let value = i64::try_from(value).ok()?;
                        (value, value)
                    }
                    false => {
                        let most = caps[part].unwrap_or(range.most);
                        (i64::try_from(range.least).ok()?, i64::try_from(most).ok()?)
                    }
                };
                let count = usize::try_from(most.checked_sub(least)?).ok()? + 1;
                if count > MAX_VALUES || digits.len() >= MAX_DIGITS {
                    return None;
                }
                digits.push(Digit {
                    part,
                    index,
                    least,
                    count,
                });
            }
        }
        let own = digits
            .iter()
            .map(|digit| (0..digit.count as i64).map(|at| digit.least + at).collect());
        let full = digits
            .iter()
            .map(|digit| Arc::new(Values::new(digit.count, |_| true)));
        Some(Self {
            game,
            budget,
            own: own.collect(),
            full: full.collect(),
            digits,
            first,
            lengths,
            player: 0,
            steps: 0,
            found: Vec::new(),
        })
    }

    /// All states in which it is the player's turn.
    fn start(&self) -> Run<'a> {
        let mut set = self.full.clone();
        set[0] = Arc::new(Values::new(2, |turn| turn == self.player));
        let identity = |(at, own): (usize, &Arc<[i64]>)| Value::Of(at, Arc::clone(own));
        Run {
            set,
            now: self.own.iter().enumerate().map(identity).collect(),
            variables: Vec::new(),
            todo: Vec::new(),
        }
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        match self.steps > MAX_STEPS || self.budget.charge(1).is_break() {
            true => Err(Stop::Declined),
            false => Ok(()),
        }
    }

    /// Executes what is left to do, on each set of states.
    fn run(&mut self, mut run: Run<'a>) -> Result<(), Stop> {
        loop {
            let next = run.todo.last().copied();
            let done = match next {
                Some(todo) => self.execute(&mut run, todo),
                None => self.finish(&run).map(|()| false),
            };
            match done {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(Stop::Split(digit, sets)) => {
                    for set in sets {
                        let mut one = run.clone();
                        one.set[digit] = Arc::new(set);
                        self.run(one)?;
                    }
                    return Ok(());
                }
                Err(Stop::Declined) => return Err(Stop::Declined),
            }
        }
    }

    /// Executes a step, which is the last in the list; false if no state is left.
    fn execute(&mut self, run: &mut Run<'a>, todo: Todo<'a>) -> Result<bool, Stop> {
        self.step()?;
        let (command, depth) = match todo {
            Todo::Run(command, depth) => (command, depth),
            Todo::Rounds(body, from, to, depth) => {
                run.todo.pop();
                if from < to {
                    run.todo.push(Todo::Rounds(body, from + 1, to, depth));
                    run.variables.truncate(depth);
                    run.variables.push(Value::Known(from));
                    run.todo.push(Todo::Run(body, depth + 1));
                }
                return Ok(true);
            }
        };
        run.variables.truncate(depth);
        match command {
            Command::Guard(condition) => match self.truth(condition, run)? {
                Truth::Always(false) => return Ok(false),
                Truth::Always(true) => {
                    run.todo.pop();
                }
                Truth::If(digit, yes, _) => {
                    run.set[digit] = Arc::new(yes);
                    run.todo.pop();
                }
            },
            Command::Seq(all) => {
                run.todo.pop();
                let rest = all.iter().rev().map(|one| Todo::Run(one, depth));
                run.todo.extend(rest);
            }
            Command::Alt(all) => {
                run.todo.pop();
                for one in all {
                    let mut other = run.clone();
                    other.todo.push(Todo::Run(one, depth));
                    self.run(other)?;
                }
                return Ok(false);
            }
            Command::When(condition, yes, no) => match self.truth(condition, run)? {
                Truth::Always(holds) => {
                    run.todo.pop();
                    run.todo
                        .push(Todo::Run(if holds { yes } else { no }, depth));
                }
                Truth::If(digit, yes, no) => return Err(Stop::Split(digit, vec![yes, no])),
            },
            Command::Choose(lo, hi, body) => {
                let (lo, hi) = (self.known(lo, run)?, self.known(hi, run)?);
                run.todo.pop();
                for value in lo..hi {
                    self.step()?;
                    let mut other = run.clone();
                    other.variables.push(Value::Known(value));
                    other.todo.push(Todo::Run(body, depth + 1));
                    self.run(other)?;
                }
                return Ok(false);
            }
            Command::Loop(lo, hi, body) => {
                let (lo, hi) = (self.known(lo, run)?, self.known(hi, run)?);
                run.todo.pop();
                run.todo.push(Todo::Rounds(body, lo, hi, depth));
            }
            Command::Set(part, index, value) => {
                let index = self.known(index, run)?;
                let value = self.value(value, run)?;
                let within = usize::try_from(index).ok();
                let Some(index) = within.filter(|index| *index < self.lengths[*part]) else {
                    return Ok(false);
                };
                if !self.restrict(run, *part, self.first[*part] + index, &value)? {
                    return Ok(false);
                }
                run.now[self.first[*part] + index] = value;
                run.todo.pop();
            }
            Command::Repeat(..) | Command::Splice(..) => return Err(Stop::Declined),
        }
        Ok(true)
    }

    /// Keeps the states in which the value is in the range of the part; false if there are none.
    fn restrict(
        &self,
        run: &mut Run<'a>,
        part: usize,
        digit: usize,
        value: &Value,
    ) -> Result<bool, Stop> {
        let range = &self.game.parts[part];
        let digit = self.digits[digit];
        let least = i64::try_from(&range.least).map_err(|_| Stop::Declined)?;
        let most = range.most.as_ref().map(i64::try_from).transpose();
        let most = most.map_err(|_| Stop::Declined)?;
        let fits = |value: i64| least <= value && most.is_none_or(|most| value <= most);
        let has = |value: i64| (0..digit.count as i64).contains(&(value - digit.least));
        match value {
            Value::Known(value) if fits(*value) && !has(*value) => Err(Stop::Declined),
            Value::Known(value) => Ok(fits(*value)),
            Value::Of(other, table) => {
                let set = &run.set[*other];
                if set.iter().any(|at| fits(table[at]) && !has(table[at])) {
                    return Err(Stop::Declined);
                }
                let count = self.digits[*other].count;
                let left = Values::of(count, set.iter().filter(|at| fits(table[*at])));
                let is_any = !left.is_empty();
                run.set[*other] = Arc::new(left);
                Ok(is_any)
            }
        }
    }

    /// Adds the transition of a set of states.
    fn finish(&mut self, run: &Run<'a>) -> Result<(), Stop> {
        self.step()?;
        let turn = self.constant(run.now[0].clone(), run)?;
        if turn != 1 - self.player as i64 || self.found.len() >= MAX_TRANSITIONS {
            return Err(Stop::Declined);
        }
        let mut changes = Vec::new();
        for at in 1..self.digits.len() {
            let digit = self.digits[at];
            let by = match &run.now[at] {
                Value::Of(_, table) if Arc::ptr_eq(table, &self.own[at]) => 0,
                Value::Of(own, table) if *own == at => {
                    let by = |value: usize| table[value] - digit.least - value as i64;
                    self.one_of(at, run, by)?
                }
                value => {
                    let value = self.constant(value.clone(), run)?;
                    let by = |before: usize| value - digit.least - before as i64;
                    self.one_of(at, run, by)?
                }
            };
            if by != 0 {
                changes.push((at - 1, by));
            }
        }
        let wanted = self.wanted(run);
        self.found.push(Transition { wanted, changes });
        Ok(())
    }

    /// The digits whose values matter.
    fn wanted(&self, run: &Run<'a>) -> Wanted {
        let sets = run.set.iter().zip(&self.full).enumerate().skip(1);
        let sets = sets.filter(|(_, (set, full))| set != full);
        sets.map(|(at, (set, _))| (at - 1, Arc::clone(set)))
            .collect()
    }

    /// The sets of states in which the game is over; `None` if there are too many.
    fn ends(&mut self) -> Option<Vec<(Wanted, [i64; 2])>> {
        let mut start = self.start();
        start.set[0] = Arc::clone(&self.full[0]);
        let (mut open, mut found) = (vec![(start, 0)], Vec::new());
        while let Some((run, at)) = open.pop() {
            let Some(end) = self.game.ends.get(at) else {
                continue;
            };
            let pays = match self.truth(&end.when, &run) {
                Ok(Truth::Always(false)) => {
                    open.push((run, at + 1));
                    continue;
                }
                Ok(Truth::Always(true)) => self.value(&end.pays, &run),
                Ok(Truth::If(digit, yes, no)) => Err(Stop::Split(digit, vec![yes, no])),
                Err(stop) => Err(stop),
            };
            let pays = match pays.map(|pays| settled(pays, &run)) {
                // An end that depends on the turn.
                _ if run.set[0] != self.full[0] => return None,
                Ok(Value::Known(pays)) => Ok([pays; 2]),
                Ok(Value::Of(0, table)) => Ok([table[0], table[1]]),
                Ok(Value::Of(digit, table)) => {
                    Err(Stop::Split(digit, self.groups(digit, &run, |at| table[at])))
                }
                Err(stop) => Err(stop),
            };
            match pays {
                Ok(pays) => found.push((self.wanted(&run), pays)),
                Err(Stop::Split(digit, sets)) => {
                    for set in sets {
                        let mut one = run.clone();
                        one.set[digit] = Arc::new(set);
                        open.push((one, at));
                    }
                }
                Err(Stop::Declined) => return None,
            }
            if found.len() > MAX_ENDS {
                return None;
            }
        }
        Some(found)
    }

    /// Returns the integer that a function of a digit has for all its values here.
    fn one_of(&self, digit: usize, run: &Run<'a>, of: impl Fn(usize) -> i64) -> Result<i64, Stop> {
        let mut values = run.set[digit].iter().map(&of);
        let first = values.next().ok_or(Stop::Declined)?;
        match values.all(|value| value == first) {
            true => Ok(first),
            false => Err(Stop::Split(digit, self.groups(digit, run, of))),
        }
    }

    /// Splits the values of a digit by a function of them.
    fn groups(&self, digit: usize, run: &Run<'a>, of: impl Fn(usize) -> i64) -> Vec<Values> {
        let mut groups: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for value in run.set[digit].iter() {
            groups.entry(of(value)).or_default().push(value);
        }
        let count = self.digits[digit].count;
        let set = |group| Values::of(count, group);
        groups.into_values().map(set).collect()
    }

    fn constant(&self, value: Value, run: &Run<'a>) -> Result<i64, Stop> {
        match value {
            Value::Known(value) => Ok(value),
            Value::Of(digit, table) => self.one_of(digit, run, |value| table[value]),
        }
    }

    fn known(&mut self, expr: &Expr, run: &Run<'a>) -> Result<i64, Stop> {
        let value = self.value(expr, run)?;
        self.constant(value, run)
    }

    fn truth(&mut self, condition: &Expr, run: &Run<'a>) -> Result<Truth, Stop> {
        if let Expr::Bin(Op::Eq, x, y) = condition {
            let (x, y) = (self.value(x, run)?, self.value(y, run)?);
            let (x, y) = (settled(x, run), settled(y, run));
            if let (Value::Known(value), Value::Of(digit, table))
            | (Value::Of(digit, table), Value::Known(value)) = (&x, &y)
                && Arc::ptr_eq(table, &self.own[*digit])
            {
                return Ok(self.is(*digit, *value, run));
            }
        }
        Ok(match self.value(condition, run)? {
            Value::Known(value) => Truth::Always(value != 0),
            Value::Of(digit, table) => {
                let (set, count) = (&run.set[digit], self.digits[digit].count);
                let yes = Values::of(count, set.iter().filter(|at| table[*at] != 0));
                let no = Values::of(count, set.iter().filter(|at| table[*at] == 0));
                match (yes.is_empty(), no.is_empty()) {
                    (false, true) => Truth::Always(true),
                    (true, _) => Truth::Always(false),
                    _ => Truth::If(digit, yes, no),
                }
            }
        })
    }

    /// Compares a digit with a number.
    fn is(&self, digit: usize, value: i64, run: &Run<'a>) -> Truth {
        let set = &run.set[digit];
        let at = value.checked_sub(self.digits[digit].least);
        let at = at.and_then(|at| usize::try_from(at).ok());
        let at = at.filter(|at| *at < self.digits[digit].count && set.contains(*at));
        match at {
            None => Truth::Always(false),
            Some(at) => {
                let mut no = Values::clone(set);
                no.0[at / 64] &= !(1 << (at % 64));
                Truth::If(digit, Values::of(self.digits[digit].count, [at]), no)
            }
        }
    }

    /// Applies a function to a value.
    fn map(
        &self,
        value: Value,
        run: &Run<'a>,
        of: impl Fn(i64) -> Option<i64>,
    ) -> Result<Value, Stop> {
        let value = match value {
            Value::Known(value) => of(value).map(Value::Known),
            Value::Of(digit, table) => {
                let mut new = vec![0; table.len()];
                let mut fits = true;
                for at in run.set[digit].iter() {
                    let value = of(table[at]);
                    fits &= value.is_some();
                    new[at] = value.unwrap_or(0);
                }
                fits.then(|| Value::Of(digit, new.into()))
            }
        };
        value.ok_or(Stop::Declined)
    }

    /// Returns the value of an expression.
    fn value(&mut self, expr: &Expr, run: &Run<'a>) -> Result<Value, Stop> {
        self.step()?;
        let word = |number: &IBig| i64::try_from(number).map_err(|_| Stop::Declined);
        match expr {
            Expr::Num(number) => word(number).map(Value::Known),
            Expr::Var(level) => run.variables.get(*level).cloned().ok_or(Stop::Declined),
            Expr::Len(Array::Const(at)) => {
                Ok(Value::Known(self.game.consts[*at].values.len() as i64))
            }
            Expr::Len(Array::Part(at)) => Ok(Value::Known(self.lengths[*at] as i64)),
            Expr::Get(Array::Const(at), index, default) => {
                let index = self.value(index, run)?;
                let values = &self.game.consts[*at].values;
                let default = word(default)?;
                self.map(index, run, |index| {
                    let within = usize::try_from(index).ok();
                    match within.and_then(|index| values.get(index)) {
                        Some(value) => i64::try_from(value).ok(),
                        None => Some(default),
                    }
                })
            }
            Expr::Get(Array::Part(part), index, default) => {
                let index = self.known(index, run)?;
                let within = usize::try_from(index).ok();
                match within.filter(|index| *index < self.lengths[*part]) {
                    Some(index) => Ok(run.now[self.first[*part] + index].clone()),
                    None => word(default).map(Value::Known),
                }
            }
            Expr::Bin(op, x, y) => {
                let (x, y) = (self.value(x, run)?, self.value(y, run)?);
                match (settled(x, run), settled(y, run)) {
                    (Value::Known(x), y) => self.map(y, run, |y| op.word(x, y)),
                    (x, Value::Known(y)) => self.map(x, run, |x| op.word(x, y)),
                    (Value::Of(digit, x), Value::Of(other, y)) if digit == other => {
                        let places: Arc<[i64]> = (0..x.len() as i64).collect();
                        let places = Value::Of(digit, places);
                        self.map(places, run, |at| op.word(x[at as usize], y[at as usize]))
                    }
                    (Value::Of(digit, x), Value::Of(other, y)) => {
                        let x = self.groups(digit, run, |value| x[value]);
                        let y = self.groups(other, run, |value| y[value]);
                        match x.len() > y.len() {
                            true => Err(Stop::Split(other, y)),
                            false => Err(Stop::Split(digit, x)),
                        }
                    }
                }
            }
            Expr::Ite(condition, x, y) => match self.truth(condition, run)? {
                Truth::Always(true) => self.value(x, run),
                Truth::Always(false) => self.value(y, run),
                Truth::If(digit, yes, no) => self
                    .either(digit, &yes, [x, y], run)
                    .ok_or_else(|| Stop::Split(digit, vec![yes, no])),
            },
            Expr::Fold(lo, hi, init, body) => {
                let (lo, hi) = (self.known(lo, run)?, self.known(hi, run)?);
                let mut value = self.value(init, run)?;
                let mut inner = Run {
                    todo: Vec::new(),
                    ..run.clone()
                };
                let depth = inner.variables.len();
                for at in lo..hi {
                    self.step()?;
                    inner.variables.truncate(depth);
                    inner.variables.extend([Value::Known(at), value]);
                    value = self.value(body, &inner)?;
                }
                Ok(value)
            }
        }
    }

    /// The value of one of two expressions, by the value of a digit; `None` if it depends on
    /// another digit too.
    fn either(
        &mut self,
        digit: usize,
        yes: &Values,
        [x, y]: [&Expr; 2],
        run: &Run<'a>,
    ) -> Option<Value> {
        let mut of = |expr: &Expr| match self.value(expr, run).ok()? {
            Value::Known(value) => Some(vec![value; self.digits[digit].count].into()),
            Value::Of(other, table) => (other == digit).then_some(table),
        };
        let (x, y): (Arc<[i64]>, Arc<[i64]>) = (of(x)?, of(y)?);
        let value = |at: usize| if yes.contains(at) { x[at] } else { y[at] };
        Some(Value::Of(digit, (0..x.len()).map(value).collect()))
    }
}
