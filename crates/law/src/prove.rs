//! Laws that people state: proved or refuted.

use std::collections::BTreeMap;

use dashu_int::{IBig, UBig};
use whowins_analysis::paths::{Form, Layout, Paths};
use whowins_analysis::{Game, Player, Position, Value};
use whowins_automata::{Dfa, Error, NumerationSystem, System};
use whowins_core::State;
use whowins_engine::Limits;
use whowins_rules::{Parameters, Rules};
use whowins_verify::firstorder::{FirstOrder, Kernel, term};
use whowins_verify::{Budget, Checked, Law, Rejection, Verified, Why};

use crate::ask::classes;
use crate::finder::Search;
use crate::firstorder::falling::falling;
use crate::firstorder::find::refused;
use crate::firstorder::names;
use crate::firstorder::shapes::{above, lengths, named};
use crate::of_rules::Compiled;
use crate::reading::{Reading, automata_limits, joined, reading};
use crate::words::{Arithmetic, Class, Context, Fault, Numbers, Scene, Statement, read};
use crate::{Says, find, find_kind};

mod counterexample;

pub use counterexample::Counterexample;
use counterexample::{Rank, another, least, rank};

/// Positions that are decided in search of the smallest one at which a statement is wrong.
const POSITIONS: usize = 1 << 22;
/// Positions at which a statement that was proved is evaluated, too.
const TOLD: usize = 400;
/// The largest sum of numbers among these.
const FARTHEST: u64 = 4096;

/// What became of a statement.
#[derive(Debug)]
pub enum Verdict {
    /// It holds of all positions; the certificate was accepted in this run.
    Proved {
        /// The law that it is, or that it follows from.
        verified: Box<Verified>,
        /// Whether the certificate is of the statement itself; else of a law that was found, and
        /// that the statement was decided by.
        own: bool,
        /// What was checked.
        checked: Checked,
    },
    /// It is wrong.
    Refuted(Box<Counterexample>),
    /// Nobody knows: why, in a sentence.
    Open(String),
}

/// A statement, as it was understood, and what became of it.
#[derive(Debug)]
pub struct Proof {
    /// The statement.
    pub statement: Statement,
    /// What became of it.
    pub verdict: Verdict,
}

impl Proof {
    /// Returns the law `P iff ...` with the statement as its condition, if the statement names no
    /// outcome class: such a statement is a claim about the numbers of every position.
    pub fn as_law(&self) -> Option<Statement> {
        let mut names_class = false;
        self.statement.visit(
            &mut |one| names_class |= matches!(one, Statement::Is(..)),
            &mut |_| {},
        );
        let lost = Statement::Is(Class::P, None);
        (!names_class).then(|| Statement::Iff(lost.into(), self.statement.clone().into()))
    }
}

/// Why nothing was tried.
#[derive(Debug)]
pub enum Refused {
    /// The statement has a mistake.
    Statement(Box<Fault>),
    /// The rules, or a limit.
    Rules(Rejection),
}

impl From<Rejection> for Refused {
    fn from(rejection: Rejection) -> Self {
        Self::Rules(rejection)
    }
}

/// Returns what a statement about a game may name. `at` gives the number of numbers in a position
/// if the rules don't.
///
/// # Errors
///
/// Fails if the positions aren't a fixed number of numbers.
pub fn statement_context(
    rules: &Rules,
    values: &Parameters,
    at: Option<&Position>,
    limits: &Limits,
) -> Result<Context, Rejection> {
    let compiled = Compiled::new(rules, values)?;
    let search = Search {
        game: &compiled.game,
        compiled: &compiled,
        at,
        limits,
        rows: None,
        observe: false,
    };
    let lengths = fixed_lengths(&compiled.game, &named(&search))?;
    Ok(context_of(&compiled.game, &lengths))
}

fn fixed_lengths(game: &Game, states: &[State]) -> Result<Vec<usize>, Rejection> {
    lengths(game, states).ok_or_else(|| {
        Rejection::rules(
            "statements need positions that are a fixed number of numbers; if this game has them, \
             give one with --at",
        )
    })
}

