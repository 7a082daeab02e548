//! Instances of the Coq theory for what rows are worth by an automaton: `proofs/ViewRegular.v`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use whowins_analysis::derive::{WordRule, words};
use whowins_analysis::{Game, Player};
use whowins_automata::Moore;
use whowins_verify::values::RegularValues;

use crate::coq::TERM;
use crate::rows::coq::{Item, Marked, Sets, sets};
use crate::values::coq::{list, sheet};
use crate::values::coq_rows::play_ends_within;

fn numbers<'a>(all: impl IntoIterator<Item = &'a usize>) -> String {
    list(all.into_iter().map(usize::to_string))
}

fn word(word: &[u8]) -> String {
    list(word.iter().map(u8::to_string))
}

fn item(item: &Item) -> String {
    match item {
        (None, state) => format!("Done {state}"),
        (Some((rule, read)), state) => format!("Within {rule} {read} {state}"),
    }
}

/// What holds for Left, and for Right.
fn each(both: [String; 2]) -> String {
    let [left, right] = both;
    match left == right {
        true => format!("(fun _ => {left})"),
        false => format!("(fun P : bool => if P then {left} else {right})"),
    }
}

/// A shortest row of which the law speaks, with its form; and whether it speaks of every row.
fn speaks(law: &Moore<Option<u32>>) -> (Option<(Vec<u8>, u32)>, bool) {
    let mut seen = BTreeSet::new();
    let mut rows: Vec<(usize, Vec<u8>)> = vec![(0, Vec::new())];
    let (mut first, mut all) = (None, true);
    let mut at = 0;
    while let Some((state, row)) = rows.get(at).cloned() {
        at += 1;
        for (letter, to) in (0u8..).zip(&law.next[state]) {
            if !seen.insert(*to) {
                continue;
            }
            let longer = [row.as_slice(), &[letter]].concat();
            match law.outputs[*to] {
                None => all = false,
                Some(form) if first.is_none() => first = Some((longer.clone(), form)),
                Some(_) => {}
            }
            rows.push((*to, longer));
        }
    }
    (first, all)
}

/// Pairs of states and members of sets in a file: Coq looks for each in lists.
const ENTRIES: usize = 12_000;

