//! Compares automata with a naive evaluation of their definitions, word by word.
use dashu_int::UBig;
use proptest::prelude::*;
use whowins_automata::{Base, Dfa, Error, Limits, NumerationSystem, Zeckendorf};
use whowins_core::Budget;

const ALL: &Limits = &Limits {
    max_states: 1 << 16,
    max_transitions: 1 << 20,
    max_depth: 100,
    max_steps: usize::MAX,
    budget: Budget::OPEN,
};

fn random_dfa(digits: Vec<u8>) -> impl Strategy<Value = Dfa> {
    let letters: usize = digits.iter().map(|&d| usize::from(d)).product();
    (1usize..6).prop_flat_map(move |n| {
        let digits = digits.clone();
        let parts = (
            prop::collection::vec(0..n as u32, n * letters),
            prop::collection::vec(any::<bool>(), n),
            0..n as u32,
        );
        parts.prop_map(move |(table, accepting, start)| {
            Dfa::new(digits.clone(), table, accepting, start, ALL).unwrap()
        })
    })
}

/// Returns all words of at most `longest` letters over the tracks.
fn words(digits: &[u8], longest: usize) -> Vec<Vec<Vec<u8>>> {
    let tuples = digits.iter().fold(vec![vec![]], |all: Vec<Vec<u8>>, &d| {
        all.iter()
            .flat_map(|t| (0..d).map(move |x| t.iter().copied().chain([x]).collect()))
            .collect()
    });
    let (mut all, mut last) = (vec![vec![]], vec![vec![]]);
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|w: &Vec<Vec<u8>>| {
                tuples.iter().map(|t| [w.clone(), vec![t.clone()]].concat())
            })
            .collect();
        all.extend(last.clone());
    }
    all
}

/// Minimizes by Moore's rounds: states that differ, or lead to distinguished states, are
/// distinguished. Numbers states in breadth-first order.
fn minimal_by_rounds(a: &Dfa) -> Dfa {
    let letters: usize = a.digits().iter().map(|&d| usize::from(d)).product();
    let states = a.states() as u32;
    let mut class: Vec<usize> = (0..states).map(|s| a.is_accepting(s).into()).collect();
    for _ in 0..states {
        let rows: Vec<Vec<usize>> = (0..states)
            .map(|s| {
                let next = (0..letters).map(|letter| class[a.next(s, letter) as usize]);
                [class[s as usize]].into_iter().chain(next).collect()
            })
            .collect();
        let first = |row: &Vec<usize>| rows.iter().position(|other| other == row).unwrap();
        class = rows.iter().map(first).collect();
    }
    // Order of first occurrence.
    let mut order = vec![a.start()];
    let mut at = 0;
    while let Some(&state) = order.get(at) {
        at += 1;
        for letter in 0..letters {
            let next = a.next(state, letter);
            let met = |&s: &u32| class[s as usize] == class[next as usize];
            if !order.iter().any(met) {
                order.push(next);
            }
        }
    }
    let name = |state: u32| {
        let met = |&s: &u32| class[s as usize] == class[state as usize];
        order.iter().position(met).unwrap() as u32
    };
    let table = (order.iter())
        .flat_map(|&s| (0..letters).map(move |letter| (s, letter)))
        .map(|(s, letter)| name(a.next(s, letter)))
        .collect();
    let accepting = order.iter().map(|&s| a.is_accepting(s)).collect();
    Dfa::new(a.digits().to_vec(), table, accepting, 0, ALL).unwrap()
}

/// Generates an automaton, and another of the same language in which each state has copies that
/// lead to random copies.
fn copied(digits: Vec<u8>) -> impl Strategy<Value = (Dfa, Dfa)> {
    let letters: usize = digits.iter().map(|&d| usize::from(d)).product();
    let parts = (1usize..14, 1usize..5).prop_flat_map(move |(n, copies)| {
        (
            prop::collection::vec(0..n as u32, n * letters),
            prop::collection::vec(prop::bool::weighted(0.2), n),
            prop::collection::vec(0..copies as u32, n * copies * letters),
            Just(copies as u32),
        )
    });
    parts.prop_map(move |(table, accepting, which, copies)| {
        let row = |s: u32| &table[(s / copies) as usize * letters..][..letters];
        let states = accepting.len() as u32 * copies;
        let all = (0..states).flat_map(row).zip(&which);
        let wide = all.map(|(next, copy)| next * copies + copy).collect();
        let accepts = (0..states).map(|s| accepting[(s / copies) as usize]);
        let new = |table, accepting| Dfa::new(digits.clone(), table, accepting, 0, ALL).unwrap();
        (
            new(table.clone(), accepting.clone()),
            new(wide, accepts.collect()),
        )
    })
}

