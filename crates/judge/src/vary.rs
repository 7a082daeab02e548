//! One-step changes of rules: a move removed, a bound off by one, a pattern lengthened, the loser
//! made the winner.
//!
//! Changes are made to the text, statement by statement, and parsed again. Texts that don't define
//! a game are dropped.
//!
//! Start reading at [`one_step`].

use std::time::Instant;

use whowins::rules::source::split;
use whowins::rules::{Parameters, Rules};

/// Rules that differ from the original in one step.
#[derive(Clone, Debug)]
pub struct Changed {
    /// Description of the change.
    pub what: String,
    /// The changed rules.
    pub rules: Rules,
}

/// The changes of a game's rules.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The changes, in the order of the statements.
    pub all: Vec<Changed>,
    /// True if there are more changes, because of the time limit or the maximum number.
    pub is_cut: bool,
}

/// Maximum number of changes.
const MAX_CHANGES: usize = 200;

/// The reason why there are no more changes.
pub(crate) const CUT: &str = "there are too many, or time was over";

/// The statement of misère play.
const MISERE: &str = "who cannot move wins";

/// Returns all games that differ from these rules in one step.
///
/// - A move or a forced follow-up is removed.
/// - A number in a move or an ending is increased or decreased by one.
/// - A comparison gains or loses equality.
/// - A pattern gains a cell, loses a constant cell, or has one cell of its result changed.
/// - The winner of a player without a move is switched.
///
/// Skips changes that don't define a game with these values, and changes that aren't parsed before
/// `until`. The cost is that of parsing the rules once per change.
///
/// ```
/// use whowins::rules::Parameters;
///
/// let rules = whowins::shipped::rules("cowcheck").expect("it is shipped")?;
/// let all = whowins_judge::one_step(&rules, &Parameters::new(), None).all;
/// assert!(all.iter().any(|one| one.what == "without `move y -= k for k >= 1`"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn one_step(rules: &Rules, values: &Parameters, until: Option<Instant>) -> Changes {
    let source = rules.source();
    let (_, statements) = split(source);
    let mut texts: Vec<(String, String)> = Vec::new();
    let mut stuck = false;
    for statement in &statements {
        let span = statement.span.clone();
        let own = &source[span.clone()];
        let said = tidy(own);
        let with = |new: &str| format!("{}{new}{}", &source[..span.start], &source[span.end..]);
        stuck |= said == MISERE;
        if said == MISERE || is(own, "at once") || is(own, "move") {
            texts.push((format!("without `{said}`"), with("")));
        }
        if !(is(own, "move") || is(own, "at") || is(own, "octal") || is(own, "at once")) {
            continue;
        }
        for new in varied(own) {
            texts.push((format!("`{}` in place of `{said}`", tidy(&new)), with(&new)));
        }
    }
    if !stuck {
        texts.push((
            format!("with `{MISERE}`"),
            format!("{}\n{MISERE}\n", source.trim_end()),
        ));
    }
    let mut changes = Changes::default();
    for (what, text) in texts {
        let all = &mut changes.all;
        if all.len() == MAX_CHANGES || until.is_some_and(|until| Instant::now() >= until) {
            changes.is_cut = true;
            break;
        }
        if text == source || all.iter().any(|one| one.rules.source() == text) {
            continue;
        }
        let Ok(changed) = Rules::parse_with(rules.name(), &text, &whowins::shipped::ShippedGames)
        else {
            continue;
        };
        if changed.game(values).is_ok() {
            all.push(Changed {
                what,
                rules: changed,
            });
        }
    }
    changes
}

/// Returns a statement with single blanks between words, without comments.
fn tidy(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(line));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

/// Returns true if a statement has this kind, ignoring its players.
fn is(statement: &str, kind: &str) -> bool {
    let words = tidy(statement);
    let begins = |text: &str| {
        text.strip_prefix(kind)
            .is_some_and(|rest| rest.starts_with(' ') || rest.is_empty())
    };
    let own = words
        .split_once(':')
        .map_or("", |(_, rest)| rest.trim_start());
    begins(&words) && !(kind == "at" && begins_once(&words)) || kind == "move" && begins(own)
}

fn begins_once(words: &str) -> bool {
    words.starts_with("at once")
}

