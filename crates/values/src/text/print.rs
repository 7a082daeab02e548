//! Prints values: by their names in the literature, else with names for shared subforms, else
//! shortened.
//!
//! Output length is bounded, whatever the size of the tree.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::definitions::is_name;
use crate::arena::{Arena, Side, Value};
use crate::cut::Cut;
use crate::sheet::Sheet;

/// Limits for the length of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// Maximum number of characters of a form without names for subforms, and of a shortened form.
    pub plain: usize,
    /// Maximum number of characters of a form with names for shared subforms.
    pub named: usize,
}

impl Default for Width {
    fn default() -> Self {
        Self {
            plain: 160,
            named: 2_000,
        }
    }
}

/// Uptimals ↑², ↑³, ... up to this one are printed by name.
const UPTIMALS: u32 = 6;
/// Maximum length of a bar that replaces braces.
const BARS: usize = 4;
/// Maximum nesting depth before an inner form gets a name, if names are used.
const HIGH: usize = 6;
/// A repeated form of at most this length gets no name.
const SHORT: usize = 8;

/// Returns x + n·↑ + *m as text.
pub(crate) fn up_star(number: &crate::Dyadic, ups: i32, nimber: u32) -> String {
    let mut text = String::new();
    if *number != crate::Dyadic::default() || ups == 0 && nimber == 0 {
        text = number.to_string();
    }
    let arrow = if ups < 0 { "v" } else { "^" };
    match ups.unsigned_abs() {
        0 => {}
        many @ 1..=2 => text.push_str(&arrow.repeat(many as usize)),
        many => {
            let _ = write!(text, "{arrow}{many}");
        }
    }
    match nimber {
        0 => {}
        1 => text.push('*'),
        heap => {
            let _ = write!(text, "*{heap}");
        }
    }
    text
}

/// The text of a form, with the length of its longest bar if it is in braces.
struct Written {
    text: String,
    bars: usize,
}

/// Returns the text of {left | right}. A side that is a single form in braces is printed without
/// them, with the shorter bars.
fn braces(left: Vec<Written>, right: Vec<Written>) -> Written {
    let mut longest = 0;
    let mut side = |mut options: Vec<Written>| match &options[..] {
        [one] if one.bars > 0 && one.bars < BARS => {
            longest = longest.max(one.bars);
            one.text[1..one.text.len() - 1].to_owned()
        }
        _ => {
            options.sort_by(|one, other| one.text.cmp(&other.text));
            let texts: Vec<String> = options.into_iter().map(|option| option.text).collect();
            texts.join(",")
        }
    };
    let (left, right) = (side(left), side(right));
    let bars = longest + 1;
    let text = format!("{{{left}{}{right}}}", "|".repeat(bars));
    Written { text, bars }
}

/// Returns the names for subforms in order of use: letters, then letters with numbers.
fn given_names() -> impl Iterator<Item = String> {
    (0u32..)
        .flat_map(|round| ('a'..='z').map(move |letter| (letter, round)))
        .map(|(letter, round)| match round {
            0 => letter.to_string(),
            round => format!("{letter}{round}"),
        })
        .filter(|name| is_name(name))
}