fn context_of(game: &Game, lengths: &[usize]) -> Context {
    Context {
        names: names::of_lengths(game, lengths),
        players: game.players.to_vec(),
        free: false,
    }
}

/// Decides whether a statement holds of all positions of a game. `at` says how many numbers a
/// position has, where the rules do not.
///
/// A statement "P iff ..." becomes a certificate of kind `first-order` for the verifier. Every other
/// statement is decided by a law that is found. A false statement is refuted by the smallest
/// position at which it is false. A statement that the limits leave open is reported as open.
///
/// ```
/// use whowins_engine::Limits;
/// use whowins_law::{Verdict, prove};
/// use whowins_rules::{Parameters, Rules};
///
/// let text = "game \"Nim\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1";
/// let rules = Rules::parse("nim", text)?;
/// let prove = |text| prove(&rules, &Parameters::new(), None, &Limits::default(), text);
/// let right = prove("P iff x = y").expect("the statement has no mistake");
/// assert!(matches!(right.verdict, Verdict::Proved { .. }));
/// let wrong = prove("P iff x = 0").expect("the statement has no mistake");
/// assert!(matches!(wrong.verdict, Verdict::Refuted(_)));
/// # Ok::<(), whowins_rules::Diagnostics>(())
/// ```
///
/// # Errors
///
/// A mistake in the statement or in the rules.
pub fn prove(
    rules: &Rules,
    values: &Parameters,
    at: Option<&Position>,
    limits: &Limits,
    text: &str,
) -> Result<Proof, Refused> {
    let compiled = Compiled::new(rules, values)?;
    let search = Search {
        game: &compiled.game,
        compiled: &compiled,
        at,
        limits,
        rows: None,
        observe: false,
    };
    let states = named(&search);
    let lengths = fixed_lengths(&compiled.game, &states)?;
    let context = context_of(&compiled.game, &lengths);
    let statement = read(text, &context).map_err(|fault| Refused::Statement(fault.into()))?;
    if statement.systems().len() > 1 {
        let systems = statement.systems().join(" and in ");
        let why = format!("the statement speaks of digits in {systems}; automata read one of them");
        return Err(Rejection::rules(why).into());
    }
    let stating = Stating {
        search: &search,
        lengths: [vec![1], lengths].concat(),
        states,
    };
    let lost = whole(&statement, &compiled.game);
    if let Some(lost) = &lost {
        match stating.own(lost) {
            Ok(Some(verdict)) => return Ok(Proof { statement, verdict }),
            Ok(None) => {}
            // What is of another family has perhaps a law of another kind.
            Err(rejection) if rejection.why == Why::Rules => {}
            Err(rejection) if rejection.why == Why::Budget && limits.check().is_ok() => {}
            Err(rejection) => return Err(rejection.into()),
        }
    }
    let report = find(
        rules,
        values,
        at,
        limits,
        &[Says::Outcome, Says::ClosedForm],
    )?;
    let mut found = report.proved;
    // Of any number of heaps there may be a law that is no automaton; of so many there is one.
    if found.as_ref().is_some_and(|one| reading(one).is_none()) {
        let report = find_kind(rules, values, at, limits, "first-order")?;
        found = report.proved.or(found);
    }
    let decides = found.as_ref().is_some_and(|one| reading(one).is_some());
    if let Some(lost) = lost.as_ref().filter(|_| !decides)
        && let Some(found) = stating.among_small(lost)?
    {
        let verdict = Verdict::Refuted(found.into());
        return Ok(Proof { statement, verdict });
    }
    let verdict = match found {
        None => Verdict::Open(
            "no law of the game was found that would decide it; `whowins law` says what was tried"
                .into(),
        ),
        Some(verified) => match reading(&verified) {
            None => Verdict::Open(
                "the law that was found is not one of numbers' digits, so it does not decide \
                 statements"
                    .into(),
            ),
            Some(reading) => stating.by_law(&statement, verified, &reading)?,
        },
    };
    Ok(Proof { statement, verdict })
}

