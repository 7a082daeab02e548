//! The checker that is extracted from the proved checks (`proofs/extract`): it accepts what the
//! verifier accepts, large and small, and rejects what the verifier rejects. A certificate that one
//! accepts and the other does not fails these tests.

use std::path::Path;
use std::process::Command;
use std::sync::Once;

use whowins_engine::Limits;
use whowins_law::coq::{self, NoInstance, data, data_of, file, instance};
use whowins_law::{OfRules, Says, find, find_kind, find_rows};
use whowins_rules::{Parameters, Rules};
use whowins_verify::automatic::Automatic;
use whowins_verify::finite::{Label, Ranked};
use whowins_verify::lattice::Product;
use whowins_verify::octal::{Checkpoint, SparseSpace};
use whowins_verify::{Budget, Certificate, Law, Verified};

use crate::coq_common::{place, theory};

const GAM: &str = include_str!("../../../../games/seeds/gam.game");
const COP: &str = include_str!("../../../../games/classic/cop-and-robber.game");
const DASH: &str = include_str!("../../../../games/classic/dash.game");
const CLOBBER: &str = include_str!("../../../../games/classic/clobber.game");
const FOUR: &str = include_str!("../../../../games/classic/four-in-a-row.game");
const COWCHECK: &str = include_str!("../../../../games/seeds/cowcheck.game");

/// The exit code of the checker, and what it says; the first call builds what is missing.
pub fn checker(text: &str) -> (i32, String) {
    static BUILT: Once = Once::new();
    let script = theory().join("extract/check.sh");
    let run = |path: &Path| {
        let ran = Command::new("bash").arg(&script).arg(path).output();
        let ran = ran.expect("bash runs");
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        let said = said + &String::from_utf8_lossy(&ran.stderr);
        (ran.status.code().expect("it was not killed"), said)
    };
    let path = place("large", "data");
    std::fs::write(&path, text).expect("a temporary file");
    BUILT.call_once(|| drop(run(&path)));
    let answer = run(&path);
    std::fs::remove_file(&path).expect("it was there");
    answer
}

/// Several laws of a certificate's rules, each judged: one start of the program a hundred laws.
fn verdicts(certificate: &Certificate, laws: &[String]) -> Vec<bool> {
    let rules = coq::rules(&certificate.compiled().unwrap().game);
    let mut all = Vec::new();
    for some in laws.chunks(100) {
        let (code, said) = checker(&format!("(whowins-data 2)\n{rules}\n{}", some.concat()));
        let own: Vec<bool> = said
            .lines()
            .map(|line| line.contains(": accepted"))
            .collect();
        assert_eq!(own.len(), some.len(), "{said}");
        assert_eq!(code, i32::from(own.contains(&false)), "{said}");
        all.extend(own);
    }
    all
}

fn coqc(text: &str) -> bool {
    crate::coq_common::coqc("large", text).0
}

fn rules(text: &str) -> Rules {
    Rules::parse("t", text).unwrap_or_else(|faults| panic!("{}", faults.render(false)))
}

fn proved(text: &str, values: &Parameters, at: Option<&str>, says: Says) -> Verified {
    let rules = rules(text);
    let game = rules.game(values).unwrap();
    let at = at.map(|text| game.read(text).unwrap());
    let report = find(&rules, values, at.as_ref(), &Limits::default(), &[says]).unwrap();
    report
        .proved
        .unwrap_or_else(|| panic!("{:?}", report.tried))
}

fn strategy(text: &str, at: Option<&str>) -> Verified {
    proved(text, &Parameters::new(), at, Says::Strategy)
}

fn gam_on(map: &str) -> Verified {
    let map = rules(GAM).parameters()[0].kind.read(map).unwrap();
    let values = Parameters::from([("map".to_string(), map)]);
    proved(GAM, &values, None, Says::Strategy)
}