impl Arena {
    /// Returns the value as text, in the syntax of [`Arena::read`]. A text with `...` was shortened
    /// and can't be read.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn show(&mut self, value: Value) -> Result<String, Cut> {
        self.show_within(value, Width::default())
    }

    /// Returns the value as text of limited length. See [`Arena::show`].
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn show_within(&mut self, value: Value, width: Width) -> Result<String, Cut> {
        let names = self.uptimal_names()?;
        if let Some(name) = self.name(value, &names)? {
            return Ok(name);
        }
        let mut lengths = Sheet::default();
        if self.length(value, &names, &mut lengths)? <= width.plain {
            return Ok(self.tree(value, &names, &FxHashMap::default())?.text);
        }
        match self.with_names(value, &names, &lengths, width.named)? {
            Some(text) => Ok(text),
            None => self.cut(value, &names, width.plain),
        }
    }

    /// Returns the uptimals that are printed by name.
    fn uptimal_names(&mut self) -> Result<FxHashMap<Value, String>, Cut> {
        let mut names = FxHashMap::default();
        let mut sum = self.up_nth(1)?;
        for n in 2..=UPTIMALS {
            let up = self.up_nth(n)?;
            sum = self.add(sum, up)?;
            for (value, brackets) in [(up, ["<", ">"]), (sum, ["[", "]"])] {
                let under = self.neg(value)?;
                for (value, arrow) in [(value, "^"), (under, "v")] {
                    names.insert(value, format!("{arrow}{}{n}{}", brackets[0], brackets[1]));
                }
            }
        }
        Ok(names)
    }

    /// Returns the name of a form in the literature.
    pub(super) fn name(
        &mut self,
        value: Value,
        names: &FxHashMap<Value, String>,
    ) -> Result<Option<String>, Cut> {
        if let Some((number, ups, nimber)) = self.as_up_star(value) {
            return Ok(Some(up_star(&number, ups, nimber)));
        }
        if let Some(name) = names.get(&value) {
            return Ok(Some(name.clone()));
        }
        for side in Side::BOTH {
            if let Some(under) = self.tiny_of(value, side)? {
                let sign = if side == Side::Left { "+_" } else { "-_" };
                return Ok(Some(format!("{sign}{under}")));
            }
        }
        Ok(None)
    }

    /// Returns the subscript of ⧾ or ⧿, if it is a positive number, optionally with ups and a star.
    fn tiny_of(&mut self, value: Value, side: Side) -> Result<Option<String>, Cut> {
        let [zero] = *self.options(value, side)? else {
            return Ok(None);
        };
        let [threat] = *self.options(value, side.other())? else {
            return Ok(None);
        };
        let [zero_again] = *self.options(threat, side)? else {
            return Ok(None);
        };
        let [price] = *self.options(threat, side.other())? else {
            return Ok(None);
        };
        let Some((number, ups, nimber)) = self.as_up_star(price) else {
            return Ok(None);
        };
        let sign = if side == Side::Left { -1 } else { 1 };
        let number = if sign < 0 { -&number } else { number };
        if (zero, zero_again) != (Value::ZERO, Value::ZERO) || number <= crate::Dyadic::default() {
            return Ok(None);
        }
        let text = up_star(&number, ups * sign, nimber);
        Ok(Some(match (ups, nimber) {
            (0, 0) => text,
            _ => format!("({text})"),
        }))
    }

    /// Returns an upper bound for the number of characters of a form. Braces that bars will replace
    /// are counted.
    fn length(
        &mut self,
        value: Value,
        names: &FxHashMap<Value, String>,
        known: &mut Sheet<usize>,
    ) -> Result<usize, Cut> {
        if let Some(known) = known.get(value) {
            return Ok(*known);
        }
        let length = match self.name(value, names)? {
            Some(name) => name.len(),
            None => {
                let mut length = 2usize;
                for side in Side::BOTH {
                    for option in self.options_of(value, side)? {
                        let inner = self.deeper(|arena| arena.length(option, names, known))?;
                        length = length.saturating_add(inner).saturating_add(1);
                    }
                }
                length
            }
        };
        known.put(self, value, length, 0)?;
        Ok(length)
    }

    /// Prints a form. Subforms with names are printed by name.
    fn tree(
        &mut self,
        value: Value,
        names: &FxHashMap<Value, String>,
        given: &FxHashMap<Value, String>,
    ) -> Result<Written, Cut> {
        if let Some(text) = self.name(value, names)? {
            return Ok(Written { text, bars: 0 });
        }
        let mut sides = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            for option in self.options_of(value, side)? {
                self.charge(1)?;
                sides[side as usize].push(match given.get(&option) {
                    Some(name) => Written {
                        text: name.clone(),
                        bars: 0,
                    },
                    None => self.deeper(|arena| arena.tree(option, names, given))?,
                });
            }
        }
        let [left, right] = sides;
        Ok(braces(left, right))
    }

    /// Prints `{a|b} where a = ..., b = ...`, each name before its use in a later one. Returns
    /// `None` if that is too long.
    fn with_names(
        &mut self,
        value: Value,
        names: &FxHashMap<Value, String>,
        lengths: &Sheet<usize>,
        most: usize,
    ) -> Result<Option<String>, Cut> {
        // The subforms in braces, inner ones first, with the number of their uses.
        let mut order = Vec::new();
        let mut uses: FxHashMap<Value, usize> = FxHashMap::default();
        let mut open = vec![(value, false)];
        while let Some((form, is_done)) = open.pop() {
            if is_done {
                order.push(form);
                continue;
            }
            let count = uses.entry(form).or_default();
            *count += 1;
            if *count > 1 || self.name(form, names)?.is_some() {
                continue;
            }
            if uses.len() > most {
                return Ok(None);
            }
            open.push((form, true));
            for side in Side::BOTH {
                open.extend(
                    self.options_of(form, side)?
                        .into_iter()
                        .map(|form| (form, false)),
                );
            }
        }
        let mut given = FxHashMap::default();
        let mut new_names = given_names();
        let mut height: FxHashMap<Value, usize> = FxHashMap::default();
        let mut definitions = Vec::new();
        let mut total = 0;
        for form in order {
            let mut options = self.options_of(form, Side::Left)?;
            options.extend(self.options_of(form, Side::Right)?);
            let heights = options.iter().filter_map(|option| height.get(option));
            let high = 1 + heights.max().copied().unwrap_or(0);
            let is_short = lengths.get(form).is_some_and(|length| *length <= SHORT);
            let is_shared = uses[&form] > 1 && !is_short;
            if form != value && !is_shared && high < HIGH {
                height.insert(form, high);
                continue;
            }
            let text = self.tree(form, names, &given)?.text;
            total += text.len();
            if total > most {
                return Ok(None);
            }
            if form == value {
                let lines = definitions.join(", ");
                let lead = if lines.is_empty() { "" } else { " where " };
                return Ok(Some(format!("{text}{lead}{lines}")));
            }
            let name = new_names.next().unwrap_or_default();
            definitions.push(format!("{name} = {text}"));
            given.insert(form, name);
        }
        Ok(None)
    }

    /// Prints the outer levels of a form, as many as fit, with `...` for deeper levels.
    fn cut(
        &mut self,
        value: Value,
        names: &FxHashMap<Value, String>,
        most: usize,
    ) -> Result<String, Cut> {
        let mut fits = "{...|...}".to_owned();
        for depth in 1.. {
            let text = self.outside(value, names, depth, most)?.text;
            if text.len() > most || text == fits {
                break;
            }
            fits = text;
        }
        Ok(fits)
    }

    fn outside(
        &mut self,
        value: Value,
        names: &FxHashMap<Value, String>,
        depth: usize,
        most: usize,
    ) -> Result<Written, Cut> {
        let points = || Written {
            text: "...".into(),
            bars: 0,
        };
        if let Some(text) = self.name(value, names)? {
            return Ok(Written { text, bars: 0 });
        }
        if depth == 0 {
            return Ok(points());
        }
        let mut sides = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            let mut length = 0;
            for option in self.options_of(value, side)? {
                let written = self.outside(option, names, depth - 1, most)?;
                length += written.text.len() + 1;
                sides[side as usize].push(written);
                if length > most {
                    break;
                }
            }
        }
        let [left, right] = sides;
        Ok(braces(left, right))
    }
}
