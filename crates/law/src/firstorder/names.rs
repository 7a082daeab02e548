//! What people call the numbers of a position: those that are memory, and what each track holds.

use whowins_analysis::Game;
use whowins_analysis::paths::Layout;

/// The names of the numbers that are memory, the turn left out.
pub(super) fn remembered(game: &Game, layout: &Layout) -> Vec<String> {
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

/// What people call each element of a state.
fn elements(game: &Game, layout: &Layout) -> Vec<Vec<String>> {
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
    layout.lengths().iter().enumerate().map(part).collect()
}

/// What people call what each track holds.
pub(super) fn tracks(game: &Game, layout: &Layout) -> Vec<String> {
    let names = elements(game, layout);
    let forms = layout.forms(0);
    let own = |track: usize| {
        let elements = forms.iter().flatten().zip(names.iter().flatten());
        let mut of = elements.filter(|(form, _)| form.terms.contains_key(&track));
        // The number that is counted from others alone has the fewest tracks in it.
        let first = of.clone().min_by_key(|(form, _)| form.terms.len());
        first
            .or_else(|| of.next())
            .map(|(form, name)| (form.constant.clone(), name.clone()))
    };
    let name = |track: usize| {
        let (least, name) = own(track).unwrap_or_default();
        match layout.above()[track] {
            None if least == 0.into() => name,
            None if least < 0.into() => format!("({name} + {})", -least),
            None => format!("({name} - {least})"),
            Some((from, more)) => {
                let (_, other) = own(from).unwrap_or_default();
                match more {
                    0 => format!("({name} - {other})"),
                    more => format!("({name} - {other} - {more})"),
                }
            }
        }
    };
    (0..layout.tracks()).map(name).collect()
}
