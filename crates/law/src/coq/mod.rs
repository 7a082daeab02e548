//! A verified certificate as an instance of the Coq theory in `proofs/`.
//!
//! Each law becomes a module `Law1`, `Law2`, ... with a theorem `law`. The rules stand in the file
//! as text, and as the core term that they mean ([`Game::core`]), on which the theorem is stated.
//!
//! What is too large for `coqc` goes to a program that Coq's extraction makes of the proved check
//! ([`data()`]).

mod data;
pub(crate) mod digits;

pub use data::{data, data_of, rules};

use std::collections::BTreeSet;

use whowins_analysis::Game;
use whowins_core::coq::Coq;
use whowins_verify::{Law, Verified};

/// Why there is no Coq file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoInstance(pub String);

/// A law of a certificate that a file does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its place among the certificate's laws, from 1.
    pub law: usize,
    /// Its kind.
    pub kind: &'static str,
    /// Why.
    pub why: String,
}

/// A file, with the laws that it does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file's text. Which laws are left out, and why, stands in it too.
    pub text: String,
    /// In the order of the certificate.
    pub left_out: Vec<LeftOut>,
}

/// Each law's text, or why there is none.
///
/// # Errors
///
/// When there is none for any law: the reasons.
fn each(
    verified: &Verified,
    of: impl Fn(&Game, &Law) -> Result<String, NoInstance>,
) -> Result<Vec<Result<String, LeftOut>>, NoInstance> {
    let laws = verified.certificate().laws.iter().enumerate();
    let each = laws.map(|(at, law)| {
        of(verified.game(), law).map_err(|NoInstance(why)| LeftOut {
            law: at + 1,
            kind: law.claim().kind(),
            why,
        })
    });
    let each: Vec<_> = each.collect();
    if each.iter().any(Result::is_ok) {
        return Ok(each);
    }
    let mut whys: Vec<String> = each
        .into_iter()
        .filter_map(|one| one.err().map(|left_out| left_out.why))
        .collect();
    whys.dedup();
    Err(NoInstance(whys.join("; ")))
}

/// What the file says of a law that it does not have.
fn remark(left_out: &LeftOut) -> String {
    let LeftOut { law, kind, why } = left_out;
    format!("Law {law}, {kind}, is left out: {why}.")
}

/// The file: `coqc -Q proofs Whowins FILE` accepts it, and each `Print Assumptions` in it says that
/// nothing is assumed. A law without an instance is left out; module `Law2` is the certificate's
/// second law whatever is left out.
///
/// # Errors
///
/// When the theory has no instance for any of the laws, or each instance is too large for Coq.
pub fn file(verified: &Verified) -> Result<Written, NoInstance> {
    let mut text = String::new();
    text.push_str(
        "(* Written by whowins from a certificate that its verifier accepted. The rules:\n\n",
    );
    for line in verified.certificate().rules.lines() {
        text.push_str(&format!("   {}\n", comment(line)));
    }
    for (name, value) in &verified.certificate().parameters {
        text.push_str(&format!("   {name} = {}\n", comment(value)));
    }
    text.push_str("*)\n");
    let mut required = BTreeSet::new();
    let mut modules = String::new();
    let mut left_out = Vec::new();
    for (at, law) in each(verified, body)?.into_iter().enumerate() {
        let name = format!("Law{}", at + 1);
        let body = match law {
            Ok(body) => imported(&body, &mut required),
            Err(law) => {
                modules.push_str(&format!("\n(* {} *)\n", comment(&remark(&law))));
                left_out.push(law);
                continue;
            }
        };
        modules.push_str(&format!(
            "\nModule {name}.\n{body}End {name}.\nPrint Assumptions {name}.law.\n"
        ));
    }
    if modules.contains(TERM) {
        modules.insert_str(0, &imported(&term(verified.game()), &mut required));
    }
    text.extend(required);
    text.push_str(&modules);
    Ok(Written { text, left_out })
}

/// The core term of the rules in a file, where a law is stated on it.
pub(crate) const TERM: &str = "Rules.the_game";

/// The module with the term.
fn term(game: &Game) -> String {
    format!(
        "\nModule Rules.\nFrom Coq Require Import ZArith List.\nFrom Whowins Require Import Core.\nImport ListNotations.\nOpen Scope Z_scope.\n\
         (* the rules as a term of the core calculus: its meaning is that of Core.v *)\n\
         Definition the_game : game :=\n{}.\nEnd Rules.\n",
        Coq(&game.core())
    )
}

