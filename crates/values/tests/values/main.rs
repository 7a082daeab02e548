//! The tests of `whowins-values`, in one program.

mod group;
mod known;
mod limits;
mod naive;
mod notation;
mod operations;
mod temperatures;

use whowins_values::{Arena, Budget, Value};

/// An arena without limits.
fn arena() -> Arena {
    Arena::new(Budget::OPEN)
}

/// A value from its text.
fn read(arena: &mut Arena, text: &str) -> Value {
    arena
        .read(text)
        .unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// A value's text.
fn show(arena: &mut Arena, value: Value) -> String {
    arena.show(value).expect("no limit")
}
