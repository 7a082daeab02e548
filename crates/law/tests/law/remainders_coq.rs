//! Laws of remainders as Coq files: accepted as written, refused when the law or the rules in them
//! are changed.

use std::time::Duration;

use whowins_engine::Limits;
use whowins_law::find_kind;
use whowins_rules::{Parameters, Rules};

use crate::coq_common::coqc;

/// The file of the law of these rules, or why there is none.
fn written(moves: &str) -> Result<String, String> {
    let text = format!("game \"G\"\nplayers A, B\n{moves}\n");
    let rules = Rules::parse("test", &text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    let limits = Limits::default().with_time(Duration::from_secs(60));
    let report = find_kind(&rules, &Parameters::new(), None, &limits, "remainders");
    let report = report.expect("a game");
    let proved = report
        .proved
        .unwrap_or_else(|| panic!("{moves}: {:?}", report.tried));
    match whowins_law::coq::file(&proved) {
        Ok(written) => Ok(written.text),
        Err(why) => Err(why.0),
    }
}

fn file(moves: &str) -> String {
    written(moves).unwrap_or_else(|why| panic!("{moves}: {why}"))
}

const DIVISORS: &str = "position n\nmove n -= d for 1 <= d < n if d divides n";
const COPRIME: &str = "position n\nmove n -= k for 1 <= k <= n if gcd(k, n) = 1";
const PRIMES: &str = "position n\nmove n -= p for 1 <= p <= n if p = 1 or prime(p)";
const SQUARE_FREE: &str =
    "position n\nmove n -= k for k in 1..n if all(k % (d * d) != 0 for d in 2..k)";

/// Divisors, primes, squares, digits, quotients; misère play, ends, moves of one player alone.
const FILES: [&str; 11] = [
    DIVISORS,
    COPRIME,
    PRIMES,
    SQUARE_FREE,
    "position n\nmove n -= d for d in digits(n) if d > 0",
    "position n\nmove n -= p for 1 <= p <= n if p = 1 or prime(p)\nmisère play",
    "position n\nmove n -= k for 1 <= k < n if k divides n\nmove n -= 3\nat n = 0: the mover wins",
    "position n\nmove n -= k for 1 <= k <= n if k * k % 3 = 1\nA wins when n = 0",
    "position n\nmove n -= gcd(n, 6) if n > 0\nmove n -= 5",
    "position n\nmove n := n - n % 10 if n % 10 != 0\nmisère play",
    "position n\nmove n -= max(1, n % 4) if n > 0",
];

/// Coq accepts the laws on the core term, without an axiom.
#[test]
fn coq_accepts_remainders() {
    let mut all = String::new();
    for (at, moves) in FILES.iter().enumerate() {
        all += &format!("Module Game{at}.\n{}End Game{at}.\n", file(moves));
    }
    let (accepted, said) = coqc("remainders", &all);
    assert!(accepted, "{said}");
    let closed = said.matches("Closed under the global context").count();
    assert_eq!(closed, FILES.len(), "{said}");
}

/// The text until the lemma that the law is one of the term, and that Coq refuses this lemma.
fn refused(text: &str) -> String {
    let (before, lemma) = text
        .split_once("Lemma the_term : ")
        .expect("a lemma about the term");
    let (statement, _) = lemma.split_once(".\nProof").expect("a statement");
    format!(
        "{before}Fail Definition forged : {statement} := ltac:(vm_compute; reflexivity).\nEnd Law1.\n"
    )
}

/// Coq refuses each law with one label turned over, with another modulus, or counted from
/// elsewhere.
#[test]
fn coq_refuses_forged_remainders() {
    let mut all = Vec::new();
    for moves in [DIVISORS, COPRIME, PRIMES, SQUARE_FREE, FILES[6]] {
        let text = file(moves);
        let start = text.find(" := Law ").expect("the law") + " := Law ".len();
        let end = start + text[start..].find("].\n").expect("its end");
        let (before, own, after) = (&text[..start], &text[start..end], &text[end..]);
        let with = |law: &str| refused(&format!("{before}{law}{after}"));
        for (from, to) in [("true", "false"), ("false", "true")] {
            for (at, _) in own.match_indices(from) {
                let (left, right) = own.split_at(at);
                all.push(with(&format!("{left}{to}{}", &right[from.len()..])));
            }
        }
        let mut fields = own.splitn(3, ' ');
        let mut number = || -> i64 { fields.next().expect("a field").parse().expect("a number") };
        let (modulus, from) = (number(), number());
        let says = fields.next().expect("labels");
        for (modulus, from) in [
            (modulus + 1, from),
            (modulus, from + 1),
            (0, from),
            (modulus, -1),
        ] {
            all.push(with(&format!("{modulus} ({from}) {says}")));
        }
    }
    assert!(all.len() > 40, "{}", all.len());
    coqc_refuses("remainders_labels", &all);
}

fn coqc_refuses(name: &str, all: &[String]) {
    let modules = all.iter().enumerate();
    let modules = modules.map(|(at, text)| format!("Module Forged{at}.\n{text}End Forged{at}.\n"));
    let (accepted, said) = coqc(name, &modules.collect::<String>());
    assert!(accepted, "{said}");
}

/// Coq refuses the law of rules that differ in a number, a comparison, an operation, a player, the
/// play.
#[test]
fn coq_refuses_remainders_of_other_rules() {
    let pairs = [
        (
            COPRIME,
            "position n\nmove n -= k for 1 <= k <= n if k % 3 != 0",
        ),
        (
            "position n\nmove n -= k for 1 <= k <= n if k % 3 != 0",
            "position n\nmove n -= k for 1 <= k <= n if k % 3 != 0\nmisère play",
        ),
        (
            "position n\nmove n -= k for 1 <= k <= n if k % 3 != 0",
            "position n\nmove n -= k for 1 <= k <= n if k % 5 != 0",
        ),
        (
            "position n\nmove n -= k for 1 <= k <= 4",
            "position n\nmove n -= k for 1 <= k < 4",
        ),
        (
            PRIMES,
            "position n\nmove n -= p for 1 <= p <= n if p = 1 or p = 2",
        ),
        (
            "position n\nmove n -= k for k in {1, 3}\nA wins when n = 0",
            "position n\nmove n -= k for k in {1, 3}\nB wins when n = 0",
        ),
        (
            "position n\nmove n -= gcd(n, 6) if n > 0\nmove n -= 5",
            "position n\nmove n -= gcd(n, 6) if n > 0\nmove n -= 4",
        ),
    ];
    let mut all = Vec::new();
    for (one, other) in pairs {
        let (one, other) = (file(one), file(other));
        let term = |file: &str| {
            let from = file.find("Module Rules.").expect("a term");
            let end = "End Rules.\n";
            let to = file.find(end).expect("a module ends") + end.len();
            file[from..to].to_owned()
        };
        let (own, forged) = (term(&one), term(&other));
        assert_ne!(own, forged);
        all.push(refused(&one.replace(&own, &forged)));
        all.push(refused(&other.replace(&forged, &own)));
    }
    coqc_refuses("remainders_rules", &all);
}
