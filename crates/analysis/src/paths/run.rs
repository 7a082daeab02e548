//! Symbolic execution: `whowins_core::meaning`, construct by construct, on linear forms in place of
//! integers (King 1976). What depends on the unknowns splits the way in cases that exclude each
//! other and leave nothing out.

use std::cell::Cell;

use dashu_int::IBig;
use whowins_core::{Array, Budget, Command, Expr, Game, Op};

use super::Refusal;
use super::form::{Constraint, Digits, Form};
use super::way::{Way, divided};

/// The most rounds of a fold or loop, values of a choice that are gone through one by one, and
/// elements that a form may be the index of.
const ROUNDS: usize = 256;
/// The most bits of a shift.
const SHIFT: u32 = 256;
/// The most ways of one execution.
const WAYS: usize = 1 << 14;
/// The most steps of one execution.
const STEPS: u64 = 1 << 24;

/// Ways, each with something that was worked out.
type Ways<T> = Result<Vec<(Way, T)>, Refusal>;

/// An execution.
pub(super) struct Run<'a> {
    pub game: &'a Game,
    /// Parts whose elements are told apart wherever they are written: they are constants in every
    /// state.
    pub told_apart: Vec<bool>,
    pub budget: &'a Budget,
    /// Steps taken so far.
    pub steps: Cell<u64>,
}

