//! Tests that a game written in several ways has the same answers, and the same law and formula.
//!
//! [`twins`] rewrites each shipped game. A text twin changes one sentence pattern of the rules, and
//! a term twin changes the core term without changing its meaning. The folder `twins` has games
//! that people write in several ways, with their formulas in `twins/formulas.tsv`.
//!
//! `twins.tsv` lists the known differences of laws and formulas. A difference that isn't listed
//! fails, and so does a listed one that is gone, so the list only shrinks. Other differences are
//! errors and can't be listed.
//!
//! A sample of games runs in every run; `WHOWINS_TWINS_SEED` selects it. `cargo test --locked
//! --workspace --test whowins -- --ignored twins` runs all games. `WHOWINS_SHARD=I/N` selects a
//! part of them, `WHOWINS_GAMES=NAME,NAME` selects games by name, and `WHOWINS_WRITE=1` replaces
//! their rows in the list.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use whowins::analysis::{Game, Player, Position};
use whowins::core::random::Random;
use whowins::core::{Command, Const, Expr, State};
use whowins::engine::{Engine, EngineError, Limits};
use whowins::law::{Says, find};
use whowins::rules::{Parameters, Rules};
use whowins::shipped::{self, Shipped, ShippedGames, everything};
use whowins::{Grundy, first_position, legal_moves};

/// Number of positions of each game, and maximum number of moves from the first position.
const POSITIONS: usize = 12;
const DEPTH: usize = 40;
/// Maximum number in a random position, exclusive.
const MAX_NUMBER: usize = 9;
/// Time limit to list the options of one position.
const LIST: Duration = Duration::from_secs(2);
/// Time limit for the law of a twin, and of its game, which is known to have one.
const LAW: Duration = Duration::from_secs(10);
/// Number of games in the sample, and the time after which it stops.
const SAMPLE: usize = 20;
const SAMPLE_TIME: Duration = Duration::from_secs(12);
/// Maximum time of a law search in the catalogue, for games whose laws the sample compares.
const QUICK_LAW: f64 = 0.15;

/// Another writing of a game.
struct Twin {
    name: &'static str,
    rules: Rules,
    game: Game,
    /// Index in the game's position of each array of the twin's position; `None` if they are equal.
    order: Option<Vec<usize>>,
    /// The names of the twin's numbers and of the game's.
    names: Vec<(String, String)>,
}

impl Twin {
    fn new(name: &'static str, text: &str) -> Option<Self> {
        let rules = Rules::parse_with(name, text, &ShippedGames).ok()?;
        let game = rules.game(&Parameters::new()).ok()?;
        let (order, names) = (None, Vec::new());
        Some(Self {
            name,
            rules,
            game,
            order,
            names,
        })
    }

    /// Returns the twin's position for a position of the game.
    fn position(&self, state: &State) -> Position {
        let Some(order) = &self.order else {
            return Position::of_state(state);
        };
        let arrays = order.iter().map(|at| state[at + 1].clone());
        Position::of_state(&std::iter::once(state[0].clone()).chain(arrays).collect())
    }

    /// Returns the state of the game for a state of the twin.
    fn state(&self, state: State) -> State {
        let Some(order) = &self.order else {
            return state;
        };
        let mut original = state.clone();
        for (at, to) in order.iter().enumerate() {
            original[to + 1] = state[at + 1].clone();
        }
        original
    }

    /// Returns a formula in the names of the game. The order of clauses is ignored if the twin's
    /// numbers are in another order.
    fn formula(&self, formula: &str) -> String {
        let mut formula = formula.to_string();
        for (new, old) in &self.names {
            formula = replace_word(&formula, new, old);
        }
        if self.order.is_some() {
            let mut words: Vec<&str> = formula
                .split(|letter: char| !letter.is_alphanumeric())
                .collect();
            words.sort_unstable();
            formula = words.join(" ").trim().to_string();
        }
        formula
    }
}

