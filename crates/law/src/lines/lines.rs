//! Lines: short statements that fit small positions, each decided to be a law's own set by the
//! theory.

use whowins_analysis::expression::Relation;
use whowins_automata::{Dfa, Limits, NumerationSystem, System, Theory};

use super::atoms::Atom;
use super::derived::Derived;
use super::lists::{Bits, Last, List, lists};
use crate::automatic::numerals::Numerals;
use crate::reading::Reading;
use crate::words::{Statement, Term};

/// Positions that a statement is tried on, about.
const TRIED: usize = 2400;
/// The largest modulus.
const MODULUS: u64 = 400;
/// A line may be wrong at so many positions, with numbers up to the second: they are named.
const EXCEPTIONS: usize = 2;
const SMALL: u64 = 3;
/// How many lines are decided for one set, where they fit the positions.
const DECIDED: usize = 24;

/// Two statements as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Join {
    And,
    Or,
    AndNot,
    Iff,
    Unless,
}

impl Join {
    const ALL: [Self; 5] = [Self::And, Self::Or, Self::AndNot, Self::Iff, Self::Unless];

    fn of(self, a: bool, b: bool) -> bool {
        match self {
            Self::And => a && b,
            Self::Or => a || b,
            Self::AndNot => a && !b,
            Self::Iff => a == b,
            Self::Unless => a != b,
        }
    }

    fn statement(self, a: Statement, b: Statement) -> Statement {
        match self {
            Self::And => a.and(b),
            Self::Or => a.or(b),
            Self::AndNot => a.and(b.opposite()),
            Self::Iff => Statement::Iff(a.into(), b.into()),
            Self::Unless => Statement::Iff(a.into(), b.into()).negate(),
        }
    }
}

/// What lines are looked for with.
pub(super) struct Lines<'a> {
    theory: Theory<System>,
    system: Numerals,
    law: &'a Reading,
    positions: Vec<Vec<u64>>,
    /// What is made of the tracks.
    derived: Derived,
    /// The positions, each with the numbers that are made of it.
    numbers: Vec<Vec<u64>>,
    /// What these are called.
    terms: Vec<Term>,
    /// The state of the automaton after each position.
    ends: Vec<usize>,
    atoms: Vec<(Atom, Vec<bool>)>,
}

impl<'a> Lines<'a> {
    pub fn new(law: &'a Reading, limits: &Limits) -> Option<Self> {
        let system = Numerals::new(law.system.clone())?;
        let tracks_here = law.tracks.len();
        let mut side = 2u64;
        while (side + 1)
            .checked_pow(tracks_here as u32)
            .is_some_and(|all| all <= TRIED as u64)
        {
            side += 1;
        }
        let mut positions = vec![Vec::new()];
        for _ in 0..tracks_here {
            let longer = |one: Vec<u64>| (0..side).map(move |n| [one.as_slice(), &[n]].concat());
            positions = positions.into_iter().flat_map(longer).collect();
        }
        let end = |numbers: &Vec<u64>| {
            let word = system.word(numbers);
            word.iter()
                .fold(0, |state, letter| law.next[state][*letter] as usize)
        };
        // Words without a label are no positions.
        positions.retain(|numbers| !law.says[end(numbers)].is_empty());
        let ends = positions.iter().map(end).collect();
        let derived = Derived::new(tracks_here);
        let numbers = positions.iter().map(|one| derived.numbers(one)).collect();
        let mut lines = Self {
            terms: derived.terms(&law.terms),
            derived,
            numbers,
            theory: Theory::new(system.system().clone(), limits).ok()?,
            system,
            law,
            positions,
            ends,
            atoms: Vec::new(),
        };
        for atom in lines.tried() {
            let holds = lines.holds(&atom);
            if !lines.atoms.iter().any(|one| one.1 == holds) {
                lines.atoms.push((atom, holds));
            }
        }
        Some(lines)
    }

    fn holds(&self, atom: &Atom) -> Vec<bool> {
        let system = self.system.system();
        self.numbers
            .iter()
            .map(|numbers| atom.holds(system, numbers))
            .collect()
    }

