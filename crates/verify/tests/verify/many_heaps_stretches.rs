//! Moves that change all elements of a stretch of a list alike: how they are read off the term, and
//! what is right of a list's worths where there are such.

use std::collections::BTreeSet;

use dashu_int::IBig;
use whowins_analysis::Position;
use whowins_analysis::paths::{Form, Local, local};
use whowins_automata::{Dfa, Formula, Limits, constant, var};
use whowins_core::random::{Random, cases};
use whowins_core::{Budget as Work, Game as Core};
use whowins_rules::{Parameters, Rules};
use whowins_verify::Why;
use whowins_verify::firstorder::term;
use whowins_verify::heap::{ManyHeaps, Sums};

use crate::many_heaps::{NIM, agrees, law, lists, same, verify};

/// Coins side by side are turned, the rightmost from heads to tails (Berlekamp, Conway and Guy: the
/// ruler game).
const RULER: &str = "choose b in places of heap, a in 1..b if heap[b] = 1;
     for each i in a..b, heap[i] := 1 - heap[i]";

type Table = (Vec<Vec<u32>>, Vec<bool>);

/// The automaton with these states, most significant digits first.
fn table(
    tracks: usize,
    step: impl Fn(u8, &[u8]) -> Option<u8>,
    accepts: impl Fn(u8) -> bool,
) -> Table {
    let limits = Limits::default();
    let dfa = Dfa::explore(
        vec![2; tracks],
        0,
        |state, digits| step(*state, digits),
        |state| accepts(*state),
        &limits,
    );
    let dfa = dfa.expect("few states");
    assert_eq!(dfa.start(), 0);
    let states = 0..dfa.states() as u32;
    let row = |state| {
        (0..1 << tracks)
            .map(|letter| dfa.next(state, letter))
            .collect()
    };
    (
        states.clone().map(row).collect(),
        states.map(|state| dfa.is_accepting(state)).collect(),
    )
}

/// Heads are worth the largest power of two that divides their place from 1; the nim-sum of all up
/// to a place is its Gray code.
fn ruler() -> ManyHeaps {
    let worth = |state: u8, digits: &[u8]| match (state, digits) {
        // The lowest digit 0 of the place from 0 is where the worth has its digit 1, and the number
        // is told with the last digits alone.
        (0, [_, 0, 0]) => Some(0),
        (0, [0, 0, 1]) => Some(1),
        (0, [0, 1, 1]) => Some(2),
        (1, [1, 0, 0]) => Some(1),
        (1, [1, 1, 0]) => Some(2),
        _ => None,
    };
    let (next, accepts) = table(3, worth, |state| state != 1);
    let gray = |last: u8, digits: &[u8]| (digits[0] ^ last == digits[1]).then_some(digits[0]);
    let (of, sums) = table(2, gray, |_| true);
    ManyHeaps {
        next,
        accepts,
        sums: Some(Sums {
            next: of,
            accepts: sums,
        }),
    }
}

#[test]
fn coins_side_by_side_are_worth_powers_of_two() {
    let bits = "numbers <= 1";
    let verified = verify(bits, RULER, false, ruler()).unwrap_or_else(|(_, why)| panic!("{why}"));
    let longest = cases(8, 11);
    assert!(agrees(&verified, false, &lists(longest, 99, 1)));
    // Many worths change at once.
    let refused = |moves: &str, misere, law| {
        let refused = verify(bits, moves, misere, law).map(|_| ());
        refused.expect_err("refused")
    };
    let (why, message) = refused(RULER, true, ruler());
    assert_eq!(why, Why::False, "{message}");
    assert!(message.contains("two worths at once"), "{message}");
    // Neither without the sums, nor with them where there is no stretch, nor torn.
    let mut law_alone = ruler();
    law_alone.sums = None;
    assert_eq!(refused(RULER, false, law_alone).0, Why::Malformed);
    let mut of_nim = law(&same());
    of_nim.sums = ruler().sums;
    let (why, message) = verify("numbers", NIM, false, of_nim)
        .map(|_| ())
        .expect_err("refused");
    assert_eq!(why, Why::Malformed, "{message}");
    let mut torn = ruler();
    torn.sums.as_mut().expect("sums").accepts.pop();
    assert_eq!(refused(RULER, false, torn).0, Why::Malformed);
    // Coins that are laid down, and not turned: what a stretch changes hangs on the coins.
    for laid in ["0", "1"] {
        let moves = RULER.replace("1 - heap[i]", laid);
        assert_eq!(refused(&moves, false, ruler()).0, Why::False, "{laid}");
    }
    // Two changes of stretches.
    let both = format!("{RULER}\n{}", RULER.replace("1 - heap[i]", "0"));
    assert_eq!(refused(&both, false, ruler()).0, Why::Rules);
    // The coins to the right are turned too, so that none falls.
    let right = RULER
        .replace("a in 1..b", "a in b..length(heap)")
        .replace("a..b", "b..a");
    let (why, message) = refused(&right, false, ruler());
    assert_eq!(why, Why::False, "{message}");
}

