//! Laws of values of rows by an automaton: found, verified, compared with play, and refused where
//! they say what is false.

use std::sync::OnceLock;
use std::time::Duration;

use proptest::prelude::*;
use whowins_analysis::{Game, Player, Position, Value as Outcome};
use whowins_core::random::{Random, cases};
use whowins_engine::Limits;
use whowins_engine::values::Positions;
use whowins_law::{OfRules, Report, find_kind};
use whowins_rules::{Parameters, Rules};
use whowins_values::{Arena, Budget as Room, Side};
use whowins_verify::values::RegularValues;
use whowins_verify::{Budget, Certificate, Law, Verified};

use crate::coq_common::coqc;
use crate::values::change;

const KIND: &str = "regular-values";

const SWAPS: &str = "game \"Swaps\"\nposition row of a b\nmove b a -> a b\nmove b a a -> a a b";
/// Moves at the ends alone: few values, none of them a nimber.
const ENDS: &str = "game \"Ends\"\nplayers Left, Right\nposition row of . o x\nLeft: move ^ x -> ^ o\nRight: move ^ x -> ^ .\nLeft: move ^ o -> ^ .\nRight: move x $ -> o $\nLeft: move x $ -> . $\nRight: move o $ -> . $\nLeft: move ^ . x -> ^ . o\nRight: move ^ . x -> ^ . .";
/// A stone that comes to the end is taken at once.
const FORCED: &str = "game \"Forced\"\nposition row of . o\nmove o . -> . o\nmove o o o . -> . o o o\nat once o $ -> . $";
const COL: &str = "game \"Col\"\nplayers Left, Right\nposition row of . L R\nLeft: move ^ . $ -> ^ L $\nLeft: move ^ . . -> ^ L .\nLeft: move ^ . R -> ^ L R\nLeft: move . . $ -> . L $\nLeft: move . . . -> . L .\nLeft: move . . R -> . L R\nLeft: move R . $ -> R L $\nLeft: move R . . -> R L .\nLeft: move R . R -> R L R\nRight: move ^ . $ -> ^ R $\nRight: move ^ . . -> ^ R .\nRight: move ^ . L -> ^ R L\nRight: move . . $ -> . R $\nRight: move . . . -> . R .\nRight: move . . L -> . R L\nRight: move L . $ -> L R $\nRight: move L . . -> L R .\nRight: move L . L -> L R L";
const CLOBBER: &str = "game \"Clobber\"\nplayers Black, White\nposition row of . x o\nBlack: move x o -> . x along right, left\nWhite: move o x -> . o along right, left";
const STRIP: &str = "game \"Strip\"\nplayers Left, Right\nposition row of . L R\nLeft: move . . -> L L\nRight: move . -> R";

/// Games with how many values their rows have, and whether all rows are spoken of.
const GAMES: [(&str, usize, bool); 6] = [
    (SWAPS, 4, true),
    (ENDS, 12, true),
    (FORCED, 2, true),
    (COL, 12, false),
    (CLOBBER, 6, false),
    (STRIP, 6, false),
];

fn rules(text: &str) -> Rules {
    Rules::parse("rows", text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"))
}

fn report(text: &str, limits: &Limits) -> Report {
    find_kind(&rules(text), &Parameters::new(), None, limits, KIND).unwrap()
}

fn law(verified: &Verified) -> &RegularValues {
    match &verified.certificate().laws[..] {
        [Law::RegularValues(law)] => law,
        laws => panic!("{laws:?}"),
    }
}

/// The laws of the games, found once.
fn all() -> &'static [Verified] {
    static ALL: OnceLock<Vec<Verified>> = OnceLock::new();
    ALL.get_or_init(|| {
        let found = GAMES.iter().map(|(text, ..)| {
            let report = report(text, &Limits::default());
            report
                .proved
                .unwrap_or_else(|| panic!("{text}: {:?}", report.tried))
        });
        found.collect()
    })
}

