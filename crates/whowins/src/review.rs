//! Warnings about lines of rules that have no effect in play.
//!
//! Each move is extended to record its index, and each ending pays its own number. One exploration
//! of all reachable positions then shows which moves and endings occur. A warning says "never" only
//! if the exploration was complete.
//!
//! Warnings don't invalidate rules. [`Review::looked`] reports how much was explored. Each warning
//! has a place and a fix, like an error.
//!
//! Start reading at [`review`](fn@review).

mod marked;
mod rounds;

use std::collections::{BTreeSet, HashSet};

use dashu_int::IBig;
use whowins_analysis::program::{Program, with_turn};
use whowins_core::random::Random;
use whowins_core::{Budget, Expr, State};
use whowins_engine::terms::{Reached, Solver};
use whowins_rules::{Diagnostic, Diagnostics, Example, Outline, Parameters, Rules, Span};

use marked::Marked;
use rounds::Rounds;

/// Number of positions that `whowins check` explores, in one or two seconds at most.
pub const POSITIONS: usize = 50_000;
/// Positions with more elements (such as cells) than this reduce the number of explored positions.
const ELEMENTS: usize = 64;
/// For rules without a start: the number of small positions to start from, and their rows and
/// columns. Later entries are fallbacks.
const SMALL: [(usize, usize); 3] = [(400, 4), (200, 3), (60, 2)];

/// The result of a review.
#[derive(Clone, Debug)]
pub struct Review {
    /// The warnings, ordered by place.
    pub warnings: Vec<Warning>,
    /// The extent of the exploration.
    pub looked: Looked,
}

/// A line that probably has an unintended meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The kind of warning, for programs.
    pub kind: Kind,
    /// The place, the message and a fix.
    pub said: Diagnostic,
}

/// Kinds of warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Found in the text, without exploration.
    Text,
    /// The rules have no `example` line.
    NoExample,
    /// A move that can never be made.
    Move,
    /// An `else` branch that is never reached.
    Tier,
    /// An ending that never happens.
    End,
    /// The game is over before the first move.
    OverAtStart,
    /// A symbol that never appears.
    Symbol,
    /// A player who can never win.
    Player,
    /// Play may never end, and the rules don't say what happens then.
    Endless,
}

impl Kind {
    /// Returns the name that `whowins check --json` prints, such as `move`.
    ///
    /// ```
    /// assert_eq!(whowins::Kind::OverAtStart.name(), "over-at-start");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::NoExample => "no-example",
            Self::Move => "move",
            Self::Tier => "tier",
            Self::End => "end",
            Self::OverAtStart => "over-at-start",
            Self::Symbol => "symbol",
            Self::Player => "player",
            Self::Endless => "endless",
        }
    }
}

/// The extent of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// All positions reachable from the start and the examples, with their number.
    All(usize),
    /// All positions reachable from the examples and from small positions, with their number. The
    /// rules have no start.
    Small(usize),
    /// The limit was reached, so there are no warnings from exploration.
    Cut,
    /// No exploration: the rules are a core term, heaps or a sum.
    Nothing,
}