/// Small certificates of each kind: the checker, coqc and the verifier accept the same file.
#[test]
fn small_ones_are_accepted_as_by_coq() {
    let none = Parameters::new();
    let outcome = |text: &str| proved(text, &none, None, Says::Outcome);
    let plain = "game \"G\"\nposition x, y\nmove x -= s for s in {1, 3}\nmove y -= 1\n";
    for verified in [
        strategy(GAM, None),
        strategy(DASH, None),
        strategy(COP, Some("a c")),
        strategy(CLOBBER, Some("xoxo/oxox")),
        outcome(plain),
        outcome(&format!("{plain}misère play")),
        outcome(&format!(
            "{plain}at x <= 2: the mover loses if y = 1, else wins\n"
        )),
        outcome(COWCHECK),
    ]
    .into_iter()
    .step_by(crate::cases(3, 1))
    {
        // A Beatty pair stands beside the automaton of cowcheck: it is small, and only for coqc.
        let verified = without_pairs(verified);
        let (code, said) = checker(&data(&verified).unwrap().text);
        assert_eq!(code, 0, "{said}");
        assert!(coqc(&file(&verified).unwrap().text), "{said}");
    }
}

fn without_pairs(verified: Verified) -> Verified {
    let mut certificate = verified.certificate().clone();
    certificate
        .laws
        .retain(|law| !matches!(law, Law::Beatty(_)));
    certificate.verify_with_rules(&Budget::default()).unwrap()
}

#[test]
#[ignore = "long: some ten seconds"]
fn four_in_a_row() {
    let verified = strategy(FOUR, None);
    let NoInstance(why) = file(&verified).unwrap_err();
    assert!(why.contains("204430 entries"), "{why}");
    let (code, said) = checker(&data(&verified).unwrap().text);
    assert_eq!(code, 0, "{said}");
    assert_eq!(said.matches("nobody can force a win").count(), 2, "{said}");
}

/// An open map of 20 x 20 fields.
#[test]
#[ignore = "long"]
fn a_large_race() {
    let mut rows = vec![".".repeat(20); 20];
    rows[0].replace_range(..1, "A");
    rows[19].replace_range(19.., "B");
    let verified = gam_on(&rows.join("/"));
    assert!(file(&verified).is_err());
    let (code, said) = checker(&data(&verified).unwrap().text);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("from ((0) "), "{said}");
}

/// A certificate with a law in place of its own: the text for the checker, and what the verifier
/// says.
fn judged(certificate: &Certificate, law: Law) -> (Result<String, NoInstance>, bool) {
    let game = certificate.compiled().unwrap().game;
    let text = data_of(&game, &law);
    let laws = vec![law];
    let changed = Certificate {
        laws,
        ..certificate.clone()
    };
    (text, changed.verify_with_rules(&Budget::default()).is_ok())
}

/// Both checkers on all; what cannot be written is no certificate to either. Returns how many were
/// accepted and rejected.
fn agree(certificate: &Certificate, laws: Vec<Law>) -> [usize; 2] {
    judged_alike(certificate, laws, false)
}

/// The same; where it may be `stricter` the verifier may refuse what Coq's check, which is proved,
/// accepts, and never the other way round.
fn judged_alike(certificate: &Certificate, laws: Vec<Law>, stricter: bool) -> [usize; 2] {
    let (mut texts, mut verified, mut counts) = (Vec::new(), Vec::new(), [0, 0]);
    for law in laws {
        match judged(certificate, law) {
            (Ok(text), accepted) => {
                texts.push(text);
                verified.push(accepted);
            }
            (Err(NoInstance(why)), accepted) => assert!(!accepted, "{why}"),
        }
    }
    for (at, (own, theirs)) in verdicts(certificate, &texts)
        .into_iter()
        .zip(&verified)
        .enumerate()
    {
        let alike = own == *theirs || stricter && own;
        assert!(alike, "change {at}: Coq says {own}: {}", texts[at]);
        counts[usize::from(!own)] += 1;
    }
    counts
}

