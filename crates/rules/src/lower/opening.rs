//! A text lowered once for all values of a shape: the elements of sets, lists, texts and tables
//! stand in constant arrays of their own, and nobody looks at them.
//!
//! A parameter's elements come into the term at one place ([`Lower::elements`]), and whoever makes
//! up its mind by the elements of an array takes them from another ([`Lower::looked_at`]). Where
//! nobody did, the lowering has gone the same way that it goes with all other elements in as many
//! places: the term with these in the arrays is the term of theirs.

use std::cell::Cell;

use dashu_int::IBig;
use whowins_core::{Array, Const};

use super::affine::Atom;
use super::data::Content;
use super::{Lower, Lowered};
use crate::parameters::{Kind, Parameters};
use crate::tree::Text;

/// A constant array that has the elements of a parameter.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    /// The array.
    pub(crate) array: usize,
    /// The parameter, by its place in the text.
    pub(crate) given: usize,
    /// Whether a 0 stands before its elements.
    pub(crate) from_zero: bool,
}

/// The arrays that are not looked at, and whether somebody did.
#[derive(Debug, Default)]
pub(super) struct Openings {
    all: Vec<Opening>,
    looked_at: Cell<bool>,
}

/// The same as [`lower`](super::lower), with the arrays in which the term has the parameters'
/// elements, where it is the same whatever these are: `None` where the lowering looked at some of
/// them, or where there are errors.
pub(crate) fn lower_opened(text: &Text, values: &Parameters) -> Option<(Lowered, Vec<Opening>)> {
    let mut lower = Lower::new(text);
    lower.openings = Some(Openings::default());
    let lowered = lower.meaning(values)?;
    let openings = lower.openings.take()?;
    let is_kept = !openings.looked_at.get() && lower.errors.is_empty();
    is_kept.then(|| (lower.with_words(lowered), openings.all))
}

impl Lower<'_> {
    /// The constant array of a parameter's elements, with a 0 before them where places count from 1.
    pub(super) fn elements(&mut self, datum: usize, name: &str, from_zero: bool) -> Array {
        let elements = match &self.data[datum].content {
            Content::Numbers(all) | Content::Text(all) | Content::Table(all, _) => all.clone(),
            Content::Number(_) | Content::Grid(_) | Content::Graph(_) => Vec::new(),
        };
        let zero = from_zero.then_some(0);
        let values = zero.into_iter().chain(elements);
        let Some(openings) = &mut self.openings else {
            return self.table(name, values);
        };
        let is_it = |one: &&Opening| one.given == datum && one.from_zero == from_zero;
        if let Some(known) = openings.all.iter().find(is_it) {
            return Array::Const(known.array);
        }
        openings.all.push(Opening {
            array: self.consts.len(),
            given: datum,
            from_zero,
        });
        let values = values.map(IBig::from).collect();
        Const::own(&mut self.consts, name, values)
    }

    /// Whether a constant array has elements that are not looked at.
    pub(super) fn is_opened(&self, array: usize) -> bool {
        self.opening(array).is_some()
    }

    fn opening(&self, array: usize) -> Option<&Opening> {
        let all = &self.openings.as_ref()?.all;
        all.iter().find(|one| one.array == array)
    }

    /// The elements of a constant array, for whoever decides by them.
    pub(super) fn looked_at(&self, array: usize) -> &[IBig] {
        self.note_look(|one| one.array == array);
        &self.consts[array].values
    }

    /// The members of a parameter that is several numbers, by its name, for whoever decides by
    /// them.
    pub(super) fn members_looked_at(&self, name: &str) -> Option<Vec<i64>> {
        let Content::Numbers(all) = &self.data[self.datum(name)?].content else {
            return None;
        };
        if let Some(openings) = &self.openings {
            openings
                .looked_at
                .set(openings.looked_at.get() || !all.is_empty());
        }
        Some(all.clone())
    }

    /// All constant arrays, for whoever decides by them.
    pub(super) fn all_looked_at(&self) -> &[Const] {
        self.note_look(|_| true);
        &self.consts
    }

    /// Somebody decides by the elements of these arrays; that there are none, their shape says.
    fn note_look(&self, of: impl Fn(&Opening) -> bool) {
        if let Some(openings) = &self.openings {
            let has_elements = |one: &Opening| !self.consts[one.array].values.is_empty();
            let seen = openings.all.iter().any(|one| of(one) && has_elements(one));
            openings.looked_at.set(openings.looked_at.get() || seen);
        }
    }

    /// Only arrays before this one are there.
    pub(super) fn forget_openings(&mut self, arrays: usize) {
        if let Some(openings) = &mut self.openings {
            openings.all.retain(|one| one.array < arrays);
        }
    }

    /// A number that no member of the set that is chosen from is below: the least member, or 0
    /// where the members are not looked at and the kind of the set has none below.
    pub(super) fn least_member(&self, atom: Atom) -> Option<i64> {
        let set = atom.set()?;
        let given = self.opening(set).map(|one| &self.text.givens[one.given]);
        if let Some(given) = given
            && matches!(given.kind, Kind::Set | Kind::Bits)
            && !self.consts[set].values.is_empty()
        {
            return Some(0);
        }
        i64::try_from(self.looked_at(set).iter().min()?).ok()
    }
}