impl Run<'_> {
    pub(super) fn charge(&self, ways: usize) -> Result<(), Refusal> {
        if ways > WAYS {
            return Err(Refusal::Foreign(format!(
                "a turn has more than {WAYS} cases"
            )));
        }
        self.steps.set(self.steps.get() + 1 + ways as u64);
        if self.steps.get() > STEPS {
            return Err(Refusal::Foreign("a turn has too many steps".into()));
        }
        match self.budget.charge(1 + ways as u64).is_continue() {
            true => Ok(()),
            false => Err(Refusal::Over(
                self.budget.over().unwrap_or(whowins_core::Over::Stopped),
            )),
        }
    }

    /// Whether the form is not negative: both cases, or the one that there is.
    pub(super) fn split(&self, way: Way, form: &Form) -> Vec<(Way, bool)> {
        let negative = Form::constant(-1).minus(form);
        let no = way.clone().not_negative(negative).map(|way| (way, false));
        let yes = way.not_negative(form.clone()).map(|way| (way, true));
        yes.into_iter().chain(no).collect()
    }

    /// Whether the form is 0.
    fn is_zero(&self, way: Way, form: &Form) -> Vec<(Way, bool)> {
        let (more, less) = (form.and(-1), Form::constant(-1).minus(form));
        let unequal = [more, less].map(|side| way.clone().not_negative(side));
        let unequal = unequal.into_iter().flatten().map(|way| (way, false));
        let equal = way.clone().zero(form.clone()).map(|way| (way, true));
        equal.into_iter().chain(unequal).collect()
    }

    /// The place in an array that a form is; `None` outside.
    fn index(&self, way: Way, form: &Form, array: Array) -> Ways<Option<usize>> {
        let long = (way.long.as_ref()).is_some_and(|long| array == Array::Part(long.part));
        if long {
            return self.met(way, form);
        }
        let length = match array {
            Array::Const(at) => self.game.consts.get(at).map_or(0, |one| one.values.len()),
            Array::Part(at) => way.state.get(at).map_or(0, Vec::len),
        };
        if let Some(number) = form.as_constant() {
            let place = usize::try_from(number).ok().filter(|at| *at < length);
            return Ok(vec![(way, place)]);
        }
        if length > ROUNDS {
            return Err(Refusal::Foreign(format!(
                "a number of the position is the index of more than {ROUNDS} elements"
            )));
        }
        let before = way.clone().not_negative(Form::constant(-1).minus(form));
        let beyond = way.clone().not_negative(form.and(-IBig::from(length)));
        let outside = [before, beyond]
            .into_iter()
            .flatten()
            .map(|way| (way, None));
        let inside = (0..length).filter_map(|at| {
            let way = way.clone().zero(form.and(-IBig::from(at)))?;
            Some((way, Some(at)))
        });
        Ok(inside.chain(outside).collect())
    }

    /// The same in the list of any length: one of the elements looked at before, or one more, which
    /// is an unknown.
    fn met(&self, way: Way, form: &Form) -> Ways<Option<usize>> {
        let Some(long) = way.long.clone() else {
            return Ok(Vec::new());
        };
        let beyond = form.minus(&long.length);
        let inside = Form::constant(-1).minus(&beyond);
        let outside = [Form::constant(-1).minus(form), beyond];
        let outside = outside.map(|side| way.clone().not_negative(side));
        let mut all: Vec<_> = (outside.into_iter().flatten())
            .map(|way| (way, None))
            .collect();
        let way = way.not_negative(form.clone());
        let way = way.and_then(|way| way.not_negative(inside));
        let mut new: Vec<Way> = way.into_iter().collect();
        for (at, place) in long.places.iter().enumerate() {
            let cases = new
                .into_iter()
                .flat_map(|way| self.is_zero(way, &form.minus(place)));
            let (same, other): (Vec<_>, Vec<_>) = cases.partition(|one| one.1);
            all.extend(same.into_iter().map(|one| (one.0, Some(at))));
            new = other.into_iter().map(|one| one.0).collect();
        }
        if !new.is_empty() && !long.stretches.is_empty() {
            return Err(Refusal::Foreign(
                "a move looks at an element behind a loop over a stretch of the list".into(),
            ));
        }
        let range = &self.game.parts[long.part];
        for mut way in new {
            let (unknown, element) = (way.unknowns, way.fresh());
            let element = element.and(range.least.clone());
            if let Some(most) = &range.most {
                let below = Form::constant(most.clone()).minus(&element);
                way.constraints.push(Constraint::NotNegative(below));
            }
            way.state[long.part].push(element);
            if let Some(long) = &mut way.long {
                long.places.push(form.clone());
                long.unknowns.push(unknown);
            }
            all.push((way, Some(long.places.len())));
        }
        Ok(all)
    }

    fn length(&self, array: Array, way: &Way) -> Form {
        match (array, &way.long) {
            (Array::Part(at), Some(long)) if at == long.part => long.length.clone(),
            (Array::Const(at), _) => {
                Form::constant(self.game.consts.get(at).map_or(0, |one| one.values.len()))
            }
            (Array::Part(at), _) => Form::constant(way.state.get(at).map_or(0, Vec::len)),
        }
    }

    fn element(&self, array: Array, at: usize, way: &Way) -> Form {
        match array {
            Array::Const(one) => Form::constant(self.game.consts[one].values[at].clone()),
            Array::Part(one) => way.state[one][at].clone(),
        }
    }

    /// The number of rounds from one form to the other, where it does not depend on the unknowns.
    fn rounds(&self, lo: &Form, hi: &Form, what: &str) -> Result<usize, Refusal> {
        let rounds = hi.minus(lo);
        let Some(number) = rounds.as_constant() else {
            return Err(Refusal::Foreign(format!(
                "{what} goes over a range that depends on numbers of the position"
            )));
        };
        match usize::try_from(number) {
            Ok(rounds) if rounds <= ROUNDS => Ok(rounds),
            _ if *number <= IBig::ZERO => Ok(0),
            _ => Err(Refusal::Foreign(format!(
                "{what} has more than {ROUNDS} rounds"
            ))),
        }
    }

    /// The value of an expression, with the bound variables in `env`.
    pub fn value(&self, expr: &Expr, env: &mut Vec<Form>, way: Way) -> Ways<Form> {
        self.charge(0)?;
        match expr {
            Expr::Num(number) => Ok(vec![(way, Form::constant(number.clone()))]),
            Expr::Var(level) => {
                let form = env.get(*level).cloned().unwrap_or_default();
                Ok(vec![(way, form)])
            }
            Expr::Len(array) => {
                let length = self.length(*array, &way);
                Ok(vec![(way, length)])
            }
            Expr::Get(array, index, default) => {
                let mut all = Vec::new();
                for (way, index) in self.value(index, env, way)? {
                    for (way, at) in self.index(way, &index, *array)? {
                        let form = match at {
                            Some(at) => self.element(*array, at, &way),
                            None => Form::constant(default.clone()),
                        };
                        all.push((way, form));
                    }
                }
                self.charge(all.len())?;
                Ok(all)
            }
            Expr::Bin(op, x, y) => {
                let mut all = Vec::new();
                for (way, x) in self.value(x, env, way)? {
                    for (way, y) in self.value(y, env, way)? {
                        all.append(&mut self.operation(*op, &x, &y, way)?);
                    }
                }
                self.charge(all.len())?;
                Ok(all)
            }
            Expr::Ite(condition, yes, no) => {
                let mut all = Vec::new();
                for (way, holds) in self.truth(condition, env, way)? {
                    let chosen = if holds { yes } else { no };
                    all.append(&mut self.value(chosen, env, way)?);
                }
                self.charge(all.len())?;
                Ok(all)
            }
            Expr::Fold(lo, hi, init, body) => {
                let mut all = Vec::new();
                for (way, lo) in self.value(lo, env, way)? {
                    for (way, hi) in self.value(hi, env, way)? {
                        let rounds = self.rounds(&lo, &hi, "a fold")?;
                        let mut results = self.value(init, env, way)?;
                        for round in 0..rounds {
                            let mut next = Vec::new();
                            for (way, result) in results {
                                let depth = env.len();
                                env.extend([lo.and(round), result]);
                                let values = self.value(body, env, way);
                                env.truncate(depth);
                                next.append(&mut values?);
                            }
                            self.charge(next.len())?;
                            results = next;
                        }
                        all.append(&mut results);
                    }
                }
                Ok(all)
            }
        }
    }

    /// Whether a condition holds.
    pub fn truth(&self, condition: &Expr, env: &mut Vec<Form>, way: Way) -> Ways<bool> {
        let values = self.value(condition, env, way)?;
        let each = values
            .into_iter()
            .flat_map(|(way, value)| self.is_zero(way, &value));
        Ok(each.map(|(way, zero)| (way, !zero)).collect())
    }

    fn operation(&self, op: Op, x: &Form, y: &Form, way: Way) -> Ways<Form> {
        let flags = |ways: Vec<(Way, bool)>| {
            let flag = |(way, holds)| (way, Form::constant(u8::from(holds)));
            Ok(ways.into_iter().map(flag).collect())
        };
        let one = |way, form| Ok(vec![(way, form)]);
        match (op, x.as_constant(), y.as_constant()) {
            (Op::Add, ..) => one(way, x.plus(&IBig::ONE, y)),
            (Op::Sub, ..) => one(way, x.minus(y)),
            (Op::Mul, Some(times), _) => one(way, y.times(times)),
            (Op::Mul, _, Some(times)) => one(way, x.times(times)),
            (Op::Eq, ..) => flags(self.is_zero(way, &x.minus(y))),
            (Op::Le, ..) => flags(self.split(way, &y.minus(x))),
            (Op::Lt, ..) => flags(self.split(way, &y.minus(x).and(-1))),
            (Op::Min | Op::Max, ..) => {
                let cases = self.split(way, &y.minus(x));
                let chosen = |(way, rises): (Way, bool)| {
                    let first = rises == (op == Op::Min);
                    (way, if first { x.clone() } else { y.clone() })
                };
                Ok(cases.into_iter().map(chosen).collect())
            }
            (Op::Div | Op::Mod, _, Some(divisor)) => Ok(vec![divided(op, x, divisor, way)]),
            (Op::Shl | Op::Shr, _, Some(by)) => {
                let Ok(bits) = u32::try_from(by) else {
                    // By less than 0 bits is by none.
                    return match *by < IBig::ZERO {
                        true => one(way, x.clone()),
                        false => Err(Refusal::Foreign("a shift is too long".into())),
                    };
                };
                if bits > SHIFT {
                    return Err(Refusal::Foreign("a shift is too long".into()));
                }
                let power = IBig::ONE << bits as usize;
                match op {
                    Op::Shl => one(way, x.times(&power)),
                    _ => Ok(vec![divided(Op::Div, x, &power, way)]),
                }
            }
            (_, Some(x), Some(y)) => one(way, Form::constant(op.exact(x.clone(), y.clone()))),
            (Op::Mul, ..) => Err(Refusal::Foreign(
                "two numbers that are not fixed are multiplied".into(),
            )),
            (Op::Div | Op::Mod | Op::Shl | Op::Shr, ..) => Err(Refusal::Foreign(
                "a number is divided by one that is not fixed".into(),
            )),
            (Op::Xor | Op::And | Op::Or, ..) => self.digits(op, [x, y], way),
            (Op::Gcd, ..) => Err(Refusal::Foreign(
                "a move asks for the divisors of a number".into(),
            )),
        }
    }

    /// An operation on the digits of two numbers that are not negative: a new unknown.
    fn digits(&self, op: Op, of: [&Form; 2], mut way: Way) -> Ways<Form> {
        if of.iter().any(|one| way.decided(one) != Some(true)) {
            return Err(Refusal::Foreign(
                "a move asks for the digits of a number that may be negative".into(),
            ));
        }
        let (is, form) = (way.unknowns, way.fresh());
        let of = of.map(Form::clone);
        way.digits.push(Digits { op, of, is });
        Ok(vec![(way, form)])
    }

    /// A command, on each of these ways.
    fn each(
        &self,
        command: &Command,
        env: &mut Vec<Form>,
        ways: Vec<Way>,
    ) -> Result<Vec<Way>, Refusal> {
        let mut all = Vec::new();
        for way in ways {
            all.append(&mut self.command(command, env, way)?);
            self.charge(all.len())?;
        }
        Ok(all)
    }

    /// A command with one more variable.
    pub(super) fn with(
        &self,
        v: Form,
        command: &Command,
        env: &mut Vec<Form>,
        ways: Vec<Way>,
    ) -> Result<Vec<Way>, Refusal> {
        env.push(v);
        let ways = self.each(command, env, ways);
        env.pop();
        ways
    }

    /// Every way that a command can go on from one.
    pub fn command(
        &self,
        command: &Command,
        env: &mut Vec<Form>,
        way: Way,
    ) -> Result<Vec<Way>, Refusal> {
        self.charge(0)?;
        let mut all = Vec::new();
        match command {
            Command::Guard(condition) => {
                let cases = self.truth(condition, env, way)?;
                all.extend(cases.into_iter().filter(|one| one.1).map(|one| one.0));
            }
            Command::Seq(commands) => {
                all.push(way);
                for command in commands {
                    all = self.each(command, env, all)?;
                }
            }
            Command::Alt(commands) => {
                for command in commands {
                    all.append(&mut self.command(command, env, way.clone())?);
                }
            }
            Command::When(condition, yes, no) => {
                for (way, holds) in self.truth(condition, env, way)? {
                    let chosen = if holds { yes } else { no };
                    all.append(&mut self.command(chosen, env, way)?);
                }
            }
            Command::Choose(lo, hi, body) => {
                for (way, lo) in self.value(lo, env, way)? {
                    for (way, hi) in self.value(hi, env, way)? {
                        all.append(&mut self.choice(&lo, &hi, body, env, way)?);
                    }
                }
            }
            Command::Loop(lo, hi, body) => {
                for (way, lo) in self.value(lo, env, way)? {
                    for (way, hi) in self.value(hi, env, way)? {
                        if way.long.is_some() && hi.minus(&lo).as_constant().is_none() {
                            all.append(&mut self.stretch(&lo, &hi, body, env, way)?);
                            continue;
                        }
                        let rounds = self.rounds(&lo, &hi, "a loop")?;
                        let mut ways = vec![way];
                        for round in 0..rounds {
                            ways = self.with(lo.and(round), body, env, ways)?;
                        }
                        all.append(&mut ways);
                    }
                }
            }
            Command::Set(part, index, value) => {
                for (way, index) in self.value(index, env, way)? {
                    for (way, value) in self.value(value, env, way)? {
                        all.append(&mut self.write(*part, &index, &value, way)?);
                    }
                }
            }
            Command::Repeat(fuel, body) => {
                for (way, fuel) in self.value(fuel, env, way)? {
                    all.append(&mut self.repeat(&fuel, body, env, way)?);
                }
            }
            Command::Splice(..) => {
                return Err(Refusal::Foreign(
                    "a move changes how many numbers there are".into(),
                ));
            }
        }
        self.charge(all.len())?;
        Ok(all)
    }

    /// Returns the results of `Repeat`. Refuses a body if the unknowns decide whether it produces a
    /// state.
    fn repeat(
        &self,
        fuel: &Form,
        body: &Command,
        env: &mut Vec<Form>,
        way: Way,
    ) -> Result<Vec<Way>, Refusal> {
        let foreign =
            |what: &str| Refusal::Foreign(format!("{what} depends on numbers of the position"));
        let fuel = fuel
            .as_constant()
            .ok_or_else(|| foreign("how often a step is repeated"))?;
        let mut pending = vec![(way, 0)];
        let mut results = Vec::new();
        while let Some((way, round)) = pending.pop() {
            self.charge(results.len() + pending.len())?;
            if *fuel <= IBig::from(round) {
                results.push(way);
                continue;
            }
            if round == ROUNDS {
                let message = format!("a step is repeated more than {ROUNDS} times");
                return Err(Refusal::Foreign(message));
            }
            let next = self.command(body, env, way.clone())?;
            let size = |way: &Way| (way.unknowns, way.constraints.len(), way.digits.len());
            if next.iter().any(|next| size(next) != size(&way)) {
                return Err(foreign("whether a step is repeated"));
            }
            match next.is_empty() {
                true => results.push(way),
                false => pending.extend(next.into_iter().rev().map(|next| (next, round + 1))),
            }
        }
        Ok(results)
    }

    /// A choice of v = lo ..= hi - 1: one by one where there are few, else an unknown.
    fn choice(
        &self,
        lo: &Form,
        hi: &Form,
        body: &Command,
        env: &mut Vec<Form>,
        mut way: Way,
    ) -> Result<Vec<Way>, Refusal> {
        if let Ok(rounds) = self.rounds(lo, hi, "a choice") {
            let mut all = Vec::new();
            for round in 0..rounds {
                all.append(&mut self.with(lo.and(round), body, env, vec![way.clone()])?);
            }
            return Ok(all);
        }
        let v = lo.plus(&IBig::ONE, &way.fresh());
        let below = hi.minus(&v).and(-1);
        let ways = way.not_negative(below);
        self.with(v, body, env, ways.into_iter().collect())
    }

    /// A write; no way outside the array or the part's range.
    fn write(
        &self,
        part: usize,
        index: &Form,
        value: &Form,
        way: Way,
    ) -> Result<Vec<Way>, Refusal> {
        let Some(range) = self.game.parts.get(part) else {
            return Ok(Vec::new());
        };
        let mut all = Vec::new();
        for (way, at) in self.index(way, index, Array::Part(part))? {
            let Some(at) = at else { continue };
            let above = way.not_negative(value.and(-range.least.clone()));
            let inside = above.and_then(|way| match &range.most {
                Some(most) => way.not_negative(Form::constant(most.clone()).minus(value)),
                None => Some(way),
            });
            let Some(way) = inside else { continue };
            for (mut way, value) in self.apart(part, value, way) {
                way.state[part][at] = value;
                all.push(way);
            }
        }
        Ok(all)
    }

    /// The values that a form in a part's range has, one by one where they are to be told apart.
    fn apart(&self, part: usize, value: &Form, way: Way) -> Vec<(Way, Form)> {
        let range = &self.game.parts[part];
        let apart = self.told_apart.get(part) == Some(&true) && value.as_constant().is_none();
        let Some(most) = range.most.as_ref().filter(|_| apart) else {
            return vec![(way, value.clone())];
        };
        let mut all = Vec::new();
        let mut one = range.least.clone();
        while one <= *most {
            let way = way.clone().zero(value.and(-one.clone()));
            all.extend(way.map(|way| (way, Form::constant(one.clone()))));
            one += 1;
        }
        all
    }
}