/// Replaces a word. Parts of longer words stay.
fn replace_word(text: &str, from: &str, to: &str) -> String {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut replaced = String::new();
    let mut word = String::new();
    for letter in text.chars().chain(['\n']) {
        if is_letter(letter) {
            word.push(letter);
            continue;
        }
        replaced += if word == from { to } else { &word };
        word.clear();
        replaced.push(letter);
    }
    replaced.pop();
    replaced
}

/// Returns the rules without the lines that a twin doesn't need, and those may contain positions.
fn plain_lines(rules: &Rules) -> Vec<String> {
    let lines = rules.source().lines();
    let is_plain =
        |line: &&str| !line.trim_start().starts_with("///") && !line.starts_with("example ");
    lines.filter(is_plain).map(str::to_owned).collect()
}

/// Rewrites each line with `rewrite`. Returns `None` if nothing changes.
fn rewritten(lines: &[String], rewrite: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut changed = false;
    let lines = lines.iter().map(|line| {
        let new = rewrite(line);
        changed |= new.is_some();
        new.unwrap_or_else(|| line.clone())
    });
    let text: Vec<String> = lines.collect();
    changed.then(|| text.join("\n") + "\n")
}

/// A sentence `move ACTIONS for CHOICES [if CONDITION]` with nothing after it.
struct Sentence<'a> {
    actions: Vec<&'a str>,
    choices: &'a str,
    condition: Option<&'a str>,
}

impl<'a> Sentence<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let (actions, rest) = line.strip_prefix("move ")?.split_once(" for ")?;
        if rest.contains(';') || rest.contains("play again") || rest.contains("only") {
            return None;
        }
        let (choices, condition) = match rest.split_once(" if ") {
            Some((choices, condition)) => (choices.trim(), Some(condition.trim())),
            None => (rest.trim(), None),
        };
        let actions = actions.split(", ").map(str::trim).collect();
        Some(Self {
            actions,
            choices,
            condition,
        })
    }

    /// Returns the number and the variable of the only action `NUMBER -= VARIABLE`.
    fn subtraction(&self) -> Option<(&'a str, &'a str)> {
        let [action] = self.actions[..] else {
            return None;
        };
        let (number, taken) = action.split_once(" -= ")?;
        let is_word = |text: &str| text.chars().all(char::is_alphanumeric);
        (is_word(number) && is_word(taken)).then_some((number, taken))
    }
}

/// Returns the condition with an additional one before it.
fn both(first: &str, second: Option<&str>) -> String {
    match second {
        Some(second) => format!(" if {first} and ({second})"),
        None => format!(" if {first}"),
    }
}

/// `x -= k for k >= 1` becomes `x := k for 0 <= k < x`, and `x -= k for k in a..b` becomes
/// `x := k for x - b <= k <= x - a`.
fn assignment(line: &str) -> Option<String> {
    let sentence = Sentence::read(line)?;
    let (number, taken) = sentence.subtraction()?;
    let used = |condition: &str| replace_word(condition, taken, "") != condition;
    if sentence.condition.is_some_and(used) {
        return None;
    }
    let range = if sentence.choices == format!("{taken} >= 1") {
        format!("0 <= {taken} < {number}")
    } else {
        let range = sentence.choices.strip_prefix(&format!("{taken} in "))?;
        let (least, most) = range.split_once("..")?;
        format!("{number} - {most} <= {taken} <= {number} - {least}")
    };
    let condition = sentence.condition.map(|text| format!(" if {text}"));
    let condition = condition.unwrap_or_default();
    Some(format!("move {number} := {taken} for {range}{condition}"))
}

/// `x -= E` becomes `x := x - (E)`.
fn difference(line: &str) -> Option<String> {
    let sentence = Sentence::read(line)?;
    let actions: Option<Vec<String>> = sentence
        .actions
        .iter()
        .map(|action| {
            let (number, taken) = action.split_once(" -= ")?;
            number.chars().all(char::is_alphanumeric).then_some(())?;
            Some(format!("{number} := {number} - ({taken})"))
        })
        .collect();
    let condition = sentence.condition.map(|text| format!(" if {text}"));
    let condition = condition.unwrap_or_default();
    Some(format!(
        "move {} for {}{condition}",
        actions?.join(", "),
        sentence.choices
    ))
}

