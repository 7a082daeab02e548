//! Instances of the Coq theory for this family.

use std::collections::BTreeMap;

use whowins_rules::{Frame, Game, Player, Stuck};
use whowins_verify::lattice::{Constant, Product};

use super::vectors::{FOREIGN, vectors};

/// Steps of Coq's machine that a check may take.
const STEPS: u128 = 1 << 26;
/// Digits of a table that are written out.
const DIGITS: usize = 200_000;

const IMPORTS: &str =
    "Require Import Bool NArith List.\nImport ListNotations.\nOpen Scope N_scope.\n";

/// The body of the module for a law of this kind: an instance of `Border.border_law`.
pub(crate) fn constant(game: &Game, law: &Constant) -> Result<String, String> {
    let (numbers, of) = vectors(game).ok_or(FOREIGN)?;
    let inner = Constant::inner(game).ok_or("the theory has no draws at the border")?;
    let cones = Cones {
        of: &of,
        inner: &inner,
        single: game.is_impartial(),
    };
    let players = if cones.single { 1 } else { 2 };
    let further: Vec<i64> = law
        .from
        .iter()
        .zip(&law.direction)
        .map(|(a, b)| a + b)
        .collect();
    let mut free = Vec::new();
    let mut fuel = 0;
    for player in 0..players {
        let cone = cones.of([&law.from, &further], player)?;
        fuel = fuel.max(cone.depth + 2);
        free.push(cone.free);
    }
    let mut text = String::from("From Whowins Require Import Game Vector Border.\n");
    text += IMPORTS;
    text += &rules(game, &of, numbers.variables.len());
    text += &format!(
        "(* the answer's player: {} *)\nDefinition reply (P : bool) : bool := {}.\n",
        if cones.single {
            "the same, the game is impartial"
        } else {
            "the other"
        },
        if cones.single { "P" } else { "negb P" },
    );
    text +=
        "(* where every coordinate is at least this, all moves are legal and no goal applies *)\n";
    text += &format!("Definition inner : list N := {}.\n", numbers_list(&inner));
    text += &agree(game, &inner, "bopts mvs", players)?;
    text += &format!("Definition from : list N := {}.\n", numbers_list(&law.from));
    text += &format!(
        "Definition dir : list N := {}.\n",
        numbers_list(&law.direction)
    );
    text += "(* the border cells that the outcomes at from and from + dir depend on *)\n";
    text += &format!(
        "Definition free (P : bool) : list (bool * list N) := if P then {} else {}.\n",
        cells(&free[0]),
        free.get(1).map_or("[]".into(), |free| cells(free)),
    );
    let list = if cones.single {
        "[true]"
    } else {
        "[true; false]"
    };
    text += &format!("Definition players : list bool := {list}.\n");
    text += "Lemma moves_fine : moves_ok mvs inner = true.\nProof. vm_compute. reflexivity. Qed.\n";
    text += &format!(
        "Lemma every_pattern : border_check reply mvs inner from dir free {fuel}%nat players = true.\nProof. vm_compute. reflexivity. Qed.\n"
    );
    if law.least {
        for at in (0..law.from.len()).filter(|at| law.from[*at] > 0) {
            text += &cones.not_before(law, at)?;
        }
    }
    text += "Theorem law : forall (border : bool -> list N -> bool) (P : bool) (v : list N), In P players -> leqv from v = true ->\n\
         \x20 (Win (bmv reply mvs inner border) (Cell P (addv v dir)) <-> Win (bmv reply mvs inner border) (Cell P v)) /\\\n\
         \x20 (Lose (bmv reply mvs inner border) (Cell P (addv v dir)) <-> Lose (bmv reply mvs inner border) (Cell P v)).\n\
         Proof. exact (border_law reply mvs inner moves_fine from dir free _ players every_pattern). Qed.\n";
    Ok(text)
}

