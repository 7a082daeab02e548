//! Why a value is right, in the terms of the law that says it.

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use whowins_analysis::{Game, Player, Position, Stuck, Value};
use whowins_engine::octal::Values;
use whowins_law::LawSource;
use whowins_values::Arena;
use whowins_verify::automatic::Beatty;
use whowins_verify::firstorder::term;
use whowins_verify::heap::{Periodic, Picks};
use whowins_verify::{Claim, Law};

use crate::shortened;

/// No longer list of numbers is written out.
const LISTED: usize = 8;
/// No longer number or row is written out.
const WRITTEN: usize = 40;
/// Bytes that the forms of a law may take.
const ROOM: u64 = 1 << 24;

/// The clause that says why the player to move at a position wins or loses, such as "k = 2"; by the
/// first law that speaks of the position and has a short reason.
pub fn by_law(
    source: &LawSource,
    game: &Game,
    position: &Position,
    player: Player,
) -> Option<String> {
    let mut laws = source.known()?.certificate().laws.iter();
    laws.find_map(|law| {
        let values = law.claim().values(game, position)?;
        let of_digits = matches!(
            law,
            Law::Automatic(_) | Law::FirstOrder(_) | Law::Product(_) | Law::Remainders(_)
        );
        let line = || source.words()?.here(position, player);
        let told = of_digits.then(line).flatten().map(|here| cut(&here.told));
        told.or_else(|| clause(law, game, position, player, values[player.index()]))
    })
}

/// A clause whose long numbers are cut to their ends.
pub(crate) fn cut(text: &str) -> String {
    let words = text.split(' ').map(short);
    words.collect::<Vec<_>>().join(" ")
}

fn clause(
    law: &Law,
    game: &Game,
    position: &Position,
    player: Player,
    value: Value,
) -> Option<String> {
    let one = |value: UBig| format!("its Grundy value is {}", number(&value));
    let is = |what: &str| match value {
        Value::Win => format!("a winning {what}"),
        Value::Loss => format!("a losing {what}"),
        Value::Draw => format!("a drawn {what}"),
    };
    let numbers = &position.naturals().unwrap_or_default()[..];
    match law {
        Law::Beatty(law) => beatty(law, numbers),
        Law::Periodic(law) => periodic(law, game, numbers.first()?, player),
        Law::Grundy(law) => law.grundy_value(numbers.first()?).map(one),
        Law::GrundyRows(law) => law.grundy_value(position).map(one),
        Law::TakeAway(law) => {
            let [tokens, most] = numbers else { return None };
            let least = law.least_part(tokens)?;
            let relation = if least > *most { "above" } else { "within" };
            Some(format!(
                "the least part of {} is {}, {relation} the {} that may be taken",
                number(tokens),
                number(&least),
                number(most)
            ))
        }
        Law::ManyHeaps(law) => {
            let worths = law.each(game, position)?;
            if let Some(told) = picked(Picks::of(&term(game)), &worths) {
                return Some(told);
            }
            let small = worths.iter().all(|worth| *worth <= UBig::ONE);
            let misere = game.ending.stuck == Stuck::Wins && small && worths.len() > 1;
            let told = cancelled(&worths);
            let note = if misere {
                ", none of them above 1, and the game is misère"
            } else {
                ""
            };
            Some(format!("{told}{note}"))
        }
        Law::GuySmith(law) => cancel(numbers, |heap| law.grundy_value(heap).map(UBig::from)),
        Law::SparseSpace(law) => {
            cancel(numbers, |heap| law.grundy_value(game, heap).map(UBig::from))
        }
        Law::Arithmetic(law) => cancel(numbers, |heap| law.grundy_value(heap)),
        Law::AutomaticGraph(law) => cancel(numbers, |heap| law.grundy_value(heap)),
        Law::MisereQuotient(law) => {
            let elements: Option<Vec<u16>> = numbers.iter().map(|heap| law.element(heap)).collect();
            Some(format!(
                "the heaps' product in the misère quotient is element {} of {}, {}",
                law.product(&elements?)?,
                law.order(),
                is("one")
            ))
        }
        Law::Constant(law) => along(
            game,
            numbers,
            law.folded(numbers)?.into_iter().map(UBig::try_from),
            &law.direction,
        ),
        Law::Directional(law) => along(
            game,
            numbers,
            law.folded(numbers)?.into_iter().map(UBig::try_from),
            &law.direction,
        ),
        Law::Product(law) => {
            let folded: Vec<UBig> = law.folded(numbers)?.into_iter().map(UBig::from).collect();
            (folded != numbers).then(|| {
                let folded = shown(game, &Position::tuple(folded));
                format!("by its periods it is as {folded}")
            })
        }
        Law::Automatic(law) => {
            let words: Vec<String> = law
                .written(numbers)?
                .iter()
                .map(|word| short(&digits(word)))
                .collect();
            Some(format!(
                "in {} it is {}, which leads the law's automaton to {}",
                law.system,
                words.join(" and "),
                is("state")
            ))
        }
        Law::RowHeaps(law) => {
            let heaps = whowins_verify::rows::Heaps::of(game).ok()?;
            if let Some(length) = heaps.whole(position) {
                return Some(format!(
                    "no cell parts this ring of {length} cells: each move leaves a single run, which is a heap"
                ));
            }
            let runs = heaps.position(position)?;
            clause(&law.heaps, &heaps.game, &runs, player, value)
        }
        Law::Parity(law) => Some(format!(
            "all plays from it have {} number of moves",
            match law.is_odd(game, position)? {
                true => "an odd",
                false => "an even",
            }
        )),
        Law::SumOfGames(law) => {
            let each = law.each(game, position)?;
            let told = each
                .iter()
                .map(|(own, value)| format!("{} {value}", own.name));
            let sum = each.iter().fold(UBig::ZERO, |sum, (_, value)| sum ^ value);
            Some(format!(
                "its components are worth {}, which have the nim-sum {sum}",
                told.collect::<Vec<_>>().join(", ")
            ))
        }
        Law::Remainders(law) => Some(format!(
            "by what its numbers leave by {} it is {}",
            law.modulus,
            is("one")
        )),
        Law::FirstOrder(law) => Some(format!(
            "its numbers in {} lead the law's automaton of {} states to {}",
            law.system,
            law.next.len(),
            is("one")
        )),
        Law::Functional(law) => {
            let losing = (0..law.wins.len()).filter(|at| !law.wins[*at][player.index()]);
            Some(remainders(
                "the law's sum F",
                &law.modulus.to_string(),
                &law.residue(game, position)?.to_string(),
                &losing.map(|at| at.to_string()).collect::<Vec<_>>(),
                whose(game, player),
            ))
        }
        Law::Regular(law) => Some(format!(
            "read from left to right it leads the law's automaton of {} states to {}",
            law.automaton.next.len(),
            is("one")
        )),
        Law::CutRows(law) => {
            let mut arena = Arena::new(whowins_values::Budget::OPEN.with_memory(ROOM));
            let worth = law.worth(game, position, &mut arena)?;
            Some(format!(
                "its cells are the signs of {}, which it is worth in every sum",
                short(&arena.show(worth).ok()?)
            ))
        }
        Law::RegularValues(law) => {
            let mut arena = Arena::new(whowins_values::Budget::OPEN.with_memory(ROOM));
            let worth = law.worth(game, position, &mut arena)?;
            Some(format!(
                "read from left to right, by the law's automaton of {} states, it is worth {} in every sum",
                law.next.len(),
                short(&arena.show(worth).ok()?)
            ))
        }
        _ => None,
    }
}

