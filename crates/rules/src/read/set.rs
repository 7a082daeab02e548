//! Sets, choices, directions.

use super::scan::{Read, Reader, error, is_name};
use crate::tree::{Choice, Compare, Direction, Expr, ExprKind, Set, SetKind, Whose, Word};

/// Words before `of` that make a set.
const SETS: [&str; 9] = [
    "subsets",
    "cells",
    "places",
    "nodes",
    "edges",
    "ends",
    "neighbours",
    "neighbors",
    "squares",
];

impl Reader<'_> {
    /// A set, perhaps with `showing SYMBOL`.
    pub(super) fn set(&mut self) -> Read<Set> {
        let start = self.here();
        self.note("a set such as 1..5, {1, 2} or a name");
        let mut kind = self.set_kind()?;
        let mut showing = None;
        loop {
            if showing.is_none() && self.take("showing") {
                showing = Some(Box::new(self.sum()?));
                continue;
            }
            match &mut kind {
                SetKind::Neighbours(_, along) if along.is_empty() && self.sees("along") => {
                    self.take_token();
                    *along = self.directions()?;
                }
                _ => break,
            }
        }
        Ok(Set {
            kind,
            showing,
            span: self.since(start),
        })
    }

    fn set_kind(&mut self) -> Read<SetKind> {
        let (start, token) = self.token(self.at);
        if token == "{" {
            return self.deeper(Self::listed_set);
        }
        if token == "[" {
            let help = format!(
                "a set is written in braces: {{{}}}",
                self.listed(start + 1, ']')
            );
            return Err(error(start..start + 1, "`[` begins no set", help));
        }
        if SETS.contains(&token) && self.second() == "of" && !self.says_whose() {
            return self.set_of(token);
        }
        if token == "digits" && self.second() == "(" && !self.names.declares(token) {
            return self.deeper(|reader| {
                reader.take_token();
                reader.take_token();
                let number = reader.sum()?;
                reader.need(")", "`)`")?;
                Ok(SetKind::Digits(Box::new(number)))
            });
        }
        self.slices = true;
        let low = self.sum();
        self.slices = false;
        let low = low?;
        if self.take("..") {
            let high = self.sum()?;
            return Ok(SetKind::Range(Box::new((low, high))));
        }
        self.note("`..`");
        self.no_range(&low)?;
        Ok(match low.kind {
            ExprKind::Slice(name, whose, ends) => SetKind::Slice(name, whose, ends),
            _ => SetKind::Of(low),
        })
    }

    /// Whether a name with `of` is a part of a player, as `edges of Ann`.
    fn says_whose(&self) -> bool {
        let player = self.third().trim_matches('"');
        self.names.parts.contains(self.next()) && self.names.is_player(player)
    }

    fn listed_set(&mut self) -> Read<SetKind> {
        self.take_token();
        let mut members = Vec::new();
        while !self.sees("}") {
            let low = self.sum()?;
            let high = match self.take("..") {
                true => Some(self.sum()?),
                false => None,
            };
            match &high {
                None => self.no_range(&low)?,
                Some(high) => is_rising(&low, high)?,
            }
            members.push((low, high));
            if !self.take(",") {
                break;
            }
        }
        self.note("`,`");
        self.need("}", "`}`")?;
        Ok(SetKind::Listed(members))
    }

    fn set_of(&mut self, word: &str) -> Read<SetKind> {
        self.take_token();
        self.take_token();
        Ok(match word {
            "subsets" => SetKind::Subsets(Box::new(self.deeper(Self::set)?)),
            "cells" => SetKind::Cells(self.name()?),
            "places" => {
                let (name, whose) = self.part()?;
                SetKind::Places(name, whose)
            }
            "nodes" => SetKind::Nodes(self.name()?),
            "edges" => SetKind::Edges(self.name()?),
            "ends" => SetKind::Ends(Box::new(self.sum()?)),
            "squares" => SetKind::Squares(self.name()?),
            _ => SetKind::Neighbours(Box::new(self.sum()?), Vec::new()),
        })
    }

    /// `[own | other] NAME [of PLAYER]`
    pub(super) fn part(&mut self) -> Read<(Word, Option<Whose>)> {
        let whose = match (self.next(), self.second()) {
            (word @ ("own" | "other"), second) if is_name(second) && !self.names.declares(word) => {
                if !self.own {
                    return Err(self.nobodys_own());
                }
                let own = self.sees("own");
                self.take_token();
                Some(if own { Whose::Own } else { Whose::Other })
            }
            _ => None,
        };
        let name = self.named("the name of a part of the position")?;
        if whose.is_none() && self.take("of") {
            let player = self.player()?;
            return Ok((name, Some(Whose::Of(player))));
        }
        Ok((name, whose))
    }

    // ---- choices --------------------------------------------------------------------------------------------------

    /// `CHOICE, ...`
    pub(super) fn choices(&mut self) -> Read<Vec<Choice>> {
        let mut choices = vec![self.choice()?];
        while self.take(",") {
            choices.push(self.choice()?);
        }
        self.note("`,`");
        Ok(choices)
    }

    /// `k in 1, 2`, `k in 1-3`: numbers where a set is meant.
    fn is_no_number(&self, set: &Set) -> Read<()> {
        let SetKind::Of(one) = &set.kind else {
            return Ok(());
        };
        let rest = self.text(set.span.start..self.end);
        let length = rest.find(|c: char| !c.is_ascii_digit() && !", -".contains(c));
        let listed = &rest[..length.unwrap_or(rest.len())];
        let numbers: Vec<&str> = listed
            .split(|c: char| !c.is_ascii_digit())
            .filter(|number| !number.is_empty())
            .collect();
        let after = rest[listed.len()..]
            .strip_prefix("to ")
            .map(str::trim_start);
        let end = after.map(|after| {
            let length = after.find(|c: char| !c.is_ascii_digit());
            &after[..length.unwrap_or(after.len())]
        });
        let is_number = |one: &Expr| matches!(one.kind, ExprKind::Number(_));
        let help = match &one.kind {
            ExprKind::Number(_) if numbers.len() == 1 && end.is_some() => {
                format!(
                    "a range is written {}..{}",
                    numbers[0],
                    end.unwrap_or_default()
                )
            }
            ExprKind::Number(_) => format!("a set is written {{{}}}", numbers.join(", ")),
            ExprKind::Bin('-', sides) if is_number(&sides.0) && is_number(&sides.1) => {
                format!("a range is written {}", numbers.join(".."))
            }
            _ => return Ok(()),
        };
        Err(error(set.span.clone(), "this isn't a set of numbers", help))
    }

    fn choice(&mut self) -> Read<Choice> {
        let quantifier = matches!(self.next(), "all" | "each" | "every" | "any" | "some");
        if quantifier && is_name(self.second()) {
            let help = format!("write {} in SET", self.second());
            return Err(error(
                self.take_token(),
                "a choice begins with its name",
                help,
            ));
        }
        if self.names_in_set(self.at) {
            let mut names = vec![self.name()?];
            while self.take(",") {
                names.push(self.name()?);
            }
            self.need("in", "`in`")?;
            let set = self.set()?;
            self.is_no_number(&set)?;
            return Ok(Choice::In(names, set));
        }
        self.note("a bound such as k >= 1");
        let start = self.here();
        let first = self.sum()?;
        let Some(compare) = self.relation() else {
            if let ExprKind::Name(..) = first.kind {
                self.note("`in`");
            }
            return Err(self.unexpected());
        };
        let low = matches!(compare, Compare::Less | Compare::AtMost);
        if low && is_name(self.next()) && matches!(self.second(), "<" | "<=") {
            let name = self.name()?;
            let end = match self.relation() {
                Some(Compare::Less) => Compare::Less,
                _ => Compare::AtMost,
            };
            let high = self.sum()?;

            return Ok(Choice::Between {
                name,
                low: Some((first, compare)),
                high: Some((end, high)),
            });
        }
        let span = self.since(start);
        let ExprKind::Name(name, None) = first.kind else {
            let help = "write the chosen name first: k >= 1; or between its bounds: 1 <= k <= n";
            return Err(error(span, "this chooses no number", help));
        };
        let bound = self.sum()?;
        let (low, high) = match compare {
            Compare::Less | Compare::AtMost => (None, Some((compare, bound))),
            Compare::More => (Some((bound, Compare::Less)), None),
            Compare::AtLeast => (Some((bound, Compare::AtMost)), None),
            Compare::Equal => (
                Some((bound.clone(), Compare::AtMost)),
                Some((Compare::AtMost, bound)),
            ),
            Compare::Unequal | Compare::Divides => {
                let help = "write for k >= 1 if k != 2: first the choice, then its condition";
                return Err(error(span, "this bounds no number", help));
            }
        };
        Ok(Choice::Between { name, low, high })
    }

    /// Whether `NAME, ... in` stands at a place.
    pub(super) fn names_in_set(&self, mut at: usize) -> bool {
        loop {
            let (start, token) = self.token(at);

            if !is_name(token) {
                return false;
            }
            let (start, token) = self.token(start + token.len());
            match token {
                "in" => return true,
                "," => at = start + 1,
                _ => return false,
            }
        }
    }

    // ---- directions -----------------------------------------------------------------------------------------------

    /// `DIRECTION, ...`, after `along`.
    pub(super) fn directions(&mut self) -> Read<Vec<Direction>> {
        let mut directions = Vec::new();
        loop {
            let Some(direction) = self.direction() else {
                self.note("a direction (up, down, left, right, up left, ..., forward, all directions, straight lines, diagonals)");
                return Err(self.unexpected());
            };
            directions.push(direction);
            if !self.sees(",") || !self.direction_at(self.here() + 1) {
                return Ok(directions);
            }
            self.take_token();
        }
    }

    /// Whether a direction stands at a place, and no name that something is done to.
    fn direction_at(&self, at: usize) -> bool {
        let (start, word) = self.token(at);
        let (_, after) = self.token(start + word.len());
        match word {
            "all" => after == "directions",
            "straight" => after == "lines",
            "diagonals" | "up" | "down" | "left" | "right" | "forward" | "back" => !matches!(
                after,
                "in" | "<" | "<=" | ">" | ">=" | "=" | ":=" | "+=" | "-=" | "["
            ),
            _ => false,
        }
    }

    fn direction(&mut self) -> Option<Direction> {
        if self.take_words("all directions") {
            return Some(Direction::All);
        }
        if self.take_words("straight lines") {
            return Some(Direction::Straight);
        }
        let word = self.next();
        let rows = match word {
            "diagonals" => {
                self.take_token();
                return Some(Direction::Diagonals);
            }
            "up" | "back" => -1,
            "down" | "forward" => 1,
            "left" | "right" => 0,
            _ => return None,
        };
        if rows != 0 {
            self.take_token();
        }
        let columns = match self.next() {
            "left" => -1,
            "right" => 1,
            _ => 0,
        };
        if columns != 0 {
            self.take_token();
        }
        Some(match word {
            "forward" | "back" => Direction::Forward(rows, columns),
            _ => Direction::By(rows, columns),
        })
    }

    /// `1-3` for a range; in brackets it is meant as it stands.
    fn no_range(&self, low: &Expr) -> Read<()> {
        if let ExprKind::Bin('-', ends) = &low.kind
            && let (ExprKind::Number(from), ExprKind::Number(to)) = (&ends.0.kind, &ends.1.kind)
            && !self.text(low.span.clone()).starts_with('(')
        {
            let message = "this is one number less another";
            return Err(error(
                low.span.clone(),
                message,
                format!("a range is written {from}..{to}"),
            ));
        }
        Ok(())
    }
}

/// `{5..1}`
fn is_rising(low: &Expr, high: &Expr) -> Read<()> {
    let number = |one: &Expr| match &one.kind {
        ExprKind::Number(digits) => digits.parse::<u64>().ok(),
        _ => None,
    };
    match (number(low), number(high)) {
        (Some(from), Some(to)) if from > to => Err(error(
            low.span.start..high.span.end,
            format!("the range `{from}..{to}` is empty; write {to}..{from}"),
            "write the smaller number first",
        )),
        _ => Ok(()),
    }
}
