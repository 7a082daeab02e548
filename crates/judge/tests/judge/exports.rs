//! Exported solutions: compiled where there is a compiler, and judged; short, and with the law in their comment.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use whowins::analysis::Player;
use whowins::contest::{self, Format, Question};
use whowins::engine::Limits;
use whowins::rules::Parameters;
use whowins_judge::{
    Allowance, ExportWishes, Exported, Language, NoExport, Program, Truth, Verdict, export, judge,
};

use super::programs::{python, rules, wishes};

/// A solution by its contest's format, or by lines with W and L.
fn exported(
    game: &str,
    language: Language,
    naive: bool,
    by_contest: bool,
) -> (Format, Result<Exported, NoExport>) {
    let format = match contest::of_name(game).filter(|_| by_contest) {
        Some(format) => format.unwrap_or_else(|faults| panic!("{faults}")),
        None => Format::of_lines(game, Question::Winner("W".into(), "L".into(), None)),
    };
    let wishes = ExportWishes {
        language,
        naive,
        player: Player::First,
    };
    let limits = Limits::default().with_time(Duration::from_secs(120));
    let made = export(&rules(game), &Parameters::new(), &format, &wishes, &limits);
    (format, made)
}

/// The command that runs a solution, compiled in a folder; `None`, said loudly, where the machine has no such compiler. Rust and Python it must have.
fn command(folder: &Path, language: Language, text: &str) -> Option<Vec<OsString>> {
    let file = folder.join(language.file());
    std::fs::write(&file, text).expect("a file can be written");
    let out = folder.join("program");
    let (compiler, arguments): (&str, Vec<OsString>) = match language {
        Language::Rust => (
            "rustc",
            vec!["-O".into(), "-o".into(), out.clone().into(), file.into()],
        ),
        Language::Cpp => (
            "g++",
            vec!["-O2".into(), "-o".into(), out.clone().into(), file.into()],
        ),
        Language::Python => return Some(vec![python().into(), "-S".into(), file.into()]),
        Language::Java => ("javac", vec!["-d".into(), folder.into(), file.into()]),
    };
    match Command::new(compiler).args(&arguments).output() {
        Ok(done) => assert!(
            done.status.success(),
            "{text}\n{}",
            String::from_utf8_lossy(&done.stderr)
        ),
        Err(why) => {
            assert!(language != Language::Rust, "rustc: {why}");
            eprintln!(
                "NOT TESTED: {} in {language:?}, since there is no {compiler}: {why}",
                folder.display()
            );
            return None;
        }
    }
    Some(match language {
        Language::Java => vec![
            "java".into(),
            "-Xss64m".into(),
            "-cp".into(),
            folder.into(),
            "Main".into(),
        ],
        _ => vec![out.into()],
    })
}

#[test]
fn solutions_are_right() {
    let folder = tempfile::tempdir().expect("a folder");
    use Language::{Cpp, Java, Python, Rust};
    // Game, language, brute force, by the contest's format, what it stands on, the largest size that is asked.
    for (game, language, naive, by_contest, by, up_to) in [
        ("cowcheck", Cpp, false, true, "beatty", 8),
        ("tabgame", Rust, false, true, "constant", 5),
        ("partisangame", Java, false, true, "window", 9),
        ("ellyscheckers", Python, false, true, "functional", 9),
        ("kayles", Rust, false, false, "guy-smith", 12),
        ("corner-king", Python, false, false, "product", 14),
        ("corner-knight", Cpp, false, false, "automatic", 16),
        ("take-from-a-set", Python, false, false, "periodic", 60),
        ("laskers-nim", Python, false, false, "arithmetic", 12),
        ("divisor", Python, false, false, "brute force", 40),
        ("euclid", Python, false, false, "first-order", 14),
        ("laskers-nim", Rust, true, false, "brute force", 9),
        ("ellyscheckers", Python, true, true, "brute force", 8),
        ("partisangame", Python, true, true, "brute force", 9),
    ] {
        let (format, made) = exported(game, language, naive, by_contest);
        let made = made.unwrap_or_else(|why| panic!("{game}: {why:?}"));
        assert_eq!(made.by, by, "{game}");
        let page = if by == "brute force" { 80 } else { 60 };
        assert!(made.text.lines().count() <= page, "{game}: {}", made.text);
        assert!(
            made.text.is_ascii()
                && (naive || by == "brute force" || made.text.contains("Source: ")),
            "{game}: {}",
            made.text
        );
        let own: PathBuf = folder.path().join(format!("{game}{naive}"));
        std::fs::create_dir(&own).expect("a folder can be made");
        let Some(command) = command(&own, language, &made.text) else {
            continue;
        };
        let program = Program {
            command,
            container: vec![env!("CARGO_BIN_EXE_hold").into()],
            allowed: Allowance {
                time: Duration::from_secs(20),
                memory: 2 << 30,
                processes: 400,
                ..Allowance::default()
            },
        };
        let mut truth = Truth::new(
            &format,
            &rules(game),
            &Parameters::new(),
            Player::First,
            &Limits::default(),
        );
        let wishes = whowins_judge::Wishes {
            // Brute force is none for what is drawn.
            drawn: if by == "brute force" { 0 } else { 20 },
            ..wishes(Some(up_to), 60)
        };
        let report =
            judge(&mut truth, &program, &wishes).unwrap_or_else(|why| panic!("{game}: {why}"));
        assert_eq!(
            report.verdict,
            Verdict::Right,
            "{game}: {report}\n{}",
            made.text
        );
        assert!(
            report.up_to.is_some_and(|size| size >= up_to.min(4)) && report.in_order.asked > 0,
            "{game}: {report}"
        );
    }
}

#[test]
fn what_is_not_exported_is_said() {
    for (game, why) in [
        ("gam", "neither a set nor digits"),
        ("coins-in-a-row", "no numbers, heaps or rows"),
        ("four-in-a-row", "no numbers, heaps or rows"),
    ] {
        match exported(game, Language::Python, false, true).1 {
            Err(NoExport::Input(message)) => assert!(message.contains(why), "{game}: {message}"),
            other => panic!("{game}: {other:?}"),
        }
    }
}
