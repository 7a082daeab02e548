//! The Coq side of automatic laws: coqc accepts what the writer writes, and rejects it once the law
//! is wrong.
//!
//! The automata are learned here from a naive reading of the rules, apart from the finder.

use std::collections::HashMap;

use whowins_analysis::{Frame, Game, Player, Stuck};
use whowins_automata::{Moore, learn};
use whowins_law::coq::instance;
use whowins_rules::{Parameters, Rules};
use whowins_verify::automatic::{Automatic, Beatty};
use whowins_verify::{Automaton, Law};

use crate::cases;

/// Whether coqc accepts the modules and finds nothing assumed; else what it says. One run for
/// several: half of a run is its start.
fn coqc(name: &str, bodies: &[String], law: &str) -> Result<(), String> {
    let mut text = String::new();
    let mut names = Vec::new();
    for (at, body) in bodies.iter().enumerate() {
        // The term stands in each body.
        text += &format!("Module Law{at}.\n{body}End Law{at}.\n");
        names.push(format!("Law{at}.{law}"));
    }
    let names = names.join(", ");
    text += &format!("Definition all := (tt, {names}).\nPrint Assumptions all.\n");
    let (fine, said) = crate::coq_common::coqc(name, &text);
    if fine && said.contains("Closed under the global context") {
        Ok(())
    } else {
        Err(said)
    }
}

fn game(rules: &str) -> Game {
    let rules = Rules::parse("rules", rules).unwrap_or_else(|faults| panic!("{faults}"));
    let values = Parameters::default();
    rules
        .game(&values)
        .unwrap_or_else(|faults| panic!("{faults}"))
}

/// Who wins, by the rules alone.
struct Naive<'a> {
    game: &'a Game,
    frame: Frame,
    known: HashMap<(Player, Vec<i64>), bool>,
}

impl<'a> Naive<'a> {
    fn new(game: &'a Game) -> Self {
        let frame = Frame::new(game, 0, 0);
        Self {
            game,
            frame,
            known: HashMap::new(),
        }
    }

    fn wins(&mut self, player: Player, state: &[i64]) -> bool {
        if let Some(known) = self.known.get(&(player, state.to_vec())) {
            return *known;
        }
        let next = self.frame.next(player, state);
        let wins = if next.is_empty() {
            self.game.ending.stuck == Stuck::Wins
        } else {
            next.iter().any(|to| !self.wins(player.other(), to))
        };
        self.known.insert((player, state.to_vec()), wins);
        wins
    }
}

/// The law's automaton, learned and compared on all words of up to `longest` letters.
fn learned(game: &Game, system: &str, dimension: usize, longest: usize) -> Automatic {
    // Of place values each of which is c times the one before and the one before that.
    let c: Option<usize> = match system {
        "Zeckendorf" => Some(1),
        "Ostrowski [0; 3, (2)]" => Some(2),
        _ => None,
    };
    let base = system.strip_prefix("base ");
    let digits = c.map_or_else(|| base.unwrap().parse().unwrap(), |c| c + 1);
    let letters = digits.pow(dimension as u32);
    let position = |word: &[usize]| -> Option<Vec<i64>> {
        let mut state = vec![0_i64; dimension];
        for (at, entry) in state.iter_mut().enumerate() {
            let digit = |letter: &usize| letter / digits.pow((dimension - 1 - at) as u32) % digits;
            let own: Vec<usize> = word.iter().map(digit).collect();
            if own.windows(2).any(|two| Some(two[0]) == c && two[1] > 0) {
                return None;
            }
            let (mut place, mut before) = (1, 1);
            for digit in own.iter().rev() {
                *entry += *digit as i64 * place;
                (place, before) = match c {
                    Some(c) => (place * c as i64 + before, place),
                    None => (place * digits as i64, place),
                };
            }
        }
        Some(state)
    };
    let naive = std::cell::RefCell::new(Naive::new(game));
    let output = |word: &[usize]| -> Option<[bool; 2]> {
        let state = position(word)?;
        Some(Player::BOTH.map(|player| naive.borrow_mut().wins(player, &state)))
    };
    let words = |length: usize| {
        (0..letters.pow(length as u32)).map(move |n| -> Vec<usize> {
            (0..length)
                .map(|at| n / letters.pow(at as u32) % letters)
                .collect()
        })
    };
    let differs = |guess: &Moore<Option<[bool; 2]>>| {
        (0..=longest)
            .flat_map(words)
            .find(|word| *guess.output(word) != output(word))
    };
    let moore = learn(
        letters,
        200,
        |word| Ok::<_, ()>(output(word)),
        |guess| Ok(differs(guess)),
    )
    .unwrap();
    let row = |row: &Vec<usize>| row.iter().map(|to| *to as u32).collect();
    Automatic {
        system: system.into(),
        automaton: Automaton {
            next: moore.next.iter().map(row).collect(),
            wins: moore.outputs,
        },
    }
}

