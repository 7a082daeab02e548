//! A sheet of lines, written while somebody asks: what is asked is answered by an arena, and all
//! that the answer's check asks in turn is written too.

use rustc_hash::{FxHashMap, FxHashSet};
use whowins_values::{Arena, Cut, Side, Value};
use whowins_verify::values::Lines;

/// More lines are no certificate that anybody waits for.
const MOST: usize = 1 << 23;

/// Writes lines.
pub(crate) struct Sheet<'a> {
    pub arena: &'a mut Arena,
    numbers: FxHashMap<Value, u32>,
    lines: Lines,
    order: FxHashSet<(Value, Value)>,
    sums: FxHashSet<(Value, Value)>,
    /// What was answered, and is to be shown.
    open: Vec<Open>,
}

enum Open {
    Order(Value, Value, bool),
    Sum(Value, Value, Value),
}

/// Lists of options, Left's and Right's.
type Options = [Vec<Value>; 2];

impl<'a> Sheet<'a> {
    /// With form 0 alone.
    pub fn new(arena: &'a mut Arena) -> Self {
        let lines = Lines {
            forms: vec![[Vec::new(), Vec::new()]],
            ..Lines::default()
        };
        Self {
            arena,
            numbers: std::iter::once((Value::ZERO, 0)).collect(),
            lines,
            order: FxHashSet::default(),
            sums: FxHashSet::default(),
            open: Vec::new(),
        }
    }

    /// The lines, all that they stand on among them.
    pub fn finish(mut self) -> Result<Lines, Cut> {
        while let Some(open) = self.open.pop() {
            match open {
                Open::Order(a, b, holds) => self.show_order(a, b, holds)?,
                Open::Sum(a, b, sum) => {
                    let left = self.options_of_sum(a, b, Side::Left)?;
                    let right = self.options_of_sum(a, b, Side::Right)?;
                    self.is(&[left, right], sum)?;
                }
            }
        }
        Ok(self.lines)
    }

    fn options(&mut self, value: Value, side: Side) -> Result<Vec<Value>, Cut> {
        Ok(self.arena.options(value, side)?.to_vec())
    }

    /// The number of a form; its subforms have smaller ones.
    pub fn form(&mut self, value: Value) -> Result<u32, Cut> {
        let mut open = vec![value];
        while let Some(&form) = open.last() {
            if self.numbers.contains_key(&form) {
                open.pop();
                continue;
            }
            let sides = [
                self.options(form, Side::Left)?,
                self.options(form, Side::Right)?,
            ];
            let unknown: Vec<Value> = sides
                .iter()
                .flatten()
                .filter(|option| !self.numbers.contains_key(option))
                .copied()
                .collect();
            if unknown.is_empty() {
                let options = sides.map(|side| side.iter().map(|one| self.numbers[one]).collect());
                self.numbers.insert(form, self.lines.forms.len() as u32);
                self.lines.forms.push(options);
                open.pop();
            }
            open.extend(unknown);
        }
        Ok(self.numbers[&value])
    }

    fn ask(&self) -> Result<(), Cut> {
        let lines = self.order.len() + self.sums.len();
        if lines > MOST {
            return Err(Cut::Size);
        }
        self.arena.charge(1)?;
        self.arena.ask(lines as u64 * 96)
    }

    /// Whether a <= b, which is written down.
    pub fn at_most(&mut self, a: Value, b: Value) -> Result<bool, Cut> {
        let holds = self.arena.le(a, b)?;
        if a != b && self.order.insert((a, b)) {
            self.ask()?;
            let line = [self.form(a)?, self.form(b)?];
            match holds {
                true => self.lines.at_most.push(line),
                false => self.lines.not_at_most.push(line),
            }
            self.open.push(Open::Order(a, b, holds));
        }
        Ok(holds)
    }

    fn show_order(&mut self, a: Value, b: Value, holds: bool) -> Result<(), Cut> {
        let lefts = self.options(a, Side::Left)?;
        let rights = self.options(b, Side::Right)?;
        let asked = lefts
            .into_iter()
            .map(|x| (b, x))
            .chain(rights.into_iter().map(|y| (y, a)));
        for (x, y) in asked {
            if holds || self.arena.le(x, y)? {
                self.at_most(x, y)?;
                if !holds {
                    break;
                }
            }
        }
        Ok(())
    }

    /// a + b, which is written down.
    pub fn sum(&mut self, a: Value, b: Value) -> Result<Value, Cut> {
        let sum = self.arena.add(a, b)?;
        let (a, b) = (a.min(b), a.max(b));
        if a != Value::ZERO && self.sums.insert((a, b)) {
            self.ask()?;
            let line = [self.form(a)?, self.form(b)?, self.form(sum)?];
            self.lines.sums.push(line);
            self.open.push(Open::Sum(a, b, sum));
        }
        Ok(sum)
    }

    fn options_of_sum(&mut self, a: Value, b: Value, side: Side) -> Result<Vec<Value>, Cut> {
        let mut all = Vec::new();
        for (moved, still) in [(a, b), (b, a)] {
            for option in self.options(moved, side)? {
                all.push(self.sum(option, still)?);
            }
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// Writes down what shows that a game with these options is worth a value, which is right.
    pub fn is(&mut self, options: &Options, value: Value) -> Result<(), Cut> {
        self.form(value)?;
        self.as_good(options, value, value, Side::Left)?;
        self.as_good(options, value, value, Side::Right)
    }

    /// Writes down what shows that a game with these options, worth `value`, is no better for a
    /// player than `form`.
    fn as_good(
        &mut self,
        options: &Options,
        value: Value,
        form: Value,
        side: Side,
    ) -> Result<(), Cut> {
        for option in &options[side as usize] {
            self.no_better(form, *option, side)?;
        }
        let own = &options[side.other() as usize];
        'each: for answer in self.options(form, side.other())? {
            for option in own {
                if self.is_no_better(*option, answer, side)? {
                    self.no_better(*option, answer, side)?;
                    continue 'each;
                }
            }
            for through in self.options(answer, side)? {
                if self.is_no_better(value, through, side)? {
                    self.as_good(options, value, through, side)?;
                    continue 'each;
                }
            }
            // What the arena says is right, so some way is always found.
            return Err(Cut::Size);
        }
        Ok(())
    }

    /// Whether a is no better than b for a player.
    fn is_no_better(&mut self, a: Value, b: Value, side: Side) -> Result<bool, Cut> {
        match side {
            Side::Left => self.arena.le(a, b),
            Side::Right => self.arena.le(b, a),
        }
    }

    /// The same, written down.
    fn no_better(&mut self, a: Value, b: Value, side: Side) -> Result<bool, Cut> {
        match side {
            Side::Left => self.at_most(a, b),
            Side::Right => self.at_most(b, a),
        }
    }
}
