//! Short statements about natural numbers: what they say, of which small numbers they hold, and the
//! automaton of all numbers of which they hold.

use whowins_analysis::expression::Relation;
use whowins_automata::{Dfa, Error, Formula, NumerationSystem, System, Theory, constant, var};

use crate::words::{Arithmetic, Statement, Term};

/// A statement about the numbers of some tracks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    /// The nim-sum of these tracks is 0, of its last so many binary digits where that is said.
    NimSum(Vec<usize>, Option<u32>),
    /// A track by a modulus leaves one of these remainders, from so many on; below that it is one
    /// of these numbers.
    Remainder {
        /// The track.
        of: usize,
        /// The modulus.
        by: u64,
        /// The remainders.
        left: Vec<u64>,
        /// From here on.
        from: u64,
        /// Below.
        below: Vec<u64>,
    },
    /// The first track is the second and so much more.
    Equal(usize, usize, u64),
    /// The first track is less than the second and so much more.
    Less(usize, usize, u64),
    /// The track is so much.
    Is(usize, u64),
    /// None of the tracks is more.
    AtMost(Vec<usize>, u64),
    /// The digits of the track, in the law's system, end in an odd number of zeros.
    OddZeros(usize),
    /// The second track is less than the last place of the first that has a digit other than 0.
    LessThanLast(usize, usize),
    /// The track is 1 less than a place of the system.
    BelowPlace(usize),
    /// So many times the first track is at most so many times the second, and so much more.
    Within(u64, usize, u64, usize, u64),
    /// The first track is at most the golden ratio times the second; said in Zeckendorf's system
    /// alone.
    Golden(usize, usize),
}

impl Atom {
    /// The same of other tracks.
    pub fn renamed(&self, to: &dyn Fn(usize) -> usize) -> Self {
        let all = |of: &[usize]| of.iter().map(|track| to(*track)).collect();
        match self.clone() {
            Self::NimSum(of, last) => Self::NimSum(all(&of), last),
            Self::Remainder {
                of,
                by,
                left,
                from,
                below,
            } => Self::Remainder {
                of: to(of),
                by,
                left,
                from,
                below,
            },
            Self::Equal(a, b, more) => Self::Equal(to(a), to(b), more),
            Self::Less(a, b, more) => Self::Less(to(a), to(b), more),
            Self::Is(of, number) => Self::Is(to(of), number),
            Self::AtMost(of, number) => Self::AtMost(all(&of), number),
            Self::OddZeros(of) => Self::OddZeros(to(of)),
            Self::LessThanLast(of, less) => Self::LessThanLast(to(of), to(less)),
            Self::BelowPlace(of) => Self::BelowPlace(to(of)),
            Self::Within(times, a, by, b, more) => Self::Within(times, to(a), by, to(b), more),
            Self::Golden(a, b) => Self::Golden(to(a), to(b)),
        }
    }

    /// The tracks that it speaks of.
    pub fn mentions(&self) -> Vec<usize> {
        let seen = std::cell::RefCell::new(Vec::new());
        self.renamed(&|track| {
            seen.borrow_mut().push(track);
            track
        });
        seen.into_inner()
    }

    /// Whether it holds of these numbers, each with its digits in the system, the most significant
    /// first.
    pub fn holds(&self, system: &System, tracks: &[u64]) -> bool {
        let digits = |of: usize| system.represent(&tracks[of].into());
        let zeros = |of: usize| {
            digits(of)
                .iter()
                .rev()
                .take_while(|digit| **digit == 0)
                .count()
        };
        let place = |at: usize| u64::try_from(&system.place_value(at)).unwrap_or(u64::MAX);
        match self {
            Self::NimSum(of, last) => {
                let sum = of.iter().fold(0, |sum, track| sum ^ tracks[*track]);
                sum & last.map_or(u64::MAX, |bits| (1 << bits) - 1) == 0
            }
            Self::Remainder {
                of,
                by,
                left,
                from,
                below,
            } => match tracks[*of] {
                number if number < *from => below.contains(&number),
                number => left.contains(&(number % by)),
            },
            Self::Equal(a, b, more) => tracks[*a] == tracks[*b] + more,
            Self::Less(a, b, more) => tracks[*a] < tracks[*b] + more,
            Self::Is(of, number) => tracks[*of] == *number,
            Self::AtMost(of, number) => of.iter().all(|track| tracks[*track] <= *number),
            Self::OddZeros(of) => tracks[*of] > 0 && zeros(*of) % 2 == 1,
            Self::LessThanLast(of, less) => tracks[*of] > 0 && tracks[*less] < place(zeros(*of)),
            Self::BelowPlace(of) => (0..62).map(place).any(|one| tracks[*of] + 1 == one),
            Self::Within(times, a, by, b, more) => times * tracks[*a] <= by * tracks[*b] + more,
            Self::Golden(a, b) => {
                tracks[*a] <= (tracks[*b] + (5 * tracks[*b] * tracks[*b]).isqrt()) / 2
            }
        }
    }