const QUEEN: &str = "
    move x -= k for k >= 1
    move y -= k for k >= 1
    move x -= k, y -= k for k >= 1";
/// What 2-Wythoff has more than the queen.
const NEIGHBOURS: &str = "
    move x -= k, y -= k + 1 for k >= 1
    move x -= k + 1, y -= k for k >= 1";
const NIM: &str = "
    move x -= k for k >= 1
    move y -= k for k >= 1";
const KING: &str = "
    move x -= 1
    move y -= 1
    move x -= 1, y -= 1";
const KNIGHT: &str = "
    move x -= 2, y -= 1
    move x -= 1, y -= 2
    move x -= 2, y += 1
    move x += 1, y -= 2";
const PARTIZAN: &str = "
    Left: move x -= 1
    Left: move x -= 1, y -= 1
    Right: move y -= 1
    Right: move x -= 2, y -= 1";

/// A game on x, y (and z).
fn on(variables: &str, moves: &str) -> Game {
    let moves: Vec<&str> = moves
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let moves = moves.join("\n");
    game(&format!(
        "game \"Test\"\nplayers Left, Right\nposition {variables}\n{moves}\n"
    ))
}

fn misere(moves: &str) -> String {
    format!("{moves}\nmisère play")
}

fn body(game: &Game, law: Automatic) -> String {
    instance(game, &Law::Automatic(law)).unwrap_or_else(|why| panic!("{}", why.0))
}

/// Learns the laws and hands them to one run of coqc; nightly all, else the first two.
fn accepted(name: &str, cases: &[(&str, &str, &str, usize)]) {
    let some = cases.iter().take(crate::cases(2, cases.len()));
    let written = some.map(|(variables, moves, system, longest)| {
        let game = on(variables, moves);
        let law = learned(&game, system, variables.split(',').count(), *longest);
        let states = law.automaton.next.len();
        let text = body(&game, law);
        println!(
            "{variables} {system} {moves}: {states} states, {} bytes",
            text.len()
        );
        text
    });
    if let Err(said) = coqc(name, &written.collect::<Vec<_>>(), "law") {
        panic!("{name}: {}", said.chars().take(3000).collect::<String>());
    }
}

#[test]
fn vectors() {
    accepted(
        "vectors",
        &[
            ("x, y", KNIGHT, "base 2", 5),
            ("x, y", &misere(PARTIZAN), "base 2", 5),
            ("x, y", PARTIZAN, "base 2", 5),
            ("x, y", KING, "base 2", 5),
            ("x", "move x -= 1\nmove x -= 2", "base 3", 5),
            (
                "x, y, z",
                "move x -= 1\nmove y -= 1\nmove z -= 1, x += 2",
                "base 2",
                3,
            ),
        ],
    );
}

#[test]
#[ignore = "long: some ten seconds"]
fn rays() {
    accepted(
        "rays",
        &[
            ("x, y", &misere(NIM), "base 2", 5),
            ("x, y", NIM, "Zeckendorf", 6),
            ("x, y", NIM, "base 2", 5),
            ("x", "move x -= 2 * k for k >= 1\nmove x -= 1", "base 2", 7),
            (
                "x, y",
                "move x -= k for 2 <= k <= 3\nmove y -= 1",
                "base 2",
                5,
            ),
            (
                "x, y",
                "Left: move x -= k for k >= 1\nRight: move y -= k, x += 1 for k >= 2",
                "base 2",
                5,
            ),
        ],
    );
}

#[test]
#[ignore = "long"]
fn queen() {
    accepted("queen", &[("x, y", QUEEN, "Zeckendorf", 6)]);
}

/// The law of 2-Wythoff over these digits is a shipped game's, and takes coqc a minute.
#[test]
#[ignore = "long"]
fn ostrowski_digits() {
    let take = "move x -= 1\nmove x -= 2";
    accepted("ostrowski", &[("x", take, "Ostrowski [0; 3, (2)]", 7)]);
}

#[test]
fn systems_outside_the_theory_are_named() {
    let game = on("x, y", KING);
    for system in [
        "Ostrowski [0; (2)]",
        "Ostrowski [0; (2, 1)]",
        "Ostrowski [0; 4, (2)]",
    ] {
        let law = Automatic {
            system: system.into(),
            ..learned(&game, "base 2", 2, 4)
        };
        let said = instance(&game, &Law::Automatic(law)).unwrap_err();
        assert!(said.0.contains("no numeration system"), "{}", said.0);
    }
}

