//! The views of `proofs/` on the core terms of all shipped games whose positions are numbers: which
//! they read.

use std::fmt::Write as _;
use std::path::Path;

use whowins_analysis::Game;
use whowins_core::coq::Coq;
use whowins_rules::{ParameterValue, Parameters, Rules};

use crate::coq_common::coqc;

/// The shipped games on numbers, with values for the parameters that have none.
fn shipped() -> Vec<(String, Game)> {
    let bits = |digits: &str| ParameterValue::Bits(digits.chars().map(|one| one == '1').collect());
    let given = [
        ("a", ParameterValue::Set(vec![13, 57])),
        ("b", ParameterValue::Set(vec![31, 90])),
        ("row", bits("0110")),
        ("column", bits("1011")),
    ];
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut all = Vec::new();
    for folder in std::fs::read_dir(games).expect("games") {
        let folder = folder.expect("a folder").path();
        if folder.ends_with("library") {
            continue;
        }
        for file in std::fs::read_dir(folder).expect("games") {
            let path = file.expect("a file").path();
            let name = path.file_stem().expect("a name").to_string_lossy();
            let text = std::fs::read_to_string(&path).expect("a text");
            let rules = Rules::parse(&name, &text).unwrap_or_else(|faults| panic!("{faults}"));
            let open = text
                .lines()
                .filter(|line| line.starts_with("given ") && !line.contains('='))
                .collect::<String>();
            let values = given
                .iter()
                .filter(|(name, _)| {
                    open.replace([',', ':'], " ")
                        .split(' ')
                        .any(|word| word == *name)
                })
                .map(|(name, value)| (name.to_string(), value.clone()))
                .collect::<Parameters>();
            let game = rules.game(&values);
            let game = game.unwrap_or_else(|faults| panic!("{name}: {faults}"));
            if game.numbers().is_some() {
                all.push((name.into_owned(), game));
            }
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

/// Of each game: whether it has paths, whether these are rays, and whether those are vectors with
/// goals that compare single numbers.
const READ: [(&str, bool, bool); 16] = [
    ("all-but", true, false),
    ("blocking-wythoff", true, false),
    ("corner-bishop", true, false),
    ("corner-king", true, true),
    ("corner-knight", true, false),
    ("corner-rook", true, false),
    ("cowcheck", true, false),
    // A guard looks at the last number added.
    ("dash", false, false),
    ("misere-wythoff", true, false),
    ("nim", true, false),
    ("partisangame", true, true),
    ("t-wythoff", true, false),
    // The ends read a table.
    ("tabgame", true, false),
    ("take-from-a-set", true, true),
    // Guards look at the position.
    ("wythoff-early-end", false, false),
    ("wythoff-two-ends", false, false),
];

#[test]
fn shipped_games_are_read() {
    let games = shipped();
    let names: Vec<&str> = games.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, READ.map(|(name, ..)| name));
    let mut text = String::from(
        "Require Import ZArith NArith List Bool.\nImport ListNotations.\nFrom Whowins Require Import Core ViewNumbers ViewRays ViewVectors.\n\
         Open Scope Z_scope.\n\
         Definition is {A} (x : option A) : bool := match x with Some _ => true | None => false end.\n",
    );
    for (at, ((_, game), (name, rays, vectors))) in games.iter().zip(READ).enumerate() {
        let term = game.core();
        // The first ten numbers that are chosen one by one: then the guards of "all but" are
        // decided.
        let _ = write!(
            text,
            "(* {name} *)\nDefinition game{at} : game := {}.\n\
             Example paths{at} : forallb (fun T => is (view_numbers 10 1 game{at} T)) [0; 1] = true.\n\
             Proof. vm_compute. reflexivity. Qed.\n\
             Example rays{at} : forallb (fun T => is (view_rays 10 1 game{at} T)) [0; 1] = {rays}.\n\
             Proof. vm_compute. reflexivity. Qed.\n\
             Example vectors{at} : is (view_vectors game{at}) = {vectors}.\n\
             Proof. vm_compute. reflexivity. Qed.\n",
            Coq(&term)
        );
    }
    let (accepted, said) = coqc("shipped", &text);
    assert!(accepted, "{said}");
}

/// Terms that are no rays, though they are near to some: numbers from 0 on, never the whole heap, a
/// turn kept, a number that grows beside; and ways to write the same ray.
#[test]
fn rays_are_told_from_what_is_near_to_them() {
    let text = r#"
Require Import ZArith List.
Import ListNotations.
From Whowins Require Import Core ViewNumbers ViewRays.
Open Scope Z_scope.
Definition x := Get (P 1) (Num 0) 0.
Definition pass := Set_ 0 (Num 0) (Bin Sub (Num 1) (Get (P 0) (Num 0) 0)).
Definition one (c : cmd) : game :=
  {| consts := [[1; 3]]; parts := [(0, Some 1); (0, None)]; tiers := [c]; ends := []; stuck := Num 1; blocks := 0; endless := None |}.
Definition take (lo hi amount : expr) (after : cmd) := one (Seq (Choose lo hi (Set_ 1 (Num 0) (Bin Sub x amount))) after).
Definition k := Var 0.
Definition any := Some [Ray [1] [1]].
Example plain : view_rays 0 1 (take (Num 1) (Bin Add x (Num 1)) k pass) 0 = any. Proof. reflexivity. Qed.
Example generous : view_rays 0 1 (take (Num 1) (Bin Add x (Num 9)) k pass) 0 = any. Proof. reflexivity. Qed.
Example shifted : view_rays 0 1 (take (Num 0) x (Bin Add k (Num 1)) pass) 1 = any. Proof. reflexivity. Qed.
Example guarded : view_rays 0 1 (one (Choose (Num 1) (Bin Add x (Num 5)) (seq_of [Guard (Bin Le k x); Set_ 1 (Num 0) (Bin Sub x k); pass]))) 0 = any.
Proof. reflexivity. Qed.
Example halved : view_rays 0 1 (take (Num 1) (Bin Add (Bin Div x (Num 2)) (Num 1)) (Bin Mul (Num 2) k) pass) 0 = Some [Ray [2] [2]].
Proof. reflexivity. Qed.
Example split : view_rays 2 2 (take (Num 1) (Bin Add x (Num 1)) k pass) 0 = Some [Ray [1] [0]; Ray [2] [0]; Ray [3] [2]; Ray [4] [2]].
Proof. reflexivity. Qed.
Example members : view_rays 0 1 (take (Num 0) (Len (K 0)) (Get (K 0) k 0) pass) 0 = Some [Ray [1] [0]; Ray [3] [0]]. Proof. reflexivity. Qed.
Example branches : view_rays 0 1 (one (Seq (When (Get (P 0) (Num 0) 0) (Set_ 1 (Num 0) (Bin Sub x (Num 5))) (Set_ 1 (Num 0) (Bin Sub x (Num 3)))) pass)) 1
  = Some [Ray [5] [0]]. Proof. reflexivity. Qed.
Example never_all : view_rays 0 1 (take (Num 1) x k pass) 0 = None. Proof. reflexivity. Qed.
Example half_of_it : view_rays 0 1 (take (Num 1) (Bin Add (Bin Div x (Num 2)) (Num 1)) k pass) 0 = None. Proof. reflexivity. Qed.
Example turn_kept : view_rays 0 1 (take (Num 1) (Bin Add x (Num 1)) k Skip) 0 = None. Proof. reflexivity. Qed.
Example parity_of_the_heap : view_rays 0 1 (one (seq_of [Guard (Bin Mod x (Num 2)); Set_ 1 (Num 0) (Bin Sub x (Num 1)); pass])) 0 = None.
Proof. reflexivity. Qed.
Example two_choices : view_rays 0 1 (one (Choose (Num 1) x (Choose (Num 1) x (Seq (Set_ 1 (Num 0) (Bin Sub x (Bin Add k (Var 1)))) pass)))) 0 = None.
Proof. reflexivity. Qed.
"#;
    let (accepted, said) = coqc("near", text);
    assert!(accepted, "{said}");
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        // Knuth's linear congruential generator (MMIX): the rules only have to vary.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// Rules of a row or a board: patterns of up to four cells with any cell among them, ends,
/// directions, follow-ups, players.
fn rewriting(random: &mut Random) -> String {
    let row = random.below(2) == 0;
    let symbols = random.pick(&[". o", ". o x"]);
    let shape = if row { "row" } else { "board" };
    let mut text = format!("game \"R\"\nplayers A, B\nposition {shape} of {symbols}\n");
    for _ in 0..1 + random.below(3) {
        let by = random.pick(&["", "", "A: ", "B: "]);
        let width = 1 + random.below(4);
        let symbols: Vec<&str> = symbols.split(' ').collect();
        let mut cells = || -> Vec<&str> { (0..width).map(|_| random.pick(&symbols)).collect() };
        let (before, after) = (cells().join(" "), cells().join(" "));
        let (left, right) = (random.pick(&["", "", "^ "]), random.pick(&["", "", " $"]));
        let along = match row {
            true => "",
            false => random.pick(&[
                " along right, down",
                " along down left",
                " along up, left, down right",
                " along right",
            ]),
        };
        text += &format!("{by}move {left}{before}{right} -> {left}{after}{right}{along}\n");
    }
    let due = match row {
        true => [
            "",
            "at once o $ -> . $",
            "at once ^ o -> ^ .\nat once o o $ -> . o $",
            "at once . o o -> . . o",
        ],
        false => [
            "",
            "at once o $ / $ -> . $ / $",
            "at once o / o -> . / o\nat once o $ -> . $",
            "at once ^ o -> ^ . along right, left",
        ],
    };
    text += random.pick(&due);
    text += random.pick(&["\n", "\nmisère play\n"]);
    text
}

/// Codes of heaps: octal, hexadecimal, with more heaps, with numbers that go on for ever.
fn breaking(random: &mut Random) -> String {
    let digits: String = (0..1 + random.below(5))
        .map(|_| random.pick(&["0", "1", "2", "3", "4", "5", "6", "7"]))
        .collect();
    let code = match random.below(4) {
        0 => format!("octal 0.{digits}3"),
        1 => format!("hexadecimal 0.{digits}F"),
        2 => format!("octal 4.{digits}7"),
        _ => String::from(
            "position heaps\nmove take 1 or more, leaving at most one heap\nmove take 2, leaving four heaps",
        ),
    };
    format!(
        "game \"H\"\nplayers A, B\n{code}\n{}",
        random.pick(&["", "misère play\n"])
    )
}

/// The terms of random rules are those that the rules lower to in Coq, and not those of the next
/// rules.
#[test]
fn terms_of_rows_boards_and_heaps_are_lowered_again() {
    let mut random = Random(7);
    let games = crate::cases(40, 400);
    let mut all = String::new();
    let mut read = 0;
    for at in 0..games {
        let text = match at % 4 {
            3 => breaking(&mut random),
            _ => rewriting(&mut random),
        };
        // Not every rule is one: what does not end, or changes nothing, is refused.
        let Ok(rules) = Rules::parse("random", &text) else {
            continue;
        };
        let Ok(game) = rules.game(&Parameters::new()) else {
            continue;
        };
        let Ok(file) = whowins_law::coq::read(&game) else {
            continue;
        };
        read += 1;
        let _ = write!(
            all,
            "Module Game{at}.\n(* {} *)\n{file}End Game{at}.\n",
            text.replace('"', "'")
        );
    }
    println!("{read} of {games}");
    assert!(read * 2 > games, "{read}");
    let (accepted, said) = coqc("lowered_again", &all);
    assert!(accepted, "{said}");
}
