//! Tests exported solutions: they compile, pass the judge, are short, and describe the law in a
//! comment.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use whowins::analysis::{Player, Value};
use whowins::contest::{self, Format, Question};
use whowins::core::random::cases;
use whowins::engine::Limits;
use whowins::rules::{Parameters, Rules};
use whowins_judge::{
    Allowance, ExportWishes, Exported, Language, NoExport, Program, Reach, Truth, Verdict, export,
    judge,
};

use super::programs::{python, rules, wishes};

/// Maximum number of lines of a short page.
const PAGE: usize = 60;

/// The query of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    /// The game's contest problem.
    Contest,
    /// Lines with W and L.
    Lines,
    /// Lines with W, L and D.
    Draws,
    /// Lines with the score of the player to move minus the opponent's.
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

/// Returns the commands that run solutions, each compiled separately.
fn commands_one_by_one(folder: &Path, language: Language, texts: &[String]) -> Vec<Vec<OsString>> {
    let each = texts.iter().enumerate().map(|(at, text)| {
        let own = folder.join(format!("p{at}"));
        std::fs::create_dir(&own).expect("a folder can be made");
        command(&own, language, text)
    });
    each.collect()
}

/// Returns the commands that run solutions. Solutions in one language are compiled together,
/// because most of the compile time is shared.
pub fn commands(folder: &Path, language: Language, texts: &[String]) -> Vec<Vec<OsString>> {
    if language == Language::Python {
        return commands_one_by_one(folder, language, texts);
    }
    let own = |at: usize| folder.join(format!("p{at}"));
    for at in 0..texts.len() {
        std::fs::create_dir(own(at)).expect("a folder can be made");
    }
    let parts = |each: &dyn Fn(usize, &String) -> String| {
        let all = texts.iter().enumerate();
        all.map(|(at, text)| each(at, text)).collect::<String>()
    };
    let whole = match language {
        Language::Cpp => {
            let include = "#include <bits/stdc++.h>\n";
            let part = |at: usize, text: &String| {
                let text = text
                    .replacen(include, "", 1)
                    .replacen("int main()", "void run()", 1);
                format!("namespace p{at} {{\n{text}}}\n")
            };
            let call =
                |at: usize, _: &String| format!("    if (which == \"{at}\") p{at}::run();\n");
            format!(
                "{include}{}int main(int, char** words) {{\n    std::string which = words[1];\n{}}}\n",
                parts(&part),
                parts(&call)
            )
        }
        Language::Rust => {
            let part = |at: usize, text: &String| {
                let text = text.replacen("fn main()", "pub fn main()", 1);
                format!("mod p{at} {{\n{text}}}\n")
            };
            let call = |at: usize, _: &String| format!("        \"{at}\" => p{at}::main(),\n");
            format!(
                "{}fn main() {{\n    match std::env::args().nth(1).unwrap().as_str() {{\n{}        _ => {{}}\n    }}\n}}\n",
                parts(&part),
                parts(&call)
            )
        }
        Language::Java | Language::Python => String::new(),
    };
    if language == Language::Java {
        let files = texts.iter().enumerate().map(|(at, text)| {
            let file = own(at).join(language.file());
            let text = format!("package p{at};\n{text}");
            std::fs::write(&file, text).expect("a file can be written");
            file.into_os_string()
        });
        compile(language, folder, files.collect(), "");
    } else {
        let file = folder.join(language.file());
        std::fs::write(&file, &whole).expect("a file can be written");
        compile(language, folder, vec![file.into()], &whole);
    }
    let run = |at: usize| match language {
        Language::Java => started(language, folder, &format!("p{at}.Main")),
        _ => started(language, folder, &at.to_string()),
    };
    (0..texts.len()).map(run).collect()
}

