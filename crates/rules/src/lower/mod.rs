//! From a syntax tree to its meaning: a term of the core calculus, and how its positions are
//! written.
//!
//! Part 0 of the term is the turn; then come the parts of the position in the order of the text,
//! before the cells of a board without a fixed size the number of its columns; then what a move
//! remembers while it is made, and the score. A move is written once for each player where it
//! speaks of `own`, `other` or `forward`, so that in each the player is known, and what these words
//! mean is a constant. Names stand for expressions; a choice is a variable of the term.

mod act;
mod affine;
mod astray;
mod bounds;
mod choice;
mod compare;
mod connects;
mod data;
mod domain;
mod doubtful;
mod ending;
mod expression;
mod facts;
mod fold;
mod function;
mod geometry;
mod has;
mod heaps;
mod idle;
mod ko;
mod lay;
mod literal;
mod member;
mod moves;
mod name;
mod opening;
mod outline;
mod parts;
mod pattern;
mod repeat;
mod rewrite;
mod scope;
mod set;
mod settle;
mod spelling;
mod start;
mod step;
mod sum;
mod together;
mod unused;
mod walk;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};

use dashu_int::IBig;
use whowins_analysis::program::{Holding, Program, Spelling, SpeltMove};
use whowins_core::{self as core, Array, Const, Expr, State};

use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::parameters::Parameters;
use crate::tree::Text;
use data::{Datum, Ground};
use parts::Part;
use scope::Bound;

use opening::Openings;
pub(crate) use opening::{Opening, lower_opened};
pub use outline::{Outline, Rule, outline};

/// What a text means, with these values of its parameters.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The game.
    pub program: Program,
    /// What people call its players, its moves and what they choose.
    pub spelling: Spelling,
    /// What is no error, and may not be meant.
    pub warnings: Vec<Diagnostic>,
}

/// Expressions are nested at most so deep while they are written out.
const DEPTH: usize = 150;
/// A text is written out to at most so many pieces.
const SIZE: usize = 1 << 20;
/// The most elements of a table, and places of a part.
const ELEMENTS: usize = 1 << 20;

/// A part of the term that is no part of a position as it is written.
struct Hidden {
    part: usize,
    /// What it holds between moves.
    rest: Vec<IBig>,
}

/// A text on its way to a term.
struct Lower<'a> {
    text: &'a Text,
    players: [String; 2],
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    data: Vec<Datum>,
    grounds: Vec<Ground>,
    parts: Vec<Part>,
    holdings: Vec<Holding>,
    /// The parts of the term.
    term_parts: Vec<core::Part>,
    hidden: Vec<Hidden>,
    consts: Vec<Const>,
    /// Words that stand for numbers.
    words: BTreeMap<String, i64>,
    score: Option<usize>,
    /// The piece that goes on, and the cells that it came to, where some move can be repeated.
    piece: Option<(usize, usize)>,
    /// Earlier positions, where moves must not lead back to them.
    memory: Option<ko::Memory>,
    /// Parts with symbols that something speaks of.
    mentioned: RefCell<HashSet<(usize, char)>>,
    /// Where play starts, once that is read.
    started: Option<State>,
    names: Vec<Bound>,
    /// How many variables of the term are bound here.
    bound: usize,
    /// How many definitions are known here.
    known: usize,
    /// Who is spoken of as `own`, and whether somebody did.
    me: Option<usize>,
    asked_me: bool,
    /// In the move at hand: whether the turn stays, and whether a token has gone.
    again: bool,
    moved: bool,
    /// Whether a step is made for each member of a set here, and the part that then holds whether
    /// the turn stays.
    within_each: bool,
    stays: Option<usize>,
    /// The part that holds whether a move led to an earlier position, where that loses.
    repeated: Option<usize>,
    /// Definitions that something uses.
    used: HashSet<usize>,
    depth: usize,
    size: usize,
    is_too_long: bool,
    /// The moves that can be made at all, as they are written.
    spelt: Vec<SpeltMove>,
    /// Whether parameters without a value have one that nobody gave.
    is_open: bool,
    /// Which constant arrays are parameters' values that are not to be looked at, where the term is
    /// to hold for all of them.
    openings: Option<Openings>,
}

