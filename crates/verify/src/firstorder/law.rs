//! Outcomes of games whose moves are linear, read off digits.

use std::borrow::Cow;

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::paths::{Above, Layout, Paths};
use whowins_analysis::{Game, Player, Position, Value};
use whowins_automata::{Dfa, NumerationSystem, System, Theory};
use whowins_core::Expr;

use super::falls::{self, Weights};
use super::kernel::{Kernel, Labels, Violation, refused};
use super::multiples::{self, multiples};
use crate::automatic::named;
use crate::automaton::{after, failed, limits, passes_leading_zeros, whole};
use crate::{Budget, Checked, Claim, Rejection};

/// Who wins every position of one shape, for each memory by the digits of all other numbers.
///
/// The *memory* is all numbers of small ranges together, whose turn it is the first of them. Every
/// other number has a *track*: a natural number, by which it is more than its least value, or than
/// the number that it is counted from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstOrder {
    /// How many numbers each part of the position has, whose turn it is not counted.
    pub lengths: Vec<usize>,
    /// For each track `[another, more]` where its number is that other track's number, and so much,
    /// and what the track holds; else null. The law then speaks of no position in which one of
    /// these would be negative. Left out where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub above: Vec<Above>,
    /// The numeration system, as in laws of kind `automatic`.
    pub system: String,
    /// Weights of all numbers but the turn, several times: with every move one of these sums falls,
    /// and none before it rises.
    pub falls: Vec<Weights>,
    /// `next[state][letter]`; a letter is the tuple of digits, the first track's the most
    /// significant. Reading begins in state 0.
    pub next: Vec<Vec<u32>>,
    /// For each state who wins, a letter for each memory: F, S or D for the first-named player, the
    /// second-named, nobody. Memories are numbered with the turn as the most significant. Empty
    /// where the word read is no position.
    pub says: Vec<String>,
}

/// The most letters.
const LETTERS: usize = 1 << 12;
/// The most forms.
const FORMS: usize = 64;

/// The sign of what player 0 gets.
fn sign(letter: char) -> Option<i8> {
    match letter {
        'F' => Some(1),
        'D' => Some(0),
        'S' => Some(-1),
        _ => None,
    }
}

/// The term of a game, without a copy where it is at hand.
pub fn term(game: &Game) -> Cow<'_, whowins_core::Game> {
    match game.program() {
        Some(program) => Cow::Borrowed(&program.term),
        None => Cow::Owned(game.core()),
    }
}

/// Whether a player who cannot move wins; `None` where he does neither that nor loses.
pub fn wins_stuck(stuck: &Expr) -> Option<bool> {
    let by_turn =
        |first: i64, second: i64| Expr::ite(Expr::part(0), Expr::num(first), Expr::num(second));
    let [loses, wins] = [by_turn(1, -1), by_turn(-1, 1)];
    (*stuck == loses || *stuck == wins).then_some(*stuck == wins)
}