/// What of a statement says which positions are lost to the player to move, where it says so of
/// all.
fn whole(statement: &Statement, game: &Game) -> Option<Statement> {
    let Statement::Iff(a, b) = statement else {
        return None;
    };
    let (class, says) = match (&**a, &**b) {
        (Statement::Is(class, None), says) | (says, Statement::Is(class, None)) => (class, says),
        _ => return None,
    };
    let mut classes = false;
    says.visit(
        &mut |one| classes |= matches!(one, Statement::Is(..)),
        &mut |_| {},
    );
    let alike = game.is_impartial();
    let lost = match class {
        Class::Lost => says.clone(),
        Class::Won => says.clone().negate(),
        Class::P if alike => says.clone(),
        Class::N if alike => says.clone().negate(),
        _ => return None,
    };
    (!classes).then_some(lost)
}

struct Stating<'a> {
    search: &'a Search<'a>,
    lengths: Vec<usize>,
    states: Vec<whowins_core::State>,
}

/// The numbers of one position, for a statement about it.
struct Here<'a> {
    names: &'a [String],
    numbers: Vec<IBig>,
    turn: usize,
    values: Option<crate::reading::Values>,
}

impl Numbers for Here<'_> {
    fn number(&self, name: &str) -> Option<IBig> {
        let at = self.names.iter().position(|one| one == name)?;
        self.numbers.get(at).cloned()
    }

    fn is(&self, class: Class, numbers: Option<&[IBig]>) -> Option<bool> {
        match numbers {
            None => Some(class.is_of(self.values?, self.turn)),
            Some(_) => None,
        }
    }

    fn turn(&self) -> usize {
        self.turn
    }
}

fn failed(error: Error) -> Rejection {
    match error.is_budget() {
        true => Rejection::budget(error.to_string()),
        false => Rejection::rules(error.to_string()),
    }
}

