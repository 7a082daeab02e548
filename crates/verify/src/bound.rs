//! A certificate and the game to check it for: the same moves, endings, players, play and
//! values, or a refusal.

use whowins_analysis::{Game, Stuck};
use whowins_rules::{Parameter, ParameterValue, Parameters, Rules};

use crate::{Certificate, Rejection, Subject};

/// Longer values are cut where a sentence names them.
const NAMED: usize = 60;

/// A certificate of the game in question.
#[derive(Clone, Debug)]
pub struct Bound {
    game: Game,
    missing: Vec<String>,
    says: Option<String>,
}

impl Bound {
    /// The game, made of the certificate's own rules and values, with the asker's values of the
    /// parameters that the laws leave open; its name and its start are those of the asker's rules.
    ///
    /// # Errors
    ///
    /// When an open parameter has no value.
    pub fn game(&self) -> Result<&Game, Rejection> {
        match self.missing.first() {
            None => Ok(&self.game),
            Some(name) => Err(Rejection::rules(format!(
                "the law holds for every `{name}`, and a position is answered for one; give it with --set {name}=VALUE"
            ))),
        }
    }

    /// The values that the laws hold for, such as "every row, column" or "t = 5 (given)"; `None`
    /// where the game has no parameters.
    pub fn says(&self) -> Option<&str> {
        self.says.as_deref()
    }
}

impl Certificate {
    /// Binds the certificate to the rules and the values that somebody asks about. A parameter that
    /// the laws fix has that value there too, given or by default (members of a set may stand in
    /// another order); where the asker's rules have no default and no value is given, it is the
    /// certificate's. A parameter that they leave open may have any. Moves, endings, players, play
    /// and the shape of positions are compared one by one; linear in the length of the rules.
    ///
    /// # Errors
    ///
    /// What differs, and the mend.
    pub fn bind(&self, rules: &Rules, values: &Parameters) -> Result<Bound, Rejection> {
        let own = self.subject()?;
        let other = |what: String| {
            Rejection::rules(format!(
                "this is a certificate of other rules (`{}`), not of `{}` as given: {what}",
                own.game.name,
                rules.name()
            ))
        };
        let (mut theirs, mut mine) = (values.clone(), own.closed.clone());
        let mut missing = Vec::new();
        let mut said = Vec::new();
        for parameter in rules.parameters() {
            let name = &parameter.name;
            if own.open.contains(name) {
                match values.get(name).or(parameter.default.as_ref()) {
                    Some(value) => {
                        mine.insert(name.clone(), value.clone());
                    }
                    None => missing.push(name.clone()),
                }
            } else if let Some(fixed) = own.closed.get(name) {
                let how = same_value(parameter, values.get(name), fixed)?;
                theirs.insert(name.clone(), fixed.clone());
                said.push(format!("{name} = {} ({how})", short(fixed)));
            }
        }
        if let Some(foreign) = own
            .open
            .iter()
            .find(|name| rules.parameters().iter().all(|one| one.name != **name))
        {
            return Err(other(format!(
                "it speaks of a parameter `{foreign}`, which these rules do not have"
            )));
        }
        let game = match missing.is_empty() {
            true => {
                let faulty =
                    |faults: whowins_rules::Diagnostics| Rejection::rules(faults.render(false));
                let asked = rules.game(&theirs).map_err(faulty)?;
                let own_rules =
                    Rules::parse("the certificate's rules", &self.rules).map_err(faulty)?;
                let game = own_rules.game(&mine).map_err(faulty)?;
                // Terms have no players' names, and positions are written as the asker writes them.
                let strangers = rules.is_term() || own_rules.is_term();
                if (strangers || game.players == asked.players)
                    && size(&game) == size(&asked)
                    && game.core().is_same(&asked.core())
                {
                    asked
                } else if let Some(what) = difference(&game, &asked, strangers) {
                    return Err(other(what));
                } else {
                    Game {
                        name: asked.name,
                        about: asked.about,
                        start: asked.start,
                        ..game
                    }
                }
            }
            // Values that are not known cannot be put in and compared: the texts themselves must be
            // one.
            false if own.text == rules.source() => own.game.clone(),
            false => {
                return Err(other(format!(
                    "the texts differ; give {} a value with --set, so that the games themselves can be compared",
                    missing.join(", ")
                )));
            }
        };
        if !own.open.is_empty() {
            said.insert(0, format!("every {}", own.open.join(", ")));
        }
        Ok(Bound {
            game,
            missing,
            says: (!said.is_empty()).then(|| said.join("; ")),
        })
    }
}

