//! Test helpers: programs in Python, and how to judge them.

use std::ffi::OsString;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use whowins::analysis::Player;
use whowins::contest::{self, Format, Question};
use whowins::engine::Limits;
use whowins::rules::{Parameters, Rules};
use whowins_judge::{Allowance, Program, Reach, Report, Truth, Wishes, judge};

/// Returns Python itself, because `python3` may be a wrapper script.
pub fn python() -> &'static str {
    static PYTHON: OnceLock<String> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let told = Command::new("python3")
            .args(["-c", "import sys; print(sys.executable)"])
            .output()
            .expect("the tests need python3");
        String::from_utf8(told.stdout)
            .expect("a path")
            .trim()
            .to_string()
    })
}

/// Returns a program with this text.
pub fn program(text: &str) -> Program {
    let command: [OsString; 4] = [python().into(), "-S".into(), "-c".into(), text.into()];
    Program {
        command: command.to_vec(),
        container: vec![env!("CARGO_BIN_EXE_hold").into()],
        // The machine may be busy.
        allowed: Allowance::default().with_time(Duration::from_secs(20)),
    }
}

pub fn rules(name: &str) -> Rules {
    let rules = whowins::shipped::rules(name).expect("it is shipped");
    rules.unwrap_or_else(|faults| panic!("{faults}"))
}

/// Returns wishes for queries up to a size, and a number of seconds for the rest.
pub fn wishes(up_to: Option<u64>, seconds: u64) -> Wishes {
    Wishes {
        time: Duration::from_secs(seconds),
        jobs: 1,
        reach: Reach {
            number: 24,
            length: 12,
        },
        up_to,
        drawn: 0,
        seed: 1,
        shard: None,
    }
}

pub fn truth(format: &Format, game: &str) -> Truth {
    let none = Parameters::new();
    Truth::new(
        format,
        &rules(game),
        &none,
        Player::First,
        &Limits::default(),
    )
}

/// Judges a program that answers lines with W and L.
pub fn by_lines(game: &str, text: &str, wishes: &Wishes) -> Report {
    let question = Question::Winner("W".into(), "L".into(), None);
    asked(game, question, text, wishes)
}

/// Judges a program that answers lines.
pub fn asked(game: &str, question: Question, text: &str, wishes: &Wishes) -> Report {
    let format = Format::of_lines(game, question);
    let mut truth = truth(&format, game);
    judge(&mut truth, &program(text), wishes).unwrap_or_else(|why| panic!("{game}: {why}"))
}

/// Judges a program in a shipped contest format.
pub fn by_contest(name: &str, text: &str, wishes: &Wishes) -> Report {
    let format = contest::of_name(name).expect("it is shipped");
    let format = format.unwrap_or_else(|faults| panic!("{faults}"));
    let mut truth = truth(&format, name);
    judge(&mut truth, &program(text), wishes).unwrap_or_else(|why| panic!("{name}: {why}"))
}
