//! Any text as rules: read, filled with its defaults, its start looked at.
#![no_main]

use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use whowins_rules::numbers::Choices;
use whowins_rules::{Diagnostics, Frame, Game, Parameters, Player, Rules, Shape};

fn told(faults: &Diagnostics) {
    assert!(!faults.faults.is_empty());
    for fault in &faults.faults {
        assert!(faults.source.get(fault.span.clone()).is_some(), "{fault:?}");
    }
    assert!(!faults.render(false).is_empty());
}

/// Whether the moves have but few choices; long searches are no faults.
fn is_small(game: &Game) -> bool {
    let Shape::Numbers(numbers) = &game.shape else {
        return true;
    };
    numbers.moves.iter().all(|command| {
        command.binders.len() <= 2
            && command.binders.iter().all(
                |binder| matches!(&binder.choices, Choices::Of(members) if members.len() < 100),
            )
    })
}

fuzz_target!(|text: &str| {
    let rules = match Rules::parse("fuzz", text) {
        Ok(rules) => rules,
        Err(faults) => return told(&faults),
    };
    let game = match rules.game(&Parameters::new()) {
        Ok(game) => game,
        Err(faults) => return told(&faults),
    };
    let Some(start) = &game.start else { return };
    assert_eq!(game.read(&game.show(start)).as_ref(), Ok(start));
    let (rows, columns) = start.size();
    let Some(mut state) = start
        .state()
        .filter(|_| rows * columns <= 400 && is_small(&game))
    else {
        return;
    };
    let frame = Frame::new(&game, rows, columns);
    frame.settle(&mut state);
    let mut seen = 0;
    for player in Player::BOTH {
        let _ = frame.options(player, &state, &mut |option| {
            let next = game.position_of(option.to, rows, columns);
            assert_eq!(game.read(&game.show(&next)), Ok(next));
            seen += 1;
            if seen < 50 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    }
});
