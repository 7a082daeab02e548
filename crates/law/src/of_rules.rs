//! Certificates of rules: the text is compiled to its core term here, outside of the verifier.
//!
//! The verifier checks laws against a core term and reads no text. Code that states a law of rules
//! must know that the rules mean this term. [`Compiled`] compiles them, and [`OfRules`] makes,
//! reads, compares and verifies certificates with their rules. Start with
//! [`OfRules::verify_with_rules`].

use std::collections::BTreeMap;

use whowins_analysis::program::Notation;
use whowins_analysis::{Game, Stuck};
use whowins_rules::source::split;
use whowins_rules::{Diagnostics, Kind, Parameter, ParameterValue, Parameters, Rules};
use whowins_verify::finite::Ranked;
use whowins_verify::lattice::Constant;
use whowins_verify::{Budget, Certificate, Law, Rejection, VERSION, Verified};

/// Longer values are cut where a sentence names them.
const NAMED: usize = 60;

/// The first version of the format, without core terms.
const WITHOUT_TERM: u32 = 1;
/// The second version, in which a term is missing if it isn't needed.
const WITH_RULES: u32 = 2;

/// Rules and values, compiled.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The game. Open parameters have made-up values.
    pub game: Game,
    /// The names of the open parameters: they have neither a value nor a default.
    pub open: Vec<String>,
    /// The values of all other parameters.
    pub closed: Parameters,
    /// The rules; `None` for a term alone.
    pub(crate) rules: Option<Rules>,
}

impl Compiled {
    /// Compiles rules with these values.
    ///
    /// # Errors
    ///
    /// Fails if the rules and values don't make a game, or if a parameter without a value is of a
    /// kind that no law leaves open.
    pub fn new(rules: &Rules, values: &Parameters) -> Result<Self, Rejection> {
        let closed = closed(rules, values);
        let mut values = closed.clone();
        let mut open = Vec::new();
        for parameter in rules.parameters() {
            if !values.contains_key(&parameter.name) {
                let Some(value) = made_up(&parameter.kind, open.len()) else {
                    return Err(Rejection::rules(format!(
                        "parameter `{}` has no value, and no law holds for all {}",
                        parameter.name, parameter.kind
                    )));
                };
                open.push(parameter.name.clone());
                values.insert(parameter.name.clone(), value);
            }
        }
        Ok(Self {
            game: rules.game(&values).map_err(faulty)?,
            open,
            closed,
            rules: Some(rules.clone()),
        })
    }

    /// Returns the certificate of laws of this game.
    pub fn certificate(&self, laws: Vec<Law>) -> Certificate {
        let rules = self.rules.as_ref().map_or("", Rules::source);
        let core = self.game.core().to_string();
        certificate(rules, &self.closed, core, laws)
    }

    /// Has the verifier check a certificate, whose term must be this game's.
    ///
    /// # Errors
    ///
    /// Fails if the certificate has another term, if it is rejected, or if a law isn't true for all
    /// values of the open parameters.
    pub fn verify(
        &self,
        certificate: &Certificate,
        budget: &Budget,
    ) -> Result<Verified, Rejection> {
        if let Some(open) = self.open.first() {
            for (law, at) in certificate.laws.iter().zip(1..) {
                if !matches!(law, Law::Constant(_)) {
                    return Err(Rejection::rules(format!(
                        "law {at} ({}): parameter `{open}` has no value; no law of this kind \
                        holds for all values",
                        law.claim().kind()
                    )));
                }
            }
        }
        match self.forbids_open() {
            None => certificate.verify_as(&self.game, budget),
            Some(rejection) => Err(rejection),
        }
    }

    /// Returns why no law is true for all values of the open parameters, if a statement of the
    /// rules forbids it.
    pub(crate) fn forbids_open(&self) -> Option<Rejection> {
        let text = self.rules.as_ref().map_or("", Rules::source);
        open_parameters(text, &self.open).err()
    }
}

/// What certificates and rules have to do with each other.
pub trait OfRules: Sized {
    /// Returns the certificate of these laws. If the rules and values don't make a game, it has no
    /// valid term and is rejected.
    fn new(rules: &Rules, values: &Parameters, laws: Vec<Law>) -> Self;

    /// Returns the certificate of rules without parameters.
    fn of_text(rules: impl Into<String>, laws: Vec<Law>) -> Self;