impl FirstOrder {
    /// The check where multiples of one number are taken from another ([`multiples`]).
    fn of_multiples(
        &self,
        moves: [bool; 2],
        term: &whowins_core::Game,
        system: System,
        budget: &Budget,
    ) -> Result<Checked, Rejection> {
        let Some(misere) = wins_stuck(&term.stuck) else {
            return Err(Rejection::rules(
                "a player without a move neither wins nor loses",
            ));
        };
        if self.lengths != [1, 1] || !self.above.is_empty() || self.falls != [[1, 1]] {
            return Err(Rejection::malformed(
                "where multiples are taken, a law is of two numbers, whose sum falls",
            ));
        }
        let theory = Theory::new(system, &limits(budget)).map_err(failed)?;
        let digits = vec![theory.system().digits(); 2];
        let picked = |pick: &dyn Fn(&str) -> bool| {
            let accepting = self.says.iter().map(|says| pick(says)).collect();
            let table = self.next.concat();
            Dfa::new(digits.clone(), table, accepting, 0, theory.limits()).map_err(failed)
        };
        let same = |a: &Dfa, b: &Dfa| -> Result<bool, Rejection> {
            let differ = a.product(b, |a, b| a != b, theory.limits());
            Ok(differ.map_err(failed)?.is_empty())
        };
        let all = theory.valid(2).map_err(failed)?;
        if !same(&all, &picked(&|says| ["FS", "SF"].contains(&says))?)?
            || !same(&all, &picked(&|says| !says.is_empty())?)?
        {
            return Err(Rejection::false_claim(
                "exactly the positions must have a label, the same for each player to move",
            ));
        }
        let loses = picked(&|says| says == "SF")?;
        if let Some(error) = multiples::fault(theory, &loses, moves, misere, budget)? {
            return Err(Rejection::false_claim(error));
        }
        Ok(vec![
            format!("The addition of {} is addition, by induction.", self.system),
            format!(
                "Each position has one label, whatever the leading zeros: automaton of {} states.",
                self.next.len()
            ),
            "No loss has a move to a loss, and each win has one, as the multiples of a number meet each window of its length once.".into(),
            "Play ends: with every move the sum of the numbers falls.".into(),
        ])
    }

    /// The positions that the law speaks of; `term` is the game's.
    ///
    /// # Errors
    ///
    /// Where the game has no such positions.
    pub fn layout(&self, term: &whowins_core::Game) -> Result<Layout, Rejection> {
        let lengths: Vec<usize> = std::iter::once(1)
            .chain(self.lengths.iter().copied())
            .collect();
        Layout::new(term, &lengths, &self.above).map_err(refused)
    }

    /// The system of [`FirstOrder::system`]; `None` where it is none.
    pub fn numerals(&self) -> Option<System> {
        named(&self.system)
    }

    /// The labels as signs; `None` where a letter is none of the three.
    pub fn labels(&self) -> Option<Labels> {
        let signs = |says: &String| says.chars().map(sign).collect();
        let says: Option<Vec<Vec<i8>>> = self.says.iter().map(signs).collect();
        Some(Labels {
            next: self.next.clone(),
            says: says?,
        })
    }

    /// The automaton's table, whole and with all its letters.
    fn well_formed(
        &self,
        letters: usize,
        memories: usize,
        budget: &Budget,
    ) -> Result<Labels, Rejection> {
        let malformed = |what: String| Err(Rejection::malformed(what));
        whole(&self.next, letters, budget)?;
        if self.says.len() != self.next.len() {
            return malformed(format!(
                "the automaton has {} states and {} entries of `says`; it needs as many of both",
                self.next.len(),
                self.says.len()
            ));
        }
        let Some(labels) = self.labels() else {
            return malformed("who wins is written with F, S and D".into());
        };
        match labels
            .says
            .iter()
            .all(|says| [0, memories].contains(&says.len()))
        {
            true => Ok(labels),
            false => malformed(format!(
                "a state says who wins for other than {memories} memories"
            )),
        }
    }

    /// What the law says of a state of the layout's memory and tracks.
    pub fn says_of(&self, memory: usize, tracks: &[UBig]) -> Option<i8> {
        let system = self.numerals()?;
        let state = after(&self.next, &system, tracks)?;
        sign(self.says.get(state as usize)?.chars().nth(memory)?)
    }

    /// The position of a memory and tracks, for a sentence.
    fn position(game: &Game, layout: &Layout, memory: usize, tracks: &[UBig]) -> String {
        match game.of_core(&layout.state(memory, tracks)) {
            Some((position, player)) => format!(
                "{} with {} to move",
                game.show(&position),
                game.player(player)
            ),
            None => "a position".into(),
        }
    }
}