proptest! {
    #[test]
    fn minimal_as_by_rounds(
        one in copied(vec![2]), two in copied(vec![2, 3]), none in copied(vec![]), small in random_dfa(vec![2, 2]),
    ) {
        for (a, wide) in [one, two, none] {
            let least = minimal_by_rounds(&a);
            prop_assert_eq!(&a.minimise(), &least);
            prop_assert_eq!(&wide.minimise(), &least);
            prop_assert_eq!(&minimal_by_rounds(&wide), &least);
            prop_assert_eq!(&wide.minimised(ALL).unwrap(), &least);
            prop_assert_eq!(&least.minimise(), &least);
        }
        prop_assert_eq!(small.minimise(), minimal_by_rounds(&small));
    }

    #[test]
    fn boolean_algebra(a in random_dfa(vec![2, 3]), b in random_dfa(vec![2, 3])) {
        let (and, or, xor) = (a.and(&b, ALL).unwrap(), a.or(&b, ALL).unwrap(), a.xor(&b, ALL).unwrap());
        let (implies, not) = (a.implies(&b, ALL).unwrap(), a.complement());
        for w in words(&[2, 3], 4) {
            let (x, y) = (a.accepts(&w).unwrap(), b.accepts(&w).unwrap());
            prop_assert_eq!(and.accepts(&w).unwrap(), x && y);
            prop_assert_eq!(or.accepts(&w).unwrap(), x || y);
            prop_assert_eq!(xor.accepts(&w).unwrap(), x != y);
            prop_assert_eq!(implies.accepts(&w).unwrap(), !x || y);
            prop_assert_eq!(not.accepts(&w).unwrap(), !x);
        }
        prop_assert_eq!(a.same_language(&b), xor.is_empty());
    }

    #[test]
    fn minimal_form(a in random_dfa(vec![2])) {
        let small = a.minimise();
        // Myhill-Nerode: there are at most 5 states, so words of 4 letters reach all, and suffixes
        // of 5 letters distinguish all.
        let (prefixes, suffixes) = (words(&[2], 4), words(&[2], 5));
        let rows: std::collections::HashSet<Vec<bool>> = prefixes.iter()
            .map(|p| suffixes.iter().map(|s| a.accepts(&[p.clone(), s.clone()].concat()).unwrap()).collect()).collect();
        prop_assert_eq!(small.states(), rows.len());
        let first = words(&[2], 5).into_iter().find(|w| a.accepts(w).unwrap());
        prop_assert_eq!(a.shortest_word(), first);
    }

    #[test]
    fn projection(a in random_dfa(vec![2, 2]), track in 0usize..2) {
        let p = a.project(track, ALL).unwrap();
        for w in words(&[2], 3) {
            // With n states, n - 1 leading zeros reach every state that zeros can reach: 4 are
            // enough here.
            let some = words(&[2], w.len() + 4).into_iter().filter(|d| d.len() >= w.len()).any(|d| {
                let pad = d.len() - w.len();
                let joint: Vec<[u8; 2]> = d.iter().enumerate().map(|(i, x)| {
                    let kept = if i < pad { 0 } else { w[i - pad][0] };
                    if track == 0 { [x[0], kept] } else { [kept, x[0]] }
                }).collect();
                a.accepts(&joint).unwrap()
            });
            prop_assert_eq!(p.accepts(&w).unwrap(), some);
        }
    }

    #[test]
    fn projection_counts_what_is_different(a in random_dfa(vec![2, 3]), track in 0usize..2, least in 1u32..5) {
        // Like all relations on numbers, the result must not depend on leading zeros.
        let table: Vec<u32> = (0..a.states() as u32)
            .flat_map(|s| (0..6).map(move |letter| (s, letter)))
            .map(|(s, letter)| if s == a.start() && letter == 0 { s } else { a.next(s, letter) })
            .collect();
        let accepting = (0..a.states() as u32).map(|s| a.is_accepting(s)).collect();
        let a = Dfa::new(vec![2, 3], table, accepting, a.start(), ALL).unwrap();
        let p = a.project_at_least(&[track], 1, least, ALL).unwrap();
        let (dropped, kept) = ([2u64, 3][track], [3u8, 2][track]);
        for w in words(&[kept], 4) {
            // The exact number of paths to each state. About twenty leading zeros are enough for
            // counts up to four.
            let mut ways = vec![0u64; a.states()];
            ways[a.start() as usize] = 1;
            for at in 0..24 + w.len() {
                let digit = at.checked_sub(24).map_or(0, |at| u64::from(w[at][0]));
                let mut next = vec![0u64; a.states()];
                for (state, ways) in ways.iter().enumerate() {
                    for other in 0..dropped {
                        let letter = if track == 0 { other * 3 + digit } else { digit * 3 + other };
                        let to = &mut next[a.next(state as u32, letter as usize) as usize];
                        *to = to.saturating_add(*ways);
                    }
                }
                ways = next;
            }
            let all = (0..a.states()).filter(|s| a.is_accepting(*s as u32)).fold(0u64, |sum, s| sum.saturating_add(ways[s]));
            prop_assert_eq!(p.accepts(&w).unwrap(), all >= u64::from(least));
        }
    }

    #[test]
    fn one_at_least_is_some(a in random_dfa(vec![2, 2, 3]), dropped in prop::sample::subsequence(vec![0usize, 1, 2], 1..3)) {
        match a.project_at_least(&dropped, 1, 1, ALL) {
            Ok(counted) => prop_assert_eq!(counted, a.project_all(&dropped, 1, ALL).unwrap()),
            Err(error) => prop_assert!(matches!(error, Error::LeadingZeros(_)) && a.next(a.start(), 0) != a.start()),
        }
    }

    #[test]
    fn rearrangement(a in random_dfa(vec![2, 2]), from in prop::collection::vec(0usize..3, 2)) {
        let r = a.rearrange(vec![2; 3], &from, ALL).unwrap();
        for w in words(&[2; 3], 3) {
            let read: Vec<[u8; 2]> = w.iter().map(|t| [t[from[0]], t[from[1]]]).collect();
            prop_assert_eq!(r.accepts(&w).unwrap(), a.accepts(&read).unwrap());
        }
    }

    #[test]
    fn joins_read_their_own_tracks(
        a in random_dfa(vec![2, 2]),
        b in random_dfa(vec![2]),
        from in prop::collection::vec(0usize..3, 2),
        at in 0usize..3,
    ) {
        let joint = a.join(&from, &b, &[at], vec![2; 3], |x, y| x && !y, ALL).unwrap();
        for w in words(&[2; 3], 3) {
            let left: Vec<[u8; 2]> = w.iter().map(|t| [t[from[0]], t[from[1]]]).collect();
            let right: Vec<[u8; 1]> = w.iter().map(|t| [t[at]]).collect();
            let both = a.accepts(&left).unwrap() && !b.accepts(&right).unwrap();
            prop_assert_eq!(joint.accepts(&w).unwrap(), both);
        }
        prop_assert_eq!(&joint, &joint.minimise());
    }

    #[test]
    fn several_tracks_are_projected_as_one_by_one(a in random_dfa(vec![2, 3, 2])) {
        let once = a.project_all(&[0, 2], 1, ALL).unwrap();
        prop_assert_eq!(&once, &a.project(2, ALL).unwrap().project(0, ALL).unwrap());
        prop_assert_eq!(&once, &a.project_all(&[2, 0], 1, ALL).unwrap());
    }

    #[test]
    fn open_tracks_are_completed_where_they_can_be(a in random_dfa(vec![2, 2, 3])) {
        for given in words(&[2], 3) {
            let open = words(&[2, 3], given.len());
            let whole = |open: &Vec<Vec<u8>>| -> Vec<Vec<u8>> {
                given.iter().zip(open).map(|(x, y)| [x.clone(), y.clone()].concat()).collect()
            };
            let can = open.iter().filter(|o| o.len() == given.len()).any(|o| a.accepts(&whole(o)).unwrap());
            let found = a.completion(&given);
            prop_assert_eq!(found.is_some(), can);
            if let Some(found) = found {
                prop_assert_eq!(found.len(), given.len());
                prop_assert!(a.accepts(&whole(&found)).unwrap());
            }
        }
    }
}