/// Whose losing remainders these are: nobody's own where both players have the same moves.
fn whose(game: &Game, player: Player) -> Option<&str> {
    (!game.is_impartial()).then(|| game.player(player))
}

fn beatty(law: &Beatty, numbers: &[UBig]) -> Option<String> {
    let [x, y] = numbers else { return None };
    let (less, more) = if x <= y { (x, y) } else { (y, x) };
    let (difference, t) = (more - less, UBig::from(law.t));
    if t == UBig::ZERO {
        return None;
    }
    if &difference % &t != UBig::ZERO {
        return Some(format!(
            "the difference {} isn't a multiple of {t}",
            number(&difference)
        ));
    }
    let k = &difference / t;
    let [low, high] = law.pair(&k);
    Some(match low == *less {
        true => format!("k = {}", number(&k)),
        false => format!(
            "of the pairs with difference {} only ({}, {}) is lost, k = {}",
            number(&difference),
            number(&low),
            number(&high),
            number(&k)
        ),
    })
}

fn periodic(law: &Periodic, game: &Game, heap: &UBig, player: Player) -> Option<String> {
    let shape = game.numbers()?;
    let name = &shape.variables.first()?.name;
    if law.period == 0 {
        return None;
    }
    if *heap < UBig::from(law.preperiod) {
        return Some(format!(
            "{name} = {heap} lies before the period, in the law's table"
        ));
    }
    let wins = match player {
        Player::First => ['N', 'L'],
        Player::Second => ['N', 'R'],
    };
    let mut losing: Vec<u64> = (law.preperiod..law.preperiod.checked_add(law.period)?)
        .filter(|n| {
            law.outcome(&UBig::from(*n))
                .is_some_and(|class| !wins.contains(&class))
        })
        .map(|n| n % law.period)
        .collect();
    losing.sort_unstable();
    let whose = whose(game, player);
    if losing.is_empty() || losing.len() as u64 == law.period {
        let by = whose.map_or(String::new(), |name| format!(" with {name} to move"));
        let is = if losing.is_empty() { "won" } else { "lost" };
        return Some(format!("every {name} >= {} is {is}{by}", law.preperiod));
    }
    let losing: Vec<String> = losing.iter().map(u64::to_string).collect();
    let remainder = heap % UBig::from(law.period);
    Some(remainders(
        name,
        &law.period.to_string(),
        &remainder.to_string(),
        &losing,
        whose,
    ))
}

