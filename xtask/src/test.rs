//! `cargo xtask test`: and `nightly`: runs the steps in order, stops at the first that fails, sums
//! up.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::fetch::{Awaited, Fetch};
use crate::project::{self, spell};
use crate::step::Step;
use crate::totals::{Reader, Totals};

/// Prints a table of steps.
pub fn list(steps: &[Step]) -> Result<(), Failure> {
    let mut text = String::new();
    for step in steps {
        text += &format!("{:8} {}\n", step.name, step.why);
        text += &format!("         {}\n", step.typed());
        if !step.needs.is_empty() {
            let needs: Vec<_> = step.needs.iter().map(|need| need.name).collect();
            text += &format!("         needs {}\n", needs.join(", "));
        }
        if step.parallel {
            text += "         runs in parallel with the steps that follow\n";
        }
    }
    // A closed pipe (`| head`) is no failure.
    let _ = io::stdout().write_all(text.as_bytes());
    Ok(())
}

/// Runs the steps of a chore's table that are named in `only`, or all when it is empty, in the
/// table's order.
pub fn run(chore: &str, table: &[Step], only: &[String]) -> Result<(), Failure> {
    let chosen = |step: &&Step| only.is_empty() || only.iter().any(|name| name == step.name);
    let steps: Vec<Step> = table.iter().filter(chosen).copied().collect();
    let root = project::root()?;
    let mut out = io::stdout();
    let report = run_steps(&steps, &root, &mut out);
    report.print(chore, &mut out);
    if report.failures.is_empty() {
        Ok(())
    } else {
        Err(Failure::Told)
    }
}

/// What a run of steps came to.
struct Report {
    done: Vec<(&'static str, Duration)>,
    /// The steps that failed, their times, and why: one, and those in parallel with it.
    failures: Vec<(Step, Duration, String)>,
    not_run: Vec<&'static str>,
    /// `None` when no step that counts tests was started.
    totals: Option<Totals>,
}

impl Report {
    /// Prints the steps' times and what failed; the tests' totals come last, alone on their line.
    fn print(&self, chore: &str, out: &mut dyn Write) {
        let mut text = String::from("\n==> summary\n");
        for (name, time) in &self.done {
            text += &format!("{name:8} ok       {}\n", spell(*time));
        }
        for (step, time, _) in &self.failures {
            text += &format!("{:8} FAILED   {}\n", step.name, spell(*time));
        }
        for name in &self.not_run {
            text += &format!("{name:8} not run\n");
        }
        let _ = out.write_all(text.as_bytes());
        let _ = out.flush();
        for (step, _, why) in &self.failures {
            eprintln!("error: the step `{}` failed: {why}", step.name);
            eprintln!(
                "  to run it alone:  cargo xtask {chore} --only {}",
                step.name
            );
            eprintln!("  or by hand:       {}", step.typed());
        }
        if let Some(totals) = self.totals {
            let _ = writeln!(out, "{totals}");
            let _ = out.flush();
        }
    }

    /// Notes how a step ended.
    fn add(&mut self, step: &Step, time: Duration, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => {
                eprintln!("==> {}: ok, {}", step.name, spell(time));
                self.done.push((step.name, time));
            }
            Err(why) => {
                eprintln!("==> {}: FAILED, {}", step.name, spell(time));
                self.failures.push((*step, time, why));
            }
        }
    }
}

/// A step at work on a thread of its own.
struct Parallel {
    step: Step,
    /// Its output, or why it could not be started, and how long it took since its needs were there.
    work: JoinHandle<(Result<Output, String>, Duration)>,
}

impl Parallel {
    fn start(step: &Step, root: &Path, needs: Awaited) -> Self {
        let mut command = step.in_folder(root);
        command.stdin(Stdio::null());
        let step = *step;
        let work = thread::spawn(move || {
            let needs = needs.wait();
            let start = Instant::now();
            let output = needs.and_then(|()| {
                command
                    .output()
                    .map_err(|error| cannot_start(&step, &error))
            });
            (output, start.elapsed())
        });
        Self { step, work }
    }