fn changed_tables(law: &Ranked) -> Vec<Law> {
    let mut all = vec![Law::Ranked(law.clone())];
    for at in (0..law.entries.len()).step_by(law.entries.len() / 40 + 1) {
        let mut change = |how: &dyn Fn(&mut Ranked)| {
            let mut changed = law.clone();
            how(&mut changed);
            all.push(Law::Ranked(changed));
        };
        for label in [Label::Win, Label::Loss, Label::Draw] {
            change(&|law| law.entries[at].2 = label);
        }
        let rank = law.entries[at].3;
        // To Coq an end needs no rank: a win at once may have the rank 0 there, and there alone.
        for rank in [1, rank.saturating_sub(1), rank + 1, rank + 2, u64::MAX] {
            change(&|law| law.entries[at].3 = rank.max(1));
        }
        change(&|law| drop(law.entries.remove(at)));
    }
    all
}

#[test]
fn changed_strategies_are_judged_as_by_the_verifier() {
    let mut counts = [0, 0];
    for verified in [
        strategy(GAM, None),
        strategy(COP, Some("a c")),
        strategy(DASH, None),
        strategy(CLOBBER, Some("xoxo/oxox")),
        // Draws by an end without moves, where play without end is no draw: ranks must fall among
        // them.
        strategy(
            "game \"D\"\nplayers A, B\nposition x\nA: move x -= s for s in {2, 3}\nB: move x -= s for s in {1, 4}\nwho cannot move draws",
            Some("14"),
        ),
        strategy(
            "game \"E\"\nposition x\nmove x -= s for s in {1, 4}\ndraw when x = 2\nmisère play",
            Some("15"),
        ),
    ] {
        let Law::Ranked(law) = &verified.certificate().laws[0] else {
            panic!("another kind of law");
        };
        // The verifier asks for ranks of ends too, where Coq's check needs none.
        let own = judged_alike(verified.certificate(), changed_tables(law), true);
        counts = [counts[0] + own[0], counts[1] + own[1]];
    }
    println!("{counts:?}");
    assert!(counts[0] > 50 && counts[1] > 300, "{counts:?}");
}

#[test]
fn changed_boxes_are_judged_as_by_the_verifier() {
    let plain =
        "game \"G\"\nplayers A, B\nposition x, y\nmove x -= s for s in {1, 3}\nmove y -= 1\n";
    let mut counts = [0, 0];
    for more in [
        "",
        "misère play",
        "A: move x -= 2\nB: move y -= 1",
        "at x <= 2: the mover loses if y = 1, else wins",
    ] {
        let verified = proved(
            &format!("{plain}{more}"),
            &Parameters::new(),
            None,
            Says::Outcome,
        );
        let [Law::Product(law)] = verified.certificate().laws.as_slice() else {
            panic!("another kind of law: {:?}", verified.certificate().laws);
        };
        let mut laws = vec![Law::Product(law.clone())];
        let mut change = |how: &dyn Fn(&mut Product)| {
            let mut changed = law.clone();
            how(&mut changed);
            laws.push(Law::Product(changed));
        };
        for player in 0..law.wins.len() {
            for at in 0..law.wins[player].len().min(40) {
                for digit in ["0", "1"] {
                    change(&|law| law.wins[player].replace_range(at..=at, digit));
                }
            }
        }
        change(&|law| law.wins.reverse());
        for at in 0..law.periods.len() {
            change(&|law| law.periods[at] += 1);
            change(&|law| law.periods[at] = 0);
            change(&|law| law.preperiods[at] += 1);
        }
        let own = agree(verified.certificate(), laws);
        counts = [counts[0] + own[0], counts[1] + own[1]];
    }
    println!("{counts:?}");
    assert!(counts[0] > 20 && counts[1] > 50, "{counts:?}");
}