    /// Returns the certificate of the same laws and values for other rules.
    #[must_use]
    fn of_rules(&self, rules: impl Into<String>) -> Self;

    /// Reads a certificate of any version. Versions 1 and 2 are converted by compiling their rules.
    ///
    /// # Errors
    ///
    /// Fails if the text isn't a certificate of a known version, or if it is of an old version and
    /// its rules don't make a game.
    fn read_any(text: &str) -> Result<Self, Rejection>;

    /// Compiles the certificate's rules. Without rules the game is that of the term.
    ///
    /// # Errors
    ///
    /// Fails if the rules don't make a game, or mean another term than the certificate's.
    fn compiled(&self) -> Result<Compiled, Rejection>;

    /// Compiles the certificate's rules, and has the verifier check the laws of their term.
    ///
    /// # Errors
    ///
    /// Fails if the rules mean another term than the certificate's, or if the verifier rejects a
    /// law.
    fn verify_with_rules(&self, budget: &Budget) -> Result<Verified, Rejection>;

    /// Returns true if the certificate's rules are this text, and its fixed parameters have these
    /// values. Compiles nothing.
    fn suits(&self, rules: &Rules, values: &Parameters) -> bool;

    /// Returns the names of the parameters that the laws leave open: those of its rules that have
    /// neither a value nor a default.
    fn open(&self, rules: &Rules) -> Vec<String>;

    /// Binds the certificate to the rules and values of a question. A parameter that the laws fix
    /// must have the same value there (the order of a set doesn't matter); if the question's rules
    /// have no default and no value is given, it is the certificate's. A parameter that they leave
    /// open may have any value. Moves, endings, players, play and the shape of positions are
    /// compared.
    ///
    /// # Errors
    ///
    /// Fails if the games differ, and says how to fix it.
    fn bind(&self, rules: &Rules, values: &Parameters) -> Result<Bound, Rejection>;
}

impl OfRules for Certificate {
    fn new(rules: &Rules, values: &Parameters, laws: Vec<Law>) -> Self {
        match Compiled::new(rules, values) {
            Ok(compiled) => compiled.certificate(laws),
            Err(_) => certificate(rules.source(), &closed(rules, values), String::new(), laws),
        }
    }

    fn of_text(rules: impl Into<String>, laws: Vec<Law>) -> Self {
        certificate("", &Parameters::new(), String::new(), laws).of_rules(rules)
    }

    fn of_rules(&self, rules: impl Into<String>) -> Self {
        let mut other = Self {
            rules: rules.into(),
            core: String::new(),
            ..self.clone()
        };
        if let Ok(compiled) = compile(&other.rules, &other.parameters) {
            other.core = compiled.game.core().to_string();
        }
        other
    }

    fn read_any(text: &str) -> Result<Self, Rejection> {
        let version = Self::version(text)?;
        if ![WITHOUT_TERM, WITH_RULES].contains(&version) {
            return Self::read(text);
        }
        let invalid = |error: serde_json::Error| {
            Rejection::malformed(format!("the certificate is invalid: {error}"))
        };
        let mut json: serde_json::Value = serde_json::from_str(text).map_err(invalid)?;
        json["whowins_certificate"] = VERSION.into();
        let has_term = json.get("core").is_some_and(|core| !core.is_null());
        if !has_term {
            json["core"] = "".into();
        }
        let text = json["rules"].as_str().unwrap_or_default();
        let parameters = json.get("parameters").cloned().unwrap_or_default();
        let parameters: Option<BTreeMap<String, String>> =
            serde_json::from_value(parameters).map_err(invalid)?;
        let compiled = compile(text, &parameters.unwrap_or_default())?;
        for law in json["laws"].as_array_mut().into_iter().flatten() {
            // A position was text.
            let position = law.get("position").and_then(|text| text.as_str());
            let position = position.and_then(|text| compiled.game.read(text).ok());
            if let Some(parts) = position.as_ref().and_then(Ranked::parts) {
                law["position"] = parts.into();
            }
        }
        let mut read: Self = serde_json::from_value(json).map_err(invalid)?;
        let is_term = compiled.rules.as_ref().is_some_and(Rules::is_term);
        let wanted = version == WITH_RULES && compiled.open.is_empty() && !is_term;
        match (has_term, wanted) {
            (false, true) => return Err(Rejection::malformed("the certificate has no core term")),
            (true, false) => {
                return Err(Rejection::malformed(
                    "the certificate has a core term, where none can be: it is of version 1, a \
                    parameter is open, or the rules are a term themselves",
                ));
            }
            (true, true) => {}
            (false, false) => read.core = compiled.game.core().to_string(),
        }
        Ok(read)
    }

