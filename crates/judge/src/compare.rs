//! Comparison of two games: does the same player win from every position?
//!
//! Start reading at [`compare`].

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use whowins::analysis::{Game, Player, Value};
use whowins::engine::{Engine, EngineError, Limits};
use whowins::law::{LawSource, OfRules};
use whowins::rules::{Diagnostics, Parameters, Rules};
use whowins::verify::{Budget, Certificate, Law};

use crate::positions::Positions;
use crate::report::Tally;
use crate::sizes::Flow;
use crate::vary::{CUT, one_step};

/// A game to compare: its rules with the values of their parameters.
#[derive(Clone, Copy, Debug)]
pub struct Side<'s> {
    /// The rules.
    pub rules: &'s Rules,
    /// The parameter values.
    pub values: &'s Parameters,
}

/// The result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Alike {
    /// The same player wins from every position, proved.
    Equal,
    /// Different players win from some position.
    Different,
    /// The same player wins from every position that was compared.
    SoFar,
}

/// A position on which two games differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The position.
    pub position: String,
    /// Its size.
    pub size: u64,
    /// The winner in the first game if the player `to_move` starts; `null` for a draw.
    pub first: Option<String>,
    /// The winner in the second game; `null` for a draw.
    pub second: Option<String>,
    /// The player to move.
    pub to_move: String,
}

/// The comparison of two games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// The names of the games.
    pub games: [String; 2],
    /// The result.
    pub alike: Alike,
    /// The reason why the games are equal, if that is proved.
    pub why: Option<String>,
    /// The smallest position on which they differ.
    pub smallest: Option<Difference>,
    /// The number of compared positions, and of differences, up to size `up_to`.
    pub looked: Tally,
    /// All positions up to this size were compared; `null` if the smallest size wasn't completed.
    pub up_to: Option<u64>,
    /// The order of the comparison.
    pub order: String,
    /// Duration in seconds.
    pub seconds: f64,
}

/// Maximum time for comparing positions before the search for a law.
const SMALL: Duration = Duration::from_secs(2);

/// The reason why games can't be compared.
#[derive(Debug)]
pub enum NoCompare {
    /// The rules and values don't define a game.
    Rules(Diagnostics),
    /// The games have different notations, or their positions have no order.
    Input(String),
    /// The engine has no answer for the first positions.
    Engine(EngineError),
}

impl From<Diagnostics> for NoCompare {
    fn from(faults: Diagnostics) -> Self {
        Self::Rules(faults)
    }
}

