//! Winning moves in lists, by what the elements are worth.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use whowins_analysis::paths::Form;
use whowins_analysis::{Game, Position};
use whowins_automata::{NumerationSystem, System};
use whowins_verify::Budget;
use whowins_verify::firstorder::term;
use whowins_verify::heap::{Choice, List, ManyHeaps, Picks};

/// A list that is lost, after a move from one that is won, where several elements may be lowered at
/// once or the largest alone.
fn lowered(picks: Picks, list: &[UBig]) -> Option<Vec<UBig>> {
    let mut to = list.to_vec();
    match picks {
        Picks::Own => None,
        Picks::Largest => {
            let most = list.iter().max()?;
            let often = list.iter().filter(|one| *one == most).count();
            let next = list.iter().filter(|one| *one < most).max();
            let as_next = next.map_or(0, |next| list.iter().filter(|one| *one == next).count());
            let at = list.iter().position(|one| one == most)?;
            // The next largest number stands there evenly often afterwards.
            to[at] = match next {
                Some(next) if often == 1 && as_next % 2 == 1 => next.clone(),
                _ => UBig::ZERO,
            };
            Some(to)
        }
        Picks::Several(most) => {
            let modulus = most + 1;
            let longest = list.iter().map(UBig::bit_len).max()?;
            let mut lower = vec![false; list.len()];
            for digit in (0..longest).rev() {
                let chosen = |lower: &[bool]| -> Vec<usize> {
                    (0..list.len()).filter(|at| lower[*at]).collect()
                };
                let have: Vec<usize> = (0..list.len())
                    .filter(|at| !lower[*at] && list[*at].bit(digit))
                    .collect();
                let over = have.len() as u64 % modulus;
                let free = chosen(&lower);
                let mut give = 0;
                if over > 0 && over + free.len() as u64 >= modulus {
                    give = (modulus - over) as usize;
                } else {
                    for at in have.into_iter().take(over as usize) {
                        lower[at] = true;
                    }
                }
                for at in chosen(&lower) {
                    to[at].clear_bit(digit);
                }
                for at in free.into_iter().take(give) {
                    to[at].set_bit(digit);
                }
            }
            Some(to)
        }
    }
}

/// A position after a move to a loss that is `right`, by the elements' worths, of a list beside
/// something of the Grundy value `beside`. Looks at each element of the list, and runs an automaton
/// over its digits for each way of moving.
pub fn winning_move(
    law: &ManyHeaps,
    game: &Game,
    position: &Position,
    beside: &UBig,
    budget: &whowins_core::Budget,
    right: impl Fn(&Position) -> bool,
) -> Option<Position> {
    let worths = law.each(game, position)?;
    let picks = Picks::of(&term(game));
    if picks != Picks::Own {
        let to = lowered(picks, &worths)?;
        return Some(Position::list(to)).filter(|to| right(to));
    }
    let budget = Budget::default().within(budget);
    let list = List::read(game, &budget).ok()?;
    let least = term(game).parts[1].least.clone();
    let numbers: Option<Vec<UBig>> = (position.elements().iter())
        .map(|one| UBig::try_from(one - &least).ok())
        .collect();
    let numbers = numbers?;
    let choices = law.choices(&list, &budget).ok()?;
    let sum = worths.iter().fold(beside.clone(), |sum, worth| sum ^ worth);
    for (place, (worth, number)) in worths.iter().zip(&numbers).enumerate() {
        let wanted = worth ^ &sum;
        // Under misère play nim-sum 1 may be wanted.
        for to in [wanted.clone(), wanted ^ UBig::ONE] {
            if to == *worth {
                continue;
            }
            for choice in &choices {
                let others = match choice.sees {
                    true => 0..numbers.len(),
                    false => 0..1,
                };
                for other in others.filter(|other| !choice.sees || *other != place) {
                    let mut given = vec![
                        UBig::from(numbers.len()),
                        UBig::from(place),
                        number.clone(),
                        to.clone(),
                    ];
                    if choice.sees {
                        given.extend([UBig::from(other), numbers[other].clone()]);
                    }
                    let found = completed(choice, &given, position, &numbers, &least);
                    if let Some(to) = found.filter(|to| right(to)) {
                        return Some(to);
                    }
                }
            }
        }
    }
    None
}

/// The position after a move whose first unknowns are given, if there are others that make it one;
/// `numbers` are the elements, counted from the least.
fn completed(
    choice: &Choice,
    given: &[UBig],
    position: &Position,
    numbers: &[UBig],
    least: &IBig,
) -> Option<Position> {
    let base = System::named("base 2")?;
    let words: Vec<Vec<u8>> = given.iter().map(|n| base.represent(n)).collect();
    let longest = words.iter().map(Vec::len).max().unwrap_or(0) + 16;
    let digit =
        |of: &Vec<u8>, at: usize| (at + of.len()).checked_sub(longest).map_or(0, |at| of[at]);
    let word = (0..longest).map(|at| words.iter().map(|one| digit(one, at)).collect());
    let word: Vec<Vec<u8>> = word.collect();
    let found = choice.set.completion(&word)?;
    let mut unknowns: Vec<IBig> = given.iter().map(|n| IBig::from(n.clone())).collect();
    unknowns.extend((given.len()..choice.path.unknowns).map(|unknown| {
        let digits: Vec<u8> = found
            .iter()
            .map(|tuple| tuple[unknown - given.len()])
            .collect();
        IBig::from(base.value(&digits))
    }));
    let value = |form: &Form, unknowns: &[IBig]| {
        let terms = form.terms.iter();
        terms.fold(form.constant.clone(), |sum, (one, times)| {
            sum + times * &unknowns[*one]
        })
    };
    let mut to = position.elements().to_vec();
    for one in &choice.path.touched {
        let at = usize::try_from(value(&one.place, &unknowns)).ok()?;
        unknowns[one.before] = IBig::from(numbers.get(at)?.clone());
    }
    for one in &choice.path.touched {
        let at = usize::try_from(value(&one.place, &unknowns)).ok()?;
        to[at] = value(&one.after, &unknowns) + least;
    }
    for stretch in &choice.path.stretches {
        let [from, past] = [&stretch.from, &stretch.past].map(|end| value(end, &unknowns));
        let (from, past) = (usize::try_from(from).ok()?, usize::try_from(past).ok()?);
        for (to, number) in to.get_mut(from..past)?.iter_mut().zip(&numbers[from..past]) {
            *to = stretch.change.of(&IBig::from(number.clone())) + least;
        }
    }
    Some(Position::list(to))
}
