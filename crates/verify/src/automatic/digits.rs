//! Outcomes of lattice points read off their digits by an automaton.

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::derive::{Ray, falling, rays};
use whowins_analysis::{Game, Player, Position, Stuck, Value};
use whowins_automata::{Dfa, Limits, NumerationSystem, System, Theory};

use super::moves;
use super::names;
use super::system::named;
use crate::automaton::{after, failed, limits, passes_leading_zeros};
use crate::rejection::size;
use crate::{Budget, Checked, Claim, Rejection, Subject};

/// Outcomes of lattice points read off their digits by an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Automatic {
    /// The numeration system: «base 2», «base 3», ..., «Zeckendorf», or one of Ostrowski's, as «Ostrowski [0; 3, (2)]» with the
    /// denominators 1, 3, 7, 17, ... of [0; 3, 2, 2, ...]. With a period of several partial quotients, words have its multiples as
    /// lengths, and all other words have no label.
    pub system: String,
    /// Reads the digits of all coordinates at once, most significant first; a letter is the tuple of digits, the first
    /// coordinate's the most significant.
    pub automaton: crate::Automaton,
}

/// The most coordinates.
const COORDINATES: usize = 4;
/// The most letters.
const LETTERS: usize = 1 << 10;
/// The most vectors and rays.
const RAYS: usize = 256;
/// The most options that may be blocked.
const BLOCKED: u32 = 8;
/// What one construction takes from the budget before it begins: enough for a look at the clock.
const CONSTRUCTION: u64 = 1 << 16;

/// What the law needs of the rules: plain naturals, moves that are vectors and rays, and play that ends.
pub(super) fn lattice(subject: &Subject, most: usize) -> Result<(usize, Vec<Ray>), Rejection> {
    let game = &subject.game;
    let none = |what: &str| {
        Err(Rejection::rules(format!(
            "{what}; this kind of law has none"
        )))
    };
    let Some(numbers) = game.numbers() else {
        return Err(Rejection::rules("positions are not tuples of numbers"));
    };
    if !game.ending.goals.is_empty() {
        return none("the rules have goals or borders");
    }
    let plain = |v: &whowins_analysis::numbers::Variable| v.least == 0 && v.most.is_none();
    if !numbers.variables.iter().all(plain) {
        return none("the rules bound a variable");
    }
    let coordinates = numbers.variables.len();
    if !(1..=COORDINATES).contains(&coordinates) {
        return Err(Rejection::rules(format!(
            "positions have {coordinates} numbers; this kind of law takes 1 to {COORDINATES}"
        )));
    }
    let Some(rays) = rays(numbers) else {
        return Err(Rejection::rules("some move is no vector and no ray"));
    };
    if rays.len() > most {
        return Err(Rejection::rules(format!(
            "the rules have {} vectors and rays; this kind of law takes {most}",
            rays.len()
        )));
    }
    match falling(numbers) {
        Some(form) if moves::ends(&rays, &form) => Ok((coordinates, rays)),
        _ => Err(Rejection::rules(
            "no linear form falls with every move, so it is not shown that play ends",
        )),
    }
}

/// One check: the theory, with the sets of the labelling.
struct Check<'a> {
    theory: Theory<System>,
    coordinates: usize,
    rays: &'a [Ray],
    budget: &'a Budget,
    /// All positions.
    all: Dfa,
    /// The positions that each player loses when to move.
    loses: [Dfa; 2],
}