#[test]
#[ignore = "long: some ten seconds"]
fn changed_automata_are_judged_as_by_the_verifier() {
    let mut counts = [0, 0];
    for text in [
        COWCHECK,
        "game \"N\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n",
    ] {
        let verified = proved(text, &Parameters::new(), None, Says::Outcome);
        let law = verified
            .certificate()
            .laws
            .iter()
            .find_map(|law| match law {
                Law::Automatic(law) => Some(law.clone()),
                _ => None,
            });
        let law = law.expect("an automaton");
        let mut laws = vec![Law::Automatic(law.clone())];
        let mut change = |how: &dyn Fn(&mut Automatic)| {
            let mut changed = law.clone();
            how(&mut changed);
            laws.push(Law::Automatic(changed));
        };
        let states = law.automaton.next.len();
        for state in (0..states).step_by(crate::cases(3, 1)) {
            for player in 0..2 {
                change(&|law| {
                    if let Some(wins) = &mut law.automaton.wins[state] {
                        wins[player] = !wins[player];
                    }
                });
            }
            change(&|law| law.automaton.wins[state] = None);
            for letter in (state % 2..law.automaton.next[state].len()).step_by(2) {
                change(&|law| {
                    let next = &mut law.automaton.next[state][letter];
                    *next = (*next + 1) % states as u32;
                });
            }
        }
        // The verifier asks that words of no position have no label, too; Coq's theorem does not
        // speak of them.
        let own = judged_alike(verified.certificate(), laws, true);
        counts = [counts[0] + own[0], counts[1] + own[1]];
    }
    println!("{counts:?}");
    assert!(
        counts[0] >= 2 && counts[1] > crate::cases(20, 60),
        "{counts:?}"
    );
}

#[test]
fn changed_rows_are_judged_as_by_the_verifier() {
    let mut counts = [0, 0];
    for moves in [
        crate::rows_of_two::WYTHOFF,
        crate::rows_of_two::SOME_NUMBERS,
    ] {
        let (certificate, law) = crate::rows_of_two::law(moves, 6);
        let laws = crate::rows_of_two::changed(&law)
            .into_iter()
            .map(Law::GrundyRows);
        let own = agree(&certificate, laws.collect());
        counts = [counts[0] + own[0], counts[1] + own[1]];
    }
    println!("{counts:?}");
    assert!(counts[0] >= 2 && counts[1] > 150, "{counts:?}");
}

/// Rows 0 to 24 (in every run, to 12) of Wythoff's game.
#[test]
fn many_rows() {
    let (certificate, law) =
        crate::rows_of_two::law(crate::rows_of_two::WYTHOFF, crate::cases(12, 24) as u32);
    let text = data_of(&certificate.compiled().unwrap().game, &Law::GrundyRows(law)).unwrap();
    let began = std::time::Instant::now();
    assert_eq!(verdicts(&certificate, &[text]), [true]);
    println!("{:.1?}", began.elapsed());
}

/// A word that is no position's must have no label: the verifier looks. Coq's theorem does not
/// speak of such words, and what it says of positions is true.
#[test]
#[ignore = "long: some ten seconds"]
fn labels_of_no_position_are_rejected_by_the_verifier() {
    let verified = without_pairs(proved(COWCHECK, &Parameters::new(), None, Says::Outcome));
    let [Law::Automatic(law)] = verified.certificate().laws.as_slice() else {
        panic!("another kind of law");
    };
    let mut wrong = law.clone();
    let dead = wrong.automaton.wins.iter().position(Option::is_none);
    wrong.automaton.wins[dead.expect("Zeckendorf has words of no position")] = Some([true; 2]);
    let mut gone = law.clone();
    let last = gone.automaton.next.len() as u32;
    *gone.automaton.next[1].last_mut().expect("letters") = last;
    for (wrong, writes) in [(gone, false), (wrong, true)] {
        let (text, accepted) = judged(verified.certificate(), Law::Automatic(wrong.clone()));
        assert!(!accepted);
        let Ok(text) = text else {
            assert!(!writes);
            continue;
        };
        assert_eq!(verdicts(verified.certificate(), &[text]), [true]);
        assert!(coqc(
            &instance(verified.game(), &Law::Automatic(wrong)).unwrap()
        ));
    }
}

