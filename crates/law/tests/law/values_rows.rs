//! Laws of the values of rows and boards: what rows are worth that fall into parts of few cells;
//! whether all positions are numbers, or dicots.

use proptest::prelude::*;
use whowins_analysis::{Game, Player};
use whowins_core::random::Random;
use whowins_engine::Limits;
use whowins_engine::values::{Every, Positions, Size};
use whowins_law::{OfRules, Says, find, find_kind};
use whowins_rules::{Parameters, Rules};
use whowins_values::{Arena, Budget as Room, Side};
use whowins_verify::values::{Kind, RowParts, ValueKind};
use whowins_verify::{Budget, Certificate, Law, Verified};

use crate::coq_common::coqc;

const TOADS: &str = "game \"Toads and Frogs\"\nplayers Toads, Frogs\nposition row of . T F\n\nToads: move T . -> . T\nToads: move T F . -> . F T\nFrogs: move . F -> F .\nFrogs: move . T F -> F T .";
const CLOBBER: &str = "game \"Clobber\"\nplayers Black, White\nposition row of . x o\n\nBlack: move x o -> . x along right, left\nWhite: move o x -> . o along right, left";
const SLIDES: &str = "game \"Coins that slide\"\nplayers Left, Right\nposition row of . x o\n\nLeft: move . x -> x .\nRight: move . o -> o .";
const DOMINEERING: &str = "game \"Domineering\"\nplayers Left, Right\nposition board of . #\n\nLeft: move . . -> # # along down\nRight: move . . -> # # along right";

fn rules(text: &str) -> Rules {
    Rules::parse("rows", text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"))
}

fn laws(text: &str) -> Option<Verified> {
    let wanted = [Says::Value, Says::Worth];
    let report = find(
        &rules(text),
        &Parameters::new(),
        None,
        &Limits::default(),
        &wanted,
    );
    report.unwrap().proved
}

fn kinds(verified: Option<&Verified>) -> Vec<Kind> {
    let laws = verified.map(|verified| &verified.certificate().laws);
    let kind = |law: &Law| match law {
        Law::ValueKind(law) => Some(law.what),
        _ => None,
    };
    laws.into_iter().flatten().filter_map(kind).collect()
}

fn parts(verified: &Verified) -> &RowParts {
    let law = verified
        .certificate()
        .laws
        .iter()
        .find_map(|law| match law {
            Law::RowParts(law) => Some(law.as_ref()),
            _ => None,
        });
    law.expect("a law of rows")
}

/// Rows of a million cells, and more parts than anybody could look at together.
#[test]
fn rows_of_a_million_parts() {
    let verified = laws(CLOBBER).unwrap();
    assert_eq!(kinds(Some(&verified)), [Kind::Dicots]);
    let game = verified.game();
    let longest = parts(&verified).lengths.len();
    assert!(longest >= 7, "{longest}");
    let mut arena = Arena::new(Room::OPEN);
    let row = |text: &str, times: usize| game.read(&text.repeat(times)).unwrap();
    for (text, times, value) in [
        ("xxo.", 250_000, "^250000"),
        ("xxo.xo.", 99_999, "^99999*"),
        ("xxo.oox.xo.", 30_001, "*"),
    ] {
        let position = row(text, times);
        let worth = verified.worth(game, &position, &mut arena).unwrap();
        assert_eq!(arena.show(worth).unwrap(), value, "{text}");
        let wins = verified.values(game, &position).unwrap();
        for player in Player::BOTH {
            let side = Side::BOTH[player.index()];
            let wins = wins[player.index()] == whowins_analysis::Value::Win;
            assert_eq!(wins, arena.wins_first(worth, side).unwrap(), "{text}");
        }
    }
    // A part that is longer than the tables has no answer.
    let long = row("xo", longest);
    assert_eq!(verified.worth(game, &long, &mut arena), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::cases(60, 2_000) as u32))]

    /// What a law says of a row is what the rules say.
    #[test]
    fn laws_of_rows_say_what_is_so(which in 0usize..3, cells in prop::collection::vec(0u8..3, 1..26)) {
        let verified = verified(which);
        let game = verified.game();
        let mut arena = Arena::new(Room::OPEN);
        let position = game.position_of(&cells, 1, cells.len());
        if let Some(worth) = verified.worth(game, &position, &mut arena) {
            let value = Positions::new(game).unwrap().value(&mut arena, &position).unwrap();
            prop_assert_eq!(worth, value, "{}", game.show(&position));
        }
    }
}

/// The laws of three games, found once.
fn verified(which: usize) -> &'static Verified {
    static ALL: std::sync::OnceLock<Vec<Verified>> = std::sync::OnceLock::new();
    let all = ALL.get_or_init(|| {
        [TOADS, CLOBBER, SLIDES]
            .map(|text| laws(text).unwrap())
            .into()
    });
    &all[which]
}