impl Stating<'_> {
    fn limits(&self) -> whowins_automata::Limits {
        automata_limits(self.search.limits)
    }

    /// The statement as a certificate of its own, before the verifier; `None` where play is not
    /// shown to end.
    fn own(&self, lost: &Statement) -> Result<Option<Verdict>, Rejection> {
        let game = self.search.game;
        if !self.search.compiled.open.is_empty() {
            return Ok(None);
        }
        let game_term = term(game);
        let plain = Layout::new(&game_term, &self.lengths, &[]).map_err(refused)?;
        let budget = Budget::default().within(&self.search.limits.budget);
        let systems = lost.systems();
        let name = systems.first().map_or("base 2", String::as_str);
        let system = System::named(name)
            .ok_or_else(|| Rejection::rules(format!("`{name}` isn't a numeration system")))?;
        let work = &self.search.limits.budget;
        let kernel = |layout| {
            let paths = Paths::new(&game_term, layout, work);
            Kernel::new(system.clone(), &paths, layout, &self.limits(), &budget)
        };
        let of_plain = kernel(&plain)?;
        let ordered = above(&of_plain, &self.states)?;
        let ordered = match ordered.iter().any(Option::is_some) {
            true => Layout::new(&game_term, &self.lengths, &ordered).ok(),
            false => None,
        };
        let mut wrong = None;
        for layout in std::iter::once(&plain).chain(&ordered) {
            let Some(falls) = falling(&kernel(layout)?, &game_term)? else {
                continue;
            };
            let Some((next, says)) = self.labels(lost, layout, &system)? else {
                return Err(Rejection::budget("the statement's automaton is too large"));
            };
            let law = FirstOrder {
                lengths: layout.lengths()[1..].to_vec(),
                above: match layout.above().iter().any(Option::is_some) {
                    true => layout.above().to_vec(),
                    false => Vec::new(),
                },
                system: system.name(),
                falls,
                next,
                says,
            };
            let compiled = self.search.compiled;
            let certificate = compiled.certificate(vec![Law::FirstOrder(law)]);
            let budget = Budget::default()
                .within(work)
                .on(self.search.limits.threads);
            match compiled.verify(&certificate, &budget) {
                Ok(verified) => {
                    if !self.is_told(lost, layout, &verified) {
                        let why = "internal error: the statement's automaton and its evaluation by \
                                   numbers differ; please report it";
                        return Ok(Some(Verdict::Open(why.into())));
                    }
                    let checked = verified.checked().concat();
                    return Ok(Some(Verdict::Proved {
                        verified: verified.into(),
                        own: true,
                        checked,
                    }));
                }
                Err(rejection) if rejection.why == Why::False => {
                    wrong = Some((layout.clone(), rejection))
                }
                Err(rejection) => return Err(rejection),
            }
        }
        let Some((layout, rejection)) = wrong else {
            return Ok(None);
        };
        Ok(Some(match self.smallest(lost, &layout, &game_term)? {
            Some(found) => Verdict::Refuted(found.into()),
            None => Verdict::Open(format!(
                "it isn't a law of the game, but no wrong position was found among the smallest: {rejection}"
            )),
        }))
    }

    /// Returns the smallest position at which a statement about lost positions is wrong, without a
    /// law of the game. Returns `None` if there is none among the small positions.
    fn among_small(&self, lost: &Statement) -> Result<Option<Counterexample>, Rejection> {
        let game_term = term(self.search.game);
        let layout = Layout::new(&game_term, &self.lengths, &[]);
        match layout.ok().filter(|_| self.search.compiled.open.is_empty()) {
            Some(layout) => self.smallest(lost, &layout, &game_term),
            None => Ok(None),
        }
    }

    /// Whether the law that was verified says of some small positions what the statement says of
    /// their numbers: two ways to read a statement, held together once more.
    fn is_told(&self, lost: &Statement, layout: &Layout, verified: &Verified) -> bool {
        let game = self.search.game;
        let names = names::of_lengths(game, &self.lengths[1..]);
        let mut looked = 0;
        let mut sum = 0;
        while looked < TOLD && sum < TOLD as u64 {
            let mut tracks = vec![0; layout.tracks()];
            if let Some(last) = tracks.last_mut() {
                *last = sum;
            }
            sum += 1;
            loop {
                let numbers: Vec<UBig> = tracks.iter().map(|one| UBig::from(*one)).collect();
                let memories = if layout.holds(&numbers) {
                    layout.memories()
                } else {
                    0
                };
                for memory in 0..memories {
                    let state = layout.state(memory, &numbers);
                    let here = Here {
                        names: &names,
                        numbers: state[1..].concat(),
                        turn: layout.turn(memory),
                        values: None,
                    };
                    let (Some(said), Some((position, player))) =
                        (lost.holds(&here), game.of_core(&state))
                    else {
                        continue;
                    };
                    looked += 1;
                    let values = verified.values(game, &position);
                    if values.is_none_or(|values| (values[player.index()] == Value::Loss) != said) {
                        return false;
                    }
                }
                if looked >= TOLD || !another(&mut tracks) {
                    break;
                }
            }
        }
        true
    }

    /// The automaton of a statement, memory by memory, with the positions' own letters.
    #[allow(clippy::type_complexity)]
    fn labels(
        &self,
        lost: &Statement,
        layout: &Layout,
        system: &System,
    ) -> Result<Option<(Vec<Vec<u32>>, Vec<String>)>, Rejection> {
        let mut arithmetic = Arithmetic::new(system.clone(), self.limits()).map_err(failed)?;
        let domain = domain(&mut arithmetic, layout)?;
        let mut sets: Vec<Dfa> = vec![domain];
        let mut of_memory = Vec::new();
        for memory in 0..layout.memories() {
            let scene = self.scene(layout, memory);
            let set = arithmetic.of_scene(lost, &scene).map_err(failed)?;
            let known = sets.iter().position(|one| *one == set);
            of_memory.push(known.unwrap_or_else(|| {
                sets.push(set);
                sets.len() - 1
            }));
        }
        let Some((next, accepts)) = joined(&sets) else {
            return Ok(None);
        };
        let says = accepts.iter().map(|on| {
            let letter = |memory: usize| match (layout.turn(memory), on[of_memory[memory]]) {
                (0, true) | (1, false) => 'S',
                _ => 'F',
            };
            match on[0] {
                true => (0..layout.memories()).map(letter).collect(),
                false => String::new(),
            }
        });
        Ok(Some((next, says.collect())))
    }

    /// The position at hand, for one memory of a layout.
    fn scene(&self, layout: &Layout, memory: usize) -> Scene {
        let names = names::of_lengths(self.search.game, &self.lengths[1..]);
        let forms = layout.forms(memory)[1..].concat();
        Scene {
            numbers: names.into_iter().zip(forms).collect(),
            here: BTreeMap::new(),
            turn: layout.turn(memory),
            classes: BTreeMap::new(),
            tracks: layout.tracks(),
            of_classes: 0,
        }
    }

    /// A statement decided by a law.
    fn by_law(
        &self,
        statement: &Statement,
        verified: Verified,
        law: &Reading,
    ) -> Result<Verdict, Rejection> {
        let game = self.search.game;
        let mut arithmetic = Arithmetic::new(law.system.clone(), self.limits()).map_err(failed)?;
        let classes = classes(law, &mut arithmetic).map_err(failed)?;
        let turns = if statement.is_of_mover() { 2 } else { 1 };
        let mut wrong: Option<(Rank, Counterexample)> = None;
        let mut is_smallest = true;
        for turn in 0..turns {
            for (memory, elements) in law.elements.iter().enumerate() {
                let mut here = BTreeMap::new();
                for (_, class) in Class::NAMES {
                    let set = law
                        .set(memory, |values| class.is_of(values, turn), &self.limits())
                        .map_err(failed)?;
                    let name = format!("here {turn} {memory} {}", class.name());
                    arithmetic.define(&name, &set).map_err(failed)?;
                    here.insert(class, name);
                }
                let scene = Scene {
                    numbers: law
                        .names
                        .iter()
                        .cloned()
                        .zip(elements.iter().cloned())
                        .collect(),
                    here,
                    turn,
                    classes: classes[turn].clone(),
                    tracks: law.tracks.len(),
                    of_classes: law.tracks.len(),
                };
                let all = law.set(memory, |_| true, &self.limits()).map_err(failed)?;
                let holds = arithmetic.of_scene(statement, &scene).map_err(failed)?;
                let fails = all
                    .product(&holds, |all, holds| all && !holds, &self.limits())
                    .map_err(failed)?;
                let Some((tracks, is_least)) = least(&mut arithmetic, &fails, elements) else {
                    continue;
                };
                is_smallest &= is_least;
                let number = |form: &Form| {
                    let terms = form.terms.iter();
                    let terms = terms.map(|(one, times)| times * IBig::from(tracks[*one].clone()));
                    terms.fold(form.constant.clone(), |sum, term| sum + term)
                };
                let rank = rank(elements.iter().map(number).collect(), turn);
                if wrong.as_ref().is_some_and(|(before, _)| *before <= rank) {
                    continue;
                }
                let numbers: Vec<String> = rank.1.iter().map(ToString::to_string).collect();
                let Ok(position) = game.read(&numbers.join(",")) else {
                    continue;
                };
                let player = if turn == 0 {
                    Player::First
                } else {
                    Player::Second
                };
                let Some(values) = verified.values(game, &position) else {
                    continue;
                };
                let found = Counterexample {
                    position,
                    player,
                    value: values[turn],
                    is_smallest: true,
                };
                wrong = Some((rank, found));
            }
        }
        Ok(match wrong {
            Some((_, found)) => Verdict::Refuted(Box::new(Counterexample {
                is_smallest,
                ..found
            })),
            None => Verdict::Proved {
                checked: verified.checked().concat(),
                verified: verified.into(),
                own: false,
            },
        })
    }
}

/// The tracks of a layout, all of them.
fn domain(arithmetic: &mut Arithmetic, layout: &Layout) -> Result<Dfa, Rejection> {
    use whowins_analysis::paths::Constraint;
    let mut all = arithmetic.theory().valid(layout.tracks()).map_err(failed)?;
    let limits = arithmetic.theory().limits().clone();
    for constraint in layout.domain() {
        let (Constraint::NotNegative(form) | Constraint::Zero(form)) = &constraint;
        let one = arithmetic
            .not_negative(form, layout.tracks())
            .map_err(failed)?;
        all = all.and(&one, &limits).map_err(failed)?;
    }
    Ok(all)
}
