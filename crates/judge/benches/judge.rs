//! Benchmarks of the judge and of exported solutions: `cargo bench -p whowins-judge --bench judge`.
//!
//! - Feeding: the number of answers per second of a C++ program that are checked, compared with the
//!   program alone on as many lines from a file.
//! - Exports: C++ from `whowins export`, compared with the solution in `hand/`, on inputs of the
//!   maximum size.

#![allow(missing_docs)]

use std::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use whowins::analysis::Player;
use whowins::contest::{self, Case, Format, Question};
use whowins::engine::Limits;
use whowins::rules::{ParameterValue, Parameters, Rules};
use whowins_judge::{
    Allowance, ExportWishes, Flow, Language, Program, Questions, Reach, Truth, Unanswered, Wishes,
    export, judge,
};

type Failure = Box<dyn Error>;

const RUNS: usize = 7;

fn rules(name: &str) -> Result<Rules, Failure> {
    let rules = whowins::shipped::rules(name).ok_or("it is not shipped")?;
    Ok(rules?)
}

/// Compiles a C++ program.
fn compiled(folder: &Path, name: &str, text: &str) -> Result<PathBuf, Failure> {
    let source = folder.join(format!("{name}.cpp"));
    let program = folder.join(name);
    std::fs::write(&source, text)?;
    let done = Command::new("g++")
        .args(["-std=c++17", "-O2", "-o"])
        .arg(&program)
        .arg(&source)
        .status()?;
    match done.success() {
        true => Ok(program),
        false => Err(format!("{name} does not compile").into()),
    }
}

/// Returns the seconds that a program takes on an input, and its output.
fn timed(program: &Path, input: &Path) -> Result<(f64, Vec<u8>), Failure> {
    let began = Instant::now();
    let done = Command::new(program)
        .stdin(File::open(input)?)
        .stderr(Stdio::inherit())
        .output()?;
    let took = began.elapsed().as_secs_f64();
    match done.status.success() {
        true => Ok((took, done.stdout)),
        false => Err(format!("{} fails", program.display()).into()),
    }
}

fn line(name: &str, size: &str, unit: &str, runs: &[f64], baseline: &str, others: &[f64]) {
    println!(
        r#"{{"family":"judge","name":"{name}","size":"{size}","unit":"{unit}","runs":{runs:?},"baseline":{{"name":"{baseline}","runs":{others:?}}}}}"#
    );
}

/// A deterministic pseudorandom generator.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

/// Returns an input of the maximum size.
fn largest(name: &str, random: &mut Random) -> String {
    let mut text = String::new();
    let mut add = |piece: &str| text.push_str(piece);
    match name {
        "cowcheck" => {
            add("1000000 1000000\n1000000\n");
            for _ in 0..1_000_000 {
                add(&format!(
                    "{} {}\n",
                    random.below(1_000_000),
                    random.below(1_000_000)
                ));
            }
        }
        "tabgame" => {
            add("10\n");
            for _ in 0..10 {
                for _ in 0..2 {
                    let border: String = (0..100_000)
                        .map(|_| if random.below(3) == 0 { '1' } else { '0' })
                        .collect();
                    add(&format!("{border}\n"));
                }
                add("100000\n");
                for _ in 0..100_000 {
                    add(&format!(
                        "{} {}\n",
                        1 + random.below(100_000),
                        1 + random.below(100_000)
                    ));
                }
            }
        }
        "partisangame" => {
            // Heaps up to 10^9, and sets of five numbers, whose windows may have a long period.
            for _ in 0..200 {
                add(&format!("{}\n", 1_000_000_000 - random.below(1000)));
                for _ in 0..2 {
                    let mut set: Vec<u64> = (0..5).map(|_| 1 + random.below(64)).collect();
                    set.sort_unstable();
                    set.dedup();
                    let set: Vec<String> = set.iter().map(u64::to_string).collect();
                    add(&format!("{}\n", set.join(" ")));
                }
            }
        }
        "ellyscheckers" => {
            for _ in 0..1_000_000 {
                let row: String = (0..20)
                    .map(|_| if random.below(2) == 0 { 'o' } else { '.' })
                    .collect();
                add(&format!("{row}\n"));
            }
        }
        _ => {
            // Open boards with few closed squares and starts in opposite corners give the widest
            // layers.
            add("10\n");
            for _ in 0..10 {
                add("300\n");
                for row in 0..300 {
                    let cells: String = (0..300)
                        .map(|column| match (row, column) {
                            (0, 0) => 'A',
                            (299, 299) => 'B',
                            _ if row % 3 == 1 && column % 3 == 1 && random.below(4) > 0 => '#',
                            _ => '.',
                        })
                        .collect();
                    add(&format!("{cells}\n"));
                }
            }
        }
    }
    text
}