/// `x -= E` gets the guard `if x >= E`, which always holds.
fn guard(line: &str) -> Option<String> {
    let sentence = Sentence::read(line)?;
    let (number, taken) = sentence.actions[0].split_once(" -= ")?;
    let condition = both(&format!("{number} >= {taken}"), sentence.condition);
    Some(format!(
        "move {} for {}{condition}",
        sentence.actions.join(", "),
        sentence.choices
    ))
}

/// `x -= k, y -= k for k >= 1` becomes `x -= k, y -= twin for k >= 1, twin >= 1 if k =
/// twin`.
fn joint(line: &str) -> Option<String> {
    let sentence = Sentence::read(line)?;
    let [first, second] = sentence.actions[..] else {
        return None;
    };
    let ((x, k), (y, same)) = (first.split_once(" -= ")?, second.split_once(" -= ")?);
    if k != same || sentence.choices != format!("{k} >= 1") {
        return None;
    }
    let condition = both(&format!("{k} = twin"), sentence.condition);
    Some(format!(
        "move {x} -= {k}, {y} -= twin for {k} >= 1, twin >= 1{condition}"
    ))
}

/// Reverses each block of consecutive moves.
fn swapped_moves(lines: &[String]) -> Option<String> {
    let is_move = |line: &String| line.starts_with("move ");
    let is_bound = |line: &String| line.starts_with("else") || line.starts_with(' ');
    if lines.iter().any(is_bound) {
        return None;
    }
    let mut lines = lines.to_vec();
    for block in lines.chunk_by_mut(|a, b| is_move(a) == is_move(b)) {
        if is_move(&block[0]) {
            block.reverse();
        }
    }
    Some(lines.join("\n") + "\n")
}

/// Returns the twins with another order and other names of numbers.
fn number_twins(lines: &[String], game: &Game) -> Vec<Twin> {
    let Some(numbers) = game.numbers() else {
        return Vec::new();
    };
    let (count, mut found) = (numbers.variables.len(), Vec::new());
    let positions = lines.iter().filter(|line| line.starts_with("position "));
    let reversed = rewritten(lines, |line| {
        let names = line.strip_prefix("position ")?;
        let mut names: Vec<&str> = names.split(", ").map(str::trim).collect();
        let is_plain = |name: &&str| name.chars().all(char::is_alphanumeric);
        (names.len() == count && names.iter().all(is_plain)).then(|| names.reverse())?;
        Some(format!("position {}", names.join(", ")))
    });
    if game.start.is_none()
        && count > 1
        && positions.count() == 1
        && let Some(mut twin) = reversed.and_then(|text| Twin::new("order", &text))
    {
        twin.order = Some((0..count).rev().collect());
        found.push(twin);
    }
    let names: Vec<(String, String)> = numbers
        .variables
        .iter()
        .map(|variable| (format!("{}twin", variable.name), variable.name.clone()))
        .collect();
    let renamed = rewritten(lines, |line| {
        let words = ["game ", "players ", "given "];
        if words.iter().any(|word| line.starts_with(word)) {
            return None;
        }
        let mut new = line.to_string();
        for (to, from) in &names {
            new = replace_word(&new, from, to);
        }
        (new != line).then_some(new)
    });
    if let Some(mut twin) = renamed.and_then(|text| Twin::new("names", &text)) {
        twin.names = names;
        found.push(twin);
    }
    found
}

/// Returns the twins whose terms have a harmless change.
fn term_twins(game: &Game) -> Vec<Twin> {
    let term = game.core();
    let mut changed = Vec::new();
    let text = term.to_string();
    let asked = text.replace("(stuck (if turn ", "(stuck (if (= turn 1) ");
    if asked != text {
        changed.push(("term-stuck", asked));
    }
    let mut guarded = term.clone();
    for tier in &mut guarded.tiers {
        let idle = Command::Guard(Expr::num(1));
        *tier = Command::Seq(vec![idle, tier.clone()]);
    }
    changed.push(("term-guard", guarded.to_string()));
    let mut constant = term;
    constant.consts.push(Const {
        name: "twin".into(),
        values: vec![1.into()],
    });
    changed.push(("term-constant", constant.to_string()));
    let twins = changed.iter().map(|(name, text)| {
        Twin::new(name, text).unwrap_or_else(|| panic!("{name} is a term: {text}"))
    });
    twins.collect()
}