/// Where the rules fix how many numbers there are, worths are asked of lists of that length alone:
/// of lamps in a row the last is worth 1, and the others 2 and 1 by turns towards the front.
#[test]
fn worths_may_be_those_of_one_length() {
    let moves = "choose i in places of heap if heap[i] = 1; heap[i] := 0;
     may heap[i + 1] := 1 - heap[i + 1]";
    let is = |name: &str, number: u8| var(name).equals(constant(number));
    let of = |worths: &[u8]| {
        let none = is("x", 0).and(is("v", 0)).and(var("i").equals(var("i")));
        let each = (0..)
            .zip(worths)
            .map(|(place, worth)| is("i", place).and(is("x", 1)).and(is("v", *worth)));
        let more = constant(worths.len() as u64).at_most(var("i"));
        let more = more.and(is("x", 1)).and(is("v", 0));
        law(&each.fold(none.or(more), Formula::or))
    };
    for (list, worths, so) in [
        ("3 numbers <= 1", &[1, 2, 1][..], true),
        ("4 numbers <= 1", &[2, 1, 2, 1], true),
        ("4 numbers <= 1", &[1, 2, 1], false),
        ("3 numbers <= 1", &[2, 1, 2, 1], false),
        ("3 numbers <= 1", &[1, 2, 2], false),
        ("numbers <= 1", &[1, 2, 1], false),
    ] {
        let verified = verify(list, moves, false, of(worths));
        assert_eq!(verified.is_ok(), so, "{list}: {worths:?}");
        let Ok(verified) = verified else {
            continue;
        };
        let own = worths.len();
        let (whole, others): (Vec<_>, Vec<_>) =
            lists(5, 5, 1).into_iter().partition(|one| one.len() == own);
        assert_eq!(whole.len(), 1 << own);
        assert!(agrees(&verified, false, &whole), "{list}");
        // Of other lists it says nothing.
        for list in others {
            let position = Position::list(list.into_iter().map(IBig::from));
            assert_eq!(verified.values(verified.game(), &position), None);
        }
    }
}

/// What is accepted of laws with one place changed, of the rules or other ones, is right all the
/// same.
#[test]
fn no_changed_law_of_stretches_is_accepted_that_is_wrong() {
    let rules = [
        RULER.to_owned(),
        RULER.replace("a in 1..b", "a in 1..b - 1"),
        RULER.replace("a in 1..b if", "a in 1..b if a < b - 1 and"),
        RULER.replace("heap[b] = 1", "heap[b] = 1 and heap[a] = 1"),
        RULER.replace("heap[b] = 1", "heap[a] = 1"),
        RULER.replace("in a..b", "in a..b - 1"),
    ];
    let (mut tried, mut refused) = (0, 0);
    let mut random = Random(7);
    for at in 0..cases(24, 600) {
        let mut changed = ruler();
        let states = changed.next.len();
        let sums = changed.sums.as_mut().expect("sums");
        let of_sums = sums.next.len();
        match random.below(4) {
            0 => {
                let row = &mut changed.next[random.below(states)];
                row[random.below(8)] = random.below(states) as u32;
            }
            1 => changed.accepts[random.below(states)] ^= true,
            2 => sums.next[random.below(of_sums)][random.below(4)] = random.below(of_sums) as u32,
            _ => sums.accepts[random.below(of_sums)] ^= true,
        }
        let changed = if at < rules.len() { ruler() } else { changed };
        tried += 1;
        match verify("numbers <= 1", &rules[at % rules.len()], false, changed) {
            Err((Why::False | Why::Rules, _)) => refused += 1,
            Err((_, why)) => panic!("{why}"),
            Ok(verified) => assert!(agrees(&verified, false, &lists(7, 99, 1)), "{at}"),
        }
    }
    assert!(
        refused > tried / 2 && refused < tried,
        "{refused} of {tried}"
    );
}

/// The value of a form.
fn value(form: &Form, unknowns: &[IBig]) -> IBig {
    let terms = form.terms.iter();
    terms.fold(form.constant.clone(), |sum, (one, times)| {
        sum + times * &unknowns[*one]
    })
}

