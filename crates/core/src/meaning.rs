//! The exact semantics of terms: defines which moves are legal.
//!
//! `proofs/Core.v` defines the same semantics, construct by construct. A test compares the two.
//!
//! Invariant: every construct is total, and integers have any size. The amount of work isn't
//! bounded, because a term can shift by 10^18. Each step is therefore charged to a [`Budget`], and
//! memory is checked before it is allocated. A computation that was cut short has no result.
//!
//! Start reading at [`Game::moves`].

use dashu_int::IBig;
use dashu_int::ops::BitTest;

use crate::budget::{Budget, Over};
use crate::op::small;
use crate::term::{Array, Command, Expr, Game, Op, Part, State};

/// The reason why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The time limit of the budget was reached, or the work was cancelled.
    Over(Over),
    /// Numbers or states need more memory than the budget allows.
    Memory,
}

/// Size of an array or an integer in bytes, without its digits.
const FRAME: u64 = 24;

/// Returns the size of a number in bytes.
fn bytes(number: &IBig) -> u64 {
    FRAME + number.bit_len() as u64 / 8
}

/// Returns the size of a state in bytes.
fn size(state: &State) -> u64 {
    let of = |array: &Vec<IBig>| FRAME + array.iter().map(bytes).sum::<u64>();
    FRAME + state.iter().map(of).sum::<u64>()
}

/// An evaluator with a budget.
struct Run<'a> {
    game: &'a Game,
    budget: &'a Budget,
    /// Size of the stored states in bytes.
    held: u64,
}