/// Compiles a solution and returns its command.
fn command(folder: &Path, language: Language, text: &str) -> Vec<OsString> {
    let file = folder.join(language.file());
    std::fs::write(&file, text).expect("a file can be written");
    if language == Language::Python {
        return vec![python().into(), "-S".into(), file.into()];
    }
    compile(language, folder, vec![file.into()], text);
    started(language, folder, "Main")
}

/// Compiles files in a folder.
fn compile(language: Language, folder: &Path, files: Vec<OsString>, text: &str) {
    let out = folder.join("program");
    let (compiler, arguments): (&str, Vec<OsString>) = match language {
        Language::Rust => ("rustc", vec!["-O".into(), "-o".into(), out.into()]),
        Language::Cpp => (
            "g++",
            vec!["-std=c++17".into(), "-O2".into(), "-o".into(), out.into()],
        ),
        _ => ("javac", vec!["-d".into(), folder.into()]),
    };
    let done = Command::new(compiler).args(&arguments).args(files).output();
    let done = done.unwrap_or_else(|why| panic!("the tests need {compiler}: {why}"));
    assert!(
        done.status.success(),
        "{text}\n{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// Returns the command of a compiled solution: a class in Java, else the common program with this
/// word.
fn started(language: Language, folder: &Path, which: &str) -> Vec<OsString> {
    match language {
        Language::Java => vec![
            "java".into(),
            "-XX:TieredStopAtLevel=1".into(),
            "-XX:+UseSerialGC".into(),
            "-Xss256m".into(),
            "-cp".into(),
            folder.into(),
            which.into(),
        ],
        _ => vec![folder.join("program").into(), which.into()],
    }
}

/// Game, brute force, query, method, and maximum size of queries in order: in every run, and in a
/// long run.
type Case = (&'static str, bool, Asks, &'static str, [u64; 2]);

/// Returns true in a long run, which tests up to the limits of the contests.
fn is_long() -> bool {
    std::env::var_os("WHOWINS_LONG").is_some()
}

/// Returns the number of random queries. Many of them have the maximum size.
fn drawn(game: &str) -> u64 {
    match (game, is_long()) {
        // Boards of 300 by 300, and heaps whose windows may have a long period.
        ("gam", true) => 40,
        ("partisangame", true) => 60,
        ("tabgame", true) => 400,
        (_, true) => 1500,
        // Each is a separate run of the program.
        ("gam", false) => 2,
        ("partisangame" | "tabgame", false) => 10,
        (_, false) => 100,
    }
}

/// Exports, compiles and judges games, up to a size in order and then up to the limits of the
/// contest. Brute force only in order. A normal run tests every second one.
fn judged(language: Language, all: &[Case]) {
    let folder = tempfile::tempdir().expect("a folder");
    let all: Vec<&Case> = all.iter().step_by(cases(2, 1)).collect();
    let texts = all.iter().map(|(game, naive, asks, by, _)| {
        let made = exported(game, language, *naive, &asks.format(game))
            .unwrap_or_else(|why| panic!("{game}: {why:?}"));
        assert_eq!(made.by, *by, "{game}");
        let is_law = *by != "brute force";
        let lines = made.text.lines().count();
        // Brute force on complete states may be longer.
        assert!(lines <= PAGE || !is_law, "{game}, {lines}: {}", made.text);
        assert!(
            made.text.is_ascii() && (!is_law || made.text.contains("Source: ")),
            "{game}: {}",
            made.text
        );
        made.text
    });
    let texts: Vec<String> = texts.collect();
    let compiled = match is_long() {
        true => commands_one_by_one,
        false => commands,
    };
    let commands = compiled(folder.path(), language, &texts);
    for ((case, text), command) in all.iter().zip(&texts).zip(commands) {
        let (game, _, asks, by, sizes) = case;
        let up_to = sizes[usize::from(is_long())];
        let format = asks.format(game);
        let is_law = *by != "brute force";
        let program = Program {
            command,
            container: vec![env!("CARGO_BIN_EXE_hold").into()],
            allowed: Allowance {
                memory: 4 << 30,
                processes: 400,
                ..Allowance::default().with_time(Duration::from_secs(30))
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
            reach: Reach {
                number: match is_long() {
                    true => 1_000_000_000,
                    false => 1000,
                },
                length: if is_long() { 40 } else { 12 },
            },
            drawn: if is_law { drawn(game) } else { 0 },
            ..wishes(Some(up_to), 100)
        };
        let report =
            judge(&mut truth, &program, &wishes).unwrap_or_else(|why| panic!("{game}: {why}"));
        println!("{language:?}, {game}: {:.1} s: {report}", report.seconds);
        assert_eq!(report.verdict, Verdict::Right, "{game}: {report}\n{text}");
        assert!(
            report.all || report.up_to.is_some_and(|size| size >= up_to),
            "{game}: {report}"
        );
        assert!(report.in_order.asked > 0, "{game}: {report}");
        // Lists of nonnegative numbers with bounded sum plus length, including the empty list.
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
            ("ellyscheckers", false, Contest, "functional", [8, 9]),
            ("corner-knight", false, Lines, "automatic", [16, 40]),
            ("gam", false, Contest, "race", [6, 12]),
            ("cowcheck", false, Contest, "beatty", [6, 8]),
            ("tabgame", false, Contest, "constant", [4, 5]),
            ("cop-and-robber", false, Draws, "brute force", [1, 1]),
            ("coins-in-a-row", false, Score, "brute force", [9, 12]),
            ("partisangame", false, Contest, "window", [6, 9]),
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
            ("kayles", false, Lines, "guy-smith", [12, 20]),
            ("divisor", false, Lines, "remainders", [40, 400]),
            ("ellyscheckers", false, Contest, "functional", [8, 9]),
            ("gam", false, Contest, "race", [6, 12]),
            ("laskers-nim", true, Lines, "brute force", [9, 12]),
            ("dash", false, Draws, "brute force", [14, 14]),
            ("coins-in-a-row", false, Score, "brute force", [9, 12]),
            ("tic-tac-toe", false, Draws, "brute force", [9, 9]),
        ],
    );
}

#[test]
fn in_java() {
    use Asks::{Contest, Draws, Score};
    judged(
        Language::Java,
        &[
            ("ellyscheckers", false, Contest, "functional", [8, 9]),
            ("tabgame", false, Contest, "constant", [4, 5]),
            ("gam", false, Contest, "race", [6, 6]),
            ("cowcheck", false, Contest, "beatty", [5, 7]),
            ("dash", false, Draws, "brute force", [14, 14]),
            ("partisangame", false, Contest, "window", [6, 9]),
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
            ("ellyscheckers", false, Contest, "functional", [8, 9]),
            ("cowcheck", false, Contest, "beatty", [5, 7]),
            ("partisangame", false, Contest, "window", [6, 8]),
            ("tabgame", false, Contest, "constant", [3, 5]),
            ("corner-king", false, Lines, "product", [14, 40]),
            ("gam", false, Contest, "race", [6, 12]),
            ("take-from-a-set", false, Lines, "periodic", [60, 400]),
            ("divisor", true, Lines, "brute force", [40, 40]),
            ("digit-game", false, Lines, "remainders", [60, 400]),
            ("laskers-nim", false, Lines, "arithmetic", [12, 20]),
            ("ellyscheckers", true, Contest, "brute force", [8, 8]),
            ("euclid", false, Lines, "first-order", [14, 40]),
            ("partisangame", true, Contest, "brute force", [6, 9]),
            ("tabgame", true, Contest, "brute force", [3, 4]),
            ("cop-and-robber", false, Draws, "brute force", [1, 1]),
            ("coins-in-a-row", false, Score, "brute force", [9, 12]),
        ],
    );
}

/// Tests rows whose law counts cells from either edge, from the edge or the next cell, with and
/// without steps, with two or three symbols.
#[test]
fn sums_of_weights_from_either_edge() {
    let folder = tempfile::tempdir().expect("a folder");
    for (at, lines) in [
        "position row of . o\nmove . o -> o .\nat once ^ o -> ^ .",
        "position row of . o\nmove o . -> . .\nmove o o -> . o",
        "position row of . o\nmove . o -> . .\nmove o o -> o .\nwho cannot move wins",
        "position row of . o x\nmove o . -> . o\nmove x -> .\nat once o $ -> . $",
    ]
    .into_iter()
    .enumerate()
    {
        let text = format!("game \"Row\"\n{lines}\n");
        let rules = Rules::parse("row", &text).unwrap_or_else(|faults| panic!("{faults}"));
        let format = Asks::Lines.format("row");
        let wanted = ExportWishes {
            language: Language::Python,
            naive: false,
            player: Player::First,
        };
        let (none, limits) = (Parameters::new(), Limits::default());
        let made = export(&rules, &none, &format, &wanted, &limits)
            .unwrap_or_else(|why| panic!("{text}{why:?}"));
        assert_eq!(made.by, "functional", "{text}");
        let own = folder.path().join(at.to_string());
        std::fs::create_dir(&own).expect("a folder can be made");
        let program = Program {
            command: command(&own, Language::Python, &made.text),
            container: vec![env!("CARGO_BIN_EXE_hold").into()],
            allowed: Allowance::default().with_time(Duration::from_secs(30)),
        };
        let mut truth = Truth::new(&format, &rules, &none, Player::First, &limits);
        let report = judge(&mut truth, &program, &wishes(Some(7), 60)).expect("it is judged");
        assert_eq!(
            (report.verdict, report.up_to),
            (Verdict::Right, Some(7)),
            "{report}\n{}",
            made.text
        );
    }
}

/// Exports a shipped game by brute force. Returns the reason if that isn't supported.
fn by_rules(game: &str, language: Language) -> Result<(Format, String), String> {
    let asks = match contest::of_name(game) {
        Some(_) => Asks::Contest,
        None => Asks::Draws,
    };
    let format = asks.format(game);
    match exported(game, language, true, &format) {
        Ok(made) => Ok((format, made.text)),
        Err(NoExport::Input(why)) => Err(format!("{game}: {why}")),
        // The rules leave a parameter open that no contest sets.
        Err(NoExport::Rules(_)) => Err(format!("{game}: open")),
        Err(NoExport::Internal(why)) => panic!("{game} in {language:?}: {why}"),
    }
}

/// Tests that every shipped game can be exported with valid names and types, or has a stated
/// reason.
#[test]
fn all_shipped_games() {
    let all = whowins::shipped::everything();
    let mut not = Vec::new();
    let mut longest = (0, "");
    for game in &all {
        match by_rules(game.name, Language::Cpp) {
            Ok((_, text)) => {
                assert!(text.is_ascii(), "{}", game.name);
                longest = longest.max((text.lines().count(), game.name));
            }
            Err(why) => not.push(why),
        }
    }
    println!(
        "{} of {} are exported, the longest {longest:?}\n{}",
        all.len() - not.len(),
        all.len(),
        not.join("\n")
    );
    assert!(20 * not.len() <= all.len(), "{}", not.join("\n"));
}

/// Games that need adjacent loops, repeated steps, mutually recursive functions, constants beyond
/// 32 bits, floor division, or functions of several lists.
const HARD: [&str; 10] = [
    "partisangame",
    "kayles-circle",
    "several-cops",
    "hackenbush",
    "lights-out-duel",
    "digit-game",
    "isolation",
    "northcott",
    "clobber",
    "duotaire",
];

/// Checks a program's answers (W, L or D) at the first position of a game and after each of up to
/// `most` moves. Returns the number of positions.
fn right_around_the_first_position(rules: &Rules, command: &[OsString], most: usize) -> usize {
    let limits = Limits::default();
    let mut engine = whowins::solver(rules, &Parameters::new(), &limits).expect("a game");
    let first = whowins::first_position(rules, engine.game());
    let moves = whowins::legal_moves(engine.game(), &first, Player::First, &limits);
    let moves = moves.expect("few moves").into_iter().map(|one| one.to);
    let mut asked = String::new();
    let mut wanted = Vec::new();
    for position in std::iter::once(first).chain(moves).take(most) {
        let answer = engine.answer(&position, Player::First);
        let letter = match answer.expect("small").answer.value {
            Value::Win => "W",
            Value::Loss => "L",
            Value::Draw => "D",
        };
        asked += &(engine.game().show(&position) + "\n");
        wanted.push(letter);
    }
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(asked.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.lines().collect::<Vec<_>>(), wanted, "{asked}");
    wanted.len()
}

/// Returns true if a program answers a line within ten seconds.
fn is_quick(command: &[OsString], line: &str) -> bool {
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(line.as_bytes()).expect("it reads");
    drop(input);
    let deadline = Instant::now() + Duration::from_secs(10);
    while child.try_wait().expect("it can be waited for").is_none() {
        if Instant::now() > deadline {
            child.kill().and_then(|()| child.wait()).expect("it ends");
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}

/// Compiles games exported by brute force and judges each for 4 s. A normal run tests some of them.
fn compiled_and_judged(language: Language) {
    let shipped = whowins::shipped::everything();
    let names: Vec<&str> = match is_long() {
        true => shipped.iter().map(|game| game.name).collect(),
        false => HARD.to_vec(),
    };
    let exports = names.iter().filter_map(|name| {
        let (format, text) = by_rules(name, language).ok()?;
        Some((*name, format, text))
    });
    let (names, texts): (Vec<_>, Vec<_>) = exports
        .map(|(name, format, text)| ((name, format), text))
        .unzip();
    let folder = tempfile::tempdir().expect("a folder");
    let commands = commands(folder.path(), language, &texts);
    let (mut silent, mut slow) = (Vec::new(), Vec::new());
    for (((name, format), text), command) in names.iter().zip(&texts).zip(commands) {
        let (own, none) = (rules(name), Parameters::new());
        // If a program is too slow for the first position, the judge would run it many times.
        if contest::of_name(name).is_none() {
            let game = own.game(&none).expect("a game");
            let line = game.show(&whowins::first_position(&own, &game)) + "\n";
            if !is_quick(&command, &line) {
                slow.push(*name);
                continue;
            }
        }
        let program = Program {
            command,
            container: vec![env!("CARGO_BIN_EXE_hold").into()],
            allowed: Allowance {
                time: Duration::from_secs(20),
                memory: 4 << 30,
                processes: 400,
                ..Allowance::default()
            },
        };
        let limits = Limits::default();
        let mut truth = Truth::new(format, &own, &none, Player::First, &limits);
        let wishes = wishes(None, 4);
        // Without a start, some positions have no order.
        let Ok(report) = judge(&mut truth, &program, &wishes) else {
            // Python needs seconds for a position with several cops.
            let most = if language == Language::Python { 1 } else { 20 };
            match right_around_the_first_position(&own, &program.command, most) {
                0 => silent.push(*name),
                asked => println!("{language:?}, {name}: right at {asked} positions"),
            }
            continue;
        };
        println!("{language:?}, {name}: {:.1} s: {report}", report.seconds);
        // Brute force may be too slow for a query. On a busy machine there may be no time to locate
        // it.
        let passed = [
            Verdict::Right,
            Verdict::TimedOut,
            Verdict::Memory,
            Verdict::Unknown,
        ];
        assert!(passed.contains(&report.verdict), "{name}: {report}\n{text}");
        if report.in_order.asked == 0 {
            silent.push(*name);
        }
    }
    println!(
        "{} compiled, too slow: {slow:?}, without a question: {silent:?}",
        texts.len()
    );
    assert!(4 * silent.len() <= texts.len(), "{silent:?}");
}

/// Tests sets of cells, whose names contain commas, and parts of variable length before and after
/// others.
#[test]
fn positions_are_read_in_every_language() {
    let cells = "position board of 2 x 2 cells of . x\nposition used: subset of cells of board\n\
        start board = xx/xx, used = {2,1 1,2}\nmove remove c from used for c in cells of board if c in used\n";
    let behind =
        "position n <= 3\nposition board of . x\nstart n = 2, board = xx/x.\nmove x / x -> . / .\n";
    // A list of variable length before a number, and a row that may become empty before a number.
    let before = "position heap: numbers\nposition n <= 9\nstart heap = 2,1, n = 3\nmove erase heap[1], n -= 1\n";
    let row =
        "position row of o x\nposition n <= 9\nstart row = o, n = 3\nmove o -> nothing; n -= 1\n";
    let all = [(cells, 3), (behind, 2), (before, 2), (row, 2)];
    for (lines, positions) in all {
        let rules = Rules::parse("read", &format!("game \"Read\"\n{lines}"));
        let rules = rules.unwrap_or_else(|faults| panic!("{faults}"));
        let format = Asks::Lines.format("read");
        for language in Language::ALL {
            let wanted = ExportWishes {
                language,
                naive: true,
                player: Player::First,
            };
            let (none, limits) = (Parameters::new(), Limits::default());
            let made = export(&rules, &none, &format, &wanted, &limits)
                .unwrap_or_else(|why| panic!("{lines}{why:?}"));
            let folder = tempfile::tempdir().expect("a folder");
            let command = command(folder.path(), language, &made.text);
            let right = right_around_the_first_position(&rules, &command, 9);
            assert_eq!(right, positions, "{lines}");
        }
    }
}

/// Tests that a number is bounded by a condition if no loop ends at it, or if a negative number may
/// be subtracted.
#[test]
fn numbers_stay_in_their_ranges() {
    for (lines, positions) in [
        ("position n\nstart 2\nmove n -= k for k in 1..3\n", 3),
        (
            "position n, m\nstart 1, 2\nmove n -= k, m -= 1 for k in 0..m\n",
            3,
        ),
        (
            "position n <= 3\nposition m <= 3\nstart 3, 2\nmove n -= k, m -= 1 for k in -1..0\n",
            2,
        ),
    ] {
        let rules = Rules::parse("numbers", &format!("game \"Numbers\"\n{lines}"));
        let rules = rules.unwrap_or_else(|faults| panic!("{faults}"));
        let format = Asks::Lines.format("numbers");
        let wanted = ExportWishes {
            language: Language::Python,
            naive: true,
            player: Player::First,
        };
        let made = export(
            &rules,
            &Parameters::new(),
            &format,
            &wanted,
            &Limits::default(),
        )
        .unwrap_or_else(|why| panic!("{lines}{why:?}"));
        let folder = tempfile::tempdir().expect("a folder");
        let command = command(folder.path(), Language::Python, &made.text);
        let right = right_around_the_first_position(&rules, &command, 9);
        assert_eq!(right, positions, "{lines}{}", made.text);
    }
}

#[test]
fn shipped_games_in_cpp() {
    compiled_and_judged(Language::Cpp);
}

#[test]
fn shipped_games_in_rust() {
    compiled_and_judged(Language::Rust);
}

#[test]
fn shipped_games_in_java() {
    compiled_and_judged(Language::Java);
}

#[test]
fn shipped_games_in_python() {
    compiled_and_judged(Language::Python);
}

#[test]
fn what_is_not_exported_is_said() {
    for (game, question, why) in [
        ("blocking-wythoff", Question::Grundy, "Grundy"),
        ("cowcheck", Question::Length, "the question is"),
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
