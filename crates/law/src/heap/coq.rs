//! Instances of the Coq theory for this family: `proofs/Heap.v`, and `proofs/Octal.v` for Grundy
//! values; on the core term of the rules, which `proofs/ViewHeap.v` reads.

use std::fmt::Write as _;

use whowins_analysis::paths::Local;
use whowins_analysis::{Game, Position};
use whowins_core::Budget as Work;
use whowins_verify::Budget;
use whowins_verify::firstorder::term;
use whowins_verify::heap::{Grundy, List, ManyHeaps, Periodic, Split, Takes};

use crate::coq::TERM;

/// Longer checks are not written: Coq's virtual machine takes some microseconds a heap and number
/// of the set's reach.
const STEPS: usize = 200_000;
/// The same for Grundy values: heaps times numbers looked at.
const LOOKS: usize = 5_000_000;
/// Steps that the comparison of the sets with the term's may take, numbers times paths: half a
/// microsecond each.
const PATHS: usize = 64_000_000;

/// The body of the module for a law of this kind.
pub(crate) fn periodic(game: &Game, law: &Periodic) -> Result<String, String> {
    let takes = read(game)?;
    let (preperiod, period) = (size(law.preperiod)?, size(law.period)?);
    let cycle = cycle(&takes, period)?;
    let all_move = (0..2).filter_map(|player| takes.least(player)).max();
    let settled = preperiod + takes.reach() + if takes.finite() { 0 } else { cycle };
    let settled = settled.max(all_move.unwrap_or(0));
    if settled.saturating_add(cycle) > STEPS {
        return Err(too_long());
    }
    let mut text = imports("Heap ViewOutcome ViewHeap");
    rules(&mut text, &takes)?;
    let mut put = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    put(format!(
        "(* The outcomes repeat every {period} heaps from {preperiod} on. The digits of the losses are those of the heaps \
         {}, ..., 1, 0, the lowest first. *)",
        preperiod + period - 1
    ));
    put(format!(
        "Definition losses_first : N := {}.",
        digits(
            law.outcomes
                .bytes()
                .map(|class| matches!(class, b'P' | b'R'))
        )
    ));
    put(format!(
        "Definition losses_second : N := {}.",
        digits(
            law.outcomes
                .bytes()
                .map(|class| matches!(class, b'P' | b'L'))
        )
    ));
    put(format!(
        "Lemma certificate : Heap.check reach modulus first second misere {preperiod} {period} {cycle} {settled} losses_first losses_second = true.\n\
         Proof. vm_compute. reflexivity. Qed."
    ));
    put(format!(
        "Definition outcome : bool -> N -> bool := Heap.law {preperiod} {period} losses_first losses_second."
    ));
    put("(* Whom the law names can force a win in the game of the term, and the other player cannot. *)".into());
    put(format!(
        "Theorem law : forall (player : bool) (n : N),\n  \
           (outcome player n = true <-> wins {TERM} player (heap player n)) /\\\n  \
           (outcome player n = false <-> wins {TERM} (negb player) (heap player n)).\n\
         Proof. exact (heap_view_law _ _ _ _ _ _ _ _ _ _ the_term _ _ _ _ _ _ certificate). Qed."
    ));
    Ok(text)
}

fn size(number: u64) -> Result<usize, String> {
    usize::try_from(number)
        .ok()
        .filter(|size| *size <= STEPS)
        .ok_or_else(too_long)
}

/// The least common multiple of the period and the modulus.
fn cycle(takes: &Takes, period: usize) -> Result<usize, String> {
    (1..=takes.modulus())
        .map(|times| period * times)
        .find(|cycle| cycle.is_multiple_of(takes.modulus()))
        .ok_or_else(too_long)
}

/// The rules as literals, and that they are those of the term.
fn rules(text: &mut String, takes: &Takes) -> Result<(), String> {
    let _ = writeln!(
        text,
        "(* The numbers that may be taken: those listed, and above the reach those that leave a listed remainder. *)\n\
         Definition reach : N := {}.\nDefinition modulus : N := {}.",
        takes.reach(),
        takes.modulus()
    );
    let mut parts = 0;
    for (player, name) in ["first", "second"].into_iter().enumerate() {
        let far = takes.far(player);
        let classes = (0..far.len()).filter(|class| far[*class]);
        let near = takes.near(player);
        parts += near.len();
        let _ = writeln!(
            text,
            "Definition {name} : Heap.set := ({}, {}).",
            list(near),
            list(classes)
        );
    }
    let Split {
        few,
        stride,
        last,
        cycle,
    } = takes.split().ok_or_else(too_far)?;
    let steps = (parts + few + stride).checked_mul(last.saturating_add(cycle));
    if steps.is_none_or(|steps| steps > PATHS) {
        return Err(too_far());
    }
    let _ = writeln!(
        text,
        "Definition misere : bool := {}.\n\
         (* The moves of the term take these numbers, from every heap. A choice without a bound is checked one by one for {few} numbers, then by the remainder by {stride}. *)\n\
         Lemma the_term : view_heap {few} {stride} {last} {cycle} {TERM} reach modulus first second misere = true.\n\
         Proof. vm_compute. reflexivity. Qed.",
        takes.misere(),
    );
    Ok(())
}

