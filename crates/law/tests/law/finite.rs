//! Ranked strategies: found, proved, and the same as the engine's answers; small changes to a table
//! are seen.

use proptest::prelude::*;
use whowins_analysis::{Player, Value};
use whowins_engine::{Engine, Limits};
use whowins_law::{OfRules, Report, Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::finite::{Label, Ranked};
use whowins_verify::{Budget, Certificate, Law};

fn rules(text: &str) -> Rules {
    Rules::parse("t", text).unwrap_or_else(|faults| panic!("{}", faults.render(false)))
}

fn report(text: &str, values: &Parameters, at: Option<&str>) -> Report {
    let rules = rules(text);
    let game = rules.game(values).unwrap();
    let at = at.map(|text| game.read(text).unwrap());
    find(
        &rules,
        values,
        at.as_ref(),
        &Limits::default(),
        &[Says::Strategy],
    )
    .unwrap()
}

/// Proves a position's strategy and holds every position of the table against the engine.
fn agrees(text: &str, values: &Parameters, at: Option<&str>) -> (Certificate, [Value; 2]) {
    let report = report(text, values, at);
    let proved = report
        .proved
        .unwrap_or_else(|| panic!("{:?}", report.tried));
    let game = rules(text).game(values).unwrap();
    let Law::Ranked(law) = &proved.certificate().laws[0] else {
        panic!("another kind of law");
    };
    let mut engine = Engine::new(game.clone(), Limits::default());
    let start = law.place(&game).unwrap();
    let (rows, columns) = game.size_of(&start);
    let values = engine.values(&start).unwrap();
    assert_eq!(proved.values(&game, &start), Some(values));
    for entry in law.entries.iter().take(3000) {
        let position = game.position_of(&entry.0, rows, columns);
        let player = Player::BOTH[usize::from(entry.1)];
        assert_eq!(
            engine.value(&position, player).unwrap(),
            entry.2.value(),
            "{entry:?}"
        );
    }
    (proved.certificate().clone(), values)
}

const GAM: &str = include_str!("../../../../games/seeds/gam.game");
const COP: &str = include_str!("../../../../games/classic/cop-and-robber.game");
const DASH: &str = include_str!("../../../../games/classic/dash.game");
const TIC_TAC_TOE: &str = include_str!("../../../../games/classic/tic-tac-toe.game");
const CLOBBER: &str = include_str!("../../../../games/classic/clobber.game");

#[test]
fn shipped_games() {
    let none = Parameters::new();
    agrees(GAM, &none, None);
    agrees(DASH, &none, None);
    let (_, values) = agrees(TIC_TAC_TOE, &none, None);
    assert_eq!(values, [Value::Draw; 2]);
    agrees(COP, &none, Some("a c"));
    agrees(CLOBBER, &none, Some("xoxo/oxox/xoxo"));
    agrees(
        include_str!("../../../../games/seeds/ellyscheckers.game"),
        &none,
        Some("oo..o.o."),
    );
    agrees(
        include_str!("../../../../games/classic/kayles.game"),
        &none,
        Some("3,5,6"),
    );
}

#[test]
fn a_larger_race() {
    let map = "A........./.#.#.#.##./..#......./.##.#.##.#/.........B";
    let given = rules(GAM).parameters()[0].kind.read(map).unwrap();
    agrees(GAM, &Parameters::from([("map".to_string(), given)]), None);
}

#[test]
fn what_cannot_be_tabled_says_so() {
    let none = Parameters::new();
    for (text, at) in [
        (CLOBBER, None),
        (include_str!("../../../../games/seeds/tabgame.game"), None),
        (
            CLOBBER,
            Some("xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox"),
        ),
    ] {
        let rules = rules(text);
        let at = at.map(|text| rules.game(&none).unwrap().read(text).unwrap());
        let limits = Limits::default().with_memory(32 << 20);
        let report = find(&rules, &none, at.as_ref(), &limits, &[Says::Strategy]).unwrap();
        assert!(report.proved.is_none());
    }
}

fn verify(certificate: &Certificate, law: Ranked) -> bool {
    let certificate = Certificate {
        laws: vec![Law::Ranked(law)],
        ..certificate.clone()
    };
    certificate.verify_with_rules(&Budget::of(1 << 24)).is_ok()
}

/// Every entry's label changed to both others, every entry dropped, every rank that matters lowered
/// to 0 or raised without end.
#[test]
fn every_change_of_a_table_is_seen() {
    let none = Parameters::new();
    let mut changes = 0;
    for (text, at) in [
        (GAM, None),
        (COP, Some("a c")),
        (DASH, None),
        (CLOBBER, Some("xoxo/oxox")),
    ] {
        let (certificate, _) = agrees(text, &none, at);
        let Law::Ranked(law) = &certificate.laws[0] else {
            panic!("another kind of law");
        };
        assert!(verify(&certificate, law.clone()));
        let step = law.entries.len() / 60 + 1;
        for at in (0..law.entries.len()).step_by(step) {
            for label in [Label::Win, Label::Loss, Label::Draw] {
                if label != law.entries[at].2 {
                    let mut changed = law.clone();
                    changed.entries[at].2 = label;
                    assert!(!verify(&certificate, changed), "{text} {at} {label:?}");
                    changes += 1;
                }
            }
            let entry = &law.entries[at];
            if entry.3 > 0 && entry.2 != Label::Draw {
                let mut changed = law.clone();
                changed.entries[at].3 = 0;
                assert!(!verify(&certificate, changed), "{text} {at} rank 0");
                changes += 1;
            }
            // A win may have another lost option to move to; any other entry is needed.
            if entry.2 != Label::Loss {
                let mut changed = law.clone();
                changed.entries.remove(at);
                assert!(!verify(&certificate, changed), "{text} {at} dropped");
                let mut changed = law.clone();
                changed.entries[at].1 ^= 1;
                assert!(!verify(&certificate, changed), "{text} {at} other player");
                changes += 2;
            }
        }
    }
    assert!(changes > 400, "{changes}");
}

/// Whether a certificate of other rules is accepted; if so, what it says is true of these rules
/// too.
fn stays_true(changed: Certificate) -> bool {
    let Ok(verified) = changed.verify_with_rules(&Budget::default()) else {
        return false;
    };
    let Law::Ranked(law) = &changed.laws[0] else {
        return false;
    };
    let game = verified.game();
    let start = law.place(game).unwrap();
    let mut engine = Engine::new(game.clone(), Limits::default());
    let values = engine.values(&start).unwrap();
    assert_eq!(
        verified.values(game, &start),
        Some(values),
        "{}",
        changed.rules
    );
    true
}

#[test]
fn other_rules_are_seen() {
    let none = Parameters::new();
    let mut rejected = 0;
    let (certificate, _) = agrees(GAM, &none, None);
    for (from, to) in [
        ("A wins as soon as", "B wins as soon as"),
        ("A wins as soon as", "A wins when"),
        ("start a at 'A'", "start a at row 1 column 2"),
        (".#..", "...."),
        ("; if a = b, move a to a neighbour again", ""),
        (
            "B: move b to a neighbour;",
            "B: move b to a neighbour along left;",
        ),
        ("position a, b", "position b, a"),
    ] {
        let rules = certificate.rules.replacen(from, to, 1);
        assert_ne!(rules, certificate.rules);
        rejected += usize::from(!stays_true(Certificate {
            rules,
            ..certificate.clone()
        }));
    }
    let (certificate, _) = agrees(TIC_TAC_TOE, &none, None);
    for (from, to) in [
        ("who cannot move draws", "misère play"),
        (
            "along right, down, down right, down left\nO",
            "along right\nO",
        ),
        ("X: move . -> X", "X: move . -> O"),
    ] {
        let rules = certificate.rules.replacen(from, to, 1);
        assert_ne!(rules, certificate.rules);
        rejected += usize::from(!stays_true(Certificate {
            rules,
            ..certificate.clone()
        }));
    }
    assert!(rejected >= 7, "{rejected} of 10 were rejected");
}

/// A draw by endless play is none where the rules do not say so.
#[test]
fn circles_need_the_rules_word() {
    let none = Parameters::new();
    let (certificate, values) = agrees(COP, &none, Some("a c"));
    assert!(values.contains(&Value::Draw));
    let rules = certificate.rules.replacen("repetition draws", "", 1);
    let changed = Certificate {
        rules,
        ..certificate
    };
    assert!(changed.verify_with_rules(&Budget::default()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn random_graphs(
        edges in prop::collection::vec((0..6u8, 0..6u8, any::<bool>()), 4..14),
        start in (0..6u8, 0..6u8),
        ending in 0..5usize,
        blocked in any::<bool>(),
    ) {
        let mut net: Vec<String> = (0..6).map(|node| format!("{}>{}", node, (node + 1) % 6)).collect();
        net.extend(edges.iter().filter(|(a, b, _)| a != b).map(|(a, b, both)| format!("{a}{}{b}", if *both { "-" } else { ">" })));
        let ending = [
            "A wins when a = b",
            "A wins when a = b\nB wins when b at 0",
            "A wins when a at 5\nB wins when b at 2\nwho cannot move draws",
            "draw when a = b\nmisère play",
            "B loses when b at 1",
        ][ending].replace("a at 5", "a = start of b").replace("b at 0", "b = start of a").replace("b at 2", "b = start of a").replace("b at 1", "b = start of a");
        let free = if blocked { "free " } else { "" };
        let text = format!(
            "game \"G\"\nplayers A, B\ngiven net: graph = \"{}\"\nposition a, b: nodes of net\nstart a at {}, b at {}\n\
             A: move a to a {free}neighbour\nB: move b to a {free}neighbour\n{ending}\nrepetition draws",
            net.join(", "), start.0, start.1
        );
        agrees(&text, &Parameters::new(), None);
    }

    #[test]
    fn junk_tables_do_no_harm(
        states in prop::collection::vec((prop::collection::vec(any::<i64>(), 0..4), any::<u8>(), 0..3usize, any::<u64>()), 0..6),
        small in any::<bool>(),
    ) {
        let labels = [Label::Win, Label::Loss, Label::Draw];
        for (text, position) in [(GAM, "1,1 4,4"), (DASH, "0,none"), (CLOBBER, "xo/ox"), (COP, "a c"), ("game \"K\"\noctal 0.77", "3,4")] {
            let mut entries: Vec<_> = states.iter().map(|(state, player, label, rank)| {
                let state = state.iter().map(|n| if small { n.rem_euclid(5) } else { *n }).collect();
                whowins_verify::finite::Entry(state, player % 3, labels[*label], *rank)
            }).collect();
            entries.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
            let bare = Certificate::new(&rules(text), &Parameters::new(), Vec::new());
            let read = bare.compiled().unwrap().game.read(position).unwrap();
            let law = Ranked { position: Ranked::parts(&read).unwrap(), entries };
            let _ = whowins_verify::Claim::statement(&law, &bare.compiled().unwrap().game);
            let own = bare.compiled().unwrap().game;
            let _ = whowins_verify::Claim::values(&law, &own, &own.read(position).unwrap());
            prop_assert!(!verify(&bare, law));
        }
    }
}

/// The text for Coq names what was proved, and large tables are kept from it.
#[test]
fn files_for_coq() {
    let none = Parameters::new();
    let theorem = |text: &str, at: Option<&str>| {
        let proved = report(text, &none, at).proved.unwrap();
        whowins_law::coq::file(&proved).unwrap().text
    };
    assert!(theorem(DASH, None).contains("Theorem law : says Rules.the_game (Some true) [[0]; "));
    let cop = theorem(COP, Some("a c"));
    assert!(cop.contains("says Rules.the_game (None) [[0]; "));
    let mut rows = vec![".".repeat(15); 15];
    rows[0].replace_range(..1, "A");
    rows[14].replace_range(14.., "B");
    let map = rules(GAM).parameters()[0]
        .kind
        .read(&rows.join("/"))
        .unwrap();
    let large = report(GAM, &Parameters::from([("map".to_string(), map)]), None);
    let why = whowins_law::coq::file(&large.proved.unwrap())
        .unwrap_err()
        .0;
    assert!(why.contains("entries"), "{why}");
}
