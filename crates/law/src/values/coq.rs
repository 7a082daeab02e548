//! Instances of the Coq theory of values.

use std::fmt::Write as _;

use whowins_analysis::Game;
use whowins_analysis::heaps::Breaking;
use whowins_verify::values::{HeapValues, Lines};

/// More lines would be megabytes for Coq.
const LINES: usize = 100_000;

/// The body of the module for a law of this kind: an instance of `proofs/ValueHeaps.v`.
pub(crate) fn heap_values(game: &Game, law: &HeapValues) -> Result<String, String> {
    let Some(codes) = game.codes() else {
        return Err("the game is none of heaps that fall apart".into());
    };
    let mut digits = Vec::new();
    for code in codes {
        let ends = code.digits().filter(|_| code.most_parts() <= 2);
        let ends = ends.ok_or("proofs/ValueHeaps.v is written for moves that leave two heaps at most, whatever their sizes")?;
        digits.push(list(ends.iter().map(|digit| digit.to_string())));
    }
    let most = codes
        .iter()
        .map(Breaking::most_parts)
        .max()
        .unwrap_or(0)
        .max(2);
    let preperiod = law.preperiod.max(1);
    let mut text = format!(
        "From Coq Require Import NArith List.\nFrom Whowins Require Import Octal Breaking Value ValueLines ValueHeaps.\nImport ListNotations.\nOpen Scope N_scope.\n\
         (* What each player may do to a heap: bit j of a digit says that so many are taken and j heaps stay. The first digit is that of 0. *)\n\
         Definition left_code : list N := {}.\nDefinition right_code : list N := {}.\n\
         (* The forms that the heaps 0, 1, 2, ... are worth. *)\n\
         Definition values : list N := {}.\n",
        digits[0],
        digits[1],
        list(law.values.iter().map(u32::to_string)),
    );
    sheet(&mut text, &law.lines)?;
    let (period, saltus) = (law.period, law.saltus);
    let check =
        format!("left_code right_code {most} {preperiod} {period} {saltus} values the_sheet");
    let _ = write!(
        text,
        "Theorem certificate : value_check {check} = true. Proof. vm_compute. reflexivity. Qed.\n\
         (* A heap of {period} more is worth what the heap and the summand are worth: in every sum one can stand for the other. *)\n\
         Theorem law : forall n, {preperiod} <= n -> sums_of left_code right_code the_sheet (H (n + {period})) (H n ++ F N {saltus}).\n\
         Proof. exact (proj2 (heap_values_law {check} certificate)). Qed.\n"
    );
    Ok(text)
}

/// The sheet as a literal.
fn sheet(text: &mut String, lines: &Lines) -> Result<(), String> {
    let many = lines.forms.len() + lines.at_most.len() + lines.not_at_most.len() + lines.sums.len();
    if many > LINES {
        return Err(format!(
            "the sheet has {many} lines; files for Coq hold up to {LINES}"
        ));
    }
    let forms = lines.forms.iter().map(|sides| {
        let [left, right] = [0, 1].map(|side: usize| list(sides[side].iter().map(u32::to_string)));
        format!("({left}, {right})")
    });
    let order = |lines: &[[u32; 2]], holds: bool| -> Vec<String> {
        lines
            .iter()
            .map(|[a, b]| format!("({a}, {b}, {holds})"))
            .collect()
    };
    let mut compared = order(&lines.at_most, true);
    compared.extend(order(&lines.not_at_most, false));
    // The theory looks for the smaller form first.
    let plus = lines
        .sums
        .iter()
        .map(|[a, b, c]| format!("({}, {}, {c})", a.min(b), a.max(b)));
    let _ = write!(
        text,
        "(* Forms by Left's options and Right's; a <= b or not; a + b = c. *)\n\
         Definition the_sheet : sheet := {{|\n  forms := {};\n  order := {};\n  plus := {} |}}.\n",
        list(forms),
        list(compared),
        list(plus),
    );
    Ok(())
}

fn list(all: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", all.into_iter().collect::<Vec<_>>().join("; "))
}