    /// The statement, with what each track is as a number.
    pub fn statement(&self, system: &System, tracks: &[Term]) -> Statement {
        use Relation::{AtLeast, AtMost, Equal, Less};
        let term = |track: &usize| tracks[*track].clone();
        let number = |number: u64| Term::Number(number.into());
        let compare = |relation, a: Term, b: Term| Statement::Compare(relation, a, b);
        let more = |term: Term, more: u64| match more {
            0 => term,
            _ => Term::Sum(term.into(), number(more).into()),
        };
        let among = |term: Term, set: &[u64]| match set {
            [one] => compare(Equal, term, number(*one)),
            all => Statement::Among(term, all.to_vec()),
        };
        match self {
            Self::NimSum(of, last) => {
                let sum = match of.as_slice() {
                    [one] => term(one),
                    all => Term::Xor(all.iter().map(term).collect()),
                };
                let sum = match last {
                    None => sum,
                    Some(bits) => Term::Remainder(sum.into(), 1 << bits),
                };
                compare(Equal, sum, number(0))
            }
            Self::Remainder {
                of,
                by,
                left,
                from,
                below,
            } => {
                let beyond = compare(AtLeast, term(of), number(*from));
                let rest = || among(Term::Remainder(term(of).into(), *by), left);
                let later = match (left.as_slice(), *by, *from) {
                    ([], ..) => None,
                    (_, 1, 0) => Some(Statement::Constant(true)),
                    (_, 1, _) => Some(beyond),
                    (_, _, 0) => Some(rest()),
                    _ => Some(rest().and(beyond)),
                };
                let early = (!below.is_empty()).then(|| among(term(of), below));
                match (later, early) {
                    (Some(later), Some(early)) => later.or(early),
                    (Some(one), None) | (None, Some(one)) => one,
                    (None, None) => Statement::Constant(false),
                }
            }
            Self::Equal(a, b, by) => compare(Equal, term(a), more(term(b), *by)),
            Self::Less(a, b, 1) => compare(AtMost, term(a), term(b)),
            Self::Less(a, b, by) => compare(Less, term(a), more(term(b), *by)),
            Self::Is(of, one) => compare(Equal, term(of), number(*one)),
            Self::AtMost(of, most) => {
                let all = match of.as_slice() {
                    [one] => term(one),
                    all => Term::Most(all.iter().map(term).collect()),
                };
                compare(AtMost, all, number(*most))
            }
            Self::OddZeros(of) => Statement::OddZeros(system.name(), term(of)),
            Self::LessThanLast(of, less) => {
                compare(Less, term(less), Term::Last(system.name(), term(of).into()))
            }
            Self::BelowPlace(of) => Statement::Place(system.name(), more(term(of), 1)),
            Self::Within(times, a, by, b, plus) => {
                let so_many = |times: u64, term: Term| match times {
                    1 => term,
                    _ => Term::Times(times.into(), term.into()),
                };
                let (a, b) = (so_many(*times, term(a)), so_many(*by, term(b)));
                compare(AtMost, a, more(b, *plus))
            }
            Self::Golden(a, b) => compare(AtMost, term(a), Term::Golden(term(b).into())),
        }
    }