fn too_far() -> String {
    "the numbers taken reach too far for the core term to be read in Coq; the verifier has checked the law".into()
}

/// Binary digits, the highest first, in the notation for numbers of base 16.
fn digits(bits: impl Iterator<Item = bool>) -> String {
    let bits: Vec<bool> = bits.collect();
    let mut text = String::from("0x");
    let (head, rest) = bits.split_at(bits.len() % 4);
    if !head.is_empty() || rest.is_empty() {
        let _ = write!(text, "{:x}", four(head));
    }
    for part in rest.chunks(4) {
        let _ = write!(text, "{:x}", four(part));
    }
    text
}

fn imports(theory: &str) -> String {
    format!(
        "From Coq Require Import NArith List.\nFrom Whowins Require Import {theory}.\nImport ListNotations.\nOpen Scope N_scope.\n"
    )
}

fn four(bits: &[bool]) -> u8 {
    bits.iter().fold(0, |sum, bit| sum * 2 + u8::from(*bit))
}

fn list(items: impl IntoIterator<Item = impl ToString>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join("; "))
}

fn read(game: &Game) -> Result<Takes, String> {
    Takes::read(game, &Budget::of(1 << 30)).map_err(|why| why.to_string())
}

fn too_long() -> String {
    "the law's table is too long for Coq; the verifier has checked it".into()
}

/// One file for many laws of finite sets in normal play: every certificate is a tuple of one list,
/// checked by one computation, after the theorem `finite_laws`.
///
/// # Errors
///
/// When a game is none of that kind.
pub fn atlas(laws: &[(Game, Periodic)]) -> Result<String, String> {
    let mut tuples = Vec::new();
    for (game, law) in laws {
        let takes = read(game)?;
        if takes.misere() || !takes.finite() {
            return Err("an atlas holds finite sets in normal play".into());
        }
        tuples.push(format!(
            "({}, {}, ({}, {}), ({}, {}))",
            list(takes.near(0)),
            list(takes.near(1)),
            law.preperiod,
            law.period,
            digits(
                law.outcomes
                    .bytes()
                    .map(|class| matches!(class, b'P' | b'R'))
            ),
            digits(
                law.outcomes
                    .bytes()
                    .map(|class| matches!(class, b'P' | b'L'))
            ),
        ));
    }
    Ok(format!(
        "From Coq Require Import NArith List.\nFrom Whowins Require Import Game Heap.\nImport ListNotations.\nOpen Scope N_scope.\n\
         Definition all : list (list N * list N * (N * N) * (N * N)) := [\n  {}].\n\
         Lemma certificates : forallb finite_check all = true.\nProof. vm_compute. reflexivity. Qed.\n\
         Definition law := finite_laws all certificates.\nPrint Assumptions law.\n",
        tuples.join(";\n  ")
    ))
}

/// The set, the values as literals, and that they are the Grundy values of one heap.
fn values_of(takes: &Takes, law: &Grundy, theory: &str) -> Result<String, String> {
    let (preperiod, period) = (size(law.preperiod)?, size(law.period)?);
    let cycle = cycle(takes, period)?;
    let rise = law.saltus * (cycle / period) as u64;
    let value = |n: usize| match n.checked_sub(preperiod) {
        None => law.values[n],
        Some(past) => law.values[preperiod + past % period] + law.saltus * (past / period) as u64,
    };
    let level = preperiod + takes.reach();
    let (settled, high) = if rise == 0 {
        (level + if takes.finite() { 0 } else { cycle }, 0)
    } else {
        let shifted = |n: usize| value(n) + if n < preperiod { rise } else { 0 };
        let high = (0..preperiod + cycle).map(shifted).max().unwrap_or(0) + 1;
        let high = high.max(rise);
        (level.max(covered(takes, &value, high)?), high)
    };
    let heaps = settled.saturating_add(cycle);
    let digits = if takes.finite() { takes.reach() } else { heaps };
    if heaps.saturating_mul(digits.max(1)) > LOOKS {
        return Err(too_long());
    }
    let mut text = imports(theory);
    rules(&mut text, takes)?;
    let _ = write!(
        text,
        "(* From heap {preperiod} on the values rise by {saltus} every {period} heaps. *)\n\
         Definition start : list N := {start}.\n\
         Lemma same_set : first = second. Proof. reflexivity. Qed.\n\
         Lemma certificate : HeapGrundy.check reach modulus first {preperiod} {period} {saltus} {cycle} {settled} {high} start = true.\n\
         Proof. vm_compute. reflexivity. Qed.\n\
         Definition value : N -> N := values {preperiod} {period} {saltus} (table start).\n",
        saltus = law.saltus,
        start = list(&law.values),
    );
    Ok(text)
}