/// Returns all twins of a game.
fn twins(rules: &Rules, game: &Game) -> Vec<Twin> {
    let lines = plain_lines(rules);
    let mut found = Vec::new();
    if !rules.is_term() {
        type Rewrite = fn(&str) -> Option<String>;
        let each: [(&'static str, Rewrite); 4] = [
            ("assignment", assignment),
            ("difference", difference),
            ("guard", guard),
            ("joint", joint),
        ];
        for (name, rewrite) in each {
            found.extend(rewritten(&lines, rewrite).and_then(|text| Twin::new(name, &text)));
        }
        let plain = lines.join("\n") + "\n";
        let swapped = swapped_moves(&lines).filter(|text| *text != plain);
        found.extend(swapped.and_then(|text| Twin::new("moves", &text)));
        found.extend(number_twins(&lines, game));
    }
    found.extend(term_twins(game));
    found
}

/// Returns small positions of a game: random ones of numbers, and followers of the first position.
fn positions(rules: &Rules, game: &Game, random: &mut Random) -> Vec<(Position, Player)> {
    let mut found = Vec::new();
    if let Some(numbers) = game.numbers() {
        for _ in 0..POSITIONS / 2 {
            let values: Vec<i64> = numbers
                .variables
                .iter()
                .map(|variable| {
                    let most = variable.most.unwrap_or(i64::MAX);
                    (variable.least + random.below(MAX_NUMBER) as i64).min(most)
                })
                .collect();
            found.push((Position::tuple(values), Player::BOTH[random.below(2)]));
        }
    }
    let (first, limits) = (first_position(rules, game), solve_limits(LIST));
    let mut walk = (first.clone(), Player::First);
    let mut seen = Vec::new();
    for _ in 0..DEPTH {
        let moves = legal_moves(game, &walk.0, walk.1, &limits).unwrap_or_default();
        seen.push(walk.clone());
        walk = match moves.is_empty() {
            true => (first.clone(), Player::BOTH[random.below(2)]),
            false => {
                let next = &moves[random.below(moves.len())];
                (next.to.clone(), next.next)
            }
        };
    }
    // Late positions are small.
    seen.reverse();
    let step = (seen.len() / (POSITIONS - found.len())).max(1);
    found.extend(seen.into_iter().step_by(step));
    found.truncate(POSITIONS);
    found
}

fn solve_limits(time: Duration) -> Limits {
    Limits::default()
        .with_threads(1)
        .with_memory(256 << 20)
        .with_time(time)
}

/// Returns the options as states, with sorted heaps.
fn options(game: &Game, at: &Position, player: Player, heaps: bool) -> Option<BTreeSet<State>> {
    let moves = legal_moves(game, at, player, &solve_limits(LIST)).ok()?;
    let states = moves.iter().map(|one| {
        let mut state = one.to.core_state(one.next);
        if heaps {
            state[1].retain(|heap| *heap != 0.into());
            state[1].sort_unstable();
        }
        state
    });
    Some(states.collect())
}

/// Answers of a game at one position: the winner with the margin, and the length of play.
type Answers = (String, Option<u64>);

fn answers(game: &Game, at: &Position, player: Player, time: Duration) -> Option<Answers> {
    let mut engine = Engine::new(game.clone(), solve_limits(time));
    match engine.answer_with_length(at, player) {
        Ok(asked) => {
            let answer = asked.answer;
            let winner = format!("{:?} {:?}", answer.value, answer.difference);
            Some((winner, answer.remoteness))
        }
        Err(EngineError::TooLarge(_)) => {
            let answer = engine.answer(at, player).ok()?.answer;
            Some((format!("{:?} {:?}", answer.value, answer.difference), None))
        }
        Err(_) => None,
    }
}

/// A position of a game with what is known there.
struct Sample {
    at: Position,
    player: Player,
    options: Option<BTreeSet<State>>,
    answers: Option<Answers>,
    grundy: Option<u64>,
}

/// Returns samples of a game, as many as `time` permits.
fn samples(rules: &Rules, game: &Game, random: &mut Random, time: Duration) -> Vec<Sample> {
    let (began, mut found) = (Instant::now(), Vec::new());
    let mut values = Grundy::new(game, &solve_limits(time)).ok();
    for (at, player) in positions(rules, game, random) {
        if began.elapsed() > time {
            break;
        }
        found.push(Sample {
            options: options(game, &at, player, game.heaps().is_some()),
            answers: answers(game, &at, player, time / 8),
            grundy: values.as_mut().and_then(|values| values.value(&at).ok()),
            at,
            player,
        });
    }
    found
}

/// Returns the differences of play between a game and a twin at the samples, as many as `time`
/// permits.
fn differences_of_play(
    game: &Game,
    twin: &Twin,
    samples: &[Sample],
    time: Duration,
) -> (usize, Vec<String>) {
    let (began, mut found) = (Instant::now(), Vec::new());
    let mut compared = 0;
    let mut values = Grundy::new(&twin.game, &solve_limits(time)).ok();
    for sample in samples {
        if began.elapsed() > time {
            break;
        }
        let (place, player) = (game.show(&sample.at), sample.player);
        let there = twin.position(&sample.at.core_state(player));
        let mut differ = |what: &str, ours: String, theirs: String| {
            if ours != theirs {
                found.push(format!(
                    "{what} at {place}, {player:?} to move: {ours}, but {theirs} by the twin"
                ));
            }
        };
        let theirs = options(&twin.game, &there, player, game.heaps().is_some());
        if let (Some(ours), Some(theirs)) = (&sample.options, theirs) {
            let theirs: BTreeSet<State> = theirs.into_iter().map(|one| twin.state(one)).collect();
            differ("options", format!("{ours:?}"), format!("{theirs:?}"));
            compared += 1;
        }
        if let Some((winner, length)) = &sample.answers
            && let Some((their_winner, their_length)) =
                answers(&twin.game, &there, player, time / 2)
        {
            differ("winner", winner.clone(), their_winner);
            if length.is_some() && their_length.is_some() {
                differ("length", format!("{length:?}"), format!("{their_length:?}"));
            }
        }
        if let (Some(ours), Some(theirs)) = (sample.grundy, &mut values)
            && let Ok(theirs) = theirs.value(&there)
        {
            differ("grundy", ours.to_string(), theirs.to_string());
        }
    }
    (compared, found)
}

/// The formula of the first law of each subject, or an empty text without a formula.
type Laws = BTreeMap<String, String>;

fn laws(rules: &Rules) -> Laws {
    let limits = Limits::default().with_threads(1).with_time(LAW);
    let Ok(report) = find(rules, &Parameters::new(), None, &limits, &Says::ALL) else {
        return Laws::new();
    };
    let mut found = Laws::new();
    for card in report.cards {
        let subject = match card.says {
            Says::ClosedForm => Says::Outcome,
            says => says,
        };
        let formula = card.explanation.formula.unwrap_or_default();
        let known = found.entry(format!("{subject:?}")).or_default();
        if known.is_empty() {
            *known = formula;
        }
    }
    found
}

/// Returns `law` if the twin lacks a law of the game, and `formula` if a formula differs.
fn differences_of_laws(ours: &Laws, twin: &Twin) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if ours.is_empty() {
        return found;
    }
    let theirs = laws(&twin.rules);
    for (subject, formula) in ours {
        match theirs.get(subject) {
            None => found.insert("law".to_string()),
            Some(other) if twin.formula(other) != twin.formula(formula) => {
                found.insert("formula".to_string())
            }
            Some(_) => false,
        };
    }
    found
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/whowins")
}