/// The body of the module for a law of this kind: an instance of `Vector.vector_law`.
pub(crate) fn product(game: &Game, law: &Product) -> Result<String, String> {
    let (numbers, of) = vectors(game).ok_or(FOREIGN)?;
    if game.ending.stuck != Stuck::Loses || !game.ending.goals.is_empty() {
        return Err("the theory of these laws is for normal play without goals".into());
    }
    let digits: usize = law.wins.iter().map(String::len).sum();
    let reach = of.iter().flatten().flatten().copied().max().unwrap_or(1);
    let repeating = law.preperiods.iter().zip(&law.periods);
    let points: u128 = repeating
        .clone()
        .map(|(i, p)| u128::from(i + p) + reach.unsigned_abs() as u128)
        .product();
    let moves = of.concat().len() as u128 + 1;
    // A digit is looked up in as many steps as its place in the table.
    if digits > DIGITS || points * moves * (digits as u128 / 2 + 10) > 16 * STEPS {
        return Err(format!(
            "the table has {digits} digits and the check {points} points: too many for Coq"
        ));
    }
    let mut text = String::from("From Whowins Require Import Game Vector.\n");
    text += IMPORTS;
    text += &rules(game, &of, numbers.variables.len());
    text += "(* the options that the theory gives *)\n\
         Definition vopts (P : bool) (v : list N) : list (list N) := map (subv v) (filter (fun m => leqv m v) (mvs P)).\n";
    text += &agree(game, &vec![0; numbers.variables.len()], "vopts", 2)?;
    let per: Vec<String> = repeating.map(|(i, p)| format!("({i}, {p})")).collect();
    text += "(* preperiod and period of each coordinate *)\n";
    text += &format!("Definition per : list (N * N) := [{}].\n", per.join("; "));
    text += "(* who wins, a binary digit a point of the box: the last coordinate fastest, the lowest digit first *)\n\
         Fixpoint place (per : list (N * N)) (v : list N) (a : N) : N := match per, v with\n\
         \x20 | ip :: per, x :: v => place per v (a * (fst ip + snd ip) + x) | _, _ => a end.\n";
    let second = law
        .wins
        .get(1)
        .or(law.wins.first())
        .ok_or("the table is empty")?;
    text += &format!(
        "Definition T (P : bool) (v : list N) : bool := N.testbit (if P then {} else {}) (place per v 0).\n",
        binary(&law.wins[0]),
        binary(second)
    );
    text += &format!(
        "Lemma every_point : check mvs per {reach} T = true.\nProof. vm_compute. reflexivity. Qed.\n\
         Lemma moves_are_subtractions : forall P v w, In w (vopts P v) <-> vmv mvs (P, v) (negb P, w).\n\
         Proof.\n\
         \x20 intros P v w. unfold vopts, vmv. cbn [fst snd]. rewrite in_map_iff. split.\n\
         \x20 - intros [m [E I]]. apply filter_In in I. split; [reflexivity|]. exists m. rewrite E. tauto.\n\
         \x20 - intros [_ [m [I [L E]]]]. exists m. rewrite filter_In, E. tauto.\n\
         Qed.\n\
         Theorem law : forall (P : bool) (v : list N), length v = {}%nat ->\n\
         \x20 (Vector.law per T (P, v) = true <-> Win (vmv mvs) (P, v)) /\\ (Vector.law per T (P, v) = false <-> Lose (vmv mvs) (P, v)).\n\
         Proof. exact (vector_law mvs per {reach} T every_point). Qed.\n",
        law.periods.len()
    );
    Ok(text)
}