impl Check<'_> {
    fn op(&self, a: &Dfa, b: &Dfa, op: impl Fn(bool, bool) -> bool) -> Result<Dfa, Rejection> {
        self.budget.spend(CONSTRUCTION)?;
        a.product(b, op, self.theory.limits()).map_err(failed)
    }

    /// The positions from which the relation leads somewhere: into `to`, or anywhere.
    fn sources(&self, relation: &Dfa, to: Option<&Dfa>) -> Result<Dfa, Rejection> {
        self.budget.spend(CONSTRUCTION)?;
        let limits = self.theory.limits();
        let tracks: Vec<usize> = (0..2 * self.coordinates).collect();
        let after = &tracks[self.coordinates..];
        match to {
            None => self.theory.project(relation, after),
            Some(to) => relation
                .join(
                    &tracks,
                    to,
                    after,
                    relation.digits().to_vec(),
                    |a, b| a && b,
                    limits,
                )
                .and_then(|into| self.theory.project(&into, after)),
        }
        .map_err(failed)
    }

    /// The position of a shortest word of the automaton.
    fn example(&self, dfa: &Dfa) -> Option<String> {
        let word = dfa.shortest_word()?;
        let coordinate = |at: usize| {
            let digits: Vec<u8> = word.iter().map(|tuple| tuple[at]).collect();
            self.theory.system().value(&digits).to_string()
        };
        let all: Vec<String> = (0..self.coordinates).map(coordinate).collect();
        Some(format!("({})", all.join(", ")))
    }

    /// The condition where the opponent blocks up to so many options: the losses are the positions with no more options than that
    /// among the losses. The moves are the same for both players, and so are the losses.
    ///
    /// Ray by ray, without the moves that an earlier ray has too, so that each option is counted once; along a ray by its digits,
    /// as a number has one representation of each length.
    fn blocked(&self, most: u32) -> Result<(), Rejection> {
        let enough = size(most.saturating_add(1))?;
        let loses = &self.loses[0];
        let none = self.op(&self.all, &self.all, |_, _| false)?;
        // At `n`: where the rays so far have n lost options at least.
        let mut at_least = vec![none; enough + 1];
        at_least[0] = self.all.clone();
        let mut had: Option<Dfa> = None;
        for ray in self.rays {
            self.budget.spend(CONSTRUCTION)?;
            let whole = self.relation(ray)?;
            let own = match &had {
                None => whole.clone(),
                Some(had) => self.op(&whole, had, |own, had| own && !had)?,
            };
            had = Some(match had {
                None => whole,
                Some(had) => self.op(&had, &whole, |a, b| a || b)?,
            });
            let mut sums = at_least.clone();
            for more in 1..=enough {
                let counted = self.counted(&own, loses, more)?;
                if counted.is_empty() {
                    break;
                }
                for n in more..=enough {
                    let sum = self.op(&at_least[n - more], &counted, |a, b| a && b)?;
                    sums[n] = self.op(&sums[n], &sum, |a, b| a || b)?;
                }
            }
            at_least = sums;
        }
        let wins = &at_least[enough];
        let wrong = self.op(loses, wins, |loses, wins| loses && wins)?;
        if let Some(at) = self.example(&wrong) {
            return Err(Rejection::false_claim(format!(
                "{at} is labelled a loss, but more than {most} of its options are losses of the opponent"
            )));
        }
        let left = self.op(&self.all, loses, |all, loses| all && !loses)?;
        let left = self.op(&left, wins, |left, wins| left && !wins)?;
        match self.example(&left) {
            None => Ok(()),
            Some(at) => Err(Rejection::false_claim(format!(
                "{at} is labelled a win, but all its options that are losses of the opponent, {most} at most, can be blocked"
            ))),
        }
    }

    /// The positions from which the relation leads to so many members of `to` at least.
    fn counted(&self, relation: &Dfa, to: &Dfa, least: usize) -> Result<Dfa, Rejection> {
        self.budget.spend(CONSTRUCTION)?;
        let least = u32::try_from(least).unwrap_or(u32::MAX);
        let tracks: Vec<usize> = (0..2 * self.coordinates).collect();
        let after = &tracks[self.coordinates..];
        let (digits, limits) = (relation.digits().to_vec(), self.theory.limits());
        relation
            .join(&tracks, to, after, digits, |a, b| a && b, limits)
            .and_then(|into| self.theory.project_at_least(&into, after, least))
            .map_err(failed)
    }

    /// The moves of a ray, tracks before and then tracks after.
    fn relation(&self, ray: &Ray) -> Result<Dfa, Rejection> {
        let range = 0..self.coordinates;
        let names: Vec<String> = range
            .clone()
            .map(moves::before)
            .chain(range.map(moves::after))
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let formula = moves::leads(ray, self.coordinates)?;
        self.theory.automaton(&names, &formula).map_err(failed)
    }

    /// The kernel's condition for one player: the losses are the positions without a move to a loss of the opponent, but that
    /// under misère play who has no move at all wins.
    fn player(&self, player: Player, stuck: Stuck) -> Result<(), Rejection> {
        let loses = &self.loses[player.index()];
        let mut left = self.op(&self.all, loses, |all, loses| all && !loses)?;
        let mut stuck_at = self.all.clone();
        for ray in self.rays.iter().filter(|ray| ray.by.allows(player)) {
            self.budget.spend(CONSTRUCTION)?;
            let relation = self.relation(ray)?;
            let wins = self.sources(&relation, Some(&self.loses[player.other().index()]))?;
            let joined = self.op(loses, &wins, |a, b| a && b)?;
            if let Some(at) = self.example(&joined) {
                return Err(Rejection::false_claim(format!(
                    "{at} is labelled a loss, but a move leads to a loss of the opponent"
                )));
            }
            left = self.op(&left, &wins, |a, b| a && !b)?;
            if stuck == Stuck::Wins {
                let moves = self.sources(&relation, None)?;
                stuck_at = self.op(&stuck_at, &moves, |a, b| a && !b)?;
            }
        }
        if stuck == Stuck::Wins {
            let wrong = self.op(loses, &stuck_at, |a, b| a && b)?;
            if let Some(at) = self.example(&wrong) {
                return Err(Rejection::false_claim(format!(
                    "{at} is labelled a loss, but without a move one wins under misère play"
                )));
            }
            left = self.op(&left, &stuck_at, |a, b| a && !b)?;
        }
        match self.example(&left) {
            None => Ok(()),
            Some(at) => Err(Rejection::false_claim(format!(
                "{at} is labelled a win, but no move leads to a loss of the opponent"
            ))),
        }
    }
}