/// The body with "From ... Require Import ..." lines turned into "Import ...": Coq wants files to
/// be required outside modules, once.
fn imported(body: &str, required: &mut BTreeSet<String>) -> String {
    let line = |line: &str| match line.split_once(" Require Import ") {
        Some((from, files)) => {
            required.insert(format!("{from} Require {files}\n"));
            format!("Import {files}\n")
        }
        None => format!("{line}\n"),
    };
    body.lines().map(line).collect()
}

/// Returns the core term of rows, boards and heaps with the rules that their files also state.
///
/// It has the lemma that the term is of these rules, but no law.
///
/// # Errors
///
/// Where no view reads them so, or the theory says nothing of them.
pub fn read(game: &Game) -> Result<String, NoInstance> {
    unblocked(game)?;
    let read = match (game.board(), game.heaps()) {
        (Some(board), _) => crate::rows::term_coq::alone(game, board),
        (_, Some(breaking)) => crate::octal::coq::alone(game, breaking),
        _ => Err("the moves of this term are read without separate rules".into()),
    };
    let read = read.map_err(NoInstance)?;
    Ok(format!("{}\nModule Read.\n{read}End Read.\n", term(game)))
}

/// Returns the body of a law's module.
///
/// It has the core term if the law is about it, the imports, the rules and the certificate's
/// literals. Then follow the lemma that the rules are the term's, and `law`, which Coq checks.
///
/// # Errors
///
/// When the theory has no instance for the law, or the instance is too large for Coq.
pub fn instance(game: &Game, law: &Law) -> Result<String, NoInstance> {
    let body = body(game, law)?;
    let term = match body.contains(TERM) {
        true => term(game),
        false => String::new(),
    };
    Ok(term + &body)
}

/// The same without the core term.
fn body(game: &Game, law: &Law) -> Result<String, NoInstance> {
    unblocked(game)?;

    match law {
        Law::Periodic(law) => crate::heap::coq::periodic(game, law),
        Law::Grundy(law) => crate::heap::coq::grundy(game, law),
        Law::GuySmith(law) => crate::octal::coq::guy_smith(game, law),
        Law::Arithmetic(law) => crate::octal::coq_arithmetic::arithmetic(game, law),
        Law::AutomaticGraph(law) => crate::octal::coq_graph::automatic_graph(game, law),
        Law::SparseSpace(law) => crate::octal::coq::sparse_space(game, law),
        Law::MisereQuotient(law) => crate::octal::misere::coq::misere_quotient(game, law),
        Law::Constant(law) => crate::lattice::coq::constant(game, law),
        Law::Product(law) => crate::lattice::coq::product(game, law),
        Law::Directional(law) => crate::lattice::coq_directional::directional(game, law),
        Law::GrundyRows(law) => crate::lattice::coq_grundy_rows::grundy_rows(game, law),
        Law::Automatic(law) => crate::automatic::coq::automatic(game, law),
        Law::Beatty(law) => crate::automatic::coq::beatty(game, law),
        Law::Functional(law) => crate::rows::coq::functional(game, law),
        Law::Regular(law) => crate::rows::coq::regular(game, law),
        Law::Ranked(law) => crate::finite::coq::ranked(game, law),
        Law::HeapValues(law) => crate::values::coq::heap_values(game, law),
        Law::ValueTable(law) => crate::values::coq::value_table(game, law),
        Law::ValueKind(law) => crate::values::coq_rows::value_kind(game, law),
        Law::RowRuns(law) => crate::values::coq::row_runs(game, law),
        Law::RowParts(law) => crate::values::coq_rows::row_parts(game, law),
        law => match crate::kinds::of(law) {
            Some(kind) => kind.coq(game, law),
            None => Err("no theory in proofs/ knows laws of this kind".into()),
        },
    }
    .map_err(NoInstance)
}

/// No theory counts the options that the opponent may block.
fn unblocked(game: &Game) -> Result<(), NoInstance> {
    match game.ending.blocked {
        0 => Ok(()),
        _ => Err(NoInstance(
            "no theory in proofs/ speaks of options that the opponent blocks yet".into(),
        )),
    }
}

/// Returns a text for a comment, without the marks of comments and strings.
pub(crate) fn comment(text: &str) -> String {
    text.replace("(*", "( *")
        .replace("*)", "* )")
        .replace('"', "'")
}

/// "(a b c)", the lists of the text for the extracted checker.
pub(crate) fn bracketed<T: std::fmt::Display>(all: impl IntoIterator<Item = T>) -> String {
    let all: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    format!("({})", all.join(" "))
}