/// The body of the module for a law of this kind.
pub(crate) fn grundy(game: &Game, law: &Grundy) -> Result<String, String> {
    let values = values_of(&read(game)?, law, "Game Heap Octal HeapGrundy ViewHeap")?;
    Ok(format!(
        "{values}\
         (* The moves of the term take the numbers of the set from one heap; the values are the heaps' Grundy values; and they tell who wins \
         several heaps. *)\n\
         Theorem law :\n  \
           (forall player n s, In s (Core.moves {TERM} (heap player n)) <->\n    \
             exists q, Heap.mv reach modulus first first (player, n) q /\\ s = heap (fst q) (snd q)) /\\\n  \
           (forall n, mexof reach modulus first value n) /\\\n  \
           forall heaps, (xs value heaps <> 0 <-> Win (smv reach modulus first) heaps) /\\\n                \
           (xs value heaps = 0 <-> Lose (smv reach modulus first) heaps).\n\
         Proof. exact (conj (heap_moves _ _ _ _ _ _ _ _ _ _ the_term) (grundy_law _ _ _ _ _ _ _ _ _ _ certificate)). Qed.\n"
    ))
}

/// Whether the theory says what a list is worth, and not only who wins it: a move changes one
/// element, whatever the others are.
pub(crate) fn list_has_values(game: &Game) -> bool {
    super::coq_lists::known(&term(game)).is_none()
}

/// The largest number in the lists that are searched for moves and their values.
const SEEN: u64 = 160;