/// The known differences by game and twin.
type Known = BTreeMap<(String, String), BTreeSet<String>>;

/// Reads the list. Each row has a game, a twin and its differences.
fn known() -> Known {
    let text = fs::read_to_string(folder().join("twins.tsv")).expect("twins.tsv");
    let rows = text.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [game, twin, differences] = cells[..] else {
            panic!("expected three cells: {line}");
        };
        let differences: BTreeSet<String> = differences.split(", ").map(str::to_owned).collect();
        for one in &differences {
            let can_be_listed = one == "law" || one == "formula";
            assert!(can_be_listed, "{line}: a difference of `{one}` is an error");
        }
        ((game.to_string(), twin.to_string()), differences)
    });
    rows.collect()
}

fn write(known: &Known) {
    let mut text = "game\ttwin\tdifferences\n".to_string();
    for ((game, twin), differences) in known {
        let differences: Vec<&str> = differences.iter().map(String::as_str).collect();
        text += &format!("{game}\t{twin}\t{}\n", differences.join(", "));
    }
    fs::write(folder().join("twins.tsv"), text).expect("twins.tsv is written");
}

/// The laws and the time of the search in the catalogue, by game.
fn catalogued() -> BTreeMap<String, (bool, f64)> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("catalogue.tsv");
    let text = fs::read_to_string(file).expect("catalogue.tsv");
    let rows = text.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let seconds = cells[3].parse().unwrap_or(f64::INFINITY);
        (cells[0].to_string(), (cells[1] != "-", seconds))
    });
    rows.collect()
}

