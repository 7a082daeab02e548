//! Tests budgets: memory is charged first, time ends the work, and the arena stays valid.

use std::time::{Duration, Instant};

use whowins_values::{Arena, Budget, Cut, Value};

use crate::read;

/// Builds a hot game whose form grows without end.
fn grow(arena: &mut Arena) -> Result<Value, Cut> {
    let mut sum = Value::ZERO;
    for step in 1.. {
        let (more, less) = (arena.integer(step * step)?, arena.integer(-step)?);
        let star = arena.nimber(step as u32)?;
        let inner = arena.make(&[more], &[star])?;
        let next = arena.make(&[inner], &[less])?;
        sum = arena.add(sum, next)?;
    }
    Ok(sum)
}

#[test]
fn memory_is_asked_for_first() {
    let megabytes = 4;
    let mut arena = Arena::new(Budget::OPEN.with_memory(megabytes << 20));
    assert_eq!(grow(&mut arena), Err(Cut::Memory));
    assert!(arena.bytes() <= megabytes << 20, "{}", arena.bytes());
    assert!(arena.forms() > 5_000, "{}", arena.forms());
    // The arena is still valid, and small operations work.
    arena.set_budget(Budget::OPEN);
    let value = read(&mut arena, "{3|1} + *2 - ^");
    assert_eq!(arena.show(value).unwrap(), "{3v*2|1v*2}");
}

#[test]
fn time_ends_the_work() {
    let budget = Budget::OPEN.by(Instant::now() + Duration::from_millis(50));
    let mut arena = Arena::new(budget);
    assert!(matches!(grow(&mut arena), Err(Cut::Over(_) | Cut::Memory)));
    let fresh = Budget::OPEN;
    arena.set_budget(fresh);
}

#[test]
fn huge_numbers_and_stars_are_refused_in_order() {
    let mut arena = Arena::new(Budget::OPEN.with_memory(1 << 20));
    let digits = "9".repeat(1_000_000);
    assert!(arena.read(&digits).is_err());
    let star = arena.nimber(100_000).unwrap();
    assert_eq!(
        arena.options(star, whowins_values::Side::Left).err(),
        Some(Cut::Size)
    );
    assert!(arena.read("2000000000 * ^ + 2000000000 * ^").is_err());
}

/// Tests that a form takes at most 64 bytes, including links and tables, without memos.
#[test]
fn forms_are_small() {
    let mut arena = Arena::new(Budget::OPEN.with_memory(4 << 20));
    let _ = grow(&mut arena);
    let each = arena.form_bytes() / arena.forms() as u64;
    assert!(each <= 64, "{each} bytes a form");
}

/// Tests that reserved places for comparisons are dropped when they waste memory, and that answers
/// don't change.
#[test]
fn comparisons_of_many_forms_take_no_more_memory() {
    let mut arena = Arena::new(Budget::OPEN);
    // Tiny-x decreases with x, and all have the stops 0.
    let tinies: Vec<Value> = (1..300)
        .map(|x| read(&mut arena, &format!("+_{x}")))
        .collect();
    let look = |arena: &mut Arena| {
        for (x, tiny) in tinies.iter().enumerate() {
            for (y, other) in tinies.iter().enumerate() {
                assert_eq!(arena.le(*tiny, *other).unwrap(), x >= y);
            }
        }
    };
    let memos = |arena: &Arena| arena.bytes() - arena.form_bytes();
    for heap in 1..1_000 {
        arena.nimber(heap).unwrap();
    }
    look(&mut arena);
    assert!(memos(&arena) > 1 << 20, "{}", memos(&arena));
    for heap in 1_000..1 << 18 {
        arena.nimber(heap).unwrap();
    }
    // Known comparisons are repeated, now in the other memo.
    let more = read(&mut arena, "+_400");
    assert!(arena.le(more, tinies[0]).unwrap());
    assert!(memos(&arena) < 1 << 20, "{}", memos(&arena));
    look(&mut arena);
}