/// Searches for lines of rules that have no effect, for these parameter values.
///
/// Explores at most `most` positions, for example [`POSITIONS`], within the budget. Large positions
/// reduce the limit. If the limit is reached, the result has [`Looked::Cut`] and only warnings that
/// follow from the text.
///
/// Complexity: time and memory are linear in the positions and their moves.
///
/// ```
/// use whowins::engine::Limits;
/// use whowins::rules::{Parameters, Rules};
/// use whowins::{POSITIONS, review};
///
/// let rules = Rules::parse(
///     "nim",
///     concat!(
///         "game \"Nim\"\nposition x, y\nstart 2, 3\n",
///         "move x -= k for k in 1..2\nmove y -= 4\n",
///         "example start: First wins",
///     ),
/// )?;
/// let review = review(
///     &rules,
///     &Parameters::new(),
///     POSITIONS,
///     &Limits::default().budget,
/// )?;
/// let text: Vec<&str> = review
///     .warnings
///     .iter()
///     .map(|one| one.said.message.as_str())
///     .collect();
/// assert_eq!(text, ["this move can never be made"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the values don't match the rules, or if an `example` line has an invalid
/// position or an unknown player. An exhausted budget isn't an error.
pub fn review(
    rules: &Rules,
    values: &Parameters,
    most: usize,
    budget: &Budget,
) -> Result<Review, Diagnostics> {
    let game = rules.game(values)?;
    let own = rules.warnings().map_or(Vec::new(), |own| own.errors);
    let mut found = Found::default();
    for said in own {
        found.say(Kind::Text, said);
    }
    let examples = rules.examples(&game)?;
    if !rules.is_term() && examples.is_empty() {
        let message = "no `example` states a known result";
        let help = format!(
            "add a line such as: example {}: {} wins",
            if game.start.is_some() {
                "start"
            } else {
                "POSITION"
            },
            game.players[0]
        );
        let end = rules.source().trim_end().len();
        found.say(
            Kind::NoExample,
            Diagnostic::warning(end..end, message).help(help),
        );
    }
    let looked = match rules.outline(values)? {
        Some(outline) => {
            let state = |one: &Example| {
                let state = outline.program.read(&game.show(&one.position)).ok()?;
                Some(with_turn(state, one.player))
            };
            let examples = examples.iter().filter_map(state).collect();
            look(&outline, examples, most, budget, &mut found)
        }
        None => Looked::Nothing,
    };
    let mut warnings = found.warnings;
    warnings.sort_by_key(|one| (one.said.span.start, one.kind));
    Ok(Review { warnings, looked })
}

#[derive(Default)]
struct Found {
    warnings: Vec<Warning>,
}

impl Found {
    fn say(&mut self, kind: Kind, said: Diagnostic) {
        self.warnings.push(Warning { kind, said });
    }

    fn warn(&mut self, kind: Kind, span: &Span, message: impl Into<String>, help: String) {
        self.say(kind, Diagnostic::warning(span.clone(), message).help(help));
    }

    fn speaks_of(&self, span: &Span) -> bool {
        self.warnings.iter().any(|one| one.said.span == *span)
    }
}

/// Explores all reachable positions, up to the limit.
fn look(
    outline: &Outline,
    examples: Vec<State>,
    positions: usize,
    budget: &Budget,
    found: &mut Found,
) -> Looked {
    let marked = Marked::of(outline);
    let starts = |states: Vec<State>| -> Vec<State> {
        let mut seen = HashSet::new();
        let states = states.into_iter().map(|state| marked.start(state));
        states.filter(|state| seen.insert(state.clone())).collect()
    };
    let program = &outline.program;
    let known: Vec<State> = program
        .term
        .starts
        .iter()
        .cloned()
        .chain(examples)
        .collect();
    let solver = Solver::new(marked.game.clone(), budget.clone());
    let reached = |states: Vec<State>| {
        let states = starts(states);
        let elements = states.iter().map(|state| state.iter().map(Vec::len).sum());
        let positions = positions.min(positions * ELEMENTS / elements.max().unwrap_or(1).max(1));
        if states.len() > positions {
            return None;
        }
        let reached = solver.reached(&states, positions).ok().flatten();
        reached.filter(|reached| !reached.states.is_empty())
    };
    if !program.term.starts.is_empty() {
        let Some(reached) = reached(known) else {
            return Looked::Cut;
        };
        return Seen::new(outline, &marked, &reached).all(found);
    }
    for (count, most) in SMALL {
        let mut random = Random(1);
        let small = (0..count).filter_map(|_| program.small(most, &mut random));
        if let Some(reached) = reached(known.iter().cloned().chain(small).collect()) {
            return Seen::new(outline, &marked, &reached).small(found);
        }
    }
    Looked::Cut
}

/// Records the winners that a payoff allows, in any position.
fn wins_of(pays: &Expr, wins: &mut [bool; 2]) {
    match pays {
        Expr::Num(pays) => {
            wins[0] |= *pays > IBig::ZERO;
            wins[1] |= *pays < IBig::ZERO;
        }
        Expr::Ite(_, yes, no) => [yes, no].iter().for_each(|pays| wins_of(pays, wins)),
        _ => *wins = [true; 2],
    }
}