/// All rows of so many cells.
fn rows(symbols: usize, length: usize) -> impl Iterator<Item = Vec<u8>> {
    let symbols = symbols as u8;
    (0..u32::from(symbols).pow(length as u32)).map(move |mut number| {
        let cell = |_| {
            let cell = (number % u32::from(symbols)) as u8;
            number /= u32::from(symbols);
            cell
        };
        (0..length).map(cell).collect()
    })
}

/// Holds what a law says of a row against what the engine works out; whether it says anything.
fn is_so(verified: &Verified, position: &Position, arena: &mut Arena) -> Result<bool, String> {
    let game = verified.game();
    let mut positions = Positions::new(game).unwrap();
    let value = positions.value(arena, position).unwrap();
    let (worth, wins) = (
        verified.worth(game, position, arena),
        verified.values(game, position),
    );
    let Some(worth) = worth else {
        return match wins {
            None => Ok(false),
            Some(_) => Err("says who wins and not what it is worth".into()),
        };
    };
    let wins = wins.ok_or("says what it is worth and not who wins")?;
    let told = Player::BOTH.iter().all(|player| {
        let own = wins[player.index()] == Outcome::Win;
        own == arena.wins_first(value, Side::BOTH[player.index()]).unwrap()
    });
    match worth == value && told {
        true => Ok(true),
        false => Err(format!(
            "{} is worth {}, not {}",
            game.show(position),
            arena.show(value).unwrap(),
            arena.show(worth).unwrap()
        )),
    }
}

fn symbols(game: &Game) -> usize {
    game.board().unwrap().alphabet.len()
}

