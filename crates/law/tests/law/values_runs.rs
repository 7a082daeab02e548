//! Laws of rows that are runs of one symbol between others which stay: found, verified, answered at
//! any length, accepted by Coq, and refused where they say what is false.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::Duration;

use proptest::prelude::*;
use whowins_analysis::{Game, Player, Position, Value as Outcome};
use whowins_core::random::{Random, cases};
use whowins_engine::Limits;
use whowins_engine::values::Positions;
use whowins_law::{OfRules, Report, Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_values::{Arena, Budget as Room, Side, Value};
use whowins_verify::values::{RowRuns, Run, Runs};
use whowins_verify::{Budget, Certificate, Law, Verified};

use crate::coq_common::coqc;
use crate::values::change;

/// A stone is put on a blank with neighbours of these kinds; `^` is the row's end.
fn stones(name: &str, neighbours: [&str; 2]) -> String {
    let mut text = format!("game \"{name}\"\nplayers Left, Right\nposition row of . L R\n");
    for ((player, stone), kinds) in [("Left", 'L'), ("Right", 'R')].into_iter().zip(neighbours) {
        for before in kinds.chars() {
            for behind in kinds.chars() {
                let behind = if behind == '^' { '$' } else { behind };
                text +=
                    &format!("{player}: move {before} . {behind} -> {before} {stone} {behind}\n");
            }
        }
    }
    text
}

fn rules(text: &str) -> Rules {
    Rules::parse("runs", text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"))
}

fn report(text: &str) -> Report {
    let limits = Limits::default();
    find(
        &rules(text),
        &Parameters::new(),
        None,
        &limits,
        &[Says::Value],
    )
    .unwrap()
}

fn law(verified: &Verified) -> &RowRuns {
    let laws = verified.certificate().laws.iter();
    let mut runs = laws.filter_map(|law| match law {
        Law::RowRuns(law) => Some(law.as_ref()),
        _ => None,
    });
    runs.next().expect("a law of runs")
}

const HEAD: &str = "players Left, Right\nposition row of . L R\n";

/// Games whose laws are found, with preperiod, period and summand.
fn games() -> Vec<(String, [u64; 2], &'static str)> {
    // Right at an end of a run; Right between blanks.
    let ends = "Right: move ^ . -> ^ R\nRight: move L . -> L R\nRight: move R . -> R R\nRight: move . $ -> R $\nRight: move . L -> R L\nRight: move . R -> R R\n";
    let within = "Right: move . . . -> . R .\n";
    let lengths = |left: usize, right: usize| {
        let words = |sign: &str, length: usize| vec![sign; length].join(" ");
        format!(
            "game \"Stones of {left} and {right}\"\n{HEAD}Left: move {} -> {}\nRight: move {} -> {}\n",
            words(".", left),
            words("L", left),
            words(".", right),
            words("R", right)
        )
    };
    let kayles = "game \"Kayles\"\nposition row of o .\nmove o -> .\nmove o o -> . .";
    vec![
        (stones("Col", ["^.R", "^.L"]), [2, 1], "0"),
        (stones("Apart", ["^.", "^."]), [54, 34], "0"),
        (lengths(1, 2), [1, 4], "1"),
        (lengths(1, 3), [1, 3], "{2|0}"),
        (
            format!("game \"Ends\"\n{HEAD}Left: move . -> L\n{ends}"),
            [1, 2],
            "0",
        ),
        (
            format!("game \"Within\"\n{HEAD}Left: move . -> L\n{within}"),
            [1, 7],
            "4*",
        ),
        (kayles.to_owned(), [71, 12], "0"),
    ]
}

/// The laws of all of these, found once.
fn all() -> &'static [Verified] {
    static ALL: OnceLock<Vec<Verified>> = OnceLock::new();
    ALL.get_or_init(|| {
        let found = games().into_iter().map(|(text, _, _)| {
            let report = report(&text);
            report
                .proved
                .unwrap_or_else(|| panic!("{text}: {:?}", report.tried))
        });
        found.collect()
    })
}

/// What a row is worth by the options of its runs alone, each worked out once.
fn by_runs(runs: &Runs, cells: &[u8], arena: &mut Arena) -> Value {
    let mut known = HashMap::new();
    let mut sum = Value::ZERO;
    for run in runs.split(cells) {
        let value = value(runs, run, arena, &mut known);
        sum = arena.add(sum, value).unwrap();
    }
    sum
}

fn value(runs: &Runs, run: Run, arena: &mut Arena, known: &mut HashMap<Run, Value>) -> Value {
    if let Some(value) = known.get(&run) {
        return *value;
    }
    let [left, right] = Player::BOTH.map(|player| {
        let mut all = Vec::new();
        runs.options(player, run, |parts| {
            let mut sum = Value::ZERO;
            for part in parts {
                let value = value(runs, *part, arena, known);
                sum = arena.add(sum, value).unwrap();
            }
            all.push(sum);
            true
        });
        all
    });
    let value = arena.make(&left, &right).unwrap();
    known.insert(run, value);
    value
}

/// Whether a law says of a row what its runs are worth, and who wins by it. That rows are worth
/// their runs: [`random_rows_are_worth_their_runs`].
fn is_so(claim: &dyn whowins_verify::Claim, game: &Game, position: &Position) -> bool {
    let mut arena = Arena::new(Room::OPEN);
    let runs = Runs::of(game).unwrap();
    let value = by_runs(&runs, &position.cells().unwrap(), &mut arena);
    let wins = claim.values(game, position).unwrap();
    let told = Player::BOTH.iter().all(|player| {
        let wins = wins[player.index()] == Outcome::Win;
        wins == arena.wins_first(value, Side::BOTH[player.index()]).unwrap()
    });
    told && claim.worth(game, position, &mut arena) == Some(value)
}

#[test]
fn rows_of_runs_have_laws() {
    for (verified, (text, sizes, saltus)) in all().iter().zip(games()) {
        let law = law(verified);
        let mut arena = Arena::new(Room::OPEN);
        let row = |blanks: u64| {
            let blank = text
                .split("row of ")
                .nth(1)
                .and_then(|rest| rest.chars().next());
            let row = blank.unwrap().to_string().repeat(blanks as usize);
            verified.game().read(&row).unwrap()
        };
        let [first, then] = [law.preperiod, law.preperiod + law.period].map(|blanks| {
            verified
                .worth(verified.game(), &row(blanks), &mut arena)
                .unwrap()
        });
        let grows = arena.sub(then, first).unwrap();
        let found = ([law.preperiod, law.period], arena.show(grows).unwrap());
        println!("{text}{found:?}, {} forms", law.lines.forms.len());
        assert_eq!(found, (sizes, saltus.to_owned()), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60, 1_000) as u32))]

    /// What a law says of a row is what the rules say: of short rows of all symbols, and of long
    /// ones.
    #[test]
    fn laws_of_runs_say_what_is_so(which in 0usize..7, cells in prop::collection::vec(0u8..3, 1..12), blanks in 0usize..24) {
        let verified = &all()[which];
        let game = verified.game();
        let symbols = game.board().unwrap().alphabet.len() as u8;
        let mut cells: Vec<u8> = cells.into_iter().map(|cell| cell % symbols).collect();
        let at = cells.len() / 2;
        cells.splice(at..at, std::iter::repeat_n(0, blanks));
        let position = game.position_of(&cells, 1, cells.len());
        prop_assert!(is_so(law(verified), game, &position), "{}", game.show(&position));
    }
}