/// The reachable positions, and the lines that occurred.
struct Seen<'a> {
    outline: &'a Outline,
    marked: &'a Marked,
    reached: &'a Reached,
    /// The moves that were made and the endings that were reached.
    made: BTreeSet<usize>,
    met: BTreeSet<usize>,
    is_stuck: bool,
    rounds: Rounds,
    positions: usize,
}

impl<'a> Seen<'a> {
    fn new(outline: &'a Outline, marked: &'a Marked, reached: &'a Reached) -> Self {
        let states = reached.states.iter();
        let pays = reached.pays.iter().flatten();
        let positions: HashSet<&[Vec<IBig>]> =
            states.clone().map(|state| marked.bare(state)).collect();
        Self {
            made: states.filter_map(|state| marked.made(state)).collect(),
            met: pays.clone().filter_map(|pays| marked.met(pays)).collect(),
            is_stuck: pays.clone().any(|pays| marked.met(pays).is_none()),
            rounds: Rounds::of(reached),
            positions: positions.len(),
            outline,
            marked,
            reached,
        }
    }

    /// Collects the warnings for an exploration from the start position.
    fn all(self, found: &mut Found) -> Looked {
        let from = format!(
            "all {} positions reachable from the start and the examples were checked",
            self.positions
        );
        self.moves(found, "can never be made", &from);
        self.ends(found, "is never met", &from);
        self.symbols(found, &from);
        self.players(found, &from);
        self.play_without_end(found);
        Looked::All(self.positions)
    }

    /// Collects the warnings for an exploration from examples and small positions only.
    fn small(self, found: &mut Found) -> Looked {
        let from = format!(
            "{} positions were checked: the examples, small ones, and the positions reachable from them",
            self.positions
        );
        self.moves(found, "was never possible", &from);
        self.ends(found, "was never met", &from);
        self.play_without_end(found);
        Looked::Small(self.positions)
    }

    fn moves(&self, found: &mut Found, never: &str, from: &str) {
        let rules = &self.outline.rules;
        let made_from = |tier: usize| self.made.iter().any(|rule| rules[*rule].tier >= tier);
        let mut silent = None;
        for (number, rule) in rules.iter().enumerate() {
            if self.made.contains(&number) || silent == Some(rule.tier) {
                continue;
            }
            let is_met = rule.tier == 0 || self.is_stuck || made_from(rule.tier);
            if is_met {
                let help = format!("check its conditions; {from}");
                found.warn(Kind::Move, &rule.span, format!("this move {never}"), help);
            } else {
                silent = Some(rule.tier);
                let help = format!("drop `else`, or the line; {from}");
                let message = "this `else` is never reached: a move above it can always be made";
                found.warn(Kind::Tier, &rule.span, message, help);
            }
        }
    }

    fn ends(&self, found: &mut Found, never: &str, from: &str) {
        let ends = &self.outline.ends;
        let mut reported: Option<&Span> = None;
        for (number, span) in ends.iter().enumerate() {
            let is_line = |other: usize| ends[other] == *span;
            let is_met = self.met.iter().any(|other| is_line(*other));
            if !is_met && reported != Some(span) {
                reported = Some(span);
                let above = ends[..number].iter().any(|other| other != span);
                let why = if above {
                    "another may be met before it; "
                } else {
                    ""
                };
                let help = format!("look at its condition; {why}{from}");
                found.warn(Kind::End, span, format!("this ending {never}"), help);
            }
        }
        if let Some(span) = self.outline.stuck.as_ref().filter(|_| !self.is_stuck) {
            let message = "nobody is ever without a move";
            found.warn(Kind::End, span, message, format!("drop this line; {from}"));
        }
    }