#[test]
fn changed_laws_of_rows_are_refused() {
    let verified = verified(0);
    let certificate = verified.certificate();
    let law = parts(verified);
    let refused = |law: RowParts| {
        let laws = vec![Law::RowParts(Box::new(law))];
        let other = Certificate {
            laws,
            ..certificate.clone()
        };
        other.verify_with_rules(&Budget::default()).is_err()
    };
    assert!(!refused(law.clone()));
    let mut changed = law.clone();
    changed.lengths[3][5] = changed.lengths[4][20];
    assert!(changed.lengths == law.lengths || refused(changed));
    let mut changed = law.clone();
    changed.lengths[2].pop();
    assert!(refused(changed));
    let mut changed = law.clone();
    changed.lengths.remove(0);
    assert!(refused(changed));
    // The ends of the row in the rules: its parts are no rows by themselves.
    let ends = format!("{TOADS}\nToads: move ^ T -> ^ .");
    let other = certificate.of_rules(&ends);
    assert!(other.verify_with_rules(&Budget::default()).is_err());
    let report = find_kind(
        &rules(&ends),
        &Parameters::new(),
        None,
        &Limits::default(),
        "row-parts",
    );
    assert!(report.unwrap().proved.is_none());
}

/// Whether all positions of a size are numbers, and all dicots, by their values.
fn seen(game: &Game, size: Size) -> [bool; 2] {
    let mut arena = Arena::new(Room::OPEN);
    let mut positions = Positions::new(game).unwrap();
    let mut all = [true; 2];
    for position in Every::of(game, size).unwrap() {
        let value = positions.value(&mut arena, &position).unwrap();
        all[0] &= arena.as_number(value).is_some();
        let moves = positions.moves(&mut arena, &position).unwrap();
        let [left, right] = Player::BOTH.map(|player| moves.iter().any(|one| one.player == player));
        all[1] &= left == right;
    }
    all
}

#[test]
fn numbers_and_dicots_are_told() {
    for (text, expected) in [
        (TOADS, vec![]),
        (CLOBBER, vec![Kind::Dicots]),
        (SLIDES, vec![Kind::Numbers]),
        (DOMINEERING, vec![]),
        (
            include_str!("../../../../games/classic/clobber.game"),
            vec![Kind::Dicots],
        ),
    ] {
        assert_eq!(kinds(laws(text).as_ref()), expected, "{text}");
    }
}

/// Random rules on two symbols beside a blank: what is told holds of all rows of six cells.
fn game() -> impl Strategy<Value = String> {
    let word = |length: usize| prop::collection::vec(0usize..3, length);
    let one = (1usize..4).prop_flat_map(move |length| (word(length), word(length), 0usize..2));
    prop::collection::vec(one, 1..5).prop_map(|all| {
        let mut text =
            String::from("game \"Random\"\nplayers Left, Right\nposition row of . x o\n");
        for (before, after, player) in all {
            let shown = |word: &[usize]| {
                let signs: Vec<&str> = word.iter().map(|symbol| [".", "x", "o"][*symbol]).collect();
                signs.join(" ")
            };
            let player = ["Left", "Right"][player];
            text += &format!("{player}: move {} -> {}\n", shown(&before), shown(&after));
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::cases(300, 5_000) as u32))]

    #[test]
    fn what_is_told_of_random_rows_is_so(text in game()) {
        let Ok(rules) = Rules::parse("random", &text) else { return Ok(()) };
        let Ok(game) = rules.game(&Parameters::new()) else { return Ok(()) };
        if game.board().is_none() {
            return Ok(());
        }
        for (place, what) in [Kind::Numbers, Kind::Dicots].into_iter().enumerate() {
            let laws = vec![Law::ValueKind(ValueKind { what })];
            let certificate = Certificate::new(&rules, &Parameters::new(), laws);
            if certificate.verify_with_rules(&Budget::default()).is_ok() {
                for length in 1..6 {
                    prop_assert!(seen(&game, Size::Cells(1, length))[place], "{text}");
                }
            }
        }
    }
}

#[test]
fn coq_accepts_kinds_of_values() {
    for (text, what) in [(CLOBBER, Kind::Dicots), (SLIDES, Kind::Numbers)] {
        let game = rules(text).game(&Parameters::new()).unwrap();
        let instance =
            |what| whowins_law::coq::instance(&game, &Law::ValueKind(ValueKind { what })).unwrap();
        let (accepted, said) = coqc("kind", &instance(what));
        assert!(accepted, "{said}");
        let other = match what {
            Kind::Numbers => Kind::Dicots,
            Kind::Dicots => Kind::Numbers,
        };
        assert!(!coqc("other_kind", &instance(other)).0);
    }
}