    /// Waits for its end, prints all that it said, and notes how it ended.
    fn end(self, out: &mut dyn Write, report: &mut Report) {
        let Self { step, work } = self;
        let (output, time) = work
            .join()
            .unwrap_or_else(|_| (Err("its thread panicked".into()), Duration::ZERO));
        let outcome = match output {
            Ok(output) => {
                eprintln!("\n==> {}: its output", step.name);
                let _ = out.write_all(&output.stdout);
                let _ = out.flush();
                let _ = io::stderr().write_all(&output.stderr);
                verdict(output.status)
            }
            Err(why) => Err(why),
        };
        report.add(&step, time, outcome);
    }
}

fn run_steps(steps: &[Step], root: &Path, out: &mut dyn Write) -> Report {
    let mut report = Report {
        done: vec![],
        failures: vec![],
        not_run: vec![],
        totals: None,
    };
    let mut running: Vec<Parallel> = Vec::new();
    let fetch = Fetch::start(steps);
    for step in steps {
        let (awaited, others) = running.into_iter().partition(|parallel| {
            step.after.contains(&parallel.step.name) || parallel.work.is_finished()
        });
        running = others;
        for parallel in awaited {
            parallel.end(out, &mut report);
        }
        if !report.failures.is_empty() {
            report.not_run.push(step.name);
            continue;
        }
        eprintln!("\n==> {}: {}\n    {}", step.name, step.why, step.typed());
        let needs = fetch.of(step);
        if step.parallel {
            eprintln!("    (in parallel with the next steps; its output comes at its end)");
            running.push(Parallel::start(step, root, needs));
            continue;
        }
        let start = Instant::now();
        let outcome = needs.wait();
        let outcome = outcome.and_then(|()| run_step(step, root, out, &mut report.totals));
        report.add(step, start.elapsed(), outcome);
    }
    for parallel in running {
        parallel.end(out, &mut report);
    }
    report
}

fn cannot_start(step: &Step, error: &io::Error) -> String {
    format!("cannot run `{}`: {error}", step.command[0])
}

/// Runs one step; the error says why it failed.
fn run_step(
    step: &Step,
    root: &Path,
    out: &mut dyn Write,
    totals: &mut Option<Totals>,
) -> Result<(), String> {
    let mut command = step.in_folder(root);
    let failed = |error: io::Error| cannot_start(step, &error);
    if !step.counts_tests {
        let status = command.status().map_err(failed)?;
        return verdict(status);
    }
    command.env("RUST_TEST_THREADS", threads().to_string());
    let (status, counted, crashed) = stream(&mut command, out).map_err(failed)?;
    let mut sum = totals.unwrap_or_default();
    sum.add(counted);
    *totals = Some(sum);
    verdict(status).map_err(|why| match (crashed, counted.failed) {
        (0, 0) => format!("{why}, though no test did: something did not compile, see above"),
        (0, failed) => format!("{failed} failed, see above"),
        (crashed, _) => format!("{crashed} test program(s) crashed before their end, see above"),
    })?;
    // Cargo was content, but the totals do not say so: trust neither.
    if counted.failed > 0 {
        return Err(format!(
            "cargo reports success, its output {} failed",
            counted.failed
        ));
    }
    Ok(())
}

/// Tests at once: two a core, as many of them wait for what they started.
fn threads() -> usize {
    2 * thread::available_parallelism().map_or(1, usize::from)
}

fn verdict(status: ExitStatus) -> Result<(), String> {
    if status.success() {
        Ok(())
    } else {
        Err(format!("its command failed ({status})"))
    }
}

