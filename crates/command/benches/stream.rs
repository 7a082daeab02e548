//! Benchmarks of position streams and huge numbers with `whowins solve`, for complete processes
//! including start, input and output.
//!
//! The baselines are plain Rust loops, as a programmer would write them for one game. This program
//! runs itself for a baseline, so that it also starts, reads all lines and prints the same text.
//! All inputs come from a fixed seed. Times are wall-clock times.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::time::Instant;

const RUNS: usize = 5;
/// The environment variable that makes this program a baseline.
const BASELINE: &str = "WHOWINS_BASELINE";

const CHOMP: &str = "game \"Chomp\"\nposition a, b, c\n\
    move a := k, b := min(b, k), c := min(c, k) for 1 <= k < a\n\
    move b := k, c := min(c, k) for 0 <= k < b\nmove c := k for 0 <= k < c\n";
const BASH: &str = "game \"Bash without repeats\"\nposition last <= 3, n\n\
    move n -= k, last := k for k in 1..3 if k != last\n";

/// A stream, and the loop that answers it.
struct Stream {
    name: &'static str,
    /// A shipped game or rules.
    game: &'static str,
    lines: fn(&mut Seed) -> String,
    baseline: &'static str,
    about: &'static str,
}

const STREAMS: [Stream; 4] = [
    Stream {
        name: "Cow Checkers, two numbers below 3,000: a table",
        game: "cowcheck",
        lines: |seed| pairs(seed, 3_000_000, 3_000),
        baseline: "cow",
        about: "the formula in 128-bit integers",
    },
    Stream {
        name: "Cow Checkers, two numbers below 10^12: the law",
        game: "cowcheck",
        lines: |seed| pairs(seed, 3_000_000, 1_000_000_000_000),
        baseline: "cow",
        about: "the formula in 128-bit integers",
    },
    Stream {
        name: "Chomp, all positions of three rows below 40",
        game: CHOMP,
        lines: rows,
        baseline: "chomp",
        about: "a table of 40 x 40 x 40 by three loops",
    },
    Stream {
        name: "Bash without repeats, up to 10^6",
        game: BASH,
        lines: |seed| {
            let line = |seed: &mut Seed| format!("{},{}\n", seed.below(4), seed.below(1_000_001));
            (0..1_000_000).map(|_| line(seed)).collect()
        },
        baseline: "bash",
        about: "a table of 4 by the largest number",
    },
];

fn main() {
    if let Ok(baseline) = std::env::var(BASELINE) {
        return be(&baseline);
    }
    let folder = std::env::temp_dir().join(format!("whowins-stream-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for rules");
    for stream in &STREAMS {
        measure(stream, &folder);
    }
    let _ = std::fs::remove_dir_all(&folder);
    for (game, digits) in [
        ("cowcheck", 50_000),
        ("cowcheck", 1_000_000),
        ("misere-wythoff", 50_000),
        ("misere-wythoff", 1_000_000),
    ] {
        huge(game, digits, false);
    }
    huge("cowcheck", 50_000, true);
    huge("cowcheck", 1_000_000, true);
    huge("misere-wythoff", 50_000, true);
}

fn measure(stream: &Stream, folder: &std::path::Path) {
    let lines = (stream.lines)(&mut Seed(1));
    let count = lines.lines().count();
    let game = match stream.game.contains('\n') {
        false => stream.game.to_string(),
        true => {
            let path = folder.join(format!("{}.game", stream.baseline));
            std::fs::write(&path, stream.game).expect("rules are written");
            path.display().to_string()
        }
    };
    let (mut runs, mut baseline) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let mut command = Command::new(env!("CARGO_BIN_EXE_whowins"));
        command.args(["solve", &game, "--at", "-"]);
        let (answers, seconds) = timed(&mut command, &lines);
        runs.push(count as f64 / seconds);
        let mut plain = Command::new(std::env::current_exe().expect("this program"));
        let (expected, seconds) = timed(plain.env(BASELINE, stream.baseline), &lines);
        baseline.push(count as f64 / seconds);
        assert!(
            answers == expected,
            "{}: both must answer alike",
            stream.name
        );
    }
    print(&serde_json::json!({
        "name": stream.name,
        "size": count,
        "unit": "positions/s",
        "runs": runs,
        "baseline": {"name": stream.about, "runs": baseline},
    }));
}