/// Gives a text its meaning.
///
/// # Errors
///
/// All errors: names that mean nothing, numbers where conditions are meant, values of parameters
/// that are missing or do not fit.
pub fn lower(text: &Text, values: &Parameters) -> Result<Lowered, Vec<Diagnostic>> {
    Lower::new(text).lowered(values)
}

/// The same with values that nobody gave for parameters without one, to look for the errors of the
/// text alone: what they do not have may be there in others.
pub(crate) fn lower_open(text: &Text, values: &Parameters) -> Result<Lowered, Vec<Diagnostic>> {
    let mut lower = Lower::new(text);
    lower.is_open = true;
    lower.lowered(values)
}

impl<'a> Lower<'a> {
    fn new(text: &'a Text) -> Self {
        let named = text.players.as_ref();
        let player = |at: usize, other: &str| {
            named.map_or(other.to_string(), |lines| lines[at].name.text.clone())
        };
        Self {
            text,
            players: [player(0, "First"), player(1, "Second")],
            errors: Vec::new(),
            warnings: Vec::new(),
            data: Vec::new(),
            grounds: Vec::new(),
            parts: Vec::new(),
            holdings: Vec::new(),
            term_parts: vec![range("turn", 0, Some(1))],
            hidden: Vec::new(),
            consts: Vec::new(),
            words: BTreeMap::new(),
            score: None,
            piece: None,
            memory: None,
            mentioned: RefCell::default(),
            started: None,
            names: Vec::new(),
            bound: 0,
            known: 0,
            me: None,
            asked_me: false,
            again: false,
            moved: false,
            within_each: false,
            stays: None,
            repeated: None,
            used: HashSet::new(),
            depth: 0,
            size: 0,
            is_too_long: false,
            spelt: Vec::new(),
            is_open: false,
            openings: None,
        }
    }

    fn lowered(mut self, values: &Parameters) -> Result<Lowered, Vec<Diagnostic>> {
        match self.meaning(values) {
            Some(program) if self.errors.is_empty() => Ok(self.with_words(program)),
            _ => Err(self.all_faults()),
        }
    }

    /// The game in a short term, if it is well formed.
    fn meaning(&mut self, values: &Parameters) -> Option<Program> {
        let mut program = self.program(values)?;
        program.term = program.term.tidy();
        self.checked(program)
    }

    /// The game with what people call the things in it.
    fn with_words(mut self, program: Program) -> Lowered {
        Lowered {
            program,
            spelling: self.spelling(),
            warnings: self.warnings,
        }
    }

    /// What is wrong with the text, in order; never nothing.
    fn all_faults(mut self) -> Vec<Diagnostic> {
        if self.errors.is_empty() {
            let help = "say it in other words, one line at a time";
            self.note(0..0, "this text has no meaning that is known", help);
        }
        self.errors
            .sort_by_key(|error| (error.span.start, error.span.end));
        self.errors.dedup();
        self.errors
    }

    /// The game, if its term is well formed.
    fn checked(&mut self, program: Program) -> Option<Program> {
        let Err(error) = program.term.check() else {
            return Some(program);
        };
        let message = format!("this text has no meaning: {error}");
        let help = "say it in other words, one line at a time";
        self.error(0..0, message, help)
    }