/// Compares exported solutions with handwritten ones.
fn exports(folder: &Path, wanted: &dyn Fn(&str) -> bool) -> Result<(), Failure> {
    for (name, by_hand) in [
        ("cowcheck", include_str!("hand/cowcheck.cpp")),
        ("tabgame", include_str!("hand/tabgame.cpp")),
        ("partisangame", include_str!("hand/partisangame.cpp")),
        ("ellyscheckers", include_str!("hand/ellyscheckers.cpp")),
        ("gam", include_str!("hand/gam.cpp")),
    ] {
        if !wanted(name) {
            continue;
        }
        let format = contest::of_name(name).ok_or("it is not shipped")??;
        let wishes = ExportWishes {
            language: Language::Cpp,
            naive: false,
            player: Player::First,
        };
        let limits = Limits::default();
        let made = export(&rules(name)?, &Parameters::new(), &format, &wishes, &limits)
            .map_err(|why| format!("{name}: {why:?}"))?;
        let own = compiled(folder, &format!("{name}-export"), &made.text)?;
        let hand = compiled(folder, &format!("{name}-hand"), by_hand)?;
        let input = folder.join(format!("{name}.in"));
        let text = largest(name, &mut Random(88_172_645_463_325_252));
        std::fs::write(&input, &text)?;
        if timed(&own, &input)?.1 != timed(&hand, &input)?.1 {
            return Err(format!("{name}: the two solutions differ").into());
        }
        let (mut runs, mut others) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            runs.push(timed(&own, &input)?.0);
            others.push(timed(&hand, &input)?.0);
        }
        let size = format!("{:.1} MB of input", text.len() as f64 / 1e6);
        line(
            &format!("export of {name} in C++"),
            &size,
            "s",
            &runs,
            "by hand",
            &others,
        );
    }
    Ok(())
}

/// A game, the values of its parameters, and a C++ expression of the answer from a line `row` and
/// its numbers `p`.
type Fed = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
);

const FED: [Fed; 3] = [
    (
        "cowcheck",
        &[],
        "num a = min(p[0], p[1]), k = max(p[0], p[1]) - a, u = 2 * a - k; won = !(u >= 0 && u * u <= 5 * k * k && 5 * k * k < (u + 2) * (u + 2));",
    ),
    (
        "partisangame",
        &[("a", "1,2"), ("b", "1,2")],
        "won = p[0] % 3 != 0;",
    ),
    (
        "ellyscheckers",
        &[],
        "int odd = 0; for (int i = (int) row.size() - 2; i >= 0; i -= 2) odd ^= row[i] == 'o'; won = odd;",
    ),
];

/// Returns a program that answers lines.
fn fed_program(answer: &str) -> String {
    format!(
        "#include <bits/stdc++.h>\nusing namespace std;\ntypedef long long num;\nint main() {{\n    \
         static char block[1 << 16];\n    string text, out;\n    \
         for (size_t got; (got = fread(block, 1, sizeof block, stdin));) text.append(block, got);\n    \
         for (size_t at = 0; at < text.size();) {{\n        size_t end = text.find('\\n', at);\n        \
         string_view row(&text[at], end - at);\n        at = end + 1;\n        num p[2] = {{0, 0}};\n        int which = 0;\n        \
         for (char c : row) if (c == ',') which = 1; else if (c >= '0') p[which] = 10 * p[which] + c - '0';\n        \
         bool won = false;\n        (void) p;\n        {answer}\n        out += won ? \"W\\n\" : \"L\\n\";\n    }}\n    \
         fwrite(out.data(), 1, out.size(), stdout);\n}}\n"
    )
}

