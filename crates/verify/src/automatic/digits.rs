//! Outcomes of lattice points read off their digits by an automaton.

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::derive::{falling, rays};
use whowins_analysis::numbers::Numbers;
use whowins_analysis::{Game, Position, Stuck, Value};
use whowins_automata::{NumerationSystem, System};

use super::system::named;
use super::{names, plain};
use crate::automaton::after;
use crate::firstorder::FirstOrder;
use crate::{Budget, Checked, Claim, Rejection};

/// Outcomes of lattice points read off their digits by an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Automatic {
    /// The numeration system: "base 2", "base 3", ..., "Zeckendorf", or one of Ostrowski's, as
    /// "Ostrowski [0; 3, (2)]" with the denominators 1, 3, 7, 17, ... of [0; 3, 2, 2, ...]. With a
    /// period of several partial quotients, words have its multiples as lengths, and all other
    /// words have no label.
    pub system: String,
    /// Reads the digits of all coordinates at once, most significant first; a letter is the tuple
    /// of digits, the first coordinate's the most significant.
    pub automaton: crate::Automaton,
}

/// The most numbers of a position.
const COORDINATES: usize = 4;

impl Automatic {
    fn system(&self) -> Result<System, Rejection> {
        named(&self.system).ok_or_else(|| {
            Rejection::malformed(format!(
                "`{}` isn't a numeration system; there are `base 2` to `base 36`, `Zeckendorf`, and Ostrowski's, as `Ostrowski [0; 3, (2)]`",
                self.system
            ))
        })
    }

    /// The same law with whose turn it is for its memory, and a form that falls with every move of
    /// these numbers.
    ///
    /// # Errors
    ///
    /// Where none is seen to fall.
    pub fn first_order(&self, numbers: &Numbers) -> Result<FirstOrder, Rejection> {
        let falling = falling(numbers).ok_or_else(|| {
            Rejection::rules(
                "no linear form falls with every move, so it is not shown that play ends",
            )
        })?;
        let says = |wins: &Option<[bool; 2]>| match wins {
            None => String::new(),
            Some([first, second]) => [*first, !*second]
                .map(|first| if first { 'F' } else { 'S' })
                .iter()
                .collect(),
        };
        Ok(FirstOrder {
            lengths: vec![1; numbers.variables.len()],
            above: Vec::new(),
            system: self.system.clone(),
            falls: vec![falling.weights],
            next: self.automaton.next.clone(),
            says: self.automaton.wins.iter().map(says).collect(),
        })
    }

    /// The digits that the automaton reads of each number, most significant first; `None` where the
    /// certificate's system is none.
    pub fn written(&self, numbers: &[UBig]) -> Option<Vec<Vec<u8>>> {
        let system = self.system().ok()?;
        Some(numbers.iter().map(|n| system.represent(n)).collect())
    }

    /// The label of a position, where it has one.
    fn label(&self, coordinates: usize, numbers: &[UBig]) -> Option<[bool; 2]> {
        let system = self.system().ok()?;
        if numbers.len() != coordinates {
            return None;
        }
        let state = after(&self.automaton.next, &system, numbers)?;
        *self.automaton.wins.get(state as usize)?
    }
}

impl Claim for Automatic {
    fn kind(&self) -> &'static str {
        "automatic"
    }

    fn knows_blocking(&self) -> bool {
        true
    }

    /// By the rule of first-order laws ([`FirstOrder`]), with whose turn it is for the memory.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let numbers = plain(game)?;
        let coordinates = numbers.variables.len();
        if !(1..=COORDINATES).contains(&coordinates) {
            return Err(Rejection::rules(format!(
                "positions have {coordinates} numbers; this kind of law takes 1 to {COORDINATES}"
            )));
        }
        self.system()?;
        self.first_order(numbers)?.check(game, budget)?;
        let moves = rays(numbers).map_or(0, |rays| rays.len());
        let play = match game.ending.stuck {
            Stuck::Wins => "misère",
            _ => "normal",
        };
        Ok(vec![
            format!("The addition of {} is addition, by induction.", self.system),
            format!(
                "Each position has one label, whatever the leading zeros: automaton of {} states.",
                self.automaton.next.len()
            ),
            match game.ending.blocked {
                0 => format!(
                    "No losing position has a move to a loss of the opponent, and each winning one has ({moves} vectors and rays, {play} play)."
                ),
                most => format!(
                    "A losing position has at most {most} options that are losses of the opponent, each winning one has more ({moves} vectors and rays, {play} play; each option is counted once)."
                ),
            },
            "Every move lowers a linear form, so play ends.".into(),
        ])
    }

    fn statement(&self, game: &Game) -> String {
        let names = names(game);
        format!(
            "An automaton of {} states reads the digits of {names} in {}, most significant first, and names the winner.",
            self.automaton.next.len(),
            self.system
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let variables = game.numbers()?.variables.len();
        let wins = self.label(variables, &position.naturals()?)?;
        Some(wins.map(|wins| if wins { Value::Win } else { Value::Loss }))
    }
}
