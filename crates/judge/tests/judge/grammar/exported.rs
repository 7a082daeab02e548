//! Runs exported programs and compares their answers with exact ones.

use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use dashu_int::IBig;
use whowins::analysis::Player;
use whowins::contest::{Format, Question};
use whowins::core::{Game, State};
use whowins::engine::Limits;
use whowins::rules::{Parameters, Rules};
use whowins_judge::{ExportWishes, Language, NoExport, export};

use super::oracle::{Node, values};

/// Features of valid rules that are documented as not exported.
const UNSUPPORTED: &[&str] = &[
    "the opponent blocks options",
    "a position is several games side by side",
    "its heaps are lists that moves make longer",
    "several parts of a position are of any length",
    "points are gathered where positions repeat",
];

/// Maximum number of queries for one program.
const QUESTIONS: usize = 40;

/// Lines with the exact answer to each: W, L or D.
pub struct Questions {
    pub lines: Vec<String>,
    pub answers: Vec<&'static str>,
}

/// Exports rules by brute force, or returns the documented reason why that isn't supported.
pub fn exported(
    rules: &Rules,
    language: Language,
    limits: &Limits,
) -> Result<Result<String, &'static str>, String> {
    let question = Question::Winner("W".into(), "L".into(), Some("D".into()));
    let format = Format::of_lines("random", question);
    let wishes = ExportWishes {
        language,
        naive: true,
        player: Player::First,
    };
    match export(rules, &Parameters::new(), &format, &wishes, limits) {
        Ok(made) => Ok(Ok(made.text)),
        Err(NoExport::Input(why)) => match UNSUPPORTED.iter().find(|one| why.contains(**one)) {
            Some(known) => Ok(Err(known)),
            None => Err(why),
        },
        Err(NoExport::Internal(why)) => Err(why),
        Err(NoExport::Rules(faults)) => Err(faults.to_string()),
    }
}

/// Returns the notation and the value of each visible position among these states.
pub fn questions(
    rules: &Rules,
    core: &Game,
    states: &[State],
    nodes: &[Node],
) -> Result<Questions, String> {
    let game = rules
        .game(&Parameters::new())
        .map_err(|why| why.to_string())?;
    let mut all = Questions {
        lines: Vec::new(),
        answers: Vec::new(),
    };
    let Some(values) = values(core, nodes) else {
        return Ok(all);
    };
    for state in states {
        let Some((position, Player::First)) = game.of_core(state) else {
            continue;
        };
        let shown = game.show(&position);
        let read = game
            .read(&shown)
            .map_err(|why| format!("{shown}: {why:?}"))?;
        // A line has no scores or memory, so it means the state without them.
        let read = read.core_state(Player::First);
        let Some(at) = states.iter().position(|one| *one == read) else {
            continue;
        };
        if all.lines.contains(&shown) || all.lines.len() >= QUESTIONS {
            continue;
        }
        all.lines.push(shown);
        all.answers.push(match &values[at] {
            zero if *zero == IBig::ZERO => "D",
            one if *one > IBig::ZERO => "W",
            _ => "L",
        });
    }
    Ok(all)
}

/// Runs a program on queries and compares its answers. Returns false if it took too long.
pub fn compare(command: &[OsString], questions: &Questions) -> Result<bool, String> {
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|why| why.to_string())?;
    let input = questions.lines.join("\n") + "\n";
    let pipe = child.stdin.take();
    let _ = pipe.map(|mut pipe| pipe.write_all(input.as_bytes()));
    // The output fits into a pipe.
    let deadline = Instant::now() + Duration::from_secs(30);
    while child.try_wait().map_err(|why| why.to_string())?.is_none() {
        if Instant::now() > deadline {
            child.kill().map_err(|why| why.to_string())?;
            child.wait().map_err(|why| why.to_string())?;
            return Ok(false);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().map_err(|why| why.to_string())?;
    let found = String::from_utf8_lossy(&output.stdout);
    let found: Vec<&str> = found.split_whitespace().collect();
    let Questions { lines, answers } = questions;
    if found == *answers {
        return Ok(true);
    }
    let why = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "the exported program says {found:?}, exactly {answers:?} of {lines:?}\n{why}"
    ))
}
