//! Exported solutions: compiled and judged; short, and with the law in their comment.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use whowins::analysis::Player;
use whowins::contest::{self, Format, Question};
use whowins::engine::Limits;
use whowins::rules::Parameters;
use whowins_judge::{
    Allowance, ExportWishes, Exported, Language, NoExport, Program, Reach, Truth, Verdict, export,
    judge,
};

use super::programs::{python, rules, wishes};

/// Lines of a page.
const PAGE: usize = 60;

/// How a solution is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    /// By the game's contest problem.
    Contest,
    /// By lines, with W and L.
    Lines,
    /// By lines, with W, L and D.
    Draws,
    /// By lines: by how much the player to move ends ahead.
    Score,
}

impl Asks {
    fn format(self, game: &str) -> Format {
        let words =
            |draw: Option<&str>| Question::Winner("W".into(), "L".into(), draw.map(str::to_string));
        match self {
            Self::Contest => {
                let format = contest::of_name(game).expect("it is shipped");
                format.unwrap_or_else(|faults| panic!("{faults}"))
            }
            Self::Lines => Format::of_lines(game, words(None)),
            Self::Draws => Format::of_lines(game, words(Some("D"))),
            Self::Score => Format::of_lines(game, Question::Score),
        }
    }
}

fn exported(
    game: &str,
    language: Language,
    naive: bool,
    format: &Format,
) -> Result<Exported, NoExport> {
    let wishes = ExportWishes {
        language,
        naive,
        player: Player::First,
    };
    let limits = Limits::default().with_time(Duration::from_secs(120));
    export(&rules(game), &Parameters::new(), format, &wishes, &limits)
}

/// The command that runs a solution, compiled in a folder.
fn command(folder: &Path, language: Language, text: &str) -> Vec<OsString> {
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
            vec![
                "-std=c++17".into(),
                "-O2".into(),
                "-o".into(),
                out.clone().into(),
                file.into(),
            ],
        ),
        Language::Python => return vec![python().into(), "-S".into(), file.into()],
        Language::Java => ("javac", vec!["-d".into(), folder.into(), file.into()]),
    };
    let done = Command::new(compiler).args(&arguments).output();
    let done = done.unwrap_or_else(|why| panic!("the tests need {compiler}: {why}"));
    assert!(
        done.status.success(),
        "{text}\n{}",
        String::from_utf8_lossy(&done.stderr)
    );
    match language {
        Language::Java => vec![
            "java".into(),
            "-XX:TieredStopAtLevel=1".into(),
            "-XX:+UseSerialGC".into(),
            "-Xss256m".into(),
            "-cp".into(),
            folder.into(),
            "Main".into(),
        ],
        _ => vec![out.into()],
    }
}

/// Game, brute force, how it is asked for, what it stands on, the largest size that is asked in order: in every run, and in a long one.
type Case = (&'static str, bool, Asks, &'static str, [u64; 2]);

/// Whether questions are asked to the contests' limits; few of them are in every run.
fn is_long() -> bool {
    std::env::var_os("WHOWINS_LONG").is_some()
}

/// How many questions are drawn, many of them as large as the contest allows.
fn drawn(game: &str) -> u64 {
    match (game, is_long()) {
        // Boards of 300 by 300, and heaps whose windows may take long to come back.
        ("gam", true) => 40,
        ("partisangame", true) => 60,
        ("tabgame", true) => 400,
        (_, true) => 1500,
        // A run of the program each.
        ("gam", false) => 2,
        ("partisangame" | "tabgame", false) => 10,
        (_, false) => 100,
    }
}

/// Exports, compiles and judges: in order up to a size, then to the contest's limits; by brute force in order alone.
fn judged(language: Language, cases: &[Case]) {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, naive, asks, by, sizes) in cases {
        let up_to = sizes[usize::from(is_long())];
        let format = asks.format(game);
        let began = std::time::Instant::now();
        let made = exported(game, language, *naive, &format)
            .unwrap_or_else(|why| panic!("{game}: {why:?}"));
        let took = began.elapsed();
        assert_eq!(made.by, *by, "{game}");
        let is_law = *by != "brute force";
        let lines = made.text.lines().count();
        // Brute force of whole states may be longer.
        assert!(lines <= PAGE || !is_law, "{game}, {lines}: {}", made.text);
        assert!(
            made.text.is_ascii() && (!is_law || made.text.contains("Source: ")),
            "{game}: {}",
            made.text
        );
        let own: PathBuf = folder.path().join(format!("{game}{naive}{asks:?}"));
        std::fs::create_dir(&own).expect("a folder can be made");
        let program = Program {
            command: command(&own, language, &made.text),
            container: vec![env!("CARGO_BIN_EXE_hold").into()],
            allowed: Allowance {
                time: Duration::from_secs(30),
                memory: 4 << 30,
                processes: 400,
                ..Allowance::default()
            },
        };
        let compiled = began.elapsed() - took;
        let mut truth = Truth::new(
            &format,
            &rules(game),
            &Parameters::new(),
            Player::First,
            &Limits::default(),
        );
        let wishes = whowins_judge::Wishes {
            reach: Reach {
                // The contest's heap, but for a language in which steps are slow.
                number: match (language, is_long()) {
                    (Language::Python, true) => 20_000,
                    (_, true) => 1_000_000_000,
                    (_, false) => 1000,
                },
                length: if is_long() { 40 } else { 12 },
            },
            drawn: if is_law { drawn(game) } else { 0 },
            ..wishes(Some(up_to), 100)
        };
        let report =
            judge(&mut truth, &program, &wishes).unwrap_or_else(|why| panic!("{game}: {why}"));
        println!(
            "{language:?}, {game}: export {took:.1?}, compiled {compiled:.1?}, judged {:.1} s: {report}",
            report.seconds
        );
        assert_eq!(
            report.verdict,
            Verdict::Right,
            "{game}: {report}\n{}",
            made.text
        );
        assert!(
            report.all || report.up_to.is_some_and(|size| size >= up_to),
            "{game}: {report}"
        );
        assert!(report.in_order.asked > 0, "{game}: {report}");
        // Lists of numbers from 0 on whose sum and length are at most so large, the empty one too.
        if *asks == Asks::Score {
            assert_eq!(report.in_order.asked, 1 << up_to, "{game}: {report}");
        }
    }
}