    /// The automaton of the numbers of which it holds, on the tracks `t0`, `t1`, ... of the theory.
    pub fn automaton(&self, theory: &Theory<System>, tracks: usize) -> Result<Dfa, Error> {
        let name = |track: &usize| format!("t{track}");
        let names: Vec<String> = (0..tracks).map(|track| name(&track)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let of_formula = |formula: &Formula| theory.automaton(&names, formula);
        let d = theory.system().digits();
        let (digits, limits) = (vec![d; tracks], theory.limits());
        let admit = |dfa: Dfa| theory.admit("a statement", &dfa);
        match self {
            Self::NimSum(of, last) => {
                // The last digits of the nim-sum as a number; without a bound whether any digit is 1.
                let step = |state: &u32, tuple: &[u8]| {
                    let bit = of
                        .iter()
                        .fold(0, |sum, track| sum ^ u32::from(tuple[*track]));
                    Some(last.map_or(state | bit, |bits| (2 * state + bit) % (1 << bits)))
                };
                admit(Dfa::explore(digits, 0, step, |state| *state == 0, limits)?)
            }
            Self::Remainder {
                of,
                by,
                left,
                from,
                below,
            } => {
                let one = |number: u64| var(name(of)).equals(constant(number));
                let of_left = left.iter().map(|rest| remainder(&name(of), *by, *rest));
                let mut all = of_left.reduce(Formula::or).unwrap_or_else(never);
                if *from > 0 {
                    all = all.and(constant(*from).at_most(var(name(of))));
                    all = below
                        .iter()
                        .map(|number| one(*number))
                        .fold(all, Formula::or);
                }
                of_formula(&all)
            }
            Self::Equal(a, b, more) => {
                of_formula(&var(name(a)).equals(var(name(b)).plus(constant(*more))))
            }
            Self::Less(a, b, more) => {
                of_formula(&var(name(a)).less(var(name(b)).plus(constant(*more))))
            }
            Self::Is(of, number) => of_formula(&var(name(of)).equals(constant(*number))),
            Self::Within(times, a, by, b, more) => {
                let so_many = |times: u64, track: &usize| {
                    let once = |_| var(name(track));
                    (0..times).map(once).reduce(automata_sum)
                };
                let zero = || constant(0u8);
                let less = so_many(*times, a).unwrap_or_else(zero);
                let sum = so_many(*by, b).unwrap_or_else(zero);
                of_formula(&less.at_most(sum.plus(constant(*more))))
            }
            Self::Golden(a, b) => {
                let [a, b] = [a, b].map(|track| Term::Name(name(track)));
                let within = Statement::Compare(Relation::AtMost, a, Term::Golden(b.into()));
                let names: Vec<String> = names.iter().map(|one| (*one).into()).collect();
                let system = theory.system().clone();
                Arithmetic::new(system, limits.clone())?.set(&within, &names)
            }
            Self::AtMost(of, number) => {
                let each = of
                    .iter()
                    .map(|track| var(name(track)).at_most(constant(*number)));
                of_formula(
                    &each
                        .reduce(Formula::and)
                        .unwrap_or_else(|| never().negate()),
                )
            }
            Self::OddZeros(of) => {
                // Whether a digit other than 0 was read, and the parity of the zeros since.
                let step = |(some, odd): &(bool, bool), tuple: &[u8]| match tuple[*of] {
                    0 => Some((*some, *some && !odd)),
                    _ => Some((true, false)),
                };
                admit(Dfa::explore(
                    digits,
                    (false, false),
                    step,
                    |(some, odd)| *some && *odd,
                    limits,
                )?)
            }
            Self::LessThanLast(of, less) => {
                // Whether the first has a digit; whether the second had one before or at the last
                // of these; and since.
                let step = |(some, before, since): &(bool, bool, bool), tuple: &[u8]| {
                    let has = tuple[*less] != 0;
                    Some(match tuple[*of] {
                        0 => (*some, *before, *since || has),
                        _ => (true, *before || *since || has, false),
                    })
                };
                let ends = |(some, before, _): &(bool, bool, bool)| *some && !before;
                admit(Dfa::explore(
                    digits,
                    (false, false, false),
                    step,
                    ends,
                    limits,
                )?)
            }
            Self::BelowPlace(of) => {
                let place = Dfa::explore(
                    vec![d],
                    0u8,
                    |ones, tuple| (ones + tuple[0] < 2).then_some(ones + tuple[0]),
                    |ones| *ones == 1,
                    limits,
                )?;
                let place = theory.admit("a place", &place)?;
                let one = theory
                    .automaton(&["x", "y"], &var("x").plus(constant(1u8)).equals(var("y")))?;
                let both = one.join(&[0, 1], &place, &[1], vec![d; 2], |a, b| a && b, limits)?;
                theory
                    .project(&both, &[1])?
                    .rearrange(digits, &[*of], limits)
                    .and_then(admit)
            }
        }
    }
}

fn automata_sum(a: whowins_automata::Term, b: whowins_automata::Term) -> whowins_automata::Term {
    a.plus(b)
}

fn never() -> Formula {
    constant(0u8).less(constant(0u8))
}

/// "The number is `by` times another, and `rest`."
fn remainder(name: &str, by: u64, rest: u64) -> Formula {
    // The multiple by doubling: every sum is bound as soon as it is used.
    let mut bits = Vec::new();
    let mut left = by;
    while left > 1 {
        bits.push(left % 2 == 1);
        left /= 2;
    }
    let count = bits.len();
    let part = |at: usize| format!("q{at}");
    // The last is the multiple itself; each is twice the one before, and once more where there is a
    // bit.
    let mut formula = var(part(count)).plus(constant(rest)).equals(var(name));
    for (at, more) in bits.iter().enumerate() {
        let before = part(count - at - 1);
        let twice = var(before.clone()).plus(var(before));
        let sum = if *more {
            twice.plus(var(part(0)))
        } else {
            twice
        };
        formula = formula
            .and(sum.equals(var(part(count - at))))
            .exists(part(count - at));
    }
    formula.exists(part(0))
}