/// "n mod 7 = 3, and the losing remainders are 0 and 3".
fn remainders(
    name: &str,
    modulus: &str,
    is: &str,
    losing: &[String],
    whose: Option<&str>,
) -> String {
    let losing = match losing {
        [] => "no remainder is lost".into(),
        [one] => format!("the losing remainder is {one}"),
        many if many.len() > LISTED => format!(
            "it is {} of the {} losing remainders",
            if many.iter().any(|one| one == is) {
                "one"
            } else {
                "none"
            },
            many.len()
        ),
        [first @ .., last] => format!("the losing remainders are {} and {last}", first.join(", ")),
    };
    let whose = whose.map_or(String::new(), |name| format!("for {name} to move "));
    format!("{name} mod {modulus} = {is}, and {whose}{losing}")
}

/// "the XOR of the Grundy values 3 and 3 is 0".
fn cancel(heaps: &[UBig], value: impl Fn(&UBig) -> Option<UBig>) -> Option<String> {
    let values: Vec<UBig> = heaps.iter().map(value).collect::<Option<_>>()?;
    Some(cancelled(&values))
}

/// What counts where a move changes several elements of a list at once, or the largest alone.
fn picked(picks: Picks, list: &[UBig]) -> Option<String> {
    match picks {
        Picks::Own => None,
        Picks::Largest => {
            let most = list.iter().max()?;
            let often = list.iter().filter(|one| *one == most).count();
            Some(format!(
                "the largest number, {}, stands there {often} time{}",
                number(most),
                if often == 1 { "" } else { "s" }
            ))
        }
        Picks::Several(most) => {
            let modulus = most as usize + 1;
            let longest = list.iter().map(UBig::bit_len).max().unwrap_or(0);
            let have = |digit: &usize| list.iter().filter(|one| one.bit(*digit)).count();
            Some(
                match (0..longest).rev().find(|digit| have(digit) % modulus > 0) {
                    Some(digit) => format!(
                        "{} of the numbers have the binary digit {}, no multiple of {modulus}",
                        have(&digit),
                        number(&(UBig::ONE << digit))
                    ),
                    None => {
                        format!("each binary digit is in a multiple of {modulus} of the numbers")
                    }
                },
            )
        }
    }
}

/// The nim-sum of values.
fn cancelled(values: &[UBig]) -> String {
    let sum = values.iter().fold(UBig::ZERO, |sum, value| sum ^ value);
    let texts: Vec<String> = values.iter().map(number).collect();
    match texts.as_slice() {
        [] => "no heap is left".into(),
        [one] => format!("its Grundy value is {one}"),
        many if many.len() > LISTED => {
            format!(
                "the XOR of the {} heaps' Grundy values is {}",
                many.len(),
                number(&sum)
            )
        }
        [first @ .., last] => format!(
            "the XOR of the Grundy values {} and {last} is {}",
            first.join(", "),
            number(&sum)
        ),
    }
}

/// The same from values worked out one by one, where the game is one of heaps in normal play.
pub fn by_values(game: &Game, values: &Values, position: &Position) -> Option<String> {
    if game.heaps().is_none() || game.ending.stuck != Stuck::Loses {
        return None;
    }
    cancel(&position.naturals()?, |heap| {
        values.get(usize::try_from(heap).ok()?).map(UBig::from)
    })
}

/// "the direction (1, 1) leads to (3, 4), which is lost".
fn along<D: ToString, E>(
    game: &Game,
    numbers: &[UBig],
    folded: impl Iterator<Item = Result<UBig, E>>,
    direction: &[D],
) -> Option<String> {
    let folded: Vec<UBig> = folded.collect::<Result<_, _>>().ok()?;
    let direction: Vec<String> = direction.iter().map(D::to_string).collect();
    (folded != numbers).then(|| {
        format!(
            "along the direction ({}) it is as {}",
            direction.join(", "),
            shown(game, &Position::tuple(folded))
        )
    })
}

/// A number, long ones cut to their ends.
fn number(number: &UBig) -> String {
    short(&number.to_string())
}

fn digits(word: &[u8]) -> String {
    match word.iter().all(|digit| *digit < 10) {
        true if word.is_empty() => "0".into(),
        true => word.iter().map(u8::to_string).collect(),
        false => word.iter().map(u8::to_string).collect::<Vec<_>>().join("."),
    }
}

/// A position as a sentence has it: pairs in parentheses, long ones cut to their ends.
pub fn shown(game: &Game, position: &Position) -> String {
    let text = game.show(position);
    let of_numbers = game.numbers().is_some() || game.codes().is_some();
    if of_numbers && position.elements().len() > 1 {
        let parts: Vec<String> = text.split(',').map(short).collect();
        return format!("({})", parts.join(", "));
    }
    short(&text)
}

/// A long text cut to its ends.
fn short(text: &str) -> String {
    shortened(text, WRITTEN)
}
