//! How far a search has come that did not answer.

use dashu_int::IBig;
use whowins_analysis::Game;
use whowins_engine::Reach;

/// A number with its thousands apart: `12,345`. `O(digits)`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Who gets how much at least, as far as a search has shown it: "proof-number search looked at
/// 1,234 positions: Ann at least draws".
pub fn reached(game: &Game, reach: &Reach) -> String {
    let [first, second] = &game.players;
    let scored = game.program().is_some_and(|program| program.is_scored());
    let mut known = Vec::new();
    match (scored, &reach.least, &reach.most) {
        (true, least, most) => {
            known.extend(
                least
                    .as_ref()
                    .map(|n| format!("{first} ends ahead by {n} at least")),
            );
            known.extend(
                most.as_ref()
                    .map(|n| format!("{first} ends ahead by {n} at most")),
            );
        }
        (false, least, most) => {
            let draws = |player: &String| format!("{player} does not lose");
            let is_even = |bound: &&IBig| **bound == IBig::ZERO;
            known.extend(least.as_ref().filter(is_even).map(|_| draws(first)));
            known.extend(most.as_ref().filter(is_even).map(|_| draws(second)));
        }
    }
    let known = match known.is_empty() {
        true => "who wins is still open".into(),
        false => known.join(", "),
    };
    let looked = grouped(reach.looked);
    format!("{} looked at {looked} positions: {known}", reach.strategy)
}
