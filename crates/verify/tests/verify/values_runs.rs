//! Laws of runs: tables worked out whole are accepted, and each one that states a falsehood is
//! refused.

use whowins_analysis::{Frame, Game, Player};
use whowins_core::random::{Random, cases};
use whowins_law::OfRules;
use whowins_rules::Parameters;
use whowins_values::{Arena, Budget as Room, Value};
use whowins_verify::values::{RowRuns, Runs};
use whowins_verify::{Budget, Certificate, Law};

use crate::values::{Complete, rules, value};

const HEAD: &str = "game \"Runs\"\nplayers Left, Right\nposition row of . L R\n";
/// Each player puts a stone on any blank; Left alone does; a stone at the left end; one behind
/// another, or at the end; one in a row of one cell; Left on a blank beside a blank, Right on one
/// at an end of a run.
const ANY: &str = "Left: move . -> L\nRight: move . -> R";
const LEFT: &str = "Left: move . -> L";
const ONCE: &str = "move ^ . -> ^ L";
const BEHIND: &str = "move L . -> L L\nmove R . -> R L\nmove ^ . -> ^ R";
const SINGLE: &str = "Left: move ^ . $ -> ^ L $";
const BREAKS: &str = "Left: move . . -> L .\nLeft: move . . -> . L\nRight: move ^ . . -> ^ R .\nRight: move L . . -> L R .\nRight: move R . . -> R R .\nRight: move . . $ -> . R $\nRight: move . . L -> . R L\nRight: move . . R -> . R R";

/// The values of all runs of fewer than so many blanks, by rows played whole.
fn tables(game: &Game, arena: &mut Arena, bound: usize) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for left in [None, Some(1), Some(2)] {
        for right in [None, Some(1), Some(2)] {
            let table = (0..bound).map(|blanks| {
                let ends = |end: Option<i64>| end.into_iter();
                let state: Vec<i64> = ends(left)
                    .chain(std::iter::repeat_n(0, blanks))
                    .chain(ends(right))
                    .collect();
                match state.len() {
                    0 => Value::ZERO,
                    cells => value(
                        arena,
                        &Frame::new(game, 1, cells),
                        &state,
                        &mut Default::default(),
                    ),
                }
            });
            all.push(table.collect());
        }
    }
    all
}

/// A law with lines on all pairs of its forms, and the certificate without a law.
fn law(
    rest: &str,
    [preperiod, period]: [u64; 2],
    saltus: &str,
) -> (Certificate, Complete, RowRuns) {
    let rules = rules(&format!("{HEAD}{rest}"));
    let game = rules.game(&Parameters::new()).unwrap();
    let bound = 2 * (preperiod + period) as usize + Runs::of(&game).unwrap().widest();
    let mut arena = Arena::new(Room::OPEN);
    let tables = tables(&game, &mut arena, bound);
    let saltus = arena.read(saltus).unwrap();
    let mut wanted: Vec<Value> = tables.iter().flatten().copied().chain([saltus]).collect();
    // What moves in the summand leave, too.
    for table in &tables {
        for value in table {
            for side in whowins_values::Side::BOTH {
                for option in arena.options(saltus, side).unwrap().to_vec() {
                    wanted.push(arena.add(*value, option).unwrap());
                }
                for option in arena.options(*value, side).unwrap().to_vec() {
                    wanted.push(arena.add(option, saltus).unwrap());
                }
            }
        }
    }
    wanted.sort_unstable();
    wanted.dedup();
    let complete = Complete::of(arena, &wanted);
    let number = |value: &Value| complete.number(*value);
    let law = RowRuns {
        preperiod,
        period,
        saltus: number(&saltus),
        values: tables
            .iter()
            .map(|table| table.iter().map(number).collect())
            .collect(),
        lines: complete.lines.clone(),
    };
    (
        Certificate::new(&rules, &Parameters::new(), Vec::new()),
        complete,
        law,
    )
}

fn verify(
    bare: &Certificate,
    law: &RowRuns,
) -> Result<whowins_verify::Verified, whowins_verify::Rejection> {
    let certificate = Certificate {
        laws: vec![Law::RowRuns(Box::new(law.clone()))],
        ..bare.clone()
    };
    certificate.verify_with_rules(&Budget::default())
}

