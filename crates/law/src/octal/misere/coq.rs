//! Instances of the Coq theory for misère quotients.

use std::fmt::Write as _;
use std::sync::Arc;

use dashu_int::UBig;
use whowins_analysis::Game;
use whowins_analysis::heaps::Breaking;
use whowins_engine::Limits;
use whowins_verify::octal::MisereQuotient;

use super::super::coq::{list, preamble};
use super::kernel::Kernel;
use super::monoid::{Element, Monoid, Quotient, Sum};
use super::outcomes::option_elements;
use crate::coq::TERM;

/// Coq looks at so many cases.
const LARGEST: u64 = 1 << 23;

/// The body of the module for a law of this kind: an instance of `proofs/MisereQuotient.v`, with
/// the pairs of elements that are stuck, which Coq checks.
pub(crate) fn misere_quotient(game: &Game, law: &MisereQuotient) -> Result<String, String> {
    let Some(breaking) = game.heaps() else {
        return Err("the positions aren't heaps that are taken from or split".into());
    };
    let Some(octal) = breaking.octal() else {
        return Err("the theory takes octal games".into());
    };
    let order = law.order() as u64;
    let preperiod = law.preperiod.max(1);
    let heaps = 2 * preperiod + 2 * law.period + octal.digits.len() as u64;
    let work = order * order * (order + heaps);
    if work > LARGEST {
        return Err(format!(
            "the quotient has {order} elements, and {heaps} heaps count with all their options: Coq would look at {work} cases, and takes up to \
             {LARGEST}"
        ));
    }
    let quotient = unfolded(law, heaps).ok_or("the law's fields do not hold together")?;
    let numbers = |all: &[u16]| list(&all.iter().map(|n| u64::from(*n)).collect::<Vec<_>>());
    let flags = |all: &[bool]| list(&all.iter().map(|b| u64::from(*b)).collect::<Vec<_>>());
    let table = &quotient.elements[..(preperiod + law.period) as usize];
    let arguments = format!(
        "digits {order} products losses {preperiod} {} heaps",
        law.period
    );
    let mut text = preamble(&octal, "Game Octal MisereQuotient", true);
    let _ = write!(
        text,
        "(* The product of a and b, at {order} a + b. *)\n\
         Definition products : list N := {}.\n\
         (* 1 for the elements that are lost. *)\n\
         Definition losses : list N := {}.\n\
         (* The elements of heaps. *)\n\
         Definition heaps : list N := {}.\n\
         (* 1 for the pairs (q, c), at {order} q + c, that come about. *)\n\
         Definition pairs : list N := {}.\n\
         Definition lost (a : N) : bool := lost_element losses a.\n\
         (* The element of a sum of heaps. *)\n\
         Definition sum (l : list N) : N := val (product {order} products) (heap_element {preperiod} {} heaps) l.\n\
         Theorem certificate : mcheck {arguments} pairs = true. Proof. vm_compute. reflexivity. Qed.\n\
         (* From every sum of heaps, who can force a win in the game of the term under misere play, and that the other player cannot. *)\n\
         Theorem law : forall P l, (lost (sum l) = false <-> wins {TERM} P (ViewHeaps.heaps P l)) /\\\n  \
         (lost (sum l) = true <-> wins {TERM} (negb P) (ViewHeaps.heaps P l)).\n\
         Proof. exact (misere_term digits _ the_term eq_refl (fun l => lost (sum l)) (misere_quotient_law {arguments} pairs certificate)). Qed.\n",
        numbers(&quotient.monoid.products),
        flags(&quotient.monoid.lost),
        numbers(table),
        flags(&stuck_pairs(breaking, &quotient)?),
        law.period,
    );
    Ok(text)
}

/// A law with all products, and with the elements of so many heaps.
fn unfolded(law: &MisereQuotient, heaps: u64) -> Option<Quotient> {
    let order = law.order() as Element;
    let pairs = (0..order).flat_map(|a| (0..order).map(move |b| [a, b]));
    let products = pairs.map(|pair| law.product(&pair));
    let elements = (0..heaps).map(|heap| law.element(&UBig::from(heap)));
    Some(Quotient {
        monoid: Arc::new(Monoid {
            sums: vec![Sum::new(); law.order()],
            lost: law.lost.clone(),
            generators: Vec::new(),
            products: products.collect::<Option<_>>()?,
        }),
        elements: elements.collect::<Option<_>>()?,
    })
}

/// Whether a pair (q, c) of elements comes about, at q times the order plus c: some sum of known
/// heaps has the element q, a move, and no move to a loss beside c, where both together are won.
fn stuck_pairs(breaking: &Breaking, quotient: &Quotient) -> Result<Vec<bool>, String> {
    let mut kernel = Kernel::new(quotient.monoid.order());
    for heap in 0..quotient.elements.len() as u16 {
        kernel.add(quotient, heap, &option_elements(breaking, quotient, heap));
    }
    let settled = kernel.settle(quotient, &Limits::default());
    settled.map_err(|error| error.to_string())?;
    Ok(kernel.pairs())
}