/// Compares two games whose positions have the same notation.
///
/// Tries laws that are proved for both games in this run. Otherwise compares positions from the
/// smallest on, up to the size `up_to` or the end of the time. If a difference is found, the rest
/// of its size is compared, too; with `up_to`, all sizes up to that.
///
/// # Errors
///
/// See [`NoCompare`].
pub fn compare(
    sides: [Side<'_>; 2],
    time: Duration,
    up_to: Option<u64>,
    limits: &Limits,
) -> Result<Compared, NoCompare> {
    let [first, _] = sides;
    // A single query or the search for a law may use the complete time, but no more.
    let limits = &limits.clone().with_at_most(time);
    let law = Arc::new(whowins::law_source(first.rules, first.values, limits));
    compare_by(sides, &law, time, up_to, limits)
}

/// Compares two games, with a law of the first game that other comparisons may share.
pub(crate) fn compare_by(
    sides: [Side<'_>; 2],
    law: &Arc<LawSource>,
    time: Duration,
    up_to: Option<u64>,
    limits: &Limits,
) -> Result<Compared, NoCompare> {
    let began = Instant::now();
    let [first, second] = sides;
    let a = &mut whowins::solver_with(Arc::clone(law), first.rules, first.values, limits)?;
    let b = &mut whowins::solver(second.rules, second.values, limits)?;
    let games = [a.game().clone(), b.game().clone()];
    let positions = Positions::new(&games[0], Player::First, limits).map_err(NoCompare::Input)?;
    let mut compared = Compared {
        games: games.clone().map(|game| game.name),
        alike: Alike::SoFar,
        why: None,
        smallest: None,
        looked: Tally::default(),
        up_to: None,
        order: positions.order().to_string(),
        seconds: 0.0,
    };
    // Small sizes first: most differences are small, and the search for laws is slow.
    let first = Instant::now() + (time / 4).min(SMALL);
    let most = positions.largest();
    let last = match (most, up_to) {
        (Some(most), Some(up_to)) => most.min(up_to),
        (most, up_to) => most.or(up_to).unwrap_or(u64::MAX),
    };
    let mut size = 0;
    let mut asked_laws = false;
    let deadline = began + time;
    while size <= last && (compared.smallest.is_none() || up_to.is_some()) {
        let until = if asked_laws { deadline } else { first };
        let before = compared.looked;
        let mut failed = None;
        let done = positions.of_size(size, &mut |text| {
            if Instant::now() >= until || limits.budget.over().is_some() {
                return Flow::Break(());
            }
            match one(a, b, text, size, &mut compared) {
                Ok(()) => Flow::Continue(()),
                Err(why) => {
                    failed = Some(why);
                    Flow::Break(())
                }
            }
        });
        if let Some(why) = failed {
            if compared.looked.asked == 0 {
                return Err(why);
            }
            compared.looked = before;
            break;
        }
        if done.is_continue() {
            compared.up_to = Some(size);
            size += 1;
            continue;
        }
        compared.looked = before;
        if asked_laws || compared.smallest.is_some() {
            break;
        }
        asked_laws = true;
        if let Some(why) = same_law(&games, law, second, limits) {
            (compared.alike, compared.why) = (Alike::Equal, Some(why));
            break;
        }
    }
    if compared.smallest.is_some() {
        compared.alike = Alike::Different;
    } else if most.is_some() && compared.up_to >= most {
        compared.alike = Alike::Equal;
        compared.why = Some("all positions were looked at".into());
    } else if compared.alike == Alike::SoFar
        && !asked_laws
        && let Some(why) = same_law(&games, law, second, limits)
    {
        (compared.alike, compared.why) = (Alike::Equal, Some(why));
    }
    compared.seconds = began.elapsed().as_secs_f64();
    Ok(compared)
}

/// Compares one position.
fn one(
    a: &mut Engine,
    b: &mut Engine,
    text: &str,
    size: u64,
    compared: &mut Compared,
) -> Result<(), NoCompare> {
    let read = |engine: &Engine| {
        let game = engine.game();
        game.read(text).map_err(|error| {
            NoCompare::Input(format!(
                "the games have different positions; {text} isn't a position of {}: {error}",
                game.name
            ))
        })
    };
    let [at, other] = [read(a)?, read(b)?];
    let values = [
        a.values(&at).map_err(NoCompare::Engine)?,
        b.values(&other).map_err(NoCompare::Engine)?,
    ];
    compared.looked.asked += 1;
    let differs = Player::BOTH
        .into_iter()
        .find(|player| values[0][player.index()] != values[1][player.index()]);
    let Some(player) = differs else {
        return Ok(());
    };
    compared.looked.wrong += 1;
    if compared.smallest.is_none() {
        let winner = |game: &Game, value: Value| match value {
            Value::Win => Some(game.player(player).to_string()),
            Value::Loss => Some(game.player(player.other()).to_string()),
            Value::Draw => None,
        };
        compared.smallest = Some(Difference {
            position: text.to_string(),
            size,
            first: winner(a.game(), values[0][player.index()]),
            second: winner(b.game(), values[1][player.index()]),
            to_move: a.game().player(player).to_string(),
        });
    }
    Ok(())
}

/// Returns the reason why a common law makes the games equal.
///
/// The law of the first game is verified for the second game. Only laws whose data determine the
/// winner for any rules count. Verifying is fast, but a search for another law might take the
/// complete time.
fn same_law(
    games: &[Game; 2],
    law: &LawSource,
    other: Side<'_>,
    limits: &Limits,
) -> Option<String> {
    let followed = |game: &Game| game.board().map(|board| board.at_once.clone());
    if followed(&games[0]) != followed(&games[1]) {
        return None;
    }
    let speaks = |law: &&Law| {
        matches!(
            law,
            Law::Periodic(_)
                | Law::Product(_)
                | Law::Automatic(_)
                | Law::Beatty(_)
                | Law::Functional(_)
                | Law::Regular(_)
        )
    };
    let budget = Budget::default().within(&limits.budget).on(limits.threads);
    let holds = |law: &Law| {
        let said = Certificate::new(other.rules, other.values, vec![law.clone()]);
        said.verify_with_rules(&budget).is_ok()
    };
    let laws = &law.law()?.certificate().laws;
    let same = laws.iter().filter(speaks).any(holds);
    same.then(|| "the same law was verified for both in this run".to_string())
}

impl Compared {
    /// Returns the comparison as one JSON object.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.games;
        match (self.alike, &self.why) {
            (Alike::Equal, Some(why)) => writeln!(f, "equal, proved: {why}")?,
            (Alike::Equal, None) => writeln!(f, "equal")?,
            (Alike::Different, _) => writeln!(f, "different")?,
            (Alike::SoFar, _) => writeln!(f, "no difference found")?,
        }
        if let Some(found) = &self.smallest {
            let said = |winner: &Option<String>| match winner {
                Some(winner) => format!("{winner} wins"),
                None => "a draw".into(),
            };
            writeln!(
                f,
                "  first at {}, {} to move: in {a} {}, in {b} {}",
                found.position,
                found.to_move,
                said(&found.first),
                said(&found.second)
            )?;
        }
        let Tally { asked, wrong } = self.looked;
        match self.up_to {
            Some(size) => writeln!(
                f,
                "compared {asked} position{}, all up to size {size}: {wrong} differ; {}",
                if asked == 1 { "" } else { "s" },
                self.order
            ),
            None => Ok(()),
        }
    }
}

/// One mutation of a game's rules, with its comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mutated {
    /// Description of the change.
    pub what: String,
    /// The comparison; `null` if the notation differs or the changed game has no answers.
    pub compared: Option<Compared>,
    /// The reason why there is no comparison.
    pub why: Option<String>,
}