fn octal(code: &str) -> Verified {
    octal_of(code, "sparse-space")
}

fn octal_of(code: &str, kind: &str) -> Verified {
    let text = format!("game \"{code}\"\noctal {code}\n");
    let report = find_kind(
        &rules(&text),
        &Parameters::new(),
        None,
        &Limits::default(),
        kind,
    );
    report.unwrap().proved.expect("a law")
}

/// The sparse-space law of a certificate.
fn space(verified: &Verified) -> &SparseSpace {
    match verified.certificate().laws.as_slice() {
        [Law::SparseSpace(law)] => law,
        other => panic!("{other:?}"),
    }
}

/// A quarter of a million values: too many for coqc.
#[test]
#[ignore = "long"]
fn a_long_octal_period() {
    let verified = octal("0.16");
    let law = space(&verified);
    assert_eq!((law.preperiod, law.period), (105_351, 149_459));
    assert!(file(&verified).is_err());
    let began = std::time::Instant::now();
    let (code, said) = checker(&data(&verified).unwrap().text);
    println!("{} rare heaps, {:.1?}", law.rare.len(), began.elapsed());
    assert_eq!(code, 0, "{said}");
}

#[test]
#[ignore = "some minutes each"]
fn longer_octal_periods() {
    for code in ["0.127", "0.56", "0.376"] {
        let verified = octal(code);
        let text = data(&verified).unwrap().text;
        let began = std::time::Instant::now();
        let (exit, said) = checker(&text);
        let law = space(&verified);
        println!(
            "{code}: preperiod {}, {} rare heaps, {} bytes, {:.1?}",
            law.preperiod,
            law.rare.len(),
            text.len(),
            began.elapsed()
        );
        assert_eq!(exit, 0, "{said}");
    }
}

#[test]
fn changed_sparse_spaces_are_judged_as_by_the_verifier() {
    let mut counts = [0, 0];
    for code in ["0.77", "0.45", "0.156", "0.34", "4.304"] {
        let verified = octal(code);
        let law = space(&verified);
        let mut laws = Vec::new();
        let mut change = |how: &dyn Fn(&mut SparseSpace)| {
            let mut changed = law.clone();
            how(&mut changed);
            laws.push(Law::SparseSpace(Box::new(changed)));
        };
        change(&|_| {});
        for by in [1, 2, 12] {
            change(&|law| law.period += by);
            change(&|law| law.preperiod += by);
            change(&|law| law.preperiod = law.preperiod.saturating_sub(by));
            change(&|law| law.largest = law.largest.saturating_sub(by as u16));
            change(&|law| law.largest += by as u16);
            change(&|law| law.mask ^= by as u32);
            change(&|law| law.reach = law.reach.saturating_sub(by));
            change(&|law| law.reach += by);
            change(&|law| law.rare.truncate(law.rare.len().saturating_sub(1)));
            change(&|law| law.rare.push((by * 1000, 0)));
            change(&|law| law.differs.iter_mut().for_each(|heap| *heap += by));
        }
        change(&|law| law.period *= 2);
        change(&|law| law.by_position = !law.by_position);
        change(&|law| law.probes.clear());
        change(&|law| law.probes.push((99, 1)));
        change(&|law| law.probes.push((1, 0)));
        for at in (0..law.rare.len()).step_by(7) {
            change(&|law| law.rare[at].0 += 1);
            change(&|law| law.rare[at].1 ^= 1);
            change(&|law| {
                law.rare.remove(at);
            });
        }
        let own = agree(verified.certificate(), laws);
        counts = [counts[0] + own[0], counts[1] + own[1]];
    }
    println!("{counts:?}");
    assert!(counts[0] > 10 && counts[1] > 60, "{counts:?}");
}

