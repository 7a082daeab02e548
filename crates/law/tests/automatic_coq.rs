//! The Coq side of automatic laws: coqc accepts what the writer writes, and rejects it once the law is wrong.
//!
//! The automata are learned here from a naive reading of the rules, apart from the finder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use whowins_automata::{Moore, learn};
use whowins_law::coq::instance;
use whowins_rules::{Frame, Game, Parameters, Player, Rules, Stuck};
use whowins_verify::automatic::Automatic;
use whowins_verify::{Automaton, Law};

/// The theory, compiled once.
fn theory() -> PathBuf {
    static ONCE: std::sync::Once = std::sync::Once::new();
    let proofs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    ONCE.call_once(|| {
        let compiled = |name: &str| proofs.join(name).is_file();
        if !compiled("Automatic.vo") || !compiled("Beatty.vo") {
            let built = Command::new("bash").arg(proofs.join("check.sh")).output();
            let built = built.expect("bash runs");
            let said = String::from_utf8_lossy(&built.stderr);
            assert!(built.status.success(), "{said}");
        }
    });
    proofs
}

/// Whether coqc accepts the module; what it says.
fn coqc(name: &str, body: &str) -> Result<(), String> {
    let proofs = theory();
    let folder = format!("whowins-automatic-coq-{}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let file = folder.join(format!("{name}.v"));
    let text = format!("Module Law1.\n{body}End Law1.\nPrint Assumptions Law1.law.\n");
    std::fs::write(&file, &text).expect("a temporary file");
    let began = Instant::now();
    let run = Command::new("coqc")
        .args(["-q", "-Q"])
        .arg(&proofs)
        .arg("Whowins")
        .arg(&file)
        .output()
        .expect("coqc runs");
    println!("{name}: {} bytes, {:.1?}", text.len(), began.elapsed());
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    if run.status.success() && said.contains("Closed under the global context") {
        Ok(())
    } else {
        Err(said + &String::from_utf8_lossy(&run.stderr))
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
    let digits = system
        .strip_prefix("base ")
        .map_or(2, |k| k.parse::<usize>().unwrap());
    let zeckendorf = system == "Zeckendorf";
    let letters = digits.pow(dimension as u32);
    let position = |word: &[usize]| -> Option<Vec<i64>> {
        let mut state = vec![0_i64; dimension];
        for (at, entry) in state.iter_mut().enumerate() {
            let digit = |letter: &usize| letter / digits.pow((dimension - 1 - at) as u32) % digits;
            let own: Vec<usize> = word.iter().map(digit).collect();
            if zeckendorf && own.windows(2).any(|two| two == [1, 1]) {
                return None;
            }
            let (mut place, mut before) = (1, 1);
            for digit in own.iter().rev() {
                *entry += *digit as i64 * place;
                (place, before) = if zeckendorf {
                    (place + before, place)
                } else {
                    (place * digits as i64, place)
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

const QUEEN: &str = "game \"Queen\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1\n";
const NIM2: &str = "game \"Nim\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n";
const NIM3: &str = "game \"Nim\"\nposition x, y, z\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove z -= k for k >= 1\n";
const KING: &str = "game \"King\"\nposition x, y\nmove x -= 1\nmove y -= 1\nmove x -= 1, y -= 1\n";
const KNIGHT: &str = "game \"Knight\"\nposition x, y\nmove x -= 2, y -= 1\nmove x -= 1, y -= 2\nmove x -= 2, y += 1\nmove x += 1, y -= 2\n";
const PARTIZAN: &str = "game \"Partizan\"\nplayers Left, Right\nposition x, y\nLeft: move x -= 1\nLeft: move x -= 1, y -= 1\nRight: move y -= 1\nRight: move x -= 2, y -= 1\n";

fn accepted(name: &str, rules: &str, system: &str, dimension: usize, longest: usize) {
    let game = game(rules);
    let law = learned(&game, system, dimension, longest);
    println!("{name}: {} states", law.automaton.next.len());
    let body =
        instance(&game, &Law::Automatic(law)).unwrap_or_else(|why| panic!("{name}: {}", why.0));
    if let Err(said) = coqc(name, &body) {
        panic!("{name}: {}", said.chars().take(3000).collect::<String>());
    }
}

#[test]
fn king() {
    accepted("king", KING, "base 2", 2, 5);
}

#[test]
fn nim2() {
    accepted("nim2", NIM2, "base 2", 2, 5);
}

#[test]
fn nim3() {
    accepted("nim3", NIM3, "base 2", 3, 4);
}

#[test]
fn knight() {
    accepted("knight", KNIGHT, "base 2", 2, 5);
}

#[test]
fn partizan() {
    accepted("partizan", PARTIZAN, "base 2", 2, 5);
}

#[test]
fn misere_nim2() {
    accepted(
        "misere_nim2",
        &format!("{NIM2}misère play\n"),
        "base 2",
        2,
        5,
    );
}

#[test]
fn queen() {
    accepted("queen", QUEEN, "Zeckendorf", 2, 6);
}
