//! What rules may not have been meant to say: lines that nothing comes of, by all that play comes
//! to.
//!
//! Each move notes in a number of its own that it was made, and each ending pays a number of its
//! own. Then one exploration of what play comes to shows which lines had a part in it. "Never" is
//! said only where all was seen.
//!
//! Nothing of this refuses rules: they are read, and mean what they say. [`Review::looked`] tells
//! how far a warning reaches, and each has a place and a mend, as faults have.

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

/// More positions than these need not be looked at: what `whowins check` looks at, in a second or
/// two at most.
pub const POSITIONS: usize = 50_000;
/// Of positions with more elements than these, such as cells, fewer are looked at.
const ELEMENTS: usize = 64;
/// Where the rules name no start, play is followed from so many small positions, of so many rows
/// and columns; or from fewer and smaller ones.
const SMALL: [(usize, usize); 3] = [(400, 4), (200, 3), (60, 2)];

/// What was found.
#[derive(Clone, Debug)]
pub struct Review {
    /// The warnings, in the order of their places.
    pub warnings: Vec<Warning>,
    /// How much was looked at.
    pub looked: Looked,
}

/// What may not have been meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Which kind of warning it is, for programs that read it.
    pub kind: Kind,
    /// The place, what is so, and a mend.
    pub said: Diagnostic,
}

/// Kinds of warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Found in the text alone.
    Text,
    /// There is no `example` line.
    NoExample,
    /// A move that can never be made.
    Move,
    /// An `else` that is never come to.
    Tier,
    /// An ending that is never met.
    End,
    /// An ending that is met before the first move.
    OverAtStart,
    /// A symbol that never appears.
    Symbol,
    /// A player who can never win.
    Player,
    /// Play that need not end, and nothing is said of it.
    Endless,
}

impl Kind {
    /// Its name, such as `move`, as `whowins check --json` writes it.
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

/// How much play was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// All that play comes to from the start and the examples: so many positions.
    All(usize),
    /// All that play comes to from the examples and from small positions, as the rules name no
    /// start: so many positions.
    Small(usize),
    /// More than could be looked at, so that nothing is said of what was not seen.
    Cut,
    /// Nothing: the rules are a core term, heaps, or a sum.
    Nothing,
}

/// Looks for lines of rules that nothing comes of, with these values of their parameters.
///
/// At most `most` positions are looked at, such as [`POSITIONS`], fewer where they are large, and
/// those under the budget. Time and memory are linear in the positions and their moves. Where there
/// are more, [`Looked::Cut`] is the answer, and only what is seen in the text alone is said.
///
/// ```
/// use whowins::engine::Limits;
/// use whowins::rules::{Parameters, Rules};
/// use whowins::{POSITIONS, review};
///
/// let rules = Rules::parse(
///     "nim",
///     "game \"Nim\"\nposition x, y\nstart 2, 3\nmove x -= k for k in 1..2\nmove y -= 4\n\
///      example start: First wins",
/// )?;
/// let review = review(
///     &rules,
///     &Parameters::new(),
///     POSITIONS,
///     &Limits::default().budget,
/// )?;
/// let said: Vec<&str> = review
///     .warnings
///     .iter()
///     .map(|one| one.said.message.as_str())
///     .collect();
/// assert_eq!(said, ["this move can never be made"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When the values do not suit the rules, or an `example` line names no position or player. A
/// budget that is used up is no error: less was looked at.
pub fn review(
    rules: &Rules,
    values: &Parameters,
    most: usize,
    budget: &Budget,
) -> Result<Review, Diagnostics> {
    let game = rules.game(values)?;
    let own = rules.warnings().map_or(Vec::new(), |own| own.faults);
    let mut found = Found::default();
    for said in own {
        found.say(Kind::Text, said);
    }
    let examples = rules.examples(&game)?;
    if !rules.is_term() && examples.is_empty() {
        let message = "no `example` says what you know of a position";
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

/// Looks at all that play comes to, if that is not too much.
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

/// Notes who wins by a payoff, whatever the position.
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

/// All that play comes to, and the lines that had a part in it.
struct Seen<'a> {
    outline: &'a Outline,
    marked: &'a Marked,
    reached: &'a Reached,
    /// The moves that were made, and the endings that were met.
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

    /// What is to be said where play has a start.
    fn all(self, found: &mut Found) -> Looked {
        let from = format!(
            "this was looked for in all {} positions that play comes to from the start and the examples",
            self.positions
        );
        self.moves(found, "can never be made", &from);
        self.ends(found, "is never met", &from);
        self.symbols(found, &from);
        self.players(found, &from);
        self.play_without_end(found);
        Looked::All(self.positions)
    }

    /// What is to be said where the examples and small positions are all that was looked at.
    fn small(self, found: &mut Found) -> Looked {
        let from = format!(
            "this was looked for in {} positions: the examples, small ones, and all that play comes to from there",
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
                let help = format!("look at what it asks for; {from}");
                found.warn(Kind::Move, &rule.span, format!("this move {never}"), help);
            } else {
                silent = Some(rule.tier);
                let help = format!("drop `else`, or the line; {from}");
                let message = "this `else` is never come to: a move above it can always be made";
                found.warn(Kind::Tier, &rule.span, message, help);
            }
        }
    }

    fn ends(&self, found: &mut Found, never: &str, from: &str) {
        let ends = &self.outline.ends;
        let mut told: Option<&Span> = None;
        for (number, span) in ends.iter().enumerate() {
            let is_line = |other: usize| ends[other] == *span;
            let is_met = self.met.iter().any(|other| is_line(*other));
            if !is_met && told != Some(span) {
                told = Some(span);
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
        // Whoever is to move: that it was nobody's luck in so few positions is no fault of the
        // rules.
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
        if all {
            let message = "play never ends: no ending is ever met, and nobody is without a move";
            let help = "say where it ends: at CONDITION: ..., or PLAYER wins when ...";
            let span = self
                .outline
                .rules
                .first()
                .map_or(0..0, |rule| rule.span.clone());
            found.warn(Kind::Endless, &span, message, help.into());
        } else if let Some(number) = self.rounds.never_over.first().filter(|_| !is_said) {
            let message = format!("from {} on, play never ends", show(*number));
            let help = "say what that is worth: repetition draws; or where it ends";
            found.warn(Kind::Endless, &place(*number), message, help.into());
        } else if let Some(number) = self.rounds.back.filter(|_| !is_said) {
            let message = format!("play can go round: it can come back to {}", show(number));
            let help = "say what that is worth: repetition draws; or let a number count the moves";
            found.warn(Kind::Endless, &place(number), message, help.into());
        }
    }
}