/// The moves of both players, as the rules have them.
fn rules(game: &Game, of: &[Vec<Vec<i64>>; 2], dimension: usize) -> String {
    let list = |vectors: &[Vec<i64>]| {
        let mut own: Vec<&Vec<i64>> = Vec::new();
        for vector in vectors {
            if !own.contains(&vector) {
                own.push(vector);
            }
        }
        let all: Vec<String> = own.iter().map(|vector| numbers_list(vector)).collect();
        format!("[{}]", all.join("; "))
    };
    format!(
        "(* positions are {dimension} numbers; what {} (true) and {} (false) may subtract *)\n\
         Definition mvs (P : bool) : list (list N) := if P then {} else {}.\n",
        comment(&game.players[0]),
        comment(&game.players[1]),
        list(&of[0]),
        list(&of[1])
    )
}

/// A player's name inside a comment.
fn comment(name: &str) -> String {
    name.replace("(*", "( *")
        .replace("*)", "* )")
        .replace('"', "'")
}

/// Both lists of moves at small positions from `low` on: the theory's, and that of the rules as the program reads them.
fn agree(game: &Game, low: &[i64], options: &str, players: usize) -> Result<String, String> {
    let whowins_rules::Shape::Numbers(numbers) = &game.shape else {
        return Err(FOREIGN.into());
    };
    let frame = Frame::new(game, 1, 1);
    let side = match low.len() {
        1 => 12i64,
        2 => 4,
        _ => 2,
    };
    let (mut asked, mut said) = (Vec::new(), Vec::new());
    for number in 0..side.pow(low.len() as u32) {
        let mut rest = number;
        let mut state = low.to_vec();
        for coordinate in state.iter_mut().rev() {
            *coordinate += rest % side;
            rest /= side;
        }
        let within = state
            .iter()
            .zip(&numbers.variables)
            .all(|(value, variable)| variable.most.is_none_or(|most| *value <= most));
        if !within {
            continue;
        }
        for player in &Player::BOTH[..players] {
            let mut next: Vec<Vec<i64>> = Vec::new();
            for to in frame.next(*player, &state) {
                if !next.contains(&to) {
                    next.push(to);
                }
            }
            let next: Vec<String> = next.iter().map(|to| numbers_list(to)).collect();
            asked.push(format!(
                "({}, {})",
                *player == Player::First,
                numbers_list(&state)
            ));
            said.push(format!("[{}]", next.join("; ")));
        }
    }
    Ok(format!(
        "Example moves_agree : map (fun c => {options} (fst c) (snd c)) [{}]\n  = [{}].\nProof. vm_compute. reflexivity. Qed.\n",
        asked.join("; "),
        said.join("; ")
    ))
}

fn numbers_list(all: &[i64]) -> String {
    let all: Vec<String> = all.iter().map(i64::to_string).collect();
    format!("[{}]", all.join("; "))
}

/// A cell of the theory: who is to move, and where.
type Cell = (Vec<i64>, usize);

fn cells(all: &[Cell]) -> String {
    let all: Vec<String> = all
        .iter()
        .map(|(point, player)| format!("({}, {})", *player == 0, numbers_list(point)))
        .collect();
    format!("[{}]", all.join("; "))
}

/// Digits, the first one lowest, as a number in hexadecimal.
fn binary(digits: &str) -> String {
    let digits: Vec<u8> = digits.bytes().map(|digit| digit & 1).collect();
    let nibbles: String = digits
        .chunks(4)
        .rev()
        .map(|chunk| {
            let value = chunk
                .iter()
                .rev()
                .fold(0, |value, digit| value * 2 + u32::from(*digit));
            char::from_digit(value, 16).unwrap_or('0')
        })
        .collect();
    format!("0x{nibbles}")
}

/// What two points depend on.
struct Cone {
    free: Vec<Cell>,
    /// The longest way down to the border.
    depth: usize,
}

struct Cones<'a> {
    of: &'a [Vec<Vec<i64>>; 2],
    inner: &'a [i64],
    single: bool,
}