    /// The statements that are tried for every set, the plainest first.
    fn tried(&self) -> Vec<Atom> {
        let (tracks, count) = (self.law.tracks.len(), self.derived.count());
        let binary = matches!(self.system.system(), System::Base(base) if base.digits() == 2);
        let all: Vec<usize> = (0..tracks).collect();
        let mut atoms = match tracks {
            1 => Vec::new(),
            _ => vec![Atom::AtMost(all.clone(), 0)],
        };
        for i in 0..tracks {
            atoms.extend((0..4).map(|number| Atom::Is(i, number)));
        }
        for i in 0..tracks {
            for j in (0..tracks).filter(|j| *j != i) {
                for more in 0..3 {
                    atoms.extend([Atom::Equal(i, j, more), Atom::Less(i, j, more)]);
                }
            }
        }
        for i in 0..tracks {
            let odd = |left| Atom::Remainder {
                of: i,
                by: 2,
                left: vec![left],
                from: 0,
                below: Vec::new(),
            };
            atoms.extend([odd(0), odd(1), Atom::OddZeros(i), Atom::BelowPlace(i)]);
            atoms.extend(
                (0..tracks)
                    .filter(|j| *j != i)
                    .map(|j| Atom::LessThanLast(i, j)),
            );
        }
        atoms.push(Atom::AtMost(all, 1));
        atoms.extend(self.of_derived(tracks, count));
        if binary && tracks <= 8 {
            let subsets = 1u32..1 << tracks;
            let mut subsets: Vec<Vec<usize>> = subsets
                .map(|set| (0..tracks).filter(|track| set >> track & 1 == 1).collect())
                .filter(|set: &Vec<usize>| set.len() > 1 || tracks > 2)
                .collect();
            subsets.sort_by_key(|set| tracks - set.len());
            for last in [None, Some(1), Some(2), Some(3)] {
                atoms.extend(subsets.iter().map(|set| Atom::NimSum(set.clone(), last)));
            }
        }
        atoms
    }