/// Returns the changed texts of a statement.
fn varied(own: &str) -> Vec<String> {
    let mut all = Vec::new();
    let bytes = own.as_bytes();
    let put = |from: usize, to: usize, new: &str| format!("{}{new}{}", &own[..from], &own[to..]);
    let octal = is(own, "octal");
    let mut at = 0;
    while at < bytes.len() {
        let before = at.checked_sub(1).map(|at| bytes[at]);
        let word = |byte: Option<u8>| {
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        let length = bytes[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if length > 0 && octal {
            // Remove each number of remaining heaps that a digit allows.
            for (place, byte) in bytes.iter().enumerate().skip(at).take(length) {
                let digit = byte - b'0';
                for bit in [1, 2, 4].into_iter().filter(|bit| digit & bit != 0) {
                    all.push(put(place, place + 1, &(digit & !bit).to_string()));
                }
            }
        } else if length > 0 && !word(before) && !word(bytes.get(at + length).copied()) {
            if let Ok(number) = own[at..at + length].parse::<u64>() {
                let near = [number.checked_add(1), number.checked_sub(1)];
                all.extend(
                    near.into_iter()
                        .flatten()
                        .map(|near| put(at, at + length, &near.to_string())),
                );
            }
        } else if length == 0
            && let Some((sign, other)) = [(">=", ">"), ("<=", "<"), (">", ">="), ("<", "<=")]
                .into_iter()
                .find(|(sign, _)| own[at..].starts_with(sign))
        {
            // Next to a number, the number was already changed.
            let after = own[at + sign.len()..].trim_start();
            if before != Some(b'-') && !after.starts_with(|c: char| c.is_ascii_digit()) {
                all.push(put(at, at + sign.len(), other));
            }
            at += sign.len();
            continue;
        }
        let step = own[at..].chars().next().map_or(1, char::len_utf8);
        at += length.max(step);
    }
    all.extend(patterns(own));
    all
}

/// Returns the changes of a pattern, if the statement has a single line of cells.
fn patterns(own: &str) -> Vec<String> {
    let Some((left, right)) = own.split_once("->") else {
        return Vec::new();
    };
    let single = |word: &&str| word.chars().count() == 1;
    let before: Vec<&str> = left
        .split_whitespace()
        .rev()
        .take_while(single)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let after: Vec<&str> = right.split_whitespace().take_while(single).collect();
    if before.len() != after.len() || before.len() < 2 || before.contains(&"/") {
        return Vec::new();
    }
    let head: Vec<&str> = left
        .split_whitespace()
        .rev()
        .skip(before.len())
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let tail: Vec<&str> = right.split_whitespace().skip(after.len()).collect();
    let written = |before: &[&str], after: &[&str]| {
        let mut words = head.clone();
        words.extend(before);
        words.push("->");
        words.extend(after);
        words.extend(&tail);
        words.join(" ")
    };
    let anchors = ["^", "$"];
    let mut symbols: Vec<&str> = before
        .iter()
        .chain(&after)
        .copied()
        .filter(|symbol| !anchors.contains(symbol))
        .collect();
    symbols.sort_unstable();
    symbols.dedup();
    let mut all = Vec::new();
    for gap in 1..before.len() {
        if anchors.contains(&before[gap]) || anchors.contains(&before[gap - 1]) {
            continue;
        }
        for symbol in &symbols {
            let (mut longer, mut result) = (before.clone(), after.clone());
            longer.insert(gap, symbol);
            result.insert(gap, symbol);
            all.push(written(&longer, &result));
        }
    }
    for at in (0..before.len()).filter(|at| {
        before[*at] == after[*at] && !anchors.contains(&before[*at]) && before.len() > 2
    }) {
        let (mut shorter, mut result) = (before.clone(), after.clone());
        shorter.remove(at);
        result.remove(at);
        all.push(written(&shorter, &result));
    }
    for at in (0..after.len()).filter(|at| !anchors.contains(&after[*at])) {
        for symbol in symbols.iter().filter(|symbol| **symbol != after[at]) {
            let mut result = after.clone();
            result[at] = symbol;
            all.push(written(&before, &result));
        }
    }
    all
}