/// A system that overrides neither `represent` nor `value`.
struct Plain<N>(N);

impl<N: NumerationSystem> NumerationSystem for Plain<N> {
    fn name(&self) -> String {
        self.0.name()
    }
    fn digits(&self) -> u8 {
        self.0.digits()
    }
    fn place_value(&self, place: usize) -> UBig {
        self.0.place_value(place)
    }
    fn representations(&self, limits: &Limits) -> Result<Dfa, Error> {
        self.0.representations(limits)
    }
    fn adder(&self, limits: &Limits) -> Result<Dfa, Error> {
        self.0.adder(limits)
    }
}

proptest! {
    #[test]
    fn quick_changes_of_base_are_the_greedy_ones(n in any::<u128>(), shift in 0usize..128, word in prop::collection::vec(0u8..2, 0..40)) {
        fn check<N: NumerationSystem + Copy>(system: N, n: &UBig, word: &[u8]) -> Result<(), TestCaseError> {
            let digits = system.represent(n);
            prop_assert_eq!(&digits, &Plain(system).represent(n));
            prop_assert_eq!(&system.value(&digits), n);
            prop_assert_eq!(system.value(word), Plain(system).value(word));
            Ok(())
        }
        let n = UBig::from(n >> shift);
        for k in [2, 3, 10, 36, 37, 255] {
            check(Base::new(k).unwrap(), &n, &word)?;
        }
        check(Zeckendorf, &n, &word)?;
    }
}