/// Random rules of this kind: words of blanks, perhaps with an end beside them, are written over.
fn placements() -> impl Strategy<Value = String> {
    let end = || prop_oneof![3 => Just(""), 1 => Just("L"), 1 => Just("R"), 1 => Just("^")];
    let word = prop::collection::vec(0usize..3, 1..4);
    let rule = (end(), word, end(), 0usize..2);
    prop::collection::vec(rule, 2..6).prop_map(|all| {
        let mut text =
            String::from("game \"Random\"\nplayers Left, Right\nposition row of . L R\n");
        for (before, word, behind, player) in all {
            let behind = if behind == "^" { "$" } else { behind };
            let line = |cells: Vec<&str>| [vec![before], cells, vec![behind]].concat().join(" ");
            let written = word.iter().map(|cell| [".", "L", "R"][*cell]).collect();
            let blanks = vec!["."; word.len()];
            let player = ["Left", "Right"][player];
            text += &format!("{player}: move {} -> {}\n", line(blanks), line(written));
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60, 2_000) as u32))]

    /// Rows of random rules are worth what the engine works out of them, whole; and what a law says
    /// of long rows is so.
    #[test]
    fn random_rows_are_worth_their_runs(text in placements(), cells in prop::collection::vec(0u8..3, 1..9), blanks in 0usize..16) {
        let Ok(rules) = Rules::parse("random", &text) else { return Ok(()) };
        let Ok(game) = rules.game(&Parameters::new()) else { return Ok(()) };
        let Ok(runs) = Runs::of(&game) else { return Ok(()) };
        let position = game.position_of(&cells, 1, cells.len());
        let mut arena = Arena::new(Room::OPEN);
        let value = Positions::new(&game).unwrap().value(&mut arena, &position).unwrap();
        prop_assert_eq!(by_runs(&runs, &cells, &mut arena), value, "{}\n{}", text, game.show(&position));
        let limits = Limits::default().with_time(Duration::from_millis(200));
        let report = find(&rules, &Parameters::new(), None, &limits, &[Says::Value]);
        if let Some(verified) = report.unwrap().proved {
            let mut cells = cells;
            cells.splice(0..0, std::iter::repeat_n(0, blanks));
            let position = game.position_of(&cells, 1, cells.len());
            prop_assert!(is_so(law(&verified), &game, &position), "{}\n{}", text, game.show(&position));
        }
    }
}