const TRUE: [(&str, [u64; 2], &str); 5] = [
    (ANY, [1, 2], "0"),
    (LEFT, [1, 1], "1"),
    (ONCE, [1, 1], "0"),
    (BEHIND, [1, 2], "0"),
    (SINGLE, [2, 1], "0"),
];

#[test]
fn runs_of_every_length_are_worth_what_their_law_says() {
    for (rest, sizes, saltus) in TRUE {
        let (bare, mut complete, law) = law(rest, sizes, saltus);
        let verified = verify(&bare, &law).unwrap_or_else(|why| panic!("{rest}: {why}"));
        let game = verified.game();
        let mut random = Random(7);
        for _ in 0..cases(40, 1_000) {
            let cells: Vec<u8> = (0..1 + random.below(8))
                .map(|_| [0, 0, 0, 1, 2][random.below(5)])
                .collect();
            let position = game.position_of(&cells, 1, cells.len());
            let state = game.state_of(&position).unwrap();
            let frame = Frame::new(game, 1, cells.len());
            let expected = value(&mut complete.arena, &frame, &state, &mut Default::default());
            assert_eq!(
                verified.worth(game, &position, &mut complete.arena),
                Some(expected),
                "{rest} {cells:?}"
            );
            let wins = verified.values(game, &position).unwrap();
            for player in Player::BOTH {
                let side = whowins_values::Side::BOTH[player.index()];
                let won = complete.arena.wins_first(expected, side).unwrap();
                assert_eq!(
                    wins[player.index()] == whowins_analysis::Value::Win,
                    won,
                    "{rest} {cells:?}"
                );
            }
        }
    }
}

#[test]
fn laws_of_runs_that_state_a_falsehood_are_refused() {
    let mut random = Random(1_956);
    let all = TRUE.map(|(rest, sizes, saltus)| law(rest, sizes, saltus));
    let mut refused = 0;
    while refused < cases(400, 10_000) {
        for (bare, complete, own) in &all {
            let mut changed = own.clone();
            for _ in 0..1 + random.below(3) {
                let kind = random.below(changed.values.len());
                let at = random.below(changed.values[kind].len());
                changed.values[kind][at] = random.below(complete.values.len()) as u32;
            }
            // Forms of a sheet are all different values.
            if changed != *own {
                assert!(verify(bare, &changed).is_err(), "{changed:?}");
                refused += 1;
            }
        }
    }
    println!("{refused} false laws refused");
    for (bare, complete, own) in &all {
        let changed = |change: &dyn Fn(&mut RowRuns)| {
            let mut other = own.clone();
            change(&mut other);
            verify(bare, &other)
        };
        assert!(
            changed(&|law| law
                .values
                .iter_mut()
                .for_each(|kind| kind.truncate(kind.len() - 1)))
            .is_err()
        );
        assert!(changed(&|law| drop(law.values.pop())).is_err());
        assert!(changed(&|law| law.preperiod = 0).is_err());
        assert!(changed(&|law| law.period = 0).is_err());
        for form in 0..complete.values.len() as u32 {
            if form != own.saltus {
                assert!(changed(&|law| law.saltus = form).is_err(), "{form}");
            }
        }
    }
    // A period of 1 where it is 2.
    let (bare, _, own) = &all[0];
    let other = RowRuns {
        period: 1,
        ..own.clone()
    };
    assert!(verify(bare, &other).is_err());
}

/// Values that grow by the same summand as far as is seen, whose own options are not dominated:
/// refused, since no theorem speaks of them.
#[test]
fn summands_with_moves_of_use_are_refused() {
    let (bare, _, law) = law(BREAKS, [2, 1], "^*");
    let why = verify(&bare, &law).unwrap_err();
    assert!(why.message.contains("moves in the summand"), "{why}");
}

/// Runs of each kind repeat, by a summand of their own: that is no law, for parts of one kind come
/// of runs of another.
#[test]
fn kinds_that_grow_each_by_itself_are_refused() {
    for saltus in ["0", "1"] {
        let (bare, _, law) = law("Left: move L . -> L L", [1, 1], saltus);
        assert!(verify(&bare, &law).is_err(), "{saltus}");
    }
}
