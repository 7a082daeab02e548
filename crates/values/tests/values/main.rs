//! Tests of `whowins-values`, in one program.

mod group;
mod known;
mod limits;
mod naive;
mod notation;
mod operations;
mod temperatures;

use whowins_values::{Arena, Budget, Value};

/// Returns an arena without limits.
fn arena() -> Arena {
    Arena::new(Budget::OPEN)
}

/// Parses a value.
fn read(arena: &mut Arena, text: &str) -> Value {
    arena
        .read(text)
        .unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// Prints a value.
fn show(arena: &mut Arena, value: Value) -> String {
    arena.show(value).expect("no limit")
}