    fn symbols(&self, found: &mut Found, from: &str) {
        for (part, symbols) in &self.outline.symbols {
            let states = self.reached.states.iter();
            let shown: BTreeSet<&IBig> = states.flat_map(|state| &state[*part]).collect();
            for (number, (symbol, span)) in symbols.iter().enumerate().skip(1) {
                if !shown.contains(&IBig::from(number)) && !found.speaks_of(span) {
                    let message = format!("`{symbol}` never appears");
                    let help =
                        format!("put it there at the start or by a move, or drop it; {from}");
                    found.warn(Kind::Symbol, span, message, help);
                }
            }
        }
        let over = self.reached.pays.first().and_then(Option::as_ref);
        let met = over.and_then(|pays| self.marked.met(pays));
        if let Some(span) = met.map(|end| &self.outline.ends[end]) {
            let message = "play is over at the start";
            let help = "begin elsewhere, or let the ending ask for more".to_string();
            found.warn(Kind::OverAtStart, span, message, help);
        }
    }

    fn players(&self, found: &mut Found, from: &str) {
        let program: &Program = &self.outline.program;
        let is_over = |pays: &&Option<IBig>| pays.is_some();
        if program.is_scored() || !self.reached.pays.iter().any(|pays| is_over(&pays)) {
            return;
        }
        // Count a win of either player here: a few small positions can't show that a player never
        // wins.
        let stuck = self.is_stuck.then_some(&program.term.stuck);
        let ends = self.met.iter().map(|end| &program.term.ends[*end].pays);
        let mut wins = [false; 2];
        for pays in ends.chain(stuck) {
            wins_of(pays, &mut wins);
        }
        if let Some(pays) = program
            .term
            .endless
            .as_ref()
            .filter(|_| self.rounds.is_any())
        {
            wins_of(pays, &mut wins);
        }
        let [first, second] = &self.outline.players;
        for (player, name) in [first, second]
            .into_iter()
            .enumerate()
            .filter(|(p, _)| !wins[*p])
        {
            let message = format!("{name} can never win");
            let help = format!("say how he does: {name} wins when ...; {from}");
            found.warn(
                Kind::Player,
                &self.outline.players_at[player],
                message,
                help,
            );
        }
    }

    fn play_without_end(&self, found: &mut Found) {
        let program = &self.outline.program;
        let show = |number: usize| {
            let state = self.marked.bare(&self.reached.states[number]).to_vec();
            program.show(&state)
        };
        let place = |number: usize| {
            let made = self.marked.made(&self.reached.states[number]);
            made.map_or_else(
                || self.outline.players_at[0].clone(),
                |rule| self.outline.rules[rule].span.clone(),
            )
        };
        let is_said = self.outline.speaks_of_repetition;
        let all = self.rounds.never_over.len() == self.reached.states.len();
        // The states differ in the player to move.
        let is_same = |number: usize, to: u32| show(number) == show(to as usize);
        let still = self.rounds.never_over.iter().find_map(|number| {
            let mut options = self.reached.options[*number].iter();
            let to = options.find(|to| is_same(*number, **to));
            to.map(|to| (*number, *to as usize))
        });
        if let Some((number, to)) = still.filter(|_| !is_said) {
            let message = format!(
                "play never ends: at {} this move changes nothing",
                show(number)
            );
            let help = "let the move change the position: add a condition with `if`";
            found.warn(Kind::Endless, &place(to), message, help.into());
        } else if all {
            let message = "play never ends: no ending is ever met, and nobody is without a move";
            let help = "add an ending: at CONDITION: ..., or PLAYER wins when ...";
            let span = self
                .outline
                .rules
                .first()
                .map_or(0..0, |rule| rule.span.clone());
            found.warn(Kind::Endless, &span, message, help.into());
        } else if let Some(number) = self.rounds.never_over.first().filter(|_| !is_said) {
            let message = format!("from {} on, play never ends", show(*number));
            let help = "add `repetition draws`, or an ending";
            found.warn(Kind::Endless, &place(*number), message, help.into());
        } else if let Some(number) = self.rounds.back.filter(|_| !is_said) {
            let message = format!("play can go round: it can come back to {}", show(number));
            let help = "add `repetition draws`, or let a number count the moves";
            found.warn(Kind::Endless, &place(number), message, help.into());
        }
    }
}