/// What a move makes of a list, with these numbers for its unknowns but those that are elements.
fn made(path: &Local, list: &[IBig], unknowns: &mut [IBig]) -> Option<Vec<IBig>> {
    let mut places = Vec::new();
    for one in &path.touched {
        let at = usize::try_from(value(&one.place, unknowns)).ok()?;
        unknowns[one.before] = list.get(at)?.clone();
        places.push(at);
    }
    if !path.constraints.iter().all(|one| {
        let number = value(one.form(), unknowns);
        one.of(Form::constant(number)).is_true() == Some(true)
    }) {
        return None;
    }
    let mut to = list.to_vec();
    let mut told: BTreeSet<usize> = places.iter().copied().collect();
    assert_eq!(told.len(), places.len(), "places are not the same");
    for (one, at) in path.touched.iter().zip(places) {
        to[at] = value(&one.after, unknowns);
    }
    for stretch in &path.stretches {
        let ends = [&stretch.from, &stretch.past].map(|end| value(end, unknowns));
        let [from, past] = ends.map(|end| usize::try_from(end).expect("a place"));
        assert!(from <= past && past <= list.len());
        for at in from..past {
            assert!(
                told.insert(at),
                "a place is of one stretch alone, or looked at"
            );
            to[at] = stretch.change.of(&list[at]);
        }
    }
    Some(to)
}

/// All options of a list, by its paths: each unknown that is chosen is gone through.
fn options(paths: &[Local], list: &[IBig]) -> BTreeSet<Vec<IBig>> {
    let mut all = BTreeSet::new();
    for path in paths {
        let elements: BTreeSet<usize> = path.touched.iter().map(|one| one.before).collect();
        let chosen: Vec<usize> = (1..path.unknowns)
            .filter(|one| !elements.contains(one))
            .collect();
        let most = list.len() + 2;
        for word in 0..most.pow(chosen.len() as u32) {
            let mut unknowns = vec![IBig::ZERO; path.unknowns];
            unknowns[0] = list.len().into();
            let mut word = word;
            for one in &chosen {
                unknowns[*one] = (word % most).into();
                word /= most;
            }
            all.extend(made(path, list, &mut unknowns));
        }
    }
    all
}

/// A random move over a stretch.
fn stretch(random: &mut Random) -> String {
    let mut one = |of: &[&'static str]| of[random.below(of.len())];
    let (least, past) = (
        one(&["1", "b", "b - 1", "2"]),
        one(&["b", "b + 1", "length(heap)", "b - 2"]),
    );
    let asked = one(&[
        "heap[b] = 1",
        "heap[a] = 1",
        "heap[b] = 1 and heap[a] = 0",
        "heap[1] = 1 and a < b",
        "a != b",
    ]);
    let (from, to) = (
        one(&["a", "a + 1", "1", "b", "a - 1"]),
        one(&["b", "b - 1", "a", "length(heap)", "b + 1"]),
    );
    let ahead = one(&["i", "i", "i + 1", "i - 1"]);
    let change = one(&["MOST - x", "MOST - x", "0", "x", "MOST", "x + 1"]);
    let change = change.replace('x', &format!("heap[{ahead}]"));
    let more = one(&["", "", ", heap[b] := 0"]);
    format!(
        "choose b in places of heap, a in {least}..{past} if {asked};\n     for each i in {from}..{to}, heap[{ahead}] := {change}{more}"
    )
}

/// The moves that are read off a term with loops over stretches are those that it makes.
#[test]
fn stretches_are_read_as_the_term_means_them() {
    let mut random = Random(11);
    let (mut with, mut tried) = (0, 0);
    while tried < cases(60, 1500) {
        let most = 1 + random.below(2);
        let moves = stretch(&mut random).replace("MOST", &most.to_string());
        let text = format!("game \"Stretches\"\nposition heap: numbers <= {most}\n{moves}\n");
        let Ok(rules) = Rules::parse("stretches", &text) else {
            continue;
        };
        let Ok(game) = rules.game(&Parameters::new()) else {
            continue;
        };
        let term: Core = term(&game).into_owned();
        tried += 1;
        let Ok(paths) = local(&term, 0, &Work::OPEN) else {
            continue;
        };
        with += usize::from(paths.iter().any(|path| !path.stretches.is_empty()));
        let mut all: Vec<Vec<IBig>> = vec![Vec::new()];
        for _ in 0..=4 {
            for list in &all {
                let state = vec![vec![IBig::ZERO], list.clone()];
                let told = term.options(&state, &Work::OPEN).expect("few");
                let told: BTreeSet<Vec<IBig>> =
                    told.into_iter().map(|mut one| one.remove(1)).collect();
                assert_eq!(options(&paths, list), told, "{list:?}: {text}");
            }
            let longer = all
                .iter()
                .flat_map(|list| (0..=most).map(move |one| [&list[..], &[one.into()]].concat()));
            all = longer.collect();
        }
    }
    assert!(with > tried / 8, "{with} of {tried}");
}
