//! The finder of automata: several numeration systems side by side, with more and more states.

use whowins_analysis::Stuck;
use whowins_analysis::derive::{falling, rays};
use whowins_automata::{Moore, NumerationSystem, System, Unlearned};
use whowins_engine::EngineError;
use whowins_verify::automatic::Automatic;
use whowins_verify::{Automaton, Law};

use super::apart::{Pair, pairs};
use super::kernel::expressible;
use super::learner::{Label, Lattice, Learner, Trouble};
use super::numerals::Numerals;
use super::oracle::{Oracle, Silence};
use super::pair::{known_form, metallic_system, pattern};
use super::slope;
use crate::{Explanation, Finder, Finding, Says, Search};

/// Finds automata that read the digits of all coordinates.
pub(super) struct Digits;

/// States allowed in one round of attempts after the other, with what one of the engine's tables
/// may cost in moves looked at.
const ROUNDS: [(usize, u64); 4] = [(24, 1 << 18), (80, 1 << 22), (240, 1 << 24), (600, 1 << 26)];
/// The systems that are tried for every game.
const SYSTEMS: [&str; 5] = ["base 2", "Zeckendorf", "base 3", "base 5", "base 7"];
/// What a table may cost at least where options can be blocked: guesses are compared far out before
/// the exact check, which counts.
const COUNTING: u64 = 1 << 22;
/// Systems with more letters than this are not tried.
const LETTERS: usize = 256;
/// The most options that may be blocked.
const BLOCKED: u32 = 8;
/// The most coordinates.
const COORDINATES: usize = 4;

/// Whether laws of this kind are looked for.
pub(crate) fn takes(search: &Search<'_>) -> bool {
    lattice(search).is_ok()
}

/// The game as vectors and rays; else why it is none.
pub(super) fn lattice<'a>(search: &Search<'a>) -> Result<Lattice<'a>, String> {
    let Some(numbers) = search.game.numbers() else {
        return Err("the moves aren't of a form that this kind reads".into());
    };
    if !search.compiled.open.is_empty() || !search.game.ending.goals.is_empty() {
        return Err("the game has goals, borders or open parameters".into());
    }
    if numbers
        .variables
        .iter()
        .any(|v| v.least != 0 || v.most.is_some())
    {
        return Err("a variable is bounded".into());
    }
    let coordinates = numbers.variables.len();
    if !(1..=COORDINATES).contains(&coordinates) {
        return Err(format!("positions are not of 1 to {COORDINATES} numbers"));
    }
    if search.game.ending.stuck == Stuck::Draws {
        return Err("a player without a move draws".into());
    }
    if search.game.ending.blocked > BLOCKED {
        return Err(format!("more than {BLOCKED} options can be blocked"));
    }
    let Some(rays) = rays(numbers).filter(|rays| rays.iter().all(expressible)) else {
        return Err(
            "the moves are not all vectors and rays, with guards that compare linear forms".into(),
        );
    };
    if falling(numbers).is_none() {
        return Err("no linear form falls with every move".into());
    }
    Ok(Lattice {
        game: search.game,
        coordinates,
        rays,
        stuck: search.game.ending.stuck,
    })
}

/// The systems, in the order in which they are tried with each number of states: those that the
/// P-positions suggest, by the Beatty pair that they seem to be or by their slopes, after the
/// plainest.
fn systems(lattice: &Lattice<'_>, pair: Option<u64>) -> Vec<Numerals> {
    let mut systems: Vec<System> = SYSTEMS.into_iter().filter_map(System::named).collect();
    let suggested = match (pair, lattice.coordinates) {
        (Some(t), _) => metallic_system(t).into_iter().collect(),
        (None, 2) => slope::systems(lattice),
        _ => Vec::new(),
    };
    systems.retain(|system| !suggested.contains(system));
    systems.splice(1..1, suggested);
    let few = |system: &Numerals| system.radix().pow(lattice.coordinates as u32) <= LETTERS;
    let numerals = systems.into_iter().filter_map(Numerals::new);
    numerals.filter(few).collect()
}

/// The t of the Beatty pair that the P-positions of a small box are.
fn pair(lattice: &Lattice<'_>, oracle: &mut Oracle<'_>) -> Option<u64> {
    let apt = lattice.coordinates == 2 && lattice.game.is_impartial();
    if !apt || lattice.stuck != Stuck::Loses {
        return None;
    }
    oracle.allow(super::pair::MOVES);
    pattern(oracle).ok()?.ok()
}

/// What became of one system.
struct Attempt<'a> {
    learner: Learner<'a>,
    /// What it came to last, for the report.
    so_far: String,
    over: bool,
}