/// A row of a million cells, and rows with runs longer than any that was looked at.
#[test]
fn rows_of_a_million_cells() {
    let verified = &all()[2];
    let game = verified.game();
    let law = law(verified);
    let mut arena = Arena::new(Room::OPEN);
    let row = |runs: &[usize]| {
        let cells: Vec<String> = runs.iter().map(|blanks| ".".repeat(*blanks)).collect();
        game.read(&cells.join("L")).unwrap()
    };
    let long = (law.preperiod + 1000 * law.period) as usize;
    let short = law.preperiod as usize;
    let worth =
        |arena: &mut Arena, position: &Position| verified.worth(game, position, arena).unwrap();
    let (a, b) = (
        worth(&mut arena, &row(&[long, 5, 7])),
        worth(&mut arena, &row(&[short, 5, 7])),
    );
    let difference = arena.sub(a, b).unwrap();
    let one = worth(&mut arena, &row(&[short + law.period as usize]));
    let none = worth(&mut arena, &row(&[short]));
    let saltus = arena.sub(one, none).unwrap();
    assert_eq!(arena.scale(saltus, 1000).unwrap(), difference);
    assert!(verified.values(game, &row(&[1_000_000])).is_some());
}

/// Games that are not of this kind, each refused with the rule or the reason.
#[test]
fn other_rows_are_refused() {
    let head = "game \"Other\"\nplayers Left, Right\nposition row of . L R\n";
    for rest in [
        "Left: move L . -> . L\nRight: move . -> R",
        "Left: move . L . -> L L .\nRight: move . -> R",
        "Left: move . ? . -> L ? .\nRight: move . -> R",
        "Left: move ^ L . -> ^ L L\nRight: move . -> R",
        "Left: move . -> L\nRight: move L . -> R R",
    ] {
        let rules = rules(&format!("{head}{rest}"));
        let game = rules.game(&Parameters::new()).unwrap();
        assert!(Runs::of(&game).is_err(), "{rest}");
    }
}

/// What is accepted after a change is true: changed tables, periods, summands, lines.
#[test]
fn changed_laws_of_runs_that_say_what_is_false_are_refused() {
    let mut random = Random(26);
    let (mut refused, mut kept) = (0, 0);
    for verified in [&all()[0], &all()[2], &all()[3], &all()[4]] {
        let (own, game) = (law(verified), verified.game());
        let certificate = verified.certificate();
        for _ in 0..cases(60, 10_000) {
            let mut changed = own.clone();
            let forms = own.lines.forms.len();
            match random.below(6) {
                0 => {
                    let kind = random.below(changed.values.len());
                    let at = random.below(changed.values[kind].len());
                    changed.values[kind][at] = random.below(forms) as u32;
                }
                1 => changed.period = 1 + random.below(2 * own.period as usize + 2) as u64,
                2 => changed.preperiod = 1 + random.below(own.preperiod as usize + 1) as u64,
                3 => changed.saltus = random.below(forms) as u32,
                4 => changed.values.iter_mut().for_each(|kind| {
                    kind.pop();
                }),
                _ => {
                    if change(&mut changed.lines, &mut random).is_none() {
                        continue;
                    }
                }
            }
            if changed == *own {
                continue;
            }
            let other = Certificate {
                laws: vec![Law::RowRuns(Box::new(changed.clone()))],
                ..certificate.clone()
            };
            match other.verify_with_rules(&Budget::of(1 << 26)) {
                Err(_) => refused += 1,
                Ok(_) => {
                    kept += 1;
                    for blanks in [1, 2, 3, 5, 8, 13, 30] {
                        for ends in ["", "L"] {
                            let row = format!("{ends}{}{ends}", ".".repeat(blanks));
                            let Ok(position) = game.read(&row) else {
                                continue;
                            };
                            assert!(is_so(&changed, game, &position), "{row}: {changed:?}");
                        }
                    }
                }
            }
        }
    }
    println!("{refused} refused, {kept} accepted, which are true");
    assert!(refused > kept && kept > 0, "{refused} refused, {kept} kept");
}

/// Coq accepts the laws on the core term, and refuses one with a forged value.
#[test]
fn coq_accepts_laws_of_runs() {
    for which in [0, 3] {
        let verified = &all()[which];
        let instance = |law: &RowRuns| {
            whowins_law::coq::instance(verified.game(), &Law::RowRuns(Box::new(law.clone())))
                .unwrap()
        };
        let own = law(verified);
        let (accepted, said) = coqc(&format!("runs{which}"), &instance(own));
        assert!(accepted, "{said}");
        let mut forged = own.clone();
        forged.values[0][2] = (forged.values[0][2] + 1) % own.lines.forms.len() as u32;
        assert!(!coqc(&format!("forged_runs{which}"), &instance(&forged)).0);
    }
}