#[test]
fn in_cpp() {
    use Asks::{Contest, Draws, Lines, Score};
    judged(
        Language::Cpp,
        &[
            ("cowcheck", false, Contest, "beatty", [6, 8]),
            ("tabgame", false, Contest, "constant", [4, 5]),
            ("partisangame", false, Contest, "window", [6, 9]),
            ("ellyscheckers", false, Contest, "functional", [8, 9]),
            ("gam", false, Contest, "race", [6, 12]),
            ("corner-knight", false, Lines, "automatic", [16, 40]),
            ("cop-and-robber", false, Draws, "brute force", [1, 1]),
            ("coins-in-a-row", false, Score, "brute force", [9, 12]),
        ],
    );
}

#[test]
fn in_rust() {
    use Asks::{Contest, Draws, Lines, Score};
    judged(
        Language::Rust,
        &[
            ("cowcheck", false, Contest, "beatty", [6, 8]),
            ("tabgame", false, Contest, "constant", [4, 5]),
            ("partisangame", false, Contest, "window", [6, 9]),
            ("ellyscheckers", false, Contest, "functional", [8, 9]),
            ("gam", false, Contest, "race", [6, 12]),
            ("kayles", false, Lines, "guy-smith", [12, 20]),
            ("laskers-nim", true, Lines, "brute force", [9, 12]),
            ("dash", false, Draws, "brute force", [14, 14]),
            ("tictactoe", false, Draws, "brute force", [9, 9]),
            ("coins-in-a-row", false, Score, "brute force", [9, 12]),
        ],
    );
}

#[test]
fn in_java() {
    use Asks::{Contest, Draws, Score};
    judged(
        Language::Java,
        &[
            ("cowcheck", false, Contest, "beatty", [5, 7]),
            ("tabgame", false, Contest, "constant", [4, 5]),
            ("partisangame", false, Contest, "window", [6, 9]),
            ("ellyscheckers", false, Contest, "functional", [8, 9]),
            ("gam", false, Contest, "race", [6, 6]),
            ("dash", false, Draws, "brute force", [14, 14]),
            ("coins-in-a-row", false, Score, "brute force", [9, 12]),
        ],
    );
}

#[test]
fn in_python() {
    use Asks::{Contest, Draws, Lines, Score};
    judged(
        Language::Python,
        &[
            ("cowcheck", false, Contest, "beatty", [5, 7]),
            ("ellyscheckers", false, Contest, "functional", [8, 9]),
            ("partisangame", false, Contest, "window", [6, 8]),
            ("tabgame", false, Contest, "constant", [3, 5]),
            ("gam", false, Contest, "race", [6, 12]),
            ("corner-king", false, Lines, "product", [14, 40]),
            ("take-from-a-set", false, Lines, "periodic", [60, 400]),
            ("laskers-nim", false, Lines, "arithmetic", [12, 20]),
            ("divisor", false, Lines, "brute force", [40, 40]),
            ("euclid", false, Lines, "first-order", [14, 40]),
            ("ellyscheckers", true, Contest, "brute force", [8, 8]),
            ("partisangame", true, Contest, "brute force", [6, 9]),
            ("tabgame", true, Contest, "brute force", [3, 4]),
            ("cop-and-robber", false, Draws, "brute force", [1, 1]),
            ("coins-in-a-row", false, Score, "brute force", [9, 12]),
        ],
    );
}

/// Every shipped game is exported, or it is said why not.
#[test]
fn all_shipped_games() {
    let all = [whowins::shipped::all(), whowins::shipped::library()].concat();
    let mut not = Vec::new();
    let mut longest = (0, "");
    for game in &all {
        let asks = match contest::of_name(game.name) {
            Some(_) => Asks::Contest,
            None => Asks::Draws,
        };
        let format = asks.format(game.name);
        match exported(game.name, Language::Cpp, true, &format) {
            Ok(made) => {
                assert!(made.text.is_ascii(), "{}", game.name);
                longest = longest.max((made.text.lines().count(), game.name));
            }
            Err(NoExport::Input(why)) => not.push(format!("{}: {why}", game.name)),
            // What the rules leave open, and no contest sets.
            Err(NoExport::Rules(_)) => not.push(format!("{}: open", game.name)),
        }
    }
    println!(
        "{} of {} are exported, the longest {longest:?}\n{}",
        all.len() - not.len(),
        all.len(),
        not.join("\n")
    );
    assert!(10 * not.len() <= all.len(), "{}", not.join("\n"));
}

#[test]
fn what_is_not_exported_is_said() {
    for (game, question, why) in [
        ("blocking-wythoff", Question::Grundy, "Grundy"),
        ("cowcheck", Question::Length, "is asked"),
        (
            "blocking-wythoff",
            Question::Winner("W".into(), "L".into(), None),
            "blocks",
        ),
    ] {
        let format = Format::of_lines(game, question);
        match exported(game, Language::Python, true, &format) {
            Err(NoExport::Input(message)) => assert!(message.contains(why), "{game}: {message}"),
            other => panic!("{game}: {other:?}"),
        }
    }
}
