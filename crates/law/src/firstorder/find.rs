//! The finder: several numeration systems, with more and more states.

use whowins_analysis::Game;
use whowins_analysis::paths::{Layout, Path, Paths, Refusal};
use whowins_automata::{Moore, NumerationSystem, System, Unlearned};
use whowins_engine::EngineError;
use whowins_verify::firstorder::{FirstOrder, Kernel, Weights, multiples, term};
use whowins_verify::{Budget, Law, Rejection, Why};

use super::falling::falling;
use super::learner::{Label, Learner, Trouble, labels};
use super::oracle::Oracle;
use super::shapes::{above, lengths, named};
use crate::automatic::numerals::Numerals;
use crate::lines::wording;
use crate::reading::of_law;
use crate::{Explanation, Finder, Finding, Says, Search};

/// Finds laws of kind `first-order`.
pub(crate) struct FirstOrderFinder;

/// States allowed in one round of attempts after the other, with how many small positions may be
/// decided.
const ROUNDS: [(usize, usize); 4] = [(16, 1 << 17), (60, 1 << 20), (200, 1 << 22), (500, 1 << 24)];
/// The systems that are tried for every game, after those that its divisors suggest.
const SYSTEMS: [&str; 6] = [
    "base 2",
    "Zeckendorf",
    "base 3",
    "base 5",
    "base 7",
    "base 10",
];
/// So many of these are tried in the first round.
const LIKELY: usize = 2;
/// Systems with more letters than this are not tried.
const LETTERS: usize = 1 << 10;
/// The bounds of the exact check's automata.
const STEPS: usize = 1 << 28;

/// One numeration system and what came of it.
struct Attempt<'a> {
    system: Numerals,
    /// There once it was tried: its automata of the moves may be large.
    learner: Option<Learner<'a>>,
    over: Option<String>,
    least: usize,
}

/// One layout of the game's positions.
struct Chart<'a> {
    game: &'a Game,
    limits: &'a whowins_automata::Limits,
    oracle: Oracle<'a>,
    layout: &'a Layout,
    falls: Vec<Weights>,
    attempts: Vec<Attempt<'a>>,
}

impl Finder for FirstOrderFinder {
    fn kind(&self) -> &'static str {
        "first-order"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        match attempt(search) {
            Ok(finding) => finding,
            Err(rejection) => match rejection.why {
                Why::Budget if search.limits.budget.over().is_some() => {
                    Finding::Stopped(over(search))
                }
                Why::Budget => Finding::Nothing(rejection.to_string()),
                _ => Finding::Foreign(rejection.to_string()),
            },
        }
    }
}

fn over(search: &Search<'_>) -> EngineError {
    let error = search.limits.check().err();
    error.unwrap_or(EngineError::Stopped)
}

fn attempt(search: &Search<'_>) -> Result<Finding, Rejection> {
    let foreign = |why: &str| Ok(Finding::Foreign(why.into()));
    if !search.compiled.open.is_empty() {
        return foreign("a parameter is left open");
    }
    if search.game.numbers().is_none() && search.game.program().is_none() {
        return foreign("positions are not made of numbers");
    }
    if crate::automatic::takes(search) {
        return foreign(
            "moves are vectors and rays, on which laws of kind `automatic` are looked for",
        );
    }
    let game = term(search.game);
    if let Some(moves) = multiples(&game) {
        return Ok(super::multiples::find(search, moves));
    }
    let states = named(search);
    let Some(lengths) = lengths(search.game, &states) else {
        return foreign("the rules do not say how many numbers a position has; name one with --at");
    };
    let lengths: Vec<usize> = std::iter::once(1).chain(lengths).collect();
    let work = &search.limits.budget;
    let budget = Budget::default().within(work);
    let layout = Layout::new(&game, &lengths, &[]).map_err(refused)?;
    let limits = whowins_automata::Limits {
        max_steps: STEPS,
        ..whowins_automata::Limits::default()
    }
    .within(work);
    let kernel = |system: System, layout| {
        let paths = Paths::new(&game, layout, work);
        Kernel::new(system, &paths, layout, &limits, &budget)
    };
    let Some(binary) = System::named("base 2") else {
        return foreign("there is no base 2");
    };
    let plain = kernel(binary.clone(), &layout)?;
    let (systems, likely) = systems(&plain, layout.tracks());
    let ordered = above(&plain, &states)?;
    let ordered = match ordered.iter().any(Option::is_some) {
        true => Layout::new(&game, &lengths, &ordered).ok(),
        false => None,
    };
    let mut charts = Vec::new();
    for layout in std::iter::once(&layout).chain(&ordered) {
        let first = kernel(binary.clone(), layout)?;
        let Some(falls) = falling(&first, &game)? else {
            continue;
        };
        let attempts = systems.iter().map(|system| Attempt {
            system: system.clone(),
            learner: None,
            over: None,
            least: 0,
        });
        let attempts = attempts.collect();
        charts.push(Chart {
            game: search.game,
            limits: &limits,
            oracle: Oracle::new(&game, layout, work),
            layout,
            falls,
            attempts,
        });
    }
    if charts.is_empty() {
        return Ok(Finding::Nothing(
            "no sums of the numbers were found of which one falls with every move, so it is not shown that play ends".into(),
        ));
    }
    for (round, (most, positions)) in ROUNDS.into_iter().enumerate() {
        for chart in &mut charts {
            chart.oracle.allow(positions);
            let attempts = chart.attempts.len();
            for at in 0..if round == 0 {
                likely.min(attempts)
            } else {
                attempts
            } {
                if let Some(over) = search.limits.check().err() {
                    return Ok(Finding::Stopped(over));
                }
                if let Some(finding) = chart.round(at, most, &kernel)? {
                    return Ok(finding);
                }
            }
        }
    }
    Ok(Finding::Nothing(report(&charts)))
}