/// Where the value that a certificate fixes comes from, seen from the asker.
fn same_value(
    parameter: &Parameter,
    given: Option<&ParameterValue>,
    fixed: &ParameterValue,
) -> Result<&'static str, Rejection> {
    let (asked, how) = match (given, &parameter.default) {
        (Some(given), _) => (given, "given"),
        (None, Some(default)) => (default, "the default"),
        (None, None) => return Ok("the certificate's"),
    };
    if same_members(asked, fixed) {
        return Ok(how);
    }
    let (name, value) = (&parameter.name, fixed.to_string());
    let fix = match value.len() <= NAMED {
        true => format!("say --set {name}={value} to ask about the certificate's game, or "),
        false => String::new(),
    };
    Err(Rejection::rules(format!(
        "this is a certificate for {name} = {}, and you asked about {name} = {} ({how}); {fix}make a certificate of this game with `whowins law`",
        short(fixed),
        short(asked),
    )))
}

/// Whether two values are one; the order of a set's members does not matter.
fn same_members(a: &ParameterValue, b: &ParameterValue) -> bool {
    match (a, b) {
        (ParameterValue::Set(a), ParameterValue::Set(b)) => sorted(a) == sorted(b),
        _ => a == b,
    }
}

fn sorted(members: &[i64]) -> Vec<i64> {
    let mut members = members.to_vec();
    members.sort_unstable();
    members.dedup();
    members
}

/// A value as a sentence has it.
fn short(value: &ParameterValue) -> String {
    let text = value.to_string();
    match text.char_indices().nth(NAMED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None if text.is_empty() => "the empty one".into(),
        None => text,
    }
}

/// Rows and columns, where the rules fix them: a term says nothing of the length of a row or of the
/// rows of a board.
fn size(game: &Game) -> Option<(usize, usize)> {
    game.board().and_then(|board| board.size)
}

/// The difference of two games, seen from the one in question; `None` if they have the same
/// positions, moves, endings, players and play. Names of the games, starts and the spelling of
/// moves do not matter.
fn difference(own: &Game, asked: &Game, strangers: bool) -> Option<String> {
    let [first, second] = &asked.players;
    if !strangers && own.players != asked.players {
        let [one, other] = &own.players;
        return Some(match (one == second, other == first) {
            (true, true) => format!(
                "{first} and {second} are exchanged; make a certificate of these rules with `whowins law`"
            ),
            _ => format!(
                "its players are {one} and {other}, here they are {first} and {second}; make a certificate of these rules with \
                 `whowins law`"
            ),
        });
    }
    let play = |stuck: Stuck| match stuck {
        Stuck::Loses => "who cannot move loses",
        Stuck::Wins => "who cannot move wins",
        Stuck::Draws => "who cannot move draws",
    };
    if own.ending.stuck != asked.ending.stuck {
        return Some(format!(
            "there {}, here {}",
            play(own.ending.stuck),
            play(asked.ending.stuck)
        ));
    }
    if own.ending.blocked != asked.ending.blocked {
        return Some(format!(
            "there the opponent may block {} options, here {}",
            own.ending.blocked, asked.ending.blocked
        ));
    }
    if own.ending != asked.ending {
        return Some("the endings differ".into());
    }
    match (own.has_positions_of(asked), own.has_moves_of(asked)) {
        // Members of a set in another order: the terms differ, the games do not.
        (_, true) => None,
        (false, _) if !strangers => Some("the positions differ".into()),
        // What the names hide may be the same; the terms are not.
        (false, _) => Some("the moves differ, or have another term".into()),
        (true, _) => Some("the moves differ".into()),
    }
}

impl Subject {
    /// Whether rules and values make games that a law of this subject holds for, by their texts:
    /// the same rules, and each parameter that the law fixes at its value. Cheap, for whoever made
    /// the law from these very rules.
    pub fn suits(&self, rules: &Rules, values: &Parameters) -> bool {
        self.text == rules.source()
            && self.closed.iter().all(|(name, fixed)| {
                let parameter = rules.parameters().iter().find(|one| one.name == *name);
                parameter.is_some_and(|one| {
                    let asked = values.get(name).or(one.default.as_ref());
                    asked.is_some_and(|asked| same_members(asked, fixed))
                })
            })
    }
}