/// Windows from which the verifier takes its check up are part of the certificate.
#[test]
fn changed_checkpoints_are_judged_as_by_the_verifier() {
    let verified = octal("0.156");
    let mut law = space(&verified).clone();
    let Some(octal) = verified.game().heaps() else {
        panic!("an octal game")
    };
    let mut values = whowins_engine::octal::Values::new(octal, Limits::default());
    values.extend(8000).unwrap();
    let last = law.rare.last().map_or(0, |(heap, _)| *heap);
    let window = last.max(law.reach) as usize + octal.digits().unwrap().len();
    let checkpoint = |heap: usize| Checkpoint {
        heap: heap as u64,
        values: (heap - window..heap)
            .map(|heap| values.get(heap).unwrap() as u16)
            .collect(),
    };
    law.checkpoints = vec![checkpoint(window + 1), checkpoint(window + 50)];
    let mut laws = vec![law.clone()];
    for at in 0..2 {
        let mut wrong = law.clone();
        wrong.checkpoints[at].heap += 1;
        laws.push(wrong);
        let mut wrong = law.clone();
        wrong.checkpoints[at].values[window / 2] ^= 1;
        laws.push(wrong);
        let mut wrong = law.clone();
        wrong.checkpoints[at].values.pop();
        laws.push(wrong);
    }
    let mut wrong = law.clone();
    wrong.checkpoints.reverse();
    laws.push(wrong);
    let mut wrong = law.clone();
    wrong.checkpoints[1] = checkpoint(window);
    laws.push(wrong);
    let laws = laws.into_iter().map(|law| Law::SparseSpace(Box::new(law)));
    let counts = agree(verified.certificate(), laws.collect());
    assert_eq!(counts, [1, 8]);
}

/// A border with draws: with no winner there, the players are told apart.
#[test]
fn constant_laws_with_draws_have_an_instance() {
    let text = "game \"D\"\nposition x, y\nmove x -= 1\nmove y -= 1\nat x = 0: draw\nat y = 0: the mover loses\n";
    let parsed = rules(text);
    let none = Parameters::new();
    let report = find_kind(&parsed, &none, None, &Limits::default(), "constant").unwrap();
    let verified = report
        .proved
        .unwrap_or_else(|| panic!("{:?}", report.tried));
    let [Law::Constant(law)] = verified.certificate().laws.as_slice() else {
        panic!("another kind of law");
    };
    let text = file(&verified).unwrap().text;
    assert!(
        text.contains(
            "view_border (every_border Rules.the_game []%nat tables) []%nat mvs inner false"
        ),
        "{text}"
    );
    let (fine, said) = crate::coq_common::coqc("draws", &text);
    assert!(
        fine && said.contains("Closed under the global context"),
        "{said}"
    );
    // In another direction the patterns do not agree: both checkers find that.
    let mut checks = 0;
    for at in 0..law.from.len() {
        let mut wrong = law.clone();
        wrong.direction[at] += 1;
        let (_, accepted) = judged(verified.certificate(), Law::Constant(wrong.clone()));
        if let Ok(body) = instance(verified.game(), &Law::Constant(wrong)) {
            assert_eq!(coqc(&body), accepted, "{at}");
            checks += usize::from(!accepted);
        }
    }
    assert!(checks > 0);
}

/// A law that the theory has no instance for does not keep the others out of the file.
#[test]
#[ignore = "long"]
fn a_law_without_an_instance_is_left_out_and_named() {
    let space = octal("0.156");
    let table = octal_of("0.156", "guy-smith");
    let certificate = Certificate {
        laws: [&table, &space]
            .map(|verified| verified.certificate().laws[0].clone())
            .to_vec(),
        ..space.certificate().clone()
    };
    let both = certificate.verify_with_rules(&Budget::default()).unwrap();
    let written = file(&both).unwrap();
    assert_eq!(written.left_out.len(), 1);
    let left_out = &written.left_out[0];
    assert_eq!((left_out.law, left_out.kind), (1, "guy-smith"));
    assert!(left_out.why.contains("all options"), "{}", left_out.why);
    assert!(written.text.contains("(* Law 1, guy-smith, is left out: "));
    assert!(written.text.contains("Module Law2.") && !written.text.contains("Module Law1."));
    assert!(coqc(&written.text));
}