impl Run<'_> {
    /// Charges steps to the budget.
    fn charge(&self, steps: u64) -> Result<(), Cut> {
        match self.budget.charge(steps).is_continue() {
            true => Ok(()),
            false => Err(Cut::Over(self.budget.over().unwrap_or(Over::Stopped))),
        }
    }

    /// Checks that the budget has `bytes` bytes more than are in use.
    fn ask(&self, bytes: u64) -> Result<(), Cut> {
        match self.budget.has_room(self.held.saturating_add(bytes)) {
            true => Ok(()),
            false => Err(Cut::Memory),
        }
    }

    /// Evaluates `op(x, y)`.
    fn op(&self, op: Op, x: IBig, y: IBig) -> Result<IBig, Cut> {
        let (long, short) = match (x.bit_len() as u64, y.bit_len() as u64) {
            (a, b) if a < b => (b, a),
            lengths => lengths,
        };
        let words = match op {
            Op::Mul | Op::Div | Op::Mod | Op::Gcd => (1 + long / 64) * (1 + short / 64),
            _ => 1 + long / 64,
        };
        self.charge(words)?;
        if long > 64 || op == Op::Shl {
            let more = match (op, u64::try_from(&y)) {
                (Op::Shl, Ok(by)) if x != IBig::ZERO => by,
                (Op::Shl, Err(_)) if x != IBig::ZERO && y > IBig::ZERO => u64::MAX,
                (Op::Mul, _) => short,
                _ => 0,
            };
            self.ask(long.saturating_add(more) / 8)?;
        }
        Ok(op.exact(x, y))
    }

    fn array<'a>(&'a self, state: &'a State, array: Array) -> &'a [IBig] {
        match array {
            Array::Const(at) => self.game.consts.get(at).map_or(&[], |one| &one.values),
            Array::Part(at) => state.get(at).map_or(&[], |one| one),
        }
    }

    /// Evaluates an expression. `env` has the bound variables, outermost first.
    fn value(&self, expr: &Expr, env: &mut Vec<IBig>, state: &State) -> Result<IBig, Cut> {
        self.charge(1)?;
        Ok(match expr {
            Expr::Num(number) => number.clone(),
            Expr::Var(level) => env.get(*level).cloned().unwrap_or_default(),
            Expr::Get(array, index, default) => {
                let index = small(&self.value(index, env, state)?);
                let found = index.and_then(|at| self.array(state, *array).get(at));
                found.unwrap_or(default).clone()
            }
            Expr::Len(array) => self.array(state, *array).len().into(),
            Expr::Bin(op, x, y) => {
                let (x, y) = (self.value(x, env, state)?, self.value(y, env, state)?);
                self.op(*op, x, y)?
            }
            Expr::Ite(condition, yes, no) => match self.holds(condition, env, state)? {
                true => self.value(yes, env, state)?,
                false => self.value(no, env, state)?,
            },
            Expr::Fold(lo, hi, init, body) => {
                let (mut v, hi) = (self.value(lo, env, state)?, self.value(hi, env, state)?);
                let mut result = self.value(init, env, state)?;
                let depth = env.len();
                while v < hi {
                    env.push(v.clone());
                    env.push(result);
                    let next = self.value(body, env, state);
                    env.truncate(depth);
                    result = next?;
                    v += 1;
                }
                result
            }
        })
    }

    /// Evaluates a condition.
    fn holds(&self, expr: &Expr, env: &mut Vec<IBig>, state: &State) -> Result<bool, Cut> {
        Ok(self.value(expr, env, state)? != IBig::ZERO)
    }

    /// Returns the state as a list, and counts its memory.
    fn keep(&mut self, state: State) -> Result<Vec<State>, Cut> {
        let bytes = size(&state);
        self.charge(1 + bytes / 64)?;
        self.ask(bytes)?;
        self.held += bytes;
        Ok(vec![state])
    }

    /// Runs a command from each of several states, in order.
    fn each(
        &mut self,
        command: &Command,
        env: &mut Vec<IBig>,
        states: Vec<State>,
    ) -> Result<Vec<State>, Cut> {
        let mut all = Vec::new();
        for state in states {
            all.append(&mut self.run(command, env, &state)?);
            self.held -= size(&state);
        }
        Ok(all)
    }

    /// Runs `run` with one more variable.
    fn with<T>(
        &mut self,
        v: &IBig,
        env: &mut Vec<IBig>,
        run: impl FnOnce(&mut Self, &mut Vec<IBig>) -> Result<T, Cut>,
    ) -> Result<T, Cut> {
        env.push(v.clone());
        let done = run(self, env);
        env.pop();
        done
    }

    /// Returns every state that a command can produce, in order. A state that can be produced in
    /// two ways is listed twice.
    fn run(
        &mut self,
        command: &Command,
        env: &mut Vec<IBig>,
        state: &State,
    ) -> Result<Vec<State>, Cut> {
        self.charge(1)?;
        match command {
            Command::Guard(condition) => match self.holds(condition, env, state)? {
                true => self.keep(state.clone()),
                false => Ok(Vec::new()),
            },
            Command::Seq(commands) => {
                let mut states = self.keep(state.clone())?;
                for command in commands {
                    states = self.each(command, env, states)?;
                }
                Ok(states)
            }
            Command::Alt(commands) => {
                let mut all = Vec::new();
                for command in commands {
                    all.append(&mut self.run(command, env, state)?);
                }
                Ok(all)
            }
            Command::When(condition, yes, no) => match self.holds(condition, env, state)? {
                true => self.run(yes, env, state),
                false => self.run(no, env, state),
            },
            Command::Choose(lo, hi, body) => {
                let (mut v, hi) = (self.value(lo, env, state)?, self.value(hi, env, state)?);
                let mut all = Vec::new();
                while v < hi {
                    self.charge(1)?;
                    all.append(&mut self.with(&v, env, |run, env| run.run(body, env, state))?);
                    v += 1;
                }
                Ok(all)
            }
            Command::Loop(lo, hi, body) => {
                let (mut v, hi) = (self.value(lo, env, state)?, self.value(hi, env, state)?);
                let mut states = self.keep(state.clone())?;
                // The body doesn't read the loop variable. If one iteration changes nothing,
                // neither do the rest.
                let is_blind = !body.mentions(env.len());
                while v < hi && !states.is_empty() {
                    self.charge(1)?;
                    let before = if is_blind { states.clone() } else { Vec::new() };
                    states = self.with(&v, env, |run, env| run.each(body, env, states))?;
                    if is_blind && states == before {
                        break;
                    }
                    v += 1;
                }
                Ok(states)
            }
            Command::Repeat(fuel, body) => {
                let fuel = self.value(fuel, env, state)?;
                // The pending states with their remaining fuel, in reverse order.
                let mut pending: Vec<(State, IBig)> = Vec::new();
                let start = self.keep(state.clone())?;
                pending.extend(start.into_iter().map(|state| (state, fuel.clone())));
                let mut results = Vec::new();
                while let Some((state, fuel)) = pending.pop() {
                    let next = match fuel > IBig::ZERO {
                        true => self.run(body, env, &state)?,
                        false => Vec::new(),
                    };
                    if next.is_empty() {
                        results.push(state);
                        continue;
                    }
                    self.held -= size(&state);
                    let fuel: IBig = fuel - 1;
                    pending.extend(next.into_iter().rev().map(|next| (next, fuel.clone())));
                }
                Ok(results)
            }
            Command::Set(part, index, value) => {
                let index = small(&self.value(index, env, state)?);
                let value = self.value(value, env, state)?;
                let (Some(index), Some(range)) = (index, self.range(*part, state)) else {
                    return Ok(Vec::new());
                };
                if index >= state[*part].len() || !range.holds(&value) {
                    return Ok(Vec::new());
                }
                let mut next = state.clone();
                next[*part][index] = value;
                self.keep(next)
            }
            Command::Splice(part, index, count, values) => {
                let index = small(&self.value(index, env, state)?);
                let count = small(&self.value(count, env, state)?);
                let values: Vec<IBig> = values
                    .iter()
                    .map(|value| self.value(value, env, state))
                    .collect::<Result<_, Cut>>()?;
                let (Some(index), Some(count), Some(range)) =
                    (index, count, self.range(*part, state))
                else {
                    return Ok(Vec::new());
                };
                let end = index.checked_add(count);
                let Some(end) = end.filter(|end| *end <= state[*part].len()) else {
                    return Ok(Vec::new());
                };
                if !values.iter().all(|value| range.holds(value)) {
                    return Ok(Vec::new());
                }
                let mut next = state.clone();
                next[*part].splice(index..end, values);
                self.keep(next)
            }
        }
    }

    /// Returns true if a command can produce a state. Stops at the first state; in a sequence, only
    /// the last command stops early.
    fn gives(
        &mut self,
        command: &Command,
        env: &mut Vec<IBig>,
        state: &State,
    ) -> Result<bool, Cut> {
        self.charge(1)?;
        match command {
            Command::Guard(condition) => self.holds(condition, env, state),
            Command::Seq(commands) => {
                let Some((last, first)) = commands.split_last() else {
                    return Ok(true);
                };
                let before = self.held;
                let mut states = self.keep(state.clone())?;
                for command in first {
                    states = self.each(command, env, states)?;
                }
                for state in &states {
                    if self.gives(last, env, state)? {
                        self.held = before;
                        return Ok(true);
                    }
                }
                self.held = before;
                Ok(false)
            }
            Command::Alt(commands) => {
                for command in commands {
                    if self.gives(command, env, state)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Command::When(condition, yes, no) => match self.holds(condition, env, state)? {
                true => self.gives(yes, env, state),
                false => self.gives(no, env, state),
            },
            Command::Choose(lo, hi, body) => {
                let (mut v, hi) = (self.value(lo, env, state)?, self.value(hi, env, state)?);
                while v < hi {
                    self.charge(1)?;
                    if self.with(&v, env, |run, env| run.gives(body, env, state))? {
                        return Ok(true);
                    }
                    v += 1;
                }
                Ok(false)
            }
            Command::Repeat(..) => Ok(true),
            Command::Loop(..) | Command::Set(..) | Command::Splice(..) => {
                let before = self.held;
                let states = self.run(command, env, state)?;
                self.held = before;
                Ok(!states.is_empty())
            }
        }
    }

    /// Returns a part if the state has it.
    fn range(&self, part: usize, state: &State) -> Option<&Part> {
        self.game.parts.get(part).filter(|_| part < state.len())
    }

    /// Returns the payoff of the first end that applies.
    fn ended(&self, state: &State) -> Result<Option<IBig>, Cut> {
        for end in &self.game.ends {
            if self.holds(&end.when, &mut Vec::new(), state)? {
                return self.value(&end.pays, &mut Vec::new(), state).map(Some);
            }
        }
        Ok(None)
    }

    /// Returns the states of the first tier that produces any.
    fn moves(&mut self, state: &State) -> Result<Vec<State>, Cut> {
        for tier in &self.game.tiers {
            let states = self.run(tier, &mut Vec::new(), state)?;
            if !states.is_empty() {
                return Ok(states);
            }
        }
        Ok(Vec::new())
    }
}

impl Game {
    fn under<'a>(&'a self, budget: &'a Budget) -> Run<'a> {
        Run {
            game: self,
            budget,
            held: 0,
        }
    }

    /// Returns the state after each legal move, in the order of the term.
    ///
    /// A state that several moves lead to is listed once per move. The list is empty if the game is
    /// over. [`Game::options`] returns the same states without duplicates.
    ///
    /// ```
    /// use whowins_core::{Budget, Game};
    ///
    /// let nim: Game = "(game nim (part turn 0 1) (part heap 0 -) (start (0) (1 2))
    ///     ; A move makes one heap smaller.
    ///     (tier (choose i 0 (len heap) (choose k 1 (+ (get heap i) 1)
    ///         ; It takes k from heap i.
    ///         (seq (set heap i (- (get heap i) k)) (set turn (- 1 turn))))))
    ///     (stuck (if turn 1 -1)))".parse()?;
    /// let moves = nim.moves(&nim.starts[0], &Budget::OPEN).expect("no limit");
    /// assert_eq!(moves.len(), 3);
    /// # Ok::<(), whowins_core::ReadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a limit of the budget is exceeded.
    pub fn moves(&self, state: &State, budget: &Budget) -> Result<Vec<State>, Cut> {
        let mut run = self.under(budget);
        match run.ended(state)? {
            Some(_) => Ok(Vec::new()),
            None => run.moves(state),
        }
    }

    /// Returns the distinct states after a legal move, sorted.
    ///
    /// These are the options. [`Game::blocks`] tells how many of them the opponent may block.
    ///
    /// ```
    /// use whowins_core::{Budget, Game};
    ///
    /// let game: Game = "(game take (part turn 0 1) (part n 0 -) (start (0) (2))
    ///     ; A move takes 1 to 3.
    ///     (tier (choose k 1 4 (seq (set n (- n k)) (set turn (- 1 turn)))))
    ///     (stuck (if turn 1 -1)))"
    ///     .parse()?;
    /// let start = &game.starts[0];
    /// assert_eq!(
    ///     game.options(start, &Budget::OPEN).expect("no limit").len(),
    ///     2
    /// );
    /// assert_eq!(game.over(start, &Budget::OPEN).expect("no limit"), None);
    /// # Ok::<(), whowins_core::ReadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Game::moves`].
    pub fn options(&self, state: &State, budget: &Budget) -> Result<Vec<State>, Cut> {
        let mut options = self.moves(state, budget)?;
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// Returns the payoff of player 0 if the game is over, and `None` if play continues.
    ///
    /// The game is over in an end, or if no move is legal. If [`Game::blocks`] is greater than 0, a
    /// player whose options are all blocked also has no move. This function doesn't consider
    /// blocking.
    ///
    /// # Errors
    ///
    /// See [`Game::moves`].
    pub fn over(&self, state: &State, budget: &Budget) -> Result<Option<IBig>, Cut> {
        let mut run = self.under(budget);
        if let Some(pays) = run.ended(state)? {
            return Ok(Some(pays));
        }
        for tier in &self.tiers {
            if run.gives(tier, &mut Vec::new(), state)? {
                return Ok(None);
            }
        }
        run.value(&self.stuck, &mut Vec::new(), state).map(Some)
    }

    /// Evaluates a closed expression in a state.
    ///
    /// # Errors
    ///
    /// See [`Game::moves`].
    pub fn value(&self, expr: &Expr, state: &State, budget: &Budget) -> Result<IBig, Cut> {
        self.under(budget).value(expr, &mut Vec::new(), state)
    }
}
