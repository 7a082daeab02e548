//! A search for functionals that every move shifts: linear algebra over the exact values of small
//! boards.

use std::cell::Cell;
use std::collections::HashSet;

use whowins_analysis::Stuck;
use whowins_analysis::board::Board;
use whowins_verify::rows::{Functional, Last, Lines, Tail, Tails};
use whowins_verify::{Budget, Claim, Law, Why};

use super::linear::Equations;
use super::samples::{Sample, samples};
use crate::{Explanation, Finder, Finding, Says, Search};

/// Laws of boards by a functional.
pub(crate) struct FunctionalFinder;

/// Moduli other than 2, which are tried with all shifts of the rules.
const MODULI: [u64; 2] = [3, 5];
/// More ways to shift than these are not tried for a modulus.
const SHIFTS: u64 = 64;
/// With weights of pairs, more classes of cells than these are not tried.
const LINE_CLASSES: u64 = 4;
/// More classes of cells than these are not tried.
const CLASSES: u64 = 12;
/// Entries of equations looked at in one search, so that the other kinds of law get their time.
const STEPS: u64 = 1 << 24;
/// Steps of the verifier, over all candidates of one search.
const CHECKS: u64 = 1 << 28;

impl Finder for FunctionalFinder {
    fn kind(&self) -> &'static str {
        "functional"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let Some(board) = search.game.board() else {
            return Finding::Foreign("the positions aren't rows or boards".into());
        };
        if !search.compiled.open.is_empty()
            || !search.game.ending.goals.is_empty()
            || search.game.ending.stuck == Stuck::Draws
        {
            return Finding::Foreign(
                "the rules have goals, open parameters, or draws where a player cannot move".into(),
            );
        }
        if whowins_analysis::derive::board_fall(board).is_none() {
            return Finding::Foreign(
                "it is not known that play ends: no weights of symbols and no order of cells and symbols are lowered by every rule".into(),
            );
        }
        let samples = match samples(search.game, board, search.limits) {
            Ok(Some(samples)) if !samples.is_empty() => samples,
            Ok(_) => return Finding::Foreign("small boards have draws".into()),
            Err(error) => return Finding::Stopped(error),
        };
        let mut seen = None;
        let steps = Steps(Cell::new(STEPS));
        let budget = Budget::of(CHECKS).within(&search.limits.budget);
        for tails in all_tails(board.row) {
            if let Err(error) = search.limits.check() {
                return Finding::Stopped(error);
            }
            if steps.are_spent() {
                break;
            }
            let pairs = by_lines(board, tails, &samples, &steps);
            let cells = solutions(board, tails, &samples, &steps);
            for law in cells.into_iter().chain(pairs) {
                match accepted(search, board, &law, &budget) {
                    Some(law) => {
                        let explanation = Explanation {
                            formula: None,
                            source: "outcomes read off an invariant (parity arguments are folklore). A labelling is the outcome if each \
                                     win, and no loss, has a move to a loss (von Neumann and Morgenstern 1944)"
                                .into(),
                            found: format!(
                                "linear equations modulo {} over {} boards of up to {} cells; {} classes of cells",
                                law.modulus,
                                samples.len(),
                                samples.iter().map(|one| one.cells.len()).max().unwrap_or(0),
                                law.weights[0].len()
                            ),
                        };
                        return Finding::Law(Box::new(Law::Functional(law)), explanation);
                    }
                    None => seen = seen.or(Some(law)),
                }
            }
        }
        match seen {
            Some(law) => Finding::Observed {
                pattern: format!(
                    "a functional modulo {} gives the outcome, but it is not shown for all sizes: {}",
                    law.modulus,
                    law.statement(search.game)
                ),
                up_to: format!("{} small boards", samples.len()),
            },
            None if steps.are_spent() => Finding::Nothing(format!(
                "no weights by symbol and distances from the edges give the outcomes of {} small boards, within {STEPS} steps of linear algebra, the simplest weights first",
                samples.len()
            )),
            None => Finding::Nothing(format!(
                "no weights by symbol and distances from the edges, in up to {CLASSES} classes, give the outcomes of {} \
                 small boards modulo 2, 3 or 5",
                samples.len()
            )),
        }
    }
}

/// What is left of the linear algebra of a search; a count, so that what is found does not depend
/// on the clock.
struct Steps(Cell<u64>);

impl Steps {
    /// `None` once they are spent.
    fn take(&self, steps: usize) -> Option<()> {
        self.0.set(self.0.get().saturating_sub(steps as u64));
        (!self.are_spent()).then_some(())
    }

    fn are_spent(&self) -> bool {
        self.0.get() == 0
    }
}