    fn compiled(&self) -> Result<Compiled, Rejection> {
        if self.rules.is_empty() {
            return Ok(Compiled {
                game: self.game()?,
                open: Vec::new(),
                closed: Parameters::new(),
                rules: None,
            });
        }
        let compiled = compile(&self.rules, &self.parameters)?;
        let term = self.term()?;
        match compiled.game.core().is_same(&term) {
            true => Ok(compiled),
            false => Err(Rejection::rules(
                "the certificate's core term is not what its rules mean",
            )),
        }
    }

    fn verify_with_rules(&self, budget: &Budget) -> Result<Verified, Rejection> {
        self.compiled()?.verify(self, budget)
    }

    fn suits(&self, rules: &Rules, values: &Parameters) -> bool {
        let read = read_values(rules, &self.parameters);
        self.rules == rules.source()
            && read.is_ok_and(|own| have_values(rules, &closed(rules, &own), values))
    }

    fn open(&self, rules: &Rules) -> Vec<String> {
        let all = rules.parameters().iter();
        all.filter(|one| one.default.is_none() && !self.parameters.contains_key(&one.name))
            .map(|one| one.name.clone())
            .collect()
    }

    fn bind(&self, rules: &Rules, values: &Parameters) -> Result<Bound, Rejection> {
        let own = self.compiled()?;
        let other = |what: String| {
            Rejection::rules(format!(
                "this is a certificate of other rules (`{}`), not of `{}` as given: {what}",
                own.game.name,
                rules.name()
            ))
        };
        let of_lists = self.laws.iter().any(|law| matches!(law, Law::ManyHeaps(_)));
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
                let asked = rules.game(&theirs).map_err(faulty)?;
                let game = match &own.rules {
                    Some(rules) => rules.game(&mine).map_err(faulty)?,
                    None => own.game.clone(),
                };
                if !own.open.is_empty() && !Constant::differ_on_the_border(&own.game, &game) {
                    return Err(other("its moves or its border are others".into()));
                }
                // Terms have no players' names, and positions are written as the asker writes them.
                let strangers = rules.is_term() || own.rules.as_ref().is_none_or(Rules::is_term);
                if (strangers || game.players == asked.players)
                    && size(&game) == size(&asked)
                    && (!of_lists || lengths(&game) == lengths(&asked))
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
            false if self.rules == rules.source() => own.game.clone(),
            false => {
                return Err(other(format!(
                    "the texts differ; give {} a value with --set, so that the games themselves \
                    can be compared",
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

/// Returns a certificate.
fn certificate(rules: &str, closed: &Parameters, core: String, laws: Vec<Law>) -> Certificate {
    let parameters = closed.iter();
    Certificate {
        whowins_certificate: VERSION,
        rules: rules.to_string(),
        parameters: parameters
            .map(|(name, value)| (name.clone(), value.to_string()))
            .collect(),
        core,
        laws,
    }
}

fn faulty(faults: Diagnostics) -> Rejection {
    Rejection::rules(faults.render(false))
}

/// Compiles the rules and the values of a certificate.
fn compile(rules: &str, parameters: &BTreeMap<String, String>) -> Result<Compiled, Rejection> {
    let rules = Rules::parse("the certificate's rules", rules).map_err(faulty)?;
    Compiled::new(&rules, &read_values(&rules, parameters)?)
}

/// Reads the values of a certificate.
fn read_values(
    rules: &Rules,
    parameters: &BTreeMap<String, String>,
) -> Result<Parameters, Rejection> {
    let read = |(name, text): (&String, &String)| {
        let mut all = rules.parameters().iter();
        let parameter = all
            .find(|parameter| parameter.name == *name)
            .ok_or_else(|| Rejection::rules(format!("the rules have no parameter `{name}`")))?;
        let value = parameter.kind.read(text).map_err(|error| {
            Rejection::rules(format!("the value of parameter `{name}`: {error}"))
        })?;
        Ok((name.clone(), value))
    };
    parameters.iter().map(read).collect()
}

/// Returns the values and the defaults of the other parameters.
pub(crate) fn closed(rules: &Rules, values: &Parameters) -> Parameters {
    let mut closed = values.clone();
    for parameter in rules.parameters() {
        if let Some(default) = &parameter.default {
            let by_default = || default.clone();
            closed
                .entry(parameter.name.clone())
                .or_insert_with(by_default);
        }
    }
    closed
}

/// Returns true if parameters have the values that a law fixes, and the law can leave all others
/// open.
pub(crate) fn have_values(rules: &Rules, fixed: &Parameters, values: &Parameters) -> bool {
    let mut all = rules.parameters().iter();
    let is_known =
        |one: &Parameter| fixed.contains_key(&one.name) || made_up(&one.kind, 0).is_some();
    if !all.all(is_known) {
        return false;
    }
    fixed.iter().all(|(name, fixed)| {
        let parameter = rules.parameters().iter().find(|one| one.name == *name);
        parameter.is_some_and(|one| {
            let asked = values.get(name).or(one.default.as_ref());
            asked.is_some_and(|asked| same_members(asked, fixed))
        })
    })
}

/// Returns a value for an open parameter that follows this many others: bits, which only endings
/// along a border read. No two are equal, so each is a separate constant in the term.
fn made_up(kind: &Kind, number: usize) -> Option<ParameterValue> {
    match kind {
        Kind::Bits => Some(ParameterValue::Bits(
            (0..8 + number).map(|at| at % 3 == 1).collect(),
        )),
        _ => None,
    }
}

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
                "the law holds for every `{name}`, and a position is answered for one; give it \
                with --set {name}=VALUE"
            ))),
        }
    }