impl Cones<'_> {
    fn options(&self, (point, player): &Cell) -> Option<Vec<Cell>> {
        if point.iter().zip(self.inner).any(|(x, least)| x < least) {
            return None;
        }
        let reply = if self.single { *player } else { 1 - *player };
        let to = |vector: &Vec<i64>| point.iter().zip(vector).map(|(x, step)| x - step).collect();
        Some(
            self.of[*player]
                .iter()
                .map(|vector| (to(vector), reply))
                .collect(),
        )
    }

    /// Ways down from a cell, and the longest; collects the cells at their ends.
    fn walk(
        &self,
        cell: &Cell,
        seen: &mut BTreeMap<Cell, (u128, usize)>,
        free: &mut Vec<Cell>,
    ) -> (u128, usize) {
        if let Some(known) = seen.get(cell) {
            return *known;
        }
        let known = match self.options(cell) {
            None => {
                free.push(cell.clone());
                (1, 0)
            }
            Some(options) => options.iter().fold((1, 0), |(ways, depth), option| {
                let (more, deeper) = self.walk(option, seen, free);
                (ways + more, depth.max(deeper + 1))
            }),
        };
        seen.insert(cell.clone(), known);
        known
    }

    fn of(&self, points: [&[i64]; 2], player: usize) -> Result<Cone, String> {
        let (mut seen, mut free) = (BTreeMap::new(), Vec::new());
        let walks = points.map(|point| self.walk(&(point.to_vec(), player), &mut seen, &mut free));
        let ways = walks[0].0 + walks[1].0;
        let patterns = 1u128.checked_shl(free.len() as u32).unwrap_or(u128::MAX);
        if free.len() > 20 || patterns.saturating_mul(ways) > STEPS {
            return Err(format!(
                "the outcomes depend on {} border cells in {ways} ways: too many patterns for Coq",
                free.len()
            ));
        }
        free.sort();
        Ok(Cone {
            free,
            depth: walks[0].1.max(walks[1].1),
        })
    }

    fn wins(
        &self,
        cell: &Cell,
        border: &BTreeMap<&Cell, bool>,
        known: &mut BTreeMap<Cell, bool>,
    ) -> bool {
        if let Some(wins) = known.get(cell) {
            return *wins;
        }
        let wins = match self.options(cell) {
            None => border.get(cell).copied().unwrap_or(false),
            Some(options) => options
                .iter()
                .any(|option| !self.wins(option, border, known)),
        };
        known.insert(cell.clone(), wins);
        wins
    }

    /// A border for which the law fails one step earlier in a coordinate.
    fn not_before(&self, law: &Constant, at: usize) -> Result<String, String> {
        let mut from = law.from.clone();
        from[at] -= 1;
        let further: Vec<i64> = from
            .iter()
            .zip(&law.direction)
            .map(|(a, b)| a + b)
            .collect();
        let players = if self.single { 1 } else { 2 };
        for player in 0..players {
            let free = self.of([&from, &further], player)?.free;
            for pattern in 0u32..1 << free.len() {
                let bits: Vec<bool> = (0..free.len()).map(|bit| pattern >> bit & 1 == 1).collect();
                let border = free.iter().zip(bits.iter().copied()).collect();
                let mut known = BTreeMap::new();
                let wins = [&from, &further]
                    .map(|point| self.wins(&(point.clone(), player), &border, &mut known));
                if wins[0] != wins[1] {
                    let bits: Vec<&str> = bits
                        .iter()
                        .map(|bit| if *bit { "true" } else { "false" })
                        .collect();
                    return Ok(format!(
                        "Example not_before_{at} : exists border,\n  lab reply mvs inner border {0} {1} <> lab reply mvs inner border {0} {2}.\n\
                         Proof. exists (fun P v => value_of (P, v) {3} [{4}]). vm_compute. discriminate. Qed.\n",
                        player == 0,
                        numbers_list(&further),
                        numbers_list(&from),
                        cells(&free),
                        bits.join("; ")
                    ));
                }
            }
        }
        Err("the law holds earlier than it says".into())
    }
}