/// Returns wishes for queries in order, one run at a time.
fn in_order() -> Wishes {
    Wishes {
        time: Duration::from_secs(5),
        jobs: 1,
        reach: Reach::default(),
        up_to: None,
        drawn: 0,
        seed: 1,
        shard: None,
    }
}

/// Measures the positions per second that a program is fed and checked on, compared with the
/// program alone.
fn feeding(folder: &Path, wanted: &dyn Fn(&str) -> bool) -> Result<(), Failure> {
    for (name, sets, answer) in FED {
        if !wanted(name) {
            continue;
        }
        let path = compiled(folder, &format!("{name}-fed"), &fed_program(answer))?;
        let rules = rules(name)?;
        let mut values = Parameters::new();
        for (set, text) in sets {
            let parameter = rules.parameters().iter().find(|one| one.name == *set);
            let kind = &parameter.ok_or("no such parameter")?.kind;
            let value: ParameterValue = kind.read(text).map_err(|error| error.to_string())?;
            values.insert((*set).to_string(), value);
        }
        let format = Format::of_lines(name, Question::Winner("W".into(), "L".into(), None));
        let program = Program {
            command: vec![path.clone().into()],
            container: vec![env!("CARGO_BIN_EXE_hold").into()],
            allowed: Allowance::default(),
        };
        let (mut runs, mut others) = (Vec::new(), Vec::new());

        for _ in 0..5 {
            let limits = Limits::default();
            let mut truth = Truth::new(&format, &rules, &values, Player::First, &limits);
            let began = Instant::now();
            let report = judge(&mut truth, &program, &in_order())?;
            let asked = report.in_order.asked as f64;
            runs.push(asked / began.elapsed().as_secs_f64().min(3.0));

            if report.failing.is_some() {
                return Err(format!("{name}: {report}").into());
            }
            // The same number of lines from a file.
            let input = folder.join("lines");
            let one = if name == "ellyscheckers" {
                "o..o.oo.o.oo..o.oo.\n"
            } else {
                "1234,567\n"
            };
            std::fs::write(&input, one.repeat(1 << 20))?;
            others.push(f64::from(1 << 20) / timed(&path, &input)?.0);
        }
        line(
            &format!("{name}: lines fed and compared"),
            "one run at a time",
            "positions/s",
            &runs,
            "the program alone",
            &others,
        );
    }
    Ok(())
}

/// Measures the queries per second for exported solutions in contest formats, in order, and the
/// rate without waiting for the program. If the latter is at least twice as high, the program is
/// the bottleneck.
fn contests(folder: &Path, wanted: &dyn Fn(&str) -> bool) -> Result<(), Failure> {
    for (name, text) in contest::shipped() {
        if !wanted(name) {
            continue;
        }
        let format = Format::parse(name, text).map_err(|errors| errors.to_string())?;
        let wishes = ExportWishes {
            language: Language::Cpp,
            naive: false,
            player: Player::First,
        };
        let (limits, none) = (Limits::default(), Parameters::new());
        let rules = rules(&format.game)?;
        let made = export(&rules, &none, &format, &wishes, &limits)
            .map_err(|why| format!("{name}: {why:?}"))?;
        let program = Program {
            command: vec![compiled(folder, &format!("{name}-contest"), &made.text)?.into()],
            container: vec![env!("CARGO_BIN_EXE_hold").into()],
            allowed: Allowance::default(),
        };
        let (mut runs, mut others) = (Vec::new(), Vec::new());

        for _ in 0..3 {
            let mut truth = Truth::new(&format, &rules, &none, Player::First, &limits);
            let report = judge(&mut truth, &program, &in_order())?;
            if report.failing.is_some() {
                return Err(format!("{name}: {report}").into());
            }
            runs.push(report.in_order.asked as f64 / report.seconds);
            others.push(report.in_order.asked as f64 / (report.seconds - report.waited));
        }
        line(
            &format!("{name}: questions in the contest's format"),
            "in order, one run at a time",
            "questions/s",
            &runs,
            "if the program took no time",
            &others,
        );
    }
    Ok(())
}