impl Finder for Digits {
    fn kind(&self) -> &'static str {
        "automatic"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn knows_blocking(&self) -> bool {
        true
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let lattice = match lattice(search) {
            Ok(lattice) => lattice,
            Err(why) => return Finding::Foreign(why),
        };
        let mut oracle = Oracle::new(
            search.game,
            &lattice.rays,
            lattice.coordinates,
            search.limits,
        );
        let pair = pair(&lattice, &mut oracle);
        if let Some(t) = pair {
            oracle.suppose(t);
        }
        let mut attempts: Vec<Attempt<'_>> = systems(&lattice, pair)
            .into_iter()
            .map(|system| Attempt {
                learner: Learner::new(&lattice, system, search.limits),
                so_far: String::new(),
                over: false,
            })
            .collect();
        for (most, moves) in ROUNDS {
            oracle.allow(match search.game.ending.blocked {
                0 => moves,
                _ => moves.max(COUNTING),
            });
            for attempt in attempts.iter_mut().filter(|attempt| !attempt.over) {
                match attempt.learner.learn(most, &mut oracle) {
                    Ok(found) => return law(&attempt.learner, &found, &oracle, &lattice),
                    Err(unlearned) => {
                        if let Some(error) = note(attempt, unlearned, most, &mut oracle) {
                            return Finding::Stopped(error);
                        }
                    }
                }
            }
        }
        let tried: Vec<String> = attempts
            .iter()
            .map(|a| format!("{}: {}", a.learner.system().system().name(), a.so_far))
            .collect();
        Finding::Nothing(format!("no automaton found. {}", tried.join("; ")))
    }
}

/// Notes how an attempt failed; the error, if nothing can go on after it.
fn note(
    attempt: &mut Attempt<'_>,
    unlearned: Unlearned<Trouble>,
    most: usize,
    oracle: &mut Oracle<'_>,
) -> Option<EngineError> {
    let (over, so_far) = match unlearned {
        Unlearned::TooManyStates { words, endings } => {
            let (system, coordinates) = (attempt.learner.system(), attempt.learner.coordinates());
            let shown = pairs(system, coordinates, &words, &endings, oracle);
            let shown: Vec<String> = shown.iter().map(Pair::to_string).collect();
            (
                false,
                format!(
                    "more than {most} states, as {} words are pairwise separated by {} suffixes ({})",
                    words.len(),
                    endings.len(),
                    shown.join("; ")
                ),
            )
        }
        Unlearned::NoCounterexample(word) => (
            true,
            format!("word {word:?} refutes and does not refute the guess"),
        ),
        Unlearned::Oracle(Trouble::Silent(Silence::TooFar)) => (
            false,
            format!(
                "an automaton of up to {most} states would need exact answers beyond tables of {} moves",
                oracle.allowed()
            ),
        ),
        Unlearned::Oracle(Trouble::Silent(Silence::Draw)) => {
            (true, "some positions are draws".into())
        }
        Unlearned::Oracle(Trouble::Silent(Silence::Engine(error))) => return Some(error),
        Unlearned::Oracle(Trouble::Automata(whowins_automata::Error::Stopped)) => {
            return Some(EngineError::Stopped);
        }
        Unlearned::Oracle(Trouble::Automata(whowins_automata::Error::Time)) => {
            return Some(EngineError::Time);
        }
        Unlearned::Oracle(Trouble::Automata(error)) => (true, error.to_string()),
        Unlearned::Oracle(Trouble::Discord) => {
            (true, "the check and the engine disagree".to_string())
        }
    };
    attempt.over = over;
    attempt.so_far = so_far;
    None
}

fn names<'a>(lattice: &Lattice<'a>) -> Vec<&'a str> {
    let variables = lattice.game.numbers().map(|numbers| &numbers.variables);
    let variables = variables.into_iter().flatten();
    variables.map(|variable| variable.name.as_str()).collect()
}

fn law(
    learner: &Learner<'_>,
    found: &Moore<Label>,
    oracle: &Oracle<'_>,
    lattice: &Lattice<'_>,
) -> Finding {
    let automaton = Automaton {
        next: found
            .next
            .iter()
            .map(|row| row.iter().map(|s| *s as u32).collect()) // states are few
            .collect(),
        wins: found.outputs.clone(),
    };
    let system = learner.system().system().name();
    let explanation = Explanation {
        formula: known_form(
            found,
            learner.system(),
            lattice.coordinates,
            &names(lattice),
        ),
        source: "Automata learned from questions: Angluin 1987. Automatic sets decided in first-order logic: Büchi 1960, \
                 Bruyère and Hansel 1997."
            .into(),
        found: format!(
            "{} states over {system} digits; {} positions solved, {} proofs tried",
            found.outputs.len(),
            oracle.asked(),
            learner.checks
        ),
    };
    let law = Law::Automatic(Automatic { system, automaton });
    Finding::Law(Box::new(law), explanation)
}