/// The systems to try: bases of what the rules divide by first; and how many of them are tried in
/// the first round.
fn systems(kernel: &Kernel<'_>, tracks: usize) -> (Vec<Numerals>, usize) {
    let mut bases: Vec<u8> = Vec::new();
    for (_, path) in kernel.paths() {
        for (unknown, times) in path.constraints.iter().flat_map(|one| &one.form().terms) {
            let base = u8::try_from(times)
                .ok()
                .filter(|base| (3..=10).contains(base));
            // A quotient is an unknown with the divisor as its coefficient.
            if let Some(base) = base.filter(|base| *unknown >= tracks && !bases.contains(base)) {
                bases.push(base);
            }
        }
    }
    let digits = |path: &Path| !path.digits.is_empty();
    if kernel.paths().iter().any(|(_, path)| digits(path)) {
        // Binary digits are read in base 2 alone.
        return (Numerals::named("base 2").into_iter().collect(), 1);
    }
    let of_rules = bases.iter().map(|base| format!("base {base}"));
    let mut names: Vec<String> = of_rules.collect();
    let likely = names.len() + LIKELY;
    for name in SYSTEMS {
        if !names.iter().any(|one| one == name) {
            names.push(name.into());
        }
    }
    let systems = names.iter().filter_map(|name| Numerals::named(name));
    let few = |system: &Numerals| {
        let letters = u32::try_from(tracks).ok();
        let letters = letters.and_then(|tracks| system.radix().checked_pow(tracks));
        letters.is_some_and(|letters| letters <= LETTERS)
    };
    (systems.filter(few).collect(), likely)
}

pub(crate) fn refused(refusal: Refusal) -> Rejection {
    match refusal {
        Refusal::Foreign(why) => Rejection::rules(why),
        Refusal::Over(_) => Rejection::budget("the time ran out"),
    }
}

impl<'a> Chart<'a> {
    /// One attempt with at most so many states; a finding where it ends the search.
    fn round(
        &mut self,
        at: usize,
        most: usize,
        kernel: &dyn Fn(System, &'a Layout) -> Result<Kernel<'a>, Rejection>,
    ) -> Result<Option<Finding>, Rejection> {
        let attempt = &mut self.attempts[at];
        if attempt.over.is_some() {
            return Ok(None);
        }
        let system = &attempt.system;
        let learner = match &mut attempt.learner {
            Some(learner) => learner,
            none => {
                let kernel = kernel(system.system().clone(), self.layout)?;
                none.insert(Learner::new(system.clone(), kernel))
            }
        };
        let (found, least) = learner.learn(most, &mut self.oracle);
        attempt.least = attempt.least.max(least);
        let over = match found {
            Ok(found) => {
                let (system, checks) = (learner.system.clone(), learner.checks);
                return Ok(Some(self.law(&system, checks, &found)));
            }
            Err(Unlearned::TooManyStates { .. }) => None,
            Err(Unlearned::NoCounterexample(_)) => Some(Trouble::Discord.says()),
            Err(Unlearned::Oracle(trouble)) => match (trouble.is_over(), &trouble) {
                (Some(error), _) => return Ok(Some(Finding::Stopped(error))),
                // More positions may be decided in the next round.
                (None, Trouble::Silent(_)) => None,
                (None, _) => Some(trouble.says()),
            },
        };
        attempt.over = over;
        Ok(None)
    }

    fn law(&self, numerals: &Numerals, checks: usize, found: &Moore<Label>) -> Finding {
        let labels = labels(found);
        let letter = |sign: &i8| match sign {
            1 => 'F',
            0 => 'D',
            _ => 'S',
        };
        let system = numerals.system().name();
        let mut explanation = Explanation {
            formula: None,
            source: "Linear arithmetic decided by automata: Büchi 1960, Bruyère and Hansel 1997; automata learned from questions: Angluin 1987; games by such \
                     formulas: Mignoty, Renard, Rigo and Whiteland 2025."
                .into(),
            found: format!(
                "{} states over {system} digits; {} positions solved, {} proofs tried",
                found.outputs.len(),
                self.oracle.asked(),
                checks
            ),
        };
        let above = self.layout.above();
        let law = FirstOrder {
            lengths: self.layout.lengths()[1..].to_vec(),
            above: match above.iter().any(Option::is_some) {
                true => above.to_vec(),
                false => Vec::new(),
            },
            system,
            falls: self.falls.clone(),
            next: labels.next,
            says: labels
                .says
                .iter()
                .map(|says| says.iter().map(letter).collect())
                .collect(),
        };
        let law = Law::FirstOrder(law);
        let words = of_law(&law, self.game).and_then(|law| wording(&law, self.limits));
        explanation.formula = words.map(|words| words.to_string());
        Finding::Law(Box::new(law), explanation)
    }
}

/// What was tried.
fn report(charts: &[Chart<'_>]) -> String {
    let each = charts
        .iter()
        .flat_map(|chart| &chart.attempts)
        .map(|attempt| {
            let system = attempt.system.system().name();
            match &attempt.over {
                Some(why) => format!("{system}: {why}"),
                None => format!("{system}: {} states or more", attempt.least),
            }
        });
    let each: Vec<String> = each.collect();
    format!("no automaton was found ({})", each.join("; "))
}