/// Runs a `cargo test` command, passes its output on at once, and reads the totals from it.
fn stream(command: &mut Command, out: &mut dyn Write) -> io::Result<(ExitStatus, Totals, u64)> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let mut reader = Reader::new();
    if let Some(mut output) = child.stdout.take() {
        let mut buffer = [0; 8192];
        loop {
            let length = match output.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(error);
                }
            };
            reader.push(&buffer[..length]);
            // Nobody may be listening any more (`| head`); the tests go on all the same.
            let _ = out.write_all(&buffer[..length]);
            let _ = out.flush();
        }
    }
    let status = child.wait()?;
    let (totals, crashed) = reader.finish();
    Ok((status, totals, crashed))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::need::Need;

    const GOOD: Step = Step::new("good", "succeeds", &["true"]);
    const BAD: Step = Step::new("bad", "fails", &["false"]);
    const TESTS: Step = Step::new(
        "tests",
        "prints what cargo test prints",
        &[
            "printf",
            "running 2 tests\\ntest result: ok. 1 passed; 0 failed; 1 ignored; 0 measured\\n",
        ],
    )
    .counting_tests();

    fn run_here(steps: &[Step]) -> (Report, String) {
        let mut out = Vec::new();
        let report = run_steps(steps, Path::new("."), &mut out);
        report.print("test", &mut out);
        (report, String::from_utf8(out).expect("UTF-8"))
    }

    #[test]
    fn the_output_streams_through_and_the_totals_come_last() {
        let (report, out) = run_here(&[GOOD, TESTS, TESTS]);
        assert!(report.failures.is_empty());
        assert!(out.starts_with("running 2 tests\ntest result: ok. 1 passed;"));
        assert!(out.ends_with("\n2 passed, 0 failed, 2 skipped\n"), "{out}");
    }

    #[test]
    fn the_first_failure_stops_the_run() {
        let (report, out) = run_here(&[GOOD, BAD, TESTS]);
        let (step, _, why) = report.failures.first().expect("a failure");
        assert_eq!(step.name, "bad");
        assert!(why.contains("exit status: 1"), "{why}");
        assert_eq!(report.not_run, ["tests"]);
        assert!(!out.contains("passed"), "no totals when no test ran: {out}");
    }

    #[test]
    fn a_crash_inside_the_tests_is_a_failure_even_unseen_by_the_exit_code() {
        let crash = Step::new("crash", "", &["printf", "running 2 tests\\n"]).counting_tests();
        let (report, out) = run_here(&[crash]);
        assert!(!report.failures.is_empty());
        assert!(out.ends_with("\n0 passed, 1 failed, 0 skipped\n"), "{out}");
    }

    #[test]
    fn a_step_beside_ends_before_those_that_wait_for_it() {
        let slow = Step::new("slow", "", &["sh", "-c", "sleep 0.2; echo slow"]).parallel();
        let say = |word| Step::new("say", "", word);
        let (report, out) = run_here(&[
            slow,
            say(&["true"]),
            TESTS.after(&["slow"]),
            Step::new("later", "", &["echo", "later"]).parallel(),
        ]);
        let order: Vec<_> = report.done.iter().map(|(name, _)| *name).collect();
        assert_eq!(order, ["say", "slow", "tests", "later"]);
        assert!(out.starts_with("slow\nrunning 2 tests"), "{out}");
    }

    #[test]
    fn a_failure_beside_stops_the_run_and_all_failures_are_told() {
        let bad = BAD.parallel();
        let (report, _) = run_here(&[bad, TESTS.after(&["bad"])]);
        assert_eq!(report.failures.len(), 1);
        assert_eq!(report.not_run, ["tests"]);
        let lost = Step::new("lost", "", &["sh", "-c", "sleep 0.2; exit 3"]).parallel();
        let (report, _) = run_here(&[lost, BAD, TESTS]);
        let failed: Vec<_> = report.failures.iter().map(|(step, ..)| step.name).collect();
        assert_eq!(failed, ["bad", "lost"]);
        assert_eq!(report.not_run, ["tests"]);
    }

    #[test]
    fn a_missing_program_or_need_is_named() {
        let lost = Step::new("lost", "", &["no-such-program-anywhere"]);
        let why = run_here(&[lost]).0.failures.remove(0).2;
        assert!(
            why.starts_with("cannot run `no-such-program-anywhere`: "),
            "{why}"
        );

        const NEEDS: &[Need] = &[Need::by_hand("the moon", &["false"], "Wait for night.")];
        let why = run_here(&[GOOD.needs(NEEDS)]).0.failures.remove(0).2;
        assert_eq!(
            why,
            "the moon is missing: `false` does not succeed. Wait for night."
        );
    }
}
