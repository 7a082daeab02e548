//! Laws of values: found, verified, answered, and refused where they say what is false.

use std::collections::HashMap;

use crate::coq_common::coqc;
use dashu_int::UBig;
use whowins_analysis::{Frame, Game, Player, Position, Value as Outcome};
use whowins_core::random::{Random, cases};
use whowins_engine::Limits;
use whowins_engine::values::{Heaps, Positions};
use whowins_law::values::table;
use whowins_law::{Finding, OfRules, Report, Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_values::{Arena, Budget as Room, Value};
use whowins_verify::values::{HeapValues, Lines, ValueTable};
use whowins_verify::{Budget, Certificate, Law, Verified};

/// The rules of a partizan game by two codes.
fn codes(left: &[u8], right: &[u8]) -> Rules {
    let mut text = "game \"Codes\"\nplayers Left, Right\nposition heaps\n".to_owned();
    for (player, digits) in [("Left", left), ("Right", right)] {
        for (take, digit) in (1..).zip(digits) {
            let counts = ["nothing", "one heap", "two heaps", "three heaps"];
            let left: Vec<&str> = (0..4)
                .filter(|count| digit >> count & 1 != 0)
                .map(|count| counts[count])
                .collect();
            if !left.is_empty() {
                text += &format!("{player}: move take {take}, leaving {}\n", left.join(", "));
            }
        }
    }
    Rules::parse("codes", &text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"))
}

fn search(rules: &Rules) -> Report {
    find(
        rules,
        &Parameters::new(),
        None,
        &Limits::default(),
        &[Says::Value],
    )
    .unwrap()
}

fn heap_law(verified: &Verified) -> &HeapValues {
    match &verified.certificate().laws[0] {
        Law::HeapValues(law) => law,
        other => panic!("{other:?}"),
    }
}

fn heaps(sizes: &[u64]) -> Position {
    Position::list(sizes.iter().map(|size| UBig::from(*size)))
}

/// Whether the law says of each heap below a bound what the engine works out.
fn says_what_is_so(law: &dyn whowins_verify::Claim, game: &Game, bound: usize) -> bool {
    let mut arena = Arena::new(Room::OPEN);
    let mut own = Heaps::new(game.codes().unwrap());
    (0..bound).all(|heap| {
        let value = own.value(&mut arena, heap).unwrap();
        law.worth(game, &heaps(&[heap as u64]), &mut arena) == Some(value)
    })
}

/// Who wins a sum of heaps for each player to move, by the rules alone.
fn naive(
    frame: &Frame,
    state: &[i64],
    known: &mut HashMap<Vec<i64>, [Outcome; 2]>,
) -> [Outcome; 2] {
    if let Some(found) = known.get(state) {
        return *found;
    }
    let found = Player::BOTH.map(|player| {
        let next = frame.next(player, state);
        let wins = next
            .iter()
            .any(|to| naive(frame, to, known)[player.other().index()] == Outcome::Loss);
        if wins { Outcome::Win } else { Outcome::Loss }
    });
    known.insert(state.to_vec(), found);
    found
}

/// All 35 pairs of codes of one digit up to sign, some move in them: which values repeat and which
/// grow, each held against the engine on three times the heaps of the proof, and against who wins
/// small sums by the rules alone.
#[test]
fn codes_of_one_digit_for_each_player() {
    let (mut repeat, mut grow, mut none) = (0, 0, Vec::new());
    for left in 1..8_u8 {
        for right in 0..=left {
            let rules = codes(&[left], &[right]);
            let game = rules.game(&Parameters::new()).unwrap();
            let report = search(&rules);
            let Some(verified) = &report.proved else {
                none.push((left, right));
                continue;
            };
            let law = heap_law(verified);
            match law.saltus {
                0 => repeat += 1,
                _ => grow += 1,
            }
            assert!(
                says_what_is_so(law, &game, 3 * law.values.len().min(60)),
                "{left} {right}"
            );
            let frame = Frame::new(&game, 1, 1);
            let mut known = HashMap::new();
            for a in 0..7_u64 {
                for b in a..7 {
                    for c in b..7 {
                        let state: Vec<i64> = [a, b, c]
                            .into_iter()
                            .filter(|heap| *heap > 0)
                            .map(|heap| heap as i64)
                            .collect();
                        let position = game.position_of(&state, 1, 1);
                        let wanted = naive(&frame, &state, &mut known);
                        assert_eq!(
                            verified.values(&game, &position),
                            Some(wanted),
                            "{left} {right}: {state:?}"
                        );
                    }
                }
            }
        }
    }
    assert_eq!((repeat, grow), (13, 19));
    assert_eq!(none, [(6, 2), (6, 4), (6, 6)]);
}

/// Large heaps and long sums are read off the law.
#[test]
fn large_heaps_and_long_sums() {
    let rules = codes(&[0, 5], &[0, 6]);
    let game = rules.game(&Parameters::new()).unwrap();
    let report = search(&rules);
    let verified = report.proved.expect("preperiod 19, period 9");
    let law = heap_law(&verified);
    assert_eq!((law.preperiod, law.period, law.saltus), (19, 9, 0));
    let huge: UBig = UBig::from(10_u8).pow(30);
    let small = UBig::from(19_u8) + (&huge - UBig::from(19_u8)) % UBig::from(9_u8);
    let one = |heap: &UBig| verified.values(&game, &Position::list([heap.clone()]));
    assert_eq!(one(&huge), one(&small));
    // A heap of n >= 1 is worth 1, or 1 and a star where n is even: 100,000 heaps are worth as
    // many.
    let rules = codes(&[3], &[6]);
    let game = rules.game(&Parameters::new()).unwrap();
    let verified = search(&rules).proved.expect("preperiod 1, period 2");
    let many = Position::list((1..=100_000_u32).map(UBig::from));
    assert_eq!(
        verified.values(&game, &many),
        Some([Outcome::Win, Outcome::Loss])
    );
    let mut arena = Arena::new(Room::OPEN);
    let worth = verified.worth(&game, &many, &mut arena).unwrap();
    assert_eq!(arena.show(worth).unwrap(), "100000");
}

/// The lines of a sheet after one change, which the random numbers choose; `None` where it changes
/// nothing.
pub fn change(lines: &mut Lines, random: &mut Random) -> Option<()> {
    let forms = lines.forms.len();
    let other = |random: &mut Random| random.below(forms) as u32;
    match random.below(7) {
        0 => {
            let at = 1 + random.below(forms - 1);
            let side = &mut lines.forms[at][random.below(2)];
            if side.is_empty() {
                side.push(random.below(at) as u32);
            } else {
                side.remove(random.below(side.len()));
            }
        }
        1 => {
            let at = 1 + random.below(forms - 1);
            let side = &mut lines.forms[at][random.below(2)];
            side.push(random.below(at) as u32);
        }
        2 if !lines.at_most.is_empty() => {
            let line = lines.at_most.remove(random.below(lines.at_most.len()));
            lines.not_at_most.push(line);
        }
        3 if !lines.not_at_most.is_empty() => {
            let line = lines
                .not_at_most
                .remove(random.below(lines.not_at_most.len()));
            lines.at_most.push(line);
        }
        4 if !lines.sums.is_empty() => {
            let at = random.below(lines.sums.len());
            lines.sums[at][2] = other(random);
        }
        5 if !lines.at_most.is_empty() => {
            lines.at_most.remove(random.below(lines.at_most.len()));
        }
        6 => lines.at_most.push([other(random), other(random)]),
        _ => return None,
    }
    Some(())
}

/// What is accepted after a change is true: changed tables, periods, summands, lines.
#[test]
fn changed_laws_of_heaps_that_say_what_is_false_are_refused() {
    let mut random = Random(18);
    let (mut refused, mut kept) = (0, 0);
    let pairs: [(&[u8], &[u8]); 6] = [
        (&[1], &[2]),
        (&[3], &[6]),
        (&[0, 5], &[0, 6]),
        (&[7], &[3]),
        (&[1, 2], &[3]),
        (&[2], &[3]),
    ];
    for (left, right) in pairs {
        let rules = codes(left, right);
        let game = rules.game(&Parameters::new()).unwrap();
        let report = search(&rules);
        let Some(verified) = report.proved else {
            panic!("{left:?} {right:?}: {:?}", report.tried);
        };
        let law = heap_law(&verified).clone();
        let certificate = verified.certificate();
        for _ in 0..cases(150, 10_000) {
            let mut changed = law.clone();
            match random.below(6) {
                0 => {
                    let at = random.below(changed.values.len());
                    changed.values[at] = random.below(changed.lines.forms.len()) as u32;
                }
                1 => changed.period = 1 + random.below(2 * law.period as usize + 2) as u64,
                2 => changed.preperiod = random.below(law.preperiod as usize + 1) as u64,
                3 => changed.saltus = random.below(changed.lines.forms.len()) as u32,
                4 => changed.values.truncate(law.values.len() - 1),
                _ => {
                    if change(&mut changed.lines, &mut random).is_none() {
                        continue;
                    }
                }
            }
            if changed == law {
                continue;
            }
            let other = Certificate {
                laws: vec![Law::HeapValues(Box::new(changed.clone()))],
                ..certificate.clone()
            };
            match other.verify_with_rules(&Budget::of(1 << 26)) {
                Err(_) => refused += 1,
                Ok(_) => {
                    kept += 1;
                    assert!(
                        says_what_is_so(&changed, &game, 3 * law.values.len().min(60)),
                        "{left:?} {right:?}: {changed:?}"
                    );
                }
            }
        }
    }
    println!("{refused} refused, {kept} accepted, which are true");
    assert!(refused > kept && kept > 0, "{refused} refused, {kept} kept");
}

const TOADS: &str = "game \"Toads and Frogs\"\nplayers Toads, Frogs\nposition row of . T F\n\nToads: move T . -> . T\nToads: move T F . -> . F T\nFrogs: move . F -> F .\nFrogs: move . T F -> F T .";
const CLOBBER: &str = "game \"Clobber\"\nplayers Black, White\nposition board of . x o\n\nBlack: move x o -> . x along all directions\nWhite: move o x -> . o along all directions";
const DOMINEERING: &str = "game \"Domineering\"\nplayers Left, Right\nposition board of . #\n\nLeft: move . . -> # # along down\nRight: move . . -> # # along right";

fn table_of(text: &str, size: (usize, usize)) -> (Game, Verified) {
    let rules = Rules::parse("table", text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
    let game = rules.game(&Parameters::new()).unwrap();
    let verified = table(&rules, &Parameters::new(), size, &Limits::default());
    (
        game,
        verified.unwrap_or_else(|why| panic!("{text} {size:?}: {why}")),
    )
}

fn value_table(verified: &Verified) -> &ValueTable {
    match &verified.certificate().laws[0] {
        Law::ValueTable(law) => law,
        other => panic!("{other:?}"),
    }
}

/// How many values the positions of a table have.
fn distinct(verified: &Verified) -> usize {
    let mut forms = value_table(verified).values.clone();
    forms.sort_unstable();
    forms.dedup();
    forms.len()
}

/// Tables of strips and boards with as many values as CGSuite, `cgt` and the notes count.
#[test]
fn tables_of_strips_and_boards() {
    let mut all = vec![
        (TOADS, (1, 6), 54),
        (TOADS, (1, 8), 280),
        (CLOBBER, (1, 8), 0),
        (DOMINEERING, (3, 3), 0),
    ];
    if std::env::var_os("WHOWINS_LONG").is_some() {
        all.extend([
            (TOADS, (1, 10), 1613),
            (CLOBBER, (1, 10), 421),
            (DOMINEERING, (4, 5), 0),
        ]);
    }
    for (text, size, wanted) in all {
        let (game, verified) = table_of(text, size);
        if wanted > 0 {
            assert_eq!(distinct(&verified), wanted, "{text} {size:?}");
        }
        // Who wins each position, by the rules alone.
        let frame = Frame::new(&game, size.0, size.1);
        let mut known = HashMap::new();
        let symbols = game.board().unwrap().alphabet.len();
        let many = symbols.pow((size.0 * size.1) as u32);
        for place in (0..many).step_by(1 + many / 500) {
            let mut rest = place;
            let mut state = vec![0; size.0 * size.1];
            for cell in state.iter_mut().rev() {
                *cell = (rest % symbols) as i64;
                rest /= symbols;
            }
            let position = game.position_of(&state, size.0, size.1);
            assert_eq!(
                verified.values(&game, &position),
                Some(naive(&frame, &state, &mut known)),
                "{text}: {state:?}"
            );
        }
        let mut arena = Arena::new(Room::OPEN);
        let mut positions = Positions::new(&game).unwrap();
        let last = game.position_of(&vec![0; size.0 * size.1], size.0, size.1);
        let value: Value = positions.value(&mut arena, &last).unwrap();
        assert_eq!(verified.worth(&game, &last, &mut arena), Some(value));
    }
}

/// What is accepted after a change is true: each position's form is its value.
#[test]
fn changed_tables_that_say_what_is_false_are_refused() {
    let mut random = Random(81);
    let (mut refused, mut kept) = (0, 0);
    for (text, size) in [
        (TOADS, (1, 5)),
        (CLOBBER, (1, 5)),
        (CLOBBER, (2, 2)),
        (DOMINEERING, (2, 3)),
    ] {
        let (game, verified) = table_of(text, size);
        let law = value_table(&verified).clone();
        let certificate = verified.certificate();
        let mut arena = Arena::new(Room::OPEN);
        let mut positions = Positions::new(&game).unwrap();
        let symbols = game.board().unwrap().alphabet.len();
        for _ in 0..cases(250, 15_000) {
            let mut changed = law.clone();
            if random.below(2) == 0 {
                let at = random.below(changed.values.len());
                changed.values[at] = random.below(changed.lines.forms.len()) as u32;
            } else if change(&mut changed.lines, &mut random).is_none() {
                continue;
            }
            if changed == law {
                continue;
            }
            let other = Certificate {
                laws: vec![Law::ValueTable(Box::new(changed.clone()))],
                ..certificate.clone()
            };
            let Ok(accepted) = other.verify_with_rules(&Budget::of(1 << 26)) else {
                refused += 1;
                continue;
            };
            kept += 1;
            for place in 0..changed.values.len() {
                let mut rest = place;
                let mut state = vec![0; size.0 * size.1];
                for cell in state.iter_mut().rev() {
                    *cell = (rest % symbols) as i64;
                    rest /= symbols;
                }
                let position = game.position_of(&state, size.0, size.1);
                let value = positions.value(&mut arena, &position).unwrap();
                assert_eq!(
                    accepted.worth(&game, &position, &mut arena),
                    Some(value),
                    "{text}: {state:?}"
                );
            }
        }
    }
    println!("{refused} refused, {kept} accepted, which are true");
    assert!(refused > kept && kept > 0, "{refused} refused, {kept} kept");
}

/// What is no game of heaps, or has no values, is not searched; and a table of misère play is
/// refused.
#[test]
fn other_games_are_told_apart() {
    let numbers = Rules::parse("n", "game \"N\"\nposition n\nmove n -= 1").unwrap();
    let report = search(&numbers);
    assert!(
        matches!(report.tried[0].finding, Finding::Foreign(_)),
        "{:?}",
        report.tried
    );
    let misere = Rules::parse("m", "game \"M\"\nposition heaps\nmove take 1\nmisère play").unwrap();
    let report = search(&misere);
    assert!(
        matches!(report.tried[0].finding, Finding::Foreign(_)),
        "{:?}",
        report.tried
    );
    // A law of one pair of codes is none of another.
    let proved = search(&codes(&[1], &[2])).proved.unwrap();
    let other = proved.certificate().of_rules(codes(&[1], &[3]).source());
    assert!(other.verify_with_rules(&Budget::default()).is_err());
    let misere = proved
        .certificate()
        .of_rules(format!("{}misère play\n", codes(&[1], &[2]).source()));
    assert!(misere.verify_with_rules(&Budget::default()).is_err());
}

/// Laws as files for Coq, which accepts them, and refuses them changed.
#[test]
fn coq_accepts_laws_of_values() {
    let pairs: [(&[u8], &[u8]); 3] = [(&[3], &[6]), (&[5], &[4]), (&[4], &[3])];
    for (left, right) in pairs.into_iter().take(cases(1, 3)) {
        let verified = search(&codes(left, right)).proved.unwrap();
        let law = heap_law(&verified);
        let instance = |law: &HeapValues| {
            let law = Law::HeapValues(Box::new(law.clone()));
            whowins_law::coq::instance(verified.game(), &law).unwrap()
        };
        let (accepted, said) = coqc("values", &instance(law));
        assert!(accepted, "{left:?} {right:?}: {said}");
        // The term of other rules: another number is taken, or the first player's moves are the
        // other's.
        let text = instance(law);
        let [own, others] =
            [0, 1].map(|player| format!("(Bin Eq (Get (P 0) (Num 0) 0) (Num {player}))"));
        for (from, to) in [
            ("consts := [[1", "consts := [[2"),
            (own.as_str(), others.as_str()),
        ] {
            let forged = text.replacen(from, to, 1);
            assert!(forged != text && !coqc("values_forged", &forged).0);
        }
        let mut changed = law.clone();
        changed.values[2] = changed.values[1];
        let (accepted, _) = coqc("values_changed", &instance(&changed));
        assert!(
            !accepted || law.values[1] == law.values[2],
            "{left:?} {right:?}"
        );
    }
}

/// Tables as files for Coq, on the core term of the rules; forms, positions and rules changed are
/// refused.
#[test]
fn coq_accepts_tables_of_values() {
    let mut all = vec![(TOADS, (1, 4)), (DOMINEERING, (2, 3))];
    if std::env::var_os("WHOWINS_LONG").is_some() {
        all.extend([(CLOBBER, (2, 2)), (TOADS, (1, 8)), (CLOBBER, (1, 8))]);
    }
    for (text, size) in all {
        let (game, verified) = table_of(text, size);
        let law = value_table(&verified);
        let instance = |law: &ValueTable| {
            let law = Law::ValueTable(Box::new(law.clone()));
            whowins_law::coq::instance(&game, &law).unwrap()
        };
        let text = instance(law);
        let (accepted, said) = coqc("table", &text);
        assert!(accepted, "{said}");
        let mut changed = law.clone();
        let at = changed.values.len() / 2;
        let other = changed
            .values
            .iter()
            .find(|form| **form != changed.values[at]);
        changed.values[at] = *other.unwrap();
        assert!(!coqc("table_changed", &instance(&changed)).0);
        // The same table of another game: what the first player may do is the other's. (Another
        // number may say the same: a bound of a choice does, where the guard past it asks for a
        // cell that is not there.)
        let [own, others] =
            [0, 1].map(|player| format!("(Bin Eq (Get (P 0) (Num 0) 0) (Num {player}))"));
        let forged = text.replacen(&own, &others, 1);
        assert!(forged != text && !coqc("table_forged", &forged).0);
    }
}

/// Large tables for the checker that is extracted from the proved one: all Toads and Frogs strips
/// of 10, all Clobber strips of 10, Domineering on 4 x 5.
#[test]
fn the_extracted_checker_accepts_tables_of_values() {
    let mut all = vec![(TOADS, (1, 5)), (DOMINEERING, (3, 3))];
    if std::env::var_os("WHOWINS_LONG").is_some() {
        all.extend([(TOADS, (1, 10)), (CLOBBER, (1, 10)), (DOMINEERING, (4, 5))]);
    }
    for (text, size) in all {
        let (game, verified) = table_of(text, size);
        let law = value_table(&verified).clone();
        let data = |law: &ValueTable| {
            let law = Law::ValueTable(Box::new(law.clone()));
            let law = whowins_law::coq::data_of(&game, &law).unwrap();
            format!(
                "(whowins-data 2)\n{}\n{law}",
                whowins_law::coq::rules(&game)
            )
        };
        let began = std::time::Instant::now();
        let (code, said) = crate::extracted::checker(&data(&law));
        println!(
            "{size:?}: {} positions in {:.1?}",
            law.values.len(),
            began.elapsed()
        );
        assert_eq!(code, 0, "{said}");
        let mut changed = law.clone();
        let last = changed.values.len() - 1;
        let other = changed
            .values
            .iter()
            .find(|form| **form != changed.values[last / 3]);
        changed.values[last / 3] = *other.unwrap();
        assert_eq!(crate::extracted::checker(&data(&changed)).0, 1);
    }
}
