//! Which positions a plane has.

use dashu_int::UBig;
use whowins_analysis::{Game, Position};

use crate::limits::DIGITS;
use crate::refusal::Refusal;

/// Two variables of a game, the others fixed; or two heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    /// What runs across and along.
    pub axes: [Axis; 2],
    /// All variables' values, those of the axes left open; empty for heaps.
    fixed: Vec<UBig>,
    /// The fixed variables as the command's `--slice` has them.
    pub slice: Vec<String>,
}

/// One of the two numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Which variable.
    pub variable: usize,
    /// Its least value.
    pub least: UBig,
    /// Its largest, where the rules say.
    pub most: Option<UBig>,
}

/// A natural number in decimal digits.
pub fn number(text: &str) -> Option<UBig> {
    let digits =
        !text.is_empty() && text.len() <= DIGITS && text.bytes().all(|b| b.is_ascii_digit());
    digits
        .then(|| UBig::from_str_radix(text, 10).ok())
        .flatten()
}

impl Plane {
    /// The plane of a slice such as `z=3,w=0`; the first two variables that it does not name run
    /// across and along, any other is at its least value.
    ///
    /// # Errors
    ///
    /// When the game has no two numbers, or the slice does not suit it.
    pub fn of(game: &Game, slice: &str) -> Result<Self, Refusal> {
        let unfit = |message: String| Err(Refusal::unfit("not-for-this-game", message));
        let numbers = match game.numbers() {
            Some(numbers) if numbers.variables.len() >= 2 => numbers,
            None if game.codes().is_some() && slice.is_empty() => {
                let heap = |variable| Axis {
                    variable,
                    least: UBig::ZERO,
                    most: None,
                };
                return Ok(Self {
                    axes: [heap(0), heap(1)],
                    fixed: Vec::new(),
                    slice: Vec::new(),
                });
            }
            _ => return unfit("tiles are of games with two numbers or more".into()),
        };
        let mut given: Vec<Option<UBig>> = vec![None; numbers.variables.len()];
        for part in slice.split(',').filter(|part| !part.trim().is_empty()) {
            let Some((name, text)) = part.split_once('=') else {
                return unfit(format!("slice: `{part}` has no `=`; write NAME=NUMBER"));
            };
            let (name, text) = (name.trim(), text.trim());
            let found = numbers.variables.iter().position(|one| one.name == name);
            let Some(at) = found else {
                return unfit(format!("slice: the game has no variable `{name}`"));
            };
            let variable = &numbers.variables[at];
            let word = variable.words.iter().position(|word| word == text);
            let value = word.map(UBig::from).or_else(|| number(text));
            let fits = |value: &UBig| {
                let most = variable.most.map(|most| UBig::from(most.unsigned_abs()));
                *value >= UBig::from(variable.least.unsigned_abs())
                    && most.is_none_or(|most| *value <= most)
            };
            match value.filter(fits) {
                Some(value) => given[at] = Some(value),
                None => return unfit(format!("slice: `{text}` isn't a value of {name}")),
            }
        }
        let open: Vec<usize> = (0..given.len()).filter(|at| given[*at].is_none()).collect();
        let &[across, along, ..] = open.as_slice() else {
            return unfit("slice: two variables must be left open, to run across and along".into());
        };
        let least = |at: usize| UBig::from(numbers.variables[at].least.unsigned_abs());
        let axis = |variable: usize| Axis {
            variable,
            least: least(variable),
            most: (numbers.variables[variable].most).map(|most| UBig::from(most.unsigned_abs())),
        };
        let fixed: Vec<UBig> = (given.into_iter().enumerate())
            .map(|(at, value)| value.unwrap_or_else(|| least(at)))
            .collect();
        let named = (0..fixed.len()).filter(|at| *at != across && *at != along);
        let slice = named
            .map(|at| format!("{}={}", numbers.variables[at].name, fixed[at]))
            .collect();
        Ok(Self {
            axes: [axis(across), axis(along)],
            fixed,
            slice,
        })
    }

    /// Whether a number lies in an axis's range.
    pub fn has(&self, axis: usize, number: &UBig) -> bool {
        let Axis { least, most, .. } = &self.axes[axis];
        number >= least && most.as_ref().is_none_or(|most| number <= most)
    }

    /// The values of all variables, none for those that run across and along; empty for heaps.
    pub fn others(&self) -> Vec<Option<UBig>> {
        let open = |at: usize| self.axes.iter().any(|axis| axis.variable == at);
        let all = self.fixed.iter().enumerate();
        all.map(|(at, value)| (!open(at)).then(|| value.clone()))
            .collect()
    }

    /// Whether all the game's numbers run across and along, in their order.
    pub fn is_whole(&self) -> bool {
        self.fixed.len() == 2
    }

    /// Whether both axes begin at 0 and have no end.
    pub fn is_unbounded(&self) -> bool {
        let free = |axis: &Axis| axis.least == UBig::ZERO && axis.most.is_none();
        self.axes.iter().all(free)
    }

    /// The position of two numbers; `None` outside of their ranges.
    pub fn position(&self, at: [&UBig; 2]) -> Option<Position> {
        if !(0..2).all(|axis| self.has(axis, at[axis])) {
            return None;
        }
        if self.fixed.is_empty() {
            let mut heaps: Vec<UBig> = at.into_iter().cloned().collect();
            heaps.retain(|heap| *heap != UBig::ZERO);
            heaps.sort();
            return Some(Position::list(heaps));
        }
        let mut all = self.fixed.clone();
        for (axis, number) in self.axes.iter().zip(at) {
            all[axis.variable] = number.clone();
        }
        Some(Position::tuple(all))
    }

    /// How many positions a table has that reaches so far along the axes; the fixed variables take
    /// part in it.
    pub fn states(&self, sides: [u64; 2]) -> Option<u64> {
        let open = |at: usize| self.axes.iter().any(|axis| axis.variable == at);
        let fixed = self.fixed.iter().enumerate().filter(|(at, _)| !open(*at));
        fixed
            .map(|(_, value)| u64::try_from(value).ok())
            .try_fold(sides[0].checked_mul(sides[1])?, |all, value| {
                all.checked_mul(value?.checked_add(1)?)
            })
    }
}
