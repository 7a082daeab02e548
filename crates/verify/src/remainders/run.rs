//! `whowins_core::meaning`, construct by construct, on what is known of the integers in place of
//! the integers (abstract interpretation: Cousot and Cousot 1977; of remainders: Granger 1989).
//! Every way that the term has from a state of the kind is among those that are told; one that is
//! told as *certain* is there from every such state.

use whowins_analysis::Interval;
use whowins_core::{Array, Command, Expr, Game, Op};

use super::number::Number;
use crate::rejection::size;
use crate::{Budget, Rejection};

/// The most rounds that are gone through one by one.
const ROUNDS: usize = 1 << 12;
/// So many choices are always told apart one by one.
const FEW: usize = 1 << 8;
/// So many rounds of a fold without a known end are gone through one by one.
const FIRST: usize = 16;
/// Rounds in which what is known of a fold may still change, before nothing is.
const SETTLING: usize = 64;
/// The most ways of a turn.
const WAYS: usize = 1 << 14;

/// How far a command has come.
#[derive(Clone, Debug)]
pub struct Way {
    /// What is known of each element.
    pub state: Vec<Vec<Number>>,
    /// Whether every state that it started from has this way.
    pub certain: bool,
    /// Expressions of which conditions say more: under how many variables, and where they lie.
    facts: Vec<(usize, Expr, Interval)>,
}

/// An execution.
pub struct Run<'a> {
    game: &'a Game,
    budget: &'a Budget,
    /// By this what is chosen is told apart.
    modulus: u64,
    /// So many choices are told apart one by one.
    first: usize,
}

fn foreign(what: &str) -> Rejection {
    Rejection::rules(format!("{what}; this kind of law has none of that"))
}

impl<'a> Run<'a> {
    /// An execution of a game's term.
    pub fn new(game: &'a Game, modulus: u64, first: usize, budget: &'a Budget) -> Self {
        Self {
            game,
            budget,
            modulus,
            first,
        }
    }

    /// Where everything begins.
    pub fn start(state: Vec<Vec<Number>>) -> Way {
        Way {
            state,
            certain: true,
            facts: Vec::new(),
        }
    }

    fn array(&self, array: Array, way: &Way) -> Vec<Number> {
        match array {
            Array::Const(at) => {
                let values = self.game.consts.get(at).map_or(&[][..], |one| &one.values);
                values.iter().cloned().map(Number::exactly).collect()
            }
            Array::Part(at) => way.state.get(at).cloned().unwrap_or_default(),
        }
    }

    /// What is known of an expression, with the bound variables in `env`.
    pub fn value(
        &self,
        expr: &Expr,
        env: &mut Vec<Number>,
        way: &Way,
    ) -> Result<Number, Rejection> {
        self.budget.spend(1)?;
        let found = self.found(expr, env, way)?;
        // Without binders of its own an expression means the same under more variables.
        let same = |depth: usize, of: &Expr| of == expr && (depth == env.len() || !holds_fold(of));
        let told = |fact: &&(usize, Expr, Interval)| same(fact.0, &fact.1);
        // A way without any number is none, and what is said of it is of no account.
        let met =
            |found: Number, fact: &(usize, Expr, Interval)| found.meet(fact.2).unwrap_or(found);
        Ok(way.facts.iter().filter(told).fold(found, met))
    }