/// The law as the verifier accepts it, with the reading order that its argument needs.
fn accepted(
    search: &Search<'_>,
    board: &Board,
    law: &Functional,
    budget: &Budget,
) -> Option<Functional> {
    let accepts = |law: &Functional| law.check(search.game, budget);
    if board.row || law.lines.is_some() {
        return accepts(law).is_ok().then(|| law.clone());
    }
    let blanks = (0..board.alphabet.len()).filter(|s| law.weights[*s].iter().all(|w| *w == 0));
    for blank in blanks {
        for order in 0..8 {
            let law = Functional {
                last: Some(Last {
                    blank: blank as u8,
                    by_rows: order & 1 == 0,
                    downwards: order & 2 == 0,
                    rightwards: order & 4 == 0,
                }),
                ..law.clone()
            };
            match accepts(&law) {
                Ok(_) => return Some(law),
                Err(rejection) if rejection.why == Why::False => {}
                Err(_) => return None,
            }
        }
    }
    None
}

/// Ways to tell cells apart, the simplest first.
fn all_tails(row: bool) -> Vec<Tails> {
    let one_side = |most: u64| -> Vec<Tail> {
        let all =
            (0..=2).flat_map(|preperiod| (1..=6).map(move |period| Tail { preperiod, period }));
        all.filter(|tail| tail.classes() <= most).collect()
    };
    let across = one_side(if row { 6 } else { 3 });
    let along = if row { vec![Tail::BLIND] } else { one_side(3) };
    let mut all = Vec::new();
    for up in &along {
        for down in &along {
            for left in &across {
                for right in &across {
                    let tails = Tails {
                        up: *up,
                        down: *down,
                        left: *left,
                        right: *right,
                    };
                    all.push(tails);
                }
            }
        }
    }
    all.retain(|tails| classes(tails) <= CLASSES);
    all.sort_by_key(classes);
    all
}

fn classes(tails: &Tails) -> u64 {
    [tails.up, tails.down, tails.left, tails.right]
        .iter()
        .map(|tail| tail.classes())
        .product()
}

/// Functionals that agree with the samples.
fn solutions(board: &Board, tails: Tails, samples: &[Sample], steps: &Steps) -> Vec<Functional> {
    let mut laws = Vec::new();
    let symbols = board.alphabet.len();
    for blank in 0..symbols {
        let unknowns = Unknowns::new(tails, symbols, blank);
        for flipped in [false, true] {
            laws.extend(parity(&unknowns, flipped, samples, steps));
        }
        for modulus in MODULI {
            laws.extend(shifted(board, &unknowns, modulus, samples, steps));
        }
        if !laws.is_empty() {
            break;
        }
    }
    laws
}

/// The weights sought: one a symbol that is not blank and a class.
struct Unknowns {
    tails: Tails,
    classes: usize,
    symbols: usize,
    blank: usize,
}

impl Unknowns {
    fn new(tails: Tails, symbols: usize, blank: usize) -> Self {
        Self {
            tails,
            classes: classes(&tails) as usize,
            symbols,
            blank,
        }
    }

    fn count(&self) -> usize {
        (self.symbols - 1) * self.classes
    }

    /// Adds the cells of a board, `times` each, to the coefficients.
    fn add(&self, row: &mut [u64], times: u64, modulus: u64, size: (usize, usize), cells: &[u8]) {
        let (rows, columns) = size;
        for (at, symbol) in cells.iter().enumerate() {
            let symbol = usize::from(*symbol);
            if symbol == self.blank {
                continue;
            }
            let (down, right) = (at / columns, at % columns);
            let distances = [down, rows - 1 - down, right, columns - 1 - right];
            let class = self.class(distances.map(|distance| distance as u64));
            let unknown = (symbol - usize::from(symbol > self.blank)) * self.classes + class;
            row[unknown] = (row[unknown] + times) % modulus;
        }
    }

    fn class(&self, distances: [u64; 4]) -> usize {
        let tails = [
            self.tails.up,
            self.tails.down,
            self.tails.left,
            self.tails.right,
        ];
        tails
            .iter()
            .zip(distances)
            .fold(0, |class, (tail, distance)| {
                class * tail.classes() as usize + tail.class(distance) as usize
            })
    }

    fn law(&self, modulus: u64, solution: &[u64], wins: Vec<[bool; 2]>) -> Functional {
        let of = |symbol: usize| match symbol.cmp(&self.blank) {
            std::cmp::Ordering::Equal => vec![0; self.classes],
            order => {
                let at = symbol - usize::from(order.is_gt());
                solution[at * self.classes..(at + 1) * self.classes].to_vec()
            }
        };
        Functional {
            modulus,
            tails: self.tails,
            weights: (0..self.symbols).map(of).collect(),
            wins,
            last: None,
            lines: None,
        }
    }
}