/// Measures two random numbers with this number of digits: only the winner, or also a move and the
/// reason.
fn huge(game: &str, digits: usize, whole: bool) {
    let mut seed = Seed(digits as u64);
    let mut number = || -> String {
        let digit = |_| char::from(b'1' + seed.below(9) as u8);
        (0..digits).map(digit).collect()
    };
    let line = format!("{},{}\n", number(), number());
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        let mut command = Command::new(env!("CARGO_BIN_EXE_whowins"));
        command.args(["solve", game, "--at", "-"]);
        if whole {
            command.arg("--json");
        }
        let (answer, seconds) = timed(&mut command, &line);
        match whole {
            false => assert!(answer.contains("\tN\t"), "{game}: random numbers are won"),
            true => assert!(answer.contains("\"move\":{"), "{game}: and a move wins"),
        }
        runs.push(seconds);
    }
    let what = match whole {
        false => "who wins",
        true => "with a move and the reason (--json)",
    };
    print(&serde_json::json!({
        "name": format!("{game}, two numbers of N digits: {what}"),
        "size": digits,
        "unit": "s",
        "runs": runs,
    }));
}

fn print(line: &serde_json::Value) {
    let mut line = line.clone();
    line["family"] = "stream".into();
    println!("{line}");
}

/// Returns the output of a process for a text, and its duration in seconds.
fn timed(command: &mut Command, text: &str) -> (String, f64) {
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("it has a standard input");
    let output = std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(text.as_bytes()).expect("it reads all"));
        child.wait_with_output().expect("it ends")
    });
    let seconds = start.elapsed().as_secs_f64();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("it prints text");
    (text, seconds)
}

/// A linear congruential generator.
struct Seed(u64);

impl Seed {
    fn below(&mut self, most: u64) -> u64 {
        let mut step = || {
            self.0 = (self.0)
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            self.0 >> 32
        };
        (step() << 31 ^ step()) % most
    }
}

fn pairs(seed: &mut Seed, many: usize, most: u64) -> String {
    let mut lines = String::new();
    for _ in 0..many {
        let _ = writeln!(lines, "{},{}", seed.below(most), seed.below(most));
    }
    lines
}

/// Returns all positions of Chomp with rows below 40, except the empty one, in random order.
fn rows(seed: &mut Seed) -> String {
    let mut all = Vec::new();
    for a in 1..40 {
        for b in 0..=a {
            all.extend((0..=b).map(|c| format!("{a},{b},{c}\n")));
        }
    }
    for at in (1..all.len()).rev() {
        all.swap(at, seed.below(at as u64 + 1) as usize);
    }
    all.concat()
}

/// Runs a baseline: reads all lines, answers them in a plain loop, prints.
fn be(baseline: &str) {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("lines");
    let answers = match baseline {
        "cow" => answer(&text, ["Bessie", "Farmer John"], |[x, y]| cow(x, y)),
        "chomp" => {
            let wins = chomp();
            answer(&text, ["First", "Second"], |[a, b, c]| {
                wins[a as usize][b as usize][c as usize]
            })
        }
        _ => {
            let most = text.lines().map(|line| numbers::<2>(line)[1]).max();
            let wins = bash(most.unwrap_or(0) as usize);
            answer(&text, ["First", "Second"], |[last, n]| {
                wins[n as usize][last as usize]
            })
        }
    };
    let mut out = std::io::stdout().lock();
    out.write_all(answers.as_bytes()).expect("a reader");
}

fn numbers<const MANY: usize>(line: &str) -> [u64; MANY] {
    let mut all = line.split(',');
    [(); MANY].map(|()| {
        all.next()
            .and_then(|one| one.parse().ok())
            .expect("a number")
    })
}

fn answer<const MANY: usize>(
    text: &str,
    [first, second]: [&str; 2],
    wins: impl Fn([u64; MANY]) -> bool,
) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let (outcome, winner) = match wins(numbers(line)) {
            true => ("N", first),
            false => ("P", second),
        };
        for part in [line, "\t", outcome, "\t", winner, "\n"] {
            out.push_str(part);
        }
    }
    out
}

/// The k-th lost pair begins with ⌊kφ⌋ = ⌊(k + √(5k²)) / 2⌋.
fn cow(x: u64, y: u64) -> bool {
    let (low, high) = (x.min(y), x.max(y));
    let k = u128::from(high - low);
    let square = 5 * k * k;
    let mut root = (square as f64).sqrt() as u128;
    while root * root > square {
        root -= 1;
    }
    while (root + 1) * (root + 1) <= square {
        root += 1;
    }
    (k + root) / 2 != u128::from(low)
}

fn chomp() -> Vec<[[bool; 40]; 40]> {
    let mut wins = vec![[[false; 40]; 40]; 40];
    for a in 1..40 {
        for b in 0..=a {
            for c in 0..=b {
                wins[a][b][c] = (1..a).any(|k| !wins[k][b.min(k)][c.min(k)])
                    || (0..b).any(|k| !wins[a][k][c.min(k)])
                    || (0..c).any(|k| !wins[a][b][k]);
            }
        }
    }
    wins
}

fn bash(most: usize) -> Vec<[bool; 4]> {
    let mut wins = vec![[false; 4]; most + 1];
    for n in 0..=most {
        for last in 0..4 {
            wins[n][last] = (1..=3.min(n)).any(|k| k != last && !wins[n - k][k]);
        }
    }
    wins
}