    fn found(&self, expr: &Expr, env: &mut Vec<Number>, way: &Way) -> Result<Number, Rejection> {
        Ok(match expr {
            Expr::Num(number) => Number::exactly(number.clone()),
            // As in the meaning, a variable that nothing binds is 0.
            Expr::Var(level) => env
                .get(*level)
                .cloned()
                .unwrap_or_else(|| Number::exactly(0)),
            Expr::Len(array) => Number::exactly(self.array(*array, way).len()),
            Expr::Get(array, index, default) => {
                let index = self.value(index, env, way)?;
                let all = self.array(*array, way);
                let default = Number::exactly(default.clone());
                match &index.exact {
                    Some(at) => {
                        let at = usize::try_from(at).ok();
                        at.and_then(|at| all.get(at).cloned()).unwrap_or(default)
                    }
                    None => {
                        self.budget.spend(all.len() as u64)?;
                        all.iter().fold(default, |one, other| one.or(other))
                    }
                }
            }
            Expr::Bin(op, x, y) => {
                let (x, y) = (self.value(x, env, way)?, self.value(y, env, way)?);
                Number::of(*op, &x, &y)
            }
            Expr::Ite(condition, yes, no) => match self.value(condition, env, way)?.is_true() {
                Some(true) => self.value(yes, env, way)?,
                Some(false) => self.value(no, env, way)?,
                None => self.value(yes, env, way)?.or(&self.value(no, env, way)?),
            },
            Expr::Fold(lo, hi, init, body) => {
                let (from, end) = (self.value(lo, env, way)?, self.value(hi, env, way)?);
                let first = self.value(init, env, way)?;
                match first.exact.is_none() && root(lo, hi, init, body, env.len()) {
                    true => rooted(&first),
                    false => self.fold(&from, &end, first, body, env, way)?,
                }
            }
        })
    }

    fn fold(
        &self,
        lo: &Number,
        hi: &Number,
        first: Number,
        body: &Expr,
        env: &mut Vec<Number>,
        way: &Way,
    ) -> Result<Number, Rejection> {
        let round = |counter: Number, result: Number, env: &mut Vec<Number>| {
            let depth = env.len();
            env.extend([counter, result]);
            let next = self.value(body, env, way);
            env.truncate(depth);
            next
        };
        let (mut result, mut done) = (first, 0);
        if let Some(from) = &lo.exact {
            let certain = Number::of(Op::Sub, hi, lo).within;
            let most = match hi.exact {
                Some(_) if certain.most > ROUNDS as i128 => {
                    return Err(foreign("a fold has too many rounds"));
                }
                Some(_) => ROUNDS,
                None => FIRST,
            };
            let rounds = usize::try_from(certain.least.max(0))
                .unwrap_or(most)
                .min(most);
            while done < rounds {
                result = round(Number::exactly(from + done), result, env)?;
                done += 1;
            }
            if hi.exact.is_some() {
                return Ok(result);
            }
        }
        // Some rounds more, or none.
        let past = Number::of(Op::Add, lo, &Number::exactly(done));
        let last = hi.within.most.saturating_sub(1);
        if past.within.least > last {
            return Ok(result);
        }
        let counter = Number::within(Interval::new(past.within.least, last));
        for _ in 0..SETTLING {
            let next = result.or(&round(counter.clone(), result.clone(), env)?);
            if next == result {
                return Ok(result);
            }
            result = next;
        }
        Ok(Number::ANY)
    }

    /// A condition: whether it holds for certain, and what is known where it does; `None` where it
    /// never holds.
    fn guard(
        &self,
        condition: &Expr,
        env: &mut Vec<Number>,
        mut way: Way,
    ) -> Result<Option<Way>, Rejection> {
        match self.value(condition, env, &way)?.is_true() {
            Some(true) => {}
            Some(false) => return Ok(None),
            None => {
                way.certain = false;
                self.learn(condition, env, &mut way)?;
            }
        }
        Ok(Some(way))
    }