/// Returns the processor time of this process or its children, in seconds.
fn processor(who: UsageWho) -> Result<f64, Failure> {
    let usage = getrusage(who)?;
    let seconds = |time: TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// Measures the processor time of the exact solver per query, in microseconds, for small queries in
/// order whose tests set parameters. Compares it with the exported program on the same input,
/// including its start.
fn truths(folder: &Path, wanted: &dyn Fn(&str) -> bool) -> Result<(), Failure> {
    for (name, up_to) in [("tabgame", 9), ("partisangame", 24)] {
        if !wanted(&format!("truth of {name}")) {
            continue;
        }
        let format = contest::of_name(name).ok_or("it is not shipped")??;
        let wishes = ExportWishes {
            language: Language::Cpp,
            naive: false,
            player: Player::First,
        };
        let (limits, none) = (Limits::default(), Parameters::new());
        let rules = rules(name)?;
        let made = export(&rules, &none, &format, &wishes, &limits)
            .map_err(|why| format!("{name}: {why:?}"))?;
        let program = compiled(folder, &format!("{name}-truth"), &made.text)?;
        let mut whole = Case::default();
        for size in 0..=up_to {
            let add = &mut |mut one: Case<'static>| {
                whole.inner.append(&mut one.inner);
                Flow::Continue(())
            };
            let _ = Questions::new(&format, None).of_size(size, add);
        }
        let input = folder.join("truth.in");
        let mut bytes = Vec::new();
        format.write(&whole, &mut bytes);
        std::fs::write(&input, bytes)?;
        let (mut runs, mut others, mut asked) = (Vec::new(), Vec::new(), 0);
        let mut engines = Vec::new();
        for _ in 0..RUNS {
            let began = processor(UsageWho::RUSAGE_SELF)?;
            let mut truth = Truth::new(&format, &rules, &none, Player::First, &limits);
            asked = 0;
            truth.answers(&whole, &mut |_, _, answer| {
                asked += 1;
                answer.map(|_| ())
            })?;
            let took = processor(UsageWho::RUSAGE_SELF)? - began;
            runs.push(1e6 * took / f64::from(asked));
            let began = processor(UsageWho::RUSAGE_SELF)?;
            format.each_question(&whole, &mut |chain| {
                let position = truth.position(chain)?;
                let values = truth.engine(chain)?.values(&position);
                values.map(|_| ()).map_err(Unanswered::from)
            })?;
            let took = processor(UsageWho::RUSAGE_SELF)? - began;
            engines.push(1e6 * took / f64::from(asked));
            let began = processor(UsageWho::RUSAGE_CHILDREN)?;
            timed(&program, &input)?;
            let took = processor(UsageWho::RUSAGE_CHILDREN)? - began;
            others.push(1e6 * took / f64::from(asked));
        }
        line(
            &format!("truth of {name}"),
            &format!("{asked} small questions in order"),
            "us a question",
            &runs,
            "the exported program in C++",
            &others,
        );
        line(
            &format!("truth of {name}, all values of a shape"),
            &format!("{asked} small questions in order"),
            "us a question",
            &runs,
            "an engine for each set of values",
            &engines,
        );
    }
    Ok(())
}

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let wanted =
        |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    let folder = tempfile::tempdir()?;
    exports(folder.path(), &wanted)?;
    feeding(folder.path(), &wanted)?;
    contests(folder.path(), &wanted)?;
    truths(folder.path(), &wanted)
}