#[test]
fn rows_have_laws_of_values() {
    for (verified, (text, values, whole)) in all().iter().zip(GAMES) {
        let law = law(verified);
        let mut forms: Vec<u32> = law.forms.iter().flatten().copied().collect();
        forms.sort_unstable();
        forms.dedup();
        let statement = verified.statements().concat();
        println!(
            "{} states, {} values: {statement}",
            law.next.len(),
            forms.len()
        );
        assert_eq!(forms.len(), values, "{text}");
        assert_eq!(
            statement.starts_with("The value of a row of any length"),
            whole,
            "{text}"
        );
        let mut arena = Arena::new(Room::OPEN);
        let mut silent = 0;
        for length in 1..=6 {
            for cells in rows(symbols(verified.game()), length) {
                let position = verified.game().position_of(&cells, 1, length);
                match is_so(verified, &position, &mut arena) {
                    Ok(says) => silent += usize::from(!says),
                    Err(why) => panic!("{text}: {why}"),
                }
            }
        }
        assert_eq!(silent == 0, whole, "{text}: {silent}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60, 2_000) as u32))]

    /// What a law says of a row is what the rules say.
    #[test]
    fn laws_of_rows_by_automata_say_what_is_so(which in 0usize..6, cells in prop::collection::vec(0u8..3, 1..15)) {
        let verified = &all()[which];
        let symbols = symbols(verified.game()) as u8;
        let cells: Vec<u8> = cells.into_iter().map(|cell| cell % symbols).collect();
        let position = verified.game().position_of(&cells, 1, cells.len());
        let so = is_so(verified, &position, &mut Arena::new(Room::OPEN));
        prop_assert!(so.is_ok(), "{:?}", so);
    }
}

/// Rows of a million cells, by one look at each; where the automaton does not speak of the whole
/// row, by its parts.
#[test]
fn rows_of_a_million_cells_have_values() {
    let clobber = &all()[4];
    let game = clobber.game();
    let mut arena = Arena::new(Room::OPEN);
    for (text, times, value) in [
        ("xo.", 333_333, "*"),
        ("xxo.", 250_000, "^250000"),
        ("xxo.oox.", 125_000, "0"),
    ] {
        let position = game.read(&text.repeat(times)).unwrap();
        let worth = clobber.worth(game, &position, &mut arena);
        let shown = worth.map(|worth| arena.show(worth).unwrap());
        assert_eq!(shown.as_deref(), Some(value), "{text}");
        let position = game.read(text).unwrap();
        let so = is_so(clobber, &position, &mut arena);
        assert!(so.is_ok(), "{so:?}");
    }
    let swaps = &all()[0];
    let row = swaps.game().read(&"bba".repeat(300_000)).unwrap();
    assert!(swaps.values(swaps.game(), &row).is_some());
}

/// Rules of other kinds, each refused by finder and verifier with a reason.
#[test]
fn rows_without_values_are_refused() {
    let certificate = all()[0].certificate();
    for text in [
        format!("{SWAPS}\nmisère play"),
        SWAPS.replace("row", "board"),
        format!("{SWAPS}\nat once a b a b -> a a b b"),
    ] {
        let other = certificate.of_rules(&text);
        assert!(
            other.verify_with_rules(&Budget::default()).is_err(),
            "{text}"
        );
    }
    for text in [
        format!("{SWAPS}\nmisère play"),
        SWAPS.replace("row", "board"),
    ] {
        assert!(report(&text, &Limits::default()).proved.is_none(), "{text}");
    }
}

/// A law changed in one place.
fn changed(own: &RegularValues, random: &mut Random) -> Option<RegularValues> {
    let mut law = own.clone();
    let (states, forms) = (own.next.len(), own.lines.forms.len());
    let state = random.below(states);
    match random.below(6) {
        0 => {
            let letter = random.below(law.next[state].len());
            law.next[state][letter] = random.below(states) as u32;
        }
        1 => law.forms[state] = Some(random.below(forms) as u32),
        2 => law.forms[state] = None,
        3 => {
            law.next.swap(state, random.below(states));
        }
        // What is said of one is said of all that have the same form.
        4 => {
            let [one, other] = [0, 1].map(|_| random.below(forms) as u32);
            for form in law.forms.iter_mut().flatten() {
                *form = if *form == one { other } else { *form };
            }
        }
        _ => change(&mut law.lines, random)?,
    }
    (law != *own).then_some(law)
}

/// What is accepted after a change is true of all short rows.
#[test]
fn changed_laws_by_automata_that_say_what_is_false_are_refused() {
    let mut random = Random(27);
    let (mut refused, mut kept) = (0, 0);
    for verified in all() {
        let certificate = verified.certificate();
        for _ in 0..cases(60, 10_000) {
            let Some(law) = changed(law(verified), &mut random) else {
                continue;
            };
            let laws = vec![Law::RegularValues(Box::new(law))];
            let other = Certificate {
                laws,
                ..certificate.clone()
            };
            let Ok(other) = other.verify_with_rules(&Budget::of(1 << 26)) else {
                refused += 1;
                continue;
            };
            kept += 1;
            let mut arena = Arena::new(Room::OPEN);
            for length in 1..=6 {
                for cells in rows(symbols(other.game()), length) {
                    let position = other.game().position_of(&cells, 1, length);
                    let so = is_so(&other, &position, &mut arena);
                    assert!(so.is_ok(), "{so:?}");
                }
            }
        }
    }
    println!("{refused} changed laws refused, {kept} accepted, and true");
    assert!(refused > 3 * kept, "{refused} refused, {kept} accepted");
}

/// Coq accepts the files of small laws, whole ones and others, and refuses changed ones.
#[test]
fn coq_accepts_laws_by_automata_and_refuses_changed_ones() {
    let file = |game: &Game, law: RegularValues| {
        whowins_law::coq::instance(game, &Law::RegularValues(Box::new(law)))
    };
    let mut random = Random(28);
    for which in [0, 1, 2, 5] {
        let verified = &all()[which];
        let (own, game) = (law(verified), verified.game());
        let mut all = file(game, own.clone()).unwrap_or_else(|why| panic!("{}", why.0));
        let whole = GAMES[which].2 && which != 2;
        assert_eq!(all.contains("Theorem of_all"), whole, "{}", GAMES[which].0);
        all += "Print Assumptions law.\n";
        let (accepted, said) = coqc("regular_values", &all);
        assert!(
            accepted && said.contains("Closed under the global context"),
            "{said}"
        );
        // Where a follow-up is due, or in an empty row, the theory lets a law say what is so of the
        // word.
        if which == 2 {
            continue;
        }
        let mut forged = String::new();
        let mut count = 0;
        while count < 8 {
            let Some(law) = changed(own, &mut random) else {
                continue;
            };
            if law.lines != own.lines || law.forms[0].is_some() {
                continue;
            }
            let laws = vec![Law::RegularValues(Box::new(law.clone()))];
            let other = Certificate {
                laws,
                ..verified.certificate().clone()
            };
            let Ok(text) = file(game, law) else { continue };
            if other.verify_with_rules(&Budget::default()).is_ok() {
                continue;
            }
            let (before, rest) = text
                .split_once("Theorem certificate : ")
                .expect("a certificate");
            let (statement, _) = rest.split_once(". Proof").expect("a statement");
            forged += &format!(
                "Module Forged{count}.\n{before}Fail Definition forged : {statement} := ltac:(vm_compute; reflexivity).\nEnd Forged{count}.\n"
            );
            count += 1;
        }
        let (accepted, said) = coqc("regular_values_forged", &forged);
        assert!(accepted, "{said}");
    }
}

/// Random rules on two symbols beside a blank, some of them at an end of the row.
fn random_rules(random: &mut Random) -> String {
    let mut text = String::from("game \"Random\"\nplayers Left, Right\nposition row of . x o\n");
    for _ in 0..1 + random.below(4) {
        let length = 1 + random.below(3);
        let mut word = || {
            let signs: Vec<&str> = (0..length)
                .map(|_| [".", "x", "o"][random.below(3)])
                .collect();
            signs.join(" ")
        };
        let [before, after] = [word(), word()];
        let player = ["Left", "Right"][random.below(2)];
        let end = random.below(4);
        let placed = |word: &str| match end {
            0 => format!("^ {word}"),
            1 => format!("{word} $"),
            _ => word.to_owned(),
        };
        text += &format!("{player}: move {} -> {}\n", placed(&before), placed(&after));
    }
    text
}

/// What is proved of the rows of random rules is so of all rows of five cells; and what the search
/// proposes the verifier accepts.
#[test]
fn what_is_proved_of_random_rows_is_so() {
    let mut random = Random(29);
    let mut proved = [0; 2];
    for _ in 0..cases(60, 1_000) {
        let text = random_rules(&mut random);
        let Ok(rules) = Rules::parse("random", &text) else {
            continue;
        };
        let Ok(game) = rules.game(&Parameters::new()) else {
            continue;
        };
        if game.board().is_none() {
            continue;
        }
        let limits = Limits::default().with_time(Duration::from_secs(2));
        let report = find_kind(&rules, &Parameters::new(), None, &limits, KIND).unwrap();
        let refused = format!("{:?}", report.tried);
        assert!(!refused.contains("does not accept"), "{text}\n{refused}");
        let Some(verified) = report.proved else {
            continue;
        };
        let mut arena = Arena::new(Room::OPEN);
        let mut silent = 0;
        for length in 1..=5 {
            for cells in rows(3, length) {
                let position = game.position_of(&cells, 1, length);
                match is_so(&verified, &position, &mut arena) {
                    Ok(says) => silent += usize::from(!says),
                    Err(why) => panic!("{text}\n{why}"),
                }
            }
        }
        proved[usize::from(silent > 0)] += 1;
    }
    println!("{proved:?} laws of all rows, and of some");
    assert!(proved.iter().all(|laws| *laws > 3), "{proved:?}");
}