/// The laws to compare.
#[derive(Clone, Copy, PartialEq)]
enum Compare {
    /// All laws of the catalogue.
    All,
    /// The quick ones, of twins that aren't in the list.
    Quick,
}

impl Compare {
    /// Returns the time limit to compare play with one twin.
    fn time(self) -> Duration {
        Duration::from_millis(if self == Self::All { 2_000 } else { 200 })
    }
}

/// Compares a shipped game with its twins. Returns the number of compared positions and the errors,
/// and inserts the differences of laws into `measured`.
fn compare(
    name: &str,
    which: Compare,
    random: &mut Random,
    measured: &mut Known,
) -> (usize, Vec<String>) {
    let rules = shipped::rules(name).expect("it is shipped");
    let rules = rules.unwrap_or_else(|errors| panic!("{name}: {errors}"));
    let Ok(game) = rules.game(&Parameters::new()) else {
        return (0, Vec::new());
    };
    let (listed, (has_law, seconds)) = (known(), catalogued()[name]);
    let has_law = has_law && (which == Compare::All || seconds <= QUICK_LAW);
    let ours = if has_law { laws(&rules) } else { Laws::new() };
    let samples = samples(&rules, &game, random, which.time());
    let (mut positions, mut errors) = (0, Vec::new());
    for twin in twins(&rules, &game) {
        let began = Instant::now();
        let key = (name.to_string(), twin.name.to_string());
        let (at, play) = differences_of_play(&game, &twin, &samples, which.time());
        positions += at;
        errors.extend(
            play.into_iter()
                .map(|one| format!("{name}, {}: {one}", twin.name)),
        );
        let expected = listed.get(&key).cloned().unwrap_or_default();
        if which == Compare::Quick && !expected.is_empty() {
            continue;
        }
        let differences = differences_of_laws(&ours, &twin);
        println!(
            "{name}\t{}\t{differences:?}\t{:.1?}",
            twin.name,
            began.elapsed()
        );
        if differences != expected {
            errors.push(format!(
                "{name}, {}: {differences:?}, but {expected:?} is listed",
                twin.name
            ));
        }
        if !differences.is_empty() {
            measured.insert(key, differences);
        }
    }
    (positions, errors)
}

