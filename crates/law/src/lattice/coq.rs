//! Instances of the Coq theory for this family.

use std::collections::BTreeSet;

use whowins_analysis::Game;
use whowins_core::{Array, Command, Expr};
use whowins_verify::lattice::{Constant, Product};

use super::cones::Cones;
use super::goals::Goals;
use super::vectors::{FOREIGN, vectors};
use crate::coq::{TERM, comment};

/// Steps of Coq's machine that a check may take.
pub(super) const STEPS: u128 = 1 << 26;
/// Digits of a table that are written out.
pub(super) const DIGITS: usize = 200_000;

pub(super) const IMPORTS: &str =
    "From Coq Require Import Bool NArith List.\nImport ListNotations.\nOpen Scope N_scope.\n";

/// The body of the module for a law of this kind: an instance of `ViewBorder.border_term`.
pub(crate) fn constant(game: &Game, law: &Constant) -> Result<String, String> {
    let (numbers, of) = vectors(game).ok_or(FOREIGN)?;
    let (inner, draws) = Constant::inner(game).ok_or("the law does not apply to these rules")?;
    let cones = Cones {
        of: &of,
        inner: &inner,
        // A draw is no one's win: then the players are told apart.
        single: game.is_impartial() && !draws,
    };
    let single = cones.single;
    let further: Vec<i64> = law
        .from
        .iter()
        .zip(&law.direction)
        .map(|(a, b)| a + b)
        .collect();
    let mut free = Vec::new();
    let mut fuel = 0;
    for player in 0..if single { 1 } else { 2 } {
        let cone = cones.of([&law.from, &further], player)?;
        fuel = fuel.max(cone.depth + 2);
        free.push(cone.free);
    }
    let kept: Vec<String> = kept_tables(game).iter().map(usize::to_string).collect();
    let kept = format!("[{}]%nat", kept.join("; "));
    let mut text = String::from(
        "From Coq Require Import ZArith.\nFrom Whowins Require Import Vector Border ViewOutcome ViewVectors ViewBorder.\n",
    );
    text += IMPORTS;
    text += &rules(game, &of, numbers.variables.len());
    text += &format!(
        "(* the answer's player: {} *)\nDefinition reply (P : bool) : bool := {}.\n\
         (* where every coordinate is at least this, all moves are legal and no goal applies *)\n\
         Definition inner : list N := {}.\n\
         (* The core term with any contents of its tables, but those that its moves read, and without upper bounds of the numbers. *)\n\
         Lemma the_term : forall tables, view_border (every_border {TERM} {kept} tables) {kept} mvs inner {single} = true.\n\
         Proof. intro tables. vm_compute. reflexivity. Qed.\n\
         Definition with_border (tables : list (list Z)) := every_border {TERM} {kept} tables.\n\
         Definition from : list N := {}.\nDefinition dir : list N := {}.\n\
         (* the border cells that the outcomes at from and from + dir depend on *)\n\
         Definition free (P : bool) : list (bool * list N) := if P then {} else {}.\n\
         Definition players : list bool := {}.\n\
         Lemma every_pattern : border_check reply mvs inner from dir free {fuel}%nat players = true.\nProof. vm_compute. reflexivity. Qed.\n",
        match single {
            true => "the same, the game is impartial",
            false => "the other",
        },
        if single { "P" } else { "negb P" },
        numbers_list(&inner),
        numbers_list(&law.from),
        numbers_list(&law.direction),
        cells(&free[0]),
        free.get(1).map_or("[]".into(), |free| cells(free)),
        if single { "[true]" } else { "[true; false]" },
    );
    if law.least {
        for at in (0..law.from.len()).filter(|at| law.from[*at] > 0) {
            text += &cones.not_before(law, at)?;
        }
    }
    let both = match single {
        true => "(or_introl eq_refl)",
        false => {
            "(fun P => match P with true => or_introl eq_refl | false => or_intror (or_introl eq_refl) end)"
        }
    };
    text += &format!(
        "(* Along the direction, whether X can force a win in the game of the term does not change, for any content of its tables. *)\n\
         Theorem law : forall (tables : list (list Z)) (X P : bool) (v : list N), leqv from v = true ->\n\
         \x20 (wins (with_border tables) X (vector P (addv v dir)) <-> wins (with_border tables) X (vector P v)).\n\
         Proof.\n  exact (fun tables => border_term (with_border tables) {kept} mvs inner {single} (the_term tables) from dir free _ players every_pattern {both}).\nQed.\n",
    );
    Ok(text)
}

/// The tables of the core term that its moves read.
fn kept_tables(game: &Game) -> BTreeSet<usize> {
    let mut kept = BTreeSet::new();
    for tier in &game.core().tiers {
        command_tables(tier, &mut kept);
    }
    kept
}

fn expression_tables(expression: &Expr, tables: &mut BTreeSet<usize>) {
    let mut read = |array: &Array| {
        if let Array::Const(table) = array {
            tables.insert(*table);
        }
    };
    match expression {
        Expr::Num(_) | Expr::Var(_) => {}
        Expr::Len(array) => read(array),
        Expr::Get(array, index, _) => {
            read(array);
            expression_tables(index, tables);
        }
        Expr::Bin(_, x, y) => {
            for one in [x, y] {
                expression_tables(one, tables);
            }
        }
        Expr::Ite(x, y, z) => {
            for one in [x, y, z] {
                expression_tables(one, tables);
            }
        }
        Expr::Fold(lo, hi, init, body) => {
            for one in [lo, hi, init, body] {
                expression_tables(one, tables);
            }
        }
    }
}

