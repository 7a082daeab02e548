//! What a term is compiled to where a state is one machine word: tests on the word, and sums that
//! make the next one.
//!
//! A *way* through a turn is mostly a few tests, and a mask and a number: what stays of the word,
//! and what is added. So a run of ways is a table ([`Rule`]) that is gone through without a step
//! each. What is worked out on the way is in registers, as are all constants.

use whowins_core::Op;

/// A register.
pub(super) type Reg = u32;

/// A place in the code; while it is made, a label.
pub(super) type Place = u32;

/// Bits of the word: a cell of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub(super) shift: u8,
    /// From 1 to 63.
    pub(super) width: u8,
}

/// Cells of a part, one after the other in the word, and what they are read as outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) first: Field,
    pub(super) length: u32,
    pub(super) least: i64,
    pub(super) default: i64,
}

impl Row {
    /// The field of an element that is there.
    #[inline]
    pub(super) const fn at(&self, index: u64) -> Field {
        Field {
            shift: self.first.shift + index as u8 * self.first.width,
            width: self.first.width,
        }
    }
}

/// A way: where the word shows what is wanted, what stays and what is added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule<W> {
    pub(super) mask: W,
    pub(super) want: W,
    pub(super) keep: W,
    pub(super) add: W,
    pub(super) points: Reg,
}

/// A way with more conditions: what must not be shown, and a field between two numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<W> {
    pub(super) rule: Rule<W>,
    /// These bits are not so.
    pub(super) other: (W, W),
    /// These bits less the second are at most the third.
    pub(super) window: (W, W, W),
}

/// One step. `w` is the word of the state, `b` one that is being made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<W> {
    /// Jumps unless the bits of the mask are as wanted.
    Is {
        mask: W,
        want: W,
        to: Place,
    },
    /// Jumps where they are.
    Not {
        mask: W,
        want: W,
        to: Place,
    },
    /// Jumps where one of these tests holds.
    NotAny {
        first: u32,
        count: u32,
        to: Place,
    },
    /// Jumps unless the field is in the set.
    In {
        field: Field,
        set: u32,
        to: Place,
    },
    /// Jumps unless the field is between these two.
    Between {
        field: Field,
        least: u64,
        most: u64,
        to: Place,
    },
    /// Goes on at the target that the field names.
    Switch {
        field: Field,
        first: u32,
    },
    /// Hands out a state for each rule whose bits are as wanted.
    Rules {
        first: u32,
        count: u32,
    },
    /// The same for ways with more conditions.
    Ways {
        first: u32,
        count: u32,
    },
    /// Hands out one.
    Emit {
        keep: W,
        add: W,
        points: Reg,
    },
    /// `b := (w & keep) + add`
    Build {
        keep: W,
        add: W,
    },
    /// These bits of w, moved up by so many or down, come to b.
    Shift {
        mask: W,
        by: i16,
    },
    /// A field of b that is 0 becomes the value less the least one.
    Insert {
        field: Field,
        value: Reg,
        least: Reg,
    },
    /// An element that is there.
    InsertAt {
        index: Reg,
        row: u32,
        value: Reg,
    },
    /// Hands b out.
    Out {
        points: Reg,
    },
    /// Keeps w, which becomes b.
    Enter {
        slot: u32,
    },
    /// w becomes b.
    Again,
    /// w is what was kept.
    Leave {
        slot: u32,
    },
    /// `to := the field + plus`
    Load {
        to: Reg,
        field: Field,
        plus: Reg,
    },
    /// 1 where the field is in the set, else 0.
    Bit {
        to: Reg,
        field: Field,
        set: u32,
    },
    /// An element of the state, or the default.
    GetCell {
        to: Reg,
        index: Reg,
        row: u32,
    },
    /// An element of a constant array, or the default.
    Get {
        to: Reg,
        index: Reg,
        table: u32,
    },
    Move {
        to: Reg,
        from: Reg,
    },
    Add {
        to: Reg,
        x: Reg,
        y: Reg,
    },
    Sub {
        to: Reg,
        x: Reg,
        y: Reg,
    },
    Mul {
        to: Reg,
        x: Reg,
        y: Reg,
    },
    /// An operation that is met less often, or may leave the words.
    Operation {
        op: Op,
        to: Reg,
        x: Reg,
        y: Reg,
    },
    Jump {
        to: Place,
    },
    /// Jumps where the comparison holds, or does not.
    IfEq {
        x: Reg,
        y: Reg,
        to: Place,
    },
    IfLt {
        x: Reg,
        y: Reg,
        to: Place,
    },
    IfLe {
        x: Reg,
        y: Reg,
        to: Place,
    },
    UnlessEq {
        x: Reg,
        y: Reg,
        to: Place,
    },
    UnlessLt {
        x: Reg,
        y: Reg,
        to: Place,
    },
    UnlessLe {
        x: Reg,
        y: Reg,
        to: Place,
    },
    /// Adds 1 to the counter, and jumps where it is below the end then.
    Next {
        counter: Reg,
        end: Reg,
        to: Place,
    },
    /// Goes on with the next divisor of what the register after the end has, any number where that
    /// is 0, and jumps where it is below the end.
    NextDivisor {
        counter: Reg,
        end: Reg,
        to: Place,
    },
    /// The square root of x rounded down, -1 of what is negative.
    Root {
        to: Reg,
        x: Reg,
    },
    /// Jumps where the value is outside the range.
    Within {
        value: Reg,
        range: u32,
        to: Place,
    },
    /// Jumps where the index is not below the length.
    Inside {
        index: Reg,
        length: u32,
        to: Place,
    },
    /// All of a tier has been tried: that is all, if anything came of it.
    Tier,
    /// Play is over, and pays this.
    Pay {
        value: Reg,
    },
    /// Nothing can be done, which pays this.
    Answer {
        value: Reg,
    },
}

