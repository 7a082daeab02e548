//! Any number of heaps in one list: the values of one heap, and moves by them.

use dashu_int::{IBig, UBig};
use whowins_analysis::{Game, Player, Position, Value};
use whowins_verify::heap::{Grundy, ManyHeaps, Takes, heap_of};
use whowins_verify::{Budget, Claim, Law};

use super::grundy::{Repeated, repeated};
use crate::{Explanation, Finder, Finding, Says, Search};

/// Finds laws of kind `many-heaps`.
pub(super) struct AnyNumber;

/// So many moves near a heap are tried for one to a value.
const NEAR: u64 = 1 << 10;

impl Finder for AnyNumber {
    fn kind(&self) -> &'static str {
        "many-heaps"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        if !search.subject.open.is_empty() {
            return Finding::Foreign("the game has open parameters".into());
        }
        let heap = heap_of(search.game);
        let heap =
            heap.and_then(|(heap, misere)| Ok((Takes::read(&heap, &Budget::of(1 << 30))?, misere)));
        let (takes, misere) = match heap {
            Ok(both) => both,
            Err(why) => return Finding::Foreign(why.to_string()),
        };
        if !takes.impartial() {
            return Finding::Foreign("the players may take different numbers".into());
        }
        let Repeated {
            law,
            values,
            looked,
        } = match repeated(&takes, search) {
            Ok(found) => found,
            Err(finding) => return finding,
        };
        let except = if misere {
            "; where no value is above 1, those with nim-sum 1 instead"
        } else {
            ""
        };
        let source = match misere {
            false => "sums: R. Sprague 1935, P. M. Grundy 1939",
            true => {
                "misère play: C. L. Bouton 1902 (Nim), T. S. Ferguson 1974 (sets of numbers to take)"
            }
        };
        let explanation = Explanation {
            formula: Some(format!(
                "P-positions: the nim-sum of the heaps' values is 0{except}; {values}"
            )),
            source: source.into(),
            found: format!(
                "the values of {looked} single heaps were computed; the state of the rules after them repeats exactly (Brent 1980)"
            ),
        };
        Finding::Law(
            Box::new(Law::ManyHeaps(ManyHeaps { heap: law })),
            explanation,
        )
    }
}

/// A position after a move to a loss, by the heaps' values: for each heap the numbers that have a value that would do. Whoever takes it holds it against the rules.
pub fn winning_move(
    law: &ManyHeaps,
    game: &Game,
    position: &Position,
    player: Player,
) -> Option<Position> {
    let Position::Parts(state) = position else {
        return None;
    };
    let (heaps, values) = (ManyHeaps::heaps(position)?, law.each(position)?);
    let sum = values.iter().fold(UBig::ZERO, |sum, value| sum ^ value);
    for (at, (heap, value)) in heaps.iter().zip(&values).enumerate() {
        let others = &sum ^ value;
        for wanted in [others.clone(), &others ^ UBig::ONE] {
            for to in with_value(&law.heap, heap, &wanted) {
                let mut after = state.clone();
                after[1][at] = IBig::from(to);
                let after =
                    Position::Parts(whowins_analysis::program::with_turn(after, player.other()));
                let lost = law
                    .values(game, &after)
                    .is_some_and(|values| values[0] == Value::Loss);
                if lost && game.is_move(player, position, &after) == Some(true) {
                    return Some(after);
                }
            }
        }
    }
    None
}

/// Lesser heaps of this value: near the heap, and one of each place of the table.
fn with_value(law: &Grundy, heap: &UBig, wanted: &UBig) -> Vec<UBig> {
    let mut found = Vec::new();
    let near = (1..=NEAR).map(UBig::from).take_while(|take| take <= heap);
    let near = near
        .map(|take| heap - take)
        .filter(|to| law.grundy_value(to).as_ref() == Some(wanted));
    found.extend(near.take(64));
    for (at, value) in law.values.iter().enumerate().take(1 << 12) {
        let (at, value) = (UBig::from(at), UBig::from(*value));
        let periods = match (law.saltus, wanted >= &value) {
            (0, _) => Some(UBig::ZERO).filter(|_| *wanted == value),
            (saltus, true) => {
                let more = wanted - &value;
                let saltus = UBig::from(saltus);
                (&more % &saltus == UBig::ZERO).then(|| more / saltus)
            }
            _ => None,
        };
        let Some(periods) = periods else { continue };
        if at < UBig::from(law.preperiod) && periods > UBig::ZERO {
            continue;
        }
        let to = at + periods * UBig::from(law.period);
        if to < *heap {
            found.push(to);
        }
    }
    found
}