/// Modulo 2, the value is the outcome itself, or its opposite.
fn parity(
    unknowns: &Unknowns,
    flipped: bool,
    samples: &[Sample],
    steps: &Steps,
) -> Option<Functional> {
    let mut equations = Equations::new(2, unknowns.count());
    for sample in samples {
        if sample.wins[0] != sample.wins[1] {
            return None;
        }
        steps.take(unknowns.count() + sample.cells.len())?;
        let mut row = vec![0; unknowns.count() + 1];
        unknowns.add(&mut row, 1, 2, (sample.rows, sample.columns), &sample.cells);
        row[unknowns.count()] = u64::from(sample.wins[0] != flipped);
        if !equations.add(row) {
            return None;
        }
    }
    Some(unknowns.law(2, &equations.solution(), vec![[flipped; 2], [!flipped; 2]]))
}

/// On boards, modulo 2: sums over pairs of cells in one row, or in one column, besides those over
/// cells.
fn by_lines(board: &Board, tails: Tails, samples: &[Sample], steps: &Steps) -> Vec<Functional> {
    let unknowns = Unknowns::new(tails, board.alphabet.len(), 0);
    if board.row || unknowns.classes as u64 > LINE_CLASSES {
        return Vec::new();
    }
    let both = [false, true].into_iter();
    both.filter_map(|columns| line_parity(&unknowns, columns, samples, steps))
        .collect()
}

fn line_parity(
    unknowns: &Unknowns,
    columns: bool,
    samples: &[Sample],
    steps: &Steps,
) -> Option<Functional> {
    let symbols = unknowns.symbols;
    let (cells, all) = (unknowns.count(), unknowns.count() + symbols * symbols);
    let mut equations = Equations::new(2, all);
    for sample in samples {
        if sample.wins[0] != sample.wins[1] {
            return None;
        }
        steps.take(all + sample.cells.len() * sample.cells.len() / 2)?;
        let mut row = vec![0; all + 1];
        unknowns.add(&mut row, 1, 2, (sample.rows, sample.columns), &sample.cells);
        let line = |at: usize| {
            if columns {
                at % sample.columns
            } else {
                at / sample.columns
            }
        };
        for (at, first) in sample.cells.iter().enumerate() {
            for (after, later) in sample.cells.iter().enumerate().skip(at + 1) {
                if line(at) == line(after) {
                    row[cells + usize::from(*first) * symbols + usize::from(*later)] ^= 1;
                }
            }
        }
        row[all] = u64::from(sample.wins[0]);
        if !equations.add(row) {
            return None;
        }
    }
    let solution = equations.solution();
    let pairs = solution[cells..]
        .chunks(symbols)
        .map(<[u64]>::to_vec)
        .collect();
    Some(Functional {
        lines: Some(Lines { columns, pairs }),
        ..unknowns.law(2, &solution[..cells], vec![[false; 2], [true; 2]])
    })
}

/// Modulo another prime, each rule shifts by an amount of its own; all amounts are tried.
fn shifted(
    board: &Board,
    unknowns: &Unknowns,
    modulus: u64,
    samples: &[Sample],
    steps: &Steps,
) -> Option<Functional> {
    let rules = board.moves.len();
    let ways = (modulus - 1)
        .checked_pow(rules as u32)
        .filter(|ways| *ways <= SHIFTS)?;
    // The amounts are unknowns too, the last ones, and none of them is 0; most places shift alike.
    let cells = unknowns.count();
    let mut equations = Equations::new(modulus, cells + rules);
    let mut known = HashSet::new();
    for sample in samples {
        let size = (sample.rows, sample.columns);
        for (rule, to) in sample.moves.iter().flatten() {
            steps.take(cells + 2 * to.len())?;
            let mut row = vec![0; cells + rules + 1];
            unknowns.add(&mut row, modulus - 1, modulus, size, &sample.cells);
            unknowns.add(&mut row, 1, modulus, size, to);
            row[cells + rule] = modulus - 1;
            if known.insert(row.clone()) {
                equations.add(row);
                if (cells..cells + rules).any(|amount| equations.is_zero(amount)) {
                    return None;
                }
            }
        }
    }
    (0..ways).find_map(|way| {
        let amount = |rule: usize| way / (modulus - 1).pow(rule as u32) % (modulus - 1) + 1;
        let amounts: Vec<u64> = (0..rules).map(amount).collect();
        let mut solution = equations.solution_with(&amounts)?;
        solution.truncate(cells);
        let mut wins = vec![[None; 2]; modulus as usize];
        for sample in samples {
            let mut row = vec![0; unknowns.count() + 1];
            unknowns.add(
                &mut row,
                1,
                modulus,
                (sample.rows, sample.columns),
                &sample.cells,
            );
            let value: u64 = row.iter().zip(&solution).map(|(a, b)| a * b).sum();
            let known = &mut wins[(value % modulus) as usize];
            for (known, truth) in known.iter_mut().zip(sample.wins) {
                if *known.get_or_insert(truth) != truth {
                    return None;
                }
            }
        }
        let wins = wins
            .into_iter()
            .map(|wins| wins.map(|wins| wins.unwrap_or(false)));
        Some(unknowns.law(modulus, &solution, wins.collect()))
    })
}