impl<W> Step<W> {
    /// Calls for each register of the step.
    pub(super) fn registers(&mut self, mut call: impl FnMut(&mut Reg)) {
        match self {
            Self::Insert {
                value: x, least: y, ..
            }
            | Self::InsertAt {
                index: x, value: y, ..
            }
            | Self::Load { to: x, plus: y, .. }
            | Self::GetCell {
                to: x, index: y, ..
            }
            | Self::Get {
                to: x, index: y, ..
            }
            | Self::Move { to: x, from: y }
            | Self::Root { to: x, x: y }
            | Self::IfEq { x, y, .. }
            | Self::IfLt { x, y, .. }
            | Self::IfLe { x, y, .. }
            | Self::UnlessEq { x, y, .. }
            | Self::UnlessLt { x, y, .. }
            | Self::UnlessLe { x, y, .. }
            | Self::Next {
                counter: x, end: y, ..
            }
            | Self::NextDivisor {
                counter: x, end: y, ..
            } => {
                call(x);
                call(y);
            }
            Self::Add { to, x, y }
            | Self::Sub { to, x, y }
            | Self::Mul { to, x, y }
            | Self::Operation { to, x, y, .. } => {
                call(to);
                call(x);
                call(y);
            }
            Self::Emit { points: x, .. }
            | Self::Out { points: x }
            | Self::Bit { to: x, .. }
            | Self::Within { value: x, .. }
            | Self::Inside { index: x, .. }
            | Self::Pay { value: x }
            | Self::Answer { value: x } => call(x),
            Self::Is { .. }
            | Self::Not { .. }
            | Self::NotAny { .. }
            | Self::In { .. }
            | Self::Between { .. }
            | Self::Switch { .. }
            | Self::Rules { .. }
            | Self::Ways { .. }
            | Self::Build { .. }
            | Self::Shift { .. }
            | Self::Enter { .. }
            | Self::Again
            | Self::Leave { .. }
            | Self::Jump { .. }
            | Self::Tier => {}
        }
    }

    /// The place that the step names.
    pub(super) const fn place(&mut self) -> Option<&mut Place> {
        match self {
            Self::Is { to, .. }
            | Self::Not { to, .. }
            | Self::NotAny { to, .. }
            | Self::In { to, .. }
            | Self::Between { to, .. }
            | Self::Jump { to }
            | Self::IfEq { to, .. }
            | Self::IfLt { to, .. }
            | Self::IfLe { to, .. }
            | Self::UnlessEq { to, .. }
            | Self::UnlessLt { to, .. }
            | Self::UnlessLe { to, .. }
            | Self::Next { to, .. }
            | Self::NextDivisor { to, .. }
            | Self::Within { to, .. }
            | Self::Inside { to, .. } => Some(to),
            _ => None,
        }
    }
}
