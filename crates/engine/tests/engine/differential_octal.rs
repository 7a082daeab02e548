//! Octal games with several heaps against a naive reading of their codes.

use crate::common::{Naive, Tape, hold_heaps, random_games, read, stuck};
use whowins_analysis::{End, Player, Position, Stuck};
use whowins_rules::Parameters;

struct Code {
    digits: Vec<u8>,
    stuck: Stuck,
}

/// Heaps in rising order without empty ones, so that equal positions are equal.
fn tidy(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|heap| *heap > 0);
    heaps.sort_unstable();
    heaps
}

impl Naive for Code {
    type State = Vec<u64>;

    fn end(&self, _: &Vec<u64>) -> Option<End> {
        None
    }

    fn moves(&self, _: Player, heaps: &Vec<u64>) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        for at in 0..heaps.len() {
            for take in 0..self.digits.len() as u64 {
                if take > heaps[at] {
                    continue;
                }
                let rest = heaps[at] - take;
                let mut others = heaps.clone();
                others.remove(at);
                // Every way to leave the rest as two heaps, empty ones allowed: the number of
                // non-empty ones names the bit.
                for left in 0..=rest {
                    let right = rest - left;
                    let heaps_left = u8::from(left > 0) + u8::from(right > 0);
                    if self.digits[take as usize] >> heaps_left & 1 == 1 {
                        let mut next = others.clone();
                        next.extend([left, right]);
                        all.push(tidy(next));
                    }
                }
            }
        }
        all
    }

    fn stuck(&self) -> Stuck {
        self.stuck
    }
}

#[test]
fn octal_games_agree_with_the_naive_reading() {
    random_games(300, |mut tape: Tape| {
        let (stuck, ending) = stuck(&mut tape);
        let mut digits = vec![if tape.once_in(4) { 4 } else { 0 }];
        digits.extend(tape.list(1, 4, |tape| tape.below(8) as u8));
        let text = format!(
            "game \"Code\"\noctal {}.{}\n{ending}\n",
            digits[0],
            digits[1..].iter().map(u8::to_string).collect::<String>()
        );
        let positions: Vec<Vec<u64>> = (0..6)
            .map(|_| tidy(tape.list(0, 4, |tape| tape.below(8) as u64)))
            .collect();
        let code = Code { digits, stuck };
        hold_heaps(&text, &code, &positions)
    });
}

#[test]
fn empty_heaps_are_left_out() {
    let game = read("game \"Nim\"\noctal 0.3\n", &Parameters::new()).unwrap();
    assert_eq!(game.read("0,3,0,1").unwrap(), Position::list([1, 3]));
}