/// Coq refuses the words of a law for the term of rules that differ in a direction, a player, or
/// what is written; and words that are not all.
#[test]
fn coq_refuses_kinds_of_other_rules() {
    let instance = |text: &str, what| {
        let game = rules(text).game(&Parameters::new()).unwrap();
        whowins_law::coq::instance(&game, &Law::ValueKind(ValueKind { what })).unwrap()
    };
    let parts = |file: &str| {
        let from = file.find("Module Rules.").expect("a term");
        let words = file.find("(* Words that a player").expect("words");
        let rest = file.find("Theorem certificate").expect("a check");
        (file[from..words].to_owned(), file[words..rest].to_owned())
    };
    let clobber = instance(CLOBBER, Kind::Dicots);
    let slides = instance(SLIDES, Kind::Numbers);
    let others = [CLOBBER.replace("right, left", "right")];
    let mut all = String::new();
    let mut count = 0;
    let mut forge = |file: &str, words: &str| {
        let (own, _) = parts(file);
        let (definitions, lemma) = words.split_once("Lemma the_words : ").expect("a lemma");
        let (statement, _) = lemma.split_once(". Proof").expect("a statement");
        let before = &file[..file.find(&own).expect("a term")];
        all += &format!(
            "Module Forged{count}.\n{before}{own}{definitions}Fail Definition forged : {statement} := ltac:(vm_compute; reflexivity).\nEnd Forged{count}.\n"
        );
        count += 1;
    };
    let words = parts(&clobber).1;
    forge(&instance(&others[0], Kind::Dicots), &words);
    forge(&clobber, &parts(&instance(&others[0], Kind::Dicots)).1);
    for file in [&clobber, &slides] {
        let (_, words) = parts(file);
        let first = words.find(" := [(").expect("words") + " := [".len();
        let end = first + words[first..].find("])").expect("a word") + "])".len();
        // Left out, and with another symbol written.
        let rest = words[end..].trim_start_matches("; ");
        forge(file, &format!("{}{rest}", &words[..first]));
        let word = &words[first..end];
        let last = word.len() - "])".len() - 1;
        let symbol = if &word[last..=last] == "0" { "1" } else { "0" };
        let changed = format!("{}{symbol}{}", &word[..last], &word[last + 1..]);
        forge(file, &words.replacen(word, &changed, 1));
    }
    // Coins that slide do not make the row fall as a number that the other cell leads.
    let (before, lemma) = slides
        .split_once("Lemma play_ends : ")
        .expect("why play ends");
    let (statement, _) = lemma.split_once(". Proof").expect("a statement");
    let [own, other] = match statement.contains(" true ") {
        true => [" true ", " false "],
        false => [" false ", " true "],
    };
    let forged = statement.replacen(own, other, 1);
    all += &format!(
        "Module Order.\n{before}Fail Definition forged : {forged} := ltac:(vm_compute; reflexivity).\nEnd Order.\n"
    );
    let (accepted, said) = coqc("kinds_forged", &all);
    assert!(accepted, "{said}");
}

/// The law with tables of fewer lengths.
fn shorter(law: &RowParts, longest: usize) -> RowParts {
    let mut law = law.clone();
    law.lengths.truncate(longest);
    law
}

fn file_of_parts(game: &Game, law: RowParts) -> String {
    whowins_law::coq::instance(game, &Law::RowParts(Box::new(law)))
        .unwrap_or_else(|why| panic!("{}", why.0))
}

/// Rows that Coq, too, finds to fall into short parts, and rows that do not: every row of six
/// cells.
fn short_rows(verified: &Verified, longest: usize) -> String {
    let certificate = Certificate {
        laws: vec![Law::RowParts(Box::new(shorter(parts(verified), longest)))],
        ..verified.certificate().clone()
    };
    let verified = certificate
        .verify_with_rules(&Budget::default())
        .expect("shorter tables");
    let game = verified.game();
    let mut arena = Arena::new(Room::OPEN);
    let rows = (0..3u32.pow(6)).map(|row| {
        let cells: Vec<u8> = (0..6)
            .map(|cell| (row / 3u32.pow(cell) % 3) as u8)
            .collect();
        let position = game.position_of(&cells, 1, cells.len());
        let has_answer = verified.worth(game, &position, &mut arena).is_some();
        let cells: Vec<String> = cells.iter().map(u8::to_string).collect();
        format!("([{}], {has_answer})", cells.join("; "))
    });
    let rows: Vec<String> = rows.collect();
    format!(
        "Goal forallb (fun row => Bool.eqb (short lefts rights tables (fst row)) (snd row)) [{}] = true. Proof. vm_compute. reflexivity. Qed.\n",
        rows.join("; ")
    )
}