/// The first law of this kind that is found for rules.
fn data_for(kind: &str, text: &str) -> String {
    let text = format!("game \"G\"\nplayers A, B\n{text}\n");
    let (rules, none, limits) = (rules(&text), Parameters::new(), Limits::default());
    let report = match kind {
        "grundy-rows" => find_rows(&rules, &none, 2, &limits),
        kind => find_kind(&rules, &none, None, &limits, kind),
    };
    let report = report.unwrap();
    let proved = report.proved;
    data(&proved.unwrap_or_else(|| panic!("{kind} {text}: {:?}", report.tried)))
        .unwrap()
        .text
}

/// The term in the data counts: of rules that differ in one place, no law is one of the others'.
#[test]
fn the_term_of_other_rules_is_rejected() {
    let rays = "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1";
    for (kind, one, other) in [
        (
            "ranked",
            "position n\nmove n -= k for k in {1, 3}\nstart 9",
            "position n\nmove n -= k for k in {1, 4}\nstart 9",
        ),
        (
            "ranked",
            "position heaps\nA: move take 1 or 2, leaving at most two heaps\nB: move take 1, leaving at most two heaps\nstart 3, 4",
            "position heaps\nA: move take 1 or 2, leaving at most two heaps\nB: move take 2, leaving at most two heaps\nstart 3, 4",
        ),
        (
            "product",
            "position x, y\nmove x -= 5\nmove y -= 5",
            "position x, y\nA: move x -= 5\nmove y -= 5",
        ),
        (
            "product",
            "position x, y\nmove x -= 1\nmove y -= 1\nat x < 7: A wins",
            "position x, y\nmove x -= 1\nmove y -= 1\nat x < 7: B wins",
        ),
        ("automatic", rays, &format!("{rays}\nmisère play")),
        ("grundy-rows", rays, &format!("{rays}\nmove x -= 1, y -= 1")),
        ("sparse-space", "octal 0.77", "octal 0.73"),
    ] {
        let (own, other) = (data_for(kind, one), data_for(kind, other));
        let term = |text: &str| {
            let (from, to) = (text.find("(rules"), text.find("|})"));
            text[from.expect("rules")..to.expect("an end")].to_string()
        };
        assert_ne!(term(&own), term(&other), "{kind}");
        for (text, theirs) in [(&own, &other), (&other, &own)] {
            assert_eq!(checker(text).0, 0, "{kind}");
            let forged = text.replacen(&term(text), &term(theirs), 1);
            assert_eq!(checker(&forged).0, 1, "{kind}: {one}");
        }
    }
}

#[test]
fn junk_and_changed_data_are_refused() {
    let text = data(&strategy(DASH, None)).unwrap().text;
    assert_eq!(checker(&text).0, 0);
    for (from, to) in [
        ("(whowins-data 2)", "(whowins-data 1)"),
        ("(rules", "(rule"),
        ("tiers :=", "tiers ="),
        ("(Bin ", "(Bin2 "),
        ("(Bin ", "(Bin - "),
        ("blocks := 0", "blocks := -1"),
        ("(entries", "(entry"),
        ("(claims", "(claims 7"),
        ("(ranked", "(proved"),
        (" first ", " third "),
        (" first ", " first -"),
    ] {
        assert!(text.contains(from), "{from}");
        let (code, said) = checker(&text.replacen(from, to, 1));
        assert_eq!(code, 2, "{from} {to}: {said}");
    }
    for junk in [
        "",
        "(whowins-data 2)",
        ")",
        "(",
        "(whowins-data 2) x",
        &"(".repeat(1 << 20),
    ] {
        assert_eq!(checker(junk).0, 2, "{:.20}", junk);
    }
    let claim = "(claims\n(((0) (7777)) first)";
    let (code, said) = checker(&text.replacen("(claims", claim, 1));
    assert_eq!(code, 1, "a claim without an entry: {said}");
}