/// The body of the module for a law of this kind.
pub(super) fn regular_values(game: &Game, law: &RegularValues) -> Result<String, String> {
    let board = game.board().filter(|board| board.row);
    let board = board.ok_or("proofs/ViewRegular.v is written for rows")?;
    let words = words(board)?;
    let next = law.next.iter();
    let automaton = Moore {
        next: next
            .map(|row| row.iter().map(|to| *to as usize).collect())
            .collect(),
        outputs: law.forms.clone(),
    };
    let (example, of_all) = speaks(&automaton);
    let (row, form) = example.ok_or("the law speaks of no row")?;
    let marked = Marked::new(&automaton, &words);
    let pairs = Player::BOTH.map(|player| marked.pairs(&words.rules[player.index()]).len());
    let sets: [Result<Sets, String>; 2] =
        Player::BOTH.map(|player| sets(&marked, &words.rules[player.index()], false));
    let [left, right] = sets;
    let sets = [left?, right?];
    let members = sets.iter().flat_map(|sets| &sets.sets);
    let members = members.map(|(_, items)| 1 + items.len());
    let entries = pairs.iter().sum::<usize>() + members.sum::<usize>();
    if entries > ENTRIES {
        return Err(format!(
            "the certificate has {entries} pairs of states and members of sets, and files for Coq hold up to {ENTRIES}"
        ));
    }
    let rules = |player: Player| {
        let rule =
            |(factor, replacement): &WordRule| format!("({}, {})", word(factor), word(replacement));
        list(words.rules[player.index()].iter().map(rule))
    };
    let widest = words.rules.iter().flatten().map(|rule| rule.0.len()).max();
    let says = marked.outputs.iter().map(|form| match form {
        None => "None".into(),
        Some(form) => format!("Some {form}%N"),
    });
    let mut text = String::from(
        "From Coq Require Import NArith ZArith List Bool.\nFrom Whowins Require Import Core Boards ViewOutcome ViewBoard ViewRow Value ValueLines ValueKinds ValueRowParts ValueRegular ViewKinds ViewRegular.\n\
         Import ListNotations.\nOpen Scope N_scope.\n",
    );
    sheet(&mut text, &law.lines)?;
    let _ = write!(
        text,
        "Open Scope nat_scope.\n{written}\
         (* Words that a player may replace, each with what stands there then; {first} is the row's left end and {last} its right end, and forced follow-ups are part of these rules. *)\n\
         Definition lefts : list ValueKinds.rule := {lefts}.\nDefinition rights : list ValueKinds.rule := {rights}.\n\
         Definition the_law : ValueRegular.law := {{|\n  ValueRegular.delta := {delta};\n  ValueRegular.says := {says};\n  ValueRegular.sets := {sets};\n  ValueRegular.leads := {leads} |}}.\n\
         Lemma the_words : view_regular rules lefts rights = true. Proof. vm_compute. reflexivity. Qed.\n\
         {ends}\
         Theorem certificate : regular_check lefts rights the_sheet (S (S (symbols rules))) the_law = true. Proof. vm_compute. reflexivity. Qed.\n",
        written = crate::rows::term_coq::rules(game, board)?,
        first = words.left_end(),
        last = words.right_end(),
        lefts = rules(Player::First),
        rights = rules(Player::Second),
        delta = list(marked.next.iter().map(numbers)),
        says = list(says),
        sets = each([0, 1].map(|side: usize| {
            list(
                sets[side]
                    .sets
                    .iter()
                    .map(|(state, items)| format!("({state}, {})", list(items.iter().map(item)))),
            )
        })),
        leads = each([0, 1].map(|side: usize| list(sets[side].next.iter().map(numbers)))),
        ends = play_ends_within(board, widest.unwrap_or(0))?,
    );
    let spoken_of = match of_all {
        true => "(* The law covers every row. *)\n\
             Theorem of_all : forall cells, cells <> [] -> Forall (fun x => x < symbols rules) cells -> said the_law (ViewRow.word rules cells) <> None.\n\
             Proof. exact (all_said the_law (symbols rules, S (symbols rules)) (symbols rules) ltac:(vm_compute; reflexivity)). Qed.\n".to_owned(),
        false => format!(
            "(* The law covers this row. *)\n\
             Theorem of_some : said the_law (ViewRow.word rules {}) = Some {form}%N. Proof. vm_compute. reflexivity. Qed.\n",
            word(&row)
        ),
    };
    let _ = write!(
        text,
        "{spoken_of}\
         (* Settled rows of every length of which the automaton says a form: in every sum that form can be put for the row. With either player to move, the first-named one can force a win in the game\n   \
         of the term where Left wins the form, and the other one where not. *)\n\
         Theorem law : forall cells f, cells <> [] -> Forall (fun x => x < symbols rules) cells -> results 1 (Z.of_nat (length cells)) (follow rules) cells = [] ->\n  \
           said the_law (ViewRow.word rules cells) = Some f ->\n  \
           sums_of lefts rights the_sheet [inr (ViewRow.word rules cells)] (F (list nat) f) /\\\n  \
           (left_first lefts rights the_sheet (F (list nat) f) <-> wins {TERM} true (row_of true cells)) /\\\n  \
           (~ left_first lefts rights the_sheet (F (list nat) f) <-> wins {TERM} false (row_of true cells)) /\\\n  \
           (left_second lefts rights the_sheet (F (list nat) f) <-> wins {TERM} true (row_of false cells)) /\\\n  \
           (~ left_second lefts rights the_sheet (F (list nat) f) <-> wins {TERM} false (row_of false cells)).\n\
         Proof.\n  exact (regular_values_term rules lefts rights the_words _ _ _ _ play_ends the_sheet the_law certificate {TERM} _ _ _ the_term).\nQed.\n",
    );
    Ok(text)
}