impl Claim for FirstOrder {
    fn kind(&self) -> &'static str {
        "first-order"
    }

    fn knows_blocking(&self) -> bool {
        true
    }

    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let term = term(game);
        let layout = self.layout(&term)?;
        let Some(system) = self.numerals() else {
            return Err(Rejection::malformed(format!(
                "`{}` isn't a numeration system",
                self.system
            )));
        };
        let letters = u32::try_from(layout.tracks()).ok();
        let letters = letters.and_then(|tracks| usize::from(system.digits()).checked_pow(tracks));
        let Some(letters) = letters.filter(|letters| *letters <= LETTERS) else {
            return Err(Rejection::malformed(format!(
                "more than the {LETTERS} letters that are checked"
            )));
        };
        let labels = self.well_formed(letters, layout.memories(), budget)?;
        if self.falls.len() > FORMS {
            return Err(Rejection::malformed(format!(
                "more than {FORMS} forms that fall"
            )));
        }
        passes_leading_zeros(&self.next, &system)?;
        if let Some(moves) = multiples(&term) {
            return self.of_multiples(moves, &term, system, budget);
        }
        let paths = Paths::new(&term, &layout, &budget.work);
        let mut kernel = Kernel::new(system, &paths, &layout, &limits(budget), budget)?;
        if let Some(track) = kernel.leaves()? {
            return Err(Rejection::false_claim(format!(
                "a move leaves the positions that the law covers: number {} falls below its least value",
                track + 1
            )));
        }
        if let Some(error) = falls::fault(&kernel, &term, &self.falls)? {
            return Err(Rejection::false_claim(format!(
                "nothing shows that play ends: {error}"
            )));
        }
        let number = |numbers: &[UBig]| {
            let all: Vec<String> = numbers.iter().map(UBig::to_string).collect();
            all.join(", ")
        };
        let message = match kernel.violation(&labels)? {
            None => {
                let moves = kernel.paths().len();
                return Ok(vec![
                    format!("The addition of {} is addition, by induction.", self.system),
                    format!(
                        "Each position has one label, whatever the leading zeros: automaton of {} states, {} tracks, {} memories.",
                        self.next.len(),
                        layout.tracks(),
                        layout.memories()
                    ),
                    format!(
                        "Each label agrees with the endings and moves: {moves} paths of the core term, as formulas."
                    ),
                    match self.falls.len() {
                        1 => "Play ends: every move lowers a sum.".into(),
                        sums => format!(
                            "Play ends: every move lowers one of {sums} sums, and raises none before it."
                        ),
                    },
                ]);
            }
            Some(Violation::Label(at)) => format!(
                "exactly the positions must have a label; the tracks {} break this",
                number(&at)
            ),
            Some(Violation::Less(memory, at)) => format!(
                "at {} the label is less than an end or an option gives the player to move",
                Self::position(game, &layout, memory, &at)
            ),
            Some(Violation::More(memory, at)) => format!(
                "at {} the label is more than every end and option gives the player to move",
                Self::position(game, &layout, memory, &at)
            ),
        };
        Err(Rejection::false_claim(message))
    }

    fn statement(&self, game: &Game) -> String {
        let term = term(game);
        let parts = term.parts.iter().skip(1).zip(&self.lengths);
        let names: Vec<String> = parts
            .map(|(part, length)| match length {
                1 => part.name.clone(),
                _ => format!("{length} numbers {}", part.name),
            })
            .collect();
        let ordered = match self.above.iter().any(Option::is_some) {
            true => " in order",
            false => "",
        };
        format!(
            "An automaton of {} states reads the digits of {}{ordered} in {}, most significant first, and names the winner.",
            self.next.len(),
            names.join(", "),
            self.system
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let term = term(game);
        let layout = self.layout(&term).ok()?;
        let value = |player: Player| {
            let state = position.core_state(player);
            let (memory, tracks) = layout.read(&state)?;
            let sign = self.says_of(memory, &tracks)?;
            Some(match (sign, player) {
                (0, _) => Value::Draw,
                (1, Player::First) | (-1, Player::Second) => Value::Win,
                _ => Value::Loss,
            })
        };
        Some([value(Player::First)?, value(Player::Second)?])
    }
}