/// Rows by their parts: the files of three games, with whole tables for one; which rows fall apart
/// is the same in Coq; and forms that are changed, words that are left out or write something else,
/// and the term of other rules are refused.
#[test]
fn coq_accepts_laws_of_parts_and_refuses_changed_ones() {
    let clobber = verified(1);
    let whole = file_of_parts(clobber.game(), parts(clobber).clone());
    let (accepted, said) = coqc("parts", &(whole + "Print Assumptions law.\n"));
    assert!(
        accepted && said.contains("Closed under the global context"),
        "{said}"
    );
    for which in 0..3 {
        let verified = verified(which);
        let game = verified.game();
        let own = shorter(parts(verified), 4);
        let mut text = file_of_parts(game, own.clone());
        let rows = short_rows(verified, 4);
        assert!(rows.contains(", true)") && rows.contains(", false)"));
        text += &rows;
        if which == 1 {
            text += "Goal parts (lefts ++ rights) [1; 1; 2; 0; 1; 2; 0; 0; 2; 2] = [[1; 1; 2]; [0]; [1; 2]; [0]; [0]; [2]; [2]]. Proof. vm_compute. reflexivity. Qed.\n";
        }
        text += "Print Assumptions law.\n";
        let (accepted, said) = coqc("parts_short", &text);
        assert!(
            accepted && said.contains("Closed under the global context"),
            "{said}"
        );

        let fails = |statement: &str| {
            format!("Fail Definition forged : {statement} := ltac:(vm_compute; reflexivity).\n")
        };
        let check = |text: &str, name: &str| {
            let after = text.split_once(&format!(" {name} : ")).expect("a check").1;
            after.split_once(". Proof").expect("a proof").0.to_owned()
        };
        let (words, tables) = (check(&text, "the_words"), check(&text, "certificate"));
        // Another form for one row; a term that is not these rules'; and words that are not all, or
        // others.
        let mut all = String::new();
        let mut changed = own.clone();
        let form = &mut changed.lengths[2][5];
        *form = (*form + 1) % u32::try_from(changed.lines.forms.len()).unwrap();
        let forged = file_of_parts(game, changed);
        let before = &forged[..forged.find("Theorem certificate").expect("a check")];
        all += &format!("Module Form.\n{before}{}End Form.\n", fails(&tables));
        let before = &text[..text.find("Lemma the_words").expect("a check")];
        let first = before.find("Definition lefts").expect("words")
            + "Definition lefts : list ValueKinds.rule := [".len();
        let end = first + before[first..].find("])").expect("a word") + "])".len();
        let left_out = format!(
            "{}{}",
            &before[..first],
            before[end..].trim_start_matches("; ")
        );
        let symbol = end - "])".len() - 1;
        let other = if &before[symbol..=symbol] == "0" {
            "1"
        } else {
            "0"
        };
        let written = format!("{}{other}{}", &before[..symbol], &before[symbol + 1..]);
        for (name, forged) in [("LeftOut", left_out), ("Written", written)] {
            all += &format!("Module {name}.\n{forged}{}End {name}.\n", fails(&words));
        }
        let (accepted, said) = coqc("parts_forged", &all);
        assert!(accepted, "{said}");
    }
}

/// Random rules, with symbols that may be anything: Coq accepts the file of each, and finds the
/// same rows to fall into short parts.
#[test]
fn coq_accepts_parts_of_random_rules() {
    let mut random = Random(17);
    let (mut all, mut count) = (String::new(), 0);
    while count < crate::cases(8, 60) {
        let mut text =
            String::from("game \"Random\"\nplayers Left, Right\nposition row of . x o\n");
        for _ in 0..1 + random.below(4) {
            let length = 1 + random.below(3);
            let mut word = |signs: &[&str]| {
                let word = (0..length).map(|_| signs[random.below(signs.len())]);
                word.collect::<Vec<_>>().join(" ")
            };
            let (before, after) = (word(&[".", "x", "o", "?"]), word(&[".", "x", "o", "?"]));
            let player = ["Left: ", "Right: ", ""][random.below(3)];
            text += &format!("{player}move {before} -> {after}\n");
        }
        let Ok(rules) = Rules::parse("random", &text) else {
            continue;
        };
        let limits = Limits::default();
        let Ok(report) = find_kind(&rules, &Parameters::new(), None, &limits, "row-parts") else {
            continue;
        };
        let Some(verified) = report.proved else {
            continue;
        };
        let file = file_of_parts(verified.game(), shorter(parts(&verified), 3));
        all += &format!(
            "Module Random{count}.\n(* {text} *)\n{file}{}End Random{count}.\n",
            short_rows(&verified, 3)
        );
        count += 1;
    }
    let (accepted, said) = coqc("parts_random", &all);
    assert!(accepted, "{said}");
}
