//! What people call the numbers of a position: those that are memory, and what each track holds.

use dashu_int::{IBig, UBig};
use whowins_analysis::Game;
use whowins_analysis::paths::Layout;

use crate::words::Term;

/// The names of the numbers that are memory, the turn left out.
pub(crate) fn remembered(game: &Game, layout: &Layout) -> Vec<String> {
    let names = elements(game, layout);
    let forms = layout.forms(0);
    let elements = forms.iter().zip(names).skip(1);
    let constant = elements.flat_map(|(part, names)| {
        let each = part.iter().zip(names);
        each.filter(|(form, _)| form.as_constant().is_some())
            .map(|(_, name)| name)
            .collect::<Vec<_>>()
    });
    constant.collect()
}

/// What people call the numbers of a position, with so many in each part but the turn.
pub(crate) fn of_lengths(game: &Game, lengths: &[usize]) -> Vec<String> {
    of_parts(game, &[&[1], lengths].concat())[1..].concat()
}

/// What people call each element of a state.
pub(crate) fn elements(game: &Game, layout: &Layout) -> Vec<Vec<String>> {
    of_parts(game, layout.lengths())
}

fn of_parts(game: &Game, lengths: &[usize]) -> Vec<Vec<String>> {
    let part = |(part, length): (usize, &usize)| {
        let variable = |at: usize| Some(game.numbers()?.variables.get(at)?.name.clone());
        let of_term = || Some(game.program()?.term.parts.get(part)?.name.clone());
        let name = part.checked_sub(1).and_then(variable).or_else(of_term);
        let name = name.unwrap_or_default();
        match length {
            1 => vec![name],
            _ => (1..=*length).map(|at| format!("{name}[{at}]")).collect(),
        }
    };
    lengths.iter().enumerate().map(part).collect()
}

/// What people call what each track holds.
pub(crate) fn tracks(game: &Game, layout: &Layout) -> Vec<String> {
    let all = terms(game, layout);
    let name = |term: &Term| match term {
        Term::Name(name) => name.clone(),
        other => format!("({other})"),
    };
    all.iter().map(name).collect()
}

/// What each track holds, by the numbers of the position.
pub(crate) fn terms(game: &Game, layout: &Layout) -> Vec<Term> {
    let names = elements(game, layout);
    let forms = layout.forms(0);
    let own = |track: usize| {
        let elements = forms.iter().flatten().zip(names.iter().flatten());
        let of = elements.filter(|(form, _)| form.terms.contains_key(&track));
        // The number that is counted from others alone has the fewest tracks in it.
        let first = of.min_by_key(|(form, _)| form.terms.len());
        first.map(|(form, name)| (form.constant.clone(), name.clone()))
    };
    let number = |number: IBig| Term::Number(UBig::try_from(number).unwrap_or_default());
    let less = |term: Term, by: IBig| match by == IBig::ZERO {
        true => term,
        false if by < IBig::ZERO => Term::Sum(term.into(), number(-by).into()),
        false => Term::Difference(term.into(), number(by).into()),
    };
    let term = |track: usize| {
        let (least, name) = own(track).unwrap_or_default();
        match layout.above()[track] {
            None => less(Term::Name(name), least),
            Some((from, more)) => {
                let (_, other) = own(from).unwrap_or_default();
                let between = Term::Difference(Term::Name(name).into(), Term::Name(other).into());
                less(between, more.into())
            }
        }
    };
    (0..layout.tracks()).map(term).collect()
}