/// Compares the games in the folder `twins` with their formulas.
fn compare_written(which: Compare, measured: &mut Known) -> Vec<String> {
    let (listed, mut errors) = (known(), Vec::new());
    let formulas = fs::read_to_string(folder().join("twins/formulas.tsv")).expect("formulas.tsv");
    for line in formulas.lines().skip(1) {
        let (name, formula) = line.split_once('\t').expect("two cells");
        let file = folder().join(format!("twins/{name}.game"));
        let text = fs::read_to_string(file).unwrap_or_else(|why| panic!("{name}: {why}"));
        let twin = Twin::new("written", &text);
        let twin = twin.unwrap_or_else(|| panic!("{name} is a game: {text}"));
        let key = (name.to_string(), twin.name.to_string());
        let expected = listed.get(&key).cloned().unwrap_or_default();
        if which == Compare::Quick && !expected.is_empty() {
            continue;
        }
        let found = laws(&twin.rules);
        let difference = match found.values().any(|found| found == formula) {
            true => None,
            false if found.is_empty() => Some("law".to_string()),
            false => Some("formula".to_string()),
        };
        let differences: BTreeSet<String> = difference.into_iter().collect();
        println!("{name}\t{}\t{differences:?}", twin.name);
        if differences != expected {
            errors.push(format!(
                "{name}: {differences:?}, but {expected:?} is listed"
            ));
        }
        if !differences.is_empty() {
            measured.insert(key, differences);
        }
    }
    errors
}

#[test]
fn a_sample_of_games_agrees_with_its_twins() {
    let seed = std::env::var("WHOWINS_TWINS_SEED").ok();
    let mut random = Random(seed.map_or(46, |seed| seed.parse().expect("a number")));
    let mut names: Vec<&str> = everything().iter().map(|game| game.name).collect();
    let (began, mut errors, mut positions) = (Instant::now(), Vec::new(), 0);
    for _ in 0..SAMPLE {
        let name = names.swap_remove(random.below(names.len()));
        let (at, found) = compare(name, Compare::Quick, &mut random, &mut Known::new());
        (positions, errors) = (positions + at, [errors, found].concat());
        if began.elapsed() > SAMPLE_TIME {
            break;
        }
    }
    assert!(positions >= 50, "only {positions} positions were compared");
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn games_written_by_hand_have_the_formulas_of_their_twins() {
    let errors = compare_written(Compare::Quick, &mut Known::new());
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
#[ignore = "searches for the laws of all twins of all games, some hours"]
fn all_twins_agree_with_their_games() {
    let shard = std::env::var("WHOWINS_SHARD").ok();
    let (shard, shards): (usize, usize) = match &shard {
        Some(text) => {
            let (at, of) = text.split_once('/').expect("WHOWINS_SHARD is I/N");
            (at.parse().expect("a number"), of.parse().expect("a number"))
        }
        None => (0, 1),
    };
    let only = std::env::var("WHOWINS_GAMES").ok();
    let is_only = |name: &str| {
        only.as_ref()
            .is_none_or(|only| only.split(',').any(|one| one == name))
    };
    let writes = std::env::var_os("WHOWINS_WRITE").is_some();
    let (mut random, mut errors) = (Random(46), Vec::new());
    let games = everything().into_iter().enumerate();
    let games = games.filter(|(at, game)| at % shards == shard && is_only(game.name));
    let mut compare_and_write = |name: &str, compare: &mut dyn FnMut(&mut Known) -> Vec<String>| {
        let mut measured = Known::new();
        errors.extend(compare(&mut measured));
        if writes {
            // Read the list again: another shard may have written it.
            let mut all = known();
            all.retain(|(game, twin), _| game != name && (name != "written" || twin != name));
            all.extend(measured);
            write(&all);
        }
    };
    let seconds = catalogued();
    let mut games: Vec<&str> = games.map(|(_, Shipped { name, .. })| name).collect();
    // Games with quick laws are first, so that an interrupted run writes many rows.
    games.sort_by(|a, b| seconds[*a].1.total_cmp(&seconds[*b].1));
    for name in games {
        compare_and_write(name, &mut |measured| {
            compare(name, Compare::All, &mut random, measured).1
        });
    }
    if shard == 0 && is_only("written") {
        compare_and_write("written", &mut |measured| {
            compare_written(Compare::All, measured)
        });
    }
    let is_listed = |error: &String| error.ends_with("is listed");
    errors.retain(|error| !writes || !is_listed(error));
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