/// Compares a game with all one-step changes of its rules ([`one_step`]), to find the rules that
/// affect the winner.
///
/// The time is divided among the comparisons. A change that preserves the winner counts as equal
/// only if that is proved.
///
/// # Errors
///
/// Returns an error if the rules and values don't define a game.
pub fn mutate(
    side: Side<'_>,
    time: Duration,
    up_to: Option<u64>,
    limits: &Limits,
) -> Result<Vec<Mutated>, NoCompare> {
    let began = Instant::now();
    let all_limits = limits.clone().with_at_most(time);
    let law = Arc::new(whowins::law_source(side.rules, side.values, &all_limits));
    side.rules.game(side.values)?;
    let changes = one_step(side.rules, side.values, began.checked_add(time));
    let many = changes.all.len();
    let mut all = Vec::new();
    for (at, changed) in changes.all.into_iter().enumerate() {
        let left = time.saturating_sub(began.elapsed());
        if left.is_zero() {
            all.push(Mutated {
                what: changed.what,
                compared: None,
                why: Some("time was over".into()),
            });
            continue;
        }
        let share = (2 * left / (many - at) as u32)
            .min(left)
            .max(Duration::from_millis(50));
        let own = limits.clone().with_at_most(share);
        let other = Side {
            rules: &changed.rules,
            values: side.values,
        };
        let (compared, why) = match compare_by([side, other], &law, share / 2, up_to, &own) {
            Ok(compared) => (Some(compared), None),
            Err(NoCompare::Rules(faults)) => (None, Some(faults.to_string())),
            Err(NoCompare::Input(why)) => (None, Some(why)),
            Err(NoCompare::Engine(error)) => (None, Some(error.to_string())),
        };
        all.push(Mutated {
            what: changed.what,
            compared,
            why,
        });
    }
    if changes.is_cut {
        all.push(Mutated {
            what: "what else could be changed".into(),
            compared: None,
            why: Some(CUT.into()),
        });
    }
    Ok(all)
}

impl fmt::Display for Mutated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(compared) = &self.compared else {
            return writeln!(
                f,
                "not compared   {}: {}",
                self.what,
                self.why.as_deref().unwrap_or("")
            );
        };
        let Tally { asked, wrong } = compared.looked;
        match (compared.alike, &compared.smallest) {
            (Alike::Equal, _) => writeln!(
                f,
                "equal, proved  {}: {}",
                self.what,
                compared.why.as_deref().unwrap_or("")
            ),
            (Alike::Different, Some(first)) => writeln!(
                f,
                "different      {}: first at {}, {wrong} of {asked} positions up to size {}",
                self.what,
                first.position,
                compared.up_to.unwrap_or(first.size)
            ),
            _ => match compared.up_to {
                Some(size) => writeln!(
                    f,
                    "equal so far   {}: {asked} positions, all up to size {size}",
                    self.what
                ),
                None => writeln!(f, "not compared   {}: time was over", self.what),
            },
        }
    }
}