    /// The game as it is written out, rule by rule: its term is not made short.
    fn program(&mut self, values: &Parameters) -> Option<Program> {
        if sum::is_sum(self.text) {
            return self.sum(values);
        }
        self.no_games_within();
        self.read_data(values);
        self.declare_parts();
        if !self.errors.is_empty() {
            return None;
        }
        self.known = self.text.definitions.len();
        self.hide_what_moves_need();
        self.remember_positions();
        self.started = self.start();
        let tiers = self.tiers();
        let (ends, stuck) = self.ends();
        let (blocks, endless) = (self.blocks(), self.endless());
        let start = self.settled_start();
        self.look_at_unused();
        self.look_for_what_is_idle();
        if !self.errors.is_empty() {
            return None;
        }
        let name = self.text.name.as_ref();
        let mut term_parts = std::mem::take(&mut self.term_parts);
        core::Part::distinct(&mut term_parts, &self.consts);
        let term = core::Game {
            name: name.map_or_else(|| "game".into(), |name| name.text.clone()),
            consts: std::mem::take(&mut self.consts),
            parts: term_parts,
            tiers,
            ends,
            stuck,
            blocks,
            endless,
            starts: start.into_iter().collect(),
        };
        Some(Program {
            term,
            parts: std::mem::take(&mut self.holdings),
            score: self.score,
            rest: (self.hidden.iter())
                .map(|hidden| (hidden.part, hidden.rest.clone()))
                .collect(),
            sum: None,
        })
    }

    /// Notes an error with its mend.
    fn note(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.errors.push(Diagnostic::new(span, message).help(help));
    }

    /// Notes an error with its mend; there is no answer then.
    fn error<T>(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        self.note(span, message, help);
        None
    }

    /// Notes once what may not be meant, and how to say it otherwise.
    fn warn(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        let warning = Diagnostic::warning(span, message).help(help);
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Counts pieces that are written out; `None` where they are too many.
    fn charge(&mut self, pieces: usize, span: &Span) -> Option<()> {
        self.size = self.size.saturating_add(pieces);
        if self.size <= SIZE {
            return Some(());
        }
        if !self.is_too_long {
            self.is_too_long = true;
            let message = format!("written out, this text has more than {SIZE} pieces");
            let help = "use definitions less often inside each other, and smaller parameters";
            self.note(span.clone(), message, help);
        }
        None
    }

    /// A constant array; equal ones are there once, but for those whose values are not looked at.
    fn constant(&mut self, name: &str, values: Vec<IBig>) -> Array {
        let mut all = self.consts.iter().enumerate();
        let known = all.position(|(at, one)| !self.is_opened(at) && one.values == values);
        match known {
            Some(at) => Array::Const(at),
            None => Const::own(&mut self.consts, name, values),
        }
    }

    /// A constant array of machine numbers.
    fn table(&mut self, name: &str, values: impl IntoIterator<Item = i64>) -> Array {
        self.constant(name, values.into_iter().map(IBig::from).collect())
    }

    /// The number of a player.
    fn player(&mut self, name: &crate::tree::Word) -> Option<usize> {
        let found = self.players.iter().position(|one| *one == name.text);
        if found.is_none() {
            let names = self.players.clone();
            let near = whowins_analysis::closest(&name.text, names.iter().map(String::as_str));
            let help = match near {
                Some(near) => did_you_mean(near),
                None if self.text.players.is_none() => {
                    format!("add a line: players {}, ...", name.text)
                }
                None => format!("the players are {} and {}", names[0], names[1]),
            };
            let message = format!("there is no player `{}`", name.text);
            return self.error(name.span.clone(), message, help);
        }
        found
    }

    /// Who `own` is here.
    fn own_player(&mut self, span: &Span) -> Option<usize> {
        self.asked_me = true;
        match self.me {
            Some(me) => Some(me),
            None => {
                let message = "nobody is to move here, so `own` is nobody's";
                let help = "name a player in place of `own`";
                self.error(span.clone(), message, help)
            }
        }
    }
}

/// A part whose elements have a range.
fn range(name: &str, least: i64, most: Option<i64>) -> core::Part {
    core::Part {
        name: name.into(),
        least: least.into(),
        most: most.map(IBig::from),
    }
}

/// 1 where the second-named player is to move.
fn turn() -> Expr {
    Expr::part(0)
}