    /// Statements about the numbers that are made of the tracks, and less plain ones about the
    /// tracks.
    fn of_derived(&self, tracks: usize, count: usize) -> Vec<Atom> {
        let mut atoms = Vec::new();
        for of in 0..count {
            let made = of >= tracks;
            atoms.extend((0..8).filter(|n| made || *n > 3).map(|n| Atom::Is(of, n)));
            atoms.extend((1..6).map(|n| Atom::AtMost(vec![of], n)));
            let remainders = (2..7).flat_map(|by| (0..by).map(move |rest| (by, vec![rest])));
            let two = [
                (3, vec![0, 1]),
                (3, vec![0, 2]),
                (3, vec![1, 2]),
                (4, vec![0, 1]),
            ];
            let two = two
                .into_iter()
                .chain([(4, vec![0, 3]), (4, vec![1, 2]), (4, vec![2, 3])]);
            atoms.extend(remainders.chain(two).map(|(by, left)| Atom::Remainder {
                of,
                by,
                left,
                from: 0,
                below: Vec::new(),
            }));
            if made {
                atoms.extend([Atom::OddZeros(of), Atom::BelowPlace(of)]);
            }
        }
        for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
            if a == b {
                continue;
            }
            for (times, by) in [(1, 1), (1, 2), (1, 3), (2, 3)] {
                // What comparisons of two tracks say already; and that the largest is the least.
                let told = match (times == by, a < tracks, b < tracks) {
                    (true, true, true) => 2,
                    (true, false, false) => 1,
                    _ => 0,
                };
                let more = told..3;
                atoms.extend(more.map(|more| Atom::Within(times, a, by, b, more)));
            }
            if self.system.system().name() == "Zeckendorf" && a < tracks && b < tracks {
                atoms.push(Atom::Golden(a, b));
            }
        }
        atoms
    }

    /// A line of the set of positions that end in these states: a statement, or two, without
    /// exceptions or with a few.
    pub fn line(&self, states: &[bool]) -> Option<Statement> {
        let wanted: Vec<bool> = self.ends.iter().map(|state| states[*state]).collect();
        let set = self.of_states(states)?;
        if set.is_empty() {
            return Some(Statement::Constant(false));
        }
        let domain: Vec<bool> = self.law.says.iter().map(|says| !says.is_empty()).collect();
        let domain = self.of_states(&domain)?;
        if set == domain {
            return Some(Statement::Constant(true));
        }
        let of_tracks = (0..self.law.tracks.len()).filter_map(|of| self.remainder(of, &wanted));
        let remainders: Vec<_> = of_tracks.map(|atom| (self.holds(&atom), atom)).collect();
        let mut decided = 0;
        'joined: for exceptions in [0, EXCEPTIONS] {
            let alone = self.atoms.iter().map(|(atom, holds)| (atom, holds));
            let alone = alone.chain(remainders.iter().map(|(holds, atom)| (atom, holds)));
            let alone = alone.map(|one| (one, None));
            let pairs = self.atoms.iter().enumerate().flat_map(|(at, (a, of_a))| {
                self.atoms[..at].iter().flat_map(move |(b, of_b)| {
                    let both = [((b, of_b), (a, of_a)), ((a, of_a), (b, of_b))];
                    both.into_iter().flat_map(|(first, second)| {
                        Join::ALL.map(|join| (first, Some((join, second))))
                    })
                })
            });
            for ((first, of_first), second) in alone.chain(pairs) {
                let holds = |at: usize| match second {
                    None => of_first[at],
                    Some((join, (_, of_second))) => join.of(of_first[at], of_second[at]),
                };
                let Some(except) = self.exceptions(&wanted, &holds, exceptions) else {
                    continue;
                };
                decided += 1;
                if decided > DECIDED {
                    break 'joined;
                }
                let second = second.map(|(join, (atom, _))| (join, atom));
                if self
                    .automaton((first, second), &except, &domain)
                    .is_some_and(|line| line == set)
                {
                    return Some(self.says((first, second), &except, &wanted));
                }
            }
        }
        self.listed(&wanted, &remainders, (&set, &domain))
    }

    /// A line that is a list of decisions.
    fn listed(
        &self,
        wanted: &[bool],
        remainders: &[(Vec<bool>, Atom)],
        (set, domain): (&Dfa, &Dfa),
    ) -> Option<Statement> {
        let own = self.atoms.iter().map(|(atom, holds)| (atom, holds));
        let more = remainders.iter().map(|(holds, atom)| (atom, holds));
        let atoms: Vec<(&Atom, &Vec<bool>)> = own.chain(more).collect();
        let bits = |all: &[bool]| Bits::of(all.iter().copied());
        let holds: Vec<Bits> = atoms.iter().map(|(_, holds)| bits(holds)).collect();
        let all = Bits::of(wanted.iter().map(|_| true));
        let found = lists(&bits(wanted), &all, &holds);
        let is_set = |list: &List| {
            let line = self.of_list(list, &atoms, domain);
            line.is_some_and(|line| line == *set)
        };
        let mut list = found.into_iter().find(is_set)?;
        // What settles most may be asked for nothing.
        let mut at = 0;
        while at < list.asked.len() {
            let mut shorter = list.clone();
            shorter.asked.remove(at);
            match is_set(&shorter) {
                true => list = shorter,
                false => at += 1,
            }
        }
        Some(self.told_list(&list, &atoms))
    }

    /// The automaton of a list of decisions, within the positions.
    fn of_list(&self, list: &List, atoms: &[(&Atom, &Vec<bool>)], domain: &Dfa) -> Option<Dfa> {
        let limits = self.theory.limits();
        let holds = |at: usize, is: bool| {
            let dfa = self.derived.automaton(atoms[at].0, &self.theory).ok()?;
            domain.product(&dfa, |all, so| all && so == is, limits).ok()
        };
        let mut line = match list.last {
            Last::All(true) => domain.clone(),
            Last::All(false) => domain.product(domain, |_, _| false, limits).ok()?,
            Last::One(at, is) => holds(at, is)?,
        };
        for (at, is, so) in list.asked.iter().rev() {
            let asked = holds(*at, *is)?;
            line = match so {
                true => asked.or(&line, limits),
                false => line.product(&asked, |line, asked| line && !asked, limits),
            }
            .ok()?;
        }
        Some(line)
    }

    /// A list of decisions as a statement.
    fn told_list(&self, list: &List, atoms: &[(&Atom, &Vec<bool>)]) -> Statement {
        let says = |at: usize, is: bool| {
            let statement = atoms[at].0.statement(self.system.system(), &self.terms);
            if is { statement } else { statement.opposite() }
        };
        let last = match list.last {
            Last::All(all) => Statement::Constant(all),
            Last::One(at, is) => says(at, is),
        };
        let asked = list.asked.iter().rev();
        asked.fold(last, |rest, (at, is, so)| match (so, rest) {
            (true, Statement::Constant(false)) => says(*at, *is),
            (true, rest) => says(*at, *is).or(rest),
            (false, Statement::Constant(true)) => says(*at, !is),
            (false, rest) => says(*at, !is).and(rest),
        })
    }

    /// The positions where a line is wrong, where these are few, and none but small ones.
    fn exceptions(
        &self,
        wanted: &[bool],
        holds: &dyn Fn(usize) -> bool,
        most: usize,
    ) -> Option<Vec<usize>> {
        let mut wrong = Vec::new();
        for (at, wanted) in wanted.iter().enumerate() {
            if holds(at) != *wanted {
                wrong.push(at);
                if wrong.len() > most || self.positions[at].iter().any(|n| *n > SMALL) {
                    return None;
                }
            }
        }
        Some(wrong)
    }

    /// The automaton of a line with exceptions, within the positions.
    fn automaton(
        &self,
        (first, second): (&Atom, Option<(Join, &Atom)>),
        except: &[usize],
        domain: &Dfa,
    ) -> Option<Dfa> {
        let (tracks, limits) = (self.law.tracks.len(), self.theory.limits());
        let mut line = self.derived.automaton(first, &self.theory).ok()?;
        if let Some((join, second)) = second {
            let second = self.derived.automaton(second, &self.theory).ok()?;
            line = line.product(&second, |a, b| join.of(a, b), limits).ok()?;
        }
        for at in except {
            let numbers = self.positions[*at].iter().enumerate();
            let mut point = domain.clone();
            for (of, number) in numbers {
                let one = Atom::Is(of, *number).automaton(&self.theory, tracks).ok()?;
                point = point.and(&one, limits).ok()?;
            }
            line = line.xor(&point, limits).ok()?;
        }
        line.and(domain, limits).ok()
    }

    /// A line as a statement.
    fn says(
        &self,
        (first, second): (&Atom, Option<(Join, &Atom)>),
        except: &[usize],
        wanted: &[bool],
    ) -> Statement {
        let terms = &self.law.terms;
        let words = |atom: &Atom| atom.statement(self.system.system(), &self.terms);
        let mut line = match second {
            None => words(first),
            Some((join, second)) => join.statement(words(first), words(second)),
        };
        let point = |at: usize| {
            let each = terms.iter().zip(&self.positions[at]);
            let equal = |(term, number): (&Term, &u64)| {
                let number = Term::Number((*number).into());
                Statement::Compare(Relation::Equal, term.clone(), number)
            };
            Statement::all(each.map(equal))
        };
        let (more, less): (Vec<usize>, Vec<usize>) = except.iter().partition(|at| wanted[**at]);
        for at in more {
            line = line.or(point(at));
        }
        for at in less {
            line = line.and(point(at).negate());
        }
        line
    }

    /// The minimal automaton of the positions that end in these states.
    fn of_states(&self, states: &[bool]) -> Option<Dfa> {
        let digits = vec![self.theory.system().digits(); self.law.tracks.len()];
        let table = self.law.next.concat();
        let limits = self.theory.limits();
        let all = Dfa::new(digits, table, states.to_vec(), 0, limits).ok()?;
        all.minimised(limits).ok()
    }

    /// The least modulus by which one track decides the set, from as early on as it can be.
    fn remainder(&self, of: usize, wanted: &[bool]) -> Option<Atom> {
        let at = |number: u64| -> Option<bool> {
            let mut all = self
                .positions
                .iter()
                .zip(wanted)
                .filter(|(one, _)| one[of] == number);
            let first = *all.next()?.1;
            all.all(|(_, one)| *one == first).then_some(first)
        };
        let last = self.positions.iter().map(|one| one[of]).max()?;
        let all: Vec<bool> = (0..=last).map(at).collect::<Option<_>>()?;
        let repeats = |by: u64| {
            let by = by as usize; // small
            let broken = (0..all.len().saturating_sub(by))
                .rev()
                .find(|n| all[*n] != all[n + by]);
            let from = broken.map_or(0, |n| n + 1);
            (from <= all.len() / 2 && from + 3 * by <= all.len()).then_some(from)
        };
        let (by, from) = (1..=MODULUS).find_map(|by| Some((by, repeats(by)? as u64)))?;
        let numbers =
            |range: std::ops::Range<u64>| range.filter(|n| all[*n as usize]).collect::<Vec<_>>();
        let mut left: Vec<u64> = numbers(from..from + by).iter().map(|n| n % by).collect();
        left.sort_unstable();
        Some(Atom::Remainder {
            of,
            by,
            left,
            from,
            below: numbers(0..from),
        })
    }
}