    /// The values that the laws hold for, such as "every row, column" or "t = 5 (given)"; `None`
    /// where the game has no parameters.
    pub fn says(&self) -> Option<&str> {
        self.says.as_deref()
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
        "this is a certificate for {name} = {}, and you asked about {name} = {} ({how}); \
        {fix}make a certificate of this game with `whowins law`",
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
                "{first} and {second} are exchanged; make a certificate of these rules with \
                `whowins law`"
            ),
            _ => format!(
                "its players are {one} and {other}, here they are {first} and {second}; make a \
                certificate of these rules with \
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

/// Returns how many numbers each list of a position has, if the rules fix it: a term says nothing
/// of it.
fn lengths(game: &Game) -> Vec<Option<usize>> {
    let parts = game.program().map_or(&[][..], |program| &program.parts);
    let lengths = parts.iter().map(|part| match part.notation {
        Notation::Numbers { length, .. } => length,
        _ => None,
    });
    lengths.collect()
}

/// Checks that a text uses open parameters in upper bounds of variables and in the verdicts of `at`
/// goals only, so that moves and the places of goals are the same for all their values.
///
/// # Errors
///
/// Fails if a statement uses an open parameter elsewhere.
pub(crate) fn open_parameters(rules: &str, open: &[String]) -> Result<(), Rejection> {
    let (_, statements) = split(rules);
    for statement in statements {
        let text = rules.get(statement.span).unwrap_or_default();
        // A comment inside a statement could hide where its parts begin.
        let commented = text.contains("//");
        for (at, word) in words(text) {
            let is_open = open.iter().any(|name| name == word);
            if is_open && (commented || !may_stand(text, at)) {
                return Err(Rejection::rules(format!(
                    "the parameter `{word}` is open, and `{text}` depends on it: no law is known \
                    to hold for all its values"
                )));
            }
        }
    }
    Ok(())
}

/// Whether an open parameter may stand at byte `at` of a statement.
fn may_stand(text: &str, at: usize) -> bool {
    let first = words(text).next().map_or("", |(_, word)| word);
    let rest = &text[first.len().min(text.len())..];
    let named = text.starts_with(first) && !rest.trim_start().starts_with(':');
    let before = &text[..at];
    match first {
        "given" | "game" => named,
        // An upper bound: behind `..` or `<`, with no further variable since.
        "position" if named => {
            let bound = before.rfind("..").max(before.rfind('<'));
            let variable = words(before).filter(|(_, word)| *word == "in").last();
            bound.is_some() && bound > before.rfind(',') && bound > variable.map(|(at, _)| at)
        }
        "at" => named && before.contains(':'),
        _ => false,
    }
}

/// The words of a text with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(part)?;
        let end = text[start..]
            .find(|c| !part(c))
            .map_or(text.len(), |length| start + length);
        at = end;
        Some((start, &text[start..end]))
    })
}