#[test]
fn ten_thousand_digits_there_and_back() {
    let n = UBig::from(10u8).pow(10_000) + UBig::from(987_654_321u32);
    assert_eq!(Zeckendorf.value(&Zeckendorf.represent(&n)), n);
    for k in [2, 3, 36] {
        let base = Base::new(k).unwrap();
        assert_eq!(base.value(&base.represent(&n)), n);
    }
}

#[test]
fn steps_and_time_end_a_construction() {
    let few = &Limits {
        max_steps: 10,
        ..ALL.clone()
    };
    let late = &ALL
        .clone()
        .within(&Budget::default().by(std::time::Instant::now()));
    let stopped = Budget::default();
    let told = &ALL.clone().within(&stopped);
    let d = Dfa::explore(
        vec![2, 2, 2],
        0u8,
        |n, t| Some((n + t[0]) % 9),
        |n| *n == 3,
        ALL,
    )
    .unwrap();
    let too_large = |r: Result<Dfa, Error>| matches!(r, Err(Error::TooLarge { what: "steps", .. }));
    assert!(too_large(d.and(&d, few)) && too_large(d.project_all(&[1, 2], 1, few)));
    assert!(too_large(d.rearrange(vec![2; 4], &[0, 1, 3], few)));
    assert_eq!(d.and(&d, late), Err(Error::Time));
    assert_eq!(d.project(0, late), Err(Error::Time));
    assert_eq!(
        Dfa::explore(vec![2], 0u64, |n, _| Some(n + 1), |_| true, late),
        Err(Error::Time)
    );
    assert_eq!(d.minimised(late), Err(Error::Time));
    assert!(too_large(d.minimised(few)));
    assert_eq!(d.minimised(told), Ok(d.minimise()));
    // A stop request during an infinite construction ends it.
    let endless = Dfa::explore(
        vec![2],
        0u64,
        |n, _| {
            if *n == 1000 {
                stopped.stop();
            }
            Some(n + 1)
        },
        |_| true,
        &Limits {
            max_states: usize::MAX,
            max_transitions: usize::MAX,
            ..told.clone()
        },
    );
    assert_eq!(endless, Err(Error::Stopped));
    assert_eq!(d.and(&d, told), Err(Error::Stopped));
    assert_eq!(d.minimised(told), Err(Error::Stopped));
}

#[test]
fn bad_input_is_an_error() {
    assert!(Dfa::new(vec![2], vec![0, 1], vec![true], 0, ALL).is_err());
    assert!(Dfa::new(vec![2], vec![0], vec![true], 0, ALL).is_err());
    assert!(Dfa::new(vec![0], vec![], vec![], 0, ALL).is_err());
    assert!(Dfa::new(vec![255; 40], vec![], vec![], 0, ALL).is_err());
    let d = Dfa::new(vec![2], vec![0, 0], vec![true], 0, ALL).unwrap();
    assert!(d.accepts(&[[2]]).is_err());
    assert!(d.project(1, ALL).is_err());
    assert!(d.rearrange(vec![3], &[0], ALL).is_err());
    let counter = Dfa::explore(vec![2], 0u64, |n, _| Some(n + 1), |_| true, ALL);
    assert_eq!(
        counter,
        Err(Error::TooLarge {
            what: "states",
            limit: 1 << 16
        })
    );
}