fn command_tables(command: &Command, tables: &mut BTreeSet<usize>) {
    match command {
        Command::Guard(condition) => expression_tables(condition, tables),
        Command::Seq(all) | Command::Alt(all) => {
            for one in all {
                command_tables(one, tables);
            }
        }
        Command::When(condition, yes, no) => {
            expression_tables(condition, tables);
            command_tables(yes, tables);
            command_tables(no, tables);
        }
        Command::Choose(lo, hi, body) | Command::Loop(lo, hi, body) => {
            expression_tables(lo, tables);
            expression_tables(hi, tables);
            command_tables(body, tables);
        }
        Command::Repeat(fuel, body) => {
            expression_tables(fuel, tables);
            command_tables(body, tables);
        }
        Command::Set(_, index, value) => {
            expression_tables(index, tables);
            expression_tables(value, tables);
        }
        Command::Splice(_, index, count, values) => {
            for one in [index, count].into_iter().chain(values) {
                expression_tables(one, tables);
            }
        }
    }
}

/// The body of the module for a law of this kind: an instance of `ViewVectors.product_term`.
pub(crate) fn product(game: &Game, law: &Product) -> Result<String, String> {
    let (numbers, of) = vectors(game).ok_or(FOREIGN)?;
    let dimension = numbers.variables.len();
    if numbers.variables.iter().any(|one| one.least != 0) {
        return Err("the theory has numbers from 0 on".into());
    }
    let goals = Goals::of(game, dimension)?;
    let repeating = law.preperiods.iter().zip(&law.periods);
    let wide = goals.reach(&of, &law.preperiods);
    let points: u128 = repeating
        .clone()
        .map(|(i, p)| u128::from(i + p) + u128::from(wide))
        .product();
    let digits: usize = law.wins.iter().map(String::len).sum();
    let moves = of.concat().len() as u128 + 1;
    // A digit is looked up in as many steps as its place in the table.
    if digits > DIGITS || points * moves * (digits as u128 / 2 + 10) > 16 * STEPS {
        return Err(format!(
            "the table has {digits} digits and the check {points} points: too many for Coq"
        ));
    }
    let mut text = String::from("From Whowins Require Import ViewOutcome ViewVectors VectorEnd.\n");
    text += IMPORTS;
    text += &format!(
        "(* positions are {dimension} numbers; true: {} *)\n",
        comment(&game.players[0])
    );
    let per: Vec<String> = repeating.map(|(i, p)| format!("({i}, {p})")).collect();
    text += "(* preperiod and period of each coordinate *)\n";
    text += &format!("Definition per : list (N * N) := [{}].\n", per.join("; "));
    text += "(* who wins, a binary digit a point of the box: the last coordinate fastest, the lowest digit first *)\n\
         Fixpoint place (per : list (N * N)) (v : list N) (a : N) : N := match per, v with\n\
         \x20 | ip :: per, x :: v => place per v (a * (fst ip + snd ip) + x) | _, _ => a end.\n";
    let first = law.wins.first().ok_or("the table is empty")?;
    text += &format!(
        "Definition T (P : bool) (v : list N) : bool := N.testbit (if P then {} else {}) (place per v 0).\n",
        binary(first),
        binary(law.wins.get(1).unwrap_or(first))
    );
    text += &format!(
        "(* The moves and the ends are read off the core term; with them, the table is right at every point of a box, and so everywhere. *)\n\
         Lemma every_point : view_check {TERM} {dimension} (fun mvs goals stuck => end_check mvs goals stuck per {wide} T) = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (* Whom the law names can force a win in the game of the term, and the other player cannot. *)\n\
         Theorem law : forall (P : bool) (v : list N), length v = {dimension}%nat -> in_range {TERM} v ->\n\
         \x20 (elaw per T P v = true <-> wins {TERM} P (vector P v)) /\\\n\
         \x20 (elaw per T P v = false <-> wins {TERM} (negb P) (vector P v)).\n\
         Proof. exact (product_term {TERM} per {wide} T every_point). Qed.\n"
    );
    Ok(text)
}

/// The moves of both players, as the rules have them.
fn rules(game: &Game, of: &[Vec<Vec<i64>>; 2], dimension: usize) -> String {
    let list = |vectors: &[Vec<i64>]| {
        let own = distinct(vectors);
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

/// The same, each once.
fn distinct(all: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut own: Vec<Vec<i64>> = Vec::new();
    let mut seen = BTreeSet::new();
    for one in all {
        if seen.insert(one) {
            own.push(one.clone());
        }
    }
    own
}

pub(super) fn numbers_list(all: &[i64]) -> String {
    let all: Vec<String> = all.iter().map(i64::to_string).collect();
    format!("[{}]", all.join("; "))
}

/// A cell of the theory: who is to move, and where.
pub(super) type Cell = (Vec<i64>, usize);

pub(super) fn cells(all: &[Cell]) -> String {
    let all: Vec<String> = all
        .iter()
        .map(|(point, player)| format!("({}, {})", *player == 0, numbers_list(point)))
        .collect();
    format!("[{}]", all.join("; "))
}

/// Digits, the first one lowest, as a number in hexadecimal.
pub(super) fn binary(digits: &str) -> String {
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