#[test]
#[ignore = "long"]
fn three_heaps() {
    let nim = format!("{NIM}\nmove z -= k for k >= 1");
    accepted("three_heaps", &[("x, y, z", &nim, "base 2", 4)]);
}

#[test]
#[ignore = "long"]
fn misere_queen() {
    accepted("misere_queen", &[("x, y", &misere(QUEEN), "Zeckendorf", 7)]);
}

#[test]
fn beatty() {
    let second = format!("{QUEEN}{NEIGHBOURS}");
    let pairs = [(QUEEN, 1), (second.as_str(), 2)];
    let written = pairs.into_iter().take(cases(1, 2));
    let written =
        written.map(|(moves, t)| instance(&on("x, y", moves), &Law::Beatty(Beatty { t })));
    let written: Vec<String> = written.map(|text| text.expect("an instance")).collect();
    coqc("beatty", &written, "law").unwrap();
    // The queen's moves are not those of 2-Wythoff, nor the rook's those of Wythoff.
    let wrong = [("beatty_t", QUEEN, 2), ("beatty_rook", NIM, 1)];
    for (name, moves, t) in wrong.into_iter().take(cases(1, 2)) {
        let text = instance(&on("x, y", moves), &Law::Beatty(Beatty { t })).expect("an instance");
        assert!(coqc(name, &[text], "law").is_err(), "{name}");
    }
}

/// The module that says, not that the check passes, but that it fails.
pub fn refuted(text: &str) -> String {
    let (before, check) = text.split_once("Lemma checked : ").expect("the check");
    let (check, _) = check.split_once(" = true").expect("it passes");
    format!(
        "{before}Theorem refuted : {check} = false.\nProof. vm_cast_no_check (eq_refl false). Qed.\n"
    )
}

#[test]
fn wrong_laws_are_refuted() {
    let mut all = Vec::new();
    for moves in [PARTIZAN, KING].into_iter().take(cases(1, 2)) {
        let game = on("x, y", moves);
        let law = learned(&game, "base 2", 2, 5);
        let states = law.automaton.next.len();
        // In a least automaton each label and each transition matters.
        for state in 0..states.min(cases(1, 2)) {
            for player in 0..2 {
                let mut wrong = law.clone();
                if let Some(wins) = &mut wrong.automaton.wins[state] {
                    wins[player] ^= true;
                }
                all.push(refuted(&body(&game, wrong)));
            }
            let mut wrong = law.clone();
            wrong.automaton.wins[state] = None;
            all.push(refuted(&body(&game, wrong)));
            let mut wrong = law.clone();
            let to = &mut wrong.automaton.next[state][3];
            *to = (*to + 1) % states as u32;
            all.push(refuted(&body(&game, wrong)));
        }
        if cases(0, 1) == 0 {
            continue;
        }
        // The law of other rules, of the other convention, with no other labels than won.
        all.push(refuted(&body(&on("x, y", KNIGHT), law.clone())));
        all.push(refuted(&body(&on("x, y", &misere(moves)), law.clone())));
        let mut wrong = law.clone();
        wrong.automaton.wins = vec![Some([true; 2]); states];
        all.push(refuted(&body(&game, wrong)));
        let mut wrong = law.clone();
        wrong.automaton.wins = vec![Some([false; 2]); states];
        all.push(refuted(&body(&game, wrong)));
    }
    println!("{} wrong laws", all.len());
    if let Err(said) = coqc("wrong", &all, "refuted") {
        panic!("{}", said.chars().take(3000).collect::<String>());
    }
}

#[test]
fn other_moves_are_noticed() {
    let game = on("x, y", KING);
    let text = body(&game, learned(&game, "base 2", 2, 5));
    let other = text.replace(
        "(Bin Sub (Get (P 1) (Num 0) 0) (Num 1))",
        "(Bin Sub (Get (P 1) (Num 0) 0) (Num 2))",
    );
    assert_ne!(text, other);
    let said = coqc("other_moves", &[other], "law").unwrap_err();
    assert!(said.contains("while it is expected to have type"), "{said}");
}

#[test]
fn rules_outside_the_theory_are_named() {
    let law = learned(&on("x, y", KING), "base 2", 2, 4);
    for (variables, moves, why) in [
        ("x, y", "move x -= 1 if y = 0\nmove y -= 1", "guards"),
        ("x <= 9, y", "move x -= 1\nmove y -= 1", "bounds"),
        (
            "x, y",
            "move x -= 1\nmove y -= 1\nwho cannot move draws",
            "draws",
        ),
    ] {
        let game = on(variables, moves);
        let said = instance(&game, &Law::Automatic(law.clone())).unwrap_err();
        assert!(said.0.contains(why), "{}", said.0);
    }
}