impl Automatic {
    fn system(&self) -> Result<System, Rejection> {
        named(&self.system).ok_or_else(|| {
            Rejection::malformed(format!(
                "«{}» is no numeration system; there are «base 2» to «base 36», «Zeckendorf», and Ostrowski's, as «Ostrowski [0; 3, (2)]»",
                self.system
            ))
        })
    }

    /// The automaton of the states that `pick` picks.
    fn picked(
        &self,
        digits: Vec<u8>,
        limits: &Limits,
        pick: impl Fn(Option<[bool; 2]>) -> bool,
    ) -> Result<Dfa, Rejection> {
        let table = self.automaton.next.concat();
        let accepting = self.automaton.wins.iter().map(|wins| pick(*wins)).collect();
        Dfa::new(digits, table, accepting, 0, limits).map_err(failed)
    }

    /// The digits that the automaton reads of each number, most significant first; `None` where the certificate's system is none.
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

    fn check(&self, subject: &Subject, budget: &Budget) -> Result<Checked, Rejection> {
        let (coordinates, rays) = lattice(subject, RAYS)?;
        let stuck = subject.game.ending.stuck;
        if stuck == Stuck::Draws {
            return Err(Rejection::rules(
                "a player without a move draws; this kind of law knows no draws",
            ));
        }
        let system = self.system()?;
        let digits = vec![system.digits(); coordinates];
        let letters =
            (0..coordinates).fold(1usize, |all, _| all.saturating_mul(system.digits().into()));
        if letters > LETTERS {
            return Err(Rejection::malformed(format!(
                "{letters} letters are more than the {LETTERS} that are checked"
            )));
        }
        self.automaton.well_formed(letters, budget)?;
        passes_leading_zeros(&self.automaton.next, &system)?;
        let limits = limits(budget);
        if self.automaton.next.len() > limits.max_transitions / letters {
            return Err(Rejection::budget(format!(
                "an automaton of {} states is larger than any that is checked",
                self.automaton.next.len()
            )));
        }
        let theory = Theory::new(system, &limits).map_err(failed)?;
        let all = theory.valid(coordinates).map_err(failed)?;
        let labelled = self.picked(digits.clone(), &limits, |wins| wins.is_some())?;
        let loses = |player: Player| -> Result<Dfa, Rejection> {
            let pick = |wins: Option<[bool; 2]>| wins.is_some_and(|wins| !wins[player.index()]);
            let dfa = self.picked(digits.clone(), &limits, pick)?;
            theory.admit("the automaton", &dfa).map_err(failed)
        };
        let loses = [loses(Player::First)?, loses(Player::Second)?];
        let check = Check {
            theory,
            coordinates,
            rays: &rays,
            budget,
            all,
            loses,
        };
        let wrong = check.op(&check.all, &labelled, |a, b| a != b)?;
        if let Some(at) = check.example(&wrong) {
            return Err(Rejection::false_claim(format!(
                "exactly the representations of positions must have a label; digits like those of {at} break this"
            )));
        }
        let impartial = subject.game.is_impartial();
        let players: &[Player] = if impartial {
            &Player::BOTH[..1]
        } else {
            &Player::BOTH
        };
        if impartial {
            let differ = check.op(&check.loses[0], &check.loses[1], |a, b| a != b)?;
            if let Some(at) = check.example(&differ) {
                return Err(Rejection::false_claim(format!(
                    "the moves are the same for both players, but at {at} the labels differ"
                )));
            }
        }
        let most = subject.game.ending.blocked;
        if most > 0 {
            if !impartial || stuck != Stuck::Loses {
                return Err(Rejection::rules(
                    "options are blocked only where both players have the same moves, in normal play",
                ));
            }
            if most > BLOCKED {
                return Err(Rejection::rules(format!(
                    "{most} options can be blocked; this kind of law counts up to {BLOCKED}"
                )));
            }
            check.blocked(most)?;
        } else {
            for player in players {
                check.player(*player, stuck)?;
            }
        }
        let play = match stuck {
            Stuck::Wins => "misère",
            _ => "normal",
        };
        Ok(vec![
            format!("The addition of {} is addition, by induction.", self.system),
            format!(
                "Each position has one label, whatever the leading zeros: automaton of {} states.",
                self.automaton.next.len()
            ),
            match most {
                0 => format!(
                    "No losing position has a move to a loss of the opponent, and each winning one has ({} vectors and rays, {play} play).",
                    rays.len()
                ),
                _ => format!(
                    "A losing position has at most {most} options that are losses of the opponent, each winning one has more ({} vectors and rays, {play} play; each option is counted once).",
                    rays.len()
                ),
            },
            "Every move lowers a linear form, so play ends.".into(),
        ])
    }

    fn statement(&self, game: &Game) -> String {
        let names = names(game);
        format!(
            "For all natural numbers {names}, who wins is what an automaton of {} states says after the digits of {names} in {}, \
             most significant first.",
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
