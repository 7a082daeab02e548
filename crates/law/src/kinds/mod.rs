//! Kinds of law, each with all that is known of it beside its check: how it is found, how it is
//! played, how it is written for Coq.
//!
//! A kind is one folder or file; whoever holds a law asks its kind here, and knows no kind by
//! itself. (Kinds that are older than this trait are asked by name in [`crate::strategy`] and
//! [`crate::coq`].)

mod cut_rows;
mod parity;
mod regular_values;
mod remainders;
mod row_heaps;
mod sum_of_games;
mod take_away;

use whowins_analysis::{Budget, Game, Player, Position, Value};
use whowins_verify::Law;

use crate::Finder;

/// Who asks for a move.
pub(crate) struct Asked<'a> {
    /// The game.
    pub game: &'a Game,
    /// The position.
    pub position: &'a Position,
    /// Who is to move.
    pub player: Player,
    /// What he gets.
    pub value: Value,
    /// The budget of the question.
    pub budget: &'a Budget,
}

/// Whether a position, with this player to move, is one after a move, and keeps the value.
pub(crate) type Keeps<'a> = dyn Fn(&Position, Player) -> bool + 'a;

/// A kind of law.
pub(crate) trait Kind: Finder {
    /// Whether its moves are asked for even where all could be laid out.
    fn is_quick(&self) -> bool {
        false
    }

    /// A position after a move that keeps the value, and who is to move there; `None` where the law
    /// finds none. `keeps` has the last word.
    fn best(&self, law: &Law, asked: &Asked<'_>, keeps: &Keeps<'_>) -> Option<(Position, Player)>;

    /// The body of the law's module for Coq.
    ///
    /// # Errors
    ///
    /// Why there is none.
    fn coq(&self, game: &Game, law: &Law) -> Result<String, String>;
}

/// The kinds. To add one, add a line here, and one to the finders of [`crate::find`].
fn all() -> [&'static dyn Kind; 9] {
    [
        &crate::heap::many::ManyHeapsFinder,
        &crate::firstorder::FirstOrderFinder,
        &take_away::TakeAwayFinder,
        &remainders::RemaindersFinder,
        &row_heaps::RowHeapsFinder,
        &parity::ParityFinder,
        &regular_values::RegularValuesFinder,
        &cut_rows::CutRowsFinder,
        &sum_of_games::SumOfGamesFinder,
    ]
}

/// The kind of a law.
pub(crate) fn of(law: &Law) -> Option<&'static dyn Kind> {
    let kind = law.claim().kind();
    all().into_iter().find(|one| one.kind() == kind)
}

/// The finders of kinds that have no family of their own.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![
        &take_away::TakeAwayFinder,
        &cut_rows::CutRowsFinder,
        &sum_of_games::SumOfGamesFinder,
    ]
}

/// The same of those that are asked where moves are not linear, after `first-order`, which says
/// more.
pub(crate) fn after_linear() -> Vec<&'static dyn Finder> {
    vec![&remainders::RemaindersFinder]
}

/// The same of those that speak of rows in other terms, before any automaton is looked for.
pub(crate) fn of_rows() -> Vec<&'static dyn Finder> {
    vec![&row_heaps::RowHeapsFinder]
}

/// The same of those that are asked where no weights tell who wins.
pub(crate) fn after_weights() -> Vec<&'static dyn Finder> {
    vec![&parity::ParityFinder]
}

/// The same of those that say what positions are worth, after those that have a period, and say
/// less of each.
pub(crate) fn of_values() -> Vec<&'static dyn Finder> {
    vec![&regular_values::RegularValuesFinder]
}