    /// What a condition that holds says of the expressions in it.
    fn learn(
        &self,
        condition: &Expr,
        env: &mut Vec<Number>,
        way: &mut Way,
    ) -> Result<(), Rejection> {
        match condition {
            // "And".
            Expr::Ite(first, second, no) if **no == Expr::num(0) => {
                self.learn(first, env, way)?;
                self.learn(second, env, way)
            }
            Expr::Bin(op @ (Op::Lt | Op::Le | Op::Eq), x, y) => {
                let less = i128::from(*op == Op::Lt);
                let [a, b] = [
                    self.value(x, env, way)?.within,
                    self.value(y, env, way)?.within,
                ];
                let any = Interval::ANY;
                let mut below = Interval::new(any.least, b.most - less);
                let mut above = Interval::new(a.least + less, any.most);
                if *op == Op::Eq {
                    (below, above) = (b, a);
                }
                for (of, within, told) in [(x, a, below), (y, b, above)] {
                    // What is not known of it yet, and can be.
                    if let (false, Some(within)) = (matches!(**of, Expr::Num(_)), within.meet(told))
                    {
                        way.facts.push((env.len(), (**of).clone(), within));
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Every way that a command can go on from one.
    pub fn command(
        &self,
        command: &Command,
        env: &mut Vec<Number>,
        way: Way,
    ) -> Result<Vec<Way>, Rejection> {
        self.budget.spend(1)?;
        let mut all = Vec::new();
        match command {
            Command::Guard(condition) => all.extend(self.guard(condition, env, way)?),
            Command::Seq(commands) => {
                all.push(way);
                for command in commands {
                    let mut next = Vec::new();
                    for way in all {
                        next.append(&mut self.command(command, env, way)?);
                    }
                    all = next;
                    self.bounded(&all)?;
                }
            }
            Command::Alt(commands) => {
                for command in commands {
                    all.append(&mut self.command(command, env, way.clone())?);
                    self.bounded(&all)?;
                }
            }
            Command::When(condition, yes, no) => {
                let holds = self.value(condition, env, &way)?.is_true();
                if holds != Some(false)
                    && let Some(way) = self.guard(condition, env, way.clone())?
                {
                    all.append(&mut self.command(yes, env, way)?);
                }
                if holds != Some(true) {
                    let certain = way.certain && holds == Some(false);
                    all.append(&mut self.command(no, env, Way { certain, ..way })?);
                }
            }
            Command::Choose(lo, hi, body) => {
                let end = hi;
                let (lo, hi) = (self.value(lo, env, &way)?, self.value(hi, env, &way)?);
                for (number, certain) in self.choices(&lo, &hi)? {
                    let mut way = way.clone();
                    way.certain &= certain;
                    // What is chosen is below the end.
                    let least = number.within.least.saturating_add(1);
                    let above = Interval::new(least, Interval::ANY.most);
                    way.facts.push((env.len(), end.clone(), above));
                    all.append(&mut self.with(number, body, env, way)?);
                    self.bounded(&all)?;
                }
            }
            Command::Loop(lo, hi, body) => {
                let (lo, hi) = (self.value(lo, env, &way)?, self.value(hi, env, &way)?);
                let (Some(from), Some(end)) = (lo.exact, hi.exact) else {
                    return Err(foreign(
                        "a loop goes over a range that depends on numbers of the position",
                    ));
                };
                let rounds = usize::try_from((&end - &from).max(0.into())).ok();
                let Some(rounds) = rounds.filter(|rounds| *rounds <= ROUNDS) else {
                    return Err(foreign("a loop has too many rounds"));
                };
                all.push(way);
                for round in 0..rounds {
                    let mut next = Vec::new();
                    for way in all {
                        next.append(&mut self.with(
                            Number::exactly(&from + round),
                            body,
                            env,
                            way,
                        )?);
                    }
                    all = next;
                    self.bounded(&all)?;
                }
            }
            Command::Set(part, index, value) => {
                let index = self.value(index, env, &way)?;
                let value = self.value(value, env, &way)?;
                all.extend(self.written(*part, &index, value, way)?);
            }
            Command::Repeat(..) => {
                return Err(foreign("a move repeats a step until nothing fits"));
            }
            Command::Splice(..) => {
                return Err(foreign("a move changes how many numbers there are"));
            }
        }
        Ok(all)
    }

    fn bounded(&self, ways: &[Way]) -> Result<(), Rejection> {
        match ways.len() <= WAYS {
            true => self.budget.spend(ways.len() as u64),
            false => Err(Rejection::budget(format!(
                "a turn has more than {WAYS} cases"
            ))),
        }
    }

    /// A command with one more variable; what conditions say of it ends with it.
    fn with(
        &self,
        number: Number,
        body: &Command,
        env: &mut Vec<Number>,
        way: Way,
    ) -> Result<Vec<Way>, Rejection> {
        let depth = env.len();
        env.push(number);
        let ways = self.command(body, env, way);
        env.truncate(depth);
        let mut ways = ways?;
        for way in &mut ways {
            way.facts.retain(|fact| fact.0 <= depth);
        }
        Ok(ways)
    }

    /// What may be chosen of lo ..= hi - 1, and whether it is there for certain: the first ones one
    /// by one, the others by what they leave.
    fn choices(&self, lo: &Number, hi: &Number) -> Result<Vec<(Number, bool)>, Rejection> {
        let mut all = Vec::new();
        let most = hi.within.most.saturating_sub(1);
        let mut least = lo.within.least;
        if lo.within.single().is_some() {
            // All of them, where they are few.
            let few = most.saturating_sub(least) < FEW as i128;
            let first = if few { FEW } else { self.first };
            for _ in 0..first {
                if least > most {
                    break;
                }
                all.push((Number::exactly(least), least < hi.within.least));
                least += 1;
            }
        }
        if least <= most {
            self.budget.spend(self.modulus)?;
            for class in 0..self.modulus {
                let mut number = Number::class(Interval::new(least, most), self.modulus, class);
                if let Some((of, by)) = hi.beyond {
                    let less = Interval::new(Interval::ANY.least, by.most.saturating_sub(1));
                    number.beyond = Some((of, less));
                }
                all.push((number, false));
            }
        }
        Ok(all)
    }

    /// A write; no way outside the array or the part's range.
    fn written(
        &self,
        part: usize,
        index: &Number,
        value: Number,
        mut way: Way,
    ) -> Result<Option<Way>, Rejection> {
        let Some(at) = &index.exact else {
            return Err(foreign(
                "a move writes to a place that depends on numbers of the position",
            ));
        };
        let (Some(range), Ok(at)) = (self.game.parts.get(part), size(at)) else {
            return Ok(None);
        };
        if way.state.get(part).is_none_or(|one| at >= one.len()) {
            return Ok(None);
        }
        let least = Interval::exactly(&range.least).least;
        let most = range
            .most
            .as_ref()
            .map_or(Interval::ANY.most, |most| Interval::exactly(most).most);
        let range = Interval::new(least, most);
        let Some(kept) = value.meet(range) else {
            return Ok(None);
        };
        way.certain &= range.holds(value.within);
        way.state[part][at] = kept;
        way.facts.retain(|fact| !fact.1.reads_part(part));
        Ok(Some(way))
    }
}

/// Whether a fold is the square root of its beginning, rounded down, as the rules' `root` is
/// written: Newton's steps from above.
fn root(lo: &Expr, hi: &Expr, init: &Expr, body: &Expr, depth: usize) -> bool {
    let so_far = Expr::Var(depth + 1);
    let plain = !holds_fold(init);
    let mean = Expr::bin(
        Op::Add,
        so_far.clone(),
        Expr::bin(Op::Div, init.clone(), so_far.clone()),
    );
    let next = Expr::bin(Op::Min, so_far, Expr::bin(Op::Div, mean, Expr::num(2)));
    plain && matches!((lo, hi), (Expr::Num(_), Expr::Num(_))) && *body == next
}

fn holds_fold(expr: &Expr) -> bool {
    match expr {
        Expr::Num(_) | Expr::Var(_) | Expr::Len(_) => false,
        Expr::Get(_, index, _) => holds_fold(index),
        Expr::Bin(_, x, y) => holds_fold(x) || holds_fold(y),
        Expr::Ite(x, y, z) => holds_fold(x) || holds_fold(y) || holds_fold(z),
        Expr::Fold(..) => true,
    }
}

/// What Newton's steps come to after any number of rounds: never below the square root rounded
/// down, as (r + x / r) / 2 is not, and never above x.
fn rooted(x: &Number) -> Number {
    match x.within.least {
        // Below 0 nothing is known.
        ..0 => Number::ANY,
        least => Number::within(Interval::new(least.isqrt(), x.within.most)),
    }
}