/// The body of the module for a law of this kind: heaps of which the members of one set are taken.
pub(crate) fn many_heaps(game: &Game, law: &ManyHeaps) -> Result<String, String> {
    let none = || {
        "proofs/ViewList.v has lists of heaps, of each of which the members of one set of numbers can be taken; this law has other moves"
            .to_string()
    };
    let term = term(game);
    if let Some(text) = super::coq_lists::known(&term) {
        return Ok(text);
    }
    let list = List::read(game, &Budget::of(1 << 30)).map_err(|_| none())?;
    let alone = |local: &Local| local.touched.len() == 1 && local.stretches.is_empty();
    let plain = list.most.is_none() && term.parts[1].least == 0.into();
    if !plain || list.moves[0] != list.moves[1] || !list.moves[0].iter().all(alone) {
        return Err(none());
    }
    let state = |number: u64| vec![vec![0.into()], vec![number.into()]];
    // What is taken of one heap, by the term; and from where on that repeats.
    let options = term
        .options(&state(SEEN), &Work::OPEN)
        .map_err(|_| none())?;
    let mut taken = vec![false; SEEN as usize + 1];
    for option in options {
        let left = u64::try_from(&option[1][0]).map_err(|_| none())?;
        taken[SEEN.checked_sub(left).ok_or_else(none)? as usize] = true;
    }
    let (reach, modulus) = (1..SEEN as usize / 2)
        .flat_map(|sum| (0..sum).map(move |reach| (reach, sum - reach)))
        .find(|(reach, modulus)| {
            let mut beyond = reach + 1..=SEEN as usize - modulus;
            beyond.all(|number| taken[number] == taken[number + modulus])
        })
        .ok_or_else(none)?;
    let near = (1..=reach).filter(|number| taken[*number]);
    let near = near.map(|number| format!("(= k {number})"));
    let far = (reach + 1..=reach + modulus).filter(|number| taken[*number]);
    let far = far.map(|number| {
        format!(
            "(if (< {reach} k) (= (% k {modulus}) {}) 0)",
            number % modulus
        )
    });
    let guard = near
        .chain(far)
        .fold("0".to_string(), |all, one| format!("(if {one} 1 {all})"));
    let text = format!(
        "(game heap (part turn 0 1) (part n 0 -) (tier (seq (choose k 1 (+ n 1) (seq (guard {guard}) (set n (- n k)))) (set turn (- 1 turn)))) (stuck (if turn {})))",
        if list.misere { "-1 1" } else { "1 -1" }
    );
    let heap: whowins_core::Game = text.parse().map_err(|_| none())?;
    let heap = Game::of_term(&heap, None).ok_or_else(none)?;
    // Its value.
    let worth = |number: u64| {
        let worths = law.each(game, &Position::of_state(&state(number)))?;
        u64::try_from(worths.first()?).ok()
    };
    let values: Vec<u64> = (0..=SEEN)
        .map(worth)
        .collect::<Option<_>>()
        .ok_or_else(none)?;
    let (preperiod, period, saltus) = (1..SEEN as usize / 3)
        .flat_map(|sum| (0..sum).map(move |preperiod| (preperiod, sum - preperiod)))
        .find_map(|(preperiod, period)| {
            let saltus = values[preperiod + period].checked_sub(values[preperiod])?;
            let mut later = preperiod..=SEEN as usize - period;
            let rises = later.all(|at| values[at + period] == values[at] + saltus);
            rises.then_some((preperiod, period, saltus))
        })
        .ok_or_else(none)?;
    let one = Grundy {
        preperiod: preperiod as u64,
        period: period as u64,
        saltus,
        values: values[..preperiod + period].to_vec(),
    };
    let theory = "Game Heap Octal HeapGrundy ViewOutcome ViewHeap ViewList";
    if list.misere {
        let values = values_of(&read(&heap)?, &one, &format!("{theory} MisereList"))?;
        return Ok(format!(
            "{values}\
             (* A move is one in one heap of the list, and who cannot move wins. *)\n\
             Lemma the_list : view_list {TERM} = true. Proof. vm_compute. reflexivity. Qed.\n\
             Lemma who_is_stuck : Core.stuck {TERM} = stuck_wins. Proof. reflexivity. Qed.\n\
             (* For lists of every length: who wins by the nim-sum of the values, and by whether one is above 1, can force a win in the game of the term, and the other player cannot. *)\n\
             Theorem law : forall (player : bool) (list : list N),\n  \
               (lost value list = false <-> wins {TERM} player (heaps player list)) /\\\n  \
               (lost value list = true <-> wins {TERM} (negb player) (heaps player list)).\n\
             Proof. exact (fun player list => misere_list_law _ _ _ _ _ _ _ _ the_term the_list who_is_stuck value\n  \
               (proj1 (grundy_law _ _ _ _ _ _ _ _ _ _ certificate)) player list). Qed.\n"
        ));
    }
    let values = values_of(&read(&heap)?, &one, theory)?;
    Ok(format!(
        "{values}\
         (* A move is one in one heap of the list, and who cannot move loses. *)\n\
         Lemma the_list : view_list {TERM} = true. Proof. vm_compute. reflexivity. Qed.\n\
         Lemma who_is_stuck : loses (Core.stuck {TERM}) = true. Proof. vm_compute. reflexivity. Qed.\n\
         (* For lists of every length: whom the nim-sum of the values names can force a win in the game of the term, and the other player cannot. *)\n\
         Theorem law : forall (player : bool) (list : list N),\n  \
           (xs value list <> 0 <-> wins {TERM} player (heaps player list)) /\\\n  \
           (xs value list = 0 <-> wins {TERM} (negb player) (heaps player list)).\n\
         Proof. exact (fun player list => list_law _ _ _ _ _ _ _ _ _ the_term the_list who_is_stuck value\n  \
           (proj1 (grundy_law _ _ _ _ _ _ _ _ _ _ certificate)) player list). Qed.\n"
    ))
}

/// From which heap on all values below `high` can be reached beyond the sets' reach.
fn covered(takes: &Takes, value: &dyn Fn(usize) -> u64, high: u64) -> Result<usize, String> {
    let far = takes.far(0);
    let all = |n: usize| {
        let mut seen = vec![false; high as usize];
        for taken in takes.reach() + 1..=n {
            if far[taken % far.len()]
                && let Some(seen) = seen.get_mut(value(n - taken) as usize)
            {
                *seen = true;
            }
        }
        !seen.contains(&false)
    };
    let mut run = 0;
    for n in 0.. {
        if n * n > LOOKS {
            break;
        }
        run = if all(n) { run + 1 } else { 0 };
        // What has occurred before a heap has occurred before all larger ones with its remainder.
        if run == far.len() {
            return Ok(n + 1 - run);
        }
    }
    Err(too_long())
}
