//! What a term is compiled to: steps on one memory of machine words.
//!
//! The memory holds the cells of the state, the bound variables and what is worked out on the way,
//! and all constants, so that an operand is a place in it, whatever it is. A player's choice is a *mark*:
//! where a way fails or has been handed out, the steps after the latest mark are taken back, and
//! the next way begins at the place that it names (as in Warren 1983's machine for Prolog).

use whowins_core::Op;

/// A place in the memory.
pub(super) type Slot = u32;

/// A place in the code; while it is made, a label.
pub(super) type Place = u32;

/// One step; they take 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Code {
    /// `to := from`
    Move {
        to: Slot,
        from: Slot,
    },
    /// `to := op(x, y)`, where the facts say that it fits into a word.
    Add {
        to: Slot,
        x: Slot,
        y: Slot,
    },
    Sub {
        to: Slot,
        x: Slot,
        y: Slot,
    },
    Mul {
        to: Slot,
        x: Slot,
        y: Slot,
    },
    /// An operation that is met less often, or may leave the words.
    Operation {
        op: Op,
        to: Slot,
        x: Slot,
        y: Slot,
    },
    /// `to :=` an element of a table, or its default.
    Get {
        to: Slot,
        index: Slot,
        table: u32,
    },
    /// An element of a list, or its default.
    GetList {
        to: Slot,
        index: Slot,
        table: u32,
    },
    /// The length of a list.
    LenList {
        to: Slot,
        list: u32,
    },
    Jump {
        to: Place,
    },
    /// Jumps where x is 0, or is not.
    Unless {
        x: Slot,
        to: Place,
    },
    If {
        x: Slot,
        to: Place,
    },
    /// Jumps where the comparison holds, or does not.
    IfEq {
        x: Slot,
        y: Slot,
        to: Place,
    },
    IfLt {
        x: Slot,
        y: Slot,
        to: Place,
    },
    IfLe {
        x: Slot,
        y: Slot,
        to: Place,
    },
    UnlessEq {
        x: Slot,
        y: Slot,
        to: Place,
    },
    UnlessLt {
        x: Slot,
        y: Slot,
        to: Place,
    },
    UnlessLe {
        x: Slot,
        y: Slot,
        to: Place,
    },
    /// Adds 1 to the counter, and jumps where it is below the end then.
    Next {
        counter: Slot,
        end: Slot,
        to: Place,
    },
    /// Goes on with the next number above the counter that divides what the slot after the end has,
    /// any where that is 0, and jumps where it is below the end.
    NextDivisor {
        counter: Slot,
        end: Slot,
        to: Place,
    },
    /// `to :=` the square root of x rounded down, -1 of what is negative.
    Root {
        to: Slot,
        x: Slot,
    },
    /// Jumps where the value is outside the part's range; leaves the words where the range goes on
    /// beyond them.
    Within {
        value: Slot,
        range: u32,
        to: Place,
    },
    /// Jumps where the index is outside the table.
    Inside {
        index: Slot,
        table: u32,
        to: Place,
    },
    /// The next way from here begins there.
    Mark {
        resume: Place,
    },
    /// Removes the latest mark. Everything done since stays and can still be undone.
    Unmark,
    /// Keeps what the slot has, for the way back.
    Save {
        slot: Slot,
    },
    /// Writes a cell.
    Put {
        cell: Slot,
        value: Slot,
    },
    /// Writes a cell of a table, inside it.
    PutAt {
        table: u32,
        index: Slot,
        value: Slot,
    },
    /// Jumps where the index is outside the list.
    InsideList {
        index: Slot,
        list: u32,
        to: Place,
    },
    /// Writes an element of a list, inside it.
    PutList {
        list: u32,
        index: Slot,
        value: Slot,
    },
    /// Erases elements of a list and inserts others; jumps where they are not all there.
    Splice {
        splice: u32,
        to: Place,
    },
    /// Back to the latest mark.
    Fail,
    /// A way has come to its end: the state is handed out.
    Emit,
    /// The value that was asked for.
    Answer {
        slot: Slot,
    },
}

impl Code {
    /// Calls for each slot of the step.
    pub(super) fn slots(&mut self, mut call: impl FnMut(&mut Slot)) {
        use Code as C;
        match self {
            C::Move { to: x, from: y }
            | C::Root { to: x, x: y }
            | C::Get {
                to: x, index: y, ..
            }
            | C::GetList {
                to: x, index: y, ..
            }
            | C::IfEq { x, y, .. }
            | C::IfLt { x, y, .. }
            | C::IfLe { x, y, .. }
            | C::UnlessEq { x, y, .. }
            | C::UnlessLt { x, y, .. }
            | C::UnlessLe { x, y, .. }
            | C::Next {
                counter: x, end: y, ..
            }
            | C::NextDivisor {
                counter: x, end: y, ..
            }
            | C::Put { cell: x, value: y }
            | C::PutAt {
                index: x, value: y, ..
            }
            | C::PutList {
                index: x, value: y, ..
            } => {
                call(x);
                call(y);
            }
            C::Add { to, x, y }
            | C::Sub { to, x, y }
            | C::Mul { to, x, y }
            | C::Operation { to, x, y, .. } => {
                call(to);
                call(x);
                call(y);
            }
            C::LenList { to: x, .. }
            | C::Unless { x, .. }
            | C::If { x, .. }
            | C::Within { value: x, .. }
            | C::Inside { index: x, .. }
            | C::InsideList { index: x, .. }
            | C::Save { slot: x }
            | C::Answer { slot: x } => call(x),
            C::Jump { .. } | C::Mark { .. } | C::Unmark | C::Splice { .. } | C::Fail | C::Emit => {}
        }
    }

    /// The place that the step names.
    pub(super) const fn place(&mut self) -> Option<&mut Place> {
        use Code as C;
        match self {
            C::Jump { to }
            | C::Unless { to, .. }
            | C::If { to, .. }
            | C::IfEq { to, .. }
            | C::IfLt { to, .. }
            | C::IfLe { to, .. }
            | C::UnlessEq { to, .. }
            | C::UnlessLt { to, .. }
            | C::UnlessLe { to, .. }
            | C::Next { to, .. }
            | C::NextDivisor { to, .. }
            | C::Within { to, .. }
            | C::Inside { to, .. }
            | C::InsideList { to, .. }
            | C::Splice { to, .. }
            | C::Mark { resume: to } => Some(to),
            _ => None,
        }
    }
}

/// An array that is read at an index: where it lies in the memory, or which list it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) first: u32,
    pub(super) length: u32,
    pub(super) default: i64,
}

/// What the elements of a part may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) least: i64,
    pub(super) most: i64,
    /// Whether the game allows more than `most`: then a larger value leaves the words.
    pub(super) is_open: bool,
}

/// Elements of a list that are erased, and others in their place.
#[derive(Clone, Debug)]
pub(super) struct Splicing {
    pub(super) list: u32,
    pub(super) index: Slot,
    pub(super) count: Slot,
    pub(super) values: Vec<Slot>,
}
