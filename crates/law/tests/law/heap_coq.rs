//! Laws of one heap as Coq files: accepted as written, refused when a number in them is changed.

use whowins_analysis::Game;
use whowins_engine::Limits;
use whowins_law::{Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::heap::Periodic;
use whowins_verify::{Law, Verified};

use crate::coq_common::coqc;

fn law(moves: &str, misere: bool) -> Verified {
    let ending = if misere { "misère play" } else { "" };
    let text = format!("game \"G\"\nplayers A, B\nposition n\n{moves}\n{ending}\n");
    let rules = Rules::parse("test", &text).unwrap();
    let report = find(
        &rules,
        &Parameters::new(),
        None,
        &Limits::default(),
        &Says::ALL,
    )
    .unwrap();
    report.proved.unwrap()
}

const GAMES: [&str; 5] = [
    "move n -= s for s in {1, 3, 4}",
    "move n -= k for k >= 1 if k != 3 and k != 4 and k != 7",
    "move n -= k for k >= 2 if k % 3 = 1",
    "A: move n -= 2 * k for k >= 1\nB: move n -= s for s in {1, 5}",
    "B: move n -= s for s in {2, 5}",
];

#[test]
fn instances() {
    let mut texts = Vec::new();
    let (mut all, mut laws) = (String::new(), 0);
    for (moves, misere) in GAMES
        .iter()
        .take(crate::cases(2, GAMES.len()))
        .flat_map(|moves| [(moves, false), (moves, true)])
    {
        let law = law(moves, misere);
        let text = whowins_law::coq::file(&law).unwrap().text;
        laws += law.certificate().laws.len();
        let name = format!("Game{}", texts.len());
        all.push_str(&format!("Module {name}.\n{text}End {name}.\n"));
        texts.push(text);
    }
    let (accepted, said) = coqc("instances", &all);
    assert!(accepted, "{all}\n{said}");
    let closed = said.matches("Closed under the global context").count();
    assert_eq!(closed, laws, "{said}");
    // Other tables, other sets, other ways of play; and the term of other rules: a number, the
    // play, a guard, a player, who moves next, an end, blocked options, a largest heap.
    for (text, from, to) in [
        (0, "start : list N := [0; 1", "start : list N := [0; 2"),
        (1, "losses_first : N := 0x", "losses_first : N := 0x1"),
        (
            1,
            "first : Heap.set := ([1; 3; 4]",
            "first : Heap.set := ([1; 3]",
        ),
        (1, "misere : bool := true", "misere : bool := false"),
        (1, "consts := [[1; 3; 4]]", "consts := [[1; 3; 5]]"),
        (1, "(Num (-1)) (Num 1))", "(Num 1) (Num (-1)))"),
        (
            1,
            "(Set_ 0 (Num 0) (Bin Sub (Num 1) (Get (P 0) (Num 0) 0)))",
            "(Set_ 0 (Num 0) (Get (P 0) (Num 0) 0))",
        ),
        (
            0,
            "ends := []",
            "ends := [((Bin Eq (Get (P 1) (Num 0) 0) (Num 2)), (Num 1))]",
        ),
        (0, "blocks := 0", "blocks := 1"),
        (0, "(0, None)", "(0, Some 1000)"),
        (3, "(Num 7)", "(Num 8)"),
        (3, "reach : N := ", "reach : N := 1"),
        (5, "modulus : N := 3", "modulus : N := 6"),
        (
            7,
            "(Guard (Bin Eq (Get (P 0) (Num 0) 0) (Num 0)))",
            "(Guard (Bin Eq (Get (P 0) (Num 0) 0) (Num 1)))",
        ),
        (
            9,
            "second : Heap.set := ([2; 5]",
            "second : Heap.set := ([2; 4]",
        ),
    ]
    .into_iter()
    .take(crate::cases(3, 20))
    {
        let Some(text) = texts.get(text) else {
            break;
        };
        assert!(text.contains(from), "{from}\n{text}");
        let changed = text.replacen(from, to, 1);
        let (accepted, _) = coqc("changed", &changed);
        assert!(!accepted, "{from} as {to}\n{changed}");
    }
}

/// The laws of all pairs (in every run, of a quarter of them) of subsets of {1, ..., 5} in one
/// file, and in it one digit of one law changed.
#[test]
fn all_pairs_of_small_sets() {
    let members = |bits: u32| -> Vec<String> {
        (1..=5)
            .filter(|s| bits >> (s - 1) & 1 == 1)
            .map(|s| s.to_string())
            .collect()
    };
    let moves = |name: &str, members: Vec<String>| match &members[..] {
        [] => String::new(),
        _ => format!("{name}: move n -= s for s in {{{}}}", members.join(", ")),
    };
    let laws: Vec<(Game, Periodic)> = (0..1024u32)
        .step_by(crate::cases(4, 1))
        .map(|bits| {
            let (a, b) = (
                moves("A", members(bits % 32)),
                moves("B", members(bits / 32)),
            );
            // A move that is never legal, so that there is a move line.
            let law = law(&format!("A: move n -= 1 if 1 = 2\n{a}\n{b}"), false);
            match &law.certificate().laws[0] {
                Law::Periodic(periodic) => (law.game().clone(), periodic.clone()),
                other => panic!("{other:?}"),
            }
        })
        .collect();
    let text = whowins_law::heap::coq::atlas(&laws).unwrap();
    let (accepted, said) = coqc("pairs", &text);
    assert!(
        accepted && said.contains("Closed under the global context"),
        "{said}"
    );
    let at = text.rfind("))]").unwrap() - 1;
    let digit = if &text[at..=at] == "0" { "1" } else { "0" };
    let changed = format!("{}{digit}{}", &text[..at], &text[at + 1..]);
    assert!(!coqc("changed", &changed).0);
}
